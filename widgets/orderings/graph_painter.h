#pragma once

#include <QPainter>

#include "orderings/graph_scene.h"

namespace carom {

/// Draws the picture; every size follows view.unit.
void paintOrderingGraph(QPainter& painter, const OrderingGraphPicture& picture, const GraphView& view,
                        const QRectF& area, const GraphHighlight& highlight = {});

}  // namespace carom
