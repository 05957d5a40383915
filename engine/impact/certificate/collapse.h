#pragma once

#include "impact/impact_problem.h"

namespace carom {

/// Proves that every ordering of an impact that loses energy collapses: however it goes on, it never ends,
/// and the c of every contact that is pressed or touches one that is tend to 0. False: not proven.
///
/// The proof is a convex cone K of contact coordinates that holds those of p⁻, that no reflection of an
/// infeasible contact leaves, and in which nothing but 0 is feasible. A reflection is linear where its
/// contact is infeasible and ends in K for all of K if it does for the rays of K. The momenta converge (the
/// distance to a momentum with c = 0 never grows), and as long as no contact is left out for ever the limit
/// is feasible: c = 0.
///
/// K is grown from p⁻, every new ray moved a little away from an axis, so that few rays suffice; at most 400
/// of them for at most 8 contacts.
bool everyOrderingCollapses(const ImpactProblem& problem);

}  // namespace carom
