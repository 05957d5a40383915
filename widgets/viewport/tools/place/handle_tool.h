#pragma once

#include <optional>

#include "viewport/tools/place/place_tool.h"

namespace carom {

/// Gives a body a handle, a new parameter that a drag of the body changes: along the line that is drawn from
/// it, or around the body to which it is pulled. A click does for a body on a hinge or a slider.
class HandleTool : public PlaceTool {
 public:
  HandleTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor);

 protected:
  bool hasSecondPoint() const override;
  bool hasGhost() const override { return m_end.has_value(); }
  void clearGhost() override { m_end.reset(); }
  void makeGhost(const Eigen::Vector3d& at) override;
  Eigen::Vector3d firstPoint() override;
  void place() override;
  void paintGhost(QPainter& painter) const override;
  QStringList ownTexts() const override;

 private:
  bool isWall(int body) const;
  int moverOf(int body) const;

  int m_body = -1;                       ///< the body that gets the handle
  int m_centre = -1;                     ///< the body that it goes around; −1: it goes along a line
  std::optional<Eigen::Vector3d> m_end;  ///< to where it is pulled
};

}  // namespace carom
