#include "viewport/tools/place/wall_tool.h"

namespace carom {

WallTool::WallTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius)
    : BodyTool(pointer, plane, editor, radius, Aim::RoundAngles) {}

edit::NewBody WallTool::ghostAt(const Eigen::Vector3d& at) {
  edit::NewWall wall{isPlacing() ? from() : at, Eigen::Vector3d::UnitY()};
  if (isDrawn(at)) wall.normal = (at - from()).normalized();
  snap({-1, HalfSpace{wall.normal, 0}, {}}, wall.at, wall.normal);
  return wall;
}

}  // namespace carom
