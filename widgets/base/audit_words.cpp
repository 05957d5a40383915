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

QStringList unexaminedTexts(const DividedMotion& motion) {
  QStringList texts;
  for (const double time : motion.unknown)
    texts << QObject::tr("about %1 s: not known whether there is a jump, because no flight leads there")
                 .arg(formatNumber(time));
  return texts;
}

}  // namespace carom
