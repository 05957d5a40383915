#pragma once

#include <numbers>

namespace carom::examples {

inline constexpr double degree = std::numbers::pi / 180;  ///< rad
inline constexpr double g = 9.81;                         ///< m/s²

}  // namespace carom::examples
