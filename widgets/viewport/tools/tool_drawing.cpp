#include "viewport/tools/tool_drawing.h"

#include <Eigen/Geometry>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/number_format.h"
#include "common/convex_outline.h"
#include "common/theme.h"
#include "viewport/tools/typed_numbers.h"
#include "viewport/tools/work_plane.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

/// Points in the view, without those that lie behind the eye.
QPolygonF polygonOf(const WorkPlane& plane, const std::vector<Eigen::Vector3d>& points) {
  const ScreenMap map = plane.canvas().screenMap();
  QPolygonF polygon;
  for (const Eigen::Vector3d& point : points)
    if (const auto at = map.toScreen(point)) polygon << *at;
  return polygon;
}

void drawBall(QPainter& painter, const WorkPlane& plane, const Pose& pose, const Ball& ball, double grow) {
  const ScreenMap map = plane.canvas().screenMap();
  const Eigen::Vector3d centre = pose * ball.centre;
  const double radius = map.silhouetteRadius(centre, ball.radius) + grow;
  if (const auto at = map.toScreen(centre)) painter.drawEllipse(*at, radius, radius);
}

void drawRod(QPainter& painter, const WorkPlane& plane, const Pose& pose, const Segment& rod, double grow) {
  const Eigen::Vector3d a = pose * rod.ends[0], b = pose * rod.ends[1];
  const double width = 2 * std::max(3.0, rod.radius * plane.canvas().screenMap().scaleAt(a)) + 2 * grow;
  const QPolygonF ends = polygonOf(plane, {a, b});
  if (ends.size() < 2) return;
  QPainterPath line;
  line.moveTo(ends[0]);
  line.lineTo(ends[1]);
  const QPainterPathStroker stroker(QPen(Qt::black, width, Qt::SolidLine, Qt::RoundCap));
  painter.drawPath(stroker.createStroke(line));
}

/// The outline of its corners in the picture.
void drawHull(QPainter& painter, const WorkPlane& plane, const Pose& pose, const Hull& hull) {
  std::vector<Eigen::Vector3d> points = corners(section(hull));
  for (Eigen::Vector3d& point : points) point = pose * point;
  const QPolygonF shown = polygonOf(plane, points);
  painter.drawPolygon(convexHull({shown.begin(), shown.end()}));
}

/// A line through the picture, hatched on the solid side.
void drawWall(QPainter& painter, const WorkPlane& plane, const Pose& pose, const HalfSpace& wall) {
  const Camera& camera = plane.canvas().view().camera;
  const Eigen::Vector3d n = pose.R * wall.normal, foot = pose.x + wall.offset * n;
  const Eigen::Vector3d along = Eigen::Vector3d::UnitZ().cross(n).normalized();
  const double reach = camera.heightAtFocus();
  const Eigen::Vector3d middle = foot + along * along.dot(camera.focal - foot);
  const QPolygonF line = polygonOf(plane, {middle - reach * along, middle + reach * along});
  if (line.size() < 2) return;
  painter.drawLine(line[0], line[1]);
  for (int i = -20; i <= 20; ++i) {
    const Eigen::Vector3d at = middle + i * 0.05 * reach * along;
    const QPolygonF hatch = polygonOf(plane, {at, at - 0.025 * reach * (n + along)});
    if (hatch.size() == 2) painter.drawLine(hatch[0], hatch[1]);
  }
}

}  // namespace

void drawShape(QPainter& painter, const WorkPlane& plane, const PlacedShape& placed, double grow) {
  if (const auto* ball = std::get_if<Ball>(&placed.shape))
    drawBall(painter, plane, placed.pose, *ball, grow);
  else if (const auto* rod = std::get_if<Segment>(&placed.shape))
    drawRod(painter, plane, placed.pose, *rod, grow);
  else if (const auto hull = drawnHull(placed.shape))
    drawHull(painter, plane, placed.pose, *hull);
  else if (const auto* wall = std::get_if<HalfSpace>(&placed.shape))
    drawWall(painter, plane, placed.pose, *wall);
}

void drawTouches(QPainter& painter, const WorkPlane& plane, const Snap& snap) {
  painter.setPen(QPen(theme::green, 2.5));
  painter.setBrush(Qt::white);
  for (const Snap::Touch& touch : snap.touches)
    if (const auto at = plane.toScreen(touch.point)) painter.drawEllipse(*at, 5.5, 5.5);
}

void drawReadout(QPainter& painter, const WorkPlane& plane, QPointF pointer, const QString& text) {
  const QFont font = theme::textFont(10);
  painter.setFont(font);
  const QFontMetricsF metrics(font, painter.device());
  QRectF plate(0, 0, metrics.horizontalAdvance(text) + 18, metrics.height() + 8);
  plate.moveTopLeft(pointer + QPointF(16, 18));
  const QRectF area =
      QRectF(plane.canvas().rect()).adjusted(52, 4, -52, -4);  // between the columns of buttons
  if (plate.right() > area.right()) plate.moveRight(area.right());
  if (plate.left() < area.left()) plate.moveLeft(area.left());
  if (plate.bottom() > area.bottom()) plate.moveBottom(pointer.y() - 10);
  painter.setPen(QPen(theme::hairline(), 1));
  painter.setBrush(theme::panelGround());
  painter.drawRoundedRect(plate, 5, 5);
  painter.setPen(theme::ink());
  painter.drawText(plate, Qt::AlignCenter, text);
}

QStringList numberTexts(const Eigen::Vector3d& vector, const TypedNumbers& typed, const QString& prefix,
                        const QString& unit) {
  QStringList texts;
  for (const int i : {0, 1})
    texts << prefix + QLatin1Char(i == 0 ? 'x' : 'y') + QLatin1Char(' ') +
                 typed.shown(i, formatNumber(vector[i]) + unit);
  return texts;
}

QStringList snapTexts(const Snap& snap, const WorkPlane& plane) {
  QStringList texts;
  if (!snap.touches.empty()) {
    QStringList names;
    const int count = static_cast<int>(plane.mechanism().bodies().size());
    for (const Snap::Touch& touch : snap.touches)
      if (touch.body >= 0 && touch.body < count) names << QString::fromStdString(plane.nameOf(touch.body));
    texts << QObject::tr("touches %1").arg(names.join(QStringLiteral(", ")));
  }
  if (snap.angle) texts << angleText(*snap.angle, 0);
  if (!snap.free) texts << overlapText();
  return texts;
}

QString overlapText() {
  return QObject::tr("overlaps");
}

QString angleText(double angle, int decimals) {
  return formatFixed(angle * 180 / std::numbers::pi, decimals) + QStringLiteral("°");
}

QString readoutLine(const QStringList& parts) {
  return parts.join(QStringLiteral("   "));
}

}  // namespace carom
