#include "viewport/viewport_canvas.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "common/theme.h"
#include "viewport/overlay_layer.h"
#include "viewport/picture/arc_values.h"
#include "viewport/picture/body_shapes.h"
#include "viewport/picture/start_camera.h"

namespace carom {

namespace {

constexpr double handleReach = 11;   // px around an arc handle at which a press takes hold of it
constexpr double leastRod = 5;       // px, width of a rod
constexpr double dragThreshold = 3;  // px before a press becomes a drag

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
  if (((newScene || moved) && m_grip == Grip::Pushing) || (newScene && m_grip == Grip::Body) ||
      m_grabbed.body >= bodies)
    cancelDrag();
  redraw(moved || newScene);
}

void ViewportCanvas::keepInView(const SceneFrame& extent, double room) {
  if (m_grip == Grip::None && !m_startPending && m_followed < 0)
    m_motion.keepFramed(fitTargets(extent, m_view.arrowScale), room);
}

void ViewportCanvas::setBackdrop(Backdrop backdrop) {
  m_backdrop = backdrop;
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

void ViewportCanvas::place(const SceneFrame& frame) {
  m_scene.setFrame(frame);
  m_scene.placeSolids(thickened(frame.solids, screenMap(), m_view.rodWidth));
  m_scene.setCamera(m_view.camera, double(width()) / std::max(1, height()));
}

/// The ground fills the picture and takes longer than the bodies. While it stays as it is, it is drawn once,
/// and the bodies are laid over it.
QImage ViewportCanvas::makePicture(QSize pixels) {
  startPending();
  const Surroundings surroundings{m_view.camera, m_frame.ground, m_backdrop, pixels};
  const bool isStill = m_surroundings == surroundings;
  m_surroundings = surroundings;
  m_scene.setGroundVisible(true);
  if (!isStill) {
    m_ground = {};
  } else if (m_ground.isNull()) {
    SceneFrame empty;
    empty.ground = m_frame.ground;
    place(empty);
    m_ground = draw(pixels);
    m_ground.reinterpretAsFormat(QImage::Format_RGB32);
  }
  m_scene.setGroundVisible(!isStill);
  place(m_frame);
  QImage bodies = draw(pixels);
  if (!isStill) return bodies;
  QImage picture = m_ground.copy();
  QPainter(&picture).drawImage(QPoint(), bodies);
  return picture;
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

void ViewportCanvas::setArrowsVisible(bool visible) {
  m_view.arrows = visible;
  m_layer->update();
}

void ViewportCanvas::setLabelsVisible(bool visible) {
  m_view.labels = visible;
  m_layer->update();
}

void ViewportCanvas::setAxesVisible(bool visible) {
  m_view.axes = visible;
  m_layer->update();
}

void ViewportCanvas::setTrailsVisible(bool visible) {
  m_view.trails = visible;
  m_layer->update();
}

void ViewportCanvas::setImpulsesVisible(bool visible) {
  m_view.impulses = visible;
  m_layer->update();
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
  switch (m_grip) {
    case Grip::Rotate:
    case Grip::Pan:
      return setCursor(Qt::SizeAllCursor);
    case Grip::Body:
    case Grip::Dragging:
    case Grip::Pushing:
      return setCursor(Qt::ClosedHandCursor);
    default:
      break;
  }
  if (canDrag(m_hovered)) return setCursor(m_hovered.arc >= 0 ? Qt::PointingHandCursor : Qt::OpenHandCursor);
  unsetCursor();
}

void ViewportCanvas::mousePressEvent(QMouseEvent* event) {
  if (m_grip != Grip::None) return;
  m_pressed = m_last = event->position();
  m_motion.stop();
  const bool left = event->button() == Qt::LeftButton;
  if (m_tool && m_tool->press(*event)) {
    m_grip = Grip::Tool;
    return;
  }
  if (event->button() == Qt::MiddleButton || (left && event->modifiers() & Qt::ShiftModifier)) {
    m_grip = Grip::Pan;
  } else if (left) {
    hover(pickAt(m_frame, screenMap(), m_pressed, handleReach));
    m_grabbed = m_hovered;
    m_grip = canDrag(m_grabbed) ? Grip::Body : Grip::Rotate;
  }
  updateCursor();
}

void ViewportCanvas::startDrag(QPointF position) {
  if (QLineF(m_pressed, position).length() < dragThreshold) return;
  if (!m_frame.initial) {
    m_grip = Grip::Pushing;
    m_drag.emplace(m_frame, Pick{m_grabbed.body, -1, m_grabbed.point}, screenMap(), m_pressed);
    m_pushStart = m_drag->targetAt(screenMap(), m_pressed);
    return emit pushStarted(m_grabbed.body);
  }
  m_drag.emplace(m_frame, m_grabbed, screenMap(), m_pressed);
  m_grip = Grip::Dragging;
  emit bodyDragStarted(m_drag->body());
}

void ViewportCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPointF position = event->position(), move = position - m_last;
  m_last = position;
  if (m_grip == Grip::Body) startDrag(position);
  switch (m_grip) {
    case Grip::Tool:
      return m_tool->drag(*event);
    case Grip::None:
      if (m_tool && m_tool->hover(*event)) return hover({});
      return hover(pickAt(m_frame, screenMap(), position, handleReach));
    case Grip::Rotate:
      return m_motion.rotate(move);
    case Grip::Pan:
      return m_motion.pan(move);
    case Grip::Dragging:
      emit bodyDragged(m_drag->body(), m_drag->targetAt(screenMap(), position));
      return;
    case Grip::Pushing:
      emit pushDragged(m_drag->body(), m_drag->targetAt(screenMap(), position) - m_pushStart);
      return;
    default:
      return;
  }
}

void ViewportCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) return;
  const bool dragged = m_grip == Grip::Dragging, pushed = m_grip == Grip::Pushing,
             tool = m_grip == Grip::Tool;
  m_grip = Grip::None;
  m_grabbed = {};
  if (tool) return m_tool->release(*event);
  if (dragged) {
    BodyDrag drag = *m_drag;
    m_drag.reset();
    emit bodyDragFinished(drag.body(), drag.targetAt(screenMap(), event->position()));
  }
  if (pushed) {
    BodyDrag drag = *m_drag;
    m_drag.reset();
    setPush(-1, {}, {});
    emit pushFinished(drag.body(), drag.targetAt(screenMap(), event->position()) - m_pushStart);
  }
  hover(pickAt(m_frame, screenMap(), event->position(), handleReach));
  updateCursor();
}

/// Ends a drag without a result. The mouse does nothing more until the button is released.
void ViewportCanvas::cancelDrag() {
  const bool dragged = m_grip == Grip::Dragging, pushed = m_grip == Grip::Pushing;
  if (m_grip == Grip::Body || dragged || pushed) m_grip = Grip::Spent;
  m_grabbed = {};
  updateCursor();
  if (pushed) {
    m_drag.reset();
    setPush(-1, {}, {});
    emit pushCancelled();
  }
  if (!dragged) return;
  const int body = m_drag->body();
  m_drag.reset();
  emit bodyDragCancelled(body);
}

void ViewportCanvas::hideEvent(QHideEvent* event) {
  cancelDrag();
  m_grip = Grip::None;
  VtkWidget::hideEvent(event);
}

void ViewportCanvas::leaveEvent(QEvent* event) {
  if (m_tool) m_tool->leave();
  if (m_grip == Grip::None) hover({});
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
  if (event->key() == Qt::Key_Escape && isPulling()) return cancelDrag();
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
