#pragma once

#include <functional>
#include <memory>

#include "viewport/grips/body_pull.h"
#include "viewport/grips/grip.h"

namespace carom {

/// A body or handle under a pressed button. Once the mouse has moved some pixels, it is pulled.
class BodyGrip : public Grip {
 public:
  using BeginPull = std::function<std::unique_ptr<BodyPull>()>;
  BodyGrip(int body, QPointF position, BeginPull begin);

  void moveTo(QPointF position) override;
  void release(QPointF position) override;
  void cancel() override;
  bool isPulling() const override { return m_pull != nullptr; }
  bool survives(const FrameChange& change) const override;
  std::optional<Qt::CursorShape> cursor() const override;

 private:
  int m_body;
  QPointF m_pressedAt;
  BeginPull m_begin;  ///< empty once the pull has begun, or the grip was cancelled
  std::unique_ptr<BodyPull> m_pull;
};

}  // namespace carom
