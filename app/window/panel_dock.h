#pragma once

#include <QDockWidget>

class QTabBar;

namespace carom {

class Panel;

/// The dock around a panel, with its name in the title bar. Under a row of tabs, which show the name, there
/// is no bar: the tab's context menu floats and closes the panel.
class PanelDock : public QDockWidget {
  Q_OBJECT
 public:
  PanelDock(Panel* panel, const QString& name, QMainWindow* window);

  /// Whether it is one of several under a row of tabs.
  bool isTabbed() const;
  /// Whether another tab lies over it. To Qt it counts as visible, and stands left of all that is shown.
  bool isBehindATab() const { return !isFloating() && geometry().right() < 0; }

 private:
  void updateBar();
  void updateAllBars();
  void offerMenu(QTabBar* tabs);

  QMainWindow* m_window;
  QWidget* m_noBar;  ///< in place of the title bar
};

}  // namespace carom
