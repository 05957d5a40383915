#pragma once

#include "viewport/camera_motion.h"
#include "viewport/grips/grip.h"

namespace carom {

/// The camera, which turns or goes along with the mouse.
class CameraGrip : public Grip {
 public:
  enum class Does { Rotate, Pan };
  CameraGrip(CameraMotion* camera, Does does, QPointF position)
      : m_camera(camera), m_does(does), m_last(position) {}

  void moveTo(QPointF position) override {
    const QPointF move = position - m_last;
    m_last = position;
    m_does == Does::Rotate ? m_camera->rotate(move) : m_camera->pan(move);
  }
  void release(QPointF) override {}
  void cancel() override {}
  bool isPulling() const override { return false; }
  bool survives(const FrameChange&) const override { return true; }
  std::optional<Qt::CursorShape> cursor() const override { return Qt::SizeAllCursor; }

 private:
  CameraMotion* m_camera;
  Does m_does;
  QPointF m_last;
};

}  // namespace carom
