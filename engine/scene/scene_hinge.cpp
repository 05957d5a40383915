// Hinging a body that is there to another one, or to the world.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "scene/expression.h"
#include "scene/scene_edit.h"
#include "scene/scene_edit_parts.h"
#include "scene/scene_names.h"
#include "scene/scene_place.h"

namespace carom::edit {

namespace {

/// A number of the file moved by −shift; an expression becomes one with the shift behind it.
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
  for (int axis = 0; axis < 3; ++axis) after.push_back(shiftedBack(before[static_cast<std::size_t>(axis)], shift[axis]));
  if (after == Json::array({0, 0, 0}))
    entry.erase(key);
  else
    entry[key] = std::move(after);
}

void shiftShape(Json& shape, const Eigen::Vector3d& shift) {
  const std::string type = shape.value("type", "");
  if (type == "half-space") refuse("bodies", "a wall cannot turn about a hinge", "a ball, a rod or a box");
  if (type == "ball" || type == "box") return shiftBack(shape, "centre", shift);
  if (type == "point") return shiftBack(shape, "at", shift);
  for (const char* end : {"from", "to"}) {
    shiftBack(shape, end, shift);
    if (!shape.contains(end)) shape[end] = Json::array({0, 0, 0});
  }
}

/// What is given in the frame of a body: its shapes, its centre of mass, what it carries, ends of forces.
void moveFrame(Json& scene, std::size_t entry, const Eigen::Vector3d& shift) {
  Json& body = scene["bodies"][entry];
  const std::string name = body["name"];
  if (body.contains("shapes"))
    for (Json& shape : body["shapes"]) shiftShape(shape, shift);
  shiftBack(body, "centre-of-mass", shift);
  for (Json& other : scene["bodies"])
    if (other.value("parent", "") == name) shiftBack(other, "origin", shift);
  for (const char* list : {"springs", "dampers"}) {
    if (!scene.contains(list)) continue;
    for (Json& force : scene[list]) {
      if (!force.contains("between")) continue;
      for (Json& end : force["between"])
        if (end.value("body", "") == name) shiftBack(end, "at", shift);
    }
  }
}

/// A body on a hinge at its centre of mass needs an inertia: that of a solid ball where it is one.
void giveInertia(Json& body) {
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

/// Puts a body and what it carries behind all others: parents come first in a scene.
void moveToEnd(Json& scene, const std::string& name) {
  const std::set<int> entries = withCarried(scene, {name});
  Json stay = Json::array(), go = Json::array();
  for (std::size_t i = 0; i < scene["bodies"].size(); ++i)
    (entries.contains(static_cast<int>(i)) ? go : stay).push_back(scene["bodies"][i]);
  for (Json& body : go) stay.push_back(std::move(body));
  scene["bodies"] = std::move(stay);
}

}  // namespace

Json hingeBody(const Json& scene, const SceneInstance& instance, const std::string& name, const std::string& parent,
               const Eigen::Vector3d& point) {
  const Mechanism& mechanism = *instance.mechanism;
  const Eigen::VectorXd& q = instance.initial.q;
  const int body = mechanism.bodyIndex(name), above = parent.empty() ? -1 : mechanism.bodyIndex(parent);
  if (body < 0 || isRepeat(scene, name)) refuse("bodies", "\"" + name + "\" is no single body", "a single body");
  if (!parent.empty() && (above < 0 || isRepeat(scene, parent)))
    refuse("bodies", "\"" + parent + "\" is no single body", "a single body");
  if (!parent.empty() && withCarried(scene, {name}).contains(requireEntry(scene, parent)))
    refuse("bodies", "\"" + name + "\" carries \"" + parent + '"', "a body that it does not carry");

  const Pose pose = mechanism.pose(body, q), base = above < 0 ? Pose{} : mechanism.pose(above, q);
  const Eigen::Matrix3d turn = base.R.transpose() * pose.R;
  if (std::abs(turn(2, 2) - 1) > 1e-9) refuse("bodies", "\"" + name + "\" is turned out of the plane", "a turn about z");
  const double angle = std::atan2(turn(1, 0), turn(0, 0));

  Json result = scene;
  const std::string prefix = name + '.';
  for (const Coordinate& coordinate : mechanism.coordinates())  // with the forces and values on them
    if (coordinate.name.starts_with(prefix)) result = withoutJoint(result, coordinate.name);
  const auto entry = static_cast<std::size_t>(requireEntry(result, name));
  moveFrame(result, entry, pose.R.transpose() * (point - pose.x));
  Json& spec = result["bodies"][entry];
  spec["joints"] = Json::array({"angle"});
  spec.erase("parent");
  if (!parent.empty()) spec["parent"] = parent;
  spec["origin"] = vector(base.R.transpose() * (point - base.x));
  giveInertia(spec);
  if (angle != 0) make(result, "initial.q." + prefix + "angle") = number(angle);
  moveToEnd(result, name);
  check(result);
  return result;
}

}  // namespace carom::edit
