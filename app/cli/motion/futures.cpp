#include "cli/motion/futures.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "answer/document/future_json.h"
#include "answer/motion_of_question.h"
#include "base/number_format.h"
#include "base/number_text.h"
#include "base/qt_text.h"
#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/text_table.h"

namespace carom {

namespace {

struct FuturesCommand {
  std::string scene;
  OptionWords words;
  AnswerOutput output;
};

/// Futures that are listed in a document; the counts are of all of them.
constexpr std::size_t mostListed = 1'000;

std::string csvOf(const Mechanism& mechanism, const FuturesAnswer& answer) {
  std::string text = "time,futures,probability,entropy";
  for (const Coordinate& coordinate : mechanism.coordinates())
    text += ",mean:" + coordinate.name + ",deviation:" + coordinate.name;
  text += '\n';
  for (Eigen::Index i = 0; i < answer.times.size(); ++i) {
    text += shortestText(answer.times[i]) + ',' +
            std::to_string(answer.distinct[static_cast<std::size_t>(i)]) + ',' +
            shortestText(answer.mass[i]) + ',' + shortestText(answer.entropy[i]);
    for (Eigen::Index k = 0; k < answer.mean.rows(); ++k)
      text += ',' + shortestText(answer.mean(k, i)) + ',' + shortestText(answer.deviation(k, i));
    text += '\n';
  }
  return text;
}

/// "ac bc", at most some names.
QString namesText(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  QStringList letters;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) letters << q(names[i]);
  if (names.size() > most) letters << QStringLiteral("… (%1)").arg(names.size());
  return letters.join(QLatin1Char(' '));
}

/// "0.1 s: ac bc; 0.2 s: …", the orderings that led to a future.
QString choicesText(const Future& future) {
  QStringList parts;
  for (const FutureChoice* choice : choicesOf(future))
    parts << QStringLiteral("%1 s: %2").arg(formatNumber(choice->time, 4), namesText(choice->ordering));
  return parts.isEmpty() ? QStringLiteral("no choice") : parts.join(QStringLiteral("; "));
}

/// The impacts that decide most.
QString decisionsText(const FuturesAnswer& answer) {
  constexpr std::size_t most = 5;
  QString text;
  for (const std::size_t i : mostDecisive(answer, most)) {
    const FutureDecision& decision = answer.decisions[i];
    text += QStringLiteral("%1 nat decided at %2 s by %3, where a probability of %4 comes\n")
                .arg(formatNumber(decision.decided(), 4), formatNumber(decision.time, 4),
                     namesText(decision.contacts), formatNumber(decision.reached, 3));
  }
  if (answer.decisions.size() > most)
    text += QStringLiteral("… and %1 more\n").arg(counted(answer.decisions.size() - most, "impact"));
  return text;
}

/// Why not all was followed to the end, and what goes further.
QString limitText(const FuturesAnswer& answer) {
  const QString until = formatNumber(answer.reached, 4);
  if (answer.limit == Limit::Memory)
    return QStringLiteral(
               "Stopped at %1 s: the memory is used up. A larger --least or --max-memory, a smaller "
               "--max-futures, or --samples go further\n")
        .arg(until);
  return answer.limit == Limit::None ? QString() : QStringLiteral("Stopped at %1 s\n").arg(until);
}

std::string text(const Scene& scene, const FuturesAnswer& answer, const FuturesQuestion& question) {
  const double end = answer.times.size() > 0 ? answer.times[answer.times.size() - 1] : 0;
  QString text =
      q(scene.title()) + QStringLiteral("\n%1 to %2 s; several outcomes: %3 of %4\n")
                             .arg(counted(answer.futures.size(), "future"), formatNumber(end, 4),
                                  QString::number(answer.ambiguous), counted(answer.impacts, "impact"));
  if (question.samples > 0)
    text += QStringLiteral("%1 in place of all branches\n").arg(counted(question.samples, "random run"));
  if (answer.sampled > 0)
    text += QStringLiteral("Outcomes of three and more contacts that are rarer than 1 in %1 may be missing\n")
                .arg(question.gaps);
  if (answer.corners > 0)
    text += QStringLiteral("%1 at corners, where one side of several is followed\n")
                .arg(counted(answer.corners, "impact"));
  if (answer.merged > 0)
    text += QStringLiteral("%1 met another one in the same state\n").arg(counted(answer.merged, "branch"));
  if (answer.lost > 0)
    text += QStringLiteral("Branches with a probability of %1 together were not followed to the end\n")
                .arg(formatNumber(answer.lost, 3));
  text += QLatin1Char('\n');
  TextTable table;
  table.add({QStringLiteral("t (s)"), QStringLiteral("futures"), QStringLiteral("entropy (nat)")});
  for (Eigen::Index i = 0; i < answer.times.size(); ++i)
    table.add({formatNumber(answer.times[i], 4),
               QString::number(answer.distinct[static_cast<std::size_t>(i)]),
               formatNumber(answer.entropy[i], 4)});
  text += table.text() + QLatin1Char('\n');
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, answer.futures.size()); ++i) {
    const Future& future = answer.futures[i];
    text += QStringLiteral("%1").arg(formatNumber(future.probability, 4));
    if (future.standardError > 0) text += QStringLiteral(" ± %1").arg(formatNumber(future.standardError, 2));
    text += QStringLiteral("  ") + choicesText(future);
    if (!future.stopped.empty())
      text +=
          QStringLiteral("; stopped at %1 s: %2").arg(formatNumber(future.state.time, 4), q(future.stopped));
    text += QLatin1Char('\n');
  }
  if (answer.futures.size() > most) text += QStringLiteral("…\n");
  if (!answer.decisions.empty()) text += QLatin1Char('\n') + decisionsText(answer);
  text += limitText(answer);
  return text.toStdString();
}

ExitStatus run(const FuturesCommand& options) {
  const auto scene = openScene(options.scene);
  const SceneInstance instance = scene->instantiate(parseAssignments(options.words.list("set")));
  requireMotion(*scene, instance);
  const Question question = readQuestion(options.words, Command::Futures, knownNames(instance));
  const Mechanism& mechanism = *instance.mechanism;
  MotionOptions motion = motionOptions(question.settings, {}, mechanism);
  motion.duration = question.settings.run.duration.value();
  if (std::ranges::any_of(mechanism.forces().motors, &Motor::startsAtImpact))
    throw SceneError(scene->file(), "motors", "start at the first impact, which futures do not follow",
                     "a start time");
  LongWork work;
  const FuturesQuestion asked = futuresQuestion(question);
  const FuturesAnswer answer =
      futures(mechanism, instance.initial, motion, asked, work.stopToken(), work.progress());
  writeAnswer(options.output, {[&] { return text(*scene, answer, asked); },
                               [&](const TextSink& sink) {
                                 sink(madeDocument(futuresJson(*scene, mechanism, answer, mostListed)));
                               },
                               [&](const TextSink& sink) { sink(csvOf(mechanism, answer)); }});
  return answer.isComplete() ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addFuturesCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "futures", "All motions that a scene can become where impacts have several outcomes");
  auto options = std::make_shared<FuturesCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  addOptions(*command, Command::Futures, options->words);
  addOutputOptions(*command, options->output, {.csv = true});
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace carom
