#pragma once

#include <string>
#include <vector>

#include "study/study_file/run_study.h"

namespace carom {

/// What a NetCDF file says of the study whose results it holds.
struct StudyTexts {
  std::string name, study, scene, sceneFile, program;  ///< as in WorkHeader
};

/// Results as NetCDF-4, in a library that is loaded only when such a file is written or read. All functions
/// throw SceneError with the file and the reason.
struct NetcdfLibrary {
  /// Writes a file, whole or not at all; the same bytes for the same table. command, made: for
  /// attributes.
  void (*write)(const std::string& path, const Study& study, const StudyTable& table,
                const std::string& command, const std::string& made);
  StudyTexts (*readTexts)(const std::string& path);
  std::string (*readText)(const std::string& path, const std::string& attribute);
  std::vector<double> (*readColumn)(const std::string& path, const std::string& column, std::size_t points);
};

}  // namespace carom

extern "C" const carom::NetcdfLibrary* caromNetcdfLibrary();
