#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include "impact/impact_report.h"

namespace carom {

/// Some sentences under a heading.
struct ReasoningPart {
  QString heading;
  QStringList sentences;
};

/// Why the outcome of an impact is unique, depends on the order, is jammed or not decided: in sentences with
/// the numbers of this impact (see Certificate and Termination), the most important part first.
QList<ReasoningPart> reasoning(const ImpactReport& report);

}  // namespace carom
