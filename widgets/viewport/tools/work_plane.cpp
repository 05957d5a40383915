#include "viewport/tools/work_plane.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/pixel_value.h"
#include "mechanics/contact/shape_distance.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

constexpr double snapPixels = 9;
constexpr double thinPixels = 6;    // around thin bodies
constexpr double springPixels = 9;  // around the middle of a spring

/// Distance of a point of the plane to a shape, negative inside.
double distanceTo(const PlacedShape& placed, const Eigen::Vector3d& point) {
  const Eigen::Vector3d local = placed.pose.R.transpose() * (point - placed.pose.x);
  return separate(partInBody(placed.shape, 0, true), WorldBall{local, 0}).gap;
}

}  // namespace

WorkPlane::WorkPlane(const ViewportCanvas* canvas) : m_canvas(canvas) {}

void WorkPlane::setSnapshot(const SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  m_shapes.clear();
  for (int i = 0; i < static_cast<int>(mechanism().bodies().size()); ++i)
    for (PlacedShape& shape : placedShapes(mechanism(), i, instance().initial.q))
      m_shapes.push_back(std::move(shape));
}

const std::string& WorkPlane::nameOf(int body) const {
  return mechanism().bodies()[static_cast<std::size_t>(body)].name;
}

Eigen::Vector3d WorkPlane::originOf(int body) const {
  return mechanism().position(body, instance().initial.q);
}

Pose WorkPlane::poseOf(int body) const {
  return mechanism().pose(body, instance().initial.q);
}

std::optional<Eigen::Vector3d> WorkPlane::pointAt(QPointF position) const {
  const Ray ray = m_canvas->screenMap().rayAt(position);
  if (std::abs(ray.direction.z()) < 1e-3) return std::nullopt;
  const double distance = -ray.origin.z() / ray.direction.z();
  if (distance <= 0) return std::nullopt;
  Eigen::Vector3d point = ray.origin + distance * ray.direction;
  point.z() = 0;
  return point;
}

std::optional<QPointF> WorkPlane::toScreen(const Eigen::Vector3d& point) const {
  return m_canvas->screenMap().toScreen(point);
}

double WorkPlane::metresPerPixel(const Eigen::Vector3d& at) const {
  return 1 / m_canvas->screenMap().scaleAt(at);
}

double WorkPlane::snapReach(const Eigen::Vector3d& at) const {
  return snapPixels * metresPerPixel(at);
}

Eigen::Vector3d WorkPlane::rounded(const Eigen::Vector3d& point) const {
  const double pixel = metresPerPixel(point);
  return {roundedToPixels(point.x(), pixel), roundedToPixels(point.y(), pixel), 0};
}

int WorkPlane::bodyAt(QPointF position) const {
  if (!m_snapshot) return -1;
  // The canvas may still show the scene before this one, which had more bodies.
  const auto bodies = static_cast<int>(mechanism().bodies().size());
  const Pick pick = pickAt(m_canvas->frame(), m_canvas->screenMap(), position, 0);
  if (pick.body >= 0 && pick.body < bodies) return pick.body;
  const auto point = pointAt(position);
  if (!point) return -1;
  const double reach = thinPixels * metresPerPixel(*point);
  int best = -1;
  double nearest = HUGE_VAL;
  for (const PlacedShape& shape : m_shapes) {
    double distance = distanceTo(shape, *point);
    const bool wall = std::holds_alternative<HalfSpace>(shape.shape);
    // A wall counts at its face and in a strip on its solid side, and only where no other body is.
    if (distance > reach || (wall && distance < -10 * reach)) continue;
    if (wall) distance = std::max(distance, 0.0) + reach;
    if (distance >= nearest) continue;
    nearest = distance;
    best = shape.body;
  }
  return best;
}

QString WorkPlane::springAt(QPointF position) const {
  const int line = lineAt(m_canvas->frame(), m_canvas->screenMap(), position, springPixels);
  if (line < 0) return {};
  const int body = bodyAt(position);
  const auto isSolid = [body](const PlacedShape& shape) {
    return shape.body == body && !std::holds_alternative<HalfSpace>(shape.shape);
  };
  if (body >= 0 && std::ranges::any_of(m_shapes, isSolid)) return {};
  return m_canvas->frame().lines[static_cast<std::size_t>(line)].place;
}

std::optional<Eigen::Vector3d> WorkPlane::anchorNear(const Eigen::Vector3d& point) const {
  std::optional<Eigen::Vector3d> best;
  double nearest = snapReach(point);
  const auto offer = [&](const Eigen::Vector3d& sum, const Eigen::Vector3d& start) {
    // What only the rounding of a body's place and turn leaves is 0.
    constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
    const double scale = start.norm() + (sum - start).norm();
    const Eigen::Vector3d anchor =
        sum.unaryExpr([&](double x) { return std::abs(x) > rounding * scale ? x : 0; });
    if (const double distance = (anchor - point).norm(); distance <= nearest && anchor.z() == 0) {
      nearest = distance;
      best = anchor;
    }
  };
  for (const PlacedShape& shape : m_shapes) {
    if (const auto* rod = std::get_if<Segment>(&shape.shape))
      for (const Eigen::Vector3d& end : rod->ends) offer(shape.pose * end, shape.pose.x);
    else if (!std::holds_alternative<HalfSpace>(shape.shape))
      offer(shape.pose.x, shape.pose.x);
  }
  return best;
}

}  // namespace carom
