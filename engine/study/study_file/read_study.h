#pragma once

#include "study/study_file/study.h"

namespace carom {

/// Reads a study file. A relative path of its scene begins in the folder of the file. Measures without a name
/// of their own are read as paths of kind Answer. Throws SceneError with the place.
Study readStudy(const std::filesystem::path& file);
/// The same from a text, over a scene that is open already or, where it is null, the one that is named.
Study parseStudy(const std::string& text, const std::filesystem::path& file,
                 std::shared_ptr<const Scene> scene = nullptr);

}  // namespace carom
