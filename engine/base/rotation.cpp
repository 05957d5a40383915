#include "base/rotation.h"

#include <array>
#include <cmath>

namespace carom {

namespace {

/// For x = |w|² below this value the power series are used, above it the closed forms. At x = 1 the first
/// term left out is 1/23!, below rounding; the closed forms lose digits as x → 0, by cancellation in (1 −
/// sin/|w|)/x.
constexpr double seriesLimit = 1;
constexpr int terms = 10;

constexpr std::array<double, 2 * terms + 4> inverseFactorials = [] {
  std::array<double, 2 * terms + 4> list{1};
  for (std::size_t k = 1; k < list.size(); ++k) list[k] = list[k - 1] / static_cast<double>(k);
  return list;
}();

/// How many terms of the series matter at x: the first one left out is below 10⁻²² of the sum.
int termsAt(double x) {
  return x < 1e-4 ? 4 : x < 1e-2 ? 6 : terms;
}

/// Σ (−x)ⁿ/(2n+first)!
double sum(double x, int first) {
  double value = 0;
  for (int n = termsAt(x); n >= 0; --n)
    value = inverseFactorials[static_cast<std::size_t>(2 * n + first)] - x * value;
  return value;
}

/// Its derivative by x.
double sumSlope(double x, int first) {
  double value = 0, slope = 0;
  for (int n = termsAt(x); n >= 0; --n) {
    slope = value - x * slope;
    value = inverseFactorials[static_cast<std::size_t>(2 * n + first)] - x * value;
  }
  return -slope;
}

Eigen::Quaterniond quaternion(const Eigen::Vector3d& w) {
  const double angle = w.norm(), half = 0.5 * angle;
  const Eigen::Vector3d v = angle > 0 ? Eigen::Vector3d(std::sin(half) / angle * w) : w;
  return {std::cos(half), v.x(), v.y(), v.z()};
}

}  // namespace

Eigen::Matrix3d crossMatrix(const Eigen::Vector3d& w) {
  Eigen::Matrix3d m;
  m << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return m;
}

Eigen::Matrix3d rotationMatrix(const Eigen::Vector3d& w) {
  return quaternion(w).toRotationMatrix();
}

Eigen::Vector3d composed(const Eigen::Vector3d& w0, const Eigen::Vector3d& w1) {
  const Eigen::Quaterniond product = quaternion(w0) * quaternion(w1);
  const double sine = product.vec().norm();
  if (sine == 0) return Eigen::Vector3d::Zero();
  // q and −q are the same rotation; the one with cos ≥ 0 has the shorter vector.
  const double angle = 2 * std::atan2(sine, std::abs(product.w()));
  return std::copysign(angle / sine, product.w()) * product.vec();
}

RightJacobian::RightJacobian(const Eigen::Vector3d& w) : m_w(w) {
  const double x = w.squaredNorm();
  if (x < seriesLimit) {
    m_a = sum(x, 1);
    m_b = sum(x, 2);
    m_c = sum(x, 3);
    return;
  }
  const double angle = std::sqrt(x), half = std::sin(0.5 * angle);
  m_a = std::sin(angle) / angle;
  m_b = 2 * half * half / x;
  m_c = (1 - m_a) / x;
}

Eigen::Matrix3d RightJacobian::matrix() const {
  return m_a * Eigen::Matrix3d::Identity() - m_b * crossMatrix(m_w) + m_c * m_w * m_w.transpose();
}

Eigen::Matrix3d RightJacobian::derivative(const Eigen::Vector3d& u) const {
  const double along = m_w.dot(u), x = m_w.squaredNorm();
  double da, db, dc;  // of a, b, c by x
  if (x < seriesLimit) {
    da = sumSlope(x, 1);
    db = sumSlope(x, 2);
    dc = sumSlope(x, 3);
  } else {
    da = (std::cos(std::sqrt(x)) - m_a) / (2 * x);
    db = (m_a - 2 * m_b) / (2 * x);
    dc = (m_b - 3 * m_c) / (2 * x);
  }
  const Eigen::Vector3d slope = 2 * (da * u - db * m_w.cross(u) + dc * along * m_w);
  return slope * m_w.transpose() + m_b * crossMatrix(u) +
         m_c * (along * Eigen::Matrix3d::Identity() + m_w * u.transpose());
}

}  // namespace carom
