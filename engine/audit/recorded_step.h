#pragma once

#include <optional>

#include "audit/flight_dynamics.h"
#include "audit/recorded_run.h"

namespace carom {

/// The step (s) of a recording whose flights are those of the midpoint rule with a step from sample to
/// sample, as the nodes of Carom's own runs are. An exact flight differs from them by O((r h)²) at the rate r
/// of a vibration, which is more than such a recording errs by. Empty where neither fits, or exact flights
/// do, and for samples that are not equally far apart, but for a last one that is nearer.
std::optional<double> recordedStep(FlightDynamics& dynamics, const RecordedRun& run);

}  // namespace carom
