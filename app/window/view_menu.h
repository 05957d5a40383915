#pragma once

#include <QMenu>

class QMainWindow;

namespace carom {

class Panels;
class WindowLayout;

/// The View menu: the camera, the panels that are shown, the keys that lead to them, and colours.
class ViewMenu : public QMenu {
  Q_OBJECT
 public:
  ViewMenu(const Panels& panels, WindowLayout* layout, QMainWindow* window);

 private:
  void addDocks(const Panels& panels);
  void addKeys(const Panels& panels, QMainWindow* window);
  void addSchemes(QMenu* menu);
};

}  // namespace carom
