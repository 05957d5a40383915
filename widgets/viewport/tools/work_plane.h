#pragma once

#include <QPointF>
#include <QString>
#include <optional>
#include <vector>

#include "answer/snapshot.h"
#include "scene/edit/snapper.h"

namespace carom {

class ViewportCanvas;

/// The plane z = 0 as the view shows it, with the bodies of the scene at the initial state. The tools work in
/// this plane only. Positions of the view in px, points in m.
class WorkPlane {
 public:
  explicit WorkPlane(const ViewportCanvas* canvas);

  void setSnapshot(const SnapshotPtr& snapshot);
  /// Null before the first scene. The functions below need one, but for those of the view.
  const SnapshotPtr& snapshot() const { return m_snapshot; }
  const SceneInstance& instance() const { return m_snapshot->instance; }
  const Mechanism& mechanism() const { return *m_snapshot->instance.mechanism; }
  const std::string& nameOf(int body) const;
  /// The origin of a body, and its pose.
  Eigen::Vector3d originOf(int body) const;
  Pose poseOf(int body) const;
  /// The shapes of all bodies.
  const std::vector<PlacedShape>& shapes() const { return m_shapes; }

  const ViewportCanvas& canvas() const { return *m_canvas; }
  /// The point under a position of the view; empty where the plane is seen edge-on or lies behind the eye.
  std::optional<Eigen::Vector3d> pointAt(QPointF position) const;
  std::optional<QPointF> toScreen(const Eigen::Vector3d& point) const;
  double metresPerPixel(const Eigen::Vector3d& at) const;
  /// How near a point must come to a body to snap to it (m).
  double snapReach(const Eigen::Vector3d& at) const;
  /// The point to the power of ten that the eye can just distinguish.
  Eigen::Vector3d rounded(const Eigen::Vector3d& point) const;
  double rounded(double length) const { return rounded(Eigen::Vector3d(length, 0, 0)).x(); }

  /// The body there, −1 without. A wall counts along its face, a thin body within a few px.
  int bodyAt(QPointF position) const;
  /// The place in the file of the spring or damper there, "springs[0]"; empty without, and where a body other
  /// than a wall is there, too.
  QString springAt(QPointF position) const;
  /// The origin of a body or the end of a rod within the snapping reach of a point.
  std::optional<Eigen::Vector3d> anchorNear(const Eigen::Vector3d& point) const;

 private:
  const ViewportCanvas* m_canvas;
  SnapshotPtr m_snapshot;
  std::vector<PlacedShape> m_shapes;
};

}  // namespace carom
