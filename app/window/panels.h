#pragma once

#include <QObject>
#include <vector>

#include "figure/panel.h"
#include "window/panel_table.h"

class QDockWidget;
class QMainWindow;

namespace carom {

/// Constructs the panels of the window from the table and places them. Their docks belong to a main window of
/// their own, which scrolls where the window around it is smaller than they need.
class Panels : public QObject {
  Q_OBJECT
 public:
  struct Entry {
    const PanelRow* row;
    Panel* panel;
    QDockWidget* dock;  ///< null where the panel has no dock
  };

  /// Fills the window except for its bars.
  Panels(const PanelParts& parts, QMainWindow* window);

  const std::vector<Entry>& all() const { return m_all; }
  /// The main window that the docks belong to.
  QMainWindow* docks() const { return m_docks; }
  /// The panel of a class.
  template <class P>
  P* find() const {
    for (const Entry& entry : m_all)
      if (auto* panel = qobject_cast<P*>(entry.panel)) return panel;
    return nullptr;
  }
  /// Puts the docks at their initial places.
  void arrange();
  /// Gives the docks the widths and heights of the table, as far as the window has room.
  void fitSizes();

 public slots:
  /// Shows the dock of a panel, in front of the other tabs.
  void show(carom::Panel* panel);

 private:
  void scrollWithin(QMainWindow* window);
  void addDock(Entry& entry);
  void resizeDocks(Qt::Orientation orientation, int room, int roomy);

  QMainWindow* m_docks;
  std::vector<Entry> m_all;
};

/// Scrolls what is around a panel until it is in sight.
void reveal(Panel* panel);

}  // namespace carom
