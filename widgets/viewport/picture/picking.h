#pragma once

#include <optional>

#include "viewport/picture/scene_frame.h"

namespace carom {

/// Distance along a ray to a sphere; empty where the ray misses it or starts behind it.
std::optional<double> hitSphere(const Ray& ray, const Eigen::Vector3d& centre, double radius);

/// The point of a segment that is nearest to a ray, and the distance there; empty for a point behind the
/// ray's origin.
struct Approach {
  Eigen::Vector3d point;
  double distance = 0;
};
std::optional<Approach> approachSegment(const Ray& ray, const Eigen::Vector3d& from,
                                        const Eigen::Vector3d& to);

/// The body or handle under the mouse.
struct Pick {
  int body = -1;                   ///< −1 for empty space
  int arc = -1;                    ///< index into SceneFrame::arcs of the handle, −1 for a ball
  Eigen::Vector3d point{0, 0, 0};  ///< at which the ray meets it (world, m)
};

/// How far from the handle of an arc a press takes hold of it (px).
constexpr double arcReach = 11;

/// The arc handle within `handleReach` of a position of the picture (units of the projection), else the
/// nearest ball on the ray, else empty space.
Pick pickAt(const SceneFrame& frame, const ScreenMap& map, QPointF position, double handleReach);

/// The spring or damper nearest to a position of the picture, within `reach` units of it: an index into
/// SceneFrame::lines, −1 without.
int lineAt(const SceneFrame& frame, const ScreenMap& map, QPointF position, double reach);

/// Whether the ball of a body without part in `contact` hides the contact point from the eye.
bool isHidden(const SceneFrame& frame, const ScreenMap& map, const SceneFrame::Contact& contact);

/// The drag of a body by the mouse.
///
/// A ball follows the mouse in the plane through the point at which it was grabbed: z = const in planar
/// scenes, else the plane that faces the camera. A handle moves its body on a circle around the vertex.
class BodyDrag {
 public:
  BodyDrag(const SceneFrame& frame, const Pick& pick, const ScreenMap& map, QPointF position);

  int body() const { return m_body; }
  /// The target of the body's grip, see gripAt (world, m); the last one where the ray misses the plane.
  Eigen::Vector3d targetAt(const ScreenMap& map, QPointF position);

 private:
  std::optional<Eigen::Vector3d> planePoint(const Ray& ray) const;

  int m_body;
  Eigen::Vector3d m_planePoint, m_planeNormal;
  Eigen::Vector3d m_offset = Eigen::Vector3d::Zero();  ///< from the grabbed point to the body's grip
  Eigen::Vector3d m_target;
  std::optional<Eigen::Vector3d> m_vertex;  ///< of the arc, for a handle
  double m_armLength = 0;                   ///< from the vertex to the body
};

}  // namespace carom
