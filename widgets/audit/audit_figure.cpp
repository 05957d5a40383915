#include "audit/audit_figure.h"

#include <QFileInfo>
#include <QTextStream>
#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/file_bytes.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "base/version.h"
#include "common/shown_audit.h"
#include "common/theme.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

constexpr std::array jumpVerdicts{JumpVerdict::Explained, JumpVerdict::Unexplained, JumpVerdict::Impossible,
                                  JumpVerdict::Undecided};

QCPScatterStyle::ScatterShape shapeOf(JumpVerdict verdict) {
  switch (verdict) {
    case JumpVerdict::Explained:
      return QCPScatterStyle::ssDisc;
    case JumpVerdict::Unexplained:
      return QCPScatterStyle::ssSquare;
    case JumpVerdict::Impossible:
      return QCPScatterStyle::ssTriangle;
    default:
      return QCPScatterStyle::ssCircle;
  }
}

}  // namespace

AuditFigure::AuditFigure(const QString& path)
    : AuditFigure(fileBytes(path, mostMeasurements), QFileInfo(path).fileName()) {}

AuditFigure::AuditFigure(QByteArray text, QString file)
    : m_text(text.replace("\r\n", "\n")), m_file(std::move(file)) {
  const auto refuse = [&](const QString& problem) {
    throw FigureError((m_file + QStringLiteral(": ") + problem).toStdString());
  };
  QTextStream lines(m_text);
  QString head = lines.readLine().trimmed();
  while (head.startsWith(QLatin1Char('#'))) head = lines.readLine().trimmed();
  const QStringList names = csvFields(head);
  const auto column = [&](const char* name) { return names.indexOf(QLatin1String(name)); };
  const qsizetype time = column("time"), energy = column("energy"), error = column("energy_error"),
                  verdict = column("verdict");
  if (std::min({time, energy, error, verdict}) < 0)
    refuse(QObject::tr("expected the jumps of `carom audit --csv`"));
  while (!lines.atEnd()) {
    const QStringList fields = csvFields(lines.readLine().trimmed());
    const auto number = [&](qsizetype at) { return readNumber(fields.value(at)).value_or(NAN); };
    const Row row{number(time), number(energy), number(error), fields.value(verdict)};
    if (std::isfinite(row.time) && std::isfinite(row.energy)) m_rows.push_back(row);
  }
  if (m_rows.empty()) refuse(QObject::tr("has no jumps"));
}

QString AuditFigure::title() const {
  return QObject::tr("Energy of the recorded jumps — %1").arg(m_file);
}

QString AuditFigure::provenance() const {
  return programVersionAndCommit() + QStringLiteral("; ") + m_file;
}

void AuditFigure::draw(StyledPlot& plot) const {
  plot.clearContent();
  double left = INFINITY, right = -INFINITY, low = 0, high = 0;
  for (const Row& row : m_rows) {
    const double error = std::isfinite(row.error) ? row.error : 0;
    left = std::min(left, row.time);
    right = std::max(right, row.time);
    low = std::min(low, row.energy - error);
    high = std::max(high, row.energy + error);
  }
  const double across = right > left ? 0.05 * (right - left) : 0.1, along = 0.12 * (high - low);
  plot.setAxis(plot.xAxis, {left - across, right + across}, RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, roundRange(low - along, high + along), RoundTicker::Steps::Decimal);
  plot.setCaptions({QStringLiteral("t"), QStringLiteral("(s)")},
                   {QStringLiteral("ΔE"), QStringLiteral("(J)")});
  const PlotStyle& style = plot.plotStyle();
  plot.addLine(QStringLiteral("kept"), {{left - across, right + across}, {0, 0}},
               style.pen(theme::quietInk(), 0.8, Qt::DashLine));
  std::vector<LegendEntry> legend;
  for (const JumpVerdict verdict : jumpVerdicts) {
    const QString word = q(std::string(nameOf(verdict)));
    const auto count = std::ranges::count(m_rows, word, &Row::verdict);
    if (count == 0) continue;
    addJumps(plot, word, verdictColor(verdict));
    legend.push_back({.text = QObject::tr("%1 (%2)").arg(verdictName(verdict)).arg(count),
                      .color = verdictColor(verdict),
                      .marker = shapeOf(verdict)});
  }
  plot.header()->setEntries(std::move(legend));
}

void AuditFigure::addJumps(StyledPlot& plot, const QString& verdict, const QColor& color) const {
  const PlotStyle& style = plot.plotStyle();
  QVector<double> x, y, errors;
  for (const Row& row : m_rows) {
    if (row.verdict != verdict) continue;
    x += row.time;
    y += row.energy;
    errors += std::isfinite(row.error) ? row.error : 0;
  }
  const auto kind = *std::ranges::find_if(
      jumpVerdicts, [&](JumpVerdict one) { return q(std::string(nameOf(one))) == verdict; });
  QCPGraph* graph = plot.addLine(verdict, {}, Qt::NoPen);
  graph->setData(x, y, false);
  graph->setLineStyle(QCPGraph::lsNone);
  graph->setScatterStyle({shapeOf(kind), style.pen(color, 1), QBrush(color), 6 * style.unit});
  auto* bars = new WholeErrorBars(plot.xAxis, plot.yAxis);
  bars->setName(verdict + QStringLiteral(" errors"));
  bars->setDataPlottable(graph);
  bars->setData(errors, errors);
  bars->setPen(style.pen(color, 1));
  bars->setWhiskerWidth(5 * style.unit);
  bars->setSymbolGap(0);
}

}  // namespace carom
