#include "cli/impact/answer_text.h"

#include <cmath>

#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/planar_words.h"
#include "cli/text_table.h"

namespace carom {

namespace {

constexpr int longestPath = 1'000;  ///< reflections of a path that is written whole
constexpr int mostOfPath = 24;      ///< of a longer one

/// Why it is not decided whether every ordering ends.
QString undecidedText(const Termination& termination) {
  const QString text = QStringLiteral("Not decided whether every ordering ends");
  if (termination.decided || termination.jamIsExact || termination.jamWeights.size() == 0) return text + '\n';
  return text + QStringLiteral(": the contacts jam to rounding, Σ λᵢûᵢ has the length %1\n")
                    .arg(formatNumber(termination.margin, 3));
}

QString terminationText(const ImpactReport& report) {
  if (report.jammed()) return {};
  if (!report.ends) return undecidedText(report.termination);
  if (report.collapses) return {};  // the counts say so
  if (!report.problem.isElastic())
    return *report.ends ? QStringLiteral("Every ordering ends\n")
                        : QStringLiteral("Some ordering never ends\n");
  QString text = report.termination.coneHasInterior
                     ? QStringLiteral("Every ordering ends: distance to a jam ρ = %1")
                           .arg(formatNumber(report.termination.margin))
                     : QStringLiteral("Every ordering of this momentum ends, though the contacts can jam");
  return text + '\n';
}

/// "About 2.926·10¹⁹ ± 0.031·10¹⁹ orderings (4096 random ones, of 30 to 36 reflections)".
QString estimateText(const ImpactReport& report) {
  if (!report.estimate || report.estimate->samples == 0) return {};
  const OrderingsEstimate& estimate = *report.estimate;
  const QString about = std::isfinite(estimate.value)
                            ? QStringLiteral("%1 ± %2").arg(formatNumber(estimate.value),
                                                            formatNumber(estimate.standardError, 2))
                            : QStringLiteral("10 to the power %1").arg(formatNumber(estimate.log10));
  return QStringLiteral("About %1 orderings, from %2 of %3\n")
      .arg(about, counted(estimate.samples, "random one"), lengthsText(report));
}

QString upperText(const Indeterminacy& xi) {
  return std::isfinite(xi.upper) ? formatNumber(xi.upper) : QStringLiteral("an unknown bound");
}

/// "ξ = 0.25", or with the interval where it is not known exactly.
QString xiText(const ImpactReport& report) {
  const Indeterminacy& xi = report.indeterminacy;
  if (xi.isExact()) return QStringLiteral("ξ = %1").arg(formatNumber(xi.xi));
  const QString interval = QStringLiteral("ξ between %1 and %2").arg(formatNumber(xi.lower), upperText(xi));
  if (report.tolerance == 0) return interval;
  return QStringLiteral("ξ = %1 (outcomes to %2 of ‖p⁻‖)")
      .arg(formatNumber(xi.xi), formatNumber(report.tolerance, 2));
}

/// "2 orderings, 2 outcomes, 3 reflections", or that they were cut.
QString countsText(const ImpactReport& report) {
  if (report.collapses)
    return QStringLiteral("no ordering ends, all have one limit, within rounding after %1")
        .arg(lengthsText(report));
  const QString where = report.cut()              ? QStringLiteral(" up to where they were cut")
                        : report.countsIdealGroup ? QStringLiteral(" of the ideal group")
                                                  : QString();
  return orderingsText(report.orderings) + where + QStringLiteral(", ") +
         counted(report.outcomes.size(), "outcome") + QStringLiteral(", ") + lengthsText(report);
}

/// ξ where not every ordering was searched.
QString intervalText(const ImpactReport& report) {
  const QString why = report.sampled && report.limit() == Limit::None
                          ? QStringLiteral("Random orderings")
                          : QStringLiteral("Not complete (%1): %2 seen")
                                .arg(QString::fromUtf8(toString(report.limit())),
                                     counted(report.graph ? report.graph->nodeCount() : 1, "state"));
  return QStringLiteral("%1: %2, %3 found, ξ between %4 and %5\n")
             .arg(verdictText(verdictOf(&report)), why, counted(report.outcomes.size(), "outcome"),
                  formatNumber(report.indeterminacy.lower), upperText(report.indeterminacy)) +
         estimateText(report);
}

/// What a pair can do at worst, and to first order near orthogonality.
QString sensitivityText(const ImpactReport& report) {
  if (!report.sensitivity || report.certificate.multiplicity(0, 1) != 0) return {};
  if (!report.termination.coneHasInterior || !report.problem.isElastic()) return {};
  const PairSensitivity& pair = *report.sensitivity;
  QString text = QStringLiteral("Worst ξ of this pair over all momenta: %1").arg(formatNumber(pair.worstXi));
  constexpr double nearOrthogonal = 0.3;
  if (pair.epsilon != 0 && std::abs(pair.epsilon) < nearOrthogonal)
    text += QStringLiteral("; to first order in ε = %1 here: %2")
                .arg(formatNumber(pair.epsilon), formatNumber(pair.linearXi));
  return text + '\n';
}

/// The law of impact where it is not elastic, and what the plastic impact would lose.
QString lossText(const ImpactReport& report) {
  if (report.problem.isFeasible()) return {};
  QString text;
  if (report.restitution)
    text = QStringLiteral("Restitution R = %1 of the whole impact\n").arg(formatNumber(*report.restitution));
  if (const auto e = report.reflectionRestitution)
    text = QStringLiteral(
               "Restitution e = %1 of each reflection: an ordering of a pair with G ≤ %2 never ends\n")
               .arg(formatNumber(*e), formatNumber(collapseGram(*e)));
  const KineticMetric& metric = report.problem.metric();
  return text + QStringLiteral("Energy %1 J; a plastic impact would lose %2 J\n")
                    .arg(formatNumber(metric.energy(report.problem.momentum())),
                         formatNumber(report.plastic.energyLoss));
}

/// What is decided for all momenta.
QString certificateLines(const ImpactReport& report) {
  const auto& planar = report.planar();
  if (!planar) return certificateText(report) + '\n';
  return (planar->unique ? QString() : certificateText(report) + '\n') + planarText(report.problem, *planar) +
         '\n';
}

/// "All contacts at once (friction LCP, 4 pivots): 0.1 J taken; other solutions may exist, …".
QString atOnceText(const ImpactReport& report, const PolicyPath::AtOnce& atOnce) {
  const QString text = QStringLiteral("All contacts at once (friction LCP, %1): %2 J taken")
                           .arg(counted(static_cast<std::uint64_t>(atOnce.pivots), "pivot"),
                                formatNumber(report.outcomes.front().energyLoss));
  return text +
         (atOnce.note.empty() ? QString() : QStringLiteral("; ") + QString::fromStdString(atOnce.note)) +
         '\n';
}

}  // namespace

QString answerText(const ImpactReport& report) {
  if (report.problem.contactCount() == 0)
    return QStringLiteral("%1: nothing touches\n").arg(verdictText(Verdict::NoImpact));
  QString text;
  if (!report.jammed() && report.complete())
    text += QStringLiteral("%1, %2: %3\n")
                .arg(xiText(report), verdictText(verdictOf(&report)), countsText(report));
  else if (!report.jammed())
    text += intervalText(report);
  text += certificateLines(report) + terminationText(report);
  if (report.bounds && report.complete() && report.problem.isElastic()) text += boundsText(report) + '\n';
  return text + sensitivityText(report) + lossText(report);
}

QString pathText(const ImpactReport& report, const PolicyPath& path) {
  QString text = certificateLines(report) + terminationText(report);
  if (report.jammed()) return text;
  if (path.atOnce) return text + atOnceText(report, *path.atOnce) + lossText(report);
  text += QStringLiteral("Path: ") + wordText(contactNames(report.problem), path.word,
                                              std::ssize(path.word) > longestPath ? mostOfPath : longestPath);
  if (path.limit != Limit::None)
    text += QStringLiteral(", cut short (%1)").arg(QString::fromUtf8(toString(path.limit)));
  return text + '\n' + lossText(report);
}

}  // namespace carom
