#include "viewport/grips/body_pull.h"

#include "viewport/viewport_canvas.h"

namespace carom {

BodyPull::BodyPull(ViewportCanvas* canvas, const Pick& grabbed, QPointF position)
    : m_canvas(canvas), m_drag(canvas->frame(), grabbed, canvas->screenMap(), position) {}

Eigen::Vector3d BodyPull::targetAt(QPointF position) {
  return m_drag.targetAt(m_canvas->screenMap(), position);
}

}  // namespace carom
