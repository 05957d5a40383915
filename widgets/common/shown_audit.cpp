#include "common/shown_audit.h"

#include <QObject>
#include <algorithm>

#include "common/theme.h"

namespace carom {

std::optional<Eigen::VectorXd> ShownAudit::measuredAt(double time) const {
  const RecordedRun& run = answer->audited.run;
  if (!(time >= start() && time <= end())) return std::nullopt;
  const double* first = run.time.data();
  const auto after =
      std::min<Eigen::Index>(std::upper_bound(first, first + run.size(), time) - first, run.size() - 1);
  const Mechanism& mechanism = *answer->of->instance.mechanism;
  const Eigen::VectorXd q = run.q.col(after - 1);
  const double share = (time - run.time[after - 1]) / (run.time[after] - run.time[after - 1]);
  return mechanism.moved(q, mechanism.difference(q, run.q.col(after)), share);
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
