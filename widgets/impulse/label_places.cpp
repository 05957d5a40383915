#include "impulse/label_places.h"

#include <algorithm>
#include <cmath>

#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

namespace {

constexpr double wordSize = 10.5, mathSize = 13;

}  // namespace

QSizeF LabelPlaces::sizeOf(const QString& text, bool isMath) const {
  return isMath ? QSizeF(theme::mathWidth(text, mathSize * m_unit), mathSize * 1.15 * m_unit)
                : QSizeF(theme::textWidth(text, theme::textFont(wordSize * m_unit)), wordSize * 1.2 * m_unit);
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
  for (const double gap : {4.0, 8.0, 13.0})
    for (const auto& [x, y] : {std::pair(1, 0.35), {-1, 0.35}, {1, -0.6}, {-1, -0.6}, {0, 1}, {0, -1}})
      centres.push_back(
          point + QPointF(x * (size.width() / 2 + gap * m_unit), y * (size.height() / 2 + gap * m_unit)));
  add(math, true, color, centres);
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

void LabelPlaces::alongLine(QPointF from, QPointF to, const QString& words, const QColor& color) {
  const QSizeF size = sizeOf(words, false);
  const QPointF way = to - from;
  const double length = std::max(1e-9, std::hypot(way.x(), way.y()));
  const QPointF normal(-way.y() / length, way.x() / length);
  // So far from the line that the box of the words just misses it.
  const double off =
      std::abs(normal.x()) * size.width() / 2 + std::abs(normal.y()) * size.height() / 2 + 2.5 * m_unit;
  std::vector<QPointF> centres;
  for (const double share : {0.9, 0.1, 0.8, 0.2, 0.7, 0.3, 0.6, 0.4})
    for (const double side : {1.0, -1.0}) centres.push_back(from + share * way + side * off * normal);
  add(words, false, color, centres);
}

void LabelPlaces::keepFree(QPointF centre, double radius) {
  m_taken.push_back({centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)});
}

bool LabelPlaces::isFree(const QRectF& place) const {
  return m_plot.contains(place) &&
         std::ranges::none_of(m_taken, [&](const QRectF& taken) { return taken.intersects(place); });
}

void LabelPlaces::paint() {
  // Points have their names at their sides, so they go first.
  std::ranges::stable_partition(m_labels, &Label::isMath);
  for (const Label& label : m_labels) {
    auto place = std::ranges::find_if(label.places, [this](const QRectF& at) { return isFree(at); });
    if (place == label.places.end()) {
      if (!label.isMath) continue;
      place = label.places.begin();
    }
    m_taken.push_back(*place);
    // Lines behind the letters are paler.
    QColor ground = theme::panelGround();
    ground.setAlphaF(0.7F);
    m_painter.fillRect(*place, ground);
    m_painter.setPen(label.color);
    const QPointF baseline(place->left(), place->bottom() - 0.25 * place->height());
    if (label.isMath)
      theme::drawMath(m_painter, baseline, label.text, mathSize * m_unit);
    else
      theme::drawText(m_painter, baseline, label.text, theme::textFont(wordSize * m_unit));
  }
}

}  // namespace carom
