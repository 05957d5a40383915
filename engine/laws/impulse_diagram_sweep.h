#pragma once

#include <vector>

#include "laws/impulse_diagram_laws.h"

namespace carom {

/// The quantity of a planar impact that a sweep changes; all others stay.
enum class LawQuantity {
  Incidence,    ///< angle of V_i from the inward normal (rad), V_t/|V_n| = tan; the speed stays
  Friction,     ///< μ
  Restitution,  ///< e
  Tangential,   ///< e_t; Brach's impulse ratio
  Tilt,  ///< angle of the longer axis of the energy ellipse from the normal (rad), counter to P_t; V_i stays
};

/// The present value of a quantity.
double quantityOf(const LocalImpact& impact, const LawCoefficients& coefficients, LawQuantity quantity);

/// An impact with its coefficients after a quantity was set. Throws LawError for a tilt of an ellipse without
/// a longer axis.
struct LawCase {
  LocalImpact impact;
  LawCoefficients coefficients;
};
LawCase withQuantity(const LocalImpact& impact, const LawCoefficients& coefficients, LawQuantity quantity,
                     double value);

/// What a law makes of an impact at each value; an answer with a refusal where it has none.
std::vector<LawDiagram> sweepLaw(CollisionLaw law, const LocalImpact& impact,
                                 const LawCoefficients& coefficients, LawQuantity quantity,
                                 const std::vector<double>& values);

}  // namespace carom
