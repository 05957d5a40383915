#include "papers/joint_variables_figure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/qt_text.h"
#include "common/theme.h"

namespace carom {

namespace {

using Vector = Sketch::Vector;

/// The letters of [SM12] and [SM14] for the bodies of their robots.
const std::map<QString, QString>& lettersOfBodies() {
  static const std::map<QString, QString> letters{
      {"body", "θ"},          {"front", "θ"},       {"rear", "φ_T"},      {"thigh_left", "φ_L"},
      {"thigh_right", "φ_R"}, {"shin_left", "γ_L"}, {"shin_right", "γ_R"}};
  return letters;
}

/// "φ_L", or the name of the coordinate where the papers have none.
QString symbolOf(const Mechanism& mechanism, int index) {
  const Coordinate& coordinate = mechanism.coordinates()[static_cast<std::size_t>(index)];
  if (coordinate.unit == "m") return q(coordinate.component);
  const auto found =
      lettersOfBodies().find(q(mechanism.bodies()[static_cast<std::size_t>(coordinate.body)].name));
  return found == lettersOfBodies().end() ? q(coordinate.name) : found->second;
}

/// The coordinates of the first body that travels along x and along y; −1 where there is none.
std::pair<int, int> placeOfBase(const Mechanism& mechanism) {
  std::pair<int, int> place{-1, -1};
  for (int i = mechanism.dof() - 1; i >= 0; --i) {
    const Link& link = mechanism.links()[static_cast<std::size_t>(i)];
    if (link.revolute || link.spherical >= 0) continue;
    if (std::abs(link.axis.x()) > 0.5) place.first = i;
    if (std::abs(link.axis.y()) > 0.5) place.second = i;
  }
  return place;
}

}  // namespace

JointVariablesFigure::JointVariablesFigure(SnapshotPtr snapshot, Robot robot)
    : m_snapshot(std::move(snapshot)), m_robot(robot) {
  requirePlane(*m_snapshot);
  m_q = m_snapshot->instance.initial.q;
  constexpr double tilt = 0.2, least = 0.05;  // rad
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  const auto first = std::ranges::find(mechanism.links(), true, &Link::revolute);
  if (first == mechanism.links().end())
    throw FigureError(QObject::tr("no body turns about a joint; expected a robot").toStdString());
  double& base = m_q[first - mechanism.links().begin()];
  if (std::abs(base) < least) base = tilt;
  // An angle of 0 has no arc to see.
  for (auto link = first + 1; link != mechanism.links().end(); ++link)
    if (double& angle = m_q[link - mechanism.links().begin()];
        link->revolute && std::abs(std::remainder(angle, 2 * std::numbers::pi)) < least)
      angle = 2 * tilt;
  const auto [x, y] = placeOfBase(mechanism);
  const QRectF spread = drawing().extent();
  if (y >= 0) m_q[y] += std::max(0.0, 0.15 * spread.width() - spread.top());
  if (x >= 0) m_q[x] += 0.25 * spread.width() - spread.left();
}

QString JointVariablesFigure::name() const {
  return m_robot == Robot::Rhex ? QStringLiteral("rhex-variables") : QStringLiteral("trex-variables");
}

QString JointVariablesFigure::title() const {
  return QObject::tr("Configuration variables — %1").arg(q(m_snapshot->scene->title()));
}

PlanarDrawing JointVariablesFigure::drawing() const {
  return {.scene = *m_snapshot->scene,
          .instance = m_snapshot->instance,
          .q = m_q,
          .names = false,
          .arcs = false,
          .normals = false};
}

/// From the origin of the world to the upper right corner of the bodies.
static QRectF drawnSpan(const PlanarDrawing& drawing) {
  const QRectF bodies = drawing.extent();
  const double room = 0.04 * bodies.width();
  return QRectF(QPointF(std::min(bodies.left(), 0.0), std::min(bodies.top(), 0.0)), bodies.bottomRight())
      .adjusted(-room, -room, room, room);
}

double JointVariablesFigure::aspect() const {
  const QRectF span = drawnSpan(drawing());
  return std::clamp(span.height() / span.width(), 0.3, 1.2);
}

std::vector<JointVariablesFigure::Angle> JointVariablesFigure::angles() const {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  std::vector<Angle> all;
  for (int i = 0; i < mechanism.dof(); ++i) {
    if (!mechanism.links()[static_cast<std::size_t>(i)].revolute) continue;
    const Coordinate& coordinate = mechanism.coordinates()[static_cast<std::size_t>(i)];
    const Pose pose = mechanism.pose(coordinate.body, m_q);
    // The shorter way round: an angle of 294° ends where −66° does.
    const double turn = std::remainder(mechanism.links()[static_cast<std::size_t>(i)].axis.z() * m_q[i],
                                       2 * std::numbers::pi);
    const double to = angleOf(Vector(pose.R(0, 0), pose.R(1, 0)));
    all.push_back({i, {pose.x.x(), pose.x.y()}, to - turn, to});
  }
  return all;
}

/// x and y of the base, from the origin of the world.
void JointVariablesFigure::paintPlace(Sketch& sketch) const {
  const auto [x, y] = placeOfBase(*m_snapshot->instance.mechanism);
  const Vector at(x >= 0 ? m_q[x] : 0, y >= 0 ? m_q[y] : 0), origin = Vector::Zero();
  const Sketch::Line thin{theme::quietInk(), 0.6, Qt::DotLine};
  sketch.dot(origin, theme::ink(), 1.6);
  sketch.math(origin, QStringLiteral("0"), {-6, 6}, theme::ink());
  if (x >= 0) {
    sketch.arrow(origin, {at.x(), 0}, {theme::blue, 0.9});
    sketch.math({0.5 * at.x(), 0}, QStringLiteral("x"), {0, 7}, theme::blue);
  }
  if (y >= 0) {
    sketch.arrow({0, 0}, {0, at.y()}, {theme::blue, 0.9});
    sketch.math({0, 0.5 * at.y()}, QStringLiteral("y"), {-7, 0}, theme::blue);
  }
  sketch.line({0, at.y()}, at, thin);
  sketch.line({at.x(), 0}, at, thin);
}

namespace {

/// An arc of an angle, in the sketch (pt).
struct Arc {
  Vector pivot;
  double ring, from, to;
  bool covers(double angle) const { return (angle - from) * (angle - to) <= 0; }
};

/// Where the letter of an arc can stand: at its middle or towards its ends, inside where there is room,
/// because outside of an inner arc it would be read as that of the next one. `scale`: pt for one unit of the
/// sketch.
std::vector<Sketch::Spot> spotsOf(const Arc& arc, const std::vector<Arc>& all, double scale) {
  constexpr double off = 8, size = 6, letter = 16;
  const double ring = arc.ring - off;
  std::vector<Sketch::Spot> spots;
  for (const double share : {0.5, 0.35, 0.65, 0.2, 0.8}) {
    const double angle = std::lerp(arc.from, arc.to, share);
    const bool isFree =
        ring * std::abs(arc.to - arc.from) >= letter && std::ranges::none_of(all, [&](const Arc& other) {
          return (other.pivot - arc.pivot).norm() < 1 && std::abs(other.ring - ring) < size &&
                 other.covers(angle);
        });
    spots.push_back(
        {(arc.pivot + arc.ring * direction(angle)) / scale, (isFree ? -off : off) * direction(angle)});
  }
  return spots;
}

}  // namespace

void JointVariablesFigure::paint(QPainter& painter, const QRectF& area) const {
  const PlanarDrawing robot = drawing();
  Sketch sketch(painter, area.adjusted(10, 6, -6, -6), drawnSpan(robot));
  robot.paint(sketch);
  paintPlace(sketch);
  std::vector<Arc> arcs;
  for (const Angle& angle : angles()) {
    constexpr double radius = 13, apart = 6, beyond = 5;  // pt; joints at one place have rings of arcs
    const Vector pivot = angle.pivot * sketch.scale();
    const auto before =
        std::ranges::count_if(arcs, [&](const Arc& other) { return (other.pivot - pivot).norm() < 1; });
    arcs.push_back({pivot, radius + apart * static_cast<double>(before), angle.from, angle.to});
    const double ring = arcs.back().ring / sketch.scale();
    const double end = ring + beyond / sketch.scale();
    for (const double side : {angle.from, angle.to})
      sketch.line(angle.pivot, angle.pivot + end * direction(side), {theme::quietInk(), 0.6, Qt::DotLine});
    sketch.arc(angle.pivot, ring, angle.from, angle.to, {theme::vermilion, 0.9});
    sketch.dot(angle.pivot, theme::ink(), 1.5);
  }
  std::size_t number = 0;
  for (const Angle& angle : angles())
    sketch.math(spotsOf(arcs[number++], arcs, sketch.scale()),
                symbolOf(*m_snapshot->instance.mechanism, angle.coordinate), theme::vermilion);
}

QString JointVariablesFigure::csv() const {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  QString text = QStringLiteral("coordinate,symbol,value\n");
  for (int i = 0; i < mechanism.dof(); ++i)
    text += csvField(q(mechanism.coordinates()[static_cast<std::size_t>(i)].name)) + QLatin1Char(',') +
            csvField(symbolOf(mechanism, i)) + QLatin1Char(',') + csvNumber(m_q[i]) + QLatin1Char('\n');
  return text;
}

}  // namespace carom
