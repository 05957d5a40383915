#pragma once

#include <algorithm>

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

}  // namespace carom
