#pragma once

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "impact/kinetic_metric.h"

namespace carom {

/// The scalar type of replayed words and of searches of nearly degenerate impacts.
using Extended = long double;
static_assert(
    std::numeric_limits<Extended>::digits >= 64,
    "long double must be wider than double: 314,159 reflections lose 3e-12 of the energy in double");
using ExtendedVector = Eigen::Matrix<Extended, Eigen::Dynamic, 1>;
using ExtendedMatrix = Eigen::Matrix<Extended, Eigen::Dynamic, Eigen::Dynamic>;

/// The contacts of an impact in coordinates in which the kinetic metric is Euclidean.
///
/// With M = L Lᵀ a covector a becomes the vector L⁻¹aᵀ, so that ⟨a,b⟩ = (L⁻¹aᵀ)·(L⁻¹bᵀ): momenta are vectors
/// of length √(2E), unit normals are unit vectors, and Γ(u) is a Euclidean reflection. Computed once for a
/// set of contacts, in extended precision, and shared by problems that differ in p only.
class WhiteFrame {
 public:
  /// metric: of n coordinates. normals: k×n, rows u_i. tangents: t×n for each contact that collides (see
  /// SingleCollision), null for one that reflects; empty where all reflect.
  WhiteFrame(const KineticMetric& metric, const Eigen::MatrixXd& normals,
             const std::vector<const Eigen::MatrixXd*>& tangents = {});

  const ExtendedMatrix& unitNormals() const { return m_unitNormals; }  ///< n×k, column i is L⁻¹û_iᵀ
  /// The entries of a column of unitNormals() that are not 0, rising: of the trees that the contact moves.
  const std::vector<Eigen::Index>& entriesOf(int contact) const {
    return m_entries[static_cast<std::size_t>(contact)];
  }
  const ExtendedVector& normalNorms() const { return m_normalNorms; }  ///< k, ‖u_i‖ (kg^-½)
  const ExtendedMatrix& gram() const { return m_gram; }                ///< k×k, G_ij = ⟨û_i,û_j⟩

  /// The unit tangents of all contacts that collide, one contact after another: n×m.
  const ExtendedMatrix& unitTangents() const { return m_unitTangents; }
  /// L⁻¹uᵀ, L⁻¹Tᵀ of a contact that collides, V = (…)ᵀ y: n×(1+t).
  const ExtendedMatrix& directions(int contact) const {
    return m_directions[static_cast<std::size_t>(contact)];
  }
  /// W of a contact that collides [CR98 eq. 2] (1/kg): (1+t)×(1+t).
  Eigen::MatrixXd localInverse(int contact) const {
    return (directions(contact).transpose() * directions(contact)).cast<double>();
  }

  /// n, whether the normal or a tangent of some contact has a component along this coordinate.
  const Eigen::Array<bool, Eigen::Dynamic, 1>& touched() const { return m_touched; }

  /// L⁻¹pᵀ of a covector: n (√J for a momentum).
  ExtendedVector whiten(const Eigen::VectorXd& p) const;
  /// The covector L y that a white vector stands for: n.
  Eigen::VectorXd covector(const ExtendedVector& y) const;

 private:
  std::shared_ptr<const BlockFactor<Extended>> m_factor;  ///< L
  ExtendedMatrix m_unitNormals, m_gram, m_unitTangents;
  ExtendedVector m_normalNorms;
  std::vector<std::vector<Eigen::Index>> m_entries;
  Eigen::Array<bool, Eigen::Dynamic, 1> m_touched;
  std::vector<ExtendedMatrix> m_directions;  ///< for each contact; empty where all reflect
};

}  // namespace carom
