#include "viewport/picture/overlay_brush.h"

#include <algorithm>

#include "common/text_drawing.h"

namespace carom {

void OverlayBrush::drawArrow(QPointF from, QPointF to, const QColor& color, bool dashed) {
  const QLineF line(from, to);
  const double length = line.length();
  if (length < 0.4 * m_em) return;
  const double head = std::min(0.95 * m_em, 0.75 * length), width = 0.27 * m_em;
  const QPointF along = (to - from) / length, across(-along.y(), along.x());
  const QPointF neck = to - head * along;
  const QPolygonF tip(
      {to, neck + 0.36 * head * across, neck + 0.16 * head * along, neck - 0.36 * head * across});
  QColor casing = m_overlay.casing;
  casing.setAlphaF(dashed ? 0.35 : 0.8);
  const QPointF shaftEnd = to - 0.8 * head * along;
  m_painter.setBrush(Qt::NoBrush);
  m_painter.setPen(QPen(casing, width + 0.16 * m_em, Qt::SolidLine, Qt::RoundCap));
  m_painter.drawLine(from, shaftEnd);
  m_painter.setPen(QPen(casing, 0.16 * m_em, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  m_painter.drawPolygon(tip);
  QPen shaft(color, dashed ? 0.75 * width : width, Qt::SolidLine, dashed ? Qt::FlatCap : Qt::RoundCap);
  if (dashed) shaft.setDashPattern({2.6, 1.9});
  m_painter.setPen(shaft);
  m_painter.drawLine(from, shaftEnd);
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(color);
  m_painter.drawPolygon(tip);
}

void OverlayBrush::paintText(const QString& text, QPointF baseline, const QFont& font, const QColor& ink) {
  m_painter.setPen(ink);
  theme::drawText(m_painter, baseline, text, font);
}

}  // namespace carom
