#include "viewport/picture/ghosts.h"

#include <algorithm>
#include <cmath>

#include "viewport/picture/body_shapes.h"

namespace carom {

namespace {

bool isSameSolid(const SceneFrame::Solid& a, const SceneFrame::Solid& b) {
  return (a.centre - b.centre).norm() + (a.axes - b.axes).norm() <= 1e-6 * a.axes.norm();
}

bool isSameBall(const SceneFrame::Ball& a, const SceneFrame::Ball& b) {
  return (a.centre - b.centre).norm() + std::abs(a.radius - b.radius) <= 1e-6 * a.radius;
}

/// Adds a ghost where no ball of the frame is, and none of its ghosts from number `first` on.
void addGhostBall(SceneFrame& frame, const SceneFrame::Ball& ghost, std::size_t first) {
  const auto isHere = [&](const SceneFrame::Ball& ball) { return isSameBall(ball, ghost); };
  if (std::ranges::any_of(frame.balls, isHere)) return;
  if (std::any_of(frame.ghosts.begin() + static_cast<std::ptrdiff_t>(first), frame.ghosts.end(), isHere))
    return;
  frame.ghosts.push_back(ghost);
}

}  // namespace

void addGhosts(SceneFrame& frame, const SceneInstance& instance, const Eigen::VectorXd& q,
               const SceneFrame::NamedRun& as) {
  addGhosts(frame, instance, std::vector{q}, as);
}

void addGhosts(SceneFrame& frame, const SceneInstance& instance, const std::vector<Eigen::VectorXd>& all,
               const SceneFrame::NamedRun& as) {
  frame.runs.push_back(as);
  const Mechanism& mechanism = *instance.mechanism;
  const std::size_t first = frame.ghosts.size();
  const auto firstSolid = static_cast<std::ptrdiff_t>(frame.solids.size());
  for (const Eigen::VectorXd& q : all) {
    for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
      for (const Shape& shape : mechanism.bodies()[static_cast<std::size_t>(body)].shapes)
        if (const auto* ball = std::get_if<Ball>(&shape))
          addGhostBall(
              frame, {-1, mechanism.pose(body, q) * ball->centre, ball->radius, as.color, true, true}, first);
    const auto before = static_cast<std::ptrdiff_t>(frame.solids.size());
    addSolidsElsewhere(frame, solidsAt(instance, q), as.color);
    const auto known = frame.solids.begin() + before;
    frame.solids.erase(std::remove_if(known, frame.solids.end(),
                                      [&](const SceneFrame::Solid& solid) {
                                        return std::any_of(
                                            frame.solids.begin() + firstSolid, known,
                                            [&](const auto& other) { return isSameSolid(other, solid); });
                                      }),
                       frame.solids.end());
  }
}

void addSolidsElsewhere(SceneFrame& frame, std::vector<SceneFrame::Solid> there, const QColor& color) {
  const auto own = std::ranges::find(frame.solids, true, &SceneFrame::Solid::ghost) - frame.solids.begin();
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (static_cast<std::ptrdiff_t>(i) < own && isSameSolid(frame.solids[i], there[i])) continue;
    there[i].ghost = true;
    if (color.isValid()) {
      there[i].color = color;
      there[i].body = -1;
    }
    frame.solids.push_back(std::move(there[i]));
  }
}

}  // namespace carom
