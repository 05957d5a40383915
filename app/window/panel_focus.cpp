#include "window/panel_focus.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QMenu>
#include <QTabBar>
#include <algorithm>

#include "common/plain_text.h"
#include "common/style_sheet.h"
#include "figure/panel.h"
#include "window/layout/title_button.h"
#include "window/panel_dock.h"
#include "window/panels.h"

namespace carom {

namespace {

PanelDock* dockOf(const Panel* panel) {
  return qobject_cast<PanelDock*>(panel->parentWidget());
}

/// The panel's constant name. Its title follows what it shows; its accessible name stays.
QString nameOf(const Panel* panel) {
  return panel->accessibleName().isEmpty() ? panel->windowTitle() : panel->accessibleName();
}

/// Whether the panel is shown, and no other tab covers it. It may be scrolled out of sight.
bool isInFront(const Panel* panel) {
  const PanelDock* dock = dockOf(panel);
  return panel->isVisible() && !(dock && dock->isBehindATab());
}

/// The part of a panel that takes the keys: itself, or the first one inside in the order of the Tab key.
QWidget* keyboardPart(Panel* panel) {
  if (panel->focusPolicy() & Qt::TabFocus) return panel;
  for (QWidget* part = panel->nextInFocusChain(); part != panel; part = part->nextInFocusChain())
    if (panel->isAncestorOf(part) && (part->focusPolicy() & Qt::TabFocus) && part->isEnabled() &&
        part->isVisibleTo(panel))
      return part;
  return nullptr;
}

}  // namespace

PanelFocus::PanelFocus(Panels* panels, const std::vector<Panel*>& round, QMenu* menu, QMainWindow* window)
    : QObject(window), m_all(panels), m_panels(round.begin(), round.end()) {
  for (std::size_t i = 0; i < m_panels.size(); ++i) {
    Panel* panel = m_panels[i];
    QAction* action = menu->addAction(menuText(nameOf(panel)), this, [this, panel] { goTo(panel); });
    action->setObjectName("panel:" + nameOf(panel));
    if (i < 9) action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i)));
  }
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    mark(now);
    if (qobject_cast<QTabBar*>(now) || qobject_cast<TitleButton*>(now)) reveal(now);
  });
  menu->addSeparator();
  menu->addAction(tr("&Next panel"), Qt::Key_F6, this, [this] { next(1); });
  menu->addAction(tr("&Previous panel"), QKeySequence(Qt::SHIFT | Qt::Key_F6), this, [this] { next(-1); });
}

void PanelFocus::mark(const QWidget* focus) {
  for (Panel* panel : m_panels) {
    const bool has = focus && (panel == focus || panel->isAncestorOf(focus));
    theme::setLook(panel, "focused", has);
    panel->update();
  }
}

/// Shows the panel where it is hidden or lies under another tab.
void PanelFocus::goTo(Panel* panel) {
  m_all->show(panel);
  if (QWidget* part = keyboardPart(panel)) part->setFocus(Qt::TabFocusReason);
}

void PanelFocus::next(int direction) {
  const QWidget* focus = QApplication::focusWidget();
  const auto count = static_cast<int>(m_panels.size());
  const auto has = [&](const Panel* panel) {
    return focus && (panel == focus || panel->isAncestorOf(focus));
  };
  const auto now = std::find_if(m_panels.begin(), m_panels.end(), has);
  int at = now == m_panels.end() ? (direction > 0 ? -1 : count) : static_cast<int>(now - m_panels.begin());
  for (int tried = 0; tried < count; ++tried) {
    at = (at + direction + count) % count;
    Panel* panel = m_panels[static_cast<std::size_t>(at)];
    if (isInFront(panel) && keyboardPart(panel)) return goTo(panel);
  }
}

}  // namespace carom
