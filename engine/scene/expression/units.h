#pragma once

#include <array>
#include <numbers>
#include <string_view>

namespace carom {

/// A unit that may follow a number, and what it is in SI (angles in radians).
struct Unit {
  std::string_view name;
  double factor;
};

inline constexpr double degree = std::numbers::pi / 180;

inline constexpr std::array units{
    Unit{"rad", 1},        Unit{"deg", degree}, Unit{"m", 1},       Unit{"km", 1e3},     Unit{"cm", 1e-2},
    Unit{"mm", 1e-3},      Unit{"um", 1e-6},    Unit{"in", 0.0254}, Unit{"kg", 1},       Unit{"g", 1e-3},
    Unit{"s", 1},          Unit{"ms", 1e-3},    Unit{"us", 1e-6},   Unit{"N", 1},        Unit{"J", 1},
    Unit{"Hz", 1},         Unit{"m/s", 1},      Unit{"cm/s", 1e-2}, Unit{"mm/s", 1e-3},  Unit{"rad/s", 1},
    Unit{"deg/s", degree}, Unit{"m/s^2", 1},    Unit{"kg/m^3", 1},  Unit{"g/cm^3", 1e3}, Unit{"N/m", 1},
    Unit{"kg*m^2", 1},     Unit{"N*m", 1},      Unit{"N*s", 1},
};

}  // namespace carom
