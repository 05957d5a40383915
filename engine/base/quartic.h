#pragma once

#include <array>
#include <vector>

namespace carom {

/// c₀ + c₁t + c₂t² + c₃t³ + c₄t⁴: how the gap of two bodies in ballistic flight depends on time.
struct Quartic {
  std::array<double, 5> c{};

  double operator()(double t) const { return (((c[4] * t + c[3]) * t + c[2]) * t + c[1]) * t + c[0]; }
  Quartic derivative() const { return {{c[1], 2 * c[2], 3 * c[3], 4 * c[4], 0}}; }
  int degree() const;  ///< 0 for constants
};

/// The t in [a,b] where f − level changes sign, to the last bits. f must be monotone on [a,b] and
/// f(a) − level, f(b) − level must not have the same sign.
double rootBetween(const Quartic& f, double level, double a, double b);

/// Cuts [0, end] where the derivative of f changes sign: f is monotone between neighbours, so that no
/// root can hide between them. Rising, 0 and end included.
std::vector<double> monotonePieces(const Quartic& f, double end);

}  // namespace carom
