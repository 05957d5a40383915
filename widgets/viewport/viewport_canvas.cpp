#include "viewport/viewport_canvas.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "common/theme.h"
#include "viewport/grips/body_grip.h"
#include "viewport/grips/camera_grip.h"
#include "viewport/overlay_layer.h"
#include "viewport/picture/arc_values.h"
#include "viewport/picture/start_camera.h"

namespace carom {

namespace {

constexpr double handleReach = 11;  // px around an arc handle at which a press takes hold of it
constexpr double leastRod = 5;      // px, width of a rod

/// Whether two grounds are the same plane with the same grid, and fade out at nearly the same places.
bool isNear(const SceneFrame::Ground& a, const SceneFrame::Ground& b) {
  const double tolerance = 0.1 * b.extent;
  const Eigen::Vector3d off = a.centre - b.centre;
  return a.normal == b.normal && a.cell == b.cell && std::abs(a.extent - b.extent) < tolerance &&
         off.norm() < tolerance && std::abs(off.dot(a.normal)) < 1e-9 * b.extent;
}

}  // namespace

ViewportCanvas::ViewportCanvas(QWidget* parent) : VtkWidget(parent) {
  m_layer = new OverlayLayer(this, [this](QPainter& painter) {
    const PaintedWords::Recording recording(&m_words);
    m_overlay.paint(painter, m_frame, m_view, rect());
    if (m_tool) m_tool->paint(painter);
  });
  m_view.rodWidth = leastRod;
  m_view.axes = true;
  m_overlay.names = true;
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(240, 160);
  setAccessibleName(tr("3D view"));
  setRenderer(m_scene.renderer());
  connect(&m_motion, &CameraMotion::moved, this, [this] { redraw(true); });
  connect(&m_motion, &CameraMotion::movedByHand, this, &ViewportCanvas::cameraMoved);
}

void ViewportCanvas::setFrame(SceneFrame frame, double arrowScale, bool newScene) {
  const bool moved = frame.positions != m_frame.positions;
  if (!newScene && isNear(frame.ground, m_frame.ground)) frame.ground = m_frame.ground;
  if (newScene) m_followed = -1;
  const auto followed = static_cast<std::size_t>(m_followed);
  if (m_followed >= 0 && followed < std::min(frame.positions.size(), m_frame.positions.size()))
    m_motion.follow(frame.positions[followed] - m_frame.positions[followed]);
  m_frame = std::move(frame);
  m_view.arrowScale = arrowScale;
  setRestingSamples(m_frame.walls.empty() ? 0 : 4);  // balls and ground are smooth by themselves
  const int bodies = static_cast<int>(m_frame.positions.size());
  if (newScene) {
    m_motion.stop();
    m_startPending = true;
  }
  if (newScene || m_hovered.body >= bodies) hover({});
  if (m_grip && !m_grip->survives({newScene, moved, bodies})) cancelPull();
  redraw(moved || newScene);
}

void ViewportCanvas::keepInView(const SceneFrame& extent, double room) {
  if (!m_isTools && !m_grip && !m_startPending && m_followed < 0)
    m_motion.keepFramed(fitTargets(extent, m_view.arrowScale), room);
}

void ViewportCanvas::setBackdrop(Backdrop backdrop) {
  m_scene.setBackdrop(backdrop);
  const bool dark = backdrop == Backdrop::Dark;
  m_overlay.casing = dark ? QColor(0x10, 0x14, 0x1A) : QColor(Qt::white);
  redraw(false);
}

void ViewportCanvas::setHint(const QString& text, bool emphasised) {
  m_overlay.hint = text;
  m_overlay.hintEmphasised = emphasised;
  m_layer->update();
}

void ViewportCanvas::setPush(int body, const Eigen::Vector3d& by, const QString& words) {
  m_overlay.pushedBody = body;
  m_overlay.push = by;
  m_overlay.pushWords = words;
  m_layer->update();
}

void ViewportCanvas::setCovered(double left, double right, bool isBelow) {
  m_overlay.coveredLeft = left;
  m_overlay.coveredRight = right;
  m_overlay.isCoveredBelow = isBelow;
  m_layer->update();
  if (m_motion.setCovered(left, right)) redraw(true);
}

std::vector<QRectF> ViewportCanvas::keptFree() const {
  return arcAreas(m_frame, screenMap(), m_overlay.em, m_overlay.room(size()));
}

void ViewportCanvas::updateOverlay() {
  m_layer->update();
}

void ViewportCanvas::redraw(bool moving) {
  m_layer->update();
  moving ? updateWhileMoving() : updatePicture();
}

/// Looks at a scene that has come since the last frame as a whole.
void ViewportCanvas::startPending() {
  if (std::exchange(m_startPending, false))
    m_motion.start(startCamera(m_frame, m_view.arrowScale, size()), fitTargets(m_frame, m_view.arrowScale));
}

QImage ViewportCanvas::makePicture(QSize pixels) {
  startPending();
  return m_scene.make(m_frame, m_view,
                      {size(), pixels, samples(), [&](QRect part) { return draw(pixels, part); }});
}

void ViewportCanvas::resizeEvent(QResizeEvent* event) {
  VtkWidget::resizeEvent(event);
  m_layer->setGeometry(rect());
  m_motion.resize();
  redraw(true);
}

void ViewportCanvas::goTo(const Camera& camera) {
  startPending();  // the next frame would else take the camera back
  m_motion.goTo(camera);
}

void ViewportCanvas::fit() {
  m_motion.fit(fitTargets(m_frame, m_view.arrowScale));
}

void ViewportCanvas::topView() {
  m_motion.fitFromAbove(fitTargets(m_frame, m_view.arrowScale));
}

void ViewportCanvas::firstView() {
  m_motion.stop();
  follow(-1);
  m_startPending = true;
  redraw(true);
}

void ViewportCanvas::setParallel(bool parallel) {
  m_motion.setParallel(parallel);
  redraw(false);
}

void ViewportCanvas::setShown(bool ViewState::*part, bool isShown) {
  m_view.*part = isShown;
  m_layer->update();
}

void ViewportCanvas::setPulls(std::function<std::unique_ptr<BodyPull>(const Pick&, QPointF)> begin) {
  m_pullAt = std::move(begin);
}

bool ViewportCanvas::canDrag(const Pick& pick) const {
  const auto fixed = [&](const SceneFrame::Ball& ball) { return ball.body == pick.body && ball.fixed; };
  return pick.body >= 0 && std::ranges::none_of(m_frame.balls, fixed);
}

void ViewportCanvas::hover(const Pick& pick) {
  const bool otherBody = pick.body != m_hovered.body;
  if (!otherBody && pick.arc == m_hovered.arc) return;
  m_hovered = pick;
  m_overlay.hoveredBody = canDrag(pick) ? pick.body : -1;
  m_overlay.hoveredArc = pick.arc;
  m_scene.setHighlightedBody(pick.arc < 0 ? m_overlay.hoveredBody : -1);
  updateCursor();
  redraw(false);
  if (otherBody) emit hovered(pick.body);
}

void ViewportCanvas::updateCursor() {
  if (const auto cursor = m_grip ? m_grip->cursor() : std::nullopt) return setCursor(*cursor);
  if (canDrag(m_hovered)) return setCursor(m_hovered.arc >= 0 ? Qt::PointingHandCursor : Qt::OpenHandCursor);
  unsetCursor();
}

void ViewportCanvas::mousePressEvent(QMouseEvent* event) {
  if (m_isTools || m_grip) return;
  const QPointF position = event->position();
  m_motion.stop();
  const bool left = event->button() == Qt::LeftButton;
  if (m_tool && m_tool->press(*event)) {
    m_isTools = true;
    return;
  }
  if (event->button() == Qt::MiddleButton || (left && event->modifiers() & Qt::ShiftModifier)) {
    m_grip = std::make_unique<CameraGrip>(&m_motion, CameraGrip::Does::Pan, position);
  } else if (left) {
    hover(pickAt(m_frame, screenMap(), position, handleReach));
    if (canDrag(m_hovered))
      m_grip = std::make_unique<BodyGrip>(m_hovered.body, position, [this, grabbed = m_hovered, position] {
        return m_pullAt(grabbed, position);
      });
    else
      m_grip = std::make_unique<CameraGrip>(&m_motion, CameraGrip::Does::Rotate, position);
  }
  updateCursor();
}

void ViewportCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (m_isTools) return m_tool->drag(*event);
  if (m_grip) return m_grip->moveTo(event->position());
  if (m_tool && m_tool->hover(*event)) return hover({});
  hover(pickAt(m_frame, screenMap(), event->position(), handleReach));
}

void ViewportCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) return;
  if (std::exchange(m_isTools, false)) return m_tool->release(*event);
  if (const auto grip = std::move(m_grip)) grip->release(event->position());
  hover(pickAt(m_frame, screenMap(), event->position(), handleReach));
  updateCursor();
}

/// Ends a pull without a result. The mouse does nothing more until the button is released.
void ViewportCanvas::cancelPull() {
  m_grip->cancel();
  updateCursor();
}

void ViewportCanvas::hideEvent(QHideEvent* event) {
  if (m_grip) cancelPull();
  m_grip.reset();
  m_isTools = false;
  VtkWidget::hideEvent(event);
}

void ViewportCanvas::leaveEvent(QEvent* event) {
  if (m_tool) m_tool->leave();
  if (!m_isTools && !m_grip) hover({});
  VtkWidget::leaveEvent(event);
}

void ViewportCanvas::focusOutEvent(QFocusEvent* event) {
  if (m_tool) m_tool->blur();
  VtkWidget::focusOutEvent(event);
}

void ViewportCanvas::wheelEvent(QWheelEvent* event) {
  if (event->angleDelta().y() == 0) return event->ignore();
  m_motion.zoom(event->position(), std::pow(1.2, event->angleDelta().y() / 120.0), 2 * m_frame.ballSize,
                400 * m_frame.ground.extent);
  event->accept();
}

void ViewportCanvas::keyPressEvent(QKeyEvent* event) {
  if (m_tool && !isPulling() && m_tool->key(*event)) return;
  if (event->key() == Qt::Key_Escape && isPulling()) return cancelPull();
  if (m_motion.key(*event)) return;
  switch (event->key()) {
    case Qt::Key_F:
      return fit();
    case Qt::Key_T:
      return topView();
    case Qt::Key_H:
      return firstView();
    default:
      VtkWidget::keyPressEvent(event);
  }
}

bool ViewportCanvas::event(QEvent* event) {
  if (m_tool && event->type() == QEvent::ShortcutOverride &&
      m_tool->wantsKey(*static_cast<QKeyEvent*>(event))) {
    event->accept();
    return true;
  }
  if (m_tool && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Tab &&
      m_tool->key(*static_cast<QKeyEvent*>(event)))
    return true;  // else Tab would leave the view
  if (event->type() == QEvent::ShortcutOverride && isPulling() &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();  // Esc ends the drag before it does what it means in the window
    return true;
  }
  return VtkWidget::event(event);
}

}  // namespace carom
