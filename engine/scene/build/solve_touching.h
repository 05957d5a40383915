#pragma once

#include <functional>
#include <span>

#include "scene/build/evaluate.h"

namespace carom {

/// A scene's mechanism and coordinates.
struct Posture {
  std::shared_ptr<const Mechanism> mechanism;
  Eigen::VectorXd q;
};

/// What "touching" moves, and the report of it.
struct TouchingMoves {
  std::vector<double> parameters;  ///< what is added to each parameter (SI)
  Eigen::VectorXd coordinates;     ///< what is added to q
  TouchingSolution report;         ///< without the values after the moves
};

/// Closes the gaps of a scene's "touching" by the iteration of Gauss and Newton: each step is the change with
/// the least Σ (weight · change)² that closes the linearized gaps, halved until the gaps shrink. The sum of
/// the steps is therefore the least change up to its square. Gaps that are closed move nothing.
///
/// place: the scene where its parameters are moved (SI, one for each). Throws SceneError with the nearest
/// miss where the gaps do not close, and for unknown names.
TouchingMoves solveTouching(const SceneSource& scene, SceneValues& values,
                            const std::function<Posture(std::span<const double>)>& place);

/// Calls `visit` for each contact that "touching" names, with the place of its name in force. Throws
/// SceneError for unknown names.
void eachTouching(const SceneSource& scene, SceneValues& values, const Mechanism& mechanism,
                  const std::function<void(int contact, const std::string& place)>& visit);

}  // namespace carom
