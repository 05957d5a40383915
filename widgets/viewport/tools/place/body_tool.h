#pragma once

#include <optional>

#include "scene/edit/edit.h"
#include "viewport/tools/place/place_tool.h"

namespace carom {

class UsualRadius;

/// A tool that places a body. Its ghost is that body.
class BodyTool : public PlaceTool {
 public:
  BodyTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius, Aim aim);

 protected:
  virtual edit::NewBody ghostAt(const Eigen::Vector3d& at) = 0;
  /// The ends of a body along a line, from the first point on; of a usual length until a second one is meant.
  std::pair<Eigen::Vector3d, Eigen::Vector3d> endsAt(const Eigen::Vector3d& at) const;
  /// Adds the body to the scene.
  virtual void add(const edit::NewBody& body);

  bool hasGhost() const override { return m_ghost.has_value(); }
  void clearGhost() override { m_ghost.reset(); }
  void makeGhost(const Eigen::Vector3d& at) override { m_ghost = ghostAt(at); }
  void place() override;
  void paintGhost(QPainter& painter) const override;

  UsualRadius* m_radius;
  std::optional<edit::NewBody> m_ghost;
};

}  // namespace carom
