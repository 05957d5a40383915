#pragma once

#include <string>

#include "cli/options.h"
#include "study/parameter_number.h"
#include "study/robust.h"

namespace carom {

/// The options of a sample under tolerances, as texts.
struct ToleranceOptions {
  std::string tolerance, samples, seed, below;
  bool normal = false;
};

/// Adds --tolerance, --normal, --samples, --seed and --below. `samples`: of the help, where none are given.
void addToleranceOptions(CLI::App& command, ToleranceOptions& options, std::size_t samples,
                         const std::string& belowHelp);
/// What they ask for; throws CommandError.
RobustQuestion robustQuestion(const ToleranceOptions& options, ParameterNumbers& number, std::size_t samples);

}  // namespace carom
