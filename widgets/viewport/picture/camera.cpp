#include "viewport/picture/camera.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace carom {

namespace {

constexpr double nearestDepth = 1e-9;

/// The place of the eye at which all targets are between two edges of the picture.
struct AxisFit {
  double shift;  ///< of the eye along the axis (m)
  double depth;  ///< of the eye along the line of sight: at least this (m)
};

/// Perspective: a ball with view coordinates (x, z) and radius r is inside of the right edge, at half-angle
/// h, iff cos h·e + sin h·d ≥ r + cos h·x + sin h·z for the eye at (e, d); likewise for the left edge.
AxisFit fitPerspective(std::span<const Eigen::Vector3d> view, std::span<const FitTarget> targets, int axis,
                       double halfAngle) {
  const double c = std::cos(halfAngle), s = std::sin(halfAngle);
  double right = -std::numeric_limits<double>::infinity(), left = right;
  for (std::size_t i = 0; i < view.size(); ++i) {
    const double x = view[i][axis], z = view[i].z(), r = targets[i].radius;
    right = std::max(right, r + c * x + s * z);
    left = std::max(left, r - c * x + s * z);
  }
  return {(right - left) / (2 * c), (right + left) / (2 * s)};
}

/// Parallel: the eye's depth stands for the size of the picture, which is 2·tan(h)·depth at the focal point.
AxisFit fitParallel(std::span<const Eigen::Vector3d> view, std::span<const FitTarget> targets, int axis,
                    double halfAngle) {
  double high = -std::numeric_limits<double>::infinity(), low = -high;
  for (std::size_t i = 0; i < view.size(); ++i) {
    high = std::max(high, view[i][axis] + targets[i].radius);
    low = std::min(low, view[i][axis] - targets[i].radius);
  }
  return {(high + low) / 2, (high - low) / (2 * std::tan(halfAngle))};
}

}  // namespace

Eigen::Vector3d Camera::up() const {
  return yUp ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitZ();
}

Eigen::Vector3d Camera::backward() const {
  const Eigen::Vector3d right = screenRight();
  const Eigen::Vector3d level = right.cross(up());  // towards the eye, along the ground
  return std::cos(elevation) * level + std::sin(elevation) * up();
}

Eigen::Vector3d Camera::screenRight() const {
  const Eigen::Vector3d away = yUp ? Eigen::Vector3d(0, 0, -1) : Eigen::Vector3d(0, 1, 0);
  return std::cos(azimuth) * Eigen::Vector3d::UnitX() + std::sin(azimuth) * away;
}

Eigen::Vector3d Camera::screenUp() const {
  return backward().cross(screenRight());
}

double Camera::heightAtFocus() const {
  return 2 * distance * std::tan(viewAngle / 2);
}

void Camera::rotate(double turn, double lift) {
  azimuth = std::remainder(azimuth + turn, 2 * std::numbers::pi);
  elevation = std::clamp(elevation + lift, minElevation, std::numbers::pi / 2);
}

void Camera::pan(QPointF move, QSizeF size) {
  const double perUnit = heightAtFocus() / size.height();
  focal += perUnit * (move.y() * screenUp() - move.x() * screenRight());
}

void Camera::zoom(double factor, QPointF cursor, QSizeF size) {
  const double perUnit = heightAtFocus() / size.height();
  const QPointF off = cursor - QPointF(size.width() / 2, size.height() / 2);
  const Eigen::Vector3d held = focal + perUnit * (off.x() * screenRight() - off.y() * screenUp());
  focal = held + (focal - held) / factor;
  distance /= factor;
}

void Camera::fit(std::span<const FitTarget> targets, QSizeF size, double margin) {
  if (targets.empty() || size.isEmpty()) return;
  const Eigen::Vector3d right = screenRight(), upwards = screenUp(), back = backward();
  std::vector<Eigen::Vector3d> view;
  double nearest = -std::numeric_limits<double>::infinity(), farthest = -nearest;
  for (const FitTarget& target : targets) {
    view.emplace_back(right.dot(target.centre), upwards.dot(target.centre), back.dot(target.centre));
    nearest = std::max(nearest, view.back().z() + target.radius);
    farthest = std::min(farthest, view.back().z() - target.radius);
  }
  const double halfHeight = std::tan(viewAngle / 2) * (1 - 2 * margin);
  const double halfWidth = std::tan(viewAngle / 2) * (size.width() / size.height() - 2 * margin);
  const auto fitAxis = parallel ? fitParallel : fitPerspective;
  const AxisFit x = fitAxis(view, targets, 0, std::atan(std::max(halfWidth, halfHeight / 4)));
  const AxisFit y = fitAxis(view, targets, 1, std::atan(halfHeight));
  const double focalDepth = (nearest + farthest) / 2;
  const double eyeDepth = std::max(x.depth, y.depth) + (parallel ? focalDepth : 0);
  distance = std::max(eyeDepth - focalDepth, 1e-6);
  focal = x.shift * right + y.shift * upwards + focalDepth * back;
}

ScreenMap::ScreenMap(const Camera& camera, QSizeF size)
    : m_parallel(camera.parallel),
      m_size(size),
      m_distance(camera.distance),
      m_focalScale(size.height() / camera.heightAtFocus()),
      m_focal(camera.focal),
      m_eye(camera.eye()),
      m_right(camera.screenRight()),
      m_up(camera.screenUp()),
      m_backward(camera.backward()) {}

double ScreenMap::depth(const Eigen::Vector3d& point) const {
  return m_backward.dot(m_eye - point);
}

double ScreenMap::scaleAt(const Eigen::Vector3d& point) const {
  return m_parallel ? m_focalScale : m_focalScale * m_distance / std::max(depth(point), nearestDepth);
}

std::optional<QPointF> ScreenMap::toScreen(const Eigen::Vector3d& point) const {
  if (!m_parallel && depth(point) <= nearestDepth) return std::nullopt;
  const Eigen::Vector3d off = point - m_focal;
  const double scale = scaleAt(point);
  return QPointF(m_size.width() / 2 + scale * m_right.dot(off), m_size.height() / 2 - scale * m_up.dot(off));
}

double ScreenMap::silhouetteRadius(const Eigen::Vector3d& centre, double radius) const {
  const double ratio = radius / std::max((m_eye - centre).norm(), nearestDepth);
  const double widening = m_parallel || ratio >= 1 ? 1 : 1 / std::sqrt(1 - ratio * ratio);
  return radius * scaleAt(centre) * widening;
}

bool ScreenMap::isWithin(const QRectF& area, const FitTarget& target) const {
  const auto at = toScreen(target.centre);
  const double radius = silhouetteRadius(target.centre, target.radius);
  return at && area.adjusted(radius, radius, -radius, -radius).contains(*at);
}

Ray ScreenMap::rayAt(QPointF position) const {
  const QPointF off = position - QPointF(m_size.width() / 2, m_size.height() / 2);
  const Eigen::Vector3d onFocalPlane = m_focal + (off.x() * m_right - off.y() * m_up) / m_focalScale;
  if (m_parallel)
    return {onFocalPlane + 100 * m_distance * m_backward, -m_backward};  // it starts before all of the scene
  return {m_eye, (onFocalPlane - m_eye).normalized()};
}

}  // namespace carom
