#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "impact/resolve.h"
#include "scene/scene.h"
#include "study/measure.h"

namespace carom {

/// The cells of the measures of kind Answer and Run at one point, in their order. Such measures are paths in
/// the documents of commands, which the engine does not write. Called from several threads at once.
using ReadPaths =
    std::function<std::vector<Cell>(const SceneInstance&, const MeasuredPoint&, const std::stop_token&)>;

/// What is computed at every point of a table.
struct PointMeasures {
  std::vector<Measure> measures;
  ResolveOptions resolve;
  ReadPaths readPaths{};  ///< not empty where there are measures of kind Answer or Run
};

/// The evaluation of one point, independent of all others, so that parallel and serial tables have the same
/// bits.
class PointEvaluation {
 public:
  PointEvaluation(const Scene& scene, const PointMeasures& wanted, std::stop_token stop);

  /// Writes one cell for each measure and returns the limit that the search reached. Throws SceneError
  /// (Fault::Command) for assignments and measures that the scene does not know.
  Limit at(const Assignments& assignments, std::span<Cell> cells) const;

 private:
  Limit evaluate(const SceneInstance& instance, std::span<Cell> cells) const;

  const Scene& m_scene;
  const PointMeasures& m_wanted;
  ResolveOptions m_resolve;
  std::stop_token m_stop;
  bool m_resolves;  ///< whether some measure needs the report
};

}  // namespace carom
