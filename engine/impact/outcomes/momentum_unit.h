#pragma once

#include <algorithm>
#include <cmath>

namespace carom {

/// The power of two by which momenta of this norm (√J) are about 1. Below 1e-154 their squares are 0 or have
/// few digits, and below 1e-308 a gap over a contact coordinate overflows; a power of two changes no digit.
inline double momentumUnit(double norm) {
  int exponent = 0;
  std::frexp(norm, &exponent);
  return std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
}

}  // namespace carom
