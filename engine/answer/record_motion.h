#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "answer/growth_of_run.h"
#include "answer/question/question.h"
#include "answer/run_quantity.h"
#include "answer/run_record.h"
#include "base/progress.h"
#include "scene/scene.h"
#include "study/run_direction.h"

namespace carom {

/// The motion of a scene that a question asks for, and a record of its steps.
struct RecordedMotion {
  std::shared_ptr<const Scene> scene;
  SceneInstance instance;
  Trajectory trajectory{};
  bool searched = false;  ///< the alternatives of every impact
  std::optional<RunVariation> variation{};
  std::optional<GrowthOfRun> growth{};    ///< of the variation
  std::optional<DirectedRun> directed{};  ///< in the direction asked for
  std::unique_ptr<RunRecord> record{};    ///< not null
  std::vector<RunQuantity> quantities{};  ///< that are reported beside q and p
  std::unique_ptr<RunValues> values{};    ///< of them; null where there are none

  const Mechanism& mechanism() const { return *instance.mechanism; }
};

/// Why a quantity of a run cannot be reported beside q and p; empty where it can.
struct NoQuantity {
  std::string problem, expected;  ///< expected: empty where nothing else would do
};
std::optional<NoQuantity> whyNotReported(const SceneInstance& instance, const std::string& key);

/// Computes the motion of a question and fills the record with every K-th step while it goes on; a record
/// that is full ends the run. Throws SceneError and CommandError.
RecordedMotion recordMotion(std::shared_ptr<const Scene> scene, SceneInstance instance,
                            const Question& question, std::size_t every, std::stop_token interrupt,
                            const Progress& progress);

}  // namespace carom
