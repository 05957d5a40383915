#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "impact/impact_problem.h"

namespace carom {

/// A rule that picks one ordering; ties go to the lowest contact. ApproachSpeed is the order of [CR98 6.4].
/// GaussSeidel goes through the contacts round by round, as sequential-impulse solvers do.
/// NearestOutcome needs a search, see ImpactReport::choice, and FrictionLcp has no ordering: all contacts
/// collide at once, see collideAtOnce. Without these both are MostInfeasible.
struct Policy {
  enum class Kind {
    MostInfeasible,
    LeastInfeasible,
    ApproachSpeed,
    Priority,
    Random,
    GaussSeidel,
    NearestOutcome,
    FrictionLcp
  };
  Kind kind = Kind::MostInfeasible;
  std::vector<ContactIndex> priority;  ///< for Priority: contacts in this order, then the others by number
  std::uint64_t seed = 0;              ///< for Random
};

/// The words of a policy.
struct PolicyRow {
  enum class Argument { None, Contacts, Seed };
  Policy::Kind kind;
  std::string_view word;  ///< "priority": in options and files
  const char* label;      ///< "fixed priority": on the screen
  Argument argument = Argument::None;
};
/// All of them, in the order of Policy::Kind.
std::span<const PolicyRow> policyRows();
const PolicyRow& rowOf(Policy::Kind kind);

/// Follows a policy until every contact is feasible. The impact must terminate. Stops early, with an
/// infeasible end, after `maxReflections` or on a stop request. The word of an inelastic impact is cut where
/// a search cuts it, see Outcome::cut.
Word followPolicy(const ImpactProblem& problem, const Policy& policy,
                  std::size_t maxReflections = 100'000'000, std::stop_token stop = {});

}  // namespace carom
