#pragma once

#include <Eigen/Core>
#include <limits>

#include "impact/block_factor.h"

namespace carom {

/// The arithmetic in which words are replayed and near-degenerate impacts are searched.
using Extended = long double;
static_assert(
    std::numeric_limits<Extended>::digits >= 64,
    "long double must be wider than double: 314,159 reflections lose 3e-12 of the energy in double");
using ExtendedVector = Eigen::Matrix<Extended, Eigen::Dynamic, 1>;
using ExtendedMatrix = Eigen::Matrix<Extended, Eigen::Dynamic, Eigen::Dynamic>;

/// The contacts of an impact in coordinates in which the kinetic metric is Euclidean.
///
/// With M = L Lᵀ a covector a becomes the vector L⁻¹aᵀ, so that ⟨a,b⟩ = (L⁻¹aᵀ)·(L⁻¹bᵀ): momenta are vectors
/// of length √(2E), unit normals are unit vectors, and Γ(u) is an ordinary mirror. Computed once per set of
/// contacts, in extended precision, and shared by the problems that differ in p only.
class WhiteFrame {
 public:
  /// M: n×n symmetric positive definite. normals: k×n, rows u_i.
  WhiteFrame(const Eigen::MatrixXd& M, const Eigen::MatrixXd& normals);

  const ExtendedMatrix& unitNormals() const { return m_unitNormals; }  ///< n×k, column i is L⁻¹û_iᵀ
  const ExtendedVector& normalNorms() const { return m_normalNorms; }  ///< k, ‖u_i‖ (kg^-½)
  const ExtendedMatrix& gram() const { return m_gram; }                ///< k×k, G_ij = ⟨û_i,û_j⟩

  /// L⁻¹pᵀ of a covector: n (√J for a momentum).
  ExtendedVector whiten(const Eigen::VectorXd& p) const;
  /// The covector L y that a white vector stands for: n.
  Eigen::VectorXd covector(const ExtendedVector& y) const;

 private:
  BlockFactor<Extended> m_factor;  ///< L
  ExtendedMatrix m_unitNormals, m_gram;
  ExtendedVector m_normalNorms;
};

}  // namespace carom
