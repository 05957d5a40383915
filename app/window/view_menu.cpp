#include "window/view_menu.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QSettings>
#include <algorithm>

#include "common/theme.h"
#include "viewport/viewport_panel.h"
#include "window/panel_focus.h"
#include "window/panels.h"
#include "window/window_layout.h"

namespace carom {

ViewMenu::ViewMenu(const Panels& panels, WindowLayout* layout, QMainWindow* window)
    : QMenu(tr("&View"), window) {
  auto* viewport = panels.find<ViewportPanel>();
  addAction(tr("&Fit"), Qt::Key_F, viewport, &ViewportPanel::fit);
  addAction(tr("&Top view"), Qt::Key_T, viewport, &ViewportPanel::topView);
  addSeparator();
  addDocks(panels);
  addSeparator();
  addKeys(panels, window);
  addSchemes(addMenu(tr("&Colours")));
  addAction(tr("&Reset layout"), layout, &WindowLayout::reset)->setObjectName("reset-layout");
}

void ViewMenu::addDocks(const Panels& panels) {
  for (const Panels::Entry& entry : panels.all()) {
    if (!entry.dock) continue;
    addAction(entry.dock->toggleViewAction());
    connect(entry.dock->toggleViewAction(), &QAction::triggered, entry.dock, [dock = entry.dock](bool shown) {
      if (shown) dock->raise();  // in front of the other tabs
    });
  }
}

void ViewMenu::addKeys(const Panels& panels, QMainWindow* window) {
  std::vector<Panels::Entry> round;
  std::ranges::copy_if(panels.all(), std::back_inserter(round),
                       [](const Panels::Entry& entry) { return entry.row->key > 0; });
  std::ranges::sort(round, {}, [](const Panels::Entry& entry) { return entry.row->key; });
  std::vector<Panel*> inOrder;
  for (const Panels::Entry& entry : round) inOrder.push_back(entry.panel);
  new PanelFocus(inOrder, addMenu(tr("&Go to panel")), window);
}

void ViewMenu::addSchemes(QMenu* menu) {
  const auto remembered = theme::scheme();
  auto* group = new QActionGroup(menu);
  for (const auto& [scheme, text] :
       {std::pair{theme::Scheme::System, tr("&As the desktop")},
        std::pair{theme::Scheme::Light, tr("&Light")}, std::pair{theme::Scheme::Dark, tr("&Dark")}}) {
    QAction* action = menu->addAction(text, this, [scheme = scheme] {
      theme::apply(scheme);
      QSettings().setValue("window/colours", static_cast<int>(scheme));
    });
    action->setCheckable(true);
    action->setChecked(scheme == remembered);
    group->addAction(action);
  }
}

}  // namespace carom
