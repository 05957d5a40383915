#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answer/question/ordering_rule.h"
#include "impact/impact_problem.h"

namespace carom {

/// A second run from the same initial state: under another rule throughout, or equal to the first run up to
/// one of its impacts, where it follows another ordering.
struct RunBranch {
  std::optional<OrderingRule> rule;
  int impact = 0;             ///< without a rule: index of that impact in Trajectory::impacts
  std::vector<int> contacts;  ///< the ordering at that impact, as contacts of the mechanism

  bool operator==(const RunBranch&) const = default;
};

/// A push of the run, see Push. A run without a body of this name has no such push.
struct RunPush {
  double time = 0;                                    ///< s
  std::string body;                                   ///< its name
  Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< N·s in the world, at the centre of mass

  bool operator==(const RunPush&) const = default;
};

/// The parameters of the motion.
struct RunSettings {
  std::optional<double> duration;  ///< s after the initial state; empty: that of the scene
  double step = 1e-3;              ///< s, of the integrator

  bool operator==(const RunSettings&) const = default;
};

/// The settings of impacts and motion apart from the first ordering; part of the document, undoable.
struct ImpactSettings {
  std::optional<OrderingRule> rule{};  ///< chooses the ordering where none was chosen by hand
  /// Orderings chosen by hand at later impacts, by index in Trajectory::impacts, as contacts of the
  /// mechanism. They belong to this run: one that branches off earlier has other impacts.
  std::map<int, std::vector<int>> later{};
  std::optional<Word> comparison{};   ///< a second ordering to show; excludes `branch`
  std::optional<RunBranch> branch{};  ///< a second run to show
  RunSettings run{};
  std::vector<RunPush> pushes{};                  ///< of both runs
  std::optional<double> restitution{};            ///< R of the whole impact, in [0,1]
  std::optional<double> reflectionRestitution{};  ///< e of each reflection, in [0,1]; excludes R

  bool operator==(const ImpactSettings&) const = default;
};

}  // namespace carom
