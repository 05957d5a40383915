#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "study/point_evaluation.h"

namespace carom {

/// Points of a table that are computed one after the other on one thread, and kept together.
struct PointBlock {
  std::size_t first = 0, count = 0;
};

/// The cells of a block, point by point.
struct BlockCells {
  PointBlock block;
  std::vector<Cell> cells;    ///< count × measures
  Limit limit = Limit::None;  ///< that the first point which reached one has reached
};

struct BlockRun {
  /// The next block to compute, empty at the end. Never called while `next` or `keep` runs.
  std::function<std::optional<PointBlock>()> next;
  /// Replaces the assignments of the axes by those of a point. Called from several threads at once.
  std::function<void(std::size_t point, Assignments& assignments)> assign;
  /// Takes a block that is finished, in no order. Never called while `next` or `keep` runs.
  std::function<void(BlockCells&&)> keep;
};

/// Computes blocks of points on all threads that the caller's task arena has. Some blocks are in memory at a
/// time, a few for each thread. The cells are the same for any number of threads.
///
/// After a stop no further block begins, and blocks that are not finished are dropped. What `next`, `keep`
/// and the points throw goes to the caller.
void runBlocks(const Scene& scene, const Assignments& assignments, const PointMeasures& wanted,
               const BlockRun& run, const std::stop_token& stop);

}  // namespace carom
