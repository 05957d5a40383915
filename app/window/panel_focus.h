#pragma once

#include <QObject>
#include <vector>

class QMainWindow;
class QMenu;

namespace carom {

class Panel;

/// Leads the keyboard to the panels of a window: Alt+1 to Alt+9 to each of the first, F6 and Shift+F6 to the
/// next and the previous one that is shown.
class PanelFocus : public QObject {
  Q_OBJECT
 public:
  /// The menu gets an entry for each panel.
  PanelFocus(std::vector<Panel*> panels, QMenu* menu, QMainWindow* window);

  void goTo(Panel* panel);
  void next(int direction);

 private:
  std::vector<Panel*> m_panels;
};

}  // namespace carom
