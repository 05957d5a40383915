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
  /// for more room than they need. Docks without a saved size get their share of what is left.
  void fitScreen();

 public slots:
  /// Moves the docks to their initial places.
  void reset();

 private:
  Panels* m_panels;
  QMainWindow* m_window;
  QByteArray m_default;
  bool m_isArranged = false;  ///< as the window was when it was last closed
};

}  // namespace carom
