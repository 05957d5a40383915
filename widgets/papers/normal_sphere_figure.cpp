#include "papers/normal_sphere_figure.h"

#include <Eigen/Geometry>
#include <QJsonObject>
#include <cmath>
#include <numbers>

#include "answer/impact_of_run.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure_view.h"
#include "figure/note_drawing.h"
#include "papers/chosen_contacts.h"

namespace carom {

namespace {

using SpherePoint = Eigen::Vector3d;
constexpr double pi = std::numbers::pi;
constexpr std::size_t mostPaths = 6;
constexpr int piecesOfArc = 64;  // of half a circle: within 0.1 pt on the widest page
constexpr double lineHeight = 10, wordSize = Figure::textPoints, wordRoom = 4;  // pt

/// The way from one unit vector to another along their great circle; along any one where they are opposite.
std::vector<SpherePoint> greatArc(const SpherePoint& from, const SpherePoint& to) {
  constexpr double same = 1e-9;
  const double angle = std::acos(std::clamp(from.dot(to), -1.0, 1.0));
  if (angle < same) return {from, to};
  const SpherePoint rest = to - from.dot(to) * from;
  const SpherePoint side = rest.norm() < same ? from.unitOrthogonal() : rest.normalized();
  std::vector<SpherePoint> points;
  for (int i = 0; i <= piecesOfArc / 2; ++i) {
    const double at = angle * 2.0 * i / piecesOfArc;
    points.push_back(std::cos(at) * from + std::sin(at) * side);
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

void drawDot(QPainter& painter, const SphereView& view, const SpherePoint& at, const QColor& color) {
  const bool isFront = view.seen(at).z() >= 0;
  painter.setPen(QPen(color, 0.8));
  painter.setBrush(isFront ? QBrush(color) : QBrush(Qt::white));
  painter.drawEllipse(view.map(at), 1.8, 1.8);
  painter.setBrush(Qt::NoBrush);
}

/// Outside of a dot, on a ground that hides the lines.
void drawName(QPainter& painter, const SphereView& view, const SpherePoint& at, const QColor& color,
              const QString& name) {
  const QPointF away = view.map(at) - view.centre;
  const QPointF out = away / std::max(1.0, std::hypot(away.x(), away.y()));
  const double half = theme::mathWidth(name, wordSize) / 2;
  const QPointF middle = view.map(at) + QPointF((4 + half) * out.x(), 8 * out.y());
  painter.fillRect(QRectF(middle - QPointF(half + 0.1 * wordSize, 0.45 * wordSize),
                          middle + QPointF(half + 0.06 * wordSize, 0.55 * wordSize)),
                   Qt::white);
  painter.setPen(color);
  theme::drawMath(painter, middle + QPointF(-half, 0.3 * wordSize), name, wordSize);
}

/// The most reflections that an impact of three contacts can take, where every pair has G = −cos(π/m): the
/// length of the longest word of the group. [SM10] states its N for two contacts only.
QString boundOfThree(const Certificate& certificate) {
  if (!certificate.closedFormLength)
    return QObject::tr("N of [SM10] is for two contacts; for these three it is not known");
  return QObject::tr("at most %1 reflections, the longest word of the group %2")
      .arg(*certificate.closedFormLength)
      .arg(q(certificate.group));
}

}  // namespace

NormalSphereFigure::NormalSphereFigure(SnapshotPtr snapshot, const QString& view)
    : m_snapshot(std::move(snapshot)),
      m_contacts(contactsIn(viewOf(view))),
      m_report(chosenImpact(*m_snapshot, viewOf(view))),
      m_sphere(m_report->problem) {
  const QJsonObject json = viewOf(view);
  m_turn = json["turn"].toDouble(m_turn);
  m_tilt = json["tilt"].toDouble(m_tilt);
}

QString NormalSphereFigure::title() const {
  return QObject::tr("Sphere of momenta — %1").arg(q(m_snapshot->scene->title()));
}

FigureSource NormalSphereFigure::source() const {
  QJsonObject view;
  addContacts(view, m_contacts);
  if (m_turn != usualTurn) view["turn"] = m_turn;
  if (m_tilt != usualTilt) view["tilt"] = m_tilt;
  return {name(), m_snapshot, viewText(view)};
}

std::vector<NormalSphereFigure::Path> NormalSphereFigure::paths() const {
  std::vector<Path> all;
  for (const Outcome& outcome : m_report->outcomes) {
    if (all.size() == mostPaths) break;
    Path path{{outcome.example.begin(), outcome.example.end()}, {m_sphere.momentum()}};
    for (const int contact : path.word)
      path.momenta.push_back(m_sphere.reflected(path.momenta.back(), contact));
    all.push_back(std::move(path));
  }
  return all;
}

/// The lines in pieces that fit a width.
QStringList NormalSphereFigure::linesWithin(double width) const {
  QStringList fitting;
  for (const QString& line : lines()) {
    QString piece;
    for (const QString& word : line.split(QLatin1Char(' '))) {
      const QString longer = piece.isEmpty() ? word : piece + QLatin1Char(' ') + word;
      if (!piece.isEmpty() && mixedWidth(longer, wordSize) > width) {
        fitting += piece;
        piece = word;
      } else {
        piece = longer;
      }
    }
    fitting += piece;
  }
  return fitting;
}

double NormalSphereFigure::heightAt(double width) const {
  const double usual = width * aspect();
  if (hasWordsBeside(QRectF(0, 0, width, usual))) return usual;
  return usual + lineHeight * static_cast<double>(linesWithin(width - 2 * wordRoom).size() - lines().size());
}

/// The words stand below the sphere, or beside it where that leaves it larger.
bool NormalSphereFigure::hasWordsBeside(const QRectF& area) const {
  double widest = 0;
  for (const QString& line : lines()) widest = std::max(widest, mixedWidth(line, wordSize));
  return area.width() - area.height() > widest + 2 * wordSize;
}

SphereView NormalSphereFigure::viewIn(const QRectF& area) const {
  constexpr double margin = 14;  // pt
  QRectF place = area.adjusted(margin, margin, -margin, -margin);
  if (hasWordsBeside(area))
    place.setWidth(place.height());
  else
    place.setBottom(place.bottom() -
                    lineHeight * static_cast<double>(linesWithin(area.width() - 2 * wordRoom).size()));
  return {turnedTo(m_sphere.normals(), m_turn, m_tilt), place.center(),
          0.5 * std::min(place.width(), place.height())};
}

/// What stands below the sphere or beside it.
QStringList NormalSphereFigure::lines() const {
  QString area =
      QObject::tr("$S_0$ is %1 % of the sphere").arg(formatNumber(100 * m_sphere.feasibleShare(), 4));
  if (const int bound = m_sphere.bound(); bound > 0)
    area += QObject::tr("; at most $N$ = ⌈$S$/2$S_0$⌉ = %1 reflections").arg(bound);
  QStringList lines{area};
  if (m_sphere.normals().size() == 3) lines += boundOfThree(m_report->certificate);
  QString here = QObject::tr("here: %1, ξ = %2").arg(lengthsText(*m_report), xiText(summary(*m_report)));
  if (!m_contacts.isEmpty()) here += QObject::tr("; other contacts left out");
  lines += here;
  QString about = QObject::tr("an ordering to each outcome; dotted: behind the sphere");
  if (const std::size_t shown = paths().size(); shown < m_report->outcomes.size())
    about += QObject::tr("; %1 more outcomes").arg(m_report->outcomes.size() - shown);
  return lines + QStringList{about};
}

/// In the middle of the feasible part, where the eye sees it.
void NormalSphereFigure::paintFeasibleName(QPainter& painter, const SphereView& view) const {
  SpherePoint middle = SpherePoint::Zero();
  for (const SpherePoint& normal : m_sphere.normals()) middle += normal;
  middle.normalize();
  if (!(view.seen(middle).z() > 0.2)) return;  // at the horizon it would lie on the line
  const QString name = QStringLiteral("S_0");
  painter.setPen(theme::goodInk());
  const QPointF left(-theme::mathWidth(name, wordSize) / 2, 0.3 * wordSize);
  theme::drawMath(painter, view.map(middle) + left, name, wordSize);
}

void NormalSphereFigure::paintSphere(QPainter& painter, const SphereView& view) const {
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(0xD9, 0xEC, 0xE5));
  painter.drawPolygon(visiblePart(view, feasibleEdge(m_sphere.normals())));
  paintFeasibleName(painter, view);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme::quietInk(), 0.8));
  painter.drawEllipse(view.centre, view.radius, view.radius);
  for (const SpherePoint& normal : m_sphere.normals()) {
    drawCurve(painter, view, mirrorCircle(normal), theme::quietInk(), 0.7);
    drawDot(painter, view, normal, theme::quietInk());
  }
}

void NormalSphereFigure::paintNames(QPainter& painter, const SphereView& view) const {
  const QStringList names = shortContactNames(m_report->problem.labels(), m_snapshot->instance);
  for (std::size_t i = 0; i < m_sphere.normals().size(); ++i)
    drawName(painter, view, m_sphere.normals()[i], theme::quietInk(),
             QStringLiteral("u_{%1}").arg(names[static_cast<qsizetype>(i)]));
  int number = 0;
  for (const Path& path : paths()) {
    const QColor color = theme::categorical(number++);
    drawName(painter, view, path.momenta.back(), color, QStringLiteral("p^+_%1").arg(number));
  }
  drawName(painter, view, m_sphere.momentum(), theme::ink(), QStringLiteral("p^−"));
}

void NormalSphereFigure::paint(QPainter& painter, const QRectF& area) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const SphereView view = viewIn(area);
  paintSphere(painter, view);
  int number = 0;
  for (const Path& path : paths()) {
    const QColor color = theme::categorical(number++);
    for (std::size_t i = 1; i < path.momenta.size(); ++i)
      drawCurve(painter, view, greatArc(path.momenta[i - 1], path.momenta[i]), color, 1.1);
    for (std::size_t i = 1; i + 1 < path.momenta.size(); ++i) drawDot(painter, view, path.momenta[i], color);
    drawDot(painter, view, path.momenta.back(), color);
  }
  drawDot(painter, view, m_sphere.momentum(), theme::ink());
  paintNames(painter, view);
  const QStringList below = hasWordsBeside(area) ? lines() : linesWithin(area.width() - 2 * wordRoom);
  const double left = hasWordsBeside(area) ? area.left() + area.height() + wordSize : area.left() + wordRoom;
  double bottom = area.bottom() - 4 - lineHeight * static_cast<double>(below.size() - 1);
  for (const QString& line : below) {
    painter.setPen(lines().last().contains(line) ? theme::quietInk() : theme::ink());
    drawMixed(painter, {left, bottom}, line, wordSize);
    bottom += lineHeight;
  }
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
