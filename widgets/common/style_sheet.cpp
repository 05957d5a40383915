#include "common/style_sheet.h"

#include <QStyle>
#include <QWidget>
#include <vector>

#include "common/theme.h"

namespace carom::theme {

namespace {

// Names of colours stand in for the colours; a longer name goes before one that it begins with.
const char sheet[] = R"(
QWidget { color: %ink; }
QMainWindow, QDialog { background: %window; }
QDialogButtonBox, QMessageBox { dialogbuttonbox-buttons-have-icons: 0; }
QMainWindow::separator { background: transparent; width: 8px; height: 8px; }
carom--Panel { background: %panel; border: 1px solid %line; border-radius: 6px; }
carom--Panel[focused="true"] { border-color: %accent; }
QDockWidget { font-weight: 600; }
QDockWidget::title { background: %window; padding: 4px 8px; }
QMenuBar { background: transparent; padding: 2px 0; }
QMenuBar::item { padding: 4px 10px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: %accentground; }
QMenu { background: %panel; border: 1px solid %line; padding: 4px; }
QMenu::item { padding: 5px 26px 5px 22px; border-radius: 4px; }
QMenu::item:selected { background: %accentground; color: %ink; }
QMenu::right-arrow { image: url(%icons/arrow-right%scheme.svg); width: 10px; height: 10px; right: 6px; }
QMenu::indicator { width: 12px; height: 12px; left: 6px; }
QMenu::indicator:checked { image: url(%icons/check%scheme.svg); }
QMenu::item:disabled { color: %quiet; }
QMenu::separator { height: 1px; background: %line; margin: 4px 8px; }
QToolBar { background: transparent; border: 0; spacing: 6px; padding: 0; }
QToolBar QToolButton { margin-top: 7px; }
QToolBar carom--Panel QToolButton { margin-top: 0; }
QStatusBar { background: %window; color: %quiet; }
QPushButton, QToolButton, QComboBox { background: %field; border: 1px solid %line; border-radius: 5px; padding: 4px 10px; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { border-color: %accent; }
QPushButton:pressed, QToolButton:pressed { background: %accentground; }
QPushButton:disabled, QToolButton:disabled { background: %window; color: %quiet; border-color: %line; }
QPushButton:focus, QToolButton:focus, QComboBox:focus { border: 1px solid %accent; }
QPushButton[role="primary"], QToolButton[role="primary"] { background: %accent; color: %onaccent; border-color: %accent; font-weight: 600; }
QPushButton[role="primary"]:disabled, QToolButton[role="primary"]:disabled { background: %window; border-color: %line; color: %quiet; }
QPushButton[role="primary"]:focus, QToolButton[role="primary"]:focus { border: 2px solid %ink; padding: 3px 9px; }
QToolButton[role="primary"][compact="true"]:focus { padding: 3px 6px; }
QPushButton[role="outline"] { color: %accent; border-color: %accent; font-weight: 600; }
QComboBox { padding-right: 22px; }
QToolButton[compact="true"] { padding: 4px 7px; }
QComboBox[compact="true"] { padding-left: 8px; padding-right: 18px; }
QToolButton[popupMode="2"] { padding-right: 24px; }
QToolButton::menu-indicator { image: url(%icons/arrow-down%scheme.svg); width: 10px; height: 10px; subcontrol-origin: border; subcontrol-position: center right; right: 8px; }
QToolButton:checked { background: %accentground; border-color: %accent; color: %accent; }
QToolButton:checked:focus { border: 2px solid %ink; padding: 3px 9px; }
QToolButton[compact="true"]:checked:focus { padding: 3px 6px; }
QToolButton[role="quiet"], QPushButton[role="quiet"] { background: transparent; border: 1px solid transparent; color: %accent; padding: 2px 5px; }
QToolButton[role="quiet"]:hover, QPushButton[role="quiet"]:hover { background: %accentground; }
QToolButton[role="quiet"]:focus, QPushButton[role="quiet"]:focus { border-color: %accent; }
QToolButton[role="quiet"]:disabled, QPushButton[role="quiet"]:disabled { color: %quiet; }
QToolButton[role="tab"] { background: transparent; border: 0; border-bottom: 2px solid transparent; border-radius: 0; color: %quiet; font-size: 8.5pt; padding: 0 3px; }
QToolButton[role="tab"][popupMode="2"] { padding-right: 22px; }
QToolButton[role="tab"]:hover { color: %ink; }
QToolButton[role="tab"]:checked { background: transparent; color: %accent; border-bottom-color: %accent; }
QToolButton[role="tab"]:focus { color: %ink; background: %accentground; border-bottom-color: %accent; }
QToolButton[role="title"] { background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 1px; }
QToolButton[role="title"]:hover { background: %line; }
QToolButton[role="title"]:focus { background: %accentground; border-color: %ink; }
QToolButton[role="workspace"] { background: transparent; border: 1px solid transparent; border-radius: 5px; color: %quiet; padding: 3px 9px; }
QToolButton[role="workspace"]:hover { color: %ink; background: %accentground; }
QToolButton[role="workspace"]:checked { background: %accentground; border-color: transparent; color: %accent; font-weight: 600; }
QToolButton[role="workspace"]:focus { border-color: %ink; }
QToolButton[role="workspace"][popupMode="2"] { padding-right: 22px; }
#commandPalette { background: %panel; border: 1px solid %accent; border-radius: 8px; }
#paletteField { padding: 6px 9px; font-size: 11pt; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox::down-arrow { image: url(%icons/arrow-down%scheme.svg); width: 10px; height: 10px; }
QComboBox QAbstractItemView, #choices { background: %panel; border: 1px solid %line; selection-background-color: %accentground; selection-color: %ink; }
QLineEdit, QSpinBox, QDoubleSpinBox { background: %field; border: 1px solid %line; border-radius: 5px; padding: 3px 7px; selection-background-color: %accent; selection-color: %onaccent; }
QSpinBox, QDoubleSpinBox { padding-right: 22px; }
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right; width: 20px; border: 0; background: transparent; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right; width: 20px; border: 0; background: transparent; }
QSpinBox::up-button:hover, QSpinBox::down-button:hover, QDoubleSpinBox::up-button:hover, QDoubleSpinBox::down-button:hover { background: %accentground; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(%icons/arrow-up%scheme.svg); width: 9px; height: 9px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(%icons/arrow-down%scheme.svg); width: 9px; height: 9px; }
QCheckBox { spacing: 7px; }
QCheckBox::indicator, QTreeView::indicator, QTableView::indicator, QListView::indicator { width: 14px; height: 14px; background: %field; border: 1px solid %quiet; border-radius: 4px; }
QCheckBox::indicator:checked, QTreeView::indicator:checked, QTableView::indicator:checked, QListView::indicator:checked { image: url(%icons/check%scheme.svg); }
QCheckBox::indicator:hover, QTreeView::indicator:hover, QTableView::indicator:hover, QListView::indicator:hover, QCheckBox::indicator:focus { border-color: %accent; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus { border-color: %accent; }
QLineEdit[error="true"] { border-color: %warning; background: %warningground; }
QLabel[role="title"] { font-size: 11pt; font-weight: 600; }
QLabel[role="heading"] { font-weight: 600; }
QLabel[role="quiet"] { color: %quiet; font-size: 9pt; }
QLabel[role="strong"] { font-weight: 500; }
QLabel:disabled { color: %quiet; }
QLabel[tone="warning"] { color: %warning; }
QLabel[role="pill"] { border: 1px solid %line; border-radius: 12px; padding: 4px 13px; font-weight: 600; font-size: 9pt; max-height: 17px; }
QLabel[role="pill"][tone="warning"] { color: %warning; background: %warningground; border-color: %warningline; }
QLabel[role="pill"][tone="good"] { color: %good; background: %goodground; border-color: %goodline; }
QLabel[role="pill"][tone="neutral"] { color: %quiet; background: %window; }
QLabel[role="error"] { color: %warning; font-size: 9pt; }
QTreeView QLabel[role="error"] { background: %warningground; border: 1px solid %warningline; border-radius: 5px; }
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
QAbstractScrollArea::corner { background: transparent; border: 0; }
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
QFileDialog QToolButton { padding: 2px; }
QTabBar QToolButton, QToolBar > #qt_toolbar_ext_button { padding: 0; }
QTabBar::tab { min-width: 40px; padding: 5px 10px; border: 0; color: %quiet; }
QTabBar::tab:selected { color: %accent; border-bottom: 2px solid %accent; }
)";

/// The colour of a frame, a third of the way from its ground to its ink.
QColor mixed(const QColor& ink, const QColor& ground) {
  return {(ink.red() + 2 * ground.red()) / 3, (ink.green() + 2 * ground.green()) / 3,
          (ink.blue() + 2 * ground.blue()) / 3};
}

}  // namespace

QString styleSheet() {
  const std::vector<std::pair<const char*, QColor>> names{
      {"%ink", ink()},
      {"%quiet", quietInk()},
      {"%line", hairline()},
      {"%panel", panelGround()},
      {"%window", windowGround()},
      {"%field", fieldGround()},
      {"%accentground", accentGround()},
      {"%accent", accent()},
      {"%onaccent", isDark() ? QColor(0x10, 0x18, 0x20) : QColor(Qt::white)},
      {"%warningground", warningGround()},
      {"%warningline", mixed(warningInk(), warningGround())},
      {"%warning", warningInk()},
      {"%goodground", goodGround()},
      {"%goodline", mixed(goodInk(), goodGround())},
      {"%good", goodInk()}};
  QString text = QString::fromLatin1(sheet);
  text.replace(QLatin1String("%icons"), QLatin1String(":/carom/theme"));
  text.replace(QLatin1String("%scheme"), isDark() ? QLatin1String("-dark") : QLatin1String("-light"));
  for (const auto& [name, color] : names) text.replace(QLatin1String(name), color.name());
  return text;
}

void setLook(QWidget* widget, const char* property, const QVariant& value) {
  if (widget->property(property) == value) return;
  widget->setProperty(property, value);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

}  // namespace carom::theme
