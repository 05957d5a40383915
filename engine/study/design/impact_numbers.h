#pragma once

#include "study/design/dual.h"

namespace carom {

/// The numbers of an impact: of k contacts, whether closed or not.
template <class S>
struct ImpactNumbers {
  MatrixX<S> M, U;  ///< n×n; k×n, rows Dφ_i
  VectorX<S> gaps;  ///< k (m)
};
/// The Gram matrix of unit normals: k×k.
Eigen::MatrixXd gramOf(const ImpactNumbers<double>& impact);
/// Its derivative along the direction of the numbers: k×k, from dG̃ = dU X + (dU X)ᵀ − Xᵀ dM X, X = M⁻¹Uᵀ, G̃ =
/// U X.
Eigen::MatrixXd gramSlope(const ImpactNumbers<Dual>& impact);

}  // namespace carom
