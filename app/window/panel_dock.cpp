#include "window/panel_dock.h"

#include <QMainWindow>
#include <QStyleOptionDockWidget>
#include <algorithm>

#include "common/plain_text.h"
#include "figure/panel.h"

namespace carom {

PanelDock::PanelDock(Panel* panel, const QString& name, QMainWindow* window)
    : QDockWidget(titleText(menuText(panel->windowTitle())), window), m_window(window) {
  setObjectName(name);
  setWidget(panel);
  // A title follows what is shown; in the menu the panel keeps its name.
  connect(panel, &QWidget::windowTitleChanged, this, [this, panel](const QString& title) {
    setWindowTitle(titleText(menuText(title)));
    toggleViewAction()->setText(panel->accessibleName());
  });
  // One that comes, goes or floats changes whether its neighbours are under tabs.
  const auto repaintAll = [window] {
    for (PanelDock* dock : window->findChildren<PanelDock*>()) dock->update();
  };
  connect(this, &QDockWidget::visibilityChanged, window, repaintAll);
  connect(this, &QDockWidget::topLevelChanged, window, repaintAll);
  connect(this, &QDockWidget::dockLocationChanged, window, repaintAll);
}

bool PanelDock::isTabbed() const {
  if (isFloating()) return false;
  return std::ranges::any_of(
      m_window->tabifiedDockWidgets(const_cast<PanelDock*>(this)),
      [](const QDockWidget* other) { return !other->isHidden() && !other->isFloating(); });
}

void PanelDock::initStyleOption(QStyleOptionDockWidget* option) const {
  QDockWidget::initStyleOption(option);
  if (isTabbed()) option->title.clear();
}

}  // namespace carom
