#pragma once

#include <QByteArray>
#include <QObject>
#include <QSize>

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
  /// for more room than they need. Docks without a saved size get their share of what is left. A frame that
  /// the window manager adds later makes the window smaller then.
  void fitScreen();

 public slots:
  /// Moves the docks to their initial places.
  void reset();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QSize frame() const;

  Panels* m_panels;
  QMainWindow* m_window;
  QByteArray m_default;
  QSize m_frame;              ///< what the frame had added when the window was fitted
  bool m_isArranged = false;  ///< as the window was when it was last closed
};

}  // namespace carom
