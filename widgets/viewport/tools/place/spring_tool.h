#pragma once

#include "viewport/tools/place/body_tool.h"

namespace carom {

/// Joins two points, each of a body or of the world: by a spring, which is at rest as it is drawn, or by a
/// pin that closes a loop, for which the scene moves its bodies together. Its ghost is the rod between the
/// points.
class SpringTool : public BodyTool {
 public:
  enum class Adds { Spring, Loop };
  SpringTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius,
             Adds adds = Adds::Spring);

 protected:
  edit::NewBody ghostAt(const Eigen::Vector3d& at) override;
  void add(const edit::NewBody& body) override;

 private:
  Adds m_adds;
};

}  // namespace carom
