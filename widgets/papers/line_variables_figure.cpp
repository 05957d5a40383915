#include "papers/line_variables_figure.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/qt_text.h"
#include "common/theme.h"

namespace carom {

namespace {

using Vector = Sketch::Vector;

constexpr std::size_t mostBalls = 9;

[[noreturn]] void refuseLine() {
  throw FigureError(QObject::tr("expected a scene of at most %1 balls, each with one coordinate along x")
                        .arg(mostBalls)
                        .toStdString());
}

double radiusOfBody(const Body& body) {
  double radius = 0;
  for (const Shape& shape : body.shapes)
    if (const auto* ball = std::get_if<Ball>(&shape)) radius = std::max(radius, ball->radius);
  return radius;
}

}  // namespace

LineVariablesFigure::LineVariablesFigure(SnapshotPtr snapshot, End end)
    : m_snapshot(std::move(snapshot)), m_end(end), m_q(m_snapshot->instance.initial.q) {
  requirePlane(*m_snapshot);
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  if (m_q.size() == 0 || m_q.size() > static_cast<Eigen::Index>(mostBalls)) refuseLine();
  for (Eigen::Index i = 0; i < m_q.size(); ++i) {
    const Link& link = mechanism.links()[static_cast<std::size_t>(i)];
    const int body = mechanism.coordinates()[static_cast<std::size_t>(i)].body;
    const double radius = radiusOfBody(mechanism.bodies()[static_cast<std::size_t>(body)]);
    constexpr double along = 1 - 1e-9;
    if (link.revolute || link.spherical >= 0 || link.axis.x() < along || radius == 0) refuseLine();
    m_balls.push_back({i, mechanism.pose(body, m_q).x.x(), radius});
  }
  std::ranges::sort(m_balls, {}, &Place::x);
  // Between touching balls, and before the first, there is a gap of half a ball.
  const double gap = 0.9 * largest(), first = m_balls.front().x - m_balls.front().radius;
  for (std::size_t i = 0; i < m_balls.size(); ++i) {
    const double move = gap * static_cast<double>(i + 1) - first;
    m_balls[i].x += move;
    m_q[m_balls[i].coordinate] += move;
  }
}

QString LineVariablesFigure::name() const {
  return m_end == End::Wall ? QStringLiteral("line-variables") : QStringLiteral("cradle-variables");
}

QString LineVariablesFigure::title() const {
  return QObject::tr("Configuration variables — %1").arg(q(m_snapshot->scene->title()));
}

double LineVariablesFigure::largest() const {
  return std::ranges::max(m_balls, {}, &Place::radius).radius;
}

/// The height at which the place of a ball is measured, below the balls.
double LineVariablesFigure::levelOf(std::size_t ball) const {
  return -largest() * (1.45 + 0.6 * static_cast<double>(ball));
}

QRectF LineVariablesFigure::span() const {
  const double r = largest(), left = -0.5 * r, right = m_balls.back().x + m_balls.back().radius + 0.35 * r;
  const double low = levelOf(m_balls.size() - 1) - 0.45 * r;
  return {left, low, right - left, 1.25 * r - low};
}

double LineVariablesFigure::aspect() const {
  return std::clamp(span().height() / span().width(), 0.3, 1.2);
}

void LineVariablesFigure::paintVariable(Sketch& sketch, std::size_t ball) const {
  const double level = levelOf(ball), x = m_balls[ball].x;
  sketch.line({x, 0}, {x, level}, {theme::quietInk(), 0.6, Qt::DotLine});
  sketch.arrow({0, level}, {x, level}, {theme::blue, 0.9});
  const double before = ball == 0 ? 0 : m_balls[ball - 1].x;
  sketch.math({0.5 * (before + x), level}, QStringLiteral("x_%1").arg(ball + 1), {0, 7}, theme::blue);
  sketch.dot({x, 0}, theme::ink(), 1.5);
}

void LineVariablesFigure::paintRadius(Sketch& sketch, std::size_t ball) const {
  const Vector centre(m_balls[ball].x, 0), towards = direction(0.3 * std::numbers::pi);
  sketch.arrow(centre, centre + m_balls[ball].radius * towards, {theme::vermilion, 0.9});
  const bool isOne = std::ranges::all_of(
      m_balls, [&](const Place& other) { return std::abs(other.radius / m_balls[0].radius - 1) < 1e-9; });
  sketch.math(centre + 0.5 * m_balls[ball].radius * towards,
              isOne ? QStringLiteral("r") : QStringLiteral("r_%1").arg(ball + 1),
              7 * Vector(towards.y(), -towards.x()), theme::vermilion);
}

void LineVariablesFigure::paint(QPainter& painter, const QRectF& area) const {
  Sketch sketch(painter, area.adjusted(6, 6, -6, -6), span());
  PlanarDrawing{.scene = *m_snapshot->scene,
                .instance = m_snapshot->instance,
                .q = m_q,
                .names = false,
                .arcs = false,
                .normals = false}
      .paint(sketch);
  if (m_end == End::Free)
    sketch.line({0, 1.2 * largest()}, {0, levelOf(m_balls.size() - 1)},
                {theme::quietInk(), 0.6, Qt::DotLine});
  const double besideWall = m_end == End::Wall ? 6 : 0;  // pt: the wall goes on below the arrows
  sketch.math({0, levelOf(m_balls.size() - 1)}, QStringLiteral("0"), {besideWall, -7}, theme::ink());
  for (std::size_t ball = 0; ball < m_balls.size(); ++ball) {
    paintVariable(sketch, ball);
    paintRadius(sketch, ball);
  }
}

QString LineVariablesFigure::csv() const {
  QString text = QStringLiteral("coordinate,symbol,value,radius\n");
  for (std::size_t i = 0; i < m_balls.size(); ++i) {
    const auto coordinate = static_cast<std::size_t>(m_balls[i].coordinate);
    text += csvField(q(m_snapshot->instance.mechanism->coordinates()[coordinate].name)) +
            QStringLiteral(",x_%1,").arg(i + 1) + csvNumber(m_balls[i].x) + QLatin1Char(',') +
            csvNumber(m_balls[i].radius) + QLatin1Char('\n');
  }
  return text;
}

}  // namespace carom
