#pragma once

#include <cmath>

namespace carom {

/// By how many standard deviations a χ² exceeds what chance gives: the normal deviate of the same probability
/// [Wilson & Hilferty 1931]. Below 0 where it is smaller than usual.
inline double deviationsOf(double chi2, int freedom) {
  if (freedom <= 0) return 0;
  const double spread = 2.0 / (9.0 * freedom);
  return (std::cbrt(chi2 / freedom) - (1 - spread)) / std::sqrt(spread);
}

/// The probability of a χ² that large or larger, by the same deviate.
inline double probabilityBeyond(double chi2, int freedom) {
  return 0.5 * std::erfc(deviationsOf(chi2, freedom) * 0.70710678118654752440);
}

}  // namespace carom
