#pragma once

#include <QObject>
#include <QTimer>

#include "answer/snapshot.h"

namespace carom {

class Selection;
class ToolPalette;
class ViewportCanvas;

/// The line at the bottom of the 3D view: what the tool waits for; without a tool, what the mouse does until
/// a person has done it; and for some seconds what went wrong.
class ViewHint : public QObject {
  Q_OBJECT
 public:
  ViewHint(ViewportCanvas* canvas, const Selection* selection);

  void setPalette(const ToolPalette* palette) { m_palette = palette; }
  void setSnapshot(const SnapshotPtr& snapshot) { m_snapshot = snapshot; }

  /// Shows a message for a few seconds.
  void tell(const QString& text);
  /// Shows what ends a drag, for as long as it lasts.
  void hold(const QString& text);
  /// Shows the standing hint, unless a message is shown.
  void rest();
  void showStanding();
  /// A person has dragged a body, or moved the camera: this is not explained any more.
  void learnDrag() { m_hasDragged = true; }
  void learnCamera();

 private:
  QString drag() const;

  ViewportCanvas* m_canvas;
  const Selection* m_selection;
  const ToolPalette* m_palette = nullptr;  ///< null: there are no tools
  SnapshotPtr m_snapshot;
  QTimer m_timer;
  bool m_hasDragged = false, m_hasMovedCamera = false;
};

}  // namespace carom
