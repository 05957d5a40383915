#pragma once

#include <QPointF>
#include <QSizeF>
#include <vector>

namespace carom {

/// Whether contacts i and j are joined by an edge: symmetric, false on the diagonal.
using Joined = std::vector<std::vector<bool>>;

/// Where the vertices of a Coxeter diagram stand; the length of a short edge is the unit.
struct CoxeterLayout {
  std::vector<QPointF> at;      ///< one for each contact, within (0, 0) … size; y points down
  std::vector<bool> onRing;     ///< the vertex stands on a ring: its name belongs outside
  std::vector<QPointF> centre;  ///< of its ring, where it stands on one
  QSizeF size;
};

/// Parts that are not joined are placed beside and below each other, to fit an area of the given width over
/// height. A path is a row. A tree is its longest path as a row with the branches above and beneath. A cycle
/// is a ring, and so is everything else, in an order with few crossings up to 12 vertices.
CoxeterLayout layoutCoxeterDiagram(const Joined& joined, double aspect = 2);

}  // namespace carom
