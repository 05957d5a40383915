#pragma once

#include <Eigen/Core>
#include <vector>

#include "mechanics/tree/link_frames.h"

namespace carom {

/// The equations g(q) = 0 of the loops of a mechanism and their derivative A(q), with ġ = A v. A workspace
/// for a constant Mechanism.
class LoopEquations {
 public:
  explicit LoopEquations(const Mechanism& mechanism);

  int count() const { return static_cast<int>(m_loopOf.size()); }  ///< number of equations m
  bool empty() const { return m_loopOf.empty(); }
  /// Computes g and A at q (n).
  void place(const Eigen::VectorXd& q);
  const Eigen::VectorXd& values() const { return m_values; }  ///< m: in m, sines of angles, m or rad of a tie
  const Eigen::MatrixXd& rows() const { return m_rows; }      ///< m×n
  /// The derivatives by q at the place of the links: adds ∂(Aᵀz)/∂q to byImpulse (n×n) and ∂(A v)/∂q to
  /// byVelocity (m×n). z: m; v: n.
  void addSlopes(const LinkFrames& links, const Eigen::VectorXd& z, const Eigen::VectorXd& v,
                 Eigen::MatrixXd& byImpulse, Eigen::MatrixXd& byVelocity) const;
  /// The loop of each equation, rising.
  const std::vector<int>& loopOf() const { return m_loopOf; }
  /// The size of the terms of each equation, in its unit, that rounding is a share of: m. Of points the
  /// distance from the world's origin, or from the place to which joints carry all of the loop.
  const Eigen::VectorXd& sizes() const { return m_sizes; }

 private:
  void add(const PinLoop& pin);
  void add(const HingeLoop& hinge);
  void add(const SlotLoop& slot);
  void add(const RodLoop& rod);
  void add(const WeldLoop& weld);
  void add(const TieLoop& tie);
  void addPoints(const std::array<BodyPoint, 2>& ends);
  void addAngle(const std::array<BodyPoint, 2>& ends, const Eigen::Vector3d& a, const Eigen::Vector3d& b);
  Pose pose(int body) const;
  void finish(double value, double size);
  void addPush(int body, const Eigen::Vector3d& point, const Eigen::Vector3d& direction, double sign);
  void addTurn(int body, const Eigen::Vector3d& direction, double sign);

  const Mechanism& m_mechanism;
  bool m_isPlanar;
  std::vector<int> m_loopOf;
  /// Of each loop, the coordinates that carry all of it along: no equation of it depends on them.
  std::vector<std::vector<int>> m_carrying;
  Eigen::VectorXd m_q, m_values, m_sizes;
  Eigen::MatrixXd m_rows;
  Eigen::Index m_next = 0;
};

/// The orthogonal projection, in the kinetic metric, to the momenta and velocities that keep loops closed,
/// A M⁻¹ p = 0. Of equations that say the same one stands for the others: its multiplier holds theirs.
class LoopProjection {
 public:
  LoopProjection() = default;  ///< of no loops: everything stays
  /// A: m×n. Y = M⁻¹Aᵀ: n×m.
  LoopProjection(Eigen::MatrixXd A, Eigen::MatrixXd Y);

  bool empty() const { return m_chosen.empty(); }
  /// The equations that are independent of each other: rank(A) of them.
  const std::vector<int>& chosen() const { return m_chosen; }
  /// λ = (A M⁻¹Aᵀ)⁻¹ A M⁻¹ p of the chosen equations, 0 of the others: m (N·s or N·m·s).
  Eigen::VectorXd multipliers(const Eigen::VectorXd& p) const;
  /// p ← p − Aᵀλ (n).
  void project(Eigen::VectorXd& p) const;
  /// v ← v − M⁻¹Aᵀ(A M⁻¹Aᵀ)⁻¹ A v (n).
  void projectVelocity(Eigen::VectorXd& v) const;
  const Eigen::MatrixXd& rows() const { return m_A; }  ///< m×n

 private:
  Eigen::VectorXd solve(Eigen::VectorXd right) const;

  Eigen::MatrixXd m_A, m_Y;
  std::vector<int> m_chosen;
  Eigen::MatrixXd m_chosenRows, m_chosenY;  ///< r×n, n×r
  Eigen::MatrixXd m_factor;                 ///< r×r, lower, of the Gram matrix of the chosen rows
};

}  // namespace carom
