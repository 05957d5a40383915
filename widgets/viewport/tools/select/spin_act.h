#pragma once

#include "viewport/tools/select/handles.h"
#include "viewport/tools/select/held_act.h"
#include "viewport/tools/work_plane.h"

namespace carom {

class SceneEditor;

/// Sets the angular velocity of one body about z: the handle is pulled around the body, or a number is typed
/// (rad/s). The turn of the handle is that of the time that arrows stand for.
class SpinAct : public HeldAct {
 public:
  SpinAct(const WorkPlane* plane, SceneEditor* editor, const Handles& handles, int body);

  QString name() const override;
  void follow(const Pointer& pointer, const TypedNumbers& typed) override;
  QString readout(const TypedNumbers& typed) const override;
  QString done() const override;
  int numberCount() const override { return 1; }

 private:
  const WorkPlane* m_plane;
  SceneEditor* m_editor;
  SnapshotPtr m_start;  ///< at the beginning
  std::string m_name;
  Eigen::Vector3d m_origin;  ///< of the body (m)
  double m_scale;            ///< seconds of motion that the turn of the handle stands for
  double m_radius;           ///< of the handle's circle (m)
  double m_rest;             ///< angle of the handle without a spin (rad)
  double m_turn = 0;         ///< from there to the pointer, without jumps of 2π
  double m_wanted = 0;       ///< rad/s
  double m_beyond = 0;       ///< turn of a fast body that the handle does not show (rad)
};

}  // namespace carom
