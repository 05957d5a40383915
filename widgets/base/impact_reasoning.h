#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include "impact/impact_report.h"
#include "study/unique_designs.h"

namespace carom {

/// Some sentences under a heading.
struct ReasoningPart {
  QString heading;
  QStringList sentences;
};

/// Why the outcome of an impact is unique, depends on the order, is jammed or not decided: in sentences with
/// the numbers of this impact (see Certificate and Termination), the most important part first.
QList<ReasoningPart> reasoning(const ImpactReport& report);

/// "θ = 120.0°: m = 3, and the outcome is unique for every momentum": the nearest designs in which the worst
/// pair fits, see nearestUniqueDesigns.
QStringList designSentences(const Scene& scene, const std::vector<UniqueDesign>& designs);

}  // namespace carom
