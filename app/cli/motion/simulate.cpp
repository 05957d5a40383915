#include "cli/motion/simulate.h"

#include <CLI/CLI.hpp>
#include <limits>
#include <memory>

#include "answer/document/run_document.h"
#include "cli/impact/initial_impact.h"
#include "cli/made/made.h"
#include "cli/motion/run_text.h"
#include "cli/output.h"
#include "cli/terminal.h"

namespace carom {

namespace {

struct SimulateCommand {
  std::string scene, csv;
  OptionWords words;
  AnswerOutput output;
};

void report(const SimulateCommand& options, const RecordedMotion& motion) {
  const auto csv = [&motion](const TextSink& sink) { writeRunCsv(sink, motion); };
  if (!options.csv.empty()) writeCsvAnswer(options.csv, options.output.made, csv);
  if (options.csv == "-") return;
  writeAnswer(
      options.output,
      {[&motion] { return runSummary(motion); },
       [&motion](const TextSink& sink) { writeRunJson(sink, motion, madeRecord(MadeForm::Document)); }, csv});
}

/// Whether a variation that was asked for ends before the run.
bool variationEnds(const RecordedMotion& motion) {
  return (motion.variation && !motion.variation->stopped.empty()) ||
         (motion.directed && !motion.directed->variation.stopped.empty());
}

ExitStatus simulate(const SimulateCommand& options) {
  const auto scene = openScene(options.scene);
  const SceneInstance instance = startingAt(scene->instantiate(parseAssignments(options.words.list("set"))),
                                            options.words.text("start"));
  const Question question = readQuestion(options.words, Command::Simulate, knownNames(instance));
  // Without a report of the steps none but the last is kept.
  const bool isReported = options.output.json || !options.output.file.empty() || !options.csv.empty();
  const std::size_t every = isReported ? question.every : std::numeric_limits<std::size_t>::max();
  const RecordedMotion motion = [&] {
    LongWork work;
    return recordMotion(scene, instance, question, every, work.stopToken(), work.progress());
  }();
  report(options, motion);
  const StopKind kind = motion.trajectory.stopKind;
  const bool isWhole = kind == StopKind::None || kind == StopKind::Jammed;
  return isWhole && !variationEnds(motion) ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addSimulateCommand(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("simulate", "The motion from the scene's initial state, through impacts");
  auto options = std::make_shared<SimulateCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  addOptions(*command, Command::Simulate, options->words);
  command
      ->add_option("--csv", options->csv,
                   "Write time, energy, q and p of the reported steps, with --variation growth, and what "
                   "--quantity names; - is standard output")
      ->type_name("FILE");
  addOutputOptions(*command, options->output, {.csv = true});
  command->callback([options, &action] { action = [options] { return simulate(*options); }; });
}

}  // namespace carom
