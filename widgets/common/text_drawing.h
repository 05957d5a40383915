#pragma once

#include <QFont>
#include <QPainter>
#include <QString>

namespace carom {
class Html;
}

namespace carom::theme {

/// The font whose size in points is its size in units of this painter, whatever the resolution of the device.
/// For QPainter's own functions; drawText below needs no such font.
QFont inUnits(const QFont& font, const QPainter& painter);
/// Draws a line of text whose point size counts as *units of this painter*, whatever the device's resolution:
/// in a figure, whose unit is the point, 8 pt text is 8 units high on screen and paper alike. The letters are
/// rendered at the size at which they appear, so that they stay sharp. The pen gives the colour.
void drawText(QPainter& painter, QPointF baseline, const QString& text, const QFont& font);
/// Draws text that is aligned and wrapped within a rectangle (Qt::Alignment | Qt::TextFlag), in the same
/// units.
void drawText(QPainter& painter, const QRectF& area, int flags, const QString& text, const QFont& font);
/// Width of text in the same units: independent of any device.
double textWidth(const QString& text, const QFont& font);
/// Width of text as this painter draws it: small text on a screen may have whole pixels for each letter.
double drawnWidth(QPainter& painter, const QString& text, const QFont& font);

/// Height of text that is wrapped at a width, in the same units.
double textHeight(const QString& text, const QFont& font, double width);

/// Draws mathematics in serif italic with real subscripts: "r_a", "ξ", "v_{a,x}", "p^+". Digits and words in
/// scripts are upright. `units` is the height in units of the painter (points in a figure, pixels in a
/// widget). Returns the advance width in the same units.
double drawMath(QPainter& painter, QPointF baseline, const QString& math, double units);
double mathWidth(const QString& math, double units);
/// The same mathematics as rich text for labels and tooltips.
Html mathHtml(const QString& math);

}  // namespace carom::theme
