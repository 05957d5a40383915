#include "answer/compute_extras.h"

#include "answer/answer_of_models.h"
#include "answer/refine_probabilities.h"

namespace carom {

SnapshotPtr computeExtras(SnapshotPtr snapshot, const Extras& extras, std::stop_token stop,
                          const WorkProgress& progress) {
  if (!snapshot->report) return snapshot;
  if (extras.models)
    snapshot = computeModels(std::move(snapshot), stop, progressOf(WorkStage::Comparing, progress));
  if (extras.probabilities)
    snapshot = computeProbabilities(std::move(snapshot), stop, progressOf(WorkStage::Sampling, progress));
  return snapshot;
}

}  // namespace carom
