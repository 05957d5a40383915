#pragma once

#include <QPointF>
#include <Qt>
#include <optional>

namespace carom {

/// What a new frame of the 3D view changes.
struct FrameChange {
  bool isNewScene = false;
  bool hasMoved = false;  ///< a body is elsewhere
  int bodies = 0;         ///< of the new frame
};

/// What the mouse holds in the 3D view while a button is down: the camera, or a body.
class Grip {
 public:
  virtual ~Grip() = default;

  virtual void moveTo(QPointF position) = 0;
  /// The button is let go here.
  virtual void release(QPointF position) = 0;
  /// Takes back what it did. The mouse does nothing more until the button is let go.
  virtual void cancel() = 0;
  /// Whether cancel() has something to take back.
  virtual bool isPulling() const = 0;
  /// Whether it goes on in a new frame; else it is cancelled.
  virtual bool survives(const FrameChange& change) const = 0;
  /// Empty: that of what is under the mouse.
  virtual std::optional<Qt::CursorShape> cursor() const = 0;
};

}  // namespace carom
