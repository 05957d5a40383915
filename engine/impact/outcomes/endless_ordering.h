#pragma once

#include <span>

#include "impact/contact_path.h"
#include "impact/impact_report.h"

namespace carom {

/// Puts the limit of an ordering that never ends in the place of the momentum where its example was cut.
///
/// The contacts A that go on reflecting for ever move p within their span only and leave it in the end with
/// c_A = 0, since each reflection takes ½(1 − e)c² and the energy is finite: the limit is the projection of p
/// on what is orthogonal to A. A is read off from reflecting on, the most infeasible contact first. An
/// ordering that does end later, by reflections below the cut, moves by no more than Outcome::cutError. Where
/// the limit is far away the nearest feasible momentum stands in for it.
void goToLimit(const ImpactProblem& problem, Outcome& outcome);
/// The same for many outcomes, on one path.
void goToLimit(const ImpactProblem& problem, ContactPath& path, Outcome& outcome);

/// An inelastic ordering is cut where every c that is left is above −inelasticCut · ImpactProblem::scale().
inline constexpr double inelasticCut = 1e-9;

/// Ends of inelastic orderings that are nearer than this times ImpactProblem::scale() are one: where they
/// were cut, their limits are known to the cut, times how far reflections can still take them.
inline constexpr double lossyTolerance = 1e-8;

/// Whether nothing that matters is left to come of an inelastic ordering. c: k.
bool isCut(const ImpactProblem& problem, std::span<const double> c);

/// Distinct ends of random orderings of inelastic reflections, in order of discovery; limits
/// where an ordering was cut. There is no estimate of their number: where one never ends it is infinite.
std::vector<Outcome> sampleLossyOrderings(const ImpactProblem& problem, const SampleOptions& options,
                                          std::stop_token stop = {});

}  // namespace carom
