#pragma once

#include <span>

#include "impact/contact_path.h"
#include "impact/impact_report.h"
#include "impact/outcomes/random_orderings.h"

namespace carom {

/// Replaces the momentum at which the example of an endless ordering was cut by the limit of the ordering.
///
/// The contacts A that reflect endlessly move p within their span only and end at c_A = 0, because each
/// reflection takes ½(1 − e)c² and the energy is finite: the limit is the projection of p on the orthogonal
/// complement of A. A consists of the contacts that reflect when the example goes on, the most infeasible
/// contact first. An ordering that does end, by reflections below the cut, ends within Outcome::cutError. A
/// limit that is too far away is replaced by the nearest feasible momentum.
void goToLimit(const ImpactProblem& problem, Outcome& outcome);
/// goToLimit for many outcomes that share one path.
void goToLimit(const ImpactProblem& problem, ContactPath& path, Outcome& outcome);
/// goToLimit where every ordering is proven to collapse, see everyOrderingCollapses, at any distance of the
/// limit.
void goToCollapse(const ImpactProblem& problem, Outcome& outcome);

/// An inelastic ordering is cut where every c is above −inelasticCut · ImpactProblem::scale(): a thousand
/// times feasibilityTolerance, so that rounding does not lengthen it. A smaller value makes words longer, by
/// one round of reflections for each factor r; a larger one adds to Outcome::cutError.
inline constexpr double inelasticCut = 1e-9;

/// Ends of inelastic orderings nearer than lossyTolerance · ImpactProblem::scale() are one: ten times
/// inelasticCut, because the limit of a cut ordering is known to the cut, times the distance that later
/// reflections can cover. A smaller value lists one limit several times; a larger one joins outcomes whose ξ
/// is below it.
inline constexpr double lossyTolerance = 10 * inelasticCut;

/// Whether an inelastic ordering is cut at these contact coordinates, see inelasticCut. c: k.
bool isCut(const ImpactProblem& problem, std::span<const double> c);

/// Distinct ends of random orderings of inelastic reflections, in order of discovery; a cut ordering
/// contributes its limit. The number of orderings is not estimated, because one endless ordering makes it
/// infinite.
std::vector<Outcome> sampleLossyOrderings(const ImpactProblem& problem, const SampleOptions& options,
                                          std::stop_token stop = {});

}  // namespace carom
