#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "impact/contact_collision.h"
#include "impact/kinetic_metric.h"

namespace carom {

class WhiteFrame;

/// The numbers given do not make an impact: singular mass matrix, zero normal, non-finite value.
class ImpactError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

using ContactIndex = std::uint16_t;
/// A reflection ordering: the contacts in the order in which they reflect.
using Word = std::vector<ContactIndex>;

/// Who touches whom.
struct ContactLabel {
  std::string name;                   ///< "ac"
  std::array<std::string, 2> bodies;  ///< {"a", "c"}
  double gap = 0;                     ///< φ (m), within ±1e-9
  /// e in [0,1]: a reflection of this contact takes c to −e c, p ↦ p − (1 + e)⟨p,û⟩û; 1 is elastic. The
  /// energy that it leaves of ½c² is e², so 004's coefficient is e² and 003's is e. Where the contact
  /// collides, the e that its law knows.
  double restitution = 1;
  /// How the contact collides by itself; null: it reflects.
  std::shared_ptr<const SingleCollision> collision{};
};

/// A contact is infeasible iff c < −feasibilityTolerance · ImpactProblem::scale().
inline constexpr double feasibilityTolerance = 1e-12;
/// Two momenta of an elastic impact are one where they are nearer than this times ImpactProblem::scale():
/// what rounding leaves of equal ones stays below 1e-13.
inline constexpr double mergeTolerance = 1e-12;

/// One simultaneous impact: k closed contacts, their normals u_i = Dφ_i, and the momentum p⁻ that arrives.
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
  double momentumNorm() const { return m_pNorm; }                       ///< ‖p⁻‖ (√J)
  /// The momentum that takes part (√J), which tolerances are relative to: ‖p⁻‖ without the (white)
  /// coordinates that no contact touches, so that a body far away decides nothing here.
  double scale() const { return m_scale; }
  /// c_i ‖u_i‖ = Dφ_i·q̇ (m/s), negative when closing.
  double approachSpeed(int i) const { return m_c[i] * m_normalNorms[i]; }
  const std::vector<ContactLabel>& labels() const { return m_labels; }
  bool isInfeasible(double c) const { return c < -feasibilityTolerance * m_scale; }
  bool isFeasible() const;  ///< p⁻ is: no contact is infeasible
  /// k, what a reflection of each contact multiplies ⟨p,û_i⟩û_i with: 1 + its restitution, 2 where elastic.
  const Eigen::VectorXd& factors() const { return m_factors; }
  bool reflectsOnly() const { return m_reflectsOnly; }  ///< no contact collides
  /// Contacts only reflect, and no reflection takes energy.
  bool isElastic() const { return m_reflectsOnly && (m_factors.array() == 2).all(); }
  /// The impulse of a contact that collides (N·s) from its velocity of approach V (m/s): 1 + t, the normal
  /// first.
  Eigen::VectorXd collisionImpulse(int contact, const Eigen::VectorXd& V) const;
  /// The contacts in coordinates in which the metric is Euclidean, in extended precision.
  const WhiteFrame& frame() const { return *m_frame; }

  /// The same contacts struck by another momentum. Throws ImpactError if it is not finite or of another size.
  ImpactProblem withMomentum(const Eigen::VectorXd& p) const;
  /// The same impact with other restitution of each contact (k), see ContactLabel. Throws ImpactError outside
  /// [0,1].
  ImpactProblem withRestitution(const Eigen::VectorXd& restitution) const;
  /// The same impact where every contact reflects, with this restitution.
  ImpactProblem reflecting(double restitution) const;

 private:
  void setMomentum(const Eigen::VectorXd& p);
  void setFactors();

  KineticMetric m_metric;
  std::shared_ptr<const WhiteFrame> m_frame;
  Eigen::MatrixXd m_normals, m_unitNormals, m_gram;
  Eigen::VectorXd m_normalNorms, m_factors, m_p, m_c;
  double m_pNorm = 0, m_scale = 0;
  bool m_reflectsOnly = true;
  std::vector<ContactLabel> m_labels;
};

}  // namespace carom
