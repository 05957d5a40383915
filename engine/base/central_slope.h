#pragma once

#include <Eigen/Core>

namespace carom {

/// f′(0) of a smooth function of one number, by differences of fourth order:
///   (8 (f(ε) − f(−ε)) − (f(2ε) − f(−2ε))) / 12ε = f′(0) + O(ε⁴).
/// With ε a thousandth of the scale on which f changes, rounding and remainder are both some 1e-13 of it.
template <typename Function>
auto centralSlope(const Function& f, double epsilon) {
  using Value = std::decay_t<decltype(f(epsilon))>;
  const Value near = f(epsilon) - f(-epsilon), far = f(2 * epsilon) - f(-2 * epsilon);
  return Value((8 * near - far) / (12 * epsilon));
}

/// The share of its scale by which centralSlope moves an argument.
inline constexpr double slopeShare = 1e-3;

}  // namespace carom
