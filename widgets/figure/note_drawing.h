#pragma once

#include <QPainter>

#include "base/figure_style.h"

namespace carom {

/// Words with mathematics between $ signs, as drawMath() takes it: "$θ_{c}$ (degrees)". Returns the width.
double drawMixed(QPainter& painter, QPointF baseline, const QString& text, double points);
double mixedWidth(const QString& text, double points);

/// A title over the top of an area, in its middle. Returns where it ends.
double drawTitle(QPainter& painter, const QRectF& area, const QString& title, double points);
/// A note on a figure that fills an area.
void drawNote(QPainter& painter, const QRectF& area, const FigureNote& note, double points);

}  // namespace carom
