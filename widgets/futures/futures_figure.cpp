#include "futures/futures_figure.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "base/coordinate_symbol.h"
#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/file_bytes.h"
#include "base/number_format.h"
#include "base/version.h"
#include "common/theme.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

constexpr std::size_t mostSpreads = 4;

QVector<double> numbersOf(const QJsonValue& list) {
  QVector<double> numbers;
  for (const QJsonValue& one : list.toArray()) numbers += one.toDouble(NAN);
  return numbers;
}

/// The column of a list of rows.
QVector<double> columnOf(const QJsonValue& rows, qsizetype column) {
  QVector<double> numbers;
  for (const QJsonValue& row : rows.toArray()) numbers += row.toArray()[column].toDouble(NAN);
  return numbers;
}

/// The largest of the numbers that are known, at least 0.
double largestOf(const QVector<double>& values) {
  double most = 0;
  for (const double value : values)
    if (std::isfinite(value)) most = std::max(most, value);
  return most;
}

/// Equal curves, as of a symmetric break, show each other through their dashes.
constexpr std::array spreadLines{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DashDotDotLine};

const std::array<QColor, mostSpreads>& spreadColors() {
  static const std::array colors{theme::blue, theme::vermilion, theme::green, QColor(0xa0, 0x4a, 0x88)};
  return colors;
}

}  // namespace

FuturesFigure::FuturesFigure(const QString& path, const QString& view)
    : m_text(fileBytes(path, mostMeasurements)), m_file(QFileInfo(path).fileName()), m_view(view) {
  const QJsonObject all = QJsonDocument::fromJson(m_text).object();
  m_time = numbersOf(all[QLatin1String("times")]);
  m_entropy = numbersOf(all[QLatin1String("entropy")]);
  m_scene = all[QLatin1String("scene")].toString();
  m_count = all[QLatin1String("count")].toInteger();
  m_lost = all[QLatin1String("lost")].toDouble();
  const QJsonArray coordinates = all[QLatin1String("coordinates")].toArray();
  for (qsizetype i = 0; i < coordinates.size(); ++i) {
    const QJsonObject one = coordinates[i].toObject();
    m_spreads.push_back({one[QLatin1String("name")].toString(), one[QLatin1String("unit")].toString(),
                         columnOf(all[QLatin1String("mean")], i),
                         columnOf(all[QLatin1String("deviation")], i)});
  }
  const bool fits = std::ranges::all_of(m_spreads, [&](const Spread& spread) {
    return spread.mean.size() == m_time.size() && spread.deviation.size() == m_time.size();
  });
  if (m_time.size() < 2 || m_entropy.size() != m_time.size() || m_spreads.empty() || !fits)
    throw FigureError(
        (path + QStringLiteral(": ") + QObject::tr("expected the output of `carom futures --json`"))
            .toStdString());
  choose();
}

double FuturesFigure::Spread::most() const {
  return largestOf(deviation);
}

/// Keeps the coordinates of the view, or those that spread most.
void FuturesFigure::choose() {
  std::vector<Spread> chosen;
  for (const QJsonValue& name :
       QJsonDocument::fromJson(m_view.toUtf8())[QLatin1String("coordinates")].toArray()) {
    const auto found = std::ranges::find(m_spreads, name.toString(), &Spread::coordinate);
    if (found == m_spreads.end())
      throw FigureError("--view: the futures have no coordinate \"" + name.toString().toStdString() + '"');
    if (!chosen.empty() && chosen.front().unit != found->unit)
      throw FigureError("--view: " + found->coordinate.toStdString() + " has another unit than " +
                        chosen.front().coordinate.toStdString());
    chosen.push_back(*found);
  }
  if (chosen.empty() && !m_view.isEmpty()) throw FigureError("--view: expected {\"coordinates\": [NAME, …]}");
  if (chosen.empty()) {
    std::ranges::stable_sort(m_spreads, std::ranges::greater{}, &Spread::most);
    for (const Spread& spread : m_spreads)
      if (spread.unit == m_spreads.front().unit && chosen.size() < mostSpreads) chosen.push_back(spread);
  }
  chosen.resize(std::min(chosen.size(), mostSpreads));
  m_spreads = std::move(chosen);
}

QString FuturesFigure::title() const {
  return QObject::tr("%n futures of %1", nullptr, static_cast<int>(m_count)).arg(m_scene);
}

QString FuturesFigure::provenance() const {
  return programVersionAndCommit() + QStringLiteral("; ") + m_file;
}

QString FuturesFigure::csv() const {
  QString text = QStringLiteral("time,entropy");
  for (const Spread& spread : m_spreads)
    text += QStringLiteral(",%1,%2").arg(csvField("mean:" + spread.coordinate),
                                         csvField("deviation:" + spread.coordinate));
  text += QLatin1Char('\n');
  for (qsizetype i = 0; i < m_time.size(); ++i) {
    text += csvNumber(m_time[i]) + QLatin1Char(',') + csvNumber(m_entropy[i]);
    for (const Spread& spread : m_spreads)
      text +=
          QLatin1Char(',') + csvNumber(spread.mean[i]) + QLatin1Char(',') + csvNumber(spread.deviation[i]);
    text += QLatin1Char('\n');
  }
  return text;
}

void FuturesFigure::draw(StyledPlot& plot) const {
  plot.clearContent();
  double most = 0;
  for (const Spread& spread : m_spreads) most = std::max(most, spread.most());
  const double entropy = largestOf(m_entropy);
  plot.setAxis(plot.xAxis, QCPRange(m_time.front(), m_time.back()), RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, roundRange(0, most > 0 ? most : 1), RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis2, roundRange(0, entropy > 0 ? entropy : 1), RoundTicker::Steps::Decimal);
  plot.showRightAxis(true);
  const PlotStyle& style = plot.plotStyle();
  std::vector<LegendEntry> legend;
  const auto add = [&](const QString& name, QCPAxis* axis, const QVector<double>& values, const QColor& color,
                       Qt::PenStyle line) {
    QCPGraph* graph = plot.addGraph(plot.xAxis, axis);
    graph->setName(QString(name).remove(QLatin1Char('$')));
    graph->setPen(style.pen(color, PlotStyle::lineWidth, line));
    graph->setData(m_time, values, true);
    legend.push_back({name, color, LegendEntry::Mark::Line, line});
  };
  for (std::size_t k = 0; k < m_spreads.size(); ++k)
    add(coordinateWords(m_spreads[k].coordinate), plot.yAxis, m_spreads[k].deviation, spreadColors()[k],
        spreadLines[k]);
  add(QObject::tr("entropy, right (nat)"), plot.yAxis2, m_entropy, theme::ink(), Qt::DotLine);
  if (m_lost > 0)
    legend.insert(legend.begin(), {QObject::tr("probability %1 not followed").arg(formatNumber(m_lost, 2)),
                                   theme::quietInk(), LegendEntry::Mark::None});
  plot.setCaptions({QStringLiteral("t"), QStringLiteral("(s)")},
                   {{}, QObject::tr("standard deviation (%1)").arg(m_spreads.front().unit)});
  plot.header()->setEntries(std::move(legend));
}

}  // namespace carom
