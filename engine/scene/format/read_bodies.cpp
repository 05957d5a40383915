#include "scene/format/read_bodies.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace carom {

namespace {

std::string readName(const JsonValue& json) {
  std::string name = json.string();
  if (!isName(name)) json.refuse("\"" + name + "\" is no name", "letters, digits, _ and -");
  return name;
}

/// "x", "y" and "z" are short for travel along that axis, "angle" for a turn about z, "spherical" for any
/// turn.
JointSource shortJoint(const std::string& name, const JsonValue& json, ExpressionReader& read) {
  static const std::string axes = "xyz";
  using Kind = JointSource::Kind;
  if (name == "spherical") return {Kind::Spherical, {}, "r", json.path()};
  const bool revolute = name == "angle";
  const auto axis = revolute ? 2 : axes.find(name);
  if ((!revolute && name.size() != 1) || axis == std::string::npos)
    json.refuse("\"" + name + "\" is no joint",
                "\"x\", \"y\", \"z\", \"angle\", \"spherical\", \"planar\", \"free\" or {\"type\": "
                "\"prismatic\", \"revolute\" or \"spherical\", …}");
  std::array<double, 3> unit{};
  unit[axis] = 1;
  return {revolute ? Kind::Revolute : Kind::Prismatic, read.constant(unit, json.path()), name, json.path()};
}

void readJoint(const JsonValue& json, ExpressionReader& read, int index, std::vector<JointSource>& joints) {
  using Kind = JointSource::Kind;
  static const std::map<std::string, Kind, std::less<>> kinds{
      {"prismatic", Kind::Prismatic}, {"revolute", Kind::Revolute}, {"spherical", Kind::Spherical}};
  static const std::map<std::string, std::vector<const char*>, std::less<>> several{
      {"planar", {"x", "y", "angle"}}, {"free", {"x", "y", "z", "spherical"}}};
  if (json.json().is_string()) {
    const std::string name = json.string();
    const auto parts = several.find(name);
    if (parts == several.end()) return joints.push_back(shortJoint(name, json, read));
    for (const char* part : parts->second) joints.push_back(shortJoint(part, json, read));
    return;
  }
  const std::string type = json.at("type").string();
  if (type == "fixed") return json.allowKeys(Section::FixedJoint);
  const auto kind = kinds.find(type);
  if (kind == kinds.end())
    json.at("type").refuse("unknown joint \"" + type + '"',
                           "\"prismatic\", \"revolute\", \"spherical\" or \"fixed\"");
  if (kind->second == Kind::Spherical) {
    json.allowKeys(Section::SphericalJoint);
    joints.push_back({Kind::Spherical, {}, json.has("name") ? readName(json.at("name")) : "r", json.path()});
    return;
  }
  json.allowKeys(Section::AxisJoint);
  JointSource joint{kind->second, read.vector(json, Section::AxisJoint, "axis", index),
                    readName(json.at("name")), json.path()};
  joint.armature = read.optional(json, Section::AxisJoint, "armature", index);
  if (const auto limits = json.find("limits")) {
    limits->allowKeys(Section::JointLimits);
    joint.lower = read.optional(*limits, Section::JointLimits, "lower", index);
    joint.upper = read.optional(*limits, Section::JointLimits, "upper", index);
    joint.restitution = read.optional(*limits, Section::JointLimits, "restitution", index);
    if (!joint.lower && !joint.upper) limits->refuse("names no limit", "\"lower\", \"upper\" or both");
  }
  joints.push_back(std::move(joint));
}

/// The names of the two ends of a segment.
std::vector<std::string> readEnds(const JsonValue& ends) {
  std::vector<std::string> names;
  for (const JsonValue& end : ends.elements()) names.push_back(readName(end));
  if (names.size() != 2 || names[0] == names[1])
    ends.refuse("does not name the two ends", "two different names");
  return names;
}

std::vector<Number> readPoints(const JsonValue& json, const Key& key, ExpressionReader& read, int index) {
  const auto points = json.elements();
  if (std::ssize(points) < key.least || std::ssize(points) > key.most)
    json.refuse("has " + std::to_string(points.size()) + (points.size() == 1 ? " point" : " points"),
                std::to_string(key.least) + " to " + std::to_string(key.most) + " points");
  std::vector<Number> numbers;
  for (const JsonValue& point : points)
    std::ranges::copy(read.vector(point, index), std::back_inserter(numbers));
  return numbers;
}

/// The numbers at a key of a shape.
std::vector<Number> readNumbers(const JsonValue& json, Section section, const Key& key,
                                ExpressionReader& read, int index) {
  const std::string name(key.key);
  if (key.container == Container::List) return readPoints(json.at(name), key, read, index);
  if (key.form != Form::Vector) return {read.number(json, section, name, index)};
  const NumberVector vector = read.vector(json, section, name, index);
  return {vector.begin(), vector.end()};
}

std::optional<Section> shapeNamed(const std::string& type) {
  return sectionAmong(firstShape, lastShape, [&](const std::string&) { return std::optional(type); });
}

std::string shapeNames() {
  std::string names;
  for (int i = static_cast<int>(firstShape); i <= static_cast<int>(lastShape); ++i)
    names += (names.empty()                      ? "\""
              : i == static_cast<int>(lastShape) ? " or \""
                                                 : ", \"") +
             std::string(nameOf(static_cast<Section>(i))) + '"';
  return names;
}

ShapeSource readShape(const JsonValue& json, ExpressionReader& read, int index) {
  ShapeSource shape;
  shape.place = json.path();
  const std::string type = json.at("type").string();
  const auto section = shapeNamed(type);
  if (!section) json.at("type").refuse("unknown shape \"" + type + '"', shapeNames());
  json.allowKeys(*section);
  shape.kind = *section;
  for (const Key& key : keysOf(*section))
    if (roleOf(key.form) == Role::Expression && key.key != "position" && key.key != "orientation")
      shape.numbers.emplace_back(&key, readNumbers(json, *section, key, read, index));
  if (const auto ends = json.find("ends")) shape.parts = readEnds(*ends);
  if (const auto name = json.find("name")) shape.name = readName(*name);
  shape.placed = json.has("orientation") || json.has("position");
  shape.position = read.vector(json, *section, "position", index);
  shape.turn = read.orientation(json, *section, index);
  return shape;
}

std::vector<Number> readInertia(const JsonValue& body, ExpressionReader& read, int index) {
  const auto inertia = body.find("inertia");
  if (!inertia) return {};
  if (!inertia->json().is_array()) return {read.number(*inertia, index)};
  const auto rows = inertia->elements();
  if (rows.empty() || !rows[0].json().is_array()) {
    const NumberVector axes = read.vector(*inertia, index);
    return {axes.begin(), axes.end()};
  }
  if (rows.size() != 3)
    inertia->refuse("has " + std::to_string(rows.size()) + " rows", "three rows of three numbers");
  std::vector<Number> matrix;
  for (const JsonValue& row : rows)
    for (const Number& number : read.vector(row, index)) matrix.push_back(number);
  return matrix;
}

SolidSource readSolid(const JsonValue& json, ExpressionReader& read, int index) {
  json.allowKeys(Section::Solid);
  return {read.number(json, Section::Solid, "mass", index), read.vector(json, Section::Solid, "at", index),
          readInertia(json, read, index), json.path()};
}

BodySource readBody(const JsonValue& json, ExpressionReader& read) {
  json.allowKeys(Section::Body);
  BodySource body;
  body.place = json.path();
  int index = ExpressionReader::noIndex;
  if (const auto repeat = json.find("repeat")) {
    index = read.table().symbol(repeat->at("index").string());
    body.repeat = Repeat{index, read.number(*repeat, Section::Repeat, "from"),
                         read.number(*repeat, Section::Repeat, "count")};
  }
  body.name = read.pattern(json.at("name"));
  if (body.name.index != index)
    json.at("name").refuse(
        index < 0 ? "uses a repeat index that is not its own" : "does not use its repeat index",
        index < 0 ? "a plain name" : "a name such as \"ball{i}\"");
  if (const auto parent = json.find("parent")) {
    body.parent = read.pattern(*parent);
    if (body.parent->index >= 0 && body.parent->index != index)
      parent->refuse("uses a repeat index that is not its own", "the body's own index");
  }
  body.origin = read.vector(json, Section::Body, "origin", index);
  if (const auto joints = json.find("joints"))
    for (const JsonValue& joint : entries(*joints)) readJoint(joint, read, index, body.joints);
  if (const auto mass = json.find("mass"))
    body.mass = read.number(*mass, keyOf(Section::Body, "mass"), index);
  body.centreOfMass = read.vector(json, Section::Body, "centre-of-mass", index);
  body.inertia = readInertia(json, read, index);
  if (const auto solids = json.find("solids")) {
    for (const char* key : {"mass", "centre-of-mass", "inertia"})
      if (json.has(key) && !solids->json().empty())
        json.at(key).refuse("stands beside \"solids\"", "one of the two");
    for (const JsonValue& solid : entries(*solids)) body.solids.push_back(readSolid(solid, read, index));
  }
  if (const auto shapes = json.find("shapes"))
    for (const JsonValue& shape : entries(*shapes)) body.shapes.push_back(readShape(shape, read, index));
  return body;
}

}  // namespace

std::vector<std::string> readRepeatIndices(const JsonValue& bodies) {
  std::vector<std::string> indices;
  for (const JsonValue& body : entries(bodies)) {
    const auto repeat = body.find("repeat");
    if (!repeat) continue;
    repeat->allowKeys(Section::Repeat);
    const JsonValue index = repeat->at("index");
    const std::string name = index.string();
    if (isReservedName(name))
      index.refuse("\"" + name + "\" is a function, a unit or a constant", freeName(name));
    if (!isName(name) || name.find('-') != std::string::npos)
      index.refuse("\"" + name + "\" is no name for an index", "a name such as \"i\"");
    if (std::find(indices.begin(), indices.end(), name) != indices.end())
      index.refuse("\"" + name + "\" is the index of another repeat", "another name");
    indices.push_back(name);
  }
  return indices;
}

std::vector<BodySource> readBodies(const JsonValue& bodies, ExpressionReader& read) {
  std::vector<BodySource> list;
  for (const JsonValue& body : entries(bodies)) list.push_back(readBody(body, read));
  return list;
}

}  // namespace carom
