#pragma once

#include "viewport/tools/place/body_tool.h"

namespace carom {

/// Places a spring between two points, each of a body or of the world. It is at rest as it is drawn. Its
/// ghost is the rod between the points.
class SpringTool : public BodyTool {
 public:
  SpringTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius);

 protected:
  edit::NewBody ghostAt(const Eigen::Vector3d& at) override;
  void add(const edit::NewBody& body) override;
};

}  // namespace carom
