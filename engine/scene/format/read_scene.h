#pragma once

#include <string>
#include <string_view>

#include "scene/format/parsed_scene.h"

namespace carom {

/// Reads the text of a scene file (format 1). Throws SceneError.
SceneSource readScene(std::string_view text, const std::string& file);

}  // namespace carom
