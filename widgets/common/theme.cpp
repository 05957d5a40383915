#include "common/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QGlyphRun>
#include <QPalette>
#include <QRawFont>
#include <QTextLayout>
#include <array>
#include <cmath>

#include "common/style_sheet.h"

/// Links in the icons, which are in a static library. The macro must be used outside any namespace.
static void linkIcons() {
  Q_INIT_RESOURCE(theme);
}

namespace carom::theme {

namespace {

// Of each thread: a movie is drawn beside the window.
thread_local int paperDepth = 0;
thread_local QString paperWords, paperMath;  ///< families in place of the window's; empty: none
thread_local double paperPoints = 0;         ///< size of all text; 0: as it is asked for
Scheme applied = Scheme::System;

struct Colors {
  QRgb ink, quietInk, hairline, panel, window, field, accent, accentGround, warning, warningGround, good,
      goodGround;
};
constexpr Colors lightColors{0xFF1A202C, 0xFF5B6675, 0xFFD9DFE7, 0xFFFFFFFF, 0xFFEEF2F7, 0xFFFFFFFF,
                             0xFF0072B2, 0xFFE6F1F9, 0xFFC75300, 0xFFFDF0E7, 0xFF007E5C, 0xFFE6F6F0};
constexpr Colors darkColors{0xFFE6EAF0, 0xFF9BA7B7, 0xFF36404D, 0xFF1E242D, 0xFF14191F, 0xFF262E39,
                            0xFF56B4E9, 0xFF173549, 0xFFFF9E5E, 0xFF41281A, 0xFF4CC9A4, 0xFF17382F};

const Colors& colors() {
  return isDark() ? darkColors : lightColors;
}

/// Whether a family has an upright face: of Debian's Nimbus Sans each foundry has some faces only.
bool isUpright(const QString& family) {
  const QStringList styles = QFontDatabase::styles(family);
  return std::ranges::any_of(styles, [&](const QString& style) {
    return !QFontDatabase::italic(family, style) && !QFontDatabase::bold(family, style);
  });
}

/// The first family that is installed, so that the program runs without any particular package of fonts.
/// Where several foundries have a family, Qt lists it as "Nimbus Roman [urw]" only: the first of these that
/// has an upright face counts.
QString firstInstalled(const QStringList& families) {
  const QStringList installed = QFontDatabase::families();
  for (const QString& wanted : families) {
    const QString family = wanted.trimmed();
    if (installed.contains(family)) return family;
    const auto ofFoundry = std::ranges::find_if(installed, [&](const QString& name) {
      return !family.isEmpty() && familyOf(name) == family && isUpright(name);
    });
    if (ofFoundry != installed.end()) return *ofFoundry;
  }
  return {};
}

QFont makeFont(const QString& family, double points, QFont::Weight weight, QFont::StyleHint hint) {
  QFont font(family);
  font.setStyleHint(hint);
  font.setPointSizeF(points);
  font.setWeight(weight);
  font.setHintingPreference(QFont::PreferNoHinting);  // the same advances at every scale and in print
  return font;
}

}  // namespace

QString familyOf(const QString& name) {
  return name.section(QStringLiteral(" ["), 0, 0);
}

QColor categorical(int index) {
  static constexpr std::array<QRgb, 8> wheel{0xFF0072B2, 0xFFD55E00, 0xFF009E73, 0xFFE69F00,
                                             0xFF56B4E9, 0xFFCC79A7, 0xFF6A51A3, 0xFF8C6D31};
  if (index < 0) return grey;
  const int size = static_cast<int>(wheel.size());
  constexpr int shaded = 56;  // from here on shades would end in white and black
  if (index >= shaded) {
    constexpr double golden = 0.6180339887;  // hues that follow each other lie far apart
    const double hue = std::fmod(golden * index, 1);
    return QColor::fromHslF(static_cast<float>(hue), index % 2 ? 0.5F : 0.9F,
                            0.28F + 0.065F * static_cast<float>(index % 7));
  }
  const QColor base = QColor::fromRgb(wheel[index % size]);
  const int round = index / size;
  return round == 0  ? base
         : round % 2 ? base.lighter(100 + 22 * ((round + 1) / 2))
                     : base.darker(100 + 25 * (round / 2));
}

bool isDark() {
  return paperDepth == 0 && qGuiApp && QGuiApplication::palette().window().color().lightness() < 128;
}

PaperColors::PaperColors() {
  ++paperDepth;
}
PaperColors::~PaperColors() {
  --paperDepth;
}

PaperFonts::PaperFonts(const QString& words, const QString& math, double points)
    : m_wordsBefore(paperWords), m_mathBefore(paperMath), m_pointsBefore(paperPoints) {
  if (points > 0) paperPoints = points;
  if (!words.isEmpty()) paperWords = firstInstalled(words.split(QLatin1Char(',')));
  if (!math.isEmpty()) paperMath = firstInstalled(math.split(QLatin1Char(',')));
}
PaperFonts::~PaperFonts() {
  paperWords = m_wordsBefore;
  paperMath = m_mathBefore;
  paperPoints = m_pointsBefore;
}

QColor ink() {
  return colors().ink;
}
QColor quietInk() {
  return colors().quietInk;
}
QColor hairline() {
  return colors().hairline;
}
QColor panelGround() {
  return colors().panel;
}
QColor windowGround() {
  return colors().window;
}
QColor fieldGround() {
  return colors().field;
}
QColor accent() {
  return colors().accent;
}
QColor accentGround() {
  return colors().accentGround;
}
QColor warningInk() {
  return colors().warning;
}
QColor warningGround() {
  return colors().warningGround;
}
QColor goodInk() {
  return colors().good;
}
QColor goodGround() {
  return colors().goodGround;
}

double textSize(double points) {
  return paperPoints > 0 ? paperPoints : points;
}

QFont textFont(double points, QFont::Weight weight) {
  static const QString family = firstInstalled({"Inter", "Inter Display", "Noto Sans", "DejaVu Sans"});
  return makeFont(paperWords.isEmpty() ? family : paperWords, textSize(points), weight, QFont::SansSerif);
}

QFont mathFont(double points) {
  static const QString family =
      firstInstalled({"STIX", "STIXGeneral", "STIX Two Text", "STIX Two Math", "DejaVu Serif"});
  QFont font = makeFont(paperMath.isEmpty() ? family : paperMath, points, QFont::Normal, QFont::Serif);
  font.setItalic(true);
  return font;
}

QFont monoFont(double points) {
  static const QString family = firstInstalled({"DejaVu Sans Mono", "JetBrains Mono", "Noto Sans Mono"});
  return makeFont(family, textSize(points), QFont::Normal, QFont::Monospace);
}

void settleFonts() {
  // Letters of the fonts themselves and of those that stand in for what they lack.
  const QString sample = QStringLiteral("aαξ√→⁻₁‖∂·");
  constexpr double points = 10;
  QFont upright = mathFont(points);
  upright.setItalic(false);
  for (const QFont& font :
       {textFont(points), textFont(points, QFont::Medium), textFont(points, QFont::DemiBold),
        textFont(points, QFont::Bold), mathFont(points), upright, monoFont(points)}) {
    QTextLayout layout(sample, font);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    for (const QGlyphRun& run : layout.glyphRuns()) {
      QRawFont fresh = run.rawFont();  // of another size, so that no letter of it is known yet
      fresh.setPixelSize(fresh.pixelSize() + 1);
      fresh.boundingRect(run.glyphIndexes().front());  // sets the shift to 0
    }
  }
}

Scheme scheme() {
  return applied;
}

void apply(Scheme scheme) {
  linkIcons();
  applied = scheme;
  static const bool systemIsDark = isDark();  // read before the program sets its first palette
  const bool dark = scheme == Scheme::Dark || (scheme == Scheme::System && systemIsDark);
  static bool shownDark = dark;
  const bool hasColors = !qApp->styleSheet().isEmpty();
  if (hasColors && shownDark == dark) return;
  shownDark = dark;
  const Colors& c = dark ? darkColors : lightColors;
  QPalette palette;
  palette.setColor(QPalette::Window, c.window);
  palette.setColor(QPalette::WindowText, c.ink);
  palette.setColor(QPalette::Base, c.panel);
  palette.setColor(QPalette::AlternateBase, c.window);
  palette.setColor(QPalette::Text, c.ink);
  palette.setColor(QPalette::Button, c.field);
  palette.setColor(QPalette::ButtonText, c.ink);
  palette.setColor(QPalette::ToolTipBase, c.panel);
  palette.setColor(QPalette::ToolTipText, c.ink);
  palette.setColor(QPalette::PlaceholderText, c.quietInk);
  palette.setColor(QPalette::Highlight, c.accent);
  palette.setColor(QPalette::HighlightedText, dark ? QColor(0x10, 0x18, 0x20) : QColor(Qt::white));
  palette.setColor(QPalette::Link, c.accent);
  palette.setColor(QPalette::Mid, c.hairline);
  palette.setColor(QPalette::Light, c.hairline);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, c.quietInk);
  // A sheet that takes the place of another one costs the widgets of a window five times what it costs where
  // there is none.
  qApp->setStyleSheet({});
  if (!hasColors) QApplication::setStyle(QStringLiteral("Fusion"));
  QApplication::setPalette(palette);
  QApplication::setFont(textFont(9.75));
  qApp->setStyleSheet(styleSheet());
}

}  // namespace carom::theme
