#pragma once

#include <optional>
#include <stop_token>

#include "audit/flight_dynamics.h"
#include "audit/recorded_run.h"

namespace carom {

/// The rule and the step of a computed recording.
struct RecordedStep {
  StepRule rule = StepRule::Midpoint;
  double length = 0;  ///< s
  /// The longest step of a rule that follows the samples as well, where noise leaves several (s); 0:
  /// `length`.
  double longest = 0;
};

/// The rule of a recording whose flights are those of the midpoint rule with a step from sample to sample, as
/// the nodes of Carom's own runs are, or of semi-implicit Euler with a step from sample to sample or a whole
/// part of that, as those of most engines are. An exact flight differs from them by O((r h)²) at the rate r
/// of a vibration, and by O(h), which is more than such a recording errs by. Empty where none fits, or exact
/// flights do, and for samples that are not equally far apart, but for a last one that is nearer. `noise`: of
/// the samples, in which the errors of a rule may be seen. Empty where it is stopped.
std::optional<RecordedStep> recordedStep(FlightDynamics& dynamics, const RecordedRun& run,
                                         const RecordingNoise& noise, const std::stop_token& stop = {});

}  // namespace carom
