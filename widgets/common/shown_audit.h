#pragma once

#include <QColor>
#include <QString>
#include <memory>
#include <optional>

#include "answer/audit/jump_impact.h"
#include "answer/document/audit_document.h"

namespace carom {

/// A recording and its audit, by the scene of a snapshot.
struct AuditAnswer {
  SnapshotPtr of;
  QString file;
  AuditedRecording audited;

  /// What sentences and documents of the audit are made from; refers to this answer.
  AnsweredAudit answered() const { return {of->scene->name(), *of->instance.mechanism, audited}; }
};

/// What views show of an audit: the recording, its jumps, and the one that is chosen.
struct ShownAudit {
  std::shared_ptr<const AuditAnswer> answer;
  int jump = -1;                             ///< that is chosen; −1: none
  std::shared_ptr<const JumpImpact> impact;  ///< of that jump; null until it is known

  double start() const { return answer->audited.run.time[0]; }
  double end() const { return answer->audited.run.time[answer->audited.run.size() - 1]; }
  /// The recorded configuration at a time (s), see configurationAt().
  std::optional<Eigen::VectorXd> measuredAt(double time) const;
};

/// "explained", … for the screen.
QString verdictName(JumpVerdict verdict);
QColor verdictColor(JumpVerdict verdict);

}  // namespace carom
