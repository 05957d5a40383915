#pragma once

#include "viewport/tools/select/held_act.h"
#include "viewport/tools/work_plane.h"

namespace carom {

class SceneEditor;

/// Turns one body about z until its arm points at the pointer, or to an angle that is typed in degrees. The
/// body stays at the last angle at which no bodies overlap.
class TurnAct : public HeldAct {
 public:
  TurnAct(const WorkPlane* plane, SceneEditor* editor, int body);

  QString name() const override;
  void follow(const Pointer& pointer, const TypedNumbers& typed) override;
  QString readout(const TypedNumbers& typed) const override;
  int numberCount() const override { return 1; }

 private:
  const WorkPlane* m_plane;
  SceneEditor* m_editor;
  SnapshotPtr m_start;  ///< at the beginning
  std::string m_name;
  int m_coordinate;        ///< that turns the body
  Pose m_pose;             ///< of the body at the beginning
  bool m_turnsCoordinate;  ///< and no expression of the scene
  double m_startAngle;     ///< rad
  double m_wantedAngle;    ///< rad
  bool m_isFree = true;    ///< no bodies overlap at the wanted angle
};

}  // namespace carom
