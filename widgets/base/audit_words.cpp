#include "base/audit_words.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "audit/first_impact.h"
#include "base/number_format.h"

namespace carom {

QString measuredText(const Measured& measured, int valueDigits, int errorDigits) {
  constexpr double rounding = 1e-4;  // of the error
  const double value = std::abs(measured.value) <= rounding * measured.error ? 0 : measured.value;
  return QObject::tr("%1 ± %2").arg(formatNumber(value, valueDigits),
                                    formatNumber(measured.error, errorDigits));
}

QString recordedTimeText(const DividedMotion& motion, double time) {
  constexpr int fewest = 4, most = 12;
  const double samples = motion.sampling > 0 ? std::abs(time) / motion.sampling : 0;
  return formatNumber(
      time, samples > 1 ? std::clamp(static_cast<int>(std::log10(samples)) + 2, fewest, most) : fewest);
}

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
    case StepRule::ExplicitEuler:
      return QObject::tr("a run of the explicit Euler rule with steps of %1 s").arg(step);
  }
  return {};
}

QString motorsStartText(const AuditReport& report) {
  if (!report.motorsStart) return {};
  return QObject::tr("motors that wait for the first impact start at %1 s")
      .arg(formatNumber(*report.motorsStart));
}

QString noJumpsText(const Mechanism& mechanism, const RecordedRun& run, const AuditReport& report) {
  if (!report.jumps.empty() || !report.motion.unknown.empty() || !report.complete) return {};
  QStringList opening;
  for (const int contact : contactsThatOpenAtStart(mechanism, run))
    opening += QString::fromStdString(mechanism.contacts()[static_cast<std::size_t>(contact)].name);
  if (opening.isEmpty())
    return QObject::tr("no velocity jumps: no contact closes faster than forces and noise would make it");
  return QObject::tr(
             "no velocity jumps; at the first sample these contacts open: %1; the impact that opens them is "
             "before the recording")
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
