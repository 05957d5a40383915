#include "impact/metric.h"

#include <cmath>
#include <string>

#include "impact/impact_problem.h"

namespace carom {

namespace {

constexpr double symmetryTolerance = 1e-9;  // of √(M_ii M_jj)
constexpr double singularPivot = 1e-13;     // of a mass matrix that is scaled to a unit diagonal

std::string entry(Eigen::Index i, Eigen::Index j) {
  return "mass matrix entry (" + std::to_string(i) + ", " + std::to_string(j) + ")";
}

/// M made exactly symmetric; throws what KineticMetric promises.
Eigen::MatrixXd checkedMass(const Eigen::MatrixXd& M) {
  if (M.rows() != M.cols() || M.rows() == 0) {
    throw ImpactError("mass matrix is " + std::to_string(M.rows()) + "×" + std::to_string(M.cols()) +
                      ", expected a square one");
  }
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < M.cols(); ++j) {
      if (!std::isfinite(M(i, j))) throw ImpactError(entry(i, j) + " is not finite");
    }
  }
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    if (!(M(i, i) > 0)) throw ImpactError(entry(i, i) + " is not positive");
    for (Eigen::Index j = 0; j < i; ++j) {
      if (M(i, j) == M(j, i)) continue;
      const double scale = std::sqrt(M(i, i)) * std::sqrt(M(j, j));
      if (std::abs(M(i, j) - M(j, i)) > symmetryTolerance * scale) {
        throw ImpactError(entry(i, j) + " differs from its mirror entry: the mass matrix is not symmetric");
      }
    }
  }
  return 0.5 * (M + M.transpose());
}

}  // namespace

KineticMetric::KineticMetric(const Eigen::MatrixXd& M) : m_M(checkedMass(M)), m_factor(m_M) {
  // Masses may differ by any factor (Galperin's by 1e10), so singular is judged on a unit diagonal.
  const Eigen::VectorXd scale = m_M.diagonal().cwiseSqrt().cwiseInverse();
  const BlockFactor<double> scaled(scale.asDiagonal() * m_M * scale.asDiagonal());
  const bool positive = scaled.isPositive() && m_factor.isPositive();
  if (!positive || scaled.leastPivot() * scaled.leastPivot() < singularPivot) {
    throw ImpactError("mass matrix is singular or not positive definite");
  }
}

double KineticMetric::inner(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
  return m_factor.lowerSolve(a).col(0).dot(m_factor.lowerSolve(b).col(0));
}

double KineticMetric::norm(const Eigen::VectorXd& a) const {
  return m_factor.lowerSolve(a).col(0).stableNorm();
}

Eigen::VectorXd KineticMetric::velocity(const Eigen::VectorXd& p) const {
  return m_factor.solve(p);
}

}  // namespace carom
