#include "cli/import.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/atomic_file.h"
#include "base/number_text.h"
#include "base/qt_text.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "robot/import_robot.h"

namespace carom {

namespace {

struct ImportCommand {
  std::string robot, out, feet;
  ImportOptions import;
  bool showsTable = false;
};

/// "12 links, 8 joints, 32 contacts, 24.7 kg, feet: FL, FR".
std::string summaryOf(const ImportedScene& scene) {
  std::string text = std::to_string(scene.links) + " links, " + std::to_string(scene.joints) + " joints, " +
                     std::to_string(scene.contacts) + " contacts, " + roundedText(scene.mass) + " kg";
  for (std::size_t i = 0; i < scene.feet.size(); ++i) text += (i == 0 ? ", feet: " : ", ") + scene.feet[i];
  return text + '\n';
}

std::string tableOf(const ImportedScene& scene) {
  TextTable table;
  table.add({"link", "joint", "moves", "limits", "mass (kg)", "shapes", "foot"});
  for (const ImportedLink& link : scene.table)
    table.add({q(link.name), q(link.joint), q(link.moves), q(link.limits), q(roundedText(link.mass)),
               q(link.shapes), link.touches ? "yes" : ""});
  return table.text().toStdString();
}

ExitStatus importInto(const ImportCommand& options) {
  ImportOptions wanted = options.import;
  if (!options.feet.empty()) wanted.feet = splitText(options.feet, ',');
  if (options.robot == "-")
    throw CommandError(ExitStatus::CommandFault,
                       "import: a robot has files beside its own; expected a file, not standard input");
  const bool isPrinted = options.out == "-";
  if (isPrinted && options.showsTable)
    throw CommandError(ExitStatus::CommandFault, "--table: expected -o FILE; -o - prints the scene");
  const ImportedScene scene = importRobot(options.robot, wanted);
  isPrinted ? writeOutput(scene.text) : writeWhole(q(options.out), QByteArray::fromStdString(scene.text));
  for (const std::string& warning : scene.warnings) writeFault("warning: " + warning);
  if (isPrinted) return ExitStatus::Done;
  writeText(options.out + ": " + summaryOf(scene));
  if (options.showsTable) writeText(tableOf(scene));
  return ExitStatus::Done;
}

}  // namespace

void addImportOptions(CLI::App& command, const std::shared_ptr<ImportOptions>& options) {
  command.add_flag("--repair-inertias", options->repairsInertias,
                   "Change an inertia that no body has into the nearest one that some body has, and say so");
  command
      .add_option_function<std::string>(
          "--meshes", [options](const std::string& form) { options->meshesAreBoxes = form == "box"; },
          "What a mesh (STL, OBJ) becomes: its convex hull, or the box with the inertia of its link")
      ->type_name("hull|box")
      ->check(CLI::IsMember({"hull", "box"}));
  command
      .add_option(
          "--mesh-path", options->meshFolders,
          "Where meshes and files that a model includes are looked for, beside the robot's own folder")
      ->type_name("FOLDER");
  command
      .add_option("--hull-corners", options->hullCorners,
                  "Corners of the hull of a mesh, at most; the error of the hull is told")
      ->type_name("COUNT")
      ->check(CLI::Range(4, 256))
      ->default_str(std::to_string(options->hullCorners));
}

void addImportCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("import", "A scene from a robot's description (URDF, MJCF or SDF)");
  auto options = std::make_shared<ImportCommand>();
  command->add_option("robot", options->robot, "The file.urdf, file.xml or file.sdf")->required();
  command->add_option("-o,--output", options->out, "The scene, file.carom.json; - prints it")
      ->type_name("FILE")
      ->required();
  command->add_flag("--floating", options->import.floating, "Let the root move freely; else it is fixed");
  command
      ->add_option("--feet", options->feet,
                   "The links that may touch the floor; else, with --floating, the lowest ones")
      ->type_name("LINK,…");
  addImportOptions(*command, {options, &options->import});
  command->add_flag("--table", options->showsTable, "Print a table of the links");
  command->callback([options, &action] { action = [options] { return importInto(*options); }; });
}

}  // namespace carom
