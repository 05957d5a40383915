#include "scene/edit/join_bodies.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/edit/entry.h"
#include "scene/edit/expand_repeat.h"
#include "scene/edit/joints.h"
#include "scene/edit/parts.h"
#include "scene/edit/remove_body.h"
#include "scene/edit/value.h"
#include "scene/expression/expression.h"

namespace carom::edit {

namespace {

/// A number of the file moved by −shift; an expression gets the shift as a summand.
Json shiftedBack(const Json& value, double shift) {
  if (shift == 0) return value;
  if (value.is_number()) return number(value.get<double>() - shift);
  const std::string text = textOf(value);
  if (const auto plain = parseQuantity(text)) return number(*plain - shift);
  return "(" + text + ") - (" + textOf(number(shift)) + ")";
}

/// A vector of an entry as seen from a body's new origin.
void shiftBack(Json& entry, const char* key, const Eigen::Vector3d& shift) {
  const Json before = entry.value(key, Json::array({0, 0, 0}));
  Json after = Json::array();
  for (int axis = 0; axis < 3; ++axis)
    after.push_back(shiftedBack(before[static_cast<std::size_t>(axis)], shift[axis]));
  if (after == Json::array({0, 0, 0}))
    entry.erase(key);
  else
    entry[key] = std::move(after);
}

void shiftShape(Json& shape, const Eigen::Vector3d& shift) {
  const std::string type = shape.value("type", "");
  if (type == "half-space") refuse("bodies", "a wall cannot turn about a joint", "a ball, a rod or a box");
  if (shape.contains("orientation")) return shiftBack(shape, "position", shift);
  if (shape.contains("from")) {
    for (const char* end : {"from", "to"}) {
      shiftBack(shape, end, shift);
      if (!shape.contains(end)) shape[end] = Json::array({0, 0, 0});
    }
    return;
  }
  shiftBack(shape, type == "ball" || type == "box" ? "centre" : type == "point" ? "at" : "position", shift);
}

/// The parts in the frame of a body: its shapes, its centre of mass, the bodies that it carries, ends of
/// forces.
void moveFrame(Json& scene, std::size_t entry, const Eigen::Vector3d& shift) {
  Json& body = scene["bodies"][entry];
  const std::string name = body["name"];
  if (body.contains("shapes"))
    for (Json& shape : body["shapes"]) shiftShape(shape, shift);
  if (body.contains("solids"))
    for (Json& solid : body["solids"]) shiftBack(solid, "at", shift);
  else
    shiftBack(body, "centre-of-mass", shift);
  for (Json& other : scene["bodies"])
    if (other.value("parent", "") == name) shiftBack(other, "origin", shift);
  for (const char* list : actingLists) {
    if (!scene.contains(list)) continue;
    for (Json& force : scene[list]) {
      if (!force.contains("between")) continue;
      for (Json& end : force["between"])
        if (end.value("body", "") == name) shiftBack(end, "at", shift);
    }
  }
}

/// A body that turns about its centre of mass needs an inertia: that of a solid ball where it is one.
void giveInertia(Json& body) {
  if (body.contains("solids")) return;
  if (!body.contains("mass")) body["mass"] = 1;
  if (body.contains("inertia")) return;
  for (const Json& shape : body.value("shapes", Json::array())) {
    if (shape.value("type", "") != "ball") continue;
    const auto mass = parseQuantity(textOf(body["mass"])), radius = parseQuantity(textOf(shape["radius"]));
    if (mass && radius)
      body["inertia"] = number(0.4 * *mass * *radius * *radius);
    else
      body["inertia"] = "0.4*(" + textOf(body["mass"]) + ")*(" + textOf(shape["radius"]) + ")^2";
    return;
  }
  if (!body.contains("centre-of-mass")) body["inertia"] = 1;
}

/// A number that is a sum of two of the file, each with a factor.
Json combined(double a, const Json& x, double b, const Json& y) {
  const auto first = parseQuantity(textOf(x)), second = parseQuantity(textOf(y));
  const bool noFirst = a == 0 || (first && *first == 0), noSecond = b == 0 || (second && *second == 0);
  if (noFirst && noSecond) return 0;
  if (first && second) return number(a * *first + b * *second);
  const auto term = [](double factor, const Json& value) {
    return textOf(number(factor)) + "*(" + textOf(value) + ')';
  };
  return noSecond ? term(a, x) : noFirst ? term(b, y) : term(a, x) + " + " + term(b, y);
}

/// A turn about z of the parts in the frame of a body.
class FrameTurn {
 public:
  explicit FrameTurn(double angle)
      : m_quarters(angle / (0.5 * std::numbers::pi)),
        m_cos(isQuarters() ? std::round(std::cos(angle)) : std::cos(angle)),
        m_sin(isQuarters() ? std::round(std::sin(angle)) : std::sin(angle)) {}

  void body(Json& scene, std::size_t entry) const {
    if (m_sin == 0 && m_cos == 1) return;
    Json& body = scene["bodies"][entry];
    const std::string name = body["name"];
    for (const Json& other : scene["bodies"])
      if (other.value("parent", "") == name)
        refuse("bodies", "\"" + name + "\" is turned, and carries \"" + std::string(other["name"]) + '"',
               "a body that is not turned, or carries none");
    if (body.contains("shapes"))
      for (Json& one : body["shapes"]) shape(one, name);
    vector(body, "centre-of-mass");
    if (body.contains("inertia") && body["inertia"].is_array()) axes(body["inertia"], name);
    for (const char* list : actingLists) {
      if (!scene.contains(list)) continue;
      for (Json& force : scene[list]) {
        if (!force.contains("between")) continue;
        for (Json& end : force["between"])
          if (end.value("body", "") == name)
            for (const char* key : {"at", "axis"})
              if (end.contains(key)) vector(end, key);
      }
    }
  }

 private:
  bool isQuarters() const { return std::abs(m_quarters - std::round(m_quarters)) < 1e-12; }

  void vector(Json& entry, const char* key) const {
    if (!entry.contains(key)) return;
    vector(entry[key]);
  }
  void vector(Json& entry) const {
    const Json before = entry;
    entry = {combined(m_cos, before[0], -m_sin, before[1]), combined(m_sin, before[0], m_cos, before[1]),
             before[2]};
  }
  /// Numbers along the body's own axes.
  void axes(Json& sizes, const std::string& name) const {
    if (sizes[0] == sizes[1]) return;
    if (!isQuarters())
      refuse("bodies", "\"" + name + "\" is turned against the axes of what it is joined to",
             "a multiple of 90°");
    if (m_cos == 0) std::swap(sizes[0], sizes[1]);
  }
  /// An orientation about z, too, may come before or after the turn.
  void shape(Json& shape, const std::string& name) const {
    const Json turn = shape.value("orientation", Json());
    if (turn.is_array() && !(turn[0] == 0 && turn[1] == 0))
      refuse("bodies", "a shape of \"" + name + "\" has an orientation of its own in space",
             "its numbers in the body's axes, or an orientation about z");
    if (shape.contains("size")) axes(shape["size"], name);
    for (const char* key : {"centre", "at", "from", "to", "normal", "position"}) vector(shape, key);
    if (!shape.contains("points")) return;
    for (Json& point : shape["points"]) vector(point);
  }

  double m_quarters, m_cos, m_sin;
};

/// Moves a body and the bodies that it carries to the end of the list, if its parent comes after it: parents
/// come first in a scene. Otherwise all stay, and so do the colours and contacts that follow from the order.
void moveBehindParent(Json& scene, const std::string& name, const std::string& parent) {
  if (parent.empty() || requireEntry(scene, parent) < requireEntry(scene, name)) return;
  const std::set<int> entries = withCarried(scene, {name});
  Json stay = Json::array(), go = Json::array();
  for (std::size_t i = 0; i < scene["bodies"].size(); ++i)
    (entries.contains(static_cast<int>(i)) ? go : stay).push_back(scene["bodies"][i]);
  for (Json& body : go) stay.push_back(std::move(body));
  scene["bodies"] = std::move(stay);
}

using Kind = NewJoint::Kind;

void requireSingle(const Json& scene, const Mechanism& mechanism, const std::string& name) {
  if (mechanism.bodyIndex(name) < 0 || isRepeat(scene, name))
    refuse("bodies", "\"" + name + "\" is no single body", "a single body");
}

/// "x" or "y" along these, else an axis of its own.
Json sliderAlong(const Eigen::Vector3d& direction) {
  for (const auto& [axis, name] : {std::pair(0, "x"), std::pair(1, "y")})
    if ((direction.cwiseAbs() - Eigen::Vector3d::Unit(axis)).norm() < 1e-12) return name;
  Eigen::Vector3d axis = direction;
  for (double& x : axis)
    if (std::abs(x) < 1e-12) x = 0;
  return {{"type", "prismatic"}, {"axis", vector(axis)}, {"name", "slide"}};
}

/// The body's joint, and its rotation in the frame of the other body.
void setJoint(Json& scene, std::size_t entry, const NewJoint& joint, const Eigen::Matrix3d& turn,
              const Eigen::Matrix3d& base) {
  const std::string prefix = "initial.q." + joint.body + '.';
  const auto initial = [&](const char* coordinate, double value) {
    if (value != 0) make(scene, prefix + coordinate) = number(value);
  };
  const double angle = std::atan2(turn(1, 0), turn(0, 0));
  if (joint.kind != Kind::Ball && std::abs(turn(2, 2) - 1) > 1e-9)
    refuse("bodies", "\"" + joint.body + "\" is turned out of the plane", "a turn about z");
  Json joints = Json::array();
  switch (joint.kind) {
    case Kind::Hinge:
      joints.push_back("angle");
      initial("angle", angle);
      break;
    case Kind::Ball: {
      joints.push_back("spherical");
      const Eigen::AngleAxisd rotation(turn);
      const Eigen::Vector3d r = rotation.angle() * rotation.axis();
      for (const auto& [axis, name] : {std::pair(0, "rx"), std::pair(1, "ry"), std::pair(2, "rz")})
        initial(name, r[axis]);
      break;
    }
    case Kind::Slider:
      joints.push_back(sliderAlong((base.transpose() * joint.along).normalized()));
      FrameTurn(angle).body(scene, entry);
      break;
    case Kind::Weld:
      FrameTurn(angle).body(scene, entry);
      break;
  }
  Json& body = scene["bodies"][entry];
  body.erase("joints");
  if (!joints.empty()) body["joints"] = std::move(joints);
}

}  // namespace

Json joinBody(const Json& scene, const SceneInstance& instance, const NewJoint& joint) {
  const Mechanism& mechanism = *instance.mechanism;
  const Eigen::VectorXd& q = instance.initial.q;
  const auto& [kind, name, parent, point, along] = joint;
  requireSingle(scene, mechanism, name);
  if (!parent.empty()) requireSingle(scene, mechanism, parent);
  if (!parent.empty() && withCarried(scene, {name}).contains(requireEntry(scene, parent)))
    refuse("bodies", "\"" + name + "\" carries \"" + parent + '"', "a body that it does not carry");

  const Pose pose = mechanism.pose(mechanism.bodyIndex(name), q);
  const Pose base = parent.empty() ? Pose{} : mechanism.pose(mechanism.bodyIndex(parent), q);
  const bool turns = kind == Kind::Hinge || kind == Kind::Ball;
  const Eigen::Vector3d origin = turns ? point : pose.x;

  Json result = withoutJoints(scene, name);
  const auto entry = static_cast<std::size_t>(requireEntry(result, name));
  if (turns) moveFrame(result, entry, pose.R.transpose() * (origin - pose.x));
  setJoint(result, entry, joint, base.R.transpose() * pose.R, base.R);
  Json& body = result["bodies"][entry];
  body.erase("parent");
  if (!parent.empty()) body["parent"] = parent;
  body["origin"] = vector(base.R.transpose() * (origin - base.x));
  if (turns) giveInertia(body);
  if (kind == Kind::Slider && !body.contains("mass")) body["mass"] = 1;
  moveBehindParent(result, name, parent);
  check(result);
  return result;
}

}  // namespace carom::edit
