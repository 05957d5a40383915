#include "cli/figure_command.h"

#include <CLI/CLI.hpp>
#include <QFileInfo>
#include <cmath>
#include <cstdlib>

#include "base/figure_record.h"
#include "base/own_library.h"
#include "cli/figure_gallery.h"
#include "cli/figure_shown.h"
#include "cli/terminal.h"
#include "scene/expression/expression.h"

namespace carom {

namespace {

struct FigureCommand {
  FigureArguments arguments;
  std::string file, from, folder;
  bool list = false, all = false, overwrite = false;
};

const FigureLibrary& figures() {
  return *ownFunction<const FigureLibrary*()>("carom_figures", "caromFigureLibrary")();
}

/// Throws CommandError, which names the figures that there are.
const FigureKind& figureKind(const std::string& name) {
  std::string known;
  for (const FigureKind& kind : figures().kinds) {
    if (name == kind.name) return kind;
    known += (known.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw CommandError(ExitStatus::CommandFault,
                     "figure: unknown figure \"" + name + "\"; expected one of " + known);
}

ExitStatus listFigures() {
  std::string lines;
  for (const FigureKind& kind : figures().kinds)
    lines += std::string(kind.name) + '\t' + kind.description + '\t' + kind.scene + '\n';
  writeOutput(lines);
  return ExitStatus::Done;
}

bool isCsv(const std::string& file) {
  return QString::fromStdString(file).endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
}

/// The options of the file. They are checked before the figure is computed.
FigureOptions fileOptions(const FigureCommand& options) try {
  const FigureOptions file = fileOptionsOf(options.arguments);
  if (options.all) return file;
  if (options.file.empty()) throw CommandError(ExitStatus::CommandFault, "figure: expected -o FILE");
  try {
    if (!isCsv(options.file)) figureFormat(QString::fromStdString(options.file));
  } catch (const FigureError& error) {
    throw CommandError(ExitStatus::CommandFault, std::string("-o: ") + error.what());
  }
  return file;
} catch (const FigureError& error) {
  throw CommandError(ExitStatus::CommandFault, error.what());
}

/// While it lives only we speak on standard error.
QuietLibraries* quiet = nullptr;
struct Silence : QuietLibraries {
  Silence() { quiet = this; }
  ~Silence() { quiet = nullptr; }
};

/// Discards what libraries print, but for the reason of a fatal end.
[[noreturn]] void sayLastWords(const QString& words) {
  if (quiet) quiet->speakAgain();
  writeFault("no figure can be drawn here: " + words.toStdString());
  std::_Exit(static_cast<int>(ExitStatus::InputFault));
}

/// A figure of measurements draws them and nothing else, a figure of impulses the impact that it is about.
void checkData(const FigureArguments& options, const FigureKind& kind) {
  const bool draws = kind.draws == FigureKind::Draws::Measurements;
  if (draws && options.data.empty())
    throw CommandError(
        ExitStatus::CommandFault,
        "figure " + options.name + ": expected --data FILE" +
            (options.name == "study"    ? ".csv, which `carom study plot` makes"
             : options.name == "robust" ? ".json, which `carom robust --json` prints"
                                        : ".csv, which `carom bench peers -o FILE.csv` writes"));
  if (!draws && !options.data.empty())
    throw CommandError(ExitStatus::CommandFault, "figure " + options.name + ": takes no --data");
  if (kind.draws == FigureKind::Draws::Impulses && !options.scene.empty())
    throw CommandError(ExitStatus::CommandFault, "figure " + options.name + ": takes no --scene");
}

/// Numbers of `--set`, which may be "inf", in SI.
std::vector<std::pair<std::string, double>> impulseValues(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, double>> numbers;
  for (const auto& [name, text] : parseAssignments(texts)) try {
      numbers.emplace_back(name, text == "inf" || text == "∞" ? HUGE_VAL : Expression(text, {}, nullptr)());
    } catch (const ExpressionError& error) {
      throw CommandError(ExitStatus::CommandFault, "--set " + name + ": " + error.what());
    }
  return numbers;
}

FigureArguments argumentsOfFile(const std::string& path) {
  const QByteArray record = readRecord(QString::fromStdString(path));
  const Silence silence;  // zlib would complain of what we refuse
  try {
    return argumentsOfRecord(record);
  } catch (const FigureError& error) {
    throw FigureError(path + ": " + error.what());
  }
}

/// The arguments in the record of a figure, under those of the command line that concern the file.
FigureArguments recorded(const FigureCommand& options) {
  const FigureArguments& given = options.arguments;
  FigureArguments fileOnly;
  for (const auto member : {&FigureArguments::width, &FigureArguments::height, &FigureArguments::dpi})
    fileOnly.*member = given.*member;
  fileOnly.transparent = given.transparent;
  if (!(given == fileOnly))
    throw CommandError(ExitStatus::CommandFault,
                       "--from: says what the figure shows; beside it only -o, --width, --height, --dpi and "
                       "--transparent are taken");
  FigureArguments arguments = argumentsOfFile(options.from);
  for (const auto member : {&FigureArguments::width, &FigureArguments::height, &FigureArguments::dpi})
    if (!(given.*member).empty()) arguments.*member = given.*member;
  if (given.transparent) arguments.transparent = true;
  return arguments;
}

QString writeSilently(const FigureOrder& order) {
  const Silence silence;
  return figures().write(order);
}

ExitStatus writeAll(const FigureCommand& options) {
  const FigureOptions file = fileOptions(options);
  const FigureArguments arguments = withNumbers(options.arguments);
  ExitStatus status = ExitStatus::Done;
  LongWork work;
  figures().prepare(sayLastWords, [&] {
    status = writeGallery(figures(), arguments, file, options.folder, options.overwrite, writeSilently, work);
  });
  return status;
}

ExitStatus writeFigureFile(FigureCommand options) {
  if (options.list) return listFigures();
  if (options.all) return writeAll(options);
  if (!options.from.empty()) options.arguments = recorded(options);
  if (options.arguments.name.empty())
    throw CommandError(ExitStatus::CommandFault, "figure: expected NAME, --list, --from FILE or --all");
  const FigureArguments arguments = withNumbers(options.arguments);
  const FigureKind& kind = figureKind(arguments.name);
  const FigureOptions file = fileOptions(options);
  checkData(arguments, kind);
  const auto [snapshot, landscape, complete] = [&] {
    LongWork work;
    return needsSnapshot(kind) ? computeShown(arguments, kind, work) : Shown{};
  }();
  if (kind.draws == FigureKind::Draws::Curve && !snapshot->curve) return ExitStatus::LimitReached;

  if (landscape && !landscape->table.complete) return ExitStatus::LimitReached;

  figures().prepare(sayLastWords, [&, shown = snapshot, over = landscape] {
    writeSilently(
        {kind, shown, QString::fromStdString(options.file), file, QString::fromStdString(arguments.data),
         QByteArray::fromStdString(arguments.dataText), QString::fromStdString(arguments.view), over,
         kind.draws == FigureKind::Draws::Impulses ? impulseValues(arguments.set)
                                                   : std::vector<std::pair<std::string, double>>{}});
  });
  return complete ? ExitStatus::Done : ExitStatus::LimitReached;
}

void addOptions(CLI::App& command, FigureArguments& arguments) {
  for (const FigureOption& option : figureOptions()) {
    if (option.flag) {
      command.add_flag(option.name, arguments.*option.flag, option.help);
      continue;
    }
    CLI::Option* added = option.list ? command.add_option(option.name, arguments.*option.list, option.help)
                                     : command.add_option(option.name, arguments.*option.text, option.help);
    added->type_name(option.value);
    if (option.list) added->allow_extra_args(false);
  }
}

}  // namespace

ExitStatus writeDataFigure(const std::string& name, const std::string& data, const std::string& file) {
  FigureCommand options;
  options.arguments.name = name;
  options.arguments.data = data;
  options.file = file;
  return writeFigureFile(options);
}

void addFigureCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "figure", "A figure as PDF, SVG, EPS, PNG or TIFF, or its numbers as CSV; all of the papers' at once");
  auto options = std::make_shared<FigureCommand>();
  command->add_option("name", options->arguments.name, "Which figure: see --list");
  command->add_flag("--list", options->list, "List the figures: name, what it shows, scene");
  command->add_option("-o,--output", options->file, "Where to; the ending says the format")
      ->type_name("FILE");
  CLI::Option* from =
      command
          ->add_option("--from", options->from,
                       "A figure that Carom wrote, in any format but CSV: makes it again, byte for byte")
          ->type_name("FILE");
  CLI::Option* all =
      command->add_flag("--all", options->all,
                        "All figures as PDF and SVG, and index.html, which shows them with their commands");
  command->add_option("-d,--directory", options->folder, "Where --all writes to")
      ->type_name("DIR")
      ->needs(all);
  command->add_flag("--overwrite", options->overwrite, "Let --all replace files")->needs(all);
  all->excludes(from);
  addOptions(*command, options->arguments);
  command->callback([options, &action] { action = [options] { return writeFigureFile(*options); }; });
}

}  // namespace carom
