#pragma once

#include "viewport/picture/scene_frame.h"

namespace carom {

/// The circular arc of an arc handle, on the inner side of the angle at its vertex.
class ArcShape {
 public:
  explicit ArcShape(const SceneFrame::Arc& arc);

  double angle() const { return m_angle; }  ///< rad, in [0, π]
  /// The point of the arc at the part t of its angle, from 0 at `from` to 1 at `to`. `reach`: factor on the
  /// radius.
  Eigen::Vector3d at(double t, double reach = 1) const;

 private:
  Eigen::Vector3d m_vertex, m_first, m_second;  ///< unit: towards `from`, and across it towards `to`
  double m_radius, m_angle;
};

}  // namespace carom
