#pragma once

#include "study/design/impact_numbers.h"
#include "study/design/tree_numbers.h"

namespace carom {

/// Projects the normals U of an impact to the motions that keep the loops of a tree closed, see
/// LoopProjection, with the derivatives of the loops. Returns by how much they are open, or open along the
/// direction of the numbers (m, rad, or those over the variable); the projection is right where that is 0.
template <class S>
double keepLoops(const Mechanism& structure, const TreeNumbers<S>& tree, const PlacedTree<S>& placed,
                 ImpactNumbers<S>& impact);

}  // namespace carom
