#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "impact/impact_problem.h"

namespace carom {

/// A rule that picks one ordering without a search; ties go to the lowest contact. FrictionLcp has no
/// ordering: all contacts collide at once, see collideAtOnce; as an ordering it is MostInfeasible.
struct Policy {
  enum class Kind { MostInfeasible, LeastInfeasible, ApproachSpeed, Priority, Random, FrictionLcp };
  Kind kind = Kind::MostInfeasible;
  std::vector<ContactIndex> priority;  ///< for Priority: contacts in this order, then the others by number
  std::uint64_t seed = 0;              ///< for Random
};

/// Follows a policy until every contact is feasible. The impact must terminate. Stops early, with an
/// infeasible end, after `maxReflections` or on a stop request. The word of an inelastic impact is cut where
/// a search cuts it, see Outcome::cut.
Word followPolicy(const ImpactProblem& problem, const Policy& policy,
                  std::size_t maxReflections = 100'000'000, std::stop_token stop = {});

}  // namespace carom
