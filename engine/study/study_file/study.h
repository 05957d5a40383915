#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answer/question/option_words.h"
#include "scene/scene.h"
#include "study/point_evaluation.h"
#include "study/study_file/study_axis.h"

namespace carom {

/// A measure of a study, and what files call it.
struct StudyMeasure {
  Measure measure;
  std::string path;   ///< as the study writes it, "gram:ac:bc"
  std::string name;   ///< of the column; the path where the study gives none
  std::string unit;   ///< SI, "1" for a pure number; empty where it is not known
  std::string label;  ///< one line
};

/// A study: which numbers of a scene are computed at which values of its parameters.
struct Study {
  std::string file;   ///< as it was opened
  std::string name;   ///< "break-angles" of "break-angles.study.json"
  std::string text;   ///< the JSON as it was read
  std::string title;  ///< may be empty
  std::shared_ptr<const Scene> scene;
  Assignments set;
  std::vector<StudyAxis> axes;  ///< the first one is the outermost
  std::vector<StudyMeasure> measures;
  ResolveOptions resolve;          ///< of a point, with the limits of memory and states
  std::optional<OptionWords> run;  ///< the options of the run at every point, for measures that it reports
  OptionWords landing;             ///< the options of the landing at every point

  std::size_t points() const;
  /// Replaces the assignments of the axes by those of a point.
  void assign(std::size_t point, Assignments& assignments) const;
  /// The index of a point along an axis.
  std::size_t indexOf(std::size_t point, std::size_t axis) const;
};

/// The most points of a study.
inline constexpr std::size_t mostStudyPoints = 1'000'000'000, mostStudyMeasures = 100;

/// The name of the SI unit of what a display unit measures: "rad" for "deg"; "1" for "".
std::string siUnit(const std::string& unit);
/// The SI unit of a parameter of the scene.
std::string parameterUnit(const Scene& scene, const std::string& parameter);

}  // namespace carom
