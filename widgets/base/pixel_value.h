#pragma once

#include <cmath>

namespace carom {

/// A value that a drag gives, as it is written: rounded to what the eye can distinguish, the greatest power
/// of ten within five pixels. `pixel`: by how much a pixel changes the value; where that is 0 or not finite,
/// the value stays as it is.
inline double roundedToPixels(double value, double pixel) {
  constexpr double distinct = 5;  // pixels
  if (!std::isfinite(value) || !std::isfinite(pixel) || pixel == 0) return value;
  const double power = std::floor(std::log10(distinct * std::abs(pixel)));
  const double inverse = std::pow(10, std::abs(power));  // a whole number, so that 0.12 becomes 0.12
  return power < 0 ? std::round(value * inverse) / inverse : std::round(value / inverse) * inverse;
}

}  // namespace carom
