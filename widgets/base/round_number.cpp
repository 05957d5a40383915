#include "base/round_number.h"

#include <algorithm>
#include <cmath>

namespace carom {

double roundNumberBelow(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  return power * (x < 2 * power ? 1 : x < 5 * power ? 2 : 5);
}

double roundNumberAbove(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  return power * (x <= power ? 1 : x <= 2 * power ? 2 : x <= 5 * power ? 5 : 10);
}

int decimalsOf(double step) {
  constexpr double rounding = 1e-9;  // of a logarithm
  return std::max(0, static_cast<int>(std::ceil(-std::log10(step) - rounding)));
}

}  // namespace carom
