#pragma once

#include <Eigen/Core>
#include <optional>

#include "laws/collision_law.h"

namespace carom {

/// The impact of a body that an ideal hinge holds, with the hinge as a second place of impact [CR98 6.5]: W
/// of the free body at the contact and at the point of the hinge.
struct HingedImpact {
  LocalImpact free;          ///< d: W of the free body at the contact, V_i of the body on its hinge
  Eigen::MatrixXd coupling;  ///< h×d (1/kg): velocity of the hinge's point by an impulse at the contact
  Eigen::MatrixXd hinge;     ///< h×h (1/kg), positive definite: its velocity by an impulse there
};

/// The impact of the intact mechanism, W_cc − W_ch W_hh⁻¹ W_hc: what a bilateral constraint leaves. Empty
/// where W_hh is not positive definite, the whole W not positive semidefinite, or the normal held by the
/// hinge.
std::optional<LocalImpact> intactMechanism(const HingedImpact& impact);

/// A sequence of collisions, of the free body at the contact by a law and at the hinge, where each is plastic
/// and sticks, Q = −W_hh⁻¹ V_h.
struct HingeSequence {
  LocalVector P;         ///< d (N·s), the sum at the contact
  Eigen::VectorXd Q;     ///< h (N·s), the sum at the hinge
  LocalVector V;         ///< d (m/s), of the contact afterwards; the hinge is at rest
  int collisions = 0;    ///< of the contact
  bool complete = true;  ///< false: cut after `mostCollisions`
};
inline constexpr int mostHingeCollisions = 100'000;

/// The sequence of a contact that closes, until it opens or no longer closes: a contact that still approaches
/// at less than 1e-15 of its first speed counts as at rest, where an endless sequence is cut. Neither the sum
/// nor the outcome need be those of collide() for the intact mechanism, which is the paper's other choice.
/// Throws LawError where collide() does, and where intactMechanism() is empty.
HingeSequence collideAtHinge(CollisionLaw law, const HingedImpact& impact,
                             const LawCoefficients& coefficients);

}  // namespace carom
