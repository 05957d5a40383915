#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QString>

namespace carom::theme {

/// Okabe–Ito: blue, vermilion, green, orange, and further ones for many bodies or outcomes.
QColor categorical(int index);
inline const QColor blue{0x00, 0x72, 0xB2};
inline const QColor vermilion{0xD5, 0x5E, 0x00};
inline const QColor green{0x00, 0x9E, 0x73};
inline const QColor orange{0xE6, 0x9F, 0x00};
inline const QColor grey{0x8D, 0x96, 0xA3};

/// Colours that follow the palette (light or dark).
QColor ink();         ///< text
QColor quietInk();    ///< secondary text
QColor hairline();    ///< frames, grids
QColor panelGround(); ///< panels
QColor windowGround();
QColor accent();
QColor accentGround();   ///< pale accent behind a selection
QColor warningInk();
QColor warningGround();

/// Sans for words, serif italic for mathematics; sizes in points.
QFont textFont(double points, QFont::Weight weight = QFont::Normal);
QFont mathFont(double points);
QFont monoFont(double points);

/// Draws mathematics in serif italic with real subscripts: "r_a", "ξ", "v_{a,x}", "p^+". Upright for digits.
/// Returns the advance width (same unit as the painter's).
double drawMath(QPainter& painter, QPointF baseline, const QString& math, double points);
double mathWidth(const QString& math, double points);

/// The style sheet of the window: cards on a quiet ground, one accent.
QString styleSheet();
/// Loads the fonts and sets palette, font and style sheet of the application.
void apply();

}  // namespace carom::theme
