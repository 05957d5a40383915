#pragma once

#include <Eigen/Core>
#include <vector>

#include "answer/snapshot.h"

namespace carom {

/// The subspace N of [SM14] that the unit normals û, v̂ of two contacts span, as a plane in which the kinetic
/// metric is the Euclidean one. r₀ = (û + v̂)/‖û + v̂‖ points along y.
class ContactPlane {
 public:
  /// Throws FigureError where the impact has not two contacts, or where their normals are parallel.
  explicit ContactPlane(const ImpactProblem& problem);
  explicit ContactPlane(const Snapshot& snapshot);

  const Eigen::Vector2d& normal(int contact) const { return m_normals[contact]; }
  /// γ = arcsin⟨r₀,û⟩ [SM14 Lemma 4], in (0, π/2): half the angle of the feasible cone.
  double gamma() const { return m_gamma; }
  /// The projection of p⁻ (√J).
  const Eigen::Vector2d& momentum() const { return m_momentum; }
  /// x − k⟨x,û⟩û, k: the factor of the contact, 2 where it is elastic.
  Eigen::Vector2d reflected(const Eigen::Vector2d& x, int contact) const;
  bool isFeasible(const Eigen::Vector2d& x) const;

  /// An ordering of reflections: contacts, and the momenta from p⁻ to p⁺.
  struct Path {
    std::vector<int> word;
    std::vector<Eigen::Vector2d> momenta;
    bool ends = true;  ///< false: cut after mostReflections
  };
  /// The orderings that begin with each infeasible contact: there are no others, as a contact that has just
  /// reflected is feasible.
  std::vector<Path> paths() const;

 private:
  static constexpr std::size_t mostReflections = 400;

  Eigen::Vector2d m_normals[2], m_momentum;
  double m_gamma = 0, m_factors[2]{2, 2}, m_threshold = 0;
};

}  // namespace carom
