#pragma once

#include <array>

namespace carom {

/// The speeds that are offered for playing a motion: seconds of it in a second of watching.
inline constexpr std::array playingSpeeds{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0};

/// The speed at which a motion of this duration (s) can be followed, one of playingSpeeds.
double comfortableSpeed(double duration);

}  // namespace carom
