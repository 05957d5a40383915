#include "study/sweep.h"

#include <algorithm>

#include "base/number_text.h"
#include "study/run_blocks.h"
#include "study/study_file/study_axis.h"

namespace carom {

namespace {

/// Few points a block, so that a short curve takes all threads. Handing a block over costs less than a
/// hundredth of the cheapest point.
constexpr std::size_t mostInBlock = 8, leastBlocks = 64;

/// A table that fills up block by block, the first missing block being the end of what is done.
class FillingTable {
 public:
  FillingTable(SweepResult& result, std::size_t wanted)
      : m_result(result),
        m_wanted(wanted),
        m_inBlock(std::clamp<std::size_t>(wanted / leastBlocks, 1, mostInBlock)) {
    result.points.reserve(wanted);  // reserved memory is not used until its points are computed
  }

  std::optional<PointBlock> next() {
    if (m_begun == m_wanted) return std::nullopt;
    const PointBlock block{m_begun, std::min(m_inBlock, m_wanted - m_begun)};
    m_begun += block.count;
    m_limits.push_back(Limit::Cancelled);
    return block;
  }

  void keep(BlockCells&& cells) {
    const auto [first, count] = cells.block;
    auto& points = m_result.points;
    points.resize(std::max(points.size(), first + count));
    std::ranges::move(cells.cells, points.begin() + static_cast<std::ptrdiff_t>(first));
    m_limits[first / m_inBlock] = cells.limit;
    m_kept += count;
  }
  std::size_t kept() const { return m_kept; }

  void finish() {
    auto& [over, measure, points, done, complete, limit] = m_result;
    for (const Limit reached : m_limits) {
      if (reached == Limit::Cancelled) break;
      done = std::min(done + m_inBlock, m_wanted);
      if (limit == Limit::None) limit = reached;
    }
    points.resize(done);
    if (limit == Limit::None && done < m_wanted) limit = Limit::Cancelled;
  }

 private:
  SweepResult& m_result;
  std::size_t m_wanted, m_inBlock, m_begun = 0, m_kept = 0;
  std::vector<Limit> m_limits;  ///< of the blocks that have begun; Cancelled: not finished
};

}  // namespace

SweepAxis sweepAxis(std::string name, double a, double b, int count) {
  if (count < 1)
    throw SceneError("", name, "a sweep of " + std::to_string(count) + " points", "at least 1",
                     SceneError::Fault::Command);
  SweepAxis axis{std::move(name), {}};
  axis.values.reserve(static_cast<std::size_t>(count));
  const StudyAxis grid("", {""}, StudyAxis::Grid{a, b, static_cast<std::size_t>(count), false});
  for (std::size_t i = 0; i < grid.size(); ++i) axis.values.push_back(grid.value(0, i));
  return axis;
}

SweepResult sweep(const Scene& scene, const Assignments& assignments, std::vector<SweepAxis> over,
                  const Measure& measure, const ResolveOptions& options, std::stop_token stop,
                  const Progress& progress) {
  SweepResult result{std::move(over), measure, {}, 0, true, Limit::None};
  std::size_t count = 1;
  for (const SweepAxis& axis : result.over) count *= axis.values.size();
  const std::size_t fits = std::max<std::size_t>(options.limits.maxBytes / sizeof(SweepPoint), 1);
  FillingTable table(result, std::min(count, fits));
  const auto assign = [&](std::size_t point, Assignments& at) {
    for (std::size_t a = result.over.size(); a-- > 0; point /= result.over[a].values.size())
      at[result.over[a].name] = shortestText(result.over[a].values[point % result.over[a].values.size()]);
  };
  const PointMeasures wanted{{measure}, options};
  runBlocks(scene, assignments, wanted,
            {[&] { return table.next(); }, assign,
             [&](BlockCells&& cells) {
               table.keep(std::move(cells));
               if (progress) progress(static_cast<double>(table.kept()) / static_cast<double>(count));
             }},
            stop);
  table.finish();
  if (result.limit == Limit::None && fits < count) result.limit = Limit::Memory;
  result.complete = result.limit == Limit::None;
  return result;
}

}  // namespace carom
