#include "window/panel_dock.h"

#include <QMainWindow>
#include <QMenu>
#include <QTabBar>
#include <QTimer>
#include <algorithm>

#include "common/plain_text.h"
#include "figure/panel.h"

namespace carom {

PanelDock::PanelDock(Panel* panel, const QString& name, QMainWindow* window)
    : QDockWidget(titleText(menuText(panel->windowTitle())), window),
      m_window(window),
      m_noBar(new QWidget(this)) {
  setObjectName(name);
  setWidget(panel);
  m_noBar->hide();
  // A title follows what is shown; in the menu the panel keeps its name.
  connect(panel, &QWidget::windowTitleChanged, this, [this, panel](const QString& title) {
    setWindowTitle(titleText(menuText(title)));
    toggleViewAction()->setText(panel->accessibleName());
  });
  // A dock that appears, disappears or floats changes whether its neighbours are under tabs. The window
  // arranges them after it has emitted these signals.
  const auto later = [this] { QTimer::singleShot(0, this, &PanelDock::updateAllBars); };
  connect(this, &QDockWidget::visibilityChanged, this, later);
  connect(this, &QDockWidget::topLevelChanged, this, later);
  connect(this, &QDockWidget::dockLocationChanged, this, later);
}

void PanelDock::updateAllBars() {
  for (PanelDock* dock : m_window->findChildren<PanelDock*>()) dock->updateBar();
  for (QTabBar* tabs : m_window->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) offerMenu(tabs);
}

void PanelDock::updateBar() {
  QWidget* wanted = isTabbed() ? m_noBar : nullptr;
  if (titleBarWidget() != wanted) setTitleBarWidget(wanted);
}

/// Adds a context menu for the tab under the mouse to a row of tabs, which the window creates by itself.
void PanelDock::offerMenu(QTabBar* tabs) {
  if (tabs->contextMenuPolicy() == Qt::CustomContextMenu) return;
  tabs->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tabs, &QWidget::customContextMenuRequested, m_window, [window = m_window, tabs](QPoint at) {
    const QString title = tabs->tabText(tabs->tabAt(at));
    for (PanelDock* dock : window->findChildren<PanelDock*>()) {
      if (!dock->isTabbed() || dock->windowTitle() != title) continue;
      auto* menu = new QMenu(tabs);
      menu->setAttribute(Qt::WA_DeleteOnClose);
      menu->addAction(tr("&Float"), dock, [dock] { dock->setFloating(true); });
      menu->addAction(tr("&Close"), dock, &QDockWidget::close);
      menu->popup(tabs->mapToGlobal(at));
      return;
    }
  });
}

bool PanelDock::isTabbed() const {
  if (isFloating()) return false;
  return std::ranges::any_of(
      m_window->tabifiedDockWidgets(const_cast<PanelDock*>(this)),
      [](const QDockWidget* other) { return !other->isHidden() && !other->isFloating(); });
}

}  // namespace carom
