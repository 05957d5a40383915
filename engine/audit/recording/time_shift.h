#pragma once

#include <optional>
#include <stop_token>

#include "audit/explain_jump.h"

namespace carom {

/// Whether motions of a mechanism depend on the clock: by motors with a course, a rate or a torque. (A motor
/// that starts at the first impact has a clock of its own.)
bool dependsOnTime(const Mechanism& mechanism);

/// A time that is added to those of a recording.
struct TimeShift {
  Measured shift;   ///< s
  int samples = 0;  ///< that tell it
};

/// The shift within ±range (s) at which pieces of the recording fit the scene's motion best: the least Σ
/// min(χ², cap) over pieces of ten samples, so that those with a jump do not count. Its error is that of the
/// curvature, (2/(d²χ²/ds²))^½. The least is sought at 101 shifts and then to 10⁻⁵ of the range. Empty where
/// no piece fits at any shift, where the least is at an end of the range, and where the recording does not
/// tell it.
std::optional<TimeShift> estimateTimeShift(const Mechanism& mechanism, const RecordedRun& run,
                                           const RecordingNoise& least, double range,
                                           std::stop_token stop = {});

}  // namespace carom
