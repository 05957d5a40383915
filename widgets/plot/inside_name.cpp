#include "plot/inside_name.h"

#include "common/theme.h"

namespace carom {

InsideName::InsideName(StyledPlot* plot, const QString& name, const QRectF& room, const QColor& ground)
    : QCPItemText(plot), m_room(room) {
  constexpr int middleGray = 150;  // of 255; white letters are read on what is darker
  setText(name);
  setFont(plot->plotStyle().font(PlotStyle::smallText));
  setColor(qGray(ground.rgb()) < middleGray ? QColor(Qt::white) : theme::ink());
  setPositionAlignment(Qt::AlignCenter);
  position->setType(QCPItemPosition::ptPlotCoords);
  position->setCoords(room.center());
}

void InsideName::draw(QCPPainter* painter) {
  const QPointF corner = QPointF(parentPlot()->xAxis->coordToPixel(m_room.left()),
                                 parentPlot()->yAxis->coordToPixel(m_room.top()));
  const QPointF other = QPointF(parentPlot()->xAxis->coordToPixel(m_room.right()),
                                parentPlot()->yAxis->coordToPixel(m_room.bottom()));
  const QRectF room = QRectF(corner, other).normalized();
  const QFontMetricsF metrics(font());
  const bool fits = room.width() > 1.2 * metrics.horizontalAdvance(text()) &&
                    room.height() > 1.1 * metrics.height() &&
                    QRectF(parentPlot()->axisRect()->rect()).adjusted(-1, -1, 1, 1).contains(room);
  if (fits) QCPItemText::draw(painter);
}

}  // namespace carom
