#include "papers/planar_drawing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/figure_options.h"
#include "base/qt_text.h"
#include "common/body_colors.h"
#include "common/convex_outline.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

using Vector = Sketch::Vector;

template <class... Parts>
struct PerShape : Parts... {
  using Parts::operator()...;
};
template <class... Parts>
PerShape(Parts...) -> PerShape<Parts...>;

Vector planeOf(const Eigen::Vector3d& point) {
  return point.head<2>();
}

QColor paler(const QColor& color) {
  constexpr float share = 0.28F;
  return QColor::fromRgbF(1 - share * (1 - color.redF()), 1 - share * (1 - color.greenF()),
                          1 - share * (1 - color.blueF()));
}

/// What is seen of a hull along z.
std::vector<Vector> outlineOf(const Hull& hull, const Pose& pose) {
  std::vector<QPointF> points;
  for (const Eigen::Vector3d& corner : corners(hull)) {
    const Vector at = planeOf(pose * corner);
    points.emplace_back(at.x(), at.y());
  }
  std::vector<Vector> outline;
  for (const QPointF& point : convexHull(points)) outline.emplace_back(point.x(), point.y());
  return outline;
}

/// A rod with round ends.
std::vector<Vector> rodOutline(const Vector& from, const Vector& to, double radius) {
  std::vector<Vector> outline;
  const double along = angleOf(to - from);
  constexpr int pieces = 16;
  for (const int end : {1, 0})
    for (int i = 0; i <= pieces; ++i)
      outline.push_back((end == 1 ? to : from) +
                        radius * direction(along + (end == 1 ? -0.5 : 0.5) * std::numbers::pi +
                                           std::numbers::pi * i / pieces));
  return outline;
}

/// A rod of a body, in the plane.
struct PlanarRod {
  Vector from, to;
  double radius;
};

/// The change of the radius along two rods of which the second continues the first in its line; else NaN.
double slopeBetween(const PlanarRod& rod, const PlanarRod& next) {
  constexpr double rounding = 1e-6;
  const double all = (next.to - rod.from).norm(),
               length = (rod.to - rod.from).norm() + (next.to - next.from).norm();
  const bool continues = (next.from - rod.to).norm() < rounding * length && all > (1 - rounding) * length;
  return continues ? (next.radius - rod.radius) / (0.5 * length) : NAN;
}

/// The outlines of rods. Those in one line whose radii change evenly stand for a cone, as in the 3D view, and
/// have one outline.
std::vector<std::vector<Vector>> rodOutlines(const std::vector<PlanarRod>& rods) {
  constexpr double even = 0.1;  // of the slope: the last rod of a cone may be shorter
  std::vector<std::vector<Vector>> outlines;
  for (std::size_t first = 0; first < rods.size();) {
    std::size_t end = first + 1;
    while (end + 1 < rods.size()) {
      const double before = slopeBetween(rods[end - 1], rods[end]),
                   after = slopeBetween(rods[end], rods[end + 1]);
      if (!(before != 0 && std::abs(after - before) <= even * std::abs(before))) break;
      ++end;
    }
    const bool isCone = end - first > 1;
    const std::size_t last = isCone ? end : first;
    std::vector<QPointF> points;
    std::vector<Vector> outline;
    for (std::size_t i = first; i <= last; ++i)
      for (const Vector& point : outline = rodOutline(rods[i].from, rods[i].to, rods[i].radius))
        points.emplace_back(point.x(), point.y());
    if (isCone) {
      outline.clear();
      for (const QPointF& point : convexHull(points)) outline.emplace_back(point.x(), point.y());
    }
    outlines.push_back(outline);
    first = last + 1;
  }
  return outlines;
}

/// The edge of a half-space with hatching on its inner side, as far as the area reaches.
void paintHalfSpace(Sketch& sketch, const Vector& normal, double offset) {
  const Vector along(-normal.y(), normal.x()), foot = offset * normal;
  const double reach = 2 * std::hypot(sketch.area().width(), sketch.area().height()) / sketch.scale();
  const double gap = 4 / sketch.scale(), depth = 3.5 / sketch.scale();
  const auto isInside = [&](const Vector& at) {
    return sketch.area().adjusted(-0.5, -0.5, 0.5, 0.5).contains(sketch.map(at));
  };
  std::optional<Vector> first, last;
  for (double at = -reach; at <= reach; at += gap) {
    const Vector place = foot + at * along;
    if (!isInside(place)) continue;
    if (!first) first = place;
    last = place;
    const Vector end = place - depth * (normal + along);
    if (isInside(end)) sketch.line(place, end, {theme::quietInk(), 0.5});
  }
  if (first) sketch.line(*first, *last, {theme::ink(), 1.0});
}

}  // namespace

void requirePlane(const Snapshot& snapshot) {
  if (!snapshot.instance.mechanism->isPlanar())
    throw FigureError(QObject::tr("%1 moves in space; expected a scene in the plane")
                          .arg(q(snapshot.scene->name()))
                          .toStdString());
}

Sketch::Vector PlanarDrawing::placeOf(int body) const {
  return planeOf(instance.mechanism->position(body, q));
}

double PlanarDrawing::radiusOf(int body) const {
  double radius = 0;
  for (const Shape& shape : instance.mechanism->bodies()[static_cast<std::size_t>(body)].shapes)
    if (const auto* ball = std::get_if<Ball>(&shape)) radius = std::max(radius, ball->radius);
  return radius;
}

std::vector<Sketch::Vector> PlanarDrawing::outermost() const {
  std::vector<Vector> points;
  const Mechanism& mechanism = *instance.mechanism;
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body) {
    const Pose pose = mechanism.pose(body, q);
    const auto reach = [&](const Eigen::Vector3d& centre, double radius) {
      const Vector at = planeOf(pose.x + pose.R * centre);
      for (const Vector& side : {Vector(radius, radius), Vector(-radius, -radius)})
        points.push_back(at + side);
    };
    for (const Shape& shape : mechanism.bodies()[static_cast<std::size_t>(body)].shapes) {
      const SpannedBy span = spanOf(shape);
      for (const Eigen::Vector3d& point : span.points) reach(point, span.radius);
    }
  }
  if (points.empty()) points.push_back(Vector::Zero());
  return points;
}

QRectF PlanarDrawing::extent() const {
  std::vector<Vector> points = outermost();
  for (const Arrow& arrow : arrows()) points.insert(points.end(), {arrow.tail, arrow.head});
  const QRectF tight = boundsOf(points, 0);
  return boundsOf(points, 0.12 * std::max({tight.width(), tight.height(), 1e-3}));
}

void PlanarDrawing::paint(Sketch& sketch) const {
  for (int body = 0; body < static_cast<int>(instance.mechanism->bodies().size()); ++body)
    paintBody(sketch, body);
  if (normals) paintNormals(sketch);
  paintVectors(sketch);
  if (arcs) paintArcs(sketch);
  paintVectorNames(sketch);
  if (names)
    for (int body = 0; body < static_cast<int>(instance.mechanism->bodies().size()); ++body)
      if (radiusOf(body) > 0) paintBodyName(sketch, body);
}

void PlanarDrawing::paintBody(Sketch& sketch, int body) const {
  const Mechanism& mechanism = *instance.mechanism;
  const Pose pose = mechanism.pose(body, q);
  const QColor color = bodyInk(instance, body), fill = paler(color);
  const auto place = [&](const Eigen::Vector3d& point) { return planeOf(pose.x + pose.R * point); };
  std::vector<std::vector<Vector>> outlines;  // of rods and hulls, which are drawn as one
  std::vector<PlanarRod> rods;
  for (const Shape& shape : mechanism.bodies()[static_cast<std::size_t>(body)].shapes)
    std::visit(
        PerShape{[&](const Ball& ball) {
                   sketch.circle(place(ball.centre), ball.radius, {color, 0.9}, fill);
                 },
                 [&](const Point& point) { sketch.dot(place(point.at), theme::ink(), 1.3); },
                 [&](const Segment& segment) {
                   const double least = 0.5 / sketch.scale();  // a thin rod is a line
                   rods.push_back(
                       {place(segment.ends[0]), place(segment.ends[1]), std::max(segment.radius, least)});
                 },
                 [&](const HalfSpace& wall) {
                   const Vector normal = planeOf(pose.R * wall.normal);
                   if (normal.norm() > 0.5)
                     paintHalfSpace(sketch, normal.normalized(), wall.offset + planeOf(pose.x).dot(normal));
                 },
                 [&](const auto&) { outlines.push_back(outlineOf(*drawnHull(shape), pose)); }},
        shape);
  std::ranges::move(rodOutlines(rods), std::back_inserter(outlines));
  sketch.joined(outlines, fill, {color, 0.9});
}

/// Around the centre, where an arrow or another name is in the way.
void PlanarDrawing::paintBodyName(Sketch& sketch, int body) const {
  std::vector<Vector> offsets{nameOffset(body)};
  constexpr int sides = 8;
  for (const double away : {0.35, 0.65})
    for (int side = 0; side < sides; ++side)
      offsets.push_back(away * radiusOf(body) * sketch.scale() *
                        direction(2 * std::numbers::pi * side / sides));
  sketch.name(placeOf(body), bodyLabel(instance, body), offsets, theme::ink());
}

/// The name of a body stands beside the lines to its centre: away from what they lead to.
Sketch::Vector PlanarDrawing::nameOffset(int body) const {
  constexpr double distance = 9;  // pt
  Vector towards = Vector::Zero();
  if (arcs)
    for (const ArcHandle& arc : instance.view.arcs)
      for (const int end : {arc.from, arc.to}) {
        const Vector along = (placeOf(end) - placeOf(arc.vertex)).normalized();
        if (body == arc.vertex) towards += along;
        if (body == end) towards -= along;
      }
  return towards.norm() > 1e-9 ? Vector(-distance * towards.normalized()) : Vector::Zero();
}

void PlanarDrawing::paintNormals(Sketch& sketch) const {
  constexpr double length = 15;  // pt
  for (const int contact : closedContacts(*instance.mechanism, q)) {
    const Separation separation = separationOf(*instance.mechanism, contact, q);
    const Vector at = planeOf(instance.mechanism->contactPoint(contact, q));
    const Vector normal = -planeOf(separation.direction);  // towards the first body
    if (normal.norm() < 0.5) continue;
    sketch.arrow(at, at + length / sketch.scale() * normal, {theme::goodInk(), 0.9});
    sketch.dot(at, theme::goodInk(), 1.4);
  }
}

std::vector<PlanarDrawing::Arrow> PlanarDrawing::arrows() const {
  const QRectF spread = boundsOf(outermost(), 0);
  std::vector<Arrow> all;
  for (const Vectors& set : vectors) {
    const auto more = arrowsOf(set, 0.33 * std::max(spread.width(), spread.height()));
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

/// reach: length of the longest one (m).
std::vector<PlanarDrawing::Arrow> PlanarDrawing::arrowsOf(const Vectors& set, double reach) const {
  std::vector<Arrow> all;
  const double most = set.values.cols() == 0 ? 0 : set.values.topRows<2>().colwise().norm().maxCoeff();
  if (!(most > 0)) return all;
  for (int body = 0; body < static_cast<int>(set.values.cols()); ++body) {
    const Vector v = set.values.col(body).head<2>();
    if (v.norm() < 1e-9 * most || instance.mechanism->isFixed(body)) continue;
    const Vector along = v.normalized(), arrow = reach / most * v;
    const Vector front = placeOf(body) + radiusOf(body) * along, back = front - 2 * radiusOf(body) * along;
    // An arrow that would cross another body arrives at its own body instead.
    const bool arrives = crosses(front, front + arrow, body) && !crosses(back - arrow, back, body);
    all.push_back({body, &set, arrives ? Vector(back - arrow) : front, arrives ? back : Vector(front + arrow),
                   arrives});
  }
  return all;
}

/// Arrows of several sets along one line stand side by side: −0.5 and 0.5 of two, to the left of the first.
double PlanarDrawing::sideOf(const Arrow& arrow) const {
  return 0.5 * (static_cast<double>(vectors.size()) - 1) - static_cast<double>(arrow.of - vectors.data());
}

void PlanarDrawing::paintVectors(Sketch& sketch) const {
  constexpr double apart = 4;  // pt
  for (const Arrow& arrow : arrows()) {
    const Vector along = (arrow.head - arrow.tail).normalized(), across(-along.y(), along.x());
    const Vector aside = apart * sideOf(arrow) / sketch.scale() * across;
    sketch.arrow(arrow.tail + aside, arrow.head + aside, {arrow.of->color, 1.3});
  }
}

/// A name stands beyond the free end of its arrow, or beside it.
void PlanarDrawing::paintVectorNames(Sketch& sketch) const {
  for (const Arrow& arrow : arrows()) {
    const Vector along = (arrow.head - arrow.tail).normalized(), across(-along.y(), along.x());
    const Vector out = arrow.arrives ? Vector(-along) : along;
    const QString text = QStringLiteral("%1_{%2}").arg(arrow.of->letter, bodyLabel(instance, arrow.body));
    const double beside = sideOf(arrow) * (18 * std::abs(across.x()) + 11 * std::abs(across.y()));
    const double half = theme::mathWidth(text, Figure::textPoints) / 2;
    const double clear = 4 + half * std::abs(across.x()) + 5 * std::abs(across.y());  // of the arrow
    const double length = (arrow.head - arrow.tail).norm() * sketch.scale();
    std::vector<Vector> offsets{9 * out + beside * across};
    for (const double back : {0.0, 0.25, 0.5, 0.75})
      for (const int side : {-1, 1}) offsets.push_back(side * clear * across - back * length * out);
    sketch.name(arrow.arrives ? arrow.tail : arrow.head, text, offsets, arrow.of->color);
  }
}

/// Whether another ball lies on a line.
bool PlanarDrawing::crosses(const Vector& from, const Vector& to, int exceptBody) const {
  const Vector along = to - from;
  for (int body = 0; body < static_cast<int>(instance.mechanism->bodies().size()); ++body) {
    const Vector away = placeOf(body) - from;
    const Vector nearest = away - std::clamp(away.dot(along) / along.squaredNorm(), 0.0, 1.0) * along;
    if (body != exceptBody && nearest.norm() < (1 - 1e-9) * radiusOf(body)) return true;
  }
  return false;
}

void PlanarDrawing::paintArcs(Sketch& sketch) const {
  for (const ArcHandle& arc : instance.view.arcs) {
    const Vector centre = placeOf(arc.vertex);
    const Vector from = placeOf(arc.from) - centre, to = placeOf(arc.to) - centre;
    double start = angleOf(from), turn = std::remainder(angleOf(to) - start, 2 * std::numbers::pi);
    if (turn < 0) {
      start += turn;
      turn = -turn;
    }
    for (const Vector& side : {from, to})
      sketch.line(centre, centre + side, {theme::quietInk(), 0.6, Qt::DotLine});
    const double radius = std::max(1.35 * radiusOf(arc.vertex), 0.3 * from.norm());
    sketch.arc(centre, radius, start, start + turn, {theme::vermilion, 0.9});
    if (const ParameterSpec* spec = scene.parameter(arc.parameter))
      sketch.math(centre + radius * direction(start + 0.7 * turn), QString::fromStdString(spec->symbol()),
                  9 * direction(start + 0.7 * turn), theme::vermilion);
  }
}

}  // namespace carom
