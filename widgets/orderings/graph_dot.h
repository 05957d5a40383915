#pragma once

#include <QString>

#include "impact/impact_report.h"
#include "orderings/path_through_graph.h"

namespace carom {

/// The graph in Graphviz's language, level by level, up to `mostNodes` momenta. The nodes carry c as a
/// tooltip, the edges the names of their contacts; the edges of `path` are bold.
QString toDot(const OrderingGraph& graph, const ImpactProblem& problem, const SelectedPath& path = {},
              std::size_t mostNodes = 5000);

}  // namespace carom
