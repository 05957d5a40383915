#pragma once

#include <Eigen/Core>

#include "laws/collision_law.h"

namespace carom {

using Tangent = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2, 1>;
using TangentMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 2, 2>;

/// A⁻¹ x of a regular matrix.
Eigen::Vector2d quotient(const Eigen::Matrix2d& A, const Eigen::Vector2d& x);
/// The same, t×t and t.
Tangent quotient(const TangentMatrix& A, const Tangent& x);

/// The argument of a law: an impact with one or two tangents that can move, split into its normal and
/// tangential blocks. The laws are homogeneous in V and in M; in units with W_nn = 1 and ‖V_i‖ = 1 tolerances
/// need no scale.
struct SplitImpact {
  double Wn = 1;     ///< W_nn
  Tangent Wtn;       ///< t
  TangentMatrix Wt;  ///< W_tt, t×t, positive definite
  double Vn = 0;     ///< ≤ 0
  Tangent Vt;        ///< t

  /// W_tt⁻¹ x: t.
  Tangent solved(const Tangent& x) const { return quotient(Wt, x); }
  /// Change of V_n by a unit of normal impulse while the contact sticks: W_nn − W_nt W_tt⁻¹ W_tn ≥ 0, exactly
  /// 0 where W is singular.
  double stickingRate() const { return stickingRate(solved(Wtn)); }
  /// P_II = −M V_i [CR98 eq. 4]: 1 + t; of a singular W with its pseudo-inverse.
  LocalVector sticking() const;
  /// The same for coupling = W_tt⁻¹ W_tn.
  double stickingRate(const Tangent& coupling) const;
  /// V_n and V_t after an impulse.
  double normalAfter(double Pn, const Tangent& Pt) const { return Vn + Wn * Pn + Wtn.dot(Pt); }
  Tangent tangentAfter(double Pn, const Tangent& Pt) const { return Vt + Wtn * Pn + Wt * Pt; }
};

/// The impulse (P_n, P_t).
LocalVector joined(double Pn, const Tangent& Pt);

/// A generator of the friction cone, μ = tangential/normal, of largest entry 1; an infinite μ is (0, 1).
struct ConeRay {
  explicit ConeRay(double friction);
  double normal, tangential;
};

/// Whether an impulse lies on the friction cone or outside, to rounding.
bool onCone(double Pn, const Tangent& Pt, double friction);

/// The tangential impulse within ‖P_t‖ ≤ m, m ≥ 0 or infinite, that stops a tangential velocity c or, where
/// that exceeds m, opposes the remaining velocity: P_t = −m d with (m W_tt + s) d = c, ‖d‖ = 1, s > 0.
/// Unique.
struct Braking {
  Tangent Pt;
  ContactMode mode;
};
Braking brake(const SplitImpact& impact, const Tangent& c, double m);

}  // namespace carom
