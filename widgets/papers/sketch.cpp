#include "papers/sketch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/box_geometry.h"
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

void Sketch::keepClear(const QPolygonF& line) {
  for (qsizetype i = 1; i < line.size(); ++i) m_lines.emplace_back(line[i - 1], line[i]);
}

void Sketch::line(const Vector& from, const Vector& to, const Line& line) {
  setLine(line);
  keepClear(QPolygonF{map(from), map(to)});
  m_painter.drawLine(map(from), map(to));
}

void Sketch::region(const std::vector<Vector>& corners, const QColor& fill) {
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(fill);
  const QPolygonF polygon = polygonOf(*this, corners);
  m_painter.drawPolygon(polygon);
  QPainterPath path;
  path.addPolygon(polygon);
  path.closeSubpath();
  m_fills.emplace_back(std::move(path), fill);
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
  for (const QPolygonF& outline : whole.toSubpathPolygons()) keepClear(outline);
  m_painter.setBrush(fill);
  m_painter.drawPath(whole);
  m_fills.emplace_back(std::move(whole), fill);
}

void Sketch::arrow(const Vector& from, const Vector& to, const Line& line) {
  const QPointF tail = map(from), tip = map(to);
  const double length = std::hypot(tip.x() - tail.x(), tip.y() - tail.y());
  if (length < headLength / 2) return;
  m_arrows.emplace_back(tail, tip);
  const QPointF along = (tip - tail) / length, across(-along.y(), along.x());
  const double head = std::min(headLength, length);
  setLine(line);
  keepClear(QPolygonF{tail, tip});
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
  QPainterPath round;
  round.addEllipse(map(centre), radius * m_scale, radius * m_scale);
  keepClear(round.toFillPolygon());
  if (fill.alpha() > 0) m_fills.emplace_back(round, fill);
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
  for (const QPolygonF& piece : path.toSubpathPolygons()) keepClear(piece);
  m_painter.drawPath(path);
}

void Sketch::dot(const Vector& at, const QColor& color, double radius) {
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(color);
  m_painter.drawEllipse(map(at), radius, radius);
}

void Sketch::math(const Vector& at, const QString& text, const Vector& offset, const QColor& color) {
  if (!text.isEmpty()) m_labels.push_back({map(at), {offset.x(), -offset.y()}, text, true, color});
}

void Sketch::math(const std::vector<Spot>& spots, const QString& text, const QColor& color) {
  if (spots.empty()) return;
  math(spots.front().at, text, spots.front().offset, color);
  for (auto spot = spots.begin() + 1; spot != spots.end(); ++spot)
    m_labels.back().others.emplace_back(map(spot->at), QPointF(spot->offset.x(), -spot->offset.y()));
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
    m_texts.push_back(box);
    return draw({map(at), {offset.x(), -offset.y()}, text, true, color});
  }
}

void Sketch::words(const Vector& at, const QString& text, const Vector& offset, const QColor& color) {
  m_labels.push_back({map(at), {offset.x(), -offset.y()}, text, false, color});
}

/// Of its letters, around the middle of the label: descenders and subscripts reach below it.
QRectF Sketch::boxOf(const Label& label) {
  const double width = label.isMath ? theme::mathWidth(label.text, size) + 0.08 * size
                                    : theme::textWidth(label.text, theme::textFont(size));
  const double below = label.text.contains(QLatin1Char('_')) ? 0.64 : 0.55;
  const QPointF middle = label.place + label.offset;
  return {middle - QPointF(width, size) / 2, middle + QPointF(width / 2, below * size)};
}

/// How many lines a box meets; another text counts as many of them, because no ground makes that legible.
int Sketch::hits(const QRectF& box) const {
  constexpr std::ptrdiff_t asBadAs = 1000;
  return static_cast<int>(
      std::ranges::count_if(m_lines, [&](const QLineF& line) { return crosses(line, box); }) +
      asBadAs * std::ranges::count_if(m_texts, [&](const QRectF& text) { return text.intersects(box); }));
}

/// Where the middle of a label has the fewest lines and texts in its way: at one of its offsets or, turned
/// and farther away, nearby.
QPointF Sketch::middleOf(const Label& label) const {
  constexpr double turns[] = {0, 0.45, -0.45, 0.9, -0.9, 1.4, -1.4}, lengths[] = {1, 1.35, 1.7, 2.1, 2.6};
  const QRectF box = boxOf(label);
  QPointF best = label.place + label.offset;
  int fewest = -1;
  std::vector<std::pair<QPointF, QPointF>> wishes{{label.place, label.offset}};
  wishes.insert(wishes.end(), label.others.begin(), label.others.end());
  for (const double length : lengths)
    for (const auto& [place, offset] : wishes)
      for (const double turn : turns) {
        const QPointF middle =
            place + length * QPointF(std::cos(turn) * offset.x() - std::sin(turn) * offset.y(),
                                     std::sin(turn) * offset.x() + std::cos(turn) * offset.y());
        const int met = hits(box.translated(middle - label.place - label.offset));
        if (fewest >= 0 && met >= fewest) continue;
        fewest = met;
        best = middle;
        if (fewest == 0) return best;
      }
  return best;
}

/// The ground of a label is that of what is filled there.
void Sketch::hideLines(const QRectF& box) {
  m_painter.fillRect(box, Qt::white);
  QPainterPath path;
  path.addRect(box);
  for (const auto& [area, color] : m_fills)
    if (const QPainterPath inside = area.intersected(path); !inside.isEmpty())
      m_painter.fillPath(inside, color);
}

void Sketch::draw(const Label& label) {
  const double half = boxOf(label).width() / 2;
  const QPointF middle = label.place + label.offset;
  m_painter.setPen(label.color);
  if (label.isMath)
    theme::drawMath(m_painter, middle + QPointF(-half, 0.3 * size), label.text, size);
  else
    theme::drawText(m_painter, middle + QPointF(-half, 0.36 * size), label.text, theme::textFont(size));
}

Sketch::~Sketch() {
  for (Label label : m_labels) {
    label.offset = middleOf(label) - label.place;
    const QRectF box = boxOf(label);
    if (hits(box) > 0) hideLines(box);
    m_texts.push_back(box);
    draw(label);
  }
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
