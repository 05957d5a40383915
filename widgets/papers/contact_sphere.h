#pragma once

#include <Eigen/Core>
#include <vector>

#include "impact/impact_problem.h"

namespace carom {

/// The unit sphere of momenta at an elastic impact of two or three contacts, in three dimensions in which the
/// kinetic metric is the Euclidean one: the space of three normals, or that of two and of the part of p⁻ that
/// no reflection changes [SM10 IV]. Reflections are mirrors through its centre.
class ContactSphere {
 public:
  /// Throws FigureError for another number of contacts, for normals that depend on each other, and where
  /// reflections lose energy.
  explicit ContactSphere(const ImpactProblem& problem);

  const std::vector<Eigen::Vector3d>& normals() const { return m_normals; }  ///< unit, one of each contact
  const Eigen::Vector3d& momentum() const { return m_momentum; }             ///< p⁻, of length 1; 0 at rest
  Eigen::Vector3d reflected(const Eigen::Vector3d& x, int contact) const;
  bool isFeasible(const Eigen::Vector3d& x) const;

  /// The point of the sphere nearest to x that p⁻ can be at: with two contacts, the part that no reflection
  /// changes keeps its direction, and stays 0 where it is 0.
  Eigen::Vector3d nearestMomentum(const Eigen::Vector3d& x) const;
  /// The momentum (n) that is at a unit vector x, with the energy of p⁻. Of all with the contact coordinates
  /// of x and this energy it is the one nearest to p⁻ in the kinetic metric.
  Eigen::VectorXd momentumAt(const Eigen::Vector3d& x) const;

  /// S₀, the area of the feasible momenta, as a share of the whole sphere: that of a lune with the angle π −
  /// ∠(û, v̂), or of a triangle with three such angles.
  double feasibleShare() const;
  /// N = ⌈S/(2 S₀)⌉, after which every momentum is feasible [SM10 IV]; −1 for three contacts, for which it is
  /// not stated.
  int bound() const;

 private:
  ImpactProblem m_problem;
  std::vector<Eigen::Vector3d> m_normals;
  Eigen::Vector3d m_momentum = Eigen::Vector3d::Zero();
  double m_length = 0;       ///< of p⁻ in these dimensions (√J)
  Eigen::VectorXd m_across;  ///< n, the part of p⁻ that no reflection changes
};

}  // namespace carom
