#include "impulse/label_places.h"

#include <algorithm>
#include <cmath>

#include "common/box_geometry.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/note_drawing.h"

namespace carom {

namespace {

constexpr double wordSize = 10.5, mathSize = 13;

}  // namespace

QSizeF LabelPlaces::sizeOf(const QString& text, bool isMath) const {
  constexpr double lean = 2;  // an italic letter ends beyond its width
  return isMath ? QSizeF(theme::mathWidth(text, mathSize * m_unit) + lean * m_unit, mathSize * 1.15 * m_unit)
                : QSizeF(mixedWidth(text, wordSize * m_unit), wordSize * 1.2 * m_unit);
}

void LabelPlaces::add(const QString& text, bool isMath, const QColor& color,
                      const std::vector<QPointF>& centres) {
  Label label{text, color, isMath, {}};
  const QSizeF size = sizeOf(text, isMath);
  for (const QPointF& centre : centres)
    label.places.push_back({centre - QPointF(size.width() / 2, size.height() / 2), size});
  m_labels.push_back(std::move(label));
}

void LabelPlaces::math(QPointF point, const QString& math, const QColor& color) {
  keepFree(point, 3 * m_unit);
  const QSizeF size = sizeOf(math, true);
  std::vector<QPointF> centres;
  for (const double gap : {4.0, 8.0, 13.0, 19.0, 26.0})
    for (const auto& [x, y] :
         {std::pair(1.0, 0.35), {-1.0, 0.35}, {1.0, -0.6}, {-1.0, -0.6}, {0.0, 1.0}, {0.0, -1.0}})
      centres.push_back(
          point + QPointF(x * (size.width() / 2 + gap * m_unit), y * (size.height() / 2 + gap * m_unit)));
  add(math, true, color, centres);
  m_labels.back().point = point;
}

void LabelPlaces::words(const std::vector<QPointF>& places, const QString& words, const QColor& color) {
  const QSizeF size = sizeOf(words, false);
  std::vector<QPointF> centres;
  for (const QPointF& place : places)
    for (const double y : {0.0, 14.0, -14.0, 28.0})
      for (const double side : {1.0, -1.0})
        centres.push_back(place + QPointF(side * (size.width() / 2 + 4 * m_unit), y * m_unit));
  add(words, false, color, centres);
}

void LabelPlaces::alongLine(const std::vector<QLineF>& lines, const QString& words, const QColor& color) {
  constexpr double shares[] = {0.9, 0.1,  0.8,  0.2,  0.7,  0.3,  0.6, 0.4,
                               0.5, 0.95, 0.05, 0.85, 0.15, 0.75, 0.25};
  const QSizeF size = sizeOf(words, false);
  std::vector<QPointF> within, beside;
  for (const QLineF& line : lines) {
    const QPointF way = line.p2() - line.p1();
    const double length = std::max(1e-9, line.length());
    const QPointF normal(-way.y() / length, way.x() / length);
    // So far from the line that the box of the words just misses it.
    const double off =
        std::abs(normal.x()) * size.width() / 2 + std::abs(normal.y()) * size.height() / 2 + 2.5 * m_unit;
    for (const double share : shares) {
      within.push_back(line.p1() + share * way);
      for (const double side : {1.0, -1.0}) beside.push_back(line.p1() + share * way + side * off * normal);
    }
  }
  const std::size_t count = within.size();
  within.insert(within.end(), beside.begin(), beside.end());
  add(words, false, color, within);
  m_labels.back().within = count;
}

void LabelPlaces::alongCurve(const std::vector<QPointF>& places, const QString& text, const QColor& color) {
  words(places, text, color);
  std::vector<QRectF>& boxes = m_labels.back().places;
  const QSizeF size = sizeOf(text, false);
  std::vector<QRectF> within;
  for (const QPointF& place : places)
    within.push_back({place - QPointF(size.width() / 2, size.height() / 2), size});
  boxes.insert(boxes.begin(), within.begin(), within.end());
  m_labels.back().within = within.size();
}

void LabelPlaces::keepFree(QPointF centre, double radius) {
  m_taken.push_back({centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)});
}

bool LabelPlaces::isFree(const QRectF& place) const {
  return m_plot.contains(place) &&
         std::ranges::none_of(m_taken, [&](const QRectF& taken) { return taken.intersects(place); });
}

void LabelPlaces::shade(const QPolygonF& area, const QBrush& brush, Qt::FillRule rule) {
  QPainterPath path;
  path.setFillRule(rule);
  path.addPolygon(area);
  path.closeSubpath();
  m_shades.emplace_back(std::move(path), brush);
}

void LabelPlaces::avoid(const QPolygonF& line) {
  m_lines.push_back(line);
}

int LabelPlaces::linesOn(const QRectF& place) const {
  const double rim = 1 * m_unit;
  const QRectF box = place.adjusted(-rim, -rim, rim, rim);
  return static_cast<int>(std::ranges::count_if(m_lines, [&](const QPolygonF& line) {
    for (qsizetype i = 1; i < line.size(); ++i)
      if (crosses({line[i - 1], line[i]}, box)) return true;
    return false;
  }));
}

/// The area of what is taken below a place, and of the place beyond the plot.
double LabelPlaces::covered(const QRectF& place) const {
  const auto area = [](const QRectF& box) { return box.isEmpty() ? 0.0 : box.width() * box.height(); };
  double sum = area(place) - area(place & m_plot);
  for (const QRectF& taken : m_taken) sum += area(place & taken);
  return sum;
}

/// The first of the free places with the fewest lines on it; null for words without a free place.
const QRectF* LabelPlaces::placeOf(const Label& label) const {
  const QRectF* best = nullptr;
  int fewest = 0;
  constexpr int asBadAs = 3, asBadAsBeside = 2;  // lines on the label
  for (std::size_t i = 0; i < label.places.size(); ++i) {
    const QRectF& place = label.places[i];
    if (!isFree(place)) continue;
    int lines = linesOn(place) + (meetsLabels(leader(label, place)) ? asBadAs : 0);
    if (label.within > 0) lines += i < label.within ? -1 : asBadAsBeside;
    if (!best || lines < fewest) {
      best = &place;
      fewest = lines;
    }
    if (fewest == 0) break;
  }
  if (best || !label.isMath) return best;
  return &*std::ranges::min_element(label.places, {}, [this](const QRectF& place) { return covered(place); });
}

/// From a point to its name; null where they are close.
QLineF LabelPlaces::leader(const Label& label, const QRectF& place) const {
  if (!label.isMath) return {};
  const double rim = 0.5 * m_unit;
  const QRectF box = place.adjusted(-rim, rim, rim, -rim);
  const QPointF nearest(std::clamp(label.point.x(), box.left(), box.right()),
                        std::clamp(label.point.y(), box.top(), box.bottom()));
  const QLineF line(label.point, nearest);
  return line.length() > 12 * m_unit ? line : QLineF();
}

bool LabelPlaces::meetsLabels(const QLineF& line) const {
  return !line.isNull() &&
         std::ranges::any_of(m_texts, [&](const QRectF& text) { return crosses(line, text); });
}

void LabelPlaces::hideLines(const QRectF& place) {
  m_painter.fillRect(place, theme::panelGround());
  QPainterPath box;
  box.addRect(place);
  m_painter.setPen(Qt::NoPen);
  for (const auto& [area, brush] : m_shades) {
    const QPainterPath inside = area.intersected(box);
    if (inside.isEmpty()) continue;
    m_painter.setBrush(brush);
    m_painter.drawPath(inside);
  }
  m_painter.setBrush(Qt::NoBrush);
}

void LabelPlaces::paint(const Label& label, const QRectF& place) {
  constexpr double apart = 4;  // names beside each other would be read as one
  m_taken.push_back(place.adjusted(-apart * m_unit, 0, apart * m_unit, 0));
  m_texts.push_back(place);
  const double gap = label.within > 0 ? 2 * m_unit : 0;
  if (linesOn(place) > 0) hideLines(place.adjusted(-gap, 0, gap, 0));
  if (const QLineF line = leader(label, place); !line.isNull()) {
    m_painter.setPen(QPen(theme::quietInk(), 0.7 * m_unit));
    m_painter.drawLine(line);
    avoid(QPolygonF{line.p1(), line.p2()});
  }
  m_painter.setPen(label.color);
  const QPointF baseline(place.left(), place.bottom() - 0.25 * place.height());
  if (label.isMath)
    theme::drawMath(m_painter, baseline, label.text, mathSize * m_unit);
  else
    drawMixed(m_painter, baseline, label.text, wordSize * m_unit);
}

void LabelPlaces::paint() {
  // Points have their names at their sides, so they go first.
  std::ranges::stable_partition(m_labels, &Label::isMath);
  for (const Label& label : m_labels)
    if (const QRectF* place = placeOf(label)) paint(label, *place);
}

}  // namespace carom
