#include "cli/figure/figure_command.h"

#include <CLI/CLI.hpp>
#include <QFileInfo>
#include <algorithm>
#include <cstdlib>

#include "base/atomic_file.h"
#include "base/composition_record.h"
#include "base/fault_line.h"
#include "base/figure_presets.h"
#include "base/figure_record.h"
#include "base/movie_options.h"
#include "base/near_names.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "base/view_keys.h"
#include "cli/figure/figure_caption.h"
#include "cli/figure/figure_gallery.h"
#include "cli/figure/figure_order.h"
#include "cli/figure/figure_recording.h"
#include "cli/figure/figure_shown.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "cli/text_table.h"

namespace carom {

namespace {

struct FigureCommand {
  FigureArguments arguments;
  std::string file, from, folder, preset, caption, columns = "2";
  std::string movie, movieSize, fps, speed, reflection;
  ShownRecording recording;
  std::vector<std::string> compose;
  bool noLetters = false, ownAxes = false, list = false, listPresets = false, all = false, overwrite = false;
};

ExitStatus listFigures() {
  std::string lines;
  for (const FigureKind& kind : figures().kinds)
    lines += std::string(kind.name) + '\t' + kind.description + '\t' + kind.scene + '\n';
  writeOutput(lines);
  return ExitStatus::Done;
}

ExitStatus listPresets() try {
  QString lines;
  const PresetList list = figurePresets();
  for (const QString& why : list.refused) writeFault(why.toStdString());
  for (const FigurePreset& preset : list.presets) {
    QStringList widths;
    for (const FigurePreset::Width& width : preset.widths)
      widths += QStringLiteral("%1 %2 mm").arg(width.name, plainNumber(width.mm, 6));
    lines += preset.name + QLatin1Char('\t') + preset.title + QLatin1Char('\t') +
             widths.join(QStringLiteral(", ")) + QLatin1Char('\n');
  }
  writeOutput((lines + ownPresetsFile() + QStringLiteral("\tpresets of your own\n")).toStdString());
  return ExitStatus::Done;
} catch (const FigureError& error) {
  throw CommandError(ExitStatus::InputFault, error.what());
}

void takePreset(FigureCommand& options) try {
  if (!options.preset.empty()) applyPreset(options.arguments, q(options.preset));
} catch (const FigureError& error) {
  throw CommandError(ExitStatus::CommandFault, error.what());
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

/// The options that say how a file is made, whatever it shows.
OptionWords ofFile(const FigureArguments& arguments) {
  return arguments.only({"width", "height", "dpi", "style", "transparent"});
}

/// Whether only those are given, and no figure.
bool isOfFileOnly(const FigureArguments& arguments) {
  return arguments.name.empty() && static_cast<const OptionWords&>(arguments) == ofFile(arguments);
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
  if (!isOfFileOnly(given))
    throw CommandError(
        ExitStatus::CommandFault,
        "--from: says what the figure shows; beside it only -o, --movie, --width, --height, --dpi, "
        "--style, --preset and --transparent are taken");
  FigureArguments arguments = argumentsOfFile(options.from);
  if (!options.preset.empty()) arguments.remove("width");
  for (const char* const option : {"width", "height", "dpi", "style", "transparent"})
    if (given.has(option)) arguments.set(option, given.text(option));
  if (given.has("style")) arguments.isStyleRecorded = false;
  return arguments;
}

/// A key of no figure would be left out without a word.
void checkViewKeys(const FigureArguments& arguments) {
  try {
    requireViewKeys(q(arguments.text("view")));
  } catch (const FigureError& error) {
    throw CommandError(ExitStatus::CommandFault, error.what());
  }
}

/// What the order of a figure comes to. Where a record orders it, it is the file that is at fault.
std::optional<Ordered> orderedBy(const FigureCommand& options, const FigureOptions& file, LongWork& work) {
  const bool hasRecording = !options.recording.file.empty();
  if (hasRecording && options.arguments.name != "scene")
    throw CommandError(ExitStatus::CommandFault, "--recording: only the figure scene shows recordings");
  try {
    const FigureKind& kind = figureKind(options.arguments.name);
    if (options.from.empty() && kind.draws != FigureKind::Draws::Panels) checkViewKeys(options.arguments);
    std::optional<Ordered> ordered = orderOf(options.arguments, file, work);
    if (ordered && hasRecording)
      ordered->order.view =
          withRecording(ordered->order.view, *ordered->order.snapshot, options.recording, work);
    return ordered;
  } catch (const CommandError& error) {
    if (options.from.empty() || error.status() != ExitStatus::CommandFault) throw;
    throw CommandError(ExitStatus::InputFault, options.from + ": the record: " + error.what());
  }
}

QString writeSilently(const FigureOrder& order) {
  const Silence silence;
  return figures().write(order);
}

/// A line on standard error where another font stands in: the file is not what the look asks for.
void tellFonts(const QString& note) {
  if (!note.isEmpty()) writeNote(note.toStdString());
}

ExitStatus writeAll(const FigureCommand& options) {
  if (!isOfFileOnly(options.arguments))
    throw CommandError(ExitStatus::CommandFault,
                       "--all: takes neither a name nor options that say what a figure shows");
  const FigureOptions file = fileOptions(options);
  const FigureArguments& arguments = options.arguments;
  ExitStatus status = ExitStatus::Done;
  LongWork work;
  figures().prepare(sayLastWords, [&] {
    status = writeGallery(figures(), arguments, file, options.folder, options.overwrite, writeSilently, work);
    tellFonts(figures().fontNote(file.style.look));
  });
  return status;
}

/// A panel by the name of a figure, or by a file that Carom wrote. Its size and look are those of the
/// composition.
FigureArguments panelOf(const std::string& word) {
  FigureArguments panel;
  const auto& kinds = figures().kinds;
  if (std::ranges::any_of(kinds, [&](const FigureKind& kind) { return word == kind.name; })) {
    panel.name = word;
  } else if (QFileInfo(q(word)).exists()) {
    panel = argumentsOfFile(word);
  } else {
    std::vector<std::string> names;
    for (const FigureKind& kind : kinds) names.emplace_back(kind.name);
    throw CommandError(ExitStatus::CommandFault,
                       "--compose: there is no panel \"" + word + "\"; expected " +
                           expectedName(word, names) +
                           ", or a file that Carom wrote; carom figure --list has all");
  }
  FigureOptions options;
  options.style.edits = fileOptionsOf(panel).style.edits;
  setFileOptions(panel, options);
  return panel;
}

/// The arguments of the figure that --compose makes.
FigureArguments composed(const FigureCommand& options) {
  FigureArguments arguments = options.arguments;
  if (!isOfFileOnly(arguments))
    throw CommandError(
        ExitStatus::CommandFault,
        "--compose: takes figures; beside it only -o, --columns, --no-letters, --own-axes and the options of "
        "size and look");
  Composition composition{static_cast<int>(parseCount("--columns", options.columns, 1, 6)),
                          !options.noLetters,
                          !options.ownAxes,
                          {}};
  for (const std::string& word : options.compose) composition.panels.push_back(panelOf(word));
  arguments.name = "composition";
  arguments.set("view", compositionText(composition).toStdString());
  return arguments;
}

/// The options of the movie, which are checked before anything is computed.
MovieOptions movieOptionsOf(const FigureCommand& options) try {
  if (options.arguments.name != "scene")
    throw CommandError(ExitStatus::CommandFault, "--movie: only the figure scene moves");
  MovieOptions movie;
  if (!options.from.empty()) movie = movieOfRecord(readRecord(q(options.from))).value_or(movie);
  movieEnding(q(options.movie));
  if (!options.movieSize.empty()) movie.size = parseMovieSize(q(options.movieSize));
  if (!options.fps.empty()) movie.fps = parseNumber("--fps", options.fps);
  if (!options.speed.empty()) movie.speed = parseNumber("--speed", options.speed);
  if (!options.reflection.empty()) movie.reflection = parseNumber("--reflection-seconds", options.reflection);
  checkMovie(movie);
  return movie;
} catch (const FigureError& error) {
  throw CommandError(ExitStatus::CommandFault, std::string("--movie: ") + error.what());
}

ExitStatus writeMovieFile(const FigureCommand& options) {
  if (!options.file.empty())
    throw CommandError(ExitStatus::CommandFault, "figure: takes -o or --movie, not both");
  const MovieOptions movie = movieOptionsOf(options);
  const FigureArguments& arguments = options.arguments;
  LongWork work;
  const std::optional<Ordered> ordered = orderedBy(options, fileOptionsOf(arguments), work);
  if (!ordered || work.wasStopped()) return ExitStatus::LimitReached;
  bool complete = ordered->complete;
  figures().prepare(sayLastWords, [&] {
    const Silence silence;
    const auto goOn = [&, show = work.progress()](double share) {
      if (show) show(share);
      return !work.wasStopped();
    };
    if (!figures().writeMovie(ordered->order, {q(options.movie), movie, goOn})) complete = false;
  });
  return complete ? ExitStatus::Done : ExitStatus::LimitReached;
}

/// Throws CommandError for a figure that would be empty. One that exists is made again as it is.
void checkImpact(const FigureOrder& order) {
  if (order.kind.needsImpact && !order.snapshot->report)
    throw CommandError(ExitStatus::InputFault,
                       std::string(order.kind.name) +
                           ": no contact is closed here; choose an impact of the run with --impact");
  for (const FigureOrder& panel : order.panels) checkImpact(panel);
}

ExitStatus writeFigureFile(FigureCommand options) {
  if (options.list) return listFigures();
  if (options.listPresets) return listPresets();
  if (!options.from.empty()) options.arguments = recorded(options);
  takePreset(options);
  if (options.all) return writeAll(options);
  if (!options.compose.empty()) options.arguments = composed(options);
  if (options.arguments.name.empty())
    throw CommandError(ExitStatus::CommandFault,
                       "figure: expected NAME, --list, --from FILE, --compose or --all");
  if (!options.movie.empty()) return writeMovieFile(options);
  if (options.from.empty()) figureKind(options.arguments.name);
  const FigureOptions file = fileOptions(options);
  std::optional<Ordered> ordered = [&] {
    LongWork work;
    return orderedBy(options, file, work);
  }();
  if (!ordered) return ExitStatus::LimitReached;
  if (options.from.empty()) checkImpact(ordered->order);
  ordered->order.path = q(options.file);
  const auto writePicture = [&] {
    figures().prepare(sayLastWords, [&] {
      writeSilently(ordered->order);
      tellFonts(figures().fontNote(file.style.look));
    });
  };
  const bool hasFile = !options.caption.empty() && options.caption != "-";
  if (hasFile)
    writeAround(q(options.caption), QByteArray::fromStdString(figureCaption(ordered->order)), writePicture);
  else
    writePicture();
  if (options.caption == "-") writeText(wrapped(figureCaption(ordered->order), textColumns));
  return ordered->complete ? ExitStatus::Done : ExitStatus::LimitReached;
}

/// An option that only says more about another one.
void addDetail(CLI::App& command, CLI::Option* of, const char* name, std::string& text, const char* value,
               const char* help) {
  command.add_option(name, text, help)->type_name(value)->needs(of);
}

CLI::Option* addMovieOptions(CLI::App& command, FigureCommand& options) {
  CLI::Option* movie =
      command
          .add_option("--movie", options.movie,
                      "The run of the figure scene as a movie: .mp4, .webm, .gif or .apng by ffmpeg, or "
                      "numbered pictures .png in a folder of that name")
          ->type_name("FILE");
  addDetail(command, movie, "--movie-size", options.movieSize, "WxH",
            "Pixels of the movie, 1280x720 where not given");
  addDetail(command, movie, "--fps", options.fps, "N", "Frames a second, 30 where not given");
  addDetail(
      command, movie, "--speed", options.speed, "S",
      "Seconds of the run in a second of the movie; where not given, such that the run can be followed");
  addDetail(command, movie, "--reflection-seconds", options.reflection, "S",
            "Seconds of the movie for each reflection of an impact of several, 0.5 where not given");
  return movie;
}

/// Returns --recording.
CLI::Option* addRecordingOptions(CLI::App& command, ShownRecording& shown) {
  CLI::Option* recording =
      command
          .add_option("--recording", shown.file,
                      "A recording of the scene, CSV or NPZ, whose bodies the figure scene and its movie "
                      "show as ghosts beside the run")
          ->type_name("FILE");
  addDetail(command, recording, "--map", shown.map, "NAME|FILE",
            "How its columns become coordinates: see carom audit");
  addDetail(command, recording, "--jump", shown.jump, "N",
            "Audit it, and show Carom's own motion from this jump on, counted from 1, as ghosts, too");
  return recording;
}

}  // namespace

ExitStatus writeDataFigure(const std::string& name, const std::string& data, const std::string& file) {
  FigureCommand options;
  options.arguments.name = name;
  options.arguments.set("data", data);
  options.file = file;
  return writeFigureFile(options);
}

void addFigureCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "figure", "A figure as PDF, SVG, EPS, PNG or TIFF, or its numbers as CSV; all of the papers' at once");
  auto options = std::make_shared<FigureCommand>();
  command->add_option("name", options->arguments.name, "Which figure: see --list");
  command->add_flag("--list", options->list, "List the figures: name, contents, scene");
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
  CLI::Option* compose =
      command
          ->add_option(
              "--compose", options->compose,
              "A panel of a composition: the name of a figure, or a file that Carom wrote (repeatable)")
          ->type_name("NAME|FILE")
          ->excludes(from)
          ->excludes(all)
          ->allow_extra_args(false);
  command->add_option("--columns", options->columns, "Columns of a composition, 2 where not given")
      ->type_name("N")
      ->needs(compose);
  command
      ->add_flag("--no-letters", options->noLetters, "A composition without letters (a), (b) on its panels")
      ->needs(compose);
  command
      ->add_flag("--own-axes", options->ownAxes,
                 "A composition in which each plot shows its axes, also where a neighbour has the same")
      ->needs(compose);
  command
      ->add_option(
          "--caption", options->caption,
          "Write a caption, too, with scene, parameters and results: a text file, or - for standard output")
      ->type_name("FILE")
      ->excludes(all);
  addMovieOptions(*command, *options)->excludes(all)->excludes(compose);
  addRecordingOptions(*command, options->recording)->excludes(from)->excludes(all)->excludes(compose);
  command
      ->add_option(
          "--preset", options->preset,
          "Width and look of a journal: ieee, ieee:page, elsevier, aps, asme, springer, nature or one "
          "of your own")
      ->type_name("NAME[:WIDTH]");
  command->add_flag("--list-presets", options->listPresets,
                    "List the presets: name, journal, widths, and the file of your own");
  addOptions(*command, Command::Figure, options->arguments);
  command->callback([options, &action] { action = [options] { return writeFigureFile(*options); }; });
}

}  // namespace carom
