#pragma once

#include <QDockWidget>
#include <QPointer>

#include "window/layout/panel_title.h"

class QTabBar;

namespace carom {

class Panel;

/// The dock around a panel, with its name and buttons in the title bar. Under a row of tabs, which show the
/// name, there is no bar: a double click on the tab, a button beside the tabs and the tab's context menu do
/// the same. A floated dock is a window of its own, as large as half the screen at first, and docks where it
/// came from.
class PanelDock : public QDockWidget {
  Q_OBJECT
 public:
  PanelDock(Panel* panel, const QString& name, QMainWindow* window);

  /// Whether it is one of several under a row of tabs.
  bool isTabbed() const;
  /// Whether another tab lies over it. To Qt it counts as visible, and stands left of all that is shown.
  bool isBehindATab() const { return !isFloating() && geometry().right() < 0; }
  Panel* panel() const { return m_panel; }
  /// Panels that are views of the same thing, this one among them.
  void setViews(const std::vector<PanelTitle::View>& views);

 public slots:
  /// Makes it a window of its own, or puts it back to where it came from.
  void toggleFloating();

 signals:
  /// The panel is to fill the window, or to go back: by a double click, or a button.
  void largeWanted();
  /// Another view is to be shown in its place.
  void viewWanted(QDockWidget* dock);

 protected:
  bool event(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void updateBar();
  void updateAllBars();
  void equip(QTabBar* tabs);
  void offerMenu(QTabBar* tabs, QPoint at);
  void becomeWindow();
  void shareKeys(bool floats);

  Panel* m_panel;
  QMainWindow* m_window;
  PanelTitle* m_title;
  std::vector<PanelTitle::View> m_views;
  QWidget* m_noBar;                     ///< in place of the title
  QList<QPointer<QAction>> m_borrowed;  ///< of the main window, while the dock floats
  QSize m_dockedSize;                   ///< the last one; a dock that floats has it at first
};

}  // namespace carom
