#include "outcomes/model_marks.h"

#include <QPainter>
#include <algorithm>
#include <array>

#include "common/mark_shape.h"
#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

namespace {

/// By number of the model.
constexpr std::array shapes{MarkShape{4, 0.125, 0}, MarkShape{3, 0, 0},    MarkShape{3, 0.5, 0},
                            MarkShape{4, 0, 0},     MarkShape{6, 0, 0},    MarkShape{5, 0, 0},
                            MarkShape{4, 0, 0.35},  MarkShape{5, 0, 0.45}, MarkShape{6, 0, 0.45}};

constexpr double markRadius = 5.5, legendLine = 15, legendText = 10;

double entryWidth(const ModelLegendEntry& entry, double unit) {
  return 25 * unit + theme::textWidth(entry.label, theme::textFont(legendText * unit));
}

/// Places the entries of a legend, one after the other, in lines of this width; `draw(entry, corner)` is
/// called for each. Returns the height.
template <class Draw>
double placeLegend(const std::vector<ModelLegendEntry>& entries, double width, double unit,
                   const Draw& draw) {
  double x = 0, y = 0;
  for (const ModelLegendEntry& entry : entries) {
    const double taken = entryWidth(entry, unit);
    if (x > 0 && x + taken > width) {
      x = 0;
      y += legendLine * unit;
    }
    draw(entry, QPointF(x, y));
    x += taken;
  }
  return entries.empty() ? 0 : y + legendLine * unit;
}

}  // namespace

QPolygonF modelMark(int model, QPointF at, double radius) {
  return markOutline(shapes[static_cast<std::size_t>(model) % shapes.size()], at, radius);
}

void paintModelMark(QPainter& painter, int model, QPointF at, double unit, bool highlighted) {
  painter.setPen(QPen(highlighted ? theme::accent() : theme::ink(), (highlighted ? 2.2 : 1.2) * unit));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolygon(modelMark(model, at, markRadius * unit));
}

double modelLegendWidth(const std::vector<ModelLegendEntry>& entries, double unit) {
  double widest = 0;
  for (const ModelLegendEntry& entry : entries) widest = std::max(widest, entryWidth(entry, unit));
  return widest;
}

double modelLegendHeight(const std::vector<ModelLegendEntry>& entries, double width, double unit) {
  return placeLegend(entries, width, unit, [](const ModelLegendEntry&, QPointF) {});
}

void paintModelLegend(QPainter& painter, const std::vector<ModelLegendEntry>& entries, QPointF corner,
                      double width, double unit) {
  const QFont font = theme::textFont(legendText * unit);
  placeLegend(entries, width, unit, [&](const ModelLegendEntry& entry, QPointF at) {
    const QPointF mark = corner + at + QPointF(6 * unit, legendLine / 2 * unit);
    if (entry.model >= 0) {
      paintModelMark(painter, entry.model, mark, 0.8 * unit);
    } else {
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme::quietInk());
      for (const int side : {-1, 1}) painter.drawEllipse(mark + QPointF(2.5 * side * unit, 0), unit, unit);
    }
    painter.setPen(theme::quietInk());
    theme::drawText(painter, corner + at + QPointF(15 * unit, 0.75 * legendLine * unit), entry.label, font);
  });
}

}  // namespace carom
