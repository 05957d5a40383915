#pragma once

#include <QPainter>
#include <vector>

#include "viewport/picture/scene_frame.h"
#include "viewport/view_state.h"

namespace carom {

/// The vector art over the solid picture of a window or figure: arrows, contacts, letters, arcs, scale.
struct Overlay {
  double em = 13;             ///< height of text, which sizes all of the art, in units of the painter
  QColor casing = Qt::white;  ///< thin edge that lifts lines off the balls
  int hoveredBody = -1;
  int hoveredArc = -1;                       ///< the handle of `hoveredBody` is under the mouse
  QString hint;                              ///< at the bottom; empty for none
  bool hintEmphasised = false;               ///< the hint is a passing message
  double coveredLeft = 0, coveredRight = 0;  ///< widths that buttons cover, in units of the painter
  bool isCoveredBelow = false;               ///< the buttons at the right reach down to the scale

  int pushedBody = -1;            ///< the body that a drag pushes
  Eigen::Vector3d push{0, 0, 0};  ///< the arrow from its centre (m)
  QString pushWords;              ///< at the tip of the arrow

  bool names = false;  ///< names stand beside bodies that have no room for a letter on them
  bool legend = true;  ///< the lines of the two outcomes and the names of runs stand on the picture

  /// The width at the right of the bottom that buttons cover.
  double coveredBelow() const { return isCoveredBelow ? coveredRight : 0; }
  /// The part of a picture between the buttons, without a thin edge.
  QRectF room(const QSizeF& size) const;
  void paint(QPainter& painter, const SceneFrame& frame, const ViewState& view, const QRectF& area) const;
  /// The legend alone, at the top of an area, and its height; 0 where there is nothing to explain.
  void paintLegend(QPainter& painter, const SceneFrame& frame, const ViewState& view,
                   const QRectF& area) const;
  double legendHeight(const SceneFrame& frame, const ViewState& view) const;
};

/// The colour of lines that belong to a body: its own, or ink for a grey body.
QColor lineColor(const QColor& body);

}  // namespace carom
