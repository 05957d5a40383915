#include "design/robust_figure.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/file_bytes.h"
#include "base/number_format.h"
#include "base/version.h"
#include "common/theme.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

constexpr std::size_t mostBars = 12;
constexpr double barsShare = 0.5;  ///< of the width

/// Paints a plot into a part of a figure, as PlotFigure does.
template <typename Draw>
void paintPlot(QPainter& painter, const QRectF& area, const Draw& draw) {
  constexpr double fine = 16, scale = 0.68 / fine;  // see PlotFigure
  StyledPlot plot({.unit = fine, .paper = true});
  draw(plot);
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(scale, scale);
  plot.drawTo(painter, (area.size() / scale).toSize());
  painter.restore();
}

}  // namespace

RobustFigure::RobustFigure(const QString& path) : m_file(QFileInfo(path).fileName()) {
  const auto refuse = [&](const QString& problem) {
    throw FigureError((path + QStringLiteral(": ") + problem).toStdString());
  };
  m_text = fileBytes(path, mostMeasurements);
  const QJsonObject all = QJsonDocument::fromJson(m_text).object();
  const QJsonObject xi = all[QLatin1String("xi")].toObject();
  const QJsonArray percentiles = xi[QLatin1String("percentiles")].toArray();
  if (percentiles.size() < 2) refuse(QObject::tr("expected the output of `carom robust --json`"));
  m_scene = all[QLatin1String("scene")].toString();
  m_atDesign = xi[QLatin1String("at_design")].toDouble(NAN);
  m_q95 = xi[QLatin1String("q95")].toDouble(NAN);
  for (qsizetype i = 0; i < percentiles.size(); ++i) {
    m_shares.push_back(100.0 * static_cast<double>(i) / static_cast<double>(percentiles.size() - 1));
    m_xi.push_back(percentiles[i].toDouble());
  }
  for (const QJsonValue& value : all[QLatin1String("slopes")].toArray()) {
    const QJsonObject slope = value.toObject();
    const QJsonArray pair = slope[QLatin1String("pair")].toArray();
    m_bars.push_back({slope[QLatin1String("parameter")].toString(),
                      QStringLiteral("%1, %2").arg(pair[0].toString(), pair[1].toString()),
                      slope[QLatin1String("spread")].toDouble()});
  }
  std::ranges::stable_sort(m_bars, std::ranges::greater{},
                           [](const Bar& bar) { return std::abs(bar.spread); });
}

QString RobustFigure::title() const {
  return QObject::tr("The impact of %1 under tolerances").arg(m_scene);
}

FigureSource RobustFigure::source() const {
  return {name(), nullptr, {}, m_file, m_text};
}

QString RobustFigure::provenance() const {
  return programVersionAndCommit() + QStringLiteral("; ") + m_file;
}

QString RobustFigure::csv() const {
  QString text = QStringLiteral("part,name,pair,value\n");
  for (const Bar& bar : m_bars)
    text += QStringLiteral("change of G,%1,%2,%3\n")
                .arg(csvField(bar.parameter), csvField(bar.pair), csvNumber(bar.spread));
  for (std::size_t i = 0; i < m_xi.size(); ++i)
    text += QStringLiteral("share of samples,%1,,%2\n").arg(csvNumber(m_shares[i] / 100), csvNumber(m_xi[i]));
  return text;
}

void RobustFigure::paint(QPainter& painter, const QRectF& area) const {
  const bool hasBars = !m_bars.empty();
  const QRectF left(area.topLeft(), QSizeF((hasBars ? barsShare : 0) * area.width(), area.height()));
  if (hasBars) paintPlot(painter, left, [this](StyledPlot& plot) { drawBars(plot); });
  paintPlot(painter, QRectF(left.topRight(), area.bottomRight()),
            [this](StyledPlot& plot) { drawDistribution(plot); });
}

bool RobustFigure::hasSeveralPairs() const {
  return std::ranges::any_of(m_bars, [this](const Bar& bar) { return bar.pair != m_bars.front().pair; });
}

/// The largest changes of G, the greatest at the top.
void RobustFigure::drawBars(StyledPlot& plot) const {
  plot.clearContent();
  const auto count = static_cast<int>(std::min(m_bars.size(), mostBars));
  const double most = std::abs(m_bars.front().spread);
  plot.setAxis(plot.xAxis, QCPRange(0, most > 0 ? 1.05 * most : 1), RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, QCPRange(0.4, count + 0.6), RoundTicker::Steps::Whole);
  const auto names = QSharedPointer<QCPAxisTickerText>::create();
  QVector<double> places, rising, falling;
  for (int i = 0; i < count; ++i) {
    const Bar& bar = m_bars[static_cast<std::size_t>(i)];
    places.push_back(count - i);
    rising.push_back(std::max(bar.spread, 0.0));
    falling.push_back(std::max(-bar.spread, 0.0));
    names->addTick(count - i, hasSeveralPairs() ? QStringLiteral("%1 (%2)").arg(bar.parameter, bar.pair)
                                                : bar.parameter);
  }
  plot.yAxis->setTicker(names);
  plot.yAxis->grid()->setVisible(false);
  for (const auto& [values, color] : {std::pair(rising, theme::vermilion), std::pair(falling, theme::blue)}) {
    auto* bars = new QCPBars(plot.yAxis, plot.xAxis);
    bars->setData(places, values, true);
    bars->setWidth(0.6);
    bars->setPen(Qt::NoPen);
    bars->setBrush(color);
  }
  const QString pairs = hasSeveralPairs() ? QString() : QStringLiteral(" (%1)").arg(m_bars.front().pair);
  plot.setCaptions({{}, QObject::tr("change of G%1").arg(pairs)}, {});
  plot.header()->setEntries(
      {{QObject::tr("raises G"), theme::vermilion}, {QObject::tr("lowers G"), theme::blue}});
}

/// The share of the samples with no more than a value of ξ.
void RobustFigure::drawDistribution(StyledPlot& plot) const {
  plot.clearContent();
  const double most = m_xi.back();
  plot.setAxis(plot.xAxis, roundRange(0, most > 0 ? most : 1), RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, QCPRange(0, 100), RoundTicker::Steps::Decimal);
  const PlotStyle& style = plot.plotStyle();
  Polyline line;
  for (std::size_t i = 0; i < m_xi.size(); ++i) {
    line.x.push_back(m_xi[i]);
    line.y.push_back(m_shares[i]);
  }
  plot.addLine(QStringLiteral("distribution"), line, style.pen(theme::blue, PlotStyle::lineWidth));
  std::vector<LegendEntry> legend;
  const auto mark = [&](const QString& what, double xi, const QColor& color) {
    if (!std::isfinite(xi)) return;
    plot.addLine(what, {{xi, xi}, {0, 100}}, style.pen(color, 1.2, Qt::DashLine));
    legend.push_back({QStringLiteral("%1 %2").arg(what, formatNumber(xi, 3)), color, LegendEntry::Mark::Line,
                      Qt::DashLine});
  };
  mark(QObject::tr("95 %:"), m_q95, theme::vermilion);
  mark(QObject::tr("design:"), m_atDesign, theme::green);
  plot.setCaptions({QStringLiteral("ξ"), {}}, {{}, QObject::tr("samples with no more (%)")});
  plot.header()->setEntries(std::move(legend));
}

}  // namespace carom
