#pragma once

#include <stop_token>

#include "answer/compute_snapshot.h"

namespace carom {

/// Returns the snapshot with all its extras, which may take seconds: see computeProbabilities and
/// computeModels. Returns it unchanged where it is already complete, or when stopped.
SnapshotPtr computeExtras(SnapshotPtr snapshot, const Extras& extras, std::stop_token stop,
                          const WorkProgress& progress = {});

}  // namespace carom
