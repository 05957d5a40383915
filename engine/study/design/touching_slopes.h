#pragma once

#include "study/design/design_model.h"

namespace carom {

struct MovedNumbers {
  std::string unit;  ///< of the variable, as displayed
  ImpactNumbers<Dual> impact;
};

/// The numbers of an impact with their derivative by one parameter or coordinate, where the scene's
/// "touching" closes gaps: what it moves follows.
///
/// The moves m solve φ(m, x) = gap by steps of Gauss and Newton, s = −W⁻²Jᵀ(J W⁻² Jᵀ)⁻¹ r with J = ∂φ/∂m, r =
/// φ − gap and the weights W; see solveTouching. Each step is differentiated: r' is exact, J' is a difference
/// of exact derivatives, extrapolated [Richardson], with a relative error of about 1e-10. At the solution φ'
/// = gap' holds, which is the implicit function theorem; among all such changes of m the steps choose one.
///
/// contacts: names; the numbers are of these. Throws SceneError where there is no derivative, also where the
/// steps were halved or met a corner.
MovedNumbers alongWithMoves(const Scene& scene, const Assignments& assignments, const std::string& variable,
                            const std::vector<std::string>& contacts);

}  // namespace carom
