#include "base/impact_reasoning.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/planar_words.h"
#include "impact/certificate/certificate.h"

namespace carom {

namespace {

constexpr std::size_t mostPairs = 8;

/// Pairs of contacts that are alike to the rule G = −cos(π/m): one of them, and how many there are.
struct Pair {
  int i = 0, j = 0, m = 0;  ///< m: 0 where none fits
  double worstXi = 0;
  int count = 1;
};

/// All pairs, with those of one G together: those that break the rule come first, the worst of them in front.
std::vector<Pair> pairsOf(const ImpactReport& report) {
  const Eigen::MatrixXi& m = report.certificate.multiplicity;
  constexpr double alike = 1e-9;  // of G
  const Eigen::MatrixXd& G = report.problem.gram();
  std::vector<Pair> all;
  for (int i = 0; i < m.rows(); ++i)
    for (int j = i + 1; j < m.cols(); ++j) all.push_back({i, j, m(i, j)});
  std::ranges::stable_sort(all, {}, [&](const Pair& pair) { return std::pair(pair.m, G(pair.i, pair.j)); });

  std::vector<Pair> pairs;
  for (const Pair& pair : all) {
    const bool same = !pairs.empty() && pairs.back().m == pair.m &&
                      G(pair.i, pair.j) - G(pairs.back().i, pairs.back().j) <= alike;
    if (!same)
      pairs.push_back(pair);
    else if (++pairs.back().count; std::pair(pair.i, pair.j) < std::pair(pairs.back().i, pairs.back().j))
      std::tie(pairs.back().i, pairs.back().j) = std::pair(pair.i, pair.j);
  }
  for (Pair& pair : pairs)
    if (pair.m == 0) pair.worstXi = worstPairIndeterminacy(report.problem, pair.i, pair.j);
  std::ranges::sort(pairs, {},
                    [](const Pair& pair) { return std::tuple(pair.m != 0, -pair.worstXi, pair.i, pair.j); });
  return pairs;
}

QString pairSentence(const ImpactReport& report, const Pair& pair) {
  const QString one =
      QObject::tr("%1 and %2").arg(contactName(report.problem, pair.i), contactName(report.problem, pair.j));
  const QString names =
      pair.count == 1 ? one : QObject::tr("%1 pairs (%2, …)").arg(formatCount(pair.count), one);
  const double G = report.problem.gram()(pair.i, pair.j);
  if (pair.m == 1) return QObject::tr("%1 have the same normal and count as one contact.").arg(names);
  if (pair.m == 2)
    return QObject::tr(
               "%1 are orthogonal (G = %2, m = 2): the reflection of one leaves c of the other as it is.")
        .arg(names, formatRatio(G));
  const double delta = report.certificate.angle(pair.i, pair.j);
  const QString wedge = QObject::tr("%1: G = %2, δ = arccos(−G) = %3°, π/δ = %4.")
                            .arg(names, formatRatio(G), formatFixed(delta * 180 / std::numbers::pi, 2),
                                 multiplicityText(report, pair.i, pair.j));
  if (pair.m > 0)
    return wedge + QLatin1Char(' ') + QObject::tr("Both orders meet again after %1 reflections.").arg(pair.m);
  const double off = report.certificate.deviation(pair.i, pair.j);
  if (!std::isfinite(off)) return wedge + QLatin1Char(' ') + QObject::tr("The normals are opposite.");
  return wedge + QLatin1Char(' ') +
         QObject::tr(
             "This is no whole number: it is off the nearest one, m = %1, by %2. A momentum that presses on "
             "these two alone has outcomes up to ξ = 2 |sin mδ| = %3 apart.")
             .arg(formatCount(std::lround(std::numbers::pi / delta)), formatNumber(std::abs(off), 3),
                  formatNumber(pair.worstXi, 3));
}

/// A sentence for each of the first pairs, and how many are left.
QStringList pairSentences(const ImpactReport& report, const std::vector<Pair>& pairs) {
  QStringList sentences;
  for (std::size_t k = 0; k < std::min(mostPairs, pairs.size()); ++k)
    sentences += pairSentence(report, pairs[k]);
  int more = 0;
  for (std::size_t k = mostPairs; k < pairs.size(); ++k) more += pairs[k].count;
  if (more > 0)
    sentences += more == 1 ? QObject::tr("… and 1 more pair.")
                           : QObject::tr("… and %1 more pairs.", nullptr, more).arg(formatCount(more));
  return sentences;
}

/// Why not all orderings were searched.
QString stopText(const ImpactReport& report) {
  switch (report.limit()) {
    case Limit::MaxStates:
      return QObject::tr("The search met its limit of distinct momenta.");
    case Limit::Memory:
      return QObject::tr("The search met its limit of memory.");
    case Limit::Work:
      return QObject::tr("The search met its limit of work.");
    case Limit::Cancelled:
      return QObject::tr("The search was cancelled.");
    case Limit::None:
      break;
  }
  return QObject::tr("Orderings were sampled.");
}

ReasoningPart foundPart(const ImpactReport& report) {
  ReasoningPart part{QObject::tr("Result of the search from this p⁻"), {}};
  QStringList& text = part.sentences;
  if (report.jammed()) {
    text += QObject::tr("No ordering of the reflections ends, so there is no outcome.");
    return part;
  }
  const QString outcomes = formatCount(report.outcomes.size());
  if (!report.complete())
    text += stopText(report) + QLatin1Char(' ') +
            (isUniqueByRule(report) ? QObject::tr("%1 was found; there is no other.")
                                    : QObject::tr("Found so far: %1; there may be more."))
                .arg(outcomesText(report.outcomes.size()));
  else if (report.cut())
    text += QObject::tr("Orderings were cut where the rest changes nothing that matters. Outcomes: %1.")
                .arg(outcomes);
  else
    text += QObject::tr("%1, %2. Distinct outcomes: %3.")
                .arg(orderingsText(report.orderings), lengthsText(report), outcomes);
  const Indeterminacy& xi = report.indeterminacy;
  if (report.outcomes.size() > 1 && xi.pair[0] >= 0)
    text +=
        (xi.isExact()
             ? QObject::tr("Outcomes %1 and %2 differ most: by %3 of ‖p⁻‖ in the kinetic metric.")
             : QObject::tr("Outcomes %1 and %2 differ most: by %3 of ‖p⁻‖ in the kinetic metric at least."))
            .arg(QString::number(xi.pair[0] + 1), QString::number(xi.pair[1] + 1), formatNumber(xi.lower, 4));
  else if (report.corners && report.corners->outcomes > 1)
    text += QObject::tr("This is one side of the corner. All sides together have outcomes: %1.")
                .arg(formatCount(report.corners->outcomes));
  else if (report.complete() && !isUniqueByRule(report))
    text += QObject::tr("This holds for this momentum; another one may have several outcomes.");
  return part;
}

ReasoningPart jamPart(const ImpactReport& report) {
  ReasoningPart part{QObject::tr("Why %1").arg(endlessText(report)), {}};
  part.sentences = {
      QObject::tr("Impulses in these proportions at all contacts at once move nothing: %1.")
          .arg(jamText(report)),
      QObject::tr("So Σ λᵢcᵢ = 0 after any reflections, and as long as one of these c is above 0 another is "
                  "below 0: some contact is always infeasible [Gordan's alternative].")};
  part.sentences += report.termination.noneEnds
                        ? QObject::tr(
                              "No reflection changes the length of the part of p along the normals "
                              "of these contacts, so that their c never vanish together.")
                        : QObject::tr(
                              "Reflections at these contacts alone keep the length of the part of p "
                              "along their normals, and never end. Another contact may turn p away "
                              "from them, so that other orderings may end.");
  return part;
}

ReasoningPart rulePart(const ImpactReport& report) {
  const Certificate& certificate = report.certificate;
  ReasoningPart part{QString(), {}};
  switch (certificate.reason) {
    case Certificate::Reason::Single:
      part.heading = QObject::tr("Why it is unique for every momentum");
      part.sentences = {QObject::tr("There is one contact, and so at most one reflection.")};
      return part;
    case Certificate::Reason::Coxeter:
      part.heading = QObject::tr("Why it is unique for every momentum");
      break;
    case Certificate::Reason::Cancelled:
      part.heading = QObject::tr("Why it is not decided for every momentum");
      part.sentences = {
          QObject::tr("The computation was cancelled before it was known whether every ordering ends.")};
      return part;
    case Certificate::Reason::NearJam:
    case Certificate::Reason::InfiniteGroup:
    case Certificate::Reason::Deviates:
      part.heading = QObject::tr("Why it is not decided for every momentum");
      break;
    case Certificate::Reason::DependentNormals:
      part.heading = report.outcomes.size() > 1 ? QObject::tr("Why the order can matter")
                                                : QObject::tr("Why it is not decided for every momentum");
      break;
    default:
      part.heading = QObject::tr("Why the order can matter");
  }
  if (certificate.reason == Certificate::Reason::Corner)
    part.sentences += QObject::tr(
        "Bodies meet at a corner. The gap has several normals there, and which of them reflects depends on "
        "the "
        "side on which the corner is passed: the impact is resolved with each, and ξ is over all outcomes.");
  const std::vector<Pair> pairs = pairsOf(report);
  int all = 0, broken = 0;
  for (const Pair& pair : pairs) {
    all += pair.count;
    if (pair.m == 0) broken += pair.count;
  }
  if (certificate.reason == Certificate::Reason::Coxeter)
    part.sentences +=
        QObject::tr(
            "Every pair fits G = −cos(π/m). Two reflections that start from one momentum can then be "
            "continued to a common one, and as every ordering ends, all end alike: the reflections "
            "generate the Coxeter group %1.")
            .arg(groupText(certificate.group));
  else if (certificate.reason == Certificate::Reason::DependentNormals)
    part.sentences +=
        (report.outcomes.size() > 1
             ? QObject::tr(
                   "Pairs that break the rule G = −cos(π/m): %2 of %1. The normals depend on each other, so "
                   "that the rule alone proves nothing; the outcomes that were found do.")
             : QObject::tr(
                   "Pairs that break the rule G = −cos(π/m): %2 of %1. The normals depend on each other, so "
                   "perhaps no momentum presses on such a pair alone: nothing is proven."))
            .arg(all)
            .arg(broken);
  else if (certificate.reason == Certificate::Reason::PairBreaks)
    part.sentences +=
        QObject::tr(
            "Pairs that break the rule G = −cos(π/m): %2 of %1. The normals are independent: some momentum "
            "presses on such a pair alone, and has two outcomes.")
            .arg(all)
            .arg(broken);
  else if (certificate.reason == Certificate::Reason::InfiniteGroup)
    part.sentences += QObject::tr(
        "Every pair fits G = −cos(π/m) to the tolerance 1e-9 of m. The group of these m is infinite, so that "
        "the deviations may add up along orderings of any length.");
  else if (certificate.reason == Certificate::Reason::Deviates)
    part.sentences += QObject::tr(
                          "Every pair fits G = −cos(π/m) to the tolerance 1e-9 of m, but along the longest "
                          "orderings of the "
                          "Coxeter group %1 the deviations may add up to ξ = %2.")
                          .arg(groupText(certificate.group), formatNumber(*certificate.xiBound, 2));
  if (report.restitution && *report.restitution < 1)
    part.sentences +=
        QObject::tr(
            "With restitution R = %1 of the whole impact each outcome is moved from this one towards the "
            "plastic one, which all of them are at R = 0.")
            .arg(formatNumber(*report.restitution, 3));
  if (certificate.nearly && certificate.unique == true)
    part.sentences += QObject::tr(
        "Some m is off by more than rounding explains: numbers of orderings are those of the ideal group.");
  part.sentences += pairSentences(report, pairs);
  return part;
}

ReasoningPart lossyPart(const ImpactReport& report) {
  ReasoningPart part{QObject::tr("Why the rule for elastic reflections decides nothing"), {}};
  part.sentences +=
      report.problem.reflectsOnly()
          ? QObject::tr(
                "Contacts that are not orthogonal lose energy. After a reflection that leaves c = e|c| "
                "the orders of a pair need not meet again, whatever G is.")
          : QObject::tr(
                "Contacts that are not orthogonal collide by laws of their own, which are no reflections.");
  if (!isUniqueByRule(report))
    part.sentences += QObject::tr("The result of the search holds for this momentum.");
  return part;
}

ReasoningPart endPart(const ImpactReport& report) {
  ReasoningPart part{QObject::tr("Why every ordering ends"), {}};
  const Termination& termination = report.termination;
  if (!termination.decided) {
    part.heading = QObject::tr("Whether every ordering ends");
    part.sentences = {termination.jamIsExact || termination.jamWeights.size() == 0
                          ? QObject::tr("This was not decided within the limits of the search.")
                          : QObject::tr("The contacts jam to rounding: Σ λᵢûᵢ has the length %1, which is "
                                        "neither 0 nor large enough for a proof.")
                                .arg(formatNumber(termination.margin, 3))};
  } else if (termination.coneHasInterior) {
    part.sentences = {
        QObject::tr(
            "There is a momentum w that opens all contacts: ⟨w,û⟩ ≥ ρ‖w‖ with ρ = %1 (0 would be a jam). "
            "Each reflection raises ⟨p,w⟩ in proportion to its impulse, and ⟨p,w⟩ is bounded, so the sum of "
            "the impulses is bounded, and every ordering ends.")
            .arg(formatNumber(termination.margin, 4))};
  } else {
    part.sentences = {
        QObject::tr("The contacts could jam (%1), but from this p⁻ no reachable momentum presses on "
                    "those that would.")
            .arg(jamText(report))};
  }
  return part;
}

}  // namespace

QList<ReasoningPart> reasoning(const ImpactReport& report) {
  QList<ReasoningPart> parts{foundPart(report)};
  if (report.jammed()) return parts << jamPart(report);
  const bool isLossy = !report.problem.isElastic();
  if (isLossy && !report.certificate.unique)
    parts += lossyPart(report);
  else
    parts += rulePart(report);
  if (const auto& planar = report.planar()) parts += planarReasoning(report.problem, *planar);
  if (!isLossy && report.problem.contactCount() > 1) parts += endPart(report);
  return parts;
}

}  // namespace carom
