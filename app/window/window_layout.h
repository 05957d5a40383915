#pragma once

#include <QByteArray>
#include <QObject>

class QMainWindow;

namespace carom {

class Panels;

/// Saves and restores the size and the docks of the window.
class WindowLayout : public QObject {
  Q_OBJECT
 public:
  WindowLayout(Panels* panels, QMainWindow* window);

  /// Restores the layout that the window had when it was last closed.
  void restore();
  void save() const;
  /// Makes the shown window with its frame no larger than the screen: until it is shown, its docks may ask
  /// for more room than they need.
  void fitScreen();

 public slots:
  /// Moves the docks to their initial places.
  void reset();

 private:
  Panels* m_panels;
  QMainWindow* m_window;
  QByteArray m_default;
};

}  // namespace carom
