#include "papers/normal_sphere_figure.h"

#include <Eigen/Geometry>
#include <QJsonObject>
#include <cmath>
#include <numbers>

#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure_view.h"

namespace carom {

namespace {

using SpherePoint = Eigen::Vector3d;
constexpr double pi = std::numbers::pi;
constexpr std::size_t mostPaths = 6;
constexpr int piecesOfArc = 96;

/// The sphere seen from far away: x to the right, y upwards, z towards the eye.
struct SphereView {
  Eigen::Matrix3d turn;
  QPointF centre;
  double radius;

  SpherePoint seen(const SpherePoint& p) const { return turn * p; }
  QPointF map(const SpherePoint& p) const {
    const SpherePoint at = seen(p);
    return centre + radius * QPointF(at.x(), -at.y());
  }
};

/// The eye looks at the middle of the feasible momenta, turned and tilted so that its edges are seen.
Eigen::Matrix3d turnedTo(const std::vector<SpherePoint>& normals, double turn, double tilt) {
  SpherePoint middle = SpherePoint::Zero();
  for (const SpherePoint& normal : normals) middle += normal;
  const SpherePoint z = middle.normalized();
  const SpherePoint x = (normals[0] - normals[0].dot(z) * z).normalized(), y = z.cross(x);
  Eigen::Matrix3d upright;
  upright << x.transpose(), y.transpose(), z.transpose();
  return (Eigen::AngleAxisd(tilt * pi / 180, SpherePoint::UnitX()) *
          Eigen::AngleAxisd(turn * pi / 180, SpherePoint::UnitY()))
             .toRotationMatrix() *
         upright;
}

/// The way from one unit vector to another along their great circle.
std::vector<SpherePoint> greatArc(const SpherePoint& from, const SpherePoint& to) {
  const double angle = std::acos(std::clamp(from.dot(to), -1.0, 1.0));
  if (angle < 1e-9) return {from, to};
  std::vector<SpherePoint> points;
  for (int i = 0; i <= piecesOfArc / 2; ++i) {
    const double share = 2.0 * i / piecesOfArc;
    points.push_back((std::sin((1 - share) * angle) * from + std::sin(share * angle) * to) / std::sin(angle));
  }
  return points;
}

/// The edge of the feasible part: two halves of great circles, or three arcs between its corners.
std::vector<SpherePoint> feasibleEdge(const std::vector<SpherePoint>& normals) {
  std::vector<SpherePoint> corners;
  if (normals.size() == 2) {
    const SpherePoint &u = normals[0], &v = normals[1], end = u.cross(v).normalized();
    corners = {end, (v - v.dot(u) * u).normalized(), -end, (u - u.dot(v) * v).normalized()};
  } else {
    for (std::size_t i = 0; i < normals.size(); ++i) {
      const SpherePoint corner = normals[i].cross(normals[(i + 1) % 3]).normalized();
      corners.push_back(corner.dot(normals[(i + 2) % 3]) > 0 ? corner : SpherePoint(-corner));
    }
  }
  std::vector<SpherePoint> edge;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto arc = greatArc(corners[i], corners[(i + 1) % corners.size()]);
    edge.insert(edge.end(), arc.begin(), arc.end());
  }
  return edge;
}

/// What the eye sees of an area: the part of its edge that is behind the sphere is seen as the horizon.
QPolygonF visiblePart(const SphereView& view, const std::vector<SpherePoint>& edge) {
  QPolygonF polygon;
  for (const SpherePoint& point : edge) {
    SpherePoint at = view.seen(point);
    if (at.z() < 0) at = SpherePoint(at.x(), at.y(), 0).normalized();
    polygon << view.centre + view.radius * QPointF(at.x(), -at.y());
  }
  return polygon;
}

/// A curve on the sphere: full in front, pale and dotted behind.
void drawCurve(QPainter& painter, const SphereView& view, const std::vector<SpherePoint>& points,
               const QColor& color, double width) {
  QPolygonF front;
  const auto flush = [&](bool isFront) {
    QColor ink = color;
    if (!isFront) ink.setAlphaF(0.45F);
    QPen pen(ink, isFront ? width : 0.7 * width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!isFront) pen.setDashPattern({1.5, 2.5});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (front.size() > 1) painter.drawPolyline(front);
    front.clear();
  };
  bool wasFront = view.seen(points.front()).z() >= 0;
  for (const SpherePoint& point : points) {
    const bool isFront = view.seen(point).z() >= 0;
    front << view.map(point);
    if (isFront == wasFront) continue;
    flush(wasFront);
    front << view.map(point);
    wasFront = isFront;
  }
  flush(wasFront);
}

std::vector<SpherePoint> mirrorCircle(const SpherePoint& normal) {
  const SpherePoint along = normal.unitOrthogonal(), across = normal.cross(along);
  std::vector<SpherePoint> points;
  for (int i = 0; i <= 2 * piecesOfArc; ++i) {
    const double angle = pi * i / piecesOfArc;
    points.push_back(std::cos(angle) * along + std::sin(angle) * across);
  }
  return points;
}

void drawDot(QPainter& painter, const SphereView& view, const SpherePoint& at, const QColor& color,
             const QString& name) {
  const bool isFront = view.seen(at).z() >= 0;
  painter.setPen(QPen(color, 0.8));
  painter.setBrush(isFront ? QBrush(color) : QBrush(Qt::white));
  painter.drawEllipse(view.map(at), 1.8, 1.8);
  painter.setBrush(Qt::NoBrush);
  if (name.isEmpty()) return;
  const QPointF away = view.map(at) - view.centre;
  const double length = std::max(1.0, std::hypot(away.x(), away.y()));
  painter.setPen(color);
  theme::drawMath(painter, view.map(at) + 7 * away / length - QPointF(theme::mathWidth(name, 8.5) / 2, -3),
                  name, 8.5);
}

}  // namespace

NormalSphereFigure::NormalSphereFigure(SnapshotPtr snapshot, const QString& view)
    : m_snapshot(std::move(snapshot)), m_sphere(*m_snapshot) {
  const QJsonObject json = viewOf(view);
  m_turn = json["turn"].toDouble(m_turn);
  m_tilt = json["tilt"].toDouble(m_tilt);
}

QString NormalSphereFigure::title() const {
  return QObject::tr("Sphere of momenta — %1").arg(q(m_snapshot->scene->title()));
}

FigureSource NormalSphereFigure::source() const {
  const NormalSphereFigure usual(m_snapshot);
  QJsonObject view;
  if (m_turn != usual.m_turn) view["turn"] = m_turn;
  if (m_tilt != usual.m_tilt) view["tilt"] = m_tilt;
  return {name(), m_snapshot, viewText(view)};
}

std::vector<NormalSphereFigure::Path> NormalSphereFigure::paths() const {
  std::vector<Path> all;
  for (const Outcome& outcome : m_snapshot->report->outcomes) {
    if (all.size() == mostPaths) break;
    Path path{{outcome.example.begin(), outcome.example.end()}, {m_sphere.momentum()}};
    for (const int contact : path.word)
      path.momenta.push_back(m_sphere.reflected(path.momenta.back(), contact));
    all.push_back(std::move(path));
  }
  return all;
}

void NormalSphereFigure::paint(QPainter& painter, const QRectF& area) const {
  constexpr double textSize = 7.5, lineHeight = 10, margin = 14;  // pt
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const double below = 2 * lineHeight;
  const QRectF place = area.adjusted(margin, margin, -margin, -margin - below);
  const SphereView view{turnedTo(m_sphere.normals(), m_turn, m_tilt), place.center(),
                        0.5 * std::min(place.width(), place.height())};
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(0xD9, 0xEC, 0xE5));
  painter.drawPolygon(visiblePart(view, feasibleEdge(m_sphere.normals())));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme::quietInk(), 0.8));
  painter.drawEllipse(view.centre, view.radius, view.radius);
  const QStringList names = shortContactNames(m_snapshot->report->problem.labels(), m_snapshot->instance);
  for (std::size_t i = 0; i < m_sphere.normals().size(); ++i) {
    drawCurve(painter, view, mirrorCircle(m_sphere.normals()[i]), theme::quietInk(), 0.7);
    drawDot(painter, view, m_sphere.normals()[i], theme::quietInk(),
            QStringLiteral("u_{%1}").arg(names[static_cast<qsizetype>(i)]));
  }
  int number = 0;
  for (const Path& path : paths()) {
    const QColor color = theme::categorical(number++);
    for (std::size_t i = 1; i < path.momenta.size(); ++i)
      drawCurve(painter, view, greatArc(path.momenta[i - 1], path.momenta[i]), color, 1.1);
    for (std::size_t i = 1; i + 1 < path.momenta.size(); ++i)
      drawDot(painter, view, path.momenta[i], color, {});
    drawDot(painter, view, path.momenta.back(), color, QStringLiteral("p^+_%1").arg(number));
  }
  drawDot(painter, view, m_sphere.momentum(), theme::ink(), QStringLiteral("p^−"));
  painter.setPen(theme::ink());
  QString words =
      QObject::tr("S₀ is %1 % of the sphere").arg(formatNumber(100 * m_sphere.feasibleShare(), 4));
  if (const int bound = m_sphere.bound(); bound > 0)
    words += QObject::tr("; at most N = ⌈S/2S₀⌉ = %1 reflections").arg(bound);
  const QFont font = theme::textFont(textSize);
  theme::drawText(painter, {area.left() + 4, area.bottom() - 4 - lineHeight}, words, font);
  const std::size_t left = m_snapshot->report->outcomes.size() - paths().size();
  painter.setPen(theme::quietInk());
  QString about = QObject::tr("an ordering to each outcome; dotted: behind the sphere");
  if (left > 0) about += QObject::tr("; %1 more outcomes").arg(left);
  theme::drawText(painter, {area.left() + 4, area.bottom() - 4}, about, font);
  painter.restore();
}

QString NormalSphereFigure::csv() const {
  QString text = QStringLiteral("outcome,reflections,x,y,z\n");
  int outcome = 0;
  for (const Path& path : paths()) {
    ++outcome;
    for (std::size_t k = 0; k < path.momenta.size(); ++k)
      text += QStringLiteral("%1,%2,%3,%4,%5\n")
                  .arg(outcome)
                  .arg(k)
                  .arg(csvNumber(path.momenta[k].x()), csvNumber(path.momenta[k].y()),
                       csvNumber(path.momenta[k].z()));
  }
  return text;
}

}  // namespace carom
