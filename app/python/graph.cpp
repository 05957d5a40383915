#include "python/graph.h"

#include <algorithm>

#include "orderings/layered_layout.h"
#include "python/errors.h"
#include "python/numbers.h"

namespace carom::python {

namespace {

using Ids = py::array_t<std::int64_t>;

/// Calls visit(from, target, contact) for the edges of the first `count` nodes.
template <class Visit>
void forEdges(const OrderingGraph& graph, std::size_t count, const Visit& visit) {
  for (std::size_t node = 0; node < count; ++node)
    for (const OrderingGraph::Edge edge : graph.edges(static_cast<OrderingGraph::NodeId>(node)))
      visit(node, edge.target, edge.contact);
}

Ids edgesOf(const Graph& self) {
  Ids edges({static_cast<py::ssize_t>(self.graph->edgeCount()), py::ssize_t{3}});
  std::int64_t* at = edges.mutable_data();
  forEdges(*self.graph, self.graph->nodeCount(), [&](std::size_t from, std::size_t to, ContactIndex contact) {
    for (const std::size_t value : {from, to, std::size_t{contact}}) *at++ = static_cast<std::int64_t>(value);
  });
  return readOnly(std::move(edges));
}

py::array coordinatesOf(const Graph& self) {
  const std::size_t nodes = self.graph->nodeCount();
  const auto k = static_cast<std::size_t>(self.graph->contactCount());
  py::array_t<double> array({static_cast<py::ssize_t>(nodes), static_cast<py::ssize_t>(k)});
  double* at = array.mutable_data();
  for (std::size_t node = 0; node < nodes; ++node)
    at = std::ranges::copy(self.graph->contactCoordinates(static_cast<OrderingGraph::NodeId>(node)), at).out;
  return readOnly(std::move(array));
}

py::list countsOf(const Graph& self) {
  py::list counts;
  for (std::size_t node = 0; node < self.graph->nodeCount(); ++node)
    counts.append(wholeNumber(self.graph->orderingsTo(static_cast<OrderingGraph::NodeId>(node))));
  return counts;
}

/// Places of the first nodes, and the edges between them with their bends.
py::tuple layoutOf(const Graph& self, std::size_t most) {
  const std::size_t count = std::min(most, self.graph->nodeCount());
  std::vector<LayoutEdge> edges;
  py::list ends;
  forEdges(*self.graph, count, [&](std::size_t from, std::size_t to, ContactIndex contact) {
    if (to >= count) return;
    edges.push_back({static_cast<int>(from), static_cast<int>(to), 1});
    ends.append(py::make_tuple(from, to, contact));
  });
  const GraphLayout layout = layOutGraph(static_cast<int>(count), edges);
  const auto points = [](const std::vector<QPointF>& places) {
    py::list list;
    for (const QPointF& place : places) list.append(py::make_tuple(place.x(), place.y()));
    return list;
  };
  py::list bends;
  for (const auto& bend : layout.bends) bends.append(points(bend));
  return py::make_tuple(points(layout.nodes), ends, bends);
}

}  // namespace

void bindGraph(py::module_& module) {
  py::class_<Graph>(
      module, "Graph",
      "The tree of orderings, merged by momentum: nodes are momenta, edges reflections. Node 0 is the\n"
      "momentum before the impact; nodes are numbered in breadth-first order.")
      .def("__len__", [](const Graph& self) { return self.graph->nodeCount(); })
      .def_property_readonly(
          "complete", [](const Graph& self) { return self.graph->complete(); },
          "Whether every node was expanded.")
      .def_property_readonly("edges", edgesOf,
                             "(m, 3) rows (from, to, contact) of node and contact indices; a new array.")
      .def_property_readonly("contact_coordinates", coordinatesOf,
                             "(nodes, k) c_i = <p, u_i/|u_i|> at each node in sqrt(J); a new array.")
      .def_property_readonly("orderings_to", countsOf,
                             "The number of orderings from node 0 to each node, exact; 0 while not complete.")
      .def_property_readonly(
          "outcomes",
          [](const Graph& self) {
            const auto& outcomes = self.graph->outcomes();
            Ids nodes(static_cast<py::ssize_t>(outcomes.size()));
            std::ranges::copy(outcomes, nodes.mutable_data());
            return readOnly(std::move(nodes));
          },
          "The nodes in which orderings end, in the order of Report.outcomes of an elastic impact; a new "
          "array.")
      .def("_layout", layoutOf, py::arg("most"))
      .def("__repr__", [](const Graph& self) {
        return "<carom.Graph of " + std::to_string(self.graph->nodeCount()) + " momenta>";
      });
}

}  // namespace carom::python
