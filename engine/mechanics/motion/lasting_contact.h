#pragma once

#include <vector>

#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// Contacts that stay closed while a motion goes on, with Coulomb friction.
///
/// A step of the midpoint rule from q₀ gets impulses z at q₀, normal Λ and tangential B of each contact:
///   M(q_m) v − (h/2) f = p₀ + Uᵀ(q₀) Λ + Tᵀ(q₀) B,   q₁ = q₀ + h v (at spherical joints as in
///   MidpointIntegrator), 0 ≤ φ(q₁) ⟂ Λ ≥ 0,   B of length ≤ μΛ that opposes the slip T v, up to sticking
///   (maximum dissipation [000 ref. 46]),
/// and impulses of the same kind at q₁ leave a momentum p₁ with 0 ≤ U M⁻¹p₁ and with T M⁻¹p₁ opposed. A
/// contact whose multiplier would turn negative has Λ = 0 and opens. U: rows Dφ, T: rows of the relative
/// velocity in the tangent directions (one in the plane, two in space).
class LastingContacts {
 public:
  LastingContacts(const Mechanism& mechanism, MidpointIntegrator& integrator);

  bool empty() const { return m_contacts.empty(); }
  const std::vector<int>& contacts() const { return m_contacts; }
  bool holds(int contact) const;
  void hold(int contact);
  void clear() { m_contacts.clear(); }
  /// Lets go of the contacts that are open at q or, with a momentum, that it opens.
  void release(const Eigen::VectorXd& q);
  void release(const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  /// One step of all that is held; on failure nothing is changed.
  StepStatus step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h);
  /// Energy that the last step or settling took (J): friction, and what pressed the contacts.
  double loss() const { return m_loss; }
  /// The impulses at q that leave no contact closing, and friction with them.
  void settle(const Eigen::VectorXd& q, Eigen::VectorXd& p);

 private:
  /// Rows of one contact after another: Dφ, then its tangents (m×n).
  Eigen::MatrixXd rows(const Eigen::VectorXd& q) const;
  /// z with w = W z + b: 0 ≤ w ⟂ z ≥ 0 for normals, the rest as above; by projected Gauss–Seidel sweeps
  /// from the z that is given.
  void impulses(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, Eigen::VectorXd& z, int mostSweeps) const;
  double kineticEnergy(const Eigen::VectorXd& q, const Eigen::VectorXd& p) const;  ///< ½ pᵀM⁻¹p (J)

  const Mechanism& m_mechanism;
  MidpointIntegrator& m_integrator;
  int m_block;  ///< rows of a contact: 2 in the plane, 3 in space
  std::vector<int> m_contacts;
  double m_loss = 0;
};

}  // namespace carom
