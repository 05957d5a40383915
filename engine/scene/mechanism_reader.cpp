// The scene file's middle: bodies, contacts, initial state.
#include <algorithm>

#include "scene/scene_reader.h"

namespace carom {

namespace {

constexpr std::size_t mostEntries =
    2000;  // of a list in the file; repeats are limited when they are expanded

std::vector<JsonValue> entries(const JsonValue& list) {
  auto elements = list.elements();
  if (elements.size() > mostEntries)
    list.refuse("has " + std::to_string(elements.size()) + " entries",
                "at most " + std::to_string(mostEntries));
  return elements;
}

JointSource readJoint(const JsonValue& json, ExpressionReader& read, int index) {
  JointSource joint;
  joint.place = json.path();
  if (json.json().is_string()) {  // "x" is short for a prismatic joint along x, called x
    static const std::string axes = "xyz";
    joint.name = json.string();
    const auto axis = axes.find(joint.name);
    if (joint.name.size() != 1 || axis == std::string::npos)
      json.refuse("\"" + joint.name + "\" is no axis", "\"x\", \"y\", \"z\" or {\"type\": \"prismatic\", …}");
    std::array<double, 3> unit{};
    unit[axis] = 1;
    joint.axis = read.constant(unit, json.path());
    return joint;
  }
  const std::string type = json.at("type").string();
  if (type == "revolute" || type == "fixed")
    json.at("type").refuse("\"" + type + "\" is not supported in this version", "\"prismatic\"");
  if (type != "prismatic") json.at("type").refuse("unknown joint \"" + type + '"', "\"prismatic\"");
  json.allowKeys({"type", "axis", "name"});
  joint.axis = read.vector(json.at("axis"), index);
  joint.name = json.at("name").string();
  if (!isName(joint.name))
    json.at("name").refuse("\"" + joint.name + "\" is no name", "letters, digits, _ and -");
  return joint;
}

ShapeSource readShape(const JsonValue& json, ExpressionReader& read, int index) {
  ShapeSource shape;
  shape.place = json.path();
  const std::string type = json.at("type").string();
  if (type == "ball") {
    json.allowKeys({"type", "radius", "centre", "name"});
    shape.radius = read.number(json.at("radius"), index);
    shape.centre = read.vectorOr(json, "centre", {0, 0, 0}, index);
  } else if (type == "half-space") {
    json.allowKeys({"type", "normal", "offset", "name"});
    shape.kind = ShapeSource::Kind::HalfSpace;
    shape.normal = read.vector(json.at("normal"), index);
    shape.offset = read.numberOr(json, "offset", "0", index);
  } else {
    const bool planned = type == "segment" || type == "box" || type == "point";
    json.at("type").refuse(
        planned ? "\"" + type + "\" is not supported in this version" : "unknown shape \"" + type + '"',
        "\"ball\" or \"half-space\"");
  }
  if (const auto name = json.find("name")) {
    shape.name = name->string();
    if (!isName(shape.name)) name->refuse("\"" + shape.name + "\" is no name", "letters, digits, _ and -");
  }
  return shape;
}

BodySource readBody(const JsonValue& json, ExpressionReader& read) {
  json.allowKeys({"name", "repeat", "parent", "origin", "joints", "mass", "shapes"}, {"inertia"});
  BodySource body;
  body.place = json.path();
  int index = ExpressionReader::noIndex;
  if (const auto repeat = json.find("repeat")) {
    index = read.table().symbol(repeat->at("index").string());
    body.repeat = Repeat{index, read.numberOr(*repeat, "from", "0"), read.number(repeat->at("count"))};
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
  body.origin = read.vectorOr(json, "origin", {0, 0, 0}, index);
  if (const auto joints = json.find("joints"))
    for (const JsonValue& joint : entries(*joints)) body.joints.push_back(readJoint(joint, read, index));
  if (const auto mass = json.find("mass")) body.mass = read.number(*mass, index);
  if (const auto shapes = json.find("shapes"))
    for (const JsonValue& shape : entries(*shapes)) body.shapes.push_back(readShape(shape, read, index));
  return body;
}

/// The one index that several patterns share; −1 without any.
int commonIndex(std::initializer_list<const NamePattern*> patterns, const JsonValue& at) {
  int index = ExpressionReader::noIndex;
  for (const NamePattern* pattern : patterns) {
    if (!pattern || pattern->index < 0) continue;
    if (index >= 0 && index != pattern->index) at.refuse("uses two repeat indices", "one index");
    index = pattern->index;
  }
  return index;
}

std::vector<CoordinateSource> readCoordinates(const JsonValue& initial, const char* key,
                                              ExpressionReader& read) {
  std::vector<CoordinateSource> coordinates;
  if (const auto values = initial.find(key))
    for (const auto& [name, value] : values->members()) {
      const NamePattern pattern = read.pattern(name, value);
      coordinates.push_back({pattern, read.number(value, pattern.index)});
    }
  return coordinates;
}

}  // namespace

std::vector<std::string> readRepeatIndices(const JsonValue& bodies) {
  std::vector<std::string> indices;
  for (const JsonValue& body : entries(bodies)) {
    const auto repeat = body.find("repeat");
    if (!repeat) continue;
    repeat->allowKeys({"index", "from", "count"});
    const JsonValue index = repeat->at("index");
    const std::string name = index.string();
    if (!isName(name) || name.find('-') != std::string::npos || isReservedName(name))
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

std::vector<ContactSource> readContacts(const JsonValue& contacts, ExpressionReader& read) {
  std::vector<ContactSource> list;
  for (const JsonValue& json : entries(contacts)) {
    json.allowKeys({"between", "name", "friction", "restitution"}, {"law"});
    const auto between = json.at("between").elements();
    if (between.size() != 2)
      json.at("between").refuse("has " + std::to_string(between.size()) + " elements", "two bodies");
    ContactSource contact;
    contact.place = json.path();
    contact.between = {read.pattern(between[0]), read.pattern(between[1])};
    if (const auto name = json.find("name")) contact.name = read.pattern(*name);
    contact.index = commonIndex(
        {&contact.between[0], &contact.between[1], contact.name ? &*contact.name : nullptr}, json);
    contact.friction = read.numberOr(json, "friction", "0", contact.index);
    contact.restitution = read.numberOr(json, "restitution", "1", contact.index);
    list.push_back(std::move(contact));
  }
  return list;
}

void readInitial(const JsonValue& initial, ExpressionReader& read, SceneSource& scene) {
  initial.allowKeys({"q", "velocity", "touching"});
  scene.q = readCoordinates(initial, "q", read);
  scene.velocity = readCoordinates(initial, "velocity", read);
  if (const auto touching = initial.find("touching"))
    for (const JsonValue& contact : entries(*touching)) scene.touching.push_back(read.pattern(contact));
}

}  // namespace carom
