#pragma once

#include <QPolygonF>
#include <QString>
#include <vector>

class QPainter;

namespace carom {

/// The mark of an impact model (a number in impactModels()): an outline with a shape of its own, so that
/// marks of models that agree can be told apart on top of each other. radius: of its corners.
QPolygonF modelMark(int model, QPointF at, double radius);

/// Draws the mark in a picture whose pixel is `unit`.
void paintModelMark(QPainter& painter, int model, QPointF at, double unit, bool highlighted = false);

/// One entry of a legend of marks.
struct ModelLegendEntry {
  int model = -1;  ///< −1: the dots of compliant contacts with random stiffnesses
  QString label;
};

/// The width of the widest entry: a legend of this width has one entry a line.
double modelLegendWidth(const std::vector<ModelLegendEntry>& entries, double unit);
/// The height of a legend that is broken into lines of this width.
double modelLegendHeight(const std::vector<ModelLegendEntry>& entries, double width, double unit);
/// Draws the legend from its upper left corner.
void paintModelLegend(QPainter& painter, const std::vector<ModelLegendEntry>& entries, QPointF corner,
                      double width, double unit);

}  // namespace carom
