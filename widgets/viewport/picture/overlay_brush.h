#pragma once

#include "viewport/picture/overlay.h"

namespace carom {

/// What the parts of an overlay are painted with, and what they paint alike.
class OverlayBrush {
 public:
  OverlayBrush(const Overlay& overlay, QPainter& painter, const SceneFrame& frame, const ViewState& view,
               const QSizeF& size)
      : m_overlay(overlay),
        m_painter(painter),
        m_frame(frame),
        m_view(view),
        m_size(size),
        m_map(view.camera, size),
        m_em(overlay.em) {}

 protected:
  void drawArrow(QPointF from, QPointF to, const QColor& color, bool dashed);
  void paintText(const QString& text, QPointF baseline, const QFont& font, const QColor& ink);

  const Overlay& m_overlay;
  QPainter& m_painter;
  const SceneFrame& m_frame;
  const ViewState& m_view;
  QSizeF m_size;
  ScreenMap m_map;
  double m_em;
};

}  // namespace carom
