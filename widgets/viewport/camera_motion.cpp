#include "viewport/camera_motion.h"

#include <QKeyEvent>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom {

namespace {

constexpr double turnPerPixel = 0.008;  // rad

}  // namespace

CameraMotion::CameraMotion(Camera* camera, QWidget* view) : m_camera(camera), m_view(view) {
  m_glide.setDuration(180);
  m_glide.setEasingCurve(QEasingCurve::InOutCubic);
  m_glide.setStartValue(0.0);
  m_glide.setEndValue(1.0);
  connect(&m_glide, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& value) { followGlide(value.toDouble()); });
}

/// Puts the camera at the part t of the glide: linear in the angles, in the focal point and in the logarithm
/// of the distance.
void CameraMotion::followGlide(double t) {
  *m_camera = m_glideTo;
  if (t < 1) {
    const double turn = std::remainder(m_glideTo.azimuth - m_glideFrom.azimuth, 2 * std::numbers::pi);
    m_camera->azimuth = m_glideFrom.azimuth + t * turn;
    m_camera->elevation = m_glideFrom.elevation + t * (m_glideTo.elevation - m_glideFrom.elevation);
    m_camera->focal = m_glideFrom.focal + t * (m_glideTo.focal - m_glideFrom.focal);
    const double from = std::log(m_glideFrom.distance), to = std::log(m_glideTo.distance);
    m_camera->distance = std::exp(from + t * (to - from));
  }
  emit moved();
}

void CameraMotion::glideTo(const Camera& target) {
  m_glide.stop();
  m_glideFrom = *m_camera;
  m_glideTo = target;
  if (m_view->isVisible()) return m_glide.start();
  *m_camera = target;
}

void CameraMotion::start(const Camera& camera, std::vector<FitTarget> targets) {
  const bool parallel = m_camera->parallel;
  *m_camera = camera;
  m_camera->parallel = parallel;
  m_targets = std::move(targets);
  refit();
}

void CameraMotion::frame(Camera& camera, const std::vector<FitTarget>& targets) const {
  const QSizeF size = m_view->size();
  const double room = std::max(size.width() - m_coveredLeft - m_coveredRight, size.width() / 2);
  camera.fit(targets, {room, size.height()});
  camera.pan({(m_coveredLeft - m_coveredRight) / 2, 0}, size);
}

void CameraMotion::refit() {
  frame(*m_camera, m_targets);
  m_isFramed = true;
}

void CameraMotion::fit(std::vector<FitTarget> targets) {
  fitFrom(*m_camera, std::move(targets));
}

void CameraMotion::fitFromAbove(std::vector<FitTarget> targets) {
  Camera above = *m_camera;
  above.azimuth = 0;
  above.elevation = above.yUp ? Camera::minElevation : std::numbers::pi / 2;
  fitFrom(above, std::move(targets));
}

void CameraMotion::fitFrom(Camera direction, std::vector<FitTarget> targets) {
  m_targets = std::move(targets);
  frame(direction, m_targets);
  m_isFramed = true;
  glideTo(direction);
}

void CameraMotion::keepFramed(std::vector<FitTarget> targets, double room) {
  constexpr double small = 0.55;  // part of the distance at which the camera comes nearer
  if (!m_isFramed) return;
  const Camera goal = m_glide.state() == QAbstractAnimation::Running ? m_glideTo : *m_camera;
  Camera fitted = goal;
  frame(fitted, targets);
  const ScreenMap map(goal, m_view->size());
  const QRectF seen = QRectF(m_view->rect()).adjusted(m_coveredLeft, 0, -m_coveredRight, 0);
  m_targets = std::move(targets);
  const bool isSeen =
      std::ranges::all_of(m_targets, [&](const FitTarget& target) { return map.isWithin(seen, target); });
  if (isSeen && fitted.distance > small * goal.distance) return;
  if (!isSeen) fitted.distance *= room;
  glideTo(fitted);
}

void CameraMotion::goTo(const Camera& camera) {
  m_isFramed = false;
  glideTo(camera);
}

void CameraMotion::follow(const Eigen::Vector3d& move) {
  m_camera->focal += move;
  m_glideFrom.focal += move;
  m_glideTo.focal += move;
  for (FitTarget& target : m_targets) target.centre += move;
}

void CameraMotion::setParallel(bool parallel) {
  m_glide.stop();
  m_camera->parallel = parallel;
  if (m_isFramed) refit();
}

bool CameraMotion::setCovered(double left, double right) {
  if (left == m_coveredLeft && right == m_coveredRight) return false;
  m_coveredLeft = left;
  m_coveredRight = right;
  resize();
  return true;
}

void CameraMotion::resize() {
  m_glide.stop();
  if (m_isFramed) refit();
}

void CameraMotion::moveByHand(const std::function<void(Camera&)>& change) {
  m_glide.stop();
  change(*m_camera);
  m_isFramed = false;
  emit moved();
  emit movedByHand();
}

void CameraMotion::rotate(QPointF move) {
  moveByHand([&](Camera& camera) { camera.rotate(-turnPerPixel * move.x(), turnPerPixel * move.y()); });
}

void CameraMotion::pan(QPointF move) {
  moveByHand([&](Camera& camera) { camera.pan(move, m_view->size()); });
}

void CameraMotion::zoom(const QPointF& about, double factor, double least, double most) {
  moveByHand([&](Camera& camera) {
    const double distance = std::clamp(camera.distance / factor, least, most);
    camera.zoom(camera.distance / distance, about, m_view->size());
  });
}

bool CameraMotion::key(const QKeyEvent& event) {
  const int right = (event.key() == Qt::Key_Right) - (event.key() == Qt::Key_Left);
  const int upwards = (event.key() == Qt::Key_Up) - (event.key() == Qt::Key_Down);
  const bool isArrow = right || upwards;
  const bool nearer = event.key() == Qt::Key_Plus || event.key() == Qt::Key_Equal;
  const QPointF centre(m_view->width() / 2.0, m_view->height() / 2.0);
  if (isArrow && event.modifiers() & Qt::ControlModifier)
    moveByHand([&](Camera& camera) { camera.rotate(0.07 * right, 0.07 * upwards); });
  else if (isArrow && event.modifiers() & Qt::ShiftModifier)
    pan(QPointF(-40 * right, 40 * upwards));
  else if (nearer || event.key() == Qt::Key_Minus)
    moveByHand([&](Camera& camera) { camera.zoom(nearer ? 1.15 : 1 / 1.15, centre, m_view->size()); });
  else
    return false;
  return true;
}

}  // namespace carom
