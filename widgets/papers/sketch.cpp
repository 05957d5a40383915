#include "papers/sketch.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure.h"

namespace carom {

namespace {

constexpr double headLength = 4.2, headWidth = 2.8;  // pt
constexpr double size = Figure::textPoints;

QPolygonF polygonOf(const Sketch& sketch, const std::vector<Sketch::Vector>& points) {
  QPolygonF polygon;
  for (const Sketch::Vector& point : points) polygon += sketch.map(point);
  return polygon;
}

bool crosses(const QLineF& line, const QRectF& box) {
  const QLineF across[] = {{box.topLeft(), box.bottomRight()}, {box.topRight(), box.bottomLeft()}};
  return box.contains(line.p1()) || box.contains(line.p2()) ||
         std::ranges::any_of(across, [&](const QLineF& diagonal) {
           return line.intersects(diagonal) == QLineF::BoundedIntersection;
         });
}

}  // namespace

Sketch::Sketch(QPainter& painter, const QRectF& area, const QRectF& content)
    : m_painter(painter), m_area(area) {
  m_scale = std::min(area.width() / content.width(), area.height() / content.height());
  m_origin = area.center() - QPointF(content.center().x(), -content.center().y()) * m_scale;
  painter.setRenderHint(QPainter::Antialiasing);
}

QPointF Sketch::map(const Vector& point) const {
  return m_origin + QPointF(point.x(), -point.y()) * m_scale;
}

void Sketch::setLine(const Line& line) {
  QPen pen(line.color, line.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (line.style == Qt::DashLine) pen.setDashPattern({3.2 / line.width, 2 / line.width});
  if (line.style == Qt::DotLine) pen.setDashPattern({0.9 / line.width, 1.5 / line.width});
  m_painter.setPen(line.style == Qt::NoPen ? QPen(Qt::NoPen) : pen);
  m_painter.setBrush(Qt::NoBrush);
}

void Sketch::line(const Vector& from, const Vector& to, const Line& line) {
  setLine(line);
  m_painter.drawLine(map(from), map(to));
}

void Sketch::polyline(const std::vector<Vector>& points, const Line& line) {
  setLine(line);
  m_painter.drawPolyline(polygonOf(*this, points));
}

void Sketch::region(const std::vector<Vector>& corners, const QColor& fill) {
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(fill);
  m_painter.drawPolygon(polygonOf(*this, corners));
}

void Sketch::joined(const std::vector<std::vector<Vector>>& regions, const QColor& fill, const Line& line) {
  QPainterPath whole;
  for (const std::vector<Vector>& corners : regions) {
    QPainterPath one;
    one.addPolygon(polygonOf(*this, corners));
    one.closeSubpath();
    one.setFillRule(Qt::WindingFill);
    whole = whole.isEmpty() ? one : whole.united(one);
  }
  if (whole.isEmpty()) return;
  setLine(line);
  m_painter.setBrush(fill);
  m_painter.drawPath(whole);
}

void Sketch::arrow(const Vector& from, const Vector& to, const Line& line) {
  const QPointF tail = map(from), tip = map(to);
  const double length = std::hypot(tip.x() - tail.x(), tip.y() - tail.y());
  if (length < headLength / 2) return;
  m_arrows.emplace_back(tail, tip);
  const QPointF along = (tip - tail) / length, across(-along.y(), along.x());
  const double head = std::min(headLength, length);
  setLine(line);
  m_painter.drawLine(tail, tip - 0.8 * head * along);
  const QPointF base = tip - head * along;
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(line.color);
  m_painter.drawPolygon(QPolygonF{tip, base + headWidth / 2 * across, tip - 0.75 * head * along,
                                  base - headWidth / 2 * across});
}

void Sketch::circle(const Vector& centre, double radius, const Line& line, const QColor& fill) {
  setLine(line);
  m_painter.setBrush(fill);
  m_painter.drawEllipse(map(centre), radius * m_scale, radius * m_scale);
}

void Sketch::arc(const Vector& centre, double radius, double from, double to, const Line& line) {
  const QRectF circle(map(centre) - QPointF(radius, radius) * m_scale,
                      QSizeF(2 * radius, 2 * radius) * m_scale);
  constexpr double degrees = 180 / std::numbers::pi;
  QPainterPath path;
  path.arcMoveTo(circle, from * degrees);
  path.arcTo(circle, from * degrees, (to - from) * degrees);
  setLine(line);
  m_painter.drawPath(path);
}

void Sketch::dot(const Vector& at, const QColor& color, double radius) {
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(color);
  m_painter.drawEllipse(map(at), radius, radius);
}

void Sketch::math(const Vector& at, const QString& text, const Vector& offset, const QColor& color) {
  m_painter.setPen(color);
  const QPointF middle = map(at) + QPointF(offset.x(), -offset.y());
  theme::drawMath(m_painter, middle + QPointF(-theme::mathWidth(text, size) / 2, 0.3 * size), text, size);
}

void Sketch::name(const Vector& at, const QString& text, const std::vector<Vector>& offsets,
                  const QColor& color) {
  const QSizeF extent(theme::mathWidth(text, size), size);
  for (const Vector& offset : offsets) {
    const QRectF box(map(at) + QPointF(offset.x() - extent.width() / 2, -offset.y() - extent.height() / 2),
                     extent);
    if (!m_area.contains(box)) continue;
    if (std::ranges::any_of(m_names, [&](const QRectF& other) { return other.intersects(box); })) continue;
    if (std::ranges::any_of(m_arrows, [&](const QLineF& arrow) { return crosses(arrow, box); })) continue;
    m_names.push_back(box);
    return math(at, text, offset, color);
  }
}

void Sketch::words(const Vector& at, const QString& text, const Vector& offset, const QColor& color) {
  const QFont font = theme::textFont(size);
  m_painter.setPen(color);
  const QPointF middle = map(at) + QPointF(offset.x(), -offset.y());
  theme::drawText(m_painter, middle + QPointF(-theme::textWidth(text, font) / 2, 0.36 * size), text, font);
}

void Sketch::leftWords(const Vector& at, const QString& text, const QColor& color) {
  const QFont font = theme::textFont(size);
  words(at, text, {theme::textWidth(text, font) / 2, 0}, color);
}

Sketch::Vector direction(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

double angleOf(const Sketch::Vector& vector) {
  return std::atan2(vector.y(), vector.x());
}

QRectF boundsOf(const std::vector<Sketch::Vector>& points, double room) {
  Sketch::Vector low = points.front(), high = low;
  for (const Sketch::Vector& point : points) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  return QRectF(QPointF(low.x(), low.y()), QPointF(high.x(), high.y())).adjusted(-room, -room, room, room);
}

}  // namespace carom
