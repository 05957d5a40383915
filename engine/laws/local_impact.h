#pragma once

#include <Eigen/Core>
#include <optional>

namespace carom {

/// Vectors and matrices of one contact, d = 1 (normal only), 2 (in the plane) or 3.
using LocalVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;
using LocalMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;

/// Eigenvalues of a local mass matrix or its inverse, and rates of contacts that stick, count as 0 below this
/// share of the largest one, well above their rounding of 1e-16. A larger value gives slender bodies an
/// infinite mass along some direction; a smaller one divides by rounding.
inline constexpr double massRankTolerance = 1e-12;

/// The impact of one contact, V_f − V_i = W P [CR98 eq. 2]. The first axis is the contact normal, with V < 0
/// where it closes; the others are tangents.
///
/// The local mass matrix M enters as its inverse W: in directions where M is infinite (a hinged pendulum at a
/// wall [CR98 Fig. 8], balls on a line) W is 0 and V does not change.
struct LocalImpact {
  LocalMatrix W;  ///< d×d, M⁻¹ (1/kg), symmetric ≥ 0, W(0,0) > 0
  LocalVector V;  ///< d, V_i (m/s), in the range of W

  int dimension() const { return static_cast<int>(V.size()); }
  /// The local mass matrix M (kg): d×d, the pseudo-inverse of W.
  LocalMatrix mass() const;
  /// The impulse without friction and rebound, P_I [CR98 eq. 3] (N·s): d.
  LocalVector frictionless() const;
  /// The impulse after which the contact is at rest, P_II = −M V_i [CR98 eq. 4] (N·s): d.
  LocalVector sticking() const;
  /// The velocity after an impulse, V_i + W P (m/s): d.
  LocalVector after(const LocalVector& P) const { return V + W * P; }
  /// Contact energy ½ Vᵀ M V of a velocity [CR98 eq. 5] (J); its changes are those of the kinetic energy.
  double energy(const LocalVector& velocity) const;
};

/// M⁻¹ (1/kg) of a local mass matrix M (kg); empty unless M is symmetric and its eigenvalues exceed 1e-12 of
/// the largest one, below which LocalImpact::mass takes them for 0.
std::optional<LocalMatrix> inverseOfMass(const LocalMatrix& M);

}  // namespace carom
