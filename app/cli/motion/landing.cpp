#include "cli/motion/landing.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <numbers>

#include "answer/document/landing_document.h"
#include "base/csv_text.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "base/touching_words.h"
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
};

struct Landed {
  std::string name;  ///< of the scene; as it was given where two have one name
  LandingAnswer answer;

  /// The roll of the tilts that is nearest to 0: with an even number of them none is 0.
  double levelRoll() const {
    const auto size = [](const TiltedStance& one) { return std::abs(one.roll); };
    return answer.tilted.empty() ? 0 : std::ranges::min_element(answer.tilted, {}, size)->roll;
  }
};

QString degrees(double angle) {
  return formatQuantity(angle, QStringLiteral("deg"), 3);
}

QString uniqueText(const Stance& stance) {
  if (!stance.refused.empty()) return q(stance.refused);
  if (stance.unique == true) return QStringLiteral("unique for every momentum");
  return stance.unique ? QStringLiteral("the order matters") : QStringLiteral("not decided");
}

QString xiText(const Stance& stance) {
  if (!stance.refused.empty()) return QStringLiteral("–");
  if (stance.xi) return formatNumber(*stance.xi, 4);
  return std::isfinite(stance.upper)
             ? QStringLiteral("%1 to %2").arg(formatNumber(stance.lower, 3), formatNumber(stance.upper, 3))
             : QStringLiteral("≥ %1").arg(formatNumber(stance.lower, 3));
}

QString pairsText(const Stance& stance) {
  TextTable table;
  table.add({QStringLiteral("feet"), QStringLiteral("G"), QStringLiteral("π/δ"), QString()});
  for (const FootPair& pair : stance.pairs) {
    const double delta = std::numbers::pi - std::acos(std::clamp(pair.cosine, -1.0, 1.0));
    table.add({q(stance.contacts[static_cast<std::size_t>(pair.feet[0])]) + QStringLiteral(", ") +
                   q(stance.contacts[static_cast<std::size_t>(pair.feet[1])]),
               formatNumber(pair.cosine), formatNumber(std::numbers::pi / delta, 6),
               pair.unique ? QStringLiteral("unique") : QStringLiteral("the order matters")});
  }
  return table.text();
}

/// ξ over pitch and roll.
QString tiltText(const LandingAnswer& answer) {
  if (answer.tilted.empty()) return {};
  TextTable table;
  QString title = answer.hasRoll ? QStringLiteral("\nξ over pitch (columns) and roll (rows):\n")
                                 : QStringLiteral("\nξ over pitch:\n");
  QStringList head{QString()};
  for (const TiltedStance& one : answer.tilted) {
    if (one.roll != answer.tilted.front().roll) break;
    head << degrees(one.pitch);
  }
  table.add(head);
  QStringList row;
  for (const TiltedStance& one : answer.tilted) {
    if (row.isEmpty()) row << (answer.hasRoll ? degrees(one.roll) : QStringLiteral("ξ"));
    row << xiText(one.stance);
    if (row.size() < head.size()) continue;
    table.add(row);
    row.clear();
  }
  return title + table.text();
}

QString spreadText(const LandingQuestion& question, const LandingAnswer& answer) {
  if (!answer.spread) return {};
  const StanceSpread& spread = *answer.spread;
  const std::size_t known = spread.samples - spread.refused - spread.undecided;
  QString text = QStringLiteral("\nWith joints off by up to %1 and %2 (%3, seed %4): ")
                     .arg(degrees(question.angle), formatQuantity(question.length, QStringLiteral("mm"), 3),
                          counted(spread.samples, "stance"), QString::number(question.seed));
  text += known == 0 ? QStringLiteral("no ξ is known")
                     : QStringLiteral("ξ has the median %1, 95 % below %2, at most %3")
                           .arg(formatNumber(spread.median, 3), formatNumber(spread.q95, 3),
                                formatNumber(spread.max, 3));
  text += QStringLiteral("; %1 unique").arg(QString::number(spread.unique));
  if (spread.refused > 0) text += QStringLiteral(", %1 refused").arg(QString::number(spread.refused));
  if (spread.undecided > 0) text += QStringLiteral(", %1 not decided").arg(QString::number(spread.undecided));
  return text + QStringLiteral(".\n");
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
  text += QStringLiteral("%1; ξ of this fall: %2\n").arg(uniqueText(answer.stance), xiText(answer.stance));
  text += tiltText(answer);
  if (answer.nearest)
    text +=
        QStringLiteral("\nThe nearest stance that is unique: %1\n%2\n")
            .arg(movesText(answer.nearest->moved), movesOf(answer.nearest->moved).join(QStringLiteral("\n")));
  else if (answer.stance.unique != true)
    text += QStringLiteral("\nNo nearest unique stance: %1.\n").arg(q(answer.noNearest));
  text += spreadText(question, answer);
  if (answer.isCancelled) text += QStringLiteral("\nStopped.\n");
  return text.toStdString();
}

/// One line for each robot.
QString summaryText(const std::vector<Landed>& all) {
  TextTable table;
  table.add({QStringLiteral("robot"), QStringLiteral("contacts"), QString(), QStringLiteral("ξ"),
             QStringLiteral("off π/m"), QStringLiteral("ξ of joints off: 95 % below")});
  for (const Landed& one : all) {
    const Stance& stance = one.answer.stance;
    const auto& spread = one.answer.spread;
    const bool isKnown = spread && spread->samples > spread->refused + spread->undecided;
    table.add({q(one.name), QString::number(stance.contacts.size()), uniqueText(stance), xiText(stance),
               stance.refused.empty() ? degrees(stance.offUnique) : QStringLiteral("–"),
               isKnown ? formatNumber(spread->q95, 3) : QStringLiteral("–")});
  }
  return table.text();
}

/// Whether ξ over pitch is > 0, and its largest value hides the smallest one on an even axis.
bool spansDecades(const std::vector<Landed>& all) {
  constexpr double hides = 100;
  double least = HUGE_VAL, most = 0;
  for (const Landed& one : all)
    for (const TiltedStance& tilted : one.answer.tilted)
      if (tilted.roll == one.levelRoll() && tilted.stance.xi) {
        least = std::min(least, *tilted.stance.xi);
        most = std::max(most, *tilted.stance.xi);
      }
  return least > 0 && most > hides * least;
}

/// What `carom figure study --data` draws: ξ over pitch and roll; of several robots, or in the plane, over
/// pitch, without roll or with the smallest.
std::string csv(const std::vector<Landed>& all) {
  const auto cell = [](const Stance& stance) { return csvNumber(stance.xi.value_or(NAN)); };
  const auto inDegrees = [](double angle) {
    constexpr double whole = 1e9;  // 2.5° is not 2.4999999999999996°
    return csvNumber(std::round(angle * 180 / std::numbers::pi * whole) / whole);
  };
  const bool isFamily = all.size() > 1, isMap = !isFamily && all.front().answer.hasRoll;
  QString text = isFamily ? QStringLiteral("# family\npitch (°),robot,ξ\n")
                 : isMap  ? QStringLiteral("pitch (°),roll (°),ξ\n")
                          : QStringLiteral("pitch (°),ξ\n");
  if (isFamily && spansDecades(all)) text.prepend(QStringLiteral("# log\n"));
  for (const Landed& landed : all)
    if (isFamily && landed.levelRoll() != 0) {
      text.prepend(QStringLiteral("# note: roll = %1\n").arg(degrees(landed.levelRoll())));
      break;  // all have the same tilts
    }
  for (const Landed& landed : all)
    for (const TiltedStance& one : landed.answer.tilted) {
      if (isFamily && one.roll != landed.levelRoll()) continue;
      text += inDegrees(one.pitch) + QLatin1Char(',');
      if (isFamily) text += csvField(q(landed.name)) + QLatin1Char(',');
      if (isMap) text += inDegrees(one.roll) + QLatin1Char(',');
      text += cell(one.stance) + QLatin1Char('\n');
    }
  return text.toStdString();
}

ExitStatus land(const LandingCommand& options) {
  const Assignments set = parseAssignments(options.words.list("set"));
  std::vector<Landed> all;
  std::vector<Json> documents;
  QString text;
  bool isCancelled = false;
  for (const std::string& name : options.scenes) {
    const auto scene = openScene(name);
    ParameterNumbers numbers(*scene, set);
    const LandingQuestion question =
        landingQuestion(readQuestion(options.words, Command::Landing, {{}, {}, {}, &numbers}));
    LongWork work;
    const bool isTaken = std::ranges::find(all, scene->name(), &Landed::name) != all.end();
    const Landed& one = all.emplace_back(isTaken ? name : scene->name(),
                                         landing(*scene, set, question, work.stopToken(), work.progress()));
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
       [&](const TextSink& sink) { sink(csv(all)); }});
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
  addOutputOptions(*command, options->output, {.csv = true});
  command->callback([options, &action] { action = [options] { return land(*options); }; });
}

}  // namespace carom
