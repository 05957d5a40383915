#pragma once

#include <array>
#include <numbers>
#include <string_view>

namespace carom {

/// A unit that may follow a number.
struct Unit {
  std::string_view name;
  double factor;        ///< its value in SI (angles in radians)
  std::string_view si;  ///< the SI unit of what it measures: units of one SI unit convert into each other
};

inline constexpr double degree = std::numbers::pi / 180;

inline constexpr std::array units{
    Unit{"rad", 1, "rad"},     Unit{"deg", degree, "rad"},  Unit{"m", 1, "m"},
    Unit{"km", 1e3, "m"},      Unit{"cm", 1e-2, "m"},       Unit{"mm", 1e-3, "m"},
    Unit{"um", 1e-6, "m"},     Unit{"in", 0.0254, "m"},     Unit{"kg", 1, "kg"},
    Unit{"g", 1e-3, "kg"},     Unit{"s", 1, "s"},           Unit{"ms", 1e-3, "s"},
    Unit{"us", 1e-6, "s"},     Unit{"N", 1, "N"},           Unit{"J", 1, "N*m"},
    Unit{"Hz", 1, "Hz"},       Unit{"m/s", 1, "m/s"},       Unit{"cm/s", 1e-2, "m/s"},
    Unit{"mm/s", 1e-3, "m/s"}, Unit{"rad/s", 1, "rad/s"},   Unit{"deg/s", degree, "rad/s"},
    Unit{"m/s^2", 1, "m/s^2"}, Unit{"kg/m^3", 1, "kg/m^3"}, Unit{"g/cm^3", 1e3, "kg/m^3"},
    Unit{"N/m", 1, "N/m"},     Unit{"kg*m^2", 1, "kg*m^2"}, Unit{"N*m", 1, "N*m"},
    Unit{"N*s", 1, "N*s"},
};

}  // namespace carom
