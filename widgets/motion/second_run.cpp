#include "motion/second_run.h"

#include <algorithm>
#include <cmath>

#include "base/impact_words.h"
#include "motion/motion_samples.h"

namespace carom {

namespace {

/// ‖p‖ below this part of its largest on the way is rest: a ratio over it would say nothing.
constexpr double rest = 1e-9;

QString wordAt(const Snapshot& snapshot, int impact, const Word& word, int most) {
  const ImpactEvent& event = snapshot.trajectory->impacts[static_cast<std::size_t>(impact)];
  return QStringLiteral("impact %1: %2")
      .arg(impact + 1)
      .arg(wordText(shortContactNames(*event.problem, snapshot.instance), word, most));
}

/// Momentum of a run at a time.
Eigen::VectorXd momentumOf(const Mechanism& mechanism, const Trajectory& motion, double time) {
  return mechanism.massMatrix(motion.configuration(time)) * motion.velocity(time);
}

struct Difference {
  double apart = 0, norm = 0;  ///< ‖p − p′‖, ‖p‖ (√J)
};
Difference differenceAt(const Snapshot& snapshot, double time) {
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const KineticMetric metric(mechanism.massMatrix(snapshot.trajectory->configuration(time)));
  const Eigen::VectorXd p = momentumOf(mechanism, *snapshot.trajectory, time);
  const Eigen::VectorXd other = momentumOf(mechanism, *snapshot.comparison->trajectory, time);
  return {metric.norm(p - other), metric.norm(p)};
}

}  // namespace

QString ruleText(OrderingRule::Kind kind) {
  switch (kind) {
    case OrderingRule::Kind::MostInfeasible:
      return QStringLiteral("most infeasible first");
    case OrderingRule::Kind::LeastInfeasible:
      return QStringLiteral("least infeasible first");
    case OrderingRule::Kind::ApproachSpeed:
      return QStringLiteral("greatest approach speed");
    case OrderingRule::Kind::Priority:
      return QStringLiteral("fixed priority");
    case OrderingRule::Kind::Random:
      return QStringLiteral("random");
    case OrderingRule::Kind::NearestOutcome:
      return QStringLiteral("nearest outcome");
  }
  return {};
}

RunNames runNames(const Snapshot& snapshot, int most) {
  const auto word = [&](const Word& ordering) {
    return snapshot.report
               ? wordText(shortContactNames(snapshot.report->problem, snapshot.instance), ordering, most)
               : QStringLiteral("this run");
  };
  const auto& branch = snapshot.comparison->branch;
  if (!branch) return {word(snapshot.ordering), word(snapshot.comparison->word)};
  if (branch->rule) {
    const auto& rule = snapshot.settings.rule;
    return {rule ? ruleText(rule->kind) : word(snapshot.ordering), ruleText(branch->rule->kind)};
  }
  const auto& impacts = snapshot.trajectory->impacts;
  if (branch->impact >= static_cast<int>(impacts.size()))
    return {QStringLiteral("this run"), QStringLiteral("the same")};
  const ImpactEvent& event = impacts[static_cast<std::size_t>(branch->impact)];
  const ImpactEvent& other =
      snapshot.comparison->trajectory->impacts[static_cast<std::size_t>(branch->impact)];
  return {wordAt(snapshot, branch->impact, event.word, most),
          wordAt(snapshot, branch->impact, other.word, most)};
}

std::vector<RunFork> forksAt(const Snapshot& snapshot, int impact) {
  std::vector<RunFork> forks;
  if (!snapshot.trajectory || impact < 0 || impact >= static_cast<int>(snapshot.trajectory->impacts.size()))
    return forks;
  const ImpactEvent& event = snapshot.trajectory->impacts[static_cast<std::size_t>(impact)];
  if (!event.alternatives) return forks;
  const QStringList names = shortContactNames(*event.problem, snapshot.instance);
  const auto& outcomes = event.alternatives->outcomes;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const double apart = event.problem->metric().norm(outcomes[i].momentum - event.momenta.rightCols<1>());
    if (apart <= 1e-8 * event.problem->momentumNorm()) continue;  // where the run goes
    RunFork fork{QStringLiteral("outcome %1: %2").arg(i + 1).arg(wordText(names, outcomes[i].example, 6)),
                 {}};
    fork.branch.impact = impact;
    for (const ContactIndex contact : outcomes[i].example)
      fork.branch.contacts.push_back(event.contacts[contact]);
    forks.push_back(std::move(fork));
  }
  return forks;
}

double distanceBetweenRuns(const Snapshot& snapshot, double time) {
  const Difference difference = differenceAt(snapshot, time);
  return difference.norm > 0 ? difference.apart / difference.norm : std::nan("");
}

RunDistance distanceAlongTime(const Snapshot& snapshot) {
  constexpr int samples = 600;
  const Trajectory &a = *snapshot.trajectory, &b = *snapshot.comparison->trajectory;
  const double start = a.start(), end = std::min(a.end(), b.end());
  std::vector<double> times;
  for (int i = 0; i <= samples; ++i) times.push_back(start + (end - start) * i / samples);
  for (const Trajectory* motion : {&a, &b})
    for (const ImpactEvent& impact : motion->impacts)
      if (impact.time > start && impact.time < end)
        times.insert(times.end(), {std::nextafter(impact.time, start), impact.time});
  std::sort(times.begin(), times.end());
  RunDistance distance{Eigen::Map<Eigen::VectorXd>(times.data(), static_cast<Eigen::Index>(times.size())),
                       {}};
  Eigen::VectorXd norm(distance.time.size());
  distance.xi.resize(norm.size());
  for (Eigen::Index i = 0; i < norm.size(); ++i) {
    const Difference difference = differenceAt(snapshot, distance.time[i]);
    norm[i] = difference.norm;
    distance.xi[i] = difference.apart / difference.norm;
  }
  const double least = rest * norm.maxCoeff();
  for (Eigen::Index i = 0; i < norm.size(); ++i)
    if (!(norm[i] > least)) distance.xi[i] = std::nan("");
  return distance;
}

}  // namespace carom
