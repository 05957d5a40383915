#pragma once

#include <QObject>
#include <vector>

#include "figure/panel.h"

class QMainWindow;
class QMenu;

namespace carom {

class Panels;

/// Moves the keyboard focus to the panels of a window: Alt+1 to Alt+9 to the first nine, F6 and Shift+F6 to
/// the next and the previous visible panel. The panel with the focus has a border of its own.
class PanelFocus : public QObject {
  Q_OBJECT
 public:
  /// The menu gets an entry for each panel of the round.
  PanelFocus(Panels* panels, const std::vector<Panel*>& round, QMenu* menu, QMainWindow* window);

  void goTo(Panel* panel);
  void next(int direction);

 private:
  /// Marks the panel that a widget is in; null: none.
  void mark(const QWidget* focus);

  Panels* m_all;
  std::vector<Panel*> m_panels;
};

}  // namespace carom
