#pragma once

#include "viewport/tools/place/body_tool.h"

namespace carom {

/// Places a box: from corner to corner, or of a usual size about a point.
class BoxTool : public BodyTool {
 public:
  BoxTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius);

 protected:
  edit::NewBody ghostAt(const Eigen::Vector3d& at) override;
};

}  // namespace carom
