#pragma once

#include <Eigen/Core>
#include <cmath>

#include "base/rotation.h"

namespace carom {

/// A number with its derivative along one direction. The quantities of a design are templates over the
/// number S: double for values alone, Dual for values and exact derivatives.
struct Dual {
  double value = 0, slope = 0;

  Dual() = default;
  Dual(double v) : value(v) {}  // a constant where a number is expected
  Dual(double v, double s) : value(v), slope(s) {}

  Dual operator-() const { return {-value, -slope}; }
  Dual& operator+=(const Dual& y) { return *this = {value + y.value, slope + y.slope}; }
  Dual& operator-=(const Dual& y) { return *this = {value - y.value, slope - y.slope}; }
  Dual& operator*=(const Dual& y) { return *this = {value * y.value, slope * y.value + value * y.slope}; }
  Dual& operator/=(const Dual& y) {
    const double quotient = value / y.value;
    return *this = {quotient, (slope - quotient * y.slope) / y.value};
  }
  friend Dual operator+(Dual x, const Dual& y) { return x += y; }
  friend Dual operator-(Dual x, const Dual& y) { return x -= y; }
  friend Dual operator*(Dual x, const Dual& y) { return x *= y; }
  friend Dual operator/(Dual x, const Dual& y) { return x /= y; }
};

}  // namespace carom

namespace Eigen {
template <>
struct NumTraits<carom::Dual> : GenericNumTraits<carom::Dual> {
  enum { IsInteger = 0, IsSigned = 1, IsComplex = 0, RequireInitialization = 1, AddCost = 2, MulCost = 4 };
};
}  // namespace Eigen

namespace carom {

inline Dual sqrt(const Dual& x) {
  const double root = std::sqrt(x.value);
  return {root, x.slope / (2 * root)};
}

inline double valueOf(double x) {
  return x;
}
inline double valueOf(const Dual& x) {
  return x.value;
}

template <class S>
using Vector3 = Eigen::Matrix<S, 3, 1>;
template <class S>
using Matrix3 = Eigen::Matrix<S, 3, 3>;
template <class S>
using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using MatrixX = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

/// The values or derivatives of a matrix.
Eigen::MatrixXd valuesOf(const Eigen::Ref<const MatrixX<Dual>>& x);
Eigen::MatrixXd slopesOf(const Eigen::Ref<const MatrixX<Dual>>& x);

/// exp(ŵ), and its derivative by exp(ŵ)' = exp(ŵ) (J_r(w) w')^.
inline Eigen::Matrix3d rotationOf(const Eigen::Vector3d& w) {
  return rotationMatrix(w);
}
Matrix3<Dual> rotationOf(const Vector3<Dual>& w);

}  // namespace carom
