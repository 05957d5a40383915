#pragma once

#include "figure/figure.h"
#include "orderings/graph_scene.h"

namespace carom {

/// What the mouse or the keyboard points at; −1 for nothing.
struct GraphHighlight {
  int node = -1, edge = -1;
  int cursor = -1;  ///< node with the keyboard's focus
};

/// Draws the picture; every size follows view.unit.
void paintOrderingGraph(QPainter& painter, const OrderingGraphPicture& picture, const GraphView& view,
                        const QRectF& area, const GraphHighlight& highlight = {});

/// The merged tree of reflection orderings [SM14 III]: momenta as circles, reflections as edges, outcomes
/// coloured.
class OrderingGraphFigure : public Figure {
 public:
  explicit OrderingGraphFigure(OrderingGraphPicture picture) : m_picture(std::move(picture)) {}
  /// Everything that fits, at no moment in particular.
  explicit OrderingGraphFigure(const SnapshotPtr& snapshot);

  QString name() const override { return QStringLiteral("ordering-graph"); }
  QString title() const override;
  double aspect() const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  /// One line per reflection shown: from, to, contact, reflections, c before (√J), selected.
  QString csv() const override;
  QString provenance() const override;

 private:
  OrderingGraphPicture m_picture;
};

/// The graph in Graphviz's language, level by level, up to `mostNodes` momenta. The nodes carry c as a
/// tooltip, the edges the names of their contacts; the edges of `path` are bold.
QString toDot(const OrderingGraph& graph, const ImpactProblem& problem, const SelectedPath& path = {},
              std::size_t mostNodes = 5000);

}  // namespace carom
