#pragma once

#include <QHash>
#include <QMainWindow>
#include <QPointer>
#include <vector>

class QDockWidget;

namespace carom {

/// Whether a dock has a part of the window. One behind a tab stands left of all that is shown.
bool hasRoom(const QDockWidget* dock);

/// The main window that the docks belong to. Where it grows or shrinks, every column and row keeps its share
/// of it, as far as what stands in them can give way; Qt gives all of the change to the centre.
class DockWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit DockWindow(QWidget* parent);

  /// The layout, with the shares of the docks.
  QByteArray layoutState(int version);
  /// Shows such a layout; in a window of another size, too, each dock has the share that it had. False where
  /// it is none of this version. Layouts without shares are shown as they are.
  bool showLayout(const QByteArray& layout, int version);
  /// Notes the shares that docks have now: after a person or a layout has set them.
  void noteShares();
  /// A dock has left its place, or has come back: then the docks get the shares that they had before.
  void noteFloating(QDockWidget* dock, bool floats);
  /// The dock that the mouse drags; null: none.
  QDockWidget* dragged() const;
  /// Ends a drag of a dock by the mouse where the dock is: Qt 6.4 fails where its window goes meanwhile.
  void drop();

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  struct Share {
    QPointer<QDockWidget> dock;
    double width, height;  ///< of this window's
  };
  void share();
  void takeComing();

  std::vector<Share> m_shares;
  QHash<QDockWidget*, std::vector<Share>> m_beforeFloating;
  std::vector<Share> m_coming;  ///< of the layout shown, until the window is seen
};

}  // namespace carom
