#include "theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPalette>
#include <array>

namespace carom::theme {

namespace {

int paperDepth = 0;

struct Colors {
  QRgb ink, quietInk, hairline, panel, window, field, accent, accentGround, warning, warningGround, good,
      goodGround;
};
constexpr Colors lightColors{0xFF1A202C, 0xFF5B6675, 0xFFD9DFE7, 0xFFFFFFFF, 0xFFEEF2F7, 0xFFFFFFFF,
                             0xFF0072B2, 0xFFE6F1F9, 0xFFC75300, 0xFFFDF0E7, 0xFF007E5C, 0xFFE3F4EE};
constexpr Colors darkColors{0xFFE6EAF0, 0xFF9BA7B7, 0xFF36404D, 0xFF1E242D, 0xFF14191F, 0xFF262E39,
                            0xFF56B4E9, 0xFF173549, 0xFFFF9E5E, 0xFF41281A, 0xFF4CC9A4, 0xFF17382F};

const Colors& colors() {
  return isDark() ? darkColors : lightColors;
}

/// The first family that is installed, so that nothing depends on one package of fonts.
QString firstInstalled(std::initializer_list<const char*> families) {
  const QStringList installed = QFontDatabase::families();
  for (const char* family : families)
    if (installed.contains(QLatin1String(family))) return QLatin1String(family);
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

QColor categorical(int index) {
  static constexpr std::array<QRgb, 8> wheel{0xFF0072B2, 0xFFD55E00, 0xFF009E73, 0xFFE69F00,
                                             0xFF56B4E9, 0xFFCC79A7, 0xFF6A51A3, 0xFF8C6D31};
  if (index < 0) return grey;
  const int size = static_cast<int>(wheel.size());
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

QFont textFont(double points, QFont::Weight weight) {
  static const QString family = firstInstalled({"Inter", "Inter Display", "Noto Sans", "DejaVu Sans"});
  return makeFont(family, points, weight, QFont::SansSerif);
}

QFont mathFont(double points) {
  static const QString family =
      firstInstalled({"STIX", "STIXGeneral", "STIX Two Text", "STIX Two Math", "DejaVu Serif"});
  QFont font = makeFont(family, points, QFont::Normal, QFont::Serif);
  font.setItalic(true);
  return font;
}

QFont monoFont(double points) {
  static const QString family = firstInstalled({"DejaVu Sans Mono", "JetBrains Mono", "Noto Sans Mono"});
  return makeFont(family, points, QFont::Normal, QFont::Monospace);
}

QFont inUnits(const QFont& font, const QPainter& painter) {
  QFont scaled = font;
  scaled.setPointSizeF(font.pointSizeF() * 72.0 / painter.device()->logicalDpiY());
  return scaled;
}

double textWidth(const QString& text, const QFont& font) {
  constexpr int pixels = 200;  // measured large: free of rounding to pixels
  QFont large = font;
  large.setPixelSize(pixels);
  return QFontMetricsF(large).horizontalAdvance(text) * font.pointSizeF() / pixels;
}

QString styleSheet() {
  QString sheet = QStringLiteral(R"(
QWidget { color: %ink; }
QMainWindow, QDialog { background: %window; }
QMainWindow::separator { background: transparent; width: 8px; height: 8px; }
carom--Panel { background: %panel; border: 1px solid %line; border-radius: 6px; }
QDockWidget { font-weight: 600; }
QDockWidget::title { background: %window; padding: 4px 8px; }
QMenuBar { background: %panel; border-bottom: 1px solid %line; padding: 2px 6px; }
QMenuBar::item { padding: 4px 10px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: %accentground; }
QMenu { background: %panel; border: 1px solid %line; padding: 4px; }
QMenu::item { padding: 5px 26px 5px 22px; border-radius: 4px; }
QMenu::item:selected { background: %accentground; color: %ink; }
QMenu::item:disabled { color: %quiet; }
QMenu::separator { height: 1px; background: %line; margin: 4px 8px; }
QToolBar { background: %panel; border: 0; border-bottom: 1px solid %line; spacing: 6px; padding: 5px 10px; }
QStatusBar { background: %window; color: %quiet; }
QPushButton, QToolButton, QComboBox { background: %field; border: 1px solid %line; border-radius: 5px; padding: 4px 10px; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { border-color: %accent; }
QPushButton:pressed, QToolButton:pressed { background: %accentground; }
QPushButton:disabled, QToolButton:disabled { color: %quiet; border-color: %line; }
QPushButton:focus, QToolButton:focus, QComboBox:focus { border: 1px solid %accent; }
QPushButton[role="primary"], QToolButton[role="primary"] { background: %accent; color: %onaccent; border-color: %accent; font-weight: 600; }
QPushButton[role="outline"] { color: %accent; border-color: %accent; font-weight: 600; }
QToolButton:checked { background: %accentground; border-color: %accent; color: %accent; }
QToolButton[role="quiet"], QPushButton[role="quiet"] { background: transparent; border: 1px solid transparent; color: %accent; padding: 2px 5px; }
QToolButton[role="quiet"]:hover, QPushButton[role="quiet"]:hover { background: %accentground; }
QToolButton[role="quiet"]:focus, QPushButton[role="quiet"]:focus { border-color: %accent; }
QToolButton[role="quiet"]:disabled, QPushButton[role="quiet"]:disabled { color: %quiet; }
QComboBox { padding-right: 22px; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox QAbstractItemView { background: %panel; border: 1px solid %line; selection-background-color: %accentground; selection-color: %ink; }
QLineEdit, QSpinBox, QDoubleSpinBox { background: %field; border: 1px solid %line; border-radius: 5px; padding: 3px 7px; selection-background-color: %accent; selection-color: %onaccent; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus { border-color: %accent; }
QLineEdit[error="true"] { border-color: %warning; background: %warningground; }
QLabel[role="title"] { font-size: 11pt; font-weight: 600; }
QLabel[role="heading"] { font-weight: 600; }
QLabel[role="quiet"] { color: %quiet; font-size: 9pt; }
QLabel[role="error"] { color: %warning; font-size: 9pt; }
QSlider { min-height: 20px; }
QSlider::groove:horizontal { height: 3px; background: %line; border-radius: 1px; }
QSlider::sub-page:horizontal { height: 3px; background: %accent; border-radius: 1px; }
QSlider::handle:horizontal { width: 10px; height: 10px; margin: -6px 0; border: 2px solid %accent; border-radius: 7px; background: %panel; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: %accentground; }
QSlider::handle:horizontal:pressed { background: %accent; }
QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled { border-color: %line; background: %line; }
QTableView, QTreeView, QListView { background: %panel; border: 0; gridline-color: %line; selection-background-color: %accentground; selection-color: %ink; outline: 0; }
QTableView:focus { border: 0; }
QHeaderView { background: %panel; border: 0; }
QHeaderView::section { background: %panel; color: %quiet; border: 0; padding: 2px 6px; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: 0; }
QScrollBar { background: transparent; border: 0; }
QScrollBar:vertical { width: 9px; }
QScrollBar:horizontal { height: 9px; }
QScrollBar::handle { background: %line; border-radius: 3px; margin: 1px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: %quiet; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none; border: 0; width: 0; height: 0; }
QProgressBar { background: %line; border: 0; border-radius: 2px; max-height: 4px; }
QProgressBar::chunk { background: %accent; border-radius: 2px; }
QToolTip { background: %panel; color: %ink; border: 1px solid %line; padding: 5px 7px; }
QTabBar::tab { padding: 5px 10px; border: 0; color: %quiet; }
QTabBar::tab:selected { color: %accent; border-bottom: 2px solid %accent; }
)");
  const std::array<std::pair<const char*, QColor>, 12> names{
      {{"%ink", ink()},
       {"%quiet", quietInk()},
       {"%line", hairline()},
       {"%panel", panelGround()},
       {"%window", windowGround()},
       {"%field", fieldGround()},
       {"%accentground", accentGround()},
       {"%accent", accent()},
       {"%onaccent", isDark() ? QColor(0x10, 0x18, 0x20) : QColor(Qt::white)},
       {"%warningground", warningGround()},
       {"%warning", warningInk()},
       {"%good", goodInk()}}};
  for (const auto& [name, color] : names) sheet.replace(QLatin1String(name), color.name());
  return sheet;
}

void apply(Scheme scheme) {
  const bool dark = scheme == Scheme::Dark || (scheme == Scheme::System && isDark());
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
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, c.quietInk);
  QApplication::setStyle(QStringLiteral("Fusion"));
  QApplication::setPalette(palette);
  QApplication::setFont(textFont(9.75));
  qApp->setStyleSheet(styleSheet());
}

}  // namespace carom::theme
