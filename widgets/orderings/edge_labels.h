#pragma once

#include <QRectF>
#include <QString>
#include <vector>

#include "orderings/graph_scene.h"

namespace carom {

/// The labels of the edges: pills with the names of contacts.
struct EdgeLabels {
  std::vector<QRectF> boxes;  ///< of each edge, null where it has no label
  bool all = true;            ///< all edges off the selected ordering have a label, or nearly all
  double scale = 1;           ///< size of a label, of its size at full scale
};

/// Places labels where they hide no node and no other label. Those off the selected ordering appear together
/// or not at all; an edge that is pointed at has its label in any case.
EdgeLabels placeEdgeLabels(const OrderingGraphPicture& picture, const GraphView& view,
                           const GraphHighlight& highlight, const QRectF& area);

/// The contact of an edge, or "… 12 reflections …" of a folded chain.
QString edgeText(const OrderingGraphPicture& picture, int edge);
/// Whether the mouse or the keyboard points at an edge or at one of its ends.
bool isPointedAt(const OrderingGraphPicture& picture, const GraphHighlight& highlight, int edge);
/// Whether a point lies in an area or so close to it that a part of what is drawn there may be visible.
bool isNear(const QRectF& area, QPointF point);

}  // namespace carom
