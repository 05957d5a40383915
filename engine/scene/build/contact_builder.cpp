#include "scene/build/contact_builder.h"

#include <algorithm>
#include <cstdio>
#include <unordered_set>

#include "base/number_text.h"
#include "mechanics/tree/contact_table.h"
#include "scene/expression/holes.h"
#include "scene/format/expression_reader.h"

namespace carom {

namespace {

constexpr std::size_t mostContacts = 200'000;

}  // namespace

void ContactBuilder::add(const ContactSource& source) {
  int found = 0, tried = 0;
  m_values.repeatIndex(source.index, [&] {
    ++tried;
    const std::array<Side, 2> sides = sidesOf(source);
    if (sides[0].body < 0 || sides[1].body < 0) return;
    ++found;
    m_listed.insert(std::minmax(sides[0].body, sides[1].body));
    if (!m_values.holds(source.when)) return;
    if (moveTogether(sides[0].body, sides[1].body))
      m_values.refuse(source.place, "the two bodies do not move against each other", "two bodies that do");
    const LawCoefficients coefficients = coefficientsOf(source);
    const std::size_t before = m_contacts.size();
    addShapePairs(sides, source.name ? m_values.name(*source.name) : "", source.place);
    setLaw(before, coefficients, source);
    if (m_contacts.size() == before)
      m_values.refuse(source.place, "one of the two bodies has no shape", "bodies with shapes");
  });
  if (found == 0 && tried > 1)
    m_values.refuse(source.place, "no such bodies for any value of the index", "names of bodies");
}

/// −1 for one that is not there where a pattern such as "ball{i+1}" may run past the last ball.
std::array<ContactBuilder::Side, 2> ContactBuilder::sidesOf(const ContactSource& source) const {
  std::array<Side, 2> sides;
  for (std::size_t end = 0; end < 2; ++end) {
    const std::string whole = m_values.name(source.between[end]);
    const auto [name, shape] = splitShape(whole);
    const auto body = m_parts.numbers.find(name);
    if (body == m_parts.numbers.end()) {
      if (source.index >= 0) continue;
      m_values.refuse(source.between[end].place, "there is no body \"" + name + '"', "the name of a body");
    }
    sides[end].body = body->second;
    if (name.size() != whole.size()) narrow(sides[end], shape, source.between[end].place);
  }
  return sides;
}

/// Finds a shape of a body, or an end of its segments, by its name.
void ContactBuilder::narrow(Side& side, const std::string& shape, const std::string& place) const {
  const auto& sources = m_parts.shapeSources[static_cast<std::size_t>(side.body)];
  std::string known;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    std::vector<std::string> names{sources[i]->name};
    names.insert(names.end(), sources[i]->parts.begin(), sources[i]->parts.end());
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (names[k].empty()) continue;
      known += (known.empty() ? "one of " : ", ") + names[k];
      if (names[k] != shape) continue;
      side.shape = static_cast<int>(i);
      side.part = static_cast<int>(k);
      return;
    }
  }
  m_values.refuse(place, body(side.body).name + " has no shape \"" + shape + '"',
                  known.empty() ? "a shape with a \"name\"" : known);
}

LawCoefficients ContactBuilder::coefficientsOf(const ContactSource& source) const {
  LawCoefficients values;
  for (std::size_t i = 0; i < lawCoefficients.size(); ++i)
    values.*lawCoefficients[i].value = m_values(source.coefficients[i]);
  const auto require = [&](std::size_t i, double least, double most, const std::string& problem) {
    const double value = values.*lawCoefficients[i].value;
    if (value >= least && value <= most) return;
    m_values.refuse(source.coefficients[i].place, problem,
                    most < 10   ? "a coefficient from " + roundedText(least) + " to " + roundedText(most)
                    : least < 0 ? "a finite number"
                                : "a coefficient ≥ 0");
  };
  for (std::size_t i = 0; i < lawCoefficients.size(); ++i) {
    const auto& [least, most] = std::pair(lawCoefficients[i].least, lawCoefficients[i].most);
    require(i, least, most,
            most > 1 ? "is negative" : "is outside [" + roundedText(least) + ", " + roundedText(most) + ']');
  }
  if (!source.law) return values;
  for (std::size_t i = 0; i < lawCoefficients.size(); ++i)
    if (const CoefficientUse* use = useOf(lawCoefficients[i], *source.law))
      require(i, use->least, use->most, "is outside what " + std::string(nameOf(*source.law)) + " allows");
  return values;
}

/// Gives the contacts from number `first` on their coefficients and law.
void ContactBuilder::setLaw(std::size_t first, const LawCoefficients& coefficients,
                            const ContactSource& source) {
  for (std::size_t i = first; i < m_contacts.size(); ++i) {
    m_contacts[i].coefficients = coefficients;
    m_contacts[i].law = source.law;
  }
}

void ContactBuilder::addAllPairs(const ContactSource& defaults) {
  const int count = static_cast<int>(m_parts.tree.bodies().size());
  const std::size_t pairs = m_parts.tree.bodies().size() * m_parts.tree.bodies().size() / 2;
  const std::size_t expected = std::min(mostContacts, m_contacts.size() + pairs);
  m_contacts.reserve(expected);
  m_places.reserve(expected);
  const LawCoefficients coefficients = coefficientsOf(defaults);
  const std::size_t before = m_contacts.size();
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count; ++b)
      if (body(b).parent != a && !moveTogether(a, b) && !m_listed.contains({a, b}))
        addShapePairs({Side{a}, Side{b}}, "", "bodies");
  setLaw(before, coefficients, defaults);
}

std::vector<ContactPair> ContactBuilder::take() {
  std::unordered_set<std::string_view> names;
  names.reserve(m_contacts.size());
  for (std::size_t i = 0; i < m_contacts.size(); ++i)
    if (!names.insert(m_contacts[i].name).second)
      m_values.refuse(std::string(m_places[i]), "there are two contacts called \"" + m_contacts[i].name + '"',
                      "different names");
  return std::move(m_contacts);
}

void ContactBuilder::addShapePairs(const std::array<Side, 2>& sides, const std::string& name,
                                   std::string_view place) {
  const int first = sides[0].body, second = sides[1].body;
  const std::size_t before = m_contacts.size();
  const auto& a = body(first).shapes;
  const auto& b = body(second).shapes;
  if (!name.empty() && !isName(name))
    m_values.refuse(std::string(place), "\"" + name + "\" is no name", "letters, digits, _ and -");
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (!sides[0].isOf(i) || !sides[1].isOf(j)) continue;
      const bool planar =
          meetInPlane(m_parts.tree, {first, second}, {static_cast<int>(i), static_cast<int>(j)});
      const std::string reason = whyNoContact(a[i], b[j], planar);
      if (!reason.empty()) refuseShapes(first, i, second, j, reason);
      const auto parts = contactParts(a[i], b[j], planar);
      for (const auto& part : parts) {
        if (!sides[0].holds(part[0]) || !sides[1].holds(part[1])) continue;
        if (m_contacts.size() >= mostContacts)
          m_values.refuse(std::string(place), "there are too many pairs that may touch",
                          "at most " + std::to_string(mostContacts) + ": list the contacts");
        ContactPair contact;
        contact.name = side(first, i, part[0]) + '-' + side(second, j, part[1]);
        contact.body = {first, second};
        contact.shape = {static_cast<int>(i), static_cast<int>(j)};
        contact.part = part;
        m_contacts.push_back(std::move(contact));
        m_places.push_back(place);
      }
    }
  if (!name.empty() && m_contacts.size() == before + 1) m_contacts.back().name = name;
}

/// Two shapes that would pass through each other unseen.
void ContactBuilder::refuseShapes(int first, std::size_t i, int second, std::size_t j,
                                  const std::string& reason) const {
  const auto shape = [&](int index, std::size_t number) {
    return "the " + std::string(nameOf(body(index).shapes[number])) + " of " + side(index, number, 0);
  };
  m_values.refuse(source(second, j).place,
                  shape(first, i) + " and " + shape(second, j) + " have no contact: " + reason,
                  "shapes that can touch, or a list of contacts without this pair");
}

/// Whether the distance of two bodies never changes: both fixed, or one fixed to the other.
bool ContactBuilder::moveTogether(int first, int second) const {
  const auto carrier = [&](int index) {
    while (index >= 0 && body(index).joints.empty()) index = body(index).parent;
    return index;
  };
  return carrier(first) == carrier(second);
}

/// The name of a part in the name of a contact: by its body, by its shape where the body has several, and
/// by itself where it is an end, a corner or ("e1", …) an edge.
std::string ContactBuilder::side(int index, std::size_t shape, int part) const {
  std::string name = body(index).name;
  const ShapeSource& from = source(index, shape);
  const Shape& made = body(index).shapes[shape];
  if (body(index).shapes.size() > 1)
    name += '.' + (from.name.empty() ? std::to_string(shape + 1) : from.name);
  if (part == 0) return name;
  if (!from.parts.empty()) return name + '.' + from.parts[static_cast<std::size_t>(part - 1)];
  const int tips = static_cast<int>(partsOf(made, false).corners);
  return name + (part > tips ? ".e" + std::to_string(part - tips) : '.' + std::to_string(part));
}

}  // namespace carom
