#pragma once

#include "cli/options.h"
#include "study/parameter_number.h"
#include "study/study_file/axis.h"

namespace carom {

/// `carom sweep SCENE --over NAME=A:B:N --measure M`: a table over one or two parameters.
void addSweepCommand(CLI::App& app, Action& action);

/// "theta=60deg:120deg:61", the ends being expressions over the scene's parameters. Throws CommandError,
/// which begins with --over.
StudyAxis parseOver(ParameterNumbers& number, const std::string& over);

}  // namespace carom
