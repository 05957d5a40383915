#pragma once

#include <QObject>
#include <QSize>

class QMainWindow;

namespace carom {

class Panels;
class Workspaces;

/// Saves and restores the size of the window, its workspaces and what panels keep.
class WindowLayout : public QObject {
  Q_OBJECT
 public:
  WindowLayout(Panels* panels, Workspaces* workspaces, QMainWindow* window);

  /// Restores the layout that the window had when it was last closed.
  void restore();
  /// Returns why the settings cannot be written, on one line; empty where they are.
  QString save() const;
  /// Makes the shown window with its frame no larger than the screen: until it is shown, its docks may ask
  /// for more room than they need. Docks without a saved size get their share of what is left. A frame that
  /// the window manager adds later makes the window smaller then.
  void fitScreen();

 signals:
  /// Something of the layout cannot be read or written, on one line.
  void told(const QString& what);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QSize frame() const;

  Panels* m_panels;
  Workspaces* m_workspaces;
  QMainWindow* m_window;
  QSize m_frame;              ///< what the frame had added when the window was fitted
  bool m_isArranged = false;  ///< as the window was when it was last closed
};

}  // namespace carom
