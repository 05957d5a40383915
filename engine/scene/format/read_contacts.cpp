#include "scene/format/read_contacts.h"

namespace carom {

namespace {

std::optional<CollisionLaw> readLaw(const JsonValue& json) {
  const std::string name = json.string();
  if (name == "reflection") return std::nullopt;
  if (const auto law = collisionLawNamed(name)) return law;
  std::string known = "reflection";
  for (const std::string_view one : collisionLawNames()) known.append(", ").append(one);
  json.refuse("there is no collision law \"" + name + '"', "one of " + known);
}

}  // namespace

std::vector<ContactSource> readContacts(const JsonValue& contacts, ExpressionReader& read) {
  std::vector<ContactSource> list;
  for (const JsonValue& json : entries(contacts)) {
    json.allowKeys(Section::Contact);
    const auto between = json.at("between").elements();
    if (between.size() != 2)
      json.at("between").refuse("has " + std::to_string(between.size()) + " elements", "two bodies");
    ContactSource contact;
    contact.place = json.path();
    contact.between = {read.pattern(between[0]), read.pattern(between[1])};
    if (const auto name = json.find("name")) contact.name = read.pattern(*name);
    contact.index = commonIndex(
        {&contact.between[0], &contact.between[1], contact.name ? &*contact.name : nullptr}, json);
    for (std::size_t i = 0; i < lawCoefficients.size(); ++i)
      contact.coefficients[i] =
          read.number(json, Section::Contact, std::string(lawCoefficients[i].name), contact.index);
    if (const auto law = json.find("law")) contact.law = readLaw(*law);
    list.push_back(std::move(contact));
  }
  return list;
}

}  // namespace carom
