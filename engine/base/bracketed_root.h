#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

/// The x in [low, high] where f changes sign, to the last bits, by the Illinois variant of regula falsi;
/// every third step bisects. f(low) and f(high) must differ in sign, or one of them be 0.
template <typename Function>
double rootWithin(const Function& f, double low, double high) {
  double atLow = f(low), atHigh = f(high);
  if (atLow == 0) return low;
  for (int step = 0; step < 200 && atHigh != 0; ++step) {
    const double middle = low + 0.5 * (high - low);
    if (middle == low || middle == high) break;
    double x = high - atHigh * (high - low) / (atHigh - atLow);
    if (step % 3 == 2 || !(x > std::min(low, high) && x < std::max(low, high))) x = middle;
    const double y = f(x);
    if ((y < 0) != (atHigh < 0)) {
      low = high;
      atLow = atHigh;
    } else {
      atLow *= 0.5;
    }
    high = x;
    atHigh = y;
  }
  return high;
}

/// A value of a function: f(x).
struct ValueAt {
  double x, f;
};

/// The x between two points where f changes sign, to the last bits, by Newton's iteration inside a bracket:
/// for functions that cost much. f(x) returns the value and the derivative. The values at the points must
/// differ in sign, or one of them be 0.
template <typename Function>
double rootWithin(const Function& f, ValueAt low, ValueAt high) {
  if (low.f == 0) return low.x;
  if (high.f == 0) return high.x;
  // Newton's steps this short over x shrink faster than by half until they are rounding of f, which ends the
  // search. A larger value may end a search before; at a smaller one steps of rounding go on.
  constexpr double shortStep = 1e-9;
  double x = low.x - low.f * (high.x - low.x) / (high.f - low.f), lastStep = HUGE_VAL;
  for (int step = 0; step < 100; ++step) {
    if (!(x > low.x && x < high.x)) x = low.x + 0.5 * (high.x - low.x);
    if (x == low.x || x == high.x) break;
    const auto [value, slope] = f(x);
    if (value == 0) break;
    ((value < 0) == (low.f < 0) ? low : high) = {x, value};
    const double next = x - value / slope, newton = std::abs(next - x);
    if (newton <= 2 * std::numeric_limits<double>::epsilon() * std::abs(x)) return next;
    if (newton <= shortStep * std::abs(x) && newton > 0.5 * lastStep) break;
    lastStep = newton;
    x = next;
  }
  return x;
}

}  // namespace carom
