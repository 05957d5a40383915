#pragma once

#include <cmath>

namespace carom {

/// The largest of 1, 2, 5·10ᵏ that is not above x > 0.
inline double roundNumberBelow(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  return power * (x < 2 * power ? 1 : x < 5 * power ? 2 : 5);
}

}  // namespace carom
