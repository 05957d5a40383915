#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom {

/// The contact problem of one step: contact velocities w = W z + b (m/s) under impulses z (N·s), for each
/// contact the normal and then the tangents.
///
///   0 ≤ w_n ⟂ Λ ≥ 0,   |B| ≤ μΛ,   w_t = −s B with s ≥ 0, and s = 0 where |B| < μΛ
/// (maximum dissipation [SM14 ref. 46]). A contact whose normal row is 0 has friction of its radius alone. W
/// = C M⁻¹Cᵀ is symmetric and ≥ 0, and singular for dependent contacts such as the corners of a box. z is
/// then not unique; w is where all contacts stick.
struct ContactProblem {
  int block = 2;                 ///< rows of a contact: 2 in the plane, 3 in space
  Eigen::MatrixXd W;             ///< m×m (1/kg), m = block · contacts
  Eigen::VectorXd b;             ///< m (m/s)
  std::vector<double> friction;  ///< μ ≥ 0 of each contact
  /// r ≥ 0 of each contact (N·s), |B| ≤ μΛ + r. If all μ are 0 the problem is convex: the least kinetic
  /// energy with Λ ≥ 0 and |B| ≤ r.
  std::vector<double> radius;
  /// The island of each contact, from 0 on: W is 0 between islands, which are solved one by one. Empty: one.
  std::vector<int> island;
  /// The contacts in an order in which those that share bodies are near each other. Empty: as they are.
  std::vector<int> order;
  /// Of each island, whether its contacts rest before the problem: a solution in which they stay at rest is
  /// preferred. Empty: none.
  std::vector<bool> rests;
  double noise = 0;  ///< rounding of b (m/s)
  /// The error of contact velocities (m/s) with which an answer for many contacts counts, as Rough: those
  /// that depend on each other may ask for what no impulses give, because their gaps are 0 to rounding only.
  /// 0: none.
  double slack = 0;
  /// Whether a start that is no worse than a Rough answer is the answer: where impulses hardly move bodies,
  /// each further search ends elsewhere.
  bool keepsRough = false;
  double size = 0;  ///< size of the terms of contact velocities (m/s), the scale of the error of a solution

  int contacts() const { return static_cast<int>(friction.size()); }
  /// Sets the number of contacts, without keeping values. Allocates memory only where it grows.
  void resize(int contacts);
};

enum class ContactStatus {
  Solved,
  Rough,      ///< to ContactSolver::rough or the slack only, as rounding of dependent contacts may leave it
  Unbounded,  ///< a contact would have to separate that no impulse can move
  NotSolved   ///< the iterations ended above the tolerance
};

}  // namespace carom
