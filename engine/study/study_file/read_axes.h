#pragma once

#include <vector>

#include "scene/format/json_value.h"
#include "study/study_file/study.h"

namespace carom {

/// Reads the axes of a study over its scene and its assignments. Throws SceneError with the place: unknown or
/// repeated parameters, values that are not finite, too many points.
std::vector<StudyAxis> readAxes(const JsonValue& axes, const Scene& scene, const Assignments& set);

/// A whole number from `least` to `most`.
std::size_t wholeNumber(const JsonValue& value, std::size_t least, std::size_t most);

}  // namespace carom
