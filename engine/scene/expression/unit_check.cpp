#include "scene/expression/unit_check.h"

#include <algorithm>
#include <cctype>

#include "scene/expression/expression.h"
#include "scene/expression/units.h"

namespace carom {

namespace {

const Unit* unitNamed(std::string_view name) {
  const auto unit = std::ranges::find(units, name, &Unit::name);
  return unit == units.end() ? nullptr : &*unit;
}

/// The unit of a number with a unit; null for other texts.
const Unit* unitOf(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  const Unit* longest = nullptr;
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.name) || (longest && longest->name.size() >= unit.name.size())) continue;
    std::string_view number = text;
    number.remove_suffix(unit.name.size());
    while (!number.empty() && number.back() == ' ') number.remove_suffix(1);
    const bool endsAsNumber =
        !number.empty() && (std::isdigit(static_cast<unsigned char>(number.back())) || number.back() == '.');
    if (endsAsNumber && parseQuantity(number)) longest = &unit;
  }
  return longest;
}

/// "rad or deg": the units that convert into one.
std::string unitsLike(const Unit& of) {
  std::string list;
  auto left = std::ranges::count(units, of.si, &Unit::si);
  for (const Unit& unit : units)
    if (unit.si == of.si)
      list += (list.empty() ? "" : left == 1 ? " or " : ", ") + std::string(unit.name), --left;
  return list;
}

}  // namespace

std::optional<UnitFault> unitFault(std::string_view text, std::initializer_list<std::string_view> wanted) {
  const Unit* has = unitOf(text);
  if (!has) return std::nullopt;
  std::string expected;
  for (const std::string_view want : wanted) {
    if (want.empty()) continue;
    const Unit* known = unitNamed(want);
    if (!known && want != "1") return std::nullopt;
    if (known && known->si == has->si) return std::nullopt;
    expected += expected.empty() ? "a number " : ", or one ";
    expected += known ? "in " + unitsLike(*known) : "without a unit";
  }
  if (expected.empty()) return std::nullopt;
  return UnitFault{"has the unit " + std::string(has->name), std::move(expected)};
}

}  // namespace carom
