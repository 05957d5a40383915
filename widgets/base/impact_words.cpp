#include "base/impact_words.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "answer/impact_of_run.h"
#include "base/counted_words.h"
#include "base/number_format.h"

namespace carom {

namespace {

double degrees(double radians) {
  return radians * 180 / M_PI;
}

int brokenPairs(const ImpactReport& report) {
  int count = 0;
  const auto& m = report.certificate.multiplicity;
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < i; ++j) count += m(i, j) == 0;
  return count;
}

/// A value near a whole number with the digits that tell the two apart: −0.99995, 2.0005, 314.2.
QString distinctFrom(double whole, double value, int decimals) {
  constexpr int most = 12;
  const double off = std::abs(value - whole);
  const int needed = off > std::pow(10, -most) ? static_cast<int>(-std::floor(std::log10(off))) : 0;
  return formatFixed(value, std::min(most, std::max(decimals, needed)));
}

QString cosineText(double G) {
  return std::abs(G) < 0.5 ? formatRatio(G) : distinctFrom(G < 0 ? -1 : 1, G, 4);
}

QString pairText(const ImpactReport& report, int i, int j) {
  const double G = report.problem.gram()(i, j);
  const double angle = degrees(std::acos(std::clamp(G, -1.0, 1.0)));
  return QObject::tr("contacts %1, %2: G = %3, normals at %4°")
      .arg(contactName(report.problem, i), contactName(report.problem, j), cosineText(G),
           distinctFrom(std::round(angle), angle, 1));
}

/// Why the rules for elastic reflections do not apply; empty where they do, or where another rule decides.
QString lossyText(const ImpactReport& report) {
  if (report.problem.isElastic() || report.certificate.unique || report.jammed()) return {};
  if (!report.problem.reflectsOnly()) return QObject::tr("coupled contacts collide by laws of their own");
  return QObject::tr("contacts that are not orthogonal lose energy");
}

/// "Unique for every momentum: Coxeter group A₂".
QString coxeterText(const Certificate& certificate) {
  const QString group = groupText(certificate.group);
  return certificate.nearly
             ? QObject::tr("Unique for every momentum to ξ ≤ %2 (pairs to 1e-9 of m): Coxeter group %1")
                   .arg(group, formatNumber(certificate.xiBound.value_or(0), 2))
             : QObject::tr("Unique for every momentum: Coxeter group %1").arg(group);
}

/// "No certificate: π/arccos(−G) = 2.38 is not a whole number (ac, bc); 2 more pairs break, too".
QString brokenPairText(const ImpactReport& report) {
  const auto [i, j] = worstPair(report);
  if (i < 0) return QObject::tr("No certificate");
  const QString m = multiplicityText(report, i, j);
  const int others = brokenPairs(report) - 1;
  if (others < 1) return QObject::tr("No certificate: π/arccos(−G) = %1 is not a whole number").arg(m);
  const QString a = contactName(report.problem, i), b = contactName(report.problem, j);
  if (others == 1)
    return QObject::tr(
               "No certificate: π/arccos(−G) = %1 is not a whole number (%2, %3); 1 more pair breaks, too")
        .arg(m, a, b);
  return QObject::tr(
             "No certificate: π/arccos(−G) = %1 is not a whole number (%2, %3); %4 more pairs break, too",
             nullptr, others)
      .arg(m, a, b, formatCount(others));
}

}  // namespace

QString contactName(const ImpactProblem& problem, int contact) {
  return QString::fromStdString(problem.labels()[contact].name);
}

QString shortContactName(const ContactLabel& label, const SceneInstance& instance) {
  if (label.name != label.bodies[0] + '-' + label.bodies[1]) return QString::fromStdString(label.name);
  QStringList parts;
  for (const std::string& name : label.bodies) {
    const int body = instance.mechanism->bodyIndex(name);
    const auto& labels = instance.view.labels;
    const bool labelled = body >= 0 && body < static_cast<int>(labels.size()) && !labels[body].empty();
    parts += QString::fromStdString(labelled ? labels[body] : name);
  }
  return parts.join(QChar(0x2013));
}

QStringList contactNames(const ImpactProblem& problem) {
  QStringList names;
  for (int i = 0; i < problem.contactCount(); ++i) names += contactName(problem, i);
  return names;
}

QStringList shortContactNames(const std::vector<ContactLabel>& labels, const SceneInstance& instance) {
  QStringList names;
  for (const ContactLabel& label : labels) names += shortContactName(label, instance);
  return names;
}

QString wordText(const QStringList& names, const Word& word, int most) {
  if (word.empty()) return QObject::tr("no reflection");
  const int length = static_cast<int>(word.size());
  const int head = length <= most ? length : most - 2;
  QStringList parts;
  for (int i = 0; i < head; ++i) parts += names[word[i]];
  if (length <= most) return parts.join(QLatin1Char(' '));
  parts += {QStringLiteral("…"), names[word[length - 1]]};
  return parts.join(QLatin1Char(' ')) + QStringLiteral(" (%1)").arg(formatCount(length));
}

QString probabilityText(const Probability& probability) {
  const auto& [value, error] = probability;
  if (!(error > 0)) return formatFixed(value, 3);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(error))), 2, 6);
  return formatFixed(value, decimals) + QStringLiteral(" ± ") + formatFixed(error, decimals);
}

QString lengthsText(const ImpactReport& report) {
  if (report.minLength == report.maxLength) return reflectionsText(report.maxLength);
  return QObject::tr("%1 to %2 reflections")
      .arg(formatCount(report.minLength), formatCount(report.maxLength));
}

QString orderingText(const ImpactEvent& impact, const SceneInstance& instance) {
  constexpr int most = 8;
  if (impact.atOnce)
    return QObject::tr("%1 at once")
        .arg(shortContactNames(impact.labels, instance).join(QStringLiteral(", ")));
  return wordText(shortContactNames(impact.labels, instance), impact.word, most)
      .replace(QLatin1Char(' '), QStringLiteral(" · "))
      .replace(QStringLiteral(" · ("), QStringLiteral(" ("));
}

QString reflectionText(const ImpactEvent& impact, int reflection, const SceneInstance& instance) {
  const int length = static_cast<int>(impact.word.size());
  if (reflection == 0) return QObject::tr("p⁻, before the impact");
  const QString contact =
      shortContactName(impact.labels[impact.word[static_cast<std::size_t>(reflection - 1)]], instance);
  const QString text = reflection == length ? QObject::tr("p⁺, after reflection %1 (%2)")
                                            : QObject::tr("after reflection %1 (%2)");
  return text.arg(QString::number(reflection), contact);
}

QString xiText(const ImpactSearch& search) {
  if (!search.searched) return QStringLiteral("–");
  if (search.tolerance > 0 && search.complete) return QStringLiteral("≈ ") + formatRatio(search.lower);
  if (search.lower == search.upper) return formatRatio(search.lower);
  if (std::isfinite(search.upper))
    return QStringLiteral("%1 … %2").arg(formatRatio(search.lower), formatRatio(search.upper));
  return search.lower > 0 ? QStringLiteral("≥ ") + formatRatio(search.lower) : QObject::tr("not decided");
}

bool isUniqueByRule(const ImpactReport& report) {
  return uniqueForEveryMomentum(report) == true;
}

QString verdictText(Verdict verdict) {
  static constexpr const char* words[] = {
      QT_TRANSLATE_NOOP("QObject", "no impact"),
      QT_TRANSLATE_NOOP("QObject", "nothing closes"),
      QT_TRANSLATE_NOOP("QObject", "unique here"),
      QT_TRANSLATE_NOOP("QObject", "unique for every momentum"),
      QT_TRANSLATE_NOOP("QObject", "order matters"),
      QT_TRANSLATE_NOOP("QObject", "side matters"),
      QT_TRANSLATE_NOOP("QObject", "not decided"),
      QT_TRANSLATE_NOOP("QObject", "cut"),
      QT_TRANSLATE_NOOP("QObject", "jammed")};  // those of wordsOf, for translators
  static_assert(std::size(words) == verdictCount);
  return QObject::tr(std::string(wordsOf(verdict)).c_str());
}

Tone toneOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::UniqueForEveryMomentum:
      return Tone::Good;
    case Verdict::OrderMatters:
    case Verdict::SideMatters:
    case Verdict::NotDecided:
    case Verdict::Cut:
    case Verdict::Jammed:
      return Tone::Warning;
    default:
      return Tone::Neutral;
  }
}

std::pair<int, int> worstPair(const ImpactReport& report) {
  std::pair<int, int> worst{-1, -1};
  double largest = -1;
  const auto& m = report.certificate.multiplicity;
  for (int i = 0; i < m.rows(); ++i)
    for (int j = i + 1; j < m.cols(); ++j) {
      if (m(i, j) != 0) continue;  // of hundreds of contacts nearly all pairs are orthogonal
      const double xi = worstPairIndeterminacy(report.problem, i, j);
      if (xi <= largest) continue;
      worst = {i, j};
      largest = xi;
    }
  return worst;
}

QString multiplicityText(const ImpactReport& report, int i, int j) {
  if (const int m = report.certificate.multiplicity(i, j); m > 0) return QString::number(m);
  const double m = pairMultiplicity(report.problem, i, j);
  return std::isfinite(m) ? distinctFrom(std::round(m), m, m < 100 ? 2 : 1) : QStringLiteral("∞");
}

QString cornerText(const ImpactReport& report) {
  if (!report.corners)
    return QObject::tr("Not decided: bodies meet at a corner, where the gap has several normals");
  const CornerReport& corners = *report.corners;
  const QString all =
      QObject::tr("bodies meet at a corner, which they can pass on %1 sides").arg(corners.sides);
  return corners.outcomes > 1
             ? QObject::tr("Not unique: %1, with %2").arg(all, outcomesText(corners.outcomes))
             : QObject::tr("Not decided for every momentum: %1").arg(all);
}

QString certificateText(const ImpactReport& report) {
  if (const QString lossy = lossyText(report); !lossy.isEmpty())
    return QObject::tr("No certificate where %1").arg(lossy);
  const Certificate& certificate = report.certificate;
  switch (certificate.reason) {
    case Certificate::Reason::Jammed:
      return QObject::tr("Jammed, %1: %2").arg(endlessText(report), jamText(report));
    case Certificate::Reason::NearJam:
      return QObject::tr("Not decided: the contacts jam to rounding");
    case Certificate::Reason::InfiniteGroup:
      return QObject::tr("Not decided for every momentum: the pairs nearly fit an infinite group");
    case Certificate::Reason::Deviates:
      return QObject::tr("Not decided for every momentum: the pairs fit Coxeter group %1 too roughly")
          .arg(groupText(certificate.group));
    case Certificate::Reason::Single:
      return QObject::tr("Unique for every momentum: a single contact");
    case Certificate::Reason::Coxeter:
      return coxeterText(certificate);
    case Certificate::Reason::Corner:
      return cornerText(report);
    case Certificate::Reason::DependentNormals:
      return report.outcomes.size() > 1
                 ? QObject::tr("Not unique: this momentum has %1").arg(outcomesText(report.outcomes.size()))
                 : QObject::tr("Not decided for every momentum: the normals depend on each other");
    case Certificate::Reason::Cancelled:
      return QObject::tr("Not decided: the computation was cancelled");
    case Certificate::Reason::PairBreaks:
      break;
  }
  return brokenPairText(report);
}

QString reasonText(const ImpactReport& report) {
  if (report.jammed()) return QStringLiteral("%1: %2").arg(endlessText(report), jamText(report));
  if (report.certificate.reason == Certificate::Reason::Cancelled)
    return QObject::tr("the computation was cancelled");
  if (const QString lossy = lossyText(report); !lossy.isEmpty()) return lossy;
  if (report.corners)
    return QObject::tr("a corner with %1 normals: %2")
        .arg(report.corners->sides)
        .arg(outcomesText(report.corners->outcomes));
  const auto [i, j] = worstPair(report);
  if (i >= 0) return pairText(report, i, j);
  if (report.problem.contactCount() == 2) return pairText(report, 0, 1);
  if (report.problem.contactCount() == 1)
    return QObject::tr("a single contact: %1").arg(contactName(report.problem, 0));
  if (!report.certificate.unique && !report.certificate.xiBound)
    return QObject::tr("every pair nearly fits, but the group is infinite");
  return QObject::tr("every pair of the %1 contacts fits: Coxeter group %2")
      .arg(report.problem.contactCount())
      .arg(groupText(report.certificate.group));
}

QString reasonDetail(const ImpactReport& report) {
  if (report.certificate.reason == Certificate::Reason::Cancelled)
    return QObject::tr("nothing is known about its outcomes");
  if (report.jammed())
    return QObject::tr("pressing all contacts at once moves nothing; decided before any search");
  if (isUniqueByRule(report)) return QObject::tr("one outcome for every momentum and every ordering");
  if (!report.problem.isElastic()) return QObject::tr("the tree holds for this momentum");
  if (report.certificate.reason == Certificate::Reason::DependentNormals)
    return QObject::tr("not decided for every momentum: dependent normals");
  if (report.corners)
    return QObject::tr("ξ is over the outcomes of all its sides; the tree and the motion are of one of them");
  QStringList parts{QObject::tr("unique where G = −cos π/m: 0, −½, −√2/2, …")};
  const auto [a, b] = report.indeterminacy.pair;
  if (report.outcomes.size() > 2)
    parts += QObject::tr("‖Δp‖ greatest between outcomes %1 and %2").arg(a + 1).arg(b + 1);
  return parts.join(QStringLiteral(" · "));
}

UnorderedWords unorderedWords(const ImpactEvent& event) {
  if (event.plastic)
    return {QObject::tr("rests (bounces ended)"),
            QObject::tr("hits converge within a step: contacts stop bouncing"),
            QObject::tr("Chatter was cut short here: contacts whose hits converge within a step stop "
                        "bouncing, in no order.")};
  if (!event.jammed.empty())
    return {QObject::tr("no solution"),
            QObject::tr("no forces solve Coulomb’s law: a contact that slides jams"),
            QObject::tr("No forces solve Coulomb’s law here: a contact that slides jams and collides without "
                        "an approach, in the limit of a small one (Painlevé’s paradox).")};
  return {};
}

QString endlessText(const ImpactReport& report) {
  return report.termination.noneEnds ? QObject::tr("no ordering ends")
                                     : QObject::tr("some orderings never end");
}

QString jamText(const ImpactReport& report) {
  QStringList weights;
  const auto& lambda = report.termination.jamWeights;
  for (int i = 0; i < lambda.size(); ++i)
    if (lambda[i] > 1e-12)
      weights += QStringLiteral("%1 (%2)").arg(formatNumber(lambda[i], 3), contactName(report.problem, i));
  return QObject::tr("Σ λᵢûᵢ = 0 with λ = %1").arg(weights.join(QStringLiteral(", ")));
}

QString boundsText(const ImpactReport& report) {
  if (!report.bounds) return {};
  return QObject::tr("Bounds: %1 (2014) · %2 (2010); used %3")
      .arg(formatCount(report.bounds->seghete2014), formatCount(report.bounds->seghete2010),
           formatCount(report.maxLength));
}

QString energyBalanceText(const ImpactProblem& problem, const Outcome& outcome) {
  const double before = problem.metric().energy(problem.momentum());
  const double share = before > 0 ? 100 * outcome.energyLoss / before : 0;
  const QString change = formatBeside(before, std::abs(outcome.energyLoss));
  const bool gains = outcome.energyLoss < 0 && change != QLatin1String("0");
  const QString text = gains ? QObject::tr("E⁻ = %1 J, %2 J (%3 %) gained, E⁺ = %4 J")
                             : QObject::tr("E⁻ = %1 J, %2 J (%3 %) lost, E⁺ = %4 J");
  return text.arg(formatNumber(before, 4), change, formatFixed(std::abs(share), 1),
                  formatNumber(before - outcome.energyLoss, 4));
}

namespace {

/// "A₁₉", "I₂(5)" of "A19", "I2(5)".
QString componentText(const QString& component) {
  QString text;
  bool inParentheses = false;
  for (const QChar c : component) {
    inParentheses = c == QLatin1Char('(') || (inParentheses && c != QLatin1Char(')'));
    if (c.isDigit() && !inParentheses)
      text += QChar(0x2080 + c.digitValue());
    else if (c != QLatin1Char('_'))
      text += c;
  }
  return text;
}

QString exponentText(qsizetype exponent) {
  static constexpr char16_t digits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
  QString text;
  for (const QChar c : QString::number(exponent)) text += QChar(digits[c.digitValue()]);
  return text;
}

}  // namespace

QString groupText(const std::string& group) {
  constexpr qsizetype mostWritten = 2;  // equal ones in a row; more are a power
  const QStringList components = QString::fromStdString(group).split(QStringLiteral(" x "));
  QStringList factors;
  for (auto first = components.begin(), last = first; first != components.end(); first = last) {
    last = std::find_if(first, components.end(), [&](const QString& other) { return other != *first; });
    const QString text = componentText(*first);
    if (last - first > mostWritten)
      factors += text + exponentText(last - first);
    else
      factors += QStringList(last - first, text);
  }
  return factors.join(QStringLiteral(" × "));
}

}  // namespace carom
