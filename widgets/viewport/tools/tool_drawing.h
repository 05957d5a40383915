#pragma once

#include <QStringList>

#include "scene/edit/snapper.h"

class QPainter;

namespace carom {

class TypedNumbers;
class WorkPlane;

/// The outline of a shape with the painter's pen and brush, `grow` px outside of the shape itself. A wall is
/// a hatched line.
void drawShape(QPainter& painter, const WorkPlane& plane, const PlacedShape& shape, double grow);
/// Rings at the points where a snapped body touches others.
void drawTouches(QPainter& painter, const WorkPlane& plane, const Snap& snap);
/// Text on a plate beside the pointer, within the view.
void drawReadout(QPainter& painter, const WorkPlane& plane, QPointF pointer, const QString& text);

/// "x 0.12 m", "y −0.3 m" for a vector, or what is typed in place of it. `prefix`: of the names x and y.
QStringList numberTexts(const Eigen::Vector3d& vector, const TypedNumbers& typed,
                        const QString& prefix = QString(), const QString& unit = QStringLiteral(" m"));
/// What a snapped body touches and at which angle, and whether it overlaps another one.
QStringList snapTexts(const Snap& snap, const WorkPlane& plane);
/// Shown where what is placed or held overlaps a body.
QString overlapText();
/// "30°" for an angle in rad.
QString angleText(double angle, int decimals);
/// The parts of a readout as one line.
QString readoutLine(const QStringList& parts);

}  // namespace carom
