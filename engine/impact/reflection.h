#pragma once

#include <span>
#include <vector>

#include "impact/impact_problem.h"
#include "impact/white_frame.h"

namespace carom {

/// Momentum map Γ(u): p ↦ p − 2⟨p,û⟩û of one elastic contact [SM14 eq. 7], in contact coordinates:
/// c ← c − 2 c_j G_j. (k multiply-adds). c: k, G: k×k. factor: 1 + its restitution where it is not elastic.
template <class Vector, class Gram>
void reflect(Vector&& c, const Eigen::MatrixBase<Gram>& G, Eigen::Index j, typename Gram::Scalar factor = 2) {
  const typename Gram::Scalar push = factor * c[j];
  c.noalias() -= push * G.col(j);
}

/// The effect of a word on p⁻, computed on the momentum itself in extended precision.
struct Replay {
  Eigen::VectorXd momentum;  ///< n, p⁺ = p⁻ + Σ impulse_i u_i
  ExtendedVector white;      ///< n, p⁺ in WhiteFrame's coordinates, not rounded to double
  Eigen::VectorXd impulses;  ///< k, λ_i/‖u_i‖ (N·s)
  Eigen::MatrixXd friction;  ///< k×2, along the tangents of the contacts that collide (N·s)
  double energyLoss = 0;  ///< energy that the reflections take, Σ ½(1 − e_j²) c_j² (J); 0 when elastic
  double relativeEnergyError = 0;  ///< |E⁺ − (E⁻ − energyLoss)| / E⁻, 0 where E⁻ = 0
};

/// Applies the contacts of a word to p⁻ one after the other: p ↦ p − (1 + e_j) ⟨p,û_j⟩û_j, or the collision
/// law of the contact. Feasible contacts reflect, too. Throws ImpactError for a contact that does not exist.
Replay replay(const ImpactProblem& problem, std::span<const ContactIndex> word);

/// The momenta along a word, p⁻ first and p⁺ last: n × (length+1), one column for each.
Eigen::MatrixXd momentaAlong(const ImpactProblem& problem, std::span<const ContactIndex> word);

}  // namespace carom
