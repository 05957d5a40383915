#pragma once

#include "viewport/tools/place/body_tool.h"

namespace carom {

/// Places a rod: from one end to the other. An end snaps to what it can touch.
class RodTool : public BodyTool {
 public:
  RodTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius);

 protected:
  edit::NewBody ghostAt(const Eigen::Vector3d& at) override;
};

}  // namespace carom
