#pragma once

#include "viewport/tools/select/handles.h"
#include "viewport/tools/select/held_act.h"
#include "viewport/tools/work_plane.h"

namespace carom {

class SceneEditor;

/// Pulls the velocity arrow of a selected body to the pointer, or types its components. What this body gains,
/// the other selected bodies gain, too.
class VelocityAct : public HeldAct {
 public:
  VelocityAct(const WorkPlane* plane, SceneEditor* editor, const Handles& handles, const Handle& held);

  QString name() const override;
  void follow(const Pointer& pointer, const TypedNumbers& typed) override;
  QString readout(const TypedNumbers& typed) const override;
  QString done() const override;

 private:
  struct Pulled {
    std::string name;
    Eigen::Vector3d velocity;  ///< at the beginning (m/s)
  };
  Eigen::Vector3d wantedAt(const Eigen::Vector3d& tip, bool free) const;

  const WorkPlane* m_plane;
  SceneEditor* m_editor;
  SnapshotPtr m_start;           ///< at the beginning
  std::vector<Pulled> m_bodies;  ///< all whose velocity is changed
  Pulled m_held;                 ///< the body whose arrow is held
  Eigen::Vector3d m_origin;      ///< of that body
  QPointF m_besideTip;           ///< from the arrow's tip to the handle (px)
  double m_scale;                ///< seconds of motion that the arrow stands for
  Eigen::Vector3d m_wanted;      ///< m/s
};

}  // namespace carom
