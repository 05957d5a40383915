#include "viewport/canvas_hand.h"

#include <QMouseEvent>
#include <algorithm>
#include <utility>

#include "viewport/grips/body_grip.h"
#include "viewport/grips/camera_grip.h"
#include "viewport/viewport_canvas.h"

namespace carom {

CanvasHand::CanvasHand(ViewportCanvas* canvas, CameraMotion* camera) : m_canvas(canvas), m_camera(camera) {
  canvas->installEventFilter(this);
}

bool CanvasHand::eventFilter(QObject* canvas, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
      press(*static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseMove:
      move(*static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseButtonRelease:
      release(*static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::ShortcutOverride:
      if (!claims(*static_cast<QKeyEvent*>(event))) break;
      event->accept();
      return true;
    case QEvent::KeyPress:
      if (use(*static_cast<QKeyEvent*>(event))) return true;
      break;
    case QEvent::Leave:
      if (m_tool) m_tool->leave();
      if (isFree()) hover({});
      break;
    case QEvent::FocusOut:
      if (m_tool) m_tool->blur();
      break;
    case QEvent::Hide:
      if (m_grip) cancelPull();
      m_grip.reset();
      m_isTools = false;
      break;
    default:
      break;
  }
  return QObject::eventFilter(canvas, event);
}

void CanvasHand::setPulls(std::function<std::unique_ptr<BodyPull>(const Pick&, QPointF)> begin) {
  m_pullAt = std::move(begin);
}

bool CanvasHand::canDrag(const Pick& pick) const {
  const auto fixed = [&](const SceneFrame::Ball& ball) { return ball.body == pick.body && ball.fixed; };
  return pick.body >= 0 && std::ranges::none_of(m_canvas->frame().balls, fixed);
}

void CanvasHand::takeFrame(const FrameChange& change) {
  if (change.isNewScene || m_hovered.body >= change.bodies) hover({});
  if (m_grip && !m_grip->survives(change)) cancelPull();
}

void CanvasHand::hover(const Pick& pick) {
  const bool isOtherBody = pick.body != m_hovered.body;
  if (!isOtherBody && pick.arc == m_hovered.arc) return;
  m_hovered = pick;
  updateCursor();
  emit hoverChanged(isOtherBody);
}

void CanvasHand::hoverAt(QPointF position) {
  hover(pickAt(m_canvas->frame(), m_canvas->screenMap(), position, arcReach));
}

void CanvasHand::updateCursor() {
  if (const auto cursor = m_grip ? m_grip->cursor() : std::nullopt) return m_canvas->setCursor(*cursor);
  if (canDrag(m_hovered))
    return m_canvas->setCursor(m_hovered.arc >= 0 ? Qt::PointingHandCursor : Qt::OpenHandCursor);
  m_canvas->unsetCursor();
}

void CanvasHand::press(const QMouseEvent& event) {
  if (!isFree()) return;
  const QPointF position = event.position();
  m_camera->stop();
  if (m_tool && m_tool->press(event)) {
    m_isTools = true;
    return;
  }
  const bool left = event.button() == Qt::LeftButton;
  if (event.button() == Qt::MiddleButton || (left && event.modifiers() & Qt::ShiftModifier)) {
    m_grip = std::make_unique<CameraGrip>(m_camera, CameraGrip::Does::Pan, position);
  } else if (left) {
    hoverAt(position);
    if (canDrag(m_hovered))
      m_grip = std::make_unique<BodyGrip>(m_hovered.body, position, [this, grabbed = m_hovered, position] {
        return m_pullAt(grabbed, position);
      });
    else
      m_grip = std::make_unique<CameraGrip>(m_camera, CameraGrip::Does::Rotate, position);
  }
  updateCursor();
}

void CanvasHand::move(const QMouseEvent& event) {
  if (m_isTools) return m_tool->drag(event);
  if (m_grip) return m_grip->moveTo(event.position());
  if (m_tool && m_tool->hover(event)) return hover({});
  hoverAt(event.position());
}

void CanvasHand::release(const QMouseEvent& event) {
  if (event.buttons() & (Qt::LeftButton | Qt::MiddleButton)) return;
  if (std::exchange(m_isTools, false)) return m_tool->release(event);
  if (const auto grip = std::move(m_grip)) grip->release(event.position());
  hoverAt(event.position());
  updateCursor();
}

/// Ends a pull without a result. The mouse does nothing more until the button is released.
void CanvasHand::cancelPull() {
  m_grip->cancel();
  updateCursor();
}

/// Esc ends a drag before it does what it means in the window.
bool CanvasHand::claims(const QKeyEvent& event) const {
  return (m_tool && m_tool->wantsKey(event)) || (isPulling() && event.key() == Qt::Key_Escape);
}

/// Tab would leave the view, and Esc what the view is in.
bool CanvasHand::use(const QKeyEvent& event) {
  if (m_tool && (!isPulling() || event.key() == Qt::Key_Tab) && m_tool->key(event)) return true;
  if (event.key() != Qt::Key_Escape || !isPulling()) return false;
  cancelPull();
  return true;
}

}  // namespace carom
