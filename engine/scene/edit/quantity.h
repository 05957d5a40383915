#pragma once

#include <string>
#include <vector>

#include "scene/edit/key_at.h"

namespace carom::edit {

/// The unit and the range of the number at a place.
struct Quantity {
  std::string unit;  ///< SI: "m", "kg*m^2"; "" for a pure number, or where it is not known
  std::vector<std::string> displayUnits;  ///< the units that measure it, SI first; empty: any
  KeyRange range{};                       ///< the values that it may have
};
Quantity quantityAt(const Json& scene, const std::string& place);
/// The unit in which a person sees the number there: that of its parameter, else of the first parameter that
/// measures the same, else degrees for an angle, else the SI unit.
std::string shownUnitAt(const Json& scene, const std::string& place);

}  // namespace carom::edit
