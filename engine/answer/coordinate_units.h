#pragma once

#include <string>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// "m/s" of a length, "rad/s" of an angle.
inline std::string velocityUnit(const Coordinate& coordinate) {
  return coordinate.unit + "/s";
}
/// "kg·m/s" of a length, "kg·m²/s" of an angle.
inline std::string momentumUnit(const Coordinate& coordinate) {
  return coordinate.unit == "m" ? "kg·m/s" : "kg·m²/s";
}

}  // namespace carom
