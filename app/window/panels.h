#pragma once

#include <QObject>
#include <vector>

#include "figure/panel.h"
#include "window/panel_table.h"

class QDockWidget;
class QMainWindow;

namespace carom {

/// The panels of the window, made from the table, and where they are.
class Panels : public QObject {
  Q_OBJECT
 public:
  struct Entry {
    const PanelRow* row;
    Panel* panel;
    QDockWidget* dock;  ///< null without one
  };

  /// Fills the window but for its bars.
  Panels(const PanelParts& parts, QMainWindow* window);

  const std::vector<Entry>& all() const { return m_all; }
  /// The panel of a class.
  template <class P>
  P* find() const {
    for (const Entry& entry : m_all)
      if (auto* panel = qobject_cast<P*>(entry.panel)) return panel;
    return nullptr;
  }
  /// Puts the docks where they are at first.
  void arrange();

 public slots:
  /// Shows the dock of a panel, in front of the other tabs.
  void show(carom::Panel* panel);

 private:
  void addDock(Entry& entry);
  void resizeDocks(Qt::Orientation orientation, int room, int roomy);

  QMainWindow* m_window;
  std::vector<Entry> m_all;
};

}  // namespace carom
