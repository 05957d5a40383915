#include "figure/note_drawing.h"

#include <cmath>

#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

namespace {

/// Calls part(text, isMath) for one part after the other.
template <typename Part>
void eachPart(const QString& text, Part part) {
  const QStringList parts = text.split(QLatin1Char('$'));
  for (qsizetype i = 0; i < parts.size(); ++i)
    if (!parts[i].isEmpty()) part(parts[i], i % 2 == 1);
}

/// A line that ends in a filled head.
void drawPointer(QPainter& painter, QPointF from, QPointF to, double head) {
  const QPointF way = to - from;
  const double length = std::hypot(way.x(), way.y());
  if (length < head) return;
  const QPointF along = way / length, across(-along.y(), along.x());
  painter.setPen(QPen(theme::ink(), 0.1 * head, Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(from, to - 0.8 * head * along);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme::ink());
  painter.drawPolygon(
      QPolygonF{to, to - head * along + 0.35 * head * across, to - head * along - 0.35 * head * across});
  painter.setBrush(Qt::NoBrush);
}

}  // namespace

double mixedWidth(const QString& text, double points) {
  double width = 0;
  eachPart(text, [&](const QString& part, bool isMath) {
    width += isMath ? theme::mathWidth(part, points) : theme::textWidth(part, theme::textFont(points));
  });
  return width;
}

double drawMixed(QPainter& painter, QPointF baseline, const QString& text, double points) {
  double x = 0;
  eachPart(text, [&](const QString& part, bool isMath) {
    if (isMath) {
      x += theme::drawMath(painter, baseline + QPointF(x, 0), part, points);
      return;
    }
    theme::drawText(painter, baseline + QPointF(x, 0), part, theme::textFont(points));
    x += theme::drawnWidth(painter, part, theme::textFont(points));
  });
  return x;
}

double drawTitle(QPainter& painter, const QRectF& area, const QString& title, double points) {
  painter.setPen(theme::ink());
  drawMixed(painter, {area.center().x() - mixedWidth(title, points) / 2, area.top() + 1.2 * points}, title,
            points);
  return area.top() + 1.7 * points;
}

void drawNote(QPainter& painter, const QRectF& area, const FigureNote& note, double points) {
  const auto placeOf = [&](QPointF share) {
    return area.topLeft() + QPointF(share.x() * area.width(), share.y() * area.height());
  };
  const QPointF at = placeOf(note.at);
  const double width = mixedWidth(note.text, points);
  const QRectF box(at.x() - width / 2, at.y() - 0.6 * points, width, 1.2 * points);
  if (note.to) {
    const QPointF to = placeOf(*note.to), way = to - at;
    // The arrow begins where its line leaves the words.
    const QRectF room = box.adjusted(-2, -2, 2, 2);
    const double share = std::min(std::abs(way.x()) > 0 ? 0.5 * room.width() / std::abs(way.x()) : 1e9,
                                  std::abs(way.y()) > 0 ? 0.5 * room.height() / std::abs(way.y()) : 1e9);
    if (share < 1) drawPointer(painter, at + share * way, to, 0.7 * points);
  }
  painter.setPen(theme::ink());
  drawMixed(painter, {box.left(), at.y() + 0.36 * points}, note.text, points);
}

}  // namespace carom
