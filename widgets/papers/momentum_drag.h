#pragma once

#include <QRectF>
#include <memory>
#include <nlohmann/json.hpp>

#include "answer/snapshot.h"
#include "papers/contact_sphere.h"
#include "papers/sphere_view.h"

namespace carom {

class Edits;
class NormalSphereFigure;

/// A drag of p⁻ over the sphere of momenta. It is one edit of the scene's initial velocities: the energy
/// stays, and of all velocities with the contact velocities that the place asks for, those are taken that
/// change least in the kinetic metric.
class MomentumDrag {
 public:
  /// Begins the edit. The figure shows the impact of `start` at time 0 in an area (pt).
  MomentumDrag(const SnapshotPtr& start, const NormalSphereFigure& figure, const QRectF& area, Edits* edits);

  /// Whether the velocities of a figure's impact can be dragged: it is that of the initial state, and p⁻ is
  /// somewhere on the sphere.
  static bool isPossible(const Snapshot& snapshot, const NormalSphereFigure& figure);

  /// Previews the velocities of a place (pt) on the side of the sphere where the drag began.
  void moveTo(const QPointF& place);
  /// Where p⁻ is to be; a unit vector.
  const Eigen::Vector3d& wanted() const { return m_wanted; }

 private:
  using Json = nlohmann::ordered_json;

  SnapshotPtr m_start;
  ContactSphere m_sphere;
  SphereView m_view;
  Edits* m_edits;
  Json m_scene;
  bool m_isFront;
  Eigen::Vector3d m_wanted;
};

}  // namespace carom
