#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "impact/graph/ordering_graph.h"

namespace carom::python {

namespace py = pybind11;

/// carom.Graph.
struct Graph {
  std::shared_ptr<const OrderingGraph> graph;
};

void bindGraph(py::module_& module);

}  // namespace carom::python
