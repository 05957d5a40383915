#pragma once

#include <string>
#include <vector>

#include "laws/collision_law.h"
#include "laws/permissible_impulse.h"

namespace carom {

/// What one law makes of an impact, and the impulses that it reaches.
struct LawDiagram {
  CollisionLaw law = CollisionLaw::Routh;
  std::string refusal;  ///< why the law has no answer; empty where it has one
  LocalVector impulse;  ///< d (N·s)
  LocalVector after;    ///< d, velocity after it (m/s)
  double energy = 0;    ///< contact energy after it (J)
  ContactMode mode = ContactMode::Stick;
  Permissibility permissible;
  std::vector<LocalVector> accessible;  ///< see accessibleBoundary; empty where the law refuses it
  bool isLoop = false;                  ///< whether `accessible` goes around a region
  /// In space, the other impulses that the law's equations allow: see collisions.
  std::vector<LocalVector> others{};
};
/// The impulse and `points` ≥ 4 points of the accessible set, or none for 0.
LawDiagram lawDiagram(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients,
                      std::size_t points);

/// Whether a law has a second restitution coefficient, `tangential`, in this dimension.
bool usesTangential(CollisionLaw law, int dimension);

/// The coefficients for which a law's impulse is nearest to `target` (N·s): of the projected and the
/// spherical law by their formulas, of the others by e and, where the law uses it, `tangential`; friction and
/// σ stay. Where several are as near, those nearest to the present ones. The search is over a grid of 17
/// values a coefficient, refined to 1e-6 of their ranges: a law whose set folds may have a nearer point.
/// `coefficients` where the law refuses the impact.
LawCoefficients nearestCoefficients(CollisionLaw law, const LocalImpact& impact,
                                    const LawCoefficients& coefficients, const LocalVector& target);

}  // namespace carom
