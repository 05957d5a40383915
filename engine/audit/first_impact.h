#pragma once

#include <optional>
#include <vector>

#include "audit/recorded_run.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// The time of the first impact of a recording (s): of the first contact that the midpoint step from a sample
/// closes, faster than the forces of that step alone would, and than the noise tells. A contact that is
/// closed at the first sample makes that the time where it closes on, or where it opens and motors that start
/// there lead to the next samples better than those that wait. Empty where none closes so.
std::optional<double> firstImpact(const Mechanism& mechanism, const RecordedRun& run);

/// The contacts that are closed at the first sample of a recording and open there, faster than the noise
/// tells: an impact before the recording may have opened them. A velocity that is not recorded is that to the
/// second sample.
std::vector<int> contactsThatOpenAtStart(const Mechanism& mechanism, const RecordedRun& run);

}  // namespace carom
