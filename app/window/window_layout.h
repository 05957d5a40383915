#pragma once

#include <QByteArray>
#include <QObject>

class QMainWindow;

namespace carom {

class Panels;

/// Size and docks of the window: as they are at first, and as they were when it was closed.
class WindowLayout : public QObject {
  Q_OBJECT
 public:
  WindowLayout(Panels* panels, QMainWindow* window);

  /// Lays the window out as it was closed last.
  void restore();
  void save() const;

 public slots:
  /// The docks go where they are at first.
  void reset();

 private:
  Panels* m_panels;
  QMainWindow* m_window;
  QByteArray m_default;
};

}  // namespace carom
