#pragma once

#include <cstdint>
#include <memory>

#include "impact/impact_report.h"
#include "mechanics/trajectory.h"
#include "scene/scene.h"
#include "study/placement.h"
#include "study/sweep.h"

namespace carom {

/// What was computed for one state of the document: immutable, shared by every panel.
struct Snapshot {
  std::uint64_t request = 0;                   ///< which question this answers
  std::shared_ptr<const Scene> scene;
  Assignments assignments;
  SceneInstance instance;
  std::optional<Placement> placement;          ///< how a dragged body was followed, where one was
  std::shared_ptr<const ImpactReport> report;  ///< of the initial state; null where no contact is closed
  Word ordering;                               ///< the ordering in force at the initial impact
  int outcome = -1;                            ///< the outcome where it ends, −1 if none
  std::shared_ptr<const Trajectory> trajectory;
  std::shared_ptr<const SweepResult> curve;    ///< ξ over instance.view.sweep; may lag behind, may be null
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

}  // namespace carom
