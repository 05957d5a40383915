#pragma once

#include <QPainter>
#include <vector>

#include "viewport/picture/scene_frame.h"
#include "viewport/view_state.h"

namespace carom {

/// What lies over the solid picture: arrows, contact points, letters, arcs, scale. Vector art that the window
/// and figures share.
struct Overlay {
  double em = 13;             ///< height of text, the measure of everything here, in units of the painter
  QColor casing = Qt::white;  ///< thin edge that lifts lines off the balls
  int hoveredBody = -1;
  int hoveredArc = -1;          ///< the handle of `hoveredBody` is under the mouse
  QString hint;                 ///< at the bottom; empty for none
  bool hintEmphasised = false;  ///< a passing message rather than a standing hint
  double covered = 0;           ///< at the right of the bottom, by buttons; in units of the painter

  void paint(QPainter& painter, const SceneFrame& frame, const ViewState& view, const QRectF& area) const;
};

/// Where arcs are read and taken hold of: their values and handles, in the units of the painter.
std::vector<QRectF> arcAreas(const SceneFrame& frame, const ScreenMap& map, double em);

/// The colour of lines that stand for a body: its own, or ink where that is grey.
QColor lineColor(const QColor& body);

}  // namespace carom
