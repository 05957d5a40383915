#include "cli/help/scenes.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/terminal.h"
#include "scene/format/describe_keys.h"

namespace carom {

namespace {

std::string builtinList() {
  std::string lines;
  for (const BuiltinScene& scene : builtinScenes())
    lines += scene.name + '\t' + scene.title + '\t' + scene.source + '\n';
  return lines;
}

}  // namespace

void addScenesCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("scenes", "List the built-in scenes: name, title, source");
  auto print = std::make_shared<std::string (*)()>(builtinList);
  command->add_flag_callback(
      "--schema", [print] { *print = sceneSchema; }, "Print the JSON Schema of scene files");
  command->add_flag_callback(
      "--keys", [print] { *print = keyTables; }, "Print the keys of scene files as Markdown tables");
  command->callback([print, &action] {
    action = [print] {
      writeOutput((*print)());
      return ExitStatus::Done;
    };
  });
}

}  // namespace carom
