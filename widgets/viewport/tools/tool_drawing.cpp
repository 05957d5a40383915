// What the editing tool draws over the picture: ghosts, outlines, handles, numbers.
#include <Eigen/Geometry>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/number_format.h"
#include "common/selection.h"
#include "common/theme.h"
#include "viewport/tools/edit_tool.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

PlacedShape shapeOf(const edit::NewBody& body) {
  PlacedShape placed;
  if (const auto* ball = std::get_if<edit::NewBall>(&body)) {
    placed.shape = Ball{ball->radius};
    placed.pose.x = ball->at;
  } else if (const auto* wall = std::get_if<edit::NewWall>(&body)) {
    placed.shape = HalfSpace{wall->normal, wall->normal.dot(wall->at)};
  } else if (const auto* rod = std::get_if<edit::NewRod>(&body)) {
    placed.shape = Segment{{rod->from, rod->to}, rod->radius};
  } else if (const auto* link = std::get_if<edit::NewLink>(&body)) {
    placed.shape = Segment{{link->from, link->to}, link->radius};
  } else if (const auto* box = std::get_if<edit::NewBox>(&body)) {
    placed.shape = Box{0.5 * box->size, Eigen::Vector3d::Zero()};
    placed.pose.x = box->centre;
  }
  return placed;
}

}  // namespace

void EditTool::paint(QPainter& painter) const {
  if (!m_snapshot || (m_kind == Kind::None && m_act == Act::Idle)) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  paintSelection(painter);
  paintGhost(painter);
  paintHandles(painter);
  if (m_act == Act::Band) {
    QColor ground = theme::accent();
    ground.setAlphaF(0.12);
    painter.setPen(QPen(theme::accent(), 1, Qt::DashLine));
    painter.setBrush(ground);
    painter.drawRect(QRectF(m_pressedAt, m_cursor).normalized());
  }
  paintReadout(painter);
  painter.restore();
}

void EditTool::paintShape(QPainter& painter, const PlacedShape& placed, double grow) const {
  const ScreenMap map = m_canvas->screenMap();
  const auto polygon = [&](const std::vector<Eigen::Vector3d>& points) {
    QPolygonF result;
    for (const Eigen::Vector3d& point : points)
      if (const auto at = map.toScreen(point)) result << *at;
    return result;
  };
  if (const auto* ball = std::get_if<Ball>(&placed.shape)) {
    const Eigen::Vector3d centre = placed.pose * ball->centre;
    const double radius = map.silhouetteRadius(centre, ball->radius) + grow;
    if (const auto at = map.toScreen(centre)) painter.drawEllipse(*at, radius, radius);
  } else if (const auto* rod = std::get_if<Segment>(&placed.shape)) {
    const Eigen::Vector3d a = placed.pose * rod->ends[0], b = placed.pose * rod->ends[1];
    const double width = 2 * std::max(3.0, rod->radius * map.scaleAt(a)) + 2 * grow;
    QPainterPath line;
    const QPolygonF ends = polygon({a, b});
    if (ends.size() < 2) return;
    line.moveTo(ends[0]);
    line.lineTo(ends[1]);
    QPainterPathStroker stroker(QPen(Qt::black, width, Qt::SolidLine, Qt::RoundCap));
    painter.drawPath(stroker.createStroke(line));
  } else if (const auto* box = std::get_if<Box>(&placed.shape)) {
    std::vector<Eigen::Vector3d> points;
    for (const auto& [x, y] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)})
      points.push_back(
          placed.pose *
          (box->centre + box->rotation * Eigen::Vector3d(x * box->halfSize.x(), y * box->halfSize.y(), 0)));
    painter.drawPolygon(polygon(points));
  } else if (const auto* wall = std::get_if<HalfSpace>(&placed.shape)) {
    const Eigen::Vector3d n = placed.pose.R * wall->normal;
    const Eigen::Vector3d foot = placed.pose.x + wall->offset * n;
    const Eigen::Vector3d along = Eigen::Vector3d::UnitZ().cross(n).normalized();
    const Eigen::Vector3d focal = m_canvas->view().camera.focal;
    const double reach = m_canvas->view().camera.heightAtFocus();
    const Eigen::Vector3d middle = foot + along * along.dot(focal - foot);
    const QPolygonF line = polygon({middle - reach * along, middle + reach * along});
    if (line.size() < 2) return;
    painter.drawLine(line[0], line[1]);
    for (int i = -20; i <= 20; ++i) {  // hatched on the solid side
      const Eigen::Vector3d at = middle + i * 0.05 * reach * along;
      const QPolygonF hatch = polygon({at, at - 0.025 * reach * (n + along)});
      if (hatch.size() == 2) painter.drawLine(hatch[0], hatch[1]);
    }
  }
}

void EditTool::paintSelection(QPainter& painter) const {
  painter.setPen(QPen(theme::accent(), 2));
  painter.setBrush(Qt::NoBrush);
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  std::set<int> chosen;
  for (const QString& name : m_selection->bodies())
    if (const int body = mechanism.bodyIndex(name.toStdString()); body >= 0) chosen.insert(body);
  for (const PlacedShape& shape : m_all)
    if (chosen.contains(shape.body)) paintShape(painter, shape, 2);
  for (const SceneFrame::Line& line : m_canvas->frame().lines)
    if (m_selection->places().contains(line.place))
      paintShape(painter, {-1, Segment{{line.from, line.to}, 0}, {}}, 5);
}

void EditTool::paintGhost(QPainter& painter) const {
  if (m_ghost) {
    QColor ground = m_snap.free ? theme::accent() : theme::warningInk();
    painter.setPen(QPen(ground, 1.5));
    ground.setAlphaF(0.25);
    painter.setBrush(ground);
    paintShape(painter, shapeOf(*m_ghost), 0);
  }
  paintJoint(painter);
  const ScreenMap map = m_canvas->screenMap();
  for (const Snap::Touch& touch : m_snap.touches) {
    const auto at = map.toScreen(touch.point);
    if (!at) continue;
    painter.setPen(QPen(theme::green, 2.5));
    painter.setBrush(Qt::white);
    painter.drawEllipse(*at, 5.5, 5.5);
  }
}

/// The joint where it would be: a hinge as a ring, a ball joint as a ball in it, a weld as a square, a slider
/// as an arrow both ways.
void EditTool::paintJoint(QPainter& painter) const {
  const ScreenMap map = m_canvas->screenMap();
  const bool placing = m_act == Act::Placing, slides = m_joint == JointKind::Slider;
  const auto at = m_hinge ? map.toScreen(placing ? m_from : *m_hinge) : std::nullopt;
  if (!at) return;
  const QPointF end = placing && slides ? map.toScreen(*m_hinge).value_or(*at) : m_cursor;
  painter.setPen(QPen(theme::accent(), 2.5));
  painter.setBrush(Qt::white);
  if (placing) painter.drawLine(slides ? 2 * *at - end : *at, end);
  if (m_joint == JointKind::Weld || slides)
    painter.drawRect(QRectF(-5, -5, 10, 10).translated(*at));
  else
    painter.drawEllipse(*at, 6, 6);
  painter.setBrush(theme::accent());
  if (slides && !placing) painter.drawLine(*at - QPointF(14, 0), *at + QPointF(14, 0));
  const double dot = m_joint == JointKind::Ball ? 3.5 : m_joint == JointKind::Hinge ? 1.5 : 0;
  if (dot > 0) painter.drawEllipse(*at, dot, dot);
}

void EditTool::paintHandles(QPainter& painter) const {
  if (m_act == Act::Moving) return;
  QRegion behindLabels(m_canvas->rect());
  for (const QRectF& area : m_canvas->keptFree()) behindLabels -= area.toAlignedRect();
  for (const Handle& handle : handles()) {
    const bool turns = handle.act == Act::Turning;
    const QColor color = turns ? theme::orange : theme::accent();
    const auto centre = m_canvas->screenMap().toScreen(
        m_snapshot->instance.mechanism->position(handle.body, m_snapshot->instance.initial.q));
    painter.save();
    painter.setClipRegion(behindLabels);
    painter.setPen(QPen(color, 1.5, Qt::DashLine));
    if (centre) painter.drawLine(*centre, handle.tip);
    painter.setPen(QPen(color, 1.5));
    painter.drawLine(handle.tip, handle.at);
    painter.restore();
    painter.setPen(QPen(color, 2.5));
    painter.setBrush(Qt::white);
    painter.drawEllipse(handle.at, 6, 6);
    if (turns) continue;
    painter.setPen(theme::ink());
    theme::drawMath(painter, handle.at + QPointF(9, -5), QStringLiteral("v"), 15);
  }
}

QString EditTool::readout() const {
  const bool speed = m_act == Act::Velocity;
  const QString unit = speed ? QStringLiteral(" m/s") : QStringLiteral(" m");
  if (m_act == Act::Turning)
    return m_typed.any() ? m_typed.text[0] + QStringLiteral("▏")
                         : formatFixed(m_shown.x() * 180 / std::numbers::pi, 1) + QStringLiteral("°");
  QStringList parts;
  for (int i : {0, 1}) {
    const QString& typed = m_typed.text[static_cast<std::size_t>(i)];
    const QString name = (speed ? QStringLiteral("v") : QString()) + QLatin1Char(i == 0 ? 'x' : 'y');
    QString value = typed.isEmpty() ? formatNumber(m_shown[i]) + unit : typed;
    if (m_typed.any() && m_typed.field == i) value += QStringLiteral("▏");
    parts << name + QStringLiteral(" ") + value;
  }
  if (m_hinge && m_act == Act::Placing && m_joint == JointKind::Slider)
    parts << tr("along %1°")
                 .arg(formatFixed(
                     std::atan2(m_shown.y() - m_from.y(), m_shown.x() - m_from.x()) * 180 / std::numbers::pi,
                     1));
  if (const auto* ball = m_ghost ? std::get_if<edit::NewBall>(&*m_ghost) : nullptr)
    parts << QStringLiteral("r ") + formatNumber(ball->radius) + unit;
  if (!m_snap.touches.empty()) {
    QStringList names;
    for (const Snap::Touch& touch : m_snap.touches) {
      const auto& bodies = m_snapshot->instance.mechanism->bodies();
      if (touch.body >= 0 && touch.body < static_cast<int>(bodies.size()))
        names << QString::fromStdString(bodies[static_cast<std::size_t>(touch.body)].name);
    }
    parts << tr("touches %1").arg(names.join(QStringLiteral(", ")));
  }
  if (m_snap.angle) parts << formatFixed(*m_snap.angle * 180 / std::numbers::pi, 0) + QStringLiteral("°");
  if (!m_snap.free) parts << tr("overlaps");
  return parts.join(QStringLiteral("   "));
}

void EditTool::paintReadout(QPainter& painter) const {
  const bool busy = m_ghost || m_hinge || isHeld();
  if (!busy) return;
  const QString text = readout();
  const QFont font = theme::textFont(10);
  painter.setFont(font);
  const QFontMetricsF metrics(font, painter.device());
  QRectF pill(0, 0, metrics.horizontalAdvance(text) + 18, metrics.height() + 8);
  pill.moveTopLeft(m_cursor + QPointF(16, 18));
  const QRectF area = QRectF(m_canvas->rect()).adjusted(52, 4, -52, -4);  // beside the columns of buttons
  if (pill.right() > area.right()) pill.moveRight(area.right());
  if (pill.left() < area.left()) pill.moveLeft(area.left());
  if (pill.bottom() > area.bottom()) pill.moveBottom(m_cursor.y() - 10);
  painter.setPen(QPen(theme::hairline(), 1));
  painter.setBrush(theme::panelGround());
  painter.drawRoundedRect(pill, 5, 5);
  painter.setPen(theme::ink());
  painter.drawText(pill, Qt::AlignCenter, text);
}

}  // namespace carom
