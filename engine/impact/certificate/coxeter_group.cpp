#include "impact/certificate/coxeter_group.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "base/big_int.h"

namespace carom {

namespace {

BigInt factorial(std::uint64_t n) {
  BigInt product = 1;
  for (std::uint64_t i = 2; i <= n; ++i) product *= i;
  return product;
}

BigInt power(std::uint64_t base, std::uint64_t exponent) {
  return boost::multiprecision::pow(BigInt(base), static_cast<unsigned>(exponent));
}

/// One irreducible finite group.
struct Component {
  char family = 0;  ///< 0: not finite
  std::uint64_t rank = 0;
  std::uint64_t m = 0;  ///< of I_2(m)

  std::string name() const {
    std::string text = family + std::to_string(rank);
    return family == 'I' ? text + "(" + std::to_string(m) + ")" : text;
  }
};

std::uint64_t longestLength(const Component& g) {
  const std::uint64_t n = g.rank;
  switch (g.family) {
    case 'A':
      return n * (n + 1) / 2;
    case 'B':
      return n * n;
    case 'D':
      return n * (n - 1);
    case 'E':
      return n == 6 ? 36 : n == 7 ? 63 : 120;
    case 'F':
      return 24;
    case 'H':
      return n == 3 ? 15 : 60;
    default:
      return g.m;
  }
}

BigInt order(const Component& g) {
  const std::uint64_t n = g.rank;
  switch (g.family) {
    case 'A':
      return factorial(n + 1);
    case 'B':
      return power(2, n) * factorial(n);
    case 'D':
      return power(2, n - 1) * factorial(n);
    case 'E':
      return n == 6 ? 51'840 : n == 7 ? 2'903'040 : 696'729'600;
    case 'F':
      return 1152;
    case 'H':
      return n == 3 ? 120 : 14'400;
    default:
      return 2 * g.m;
  }
}

/// Number of reduced words of the longest element; empty where there is no closed form.
std::optional<BigInt> reducedWords(const Component& g) {
  const std::uint64_t n = g.rank;
  switch (g.family) {
    case 'A': {  // [Stanley 1984]: standard Young tableaux of the staircase (n, n−1, …, 1)
      BigInt hooks = 1;
      for (std::uint64_t i = 1; i <= n; ++i) hooks *= power(2 * i - 1, n + 1 - i);
      return factorial(n * (n + 1) / 2) / hooks;
    }
    case 'B': {  // [Haiman 1992]: standard Young tableaux of the square n×n
      BigInt hooks = 1;
      for (std::uint64_t i = 1; i <= n; ++i) hooks *= factorial(n + i - 1) / factorial(i - 1);
      return factorial(n * n) / hooks;
    }
    case 'I':
      return BigInt(2);
    default:
      return std::nullopt;
  }
}

/// The Coxeter diagram of one component: vertices are contacts, edges have m ≥ 3.
struct Diagram {
  std::vector<std::vector<std::pair<int, int>>> neighbours;  ///< of each vertex: (vertex, m)
  std::vector<int> vertices;

  const auto& of(int v) const { return neighbours[static_cast<std::size_t>(v)]; }
};

/// The labels along the arm that leaves `from` through its neighbour `first`.
std::vector<int> labelsAlong(const Diagram& diagram, int from, std::pair<int, int> first) {
  std::vector<int> labels{first.second};
  for (int before = from, at = first.first;;) {
    auto next = std::find_if(diagram.of(at).begin(), diagram.of(at).end(),
                             [&](const auto& edge) { return edge.first != before; });
    if (next == diagram.of(at).end()) return labels;
    labels.push_back(next->second);
    before = at;
    at = next->first;
  }
}

Component classifyPath(std::vector<int> labels) {
  const std::uint64_t n = labels.size() + 1;
  if (n == 2 && labels[0] > 4) return {'I', 2, static_cast<std::uint64_t>(labels[0])};
  if (!labels.empty() && labels.front() != 3) std::reverse(labels.begin(), labels.end());
  const auto special = std::count_if(labels.begin(), labels.end(), [](int m) { return m != 3; });
  if (special == 0) return {'A', n};
  if (special > 1) return {};
  if (labels.back() == 4) return {'B', n};
  if (labels.back() == 5 && (n == 3 || n == 4)) return {'H', n};
  if (n == 4 && labels[1] == 4) return {'F', 4};
  return {};
}

Component classifyFork(const Diagram& diagram, int centre) {
  std::vector<std::size_t> arms;
  for (const auto& edge : diagram.of(centre)) {
    const std::vector<int> labels = labelsAlong(diagram, centre, edge);
    if (std::any_of(labels.begin(), labels.end(), [](int m) { return m != 3; })) return {};
    arms.push_back(labels.size());
  }
  std::sort(arms.begin(), arms.end());
  const std::uint64_t n = diagram.vertices.size();
  if (arms[0] == 1 && arms[1] == 1) return {'D', n};
  if (arms[0] == 1 && arms[1] == 2 && arms[2] <= 4) return {'E', n};
  return {};
}

Component classify(const Diagram& diagram) {
  std::size_t edges = 0;
  int fork = -1, end = diagram.vertices.front();
  for (const int v : diagram.vertices) {
    const std::size_t degree = diagram.of(v).size();
    edges += degree;
    if (degree > 3 || (degree == 3 && fork >= 0)) return {};
    if (degree == 3) fork = v;
    if (degree == 1) end = v;
  }
  if (edges / 2 + 1 != diagram.vertices.size()) return {};  // a cycle
  if (fork >= 0) return classifyFork(diagram, fork);
  if (diagram.vertices.size() == 1) return {'A', 1};
  return classifyPath(labelsAlong(diagram, end, diagram.of(end).front()));
}

std::vector<Diagram> components(const Eigen::MatrixXi& m) {
  const int k = static_cast<int>(m.rows());
  std::vector<std::vector<std::pair<int, int>>> neighbours(static_cast<std::size_t>(k));
  for (int i = 0; i < k; ++i) {
    for (int j = 0; j < k; ++j) {
      if (i != j && m(i, j) > 2) neighbours[static_cast<std::size_t>(i)].emplace_back(j, m(i, j));
    }
  }
  std::vector<Diagram> result;
  std::vector<bool> seen(static_cast<std::size_t>(k), false);
  for (int start = 0; start < k; ++start) {
    if (seen[static_cast<std::size_t>(start)]) continue;
    Diagram diagram{neighbours, {start}};
    seen[static_cast<std::size_t>(start)] = true;
    for (std::size_t i = 0; i < diagram.vertices.size(); ++i) {
      for (const auto& edge : diagram.of(diagram.vertices[i])) {
        if (seen[static_cast<std::size_t>(edge.first)]) continue;
        seen[static_cast<std::size_t>(edge.first)] = true;
        diagram.vertices.push_back(edge.first);
      }
    }
    result.push_back(std::move(diagram));
  }
  return result;
}

}  // namespace

CoxeterGroup classifyCoxeter(const Eigen::MatrixXi& multiplicity) {
  std::vector<Component> parts;
  for (const Diagram& diagram : components(multiplicity)) parts.push_back(classify(diagram));
  CoxeterGroup group;
  if (std::any_of(parts.begin(), parts.end(), [](const Component& part) { return part.family == 0; }))
    return group;
  std::sort(parts.begin(), parts.end(), [](const Component& a, const Component& b) {
    return std::tie(a.family, a.rank, a.m) < std::tie(b.family, b.rank, b.m);
  });
  group.length = 0;
  BigInt states = 1;
  std::optional<BigInt> orderings(1);
  for (const Component& part : parts) {
    const std::uint64_t length = longestLength(part);
    group.name += (group.name.empty() ? "" : " x ") + part.name();
    states *= order(part);
    *group.length += length;
    const std::optional<BigInt> words = reducedWords(part);
    if (words && orderings) {
      *orderings *=
          *words * factorial(*group.length) / (factorial(length) * factorial(*group.length - length));
    } else {
      orderings.reset();
    }
  }
  group.states = toCount(states);
  if (orderings) group.orderings = toCount(*orderings);
  return group;
}

}  // namespace carom
