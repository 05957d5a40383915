#pragma once

#include <stop_token>

#include "answer/snapshot.h"
#include "base/progress.h"

namespace carom {

/// Sets Snapshot::models: the answers of all impact models to the impact of the snapshot. A snapshot without
/// an impact stays unchanged. Takes a few milliseconds for 31 contacts.
void addModels(Snapshot& snapshot);

/// Returns the snapshot with models, and with clouds of 200 compliant impacts for each exponent (seed 1):
/// half a second for 31 contacts. Clouds are left out where springs do not apply: jammed impacts, e < 1.
/// Returns the snapshot unchanged where it has no impact, where it already has all this, or when stopped.
SnapshotPtr computeModels(SnapshotPtr snapshot, std::stop_token stop, const Progress& progress = {});

}  // namespace carom
