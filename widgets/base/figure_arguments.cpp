#include "base/figure_arguments.h"

#include <QRegularExpression>

#include "answer/choose_ordering.h"
#include "base/figure_presets.h"
#include "base/figure_runs.h"
#include "base/number_text.h"
#include "base/qt_text.h"

namespace carom {

namespace {

/// The report and the ordering of the impact at the initial state; null where there is none.
std::pair<std::shared_ptr<const ImpactReport>, Word> initialImpact(const Snapshot& snapshot) {
  if (snapshot.impact < 0) return {snapshot.report, snapshot.ordering};
  const int first = snapshot.trajectory->initialImpact();
  if (first < 0) return {};
  const ImpactEvent& event = snapshot.trajectory->impacts[static_cast<std::size_t>(first)];
  return {event.alternatives, orderingOf(event)};
}

std::string millimetres(double value) {
  return shortestText(value) + "mm";
}

}  // namespace

QString shellWord(const QString& text) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./:,=+@%-]+$"));
  if (plain.match(text).hasMatch()) return text;
  return QLatin1Char('\'') + QString(text).replace(QLatin1Char('\''), QLatin1String("'\\''")) +
         QLatin1Char('\'');
}

QStringList wordsOf(const OptionWords& words, const Option& option) {
  const QString name = QStringLiteral("--") + q(std::string(option.name));
  QStringList line;
  for (const std::string& value : words.list(option.name)) {
    if (option.takes == Option::Takes::Flag)
      line += name;
    else if (value.starts_with('-'))  // it would be read as an option
      line += shellWord(name + QLatin1Char('=') + q(value));
    else
      line += name + QLatin1Char(' ') + shellWord(q(value));
  }
  return line;
}

QString commandLine(const FigureArguments& arguments, const QString& file, bool withText) {
  return commandLine(arguments, {QStringLiteral("-o"), shellWord(file)}, withText);
}

QString commandLine(const FigureArguments& arguments, const QStringList& output, bool withText) {
  QStringList words{QStringLiteral("carom figure"), shellWord(q(arguments.name))};
  for (const Option* option : optionsOf(Command::Figure))
    if (withText || option->name != "scene-text") words += wordsOf(arguments, *option);
  return (words + output).join(QLatin1Char(' '));
}

QString settingsText(const FigureArguments& arguments) {
  QStringList words;
  for (const Option* option : optionsOf(Command::Figure)) {
    const bool isScene = option->name == "set" || option->name == "scene" || option->name == "scene-text";
    if (!isScene) words += wordsOf(arguments, *option);
  }
  return words.join(QLatin1Char(' '));
}

Question questionOf(const Snapshot& snapshot) {
  Question question;
  question.assignments = snapshot.assignments;
  question.settings = snapshot.settings;
  if (snapshot.impact >= 0) question.impact = snapshot.impact;
  question.extras.models = snapshot.models != nullptr;
  if (snapshot.edgeProbabilities && snapshot.report && snapshot.report->gaps)
    question.gaps = snapshot.report->gaps->samples;
  const auto [report, ordering] = initialImpact(snapshot);
  if (!report || report->jammed()) {
    question.settings.comparison.reset();
    return question;
  }
  Snapshot usual;
  usual.report = report;
  usual.settings = snapshot.settings;
  chooseOrdering(usual, std::nullopt, {});
  if (usual.ordering != ordering) question.ordering = ordering;
  return question;
}

FigureArguments argumentsOf(const Snapshot& snapshot) {
  FigureArguments arguments;
  static_cast<OptionWords&>(arguments) =
      wordsOf(questionOf(snapshot), Command::Figure, knownNames(snapshot.instance));
  arguments.set("scene", snapshot.scene->file());
  arguments.set("scene-text", snapshot.scene->text());
  for (const KeptRun& run : snapshot.kept)
    if (run.isShown) arguments.add("run", runText(run, arguments));
  return arguments;
}

std::shared_ptr<const Scene> sceneOf(const FigureArguments& arguments) {
  const std::string &file = arguments.text("scene"), &text = arguments.text("scene-text");
  return text.empty() ? Scene::open(file) : Scene::parse(text, file);
}

SnapshotRequest requestOf(const FigureArguments& arguments, std::shared_ptr<const Scene> scene) {
  SnapshotRequest request;
  request.scene = std::move(scene);
  request.assignments = parseAssignments(arguments.list("set"));
  const SceneInstance instance = request.scene->instantiate(request.assignments);
  requireMotion(*request.scene, instance);
  Known known = knownNames(instance);
  ParameterNumbers numbers(*request.scene, request.assignments);
  known.numbers = &numbers;
  readInto(request, arguments, Command::Figure, known);
  return request;
}

FigureOptions fileOptionsOf(const FigureArguments& arguments) {
  constexpr std::size_t leastDpi = 36, mostDpi = 2400;
  FigureOptions file;
  const auto read = [&](const char* option, auto take) {
    if (!arguments.has(option)) return;
    try {
      take(arguments.text(option));
    } catch (const FigureError& error) {
      throw FigureError(std::string("--") + option + ": " + error.what());
    } catch (const CommandError& error) {
      throw FigureError(error.what());
    }
  };
  read("width", [&](const std::string& text) { file.widthMm = parseLengthMm(q(text)); });
  read("height", [&](const std::string& text) { file.heightMm = parseLengthMm(q(text)); });
  read("dpi", [&](const std::string& text) {
    file.dpi = static_cast<int>(parseCount("--dpi", text, leastDpi, mostDpi));
  });
  read("style", [&](const std::string& text) {
    file.style = readStyle(QByteArray::fromStdString(text),
                           arguments.isStyleRecorded ? StyleText::Recorded : StyleText::Typed);
  });
  file.transparent = arguments.has("transparent");
  return file;
}

void setFileOptions(FigureArguments& arguments, const FigureOptions& options) {
  const FigureOptions usual;
  arguments.set("width", options.widthMm == usual.widthMm ? "" : millimetres(options.widthMm));
  arguments.set("height", options.heightMm == usual.heightMm ? "" : millimetres(options.heightMm));
  arguments.set("dpi", options.dpi == usual.dpi ? "" : std::to_string(options.dpi));
  arguments.set("transparent", options.transparent ? "true" : "");
  arguments.set("style", styleText(options.style).toStdString());
}

void applyPreset(FigureArguments& arguments, const QString& words) {
  const PresetChoice choice = findPreset(words);
  if (!arguments.has("width")) arguments.set("width", millimetres(choice.widthMm));
  FigureStyle style = fileOptionsOf(arguments).style;
  // The look of a record is that of another journal, perhaps: it is no wish beside the preset that is asked
  // for.
  if (arguments.isStyleRecorded) style.look = {.svgText = style.look.svgText};
  const FigureLook given = style.look, &preset = choice.preset.look;
  for (const auto member : {&FigureLook::font, &FigureLook::mathFont, &FigureLook::palette})
    if ((given.*member).isEmpty()) style.look.*member = preset.*member;
  for (const auto member : {&FigureLook::textPt, &FigureLook::linePt})
    if (given.*member == 0) style.look.*member = preset.*member;
  style.look.marks = given.marks || preset.marks;
  style.look.black = given.black || preset.black;
  arguments.set("style", styleText(style).toStdString());
}

}  // namespace carom
