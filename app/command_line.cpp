#include "command_line.h"

#include <CLI/CLI.hpp>

namespace carom {

int runCommandLine(int argc, char** argv, const OpenWindow& openWindow) {
  CLI::App app("Carom: workbench for simultaneous rigid-body impact");
  app.set_version_flag("--version", std::string("carom ") + CAROM_VERSION);
  std::string scene;
  app.add_option("scene", scene, "Built-in scene or file to open in the window");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitStatus::CommandFault);
  }
  return openWindow(argc, argv, QString::fromStdString(scene));
}

}  // namespace carom
