#pragma once

#include "viewport/tools/place/body_tool.h"

namespace carom {

/// Places a link: from its hinge, on a body or on the world, to its other end.
class LinkTool : public BodyTool {
 public:
  LinkTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius);

 protected:
  edit::NewBody ghostAt(const Eigen::Vector3d& at) override;
  void add(const edit::NewBody& body) override;
};

}  // namespace carom
