#include "audit/recording/recording_map.h"

#include <algorithm>
#include <filesystem>

#include "audit/recording/time_shift.h"
#include "base/near_names.h"
#include "scene/expression/expression.h"
#include "scene/expression/unit_check.h"
#include "scene/format/json_value.h"
#include "scene/format/parse_json.h"
#include "scene/format/regular_file.h"
#include "scene/scene.h"
#include "scene/scene_error.h"

namespace carom {

namespace recording_map {
namespace {

using Names = std::vector<std::string>;

bool has(const Names& columns, const std::string& name) {
  return std::ranges::find(columns, name) != columns.end();
}

/// The first of these columns that the recording has, "" for none.
std::string oneOf(const Names& columns, const Names& candidates) {
  for (const std::string& name : candidates)
    if (has(columns, name)) return name;
  return {};
}

/// The coordinates of a body: what its joints are.
struct BodyJoints {
  std::string name;
  int first = 0;           ///< its first coordinate
  int count = 0;           ///< of coordinates
  bool isFree = false;     ///< three travels, then a spherical joint
  bool isTurning = false;  ///< a spherical joint alone
};
std::vector<BodyJoints> jointsOf(const Mechanism& mechanism) {
  std::vector<BodyJoints> all;
  int next = 0;
  for (const Body& body : mechanism.bodies()) {
    BodyJoints joints{body.name, next, 0};
    int travels = 0, spherical = 0;
    for (const Joint& joint : body.joints) {
      joints.count += static_cast<int>(coordinateNames(joint).size());
      travels += std::holds_alternative<Prismatic>(joint.kind);
      spherical += std::holds_alternative<Spherical>(joint.kind);
    }
    joints.isFree = travels == 3 && spherical == 1 && body.joints.size() == 4;
    joints.isTurning = spherical == 1 && body.joints.size() == 1;
    next += joints.count;
    if (joints.count > 0) all.push_back(joints);
  }
  return all;
}

std::string coordinateName(const Mechanism& mechanism, int i) {
  return mechanism.coordinates()[static_cast<std::size_t>(i)].name;
}

/// "qpos[3]", or one of the ways in which files of text write it.
std::string numbered(const Names& columns, const std::string& array, int i) {
  const std::string number = std::to_string(i);
  const std::string found =
      oneOf(columns, {array + '[' + number + ']', array + number, array + '_' + number});
  return found.empty() ? array + '[' + number + ']' : found;
}

/// The arrays of a simulator.
struct Arrays {
  std::string q, v, tau;  ///< tau: of forces, in the order of the velocities
};

/// Positions, velocities and forces in the order of the tree, as simulators keep them.
RecordingMap treeMap(const std::string& name, const Mechanism& mechanism, const Names& columns,
                     const Arrays& arrays, bool quaternionFirst) {
  RecordingMap map{.name = name};
  const auto& [q, v, tau] = arrays;
  const bool hasVelocities = has(columns, numbered(columns, v, 0));
  const bool hasForces = has(columns, numbered(columns, tau, 0));
  int atQ = 0, atV = 0;
  const auto nextQ = [&] { return numbered(columns, q, atQ++); };
  const auto nextV = [&] { return hasVelocities ? numbered(columns, v, atV++) : std::string(); };
  for (const BodyJoints& joints : jointsOf(mechanism)) {
    if (joints.isFree || joints.isTurning) {
      MappedBody& body = map.bodies[joints.name];
      body.angularInBody = !quaternionFirst;
      if (joints.isFree && !quaternionFirst) std::ranges::generate(body.position, nextQ);
      std::ranges::generate(body.quaternion, nextQ);
      if (joints.isFree && quaternionFirst) std::ranges::generate(body.position, nextQ);
      if (joints.isFree && !quaternionFirst) std::ranges::generate(body.linear, nextV);
      std::ranges::generate(body.angular, nextV);
      if (joints.isFree && quaternionFirst) std::ranges::generate(body.linear, nextV);
      continue;
    }
    for (int i = joints.first; i < joints.first + joints.count; ++i) {
      map.coordinates[coordinateName(mechanism, i)] = {nextQ()};
      if (hasForces) map.coordinates["tau:" + coordinateName(mechanism, i)] = {numbered(columns, tau, i)};
      if (hasVelocities) map.coordinates["v:" + coordinateName(mechanism, i)] = {nextV()};
    }
  }
  return map;
}

/// The rows of the only body that moves, under the names that people give to its columns.
RecordingMap bodyMap(const Mechanism& mechanism, const Names& columns) {
  RecordingMap map{.name = "body"};
  const auto all = jointsOf(mechanism);
  if (all.size() != 1)
    throw SceneError("", "--map body",
                     "asks for one moving body, and the scene has " + std::to_string(all.size()),
                     "a scene with one, or another map", SceneError::Fault::Command);
  const BodyJoints& joints = all[0];
  if (joints.isFree) {
    MappedBody& body = map.bodies[joints.name];
    body.position = {"x", "y", "z"};
    body.quaternion = {"qw", "qx", "qy", "qz"};
    if (has(columns, "vx")) body.linear = {"vx", "vy", "vz"};
    if (has(columns, "wx")) body.angular = {"wx", "wy", "wz"};
    if (body.linear[0].empty() || body.angular[0].empty()) body.linear = body.angular = {};
    return map;
  }
  if (joints.count != 3)
    throw SceneError("", "--map body", "asks for a body with joints planar or free", "another map",
                     SceneError::Fault::Command);
  const std::array<Names, 3> q{Names{"x"}, Names{"y", "z"}, Names{"angle", "th", "theta"}},
      v{Names{"vx"}, Names{"vy", "vz"}, Names{"vangle", "vth", "vtheta", "omega", "w"}};
  for (int i = 0; i < 3; ++i) {
    const std::string name = coordinateName(mechanism, joints.first + i);
    const std::string column = oneOf(columns, q[static_cast<std::size_t>(i)]);
    map.coordinates[name] = {column.empty() ? q[static_cast<std::size_t>(i)][0] : column};
    const std::string rate = oneOf(columns, v[static_cast<std::size_t>(i)]);
    if (!rate.empty()) map.coordinates["v:" + name] = {rate};
  }
  return map;
}

/// A number with its unit, of what should have this SI unit.
double quantity(const JsonValue& value) {
  try {
    return Expression(value.expression(), {}, nullptr)();
  } catch (const ExpressionError& error) {
    value.refuse(error.what(), "a number, with a unit where it is not SI");
  }
}

MappedColumn columnOf(const JsonValue& value, const std::string& si) {
  if (value.json().is_string()) return {value.string()};
  value.allowKeys({"column", "unit", "mirrored", "offset"});
  MappedColumn column{value.at("column").string()};
  if (const auto unit = value.find("unit")) {
    const auto one = parseQuantity("1" + unit->string());
    const bool fits =
        one &&
        (si == "rad" || si == "rad/s" ? unit->string().starts_with("rad") || unit->string().starts_with("deg")
         : si == "s" ? unit->string().ends_with("s") && unit->string().find('/') == std::string::npos &&
                           unit->string().size() <= 2
                     : unit->string().find("rad") == std::string::npos &&
                           unit->string().find("deg") == std::string::npos && unit->string() != "s");
    if (!fits) unit->refuse("is no unit of this column", "one that converts to " + si);
    column.scale = *one;
  }
  if (value.booleanOr("mirrored", false)) column.scale = -column.scale;
  if (const auto offset = value.find("offset")) column.offset = quantity(*offset);
  return column;
}

/// A column of forces (si "N") or torques ("N*m").
MappedColumn forceColumn(const JsonValue& value, const std::string& si) {
  if (value.json().is_object())
    if (const auto unit = value.find("unit"))
      if (const auto fault = unitFault("1" + unit->string(), {si}))
        unit->refuse("is no unit of this column", "one that converts to " + si);
  return columnOf(value, si);
}

template <std::size_t size>
std::array<std::string, size> namesOf(const JsonValue& value) {
  const auto elements = value.elements();
  if (elements.size() != size)
    value.refuse("has " + std::to_string(elements.size()) + " columns", std::to_string(size));
  std::array<std::string, size> names;
  for (std::size_t i = 0; i < size; ++i) names[i] = elements[i].string();
  return names;
}

/// 0, 1, 2 of "x", "y", "z"; −1 where no axis is mirrored.
int mirroredAxis(const JsonValue& value, int axes) {
  const auto mirrored = value.find("mirrored");
  if (!mirrored) return -1;
  constexpr std::string_view all = "xyz";
  const std::string axis = mirrored->string();
  const auto at = axis.size() == 1 ? all.find(axis[0]) : std::string::npos;
  if (at == std::string::npos || static_cast<int>(at) >= axes)
    mirrored->refuse("is '" + axis + "'", axes == 2 ? "x or y" : "x, y or z");
  return static_cast<int>(at);
}

/// base: what the map below says of the body; null where it says nothing.
MappedBody mappedBody(const JsonValue& value, const MappedBody* base) {
  value.allowKeys(
      {"position", "quaternion", "order", "linear", "angular", "angular-axes", "unit", "mirrored"});
  MappedBody body = base ? *base : MappedBody();
  if (const auto position = value.find("position")) body.position = namesOf<3>(*position);
  if (!base || value.has("quaternion")) body.quaternion = namesOf<4>(value.at("quaternion"));
  const std::string order = value.stringOr("order", "wxyz");
  if (order == "xyzw")
    std::ranges::rotate(body.quaternion, body.quaternion.begin() + 3);
  else if (order != "wxyz")
    value.at("order").refuse("is '" + order + "'", "wxyz or xyzw");
  if (const auto linear = value.find("linear")) body.linear = namesOf<3>(*linear);
  if (const auto angular = value.find("angular")) body.angular = namesOf<3>(*angular);
  if (const auto given = value.find("angular-axes")) {
    const std::string axes = given->string();
    if (axes != "world" && axes != "body") given->refuse("is '" + axes + "'", "world or body");
    body.angularInBody = axes == "body";
  }
  if (const auto unit = value.find("unit")) {
    const auto one = parseQuantity("1" + unit->string());
    if (!one) unit->refuse("is no unit", "m, mm, …");
    body.positionScale = *one;
  }
  if (value.has("mirrored")) body.mirroredAxis = mirroredAxis(value, 3);
  return body;
}

/// Turns the sign of one coordinate of a planar body, of its angle, and of their velocities and forces.
void mirrorPlanar(const JsonValue& value, const BodyJoints& joints, const Mechanism& mechanism,
                  RecordingMap& map) {
  value.allowKeys({"mirrored"});
  value.at("mirrored");
  const int axis = mirroredAxis(value, 2);
  for (const int i : {joints.first + axis, joints.first + 2})
    for (const char* of : {"", "v:", "p:", "tau:"}) {
      const auto column = map.coordinates.find(of + coordinateName(mechanism, i));
      if (column != map.coordinates.end()) column->second.scale = -column->second.scale;
    }
}

void readTime(const JsonValue& value, RecordingMap& map) {
  if (value.json().is_object() && value.has("rate")) {
    value.allowKeys({"rate"});
    map.rate = quantity(value.at("rate"));
    if (!(*map.rate > 0)) value.at("rate").refuse("is not above 0", "samples a second");
    return;
  }
  map.time = columnOf(value, "s");
}

RecordingMap mapBy(const std::string& nameOrFile, const Mechanism& mechanism, const Names& columns,
                   int depth);

/// text: of a file, or of an option; depth: of maps that this one is the base of.
RecordingMap textMap(const std::string& text, const std::string& file, const Mechanism& mechanism,
                     const Names& columns, int depth) {
  constexpr int deepest = 8;
  if (depth > deepest)
    throw SceneError(file, "base", "is the base of " + std::to_string(depth) + " maps in a row",
                     "maps that do not lead in a ring");
  const auto json = parseJson(text, file);
  const JsonValue root(json, file, "");
  root.allowKeys({"base", "time", "coordinates", "bodies", "tilt", "offset", "velocities", "gap-error",
                  "model-error", "least-noise", "time-shift"});
  RecordingMap map = mapBy(root.stringOr("base", "scene"), mechanism, columns, depth + 1);
  map.name = file;
  if (const auto time = root.find("time")) readTime(*time, map);
  Names known;
  for (const Coordinate& coordinate : mechanism.coordinates()) known.push_back(coordinate.name);
  if (const auto coordinates = root.find("coordinates"))
    for (const auto& [name, value] : coordinates->members()) {
      const bool isRate = name.starts_with("v:"), isForce = name.starts_with("tau:");
      const std::string of = name.substr(isRate ? 2 : isForce ? 4 : 0);
      const auto at = std::ranges::find(known, of);
      if (at == known.end()) value.refuse("is of no coordinate of the scene", expectedName(of, known));
      const std::string& unit = mechanism.coordinates()[static_cast<std::size_t>(at - known.begin())].unit;
      if (isForce)
        map.coordinates[name] = forceColumn(value, unit == "m" ? "N" : "N*m");
      else
        map.coordinates[name] = columnOf(value, unit + (isRate ? "/s" : ""));
    }
  if (const auto bodies = root.find("bodies"))
    for (const auto& [name, value] : bodies->members()) {
      if (mechanism.bodyIndex(name) < 0) value.refuse("is no body of the scene", "the name of one");
      const auto all = jointsOf(mechanism);
      const auto joints = std::ranges::find(all, name, &BodyJoints::name);
      const bool isPlanar = joints != all.end() && !joints->isFree && joints->count == 3 &&
                            mechanism.isPlanar() && !value.has("quaternion");
      const auto base = map.bodies.find(name);
      if (isPlanar)
        mirrorPlanar(value, *joints, mechanism, map);
      else
        map.bodies[name] = mappedBody(value, base == map.bodies.end() ? nullptr : &base->second);
    }
  if (const auto tilt = root.find("tilt")) {
    map.estimatesTilt = tilt->json() == "estimate";
    if (!map.estimatesTilt) map.tilt = quantity(*tilt);
  }
  if (const auto shift = root.find("time-shift")) {
    map.estimatesShift = shift->json() == "estimate";
    if (!map.estimatesShift) map.timeShift = quantity(*shift);
    if (map.estimatesShift && !dependsOnTime(mechanism))
      shift->refuse("cannot be estimated: no motor of the scene depends on the time",
                    "a time, such as \"20 ms\"");
  }
  if (const auto offset = root.find("offset")) {
    map.offsetCoordinate = offset->string();
    if (!has(known, map.offsetCoordinate))
      offset->refuse("is no coordinate", expectedName(map.offsetCoordinate, known));
  }
  map.ignoresVelocities = !root.booleanOr("velocities", !map.ignoresVelocities);
  if (const auto error = root.find("gap-error")) {
    map.gapError = quantity(*error);
    if (!(*map.gapError >= 0)) error->refuse("is below 0", "a length");
  }
  if (const auto error = root.find("model-error")) {
    map.modelError = quantity(*error);
    if (!(*map.modelError >= 0 && *map.modelError < 1)) error->refuse("is no share", "a number from 0 to 1");
  }
  if (const auto least = root.find("least-noise")) {
    const auto parts = least->elements();
    if (parts.size() != 2)
      least->refuse("has " + std::to_string(parts.size()) + " numbers", "a length and an angle");
    map.leastNoise = {quantity(parts[0]), quantity(parts[1])};
  }
  return map;
}

RecordingMap mapBy(const std::string& nameOrFile, const Mechanism& mechanism, const Names& columns,
                   int depth) {
  if (nameOrFile.empty() || nameOrFile == "scene") {
    RecordingMap map{.name = "scene"};
    const bool isNumbered = has(columns, "q[0]") || (mechanism.dof() == 1 && has(columns, "q"));
    for (int i = 0; i < mechanism.dof(); ++i) {
      const std::string name = coordinateName(mechanism, i), number = '[' + std::to_string(i) + ']';
      const std::string q = mechanism.dof() == 1 ? "q" : "q" + number,
                        v = mechanism.dof() == 1 ? "v" : "v" + number;
      map.coordinates[name] = {isNumbered && !has(columns, name) ? q : name};
      const std::string force = mechanism.dof() == 1 ? "tau" : "tau" + number;
      if (const std::string column = oneOf(columns, {"tau:" + name, force}); !column.empty())
        map.coordinates["tau:" + name] = {column};
      for (const std::string& rate : {"v:" + name, v, "p:" + name})
        if (has(columns, rate) && !map.coordinates.contains("v:" + name) &&
            !map.coordinates.contains("p:" + name))
          map.coordinates[(rate.starts_with("p:") ? "p:" : "v:") + name] = {rate};
    }
    return map;
  }
  if (nameOrFile == "mujoco")
    return treeMap("mujoco", mechanism, columns, {"qpos", "qvel", "qfrc_actuator"}, false);
  if (nameOrFile == "drake") return treeMap("drake", mechanism, columns, {"q", "v", "tau"}, true);
  if (nameOrFile == "body") return bodyMap(mechanism, columns);
  if (nameOrFile.starts_with('{')) return textMap(nameOrFile, "map", mechanism, columns, depth);
  if (std::error_code error; !std::filesystem::exists(nameOrFile, error))
    throw SceneError("", "--map", "'" + nameOrFile + "' is no map and no file",
                     "scene, mujoco, drake, body or a file", SceneError::Fault::Command);
  return textMap(readRegularFile(nameOrFile, longestSceneFile + 1, "a map of a recording"), nameOrFile,
                 mechanism, columns, depth);
}

}  // namespace
}  // namespace recording_map

RecordingMap recordingMap(const std::string& nameOrFile, const Mechanism& mechanism,
                          const std::vector<std::string>& columns) {
  return recording_map::mapBy(nameOrFile, mechanism, columns, 0);
}

}  // namespace carom
