#include "urdf/read_robot.h"

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "scene/format/regular_file.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

constexpr std::size_t longestFile = std::size_t{1} << 24;

/// liburdfdom prints pieces of the file as formats: a % of theirs is another character while it has them.
constexpr std::string_view percent = "%", noPercent = "\xEE\x80\xA5";  // U+E025, of private use

std::string replaced(std::string text, std::string_view one, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(one, at)) != std::string::npos; at += by.size())
    text.replace(at, one.size(), by);
  return text;
}
/// Keeps the first error that the parser reports, in place of printing it.
class FirstError : public console_bridge::OutputHandler {
 public:
  FirstError() { console_bridge::useOutputHandler(this); }
  ~FirstError() override { console_bridge::restorePreviousOutputHandler(); }
  FirstError(const FirstError&) = delete;
  FirstError& operator=(const FirstError&) = delete;
  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level == console_bridge::CONSOLE_BRIDGE_LOG_ERROR && m_text.empty())
      m_text = replaced(text, noPercent, percent);
  }
  const std::string& text() const { return m_text; }

 private:
  std::string m_text;
};

void restorePercents(std::string& text) {
  text = replaced(std::move(text), noPercent, percent);
}
void restorePercents(Robot& robot) {
  restorePercents(robot.name);
  for (RobotLink& link : robot.links) {
    for (std::string* name : {&link.name, &link.joint.name, &link.joint.mimics}) restorePercents(*name);
    for (RobotShape& shape : link.shapes) restorePercents(shape.file);
  }
}

Eigen::Vector3d vectorOf(const urdf::Vector3& v) {
  return {v.x, v.y, v.z};
}

Eigen::Isometry3d poseOf(const urdf::Pose& pose) {
  const urdf::Rotation& r = pose.rotation;
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = Eigen::Quaterniond(r.w, r.x, r.y, r.z).normalized().toRotationMatrix();
  result.translation() = vectorOf(pose.position);
  return result;
}

std::optional<RobotShape> shapeOf(const urdf::GeometrySharedPtr& geometry, const urdf::Pose& pose,
                                  bool collides) {
  if (!geometry) return std::nullopt;
  RobotShape shape{.pose = poseOf(pose), .collides = collides};
  if (const auto ball = std::dynamic_pointer_cast<urdf::Sphere>(geometry)) {
    shape.kind = RobotShape::Kind::Ball;
    shape.size = {ball->radius, 0, 0};
  } else if (const auto box = std::dynamic_pointer_cast<urdf::Box>(geometry)) {
    shape.kind = RobotShape::Kind::Box;
    shape.size = vectorOf(box->dim);
  } else if (const auto cylinder = std::dynamic_pointer_cast<urdf::Cylinder>(geometry)) {
    shape.kind = RobotShape::Kind::Cylinder;
    shape.size = {cylinder->radius, cylinder->length, 0};
  } else if (const auto mesh = std::dynamic_pointer_cast<urdf::Mesh>(geometry)) {
    shape.kind = RobotShape::Kind::Mesh;
    shape.file = mesh->filename;
    shape.scale = vectorOf(mesh->scale);
  }
  return shape;
}

RobotJoint jointOf(const urdf::Joint& joint) {
  using Kind = RobotJoint::Kind;
  RobotJoint result{.name = joint.name, .origin = poseOf(joint.parent_to_joint_origin_transform)};
  switch (joint.type) {
    case urdf::Joint::REVOLUTE:
    case urdf::Joint::CONTINUOUS:
      result.kind = Kind::Revolute;
      break;
    case urdf::Joint::PRISMATIC:
      result.kind = Kind::Prismatic;
      break;
    case urdf::Joint::FLOATING:
      result.kind = Kind::Floating;
      break;
    case urdf::Joint::PLANAR:
      result.kind = Kind::Planar;
      break;
    default:
      result.kind = Kind::Fixed;
  }
  result.axis = vectorOf(joint.axis);
  if (joint.limits && joint.type != urdf::Joint::CONTINUOUS) {
    result.lower = joint.limits->lower;
    result.upper = joint.limits->upper;
  }
  if (joint.dynamics) {
    result.damping = joint.dynamics->damping;
    result.friction = joint.dynamics->friction;
  }
  if (joint.mimic) {
    result.mimics = joint.mimic->joint_name;
    result.ratio = joint.mimic->multiplier;
    result.offset = joint.mimic->offset;
  }
  return result;
}

std::string colorOf(const urdf::Link& link) {
  if (!link.visual || !link.visual->material) return {};
  const urdf::Color& color = link.visual->material->color;
  const auto byte = [](float share) {
    return static_cast<unsigned>(std::lround(255 * std::clamp(std::isfinite(share) ? share : 0.F, 0.F, 1.F)));
  };
  if (color.r == 0 && color.g == 0 && color.b == 0) return {};  // a material by name alone is black here
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", byte(color.r), byte(color.g), byte(color.b));
  return text;
}

void addInertial(RobotLink& link, const urdf::Inertial& inertial) {
  const Eigen::Isometry3d pose = poseOf(inertial.origin);
  Eigen::Matrix3d inertia;
  inertia << inertial.ixx, inertial.ixy, inertial.ixz,  //
      inertial.ixy, inertial.iyy, inertial.iyz,         //
      inertial.ixz, inertial.iyz, inertial.izz;
  link.mass = inertial.mass;
  link.centreOfMass = pose.translation();
  link.inertia = pose.linear() * inertia * pose.linear().transpose();
}

void requireFinite(const std::string& path, const RobotLink& link) {
  bool finite = std::isfinite(link.mass) && link.centreOfMass.allFinite() && link.inertia.allFinite() &&
                link.joint.origin.matrix().allFinite() && link.joint.axis.allFinite() &&
                std::isfinite(link.joint.damping + link.joint.friction) &&
                std::isfinite(link.joint.lower.value_or(0)) && std::isfinite(link.joint.upper.value_or(0));
  for (const RobotShape& shape : link.shapes)
    finite = finite && shape.pose.matrix().allFinite() && shape.size.allFinite() && shape.scale.allFinite();
  if (!finite)
    throw SceneError(path, "link " + replaced(link.name, noPercent, percent),
                     "has a number that is not finite", "finite numbers");
}

/// Deepest nesting of elements, and most of them. The parser of XML recurses, and every link becomes a body
/// of the scene; no robot comes near either.
constexpr int deepest = 64;
constexpr std::size_t mostElements = 100'000, mostLinks = 1'000;

/// A text without its comments, which no rule is about.
std::string withoutComments(std::string text) {
  for (std::size_t at = text.find("<!--"); at != std::string::npos; at = text.find("<!--", at)) {
    const std::size_t end = text.find("-->", at + 4);
    text.erase(at, end == std::string::npos ? end : end + 3 - at);
  }
  return text;
}

/// Throws SceneError unless the first element is that of a robot. What else is called a robot's description,
/// such as SDF, MJCF or a mesh, gets its own name told rather than what the parser trips over.
void checkRoot(const std::string& text, const std::string& path) {
  std::size_t at = text.find('<');
  while (at != std::string::npos && at + 1 < text.size() && (text[at + 1] == '?' || text[at + 1] == '!'))
    at = text.find('<', at + 1);
  const bool isFirst = at != std::string::npos && text.find('\0') > at;
  const std::size_t end = isFirst ? text.find_first_of(" \t\r\n/>", at) : std::string::npos;
  constexpr std::size_t longestName = 40;
  const char* const expected = "a robot's description in URDF, which begins with <robot";
  if (end == std::string::npos || end - at > longestName)
    throw SceneError(path, "robot", "is no XML", expected);
  const std::string name = text.substr(at + 1, end - at - 1);
  if (name != "robot") throw SceneError(path, "robot", "begins with <" + name, expected);
  if (text.find("<link", end) == std::string::npos)
    throw SceneError(path, "robot", "has no links", "a robot's description in URDF with its links");
}

/// Throws SceneError where the elements are nested too deeply, or too many, for the parser.
void checkElements(const std::string& text, const std::string& path) {
  int depth = 0;
  std::size_t count = 0, links = 0;
  if (text.empty()) return;
  for (std::size_t at = text.find('<'); at < text.size() - 1; at = text.find('<', at + 1)) {
    const std::size_t end = std::min(text.find('>', at), text.size() - 1);
    if (text[at + 1] == '?' || text[at + 1] == '!') continue;
    const bool closes = text[at + 1] == '/', isWhole = text[end - 1] == '/';
    depth += closes ? -1 : isWhole ? 0 : 1;
    count += closes ? 0 : 1;
    links += text.compare(at, 5, "<link") == 0 ? 1 : 0;
    if (depth > deepest)
      throw SceneError(path, "robot", "has elements in more than " + std::to_string(deepest) + " others",
                       "a robot's description (URDF)");
  }
  if (count > mostElements)
    throw SceneError(path, "robot", "has " + std::to_string(count) + " elements",
                     "at most " + std::to_string(mostElements));
  if (links > mostLinks)
    throw SceneError(path, "robot", "has " + std::to_string(links) + " links",
                     "at most " + std::to_string(mostLinks));
}

void addLink(Robot& robot, const urdf::Link& source, int parent, const std::string& path) {
  RobotLink link{.name = source.name, .parent = parent, .color = colorOf(source)};
  if (source.parent_joint) link.joint = jointOf(*source.parent_joint);
  if (source.inertial) addInertial(link, *source.inertial);
  for (const auto& collision : source.collision_array)
    if (auto shape = shapeOf(collision->geometry, collision->origin, true)) link.shapes.push_back(*shape);
  for (const auto& visual : source.visual_array)
    if (auto shape = shapeOf(visual->geometry, visual->origin, false)) link.shapes.push_back(*shape);
  requireFinite(path, link);
  robot.links.push_back(std::move(link));
  const int index = static_cast<int>(robot.links.size()) - 1;
  for (const auto& child : source.child_links) addLink(robot, *child, index, path);
}

}  // namespace

Robot readRobot(const std::string& path) {
  const std::string text =
      withoutComments(readRegularFile(path, longestFile, "a robot's description (URDF)"));
  checkRoot(text, path);
  checkElements(text, path);
  if (text.find("<xacro:") != std::string::npos || text.find("${") != std::string::npos)
    throw SceneError(path, "robot", "has macros of xacro", "their result: xacro FILE > robot.urdf");
  FirstError error;
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(replaced(text, percent, noPercent));
  if (!model || !model->getRoot())
    throw SceneError(path, "robot", error.text().empty() ? "is no robot" : error.text(),
                     "a robot's description (URDF)");
  if (!error.text().empty())  // the parser goes on without the rest of that link
    throw SceneError(path, "robot", error.text(), "a robot's description (URDF)");
  Robot robot{.name = model->getName()};
  addLink(robot, *model->getRoot(), -1, path);
  for (const auto& [name, link] : model->links_)
    if (std::ranges::find(robot.links, name, &RobotLink::name) == robot.links.end())
      throw SceneError(path, "link " + replaced(name, noPercent, percent),
                       "does not hang on the root " + replaced(robot.links.front().name, noPercent, percent),
                       "a tree of links");
  restorePercents(robot);
  return robot;
}

}  // namespace carom
