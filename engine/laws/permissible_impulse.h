#pragma once

#include "laws/local_impact.h"

namespace carom {

/// The conditions on the impulse of one contact, in the order of [CR98 3.2]; true where one holds, to 1e-9 of
/// the contact energy, of the approach or of the impulse.
struct Permissibility {
  bool energy = true;       ///< 1: no kinetic energy is gained
  bool separation = true;   ///< 2: the contact does not close afterwards, V_n ≥ 0
  bool compression = true;  ///< 3: P_n ≥ 0
  bool friction = true;     ///< 4: ‖P_t‖ ≤ μ P_n
  bool all() const { return energy && separation && compression && friction; }
};
Permissibility permissible(const LocalImpact& impact, const LocalVector& P, double friction);

}  // namespace carom
