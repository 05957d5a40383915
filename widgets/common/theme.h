#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QString>

namespace carom {
class Html;
}

namespace carom::theme {

/// Okabe–Ito: blue, vermilion, green, orange, and further ones for many bodies or outcomes.
QColor categorical(int index);
inline const QColor blue{0x00, 0x72, 0xB2};
inline const QColor vermilion{0xD5, 0x5E, 0x00};
inline const QColor green{0x00, 0x9E, 0x73};
inline const QColor orange{0xE6, 0x9F, 0x00};
inline const QColor grey{0x8D, 0x96, 0xA3};

/// Whether the application's palette is a dark one.
bool isDark();
/// While one lives, the colours below are those for white paper, whatever the window looks like.
class PaperColors {
 public:
  PaperColors();
  ~PaperColors();
  PaperColors(const PaperColors&) = delete;
  PaperColors& operator=(const PaperColors&) = delete;
};

/// Colours that follow the palette (light or dark).
QColor ink();          ///< text
QColor quietInk();     ///< secondary text
QColor hairline();     ///< frames, grids
QColor panelGround();  ///< panels
QColor windowGround();
QColor fieldGround();  ///< fields, buttons
QColor accent();
QColor accentGround();  ///< pale accent behind a selection
QColor warningInk();
QColor warningGround();
QColor goodInk();  ///< unique, certified
QColor goodGround();

/// Sans for words, serif italic for mathematics; sizes in points, as widgets count them.
QFont textFont(double points, QFont::Weight weight = QFont::Normal);
QFont mathFont(double points);
QFont monoFont(double points);

/// The font so that its size in points is its size in units of this painter, whatever the device's
/// resolution. For drawing with QPainter's own functions; drawText does it by itself.
QFont inUnits(const QFont& font, const QPainter& painter);
/// Draws a line of text whose point size counts as *units of this painter*, whatever the device's resolution:
/// in a figure, whose unit is the point, 8 pt text is 8 units high on screen and paper alike. The letters are
/// made at the size at which they appear, not scaled, and stay as fine as they are. The pen gives the colour.
void drawText(QPainter& painter, QPointF baseline, const QString& text, const QFont& font);
/// The same for text that is aligned and broken within a rectangle (Qt::Alignment | Qt::TextFlag).
void drawText(QPainter& painter, const QRectF& area, int flags, const QString& text, const QFont& font);
/// Width of text in the same units: independent of any device.
double textWidth(const QString& text, const QFont& font);

/// Draws mathematics in serif italic with real subscripts: "r_a", "ξ", "v_{a,x}", "p^+". Upright for digits
/// and for words in scripts.
/// The height is `units` units of the painter (points in a figure, pixels in a widget), and so is the
/// advance width that it returns.
double drawMath(QPainter& painter, QPointF baseline, const QString& math, double units);
double mathWidth(const QString& math, double units);
/// The same mathematics as rich text for labels and tooltips.
Html mathHtml(const QString& math);

/// The style sheet of the window: cards on a quiet ground, one accent.
QString styleSheet();

enum class Scheme { System, Light, Dark };
/// Loads the fonts and sets palette, font and style sheet of the application.
void apply(Scheme scheme = Scheme::System);
/// The one that was applied last.
Scheme scheme();

}  // namespace carom::theme
