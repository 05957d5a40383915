#include "motion/study_figure.h"

#include <QFile>
#include <QFileInfo>
#include <QTextStream>
#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/number_format.h"
#include "base/version.h"
#include "common/theme.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

/// The steps of a map's colours, all of which have room in its legend.
constexpr int colorSteps = 5;
/// Cells of a picture along one side, where values are not in equal steps or too many to be seen.
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
QCPColorGradient mapColors() {
  QCPColorGradient gradient;
  gradient.setColorStops({{0, QColor(0x21, 0x2c, 0x5e)},
                          {0.25, QColor(0x00, 0x72, 0xb2)},
                          {0.5, QColor(0x2a, 0xa7, 0x9a)},
                          {0.75, QColor(0xb5, 0xc9, 0x5a)},
                          {1, QColor(0xfb, 0xe8, 0x9a)}});
  gradient.setLevelCount(colorSteps + 1);  // the last one begins at the end of the range
  gradient.setNanHandling(QCPColorGradient::nhTransparent);
  return gradient;
}

}  // namespace

StudyFigure::StudyFigure(const QString& path) : m_file(QFileInfo(path).fileName()) {
  const auto refuse = [&](const QString& problem) {
    throw FigureError((path + QStringLiteral(": ") + problem).toStdString());
  };
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) refuse(file.errorString());
  m_text = file.readAll();
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

/// Each pixel has the colour of the nearest pair of values.
void StudyFigure::drawMap(StyledPlot& plot) const {
  const QVector<double> xs = distinct(m_columns[0]), ys = distinct(m_columns[1]);
  const auto cell = [&](qsizetype i, qsizetype j) { return i * ys.size() + j; };
  QVector<double> values(xs.size() * ys.size(), NAN);
  for (qsizetype row = 0; row < m_columns[0].size(); ++row)
    values[cell(nearest(xs, m_columns[0][row]), nearest(ys, m_columns[1][row]))] = m_columns[2][row];
  const QCPRange xRange(xs.front(), xs.back()), yRange(ys.front(), ys.back());
  plot.setAxis(plot.xAxis, xRange, RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, yRange, RoundTicker::Steps::Decimal);
  plot.setCaptions({{}, m_names[0]}, {{}, m_names[1]});
  const auto [least, most] = rangeOfFinite(values);
  const QCPRange range = roundRange(least, most);
  auto* map = new QCPColorMap(plot.xAxis, plot.yAxis);
  map->data()->setSize(mostCells, mostCells);
  map->data()->setRange(xRange, yRange);
  for (int i = 0; i < mostCells; ++i)
    for (int j = 0; j < mostCells; ++j) {
      const double u = i / (mostCells - 1.0), v = j / (mostCells - 1.0);
      map->data()->setCell(i, j,
                           values[cell(nearest(xs, xRange.lower + u * xRange.size()),
                                       nearest(ys, yRange.lower + v * yRange.size()))]);
    }
  QCPColorGradient gradient = mapColors();
  map->setGradient(gradient);
  map->setInterpolate(false);
  map->setDataRange(range);
  std::vector<LegendEntry> legend{{m_names[2], theme::quietInk(), LegendEntry::Mark::None}};
  for (int step = 0; step < colorSteps; ++step) {
    const double share = static_cast<double>(step) / colorSteps;
    legend.push_back({QStringLiteral("≥ %1").arg(plainNumber(range.lower + share * range.size(), 2)),
                      QColor(gradient.color(share, QCPRange(0, 1)))});
  }
  plot.header()->setEntries(std::move(legend));
}

}  // namespace carom
