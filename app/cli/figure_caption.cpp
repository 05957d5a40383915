#include "cli/figure_caption.h"

#include "base/figure_arguments.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "base/version.h"
#include "cli/text_table.h"

namespace carom {

namespace {

/// As many parameters as a caption names where none is chosen.
constexpr std::size_t mostParameters = 8;

/// "r_a = 28.6 mm".
QString parameterText(const ParameterSpec& spec, const ParameterValue& value) {
  const QString unit = unitLabel(q(spec.unit));
  const QString number = plainNumber(value.value / unitFactor(spec.unit), 6);
  const bool isAngle = unit == QStringLiteral("°");
  return q(spec.label.empty() ? spec.name : spec.label) + QStringLiteral(" = ") + number +
         (unit.isEmpty() || isAngle ? unit : QStringLiteral(" ") + unit);
}

QString parametersText(const Snapshot& snapshot) {
  const auto& specs = snapshot.scene->parameters();
  const bool areFew = specs.size() <= mostParameters;
  QStringList texts;
  for (const ChoiceSpec& choice : snapshot.scene->choices()) {
    const auto given = snapshot.assignments.find(choice.name);
    texts +=
        q(choice.name + ": " + (given == snapshot.assignments.end() ? choice.defaultOption : given->second));
  }
  for (std::size_t i = 0; i < specs.size(); ++i)
    if (areFew || specs[i].free || snapshot.assignments.contains(specs[i].name))
      texts += parameterText(specs[i], snapshot.instance.parameters[i]);
  return texts.join(QStringLiteral(", "));
}

/// What the impact gives: ξ, or the interval that holds it, and the numbers of outcomes and orderings.
QString resultText(const ImpactReport& report) {
  if (report.jammed()) return QStringLiteral("The impact jams: no ordering is known to end.");
  const Indeterminacy& xi = report.indeterminacy;
  if (!report.complete())
    return QStringLiteral("The search was cut: ξ is at least %1.").arg(formatRatio(xi.lower));
  return QStringLiteral("ξ = %1, %2.").arg(formatRatio(xi.xi), counted(report.outcomes.size(), "outcome"));
}

/// Rule, restitution and run as the command line has them.
QString rulesText(const Snapshot& snapshot) {
  FigureArguments arguments = argumentsOf(snapshot);
  arguments.remove("run");
  const QString settings = settingsText(arguments);
  return settings.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(settings);
}

}  // namespace

std::string figureCaption(const FigureOrder& order) {
  QString text = QString::fromUtf8(order.kind.description);
  if (text[0].unicode() < 128) text[0] = text[0].toUpper();  // ξ stays
  text += QStringLiteral(". ");
  if (order.snapshot) {
    const Snapshot& snapshot = *order.snapshot;
    text += q(snapshot.scene->title());
    if (const std::string& source = snapshot.scene->source(); !source.empty())
      text += QStringLiteral(" (%1)").arg(q(source));
    const QString parameters = parametersText(snapshot);
    text += (parameters.isEmpty() ? QString() : QStringLiteral(" with ") + parameters) + rulesText(snapshot) +
            QStringLiteral(". ");
    if (snapshot.report && snapshot.report->problem.contactCount() > 0)
      text += resultText(*snapshot.report) + QLatin1Char(' ');
  }
  for (std::size_t i = 0; i < order.panels.size(); ++i)
    text += QStringLiteral("(%1) ").arg(QChar(u'a' + static_cast<int>(i))) +
            q(figureCaption(order.panels[i])).section(QStringLiteral(" Computed by "), 0, 0) +
            QLatin1Char(' ');
  return (text + QStringLiteral("Computed by %1.\n").arg(programVersionAndCommit())).toStdString();
}

}  // namespace carom
