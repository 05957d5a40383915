#include "window/command_line_text.h"

#include <QRegularExpression>
#include <QStringList>

#include "base/figure_arguments.h"
#include "base/number_text.h"
#include "mechanics/motion/impact_passage.h"

namespace carom {

namespace {

/// Quotes any text as one word of a shell command.
QString shellQuoted(QString text) {
  return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

bool isWord(const QString& text) {
  const QRegularExpression word(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9_-]*$"));
  return word.match(text).hasMatch();
}

/// "priority:ac,bc"; empty for the default, and where the command has no such policy.
QString policyText(const OrderingRule& rule) {
  QStringList names;
  switch (rule.kind) {
    case OrderingRule::Kind::LeastInfeasible:
      return QStringLiteral("least-infeasible");
    case OrderingRule::Kind::ApproachSpeed:
      return QStringLiteral("approach-speed");
    case OrderingRule::Kind::FrictionLcp:
      return QStringLiteral("friction-lcp");
    case OrderingRule::Kind::Random:
      return QStringLiteral("random:%1").arg(rule.seed);
    case OrderingRule::Kind::Priority:
      for (const std::string& name : rule.priority) names += QString::fromStdString(name);
      return QStringLiteral("priority:") + names.join(QLatin1Char(','));
    case OrderingRule::Kind::MostInfeasible:
    case OrderingRule::Kind::NearestOutcome:
      break;
  }
  return {};
}

/// The orderings of impacts that no policy of the command follows by itself: that of the initial one, those
/// chosen by hand, and those of the rule of the nearest outcome.
QString followText(const Snapshot& answer) {
  const Trajectory& motion = *answer.trajectory;
  const auto& rule = answer.settings.rule;
  const bool isNearest = rule && rule->kind == OrderingRule::Kind::NearestOutcome;
  QString text;
  for (int i = 0; i < static_cast<int>(motion.impacts.size()); ++i) {
    const ImpactEvent& impact = motion.impacts[static_cast<std::size_t>(i)];
    const bool isChosen = i == motion.initialImpact() || answer.settings.later.contains(i) || isNearest;
    if (!isChosen || !isOrdered(impact) || impact.atOnce || impact.contacts.size() < 2) continue;
    QStringList names;
    for (const ContactIndex contact : impact.word)
      names += QString::fromStdString(impact.labels[contact].name);
    text += QStringLiteral(" --follow ") +
            shellQuoted(QStringLiteral("%1:%2").arg(i).arg(names.join(QLatin1Char(','))));
  }
  return text;
}

/// The options of the motion.
QString motionText(const Snapshot& answer) {
  const ImpactSettings& settings = answer.settings;
  QString text =
      QStringLiteral(" --until ") +
      QString::fromStdString(shortestText(settings.run.duration.value_or(answer.instance.view.duration))) +
      QStringLiteral(" --step ") + QString::fromStdString(shortestText(settings.run.step));
  if (settings.rule)
    if (const QString policy = policyText(*settings.rule); !policy.isEmpty())
      text += QStringLiteral(" --policy ") + shellQuoted(policy);
  if (answer.trajectory) text += followText(answer);
  for (const RunPush& push : settings.pushes)
    if (answer.instance.mechanism->bodyIndex(push.body) >= 0)
      text += QStringLiteral(" --push ") + shellQuoted(QString::fromStdString(pushWord(push)));
  return text;
}

}  // namespace

QString commandLineText(const Snapshot& answer, const QString& file) {
  const QString scene = file.isEmpty() ? QString::fromStdString(answer.scene->name()) : file;
  const bool isRun = !answer.settings.pushes.empty();
  QString line = (isRun ? QStringLiteral("carom simulate ") : QStringLiteral("carom resolve ")) +
                 (file.isEmpty() && isWord(scene) ? scene : shellQuoted(scene));
  for (const auto& [name, expression] : answer.assignments)
    line += " --set " + shellQuoted(QString::fromStdString(name + '=' + expression));
  if (isRun) line += motionText(answer);
  const auto number = [](double value) { return QString::fromStdString(shortestText(value)); };
  if (const auto R = answer.settings.restitution) line += " --restitution " + number(*R);
  if (const auto e = answer.settings.reflectionRestitution) line += " --reflection-restitution " + number(*e);
  return line;
}

}  // namespace carom
