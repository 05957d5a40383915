#pragma once

#include <stop_token>

#include "answer/compute_snapshot.h"

namespace carom {

/// The snapshot with its extras in full, which may take seconds: see computeProbabilities and computeModels.
/// The unchanged snapshot where there is nothing to add, or when stopped.
SnapshotPtr computeExtras(SnapshotPtr snapshot, const Extras& extras, std::stop_token stop,
                          const Progress& progress = {});

}  // namespace carom
