#include "viewport/tools/place/rod_tool.h"

namespace carom {

RodTool::RodTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius)
    : BodyTool(pointer, plane, editor, radius, Aim::RoundAngles) {}

Eigen::Vector3d RodTool::aimedPoint() {
  Eigen::Vector3d at = BodyTool::aimedPoint();
  if (!m_typed.any()) snap({-1, Point{}, {}}, at, Eigen::Matrix3d::Identity().leftCols<2>());
  return at;
}

edit::NewBody RodTool::ghostAt(const Eigen::Vector3d& at) {
  const auto [from, to] = endsAt(at);
  return edit::NewRod{from, to};
}

}  // namespace carom
