#include "window/command_line_text.h"

#include <QStringList>

#include "base/figure_arguments.h"
#include "base/qt_text.h"
#include "mechanics/motion/impact_passage.h"

namespace carom {

namespace {

/// The orderings of impacts that no policy of the command follows by itself: that of the initial one, and
/// those that a person or the rule of the nearest outcome has chosen.
std::map<int, std::vector<int>> chosenOrderings(const Snapshot& answer) {
  const Trajectory& motion = *answer.trajectory;
  const auto& rule = answer.settings.rule;
  const bool isNearest = rule && rule->kind == OrderingRule::Kind::NearestOutcome;
  std::map<int, std::vector<int>> chosen;
  for (int i = 0; i < static_cast<int>(motion.impacts.size()); ++i) {
    const ImpactEvent& impact = motion.impacts[static_cast<std::size_t>(i)];
    const bool isChosen = i == motion.initialImpact() || answer.settings.later.contains(i) || isNearest;
    if (!isChosen || !isOrdered(impact) || impact.atOnce || impact.contacts.size() < 2) continue;
    for (const ContactIndex contact : impact.word) chosen[i].push_back(impact.contacts[contact]);
  }
  return chosen;
}

/// What a command has to be asked for this answer: all orderings of the impact, or the run.
Question questionFor(const Snapshot& answer, Command command) {
  Question question;
  question.assignments = answer.assignments;
  question.settings = answer.settings;
  if (command == Command::Resolve) {
    question.settings.rule.reset();
    return question;
  }
  auto& duration = question.settings.run.duration;
  if (!duration) duration = answer.instance.view.duration;
  if (answer.trajectory) question.settings.later = chosenOrderings(answer);
  std::erase_if(question.settings.pushes,
                [&](const RunPush& push) { return answer.instance.mechanism->bodyIndex(push.body) < 0; });
  return question;
}

}  // namespace

QString commandLineText(const Snapshot& answer, const QString& file) {
  const bool isRun = !answer.settings.pushes.empty();
  const Command command = isRun ? Command::Simulate : Command::Resolve;
  QStringList line{isRun ? QStringLiteral("carom simulate") : QStringLiteral("carom resolve"),
                   shellWord(file.isEmpty() ? q(answer.scene->name()) : file)};
  const OptionWords words = wordsOf(questionFor(answer, command), command, knownNames(answer.instance));
  for (const Option* option : optionsOf(command)) line += wordsOf(words, *option);
  return line.join(QLatin1Char(' '));
}

}  // namespace carom
