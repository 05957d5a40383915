// The scene file's springs, dampers and motors.
#include <algorithm>

#include "scene/format/read_scene.h"

namespace carom {

namespace {

/// What a list holds: the numbers of its entries, the first of which has to be there, at a coordinate and
/// between points. Without the latter all are at coordinates.
struct ForceKind {
  const char* key;
  std::vector<std::string> numbers, numbersBetween;
};

void allowKeys(const JsonValue& json, const char* where, const std::vector<std::string>& numbers) {
  for (const auto& [name, value] : json.members())
    if (name != where && std::find(numbers.begin(), numbers.end(), name) == numbers.end())
      value.refuse("unknown key \"" + name + '"', std::string(where) + ", " + numbers.front() + ", …");
}

std::vector<Number> readNumbers(const JsonValue& json, const std::vector<std::string>& names, int index,
                                ExpressionReader& read) {
  std::vector<Number> numbers;
  json.at(names.front());
  for (const std::string& name : names) numbers.push_back(read.numberOr(json, name, "0", index));
  return numbers;
}

ForceSource readForce(const JsonValue& json, const ForceKind& kind, ExpressionReader& read) {
  allowKeys(json, "coordinate", kind.numbers);
  ForceSource force{read.pattern(json.at("coordinate")), {}, json.path()};
  force.numbers = readNumbers(json, kind.numbers, force.coordinate.index, read);
  return force;
}

PointForceSource readPointForce(const JsonValue& json, const ForceKind& kind, ExpressionReader& read) {
  allowKeys(json, "between", kind.numbersBetween);
  const auto between = json.at("between").elements();
  if (between.size() != 2)
    json.at("between").refuse("has " + std::to_string(between.size()) + " elements", "two points");
  PointForceSource force;
  force.place = json.path();
  for (std::size_t k = 0; k < 2; ++k) {
    between[k].allowKeys({"body", "at"});
    if (const auto body = between[k].find("body")) force.ends[k].body = read.pattern(*body);
  }
  const auto name = [&](std::size_t k) { return force.ends[k].body ? &*force.ends[k].body : nullptr; };
  force.index = commonIndex({name(0), name(1)}, json);
  for (std::size_t k = 0; k < 2; ++k)
    force.ends[k].at = read.vectorOr(between[k], "at", {0, 0, 0}, force.index);
  force.numbers = readNumbers(json, kind.numbersBetween, force.index, read);
  return force;
}

void readList(const JsonValue& root, const ForceKind& kind, ExpressionReader& read,
              std::vector<ForceSource>& atCoordinates, std::vector<PointForceSource>* betweenPoints) {
  const auto forces = root.find(kind.key);
  if (!forces) return;
  for (const JsonValue& json : entries(*forces)) {
    if (betweenPoints && json.json().is_object() && json.has("between"))
      betweenPoints->push_back(readPointForce(json, kind, read));
    else
      atCoordinates.push_back(readForce(json, kind, read));
  }
}

}  // namespace

void readForces(const JsonValue& root, ExpressionReader& read, SceneSource& scene) {
  readList(root, {"springs", {"stiffness", "rest"}, {"stiffness", "rest"}}, read, scene.springs,
           &scene.pointSprings);
  readList(root, {"dampers", {"damping"}, {"damping"}}, read, scene.dampers, &scene.pointDampers);
  readList(root, {"motors", {"proportional", "derivative", "reference", "rate", "start"}, {}}, read,
           scene.motors, nullptr);
}

}  // namespace carom
