#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom {

/// The accelerations of contacts that are closed and neither approach nor part, in the axes of each contact:
/// the normal, then one tangent in the plane, two in space.
struct CoulombProblem {
  int block = 2;         ///< rows of a contact: 2 in the plane, 3 in space
  Eigen::MatrixXd W;     ///< C M⁻¹ Cᵀ (1/kg), m×m, m = block · contacts
  Eigen::VectorXd free;  ///< accelerations without forces of these contacts: m (m/s²)
  /// Of each contact: μ, and the unit direction in which it slides (block − 1); 0 where it rests.
  std::vector<double> friction;
  std::vector<Eigen::VectorXd> slip;

  int count() const { return static_cast<int>(friction.size()); }
  /// Whether the friction of a contact alone closes it, μ W_nt s ≥ W_nn.
  bool jams(int contact) const;
};

/// What a contact does next.
enum class CoulombMode { Opens, Sticks, Slides };

/// Forces λ with a = W λ + a_free that Coulomb's law allows: 0 ≤ a_n ⟂ λ_n ≥ 0, λ_t = −μ λ_n s where the
/// contact slides in the direction s, |λ_t| ≤ μ λ_n where it sticks (a_t = 0), and λ_t against a_t where it
/// begins to slide.
struct CoulombSolution {
  std::vector<CoulombMode> modes;
  Eigen::VectorXd force, acceleration;  ///< m each (N, m/s²)
};

/// All solutions whose accelerations differ.
struct CoulombSolutions {
  std::vector<CoulombSolution> all{};
  /// Whether every mode was tried. In space those in which two contacts at rest or more begin to slide at
  /// once are not.
  bool isComplete = true;
};

/// Largest number of contacts whose modes are enumerated, 4ᵏ of them.
inline constexpr int mostCoulombContacts = 4;

/// Whether all contacts slide and the matrix W_nn − μ W_nt s is a P-matrix, all of whose principal minors are
/// positive: there is exactly one solution then, for any free accelerations [Cottle, Pang & Stone
/// 1992, 3.3.7]. Up to mostCoulombContacts.
bool hasOneSolution(const CoulombProblem& problem);

/// All solutions by enumeration of the modes of up to mostCoulombContacts contacts. There may be none, at a
/// state in which a sliding contact jams (Painlevé), and several.
CoulombSolutions coulombSolutions(const CoulombProblem& problem);

}  // namespace carom
