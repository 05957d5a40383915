#include "plot/pgf_plot.h"

#include "base/number_format.h"
#include "figure/tex_text.h"
#include "plot/curve_notes.h"
#include "plot/isobands.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

QByteArray pgfNumber(double value) {
  return std::isfinite(value) ? QByteArray::number(value, 'g', 12) : QByteArray("nan");
}

QByteArray pgfColor(const QColor& color) {
  return "{rgb,255:red," + QByteArray::number(color.red()) + ";green," + QByteArray::number(color.green()) +
         ";blue," + QByteArray::number(color.blue()) + '}';
}

/// Colour, width and dashes.
QByteArray penKeys(const QPen& pen, double pointsPerUnit) {
  if (pen.style() == Qt::NoPen) return "draw=none";
  const double width = std::max(0.1, pen.widthF() * pointsPerUnit);
  QByteArray keys =
      "draw=" + pgfColor(pen.color()) + ",line width=" + QByteArray::number(width, 'f', 2) + "bp";
  if (pen.style() == Qt::SolidLine) return keys;
  keys += ",dash pattern=";
  bool on = true;
  for (const double dash : pen.dashPattern()) {
    keys += (on ? "on " : "off ") + QByteArray::number(dash * width, 'f', 2) + "bp ";
    on = !on;
  }
  return keys;
}

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

/// A curve of the plot.
struct PgfCurve {
  QVector<double> x, y;
  QByteArray keys;
};

/// Filled bands are no curves.
bool hasBands(const StyledPlot& plot) {
  for (int i = 0; i < plot.itemCount(); ++i)
    if (qobject_cast<const IsobandItem*>(plot.item(i))) return true;
  return false;
}

/// The curves; empty where the plot has something else.
std::optional<std::vector<PgfCurve>> curvesOf(const StyledPlot& plot, double pointsPerUnit) {
  std::vector<PgfCurve> curves;
  for (int i = 0; i < plot.plottableCount(); ++i) {
    PgfCurve curve;
    auto* plottable =
        const_cast<StyledPlot&>(plot).plottable(i);  // the access of QCustomPlot is not constant
    if (const auto* graph = qobject_cast<QCPGraph*>(plottable)) {
      if (graph->brush().style() != Qt::NoBrush) return std::nullopt;
      for (const QCPGraphData& point : *graph->data()) {
        curve.x += point.key;
        curve.y += point.value;
      }
      curve.keys =
          penKeys(graph->pen(), pointsPerUnit) + ',' + markKeys(graph->scatterStyle(), pointsPerUnit);
      if (graph->scatterSkip() > 0)
        curve.keys += ",mark repeat=" + QByteArray::number(graph->scatterSkip() + 1);
    } else if (const auto* way = qobject_cast<QCPCurve*>(plottable)) {
      for (const QCPCurveData& point : *way->data()) {
        curve.x += point.key;
        curve.y += point.value;
      }
      curve.keys = penKeys(way->pen(), pointsPerUnit) + ',' + markKeys(way->scatterStyle(), pointsPerUnit);
    } else {
      return std::nullopt;
    }
    if (!curve.x.isEmpty()) curves.push_back(std::move(curve));
  }
  return curves;
}

/// Columns x1, y1, x2, …; shorter ones end with nan, which PGFPlots passes over.
QByteArray dataOf(const std::vector<PgfCurve>& curves) {
  QByteArrayList head;
  qsizetype rows = 0;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const QByteArray number = QByteArray::number(static_cast<qulonglong>(i + 1));
    head << "x" + number << "y" + number;
    rows = std::max(rows, curves[i].x.size());
  }
  QByteArray data = head.join(',') + '\n';
  for (qsizetype row = 0; row < rows; ++row) {
    QByteArrayList line;
    for (const PgfCurve& curve : curves) {
      line << pgfNumber(row < curve.x.size() ? curve.x[row] : NAN);
      line << pgfNumber(row < curve.y.size() ? curve.y[row] : NAN);
    }
    data += line.join(',') + '\n';
  }
  return data;
}

QByteArray captionText(const AxisCaption& caption) {
  const QString math =
      caption.math.isEmpty() ? QString() : QLatin1Char('$') + caption.math + QLatin1Char('$');
  return texLabel(math + (math.isEmpty() || caption.words.isEmpty() ? QString() : QStringLiteral(" "))) +
         texText(caption.words);
}

/// The entries of the legend, and where it stands.
struct PgfLegend {
  std::vector<LegendEntry> entries;
  QByteArray keys;
  int rowsAbove = 0;  ///< in the room above the axes
};
PgfLegend placedLegend(const StyledPlot& plot) {
  for (int i = 0; i < plot.itemCount(); ++i)
    if (const auto* legend = qobject_cast<const LegendItem*>(plot.item(i)))
      return {legend->entries(), QByteArray("legend pos=") + (legend->isAtBottom() ? "south " : "north ") +
                                     (legend->isAtLeft() ? "west" : "east") +
                                     ",legend cell align=left,legend style={draw=none}"};
  constexpr int columns = 4;  // more of them are wider than a column of a page
  const auto count = static_cast<int>(plot.header()->entries().size());
  return {plot.header()->entries(),
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
    legend += "\\addlegendimage{" + image + "}\\addlegendentry{" + texText(entry.text) + "}\n";
  }
  return legend;
}

QByteArray axisPlace(const QPointF& at) {
  return "(axis cs:" + pgfNumber(at.x()) + ',' + pgfNumber(at.y()) + ')';
}

/// Words at points of the plot, and marks of impacts on the axis.
QByteArray itemsOf(const StyledPlot& plot) {
  QByteArray text;
  for (int i = 0; i < plot.itemCount(); ++i) {
    const auto* item = plot.item(i);
    if (const auto* notes = qobject_cast<const CurveNotes*>(item)) {
      for (const CurveNote& note : notes->notes())
        text += "\\node[anchor=south,text=" + pgfColor(note.color) + "] at " + axisPlace(note.at) + " {" +
                texText(note.text) + "};\n";
    } else if (const auto* words = qobject_cast<const QCPItemText*>(item)) {
      if (words->position->typeX() == QCPItemPosition::ptPlotCoords &&
          words->position->typeY() == QCPItemPosition::ptPlotCoords)
        text += "\\node[text=" + pgfColor(words->color()) + "] at " + axisPlace(words->position->coords()) +
                " {" + texText(words->text()) + "};\n";
    } else if (const auto* marks = qobject_cast<const TimeMarks*>(item)) {
      for (const double time : marks->times())
        text += "\\draw ({axis cs:" + pgfNumber(time) + ",0}|-{rel axis cs:0,0}) -- ++(0pt,5bp);\n";
    }
  }
  return text;
}

QByteArray rangeKeys(const char* name, const QCPAxis& axis) {
  const QByteArray letter(name);
  return letter + "min=" + pgfNumber(axis.range().lower) + ',' + letter +
         "max=" + pgfNumber(axis.range().upper) +
         (axis.scaleType() == QCPAxis::stLogarithmic ? ',' + letter + "mode=log" : QByteArray()) + ',';
}

}  // namespace

std::optional<TexPicture> pgfPlot(const StyledPlot& plot, const QSizeF& sizeMm, const QString& dataFile,
                                  const QString& title, double points, double pointsPerUnit) {
  const auto curves = curvesOf(plot, pointsPerUnit);
  if (!curves || hasBands(plot) || plot.hasNotice() || plot.yAxis2->visible()) return std::nullopt;
  const QSizeF size = sizeMm * pointsPerMm;
  const auto bp = [](double value) { return QByteArray::number(value, 'f', 2) + "bp"; };
  const double left = 5.2 * points, bottom = 3.6 * points, right = 1.6 * points;
  const PgfLegend legend = placedLegend(plot);
  const double top = (title.isEmpty() ? 0.8 : 2.4) * points + 1.5 * points * legend.rowsAbove;
  const QByteArray font = "\\fontsize{" + bp(points) + "}{" + bp(1.2 * points) + "}\\selectfont";
  QByteArray text =
      "\\begin{tikzpicture}[font={" + font + "}]\n\\useasboundingbox (0,0) rectangle (" + bp(size.width()) +
      ',' + bp(size.height()) + ");\n\\begin{axis}[at={(" + bp(left) + ',' + bp(bottom) +
      ")},anchor=south west,scale only axis,width=" + bp(size.width() - left - right) +
      ",height=" + bp(size.height() - bottom - top) + ",\n" + rangeKeys("x", *plot.xAxis) +
      rangeKeys("y", *plot.yAxis) + "\nxlabel={" + captionText(plot.xCaption()) + "},ylabel={" +
      captionText(plot.yCaption()) + "},\nlabel style={font={" + font + "}},tick label style={font={" + font +
      "},/pgf/number format/fixed},scaled ticks=false,axis lines=left,axis line style={-},ymajorgrids,grid "
      "style={black!12},\n" +
      legend.keys + ",legend style={font={" + font + "}},unbounded coords=jump,clip mode=individual]\n";
  for (std::size_t i = 0; i < curves->size(); ++i) {
    const QByteArray number = QByteArray::number(static_cast<qulonglong>(i + 1));
    text += "\\addplot[forget plot," + (*curves)[i].keys + "] table[x=x" + number + ",y=y" + number +
            ",col sep=comma]{" + dataFile.toUtf8() + "};\n";
  }
  text += legendText(legend.entries, pointsPerUnit, plot.plotStyle()) + itemsOf(plot) + "\\end{axis}\n";
  if (!title.isEmpty())
    text += "\\node[anchor=north] at (" + bp(0.5 * size.width()) + ',' + bp(size.height()) + ") {" +
            texLabel(title) + "};\n";
  return TexPicture{"\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.14}\n", text + "\\end{tikzpicture}",
                    dataOf(*curves)};
}

}  // namespace carom
