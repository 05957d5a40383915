#include "scene/edit/touching.h"

#include <algorithm>

#include "scene/edit/entry.h"
#include "scene/edit/parts.h"
#include "scene/expression/holes.h"

namespace carom::edit {

namespace {

void addTouching(Json& scene, const std::string& contact) {
  if (isTouching(scene, contact)) return;
  make(scene, "initial");
  if (!touchingNames(scene)) part(scene["initial"], "touching", Json::array());
  touchingNames(scene)->push_back(contact);
}

}  // namespace

bool isTouching(const Json& scene, const std::string& contact) {
  const Json* touching = find(scene, "initial.touching");
  if (touching && touching->is_object()) touching = &touching->at("contacts");
  return touching && std::any_of(touching->begin(), touching->end(), [&](const Json& one) {
           return one.is_string() && holesOf(contact, one.get<std::string>());
         });
}

Json setTouching(const Json& scene, const std::string& contact, bool touching) {
  Json result = scene;
  if (touching == isTouching(scene, contact)) return result;
  if (touching) {
    addTouching(result, contact);
    return checked(std::move(result));
  }
  removeTouching(result, [&](const Json& one) { return one == contact; });
  if (isTouching(result, contact))
    refuse("initial.touching", "a pattern says it of all contacts of a repeat",
           "single bodies: expand the repeat");
  return checked(std::move(result));
}

Json closeGap(const Json& scene, const std::string& contact, const std::string& coordinate) {
  Json result = scene;
  addTouching(result, contact);
  Json& weights = make(result, "initial.touching.by");
  if (weights.is_null()) weights = Json::object();
  if (!weights.contains(coordinate)) weights[coordinate] = 1;
  return checked(std::move(result));
}

}  // namespace carom::edit
