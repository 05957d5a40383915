#pragma once

#include "viewport/picture/scene_frame.h"

namespace carom {

/// The scene's colour of a body, else a categorical one.
QColor surfaceColor(const SceneInstance& instance, int body);
/// The radius of the body's first ball; 0 without one.
double ballRadius(const Mechanism& mechanism, int body);
/// The rods and boxes of all bodies at q, thick enough to be seen.
std::vector<SceneFrame::Solid> solidsAt(const SceneInstance& instance, const Eigen::VectorXd& q);

/// The same with rods at least `leastWidth` wide in the picture of `map`, in its units.
std::vector<SceneFrame::Solid> thickened(std::vector<SceneFrame::Solid> solids, const ScreenMap& map,
                                         double leastWidth);

}  // namespace carom
