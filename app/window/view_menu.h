#pragma once

#include <QMenu>

class QMainWindow;

namespace carom {

class LargePanel;
class PanelFocus;
class Panels;
class WorkspaceMenu;

/// The View menu: the camera, the panels in groups, the keys that lead to them, workspaces and colours.
class ViewMenu : public QMenu {
  Q_OBJECT
 public:
  ViewMenu(Panels* panels, const LargePanel& large, WorkspaceMenu* workspaces, QMainWindow* window);

  PanelFocus* focus() const { return m_focus; }

 private:
  void addDocks(Panels* panels);
  void addKeys(Panels* panels, QMainWindow* window);
  void addSchemes(QMenu* menu);

  PanelFocus* m_focus = nullptr;
};

}  // namespace carom
