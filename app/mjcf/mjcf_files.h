#pragma once

#include <string>
#include <vector>

namespace carom {

/// Checks the text of a model of MuJoCo and those that it includes before MuJoCo opens any file. Throws
/// SceneError: not readable, no MJCF, a document type (which could define entities), files that include each
/// other, more than a hundred of them, or a file that is missing or lies outside of the model's folder and
/// of `folders`.
void checkMjcfFiles(const std::string& path, const std::vector<std::string>& folders);

}  // namespace carom
