#include "report_text.h"

#include <QStringList>

#include "impact_text.h"
#include "numbers.h"

namespace carom {

namespace {

/// Outcomes that fit beside each other on a terminal.
constexpr std::size_t mostOutcomes = 6;
constexpr int mostCells = 12;  ///< contacts of an example word

/// Rows of cells; the first column is set flush left, the others flush right.
class TextTable {
 public:
  void add(const QStringList& row) { m_rows += row; }

  QString text() const {
    QList<int> widths;
    for (const QStringList& row : m_rows)
      for (qsizetype i = 0; i < row.size(); ++i) {
        if (i == widths.size()) widths += 0;
        widths[i] = std::max(widths[i], static_cast<int>(row[i].size()));
      }
    QString text;
    for (const QStringList& row : m_rows) {
      QString line = QStringLiteral("  ");
      for (qsizetype i = 0; i < row.size(); ++i)
        line += i == 0 ? row[i].leftJustified(widths[i])
                       : QStringLiteral("   ") + row[i].rightJustified(widths[i]);
      text += line + '\n';
    }
    return text;
  }

 private:
  QList<QStringList> m_rows;
};

QString headline(const Scene& scene, const SceneInstance& instance) {
  QString text = QString::fromStdString(scene.name() + " — " + scene.title());
  if (!scene.source().empty()) text += QStringLiteral(" (%1)").arg(QString::fromStdString(scene.source()));
  QStringList values;
  for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
    const ParameterValue& parameter = instance.parameters[i];
    const ParameterSpec& spec = scene.parameters()[i];
    values += QString::fromStdString(parameter.name) + " = " +
              (spec.integer ? formatNumber(parameter.value, 1)
                            : formatQuantity(parameter.value, QString::fromStdString(spec.unit)));
  }
  return text + '\n' + values.join(QStringLiteral(", ")) + QStringLiteral("\n\n");
}

QString terminationText(const ImpactReport& report) {
  if (report.jammed()) return {};
  QString text = report.termination.coneHasInterior
                     ? QStringLiteral("Every ordering ends: distance to a jam ρ = %1")
                           .arg(formatNumber(report.termination.margin))
                     : QStringLiteral("Every ordering of this momentum ends, though the contacts can jam");
  return text + '\n';
}

/// ξ and the verdict of a search.
QString answerText(const ImpactReport& report) {
  if (report.problem.contactCount() == 0) return QStringLiteral("Nothing touches: no impact.\n");
  QString text;
  if (!report.jammed() && report.complete()) {
    text +=
        QStringLiteral("ξ = %1, %2: %3, %4, %5\n")
            .arg(formatNumber(report.indeterminacy.xi), verdict(report).word, orderingsText(report.orderings),
                 formatCount(std::to_string(report.outcomes.size())) +
                     (report.outcomes.size() == 1 ? QStringLiteral(" outcome") : QStringLiteral(" outcomes")),
                 lengthsText(report));
  } else if (!report.jammed()) {
    text += QStringLiteral("Not complete (%1): %2 states seen, %3 outcomes found, ξ between %4 and %5\n")
                .arg(QString::fromUtf8(toString(report.limit())),
                     formatCount(std::to_string(report.graph->nodeCount())),
                     formatCount(std::to_string(report.outcomes.size())),
                     formatNumber(report.indeterminacy.lower), formatNumber(report.indeterminacy.upper));
  }
  text += certificateText(report) + '\n' + terminationText(report);
  if (report.bounds && report.complete()) text += boundsText(report) + '\n';
  return text;
}

QString pathText(const ImpactReport& report, const PolicyPath& path) {
  QString text = certificateText(report) + '\n' + terminationText(report);
  if (report.jammed()) return text;
  text += QStringLiteral("Path: ") + wordText(contactNames(report.problem), path.word);
  if (path.limit != Limit::None)
    text += QStringLiteral(", cut short (%1)").arg(QString::fromUtf8(toString(path.limit)));
  return text + '\n';
}

QString contactsText(const ImpactProblem& problem) {
  TextTable table;
  table.add({QStringLiteral("contact"), QStringLiteral("c (√J)"), QStringLiteral("φ̇ (m/s)")});
  for (int i = 0; i < problem.contactCount(); ++i)
    table.add({contactName(problem, i), formatNumber(problem.contactCoordinates()[i]),
               formatNumber(problem.approachSpeed(i))});
  return '\n' + table.text();
}

QString yesNo(const std::optional<bool>& answer) {
  if (!answer) return QStringLiteral("not decided");
  return *answer ? QStringLiteral("yes") : QStringLiteral("no");
}

/// A number of a vector whose largest is `largest`: what rounding left of a zero is shown as one.
QString cell(double value, double largest) {
  constexpr double rounding = 1e-14;
  return formatNumber(std::abs(value) <= rounding * largest ? 0 : value);
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
    const int mostContacts = m_count > 2 ? mostCells / 2 : mostCells;
    addRow(QStringLiteral("example"), [&](const Outcome& outcome, std::size_t) {
      return wordText(contactNames(m_report.problem), outcome.example, mostContacts);
    });
    addRow(QStringLiteral("minimal"),
           [](const Outcome& outcome, std::size_t) { return yesNo(outcome.minimal); });
  }

  /// What each outcome is.
  void addNumbers() {
    addRow(QStringLiteral("|ΔE|/E"),
           [](const Outcome& outcome, std::size_t) { return formatNumber(outcome.relativeEnergyError, 2); });
    for (int i = 0; i < m_mechanism.dof(); ++i) {
      const Coordinate& coordinate = m_mechanism.coordinates()[static_cast<std::size_t>(i)];
      addRow(QString::fromStdString(coordinate.name + " (" + coordinate.unit + "/s)"),
             [i](const Outcome& outcome, std::size_t) {
               return cell(outcome.velocity[i], outcome.velocity.lpNorm<Eigen::Infinity>());
             });
    }
    for (int i = 0; i < m_report.problem.contactCount(); ++i)
      addRow(QStringLiteral("impulse %1 (N·s)").arg(contactName(m_report.problem, i)),
             [i](const Outcome& outcome, std::size_t) {
               return cell(outcome.impulses[i], outcome.impulses.lpNorm<Eigen::Infinity>());
             });
  }

  QString text() const { return m_table.text(); }

 private:
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

QString hullText(const ImpactReport& report, const Projection& projection) {
  const KineticMetric& metric = report.problem.metric();
  if (metric.norm(projection.momentum) <= 1e-9 * report.problem.momentumNorm()) return QStringLiteral("zero");
  if (projection.energyLoss <= 1e-14 * metric.energy(report.problem.momentum()))
    return QStringLiteral("keeps the energy");
  return QStringLiteral("loses %1 J").arg(formatNumber(projection.energyLoss));
}

/// What a rule would pick.
QString choiceText(const ImpactReport& report) {
  if (report.choice.nearest < 0) return {};
  return QStringLiteral(
             "\nNearest to p⁻: outcome %1. Projection of p⁻ on the outcomes' conic hull: %2; on their "
             "convex hull: %3.\n")
      .arg(report.choice.nearest + 1)
      .arg(hullText(report, report.choice.conic), hullText(report, report.choice.convex));
}

}  // namespace

std::string reportText(const Scene& scene, const SceneInstance& instance, const ImpactReport& report,
                       const PolicyPath* path) {
  QString text = headline(scene, instance);
  text += path ? pathText(report, *path) : answerText(report);
  if (report.problem.contactCount() > 0)
    text +=
        contactsText(report.problem) + outcomesText(*instance.mechanism, report, !path) + choiceText(report);
  return text.toStdString();
}

}  // namespace carom
