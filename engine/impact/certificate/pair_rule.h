#pragma once

#include "impact/impact_problem.h"

namespace carom {

/// Relative distance of m = π/δ from a whole number that counts as whole: angles given with ten digits fit,
/// and the worst ξ that it accepts of a pair is 2π · 1e-9. A larger value certifies impacts with larger ξ; a
/// smaller one refuses scenes with rounded dimensions.
inline constexpr double pairRuleTolerance = 1e-9;

/// δ of a pair (rad), the opening of its feasible wedge: 2 atan2(‖û+v̂‖, ‖û−v̂‖), exact also near G = −1.
double wedgeAngle(const ImpactProblem& problem, int i, int j);

/// m = π/δ of a pair; infinite at G = −1.
double pairMultiplicity(const ImpactProblem& problem, int i, int j);

/// The whole number ≤ 1000 that m = π/δ equals to pairRuleTolerance, or 0.
int wholeMultiplicity(double m);

/// Whether π/angle is the whole number to the rounding of the normals.
bool fitsToRounding(double angle, int whole);

}  // namespace carom
