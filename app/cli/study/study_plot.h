#pragma once

#include "cli/options.h"

namespace carom {

/// `carom study plot OUT`: a measure of a study as a picture.
void addStudyPlotCommand(CLI::App& study, Action& action);

}  // namespace carom
