#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "answer/run_settings.h"
#include "impact/graph/minimal_reflections.h"
#include "impact/impact_report.h"
#include "mechanics/motion/trajectory.h"
#include "scene/scene.h"
#include "study/drag_placement.h"
#include "study/sweep.h"

namespace carom {

/// As edgeProbabilities() tells them: by source and contact.
using EdgeProbabilities = std::map<std::pair<OrderingGraph::NodeId, ContactIndex>, double>;

/// A second run beside the one in force.
struct OrderingComparison {
  Word word;                        ///< its ordering of the initial impact
  int outcome = -1;                 ///< where that ends, −1 if none
  std::optional<RunBranch> branch;  ///< how it parts, where not by that ordering
  std::shared_ptr<const Trajectory> trajectory;
};

/// What was computed for one state of the document: immutable, shared by every panel.
struct Snapshot {
  std::uint64_t request = 0;  ///< which question this answers
  std::shared_ptr<const Scene> scene;
  Assignments assignments;
  SceneInstance instance;
  ImpactSettings settings;             ///< that were asked for
  std::optional<Placement> placement;  ///< how a dragged body was followed, where one was
  /// The impact that `report` and what belongs to it are about, as a number in Trajectory::impacts; −1: that
  /// of the initial state. Of another impact `report` is null where it is not searched (yet), see
  /// resolveImpactOfRun.
  int impact = -1;
  std::shared_ptr<const ImpactReport> report;  ///< of the initial state; null where no contact is closed
  Word ordering;                               ///< the ordering in force at that impact
  int outcome = -1;                            ///< the outcome where it ends, −1 if none
  std::shared_ptr<const MinimalReflections> minimal;  ///< null without a graph
  std::shared_ptr<const Trajectory> trajectory;
  /// How often gaps follow each reflection; null where probabilities are not asked for or not known yet.
  std::shared_ptr<const EdgeProbabilities> edgeProbabilities;
  std::shared_ptr<const OrderingComparison> comparison;  ///< null where there is none
  std::shared_ptr<const SweepResult> curve;  ///< ξ over instance.view.sweep; may lag behind, may be null
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

}  // namespace carom
