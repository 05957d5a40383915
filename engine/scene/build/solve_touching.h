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

/// What "touching" and "loops" move, and the report of it.
struct StartMoves {
  std::vector<double> parameters;  ///< what is added to each parameter (SI)
  Eigen::VectorXd coordinates;     ///< the move of q, see Mechanism::moved
  // Without the values after the moves:
  std::optional<TouchingSolution> touching;
  std::optional<LoopClosing> closing;
};

/// Closes the gaps of a scene's "touching", where it asks for that, and its loops by the iteration of Gauss
/// and Newton: each step is the change with the least Σ (weight · change)² that closes the linearized gaps
/// and loops, halved until they shrink. The sum of the steps is therefore the least change up to its square.
/// What is closed moves nothing.
///
/// place: the scene where its parameters are moved (SI, one for each). Throws SceneError with the nearest
/// miss where gaps or loops do not close, and for unknown names.
StartMoves solveStart(const SceneSource& scene, SceneValues& values,
                      const std::function<Posture(std::span<const double>)>& place);

/// Calls `visit` for each contact that "touching" names, with the place of its name in force. Throws
/// SceneError for unknown names.
void eachTouching(const SceneSource& scene, SceneValues& values, const Mechanism& mechanism,
                  const std::function<void(int contact, const std::string& place)>& visit);

}  // namespace carom
