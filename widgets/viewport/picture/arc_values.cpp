#include "viewport/picture/arc_values.h"

#include <QLineF>
#include <algorithm>
#include <array>

#include "common/text_drawing.h"
#include "common/theme.h"
#include "viewport/picture/arc_shape.h"
#include "viewport/picture/camera.h"

namespace carom {

namespace {

std::vector<QRectF> handleAreas(const SceneFrame& frame, const ScreenMap& map, double em) {
  const double radius = hoveredHandle * em;
  std::vector<QRectF> areas;
  for (const SceneFrame::Arc& arc : frame.arcs)
    for (const double t : {0.0, 1.0})
      if (const auto at = map.toScreen(ArcShape(arc).at(t)))
        areas.emplace_back(at->x() - radius, at->y() - radius, 2 * radius, 2 * radius);
  return areas;
}

/// An area moved by the least that it takes to be in the room; as it is where that is too small.
QRectF movedInto(const QRectF& room, QRectF area) {
  if (room.width() < area.width() || room.height() < area.height()) return area;
  area.moveLeft(std::clamp(area.left(), room.left(), room.right() - area.width()));
  area.moveTop(std::clamp(area.top(), room.top(), room.bottom() - area.height()));
  return area;
}

/// Finds the place of one value. `taken`: what it must not cover.
std::optional<QRectF> valueArea(const SceneFrame::Arc& arc, const ScreenMap& map, double em,
                                const QRectF& room, const std::vector<QRectF>& taken) {
  const ArcShape shape(arc);
  const auto middle = map.toScreen(shape.at(0.5)), beyond = map.toScreen(shape.at(0.5, 1.1));
  if (!middle || !beyond) return std::nullopt;
  const double words = theme::mathWidth(arc.symbol, 1.25 * em) +
                       theme::textWidth(arcValueText(arc), theme::textFont(em, QFont::DemiBold));
  const QSizeF size(words + 1.7 * em, 2.1 * em);
  const auto areaTowards = [&](double degrees) {
    QLineF away(*middle, *beyond);
    away.setAngle(away.angle() + degrees);
    away.setLength(1);
    const QPointF side = away.p2() - away.p1();
    QRectF area(QPointF(), size);
    area.moveCenter(*middle + QPointF(side.x() * (size.width() / 2 + 0.7 * em),
                                      side.y() * (size.height() / 2 + 0.7 * em)));
    return area;
  };
  const QRectF outside = areaTowards(0);
  if (!QRectF(QPointF(), map.size()).contains(*middle)) return outside;  // it leaves the view with its arc
  constexpr std::array turns{0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0};
  for (const double turn : turns) {
    const QRectF area = movedInto(room, areaTowards(turn));
    if (std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(area); })) return area;
  }
  return movedInto(room, outside);
}

}  // namespace

QString arcValueText(const SceneFrame::Arc& arc) {
  return QStringLiteral(" = ") + arc.value;
}

std::vector<std::optional<QRectF>> arcValueAreas(const SceneFrame& frame, const ScreenMap& map, double em,
                                                 const QRectF& room) {
  std::vector<QRectF> taken = handleAreas(frame, map, em);
  std::vector<std::optional<QRectF>> areas;
  for (const SceneFrame::Arc& arc : frame.arcs) {
    areas.push_back(valueArea(arc, map, em, room, taken));
    if (areas.back()) taken.push_back(*areas.back());
  }
  return areas;
}

std::vector<QRectF> arcAreas(const SceneFrame& frame, const ScreenMap& map, double em, const QRectF& room) {
  std::vector<QRectF> areas;
  for (const auto& value : arcValueAreas(frame, map, em, room))
    if (value) areas.push_back(*value);
  std::ranges::copy(handleAreas(frame, map, em), std::back_inserter(areas));
  return areas;
}

}  // namespace carom
