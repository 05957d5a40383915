#include "common/shown_audit.h"

#include <QObject>

#include "common/theme.h"

namespace carom {

std::optional<Eigen::VectorXd> ShownAudit::measuredAt(double time) const {
  return configurationAt(answer->audited.run, *answer->of->instance.mechanism, time);
}

QString verdictName(JumpVerdict verdict) {
  switch (verdict) {
    case JumpVerdict::Explained:
      return QObject::tr("explained");
    case JumpVerdict::Unexplained:
      return QObject::tr("unexplained");
    case JumpVerdict::Impossible:
      return QObject::tr("impossible");
    default:
      return QObject::tr("undecided");
  }
}

QColor verdictColor(JumpVerdict verdict) {
  switch (verdict) {
    case JumpVerdict::Explained:
      return theme::green;
    case JumpVerdict::Unexplained:
      return theme::orange;
    case JumpVerdict::Impossible:
      return theme::vermilion;
    default:
      return theme::grey;
  }
}

}  // namespace carom
