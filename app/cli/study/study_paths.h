#pragma once

#include "study/study_file/study.h"

namespace carom {

/// Makes the measures of a study ready that are paths: finds out which of them are in the answer of `carom
/// resolve` and which in that of `carom simulate` or `carom landing`, and returns the function that reads
/// them; an empty one where there are none. Throws SceneError for a path that no answer has, with the nearest
/// ones, and for options of the run or the landing that are wrong.
ReadPaths preparePaths(Study& study);

/// Gives the measures that are paths the SI units of their numbers, where the study gives none and the answer
/// has one: m or rad of final.q[a.x], s of impacts[0].time.
void addUnits(Study& study);

}  // namespace carom
