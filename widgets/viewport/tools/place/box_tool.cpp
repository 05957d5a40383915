#include "viewport/tools/place/box_tool.h"

#include "viewport/tools/usual_radius.h"

namespace carom {

BoxTool::BoxTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius)
    : BodyTool(pointer, plane, editor, radius, Aim::Plain) {}

edit::NewBody BoxTool::ghostAt(const Eigen::Vector3d& at) {
  const double r = m_radius->value(), pixel = m_plane->metresPerPixel(at);
  edit::NewBox box{isPlacing() ? from() : at, {3 * r, 2 * r, 2 * r}};
  const Eigen::Vector3d size = (at - from()).cwiseAbs();
  if (isPlacing() && size.x() > 2 * pixel && size.y() > 2 * pixel) {
    box.centre = 0.5 * (from() + at);
    box.size = {size.x(), size.y(), std::min(size.x(), size.y())};
  }
  snap({-1, boxHull(0.5 * box.size), {}}, box.centre, Eigen::Matrix3d::Identity().leftCols<2>());
  return box;
}

}  // namespace carom
