#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

#include "laws/local_impact.h"

namespace carom {

/// An impulse in the plane: (P_n, P_t) in N·s.
using PlanarImpulse = Eigen::Vector2d;

/// A straight line of impulses, at + s along.
struct ImpulseLine {
  PlanarImpulse at;
  Eigen::Vector2d along;
};

/// A rectangle of impulses (N·s).
struct ImpulseWindow {
  PlanarImpulse least, most;
};

/// A convex region of impulses as far as a window shows it.
struct ImpulseRegion {
  std::vector<PlanarImpulse> border;             ///< its corners exactly, its arcs by points; empty: none
  std::vector<std::vector<PlanarImpulse>> arcs;  ///< those parts of the border that keep the energy
};

/// The plane of impulses of one planar impact: the construction of [CR98 3.1–3.3]. Its lines and points are
/// exact; arcs are given by points on them, so that a chord is less than 1e-3 of the window from its arc.
class ImpulseDiagram {
 public:
  /// An impact with d = 2, V ≠ 0, V_n ≤ 0, W_tt > 0; W may have rank 1.
  explicit ImpulseDiagram(const LocalImpact& impact);

  const LocalImpact& impact() const { return m_impact; }
  PlanarImpulse frictionless() const { return m_frictionless; }  ///< P_I [CR98 eq. 3]
  PlanarImpulse sticking() const { return m_sticking; }          ///< P_II [CR98 eq. 4], the ellipse's centre
  double energy() const { return m_energy; }                     ///< E_c before [CR98 eq. 5] (J)
  /// Whether W has rank 1, so that the energy ellipse is a strip between two lines [CR98 Fig. 8].
  bool isStrip() const { return !m_lengths.allFinite(); }
  /// The semi-axes of the ellipse of unchanged energy (N·s): the longer one first; that of a strip is
  /// infinite.
  double semiAxisLength(int k) const { return m_lengths[k]; }
  /// Their directions: unit vectors.
  Eigen::Vector2d semiAxisDirection(int k) const { return m_directions.col(k); }

  /// Where V_n = −e V_in: the line of maximum compression for e = 0. No impulse below it separates the
  /// contact.
  ImpulseLine normalLine(double e) const;
  /// Where V_t = −e_t V_it: the line of sticking for e_t = 0, the one where the slip is reversed for e_t = 1.
  ImpulseLine tangentialLine(double et) const;
  /// Unit vectors along the friction lines from 0, at falling P_t [CR98 3.3]; along the tangent for μ = ∞.
  static std::array<Eigen::Vector2d, 2> frictionLines(double friction);
  /// The ends of the line of maximum compression on the ellipse, at rising P_t: grazing incidence. Empty for
  /// a strip, where they are at infinity.
  std::optional<std::array<PlanarImpulse, 2>> compressionEnds() const;
  /// The ends of the line of sticking on the ellipse, at rising P_n: normal incidence is the first.
  std::optional<std::array<PlanarImpulse, 2>> stickingEnds() const;

  /// ½ V_fᵀ M V_f − E_c of an impulse (J) [CR98 eq. 6]: ≤ 0 where no energy is gained.
  double energyGained(const PlanarImpulse& P) const;
  /// The impulses that gain no energy, within a window.
  ImpulseRegion energyRegion(const ImpulseWindow& window) const;
  /// The impulses that fulfil all conditions of [CR98 3.2], within a window.
  ImpulseRegion permissibleRegion(double friction, const ImpulseWindow& window) const;
  /// The largest −V_fn/V_in of a permissible impulse [CR98 3.5]; infinite for grazing incidence.
  double largestRestitution(double friction) const;

 private:
  ImpulseRegion clipByEnergy(std::vector<PlanarImpulse> polygon) const;
  void addArc(ImpulseRegion& region, double from, double to, double size) const;
  /// Components of P − P_II in units of the semi-axes; 0 along an infinite one.
  Eigen::Vector2d inUnits(const PlanarImpulse& P) const;
  PlanarImpulse onEllipse(double angle) const;

  LocalImpact m_impact;
  PlanarImpulse m_frictionless, m_sticking;
  double m_energy;
  Eigen::Matrix2d m_directions;  ///< unit vectors, in columns
  Eigen::Vector2d m_lengths;
};

/// The part of a line within a window: its ends, empty where it misses the window.
std::optional<std::array<PlanarImpulse, 2>> within(const ImpulseLine& line, const ImpulseWindow& window);

/// The planar impact that an impact in d = 1, 2 or 3 is: empty in space where W couples the third tangent to
/// the plane of n and V_i by more than 1e-12 of its norm; there V_t ≤ 0, as in [CR98 2]. In d = 1, and where
/// the tangent cannot move, W_tt is 0.
std::optional<LocalImpact> planarImpact(const LocalImpact& impact);
/// The axes n and t of that plane (2×d); empty where planarImpact is.
std::optional<LocalMatrix> planarAxes(const LocalImpact& impact);

}  // namespace carom
