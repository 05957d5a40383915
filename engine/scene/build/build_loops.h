#pragma once

#include "scene/build/evaluate.h"

namespace carom {

/// The loops of a scene on the tree of its bodies. Throws SceneError for unknown bodies and coordinates, two
/// loops with one name, and a loop that closes nothing.
std::vector<Loop> buildLoops(const SceneSource& scene, SceneValues& values, const Mechanism& mechanism);

}  // namespace carom
