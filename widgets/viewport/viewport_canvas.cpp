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
#include "viewport/picture/start_camera.h"

namespace carom {

namespace {

constexpr double leastRod = 5;  // px, width of a rod

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
    if (m_hand.tool()) m_hand.tool()->paint(painter);
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
  connect(&m_hand, &CanvasHand::hoverChanged, this, &ViewportCanvas::showHover);
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
  m_hand.takeFrame({newScene, moved, bodies});
  redraw(moved || newScene);
}

void ViewportCanvas::keepInView(const SceneFrame& extent, double room) {
  if (m_hand.isFree() && !m_startPending && m_followed < 0)
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

void ViewportCanvas::showHover(bool isOtherBody) {
  const Pick& pick = m_hand.hovered();
  m_overlay.hoveredBody = m_hand.canDrag(pick) ? pick.body : -1;
  m_overlay.hoveredArc = pick.arc;
  m_scene.setHighlightedBody(pick.arc < 0 ? m_overlay.hoveredBody : -1);
  redraw(false);
  if (isOtherBody) emit hovered(pick.body);
}

void ViewportCanvas::wheelEvent(QWheelEvent* event) {
  if (event->angleDelta().y() == 0) return event->ignore();
  m_motion.zoom(event->position(), std::pow(1.2, event->angleDelta().y() / 120.0), 2 * m_frame.ballSize,
                400 * m_frame.ground.extent);
  event->accept();
}

void ViewportCanvas::keyPressEvent(QKeyEvent* event) {
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

}  // namespace carom
