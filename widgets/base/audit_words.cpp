#include "base/audit_words.h"

#include <QObject>

#include "base/number_format.h"

namespace carom {

QString recordedStepText(const DividedMotion& motion) {
  if (!motion.step) return {};
  const QString step = formatNumber(*motion.step);
  switch (motion.rule) {
    case StepRule::Midpoint:
      return QObject::tr("a run of the midpoint rule with steps of %1 s").arg(step);
    case StepRule::SemiImplicitEuler:
      return QObject::tr("a run of the semi-implicit Euler rule with steps of %1 s").arg(step);
    case StepRule::ImplicitDamping:
      return QObject::tr("a run of the semi-implicit Euler rule with implicit damping, with steps of %1 s")
          .arg(step);
  }
  return {};
}

QString motorsStartText(const AuditReport& report) {
  if (!report.motorsStart) return {};
  return QObject::tr("motors that wait for the first impact start at %1 s")
      .arg(formatNumber(*report.motorsStart));
}

QString noJumpsText(const Mechanism& mechanism, const RecordedRun& run, const AuditReport& report) {
  constexpr double sure = 5, least = 1e-9;  // standard deviations; m/s
  if (!report.jumps.empty() || !report.motion.unknown.empty() || !report.complete || run.size() < 2)
    return {};
  const Eigen::VectorXd q = run.q.col(0);
  const Eigen::VectorXd v =
      run.hasVelocities()
          ? Eigen::VectorXd(run.v.col(0))
          : Eigen::VectorXd(mechanism.difference(q, run.q.col(1)) / (run.time[1] - run.time[0]));
  QStringList opening;
  for (std::size_t i = 0; i < mechanism.contacts().size(); ++i) {
    const auto contact = static_cast<int>(i);
    const Eigen::VectorXd normal = mechanism.normal(contact, q);
    const double error =
        report.motion.noise.q.size() == q.size() ? normal.cwiseProduct(report.motion.noise.q).norm() : 0.0;
    if (mechanism.gap(contact, q) <= sure * error + 10 * closedGap && normal.dot(v) > least)
      opening += QString::fromStdString(mechanism.contacts()[i].name);
  }
  if (opening.isEmpty())
    return QObject::tr("no velocity jumps: no contact closes faster than forces and noise would make it");
  return QObject::tr(
             "no velocity jumps; at the first sample %1 opens: the impact that opens it is before the "
             "recording")
      .arg(opening.join(QStringLiteral(", ")));
}

QStringList unexaminedTexts(const DividedMotion& motion) {
  QStringList texts;
  for (const double time : motion.unknown)
    texts << QObject::tr("about %1 s: not known whether there is a jump, because no flight leads there")
                 .arg(formatNumber(time));
  return texts;
}

}  // namespace carom
