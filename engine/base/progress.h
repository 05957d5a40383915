#pragma once

#include <functional>

namespace carom {

/// Reports the progress of long work: called from time to time, on the thread that does the work, with the
/// fraction done in [0,1], or with a negative number where the end is unknown. May be empty.
using Progress = std::function<void(double fraction)>;

/// What long work is doing.
enum class WorkStage { Loading, Searching, Sampling, Comparing, Simulating, Sweeping };

/// Progress of work in several stages; the fraction is that of the stage.
using WorkProgress = std::function<void(WorkStage stage, double fraction)>;

/// The progress of one of the stages.
inline Progress progressOf(WorkStage stage, const WorkProgress& all) {
  if (!all) return {};
  return [stage, all](double fraction) { all(stage, fraction); };
}

}  // namespace carom
