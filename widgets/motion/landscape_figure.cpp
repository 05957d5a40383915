#include "motion/landscape_figure.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/coordinate_symbol.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/plain_symbol.h"
#include "base/qt_text.h"
#include "common/theme.h"
#include "motion/empty_cell_words.h"
#include "plot/color_bar_item.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

constexpr int bands = 8;
constexpr std::size_t mostLabels = 8;
constexpr double extremeSize = 7, presentSize = 11;  ///< px, of their marks
/// The greatest |value| over the median from which colours follow the logarithm.
constexpr double mostSpread = 50;

double quantile(const std::vector<double>& rising, double share) {
  return rising[static_cast<std::size_t>(share * static_cast<double>(rising.size() - 1))];
}

std::vector<double> sizesOf(std::vector<double> values) {
  for (double& value : values) value = std::abs(value);
  std::ranges::sort(values);
  return values;
}

/// From dark to light, told apart by all eyes and in grey; where 0 is inside, from dark blue over grey to
/// light orange, so that grey tells its two ends apart, too.
QColor bandColor(double share, std::optional<double> zero) {
  const auto mix = [](const QColor& a, const QColor& b, double t) {
    return QColor::fromRgbF(static_cast<float>(a.redF() + t * (b.redF() - a.redF())),
                            static_cast<float>(a.greenF() + t * (b.greenF() - a.greenF())),
                            static_cast<float>(a.blueF() + t * (b.blueF() - a.blueF())));
  };
  if (zero) {
    const double from = share < *zero ? (*zero - share) / *zero : (share - *zero) / (1 - *zero);
    return mix(QColor(0xa6, 0xa6, 0xa6), share < *zero ? QColor(0x00, 0x2f, 0x6c) : QColor(0xff, 0xd0, 0x66),
               std::clamp(0.12 + 0.88 * from, 0.0, 1.0));
  }
  const std::array stops{QColor(0x21, 0x2c, 0x5e), QColor(0x00, 0x72, 0xb2), QColor(0x2a, 0xa7, 0x9a),
                         QColor(0xb5, 0xc9, 0x5a), QColor(0xfb, 0xe8, 0x9a)};
  const double place = share * (stops.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  return mix(stops[first], stops[first + 1], place - static_cast<double>(first));
}

/// The group of two contacts with this m.
QString groupText(int m) {
  static const char* const names[] = {"A₁×A₁", "A₂", "B₂", "H₂", "G₂"};
  return QStringLiteral("%1, m = %2").arg(QString::fromUtf8(names[m - 2]), QString::number(m));
}

/// "gram", as the command line has it, without a pair or a model.
QString measureText(const Measure& measure) {
  const MeasureName* row = nameOf(measure);
  QString text = row ? q(std::string(row->name)) : q(measure.path);
  if (text.endsWith(QLatin1Char(':'))) text.chop(1);
  return text;
}

QString nameOf(const LandscapeAxis& axis) {
  return axis.isCoordinate ? axis.symbol : plainSymbol(axis.symbol);
}

/// Minima before maxima, and from below to above: A, B and C of [SM12 Fig. 2].
std::vector<LandscapeExtreme> inOrder(std::vector<LandscapeExtreme> extremes) {
  std::ranges::sort(extremes, {}, [](const LandscapeExtreme& extreme) {
    return std::tuple(extreme.isMaximum, extreme.at[1], extreme.at[0]);
  });
  return extremes;
}

/// Above a place and in its middle, or where that would lie beyond an edge, inwards.
Qt::Alignment sideWithin(const QCPRange& across, const QCPRange& up, double x, double y) {
  constexpr double near = 0.1;  // of the range: half of a label is narrower
  const double right = (x - across.lower) / across.size(), top = (y - up.lower) / up.size();
  return (right < near       ? Qt::AlignLeft
          : right > 1 - near ? Qt::AlignRight
                             : Qt::AlignHCenter) |
         (top > 1 - near ? Qt::AlignTop : Qt::AlignBottom);
}

LandscapeScale scaleOf(const QString& view, const std::vector<double>& rising) {
  const std::vector<double> sizes = sizesOf(rising);
  const bool spreads = !sizes.empty() && sizes.back() > mostSpread * quantile(sizes, 0.5);
  if (view.isEmpty()) return spreads ? LandscapeScale::SignedLog : LandscapeScale::Linear;
  const QString scale = QJsonDocument::fromJson(view.toUtf8())["scale"].toString();
  if (scale == QLatin1String("linear")) return LandscapeScale::Linear;
  if (scale == QLatin1String("clipped")) return LandscapeScale::Clipped;
  if (scale == QLatin1String("signed-log")) return LandscapeScale::SignedLog;
  throw FigureError("--view " + view.toStdString() +
                    ": expected {\"scale\": \"linear\", \"clipped\" or \"signed-log\"}");
}

}  // namespace

LandscapeFigure::LandscapeFigure(SnapshotPtr snapshot, std::shared_ptr<const Landscape> landscape,
                                 const QString& view)
    : m_snapshot(std::move(snapshot)), m_landscape(std::move(landscape)), m_view(view) {
  const std::vector<double> rising = risingValues();
  m_scale = scaleOf(view, rising);
  for (std::size_t a = 0; a < 2; ++a)
    m_axes[a] = landscapeAxis(*m_snapshot, m_landscape->table.over[a].name).value();
  if (rising.empty()) return;
  const double end = m_scale == LandscapeScale::Clipped ? 0.02 : 0;
  if (m_scale == LandscapeScale::SignedLog) m_unit = std::max(quantile(sizesOf(rising), 0.1), 1e-300);
  m_low = scaled(quantile(rising, end));
  m_high = scaled(quantile(rising, 1 - end));
}

/// Where nothing closes there is no impact, of which ξ would be 0.
std::optional<double> LandscapeFigure::valueOf(const Cell& cell) const {
  return nothingCloses(cell, m_landscape->table.measure) ? std::nullopt : cell.value;
}

std::vector<double> LandscapeFigure::risingValues() const {
  std::vector<double> values;
  for (const Cell& cell : m_landscape->table.points)
    if (const auto value = valueOf(cell)) values.push_back(*value);
  std::ranges::sort(values);
  return values;
}

QString LandscapeFigure::whyHatched() const {
  const auto& cells = m_landscape->table.points;
  const auto still = std::ranges::count_if(
      cells, [this](const Cell& cell) { return nothingCloses(cell, m_landscape->table.measure); });
  const auto empty = std::ranges::count_if(cells, [](const Cell& cell) { return !cell.value; });
  if (still > empty) return QObject::tr("hatched: %1").arg(verdictText(Verdict::NothingCloses));
  const EmptyCell why = usualReason(cells);
  const QString text = why == EmptyCell::Impossible ? QString() : emptyCellText(why);
  return text.isEmpty() ? QString() : QObject::tr("hatched: %1").arg(text);
}

QString LandscapeFigure::measureName() const {
  const Measure& measure = m_landscape->table.measure;
  if (measure.kind == Measure::Kind::Xi) return QStringLiteral("ξ");
  if (measure.kind == Measure::Kind::Gram) return QStringLiteral("G");
  if (measure.kind == Measure::Kind::Projection) return QStringLiteral("‖p*‖/‖p‖");
  return measureText(measure);
}

QString LandscapeFigure::title() const {
  return QObject::tr("%1 over %2 and %3 — %4")
      .arg(measureName(), nameOf(m_axes[0]), nameOf(m_axes[1]), q(m_snapshot->scene->title()));
}

FigureSource LandscapeFigure::source() const {
  FigureSource source{name(), m_snapshot, m_view};
  for (const SweepAxis& axis : m_landscape->table.over)
    source.over += QStringLiteral("%1=%2:%3:%4")
                       .arg(q(axis.name), plainNumber(axis.values.front(), QLocale::FloatingPointShortest),
                            plainNumber(axis.values.back(), QLocale::FloatingPointShortest),
                            QString::number(axis.values.size()));
  const Measure& measure = m_landscape->table.measure;
  source.measure = measureText(measure);
  if (!measure.pair[0].empty())
    source.measure += QStringLiteral(":%1:%2").arg(q(measure.pair[0]), q(measure.pair[1]));
  if (measure.kind == Measure::Kind::Distance)
    source.measure += QLatin1Char(':') + q(std::string(measure.model->name));
  return source;
}

QString LandscapeFigure::csv() const {
  const auto& over = m_landscape->table.over;
  QString text = csvField(q(over[0].name)) + QLatin1Char(',') + csvField(q(over[1].name)) + QLatin1Char(',') +
                 csvField(source().measure) + QLatin1Char('\n');
  const std::size_t rows = over[1].values.size();
  for (std::size_t i = 0; i < m_landscape->table.points.size(); ++i)
    text += csvNumber(over[0].values[i / rows]) + QLatin1Char(',') + csvNumber(over[1].values[i % rows]) +
            QLatin1Char(',') + csvNumber(m_landscape->table.points[i].value.value_or(NAN)) +
            QLatin1Char('\n');
  return text;
}

double LandscapeFigure::scaled(double value) const {
  if (m_scale != LandscapeScale::SignedLog) return value;
  return std::copysign(std::log10(1 + std::abs(value) / m_unit), value);
}

void LandscapeFigure::draw(StyledPlot& plot) const {
  plot.clearContent();
  const auto range = [&](std::size_t a) {
    const std::vector<double>& values = m_landscape->table.over[a].values;
    return QCPRange(values.front() / m_axes[a].factor, values.back() / m_axes[a].factor);
  };
  const auto steps = [&](std::size_t a) {
    return m_axes[a].unit == QLatin1String("deg") ? RoundTicker::Steps::Degrees : RoundTicker::Steps::Decimal;
  };
  plot.setAxis(plot.xAxis, range(0), steps(0));
  plot.setAxis(plot.yAxis, range(1), steps(1));
  const auto caption = [&](std::size_t a) {
    const QString unit = m_axes[a].unit == QLatin1String("deg") ? QStringLiteral("°") : m_axes[a].unit;
    const QString inUnit = unit.isEmpty() ? QString() : QStringLiteral("(%1)").arg(unit);
    if (!m_axes[a].isCoordinate) return AxisCaption{m_axes[a].symbol, inUnit};
    const QString symbol = coordinateSymbol(m_axes[a].symbol);
    return symbol.isEmpty() ? AxisCaption{{}, m_axes[a].symbol + ' ' + inUnit} : AxisCaption{symbol, inUnit};
  };
  plot.setCaptions(caption(0), caption(1));
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) axis->grid()->setVisible(false);
  drawBands(plot);
  TakenPlaces* taken = drawCurves(plot);
  drawMarks(plot, taken);
}

PlaneValues LandscapeFigure::planeValues() const {
  PlaneValues values;
  for (const double x : m_landscape->table.over[0].values) values.x.push_back(x / m_axes[0].factor);
  for (const double y : m_landscape->table.over[1].values) values.y.push_back(y / m_axes[1].factor);
  for (const Cell& cell : m_landscape->table.points) {
    const auto value = valueOf(cell);
    values.value.push_back(value ? scaled(*value) : NAN);
  }
  return values;
}

void LandscapeFigure::drawBands(StyledPlot& plot) const {
  if (risingValues().empty() || !(m_low < m_high)) return drawOneValue(plot);
  // Where 0 is inside, it is a border of two bands.
  const bool hasZero = m_low < 0 && m_high > 0;
  const double zero = hasZero ? -m_low / (m_high - m_low) : 0;
  const int below = hasZero ? std::clamp(qRound(bands * zero), 1, bands - 1) : 0;
  const auto level = [&](int k) {
    const double least = hasZero ? 0 : m_low;  // of the bands that are not below 0
    return k < below ? m_low * (below - k) / below : least + (m_high - least) * (k - below) / (bands - below);
  };
  QVector<double> levels;
  QVector<QColor> colors;
  QVector<double> borders;
  for (int k = 0; k < bands; ++k) {
    levels.push_back(k == 0 ? -INFINITY : level(k));
    borders.push_back(level(k));
    const double middle =
        ((level(k) + (k + 1 < bands ? level(k + 1) : m_high)) / 2 - m_low) / (m_high - m_low);
    colors.push_back(
        bandColor(std::isfinite(middle) ? middle : 0.5, hasZero ? std::optional(zero) : std::nullopt));
  }
  borders.push_back(m_high);
  new IsobandItem(&plot, planeValues(), std::move(levels), colors);
  new ColorBarItem(&plot, std::move(borders), std::move(colors),
                   {m_scale == LandscapeScale::SignedLog, m_unit});
  LegendEntry name{measureName(), theme::quietInk(), LegendEntry::Mark::None};
  if (name.text.size() == 1) name.math = std::exchange(name.text, QString());  // a symbol: G, ξ
  std::vector<LegendEntry> entries{std::move(name)};
  if (const QString why = whyHatched(); !why.isEmpty())
    entries.insert(entries.begin(), {why, theme::quietInk(), LegendEntry::Mark::None});
  plot.header()->setEntries(std::move(entries));
}

/// Nothing has a value, or all have the same: there are no levels.
void LandscapeFigure::drawOneValue(StyledPlot& plot) const {
  const std::vector<double> rising = risingValues();
  new IsobandItem(&plot, planeValues(), {-INFINITY}, {bandColor(0.5, std::nullopt)});
  const bool hasGaps = rising.size() < m_landscape->table.points.size();
  const QString said =
      rising.empty() ? QObject::tr("%1 has no value here").arg(measureName())
      : hasGaps ? QObject::tr("%1 = %2 where it is known").arg(measureName(), formatNumber(rising.front(), 4))
                : QObject::tr("%1 = %2 everywhere").arg(measureName(), formatNumber(rising.front(), 4));
  std::vector<LegendEntry> entries{{said, theme::quietInk(), LegendEntry::Mark::None}};
  if (const QString why = whyHatched(); !why.isEmpty())
    entries.push_back({why, theme::quietInk(), LegendEntry::Mark::None});
  plot.header()->setEntries(std::move(entries));
}

/// The places that labels have.
TakenPlaces* LandscapeFigure::drawCurves(StyledPlot& plot) const {
  const PlotStyle& style = plot.plotStyle();
  static constexpr Qt::PenStyle lines[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine,
                                           Qt::DashDotDotLine};
  // Of the range: labels of curves with different m stand at different heights.
  const auto heightOf = [](int m) { return 0.18 * (m % 2 == 1 ? m - 1 : 2 - m) / 2; };
  for (const UniqueCurve& unique : m_landscape->curves) {
    auto* curve = new QCPCurve(plot.xAxis, plot.yAxis);
    curve->setPen(style.pen(theme::ink(), PlotStyle::lineWidth, lines[unique.m - 2]));
    QVector<double> t, x, y;
    for (const PlanePoint& at : unique.points) {
      t.push_back(static_cast<double>(t.size()));
      x.push_back(at[0] / m_axes[0].factor);
      y.push_back(at[1] / m_axes[1].factor);
    }
    curve->setData(t, x, y, true);
  }
  auto* taken = new TakenPlaces(&plot);
  for (const LandscapeExtreme& extreme : m_landscape->extremes)
    taken->addMark({extreme.at[0] / m_axes[0].factor, extreme.at[1] / m_axes[1].factor}, extremeSize);
  taken->addMark({m_axes[0].present / m_axes[0].factor, m_axes[1].present / m_axes[1].factor}, presentSize);
  for (const UniqueCurve& unique : m_landscape->curves) {
    QVector<double> x, y;
    for (const PlanePoint& at : unique.points) {
      x.push_back(at[0] / m_axes[0].factor);
      y.push_back(at[1] / m_axes[1].factor);
    }
    auto* label = new FittedText(&plot);
    label->keepWithinAxes();
    label->setText(groupText(unique.m));
    label->setShorter(QStringLiteral("m = %1").arg(unique.m), 0.28);
    label->setFont(style.font(PlotStyle::smallText));
    label->setColor(theme::ink());
    label->setGround(style.paper ? QColor(Qt::white) : theme::panelGround());
    label->setPadding({style.px(5), 0, style.px(5), 0});
    // Beside the point of the curve that is nearest to the middle, those of odd m above it.
    const double height = plot.yAxis->range().center() + heightOf(unique.m) * plot.yAxis->range().size();
    const auto fromMiddle = [&](qsizetype i) {
      return std::hypot((x[i] - plot.xAxis->range().center()) / plot.xAxis->range().size(),
                        (y[i] - height) / plot.yAxis->range().size());
    };
    const auto hidesMark = [&](qsizetype i) {
      constexpr double wide = 0.55, high = 0.13;  // of the ranges: a label on a column of a journal
      const bool isRight = x[i] > plot.xAxis->range().center();
      return std::ranges::any_of(m_landscape->extremes, [&](const LandscapeExtreme& extreme) {
        const double across = (extreme.at[0] / m_axes[0].factor - x[i]) / plot.xAxis->range().size();
        const double up = (extreme.at[1] / m_axes[1].factor - y[i]) / plot.yAxis->range().size();
        return std::abs(up) < high && (isRight ? across < 0 && across > -wide : across > 0 && across < wide);
      });
    };
    qsizetype nearest = 0;
    for (qsizetype i = 0; i < x.size(); ++i)
      if (std::pair(hidesMark(i), fromMiddle(i)) < std::pair(hidesMark(nearest), fromMiddle(nearest)))
        nearest = i;
    const bool isRight = x[nearest] > plot.xAxis->range().center();
    const Qt::Alignment inwards = isRight ? Qt::AlignRight : Qt::AlignLeft,
                        outwards = isRight ? Qt::AlignLeft : Qt::AlignRight;
    label->setPositionAlignment(inwards | Qt::AlignVCenter);
    label->placeAmong(taken, {inwards | Qt::AlignBottom, inwards | Qt::AlignTop, outwards | Qt::AlignVCenter,
                              outwards | Qt::AlignBottom, outwards | Qt::AlignTop});
    label->position->setCoords(x[nearest], y[nearest]);
  }
  return taken;
}

void LandscapeFigure::drawMarks(StyledPlot& plot, TakenPlaces* taken) const {
  const PlotStyle& style = plot.plotStyle();
  const auto mark = [&](const QString& name, QCPScatterStyle::ScatterShape shape, const QPen& pen,
                        double size, const QVector<double>& x, const QVector<double>& y) {
    QCPGraph* graph = plot.addLine(name, {}, Qt::NoPen);
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle({shape, pen, QBrush(Qt::NoBrush), size * style.unit});
    graph->setData(x, y);
  };
  for (const bool isMaximum : {false, true}) {
    QVector<double> x, y;
    for (const LandscapeExtreme& extreme : m_landscape->extremes) {
      if (extreme.isMaximum != isMaximum) continue;
      x.push_back(extreme.at[0] / m_axes[0].factor);
      y.push_back(extreme.at[1] / m_axes[1].factor);
    }
    mark(isMaximum ? QStringLiteral("maxima") : QStringLiteral("minima"),
         isMaximum ? QCPScatterStyle::ssTriangle : QCPScatterStyle::ssTriangleInverted,
         style.pen(theme::ink(), 1), extremeSize, x, y);
  }
  const std::vector<LandscapeExtreme> extremes = inOrder(m_landscape->extremes);
  if (extremes.size() <= mostLabels)
    for (std::size_t i = 0; i < extremes.size(); ++i) {
      const LandscapeExtreme& extreme = extremes[i];
      const QString letter =
          extremes.size() > 1 ? QStringLiteral("%1: ").arg(QChar(u'A' + static_cast<int>(i))) : QString();
      auto* label = new FittedText(&plot);
      label->keepWithinAxes();
      label->setText(letter + (m_scale == LandscapeScale::SignedLog ? powerText(extreme.value)
                                                                    : formatNumber(extreme.value, 3)));
      label->setFont(style.font(PlotStyle::smallText));
      label->setColor(theme::ink());
      const double x = extreme.at[0] / m_axes[0].factor, y = extreme.at[1] / m_axes[1].factor;
      label->setPositionAlignment(sideWithin(plot.xAxis->range(), plot.yAxis->range(), x, y));
      label->setPadding({style.px(8), style.px(7), style.px(8), style.px(7)});
      label->setGround(style.paper ? QColor(Qt::white) : theme::panelGround());
      label->placeAmong(taken, {Qt::AlignHCenter | Qt::AlignBottom, Qt::AlignHCenter | Qt::AlignTop,
                                Qt::AlignLeft | Qt::AlignVCenter, Qt::AlignRight | Qt::AlignVCenter,
                                Qt::AlignLeft | Qt::AlignBottom, Qt::AlignRight | Qt::AlignBottom,
                                Qt::AlignLeft | Qt::AlignTop, Qt::AlignRight | Qt::AlignTop});
      if (!letter.isEmpty()) label->setShorter(letter.left(1));  // where there is no room for its value
      label->position->setCoords(x, y);
    }
  const QVector<double> x{m_axes[0].present / m_axes[0].factor}, y{m_axes[1].present / m_axes[1].factor};
  mark(QStringLiteral("present-rim"), QCPScatterStyle::ssCircle, style.pen(Qt::white, 4.4), presentSize, x,
       y);
  mark(QStringLiteral("present"), QCPScatterStyle::ssCircle, style.pen(theme::green, 2), presentSize, x, y);
}

}  // namespace carom
