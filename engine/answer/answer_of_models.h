#pragma once

#include <stop_token>

#include "answer/snapshot.h"
#include "base/progress.h"

namespace carom {

/// Sets Snapshot::models: the answers of all impact models to the impact of the snapshot. No effect without
/// an impact. Takes a few milliseconds for 31 contacts.
void addModels(Snapshot& snapshot);

/// The snapshot with models, and with clouds of 200 compliant impacts for each exponent (seed 1): half a
/// second for 31 contacts. There are no clouds where springs do not apply: jammed impacts, e < 1. The
/// unchanged snapshot without an impact, where all this is there, or when stopped.
SnapshotPtr computeModels(SnapshotPtr snapshot, std::stop_token stop, const Progress& progress = {});

}  // namespace carom
