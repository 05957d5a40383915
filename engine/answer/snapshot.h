#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "answer/question/run_settings.h"
#include "impact/graph/minimal_reflections.h"
#include "impact/impact_report.h"
#include "mechanics/motion/trajectory.h"
#include "models/compare_models.h"
#include "scene/scene.h"
#include "study/drag_placement.h"
#include "study/sweep.h"

namespace carom {

/// The result of edgeProbabilities(): probabilities by source and contact.
using EdgeProbabilities = std::map<std::pair<OrderingGraph::NodeId, ContactIndex>, double>;

/// A second run, shown beside the first.
struct OrderingComparison {
  Word word;                        ///< its ordering of the initial impact
  int outcome = -1;                 ///< the outcome where that ends, −1 if none
  std::optional<RunBranch> branch;  ///< how the run branches off, where not by that ordering
  std::shared_ptr<const Trajectory> trajectory;
};

struct Snapshot;

/// A run that a person has kept, to be shown beside others.
struct KeptRun {
  std::string name;
  int color = 0;                           ///< number of its colour
  bool isShown = true;                     ///< in views and plots
  std::optional<Word> ordering{};          ///< chosen by hand, as contact indices of the initial impact
  std::shared_ptr<const Snapshot> answer;  ///< never null; without kept runs of its own

  bool operator==(const KeptRun&) const = default;
};

/// The answer to one state of the document: immutable, shared by all panels.
struct Snapshot {
  std::uint64_t request = 0;  ///< id of the request
  /// Whether only the instance is known yet: impact and motion are being computed. The trajectory is the
  /// initial state then.
  bool isPending = false;
  std::shared_ptr<const Scene> scene;
  Assignments assignments;
  SceneInstance instance;
  ImpactSettings settings;             ///< those of the request
  std::optional<Placement> placement;  ///< result of a drag, where the request has one
  /// The impact of `report` and the members that depend on it, as index in Trajectory::impacts; −1: that of
  /// the initial state. For other impacts `report` is null until they are searched, see resolveImpactOfRun.
  int impact = -1;
  std::shared_ptr<const ImpactReport> report;         ///< of that impact; null where no contact is closed
  Word ordering;                                      ///< the ordering followed at that impact
  int outcome = -1;                                   ///< the outcome where it ends, −1 if none
  std::shared_ptr<const MinimalReflections> minimal;  ///< null without a graph
  std::shared_ptr<const Trajectory> trajectory;
  /// The probability of each reflection under random gaps; null where it is not requested or not known yet.
  std::shared_ptr<const EdgeProbabilities> edgeProbabilities;
  /// What other impact models make of the impact of `report`; null where it is not requested.
  std::shared_ptr<const ModelComparison> models;
  std::shared_ptr<const OrderingComparison> comparison;  ///< null where there is none
  std::shared_ptr<const SweepResult> curve;  ///< ξ over instance.view.sweep; may lag behind, may be null
  std::vector<KeptRun> kept{};               ///< of the document; computeSnapshot leaves it empty
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

}  // namespace carom
