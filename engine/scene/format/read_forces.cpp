#include "scene/format/read_forces.h"

namespace carom {

namespace {

/// A list of forces: the sections of its entries at a coordinate and between points.
struct ForceKind {
  const char* key;
  Section atCoordinate, betweenPoints;
};

void allowForceKeys(const JsonValue& json, Section section) {
  const auto keys = keysOf(section);
  for (const auto& [name, value] : json.members())
    if (!findKey(section, name))
      value.refuse("unknown key \"" + name + '"',
                   std::string(keys[0].key) + ", " + std::string(keys[1].key) + ", …");
}

std::vector<Number> readNumbers(const JsonValue& json, Section section, int index, ExpressionReader& read) {
  std::vector<Number> numbers;
  for (const Key& key : keysOf(section))
    if (key.form == Form::Number && key.key != "when")
      numbers.push_back(read.number(json, section, std::string(key.key), index));
  return numbers;
}

ForceSource readForce(const JsonValue& json, Section section, ExpressionReader& read) {
  allowForceKeys(json, section);
  ForceSource force{read.pattern(json.at("coordinate")), {}, {}, json.path()};
  force.numbers = readNumbers(json, section, force.coordinate.index, read);
  force.when = read.optional(json, section, "when", force.coordinate.index);
  return force;
}

MotorSource readMotor(const JsonValue& json, ExpressionReader& read) {
  allowForceKeys(json, Section::Motor);
  MotorSource motor;
  motor.place = json.path();
  motor.coordinate = read.pattern(json.at("coordinate"));
  const int index = motor.coordinate.index;
  const auto number = [&](const char* key) { return read.number(json, Section::Motor, key, index); };
  motor.proportional = number("proportional");
  motor.derivative = number("derivative");
  motor.rate = number("rate");
  motor.reference = read.overTime(json, Section::Motor, "reference", index);
  motor.torque = read.overTime(json, Section::Motor, "torque", index);
  const auto start = json.find("start");
  const bool isText = start && start->json().is_string();
  const std::string text = isText ? start->json().get<std::string>() : "";
  if (text.starts_with("first-") && !isWordOf(keyOf(Section::Motor, "start"), text))
    start->refuse("there is no start \"" + text + '"', "a time or \"first-impact\"");
  if (!isWordOf(keyOf(Section::Motor, "start"), text)) motor.start = number("start");
  motor.limit = read.optional(json, Section::Motor, "limit", index);
  motor.when = read.optional(json, Section::Motor, "when", index);
  return motor;
}

PointForceSource readPointForce(const JsonValue& json, Section section, ExpressionReader& read) {
  allowForceKeys(json, section);
  const auto between = json.at("between").elements();
  if (between.size() != 2)
    json.at("between").refuse("has " + std::to_string(between.size()) + " elements", "two points");
  PointForceSource force;
  force.place = json.path();
  for (std::size_t k = 0; k < 2; ++k) {
    between[k].allowKeys(Section::End);
    if (const auto body = between[k].find("body")) force.ends[k].body = read.pattern(*body);
  }
  const auto name = [&](std::size_t k) { return force.ends[k].body ? &*force.ends[k].body : nullptr; };
  force.index = commonIndex({name(0), name(1)}, json);
  for (std::size_t k = 0; k < 2; ++k)
    force.ends[k].at = read.vector(between[k], Section::End, "at", force.index);
  force.numbers = readNumbers(json, section, force.index, read);
  force.when = read.optional(json, section, "when", force.index);
  return force;
}

void readList(const JsonValue& root, const ForceKind& kind, ExpressionReader& read,
              std::vector<ForceSource>& atCoordinates, std::vector<PointForceSource>& betweenPoints) {
  const auto forces = root.find(kind.key);
  if (!forces) return;
  for (const JsonValue& json : entries(*forces)) {
    if (json.json().is_object() && json.has("between"))
      betweenPoints.push_back(readPointForce(json, kind.betweenPoints, read));
    else
      atCoordinates.push_back(readForce(json, kind.atCoordinate, read));
  }
}

}  // namespace

void readForces(const JsonValue& root, ExpressionReader& read, SceneSource& scene) {
  readList(root, {"springs", Section::Spring, Section::PointSpring}, read, scene.springs, scene.pointSprings);
  readList(root, {"dampers", Section::Damper, Section::PointDamper}, read, scene.dampers, scene.pointDampers);
  if (const auto motors = root.find("motors"))
    for (const JsonValue& json : entries(*motors)) scene.motors.push_back(readMotor(json, read));
}

}  // namespace carom
