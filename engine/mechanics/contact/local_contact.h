#pragma once

#include <optional>

#include "impact/kinetic_metric.h"
#include "laws/collision_law.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// The axes of one contact along which its bodies can move against each other: the normal, then the tangents,
/// d = 1 (balls on a line), 2 (in the plane) or 3.
struct ContactAxes {
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 3> directions;  ///< 3×d, orthonormal, in the world
  /// d×n, C with V = C q̇: the velocity of the second body against the first along the axes (m per unit of
  /// each coordinate). The first row is Dφ. An impulse P (N·s) along the axes changes p by Cᵀ P.
  Eigen::MatrixXd rows;
};
/// The axes of a contact of the mechanism at q. The normal points from its first body to the second.
ContactAxes contactAxes(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q);

/// One contact by itself, as a collision law sees it: what `collide` takes, and where that is in the world.
struct LocalContact {
  /// W = C M⁻¹ Cᵀ and V_i = C M⁻¹ p along the axes, d×d and d [CR98 eq. 2, A.1]. The impulse P acts on the
  /// second body, −P on the first.
  LocalImpact impact;
  ContactAxes axes;
  Eigen::Vector3d point;            ///< in the world (m)
  std::optional<CollisionLaw> law;  ///< empty: the contact reflects without friction
  LawCoefficients coefficients;
};

/// A contact of the mechanism, by its index there, at configuration q with momentum p: n each. metric: of
/// M(q). The contact may be open or feasible.
LocalContact localContact(const Mechanism& mechanism, int contact, const KineticMetric& metric,
                          const Eigen::VectorXd& q, const Eigen::VectorXd& p);

}  // namespace carom
