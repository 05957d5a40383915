#include "common/run_names.h"

#include <QObject>

#include "answer/impact_of_run.h"
#include "answer/run_distance.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/kept_runs.h"

namespace carom {

namespace {

QString wordAt(const Snapshot& snapshot, int impact, const Word& word, int most) {
  const ImpactEvent& event = snapshot.trajectory->impacts[static_cast<std::size_t>(impact)];
  return QObject::tr("impact %1: %2")
      .arg(impact + 1)
      .arg(wordText(shortContactNames(event.labels, snapshot.instance), word, most));
}

}  // namespace

QString ruleText(OrderingRule::Kind kind) {
  return QObject::tr(rowOf(kind).label);
}

QString noReportText(const Snapshot& snapshot) {
  if (snapshot.isPending) return QObject::tr("The impact and the motion of this scene are being computed.");
  if (snapshot.impact < 0)
    return QObject::tr("No contact is closed at the start: there is no impact to resolve.");
  const ImpactEvent& event = snapshot.trajectory->impacts[static_cast<std::size_t>(snapshot.impact)];
  if (const QString why = unorderedWords(event).sentence; !why.isEmpty())
    return QObject::tr("Impact %1 follows no ordering. %2").arg(QString::number(snapshot.impact + 1), why);
  return QObject::tr("The orderings of impact %1 are being searched.").arg(snapshot.impact + 1);
}

QString impactSuffix(const Snapshot& snapshot) {
  return snapshot.impact < 0 ? QString() : QObject::tr(", impact %1").arg(snapshot.impact + 1);
}

RunNames runNames(const Snapshot& snapshot, int most) {
  const auto word = [&](const Word& ordering) {
    return snapshot.report ? wordText(shortContactNames(snapshot.report->problem.labels(), snapshot.instance),
                                      ordering, most)
                           : QObject::tr("this run");
  };
  const auto& branch = snapshot.comparison->branch;
  if (!branch) return {word(snapshot.ordering), word(snapshot.comparison->word)};
  if (branch->rule) {
    const auto& rule = snapshot.settings.rule;
    return {rule ? ruleText(rule->kind) : word(snapshot.ordering), ruleText(branch->rule->kind)};
  }
  const auto& impacts = snapshot.trajectory->impacts;
  if (branch->impact >= static_cast<int>(impacts.size()))
    return {QObject::tr("this run"), QObject::tr("the same")};
  const ImpactEvent& event = impacts[static_cast<std::size_t>(branch->impact)];
  const ImpactEvent& other =
      snapshot.comparison->trajectory->impacts[static_cast<std::size_t>(branch->impact)];
  return {wordAt(snapshot, branch->impact, event.word, most),
          wordAt(snapshot, branch->impact, other.word, most)};
}

std::vector<ShownRun> shownRuns(const SnapshotPtr& snapshot) {
  if (!snapshot->trajectory) return {};
  const std::shared_ptr<const SceneInstance> instance(snapshot, &snapshot->instance);
  const double step = snapshot->settings.run.step;
  std::vector<ShownRun> runs;
  if (snapshot->comparison) {
    const RunNames names = runNames(*snapshot, 4);
    runs = {{names.first, instance, snapshot->trajectory, {}, step},
            {names.second, instance, snapshot->comparison->trajectory, {}, step}};
  } else {
    runs = {{QObject::tr("this run"), instance, snapshot->trajectory, {}, step}};
  }
  for (ShownRun& kept : shownKeptRuns(*snapshot)) runs.push_back(std::move(kept));
  return runs;
}

std::vector<ShownRun> shownKeptRuns(const Snapshot& snapshot) {
  std::vector<ShownRun> runs;
  for (const KeptRun& kept : snapshot.kept) {
    if (!kept.isShown) continue;
    QString name = QString::fromStdString(kept.name);
    if (isSameMotion(snapshot, *kept.answer)) name = QObject::tr("%1 (identical)").arg(name);
    runs.push_back({name, std::shared_ptr<const SceneInstance>(kept.answer, &kept.answer->instance),
                    kept.answer->trajectory, runColor(kept), kept.answer->settings.run.step});
  }
  return runs;
}

std::vector<RunFork> forksAt(const Snapshot& snapshot, int impact) {
  std::vector<RunFork> forks;
  if (!snapshot.trajectory || impact < 0 || impact >= static_cast<int>(snapshot.trajectory->impacts.size()))
    return forks;
  const ImpactEvent& event = snapshot.trajectory->impacts[static_cast<std::size_t>(impact)];
  if (!event.alternatives) return forks;
  const QStringList names = shortContactNames(event.labels, snapshot.instance);
  const WholeImpact whole = wholeImpactOf(snapshot, impact);
  const auto& outcomes = event.alternatives->outcomes;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const double apart = whole.problem.metric().norm(outcomes[i].momentum - whole.momenta.rightCols<1>());
    if (apart <= 1e-8 * whole.problem.momentumNorm()) continue;  // the outcome that the run takes
    RunFork fork{QObject::tr("outcome %1: %2").arg(i + 1).arg(wordText(names, outcomes[i].example, 6)), {}};
    fork.branch.impact = impact;
    for (const ContactIndex contact : outcomes[i].example)
      fork.branch.contacts.push_back(event.contacts[contact]);
    forks.push_back(std::move(fork));
  }
  return forks;
}

}  // namespace carom
