#include "plot/pgf_items.h"

#include <cmath>

#include "figure/tex_text.h"
#include "plot/curve_notes.h"
#include "plot/plot_items.h"

namespace carom {

QByteArray pgfNumber(double value) {
  return std::isfinite(value) ? QByteArray::number(value, 'g', 12) : QByteArray("nan");
}

QByteArray pgfColor(const QColor& color) {
  return "{rgb,255:red," + QByteArray::number(color.red()) + ";green," + QByteArray::number(color.green()) +
         ";blue," + QByteArray::number(color.blue()) + '}';
}

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

namespace {

QByteArray axisPlace(const QPointF& at) {
  return "(axis cs:" + pgfNumber(at.x()) + ',' + pgfNumber(at.y()) + ')';
}

/// The place of a position in coordinates of the plot or in shares of the axes; empty for others.
QByteArray placeOf(const QCPItemPosition& position) {
  const auto share = QCPItemPosition::ptAxisRectRatio, plot = QCPItemPosition::ptPlotCoords;
  for (const auto type : {position.typeX(), position.typeY()})
    if (type != share && type != plot) return {};
  const double x = position.coords().x(), y = position.coords().y();
  const auto axis = [](double left, double up) { return "axis cs:" + pgfNumber(left) + ',' + pgfNumber(up); };
  if (position.typeX() == plot && position.typeY() == plot) return '(' + axis(x, y) + ')';
  // A coordinate of the other axis must be within its range, where that is logarithmic.
  const double someX = position.keyAxis()->range().lower, someY = position.valueAxis()->range().lower;
  const QByteArray across = position.typeX() == share ? "rel " + axis(x, 0) : axis(x, someY);
  const QByteArray upwards = position.typeY() == share ? "rel " + axis(0, 1 - y) : axis(someX, y);
  return "({" + across + "}|-{" + upwards + "})";
}

QByteArray anchorOf(Qt::Alignment alignment) {
  const QByteArray up = alignment.testFlag(Qt::AlignBottom) ? "south"
                        : alignment.testFlag(Qt::AlignTop)  ? "north"
                                                            : "";
  const QByteArray aside = alignment.testFlag(Qt::AlignRight)  ? "east"
                           : alignment.testFlag(Qt::AlignLeft) ? "west"
                                                               : "";
  const QByteArray anchor = up + (up.isEmpty() || aside.isEmpty() ? "" : " ") + aside;
  return anchor.isEmpty() ? "center" : anchor;
}

QByteArray wordsOf(const QCPItemText& words) {
  const QByteArray place = placeOf(*words.position);
  if (place.isEmpty() || words.text().isEmpty()) return {};
  return "\\node[inner sep=2bp,anchor=" + anchorOf(words.positionAlignment()) +
         ",text=" + pgfColor(words.color()) + "] at " + place + " {" + texText(words.text()) + "};\n";
}

QByteArray lineOf(const QCPItemLine& line, double pointsPerUnit) {
  const QByteArray from = placeOf(*line.start), to = placeOf(*line.end);
  if (!line.visible() || from.isEmpty() || to.isEmpty()) return {};
  return "\\draw[" + penKeys(line.pen(), pointsPerUnit) + "] " + from + " -- " + to + ";\n";
}

/// A disc of a fixed size around a point of the plot.
QByteArray discOf(const QCPItemPosition& centre, double radius, const QPen& pen, const QBrush& brush,
                  double pointsPerUnit) {
  const QByteArray place = placeOf(centre);
  if (place.isEmpty()) return {};
  return "\\draw[" + penKeys(pen, pointsPerUnit) +
         (brush.style() == Qt::NoBrush ? QByteArray() : ",fill=" + pgfColor(brush.color())) + "] " + place +
         " circle[radius=" + QByteArray::number(radius * pointsPerUnit, 'f', 2) + "bp];\n";
}

QByteArray discOf(const QCPItemEllipse& disc, double pointsPerUnit) {
  const auto* centre = dynamic_cast<const QCPItemPosition*>(disc.topLeft->parentAnchor());
  if (!disc.visible() || !centre) return {};
  return discOf(*centre, std::abs(disc.topLeft->coords().x()), disc.pen(), disc.brush(), pointsPerUnit);
}

QByteArray notesOf(const CurveNotes& notes, const StyledPlot& plot, double pointsPerUnit) {
  QByteArray text;
  const auto boxes = notes.boxes();
  const PlotStyle& style = plot.plotStyle();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const CurveNote& note = notes.notes()[i];
    if (note.ring)
      text += "\\draw[" + penKeys(style.pen(note.color, 1.5), pointsPerUnit) + ",fill=white] " +
              axisPlace(note.at) +
              " circle[radius=" + QByteArray::number(3 * style.unit * pointsPerUnit, 'f', 2) + "bp];\n";
    if (!boxes[i]) continue;
    const QPointF corner(plot.xAxis->pixelToCoord(boxes[i]->left()),
                         plot.yAxis->pixelToCoord(boxes[i]->bottom()));
    text += "\\node[anchor=south west,inner sep=0,text=" + pgfColor(note.color) + "] at " +
            axisPlace(corner) + " {" + (note.bold ? "\\bfseries " : "") + texText(note.text) + "};\n";
  }
  return text;
}

QByteArray marksOf(const TimeMarks& marks) {
  QByteArray text;
  for (const double time : marks.times())
    text += "\\draw ({axis cs:" + pgfNumber(time) + ",0}|-{rel axis cs:0,0}) -- ++(0pt,5bp);\n";
  return text;
}

}  // namespace

QByteArray pgfItems(const StyledPlot& plot, double pointsPerUnit) {
  QByteArray text;
  for (int i = 0; i < plot.itemCount(); ++i) {
    const auto* item = plot.item(i);
    if (const auto* notes = qobject_cast<const CurveNotes*>(item))
      text += notesOf(*notes, plot, pointsPerUnit);
    if (const auto* words = qobject_cast<const QCPItemText*>(item)) text += wordsOf(*words);
    if (const auto* marks = qobject_cast<const TimeMarks*>(item)) text += marksOf(*marks);
    if (const auto* line = qobject_cast<const QCPItemLine*>(item)) text += lineOf(*line, pointsPerUnit);
    if (const auto* disc = qobject_cast<const QCPItemEllipse*>(item)) text += discOf(*disc, pointsPerUnit);
    const auto* tracer = qobject_cast<const QCPItemTracer*>(item);
    if (tracer && tracer->visible() && tracer->style() == QCPItemTracer::tsCircle)
      text += discOf(*tracer->position, tracer->size() / 2, tracer->pen(), tracer->brush(), pointsPerUnit);
  }
  return text;
}

}  // namespace carom
