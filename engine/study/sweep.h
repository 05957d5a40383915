#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "study/point_evaluation.h"

namespace carom {

struct SweepAxis {
  std::string name;            ///< parameter, or initial coordinate "a.x"
  std::vector<double> values;  ///< SI
};

/// An axis of `count` points from a to b, both included.
SweepAxis sweepAxis(std::string name, double a, double b, int count);

/// The cell of a point.
using SweepPoint = Cell;

/// A table over one or two parameters; the first axis is the outermost.
struct SweepResult {
  std::vector<SweepAxis> over;
  Measure measure;
  std::vector<SweepPoint> points;
  std::size_t done = 0;  ///< number of points computed, the first ones of the table
  bool complete = true;
  Limit limit = Limit::None;
};

/// Evaluates the measure at every point, in parallel, with the same bits as serially.
///
/// Points are begun in order, so that a stopped sweep has the beginning of the table. Of a table larger than
/// `options.limits.maxBytes` only the beginning is computed and stored in `points`.
SweepResult sweep(const Scene& scene, const Assignments& assignments, std::vector<SweepAxis> over,
                  const Measure& measure, const ResolveOptions& options = {}, std::stop_token stop = {},
                  const Progress& progress = {});

}  // namespace carom
