#include "cli/import.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/atomic_file.h"
#include "base/own_library.h"
#include "base/qt_text.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "urdf/urdf_library.h"

namespace carom {

namespace {

struct ImportCommand {
  std::string robot, out, feet;
  bool floating = false, repairsInertias = false;
};

const UrdfLibrary& urdf() try {
  return *ownFunction<const UrdfLibrary*()>("carom_urdf", "caromUrdfLibrary")();
} catch (const std::runtime_error&) {
  throw CommandError(
      ExitStatus::InputFault,
      "import: this build cannot read robots; expected the package liburdfdom-dev when it is built");
}

/// "12 links, 8 joints, feet: FL, FR".
std::string summaryOf(const ImportedScene& scene) {
  std::string text = std::to_string(scene.links) + " links, " + std::to_string(scene.joints) + " joints";
  for (std::size_t i = 0; i < scene.feet.size(); ++i) text += (i == 0 ? ", feet: " : ", ") + scene.feet[i];
  return text + '\n';
}

ExitStatus import(const ImportCommand& options) {
  ImportOptions wanted{options.floating, {}, options.repairsInertias};
  if (!options.feet.empty()) wanted.feet = splitText(options.feet, ',');
  const ImportedScene scene = urdf().import(options.robot, wanted);
  writeWhole(q(options.out), QByteArray::fromStdString(scene.text));
  for (const std::string& warning : scene.warnings) writeFault("warning: " + warning);
  writeText(options.out + ": " + summaryOf(scene));
  return ExitStatus::Done;
}

}  // namespace

void addImportCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("import", "A scene from a robot's description (URDF)");
  auto options = std::make_shared<ImportCommand>();
  command->add_option("robot", options->robot, "The file.urdf")->required();
  command->add_option("-o,--output", options->out, "The scene, file.carom.json")
      ->type_name("FILE")
      ->required();
  command->add_flag("--floating", options->floating, "Let the root move freely; else it is fixed");
  command
      ->add_option("--feet", options->feet,
                   "The links that may touch the floor; else, with --floating, the lowest ones")
      ->type_name("LINK,…");
  command->add_flag("--repair-inertias", options->repairsInertias,
                    "Change an inertia that no body has into the nearest one that some body has, and say so");
  command->callback([options, &action] { action = [options] { return import(*options); }; });
}

}  // namespace carom
