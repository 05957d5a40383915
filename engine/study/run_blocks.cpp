#include "study/run_blocks.h"

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <mutex>

namespace carom {

namespace {

constexpr std::size_t blocksPerThread = 4;

/// Empty where a stop came before the end.
std::optional<BlockCells> cellsOf(const PointEvaluation& evaluation, Assignments assignments,
                                  std::size_t measures, const PointBlock& block, const BlockRun& run,
                                  const std::stop_token& stop) {
  BlockCells result{block, std::vector<Cell>(block.count * measures)};
  for (std::size_t i = 0; i < block.count; ++i) {
    if (stop.stop_requested()) return std::nullopt;
    run.assign(block.first + i, assignments);
    const Limit limit = evaluation.at(assignments, std::span(result.cells).subspan(i * measures, measures));
    if (stop.stop_requested()) return std::nullopt;  // the point may have been cut short
    if (result.limit == Limit::None) result.limit = limit;
  }
  return result;
}

}  // namespace

void runBlocks(const Scene& scene, const Assignments& assignments, const PointMeasures& wanted,
               const BlockRun& run, const std::stop_token& stop) {
  const PointEvaluation evaluation(scene, wanted, stop);
  const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  std::mutex one;  // at a time of `next` and `keep`, which share what is done
  const auto next = [&](tbb::flow_control& control) {
    const std::scoped_lock lock(one);
    const std::optional<PointBlock> block = stop.stop_requested() ? std::nullopt : run.next();
    if (!block) control.stop();
    return block.value_or(PointBlock{});
  };
  const auto compute = [&](const PointBlock& block) {
    return cellsOf(evaluation, assignments, wanted.measures.size(), block, run, stop);
  };
  const auto keep = [&](std::optional<BlockCells> cells) {
    const std::scoped_lock lock(one);
    if (cells) run.keep(std::move(*cells));
  };
  // A fault of the command throws here, whatever the number of threads.
  if (const auto first = stop.stop_requested() ? std::nullopt : run.next()) keep(compute(*first));
  using Mode = tbb::filter_mode;
  tbb::parallel_pipeline(
      blocksPerThread * threads,
      tbb::make_filter<void, PointBlock>(Mode::serial_in_order, next) &
          tbb::make_filter<PointBlock, std::optional<BlockCells>>(Mode::parallel, compute) &
          tbb::make_filter<std::optional<BlockCells>, void>(Mode::serial_out_of_order, keep));
}

}  // namespace carom
