#pragma once

#include "impact/graph/ordering_graph_data.h"

namespace carom {

/// Counts the orderings to every node of a complete graph, exactly, and their lengths.
void countOrderings(OrderingGraph::Data& data);

}  // namespace carom
