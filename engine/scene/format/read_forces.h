#pragma once

#include "scene/format/expression_reader.h"

namespace carom {

/// Reads the springs, dampers and motors of a scene.
void readForces(const JsonValue& root, ExpressionReader& read, SceneSource& scene);

}  // namespace carom
