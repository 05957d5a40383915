#include "viewport/picture/picking.h"

#include <Eigen/Geometry>
#include <QLineF>
#include <algorithm>
#include <cmath>
#include <limits>

#include "viewport/picture/arc_shape.h"

namespace carom {

std::optional<double> hitSphere(const Ray& ray, const Eigen::Vector3d& centre, double radius) {
  const Eigen::Vector3d off = centre - ray.origin;
  const double along = off.dot(ray.direction);
  const double miss = (off - along * ray.direction).squaredNorm();
  if (along <= 0 || miss > radius * radius) return std::nullopt;
  const double distance = along - std::sqrt(radius * radius - miss);
  return distance > 0 ? std::optional(distance) : std::nullopt;
}

std::optional<Approach> approachSegment(const Ray& ray, const Eigen::Vector3d& from,
                                        const Eigen::Vector3d& to) {
  // In the plane across the ray, the segment is a segment and the ray a point.
  const auto across = [&](const Eigen::Vector3d& v) {
    return Eigen::Vector3d(v - v.dot(ray.direction) * ray.direction);
  };
  const Eigen::Vector3d a = across(from - ray.origin), along = across(to - from);
  const double length2 = along.squaredNorm();
  const double s = length2 > 0 ? std::clamp(-a.dot(along) / length2, 0.0, 1.0) : 0;
  const Eigen::Vector3d point = from + s * (to - from);
  if ((point - ray.origin).dot(ray.direction) <= 0) return std::nullopt;
  return Approach{point, (a + s * along).norm()};
}

namespace {

std::optional<Pick> pickHandle(const SceneFrame& frame, const ScreenMap& map, QPointF position,
                               double reach) {
  for (std::size_t i = 0; i < frame.arcs.size(); ++i) {
    const ArcShape shape(frame.arcs[i]);
    for (const auto& [t, body] : {std::pair(0.0, frame.arcs[i].from), std::pair(1.0, frame.arcs[i].to)}) {
      if (body < 0) continue;
      const Eigen::Vector3d handle = shape.at(t);
      const auto screen = map.toScreen(handle);
      if (screen && QLineF(*screen, position).length() <= reach)
        return Pick{body, static_cast<int>(i), handle};
    }
  }
  return std::nullopt;
}

}  // namespace

Pick pickAt(const SceneFrame& frame, const ScreenMap& map, QPointF position, double handleReach) {
  if (const auto handle = pickHandle(frame, map, position, handleReach)) return *handle;
  const Ray ray = map.rayAt(position);
  Pick pick;
  double nearest = std::numeric_limits<double>::infinity();
  for (const SceneFrame::Ball& ball : frame.balls) {
    const auto distance = hitSphere(ray, ball.centre, ball.radius);
    if (!distance || *distance >= nearest) continue;
    nearest = *distance;
    pick = {ball.body, -1, ray.origin + nearest * ray.direction};
  }
  return pick;
}

int lineAt(const SceneFrame& frame, const ScreenMap& map, QPointF position, double reach) {
  const Ray ray = map.rayAt(position);
  int line = -1;
  for (std::size_t i = 0; i < frame.lines.size(); ++i) {
    const auto approach = approachSegment(ray, frame.lines[i].from, frame.lines[i].to);
    const double distance = approach ? approach->distance * map.scaleAt(approach->point) : reach;
    if (distance >= reach) continue;
    reach = distance;
    line = static_cast<int>(i);
  }
  return line;
}

bool isHidden(const SceneFrame& frame, const ScreenMap& map, const SceneFrame::Contact& contact) {
  const auto screen = map.toScreen(contact.point);
  if (!screen) return true;
  const Ray ray = map.rayAt(*screen);
  const double distance = (contact.point - ray.origin).norm();
  for (const SceneFrame::Ball& ball : frame.balls) {
    if (ball.body == contact.bodies[0] || ball.body == contact.bodies[1]) continue;
    const auto hit = hitSphere(ray, ball.centre, ball.radius);
    if (hit && *hit < distance) return true;
  }
  return false;
}

BodyDrag::BodyDrag(const SceneFrame& frame, const Pick& pick, const ScreenMap& map, QPointF position)
    : m_body(pick.body),
      m_planePoint(pick.point),
      m_planeNormal(frame.planar ? Eigen::Vector3d(0, 0, 1) : map.backward()),
      m_target(frame.grips[pick.body]) {
  if (pick.arc >= 0) {
    m_vertex = frame.arcs[pick.arc].vertex;
    m_armLength = (m_target - *m_vertex).norm();
    return;
  }
  const auto grabbed = planePoint(map.rayAt(position));
  m_offset = m_target - grabbed.value_or(m_planePoint);
}

std::optional<Eigen::Vector3d> BodyDrag::planePoint(const Ray& ray) const {
  const double slope = ray.direction.dot(m_planeNormal);
  if (std::abs(slope) < 1e-3) return std::nullopt;  // the plane is seen edge-on
  const double distance = (m_planePoint - ray.origin).dot(m_planeNormal) / slope;
  return distance > 0 ? std::optional<Eigen::Vector3d>(ray.origin + distance * ray.direction) : std::nullopt;
}

Eigen::Vector3d BodyDrag::targetAt(const ScreenMap& map, QPointF position) {
  const auto point = planePoint(map.rayAt(position));
  if (!point) return m_target;
  if (!m_vertex) return m_target = *point + m_offset;
  const Eigen::Vector3d arm = *point - *m_vertex;
  if (arm.norm() > 1e-12) m_target = *m_vertex + m_armLength * arm.normalized();
  return m_target;
}

}  // namespace carom
