#pragma once

#include "viewport/picture/scene_frame.h"

namespace carom {

/// The scene's colour of a body, else a categorical one.
QColor surfaceColor(const SceneInstance& instance, int body);
/// The body's first ball; null without one.
const Ball* firstBall(const Mechanism& mechanism, int body);
/// Whether a ball does not reach to the origin of its body, which is a hinge then: a pendulum.
bool hangs(const Ball& ball);
/// The rods and boxes of all bodies at q, thick enough to be seen.
std::vector<SceneFrame::Solid> solidsAt(const SceneInstance& instance, const Eigen::VectorXd& q);

/// The same with rods at least `leastWidth` wide in the picture of `map`, in its units.
std::vector<SceneFrame::Solid> thickened(std::vector<SceneFrame::Solid> solids, const ScreenMap& map,
                                         double leastWidth);

}  // namespace carom
