#include "timeline/transport_icons.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>

#include "common/theme.h"

namespace carom {

namespace {

/// A triangle that points to the right (or left) from x, in a square of 16 units.
QPainterPath triangle(double x, double width, bool right) {
  QPainterPath path;
  path.moveTo(right ? x : x + width, 3);
  path.lineTo(right ? x + width : x, 8);
  path.lineTo(right ? x : x + width, 13);
  path.closeSubpath();
  return path;
}

QPainterPath bar(double x, double width) {
  QPainterPath path;
  path.addRoundedRect(QRectF(x, 3, width, 10), 0.6, 0.6);
  return path;
}

QPainterPath shapeOf(TransportSign sign) {
  switch (sign) {
    case TransportSign::ToStart:
      return bar(1.5, 1.8) + triangle(4, 5, false) + triangle(9.2, 5, false);
    case TransportSign::PreviousImpact:
      return bar(3, 1.8) + triangle(5.6, 7, false);
    case TransportSign::PreviousReflection:
      return triangle(4, 7, false);
    case TransportSign::Play:
      return triangle(4.5, 8, true);
    case TransportSign::Pause:
      return bar(4, 3) + bar(9, 3);
    case TransportSign::NextReflection:
      return triangle(5, 7, true);
    case TransportSign::NextImpact:
      return triangle(3.4, 7, true) + bar(11.2, 1.8);
    case TransportSign::Loop:
      break;
  }
  return {};
}

class SignEngine : public QIconEngine {
 public:
  SignEngine(TransportSign sign, QColor color) : m_sign(sign), m_color(color) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / 16.0, rect.height() / 16.0);
    const QColor color = mode == QIcon::Disabled ? theme::hairline() : m_color;
    if (m_sign == TransportSign::Loop) {
      painter->setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter->drawArc(QRectF(3, 3, 10, 10), 40 * 16, 280 * 16);
      painter->drawPolyline(QPolygonF({{12.9, 1.8}, {12.2, 5}, {9, 4.4}}));
    } else {
      painter->fillPath(shapeOf(m_sign), color);
    }
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new SignEngine(*this); }

 private:
  TransportSign m_sign;
  QColor m_color;
};

}  // namespace

QIcon transportIcon(TransportSign sign, const QColor& color) {
  return QIcon(new SignEngine(sign, color));
}

}  // namespace carom
