#pragma once

#include <stop_token>

#include "impact/impact_problem.h"

namespace carom {

/// The plastic impact: it leaves the least kinetic energy that impulses λ ≥ 0 of the contacts can reach [SM14
/// eqs 10, 11].
///
/// p_p = p⁻ + Σ λ_i û_i with λ ≥ 0 that minimises ‖p_p‖ (non-negative least squares). p_p is unique even
/// where λ is not. Contacts with λ_i = 0 and c_i > 0 let go.
struct PlasticImpact {
  Eigen::VectorXd momentum;            ///< n, p_p
  Eigen::VectorXd velocity;            ///< n
  Eigen::VectorXd impulses;            ///< k, λ_i/‖u_i‖ (N·s)
  Eigen::VectorXd contactCoordinates;  ///< k, c_i after it (√J), ≥ 0
  double energyLoss = 0;               ///< ½(‖p⁻‖² − ‖p_p‖²) (J)
  bool converged = true;               ///< false: the least squares were cut short, and p_p is unknown
};
PlasticImpact plasticImpact(const ImpactProblem& problem, const std::stop_token& stop = {});

/// α of p⁺ = p_p + α (p_e − p_p) for restitution R of the whole impact [SM14 eqs 16, 17]: the blend whose
/// energy exceeds that of p_p by R² times the excess of p_e, α = [−s + √(s² + R² d (d + 2s))]/d, s = ⟨p_p,
/// p_e − p_p⟩, d = ‖p_e − p_p‖². Where no contact lets go, α = R.
double restitutionBlend(const KineticMetric& metric, const Eigen::VectorXd& plastic,
                        const Eigen::VectorXd& elastic, double R);

/// The collapse curve: G of a pair at and below which an ordering with restitution e of each reflection is
/// endless, −2√r/(1+r), r = √e. Three equal balls (G = −½) stay together for r ≤ 7 − 4√3.
double collapseGram(double e);

}  // namespace carom
