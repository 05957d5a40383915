#pragma once

#include <array>
#include <vector>

namespace carom {

/// The polynomial c₀ + c₁t + c₂t² + c₃t³ + c₄t⁴, whose roots are the times at which two bodies in ballistic
/// flight touch.
struct Quartic {
  std::array<double, 5> c{};

  double operator()(double t) const { return (((c[4] * t + c[3]) * t + c[2]) * t + c[1]) * t + c[0]; }
  Quartic derivative() const { return {{c[1], 2 * c[2], 3 * c[3], 4 * c[4], 0}}; }
  int degree() const;  ///< 0 for constants
};

/// The t in [a,b] where f − level changes sign, to the last bits. f must be monotone on [a,b], and f(a) −
/// level and f(b) − level must differ in sign or one of them be 0.
double rootBetween(const Quartic& f, double level, double a, double b);

/// The times, rising from 0 to end, at which the derivative of f changes sign, with 0 and end themselves. f
/// is monotone between neighbours, so that each interval holds at most one root.
std::vector<double> monotonePieces(const Quartic& f, double end);

}  // namespace carom
