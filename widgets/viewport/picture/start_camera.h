#pragma once

#include "viewport/picture/scene_frame.h"

namespace carom {

/// What a view of the whole scene must show: bodies, walls, the reach of hinges, and arrows with the length
/// that `arrowScale` (s) gives them.
std::vector<FitTarget> fitTargets(const SceneFrame& frame, double arrowScale);

/// How long arrows of velocity are.
struct ArrowSize {
  double length = 0;   ///< of an arrow that is well seen (m); 0 where no body is
  double fastest = 0;  ///< what it stands for (m/s)

  /// Seconds of motion that an arrow stands for where bodies have this speed (m/s). Keeps `previous` while
  /// that is still legible, so that no arrow pulses while speeds change.
  double scale(double speed, double previous) const;
};
/// The arrows of the initial state and of the outcomes of its impact. Where the motion gets far faster, they
/// are not well seen: its tenth is the least speed that they are made for.
ArrowSize arrowSizeAtStart(const Snapshot& snapshot);
/// The greatest speed of the arrows of a picture (m/s).
double fastestArrow(const SceneFrame& frame);

/// Seconds of motion that an arrow stands for, so that the fastest arrow of the motion is a few radii long.
/// Keeps `previous` while that is still legible.
double arrowScaleFor(const Snapshot& snapshot, double previous = 0);

/// The camera that a new scene starts with, all of `frame` in view.
Camera startCamera(const SceneFrame& frame, double arrowScale, QSizeF size);

}  // namespace carom
