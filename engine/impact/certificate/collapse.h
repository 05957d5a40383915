#pragma once

#include "impact/impact_problem.h"

namespace carom {

/// Whether it can be proven that every ordering of an impact that loses energy collapses: that it is endless
/// and that c tends to 0 for all contacts of pressedGroups. False: not proven.
///
/// The proof is a convex cone K of contact coordinates that contains those of p⁻, that every reflection of an
/// infeasible contact maps into itself, and in which only 0 is feasible. A reflection is linear where its
/// contact is infeasible, so that it maps K into K if it does so for the rays of K. The momenta converge,
/// because the distance to a momentum with c = 0 never grows, and unless an infeasible contact is ignored for
/// ever the limit is feasible: c = 0.
///
/// K grows from p⁻. Each new ray is moved a little away from an axis, so that few rays suffice: at most 600,
/// for at most 8 contacts.
bool everyOrderingCollapses(const ImpactProblem& problem);

}  // namespace carom
