#pragma once

#include "study/sweep.h"

namespace carom {

/// Adds the corners of ξ to a sweep over one parameter, so that a polyline through its points shows them:
/// both sides of a change in the length of the longest ordering, and the minimum around a lowest point, which
/// is 0 where the outcome is unique.
///
/// Up to eight changes and the eight lowest points are located, to `tolerance` of the range of the parameter:
/// finer than any figure, at a cost of 25 to 40 evaluations each. A larger tolerance saves few of them. The
/// given points are kept. Not for parameters that are counts. Stopping returns the sweep with fewer corners.
SweepResult sharpenCorners(const Scene& scene, const Assignments& assignments, SweepResult curve,
                           const ResolveOptions& options = {}, std::stop_token stop = {},
                           double tolerance = 1e-10);

}  // namespace carom
