#include "cli/impact/impact_table.h"

#include <QStringList>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/touching_words.h"
#include "cli/impact/answer_text.h"
#include "cli/impact/outcome_table.h"
#include "cli/text_table.h"

namespace carom {

namespace {

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
  for (std::size_t i = 0; i < instance.derived.size(); ++i)
    values += QString::fromStdString(instance.derived[i].name) + " = " +
              formatQuantity(instance.derived[i].value, QString::fromStdString(scene.derived()[i].unit));
  text += '\n' + values.join(QStringLiteral(", "));
  if (instance.touching)
    text += QStringLiteral("\nso that contacts touch: ") + movesText(instance.touching->moved);
  if (instance.closing)
    text += QStringLiteral("\nso that loops close: ") + movesText(instance.closing->moved);
  return text + QStringLiteral("\n\n");
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

std::string sensitivityText(const OrderSensitivities& sensitivity) {
  QString text;
  TextTable table;
  const auto& all = sensitivity.all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const OrderSensitivity& one = all[i];
    if (i == 0 || all[i - 1].pair != one.pair) {
      table = {};
      table.add({QStringLiteral("%1 against %2, to first order, per SI unit")
                     .arg(QString::fromStdString(one.pair[1]), QString::fromStdString(one.pair[0])),
                 QStringLiteral("dG"), QStringLiteral("turn (rad)"), QStringLiteral("‖p*‖ (√J)"),
                 QStringLiteral("‖dp − dp′‖ per rad"), QStringLiteral("dξ at G = 0")});
    }
    table.add({QString::fromStdString(one.parameter), formatNumber(one.gramSlope), formatNumber(one.turn),
               formatNumber(one.orders[0].projectionNorm), formatNumber(one.difference),
               formatNumber(one.xiSlope)});
    if (i + 1 == all.size() || all[i + 1].pair != one.pair) text += '\n' + table.text();
  }
  for (const std::string& refused : sensitivity.refused)
    text += QStringLiteral("\nNo exact derivative by %1\n").arg(QString::fromStdString(refused));
  if (!sensitivity.none.empty())
    text += QStringLiteral("\nNo pair turns: %1\n").arg(QString::fromStdString(sensitivity.none));
  return text.toStdString();
}

}  // namespace carom
