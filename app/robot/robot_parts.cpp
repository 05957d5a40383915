#include "robot/robot_parts.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include "base/number_text.h"
#include "base/spectrum.h"
#include "scene/expression/functions.h"
#include "scene/expression/units.h"
#include "scene/format/keys.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

using Json = nlohmann::ordered_json;

constexpr double rounding = 1e-14;  ///< of places and axes after rotations, below which a number is 0

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

class RobotPartsMaker {
 public:
  RobotPartsMaker(const Robot& robot, bool floats, const std::string& path)
      : m_robot(robot), m_floats(floats), m_path(path) {}
  RobotParts run();

 private:
  [[noreturn]] void refuse(const std::string& place, const std::string& problem,
                           const std::string& expected) const {
    throw SceneError(m_path, place, problem, expected);
  }
  void nameLinks();
  bool addLoop(const RobotLoop& loop);
  struct SharedAxis {
    Eigen::Vector3d axis;
    double spread = 0;
    std::size_t joints = 0;  ///< that turn, without the loop's own
  };
  std::optional<SharedAxis> nearlySharedAxis(std::ptrdiff_t first, std::ptrdiff_t second,
                                             const Eigen::Vector3d& hinge) const;
  void addMimics();
  void addNotes();
  bool carriesMass(std::size_t link) const;
  void addBody(std::size_t link);
  void addJoint(std::size_t link, Json& body);
  void addCoordinate(const RobotLink& link, const std::string& coordinate, const std::string& type);
  void addDamper(const RobotJoint& joint, const std::string& coordinate);
  void addShapes(std::size_t link, Json& body);
  std::optional<Json> shapeJson(const RobotLink& link, const RobotShape& shape, const Eigen::Matrix3d& axes);

  const Robot& m_robot;
  bool m_floats;
  const std::string& m_path;
  RobotParts m_parts;
  SceneNames m_bodyNames, m_parameterNames, m_loopNames;
  std::map<std::string, std::string> m_coordinates;  ///< of each joint that turns or travels, by its name
};

/// The limits that leave a joint some way. URDF's limits of effort and speed alone have 0 for both, which no
/// robot means.
std::pair<std::optional<double>, std::optional<double>> limitsOf(const RobotJoint& joint) {
  if (joint.lower && joint.upper && !(*joint.lower < *joint.upper)) return {};
  return {joint.lower, joint.upper};
}

void RobotPartsMaker::nameLinks() {
  m_bodyNames.make(floorName);
  for (const char* name : {speedName, restitutionName, frictionName}) m_parameterNames.make(name);
  for (const RobotLink& link : m_robot.links) {
    m_parts.names.push_back(m_bodyNames.make(link.name));
    const bool isRoot = link.parent < 0;
    m_parts.poses.push_back(isRoot
                                ? link.joint.origin
                                : m_parts.poses[static_cast<std::size_t>(link.parent)] * link.joint.origin);
  }
}

/// A parameter for a coordinate of a joint, within its limits.
void RobotPartsMaker::addCoordinate(const RobotLink& link, const std::string& coordinate,
                                    const std::string& type) {
  const bool turns = type == "revolute";
  const RobotJoint& joint = link.joint;
  if (joint.lower && joint.upper && !(*joint.lower <= *joint.upper))
    refuse("joint " + joint.name,
           "has the limits " + shortestText(*joint.lower) + " and " + shortestText(*joint.upper),
           "the lower one first");
  const auto [least, most] = limitsOf(joint);
  if (joint.lower && !least)
    m_parts.warnings.add("joint", joint.name, "moves without stops, because its limits leave it no way");
  const double wide = turns ? std::numbers::pi : 1;
  const double lower = least.value_or(most ? std::min(-wide, *most - wide) : -wide),
               upper = most.value_or(least ? std::max(wide, *least + wide) : wide);
  const std::string parameter = m_parameterNames.make(joint.name);
  // A joint that cannot be 0 begins a little within its limits: at a stop it would take part in the impact.
  constexpr double within = 0.05;
  const double margin = lower < 0 && upper > 0 ? 0 : within * (upper - lower);
  const double start = numberOf(std::clamp(0.0, lower + margin, upper - margin));
  if (start != 0 && (lower == 0 || upper == 0))
    m_parts.warnings.add("joint", joint.name, "begins % away from 0, where it would be at a stop",
                         roundedText(start) + (turns ? " rad" : " m"));
  Json spec = {{"value", start}};
  if (least || most) spec["range"] = {least ? Json(*least) : Json(), most ? Json(*most) : Json()};
  // Files give joints that turn as often as they like ±10 rad and more: a turn is enough to choose from.
  const bool isWide = turns && lower < -wide && upper > wide;
  spec["slider"] = {isWide ? -wide : lower, isWide ? wide : upper};
  spec["unit"] = turns ? "deg" : "mm";
  spec["label"] = labelOf(joint.name);
  spec["free"] = true;
  m_parts.parameters[parameter] = std::move(spec);
  m_parts.q[coordinate] = parameter;
  m_parts.weights[coordinate] = turns ? 1 : lengthWeight;
  addDamper(joint, coordinate);
  if (joint.stiffness > 0)
    m_parts.springs.push_back(
        {{"coordinate", coordinate}, {"stiffness", joint.stiffness}, {"rest", numberOf(joint.rest)}});
  m_coordinates[joint.name] = coordinate;
}

void RobotPartsMaker::addDamper(const RobotJoint& joint, const std::string& coordinate) {
  if (joint.damping > 0 || joint.friction > 0) {
    Json damper = {{"coordinate", coordinate}, {"damping", std::max(joint.damping, 0.0)}};
    if (joint.friction > 0) damper["friction"] = joint.friction;
    m_parts.dampers.push_back(std::move(damper));
  }
  if (joint.damping < 0 || joint.friction < 0)
    m_parts.warnings.add("joint", joint.name, "a damping or friction below 0 is left out");
}

void RobotPartsMaker::addJoint(std::size_t index, Json& body) {
  using Kind = RobotJoint::Kind;
  const RobotLink& link = m_robot.links[index];
  const RobotJoint& joint = link.joint;
  const Eigen::Matrix3d turned = m_parts.poses[index].linear();
  if (joint.kind == Kind::Fixed) return;
  if (link.mass == 0 && (!carriesMass(index) || !link.inertia.isZero(0)))
    refuse("link " + link.name, "has a joint that moves and no mass", "an inertial of a mass > 0");
  ++m_parts.joints;
  if (joint.kind == Kind::Floating) {
    body["joints"] = {"free"};
    return;
  }
  if (joint.kind == Kind::Spherical) {
    body["joints"] = {"spherical"};
    addDamper(joint, m_parts.names[index] + ".r");
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
  Json made = {{"type", type}, {"axis", vectorJson(axis)}, {"name", name}};
  // The file has no restitution of its stops; a stop that bounced would be a claim.
  const auto [least, most] = limitsOf(joint);
  if (least) made["limits"]["lower"] = *least;
  if (most) made["limits"]["upper"] = *most;
  if (least || most) made["limits"]["restitution"] = 0;
  if (joint.armature > 0) made["armature"] = joint.armature;
  body["joints"] = Json::array({std::move(made)});
  addCoordinate(link, m_parts.names[index] + '.' + name, type);
}

/// Whether a link carries one with a mass by its descendants.
bool RobotPartsMaker::carriesMass(std::size_t index) const {
  for (std::size_t i = index + 1; i < m_robot.links.size(); ++i) {
    if (m_robot.links[i].mass == 0) continue;
    int above = m_robot.links[i].parent;
    while (above > static_cast<int>(index)) above = m_robot.links[static_cast<std::size_t>(above)].parent;
    if (above == static_cast<int>(index)) return true;
  }
  return false;
}

/// The keys of a shape but its name; nothing where there is nothing to draw.
std::optional<Json> RobotPartsMaker::shapeJson(const RobotLink& link, const RobotShape& shape,
                                               const Eigen::Matrix3d& axes) {
  using Kind = RobotShape::Kind;
  const Eigen::Vector3d at = axes * shape.pose.translation();
  const Eigen::Matrix3d turned = axes * shape.pose.linear();
  const auto framed = [](const char* type, const Eigen::Vector3d& size, const Eigen::Vector3d& place,
                         const Eigen::Matrix3d& along) {
    Json made = {{"type", type}, {"size", {size.x(), size.y(), size.z()}}, {"position", vectorJson(place)}};
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
      return framed("box", shape.size, at, turned);
    case Kind::Ellipsoid:
      return framed("ellipsoid", shape.size, at, turned);
    case Kind::Cylinder: {
      if (!(length > 2 * radius)) {
        constexpr int sides = usualSides;
        m_parts.warnings.add(
            "link", link.name,
            "a flat cylinder is a prism of " + std::to_string(sides) + " sides here, % inside of it",
            roundedText(1000 * radius * (1 - std::cos(std::numbers::pi / sides))) + " mm");
        const Eigen::Vector3d half = length / 2 * turned.col(2);
        return Json{{"type", "cylinder"},
                    {"from", vectorJson(at - half)},
                    {"to", vectorJson(at + half)},
                    {"radius", radius},
                    {"sides", sides}};
      }
      m_parts.warnings.add("link", link.name, "a cylinder is a rod of the same length with round ends here");
      const Eigen::Vector3d half = (length / 2 - radius) * turned.col(2);
      return Json{{"type", "segment"},
                  {"from", vectorJson(at + half)},
                  {"to", vectorJson(at - half)},
                  {"radius", radius}};
    }
    case Kind::Capsule: {
      const Eigen::Vector3d half = length / 2 * turned.col(2);
      if (!(length > 0)) return Json{{"type", "ball"}, {"radius", radius}, {"centre", vectorJson(at)}};
      return Json{{"type", "segment"},
                  {"from", vectorJson(at + half)},
                  {"to", vectorJson(at - half)},
                  {"radius", radius}};
    }
    case Kind::Hull: {
      Json points = Json::array();
      for (const Eigen::Vector3d& point : shape.points)
        points.push_back(vectorJson(axes * (shape.pose * point)));
      return Json{{"type", "hull"}, {"points", std::move(points)}};
    }
    case Kind::Mesh:
      break;
  }
  if (link.mass == 0) {
    m_parts.warnings.add("link", link.name, "the mesh % is left out: without a mass there is no box for it",
                         shape.file);
    return std::nullopt;
  }
  const InertialBox inertial(link);
  if (!(inertial.size.minCoeff() > 0)) {
    m_parts.warnings.add("link", link.name, "the mesh % is left out: its inertia is that of no box",
                         shape.file);
    return std::nullopt;
  }
  m_parts.warnings.add("link", link.name,
                       shape.file.empty() ? "has no geometry: the box with its inertia stands for it"
                                          : "the mesh % is the box with the inertia of the link here",
                       shape.file);
  return framed("box", inertial.size, axes * link.centreOfMass, axes * inertial.axes);
}

/// Collision shapes, then visual ones that are not among them. A mesh beside other shapes is left out.
void RobotPartsMaker::addShapes(std::size_t index, Json& body) {
  const RobotLink& link = m_robot.links[index];
  const bool collides = std::ranges::any_of(link.shapes, &RobotShape::collides);
  Json shapes = Json::array();
  std::vector<std::string>& names = m_parts.shapeNames.emplace_back();
  std::vector<std::optional<double>>& frictions = m_parts.frictions.emplace_back();
  std::vector<Json> known;
  for (const RobotShape& shape : link.shapes) {
    if (shape.kind == RobotShape::Kind::Mesh && !shapes.empty()) {
      m_parts.warnings.add("link", link.name, "the mesh % is left out beside the link's other shapes",
                           shape.file);
      continue;
    }
    std::optional<Json> made = shapeJson(link, shape, m_parts.poses[index].linear());
    if (!made || std::ranges::find(known, *made) != known.end()) continue;
    known.push_back(*made);
    const std::string name = (shape.collides ? "hull" : "look") + std::to_string(known.size());
    (*made)["name"] = name;
    if (shape.collides || (!collides && !shape.onlyLooks)) names.push_back(name);
    shapes.push_back(std::move(*made));
    frictions.push_back(shape.friction);
  }
  if (!shapes.empty()) body["shapes"] = std::move(shapes);
}

void RobotPartsMaker::addBody(std::size_t index) {
  const RobotLink& link = m_robot.links[index];
  const Eigen::Matrix3d axes = m_parts.poses[index].linear();
  Json body = {{"name", m_parts.names[index]}};
  if (link.parent >= 0) {
    const auto parent = static_cast<std::size_t>(link.parent);
    body["parent"] = m_parts.names[parent];
    body["origin"] = vectorJson(m_parts.poses[index].translation() - m_parts.poses[parent].translation());
    addJoint(index, body);
  } else if (m_floats) {
    if (link.mass == 0) refuse("link " + link.name, "floats and has no mass", "an inertial of a mass > 0");
    body["joints"] = {"free"};
  }
  if (link.mass != 0) {
    body["mass"] = link.mass;
    body["centre-of-mass"] = vectorJson(axes * link.centreOfMass);
    const Eigen::Matrix3d inertia = axes * link.inertia * axes.transpose();
    body["inertia"] = matrixJson(0.5 * (inertia + inertia.transpose()));
  } else if (!link.inertia.isZero()) {
    m_parts.warnings.add("link", link.name, "has no mass, and therefore no inertia here");
  }
  addShapes(index, body);
  if (!link.color.empty()) m_parts.colors[m_parts.names[index]] = link.color;
  m_parts.bodies.push_back(std::move(body));
}

/// The angle below which axes of a file are parallel but for its rounding (rad). A larger one takes a linkage
/// in space for one in a plane; a smaller one locks linkages of rounded files.
constexpr double roundedAxes = 1e-3;

/// The direction (world) of the axes of all joints that a loop turns, with that of its own hinge, where these
/// are nearly parallel: `spread` is the largest sine of an angle between one of them and it. With exact axes
/// the loop says the same across the plane as the joints; with these it would lock them. Empty for other
/// loops, and where the axes are exact.
std::optional<RobotPartsMaker::SharedAxis> RobotPartsMaker::nearlySharedAxis(
    std::ptrdiff_t first, std::ptrdiff_t second, const Eigen::Vector3d& hinge) const {
  constexpr double near = 0.2, exact = 1e-12;
  const auto chain = [&](std::ptrdiff_t link) {
    std::set<std::ptrdiff_t> links;
    for (; link >= 0 && link < std::ssize(m_robot.links);
         link = m_robot.links[static_cast<std::size_t>(link)].parent)
      links.insert(link);
    return links;
  };
  const std::set<std::ptrdiff_t> a = chain(first), b = chain(second);
  std::vector<std::ptrdiff_t> turned;
  std::ranges::set_symmetric_difference(a, b, std::back_inserter(turned));
  std::vector<Eigen::Vector3d> axes;
  if (!hinge.isZero()) axes.push_back(hinge.normalized());
  for (const std::ptrdiff_t link : turned) {
    const RobotLink& one = m_robot.links[static_cast<std::size_t>(link)];
    if (one.parent < 0) return std::nullopt;
    if (one.joint.kind == RobotJoint::Kind::Fixed) continue;
    if (one.joint.kind != RobotJoint::Kind::Revolute) return std::nullopt;
    const Eigen::Vector3d axis =
        m_parts.poses[static_cast<std::size_t>(link)].linear() * one.joint.axis.normalized();
    axes.push_back(axes.empty() || axes.front().dot(axis) >= 0 ? axis : Eigen::Vector3d(-axis));
  }
  if (axes.empty()) return std::nullopt;
  SharedAxis shared{Eigen::Vector3d::Zero(), 0, axes.size() - (hinge.isZero() ? 0 : 1)};
  for (const Eigen::Vector3d& axis : axes) shared.axis += axis;
  shared.axis.normalize();
  for (const Eigen::Vector3d& axis : axes)
    shared.spread = std::max(shared.spread, axis.cross(shared.axis).norm());
  if (shared.spread > near || shared.spread < exact) return std::nullopt;
  return shared;
}

/// Adds a loop that a scene can have. Bodies have the axes of the root where all coordinates are 0, so that a
/// weld turns nothing there.
bool RobotPartsMaker::addLoop(const RobotLoop& loop) {
  static const std::map<std::string, const char*> types{
      {"connect", "pin"}, {"weld", "weld"}, {"hinge", "hinge"}};
  const auto type = types.find(loop.kind);
  const auto linkOf = [&](const std::string& name) {
    return std::ranges::find(m_robot.links, name, &RobotLink::name) - m_robot.links.begin();
  };
  const auto first = linkOf(loop.first), second = linkOf(loop.second), count = std::ssize(m_robot.links);
  if (type == types.end() || first == second || (first == count && second == count)) return false;
  const bool isHinge = loop.kind == "hinge";
  const auto poseOf = [&](std::ptrdiff_t link) {
    return link == count ? Eigen::Isometry3d::Identity() : m_parts.poses[static_cast<std::size_t>(link)];
  };
  const Eigen::Vector3d point = poseOf(first) * loop.at,
                        axis = poseOf(first).linear() * loop.axis.normalized();
  auto shared = loop.kind == "weld" ? std::nullopt : nearlySharedAxis(first, second, axis);
  if (shared && shared->spread > roundedAxes) {
    // As many equations as joints leave no motion, where they do not say the same.
    const std::size_t equations = isHinge ? 5 : 3;
    if (shared->joints <= equations)
      m_parts.warnings.add(
          "loop", loop.name,
          "the axes of its joints are % off parallel, which may lock it: give them more digits",
          roundedText(shared->spread) + " rad");
    shared.reset();
  }
  if (shared)
    m_parts.warnings.add("loop", loop.name,
                         "the axes of its joints are % off parallel: its point may move along them here",
                         roundedText(shared->spread) + " rad");
  Json between = Json::array();
  for (const std::ptrdiff_t link : {first, second}) {
    Json end = Json::object();
    if (link < count) end["body"] = m_parts.names[static_cast<std::size_t>(link)];
    end["at"] = vectorJson(point - poseOf(link).translation());
    if (isHinge && !shared) end["axis"] = vectorJson(axis);
    between.push_back(std::move(end));
  }
  Json json = {{"type", shared ? "slot" : type->second},
               {"name", m_loopNames.make(loop.name)},
               {"between", std::move(between)}};
  if (shared) json["axis"] = vectorJson(shared->axis);
  m_parts.loops.push_back(std::move(json));
  return true;
}

/// Ties of the joints that follow others.
void RobotPartsMaker::addMimics() {
  for (const RobotLink& link : m_robot.links) {
    const RobotJoint& joint = link.joint;
    if (joint.mimics.empty()) continue;
    const auto own = m_coordinates.find(joint.name), to = m_coordinates.find(joint.mimics);
    if (own == m_coordinates.end() || to == m_coordinates.end() || own == to) {
      m_parts.warnings.add("joint", joint.name, "moves on its own, not with the joint % that it mimics",
                           joint.mimics);
      continue;
    }
    Json tie = {{"type", "tie"},
                {"name", m_loopNames.make(joint.name)},
                {"coordinate", own->second},
                {"to", to->second},
                {"ratio", joint.ratio}};
    if (joint.offset != 0) tie["offset"] = joint.offset;
    m_parts.loops.push_back(std::move(tie));
  }
}

/// Loops, and what the reader of the file has left out.
void RobotPartsMaker::addNotes() {
  for (const RobotLoop& loop : m_robot.loops)
    if (!addLoop(loop))
      m_parts.warnings.add(
          "loop", loop.name,
          "stays open: a scene has no " + loop.kind + " of " + loop.first + " and " + loop.second);
  addMimics();
  for (const RobotNote& note : m_robot.notes)
    m_parts.warnings.add(note.kind, note.name, note.what, note.detail);
}

RobotParts RobotPartsMaker::run() {
  nameLinks();
  for (std::size_t i = 0; i < m_robot.links.size(); ++i) addBody(i);
  addNotes();
  return std::move(m_parts);
}

}  // namespace

InertialBox::InertialBox(const RobotLink& link) {
  const SpatialSpectrum spectrum = spatialSpectrumOf(link.inertia);
  const Eigen::Vector3d moments = spectrum.values;
  axes = spectrum.vectors;
  if (axes.determinant() < 0) axes.col(0) *= -1;
  for (int i = 0; i < 3; ++i)  // I_i = m (a_j² + a_k²)/12
    size[i] = std::sqrt(std::max(0.0, 6 * (moments.sum() - 2 * moments[i]) / link.mass));
}

Json numberOf(double value) {
  return std::abs(value) < rounding ? 0.0 : value;
}

RobotParts robotParts(const Robot& robot, bool floats, const std::string& path) {
  return RobotPartsMaker(robot, floats, path).run();
}

}  // namespace carom
