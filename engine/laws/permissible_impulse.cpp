#include "laws/permissible_impulse.h"

#include <cmath>

namespace carom {

Permissibility permissible(const LocalImpact& impact, const LocalVector& P, double friction) {
  // Rounding of an impulse is up to 1e-12, by the tolerances of its law. A smaller value reports rounding as
  // a broken condition; a larger one hides gains of energy.
  constexpr double tolerance = 1e-9;
  const LocalVector change = impact.W * P;
  const double gain = P.dot(impact.V) + 0.5 * P.dot(change);
  const double impulse = P.norm(), tangential = P.tail(P.size() - 1).norm();
  Permissibility holds;
  holds.energy = gain <= tolerance * impact.energy(impact.V);
  holds.separation = impact.V[0] + change[0] >= -tolerance * impact.V.norm();
  holds.compression = P[0] >= -tolerance * impulse;
  // An infinite μ allows every impulse that does not pull.
  holds.friction =
      std::isinf(friction) ? holds.compression : tangential <= friction * P[0] + tolerance * impulse;
  return holds;
}

}  // namespace carom
