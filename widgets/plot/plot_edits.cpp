#include "plot/plot_edits.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "plot/color_bar_item.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

/// "$θ_{c}$ (degrees)" as mathematics and words; mathematics after words stays among them.
AxisCaption captionOf(const QString& label) {
  const QStringList parts = label.split(QLatin1Char('$'));
  if (parts.size() == 3 && parts[0].trimmed().isEmpty()) return {parts[1], parts[2].trimmed()};
  return {{}, label};
}

void setRange(StyledPlot& plot, QCPAxis* axis, const std::optional<FigureEdits::Range>& range) {
  if (!range || (axis->scaleType() == QCPAxis::stLogarithmic && !(range->low > 0))) return;
  axis->setRange(range->low, range->high);
  plot.fitTicks(plot.viewport().size());
}

constexpr std::array markers{QCPScatterStyle::ssDisc,     QCPScatterStyle::ssSquare,
                             QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond,
                             QCPScatterStyle::ssCross,    QCPScatterStyle::ssTriangleInverted,
                             QCPScatterStyle::ssPlus,     QCPScatterStyle::ssStar};

/// Dashes of the colours, in widths of the line.
QVector<double> dashesOf(std::size_t number) {
  static const std::array<QVector<double>, markers.size()> all{
      QVector<double>{}, {5, 2.4},           {5, 1.8, 1.2, 1.8}, {1.2, 1.8},
      {9, 2.4},          {9, 1.8, 1.2, 1.8}, {3, 1.5},           {5, 1.5, 1.2, 1.5, 1.2, 1.5}};
  return all[number];
}

bool isCurve(const QCPGraph& graph) {
  return graph.pen().style() != Qt::NoPen && graph.brush().style() == Qt::NoBrush && graph.dataCount() > 1;
}

/// The markers of a curve at the ends of the axes, whole: the frame cuts those of the curve itself.
class EdgeMarkers : public QCPAbstractItem {
 public:
  EdgeMarkers(QCustomPlot* plot, const QCPGraph* graph) : QCPAbstractItem(plot), m_graph(graph) {
    setClipToAxisRect(false);
  }
  double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override {
    const QCPScatterStyle style = m_graph->scatterStyle();
    const QRectF axes = m_graph->keyAxis()->axisRect()->rect();
    const double half = 0.5 * style.size(), rim = 1e-6 * axes.width();
    style.applyTo(painter, style.pen());
    int index = 0;
    for (auto point = m_graph->data()->constBegin(); point != m_graph->data()->constEnd(); ++point)
      if (index++ % (m_graph->scatterSkip() + 1) == 0) {
        const QPointF at = m_graph->coordsToPixels(point->key, point->value);
        if (axes.adjusted(-rim, -rim, rim, rim).contains(at) &&
            !axes.adjusted(half, half, -half, -half).contains(at))
          style.drawShape(painter, at);
      }
  }

 private:
  const QCPGraph* m_graph;
};

/// Whether two curves are one over a good part of their length.
bool coincide(const QCPGraph& a, const QCPGraph& b, double height) {
  constexpr double slack = 1e-4, part = 0.25;  // of the axis: below the width of a line; of the segments
  if (a.dataCount() != b.dataCount()) return false;
  int same = 0;
  bool wasSame = false;
  auto other = b.data()->constBegin();
  for (auto point = a.data()->constBegin(); point != a.data()->constEnd(); ++point, ++other) {
    if (point->key != other->key) return false;
    const bool isSame = std::abs(point->value - other->value) < slack * height;
    same += isSame && wasSame;  // curves that cross have a point in common, and no segment
    wasSame = isSame;
  }
  return same > part * (a.dataCount() - 1);
}

constexpr int marksOfCurve = 7;

/// The points of a curve that have its markers where it has many, about equally far apart. `phase`: 0 to 1,
/// different for curves beside each other, so that each of several that coincide shows its own.
std::vector<QCPGraphData> markedPoints(const QCPGraph& graph, double phase) {
  const QCPAxis& axis = *graph.keyAxis();
  const bool isLog = axis.scaleType() == QCPAxis::stLogarithmic;
  const auto along = [&](double key) { return isLog ? std::log(key) : key; };
  const double from = along(std::max(axis.range().lower, graph.data()->at(0)->key)),
               to = along(std::min(axis.range().upper, graph.data()->at(graph.dataCount() - 1)->key));
  std::vector<QCPGraphData> points;
  for (int i = 0; i < marksOfCurve; ++i) {
    const double place = std::lerp(from, to, (i + phase) / marksOfCurve);
    const auto nearest = std::ranges::min_element(*graph.data(), {}, [&](const QCPGraphData& point) {
      return std::isfinite(point.value) ? std::abs(along(point.key) - place) : INFINITY;
    });
    if (std::isfinite(nearest->value) && (points.empty() || points.back().key < nearest->key))
      points.push_back(*nearest);
  }
  return points;
}

/// Markers at some points of a curve, as a row of points of its own.
void addMarkers(StyledPlot& plot, const QCPGraph& curve, const QCPScatterStyle& style, double phase) {
  QCPGraph* marks = plot.addGraph(curve.keyAxis(), curve.valueAxis());
  marks->setName(curve.name());
  marks->setPen(Qt::NoPen);
  marks->setLineStyle(QCPGraph::lsNone);
  marks->setScatterStyle(style);
  QVector<double> keys, values;
  for (const QCPGraphData& point : markedPoints(curve, phase)) {
    keys += point.key;
    values += point.value;
  }
  marks->setData(keys, values, true);
}

/// Which of several curves lie on each other, the later above the earlier.
struct Layers {
  std::vector<std::ptrdiff_t> above;  ///< how many markers lie on those of a curve, one on the other
  std::vector<bool> hasBelow;
};
Layers layersOf(const std::vector<QCPGraph*>& curves) {
  Layers layers{std::vector<std::ptrdiff_t>(curves.size(), 0), std::vector<bool>(curves.size(), false)};
  for (std::size_t below = curves.size(); below-- > 0;)
    for (std::size_t i = below + 1; i < curves.size(); ++i)
      if (curves[i]->valueAxis() == curves[below]->valueAxis() &&
          curves[i]->pen().color() != curves[below]->pen().color() &&
          coincide(*curves[below], *curves[i], curves[below]->valueAxis()->range().size())) {
        layers.above[below] = std::max(layers.above[below], layers.above[i] + 1);
        layers.hasBelow[i] = true;
      }
  return layers;
}

/// The marker of one of several curves at all of its points, which are what was computed. Where curves
/// coincide, each below has a larger marker than those on it, and those above have a rim that parts them also
/// in grey.
QCPScatterStyle markerAtPoints(const Layers& layers, std::size_t index, const QCPScatterStyle& mark,
                               const QPen& rim) {
  constexpr double larger = 0.5;      // so that a quarter of the marker above is left beside it
  constexpr std::ptrdiff_t most = 2;  // a larger one would hide what is not its own
  const double size = mark.size() * (1 + larger * static_cast<double>(std::min(most, layers.above[index])));
  if (!layers.hasBelow[index]) return {mark.shape(), mark.pen(), mark.brush(), size};
  return {mark.shape(), rim, mark.brush(), size + 2 * rim.widthF()};
}

/// Whether each colour has dashes of its own.
bool dashesTellColors(const std::vector<QCPGraph*>& curves) {
  std::vector<std::pair<QRgb, QPen>> strokes;
  for (const QCPGraph* curve : curves) {
    QPen pen = curve->pen();
    const QRgb color = pen.color().rgb();
    pen.setColor(Qt::black);
    if (std::ranges::any_of(strokes, [&](const auto& other) {
          return other.first != color && other.second.style() == pen.style() &&
                 other.second.dashPattern() == pen.dashPattern();
        }))
      return false;
    strokes.emplace_back(color, pen);
  }
  return true;
}

/// Dashes tell curves of several colours apart, also in grey, where they mean nothing else yet. Markers do so
/// there, where curves lie on each other, and wherever the look asks for them.
void markCurves(StyledPlot& plot, bool withMarkers) {
  for (int i = 0; i < plot.itemCount(); ++i)
    if (dynamic_cast<const ColorBarItem*>(plot.item(i))) return;  // colours are values of a scale
  const PlotStyle& style = plot.plotStyle();
  std::vector<QCPGraph*> curves;
  std::vector<QRgb> colors;  // in the order in which they come
  bool plain = true;
  for (int i = 0; i < plot.graphCount(); ++i)
    if (QCPGraph* graph = plot.graph(i); isCurve(*graph)) {
      curves.push_back(graph);
      plain = plain && graph->pen().style() == Qt::SolidLine;
      if (std::ranges::find(colors, graph->pen().color().rgb()) == colors.end())
        colors.push_back(graph->pen().color().rgb());
    }
  if (colors.size() < 2 || (!withMarkers && dashesTellColors(curves))) return;
  const Layers layers = layersOf(curves);
  const bool marks =
      withMarkers || !plain || std::ranges::find(layers.hasBelow, true) != layers.hasBelow.end();
  std::vector<LegendEntry> entries = plot.header()->entries();
  for (std::size_t i = 0; i < curves.size(); ++i) {
    QCPGraph* graph = curves[i];
    QPen pen = graph->pen();
    const QColor color = pen.color();
    const auto which = static_cast<std::size_t>(std::ranges::find(colors, color.rgb()) - colors.begin());
    const std::size_t number = which % markers.size();
    const QVector<double> dashes = plain ? dashesOf(number) : QVector<double>();
    if (!dashes.isEmpty()) {
      pen.setDashPattern(dashes);
      graph->setPen(pen);
    }
    const QCPScatterStyle mark(markers[number], style.pen(color, 1), QBrush(color), 5.5 * style.unit);
    if (marks && graph->dataCount() < 2 * marksOfCurve)
      graph->setScatterStyle(markerAtPoints(layers, i, mark, style.pen(Qt::white, 1)));
    else if (marks)
      addMarkers(plot, *graph, mark, (static_cast<double>(which) + 0.5) / static_cast<double>(colors.size()));
    for (LegendEntry& entry : entries)
      if (entry.color.rgb() == color.rgb() && entry.mark != LegendEntry::Mark::None) {
        entry.mark = LegendEntry::Mark::Line;
        entry.dashes = dashes;
        if (marks) entry.marker = markers[number];
      }
  }
  plot.header()->setEntries(std::move(entries));
}

}  // namespace

void partCoincidingLines(StyledPlot& plot) {
  constexpr double dash = 3.5;  // widths of the line
  std::vector<const QCPGraph*> drawn;
  std::vector<LegendEntry> entries = plot.header()->entries();
  bool strokesMean = false;  // as in "x solid, y dashed"
  for (int i = 0; i < plot.graphCount(); ++i)
    strokesMean |= isCurve(*plot.graph(i)) && plot.graph(i)->pen().style() != Qt::SolidLine &&
                   std::ranges::none_of(entries, [&](const LegendEntry& entry) {
                     return !entry.dashes.isEmpty() && entry.color == plot.graph(i)->pen().color();
                   });
  for (int i = 0; i < plot.graphCount(); ++i) {
    QCPGraph* graph = plot.graph(i);
    if (!isCurve(*graph)) continue;
    const auto below = std::ranges::count_if(drawn, [&](const QCPGraph* other) {
      return other->valueAxis() == graph->valueAxis() &&
             coincide(*other, *graph, graph->valueAxis()->range().size());
    });
    drawn.push_back(graph);
    QPen pen = graph->pen();
    if (below == 0 || pen.style() != Qt::SolidLine) continue;
    pen.setDashPattern({dash, dash * static_cast<double>(below)});
    graph->setPen(pen);
    for (LegendEntry& entry : entries)
      if (!strokesMean && entry.color.rgb() == pen.color().rgb() && entry.mark == LegendEntry::Mark::Line)
        entry.dashes = {dash, dash};  // gaps that leave room for others are longer than its sample
  }
  plot.header()->setEntries(std::move(entries));
}

void applyEdits(StyledPlot& plot, const FigureStyle& style) {
  const FigureEdits& edits = style.edits;
  markCurves(plot, style.look.marks);
  for (int i = 0; i < plot.graphCount(); ++i)
    if (!plot.graph(i)->scatterStyle().isNone()) new EdgeMarkers(&plot, plot.graph(i));
  if (!edits.xLabel.isEmpty() || !edits.yLabel.isEmpty())
    plot.replaceCaptions(edits.xLabel.isEmpty() ? plot.xCaption() : captionOf(edits.xLabel),
                         edits.yLabel.isEmpty() ? plot.yCaption() : captionOf(edits.yLabel));
  setRange(plot, plot.xAxis, edits.x);
  setRange(plot, plot.yAxis, edits.y);
  if (edits.legend.isEmpty() || edits.legend == QLatin1String("above")) return;
  std::vector<LegendEntry> entries = plot.header()->entries();
  plot.header()->setEntries({});
  if (edits.legend != QLatin1String("none") && !entries.empty())
    new LegendItem(&plot, std::move(entries), edits.legend.startsWith(QLatin1String("bottom")),
                   edits.legend.endsWith(QLatin1String("left")));
}

}  // namespace carom
