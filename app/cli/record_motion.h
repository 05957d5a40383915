#pragma once

#include <stop_token>

#include "answer/question/question.h"
#include "base/progress.h"
#include "cli/simulate_report.h"

namespace carom {

/// The motion of a scene, and a record of every K-th of its steps.
struct RecordedMotion {
  SimulatedRun run;
  std::unique_ptr<RunRecord> record;
};

/// Computes the motion of a question and fills a record with every K-th step while it goes on; a record that
/// is full ends the run. Throws SceneError and CommandError.
RecordedMotion recordMotion(std::shared_ptr<const Scene> scene, SceneInstance instance,
                            const Question& question, std::size_t every, std::stop_token interrupt,
                            const Progress& progress);

}  // namespace carom
