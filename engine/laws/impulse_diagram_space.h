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
  /// The permissible region [CR98 3.2], for μ > 0, finite or not. Its border has three faces, of maximum
  /// compression, of the cone and of the ellipsoid; each triangle has its corners on one of them, and edges
  /// of the mesh run along the curves where two faces meet. `around` ≥ 3 half-planes from the normal axis,
  /// and those of the points where three faces meet.
  ImpulseSurface permissible(double friction, int around) const;
  /// The ellipse of maximum compression: V_n = 0 on the ellipsoid. `around` points.
  std::vector<Eigen::Vector3d> compressionEllipse(int around) const;

 private:
  /// The border of the permissible region in a half-plane from the normal axis, which begins at P_I and ends
  /// at 2 P_I: straight on the plane of maximum compression to `compressed`, straight on the cone to
  /// `sliding`, the same point where the cone does not bound it, and then on the ellipsoid.
  struct Profile {
    Eigen::Vector3d across;  ///< unit vector along the half-plane, tangential
    Eigen::Vector3d compressed, sliding;
  };
  /// 1/s of the ends of s ↦ P_I + s (W_nn across − (W_n·across) n) on the ellipsoid and on the cone, which
  /// may be negative: the greater one is that of `compressed`.
  struct InverseWays {
    double toEllipsoid, toCone;
  };
  Eigen::Vector3d alongCompression(const Eigen::Vector3d& across) const;
  InverseWays inverseWays(const Eigen::Vector3d& across, double friction) const;
  Profile profile(double turn, double friction) const;
  /// The angles of the half-planes about the normal axis, rising.
  std::vector<double> profileTurns(double friction, int around) const;
  /// How far a ray from an impulse within the ellipsoid stays within.
  double reach(const Eigen::Vector3d& from, const Eigen::Vector3d& along) const;

  LocalImpact m_impact;
  Eigen::Matrix3d m_W, m_axes;  ///< semi-axes of the ellipsoid in columns
  Eigen::Vector3d m_V, m_sticking;
  double m_energy;
};

/// The section of a surface with P_n = height: segments, each two points.
std::vector<std::array<Eigen::Vector3d, 2>> sectionAt(const ImpulseSurface& surface, double height);

}  // namespace carom
