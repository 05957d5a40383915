#pragma once

#include "study/sweep.h"

namespace carom {

/// Adds points to a sweep of ξ over one parameter, so that a polyline through it shows its corners as they
/// are: between two points where the longest ordering changes its length, both sides of the change; between
/// neighbours around a lowest point, the lowest, which is a 0 where the outcome is unique.
///
/// The corners are located to `tolerance` of the parameter's range: the first eight changes and the eight
/// lowest points. The points that were there stay. Not for counts, which have nothing between their points.
/// Stopping yields the sweep with fewer corners.
SweepResult sharpenCorners(const Scene& scene, const Assignments& assignments, SweepResult curve,
                           const ResolveOptions& options = {}, std::stop_token stop = {},
                           double tolerance = 1e-10);

}  // namespace carom
