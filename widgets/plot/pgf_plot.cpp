#include "plot/pgf_plot.h"

#include "base/number_format.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/tex_text.h"
#include "plot/cell_map_item.h"
#include "plot/isoband_item.h"
#include "plot/pgf_items.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

QByteArray markKeys(const QCPScatterStyle& style, double pointsPerUnit) {
  static const QHash<int, QByteArray> marks{{QCPScatterStyle::ssDisc, "*"},
                                            {QCPScatterStyle::ssCircle, "o"},
                                            {QCPScatterStyle::ssSquare, "square*"},
                                            {QCPScatterStyle::ssTriangle, "triangle*"},
                                            {QCPScatterStyle::ssDiamond, "diamond*"},
                                            {QCPScatterStyle::ssCross, "x"},
                                            {QCPScatterStyle::ssPlus, "+"},
                                            {QCPScatterStyle::ssStar, "asterisk"},
                                            {QCPScatterStyle::ssDot, "*"},
                                            {QCPScatterStyle::ssTriangleInverted, "triangle*"},
                                            {QCPScatterStyle::ssPlusCircle, "oplus"},
                                            {QCPScatterStyle::ssCrossCircle, "otimes"}};
  const QByteArray mark = marks.value(style.shape(), "none");
  if (mark == "none") return "mark=none";
  const QColor color = style.isPenDefined() ? style.pen().color() : QColor(Qt::black);
  const QColor fill = style.brush().style() == Qt::NoBrush ? QColor(Qt::white) : style.brush().color();
  return "mark=" + mark + ",mark size=" + QByteArray::number(0.5 * style.size() * pointsPerUnit, 'f', 2) +
         "bp,mark options={solid,draw=" + pgfColor(color) + ",fill=" + pgfColor(fill) +
         (style.shape() == QCPScatterStyle::ssTriangleInverted ? ",rotate=180}" : "}");
}

/// A curve, area or row of bars.
struct PgfCurve {
  QVector<double> x, y;
  QByteArray keys;
  bool isArea = false;  ///< closed along the axis
};

QByteArray fillKeys(const QBrush& brush) {
  return "draw=none,fill=" + pgfColor(brush.color());
}

PgfCurve curveOf(const QCPGraph& graph, double pointsPerUnit) {
  PgfCurve curve;
  for (const QCPGraphData& point : *graph.data()) {
    curve.x += point.key;
    curve.y += point.value;
  }
  curve.isArea = graph.brush().style() != Qt::NoBrush;
  if (curve.isArea) {
    curve.keys = fillKeys(graph.brush());
    return curve;
  }
  curve.keys = penKeys(graph.pen(), pointsPerUnit) + ',' + markKeys(graph.scatterStyle(), pointsPerUnit);
  if (graph.scatterSkip() > 0) curve.keys += ",mark repeat=" + QByteArray::number(graph.scatterSkip() + 1);
  return curve;
}

PgfCurve curveOf(const QCPCurve& way, double pointsPerUnit) {
  PgfCurve curve;
  for (const QCPCurveData& point : *way.data()) {
    curve.x += point.key;
    curve.y += point.value;
  }
  curve.keys = penKeys(way.pen(), pointsPerUnit) + ',' + markKeys(way.scatterStyle(), pointsPerUnit);
  return curve;
}

PgfCurve curveOf(const QCPBars& bars) {
  const bool areUpright = bars.keyAxis()->orientation() == Qt::Horizontal;
  PgfCurve curve;
  for (const QCPBarsData& bar : *bars.data()) {
    (areUpright ? curve.x : curve.y) += bar.key;
    (areUpright ? curve.y : curve.x) += bar.value;
  }
  curve.keys = QByteArray(areUpright ? "ybar" : "xbar") +
               ",bar shift=0pt,bar width=" + pgfNumber(bars.width()) + ',' + fillKeys(bars.brush());
  const bool isStacked = bars.barBelow() || bars.barAbove();
  if (isStacked) curve.keys += QByteArray(",stack plots=") + (areUpright ? 'y' : 'x');
  return curve;
}

/// Filled bands and cells are no curves.
bool hasBands(const StyledPlot& plot) {
  for (int i = 0; i < plot.itemCount(); ++i)
    if (qobject_cast<const IsobandItem*>(plot.item(i)) || qobject_cast<const CellMapItem*>(plot.item(i)))
      return true;
  return false;
}

/// The curves, areas and bars; empty where the plot has something else.
std::optional<std::vector<PgfCurve>> curvesOf(const StyledPlot& plot, double pointsPerUnit) {
  std::vector<PgfCurve> curves;
  for (int i = 0; i < plot.plottableCount(); ++i) {
    // The access of QCustomPlot is not constant.
    const QCPAbstractPlottable* plottable = const_cast<StyledPlot&>(plot).plottable(i);
    if (const auto* graph = qobject_cast<const QCPGraph*>(plottable))
      curves.push_back(curveOf(*graph, pointsPerUnit));
    else if (const auto* way = qobject_cast<const QCPCurve*>(plottable))
      curves.push_back(curveOf(*way, pointsPerUnit));
    else if (const auto* bars = qobject_cast<const QCPBars*>(plottable))
      curves.push_back(curveOf(*bars));
    else
      return std::nullopt;
  }
  std::erase_if(curves, [](const PgfCurve& curve) { return curve.x.isEmpty(); });
  return curves;
}

/// "x,y\\", then the points: LaTeX reads rows that end like this wherever the picture stands.
QByteArray rowsOf(const PgfCurve& curve) {
  QByteArray rows = "x,y\\\\\n";
  for (qsizetype i = 0; i < curve.x.size(); ++i)
    rows += pgfNumber(curve.x[i]) + ',' + pgfNumber(curve.y[i]) + "\\\\\n";
  return rows;
}

QByteArray captionText(const AxisCaption& caption) {
  const QString math =
      caption.math.isEmpty() ? QString() : QLatin1Char('$') + caption.math + QLatin1Char('$');
  return texLabel(math + (math.isEmpty() || caption.words.isEmpty() ? QString() : QStringLiteral(" "))) +
         texLabel(caption.words);
}

/// The entries of the legend, and where it stands.
struct PgfLegend {
  std::vector<LegendEntry> entries;
  QByteArray keys;
  int rowsAbove = 0;  ///< in the room above the axes
};
/// width: of the page (pt).
PgfLegend placedLegend(const StyledPlot& plot, double points, double width) {
  constexpr double markRoom = 3.5;  // sizes of the text
  for (int i = 0; i < plot.itemCount(); ++i)
    if (const auto* legend = qobject_cast<const LegendItem*>(plot.item(i)))
      return {legend->entries(), QByteArray("legend pos=") + (legend->isAtBottom() ? "south " : "north ") +
                                     (legend->isAtLeft() ? "west" : "east") +
                                     ",legend cell align=left,legend style={draw=none}"};
  const std::vector<LegendEntry>& entries = plot.header()->entries();
  const auto count = static_cast<int>(entries.size());
  // The columns of a legend are as wide as their widest entry.
  const auto isTooWide = [&](int columns) {
    double sum = 0;
    for (int column = 0; column < columns; ++column) {
      double widest = 0;
      for (int i = column; i < count; i += columns)
        widest = std::max(
            widest, theme::textWidth(entries[static_cast<std::size_t>(i)].words(), theme::textFont(points)));
      sum += widest + markRoom * points;
    }
    return sum > width;
  };
  int columns = std::max(1, count);
  while (columns > 1 && isTooWide(columns)) --columns;
  return {entries,
          "legend columns=" + QByteArray::number(columns) +
              ",legend style={at={(1,1.01)},anchor=south east,draw=none,fill=none}",
          (count + columns - 1) / columns};
}

QByteArray legendText(const std::vector<LegendEntry>& entries, double pointsPerUnit, const PlotStyle& style) {
  QByteArray legend;
  for (const LegendEntry& entry : entries) {
    QByteArray image = "empty legend";
    if (entry.mark == LegendEntry::Mark::Square)
      image = "only marks,mark=square*,draw=" + pgfColor(entry.color) + ",fill=" + pgfColor(entry.color);
    if (entry.mark == LegendEntry::Mark::Line) {
      QPen pen = style.pen(entry.color, PlotStyle::lineWidth, entry.line);
      if (!entry.dashes.isEmpty()) pen.setDashPattern(entry.dashes);
      image =
          penKeys(pen, pointsPerUnit) + ',' +
          markKeys(QCPScatterStyle(entry.marker, entry.color, entry.color, 5.5 * style.unit), pointsPerUnit);
    }
    legend +=
        "\\addlegendimage{" + image + "}\\addlegendentry{" +
        (entry.math.isEmpty() ? QByteArray() : texLabel(QLatin1Char('$') + entry.math + QLatin1Char('$'))) +
        (entry.text.contains(QLatin1Char('$')) ? texLabel(entry.text) : texText(entry.text)) + "}\n";
  }
  return legend;
}

/// The room for the numbers at the vertical axis and for its label (pt).
double leftRoom(const StyledPlot& plot, double points) {
  constexpr double ofLabel = 1.9, ofTicks = 1, wider = 1.2;  // sizes of the text; of the font of LaTeX
  double widest = 0;
  for (const QString& label : plot.yAxis->tickVectorLabels())
    widest = std::max(widest, theme::textWidth(label, theme::textFont(points)));
  const bool isLabelled = !(plot.yCaption().math + plot.yCaption().words).trimmed().isEmpty();
  return wider * widest + (ofTicks + (isLabelled ? ofLabel : 0)) * points;
}

/// The mathematics in place of the numbers of the vertical axis; null where there is none.
const MathTicks* mathTicksOf(const QCPAxis& axis) {
  QCustomPlot* plot = axis.parentPlot();
  if (&axis != plot->yAxis) return nullptr;
  for (int i = 0; i < plot->itemCount(); ++i)
    if (const auto* ticks = qobject_cast<const MathTicks*>(plot->item(i))) return ticks;
  return nullptr;
}

/// The ticks of the plot and what stands at them.
QByteArray tickKeys(const char* name, const QCPAxis& axis) {
  QByteArrayList places, labels;
  if (const MathTicks* math = mathTicksOf(axis)) {
    for (const auto& [place, text] : math->ticks()) {
      places += pgfNumber(place);
      labels += '{' + texLabel(QLatin1Char('$') + text + QLatin1Char('$')) + '}';
    }
  } else {
    for (const double place : axis.tickVector()) places += pgfNumber(place);
    for (const QString& label : axis.tickVectorLabels()) labels += '{' + texText(label) + '}';
  }
  const QByteArray tick = QByteArray(name) + "tick";
  return tick + "={" + places.join(',') + "}," + tick + "labels={" + labels.join(',') + "},";
}

QByteArray rangeKeys(const char* name, const QCPAxis& axis) {
  const QByteArray letter(name);
  return letter + "min=" + pgfNumber(axis.range().lower) + ',' + letter +
         "max=" + pgfNumber(axis.range().upper) +
         (axis.scaleType() == QCPAxis::stLogarithmic ? ',' + letter + "mode=log" : QByteArray()) + ',';
}

}  // namespace

std::optional<TexPicture> pgfPlot(const StyledPlot& plot, const QSizeF& sizeMm, const QString& title,
                                  double points, double pointsPerUnit) {
  const auto curves = curvesOf(plot, pointsPerUnit);
  if (!curves || hasBands(plot) || plot.hasNotice() || plot.yAxis2->visible()) return std::nullopt;
  const QSizeF size = sizeMm * pointsPerMm;
  const auto bp = [](double value) { return QByteArray::number(value, 'f', 2) + "bp"; };
  const double left = leftRoom(plot, points), bottom = 3.6 * points, right = 1.6 * points;
  const PgfLegend legend = placedLegend(plot, points, size.width());
  const double top = (title.isEmpty() ? 0.8 : 2.4) * points + 1.5 * points * legend.rowsAbove;
  const QByteArray font = "\\fontsize{" + bp(points) + "}{" + bp(1.2 * points) + "}\\selectfont";
  QByteArray text =
      "\\begin{tikzpicture}[font={" + font + "}]\n\\useasboundingbox (0,0) rectangle (" + bp(size.width()) +
      ',' + bp(size.height()) + ");\n\\begin{axis}[at={(" + bp(left) + ',' + bp(bottom) +
      ")},anchor=south west,scale only axis,width=" + bp(size.width() - left - right) +
      ",height=" + bp(size.height() - bottom - top) + ",\n" + rangeKeys("x", *plot.xAxis) +
      rangeKeys("y", *plot.yAxis) + tickKeys("x", *plot.xAxis) + tickKeys("y", *plot.yAxis) + "\nxlabel={" +
      captionText(plot.xCaption()) + "},ylabel={" + captionText(plot.yCaption()) + "},\nlabel style={font={" +
      font + "}},tick label style={font={" + font +
      "}},scaled ticks=false,axis lines=left,axis line style={-}" +
      (plot.yAxis->grid()->visible() ? ",ymajorgrids" : "") + ",grid style={black!12},\n" + legend.keys +
      ",legend style={font={" + font + "}},unbounded coords=jump,clip mode=individual]\n";
  for (std::size_t i = 0; i < curves->size(); ++i) {
    text += "\\addplot[forget plot," + (*curves)[i].keys + "] table[x=x,y=y,col sep=comma,row sep=\\\\]{" +
            rowsOf((*curves)[i]) + '}' + ((*curves)[i].isArea ? " \\closedcycle;\n" : ";\n");
  }
  text += legendText(legend.entries, pointsPerUnit, plot.plotStyle()) + pgfItems(plot, pointsPerUnit) +
          "\\end{axis}\n";
  if (!title.isEmpty())
    text += "\\node[anchor=north] at (" + bp(0.5 * size.width()) + ',' + bp(size.height()) + ") {" +
            texLabel(title) + "};\n";
  return TexPicture{"\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.14}\n", text + "\\end{tikzpicture}",
                    false};
}

}  // namespace carom
