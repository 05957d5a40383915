#pragma once

#include "models/impact_model.h"

namespace carom {

/// All contacts at once as linear complementarity problems with friction, Poisson's restitution and no
/// tangential one [Pfeiffer & Glocker 1996; Anitescu & Potra 1997; CR98 6.2]. Compression: of each contact 0
/// ≤ λ ⊥ V_n ≥ 0, and its tangential impulse lies within the friction cone, stops the slip or opposes it.
/// Expansion: the same from e λ on, with the friction of both. μ is that of a contact's law; contacts that
/// reflect are smooth.
///
/// Lemke's method finds a solution always, the matrix being copositive [Cottle, Pang & Stone 1992, 3.8.6].
/// Others may exist, with another p⁺: that is not decided, and the note says so. In the plane the friction
/// cone is exact. In space it is a polyhedron of 16 edges inside the cone, the first along the slip before
/// the impact: an approximation, with up to 2% less friction, at an angle of up to 11° to the slip.
ModelAnswer frictionLcp(const ImpactProblem& problem, const ModelOptions& options);

}  // namespace carom
