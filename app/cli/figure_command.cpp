#include "cli/figure_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "answer/answer_of_models.h"
#include "answer/compute_snapshot.h"
#include "answer/refine_probabilities.h"
#include "base/own_library.h"
#include "cli/terminal.h"
#include "figures/figure_catalog.h"
#include "impact/policy.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

constexpr std::size_t leastDpi = 36, mostDpi = 2400, mostGaps = 100'000'000;

struct FigureCommand {
  std::string name, file, scene, data, ordering, compare, dpi, width = "88mm", height, gaps, restitution,
                                                               reflectionRestitution;
  std::vector<std::string> set;
  bool list = false, transparent = false, models = false;
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

double lengthMm(const std::string& option, const std::string& text) try {
  return parseLengthMm(QString::fromStdString(text));
} catch (const FigureError& error) {
  throw CommandError(ExitStatus::CommandFault, option + ": " + error.what());
}

bool isCsv(const std::string& file) {
  return QString::fromStdString(file).endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
}

/// The options of the file. They are checked before the figure is computed.
FigureOptions fileOptions(const FigureCommand& options) {
  if (options.file.empty()) throw CommandError(ExitStatus::CommandFault, "figure: expected -o FILE");
  FigureOptions file;
  file.widthMm = lengthMm("--width", options.width);
  if (!options.height.empty()) file.heightMm = lengthMm("--height", options.height);
  if (!options.dpi.empty()) file.dpi = static_cast<int>(parseCount("--dpi", options.dpi, leastDpi, mostDpi));
  file.transparent = options.transparent;
  try {
    if (!isCsv(options.file)) figureFormat(QString::fromStdString(options.file));
  } catch (const FigureError& error) {
    throw CommandError(ExitStatus::CommandFault, std::string("-o: ") + error.what());
  }
  return file;
}

/// "ac,bc" as a word of the impact at a scene's initial state.
Word parseOrdering(const std::string& option, const std::string& text, const SceneInstance& instance) {
  Word word;
  const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
  for (const std::string& name : splitText(text, ','))
    word.push_back(contactNamed(option, name, problem ? problem->labels() : std::vector<ContactLabel>{}));
  return word;
}

/// The ordering that figures compare with where none is named.
Word lastContactsFirst(const ImpactProblem& problem) {
  Policy policy{Policy::Kind::Priority, {}, 0};
  for (int i = problem.contactCount(); i-- > 0;) policy.priority.push_back(static_cast<ContactIndex>(i));
  return followPolicy(problem, policy);
}

/// What a figure shows.
struct Shown {
  SnapshotPtr snapshot;
  bool complete = true;
};

Shown computeShown(const FigureCommand& options, const FigureKind& kind) {
  if (options.models && !kind.showsModels)
    throw CommandError(ExitStatus::CommandFault,
                       "--models: " + options.name + " shows no other models; outcome-set does");
  SnapshotRequest request;
  request.scene = Scene::open(options.scene.empty() ? kind.scene : options.scene);
  request.assignments = parseAssignments(options.set);
  const SceneInstance instance = request.scene->instantiate(request.assignments);
  requireMotion(*request.scene, instance);
  if (!options.ordering.empty()) request.ordering = parseOrdering("--ordering", options.ordering, instance);
  if (!options.compare.empty())
    request.settings.comparison = parseOrdering("--compare", options.compare, instance);
  refuseTogether("--restitution", !options.restitution.empty(), "--reflection-restitution",
                 !options.reflectionRestitution.empty());
  request.settings.restitution = parseCoefficient("--restitution", options.restitution);
  request.settings.reflectionRestitution =
      parseCoefficient("--reflection-restitution", options.reflectionRestitution);
  LongWork work;
  const AnswerWatch watch{[show = work.progress()](WorkStage, double fraction) {
    if (show) show(fraction);
  }};
  SnapshotPtr snapshot = computeSnapshot(request, work.stopToken(), watch);
  if (kind.draws == FigureKind::Draws::Comparison && options.compare.empty() && snapshot->report &&
      !snapshot->report->jammed()) {
    request.settings.comparison = lastContactsFirst(snapshot->report->problem);
    snapshot = computeSnapshot(request, work.stopToken(), watch);
  }
  if (request.ordering && snapshot->ordering != *request.ordering)
    throw CommandError(ExitStatus::InputFault,
                       "--ordering " + options.ordering + ": is no ordering of this impact");
  if (snapshot->comparison && snapshot->comparison->word != *request.settings.comparison)
    throw CommandError(ExitStatus::InputFault,
                       "--compare " + options.compare + ": is no ordering of this impact");
  if (!options.gaps.empty()) {
    auto with = std::make_shared<Snapshot>(*snapshot);
    addProbabilities(*with, parseCount("--gaps", options.gaps, 1, mostGaps), work.stopToken(),
                     work.progress());
    snapshot = std::move(with);
  }
  if (options.models) snapshot = computeModels(snapshot, work.stopToken(), work.progress());
  if (kind.draws == FigureKind::Draws::Curve) {
    snapshot = computeCurve(snapshot, work.stopToken(), work.progress());
    if (!snapshot->curve && !work.wasStopped())
      throw CommandError(ExitStatus::InputFault,
                         request.scene->name() + ": view: names no parameter to sweep");
  }
  const bool complete =
      !work.wasStopped() &&
      (!snapshot->report || (snapshot->report->complete() && snapshot->report->limit() == Limit::None)) &&
      (!snapshot->curve || snapshot->curve->complete);
  return {snapshot, complete};
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
void checkData(const FigureCommand& options, const FigureKind& kind) {
  const bool draws = kind.draws == FigureKind::Draws::Measurements;
  if (draws && options.data.empty())
    throw CommandError(ExitStatus::CommandFault,
                       "figure " + options.name + ": expected --data FILE.csv, which " +
                           (options.name == "study" ? "`carom study plot` makes"
                                                    : "`carom bench peers -o FILE.csv` writes"));
  if (!draws && !options.data.empty())
    throw CommandError(ExitStatus::CommandFault, "figure " + options.name + ": takes no --data");
  const bool hasScene = !options.scene.empty() || !options.set.empty();
  if (kind.draws == FigureKind::Draws::Impulses && hasScene)
    throw CommandError(ExitStatus::CommandFault,
                       "figure " + options.name + ": takes no --scene and no --set");
}

ExitStatus writeFigureFile(const FigureCommand& options) {
  if (options.list) return listFigures();
  if (options.name.empty()) throw CommandError(ExitStatus::CommandFault, "figure: expected NAME or --list");
  const FigureKind& kind = figureKind(options.name);
  const FigureOptions file = fileOptions(options);
  checkData(options, kind);
  const bool needsSnapshot =
      kind.draws != FigureKind::Draws::Measurements && kind.draws != FigureKind::Draws::Impulses;
  const auto [snapshot, complete] = needsSnapshot ? computeShown(options, kind) : Shown{};
  if (kind.draws == FigureKind::Draws::Curve && !snapshot->curve) return ExitStatus::LimitReached;

  const Silence silence;
  figures().write({kind, snapshot, QString::fromStdString(options.file), file, sayLastWords,
                   QString::fromStdString(options.data)});
  return complete ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

ExitStatus writeDataFigure(const std::string& name, const std::string& data, const std::string& file) {
  FigureCommand options;
  options.name = name;
  options.data = data;
  options.file = file;
  return writeFigureFile(options);
}

void addFigureCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("figure", "A figure as PDF, SVG or PNG, or its numbers as CSV");
  auto options = std::make_shared<FigureCommand>();
  command->add_option("name", options->name, "Which figure: see --list");
  command->add_flag("--list", options->list, "List the figures: name, what it shows, scene");
  command->add_option("-o,--output", options->file, "Where to; the ending says the format")
      ->type_name("FILE");
  command->add_option("--scene", options->scene, "Built-in scene or file in place of the figure's own")
      ->type_name("SCENE");
  command
      ->add_option("--data", options->data,
                   "Measurements that bullet-energy draws: what `carom bench peers -o` has written")
      ->type_name("FILE.csv");
  addSetOption(*command, options->set);
  command->add_option("--ordering", options->ordering, "The ordering to show, e.g. ac,bc")
      ->type_name("CONTACT,…");
  command
      ->add_option("--compare", options->compare,
                   "A second ordering to show beside it; for the figures of a difference, else the one that "
                   "hits last contacts first")
      ->type_name("CONTACT,…");
  command->add_option("--restitution", options->restitution, "R of the whole impact")->type_name("R");
  command->add_option("--reflection-restitution", options->reflectionRestitution, "e of each reflection")
      ->type_name("e");
  command->add_flag("--models", options->models, "Mark what other impact models answer, in outcome-set");
  command->add_option("--gaps", options->gaps, "Probabilities from N random infinitesimal gaps")
      ->type_name("N");
  command->add_option("--width", options->width, "Physical width, 88mm where not given")->type_name("LENGTH");
  command->add_option("--height", options->height, "Physical height; else as the figure likes it")
      ->type_name("LENGTH");
  command
      ->add_option("--dpi", options->dpi, "Dots per inch of PNG and of pictures inside, 300 where not given")
      ->type_name("N");
  command->add_flag("--transparent", options->transparent, "PNG and SVG without a white ground");
  command->callback([options, &action] { action = [options] { return writeFigureFile(*options); }; });
}

}  // namespace carom
