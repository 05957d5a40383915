#pragma once

#include <set>

#include "scene/edit/snapper.h"
#include "viewport/tools/select/held_act.h"
#include "viewport/tools/work_plane.h"

namespace carom {

class SceneEditor;

/// Moves bodies without turning them. What they can touch, they snap to; contacts that the scene marks as
/// touching are kept, unless Alt is down. A body on a hinge turns towards the pointer.
class MoveAct : public HeldAct {
 public:
  /// Moves the selected bodies, of which `grabbed` is under the pointer.
  MoveAct(const WorkPlane* plane, SceneEditor* editor, int grabbed, const Pointer& pointer);

  QString name() const override;
  void follow(const Pointer& pointer, const TypedNumbers& typed) override;
  QString readout(const TypedNumbers& typed) const override;
  void paint(QPainter& painter) const override;

 private:
  bool isOnHinge() const { return m_directions.cols() == 0; }
  std::set<int> movedBodies() const;
  std::vector<int> keptTouching(const std::set<int>& moving) const;
  void preview(const Snap& snap, bool letGo);

  const WorkPlane* m_plane;
  SceneEditor* m_editor;
  SnapshotPtr m_start;               ///< at the beginning
  std::vector<std::string> m_names;  ///< of the bodies that are moved
  int m_grabbed;
  Eigen::Vector3d m_grabPoint;    ///< that was under the pointer at the beginning
  Eigen::Matrix3Xd m_directions;  ///< that the body can travel along: orthonormal columns in the plane
  std::vector<int> m_kept;        ///< bodies that stay touched
  bool m_movesCoordinates;        ///< and nothing else of the scene: no repeat becomes single bodies
  std::optional<Snapper> m_snapper;
  Snap m_snap;
  Eigen::Vector3d m_shown = Eigen::Vector3d::Zero();  ///< where the grabbed body is to go
};

}  // namespace carom
