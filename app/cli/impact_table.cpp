#include "cli/impact_table.h"

#include <QStringList>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "cli/text_table.h"

namespace carom {

namespace {

/// Outcomes that fit beside each other on a terminal.
constexpr std::size_t mostOutcomes = 6;
constexpr int mostCells = 12;       ///< contacts of an example word
constexpr int longestPath = 1'000;  ///< that is written whole
constexpr int mostOfPath = 24;      ///< of a longer one

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
  if (!report.ends) return QStringLiteral("Not decided whether every ordering ends\n");
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

QString counted(std::size_t count, const char* one) {
  return formatCount(std::to_string(count)) + ' ' + QString::fromUtf8(one) +
         (count == 1 ? QString() : QStringLiteral("s"));
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
  return orderingsText(report.orderings) +
         (report.cut() ? QStringLiteral(" up to where they were cut, ") : QStringLiteral(", ")) +
         counted(report.outcomes.size(), "outcome") + QStringLiteral(", ") + lengthsText(report);
}

/// ξ where not every ordering was searched.
QString intervalText(const ImpactReport& report) {
  const QString why = report.sampled && report.limit() == Limit::None
                          ? QStringLiteral("Random orderings")
                          : QStringLiteral("Not complete (%1): %2 seen")
                                .arg(QString::fromUtf8(toString(report.limit())),
                                     counted(report.graph ? report.graph->nodeCount() : 1, "state"));
  return QStringLiteral("%1, %2 found, ξ between %3 and %4\n")
             .arg(why, counted(report.outcomes.size(), "outcome"), formatNumber(report.indeterminacy.lower),
                  upperText(report.indeterminacy)) +
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

/// Which orderings random gaps realise.
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

/// ξ and the verdict of a search.
QString answerText(const ImpactReport& report) {
  if (report.problem.contactCount() == 0) return QStringLiteral("Nothing touches: no impact.\n");
  QString text;
  if (!report.jammed() && report.complete())
    text += QStringLiteral("%1, %2: %3\n").arg(xiText(report), verdict(report).word, countsText(report));
  else if (!report.jammed())
    text += intervalText(report);
  text += certificateText(report) + '\n' + terminationText(report);
  if (report.bounds && report.complete() && report.problem.isElastic()) text += boundsText(report) + '\n';
  return text + sensitivityText(report) + lossText(report);
}

QString pathText(const ImpactReport& report, const PolicyPath& path) {
  QString text = certificateText(report) + '\n' + terminationText(report);
  if (report.jammed()) return text;
  text += QStringLiteral("Path: ") + wordText(contactNames(report.problem), path.word,
                                              std::ssize(path.word) > longestPath ? mostOfPath : longestPath);
  if (path.limit != Limit::None)
    text += QStringLiteral(", cut short (%1)").arg(QString::fromUtf8(toString(path.limit)));
  return text + '\n' + lossText(report);
}

QString contactsText(const ImpactProblem& problem) {
  TextTable table;
  QStringList head{QStringLiteral("contact"), QStringLiteral("c (√J)"), QStringLiteral("φ̇ (m/s)")};
  if (!problem.isElastic()) head << QStringLiteral("law") << QStringLiteral("e");
  table.add(head);
  for (int i = 0; i < problem.contactCount(); ++i) {
    QStringList row{contactName(problem, i), formatNumber(problem.contactCoordinates()[i]),
                    formatNumber(problem.approachSpeed(i))};
    const ContactLabel& label = problem.labels()[static_cast<std::size_t>(i)];
    if (!problem.isElastic())
      row << (label.collision ? QString::fromStdString(label.collision->law) : QStringLiteral("reflection"))
          << formatNumber(label.restitution);
    table.add(row);
  }
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
    if (m_report.restitution || !m_report.problem.isElastic())
      addRow(QStringLiteral("energy loss (J)"),
             [](const Outcome& outcome, std::size_t) { return formatNumber(outcome.energyLoss); });
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
    for (int i = 0; i < m_report.problem.contactCount(); ++i) addFriction(i);
  }

  QString text() const { return m_table.text(); }

 private:
  void addFriction(int contact) {
    const auto& collision = m_report.problem.labels()[static_cast<std::size_t>(contact)].collision;
    for (Eigen::Index a = 0; collision && a < collision->tangents.rows(); ++a)
      addRow(
          QStringLiteral("friction %1%2 (N·s)")
              .arg(contactName(m_report.problem, contact), a == 0 ? QString() : QStringLiteral(", across")),
          [=](const Outcome& outcome, std::size_t) {
            return cell(outcome.friction(contact, a), outcome.impulses.lpNorm<Eigen::Infinity>());
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
    text += contactsText(report.problem) + outcomesText(*instance.mechanism, report, !path) +
            choiceText(report) + gapsText(report);
  return text.toStdString();
}

std::string gradientText(const std::vector<XiDerivative>& gradient) {
  const auto cellOf = [](const std::optional<Slope>& slope) {
    // Below its own error a slope is a zero.
    return slope ? formatNumber(std::abs(slope->value) <= slope->error ? 0 : slope->value)
                 : QStringLiteral("–");
  };
  static constexpr const char* verdicts[] = {"", "corner: no derivative", "on one side only", "not found"};
  TextTable table;
  table.add({QStringLiteral("∂ξ/∂…"), QStringLiteral("value (SI)"), QStringLiteral("left"),
             QStringLiteral("right"), QString()});
  for (const XiDerivative& one : gradient)
    table.add({QString::fromStdString(one.parameter), cellOf(one.slope), cellOf(one.left), cellOf(one.right),
               QString::fromUtf8(verdicts[static_cast<int>(one.verdict)])});
  return ('\n' + table.text()).toStdString();
}

}  // namespace carom
