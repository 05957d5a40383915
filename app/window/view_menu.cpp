#include "window/view_menu.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QSettings>
#include <algorithm>

#include "common/theme.h"
#include "viewport/viewport_panel.h"
#include "window/layout/large_panel.h"
#include "window/layout/workspace_menu.h"
#include "window/panel_focus.h"
#include "window/panels.h"

namespace carom {

ViewMenu::ViewMenu(Panels* panels, const LargePanel& large, WorkspaceMenu* workspaces, QMainWindow* window)
    : QMenu(tr("&View"), window) {
  auto* viewport = panels->find<ViewportPanel>();
  addAction(tr("&Fit"), Qt::Key_F, viewport, &ViewportPanel::fit);
  addAction(tr("&Top view"), Qt::Key_T, viewport, &ViewportPanel::topView);
  addAction(large.action());
  addSeparator();
  addDocks(panels);
  addSeparator();
  addKeys(panels, window);
  addMenu(workspaces);
  addSchemes(addMenu(tr("Co&lours")));
}

/// A panel that is shown comes in front of the other tabs.
void ViewMenu::addDocks(Panels* panels) {
  using Group = PanelRow::Group;
  for (const auto& [group, text] :
       {std::pair{Group::Scene, tr("&Scene")}, std::pair{Group::Impact, tr("&Impact")},
        std::pair{Group::Motion, tr("&Motion")}, std::pair{Group::Contact, tr("&One contact")},
        std::pair{Group::Design, tr("&Design")}}) {
    QMenu* menu = addMenu(text);
    for (const Panels::Entry& entry : panels->all()) {
      if (!entry.dock || entry.row->group != group) continue;
      menu->addAction(entry.dock->toggleViewAction());
      connect(entry.dock->toggleViewAction(), &QAction::triggered, panels,
              [panels, panel = entry.panel](bool shown) {
                if (shown) panels->show(panel);
              });
    }
  }
}

void ViewMenu::addKeys(Panels* panels, QMainWindow* window) {
  std::vector<Panels::Entry> round;
  std::ranges::copy_if(panels->all(), std::back_inserter(round),
                       [](const Panels::Entry& entry) { return entry.row->key > 0; });
  std::ranges::sort(round, {}, [](const Panels::Entry& entry) { return entry.row->key; });
  std::vector<Panel*> inOrder;
  for (const Panels::Entry& entry : round) inOrder.push_back(entry.panel);
  m_focus = new PanelFocus(panels, inOrder, addMenu(tr("&Go to panel")), window);
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
