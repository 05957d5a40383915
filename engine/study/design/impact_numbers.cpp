#include "study/design/impact_numbers.h"

#include <Eigen/Cholesky>

namespace carom {

namespace {

/// The rows M⁻¹uᵀ and the products ⟨u_i,u_j⟩.
struct KineticProducts {
  explicit KineticProducts(const Eigen::MatrixXd& M, const Eigen::MatrixXd& U)
      : X(M.llt().solve(U.transpose())), G(U * X), norms(G.diagonal().cwiseSqrt()) {}
  Eigen::MatrixXd X, G;
  Eigen::VectorXd norms;
};

}  // namespace

Eigen::MatrixXd gramOf(const ImpactNumbers<double>& impact) {
  const KineticProducts products(impact.M, impact.U);
  return products.G.cwiseQuotient(products.norms * products.norms.transpose());
}

Eigen::MatrixXd gramSlope(const ImpactNumbers<Dual>& impact) {
  const KineticProducts products(valuesOf(impact.M), valuesOf(impact.U));
  const auto& [X, G, norms] = products;
  const Eigen::MatrixXd changed = slopesOf(impact.U) * X;
  const Eigen::MatrixXd slope = changed + changed.transpose() - X.transpose() * slopesOf(impact.M) * X;
  const Eigen::VectorXd growth = 0.5 * slope.diagonal().cwiseQuotient(G.diagonal());  // of each norm
  Eigen::MatrixXd result = slope.cwiseQuotient(norms * norms.transpose());
  for (Eigen::Index i = 0; i < result.rows(); ++i)
    for (Eigen::Index j = 0; j < result.cols(); ++j)
      result(i, j) = i == j ? 0 : result(i, j) - G(i, j) / (norms[i] * norms[j]) * (growth[i] + growth[j]);
  return result;
}

}  // namespace carom
