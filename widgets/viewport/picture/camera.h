#pragma once

#include <Eigen/Core>
#include <QPointF>
#include <QSizeF>
#include <optional>
#include <span>

namespace carom {

/// A half-line from the eye into the scene; `direction` is a unit vector.
struct Ray {
  Eigen::Vector3d origin, direction;
};

/// A ball that a view shows whole, or a point with radius 0 (m).
struct FitTarget {
  Eigen::Vector3d centre;
  double radius = 0;
};

/// The eye that looks at a scene, on an orbit around `focal` that keeps the up axis upright.
///
/// A plain value without OpenGL: the same camera serves VTK, picking, the overlay and figures. Lengths in m,
/// angles in radians, screen lengths in the units of the `size` that is passed (pixels or points, y down).
struct Camera {
  static constexpr double viewAngle = 0.5;     ///< of the picture's height, in perspective (rad)
  static constexpr double usualMargin = 0.13;  ///< around what is framed, of the picture's height

  Eigen::Vector3d focal = Eigen::Vector3d::Zero();
  double azimuth = 0;      ///< turn about the up axis; 0: x to the right
  double elevation = 1.2;  ///< above the ground, in [minElevation, π/2]; π/2: seen from above
  double distance = 1;     ///< from eye to focal point
  bool parallel = false;   ///< parallel projection, of the same size at the focal point
  bool yUp = false;        ///< up is y (a vertical plane of motion) in place of z (a table)

  static constexpr double minElevation = 0.03;

  Eigen::Vector3d up() const;        ///< the axis of the orbit
  Eigen::Vector3d backward() const;  ///< unit, from the focal point to the eye
  Eigen::Vector3d screenRight() const;
  Eigen::Vector3d screenUp() const;
  Eigen::Vector3d eye() const { return focal + distance * backward(); }
  /// Height of the picture at the focal point (m).
  double heightAtFocus() const;

  /// Turns the orbit; the elevation stays in its range.
  void rotate(double turn, double lift);
  /// Moves the scene with the mouse. Points at the depth of the focal point follow it exactly.
  void pan(QPointF move, QSizeF size);
  /// Divides the distance by `factor`. The point under `cursor` at the depth of the focal point stays there.
  void zoom(double factor, QPointF cursor, QSizeF size);
  /// Frames all targets in the present direction. `margin`: part of the height that stays free at each edge.
  void fit(std::span<const FitTarget> targets, QSizeF size, double margin = usualMargin);

  bool operator==(const Camera&) const = default;
};

/// The camera's map from the world to a picture of a given size.
class ScreenMap {
 public:
  ScreenMap(const Camera& camera, QSizeF size);

  /// The place of a point in the picture; empty for a point behind the eye.
  std::optional<QPointF> toScreen(const Eigen::Vector3d& point) const;
  /// Depth along the line of sight, from the eye (m).
  double depth(const Eigen::Vector3d& point) const;
  /// Screen units per metre at the depth of a point.
  double scaleAt(const Eigen::Vector3d& point) const;
  /// Radius of the silhouette of a ball in screen units.
  double silhouetteRadius(const Eigen::Vector3d& centre, double radius) const;
  /// Whether an area of the picture shows all of a target.
  bool isWithin(const QRectF& area, const FitTarget& target) const;
  Ray rayAt(QPointF position) const;
  Eigen::Vector3d backward() const { return m_backward; }
  QSizeF size() const { return m_size; }

 private:
  bool m_parallel;
  QSizeF m_size;
  double m_distance, m_focalScale;  ///< screen units per metre at the focal point
  Eigen::Vector3d m_focal, m_eye, m_right, m_up, m_backward;
};

}  // namespace carom
