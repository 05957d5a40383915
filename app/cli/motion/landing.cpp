#include "cli/motion/landing.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "answer/document/landing_document.h"
#include "base/landing_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "base/touching_words.h"
#include "cli/import.h"
#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "study/landing/landing.h"
#include "study/study_file/study.h"

namespace carom {

namespace {

struct LandingCommand {
  std::vector<std::string> scenes;
  OptionWords words;
  AnswerOutput output;
  std::shared_ptr<ImportOptions> import = std::make_shared<ImportOptions>();
};

struct RobotOnFeet {
  std::shared_ptr<const Scene> scene;
  bool hasItsFeet =
      false;  ///< whether the import made feet of the links that were asked for, and of no others
};

/// The scene of a robot. In a robot's description the feet that are asked for may be links, which the import
/// makes feet; else they are contacts of the import without a choice.
RobotOnFeet robotOf(const std::string& name, const LandingCommand& options) {
  if (!options.words.has("feet") || !isRobotFile(name)) return {openScene(name, *options.import)};
  ImportOptions withFeet = *options.import;
  withFeet.feet = splitText(options.words.text("feet"), ',');
  try {
    return {openScene(name, std::move(withFeet)), true};
  } catch (const SceneError& error) {
    if (error.fault() != SceneError::Fault::Command) throw;
    const auto scene = openScene(name, *options.import);
    const Mechanism& mechanism = *scene->instantiate({}).mechanism;
    const auto isKnown = [&](const std::string& foot) {
      return std::ranges::find(mechanism.contacts(), foot, &ContactPair::name) !=
                 mechanism.contacts().end() ||
             std::ranges::find(mechanism.bodies(), foot, &Body::name) != mechanism.bodies().end();
    };
    if (std::ranges::any_of(splitText(options.words.text("feet"), ','), isKnown)) return {scene};
    throw;  // they were meant as links
  }
}

/// The bodies that may touch what does not move, as the import calls the links.
std::vector<std::string> bodiesOnGround(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const ContactPair& contact : mechanism.contacts()) {
    const bool isFirst = !mechanism.isFixed(contact.body[0]);
    if (contact.limit || isFirst != mechanism.isFixed(contact.body[1])) continue;
    const std::string& name =
        mechanism.bodies()[static_cast<std::size_t>(contact.body[isFirst ? 0 : 1])].name;
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

QString degrees(double angle) {
  return formatQuantity(angle, QStringLiteral("deg"), 3);
}

QString pairsText(const Stance& stance) {
  TextTable table;
  table.add({QStringLiteral("feet"), QStringLiteral("G"), QStringLiteral("π/δ"), QString()});
  for (const FootPair& pair : stance.pairs) {
    table.add({q(stance.contacts[static_cast<std::size_t>(pair.feet[0])]) + QStringLiteral(", ") +
                   q(stance.contacts[static_cast<std::size_t>(pair.feet[1])]),
               formatNumber(pair.cosine), formatNumber(pairExponent(pair), 6), pairVerdict(pair)});
  }
  return table.text();
}

/// ξ over pitch and roll, or over coordinates.
QString nearText(const LandingAnswer& answer) {
  if (answer.near.empty()) return {};
  const std::vector<LandingAxis>& axes = answer.axes;
  TextTable table;
  QString title = QStringLiteral("\nξ over %1").arg(q(axes[0].name));
  if (axes.size() > 1) title += QStringLiteral(" (columns) and %1 (rows)").arg(q(axes[1].name));
  QStringList head{QString()};
  for (const double value : axes[0].values) head << axisValueText(axes[0], value);
  table.add(head);
  QStringList row;
  for (const NearStance& one : answer.near) {
    if (row.isEmpty()) row << (axes.size() > 1 ? axisValueText(axes[1], one.at[1]) : QStringLiteral("ξ"));
    row << stanceXi(one.stance);
    if (row.size() < head.size()) continue;
    table.add(row);
    row.clear();
  }
  return title + QStringLiteral(":\n") + table.text();
}

std::string landingText(const Scene& scene, const LandingQuestion& question, const LandingAnswer& answer) {
  QString text = q(scene.title()) + QStringLiteral("\nlands on ");
  for (std::size_t i = 0; i < answer.feet.size(); ++i)
    text += (i > 0 ? QStringLiteral(", ") : QString()) + q(answer.feet[i]);
  text += QStringLiteral(" at %1 m/s%2; so that it stands, %3\n\n")
              .arg(formatNumber(question.speed, 4),
                   answer.ignoresLoss ? QStringLiteral(" and reflects without loss, whatever its restitution")
                                      : QString(),
                   movesText(answer.moved));
  text += pairsText(answer.stance);
  text +=
      QStringLiteral("%1; ξ of this fall: %2\n").arg(stanceVerdict(answer.stance), stanceXi(answer.stance));
  text += nearText(answer);
  if (answer.nearest)
    text +=
        QStringLiteral("\nThe nearest stance that is unique: %1\n%2\n")
            .arg(movesText(answer.nearest->moved), movesOf(answer.nearest->moved).join(QStringLiteral("\n")));
  else if (answer.stance.unique != true)
    text += QStringLiteral("\nNo nearest unique stance: %1.\n").arg(q(answer.noNearest));
  if (answer.spread) text += QStringLiteral("\n%1\n").arg(spreadText(question, answer));
  if (answer.isCancelled) text += QStringLiteral("\nStopped.\n");
  return text.toStdString();
}

/// One line for each robot.
QString summaryText(const std::vector<NamedLanding>& all) {
  TextTable table;
  table.add({QStringLiteral("robot"), QStringLiteral("contacts"), QString(), QStringLiteral("ξ"),
             QStringLiteral("off π/m"), QStringLiteral("ξ of joints off: 95 % below")});
  for (const NamedLanding& one : all) {
    const Stance& stance = one.answer.stance;
    const auto& spread = one.answer.spread;
    const bool isKnown = spread && spread->samples > spread->refused + spread->undecided;
    table.add({q(one.name), QString::number(stance.contacts.size()), stanceVerdict(stance), stanceXi(stance),
               stance.refused.empty() ? degrees(stance.offUnique) : QStringLiteral("–"),
               isKnown ? formatNumber(spread->q95, 3) : QStringLiteral("–")});
  }
  return table.text();
}

ExitStatus land(const LandingCommand& options) {
  const Assignments set = parseAssignments(options.words.list("set"));
  if (*options.import != ImportOptions() && std::ranges::none_of(options.scenes, isRobotFile))
    throw CommandError(
        ExitStatus::CommandFault,
        "landing: --repair-inertias, --meshes, --mesh-path and --hull-corners say how a robot's description "
        "is read; expected one, URDF, MJCF or SDF");
  std::vector<NamedLanding> all;
  std::vector<Json> documents;
  QString text;
  bool isCancelled = false;
  for (const std::string& name : options.scenes) {
    const auto [scene, hasItsFeet] = robotOf(name, options);
    ParameterNumbers numbers(*scene, set);
    LandingQuestion question =
        landingQuestion(readQuestion(options.words, Command::Landing, {{}, {}, {}, &numbers}));
    if (hasItsFeet) question.feet = bodiesOnGround(*scene->instantiate(set).mechanism);
    LongWork work;
    const bool isTaken = std::ranges::find(all, scene->name(), &NamedLanding::name) != all.end();
    const NamedLanding& one = all.emplace_back(
        isTaken ? name : scene->name(), landing(*scene, set, question, work.stopToken(), work.progress()));
    documents.push_back(landingDocument({scene->name(), question, one.answer}));
    text += (text.isEmpty() ? "" : "\n") + q(landingText(*scene, question, one.answer));
    isCancelled = isCancelled || one.answer.isCancelled;
    if (isCancelled) break;
  }
  if (all.size() > 1) text = summaryText(all) + '\n' + text;
  writeAnswer(
      options.output,
      {[&] { return text.toStdString(); },
       [&](const TextSink& sink) {
         sink(madeDocument(documents.size() == 1 ? documents.front() : Json{{"landings", documents}}));
       },
       [&](const TextSink& sink) { sink(landingCsv(all)); }});
  return isCancelled ? ExitStatus::LimitReached : ExitStatus::Done;
}

}  // namespace

void addLandingCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "landing", "How ambiguous the landing of a robot on its feet is, and where it is unique");
  auto options = std::make_shared<LandingCommand>();
  command->add_option("scene", options->scenes, "Built-in scenes, files, or descriptions of robots")
      ->required();
  addOptions(*command, Command::Landing, options->words);
  addImportOptions(*command, options->import);
  addOutputOptions(*command, options->output, {.csv = true});
  command->callback([options, &action] { action = [options] { return land(*options); }; });
}

}  // namespace carom
