#pragma once

#include "laws/impulse_diagram.h"

namespace carom {

/// Moves the origin of the impulses along the ellipse of unchanged energy to the ray from its centre through
/// `towards` (N·s): another velocity of approach of the same mass and contact energy. A place where the
/// contact would open gives the grazing incidence with its slip. All points of the lower arc can be reached
/// [CR98 3.3]. The velocities of a strip differ by their sign only: the impact itself.
LocalImpact withOrigin(const ImpulseDiagram& diagram, const PlanarImpulse& towards);

/// Gives semi-axis k of the ellipse the end `tip` (N·s), with its centre in place and the other semi-axis at
/// a right angle with its length: another local mass matrix. The contact energy stays, and the origin moves
/// along its ray from the centre onto the new ellipse. The impact itself for an infinite semi-axis, and where
/// the aspect ratio would exceed 1e4 or a strip would lie along the normal or the tangent.
LocalImpact withSemiAxis(const ImpulseDiagram& diagram, int k, const PlanarImpulse& tip);

/// μ of the friction line through an impulse: |P_t|/P_n, infinite for P_n ≤ 0.
double frictionThrough(const PlanarImpulse& P);

/// e of the line of constant V_n through an impulse [CR98 3.1], within 0 to `most`; 0 for grazing incidence.
double restitutionThrough(const ImpulseDiagram& diagram, const PlanarImpulse& P, double most = 1);

}  // namespace carom
