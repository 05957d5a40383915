#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <span>
#include <vector>

namespace carom {

/// The Hermite cubic of a step, which fits q and q̇ at both ends: the motion between two nodes of the
/// integrator, to O(h⁴) in flights.
///
/// For a rotation: R(s) = R₀ exp(ŷ(s)), y the cubic with y(0) = 0, ẏ(0) = ω₀, y(h) = log(R₀ᵀR₁), ẏ(h) =
/// J_r(y)⁻¹ ω₁, and ω = J_r(y) ẏ.
class StepCubic {
 public:
  using Vector = Eigen::Ref<const Eigen::VectorXd>;
  /// q0, q1, v0, v1: n, at the ends. h: s, may be 0. rotations: Mechanism::rotations(). All must outlive it.
  StepCubic(const Vector& q0, const Vector& q1, const Vector& v0, const Vector& v1, double h,
            const std::vector<int>& rotations);

  /// q and v at s after the start (s), 0 ≤ s ≤ h: n.
  Eigen::VectorXd configuration(double s) const;
  Eigen::VectorXd velocity(double s) const;
  /// The same for some coordinates alone, those of whole joints: writes their entries of q or v (n).
  void place(double s, std::span<const int> coordinates, Eigen::VectorXd& q) const;
  void move(double s, std::span<const int> coordinates, Eigen::VectorXd& v) const;

 private:
  struct Turn {
    int coordinate;
    Eigen::Vector3d start, y1, dy1;  ///< of a rotation: its vector at the start; y and ẏ at the end
  };
  Turn turnAt(int coordinate) const;
  const std::vector<Turn>& turns() const;
  bool turns(int coordinate) const { return std::ranges::binary_search(m_rotations, coordinate); }
  Eigen::Vector3d rotation(const Turn& turn, double x) const;
  Eigen::Vector3d angularVelocity(const Turn& turn, double x) const;

  Vector m_q0, m_q1, m_v0, m_v1;
  double m_h;
  const std::vector<int>& m_rotations;  ///< rising
  mutable std::vector<Turn> m_turns;    ///< of all rotations; empty until they are needed
};

}  // namespace carom
