#pragma once

#include "impact/impact_problem.h"

namespace carom {

/// sup over all p⁻ of the ξ of one pair alone: 2|sin(mδ)|, m = round(π/δ); 0 exactly where the pair fits the
/// rule.
double worstPairIndeterminacy(const ImpactProblem& problem, int i, int j);

/// First-order dependence of the outcome of a pair on the order, near orthogonality [SM12 eq. 18].
///
/// For û ⟂ v̂ and v̂ turning towards a unit w ⟂ v̂, the derivative at ε = 0 of the outcome of "v̂ + εw first,
/// then û" is −2 p M⁻¹(v̂ᵀw + wᵀv̂ − 2⟨û,w⟩ v̂ᵀû) ([SM12] prints the last sign wrong), of norm 2‖p*‖ with p* the
/// projection of p on span{v̂,w}. The derivatives of the two orders differ in norm by 4|⟨û,w⟩| √(⟨p,û⟩² +
/// ⟨p,v̂⟩²), which is the indeterminacy.
struct PairSensitivity {
  double worstXi = 0;     ///< sup of ξ over all momenta
  double projection = 0;  ///< ‖p*‖ (√J), p* the projection of p on the span of the two normals
  double epsilon = 0;     ///< G/√(1−G²), the deviation of the pair from orthogonality, towards w = û
  double linearXi = 0;  ///< 4|ε| ‖p*‖/‖p‖, the first-order ξ (meaningful for small ε and both c < 0)
};
PairSensitivity pairSensitivity(const ImpactProblem& problem);

/// The derivative of PairSensitivity for "v̂ + εw first, then û": n. All unit covectors (n) of the metric; û ⟂
/// v̂, w ⟂ v̂.
Eigen::VectorXd orthogonalityDerivative(const KineticMetric& metric, const Eigen::VectorXd& p,
                                        const Eigen::VectorXd& u, const Eigen::VectorXd& v,
                                        const Eigen::VectorXd& w);

}  // namespace carom
