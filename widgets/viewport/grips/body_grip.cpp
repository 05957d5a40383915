#include "viewport/grips/body_grip.h"

#include <QLineF>
#include <utility>

namespace carom {

namespace {
constexpr double dragThreshold = 3;  // px before a press becomes a drag
}

BodyGrip::BodyGrip(int body, QPointF position, BeginPull begin)
    : m_body(body), m_pressedAt(position), m_begin(std::move(begin)) {}

void BodyGrip::moveTo(QPointF position) {
  if (m_begin && QLineF(m_pressedAt, position).length() >= dragThreshold)
    m_pull = std::exchange(m_begin, nullptr)();
  if (m_pull) m_pull->moveTo(position);
}

void BodyGrip::release(QPointF position) {
  if (const auto pull = std::move(m_pull)) pull->commit(position);
}

void BodyGrip::cancel() {
  m_begin = nullptr;
  if (const auto pull = std::move(m_pull)) pull->cancel();
}

bool BodyGrip::survives(const FrameChange& change) const {
  if (m_body >= change.bodies) return false;
  return m_pull ? m_pull->survives(change) : !change.isNewScene;
}

std::optional<Qt::CursorShape> BodyGrip::cursor() const {
  return m_begin || m_pull ? std::optional(Qt::ClosedHandCursor) : std::nullopt;
}

}  // namespace carom
