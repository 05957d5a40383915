#include "cli/impact/outcome_table.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "cli/text_table.h"

namespace carom {

namespace {

constexpr std::size_t mostOutcomes = 6;  ///< that fit beside each other on a terminal
constexpr int mostCells = 12;            ///< contacts of an example word

QString yesNo(const std::optional<bool>& answer) {
  if (!answer) return QStringLiteral("not decided");
  return *answer ? QStringLiteral("yes") : QStringLiteral("no");
}

/// A table with one column an outcome.
class OutcomeTable {
 public:
  OutcomeTable(const Mechanism& mechanism, const ImpactReport& report)
      : m_mechanism(mechanism), m_report(report), m_count(std::min(report.outcomes.size(), mostOutcomes)) {}

  /// How each outcome is reached.
  void addOrderings() {
    addRow(QStringLiteral("outcome"), [](const Outcome&, std::size_t i) { return QString::number(i + 1); });
    addRow(QStringLiteral("orderings"), [](const Outcome& outcome, std::size_t) {
      return outcome.orderings == 0 ? QStringLiteral("–") : formatCount(outcome.orderings.str());
    });
    const int mostContacts = contactsThatFit();
    addRow(QStringLiteral("example"), [&](const Outcome& outcome, std::size_t) {
      return wordText(contactNames(m_report.problem), outcome.example, mostContacts);
    });
    addRow(QStringLiteral("minimal"),
           [](const Outcome& outcome, std::size_t) { return yesNo(outcome.minimal); });
    if (m_report.gaps)
      addRow(QStringLiteral("probability"), [](const Outcome& outcome, std::size_t) {
        return formatNumber(outcome.probability->value) + QStringLiteral(" ± ") +
               formatNumber(outcome.probability->standardError, 2);
      });
    if (!m_report.problem.isElastic())
      addRow(QStringLiteral("ends"), [ends = m_report.ends](const Outcome& outcome, std::size_t) {
        return !outcome.cut    ? QStringLiteral("yes")
               : ends == false ? QStringLiteral("never: cut")
                               : QStringLiteral("cut");
      });
  }

  /// What each outcome is.
  void addNumbers() {
    addRow(QStringLiteral("|ΔE|/E"),
           [](const Outcome& outcome, std::size_t) { return formatNumber(outcome.relativeEnergyError, 2); });
    const double before = m_report.problem.metric().energy(m_report.problem.momentum());
    if (m_report.restitution || !m_report.problem.isElastic())
      addRow(QStringLiteral("energy loss (J)"), [before](const Outcome& outcome, std::size_t) {
        return formatBeside(before, outcome.energyLoss);
      });
    for (int i = 0; i < m_mechanism.dof(); ++i) {
      const Coordinate& coordinate = m_mechanism.coordinates()[static_cast<std::size_t>(i)];
      addRow(QString::fromStdString(coordinate.name + " (" + coordinate.unit + "/s)"),
             [i](const Outcome& outcome, std::size_t) {
               return formatBeside(outcome.velocity.lpNorm<Eigen::Infinity>(), outcome.velocity[i]);
             });
    }
    for (int i = 0; i < m_report.problem.contactCount(); ++i)
      addRow(QStringLiteral("impulse %1 (N·s)").arg(contactName(m_report.problem, i)),
             [i](const Outcome& outcome, std::size_t) {
               return formatBeside(outcome.impulses.lpNorm<Eigen::Infinity>(), outcome.impulses[i]);
             });
    for (int i = 0; i < m_report.problem.contactCount(); ++i) addFriction(i);
  }

  QString text() const { return m_table.text(); }

 private:
  /// How many contacts of a word a cell has room for beside the other outcomes.
  int contactsThatFit() const {
    qsizetype longest = 1;
    for (const QString& name : contactNames(m_report.problem)) longest = std::max(longest, name.size());
    constexpr qsizetype labels = 25, ends = 9;  // columns of the labels, and of "… name (12)" beside the name
    const qsizetype room =
        (static_cast<qsizetype>(textColumns) - labels) / static_cast<qsizetype>(m_count) - ends;
    return static_cast<int>(std::clamp<qsizetype>(room / (longest + 1), 2, mostCells));
  }
  void addFriction(int contact) {
    const auto& collision = m_report.problem.labels()[static_cast<std::size_t>(contact)].collision;
    for (Eigen::Index a = 0; collision && a < collision->tangents.rows(); ++a)
      addRow(
          QStringLiteral("friction %1%2 (N·s)")
              .arg(contactName(m_report.problem, contact), a == 0 ? QString() : QStringLiteral(", across")),
          [=](const Outcome& outcome, std::size_t) {
            return formatBeside(outcome.impulses.lpNorm<Eigen::Infinity>(), outcome.friction(contact, a));
          });
  }
  template <typename Cell>
  void addRow(const QString& label, const Cell& cellOf) {
    QStringList row{label};
    for (std::size_t i = 0; i < m_count; ++i) row += cellOf(m_report.outcomes[i], i);
    m_table.add(row);
  }

  const Mechanism& m_mechanism;
  const ImpactReport& m_report;
  std::size_t m_count;
  TextTable m_table;
};

QString hullText(const ImpactReport& report, const Projection& projection) {
  const KineticMetric& metric = report.problem.metric();
  if (metric.norm(projection.momentum) <= 1e-9 * report.problem.momentumNorm()) return QStringLiteral("zero");
  if (projection.energyLoss <= 1e-14 * metric.energy(report.problem.momentum()))
    return QStringLiteral("keeps the energy");
  return QStringLiteral("loses %1 J").arg(formatNumber(projection.energyLoss));
}

}  // namespace

QString outcomesText(const Mechanism& mechanism, const ImpactReport& report, bool searched) {
  if (report.outcomes.empty()) return {};
  OutcomeTable table(mechanism, report);
  if (searched) table.addOrderings();
  table.addNumbers();
  QString text = '\n' + table.text();
  if (report.outcomes.size() > mostOutcomes)
    text += QStringLiteral("  … and %1 outcomes more: --json gives all\n")
                .arg(report.outcomes.size() - mostOutcomes);
  return text;
}

QString choiceText(const ImpactReport& report) {
  if (report.choice.nearest < 0) return {};
  return QStringLiteral(
             "\nNearest to p⁻: outcome %1. Projection of p⁻ on the outcomes' conic hull: %2; on their "
             "convex hull: %3.\n")
      .arg(report.choice.nearest + 1)
      .arg(hullText(report, report.choice.conic), hullText(report, report.choice.convex));
}

QString gapsText(const ImpactReport& report) {
  if (!report.gaps) return {};
  constexpr std::size_t mostOrderings = 8, mostExamples = 3;
  const GapReport& gaps = *report.gaps;
  const QStringList names = contactNames(report.problem);
  QString text = QStringLiteral("\nRandom gaps, %1: ").arg(counted(gaps.samples, "sample"));
  if (gaps.realisable.complete)
    text += QStringLiteral("%1 can happen").arg(counted(gaps.realisable.words.size(), "ordering"));
  else
    text += QStringLiteral("%1 seen").arg(counted(gaps.orderings.size(), "ordering"));
  if (const auto others = unrealisedOrderings(report); others && *others > 0) {
    QStringList examples;
    for (const Word& word : otherOrderings(*report.graph, gaps.realisable.words, mostExamples))
      examples += wordText(names, word, mostCells / 2);
    text += QStringLiteral(", %1 cannot (%2%3)")
                .arg(formatCount(others->str()), examples.join(QStringLiteral("; ")),
                     *others > mostExamples ? QStringLiteral("; …") : QString());
  }
  text += '\n';
  if (gaps.exactFirst && !report.problem.isFeasible())
    text += QStringLiteral("Exactly: %1 first with %2, %3 first with %4\n")
                .arg(names[0], formatNumber((*gaps.exactFirst)[0]), names[1],
                     formatNumber((*gaps.exactFirst)[1]));
  TextTable table;
  table.add({QStringLiteral("ordering"), QStringLiteral("probability"), QStringLiteral("±")});
  for (std::size_t i = 0; i < std::min(gaps.orderings.size(), mostOrderings); ++i)
    table.add({wordText(names, gaps.orderings[i].word, mostCells),
               formatNumber(gaps.orderings[i].probability),
               formatNumber(gaps.orderings[i].standardError, 2)});
  text += table.text();
  if (gaps.orderings.size() > mostOrderings)
    text += QStringLiteral("  … and %1: --json gives all\n")
                .arg(counted(gaps.orderings.size() - mostOrderings, "ordering"));
  return text;
}

}  // namespace carom
