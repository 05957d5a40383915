#pragma once

#include <QPointF>

#include "viewport/picture/picking.h"

namespace carom {

struct FrameChange;
class ViewportCanvas;

/// What a pull at a body of the 3D view does. It begins when it is made, and ends once.
class BodyPull {
 public:
  virtual ~BodyPull() = default;

  virtual void moveTo(QPointF position) = 0;
  virtual void commit(QPointF position) = 0;
  virtual void cancel() = 0;
  virtual bool survives(const FrameChange& change) const = 0;

 protected:
  /// grabbed: what was under the mouse at this position.
  BodyPull(ViewportCanvas* canvas, const Pick& grabbed, QPointF position);
  int body() const { return m_drag.body(); }
  /// Where the grip of the body goes (world, m).
  Eigen::Vector3d targetAt(QPointF position);

  ViewportCanvas* m_canvas;

 private:
  BodyDrag m_drag;
};

}  // namespace carom
