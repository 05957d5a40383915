#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "laws/local_impact.h"

namespace carom {

/// A surface of triangles, counter-clockwise from outside; its points are impulses (P_n, P_2, P_3) in N·s.
struct ImpulseSurface {
  std::vector<Eigen::Vector3d> points;
  std::vector<std::array<int, 3>> triangles;
};

/// Impulse space of one impact in space [CR98 3.1, 3.2, Fig. 2]: surfaces whose corners are exact.
class SpatialImpulseDiagram {
 public:
  /// An impact with d = 3, W of full rank, V_n < 0.
  explicit SpatialImpulseDiagram(const LocalImpact& impact);

  const LocalImpact& impact() const { return m_impact; }
  Eigen::Vector3d frictionless() const { return m_impact.frictionless(); }  ///< P_I
  Eigen::Vector3d sticking() const { return m_sticking; }                   ///< P_II
  double energy() const { return m_energy; }                                ///< E_c before (J)
  /// The largest P_n on the ellipsoid of unchanged energy.
  double top() const;

  /// The ellipsoid of unchanged energy, its poles at the ends of an axis; `around` ≥ 3 meridians.
  ImpulseSurface ellipsoid(int around) const;
  /// The friction cone from 0 up to P_n = height, without a lid. friction: finite.
  static ImpulseSurface cone(double friction, double height, int around);
  /// The permissible region [CR98 3.2], for μ > 0, finite or not: seen from 1.5 P_I, which lies within, its
  /// border in each direction of a grid of `around` meridians.
  ImpulseSurface permissible(double friction, int around) const;
  /// The ellipse of maximum compression: V_n = 0 on the ellipsoid. `around` points.
  std::vector<Eigen::Vector3d> compressionEllipse(int around) const;

 private:
  /// How far a ray from a permissible impulse stays permissible.
  double reach(const Eigen::Vector3d& from, const Eigen::Vector3d& along, double friction) const;

  LocalImpact m_impact;
  Eigen::Matrix3d m_W, m_axes;  ///< semi-axes of the ellipsoid in columns
  Eigen::Vector3d m_V, m_sticking;
  double m_energy;
};

/// The section of a surface with P_n = height: segments, each two points.
std::vector<std::array<Eigen::Vector3d, 2>> sectionAt(const ImpulseSurface& surface, double height);

}  // namespace carom
