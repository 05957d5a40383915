#pragma once

#include "viewport/picture/scene_frame.h"

namespace carom {

/// What a view of the whole scene must show: bodies, walls, the reach of hinges, and arrows with the length
/// that `arrowScale` (s) gives them.
std::vector<FitTarget> fitTargets(const SceneFrame& frame, double arrowScale);

/// Seconds of motion that an arrow stands for, so that the fastest arrow of the motion is a few radii long.
/// Keeps `previous` while that is still legible, so that no arrow pulses during a drag.
double arrowScaleFor(const Snapshot& snapshot, double previous = 0);

/// The camera that a new scene starts with, all of `frame` in view.
Camera startCamera(const SceneFrame& frame, double arrowScale, QSizeF size);

}  // namespace carom
