#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "impact/impact_problem.h"

namespace carom {

/// A rule that chooses the ordering anew for every state of a scene [003 6.4].
struct OrderingRule {
  enum class Kind { MostInfeasible, LeastInfeasible, ApproachSpeed, Priority, Random, NearestOutcome };
  Kind kind = Kind::MostInfeasible;
  std::vector<std::string> priority;  ///< for Priority: names of contacts, the first one first
  std::uint64_t seed = 1;             ///< for Random

  bool operator==(const OrderingRule&) const = default;
};

/// What is decided about the initial impact besides the ordering; part of the document, undoable.
struct ImpactSettings {
  std::optional<OrderingRule> rule;  ///< in force where no ordering was chosen by hand
  std::optional<Word> comparison;    ///< an ordering that is shown beside the one in force
  std::optional<double> restitution;            ///< R of the whole impact, in [0,1]
  std::optional<double> reflectionRestitution;  ///< e of each reflection, in [0,1]; excludes R

  bool operator==(const ImpactSettings&) const = default;
};

}  // namespace carom
