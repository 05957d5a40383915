#include "cli/impact/resolve.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "answer/document/impact_document.h"
#include "cli/impact/impact_table.h"
#include "cli/impact/initial_impact.h"
#include "cli/impact/problem_file.h"
#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/terminal.h"

namespace carom {

namespace {

struct ResolveCommand {
  std::string scene, problem;
  OptionWords words;
  AnswerOutput output;
};

std::string text(const Scene& scene, const SceneInstance& instance, const ResolveAnswer& answer) {
  std::string text = reportText(scene, instance, *answer.report, answer.path ? &*answer.path : nullptr);
  if (answer.gapsAsked && !answer.report->gaps)
    text += "\nNo displacement opens every contact: no probabilities.\n";
  if (answer.gradient) text += gradientText(*answer.gradient);
  if (answer.sensitivity) text += sensitivityText(*answer.sensitivity);
  const bool told = answer.path || !(answer.report->complete() || answer.report->sampled);
  if (const Limit limit = answer.limit(); limit != Limit::None && !told)
    text += "\nNot complete (" + std::string(toString(limit)) + ").\n";
  return text;
}

ExitStatus statusOf(const ResolveAnswer& answer) {
  return answer.limit() == Limit::None ? ExitStatus::Done : ExitStatus::LimitReached;
}

/// An impact without a scene: its coordinates are q0, q1, …, in units that the file alone knows.
ExitStatus resolveProblem(const ResolveCommand& options) {
  const auto refuse = [&](bool given, const char* option) {
    refuseTogether("--problem", given, option, given);
  };
  refuse(!options.scene.empty(), "a scene");
  for (const char* const option : {"set", "start", "gradient"})
    refuse(options.words.has(option), (std::string("--") + option).c_str());
  if (!options.output.json && !options.output.file.ends_with(".json"))
    throw CommandError(ExitStatus::CommandFault,
                       "--problem " + options.problem + ": expected --json, or -o FILE.json, with it");
  const ImpactProblem problem = readProblem(options.problem);
  const Question question = readQuestion(options.words, Command::Resolve, knownNames(problem));
  LongWork work;
  const ResolveAnswer answer = answerQuestion(question, problem, nullptr, work.stopToken(), work.progress());
  writeAnswer(options.output,
              {{}, [&](const TextSink& sink) {
                 sink(madeDocument(impactDocument(
                     {wordOf(options.problem), namelessCoordinates(problem.dof()), nullptr, answer})));
               }});
  return statusOf(answer);
}

ExitStatus resolve(const ResolveCommand& options) {
  if (!options.problem.empty()) return resolveProblem(options);
  if (options.scene.empty())
    throw CommandError(ExitStatus::CommandFault, "scene is required, or --problem FILE");
  const auto scene = openScene(options.scene);
  const SceneInstance instance = startingAt(scene->instantiate(parseAssignments(options.words.list("set"))),
                                            options.words.text("start"));
  requireMotion(*scene, instance);
  const Question question = readQuestion(options.words, Command::Resolve, knownNames(instance));
  const ResolveAnswer answer = [&] {
    LongWork work;
    return answerQuestion(question, initialImpact(instance), scene.get(), work.stopToken(), work.progress());
  }();
  writeAnswer(options.output, {[&] { return text(*scene, instance, answer); },
                               [&](const TextSink& sink) {
                                 sink(madeDocument(impactDocument(
                                     {scene->name(), instance.mechanism->coordinates(), &instance, answer})));
                               }});
  return statusOf(answer);
}

}  // namespace

void addResolveCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("resolve", "The simultaneous impact at the scene's initial state");
  auto options = std::make_shared<ResolveCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file");
  command
      ->add_option(
          "--problem", options->problem,
          "In place of a scene: a JSON file with mass_matrix, normals (rows u_i) and momentum, and where "
          "wanted names and restitution; with --json")
      ->type_name("FILE");
  addOptions(*command, Command::Resolve, options->words);
  addOutputOptions(*command, options->output);
  command->callback([options, &action] { action = [options] { return resolve(*options); }; });
}

}  // namespace carom
