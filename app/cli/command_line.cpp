#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>

#include "audit/recording/number_table.h"
#include "base/figure_record.h"
#include "base/near_names.h"
#include "base/qt_text.h"
#include "base/version.h"
#include "cli/audit/audit.h"
#include "cli/audit/conform.h"
#include "cli/bench/bench.h"
#include "cli/design/design.h"
#include "cli/display_check.h"
#include "cli/figure/figure_command.h"
#include "cli/help/completion.h"
#include "cli/help/handbook.h"
#include "cli/help/help.h"
#include "cli/help/help_format.h"
#include "cli/help/scenes.h"
#include "cli/impact/compare.h"
#include "cli/impact/resolve.h"
#include "cli/impact/robust.h"
#include "cli/import.h"
#include "cli/law/law.h"
#include "cli/little_memory.h"
#include "cli/made/given_command_line.h"
#include "cli/made/made.h"
#include "cli/motion/futures.h"
#include "cli/motion/landing.h"
#include "cli/motion/orbit.h"
#include "cli/motion/simulate.h"
#include "cli/options.h"
#include "cli/study/study.h"
#include "cli/study/sweep.h"
#include "cli/terminal.h"
#include "impact/impact_problem.h"
#include "robot/import_robot.h"
#include "scene/format/parse_json.h"
#include "scene/format/regular_file.h"

namespace carom {

namespace {

ExitStatus statusOf(const SceneError& error) {
  return error.fault() == SceneError::Fault::Command ? ExitStatus::CommandFault : ExitStatus::InputFault;
}

/// Runs an action; a fault becomes one line on standard error.
ExitStatus runGuarded(const Action& action) {
  try {
    return action();
  } catch (const CommandError& error) {
    writeFault(error.what());
    return error.status();
  } catch (const SceneError& error) {
    writeFault(error.what());
    return statusOf(error);
  } catch (const ReaderGone&) {
    return static_cast<ExitStatus>(ReaderGone::status);
  } catch (const std::bad_alloc&) {
    writeFault("out of memory");
  } catch (const std::filesystem::filesystem_error& error) {
    writeFault(error.path1().string() + ": cannot be looked at: " + error.code().message());
  } catch (const std::exception& error) {
    writeFault(error.what());
  }
  return ExitStatus::InputFault;
}

/// The command that the words have reached, and its name as it was typed: "study run".
std::pair<const CLI::App*, std::string> reachedCommand(const CLI::App& app) {
  std::pair<const CLI::App*, std::string> reached{&app, ""};
  for (auto below = app.get_subcommands(); !below.empty(); below = reached.first->get_subcommands()) {
    reached.first = below.front();
    reached.second += (reached.second.empty() ? "" : " ") + below.front()->get_name();
  }
  return reached;
}

bool draws(const CLI::App& app) {
  return app.got_subcommand("figure") || app.got_subcommand("handbook") ||
         app.get_subcommand("study")->got_subcommand("plot");
}

std::vector<std::string> namesOfCommands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// What a word that no command takes may have meant.
std::string unexpectedText(const CLI::App& app) {
  const auto [command, path] = reachedCommand(app);
  const std::vector<std::string> rest = command->remaining();
  const std::string where = path.empty() ? "" : path + ": ";
  const std::vector<std::string> below = namesOfCommands(*command);
  const auto option =
      std::ranges::find_if(rest, [](const std::string& word) { return word.starts_with('-'); });
  const bool isCommand = !below.empty() && std::ranges::any_of(rest, [](const std::string& word) {
    return !word.starts_with('-');
  });
  const std::string scene = command == &app ? app.get_option("scene")->as<std::string>() : "";
  // "carom SCENE --set n=3": the word after the option is its value, and no command.
  const bool followsScene = !scene.empty() && option == rest.begin() && nearNames(scene, below).empty();
  if (option != rest.end() && (!isCommand || followsScene)) {
    const std::string name = option->substr(0, option->find('='));
    std::vector<std::string> known;
    for (const CLI::Option* each : command->get_options())
      for (const std::string& one : each->get_lnames()) known.push_back("--" + one);
    const std::vector<std::string> near = nearNames(name, known);
    return where + "unknown option " + name + "; expected " +
           (near.empty() ? "an option of carom " + (path.empty() ? "" : path + ' ') + "--help"
                         : expectedName(name, near));
  }
  const std::string word =
      command == &app && !scene.empty()
          ? scene
          : *std::ranges::find_if(rest, [](const std::string& one) { return !one.starts_with('-'); });
  if (!below.empty())
    return where + "unknown command \"" + word + "\"; expected " + expectedName(word, below);
  return where + "unexpected \"" + word + "\"; see carom " + path + " --help";
}

/// CLI11's own words, as one line; help and version on standard output.
ExitStatus reportParse(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    std::ostringstream text;
    app.exit(error, text, text);
    return runGuarded([&] {
      writeOutput(text.str());
      return ExitStatus::Done;
    });
  }
  const auto [command, path] = reachedCommand(app);
  // A misspelt option may be the one that is missing.
  const auto rest = command->remaining();
  const bool isMisspelt =
      dynamic_cast<const CLI::RequiredError*>(&error) != nullptr &&
      std::ranges::any_of(rest, [](const std::string& word) { return word.starts_with("--"); });
  const bool isExtra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || isMisspelt ||
                       (!namesOfCommands(*command).empty() && !rest.empty());
  writeFault(isExtra ? unexpectedText(app) : (path.empty() ? "" : path + ": ") + error.what());
  return ExitStatus::CommandFault;
}

/// What the window could not open is refused before there is a window.
void checkScene(const std::string& scene, const Assignments& set, const CLI::App& app) {
  const auto refuseEmpty = [&app](const char* option, const char* expected) {
    const CLI::Option* given = app.get_option(option);
    if (given->count() > 0 && given->as<std::string>().empty())
      throw CommandError(ExitStatus::CommandFault, std::string(option) + ": is empty; expected " + expected);
  };
  refuseEmpty("scene", "a built-in scene or a file");
  refuseEmpty("--recording", "a file");
  const bool isRobot = isRobotFile(scene);
  if (!set.empty() && (scene.empty() || isRobot || mayHoldRecord(q(scene))))
    throw CommandError(ExitStatus::CommandFault, "--set: expected a scene before it");
  if (isRobot) {
    readRegularFile(scene, longestSceneFile + 1,
                    "a robot's description");  // the window asks how to import it
  } else if (isRecordingFile(scene)) {
    throw CommandError(
        ExitStatus::CommandFault,
        scene + ": is a recording; expected the scene that it is of, then --recording " + scene);
  } else if (mayHoldRecord(q(scene))) {
    argumentsOfRecord(readRecord(q(scene)));
  } else if (!scene.empty()) {
    const std::vector<std::string> near = nearNames(scene, namesOfCommands(app));
    try {
      Scene::open(scene)->instantiate(set);
    } catch (const SceneError& error) {
      if (error.fault() != SceneError::Fault::Command || near.empty()) throw;
      throw CommandError(ExitStatus::CommandFault,
                         "unknown command or scene \"" + scene + "\"; expected " + expectedName(scene, near));
    }
  }
}

}  // namespace

int runCommandLine(int argc, char** argv, const OpenWindow& openWindow) {
  prepareStandardStreams();
  endWithoutMemory();
  std::optional<GivenCommandLine> given;
  const ExitStatus read = runGuarded([&] {
    given.emplace(argc, argv);
    return ExitStatus::Done;
  });
  if (!given) return static_cast<int>(read);
  CLI::App app(
      "Carom: workbench for simultaneous rigid-body impact.\n"
      "Without a command, opens the window; commands need no display.",
      "carom");
  app.set_version_flag("--version", programVersionAndCommit().toStdString());
  app.require_subcommand(0, 1);
  std::string scene;
  app.add_option("scene", scene,
                 "Built-in scene, or file of a scene, figure or robot, to open in the window");
  std::vector<std::string> set;
  app.add_option("--set", set,
                 "Set a parameter, a choice or an initial coordinate of the scene in the window")
      ->type_name("NAME=EXPR")
      ->allow_extra_args(false);
  std::string recording;
  app.add_option("--recording", recording, "Recording of the scene to audit in the window: CSV or NPZ")
      ->type_name("FILE");
  Action action = [&] {
    const Assignments assignments = parseAssignments(set);
    checkScene(scene, assignments, app);
    if (!recording.empty()) readNumberTable(recording);
    if (const std::string problem = displayProblem(); !problem.empty()) {
      writeFault(problem);
      std::fputs(app.help().c_str(), stderr);
      return ExitStatus::InputFault;
    }
    return static_cast<ExitStatus>(openWindow(argc, argv, {q(scene), assignments, q(recording)}));
  };
  addScenesCommand(app, action);
  addResolveCommand(app, action);
  addSimulateCommand(app, action);
  addSweepCommand(app, action);
  addStudyCommand(app, action);
  addDesignCommand(app, action);
  addRobustCommand(app, action);
  addLandingCommand(app, action);
  addFuturesCommand(app, action);
  addOrbitCommand(app, action);
  addLawCommand(app, action);
  addCompareCommand(app, action);
  addAuditCommand(app, action);
  addConformCommand(app, action);
  addFigureCommand(app, action);
  addImportCommand(app, action);
  addBenchCommand(app, action);
  addCompletionCommand(app, action);
  addHandbookCommand(app, action);
  addHelpCommand(app, action);
  completeHelp(app);
  std::vector<std::string> words(given->words().rbegin(), given->words().rend() - 1);  // the last one first
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return static_cast<int>(reportParse(app, error));
  }
  noteCommandLine(app);
  const auto run = [&] { return static_cast<int>(runGuarded(action)); };
  return draws(app) ? runWhereMemoryIsLittle(run) : run();
}

}  // namespace carom
