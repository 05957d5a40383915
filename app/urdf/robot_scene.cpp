#include "urdf/robot_scene.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>

#include "base/near_names.h"
#include "base/number_text.h"
#include "scene/expression/functions.h"
#include "scene/expression/units.h"
#include "scene/format/write_scene.h"
#include "scene/scene.h"

namespace carom {

namespace {

using Json = nlohmann::ordered_json;

constexpr double rounding = 1e-14;  ///< of places and axes after rotations, below which a number is 0
constexpr double evenFeet = 1e-10;  ///< heights of feet that differ by less are one (m)
/// A link is a foot where its lowest point is above the lowest of all by no more than this share of the
/// robot's height.
constexpr double footShare = 0.01;
constexpr double lengthWeight = 100;  ///< of a move in m against one in rad: a centimetre counts as a radian
constexpr const char *floorName = "floor", *speedName = "speed";

Json numberOf(double value) {
  return std::abs(value) < rounding ? 0.0 : value;
}

Json vectorJson(const Eigen::Vector3d& v) {
  return {numberOf(v.x()), numberOf(v.y()), numberOf(v.z())};
}

Json matrixJson(const Eigen::Matrix3d& m) {
  return {vectorJson(m.row(0)), vectorJson(m.row(1)), vectorJson(m.row(2))};
}

/// An underscore would start a subscript.
std::string labelOf(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

/// Names that a scene accepts, each once.
class SceneNames {
 public:
  std::string make(const std::string& name) {
    std::string made;
    for (const char c : name) made += isPlain(c) ? c : '_';
    if (made.empty() || !std::isalpha(static_cast<unsigned char>(made.front()))) made.insert(0, "n");
    while (isWord(made) || !m_taken.insert(made).second) made += '_';
    return made;
  }

 private:
  static bool isPlain(char c) {
    return static_cast<unsigned char>(c) < 0x80 && (std::isalnum(static_cast<unsigned char>(c)) || c == '_');
  }
  /// Whether expressions know the name already.
  static bool isWord(const std::string& name) {
    const auto isNamed = [&](const auto& each) { return each.name == name; };
    return name == "pi" || name == "t" || std::ranges::any_of(units, isNamed) ||
           std::ranges::any_of(unaryFunctions, isNamed) || std::ranges::any_of(binaryFunctions, isNamed) ||
           name == "min" || name == "max";
  }

  std::set<std::string> m_taken;
};

/// The box with a mass and principal moments: its lengths, and its axes as columns.
struct InertialBox {
  Eigen::Vector3d size;
  Eigen::Matrix3d axes;

  explicit InertialBox(const RobotLink& link) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(link.inertia);
    const Eigen::Vector3d moments = solver.eigenvalues();
    axes = solver.eigenvectors();
    if (axes.determinant() < 0) axes.col(0) *= -1;
    for (int i = 0; i < 3; ++i)  // I_i = m (a_j² + a_k²)/12
      size[i] = std::sqrt(std::max(0.0, 6 * (moments.sum() - 2 * moments[i]) / link.mass));
  }
};

class RobotSceneMaker {
 public:
  RobotSceneMaker(const Robot& robot, const ImportOptions& options, const std::string& path);
  ImportedScene run();

 private:
  [[noreturn]] void refuse(const std::string& place, const std::string& problem,
                           const std::string& expected) const {
    throw SceneError(m_path, place, problem, expected);
  }
  void warn(const std::string& text) { m_result.warnings.push_back(text); }
  void skipMasslessRoot();
  void nameLinks();
  void addBody(std::size_t link);
  void addJoint(std::size_t link, Json& body);
  void addCoordinate(const RobotLink& link, const std::string& coordinate, const std::string& type);
  void addShapes(std::size_t link, Json& body);
  std::optional<Json> shapeJson(const RobotLink& link, const RobotShape& shape, const Eigen::Matrix3d& axes);
  void addFoot(std::size_t link, const std::string& shape, bool isNamed);
  std::vector<std::size_t> candidates() const;
  void addFloor();
  void chooseFeet();
  void standOnFloor();
  Json document() const;
  SceneInstance instance() const;
  /// The lowest gap of each body with contacts, and the contact that has it.
  struct Lowest {
    double gap = HUGE_VAL;
    int contact = -1;
  };
  std::map<std::size_t, Lowest> lowestPoints(const SceneInstance& scene) const;

  Robot m_robot;
  const ImportOptions& m_options;
  const std::string& m_path;
  ImportedScene m_result;
  std::vector<std::string> m_names;        ///< of the bodies
  std::vector<Eigen::Isometry3d> m_poses;  ///< of the links where all coordinates are 0, in the root
  std::vector<std::vector<std::string>> m_shapeNames;  ///< of each body, those that may touch first
  SceneNames m_bodies, m_parameters;
  Json m_parameterJson = Json::object(), m_bodyJson = Json::array(), m_contactJson = Json::array(),
       m_damperJson = Json::array(), m_q = Json::object(), m_velocity = Json::object(), m_touching,
       m_colors = Json::object();
  std::vector<std::string> m_moving;  ///< coordinates of joints, with their weights
  std::map<std::string, double> m_weights;
};

RobotSceneMaker::RobotSceneMaker(const Robot& robot, const ImportOptions& options, const std::string& path)
    : m_robot(robot), m_options(options), m_path(path) {
  skipMasslessRoot();
  nameLinks();
}

/// A root without a mass cannot float: the link that it carries does.
void RobotSceneMaker::skipMasslessRoot() {
  auto& links = m_robot.links;
  while (m_options.floating && links.size() > 1 && links[0].mass == 0 && links[0].shapes.empty() &&
         links[1].joint.kind == RobotJoint::Kind::Fixed &&
         std::ranges::count(links, 0, &RobotLink::parent) == 1) {
    links.erase(links.begin());
    for (RobotLink& link : links) --link.parent;
    links[0].parent = -1;
    links[0].joint = {};
  }
}

void RobotSceneMaker::nameLinks() {
  m_bodies.make(floorName);
  m_parameters.make(speedName);
  for (const RobotLink& link : m_robot.links) {
    m_names.push_back(m_bodies.make(link.name));
    const bool isRoot = link.parent < 0;
    m_poses.push_back(isRoot ? Eigen::Isometry3d::Identity()
                             : m_poses[static_cast<std::size_t>(link.parent)] * link.joint.origin);
  }
}

/// A parameter for a coordinate of a joint, within its limits.
void RobotSceneMaker::addCoordinate(const RobotLink& link, const std::string& coordinate,
                                    const std::string& type) {
  const bool turns = type == "revolute";
  const RobotJoint& joint = link.joint;
  const double wide = turns ? std::numbers::pi : 1;
  const double lower = joint.lower.value_or(-wide), upper = joint.upper.value_or(wide);
  if (!(lower <= upper))
    refuse("joint " + joint.name, "has the limits " + shortestText(lower) + " and " + shortestText(upper),
           "the lower one first");
  const std::string parameter = m_parameters.make(joint.name);
  Json spec = {{"value", numberOf(std::clamp(0.0, lower, upper))}};
  if (joint.lower) spec["range"] = {lower, upper};
  if (lower < upper) spec["slider"] = {lower, upper};
  spec["unit"] = turns ? "deg" : "mm";
  spec["label"] = labelOf(joint.name);
  spec["free"] = true;
  m_parameterJson[parameter] = std::move(spec);
  m_q[coordinate] = parameter;
  m_weights[coordinate] = turns ? 1 : lengthWeight;
  if (joint.damping > 0) m_damperJson.push_back({{"coordinate", coordinate}, {"damping", joint.damping}});
  if (joint.friction > 0) warn("joint " + joint.name + ": the scene has no friction of joints");
  if (joint.mimics) warn("joint " + joint.name + ": moves on its own, not with the joint that it mimics");
}

void RobotSceneMaker::addJoint(std::size_t index, Json& body) {
  using Kind = RobotJoint::Kind;
  const RobotLink& link = m_robot.links[index];
  const RobotJoint& joint = link.joint;
  const Eigen::Matrix3d turned = m_poses[index].linear();
  if (joint.kind == Kind::Fixed) return;
  if (link.mass == 0)
    refuse("link " + link.name, "has a joint that moves and no mass", "an inertial of a mass > 0");
  ++m_result.joints;
  if (joint.kind == Kind::Floating) {
    body["joints"] = {"free"};
    return;
  }
  if (!(joint.axis.norm() > 0)) refuse("joint " + joint.name, "has no axis", "an axis of length > 0");
  const Eigen::Vector3d axis = turned * joint.axis.normalized();
  if (joint.kind == Kind::Planar) {
    const Eigen::Vector3d first = axis.unitOrthogonal();
    body["joints"] = {{{"type", "prismatic"}, {"axis", vectorJson(first)}, {"name", "x"}},
                      {{"type", "prismatic"}, {"axis", vectorJson(axis.cross(first))}, {"name", "y"}},
                      {{"type", "revolute"}, {"axis", vectorJson(axis)}, {"name", "angle"}}};
    return;
  }
  const char* type = joint.kind == Kind::Revolute ? "revolute" : "prismatic";
  SceneNames plain;
  const std::string name = plain.make(joint.name);
  body["joints"] = Json::array({Json{{"type", type}, {"axis", vectorJson(axis)}, {"name", name}}});
  addCoordinate(link, m_names[index] + '.' + name, type);
}

/// The keys of a shape but its name; nothing where there is nothing to draw.
std::optional<Json> RobotSceneMaker::shapeJson(const RobotLink& link, const RobotShape& shape,
                                               const Eigen::Matrix3d& axes) {
  using Kind = RobotShape::Kind;
  const Eigen::Vector3d at = axes * shape.pose.translation();
  const Eigen::Matrix3d turned = axes * shape.pose.linear();
  const auto box = [](const Eigen::Vector3d& size, const Eigen::Vector3d& place,
                      const Eigen::Matrix3d& along) {
    Json made = {{"type", "box"}, {"size", {size.x(), size.y(), size.z()}}, {"position", vectorJson(place)}};
    const Eigen::AngleAxisd turn(along);
    if (const Eigen::Vector3d w = turn.angle() * turn.axis(); w.norm() > rounding)
      made["orientation"] = vectorJson(w);
    return made;
  };
  const double radius = shape.size[0], length = shape.size[1];
  switch (shape.kind) {
    case Kind::Ball:
      return Json{{"type", "ball"}, {"radius", radius}, {"centre", vectorJson(at)}};
    case Kind::Box:
      return box(shape.size, at, turned);
    case Kind::Cylinder: {
      if (!(length > 2 * radius)) {
        warn("link " + link.name + ": a flat cylinder is a box here");
        return box({2 * radius, 2 * radius, length}, at, turned);
      }
      warn("link " + link.name + ": a cylinder is a rod of the same length with round ends here");
      const Eigen::Vector3d half = (length / 2 - radius) * turned.col(2);
      return Json{{"type", "segment"},
                  {"from", vectorJson(at + half)},
                  {"to", vectorJson(at - half)},
                  {"radius", radius}};
    }
    case Kind::Mesh:
      break;
  }
  if (link.mass == 0) {
    warn("link " + link.name + ": the mesh " + shape.file +
         " is left out: without a mass there is no box for it");
    return std::nullopt;
  }
  const InertialBox inertial(link);
  if (!(inertial.size.minCoeff() > 0)) {
    warn("link " + link.name + ": the mesh " + shape.file + " is left out: its inertia is that of no box");
    return std::nullopt;
  }
  warn("link " + link.name + ": the mesh " + shape.file + " is the box with the inertia of the link here");
  return box(inertial.size, axes * link.centreOfMass, axes * inertial.axes);
}

/// Collision shapes, then visual ones that are not among them. A mesh beside other shapes is left out.
void RobotSceneMaker::addShapes(std::size_t index, Json& body) {
  const RobotLink& link = m_robot.links[index];
  const bool collides = std::ranges::any_of(link.shapes, &RobotShape::collides);
  Json shapes = Json::array();
  std::vector<std::string>& names = m_shapeNames.emplace_back();
  std::vector<Json> known;
  for (const RobotShape& shape : link.shapes) {
    if (shape.kind == RobotShape::Kind::Mesh && !shapes.empty()) {
      warn("link " + link.name + ": the mesh " + shape.file + " is left out beside the link's other shapes");
      continue;
    }
    std::optional<Json> made = shapeJson(link, shape, m_poses[index].linear());
    if (!made || std::ranges::find(known, *made) != known.end()) continue;
    known.push_back(*made);
    const std::string name = (shape.collides ? "hull" : "look") + std::to_string(known.size());
    (*made)["name"] = name;
    if (shape.collides || !collides) names.push_back(name);
    shapes.push_back(std::move(*made));
  }
  if (!shapes.empty()) body["shapes"] = std::move(shapes);
}

void RobotSceneMaker::addBody(std::size_t index) {
  const RobotLink& link = m_robot.links[index];
  const Eigen::Matrix3d axes = m_poses[index].linear();
  Json body = {{"name", m_names[index]}};
  if (link.parent >= 0) {
    const auto parent = static_cast<std::size_t>(link.parent);
    body["parent"] = m_names[parent];
    body["origin"] = vectorJson(m_poses[index].translation() - m_poses[parent].translation());
    addJoint(index, body);
  } else if (m_options.floating) {
    if (link.mass == 0) refuse("link " + link.name, "floats and has no mass", "an inertial of a mass > 0");
    body["joints"] = {"free"};
  }
  if (link.mass != 0) {
    body["mass"] = link.mass;
    body["centre-of-mass"] = vectorJson(axes * link.centreOfMass);
    const Eigen::Matrix3d inertia = axes * link.inertia * axes.transpose();
    body["inertia"] = matrixJson(0.5 * (inertia + inertia.transpose()));
  }
  addShapes(index, body);
  if (!link.color.empty()) m_colors[m_names[index]] = link.color;
  m_bodyJson.push_back(std::move(body));
}

/// Lets a shape touch the floor. isNamed: as the foot of its link, whose name the contact gets.
void RobotSceneMaker::addFoot(std::size_t link, const std::string& shape, bool isNamed) {
  Json contact = {{"between", {m_names[link] + '/' + shape, floorName}}};
  if (isNamed) contact["name"] = m_names[link];
  m_contactJson.push_back(std::move(contact));
}

/// The links that may be feet: those with a shape that is named, else those that move.
std::vector<std::size_t> RobotSceneMaker::candidates() const {
  std::vector<std::size_t> found;
  if (m_options.feet.empty()) {
    for (std::size_t i = 0; i < m_names.size(); ++i)
      if (!m_shapeNames[i].empty() && m_options.floating) found.push_back(i);
    return found;
  }
  std::vector<std::string> names;
  for (const RobotLink& link : m_robot.links) names.push_back(link.name);
  for (const std::string& foot : m_options.feet) {
    const auto named = std::ranges::find(names, foot);
    const auto index = static_cast<std::size_t>(named - names.begin());
    if (named == names.end())
      throw SceneError(m_path, foot, "unknown link \"" + foot + '"', expectedName(foot, names),
                       SceneError::Fault::Command);
    if (std::ranges::find(found, index) != found.end())
      throw SceneError(m_path, foot, "is given twice", "each link once", SceneError::Fault::Command);
    if (m_shapeNames[index].empty())
      refuse("link " + foot, "has no shape that could touch the floor", "a collision or visual geometry");
    found.push_back(index);
  }
  return found;
}

Json RobotSceneMaker::document() const {
  Json scene = {{"$schema", "carom-scene.schema.json"}, {"format", 1}};
  scene["title"] = m_robot.name.empty() ? "Robot" : m_robot.name;
  scene["description"] =
      "Imported from a robot's description. Each joint is a parameter within its limits; a motion does not "
      "stop at them.";
  if (!m_parameterJson.empty()) scene["parameters"] = m_parameterJson;
  scene["gravity"] = {0, 0, -9.81};
  scene["bodies"] = m_bodyJson;
  scene["contacts"] = m_contactJson;
  if (!m_damperJson.empty()) scene["dampers"] = m_damperJson;
  scene["initial"] = Json::object();
  if (!m_q.empty()) scene["initial"]["q"] = m_q;
  if (!m_velocity.empty()) scene["initial"]["velocity"] = m_velocity;
  if (!m_touching.is_null()) scene["initial"]["touching"] = m_touching;
  scene["view"] = {{"duration", 0.5}, {"planar", false}};
  if (!m_weights.empty()) scene["view"]["sweep"] = m_parameterJson.begin().key();  // of the first joint
  if (!m_colors.empty()) scene["view"]["colors"] = m_colors;
  return scene;
}

/// The scene as it is so far. What it refuses is a fault of the robot: lines of its text mean nothing there.
SceneInstance RobotSceneMaker::instance() const try {
  const auto scene = Scene::parse(sceneText(document()), m_path);
  SceneInstance made = scene->instantiate();
  requireMotion(*scene, made);
  return made;
} catch (const SceneError& error) {
  throw SceneError(m_path, error.place(), error.problem(), error.expected());
}

std::map<std::size_t, RobotSceneMaker::Lowest> RobotSceneMaker::lowestPoints(
    const SceneInstance& scene) const {
  std::map<std::size_t, Lowest> lowest;
  const Mechanism& mechanism = *scene.mechanism;
  for (std::size_t i = 0; i < mechanism.contacts().size(); ++i) {
    const double gap = mechanism.gap(static_cast<int>(i), scene.initial.q);
    Lowest& point = lowest[static_cast<std::size_t>(mechanism.contacts()[i].body[0])];
    if (gap < point.gap) point = {gap, static_cast<int>(i)};
  }
  return lowest;
}

/// The floor, so far below that nothing of the robot is in it.
void RobotSceneMaker::addFloor() {
  double reach = 1;
  for (std::size_t i = 0; i < m_poses.size(); ++i) {
    double size = 0;
    for (const RobotShape& shape : m_robot.links[i].shapes)
      size = std::max(size, shape.pose.translation().norm() + shape.size.norm());
    if (m_robot.links[i].mass > 0)
      size += m_robot.links[i].centreOfMass.norm() + InertialBox(m_robot.links[i]).size.norm();
    reach = std::max(reach, m_poses[i].translation().norm() + size);
  }
  const Json halfSpace = {{"type", "half-space"}, {"normal", {0, 0, 1}}, {"offset", -4 * reach}};
  m_bodyJson.push_back({{"name", floorName}, {"shapes", Json::array({halfSpace})}});
}

void RobotSceneMaker::chooseFeet() {
  const std::vector<std::size_t> possible = candidates();
  for (const std::size_t link : possible)
    for (const std::string& shape : m_shapeNames[link]) addFoot(link, shape, false);
  if (possible.empty()) {
    warn("no link may touch the floor: a robot with a fixed root has the feet that are named");
    return;
  }
  const SceneInstance scene = instance();
  const Mechanism& mechanism = *scene.mechanism;
  const auto lowest = lowestPoints(scene);
  double least = HUGE_VAL, top = -HUGE_VAL;
  for (const auto& [link, point] : lowest) least = std::min(least, point.gap);
  const double floorHeight = m_bodyJson.back()["shapes"][0]["offset"];
  for (std::size_t i = 0; i < m_names.size(); ++i)
    top =
        std::max(top, mechanism.position(mechanism.bodyIndex(m_names[i]), scene.initial.q).z() - floorHeight);
  m_contactJson = Json::array();
  for (const auto& [link, point] : lowest) {
    if (m_options.feet.empty() && point.gap > least + footShare * std::max(0.0, top - least)) continue;
    const auto shape =
        static_cast<std::size_t>(mechanism.contacts()[static_cast<std::size_t>(point.contact)].shape[0]);
    addFoot(link, m_bodyJson[link]["shapes"][shape]["name"], true);
    m_result.feet.push_back(m_robot.links[link].name);
  }
}

/// Puts the floor, or the root that floats, where the lowest foot touches; feet at other heights are moved.
void RobotSceneMaker::standOnFloor() {
  if (m_result.feet.empty()) {
    m_bodyJson.erase(m_bodyJson.size() - 1);
    return;
  }
  const SceneInstance scene = instance();
  const Mechanism& mechanism = *scene.mechanism;
  const auto feet = lowestPoints(scene);
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (const auto& [link, foot] : feet) {
    least = std::min(least, foot.gap);
    most = std::max(most, foot.gap);
  }
  Json& offset = m_bodyJson.back()["shapes"][0]["offset"];
  const double height = offset.get<double>() + least;
  const std::string lift = m_names[0] + ".z";
  if (m_options.floating) {
    offset = 0.0;
    m_q[lift] = numberOf(-height);
    m_parameterJson[speedName] = {
        {"value", 1},       {"range", {0, nullptr}},
        {"slider", {0, 5}}, {"unit", "m/s"},
        {"label", "v"},     {"description", "Speed at which the robot falls, without rotation."}};
    m_velocity[lift] = std::string("-") + speedName;
  } else {
    offset = numberOf(height);
  }
  if (most - least <= evenFeet) return;
  Json contacts = Json::array(), by = Json::object();
  for (const auto& [link, foot] : feet)
    contacts.push_back(mechanism.contacts()[static_cast<std::size_t>(foot.contact)].name);
  if (m_options.floating) by[lift] = lengthWeight;
  for (const auto& [coordinate, weight] : m_weights) by[coordinate] = weight;
  m_touching = {{"contacts", std::move(contacts)}, {"by", std::move(by)}};
  try {
    instance();
  } catch (const SceneError&) {
    m_touching = nullptr;
    warn("the feet are at different heights, and no small change of the joints brings all to the floor");
  }
}

ImportedScene RobotSceneMaker::run() {
  for (std::size_t i = 0; i < m_names.size(); ++i) addBody(i);
  addFloor();
  chooseFeet();
  standOnFloor();
  m_result.links = static_cast<int>(m_names.size());
  m_result.text = sceneText(document());
  instance();  // refuses what is no scene
  return std::move(m_result);
}

}  // namespace

ImportedScene robotScene(const Robot& robot, const ImportOptions& options, const std::string& path) {
  return RobotSceneMaker(robot, options, path).run();
}

}  // namespace carom
