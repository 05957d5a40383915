#pragma once

#include "study/study_file/study.h"

namespace carom {

/// Makes the measures of a study ready that are paths: finds out which of them are in the answer of `carom
/// resolve` and which in that of `carom simulate`, and returns the function that reads them; an empty one
/// where there are none. Throws SceneError for a path that neither answer has, with the nearest ones, and for
/// options of the run that are wrong.
ReadPaths preparePaths(Study& study);

}  // namespace carom
