#pragma once

#include <QPainter>

namespace carom {

struct ImpulsePicture;

/// The height of the legend of a picture of this width: marks and names of its laws, in lines.
double impulseLegendHeight(const ImpulsePicture& picture, double width, double unit);
/// Draws it from its upper left corner.
void paintImpulseLegend(QPainter& painter, const ImpulsePicture& picture, QPointF corner, double width,
                        double unit);

}  // namespace carom
