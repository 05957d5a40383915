#include "viewport/viewport_canvas.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/theme.h"
#include "viewport/picture/arc_shape.h"

namespace carom {

namespace {

constexpr double handleReach = 11;      // px around an arc handle that count as the handle
constexpr double dragThreshold = 3;     // px before a press becomes a drag
constexpr double fitMargin = 0.13;      // of the picture's height
constexpr double turnPerPixel = 0.008;  // rad

double mix(double a, double b, double t) {
  return a + t * (b - a);
}

}  // namespace

/// Vector art over the OpenGL picture. A widget of its own, because the raster engine draws smooth lines
/// without multisampling.
class ViewportCanvas::OverlayLayer : public QWidget {
 public:
  explicit OverlayLayer(ViewportCanvas* canvas) : QWidget(canvas), m_canvas(canvas) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    m_canvas->m_overlay.paint(painter, m_canvas->m_frame, m_canvas->m_view, rect());
    if (m_canvas->m_tool) m_canvas->m_tool->paint(painter);
  }

 private:
  ViewportCanvas* m_canvas;
};

ViewportCanvas::ViewportCanvas(QWidget* parent) : VtkWidget(parent), m_layer(new OverlayLayer(this)) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(240, 160);
  setAccessibleName(tr("3D view"));
  setRenderer(m_scene.renderer());
  m_glide.setDuration(180);
  m_glide.setEasingCurve(QEasingCurve::InOutCubic);
  m_glide.setStartValue(0.0);
  m_glide.setEndValue(1.0);
  connect(&m_glide, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
    const double t = value.toDouble();
    Camera& camera = m_view.camera;
    camera = m_glideTo;
    if (t < 1) {
      const double turn = std::remainder(m_glideTo.azimuth - m_glideFrom.azimuth, 2 * std::numbers::pi);
      camera.azimuth = m_glideFrom.azimuth + t * turn;
      camera.elevation = mix(m_glideFrom.elevation, m_glideTo.elevation, t);
      camera.focal = m_glideFrom.focal + t * (m_glideTo.focal - m_glideFrom.focal);
      camera.distance = std::exp(mix(std::log(m_glideFrom.distance), std::log(m_glideTo.distance), t));
    }
    redraw(true);
  });
}

void ViewportCanvas::setFrame(SceneFrame frame, double arrowScale, bool newScene) {
  const bool moved = frame.positions != m_frame.positions;
  m_frame = std::move(frame);
  m_view.arrowScale = arrowScale;
  m_frameChanged = true;
  setRestingSamples(m_frame.walls.empty() ? 0 : 4);  // balls and ground are smooth by themselves
  const int bodies = static_cast<int>(m_frame.positions.size());
  if (newScene) {
    m_glide.stop();
    m_startPending = true;
  }
  if (newScene || m_hovered.body >= bodies) hover({});
  if ((newScene && m_grip == Grip::Body) || m_grabbed.body >= bodies) cancelDrag();
  redraw(moved || newScene);
}

void ViewportCanvas::setBackdrop(SceneRenderer::Backdrop backdrop) {
  m_scene.setBackdrop(backdrop);
  const bool dark = backdrop == SceneRenderer::Backdrop::Dark;
  m_overlay.casing = dark ? QColor(0x10, 0x14, 0x1A) : QColor(Qt::white);
  redraw(false);
}

void ViewportCanvas::setHint(const QString& text, bool emphasised) {
  m_overlay.hint = text;
  m_overlay.hintEmphasised = emphasised;
  m_layer->update();
}

void ViewportCanvas::setCovered(double width) {
  m_overlay.covered = width;
  m_layer->update();
}

std::vector<QRectF> ViewportCanvas::keptFree() const {
  const ScreenMap map = screenMap();
  std::vector<QRectF> areas;
  for (const SceneFrame::Arc& arc : m_frame.arcs) {
    if (const auto value = arcValueArea(arc, map, m_overlay.em)) areas.push_back(*value);
    for (const double t : {0.0, 1.0})
      if (const auto at = map.toScreen(ArcShape(arc).at(t)))
        areas.push_back(arcHandleArea(*at, m_overlay.em));
  }
  return areas;
}

void ViewportCanvas::updateOverlay() {
  m_layer->update();
}

void ViewportCanvas::redraw(bool moving) {
  m_layer->update();
  moving ? updateWhileMoving() : update();
}

void ViewportCanvas::prepareFrame() {
  if (m_startPending) {
    m_startPending = false;
    const bool parallel = m_view.camera.parallel;
    m_view.camera = startCamera(m_frame, m_view.arrowScale, size());
    m_view.camera.parallel = parallel;
    m_fitTargets = m_frame.fitTargets(m_view.arrowScale);
    refit();
  }
  if (m_frameChanged) m_scene.setFrame(m_frame);
  m_frameChanged = false;
  m_scene.setCamera(m_view.camera, double(width()) / std::max(1, height()));
}

void ViewportCanvas::refit() {
  m_view.camera.fit(m_fitTargets, size(), fitMargin);
  m_framed = true;
}

void ViewportCanvas::resizeEvent(QResizeEvent* event) {
  VtkWidget::resizeEvent(event);
  m_layer->setGeometry(rect());
  m_glide.stop();
  if (m_framed) refit();
  redraw(true);
}

void ViewportCanvas::glideTo(const Camera& target) {
  m_glide.stop();
  m_glideFrom = m_view.camera;
  m_glideTo = target;
  if (isVisible()) return m_glide.start();
  m_view.camera = target;
}

void ViewportCanvas::fit() {
  m_fitTargets = m_frame.fitTargets(m_view.arrowScale);
  Camera target = m_view.camera;
  target.fit(m_fitTargets, size(), fitMargin);
  m_framed = true;
  glideTo(target);
}

void ViewportCanvas::topView() {
  m_fitTargets = m_frame.fitTargets(m_view.arrowScale);
  Camera target = m_view.camera;
  target.azimuth = 0;
  target.elevation = target.yUp ? Camera::minElevation : std::numbers::pi / 2;
  target.fit(m_fitTargets, size(), fitMargin);
  m_framed = true;
  glideTo(target);
}

void ViewportCanvas::setParallel(bool parallel) {
  m_glide.stop();
  m_view.camera.parallel = parallel;
  if (m_framed) refit();
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

void ViewportCanvas::moveCamera(const std::function<void(Camera&)>& change) {
  m_glide.stop();
  change(m_view.camera);
  m_framed = false;
  redraw(true);
  emit cameraMoved();
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
  m_glide.stop();
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
    m_grip = Grip::Spent;
    updateCursor();
    emit bodyDragRefused(m_grabbed.body);
    return;
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
      return moveCamera([&](Camera& c) { c.rotate(-turnPerPixel * move.x(), turnPerPixel * move.y()); });
    case Grip::Pan:
      return moveCamera([&](Camera& c) { c.pan(move, size()); });
    case Grip::Dragging:
      emit bodyDragged(m_drag->body(), m_drag->targetAt(screenMap(), position));
      return;
    default:
      return;
  }
}

void ViewportCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) return;
  const bool dragged = m_grip == Grip::Dragging, tool = m_grip == Grip::Tool;
  m_grip = Grip::None;
  m_grabbed = {};
  if (tool) return m_tool->release(*event);
  if (dragged) {
    BodyDrag drag = *m_drag;
    m_drag.reset();
    emit bodyDragFinished(drag.body(), drag.targetAt(screenMap(), event->position()));
  }
  hover(pickAt(m_frame, screenMap(), event->position(), handleReach));
  updateCursor();
}

/// Until the button is released, nothing more comes of a cancelled drag.
void ViewportCanvas::cancelDrag() {
  const bool dragged = m_grip == Grip::Dragging;
  if (m_grip == Grip::Body || dragged) m_grip = Grip::Spent;
  m_grabbed = {};
  updateCursor();
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
  const double step = event->angleDelta().y() / 120.0;
  if (step == 0) return event->ignore();
  moveCamera([&](Camera& camera) {
    const double least = 2 * m_frame.ballSize, most = 400 * m_frame.ground.extent;
    const double distance = std::clamp(camera.distance / std::pow(1.2, step), least, most);
    camera.zoom(camera.distance / distance, event->position(), size());
  });
  event->accept();
}

void ViewportCanvas::keyPressEvent(QKeyEvent* event) {
  if (m_tool && m_grip != Grip::Dragging && m_tool->key(*event)) return;
  if (event->key() == Qt::Key_Escape && m_grip == Grip::Dragging) return cancelDrag();
  const QPointF centre(width() / 2.0, height() / 2.0);
  const int right = (event->key() == Qt::Key_Right) - (event->key() == Qt::Key_Left);
  const int upwards = (event->key() == Qt::Key_Up) - (event->key() == Qt::Key_Down);
  const bool control = event->modifiers() & Qt::ControlModifier,
             shift = event->modifiers() & Qt::ShiftModifier;
  if ((right || upwards) && control)
    return moveCamera([&](Camera& c) { c.rotate(0.07 * right, 0.07 * upwards); });
  if ((right || upwards) && shift)
    return moveCamera([&](Camera& c) { c.pan(QPointF(-40 * right, 40 * upwards), size()); });
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return moveCamera([&](Camera& c) { c.zoom(1.15, centre, size()); });
    case Qt::Key_Minus:
      return moveCamera([&](Camera& c) { c.zoom(1 / 1.15, centre, size()); });
    case Qt::Key_F:
      return fit();
    case Qt::Key_T:
      return topView();
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
  if (event->type() == QEvent::ShortcutOverride && m_grip == Grip::Dragging &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();  // Esc ends the drag before anything else that it may mean in the window
    return true;
  }
  return VtkWidget::event(event);
}

}  // namespace carom
