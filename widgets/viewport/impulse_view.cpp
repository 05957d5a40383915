#include "viewport/impulse_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "common/theme.h"
#include "impulse/impulse_lab.h"
#include "viewport/overlay_layer.h"

namespace carom {

ImpulseView::ImpulseView(ImpulseLab* lab, QWidget* parent) : VtkWidget(parent), m_lab(lab) {
  setObjectName(QStringLiteral("impulseView"));
  setAccessibleName(tr("Impulse space in 3D"));
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(120, 80);
  m_layer = new OverlayLayer(
      this, [this](QPainter& painter) { paintImpulseLabels(painter, m_scene, m_camera, QRectF(rect()), 1); });
  setRenderer(m_renderer.renderer());
  setRestingSamples(4);
  connect(&m_motion, &CameraMotion::moved, this, [this] {
    m_layer->update();
    updateWhileMoving();
  });
  connect(lab, &ImpulseLab::changed, this, &ImpulseView::refresh);
  followPalette();
  refresh();
}

void ImpulseView::followPalette() {
  m_renderer.setGround(theme::panelGround());
  refresh();
}

void ImpulseView::refresh() {
  m_scene = {};
  if (const ImpulseCase& now = m_lab->now(); whyNoScene(now.impact).isEmpty()) {
    m_scene = impulseScene(now);
    m_slice.reset();
    if (m_share) {
      m_slice = std::lerp(m_scene.least, m_scene.most, *m_share);
      m_scene = impulseScene(now, m_slice);
    }
  }
  m_partsChanged = true;
  m_layer->update();
  updateWhileMoving();
}

void ImpulseView::setSlice(const std::optional<double>& share) {
  m_share = share;
  refresh();
}

void ImpulseView::setCamera(const Camera& camera) {
  m_framed = m_lab->state().about;
  m_motion.goTo(camera);
}

QImage ImpulseView::makePicture(QSize pixels) {
  if (m_partsChanged) m_renderer.setParts(m_scene.parts);
  m_partsChanged = false;
  if (const QString& about = m_lab->state().about; m_framed != about && !m_scene.targets.empty()) {
    m_motion.start(impulseCamera(m_scene, size()), m_scene.targets);
    m_framed = about;
  }
  m_renderer.setCamera(m_camera);
  return draw(pixels);
}

void ImpulseView::resizeEvent(QResizeEvent* event) {
  VtkWidget::resizeEvent(event);
  m_layer->setGeometry(rect());
  m_motion.resize();
  updateWhileMoving();
}

void ImpulseView::mousePressEvent(QMouseEvent* event) {
  m_mouse = event->position();
}

void ImpulseView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF move = event->position() - m_mouse;
  m_mouse = event->position();
  if (event->buttons() & Qt::LeftButton)
    m_motion.rotate(move);
  else if (event->buttons() & (Qt::MiddleButton | Qt::RightButton))
    m_motion.pan(move);
}

void ImpulseView::wheelEvent(QWheelEvent* event) {
  const double size = std::max(1e-12, m_scene.most - m_scene.least);
  m_motion.zoom(*event, 0.05 * size, 100 * size);
}

void ImpulseView::keyPressEvent(QKeyEvent* event) {
  if (!m_motion.key(*event)) VtkWidget::keyPressEvent(event);
}

}  // namespace carom
