#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "answer/snapshot.h"

namespace carom {

/// The time of a push at a selected time of a run (s): after the lead-in and before the end. Empty where a
/// push has no effect.
std::optional<double> pushTime(const Snapshot& snapshot, double time);

/// The pushes with one more. One of the same body at the same time becomes their sum; a sum of 0 is no push.
std::vector<RunPush> withPush(std::vector<RunPush> pushes, const RunPush& push);

/// "c at 0.2 s: 0.5 N·s along (0, 1, 0)".
QString pushText(const RunPush& push);

}  // namespace carom
