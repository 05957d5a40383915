#include "robot/robot_scene.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "base/near_names.h"
#include "base/number_text.h"
#include "base/spectrum.h"
#include "robot/reroot.h"
#include "robot/robot_meshes.h"
#include "robot/robot_parts.h"
#include "scene/format/write_scene.h"
#include "scene/scene.h"

namespace carom {

namespace {

using Json = nlohmann::ordered_json;

/// Heights of feet, and of the shapes of a foot, that differ by less are one (m): the rounding of places and
/// rotations, which a scene's closedGap forgives.
constexpr double evenFeet = 1e-10;
/// A link is a foot where its lowest point is above the lowest of all by no more than this share of the
/// robot's height.
constexpr double footShare = 0.01;

double reachOf(const std::vector<Eigen::Vector3d>& points) {
  double reach = 0;
  for (const Eigen::Vector3d& point : points) reach = std::max(reach, point.norm());
  return reach;
}

/// "ball, 2 hulls".
std::string shapesText(const Json& body) {
  std::vector<std::pair<std::string, int>> counts;
  for (const Json& shape : body.value("shapes", Json::array())) {
    const std::string type = shape["type"];
    const auto known = std::ranges::find(counts, type, &std::pair<std::string, int>::first);
    known == counts.end() ? counts.emplace_back(type, 1), 0 : ++known->second;
  }
  std::string text;
  for (const auto& [type, count] : counts)
    text += (text.empty() ? "" : ", ") + (count == 1 ? type : std::to_string(count) + ' ' + type) +
            (count == 1      ? ""
             : type == "box" ? "es"
                             : "s");
  return text;
}

std::string limitsText(const RobotJoint& joint) {
  if (!joint.lower && !joint.upper) return {};
  const std::string unit = joint.kind == RobotJoint::Kind::Prismatic ? " m" : " rad";
  if (!joint.lower) return "up to " + roundedText(*joint.upper) + unit;
  if (!joint.upper) return "from " + roundedText(*joint.lower) + unit;
  return roundedText(*joint.lower) + " to " + roundedText(*joint.upper) + unit;
}

/// The shapes of the bodies that the contacts let touch.
std::set<int> shapesOf(const Mechanism& mechanism, const std::vector<int>& contacts) {
  std::set<int> shapes;
  for (const int contact : contacts)
    shapes.insert(mechanism.contacts()[static_cast<std::size_t>(contact)].shape[0]);
  return shapes;
}

class RobotSceneMaker {
 public:
  RobotSceneMaker(const Robot& robot, const ImportOptions& options, const std::string& path);
  ImportedScene run();

 private:
  [[noreturn]] void refuse(const std::string& place, const std::string& problem,
                           const std::string& expected) const {
    throw SceneError(m_path, place, problem, expected);
  }
  void warn(const std::string& text) { m_parts.warnings.add(text); }
  void repairInertias(ImportWarnings& repaired);
  void giveFeetBoxes();
  void addContact(std::size_t link, const std::string& shape, const std::string& name = "");
  void addFoot(std::size_t link, const std::set<int>& shapes);
  std::vector<std::size_t> candidates() const;
  void addFloor();
  void openLoopsThatDoNotClose();
  std::size_t carrierOf(std::size_t link) const;
  void chooseFeet();
  void addSurface();
  bool isTiedToWorld() const;
  void standOnFloor();
  void addTable();
  Json document() const;
  std::string placeInRobot(const std::string& place) const;
  SceneInstance instance() const;
  /// The lowest gap of each body with contacts, and the contacts that have it.
  struct Lowest {
    double gap = HUGE_VAL;
    std::vector<int> contacts;
  };
  std::map<std::size_t, Lowest> lowestPoints(const SceneInstance& scene) const;

  Robot m_robot;
  const ImportOptions& m_options;
  const std::string& m_path;
  ImportedScene m_result;
  RobotParts m_parts;
  Json m_contacts = Json::array(), m_defaults, m_velocity = Json::object(), m_touching;
  std::vector<double> m_frictions;  ///< of the shapes of the feet, as the file has them
};

RobotSceneMaker::RobotSceneMaker(const Robot& robot, const ImportOptions& options, const std::string& path)
    : m_robot(robot), m_options(options), m_path(path) {
  if (m_options.floating && m_robot.links.front().mass == 0) hangOnMass(m_robot);
  ImportWarnings repaired;
  repairInertias(repaired);
  readMeshes(m_robot, m_options, path);
  giveFeetBoxes();
  m_parts = robotParts(m_robot, options.floating, path);
  for (const std::string& line : repaired.lines()) warn(line);
}

/// How far a principal moment may be above the sum of the others, or below 0, and is repaired without being
/// asked, as a part of the largest moment: files round, and have moments of several sources. What is further
/// off is a mistake, which a person should know of.
constexpr double smallExcess = 0.05;

/// Principal moments of which none is above the sum of the others, changed as little as possible.
void RobotSceneMaker::repairInertias(ImportWarnings& repaired) {
  for (RobotLink& link : m_robot.links) {
    const SpatialSpectrum spectrum = spatialSpectrumOf(link.inertia);
    Eigen::Vector3d moments = spectrum.values.cwiseMax(0);  // rising
    const double excess = moments[2] - moments[0] - moments[1];
    const double off = std::max(excess, -spectrum.values.minCoeff());
    if (!m_options.repairsInertias && off > smallExcess * moments[2]) continue;  // it is refused
    if (excess > 0) moments += excess / 3 * Eigen::Vector3d(1, 1, -1);
    const double change = (moments - spectrum.values).cwiseAbs().maxCoeff();
    if (!(change > 1e-12 * moments.maxCoeff())) continue;
    link.inertia = spectrum.vectors * moments.asDiagonal() * spectrum.vectors.transpose();
    repaired.add("link", link.name, "its inertia, which no body has, is changed % here",
                 "by " + roundedText(100 * change / moments.maxCoeff()) + " %");
  }
}

/// Feet that are named and have no geometry get a mesh of no file, for which the box with the inertia of the
/// link stands.
void RobotSceneMaker::giveFeetBoxes() {
  for (RobotLink& link : m_robot.links)
    if (link.shapes.empty() && link.mass > 0 &&
        std::ranges::find(m_options.feet, link.name) != m_options.feet.end())
      link.shapes.push_back({.kind = RobotShape::Kind::Mesh, .collides = true});
}

void RobotSceneMaker::addContact(std::size_t link, const std::string& shape, const std::string& name) {
  Json contact = {{"between", {m_parts.names[link] + '/' + shape, floorName}}};
  if (!name.empty()) contact["name"] = name;
  m_contacts.push_back(std::move(contact));
}

/// Lets the shapes of a foot touch the floor. A contact has the name of its link, and that of its shape where
/// the foot has several.
void RobotSceneMaker::addFoot(std::size_t link, const std::set<int>& shapes) {
  for (const int shape : shapes) {
    const std::string name = m_parts.bodies[link]["shapes"][static_cast<std::size_t>(shape)]["name"];
    addContact(link, name, m_parts.names[link] + (shapes.size() == 1 ? "" : '_' + name));
  }
}

/// The links that may be feet: those with a shape that is named, else those that move.
std::vector<std::size_t> RobotSceneMaker::candidates() const {
  std::vector<std::size_t> found;
  if (m_options.feet.empty()) {
    for (std::size_t i = 0; i < m_parts.names.size(); ++i)
      if (!m_parts.shapeNames[i].empty() && m_options.floating) found.push_back(i);
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
    if (m_parts.shapeNames[index].empty())
      refuse("link " + foot, "has no shape that could touch the floor",
             "a collision or visual geometry, or a mass, for the box with its inertia");
    found.push_back(index);
  }
  return found;
}

Json RobotSceneMaker::document() const {
  Json scene = {{"$schema", "carom-scene.schema.json"}, {"format", 1}};
  scene["title"] = m_robot.name.empty() ? "Robot" : m_robot.name;
  scene["description"] =
      "Imported from a robot's description. Each joint is a parameter within its limits, at which its motion "
      "stops without a bounce.";
  if (!m_parts.parameters.empty()) scene["parameters"] = m_parts.parameters;
  scene["gravity"] = {0, 0, -9.81};
  scene["bodies"] = m_parts.bodies;
  if (!m_defaults.is_null()) scene["defaults"] = m_defaults;
  scene["contacts"] = m_contacts;
  if (!m_parts.springs.empty()) scene["springs"] = m_parts.springs;
  if (!m_parts.dampers.empty()) scene["dampers"] = m_parts.dampers;
  if (!m_parts.loops.empty()) scene["loops"] = m_parts.loops;
  scene["initial"] = Json::object();
  if (!m_parts.q.empty()) scene["initial"]["q"] = m_parts.q;
  if (!m_velocity.empty()) scene["initial"]["velocity"] = m_velocity;
  if (!m_touching.is_null()) scene["initial"]["touching"] = m_touching;
  scene["view"] = {{"duration", 0.5}, {"planar", false}};
  if (!m_parts.weights.empty())
    scene["view"]["sweep"] = m_parts.parameters.begin().key();  // of the first joint
  if (!m_parts.colors.empty()) scene["view"]["colors"] = m_parts.colors;
  return scene;
}

/// "link leg.inertia" for "bodies[1].inertia": the person has written links.
std::string RobotSceneMaker::placeInRobot(const std::string& place) const {
  const std::string list = "bodies";
  if (place == list) return "robot";
  std::size_t link = m_robot.links.size();
  if (place.starts_with(list + '['))
    std::from_chars(place.data() + list.size() + 1, place.data() + place.size(), link);
  if (link >= m_robot.links.size()) return place;
  return "link " + m_robot.links[link].name + place.substr(place.find(']') + 1);
}

/// The scene as it is so far. What it refuses is a fault of the robot: lines of its text mean nothing there.
SceneInstance RobotSceneMaker::instance() const try {
  const auto scene = Scene::parse(sceneText(document()), m_path);
  SceneInstance made = scene->instantiate();
  requireMotion(*scene, made);
  return made;
} catch (const SceneError& error) {
  const bool isInertia = error.place().ends_with(".inertia") && !m_options.repairsInertias;
  throw SceneError(
      m_path, placeInRobot(error.place()), error.problem(),
      error.expected() + (isInertia ? "; --repair-inertias takes the nearest inertia of a body" : ""));
}

std::map<std::size_t, RobotSceneMaker::Lowest> RobotSceneMaker::lowestPoints(
    const SceneInstance& scene) const {
  std::map<std::size_t, Lowest> lowest;
  const Mechanism& mechanism = *scene.mechanism;
  for (std::size_t i = 0; i < mechanism.contacts().size(); ++i) {
    if (mechanism.contacts()[i].limit) continue;
    const double gap = mechanism.gap(static_cast<int>(i), scene.initial.q);
    Lowest& point = lowest[static_cast<std::size_t>(mechanism.contacts()[i].body[0])];
    if (gap < point.gap - evenFeet) point.contacts.clear();
    if (gap <= point.gap + evenFeet) point.contacts.push_back(static_cast<int>(i));
    point.gap = std::min(point.gap, gap);
  }
  return lowest;
}

/// The floor, so far below that nothing of the robot is in it.
void RobotSceneMaker::addFloor() {
  double reach = 1;
  for (std::size_t i = 0; i < m_parts.poses.size(); ++i) {
    double size = 0;
    for (const RobotShape& shape : m_robot.links[i].shapes)
      size = std::max(size, shape.pose.translation().norm() + shape.size.norm() + reachOf(shape.points));
    if (m_robot.links[i].mass > 0)
      size += m_robot.links[i].centreOfMass.norm() + InertialBox(m_robot.links[i]).size.norm();
    reach = std::max(reach, m_parts.poses[i].translation().norm() + size);
  }
  const Json halfSpace = {{"type", "half-space"}, {"normal", {0, 0, 1}}, {"offset", -4 * reach}};
  m_parts.bodies.push_back({{"name", floorName}, {"shapes", Json::array({halfSpace})}});
}

/// The link that carries a link without a joint that moves between them.
std::size_t RobotSceneMaker::carrierOf(std::size_t link) const {
  while (m_robot.links[link].parent >= 0 && m_robot.links[link].joint.kind == RobotJoint::Kind::Fixed)
    link = static_cast<std::size_t>(m_robot.links[link].parent);
  return link;
}

void RobotSceneMaker::chooseFeet() {
  const std::vector<std::size_t> possible = candidates();
  for (const std::size_t link : possible)
    for (const std::string& shape : m_parts.shapeNames[link]) addContact(link, shape);
  if (possible.empty()) {
    warn(m_options.floating
             ? "no link may touch the floor: none has a collision or visual geometry; --feet names links"
             : "no link may touch the floor: a robot with a fixed root has the feet that --feet names; "
               "--floating frees it");
    return;
  }
  const SceneInstance scene = instance();
  const Mechanism& mechanism = *scene.mechanism;
  const auto lowest = lowestPoints(scene);
  double least = HUGE_VAL, top = -HUGE_VAL;
  for (const auto& [link, point] : lowest) least = std::min(least, point.gap);
  const double floorHeight = m_parts.bodies.back()["shapes"][0]["offset"];
  for (std::size_t i = 0; i < m_parts.names.size(); ++i)
    top = std::max(
        top, mechanism.position(mechanism.bodyIndex(m_parts.names[i]), scene.initial.q).z() - floorHeight);
  m_contacts = Json::array();
  std::map<std::size_t, double> lowestOfRigid;
  for (const auto& [link, point] : lowest) {
    const auto [known, isNew] = lowestOfRigid.try_emplace(carrierOf(link), point.gap);
    known->second = std::min(known->second, point.gap);
  }
  for (const auto& [link, point] : lowest) {
    if (m_options.feet.empty() && (point.gap > least + footShare * std::max(0.0, top - least) ||
                                   point.gap > lowestOfRigid[carrierOf(link)] + evenFeet))
      continue;
    const std::set<int> touching = shapesOf(mechanism, point.contacts);
    addFoot(link, touching);
    for (const int shape : touching)
      if (const auto& friction = m_parts.frictions[link][static_cast<std::size_t>(shape)])
        m_frictions.push_back(*friction);
    m_result.feet.push_back(m_robot.links[link].name);
  }
}

/// The restitution and the friction of the feet, as parameters. Files of robots have no restitution. With 1
/// light feet bounce on and on; 0.5 lets a robot come to rest, and its feet still leave the floor.
void RobotSceneMaker::addSurface() {
  constexpr double bounce = 0.5, rubber = 0.8;
  if (m_result.feet.empty()) return;
  const auto [least, most] = std::ranges::minmax_element(m_frictions);
  const double friction = m_frictions.empty() ? rubber : *most;
  if (!m_frictions.empty() && *least < *most)
    warn("the feet have frictions from " + roundedText(*least) + " to " + roundedText(*most) +
         ": the parameter friction is the largest, for all");
  m_parts.parameters[restitutionName] = {
      {"value", bounce},
      {"range", {0, 1}},
      {"slider", {0, 1}},
      {"label", "e"},
      {"description", "Restitution of the feet: 1 bounces without loss, 0 not at all."}};
  m_parts.parameters[frictionName] = {
      {"value", friction},
      {"range", {0, nullptr}},
      {"slider", {0, std::max(1.5, friction)}},
      {"label", "μ"},
      {"description", "Friction of the feet on the floor (Coulomb's coefficient)."}};
  m_defaults = {{"restitution", restitutionName}, {"friction", frictionName}};
}

bool RobotSceneMaker::isTiedToWorld() const {
  const auto isLink = [&](const std::string& name) {
    return std::ranges::find(m_robot.links, name, &RobotLink::name) != m_robot.links.end();
  };
  return std::ranges::any_of(m_robot.loops, [&](const RobotLoop& loop) {
    return loop.kind != "joint" && (!isLink(loop.first) || !isLink(loop.second));
  });
}

/// Puts the floor, or the root that floats, where the lowest foot touches; feet at other heights are moved.
void RobotSceneMaker::standOnFloor() {
  if (m_result.feet.empty()) {
    m_parts.bodies.erase(m_parts.bodies.size() - 1);
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
  Json& offset = m_parts.bodies.back()["shapes"][0]["offset"];
  const double height = offset.get<double>() + least;
  const std::string lift = m_parts.names[0] + ".z";
  // Loops to the world hold the robot where the file has it: there the floor comes to its feet.
  const bool isHeld = m_options.floating && isTiedToWorld();
  if (!m_options.floating || isHeld)
    offset = numberOf(height);
  else
    offset = 0.0;
  if (m_options.floating) {
    if (!isHeld) m_parts.q[lift] = numberOf(-height);
    m_parts.parameters[speedName] = {
        {"value", 1},       {"range", {0, nullptr}},
        {"slider", {0, 5}}, {"unit", "m/s"},
        {"label", "v"},     {"description", "Speed at which the robot falls, without rotation."}};
    m_velocity[lift] = std::string("-") + speedName;
  }
  if (most - least <= evenFeet) return;
  Json contacts = Json::array(), by = Json::object();
  for (const auto& [link, foot] : feet)
    for (const int contact : foot.contacts)
      contacts.push_back(mechanism.contacts()[static_cast<std::size_t>(contact)].name);
  if (m_options.floating) by[lift] = lengthWeight;
  for (const auto& [coordinate, weight] : m_parts.weights) by[coordinate] = weight;
  m_touching = {{"contacts", std::move(contacts)}, {"by", std::move(by)}};
  try {
    instance();
  } catch (const SceneError&) {
    m_touching = nullptr;
    warn(
        "the feet are at different heights, and no small change of the joints brings all to the floor: "
        "--feet names those that stand");
  }
}

void RobotSceneMaker::addTable() {
  using Kind = RobotJoint::Kind;
  static const std::map<Kind, std::string> words{{Kind::Fixed, ""},
                                                 {Kind::Revolute, "revolute"},
                                                 {Kind::Prismatic, "prismatic"},
                                                 {Kind::Spherical, "spherical"},
                                                 {Kind::Floating, "free"},
                                                 {Kind::Planar, "planar"}};
  for (std::size_t i = 0; i < m_robot.links.size(); ++i) {
    const RobotLink& link = m_robot.links[i];
    const bool floats = link.parent < 0 && m_options.floating;
    m_result.table.push_back({link.name, link.parent < 0 ? "" : link.joint.name,
                              floats            ? "free"
                              : link.parent < 0 ? ""
                                                : words.at(link.joint.kind),
                              limitsText(link.joint), link.mass, shapesText(m_parts.bodies[i]),
                              std::ranges::find(m_result.feet, link.name) != m_result.feet.end()});
    m_result.mass += link.mass;
  }
}

/// Loops that no small change of the joints within their limits closes from where they are 0 stay open, with
/// a warning. Where not all close at once, they are added one by one.
void RobotSceneMaker::openLoopsThatDoNotClose() {
  const auto failure = [this]() -> std::optional<std::string> {
    try {
      instance();
    } catch (const SceneError& error) {
      if (error.place() != "loops") throw;
      return error.problem();
    }
    return std::nullopt;
  };
  if (m_parts.loops.empty() || !failure()) return;
  for (const Json& loop : std::exchange(m_parts.loops, Json::array())) {
    m_parts.loops.push_back(loop);
    const auto problem = failure();
    if (!problem) continue;
    m_parts.loops.erase(m_parts.loops.size() - 1);
    warn("loop " + loop["name"].get<std::string>() + ": stays open: " + *problem);
  }
}

ImportedScene RobotSceneMaker::run() {
  addFloor();
  openLoopsThatDoNotClose();
  chooseFeet();
  addSurface();
  standOnFloor();
  m_result.links = static_cast<int>(m_parts.names.size());
  m_result.joints = m_parts.joints;
  m_result.text = sceneText(document());
  m_result.contacts = static_cast<int>(instance().mechanism->contacts().size());  // refuses what is no scene
  addTable();
  m_result.warnings = m_parts.warnings.lines();
  return std::move(m_result);
}

}  // namespace

ImportedScene robotScene(const Robot& robot, const ImportOptions& options, const std::string& path) {
  return RobotSceneMaker(robot, options, path).run();
}

}  // namespace carom
