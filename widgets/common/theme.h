#pragma once

#include <QColor>
#include <QFont>

namespace carom::theme {

/// The colours of Okabe and Ito: blue, vermilion, green, orange, and further ones for many bodies or
/// outcomes.
QColor categorical(int index);
inline const QColor blue{0x00, 0x72, 0xB2};
inline const QColor vermilion{0xD5, 0x5E, 0x00};
inline const QColor green{0x00, 0x9E, 0x73};
inline const QColor orange{0xE6, 0x9F, 0x00};
inline const QColor grey{0x8D, 0x96, 0xA3};

/// Whether the application's palette is a dark one.
bool isDark();
/// While an object of this class lives, the colours below are those for white paper, whatever the window's
/// scheme.
class PaperColors {
 public:
  PaperColors();
  ~PaperColors();
  PaperColors(const PaperColors&) = delete;
  PaperColors& operator=(const PaperColors&) = delete;
};

/// While an object of this class lives, words and mathematics have the first installed family of these lists,
/// whose names stand between commas: "Arial, Nimbus Sans". Where none is installed, or the list is empty,
/// they have that of the window. `points` is the size of all of them, whatever size is asked for (scripts:
/// scriptSize of it); 0 leaves the sizes as they are.
class PaperFonts {
 public:
  PaperFonts(const QString& words, const QString& math, double points = 0);
  ~PaperFonts();
  PaperFonts(const PaperFonts&) = delete;
  PaperFonts& operator=(const PaperFonts&) = delete;

 private:
  QString m_wordsBefore, m_mathBefore;
  double m_pointsBefore;
};

/// The name of a family without that of its foundry: "Nimbus Roman" of "Nimbus Roman [urw]".
QString familyOf(const QString& name);

/// Colours that follow the palette (light or dark).
QColor ink();          ///< text
QColor quietInk();     ///< secondary text
QColor hairline();     ///< frames, grids
QColor panelGround();  ///< panels
QColor windowGround();
QColor fieldGround();  ///< fields, buttons
QColor accent();
QColor accentGround();  ///< pale accent under a selection
QColor warningInk();
QColor warningGround();
QColor goodInk();  ///< unique, certified
QColor goodGround();

/// The size that text has where this one is asked for: that of PaperFonts on paper.
double textSize(double points);
/// Sub- and superscripts, of the size of the text.
inline constexpr double scriptSize = 0.72;
/// Sans for words, serif italic for mathematics; sizes in points, as widgets count them. Words and monospaced
/// text have textSize(points).
QFont textFont(double points, QFont::Weight weight = QFont::Normal);
QFont mathFont(double points);
QFont monoFont(double points);

/// Makes the outlines of letters independent of what was drawn before. FreeType's faces are shared: a letter
/// that the screen shows between two pixels leaves that shift in its face, and outlines would take it on.
void settleFonts();

enum class Scheme { System, Light, Dark };
/// Sets palette, font and style sheet of the application.
void apply(Scheme scheme = Scheme::System);
/// The scheme that was applied last.
Scheme scheme();

}  // namespace carom::theme
