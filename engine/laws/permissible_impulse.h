#pragma once

#include "laws/local_impact.h"

namespace carom {

/// The conditions on a permissible impulse, in the order of [CR98 3.2]; true where a condition holds to 1e-9
/// of the contact energy, the velocity of approach or the impulse.
struct Permissibility {
  bool energy = true;       ///< 1: the kinetic energy does not increase
  bool separation = true;   ///< 2: the contact does not close afterwards, V_n ≥ 0
  bool compression = true;  ///< 3: P_n ≥ 0
  bool friction = true;     ///< 4: ‖P_t‖ ≤ μ P_n
  bool all() const { return energy && separation && compression && friction; }
};
Permissibility permissible(const LocalImpact& impact, const LocalVector& P, double friction);

}  // namespace carom
