#pragma once

#include "scene/format/expression_reader.h"

namespace carom {

/// Reads "loops" and "initial.closing" of a scene's root into the scene. Throws SceneError.
void readLoops(const JsonValue& root, ExpressionReader& read, SceneSource& scene);

}  // namespace carom
