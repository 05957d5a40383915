#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <new>

#include "base/figure_record.h"
#include "base/qt_text.h"
#include "base/version.h"
#include "cli/audit.h"
#include "cli/bench.h"
#include "cli/compare.h"
#include "cli/completion.h"
#include "cli/conform.h"
#include "cli/design.h"
#include "cli/display_check.h"
#include "cli/figure_command.h"
#include "cli/handbook.h"
#include "cli/help.h"
#include "cli/import.h"
#include "cli/landing.h"
#include "cli/law.h"
#include "cli/options.h"
#include "cli/resolve.h"
#include "cli/robust.h"
#include "cli/scenes.h"
#include "cli/simulate.h"
#include "cli/study.h"
#include "cli/sweep.h"
#include "cli/terminal.h"
#include "impact/impact_problem.h"

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
  } catch (const std::bad_alloc&) {
    writeFault("out of memory");
  } catch (const std::exception& error) {
    writeFault(error.what());
  }
  return ExitStatus::InputFault;
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
  writeFault(error.what());
  return ExitStatus::CommandFault;
}

/// What the window could not open is refused before there is a window.
void checkScene(const std::string& scene) {
  if (isFigureFile(q(scene)))
    argumentsOfRecord(readRecord(q(scene)));
  else if (!scene.empty())
    Scene::open(scene)->instantiate();
}

}  // namespace

int runCommandLine(int argc, char** argv, const OpenWindow& openWindow) {
  prepareStandardStreams();
  endWithoutMemory();
  CLI::App app(
      "Carom: workbench for simultaneous rigid-body impact.\n"
      "Without a command, opens the window; commands need no display.",
      "carom");
  app.set_version_flag("--version", programVersionAndCommit().toStdString());
  app.require_subcommand(0, 1);
  std::string scene;
  app.add_option("scene", scene, "Built-in scene, file or figure to open in the window");
  Action action = [&] {
    checkScene(scene);
    if (const std::string problem = displayProblem(); !problem.empty()) {
      writeFault(problem);
      std::fputs(app.help().c_str(), stderr);
      return ExitStatus::InputFault;
    }
    return static_cast<ExitStatus>(openWindow(argc, argv, QString::fromStdString(scene)));
  };
  addScenesCommand(app, action);
  addResolveCommand(app, action);
  addSimulateCommand(app, action);
  addSweepCommand(app, action);
  addStudyCommand(app, action);
  addDesignCommand(app, action);
  addRobustCommand(app, action);
  addLandingCommand(app, action);
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
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return static_cast<int>(reportParse(app, error));
  }
  return static_cast<int>(runGuarded(action));
}

}  // namespace carom
