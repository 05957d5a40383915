#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <vector>

#include "figure/panel.h"
#include "window/panel_table.h"

class QDockWidget;
class QMainWindow;
class QVBoxLayout;

namespace carom {

class DockWindow;
struct WorkspaceDock;
struct WorkspaceRow;

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
  DockWindow* docks() const;
  /// Whether the mouse drags a dock.
  bool isDragging() const;
  /// Ends a drag of a dock, see DockWindow::drop.
  void drop();
  /// The panel of a class; of several ones the first, or that with an object name.
  template <class P>
  P* find(const char* name = nullptr) const {
    for (const Entry& entry : m_all)
      if (auto* panel = qobject_cast<P*>(entry.panel))
        if (!name || panel->objectName() == QLatin1String(name)) return panel;
    return nullptr;
  }
  /// The dock with a name; null: none has it.
  QDockWidget* dock(const char* name) const;
  /// Puts the docks where a workspace has them, and hides those that it does not have.
  void arrange(const WorkspaceRow& workspace);
  /// Gives the docks the widths and heights of a workspace, as far as the window has room.
  void fitSizes(const WorkspaceRow& workspace);
  /// Puts a panel of the centre to its place there.
  void putIntoCentre(const Entry& entry);

 public slots:
  /// Shows the dock of a panel, in front of the other tabs.
  void show(carom::Panel* panel);
  /// Shows a panel that comes and goes by itself: it moves no other. Where it would open a row of its own, it
  /// is a tab in front of the lowest panel at the right.
  void bring(carom::Panel* panel);
  /// Hides the dock of a panel that came by itself, once what it came for is over. What was in front where it
  /// came is in front again.
  void putAway(const carom::Panel* panel);
  /// Shows a dock in the place of another one; where it is shown already, it comes in front there.
  void showInPlace(QDockWidget* now, QDockWidget* wanted);
  void giveRoom(QDockWidget* dock);

 signals:
  /// A panel is about to be shown, because a person asks for it.
  void showing(carom::Panel* panel);

 private:
  void scrollWithin(QMainWindow* window);
  void addDock(Entry& entry);
  void joinFamilies();
  void placeShown(const WorkspaceRow& workspace);
  void placeHidden(const WorkspaceRow& workspace, const Entry& entry);
  const char* tabIn(const WorkspaceRow& workspace, const WorkspaceDock& place) const;
  QList<QDockWidget*> shownIn(Qt::DockWidgetArea area) const;
  QList<QDockWidget*> inFront() const;
  void resizeDocks(const WorkspaceRow& workspace, Qt::Orientation orientation, int room, int roomy);

  DockWindow* m_docks;
  QVBoxLayout* m_centre;
  std::vector<Entry> m_all;
  QHash<const QDockWidget*, QPointer<QDockWidget>> m_before;  ///< in front, before these docks came
};

/// Scrolls what is around a panel, or a part of one, until it is in sight.
void reveal(QWidget* part);

}  // namespace carom
