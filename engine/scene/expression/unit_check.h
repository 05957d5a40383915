#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace carom {

/// What is wrong with a number in the wrong unit.
struct UnitFault {
  std::string problem;   ///< "has the unit kg"
  std::string expected;  ///< "a number in rad or deg", "a number without a unit"
};

/// Whether a number with a unit, such as "28.6mm", measures something else than any of `wanted`: units, or
/// "1" for a pure number. Empty where it fits, for other texts (expressions are not followed), and where no
/// number can have one of these units.
std::optional<UnitFault> unitFault(std::string_view text, std::initializer_list<std::string_view> wanted);

}  // namespace carom
