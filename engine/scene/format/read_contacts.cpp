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

ContactSource readDefaults(const JsonValue& defaults, ExpressionReader& read) {
  defaults.allowKeys(Section::Defaults);
  ContactSource source;
  source.place = defaults.path();
  for (std::size_t i = 0; i < lawCoefficients.size(); ++i)
    source.coefficients[i] = read.number(defaults, Section::Defaults, std::string(lawCoefficients[i].name));
  if (const auto law = defaults.find("law")) source.law = readLaw(*law);
  return source;
}

std::vector<ContactSource> readContacts(const JsonValue& contacts, const ContactSource& defaults,
                                        ExpressionReader& read) {
  std::vector<ContactSource> list;
  for (const JsonValue& json : entries(contacts)) {
    json.allowKeys(Section::Contact);
    const auto between = json.at("between").elements();
    if (between.size() != 2)
      json.at("between").refuse("has " + std::to_string(between.size()) + " elements", "two bodies");
    ContactSource contact = defaults;
    contact.place = json.path();
    contact.between = {read.pattern(between[0]), read.pattern(between[1])};
    if (const auto name = json.find("name")) contact.name = read.pattern(*name);
    contact.index = commonIndex(
        {&contact.between[0], &contact.between[1], contact.name ? &*contact.name : nullptr}, json);
    for (std::size_t i = 0; i < lawCoefficients.size(); ++i)
      if (const auto value = json.find(std::string(lawCoefficients[i].name)))
        contact.coefficients[i] =
            read.number(*value, keyOf(Section::Contact, lawCoefficients[i].name), contact.index);
    if (const auto law = json.find("law")) contact.law = readLaw(*law);
    contact.when = read.optional(json, Section::Contact, "when", contact.index);
    list.push_back(std::move(contact));
  }
  return list;
}

}  // namespace carom
