#include "motion/study_figure.h"

#include <QFile>
#include <QFileInfo>
#include <QTextStream>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/file_bytes.h"
#include "base/number_format.h"
#include "base/version.h"
#include "common/theme.h"
#include "plot/cell_map.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

/// The steps of a map's colours, all of which have room in its legend.
constexpr int colorSteps = 5;
/// Cells of a picture along one side; more of them are too small to be seen.
constexpr int mostCells = 600;

std::pair<double, double> rangeOfFinite(const QVector<double>& values) {
  double low = INFINITY, high = -INFINITY;
  for (const double value : values)
    if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  return low <= high ? std::pair(low, high) : std::pair(0.0, 1.0);
}

QVector<double> distinct(QVector<double> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

qsizetype nearest(const QVector<double>& sorted, double value) {
  const qsizetype above = std::ranges::lower_bound(sorted, value) - sorted.begin();
  if (above == sorted.size()) return above - 1;
  return above > 0 && value - sorted[above - 1] < sorted[above] - value ? above - 1 : above;
}

/// From dark to light, told apart by all eyes and in grey.
constexpr std::array<QRgb, colorSteps> mapColors{0xFF212C5E, 0xFF0072B2, 0xFF2AA79A, 0xFFB5C95A, 0xFFFBE89A};

/// The values, or as many of them in about equal steps as there are cells.
QVector<double> shownOf(const QVector<double>& values) {
  if (values.size() <= mostCells) return values;
  QVector<double> shown;
  for (int i = 0; i < mostCells; ++i)
    shown += values[nearest(values, std::lerp(values.front(), values.back(), i / (mostCells - 1.0)))];
  shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
  return shown;
}

}  // namespace

StudyFigure::StudyFigure(const QString& path) : m_file(QFileInfo(path).fileName()) {
  const auto refuse = [&](const QString& problem) {
    throw FigureError((path + QStringLiteral(": ") + problem).toStdString());
  };
  m_text = fileBytes(path, mostMeasurements).replace("\r\n", "\n");
  QTextStream lines(m_text);
  m_names = csvFields(lines.readLine().trimmed());
  if (m_names.size() != 2 && m_names.size() != 3)
    refuse(QObject::tr("expected one or two parameters and a measure, as `carom study plot` gives them"));
  m_columns.resize(static_cast<std::size_t>(m_names.size()));
  while (!lines.atEnd()) {
    const QStringList fields = csvFields(lines.readLine().trimmed());
    for (qsizetype i = 0; i < m_names.size(); ++i)
      m_columns[static_cast<std::size_t>(i)].push_back(readNumber(fields.value(i)).value_or(NAN));
  }
  if (m_columns[0].isEmpty()) refuse(QObject::tr("has no rows"));
}

QString StudyFigure::title() const {
  return isMap() ? QObject::tr("%1 over %2 and %3").arg(m_names[2], m_names[0], m_names[1])
                 : QObject::tr("%1 over %2").arg(m_names[1], m_names[0]);
}

FigureSource StudyFigure::source() const {
  return {name(), nullptr, {}, m_file, m_text};
}

QString StudyFigure::provenance() const {
  return programVersionAndCommit() + QStringLiteral("; ") + m_file;
}

QString StudyFigure::csv() const {
  QStringList names;
  for (const QString& name : m_names) names += csvField(name);
  QString text = names.join(QLatin1Char(',')) + QLatin1Char('\n');
  for (qsizetype row = 0; row < m_columns[0].size(); ++row)
    for (std::size_t i = 0; i < m_columns.size(); ++i)
      text += csvNumber(m_columns[i][row]) + QLatin1Char(i + 1 < m_columns.size() ? ',' : '\n');
  return text;
}

void StudyFigure::draw(StyledPlot& plot) const {
  plot.clearContent();
  if (isMap())
    drawMap(plot);
  else
    drawCurve(plot);
}

/// A line where the parameter rises from row to row, which breaks at empty cells; else points.
void StudyFigure::drawCurve(StyledPlot& plot) const {
  const QVector<double>&x = m_columns[0], &y = m_columns[1];
  const auto [left, right] = rangeOfFinite(x);
  const auto [low, high] = rangeOfFinite(y);
  plot.setAxis(plot.xAxis, left < right ? QCPRange(left, right) : roundRange(left, right),
               RoundTicker::Steps::Decimal);
  const bool isLine = std::ranges::is_sorted(x, std::less_equal<>());
  const double room = isLine ? 0 : 0.05 * (high - low);  // no point is on the edge
  plot.setAxis(plot.yAxis, roundRange(low - room, high + room), RoundTicker::Steps::Decimal);
  plot.setCaptions({{}, m_names[0]}, {{}, m_names[1]});
  const PlotStyle& style = plot.plotStyle();
  QCPGraph* graph = plot.addLine(QStringLiteral("measure"), {}, Qt::NoPen);
  graph->setData(x, y, isLine);
  if (isLine) {
    graph->setPen(style.pen(theme::blue, PlotStyle::lineWidth));
  } else {
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(
        {QCPScatterStyle::ssDisc, style.pen(theme::blue, 0.5), QBrush(theme::blue), 3 * style.unit});
  }
}

/// Each place has the colour of the nearest pair of values.
void StudyFigure::drawMap(StyledPlot& plot) const {
  PlaneValues cells{shownOf(distinct(m_columns[0])), shownOf(distinct(m_columns[1])), {}};
  cells.value.fill(NAN, cells.x.size() * cells.y.size());
  for (qsizetype row = 0; row < m_columns[0].size(); ++row)
    cells.value[nearest(cells.x, m_columns[0][row]) * cells.y.size() + nearest(cells.y, m_columns[1][row])] =
        m_columns[2][row];
  plot.setAxis(plot.xAxis, QCPRange(cells.x.front(), cells.x.back()), RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, QCPRange(cells.y.front(), cells.y.back()), RoundTicker::Steps::Decimal);
  plot.setCaptions({{}, m_names[0]}, {{}, m_names[1]});
  const auto [least, most] = rangeOfFinite(cells.value);
  const QCPRange range = roundRange(least, most);
  std::vector<LegendEntry> legend{{m_names[2], theme::quietInk(), LegendEntry::Mark::None}};
  QVector<double> levels;
  QVector<QColor> colors;
  for (int step = 0; step < colorSteps; ++step) {
    const double level = range.lower + step * range.size() / colorSteps;
    levels += step == 0 ? -INFINITY : level;
    colors += QColor::fromRgb(mapColors[static_cast<std::size_t>(step)]);
    legend.push_back({QStringLiteral("≥ %1").arg(plainNumber(level, 2)), colors.back()});
  }
  new CellMapItem(&plot, std::move(cells), std::move(levels), std::move(colors));
  plot.header()->setEntries(std::move(legend));
}

}  // namespace carom
