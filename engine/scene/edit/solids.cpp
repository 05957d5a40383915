#include "scene/edit/solids.h"

#include <array>
#include <utility>

#include "scene/edit/entry.h"
#include "scene/edit/parts.h"

namespace carom::edit {

namespace {

/// What a body without solids and a solid call the same.
constexpr std::array<std::pair<const char*, const char*>, 3> sharedKeys{
    {{"mass", "mass"}, {"centre-of-mass", "at"}, {"inertia", "inertia"}}};

/// The body with a solid of its own numbers in their place.
Json withSolids(const Json& body) {
  if (body.contains("solids")) return body;
  Json solid = Json::object(), result = Json::object();
  for (const auto& [own, ofSolid] : sharedKeys)
    if (body.contains(own)) solid[ofSolid] = body[own];
  if (!solid.empty() && !solid.contains("mass")) solid["mass"] = 1;
  const Json solids = solid.empty() ? Json::array() : Json::array({solid});
  for (const auto& [key, value] : body.items()) {
    const bool moves = key == "mass" || key == "centre-of-mass" || key == "inertia";
    if ((moves || key == "shapes") && !result.contains("solids")) result["solids"] = solids;
    if (!moves) result[key] = value;
  }
  if (!result.contains("solids")) result["solids"] = solids;
  return result;
}

/// The body with the numbers of a solid in place of its solids.
Json withNumbersOf(const Json& body, const Json& solid) {
  Json result = Json::object();
  for (const auto& [key, value] : body.items()) {
    if (key != "solids") {
      result[key] = value;
      continue;
    }
    for (const auto& [own, ofSolid] : sharedKeys)
      if (solid.contains(ofSolid)) result[own] = solid[ofSolid];
  }
  return result;
}

}  // namespace

Json addSolid(const Json& scene, const std::string& body) {
  Json result = scene;
  Json& entry = bodyAt(result, requireEntry(scene, body));
  entry = withSolids(entry);
  entry["solids"].push_back(Json{{"mass", 1}});
  return checked(std::move(result));
}

Json removeSolid(const Json& scene, const std::string& place) {
  const std::string bodyPlace = place.substr(0, place.find(']') + 1);
  const Json* const solid = find(scene, place);
  if (!solid || !place.starts_with(bodyPlace + ".solids["))
    refuse(place, "is not there", "a solid of a body");
  Json result = scene;
  Json& body = make(result, bodyPlace);
  if (body["solids"].size() == 1)
    body = withNumbersOf(body, *solid);
  else
    erase(result, place);
  return checked(std::move(result));
}

}  // namespace carom::edit
