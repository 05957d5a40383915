#include "cli/figure/figure_caption.h"

#include <QFile>

#include "base/csv_text.h"
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
  return q(spec.symbol()) + QStringLiteral(" = ") + number +
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

QString sentence(QString text) {
  if (text[0].unicode() < 128) text[0] = text[0].toUpper();  // ξ stays
  return text + QStringLiteral(". ");
}

/// The table of a study that carom study plot wrote for its picture: see StudyFigure.
struct DrawnTable {
  QString scene;
  QStringList notes, columns, members;  ///< members: of a family of curves, by the second column
  bool hasBars = false, isFamily = false;
};

/// "r_a (mm)" without its unit.
QString symbolOf(const QString& column) {
  return column.section(QStringLiteral(" ("), 0, 0);
}

DrawnTable drawnTableOf(const QByteArray& data) {
  DrawnTable table;
  for (const QString& line : QString::fromUtf8(data).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
    const auto after = [&](const char* mark) {
      const QLatin1String head(mark);
      return line.startsWith(head) ? line.mid(head.size()) : QString();
    };
    if (!table.columns.isEmpty()) {
      if (!table.isFamily) break;
      if (const QString member = csvFields(line).value(1); !table.members.contains(member))
        table.members += member;
    } else if (!line.startsWith(QLatin1Char('#'))) {
      table.columns = csvFields(line);
    } else if (const QString note = after("# note: "); !note.isEmpty()) {
      table.notes += note;
    } else if (const QString scene = after("# scene: "); !scene.isEmpty()) {
      table.scene = scene;
    }
    table.isFamily |= line == QLatin1String("# family");
    table.hasBars |= line == QLatin1String("# bars");
  }
  return table;
}

QByteArray dataOf(const FigureOrder& order) {
  if (!order.dataText.isEmpty()) return order.dataText;
  QFile file(order.data);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// "ξ over θ and r_a at r_c = 40 mm. Billiard break (Seghete & Murphey 2014)."
QString studyText(const FigureOrder& order) {
  const DrawnTable table = drawnTableOf(dataOf(order));
  if (table.columns.size() < 2) return {};
  const QString over = symbolOf(table.columns[0]);
  QString text =
      symbolOf(table.hasBars ? table.columns[1] : table.columns.last()) + QStringLiteral(" over ") + over;
  if (table.isFamily)
    text += QStringLiteral(", curves: ") + table.members.join(QStringLiteral(", "));
  else if (table.hasBars)
    text += QStringLiteral(", with error bars");
  else if (table.columns.size() > 2)
    text += QStringLiteral(" and ") + symbolOf(table.columns[1]);
  for (const QString& note : table.notes) text += QStringLiteral("; ") + note;
  return sentence(text) + (table.scene.isEmpty() ? QString() : table.scene + QStringLiteral(". "));
}

}  // namespace

std::string figureCaption(const FigureOrder& order) {
  QString text;
  if (order.kind.name == std::string_view("study")) text = studyText(order);
  if (text.isEmpty() && order.panels.empty()) text = sentence(QString::fromUtf8(order.kind.description));
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
