#pragma once

#include "viewport/picture/scene_frame.h"

namespace carom {

/// Puts the scene somewhere: the ground under the balls of `frame` and a finite slab for each half-space.
/// Both are sized by the initial configuration, so that they rest while the scene moves.
void addSurroundings(SceneFrame& frame, const SceneInstance& instance);

}  // namespace carom
