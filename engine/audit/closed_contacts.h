#pragma once

#include <vector>

#include "audit/flight_fit.h"

namespace carom {

/// The standard deviation of a gap at an uncertain state (m): √(u P uᵀ + gapError²).
double gapDeviation(const Mechanism& mechanism, int contact, const UncertainPoint& at, double gapError);

/// The contacts of which gaps are 0, for all that the noise tells, at samples first … last, at least six.
std::vector<int> closedDuring(const Mechanism& mechanism, const RecordedRun& run, const RecordingNoise& noise,
                              double gapError, Eigen::Index first, Eigen::Index last);

/// The same as contacts that stand. Those with friction in the scene that do not slip, for all that the noise
/// tells, stick.
std::vector<StandingContact> standingDuring(const Mechanism& mechanism, const RecordedRun& run,
                                            const RecordingNoise& noise, double gapError, Eigen::Index first,
                                            Eigen::Index last);

}  // namespace carom
