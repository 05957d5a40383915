#pragma once

#include <Eigen/Core>
#include <optional>

#include "mechanics/motion/trajectory.h"
#include "mechanics/variation/deviation.h"
#include "mechanics/variation/parameter_slope.h"

namespace carom {

/// The step in which a contact was found that settles, without that contact, see SteppedFlight.
struct MeetingStep {
  const Mechanism& mechanism;
  MidpointIntegrator& integrator;
  const RunLaw& law;
  ParameterSlope* parameter;  ///< null: none
  const State &from, &to;     ///< Settling::length apart
  const FlowMap& map;         ///< its derivative
  const Settling& settling;
};

/// The derivatives of the share of its normal impulse that has friction, and of the time from which all of it
/// has (2 rows), by the state (2n) at the start of the step, by the time of the start with the end fixed, and
/// by the parameter (2n + 2 columns): by differences of the meeting, whose cubic moves with the ends of the
/// step. Empty where the bodies hardly meet, so that no difference has a meeting.
std::optional<Eigen::MatrixXd> meetingSlopes(const MeetingStep& step);

}  // namespace carom
