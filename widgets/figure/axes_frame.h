#pragma once

#include <QPainter>
#include <QString>
#include <vector>

namespace carom {

/// Two axes around a picture that is drawn with QPainter: a hairline grid, ticks at round numbers, captions
/// with real mathematics. y points up.
struct AxesFrame {
  struct Caption {
    QString math, words;  ///< {"c_{ac}", "(√J)"}
  };
  struct Tick {
    double at = 0;
    QString text;
  };

  QRectF plot;      ///< where the data lie, in units of the painter
  QRectF data;      ///< what lies there: left and top are the least x and y
  double unit = 1;  ///< units of one pixel of the window's design: 1 in a widget, smaller in a figure
  Caption x, y;
  std::vector<Tick> xTicks, yTicks;

  QPointF map(QPointF point) const;
  QPointF map(double px, double py) const { return map(QPointF(px, py)); }
  void paint(QPainter& painter) const;
};

/// The frame in an area. `data` grows where both axes must have the same scale, and by a little room.
AxesFrame axesFrame(const QRectF& area, QRectF data, bool sameScale, double unit);
/// Ticks at multiples of 1, 2 or 5 times a power of ten, about one every 60 pixels of `length`.
std::vector<AxesFrame::Tick> roundTicks(double low, double high, double length, double unit);

}  // namespace carom
