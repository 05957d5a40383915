#include "robot/reroot.h"

#include <algorithm>

namespace carom {

namespace {

/// The heaviest link that fixed joints alone join to the root; −1 where none has a mass.
int heaviestFixed(const std::vector<RobotLink>& links) {
  std::vector<bool> isFixed(links.size(), false);
  int heaviest = -1;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const RobotLink& link = links[i];
    isFixed[i] = link.parent < 0 || (isFixed[static_cast<std::size_t>(link.parent)] &&
                                     link.joint.kind == RobotJoint::Kind::Fixed);
    const bool isHeavier = heaviest < 0 || link.mass > links[static_cast<std::size_t>(heaviest)].mass;
    if (isFixed[i] && link.mass > 0 && isHeavier) heaviest = static_cast<int>(i);
  }
  return heaviest;
}

/// Turns the joints between the root and a link around.
void turnPath(std::vector<RobotLink>& links, int newRoot) {
  RobotJoint joint;
  for (int link = newRoot, child = -1; link >= 0;) {
    RobotLink& here = links[static_cast<std::size_t>(link)];
    const int above = here.parent;
    std::swap(here.joint, joint);
    here.parent = child;
    joint.origin = joint.origin.inverse();
    child = link;
    link = above;
  }
}

/// The order in which parents come first, from the root on.
std::vector<int> parentsFirst(const std::vector<RobotLink>& links, int root) {
  std::vector<int> order{root};
  for (std::size_t at = 0; at < order.size(); ++at)
    for (std::size_t i = 0; i < links.size(); ++i)
      if (links[i].parent == order[at]) order.push_back(static_cast<int>(i));
  return order;
}

}  // namespace

bool hangOnMass(Robot& robot) {
  const int root = heaviestFixed(robot.links);
  if (root < 0) return false;
  Eigen::Isometry3d directions = Eigen::Isometry3d::Identity();
  for (int link = root; robot.links[static_cast<std::size_t>(link)].parent >= 0;
       link = robot.links[static_cast<std::size_t>(link)].parent)
    directions = robot.links[static_cast<std::size_t>(link)].joint.origin * directions;
  turnPath(robot.links, root);
  const std::vector<int> order = parentsFirst(robot.links, root);
  std::vector<int> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    place[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  std::vector<RobotLink> links;
  for (const int link : order) {
    links.push_back(std::move(robot.links[static_cast<std::size_t>(link)]));
    int& parent = links.back().parent;
    if (parent >= 0) parent = place[static_cast<std::size_t>(parent)];
  }
  links.front().joint = {};
  links.front().joint.origin.linear() = directions.linear();
  robot.links = std::move(links);
  return true;
}

}  // namespace carom
