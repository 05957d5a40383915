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

/// A plot in a part of a figure, as PlotFigure paints it.
class PartPlot {
 public:
  explicit PartPlot(const QRectF& area) : m_area(area) {}

  StyledPlot& plot() { return m_plot; }
  QMargins margins() { return m_plot.marginsAt(size()); }
  /// Between the left edge and the axes, and between these and the right edge.
  void keepSides(int left, int right) {
    const QMargins own = m_plot.axisRect()->minimumMargins();
    m_plot.axisRect()->setMinimumMargins({left, own.top(), right, own.bottom()});
  }
  void paint(QPainter& painter) {
    painter.save();
    painter.translate(m_area.topLeft());
    painter.scale(scale, scale);
    m_plot.drawTo(painter, size());
    painter.restore();
  }

 private:
  static constexpr double fine = 16, scale = 0.68 / fine;  // see PlotFigure
  QSize size() const { return (m_area.size() / scale).toSize(); }

  QRectF m_area;
  StyledPlot m_plot{{.unit = fine, .paper = true}};
};

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
    const QString parameter = slope[QLatin1String("parameter")].toString(),
                  symbol = slope[QLatin1String("symbol")].toString();
    m_bars.push_back({parameter, symbol, QStringLiteral("%1, %2").arg(pair[0].toString(), pair[1].toString()),
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
  const theme::PaperFonts size({}, {}, PlotStyle::smallText);
  QRectF first = area, second = area;
  if (isStacked(area.width())) {
    first.setHeight(barsHeight());
    second.setTop(first.bottom());
  } else if (!m_bars.empty()) {
    first.setWidth(barsShare * area.width());
    second.setLeft(first.right());
  }
  PartPlot distribution(second);
  drawDistribution(distribution.plot());
  if (!m_bars.empty()) {
    PartPlot bars(first);
    drawBars(bars.plot());
    if (isStacked(area.width())) {  // their axes line up
      const QMargins above = bars.margins(), below = distribution.margins();
      for (PartPlot* each : {&bars, &distribution})
        each->keepSides(std::max(above.left(), below.left()), std::max(above.right(), below.right()));
    }
    bars.paint(painter);
  }
  distribution.paint(painter);
}

/// Two plots beside each other have no room for their numbers in a column of a journal.
bool RobustFigure::isStacked(double width) const {
  constexpr double leastBeside = 340;  // pt: 120 mm
  return !m_bars.empty() && width < leastBeside;
}

/// Of the bars above the distribution (pt).
double RobustFigure::barsHeight() const {
  constexpr double aroundBars = 50, eachBar = 14;
  return aroundBars + eachBar * static_cast<double>(std::min(m_bars.size(), mostBars));
}

double RobustFigure::heightAt(double width) const {
  constexpr double stackedDistribution = 0.55;  // of the width
  return isStacked(width) ? barsHeight() + stackedDistribution * width : width * aspect();
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
  std::vector<std::pair<double, QString>> names;
  const auto plain = QSharedPointer<QCPAxisTickerText>::create();
  QVector<double> places, rising, falling;
  for (int i = 0; i < count; ++i) {
    const Bar& bar = m_bars[static_cast<std::size_t>(i)];
    places.push_back(count - i);
    rising.push_back(std::max(bar.spread, 0.0));
    falling.push_back(std::max(-bar.spread, 0.0));
    const QString pair = hasSeveralPairs() ? QStringLiteral(" (%1)").arg(bar.pair) : QString();
    names.emplace_back(count - i, bar.symbol + pair);
    plain->addTick(count - i, bar.parameter + pair);
  }
  // A document of an earlier version has no symbols.
  if (std::ranges::any_of(m_bars, [](const Bar& bar) { return bar.symbol.isEmpty(); }))
    plot.yAxis->setTicker(plain);
  else
    new MathTicks(&plot, std::move(names));
  plot.yAxis->grid()->setVisible(false);
  // Vermilion and blue are one grey in print.
  const QColor raises = theme::orange, lowers = theme::blue;
  for (const auto& [values, color] : {std::pair(rising, raises), std::pair(falling, lowers)}) {
    auto* bars = new QCPBars(plot.yAxis, plot.xAxis);
    bars->setData(places, values, true);
    bars->setWidth(0.6);
    bars->setPen(Qt::NoPen);
    bars->setBrush(color);
  }
  const QString pairs = hasSeveralPairs() ? QString() : QStringLiteral(" (%1)").arg(m_bars.front().pair);
  plot.setCaptions({{}, QObject::tr("change of $G$%1").arg(pairs)}, {});
  std::vector<LegendEntry> legend;
  const auto isAny = [](double value) { return value > 0; };
  if (std::ranges::any_of(rising, isAny)) legend.push_back({QObject::tr("raises $G$"), raises});
  if (std::ranges::any_of(falling, isAny)) legend.push_back({QObject::tr("lowers $G$"), lowers});
  plot.header()->setEntries(std::move(legend));
}

/// The share of the samples with no more than a value of ξ.
void RobustFigure::drawDistribution(StyledPlot& plot) const {
  plot.clearContent();
  double least = m_xi.front(), most = m_xi.back();
  for (const double marked : {m_q95, m_atDesign})
    if (std::isfinite(marked)) {
      least = std::min(least, marked);
      most = std::max(most, marked);
    }
  // A narrow distribution far from 0 would be a vertical line on an axis that begins there.
  constexpr double narrow = 0.5;
  plot.setAxis(plot.xAxis, roundRange(most - least < narrow * most ? least : 0, most > 0 ? most : 1),
               RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, QCPRange(0, 100), RoundTicker::Steps::Decimal);
  const PlotStyle& style = plot.plotStyle();
  Polyline line;
  for (std::size_t i = 0; i < m_xi.size(); ++i) {
    line.x.push_back(m_xi[i]);
    line.y.push_back(m_shares[i]);
  }
  plot.addLine(QStringLiteral("distribution"), line, style.pen(theme::blue, PlotStyle::lineWidth));
  std::vector<LegendEntry> legend;
  const auto mark = [&](const QString& what, double xi, const QColor& color, Qt::PenStyle stroke) {
    if (!std::isfinite(xi)) return;
    plot.addLine(what, {{xi, xi}, {0, 100}}, style.pen(color, 1.2, stroke));
    legend.push_back(
        {QStringLiteral("%1 %2").arg(what, formatNumber(xi, 3)), color, LegendEntry::Mark::Line, stroke});
  };
  mark(QObject::tr("95 %:"), m_q95, theme::vermilion, Qt::DashLine);
  mark(QObject::tr("design:"), m_atDesign, theme::green, Qt::DotLine);
  plot.setCaptions({QStringLiteral("ξ"), {}}, {{}, QObject::tr("samples with no more (%)")});
  plot.header()->setEntries(std::move(legend));
}

}  // namespace carom
