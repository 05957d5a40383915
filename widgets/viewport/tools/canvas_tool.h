#pragma once

class QKeyEvent;
class QMouseEvent;
class QPainter;

namespace carom {

/// Something that takes the mouse and keys of the 3D view before the camera does, and draws over the picture.
class CanvasTool {
 public:
  virtual ~CanvasTool() = default;

  /// True where the press is the tool's: moves and the release are then, too.
  virtual bool press(const QMouseEvent& event) = 0;
  virtual void drag(const QMouseEvent& event) = 0;
  virtual void release(const QMouseEvent& event) = 0;
  /// The mouse moves with no button down; true where the tool needs no highlight of what is under it.
  virtual bool hover(const QMouseEvent& event) = 0;
  virtual void leave() = 0;
  virtual bool wantsKey(const QKeyEvent& event) const = 0;
  virtual bool key(const QKeyEvent& event) = 0;
  /// The keys go elsewhere from now on.
  virtual void blur() = 0;
  virtual void paint(QPainter& painter) const = 0;
};

}  // namespace carom
