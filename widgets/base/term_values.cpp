#include "base/term_values.h"

#include <QObject>
#include <cmath>
#include <functional>
#include <numbers>

#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"

namespace carom {

namespace {

constexpr int mostValues = 4;

/// "ac, bc: −0.2500; …": a value for each pair of contacts, the first few of them.
QString ofPairs(const Snapshot& shown, const std::function<QString(const ImpactReport&, int, int)>& value) {
  if (!shown.report) return {};
  const ImpactReport& report = *shown.report;
  const int k = report.problem.contactCount();
  QStringList texts;
  for (int i = 0; i < k; ++i)
    for (int j = i + 1; j < k; ++j)
      if (texts.size() <= mostValues)
        texts +=
            QObject::tr("%1 of %2, %3")
                .arg(value(report, i, j), contactName(report.problem, i), contactName(report.problem, j));
  if (texts.size() > mostValues) texts.last() = QStringLiteral("…");
  return texts.join(QStringLiteral("; "));
}

QString inMetric(const Snapshot& shown, const Projection& projection) {
  if (projection.zero || !projection.converged) return {};
  const auto& metric = shown.report->problem.metric();
  const QString loss = QObject::tr("%1 J lost").arg(formatNumber(projection.energyLoss, 4));
  return QObject::tr("‖p‖ = %1 √J, %2").arg(formatNumber(metric.norm(projection.momentum), 4), loss);
}

}  // namespace

QString valueOfXi(const Snapshot& shown) {
  if (!shown.report || shown.report->jammed()) return {};
  const Indeterminacy& xi = shown.report->indeterminacy;
  if (xi.isExact()) return formatNumber(xi.xi, 4);
  return std::isfinite(xi.upper)
             ? QObject::tr("%1 to %2").arg(formatNumber(xi.lower, 4), formatNumber(xi.upper, 4))
             : QObject::tr("at least %1").arg(formatNumber(xi.lower, 4));
}

QString valueOfImpact(const Snapshot& shown) {
  return shown.trajectory ? QObject::tr("%1 in this run").arg(impactsText(shown.trajectory->impacts.size()))
                          : QString();
}

QString valueOfContacts(const Snapshot& shown) {
  if (!shown.report) return {};
  const QStringList names = contactNames(shown.report->problem);
  return names.size() <= 2 * mostValues ? names.join(QStringLiteral(", "))
                                        : contactsText(static_cast<std::uint64_t>(names.size()));
}

QString valueOfOrderings(const Snapshot& shown) {
  const bool known =
      shown.report && !shown.report->jammed() && shown.report->complete() && !shown.report->cut();
  return known ? orderingsText(shown.report->orderings) : QString();
}

QString valueOfOutcomes(const Snapshot& shown) {
  if (!shown.report || shown.report->jammed()) return {};
  const QString found = outcomesText(shown.report->outcomes.size());
  return shown.report->complete() ? found : QObject::tr("%1 found so far").arg(found);
}

QString valueOfStates(const Snapshot& shown) {
  return shown.report && shown.report->graph ? momentaText(shown.report->graph->nodeCount()) : QString();
}

QString valueOfLengths(const Snapshot& shown) {
  return shown.report && shown.report->complete() && !shown.report->jammed() ? lengthsText(*shown.report)
                                                                             : QString();
}

QString valueOfBounds(const Snapshot& shown) {
  if (!shown.report || !shown.report->bounds) return {};
  return QObject::tr("%1 and %2")
      .arg(QString::number(shown.report->bounds->seghete2014),
           QString::number(shown.report->bounds->seghete2010));
}

QString valueOfNearest(const Snapshot& shown) {
  return shown.report && shown.report->choice.nearest >= 0
             ? QObject::tr("outcome %1").arg(shown.report->choice.nearest + 1)
             : QString();
}

QString valueOfConic(const Snapshot& shown) {
  if (!shown.report || shown.report->outcomes.empty()) return {};
  const Projection& conic = shown.report->choice.conic;
  return conic.zero ? QObject::tr("none, p⁻ falls on the apex 0 of the cone") : inMetric(shown, conic);
}

QString valueOfConvex(const Snapshot& shown) {
  return shown.report && !shown.report->outcomes.empty() ? inMetric(shown, shown.report->choice.convex)
                                                         : QString();
}

QString valueOfCertificate(const Snapshot& shown) {
  return shown.report ? certificateText(*shown.report) : QString();
}

QString valueOfVerdict(const Snapshot& shown) {
  return shown.report ? verdictText(verdictOf(shown.report.get())) : QString();
}

QString valueOfRho(const Snapshot& shown) {
  return shown.report ? formatNumber(shown.report->termination.margin, 4) : QString();
}

QString valueOfGram(const Snapshot& shown) {
  return ofPairs(shown, [](const ImpactReport& report, int i, int j) {
    return formatRatio(report.problem.gram()(i, j));
  });
}

QString valueOfMultiplicity(const Snapshot& shown) {
  return ofPairs(shown, multiplicityText);
}

QString valueOfAngle(const Snapshot& shown) {
  return ofPairs(shown, [](const ImpactReport& report, int i, int j) {
    return formatFixed(report.certificate.angle(i, j) * 180 / std::numbers::pi, 2) + QStringLiteral("°");
  });
}

QString valueOfGroup(const Snapshot& shown) {
  return shown.report ? groupText(shown.report->certificate.group) : QString();
}

QString valueOfCoordinates(const Snapshot& shown) {
  if (!shown.report) return {};
  const ImpactProblem& problem = shown.report->problem;
  QStringList texts;
  for (int i = 0; i < std::min(problem.contactCount(), mostValues); ++i)
    texts += QObject::tr("%1 √J of %2")
                 .arg(formatNumber(problem.contactCoordinates()[i], 4), contactName(problem, i));
  if (problem.contactCount() > mostValues) texts += QStringLiteral("…");
  return texts.join(QStringLiteral("; "));
}

QString valueOfNorm(const Snapshot& shown) {
  return shown.report ? QObject::tr("‖p⁻‖ = %1 √J").arg(formatNumber(shown.report->problem.momentumNorm(), 4))
                      : QString();
}

QString valueOfKinetic(const Snapshot& shown) {
  if (!shown.report) return {};
  const double norm = shown.report->problem.momentumNorm();
  return QObject::tr("E⁻ = %1 J before the impact").arg(formatNumber(norm * norm / 2, 4));
}

QString valueOfRestitution(const Snapshot& shown) {
  return shown.settings.restitution ? formatNumber(*shown.settings.restitution, 4) : QString();
}

QString valueOfReflectionRestitution(const Snapshot& shown) {
  return shown.settings.reflectionRestitution ? formatNumber(*shown.settings.reflectionRestitution, 4)
                                              : QString();
}

QString valueOfStep(const Snapshot& shown) {
  return formatNumber(shown.settings.run.step, 4) + QStringLiteral(" s");
}

QString valueOfDuration(const Snapshot& shown) {
  return formatNumber(shown.settings.run.duration.value_or(shown.instance.view.duration), 4) +
         QStringLiteral(" s");
}

}  // namespace carom
