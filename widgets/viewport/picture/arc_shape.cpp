#include "viewport/picture/arc_shape.h"

#include <Eigen/Geometry>
#include <cmath>

namespace carom {

ArcShape::ArcShape(const SceneFrame::Arc& arc)
    : m_vertex(arc.vertex),
      m_first((arc.fromAt - arc.vertex).normalized()),
      m_radius(arc.radius),
      m_angle(0) {
  const Eigen::Vector3d to = (arc.toAt - arc.vertex).normalized();
  m_second = to - m_first.dot(to) * m_first;
  m_angle = std::atan2(m_second.norm(), m_first.dot(to));
  if (m_second.norm() > 1e-6) {
    m_second.normalize();
    return;
  }
  m_second = Eigen::Vector3d::UnitZ().cross(m_first);  // a straight angle: to the right, or upwards
  const bool sideways = std::abs(m_second.x()) > 1e-6;
  if ((sideways ? m_second.x() : m_second.y()) < 0) m_second = -m_second;
}

Eigen::Vector3d ArcShape::at(double t, double reach) const {
  const double turn = t * m_angle;
  return m_vertex + reach * m_radius * (std::cos(turn) * m_first + std::sin(turn) * m_second);
}

}  // namespace carom
