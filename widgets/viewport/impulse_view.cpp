#include "viewport/impulse_view.h"

#include <cmath>
#include <memory>
#include <utility>

#include "common/theme.h"
#include "figure/panel.h"
#include "impulse/impulse_lab.h"
#include "viewport/overlay_layer.h"

namespace carom {

ImpulseView::ImpulseView(ImpulseLab* lab, Panel* panel) : VtkWidget(panel), m_lab(lab) {
  const auto turned = [this](const QPointF& from) { return turn(from); };
  m_picture = new Picture(
      this, panel,
      {.at = [turned](const QPointF&) { return PictureSpot{0, 0, {}, Qt::ArrowCursor, {}, turned}; },
       .words = [this] { return words(); },
       .zoom =
           [this](const QPointF& about, double factor, Qt::KeyboardModifiers) {
             const double size = std::max(1e-12, m_scene.most - m_scene.least);
             m_motion.zoom(about, factor, 0.05 * size, 100 * size);
           },
       .pan = [this](const QPointF& by) { m_motion.pan(by); },
       .fit = [this] { m_motion.fit(m_scene.targets); },
       .key = [this](const QKeyEvent& key) { return m_motion.key(key); }});
  setObjectName(QStringLiteral("impulseView"));
  setAccessibleName(tr("Impulse space in 3D"));
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(120, 80);
  m_layer = new OverlayLayer(this, [this](QPainter& painter) {
    const PaintedWords::Recording recording(m_picture->painted());
    paintImpulseLabels(painter, m_scene, m_camera, QRectF(rect()), 1);
  });
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
  m_picture->speakLater();
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
  return draw(pixels, QRect(QPoint(), pixels));
}

void ImpulseView::resizeEvent(QResizeEvent* event) {
  VtkWidget::resizeEvent(event);
  m_layer->setGeometry(rect());
  m_motion.resize();
  updateWhileMoving();
}

PictureDrag ImpulseView::turn(const QPointF& from) {
  const Camera before = m_camera;
  return {[this, last = std::make_shared<QPointF>(from)](const QPointF& place, Qt::KeyboardModifiers) {
            m_motion.rotate(place - std::exchange(*last, place));
          },
          {},
          [this, before] { m_motion.goTo(before); }};
}

QString ImpulseView::words() const {
  return m_slice ? tr("%1, with a section").arg(m_lab->state().title()) : m_lab->state().title();
}

}  // namespace carom
