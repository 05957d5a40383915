#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "impact/contact_collision.h"
#include "impact/kinetic_metric.h"
#include "impact/white_frame.h"

namespace carom {

/// Thrown for numbers that do not define an impact: a singular mass matrix, a zero normal, a value that is
/// not finite.
class ImpactError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

using ContactIndex = std::uint16_t;
/// A reflection ordering: the contacts in the order in which they reflect.
using Word = std::vector<ContactIndex>;

/// The name of a contact, its bodies, and its coefficients.
struct ContactLabel {
  std::string name;                   ///< "ac"
  std::array<std::string, 2> bodies;  ///< {"a", "c"}
  double gap = 0;                     ///< φ (m), within ±1e-9
  /// e in [0,1]: a reflection of this contact maps c to −e c, p ↦ p − (1 + e)⟨p,û⟩û; 1 is elastic. It leaves
  /// e² of the energy ½c², so that the coefficient of [SM12] is e² and that of [CR98] is e. For a contact
  /// that collides it is the e of its law.
  double restitution = 1;
  /// The collision law of the contact; null where it reflects.
  std::shared_ptr<const SingleCollision> collision{};
  /// The other limits of the normal (rows, n columns), where bodies meet at a corner: the impact may have any
  /// of them in place of the one in the problem. No row elsewhere.
  Eigen::MatrixXd otherNormals{};
  /// What unit impulses of the contact make the loops of the mechanism push: a row for its normal, then one
  /// for each tangent of its law; a column for each equation of the loops (see LoopEquations). Empty without.
  Eigen::MatrixXd loopImpulses{};
};

/// A contact is infeasible iff c < −feasibilityTolerance · ImpactProblem::scale(). Rounding of c stays below
/// a tenth of this (128 reflections in double leave 5e-14). A smaller value lets rounding add reflections; a
/// larger one leaves contacts that close more slowly than it.
inline constexpr double feasibilityTolerance = 1e-12;
/// Two momenta of an elastic impact are one where their distance is below mergeTolerance ·
/// ImpactProblem::scale(): rounding leaves less than 1e-13 between equal ones. A smaller value counts equal
/// momenta twice; a larger one joins outcomes whose ξ is below it.
inline constexpr double mergeTolerance = 1e-12;

/// One simultaneous impact: k closed contacts, their normals u_i = Dφ_i, and the momentum p⁻ before it.
///
/// Immutable. Derived quantities are computed once: unit normals û_i = u_i/‖u_i‖, Gram matrix
/// G_ij = ⟨û_i,û_j⟩ and contact coordinates c_i = ⟨p,û_i⟩ (√J), in which the search runs.
class ImpactProblem {
 public:
  /// M: n×n. normals: k×n, row i is u_i (m per unit of each coordinate). p: n momentum covector.
  /// labels: k. Collinear and opposite normals are legal, and so is k = 0 (every momentum is feasible).
  /// Throws ImpactError for a mass matrix that is not symmetric positive definite, a zero normal, a value
  /// that is not finite, sizes that do not fit, a restitution outside [0,1], a zero tangent.
  ImpactProblem(const Eigen::MatrixXd& M, const Eigen::MatrixXd& normals, const Eigen::VectorXd& p,
                std::vector<ContactLabel> labels)
      : ImpactProblem(KineticMetric(M), normals, p, std::move(labels)) {}
  /// The same with a metric that may be shared with other problems.
  ImpactProblem(KineticMetric metric, const Eigen::MatrixXd& normals, const Eigen::VectorXd& p,
                std::vector<ContactLabel> labels);

  int dof() const { return m_metric.dof(); }
  int contactCount() const { return static_cast<int>(m_normals.rows()); }
  const KineticMetric& metric() const { return m_metric; }
  const Eigen::MatrixXd& normals() const { return m_normals; }          ///< k×n, rows u_i
  const Eigen::MatrixXd& unitNormals() const { return m_unitNormals; }  ///< k×n, rows û_i
  const Eigen::VectorXd& normalNorms() const { return m_normalNorms; }  ///< k, ‖u_i‖ (kg^-½)
  const Eigen::MatrixXd& gram() const { return m_gram; }                ///< k×k, unit diagonal
  const Eigen::VectorXd& momentum() const { return m_p; }               ///< n, p⁻
  const Eigen::VectorXd& contactCoordinates() const { return m_c; }     ///< k, c_i (√J)
  const ExtendedVector& whiteMomentum() const { return m_white; }       ///< n, L⁻¹p⁻ᵀ, see WhiteFrame
  double momentumNorm() const { return m_pNorm; }                       ///< ‖p⁻‖ (√J)
  /// The unit of all tolerances (√J): ‖p⁻‖ without the (white) coordinates that no contact touches, so that
  /// bodies outside the impact do not change it.
  double scale() const { return m_scale; }
  /// c_i ‖u_i‖ = Dφ_i·q̇ (m/s), negative when closing.
  double approachSpeed(int i) const { return m_c[i] * m_normalNorms[i]; }
  const std::vector<ContactLabel>& labels() const { return m_labels; }
  bool isInfeasible(double c) const { return c < -feasibilityTolerance * m_scale; }
  bool isFeasible() const;  ///< whether every contact is feasible for p⁻
  /// k, the factor of ⟨p,û_i⟩û_i in a reflection of each contact: 1 + e_i, 2 where elastic.
  const Eigen::VectorXd& factors() const { return m_factors; }
  bool reflectsOnly() const { return m_reflectsOnly; }  ///< every contact reflects
  /// Every contact reflects without loss of energy.
  bool isElastic() const { return m_reflectsOnly && (m_factors.array() == 2).all(); }
  /// The impulse (N·s) by the law of a contact that collides, for the velocity of approach V (m/s): 1 + t
  /// entries, the normal first.
  Eigen::VectorXd collisionImpulse(int contact, const Eigen::VectorXd& V) const;
  /// The contacts in coordinates in which the metric is Euclidean, in extended precision.
  const WhiteFrame& frame() const { return *m_frame; }

  /// The impacts whose normals at corners are other ones of their limits, see ContactLabel::otherNormals: all
  /// combinations but this one, at most `most` of them.
  std::vector<ImpactProblem> atOtherSides(std::size_t most) const;
  /// Number of combinations of the limits of normals, this one included; 1 without corners.
  double sides() const;
  /// The same contacts with another momentum p⁻. Throws ImpactError if it is not finite or of another size.
  ImpactProblem withMomentum(const Eigen::VectorXd& p) const;
  /// The same impact with other restitutions of the contacts (k), see ContactLabel. Throws ImpactError
  /// outside [0,1].
  ImpactProblem withRestitution(const Eigen::VectorXd& restitution) const;
  /// The same impact with every contact reflecting with this restitution.
  ImpactProblem reflecting(double restitution) const;

 private:
  void setMomentum(const Eigen::VectorXd& p);
  void setFactors();

  KineticMetric m_metric;
  std::shared_ptr<const WhiteFrame> m_frame;
  Eigen::MatrixXd m_normals, m_unitNormals, m_gram;
  Eigen::VectorXd m_normalNorms, m_factors, m_p, m_c;
  ExtendedVector m_white;
  double m_pNorm = 0, m_scale = 0;
  bool m_reflectsOnly = true;
  std::vector<ContactLabel> m_labels;
};

}  // namespace carom
