#include "orderings/layered_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace carom {

namespace {

constexpr int orderSweeps = 12, placeSweeps = 16;
constexpr double bendDistance = 0.55;  ///< between a bend and its neighbour, in node distances

/// The graph with a dummy vertex for every layer that an edge passes.
struct Layered {
  std::vector<int> layerOf;
  std::vector<std::vector<int>> up, down;  ///< neighbours in the layer above and below
  std::vector<std::vector<int>> layers;    ///< from left to right
  std::vector<std::vector<int>> chains;    ///< per edge: its dummies from its upper end
  std::vector<bool> dummy;
  std::vector<double> x;

  int add(int layer, bool isDummy) {
    layerOf.push_back(layer);
    up.emplace_back();
    down.emplace_back();
    dummy.push_back(isDummy);
    if (static_cast<int>(layers.size()) <= layer) layers.resize(layer + 1);
    layers[layer].push_back(static_cast<int>(layerOf.size()) - 1);
    return static_cast<int>(layerOf.size()) - 1;
  }
  void link(int above, int below) {
    down[above].push_back(below);
    up[below].push_back(above);
  }
};

/// Longest distance of every node from a source; nodes on cycles keep what was found before them.
std::vector<int> longestDistances(int nodeCount, const std::vector<LayoutEdge>& edges) {
  std::vector<std::vector<LayoutEdge>> leaving(nodeCount);
  std::vector<int> waiting(nodeCount, 0), layer(nodeCount, 0), ready;
  for (const LayoutEdge& edge : edges) {
    leaving[edge.from].push_back(edge);
    ++waiting[edge.to];
  }
  for (int i = 0; i < nodeCount; ++i)
    if (waiting[i] == 0) ready.push_back(i);
  for (std::size_t i = 0; i < ready.size(); ++i)
    for (const LayoutEdge& edge : leaving[ready[i]]) {
      layer[edge.to] = std::max(layer[edge.to], layer[edge.from] + edge.span);
      if (--waiting[edge.to] == 0) ready.push_back(edge.to);
    }
  return layer;
}

Layered build(int nodeCount, const std::vector<LayoutEdge>& edges) {
  Layered graph;
  const std::vector<int> layer = longestDistances(nodeCount, edges);
  for (int i = 0; i < nodeCount; ++i) graph.add(layer[i], false);
  for (const auto& [from, to, span] : edges) {
    auto& chain = graph.chains.emplace_back();
    const int above = layer[from] <= layer[to] ? from : to, below = above == from ? to : from;
    if (layer[above] == layer[below]) continue;  // only on a cycle
    int last = above;
    for (int l = layer[above] + 1; l < layer[below]; ++l) {
      chain.push_back(graph.add(l, true));
      graph.link(last, chain.back());
      last = chain.back();
    }
    graph.link(last, below);
    if (above != from) std::reverse(chain.begin(), chain.end());
  }
  return graph;
}

std::vector<double> places(const Layered& graph) {
  std::vector<double> place(graph.layerOf.size());
  for (const auto& layer : graph.layers)
    for (std::size_t i = 0; i < layer.size(); ++i) place[layer[i]] = static_cast<double>(i);
  return place;
}

double mean(const std::vector<int>& neighbours, const std::vector<double>& at, double otherwise) {
  if (neighbours.empty()) return otherwise;
  double sum = 0;
  for (const int n : neighbours) sum += at[n];
  return sum / static_cast<double>(neighbours.size());
}

long long crossingsBetween(const Layered& graph, int layer, const std::vector<double>& place) {
  std::vector<std::pair<double, double>> lines;
  for (const int v : graph.layers[layer])
    for (const int w : graph.down[v]) lines.emplace_back(place[v], place[w]);
  std::sort(lines.begin(), lines.end());
  // Inversions by merging.
  std::vector<double> order, scratch(lines.size());
  for (const auto& line : lines) order.push_back(line.second);
  long long count = 0;
  for (std::size_t width = 1; width < order.size(); width *= 2) {
    for (std::size_t begin = 0; begin < order.size(); begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, order.size()),
                        end = std::min(begin + 2 * width, order.size());
      std::size_t a = begin, b = middle, out = begin;
      while (a < middle || b < end) {
        const bool left = b == end || (a < middle && order[a] <= order[b]);
        if (!left) count += static_cast<long long>(middle - a);
        scratch[out++] = order[left ? a++ : b++];
      }
    }
    order.swap(scratch);
  }
  return count;
}

long long allCrossings(const Layered& graph) {
  const std::vector<double> place = places(graph);
  long long count = 0;
  for (int l = 0; l + 1 < static_cast<int>(graph.layers.size()); ++l)
    count += crossingsBetween(graph, l, place);
  return count;
}

/// Sorts the layers by the barycentres of their neighbours, down and up, and keeps the best order seen.
void orderLayers(Layered& graph) {
  auto best = graph.layers;
  long long fewest = allCrossings(graph);
  const int count = static_cast<int>(graph.layers.size());
  for (int sweep = 0; sweep < orderSweeps && fewest > 0; ++sweep) {
    const bool downwards = sweep % 2 == 0;
    for (int i = 1; i < count; ++i) {
      auto& layer = graph.layers[downwards ? i : count - 1 - i];
      const std::vector<double> place = places(graph);
      const auto& neighbours = downwards ? graph.up : graph.down;
      std::stable_sort(layer.begin(), layer.end(), [&](int a, int b) {
        return mean(neighbours[a], place, place[a]) < mean(neighbours[b], place, place[b]);
      });
    }
    if (const long long now = allCrossings(graph); now < fewest) {
      fewest = now;
      best = graph.layers;
    }
  }
  graph.layers = best;
}

double distanceBetween(const Layered& graph, int left, int right) {
  return graph.dummy[left] || graph.dummy[right] ? bendDistance : 1.0;
}

/// The places nearest (least squares) to the wanted ones that keep order and distance: isotonic regression.
void placeLayer(Layered& graph, const std::vector<int>& layer, const std::vector<double>& wanted) {
  struct Block {
    double sum;
    int size;
    double mean() const { return sum / size; }
  };
  std::vector<double> offset(layer.size(), 0);
  for (std::size_t i = 1; i < layer.size(); ++i)
    offset[i] = offset[i - 1] + distanceBetween(graph, layer[i - 1], layer[i]);
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < layer.size(); ++i) {
    blocks.push_back({wanted[i] - offset[i], 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum;
      blocks.back().size += last.size;
    }
  }
  std::size_t i = 0;
  for (const Block& block : blocks)
    for (int n = 0; n < block.size; ++n, ++i) graph.x[layer[i]] = block.mean() + offset[i];
}

/// Draws every vertex towards the mean of its neighbours, layer by layer, alternately from above and below.
void placeVertices(Layered& graph) {
  graph.x.assign(graph.layerOf.size(), 0);
  for (const auto& layer : graph.layers) {
    std::vector<double> wanted(layer.size(), 0);
    placeLayer(graph, layer, wanted);
  }
  const int count = static_cast<int>(graph.layers.size());
  for (int sweep = 0; sweep < placeSweeps; ++sweep)
    for (int i = 0; i < count; ++i) {
      const auto& layer = graph.layers[sweep % 2 == 0 ? i : count - 1 - i];
      std::vector<double> wanted;
      for (const int v : layer) {
        const double above = mean(graph.up[v], graph.x, graph.x[v]);
        const double below = mean(graph.down[v], graph.x, above);
        wanted.push_back(graph.up[v].empty() ? below : (above + below) / 2);
      }
      placeLayer(graph, layer, wanted);
    }
}

/// A graph that begins and ends in one node stands upright: every layer about the same axis.
void centreLayers(Layered& graph) {
  const auto isSource = [&](int v) { return graph.up[v].empty(); };
  const auto isSink = [&](int v) { return graph.down[v].empty(); };
  int sources = 0, sinks = 0;
  for (int v = 0; v < static_cast<int>(graph.layerOf.size()); ++v) {
    sources += isSource(v);
    sinks += isSink(v);
  }
  if (sources != 1 || sinks != 1) return;
  for (const auto& layer : graph.layers) {
    if (layer.empty()) continue;  // only on a cycle
    const double middle = (graph.x[layer.front()] + graph.x[layer.back()]) / 2;
    for (const int v : layer) graph.x[v] -= middle;
  }
}

}  // namespace

GraphLayout layOutGraph(int nodeCount, const std::vector<LayoutEdge>& edges) {
  GraphLayout layout;
  if (nodeCount == 0) return layout;
  Layered graph = build(nodeCount, edges);
  orderLayers(graph);
  placeVertices(graph);
  centreLayers(graph);
  const auto point = [&](int v) { return QPointF(graph.x[v], graph.layerOf[v]); };
  for (int i = 0; i < nodeCount; ++i) layout.nodes.push_back(point(i));
  for (const auto& chain : graph.chains) {
    auto& bends = layout.bends.emplace_back();
    for (const int v : chain) bends.push_back(point(v));
  }
  const auto [least, most] = std::minmax_element(graph.x.begin(), graph.x.end());
  layout.left = *least;
  layout.right = *most;
  layout.layers = static_cast<int>(graph.layers.size());
  for (const auto& layer : graph.layers) {
    auto& nodes = layout.byLayer.emplace_back();
    std::copy_if(layer.begin(), layer.end(), std::back_inserter(nodes),
                 [&](int v) { return !graph.dummy[v]; });
  }
  return layout;
}

int crossings(const GraphLayout& layout, const std::vector<LayoutEdge>& edges) {
  struct Line {
    QPointF a, b;
  };
  std::vector<Line> lines;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    QPointF last = layout.nodes[edges[e].from];
    for (const QPointF& bend : layout.bends[e]) {
      lines.push_back({last, bend});
      last = bend;
    }
    lines.push_back({last, layout.nodes[edges[e].to]});
  }
  int count = 0;
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (lines[i].a.y() != lines[j].a.y()) continue;
      count += (lines[i].a.x() - lines[j].a.x()) * (lines[i].b.x() - lines[j].b.x()) < 0;
    }
  return count;
}

}  // namespace carom
