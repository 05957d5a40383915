#include "scene/edit/quantity.h"

#include <algorithm>

#include "laws/collision_law.h"
#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/joints.h"
#include "scene/expression/holes.h"
#include "scene/expression/units.h"

namespace carom::edit {

namespace {

/// The units that measure the same as a unit, SI first; empty for an unknown one.
std::vector<std::string> unitsLike(std::string_view name) {
  const auto unit = std::ranges::find(units, name, &Unit::name);
  if (unit == units.end()) return {};
  std::vector<std::string> list{std::string(unit->si)};
  for (const Unit& other : units)
    if (other.si == unit->si && other.name != unit->si) list.emplace_back(other.name);
  return list;
}

Quantity measuredIn(std::string_view unit, const KeyRange& range) {
  if (unit == "1") return {"", {""}, range};
  const auto like = unitsLike(unit);
  return {like.empty() ? "" : like.front(), like, range};
}

enum class JointKind { Travel, Turn, Unknown };

JointKind kindOf(const Json& joint, const std::string& name) {
  if (std::ranges::count(coordinatesOf(joint), name) == 0) return JointKind::Unknown;
  const bool travels =
      joint.is_object() ? joint.value("type", "") == "prismatic" : name == "x" || name == "y" || name == "z";
  return travels ? JointKind::Travel : JointKind::Turn;
}

JointKind coordinateKind(const Json& scene, const std::string& coordinate) {
  const auto [body, rest] = splitCoordinate(coordinate);
  const int entry = BodyNames(scene).entry(body);
  if (entry < 0 || rest.size() < 2) return JointKind::Unknown;
  for (const Json& joint : scene["bodies"][static_cast<std::size_t>(entry)].value("joints", Json::array()))
    if (const JointKind kind = kindOf(joint, rest.substr(1)); kind != JointKind::Unknown) return kind;
  return JointKind::Unknown;
}

/// The coordinate that decides the unit at a place: the name in "initial.q", the coordinate of a force.
std::string coordinateAt(const Json& scene, const KeyPlace& at, const std::string& place) {
  if (at.key->container == Container::Map)
    return place.substr(std::min(place.size(), at.object.size() + at.key->key.size() + 2));
  const Json* coordinate = find(scene, at.object + ".coordinate");
  return coordinate && coordinate->is_string() ? coordinate->get<std::string>() : "";
}

/// The values of a coefficient that the law of the contact, or of all contacts, allows.
KeyRange coefficientRange(const Json& scene, const KeyPlace& at) {
  const Json* name = find(scene, at.object + ".law");
  if (!name) name = find(scene, "defaults.law");
  const auto law = name && name->is_string() ? collisionLawNamed(name->get<std::string>()) : std::nullopt;
  for (const Coefficient& coefficient : lawCoefficients) {
    if (!law || coefficient.name != at.key->key) continue;
    if (const CoefficientUse* use = useOf(coefficient, *law)) return {use->least, use->most};
  }
  return at.key->range;
}

Quantity parameterQuantity(const Json& scene, const KeyPlace& at) {
  const Json* unit = find(scene, at.object + ".unit");
  return unit && unit->is_string() ? measuredIn(unit->get<std::string>(), {}) : Quantity{};
}

}  // namespace

Quantity quantityAt(const Json& scene, const std::string& place) {
  const auto at = keyAt(scene, place);
  if (!at) return {};
  if (at->section == Section::Parameter || at->section == Section::Derived)
    return parameterQuantity(scene, *at);
  const Key& key = *at->key;
  if (at->section == Section::Contact || at->section == Section::Defaults)
    return measuredIn(key.unit, coefficientRange(scene, *at));
  if (key.form == Form::Inertia && place.find("][") != std::string::npos)
    return measuredIn(key.unit, {});  // products of inertia have any sign
  if (key.turnUnit.empty()) return measuredIn(key.unit, key.range);
  const JointKind kind = coordinateKind(scene, coordinateAt(scene, *at, place));
  if (kind == JointKind::Unknown) return {"", {}, key.range};
  return measuredIn(kind == JointKind::Turn ? key.turnUnit : key.unit, key.range);
}

std::string shownUnitAt(const Json& scene, const std::string& place) {
  const auto at = keyAt(scene, place);
  const std::string unit = quantityAt(scene, place).unit;
  if (!at || unit.empty()) return unit;
  const auto unitOf = [](const Json& entry) {
    return entry.is_object() && entry.contains("unit") && entry["unit"].is_string()
               ? entry["unit"].get<std::string>()
               : std::string();
  };
  if (at->section == Section::Parameter || at->section == Section::Derived) {
    const Json* own = find(scene, at->object);
    return own ? unitOf(*own) : unit;
  }
  if (const auto parameters = scene.find("parameters"); parameters != scene.end())
    for (const auto& [name, parameter] : parameters->items())
      if (const std::string shown = unitOf(parameter); !shown.empty() && measuredIn(shown, {}).unit == unit)
        return shown;
  return unit == "rad" ? "deg" : unit;
}

}  // namespace carom::edit
