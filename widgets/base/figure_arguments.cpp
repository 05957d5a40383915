#include "base/figure_arguments.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "answer/choose_ordering.h"
#include "base/figure_impact.h"
#include "base/figure_presets.h"
#include "base/figure_runs.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

using A = FigureArguments;

constexpr FigureOption options[] = {
    {.name = "--scene",
     .value = "SCENE",
     .help = "Built-in scene or file in place of the figure's own",
     .text = &A::scene},
    {.name = "--scene-text",
     .value = "JSON",
     .help = "The text of that scene, in place of the file",
     .text = &A::sceneText},
    {.name = "--data",
     .value = "FILE.csv",
     .help = "Measurements that the figure draws: what `carom bench peers -o` has written for bullet-energy",
     .text = &A::data},
    {.name = "--set",
     .value = "NAME=EXPR",
     .help = "Set a parameter or a choice, e.g. theta=120deg (repeatable)",
     .list = &A::set},
    {.name = "--ordering",
     .value = "CONTACT,…",
     .help = "The ordering to show, e.g. ac,bc",
     .text = &A::ordering},
    {.name = "--policy",
     .value = "P",
     .help = "The rule that chooses orderings: most-infeasible, least-infeasible, approach-speed, "
             "nearest-outcome, priority:CONTACT,…, random:SEED or friction-lcp",
     .text = &A::policy},
    {.name = "--follow",
     .value = "IMPACT:CONTACT,…",
     .help = "The ordering of a later impact of the run, counted from 0 (repeatable)",
     .list = &A::follow},
    {.name = "--impact",
     .value = "IMPACT",
     .help = "The impact of the run that the figure is about, counted from 0; else that of the initial state",
     .text = &A::impact},
    {.name = "--compare",
     .value = "CONTACT,…",
     .help = "A second ordering to show beside it; for the figures of a difference, else the one that hits "
             "last contacts first",
     .text = &A::compare},
    {.name = "--compare-policy",
     .value = "P",
     .help = "A second run under another rule",
     .text = &A::comparePolicy},
    {.name = "--fork",
     .value = "IMPACT:CONTACT,…",
     .help = "A second run, which follows another ordering at an impact of the first",
     .text = &A::fork},
    {.name = "--push",
     .value = "BODY@T=JX,JY,JZ",
     .help = "An impulse (N·s) on a body at a time of the run (s) (repeatable)",
     .list = &A::push},
    {.name = "--run",
     .value = "JSON",
     .help = "A further run beside this one in figures along time and in the scene, as the window copies it: "
             "its name, the number of its colour, and its options by name (repeatable)",
     .list = &A::runs},
    {.name = "--restitution", .value = "R", .help = "R of the whole impact", .text = &A::restitution},
    {.name = "--reflection-restitution",
     .value = "e",
     .help = "e of each reflection",
     .text = &A::reflectionRestitution},
    {.name = "--until",
     .value = "T",
     .help = "Duration of the run (s); else that of the scene",
     .text = &A::until},
    {.name = "--step",
     .value = "H",
     .help = "Step of the integrator (s), 1e-3 where not given",
     .text = &A::step},
    {.name = "--models",
     .value = "",
     .help = "Mark what other impact models answer, in outcome-set",
     .flag = &A::models},
    {.name = "--gaps",
     .value = "N",
     .help = "Probabilities from N random infinitesimal gaps",
     .text = &A::gaps},
    {.name = "--over",
     .value = "NAME=A:B:N",
     .help = "A parameter of a landscape, given twice; else the first two free ones over their sliders",
     .list = &A::over},
    {.name = "--measure",
     .value = "MEASURE",
     .help = "What a landscape shows: gram where not given, or another measure of `carom sweep`",
     .text = &A::measure},
    {.name = "--view",
     .value = "JSON",
     .help = "How the figure looks at it, as the window copies it: moment, camera, axes",
     .text = &A::view},
    {.name = "--width", .value = "LENGTH", .help = "Physical width, 88mm where not given", .text = &A::width},
    {.name = "--height",
     .value = "LENGTH",
     .help = "Physical height; else as the figure likes it",
     .text = &A::height},
    {.name = "--dpi",
     .value = "N",
     .help = "Dots per inch of PNG and of pictures inside, 300 where not given",
     .text = &A::dpi},
    {.name = "--style",
     .value = "JSON",
     .help = "Fonts, sizes, palette, title, labels, ranges, legend and notes, as the window copies them",
     .text = &A::style},
    {.name = "--transparent",
     .value = "",
     .help = "PNG and SVG without a white ground",
     .flag = &A::transparent},
};

[[noreturn]] void refuse(const std::string& option, const std::string& text, const std::string& why) {
  throw FigureError(option + ' ' + text + ": " + why);
}

std::string shortest(double value) {
  return QString::number(value, 'g', QLocale::FloatingPointShortest).toStdString();
}

std::string nameOf(const OrderingRule& rule) {
  switch (rule.kind) {
    case OrderingRule::Kind::MostInfeasible:
      return "most-infeasible";
    case OrderingRule::Kind::LeastInfeasible:
      return "least-infeasible";
    case OrderingRule::Kind::ApproachSpeed:
      return "approach-speed";
    case OrderingRule::Kind::NearestOutcome:
      return "nearest-outcome";
    case OrderingRule::Kind::FrictionLcp:
      return "friction-lcp";
    case OrderingRule::Kind::Random:
      return "random:" + std::to_string(rule.seed);
    case OrderingRule::Kind::Priority:
      break;
  }
  std::string text = "priority:";
  for (const std::string& contact : rule.priority) text += (text.back() == ':' ? "" : ",") + contact;
  return text;
}

/// "ac,bc" of indices of objects with a name.
template <typename Word, typename Contacts>
std::string wordOf(const Word& word, const Contacts& contacts) {
  std::string text;
  for (const auto index : word)
    text += (text.empty() ? "" : ",") + contacts[static_cast<std::size_t>(index)].name;
  return text;
}

template <typename Contacts>
int contactOf(const std::string& option, const std::string& name, const Contacts& contacts) {
  std::string known;
  int index = 0;
  for (const auto& contact : contacts) {
    if (contact.name == name) return index;
    known += (index++ == 0 ? "one of " : ", ") + contact.name;
  }
  throw FigureError(option + ": unknown contact \"" + name + "\"; expected " +
                    (known.empty() ? "none, nothing touches" : known));
}

template <typename Index, typename Contacts>
std::vector<Index> indicesOf(const std::string& option, const std::string& names, const Contacts& contacts) {
  std::vector<Index> indices;
  for (const QString& name : q(names).split(QLatin1Char(',')))
    indices.push_back(static_cast<Index>(contactOf(option, name.toStdString(), contacts)));
  return indices;
}

/// "3:ac,bc".
std::pair<int, std::vector<int>> forcedAt(const std::string& option, const std::string& text,
                                          const Mechanism& mechanism) {
  const auto colon = text.find(':');
  bool isNumber = false;
  const int impact = q(text.substr(0, colon)).toInt(&isNumber);
  if (colon == std::string::npos || !isNumber || impact < 0)
    refuse(option, text, "expected IMPACT:CONTACT,…");
  return {impact, indicesOf<int>(option, text.substr(colon + 1), mechanism.contacts())};
}

std::optional<OrderingRule> ruleOf(const std::string& option, const std::string& text,
                                   const Mechanism& mechanism) {
  using Kind = OrderingRule::Kind;
  if (text.empty()) return std::nullopt;
  for (const Kind kind : {Kind::MostInfeasible, Kind::LeastInfeasible, Kind::ApproachSpeed,
                          Kind::NearestOutcome, Kind::FrictionLcp})
    if (const OrderingRule rule{kind, {}, 1}; text == nameOf(rule)) return rule;
  const QString argument = q(text).section(QLatin1Char(':'), 1);
  if (bool isNumber = false; text.starts_with("random:")) {
    const auto seed = argument.toULongLong(&isNumber);
    if (isNumber) return OrderingRule{Kind::Random, {}, seed};
  } else if (text.starts_with("priority:") && !argument.isEmpty()) {
    OrderingRule rule{Kind::Priority, {}, 1};
    for (const int contact : indicesOf<int>(option, argument.toStdString(), mechanism.contacts()))
      rule.priority.push_back(mechanism.contacts()[static_cast<std::size_t>(contact)].name);
    return rule;
  }
  refuse(option, text,
         "expected most-infeasible, least-infeasible, approach-speed, nearest-outcome, "
         "priority:CONTACT,CONTACT,…, random:SEED or friction-lcp");
}

/// A number of an option; empty where it is not given.
std::optional<double> numberOf(const std::string& option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto number = readNumber(q(text));
  if (!number) refuse(option, text, "expected a number");
  return number;
}

/// The report and the ordering of the impact at the initial state; null where there is none.
std::pair<std::shared_ptr<const ImpactReport>, Word> initialImpact(const Snapshot& snapshot) {
  if (snapshot.impact < 0) return {snapshot.report, snapshot.ordering};
  const int first = snapshot.trajectory->initialImpact();
  if (first < 0) return {};
  const ImpactEvent& event = snapshot.trajectory->impacts[static_cast<std::size_t>(first)];
  return {event.alternatives, orderingOf(event)};
}

/// Names the ordering only where it is not the one that is chosen anyway.
void addOrderings(FigureArguments& arguments, const Snapshot& snapshot) {
  const auto [report, ordering] = initialImpact(snapshot);
  if (!report || report->jammed()) return;
  Snapshot usual;
  usual.report = report;
  usual.settings = snapshot.settings;
  chooseOrdering(usual, std::nullopt, {});
  const auto& labels = report->problem.labels();
  if (usual.ordering != ordering) arguments.ordering = wordOf(ordering, labels);
  if (snapshot.settings.comparison) arguments.compare = wordOf(*snapshot.settings.comparison, labels);
}

/// "c@0.2=0,1,0".
RunPush pushOf(const std::string& text, const Mechanism& mechanism) {
  const auto equals = text.rfind('='), at = text.rfind('@', equals);
  const QStringList parts = q(text.substr(std::min(equals, text.size() - 1) + 1)).split(QLatin1Char(','));
  if (equals == std::string::npos || at == std::string::npos || parts.size() != 3)
    refuse("--push", text, "expected BODY@T=JX,JY,JZ");
  RunPush push{0, text.substr(0, at), {}};
  if (mechanism.bodyIndex(push.body) < 0) refuse("--push", text, "unknown body \"" + push.body + '"');
  push.time = numberOf("--push", text.substr(at + 1, equals - at - 1)).value_or(-1);
  for (int i = 0; i < 3; ++i) push.impulse[i] = numberOf("--push", parts[i].toStdString()).value_or(NAN);
  if (!(push.time >= 0) || !std::isfinite(push.time) || !push.impulse.allFinite())
    refuse("--push", text, "expected a time >= 0 and finite components");
  return push;
}

}  // namespace

std::span<const FigureOption> figureOptions() {
  return options;
}

QString shellWord(const QString& text) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./:,=+@%-]+$"));
  if (plain.match(text).hasMatch()) return text;
  return QLatin1Char('\'') + QString(text).replace(QLatin1Char('\''), QLatin1String("'\\''")) +
         QLatin1Char('\'');
}

static QStringList wordsOf(const FigureArguments& arguments, const FigureOption& option) {
  QStringList words;
  const auto add = [&](const std::string& value) {
    // A value that begins with a dash would be read as an option.
    if (value.starts_with('-'))
      words += shellWord(QLatin1String(option.name) + QLatin1Char('=') + q(value));
    else
      words += QLatin1String(option.name) + QLatin1Char(' ') + shellWord(q(value));
  };
  if (option.flag && arguments.*option.flag) words += QLatin1String(option.name);
  if (option.text && !(arguments.*option.text).empty()) add(arguments.*option.text);
  if (option.list)
    for (const std::string& value : arguments.*option.list) add(value);
  return words;
}

QString commandLine(const FigureArguments& arguments, const QString& file, bool withText) {
  return commandLine(arguments, {QStringLiteral("-o"), shellWord(file)}, withText);
}

QString commandLine(const FigureArguments& arguments, const QStringList& output, bool withText) {
  QStringList words{QStringLiteral("carom figure"), shellWord(q(arguments.name))};
  for (const FigureOption& option : options)
    if (withText || option.text != &A::sceneText) words += wordsOf(arguments, option);
  return (words + output).join(QLatin1Char(' '));
}

QString settingsText(const FigureArguments& arguments) {
  QStringList words;
  for (const FigureOption& option : options) {
    const bool isScene = option.list == &A::set || option.text == &A::scene || option.text == &A::sceneText;
    if (!isScene) words += wordsOf(arguments, option);
  }
  return words.join(QLatin1Char(' '));
}

std::string pushWord(const RunPush& push) {
  std::string text = push.body + '@' + shortest(push.time);
  for (int i = 0; i < 3; ++i) text += (i == 0 ? '=' : ',') + shortest(push.impulse[i]);
  return text;
}

FigureArguments argumentsOf(const Snapshot& snapshot) {
  FigureArguments arguments;
  arguments.scene = snapshot.scene->file();
  arguments.sceneText = snapshot.scene->text();
  for (const auto& [name, expression] : snapshot.assignments)
    arguments.set.push_back(name + '=' + expression);
  const ImpactSettings& settings = snapshot.settings;
  const auto& contacts = snapshot.instance.mechanism->contacts();
  addOrderings(arguments, snapshot);
  if (settings.rule) arguments.policy = nameOf(*settings.rule);
  for (const auto& [impact, word] : settings.later)
    arguments.follow.push_back(std::to_string(impact) + ':' + wordOf(word, contacts));
  for (const RunPush& push : settings.pushes) arguments.push.push_back(pushWord(push));
  if (snapshot.impact >= 0) arguments.impact = std::to_string(snapshot.impact);
  if (settings.branch && settings.branch->rule)
    arguments.comparePolicy = nameOf(*settings.branch->rule);
  else if (settings.branch)
    arguments.fork =
        std::to_string(settings.branch->impact) + ':' + wordOf(settings.branch->contacts, contacts);
  if (settings.restitution) arguments.restitution = shortest(*settings.restitution);
  if (settings.reflectionRestitution)
    arguments.reflectionRestitution = shortest(*settings.reflectionRestitution);
  if (settings.run.duration) arguments.until = shortest(*settings.run.duration);
  if (settings.run.step != RunSettings().step) arguments.step = shortest(settings.run.step);
  for (const KeptRun& run : snapshot.kept)
    if (run.isShown) arguments.runs.push_back(runText(run, arguments));
  arguments.models = snapshot.models != nullptr;
  if (snapshot.edgeProbabilities && snapshot.report && snapshot.report->gaps)
    arguments.gaps = std::to_string(snapshot.report->gaps->samples);
  return arguments;
}

std::shared_ptr<const Scene> sceneOf(const FigureArguments& arguments) {
  return arguments.sceneText.empty() ? Scene::open(arguments.scene)
                                     : Scene::parse(arguments.sceneText, arguments.scene);
}

Assignments assignmentsOf(const FigureArguments& arguments) {
  Assignments assignments;
  for (const std::string& text : arguments.set) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) refuse("--set", text, "expected NAME=EXPRESSION");
    assignments[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return assignments;
}

SnapshotRequest requestOf(const FigureArguments& arguments, std::shared_ptr<const Scene> scene) {
  SnapshotRequest request;
  request.scene = std::move(scene);
  request.assignments = assignmentsOf(arguments);
  const SceneInstance instance = request.scene->instantiate(request.assignments);
  const Mechanism& mechanism = *instance.mechanism;
  requireMotion(*request.scene, instance);
  const auto problem = impactAt(mechanism, instance.initial.q, instance.initial.p);
  const std::vector<ContactLabel> labels = problem ? problem->labels() : std::vector<ContactLabel>{};
  if (!arguments.ordering.empty())
    request.ordering = indicesOf<ContactIndex>("--ordering", arguments.ordering, labels);
  impactOfFigure(arguments);  // refused here rather than when it is looked for in the run
  ImpactSettings& settings = request.settings;
  if (!arguments.compare.empty())
    settings.comparison = indicesOf<ContactIndex>("--compare", arguments.compare, labels);
  settings.rule = ruleOf("--policy", arguments.policy, mechanism);
  for (const std::string& text : arguments.follow)
    settings.later.insert(forcedAt("--follow", text, mechanism));
  for (const std::string& text : arguments.push) settings.pushes.push_back(pushOf(text, mechanism));
  if (auto rule = ruleOf("--compare-policy", arguments.comparePolicy, mechanism))
    settings.branch = RunBranch{rule, 0, {}};
  if (!arguments.fork.empty()) {
    auto [impact, contacts] = forcedAt("--fork", arguments.fork, mechanism);
    settings.branch = RunBranch{std::nullopt, impact, std::move(contacts)};
  }
  settings.restitution = numberOf("--restitution", arguments.restitution);
  settings.reflectionRestitution = numberOf("--reflection-restitution", arguments.reflectionRestitution);
  settings.run.duration = numberOf("--until", arguments.until);
  settings.run.step = numberOf("--step", arguments.step).value_or(settings.run.step);
  return request;
}

FigureOptions fileOptionsOf(const FigureArguments& arguments) {
  const auto length = [](const char* option, const std::string& text) {
    try {
      return parseLengthMm(q(text));
    } catch (const FigureError& error) {
      throw FigureError(std::string(option) + ": " + error.what());
    }
  };
  FigureOptions file;
  if (!arguments.width.empty()) file.widthMm = length("--width", arguments.width);
  if (!arguments.height.empty()) file.heightMm = length("--height", arguments.height);
  if (const auto dpi = numberOf("--dpi", arguments.dpi)) file.dpi = static_cast<int>(*dpi);
  file.transparent = arguments.transparent;
  try {
    file.style = readStyle(QByteArray::fromStdString(arguments.style));
  } catch (const FigureError& error) {
    throw FigureError(std::string("--style: ") + error.what());
  }
  return file;
}

void setFileOptions(FigureArguments& arguments, const FigureOptions& options) {
  const FigureOptions usual;
  const auto millimetres = [](double value) { return shortest(value) + "mm"; };
  arguments.width = options.widthMm == usual.widthMm ? "" : millimetres(options.widthMm);
  arguments.height = options.heightMm == usual.heightMm ? "" : millimetres(options.heightMm);
  arguments.dpi = options.dpi == usual.dpi ? "" : std::to_string(options.dpi);
  arguments.transparent = options.transparent;
  arguments.style = styleText(options.style).toStdString();
}

void applyPreset(FigureArguments& arguments, const QString& words) {
  const PresetChoice choice = findPreset(words);
  if (arguments.width.empty()) arguments.width = shortest(choice.widthMm) + "mm";
  FigureStyle style = fileOptionsOf(arguments).style;
  const FigureLook given = style.look, &preset = choice.preset.look;
  for (const auto member : {&FigureLook::font, &FigureLook::mathFont, &FigureLook::palette})
    if ((given.*member).isEmpty()) style.look.*member = preset.*member;
  for (const auto member : {&FigureLook::textPt, &FigureLook::linePt})
    if (given.*member == 0) style.look.*member = preset.*member;
  style.look.marks = given.marks || preset.marks;
  arguments.style = styleText(style).toStdString();
}

}  // namespace carom
