#include "scene/edit/contact_entry.h"

#include <algorithm>

#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/parts.h"
#include "scene/edit/value.h"
#include "scene/expression/holes.h"

namespace carom::edit {

std::string defaultContactName(const Json& between) {
  std::string name = between[0].get<std::string>() + '-' + between[1].get<std::string>();
  std::ranges::replace(name, '/', '.');
  return name;
}

std::pair<Json, std::string> listContact(const Json& scene, const std::string& contact) {
  const BodyNames names(scene);
  const auto at = [](std::size_t i) { return "contacts[" + std::to_string(i) + ']'; };
  if (const int own = names.namedContact(contact); own >= 0)
    return {scene, at(static_cast<std::size_t>(own))};
  const auto sides = names.sides(contact);
  if (!sides) refuse("contacts", "there is no contact \"" + contact + '"', "the name of a contact");
  const std::string first = splitSide(sides->first).first, second = splitSide(sides->second).first;
  Json result = scene;
  const bool all = !scene.contains("contacts");
  Json& contacts = part(result, "contacts", Json::array());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Json& between = contacts[i].value("between", Json::array());
    if (contacts[i].contains("name") || between.size() != 2) continue;
    const std::string one = splitShape(between[0]).first, other = splitShape(between[1]).first;
    if (one == first && other == second) return {std::move(result), at(i)};
    // A pattern that stands for many keeps them: only all of them can change.
    if (holesOf(first, one) && holesOf(second, other)) return {std::move(result), at(i)};
  }
  contacts.push_back(Json{{"between", Json::array({first, second})}});
  const std::string place = at(contacts.size() - 1);
  if (all) part(result, "all-pairs", true);
  return {std::move(result), place};
}

Json setContact(const Json& scene, const std::string& contact, const ContactChange& change) {
  auto [result, place] = listContact(scene, contact);
  if (change.friction) result = setValue(result, place + ".friction", *change.friction);
  if (change.restitution) result = setValue(result, place + ".restitution", *change.restitution);
  if (change.law) result = setText(result, place + ".law", *change.law);
  if (change.name) {
    result = setText(result, place + ".name", *change.name);
    const Json& between = (*find(result, place))["between"];
    const std::string now = change.name->empty() ? defaultContactName(between) : *change.name;
    if (Json* const names = touchingNames(result))
      for (Json& touching : *names)
        if (touching == contact) touching = now;
  }
  return checked(std::move(result));
}

}  // namespace carom::edit
