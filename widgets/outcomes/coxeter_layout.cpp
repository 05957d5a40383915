#include "outcomes/coxeter_layout.h"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

constexpr int mostUntangled = 12;

using Vertices = std::vector<int>;

/// A connected part, its vertices and where they stand in its own box.
struct Part {
  Vertices vertices;
  std::vector<QPointF> at;
  bool ring = false;
  QSizeF size;

  /// Moves everything so that the box begins at the origin.
  void settle() {
    double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
    for (const QPointF& p : at) {
      left = std::min(left, p.x());
      right = std::max(right, p.x());
      top = std::min(top, p.y());
      bottom = std::max(bottom, p.y());
    }
    for (QPointF& p : at) p -= QPointF(left, top);
    size = {right - left, bottom - top};
  }
};

Vertices neighbours(const Joined& joined, int vertex) {
  Vertices found;
  for (int other = 0; other < static_cast<int>(joined.size()); ++other)
    if (joined[vertex][other]) found.push_back(other);
  return found;
}

std::vector<Vertices> components(const Joined& joined) {
  std::vector<bool> seen(joined.size(), false);
  std::vector<Vertices> parts;
  for (int start = 0; start < static_cast<int>(joined.size()); ++start) {
    if (seen[start]) continue;
    auto& part = parts.emplace_back(1, start);
    seen[start] = true;
    for (std::size_t i = 0; i < part.size(); ++i)
      for (const int other : neighbours(joined, part[i]))
        if (!seen[other]) {
          seen[other] = true;
          part.push_back(other);
        }
    std::sort(part.begin(), part.end());
  }
  return parts;
}

int edgeCount(const Joined& joined, const Vertices& part) {
  int twice = 0;
  for (const int vertex : part) twice += static_cast<int>(neighbours(joined, vertex).size());
  return twice / 2;
}

/// The longest path of a tree that begins at `from`, without the vertex `banned`.
Vertices longestPath(const Joined& joined, int from, int banned = -1) {
  Vertices best;
  for (const int next : neighbours(joined, from)) {
    if (next == banned) continue;
    Vertices path = longestPath(joined, next, from);
    if (path.size() > best.size()) best = std::move(path);
  }
  best.insert(best.begin(), from);
  return best;
}

/// Places vertices of a tree: a row, and branches that grow away from it.
class TreeLayout {
 public:
  explicit TreeLayout(const Joined& joined) : m_joined(joined), m_at(joined.size()) {}

  Part place(const Vertices& vertices) {
    // The ends of the longest path of a tree lie farthest from anywhere.
    const Vertices row = longestPath(m_joined, longestPath(m_joined, vertices.front()).back());
    const bool turned = row.front() > row.back();
    const Vertices spine = turned ? Vertices(row.rbegin(), row.rend()) : row;
    double edge[2] = {-1, -1};  // how far the branches above and beneath reach to the right
    double x = 0;
    for (std::size_t i = 0; i < spine.size(); ++i) {
      std::vector<int> hanging[2];
      for (const int next : neighbours(m_joined, spine[i]))
        if ((i == 0 || next != spine[i - 1]) && (i + 1 == spine.size() || next != spine[i + 1]))
          (hanging[0].size() <= hanging[1].size() ? hanging[0] : hanging[1]).push_back(next);
      if (i > 0) x += 1;
      for (int side = 0; side < 2; ++side)
        if (!hanging[side].empty())
          x = std::max(x, edge[side] + 1 + 0.5 * (breadthOf(hanging[side], spine[i]) - 1));
      m_at[spine[i]] = {x, 0};
      for (int side = 0; side < 2; ++side)
        if (!hanging[side].empty()) edge[side] = hang(hanging[side], spine[i], {x, 0}, side == 0 ? -1 : 1);
    }
    Part part{vertices, {}, false, {}};
    for (const int vertex : vertices) part.at.push_back(m_at[vertex]);
    part.settle();
    return part;
  }

 private:
  /// Columns that the branches with these roots take.
  int breadthOf(const Vertices& roots, int parent) const {
    int breadth = 0;
    for (const int root : roots) {
      Vertices next = neighbours(m_joined, root);
      std::erase(next, parent);
      breadth += std::max(1, breadthOf(next, root));
    }
    return breadth;
  }

  /// Hangs branches from a vertex, centred on it; returns the x of the last column.
  double hang(const Vertices& roots, int parent, QPointF from, int direction) {
    double column = from.x() - 0.5 * (breadthOf(roots, parent) - 1);
    for (const int root : roots) {
      Vertices next = neighbours(m_joined, root);
      std::erase(next, parent);
      const int breadth = std::max(1, breadthOf(next, root));
      m_at[root] = {column + 0.5 * (breadth - 1), from.y() + direction};
      hang(next, root, m_at[root], direction);
      column += breadth;
    }
    return column - 1;
  }

  const Joined& m_joined;
  std::vector<QPointF> m_at;
};

/// The vertices of a cycle in its order, from the first vertex to its smaller neighbour.
Vertices aroundCycle(const Joined& joined, const Vertices& part) {
  Vertices around{part.front(), neighbours(joined, part.front()).front()};
  while (around.size() < part.size()) {
    const Vertices next = neighbours(joined, around.back());
    around.push_back(next[0] == around[around.size() - 2] ? next[1] : next[0]);
  }
  return around;
}

/// Crossings of chords where the vertices stand around a ring in this order.
int crossings(const Joined& joined, const Vertices& ring) {
  const int count = static_cast<int>(ring.size());
  int crossed = 0;
  for (int a = 0; a < count; ++a)
    for (int b = a + 2; b < count; ++b) {
      if (!joined[ring[a]][ring[b]]) continue;
      for (int c = a + 1; c < b; ++c)
        for (int d = b + 1; d < count; ++d) crossed += joined[ring[c]][ring[d]];
    }
  return crossed;
}

/// Swaps pairs of vertices as long as that untangles the ring.
Vertices untangled(const Joined& joined, Vertices ring) {
  int least = crossings(joined, ring);
  for (bool better = true; better;) {
    better = false;
    for (std::size_t i = 0; i < ring.size(); ++i)
      for (std::size_t j = i + 1; j < ring.size(); ++j) {
        std::swap(ring[i], ring[j]);
        const int now = crossings(joined, ring);
        if (now < least) {
          least = now;
          better = true;
        } else {
          std::swap(ring[i], ring[j]);
        }
      }
  }
  return ring;
}

Part ringOf(const Joined& joined, const Vertices& part) {
  const int count = static_cast<int>(part.size());
  Vertices ring = part;
  if (edgeCount(joined, part) == count &&
      std::all_of(part.begin(), part.end(), [&](int v) { return neighbours(joined, v).size() == 2; }))
    ring = aroundCycle(joined, part);
  else if (count <= mostUntangled)
    ring = untangled(joined, part);
  Part placed{std::move(ring), {}, true, {}};
  const double radius = 0.5 / std::sin(M_PI / count);
  // A side lies at the top of an even ring, a vertex at that of an odd one.
  const double turn = count % 2 == 0 ? 0.5 : 0;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * M_PI * ((i - turn) / count - 0.25);
    placed.at.push_back(radius * QPointF(std::cos(angle), std::sin(angle)));
  }
  placed.settle();
  return placed;
}

/// Boxes in lines of about the given width, a unit apart.
struct Flow {
  std::vector<QPointF> corners;
  QSizeF size;

  Flow(const std::vector<Part>& parts, double width) {
    std::size_t first = 0;
    double y = 0;
    while (first < parts.size()) {
      std::size_t end = first;
      double x = 0, height = 0;
      for (; end < parts.size() && (end == first || x + parts[end].size.width() <= width + 1e-9); ++end) {
        x += parts[end].size.width() + 1;
        height = std::max(height, parts[end].size.height());
      }
      double left = 0;
      for (; first < end; ++first) {
        corners.emplace_back(left, y + 0.5 * (height - parts[first].size.height()));
        left += parts[first].size.width() + 1;
      }
      size.setWidth(std::max(size.width(), left - 1));
      size.setHeight(y + height);
      y += height + 1;
    }
  }
  /// The scale at which it fits an area of width `aspect` and height 1; half a unit of margin on every side.
  double scale(double aspect) const { return std::min(aspect / (size.width() + 1), 1 / (size.height() + 1)); }
};

Flow bestFlow(const std::vector<Part>& parts, double aspect) {
  double total = -1;
  for (const Part& part : parts) total += part.size.width() + 1;
  Flow best(parts, total);
  for (int lines = 2; lines <= static_cast<int>(parts.size()); ++lines) {
    Flow tried(parts, (total + 1) / lines - 1);
    if (tried.scale(aspect) > best.scale(aspect) * (1 + 1e-9)) best = std::move(tried);
  }
  return best;
}

}  // namespace

CoxeterLayout layoutCoxeterDiagram(const Joined& joined, double aspect) {
  std::vector<Part> parts;
  for (const Vertices& part : components(joined)) {
    const bool tree = edgeCount(joined, part) + 1 == static_cast<int>(part.size());
    parts.push_back(tree ? TreeLayout(joined).place(part) : ringOf(joined, part));
  }
  const Flow flow = bestFlow(parts, aspect);
  CoxeterLayout layout;
  layout.at.resize(joined.size());
  layout.centre.resize(joined.size());
  layout.onRing.assign(joined.size(), false);
  layout.size = flow.size;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = 0; j < parts[i].vertices.size(); ++j) {
      const int vertex = parts[i].vertices[j];
      layout.at[vertex] = flow.corners[i] + parts[i].at[j];
      layout.onRing[vertex] = parts[i].ring;
      layout.centre[vertex] = flow.corners[i] + QPointF(parts[i].size.width(), parts[i].size.height()) / 2;
    }
  return layout;
}

}  // namespace carom
