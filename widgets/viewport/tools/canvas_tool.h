#pragma once

class QKeyEvent;
class QMouseEvent;
class QPainter;

namespace carom {

/// A tool of the 3D view. It gets the mouse and keys before the camera does, and draws over the picture.
class CanvasTool {
 public:
  virtual ~CanvasTool() = default;

  /// Reports whether the press is for the tool. If so, it also gets the moves and the release.
  virtual bool press(const QMouseEvent& event) = 0;
  virtual void drag(const QMouseEvent& event) = 0;
  virtual void release(const QMouseEvent& event) = 0;
  /// The mouse moves with all buttons up. Reports whether the tool replaces the highlight of the body under
  /// it.
  virtual bool hover(const QMouseEvent& event) = 0;
  virtual void leave() = 0;
  virtual bool wantsKey(const QKeyEvent& event) const = 0;
  virtual bool key(const QKeyEvent& event) = 0;
  /// The view loses the keyboard.
  virtual void blur() = 0;
  virtual void paint(QPainter& painter) const = 0;
};

}  // namespace carom
