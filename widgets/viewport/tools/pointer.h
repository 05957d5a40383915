#pragma once

#include <QPointF>

class QMouseEvent;

namespace carom {

/// The point of the view that the tools act at. The mouse moves it, or the arrow keys. Positions in px.
struct Pointer {
  QPointF at, pressedAt;
  bool inside = false;  ///< it is in the view
  bool free = false;    ///< Alt is down: nothing snaps
  bool add = false;     ///< Shift or Ctrl was down at the press: the selection grows
  bool byKeys = false;  ///< keys hold something: the mouse moves nothing until they let go

  void press(const QMouseEvent& event);
  void drag(const QMouseEvent& event);
  void hover(const QMouseEvent& event);
  /// Whether it has come far enough from the press for a drag; less counts as a click.
  bool isPulled() const;
};

}  // namespace carom
