#pragma once

#include "viewport/picture/scene_frame.h"

namespace carom {

/// Adds the ground under the balls of `frame`, and a finite slab for each half-space. The initial
/// configuration gives their sizes, so that they rest while the scene moves.
void addSurroundings(SceneFrame& frame, const SceneInstance& instance);

}  // namespace carom
