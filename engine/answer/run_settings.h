#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "impact/impact_problem.h"

namespace carom {

/// A rule that chooses the ordering anew for every state of a scene [CR98 6.4].
struct OrderingRule {
  enum class Kind { MostInfeasible, LeastInfeasible, ApproachSpeed, Priority, Random, NearestOutcome };
  Kind kind = Kind::MostInfeasible;
  std::vector<std::string> priority;  ///< for Priority: names of contacts, the first one first
  std::uint64_t seed = 1;             ///< for Random

  bool operator==(const OrderingRule&) const = default;
};

/// A second run from the same initial state: under another rule all along, or as the one in force up to one
/// of its impacts, where it follows another ordering.
struct RunBranch {
  std::optional<OrderingRule> rule;
  int impact = 0;             ///< without a rule: the number of that impact in Trajectory::impacts
  std::vector<int> contacts;  ///< and the ordering there, as contacts of the mechanism

  bool operator==(const RunBranch&) const = default;
};

/// How the motion is computed.
struct RunSettings {
  std::optional<double> duration;  ///< s after the initial state; empty: as the scene says
  double step = 1e-3;              ///< s, of the integrator

  bool operator==(const RunSettings&) const = default;
};

/// What is decided about impacts and motion besides the first ordering; part of the document, undoable.
struct ImpactSettings {
  std::optional<OrderingRule> rule{};  ///< in force where no ordering was chosen by hand
  /// Orderings that were chosen by hand at later impacts, by their numbers in Trajectory::impacts, as
  /// contacts of the mechanism. They belong to this run: another one that parts earlier has other impacts.
  std::map<int, std::vector<int>> later{};
  std::optional<Word> comparison{};  ///< an ordering that is shown beside the one in force; excludes `branch`
  std::optional<RunBranch> branch{};  ///< a run that is shown beside the one in force
  RunSettings run{};
  std::optional<double> restitution{};            ///< R of the whole impact, in [0,1]
  std::optional<double> reflectionRestitution{};  ///< e of each reflection, in [0,1]; excludes R

  bool operator==(const ImpactSettings&) const = default;
};

}  // namespace carom
