#pragma once

#include <vector>

#include "viewport/picture/instant.h"
#include "viewport/picture/scene_frame.h"

namespace carom {

/// The impulses of the contacts in the reflections that the impact of a moment has done so far. With the
/// momenta p_k of the ordering and the Jacobian J of the contact's point (body 0 less body 1), the impulse P
/// of a contact solves Jᵀ P = Σ (p_k − p_{k−1}) over its reflections. Empty in flight, and where the momenta
/// do not come from single contacts, as with a restitution of the whole impact.
std::vector<SceneFrame::Impulse> impulsesAt(const Snapshot& snapshot, const Moment& moment,
                                            WholeImpacts& known);

}  // namespace carom
