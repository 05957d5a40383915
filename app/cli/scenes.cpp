#include "cli/scenes.h"

#include <CLI/CLI.hpp>

#include "cli/terminal.h"

namespace carom {

void addScenesCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("scenes", "List the built-in scenes: name, title, source");
  command->callback([&action] {
    action = [] {
      std::string lines;
      for (const BuiltinScene& scene : builtinScenes())
        lines += scene.name + '\t' + scene.title + '\t' + scene.source + '\n';
      writeOutput(lines);
      return ExitStatus::Done;
    };
  });
}

}  // namespace carom
