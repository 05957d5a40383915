#pragma once

#include <optional>
#include <vector>

#include "scene/edit/edit.h"
#include "viewport/tools/place/place_tool.h"

namespace carom {

/// Gives a body a joint: at the first point, on the body to which it is pulled, or on the world. A slider
/// goes along the pull. A hinge or ball joint beside the body, for a pendulum, is drawn from the body to
/// empty ground, or the other way round.
class JointTool : public PlaceTool {
 public:
  using Kind = edit::NewJoint::Kind;

  JointTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor);

  Kind kind() const { return m_kind; }
  void setKind(Kind kind) { m_kind = kind; }
  /// The kinds that make sense in the scene: a ball joint only where bodies leave the plane.
  std::vector<Kind> kinds() const;

 protected:
  bool hasSecondPoint() const override { return m_kind == Kind::Slider; }
  bool hasGhost() const override { return m_end.has_value(); }
  void clearGhost() override { m_end.reset(); }
  void makeGhost(const Eigen::Vector3d& at) override;
  Eigen::Vector3d firstPoint() override;
  void place() override;
  void paintGhost(QPainter& painter) const override;
  QStringList ownTexts() const override;

 private:
  /// What the gesture so far makes, from bodies by their numbers; −1: no body, and the world.
  struct Meant {
    int body = -1, parent = -1;
    Eigen::Vector3d at;
  };
  Meant meant() const;
  bool turns() const { return m_kind == Kind::Hinge || m_kind == Kind::Ball; }

  Kind m_kind = Kind::Hinge;
  int m_body = -1;                       ///< the body at the first point; −1: none
  std::optional<Eigen::Vector3d> m_end;  ///< where the joint would be, or what it is pulled to
};

}  // namespace carom
