#include "viewport/tools/place/wall_tool.h"

#include "viewport/tools/work_plane.h"

namespace carom {

WallTool::WallTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius)
    : BodyTool(pointer, plane, editor, radius, Aim::RoundAngles) {}

/// The side of a line on which most bodies that move are; without any, the left one as it was drawn.
Eigen::Vector3d WallTool::normalOf(const Eigen::Vector3d& along) const {
  const Eigen::Vector3d left(-along.y(), along.x(), 0);
  const Mechanism& mechanism = m_plane->mechanism();
  int balance = 0;
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body) {
    if (mechanism.isFixed(body)) continue;
    const Eigen::Vector3d centre = mechanism.centreOfMass(body, m_plane->instance().initial.q);
    balance += (centre - from()).dot(left) >= 0 ? 1 : -1;
  }
  return (balance < 0 ? -left : left).normalized();
}

edit::NewBody WallTool::ghostAt(const Eigen::Vector3d& at) {
  edit::NewWall wall{isPlacing() ? from() : at, Eigen::Vector3d::UnitY()};
  if (isDrawn(at)) wall.normal = normalOf(at - from());
  snap({-1, HalfSpace{wall.normal, 0}, {}}, wall.at, wall.normal);
  return wall;
}

}  // namespace carom
