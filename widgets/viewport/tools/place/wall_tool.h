#pragma once

#include "viewport/tools/place/body_tool.h"

namespace carom {

/// Places a wall: a point of its face, and the way that it faces.
class WallTool : public BodyTool {
 public:
  WallTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius);

 protected:
  edit::NewBody ghostAt(const Eigen::Vector3d& at) override;
};

}  // namespace carom
