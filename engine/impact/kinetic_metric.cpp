#include "impact/kinetic_metric.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "impact/impact_problem.h"

namespace carom {

namespace {

/// Mirror entries may differ by this share of √(M_ii M_jj), which admits matrices printed with nine digits. A
/// smaller value refuses those; a larger one accepts wrong entries.
constexpr double symmetryTolerance = 1e-9;
/// Least squared pivot of a mass matrix scaled to a unit diagonal; rounding leaves about 1e-16 n in place of
/// 0. A smaller value accepts singular matrices; a larger one refuses mechanisms whose inertias nearly
/// cancel.
constexpr double singularPivot = 1e-13;

/// Whether M equals its transpose to the last bit, compared tile by tile so that large matrices pass through
/// the cache once.
bool isSymmetric(const Eigen::MatrixXd& M) {
  constexpr Eigen::Index tile = 32;
  const Eigen::Index n = M.rows();
  for (Eigen::Index j = 0; j < n; j += tile)
    for (Eigen::Index i = 0; i <= j; i += tile) {
      const Eigen::Index height = std::min(tile, n - i), width = std::min(tile, n - j);
      if (M.block(i, j, height, width) != M.block(j, i, width, height).transpose()) return false;
    }
  return true;
}

/// The rows of a block by their numbers in the whole matrix.
struct RowNames {
  const std::vector<int>& rows;
  std::string entry(Eigen::Index i, Eigen::Index j) const {
    const auto name = [&](Eigen::Index row) { return std::to_string(rows[static_cast<std::size_t>(row)]); };
    return "mass matrix entry (" + name(i) + ", " + name(j) + ")";
  }
};

/// Makes a block exactly symmetric. Throws ImpactError as KineticMetric does.
void check(Eigen::MatrixXd& M, const RowNames& names) {
  if (M.allFinite() && (M.diagonal().array() > 0).all() && isSymmetric(M)) return;
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < M.cols(); ++j) {
      if (!std::isfinite(M(i, j))) throw ImpactError(names.entry(i, j) + " is not finite");
    }
  }
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    if (!(M(i, i) > 0)) throw ImpactError(names.entry(i, i) + " is not positive");
    for (Eigen::Index j = 0; j < i; ++j) {
      if (M(i, j) == M(j, i)) continue;
      const double scale = std::sqrt(M(i, i)) * std::sqrt(M(j, j));
      if (std::abs(M(i, j) - M(j, i)) > symmetryTolerance * scale) {
        throw ImpactError(names.entry(i, j) +
                          " differs from its mirror entry: the mass matrix is not symmetric");
      }
    }
  }
  M = (0.5 * (M + M.transpose())).eval();
}

/// A square matrix. Throws ImpactError.
Eigen::MatrixXd square(Eigen::MatrixXd M) {
  if (M.rows() == M.cols() && M.rows() > 0) return M;
  throw ImpactError("mass matrix is " + std::to_string(M.rows()) + "×" + std::to_string(M.cols()) +
                    ", expected a square one");
}

}  // namespace

KineticMetric::KineticMetric(Eigen::MatrixXd M) : KineticMetric(BlockMatrix(square(std::move(M)))) {}

KineticMetric::KineticMetric(BlockMatrix M) {
  if (M.size() == 0) square({});
  for (std::size_t g = 0; g < M.blocks.size(); ++g) check(M.blocks[g], {M.groups->rows()[g]});
  BlockFactor<double> factor(M);
  // make_shared cannot initialise an aggregate with every C++20 compiler.
  m_parts.reset(new Parts{std::move(M), std::move(factor)});
  // Masses may differ by any factor (Galperin's by 1e10), so that the test of singularity scales M to a unit
  // diagonal: D M D = (D L)(D L)ᵀ.
  const auto scaled = [&] {
    return m_parts->factor.pivots().cwiseQuotient(blocks().diagonal().cwiseSqrt()).minCoeff();
  };
  if (!m_parts->factor.isPositive() || scaled() * scaled() < singularPivot) {
    throw ImpactError("mass matrix is singular or not positive definite");
  }
}

const Eigen::MatrixXd& KineticMetric::mass() const {
  if (m_parts->M.blocks.size() == 1) return m_parts->M.blocks.front();
  std::call_once(m_parts->onceDense, [this] { m_parts->dense = m_parts->M.dense(); });
  return m_parts->dense;
}

std::shared_ptr<const BlockFactor<long double>> KineticMetric::extendedFactor() const {
  std::call_once(m_parts->once, [this] {
    m_parts->extended = std::make_shared<const BlockFactor<long double>>(m_parts->M);
  });
  return m_parts->extended;
}

double KineticMetric::inner(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
  return m_parts->factor.lowerSolve(a).col(0).dot(m_parts->factor.lowerSolve(b).col(0));
}

double KineticMetric::norm(const Eigen::VectorXd& a) const {
  return m_parts->factor.lowerSolve(a).col(0).stableNorm();
}

Eigen::VectorXd KineticMetric::velocity(const Eigen::VectorXd& p) const {
  return m_parts->factor.solve(p);
}

}  // namespace carom
