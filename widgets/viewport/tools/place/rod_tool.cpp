#include "viewport/tools/place/rod_tool.h"

namespace carom {

RodTool::RodTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius)
    : BodyTool(pointer, plane, editor, radius, Aim::Touching) {}

edit::NewBody RodTool::ghostAt(const Eigen::Vector3d& at) {
  const auto [from, to] = endsAt(at);
  return edit::NewRod{from, to};
}

}  // namespace carom
