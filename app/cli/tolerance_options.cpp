#include "cli/tolerance_options.h"

#include <CLI/CLI.hpp>
#include <cmath>

#include "cli/json_values.h"
#include "cli/terminal.h"
#include "scene/expression/expression.h"
#include "study/study_file/study.h"

namespace carom {

namespace {

constexpr std::size_t mostSamples = 10'000'000;

double toleranceNumber(ParameterNumbers& number, const std::string& option, const std::string& text) {
  try {
    return number(text);
  } catch (const ExpressionError& error) {
    throw CommandError(ExitStatus::CommandFault, option + ": " + error.what());
  }
}

}  // namespace

void addToleranceOptions(CLI::App& command, ToleranceOptions& options, std::size_t samples,
                         const std::string& belowHelp) {
  command
      .add_option(
          "--tolerance", options.tolerance,
          "How far parameters, initial coordinates, and velocities v:COORDINATE, may be from their values")
      ->type_name("NAME=WIDTH,…");
  command.add_flag(
      "--normal", options.normal,
      "Normal deviations, WIDTH being the standard deviation; uniform within ± WIDTH where not given");
  command
      .add_option("--samples", options.samples,
                  "Random samples; " + std::to_string(samples) + " where not given")
      ->type_name("N");
  command.add_option("--seed", options.seed, "Of the random samples; 1 where not given")->type_name("S");
  command.add_option("--below", options.below, belowHelp)->type_name("XI");
}

RobustQuestion robustQuestion(const ToleranceOptions& options, ParameterNumbers& number,
                              std::size_t samples) {
  RobustQuestion question;
  for (const std::string& item : splitText(options.tolerance, ',')) {
    const auto equals = item.find('=');
    if (equals == std::string::npos)
      throw CommandError(ExitStatus::CommandFault, "--tolerance " + item + ": expected NAME=WIDTH");
    question.tolerances.push_back(
        {item.substr(0, equals), toleranceNumber(number, "--tolerance " + item, item.substr(equals + 1))});
  }
  question.normal = options.normal;
  question.samples = samples;
  if (!options.samples.empty()) question.samples = parseCount("--samples", options.samples, 1, mostSamples);
  if (!options.seed.empty()) question.seed = parseCount("--seed", options.seed, 0);
  if (!options.below.empty()) {
    question.below = toleranceNumber(number, "--below " + options.below, options.below);
    if (!(*question.below > 0) || !std::isfinite(*question.below))
      throw CommandError(ExitStatus::CommandFault, "--below " + options.below + ": expected a ξ above 0");
  }
  return question;
}

}  // namespace carom
