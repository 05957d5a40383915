#include "mechanics/contact/shape_distance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "mechanics/contact/hull_distance.h"
#include "mechanics/contact/round_distance.h"

namespace carom {

namespace {

// Round parts.

Separation separate(const WorldBall& a, const WorldBall& b) {
  const Eigen::Vector3d d = b.centre - a.centre;
  const double distance = d.norm();
  // Concentric balls overlap along every direction; take x.
  const Eigen::Vector3d e = distance > 0 ? Eigen::Vector3d(d / distance) : Eigen::Vector3d::UnitX();
  return {distance - (a.radius + b.radius), e, a.centre, b.centre, a.centre + a.radius * e};
}

template <Tip T>
Separation separate(const WorldPlane& wall, const T& b) {
  const double gap = wall.normal.dot(b.centre - wall.point) - b.radius;
  return {gap, wall.normal, b.centre, b.centre, b.centre - (b.radius + gap) * wall.normal};
}
template <Tip T>
Separation separate(const T& a, const WorldPlane& wall) {
  return separate(wall, a).reversed();
}

Separation separate(const WorldPlane& wall, const WorldRound& b) {
  const Eigen::Vector3d x = pointOf(b, -wall.normal);
  const double gap = wall.normal.dot(x - wall.point);
  return {gap, wall.normal, x, x, x - gap * wall.normal};
}
Separation separate(const WorldRound& a, const WorldRound& b) {
  return betweenRounds(a, b);
}
template <Tip T>
Separation separate(const WorldRound& a, const T& b) {
  return fromRound(a, {&b.centre, 1}, b.radius);
}
Separation separate(const WorldRound& a, const WorldSegment& b) {
  return fromRound(a, b.ends, b.radius);
}
Separation separate(const WorldRound& a, const WorldHull& b) {
  std::vector<Eigen::Vector3d> corners;
  for (const Eigen::Vector3d& corner : b.solid->corners) corners.push_back(b.pose * corner);
  return fromRound(a, corners, 0, b.solid->isPolygon());
}
Separation separate(const WorldRound& a, const WorldPlane& wall) {
  return separate(wall, a).reversed();
}
template <typename Other>
Separation separate(const Other& a, const WorldRound& round) {
  return separate(round, a).reversed();
}

/// Faces within this angle of each other are flush (rad): closedGap over a body of a centimetre is a tilt of
/// 1e-7. A smaller value gives resting boxes corners on the wrong side; a larger one takes shallow wedges for
/// flush faces.
constexpr double flush = 1e-7;

/// The side of a plane on which the body of a corner or end lies, from its edges: 1 or −1; 0 where it lies on
/// both.
template <Tip T>
int sideOf(const Eigen::Vector3d& normal, const T& corner) {
  bool above = corner.edgeCount > 0, below = above;
  for (std::size_t i = 0; i < corner.edgeCount; ++i) {
    const double slope = normal.dot(corner.edge(i)) / corner.edge(i).norm();
    above = above && slope >= -flush;
    below = below && slope <= flush;
  }
  return above == below ? 0 : above ? 1 : -1;
}

/// Whether a point along `edge` into a body is at most the share `part` of the way across the body deep, or
/// at most `near` (m) and half of that way.
bool isShallowAlong(const Eigen::Vector3d& offset, const Eigen::Vector3d& edge, double part, double near) {
  const double way = edge.norm();
  return offset.dot(edge) <= way * std::max(part * way, std::min(0.5 * way, near));
}
/// The same for the faces that meet at an edge.
bool isShallow(const Eigen::Vector3d& offset, const WorldSegment& edge, double part, double near) {
  for (std::size_t i = 0; i < edge.inwardCount; ++i)
    if (!isShallowAlong(offset, edge.inward[i], part, near)) return false;
  return true;
}
/// The same for the edges that meet at a corner.
template <Tip T>
bool isShallow(const Eigen::Vector3d& offset, const T& corner, double part) {
  for (std::size_t i = 0; i < corner.edgeCount; ++i)
    if (!isShallowAlong(offset, corner.edge(i), part, 0)) return false;
  return true;
}

/// A corner or end over a thin body. height: that of the corner along the normal; side: the side of its body,
/// 0 where unknown.
template <Tip T>
Separation overThin(const Eigen::Vector3d& normal, int side, double height, const T& corner) {
  const bool through = side * height < 0 && isShallow(-height * normal, corner, 0.5);
  const bool known = through || (height == 0 && side != 0);
  const int sign = known ? side : height < 0 ? -1 : 1;
  const Eigen::Vector3d place = corner.centre - height * normal;
  const Eigen::Vector3d e = sign * normal;
  return {e.dot(corner.centre - place), e, place, corner.centre, place};
}

double along(const WorldSegment& segment, const Eigen::Vector3d& point) {
  const Eigen::Vector3d d = segment.ends[1] - segment.ends[0];
  return d.dot(point - segment.ends[0]) / d.squaredNorm();
}
Eigen::Vector3d nearestOn(const WorldSegment& segment, const Eigen::Vector3d& point) {
  return segment.ends[0] + std::clamp(along(segment, point), 0.0, 1.0) * (segment.ends[1] - segment.ends[0]);
}
double distance(const WorldSegment& segment, const Eigen::Vector3d& point) {
  return (point - nearestOn(segment, point)).norm();
}

double nearestEnd(const WorldSegment& segment, const Eigen::Vector3d& point) {
  return std::min((point - segment.ends[0]).norm(), (point - segment.ends[1]).norm());
}

/// Whether this end of a thin rod in the plane has passed through another rod: it is the shallowest of the
/// four ends.
template <Tip T>
bool hasPierced(const WorldSegment& rod, const T& end, const Eigen::Vector3d& normal) {
  const auto height = [&](const Eigen::Vector3d& x) { return normal.dot(x - rod.ends[0]); };
  const Eigen::Vector3d other = end.centre + end.edge(0);
  const double here = height(end.centre), there = height(other);
  if (here * there >= 0 || std::abs(here) > std::abs(there)) return false;
  const double s = along(rod, end.centre + here / (here - there) * end.edge(0));
  const WorldSegment own{{end.centre, other}, 0};
  return s >= 0 && s <= 1 && std::abs(here) <= distance(own, rod.ends[0]) &&
         std::abs(here) <= distance(own, rod.ends[1]);
}

/// The gap is the distance from the nearest point of the segment, which is stationary to first order.
template <Tip T>
Separation separate(const WorldSegment& segment, const T& b) {
  const Eigen::Vector3d d = segment.ends[1] - segment.ends[0];
  const double s = along(segment, b.centre);
  const bool thin = segment.radius + b.radius == 0;
  if (thin && s > 0 && s < 1 && b.edgeCount > 0) {
    const Eigen::Vector3d normal = Eigen::Vector3d(-d.y(), d.x(), 0).normalized();
    const double height = normal.dot(b.centre - segment.ends[0]);
    const int side = sideOf(normal, b);
    const bool beside = side * height < 0 && b.edgeCount == 1 && !hasPierced(segment, b, normal);
    Separation found = overThin(normal, beside ? 0 : side, height, b);
    found.covered = nearestEnd(segment, b.centre) <= closedGap;
    return found;
  }
  const Eigen::Vector3d nearest = segment.ends[0] + std::clamp(s, 0.0, 1.0) * d;
  Separation found = separate(WorldBall{nearest, segment.radius}, WorldBall{b.centre, b.radius});
  found.covered = b.edgeCount > 0 && nearestEnd(segment, nearest) <= closedGap;
  return found;
}
template <Tip T>
Separation separate(const T& a, const WorldSegment& segment) {
  return separate(segment, a).reversed();
}

// At a hull.

/// Distance (m) outside a face within which a corner is still over it, see `near` in heightOver.
constexpr double besideFace = 1e-6;

/// A point in the frame of a hull.
struct HullPoint {
  const WorldHull& hull;
  Eigen::Vector3d x;
  explicit HullPoint(const WorldHull& in, const Eigen::Vector3d& point) : hull(in), x(inHull(in, point)) {}
  double highest() const { return highestOver(hull, x); }
};

Height outside(const HullPoint& point, double grown) {
  return heightOver(point.hull, point.x, grown);
}

template <Tip T>
Height atSurface(const HullPoint& point, const T& corner) {
  return atFaces<T>(facesNear(point.hull, point.x, nearFace), corner);
}

/// The face of a rectangle on the side of a point.
const Polytope::Face& faceTowards(const HullPoint& point) {
  const std::vector<Polytope::Face>& faces = point.hull.solid->faces;
  return faces[0].normal.dot(point.x) < 0 ? faces[1] : faces[0];
}

template <Tip T>
Height heightOver(const HullPoint& point, const T& ball) {
  const Height exact = outside(point, 0);
  // Distance (m) over which the growth of the faces by closedGap fades out, with a slope of 1e-3. A shorter
  // one would bend the gap more.
  constexpr double near = 1e-6;
  if (ball.radius > 0 || exact.value >= 2 * near) return exact;
  const double grown = closedGap * std::clamp(2 - exact.value / near, 0.0, 1.0);
  const bool isAtSurface = exact.value >= -closedGap && point.highest() <= closedGap;
  return isAtSurface ? atSurface(point, ball) : outside(point, grown);
}

template <Tip T>
Separation separate(const WorldHull& hull, const T& b) {
  const HullPoint point(hull, b.centre);
  if (hull.solid->isFlat && b.radius == 0)
    if (const Polytope::Face& face = faceTowards(point); isOver(face, point.x)) {
      const Eigen::Vector3d normal = hull.pose.R * face.normal;
      return overThin(normal, sideOf(normal, b), face.normal.dot(point.x), b);
    }
  const Height height = heightOver(point, b);
  const Eigen::Vector3d& e = height.direction;
  const Eigen::Vector3d place = b.centre - height.value * e;
  Separation found{height.value - b.radius, e, place, b.centre, place};
  found.covered = b.edgeCount > 0 && found.gap <= closedGap && isAtCorner(hull, inHull(hull, place));
  return found;
}
template <Tip T>
Separation separate(const T& a, const WorldHull& hull) {
  return separate(hull, a).reversed();
}

// Edges and rods.

/// The nearest points of two segments.
struct NearestPoints {
  Eigen::Vector3d a, b;
  bool inside = false;  ///< whether both are inside their segments
};
/// Depth of one edge below another at which they still count as just passed through each other, over the
/// width of the body, and in m for tiny bodies (a thousand closed gaps, which a step resolves). A deeper edge
/// has entered elsewhere. Larger values give wrong contacts deep inside bodies; smaller ones lose edges that
/// pass through each other within a step.
constexpr double justThrough = 1e-3, surelyThrough = 1e-6;

NearestPoints nearestPoints(const WorldSegment& a, const WorldSegment& b) {
  const Eigen::Vector3d u = a.ends[1] - a.ends[0], w = b.ends[1] - b.ends[0], r = b.ends[0] - a.ends[0];
  const Eigen::Vector3d n = u.cross(w);
  const double nn = n.squaredNorm();
  if (nn > parallelEdges * parallelEdges * u.squaredNorm() * w.squaredNorm()) {
    const double s = r.cross(w).dot(n) / nn, t = r.cross(u).dot(n) / nn;
    if (s > 0 && s < 1 && t > 0 && t < 1) return {a.ends[0] + s * u, b.ends[0] + t * w, true};
  }
  NearestPoints best{a.ends[0], nearestOn(b, a.ends[0])};
  const auto offer = [&](const Eigen::Vector3d& pa, const Eigen::Vector3d& pb) {
    if ((pb - pa).squaredNorm() < (best.b - best.a).squaredNorm()) best = {pa, pb};
  };
  offer(a.ends[1], nearestOn(b, a.ends[1]));
  for (const Eigen::Vector3d& end : b.ends) offer(nearestOn(a, end), end);
  return best;
}

/// The sign of n with which it points from the first body to the second; 0 where neither does.
int orientation(const Eigen::Vector3d& n, const WorldSegment& a, const WorldSegment& b) {
  bool forwards = a.inwardCount + b.inwardCount > 0, backwards = forwards;
  for (std::size_t i = 0; i < a.inwardCount; ++i) {
    forwards = forwards && n.dot(a.inward[i]) <= flush;
    backwards = backwards && n.dot(a.inward[i]) >= -flush;
  }
  for (std::size_t i = 0; i < b.inwardCount; ++i) {
    forwards = forwards && n.dot(b.inward[i]) >= -flush;
    backwards = backwards && n.dot(b.inward[i]) <= flush;
  }
  return forwards == backwards ? 0 : forwards ? 1 : -1;
}

/// The sign of n for edges that have touched: with which more of the bodies is behind it, where it cuts into
/// them. Flush faces that a step leaves at an angle beyond `flush` have such edges. A rectangle, which has
/// one face at an edge, and a rod have no inside.
int lastingOrientation(const Eigen::Vector3d& n, const WorldSegment& a, const WorldSegment& b) {
  const auto ahead = [&](const WorldSegment& edge) {
    return edge.inwardCount == 2 ? n.dot(edge.inward[0].normalized() + edge.inward[1].normalized()) : 0.0;
  };
  const double behind = ahead(b) - ahead(a);
  return behind > 0 ? 1 : behind < 0 ? -1 : 0;
}

/// Whether an end next to the place where two segments touch has its own closed contact.
bool isAtEnd(const WorldSegment& a, const WorldSegment& b, const NearestPoints& nearest) {
  const double R = a.radius + b.radius;
  const auto check = [&](const WorldSegment& one, const WorldSegment& other, const Eigen::Vector3d& place) {
    // Of the length of the edge: two contacts so near each other would depend on each other. A smaller value
    // leaves such pairs; a larger one drops contacts that hold a body.
    const double close = 1e-6 * (one.ends[1] - one.ends[0]).norm();
    return std::any_of(one.ends.begin(), one.ends.end(), [&](const Eigen::Vector3d& end) {
      return (end - place).norm() <= close && distance(other, end) - R <= closedGap;
    });
  };
  // The corners of a hull have no contact with a thin rod in space.
  const bool aMeets = R > 0 || b.inwardCount > 0, bMeets = R > 0 || a.inwardCount > 0;
  return (aMeets && check(a, b, nearest.a)) || (bMeets && check(b, a, nearest.b));
}

/// lasts: whether they have touched; they then count as passed through each other down to half the width of
/// the body.
Separation separate(const WorldSegment& a, const WorldSegment& b, bool lasts = false) {
  const double mostThrough = lasts ? 0.5 : justThrough;
  const NearestPoints nearest = nearestPoints(a, b);
  const Eigen::Vector3d d = nearest.b - nearest.a;
  const double R = a.radius + b.radius, length = d.norm();
  Eigen::Vector3d e = length > 0 ? Eigen::Vector3d(d / length) : Eigen::Vector3d::UnitX();
  double gap = length - R;
  bool sideless = false;  // the bodies lie on both sides of the common normal: another part is nearer
  if (nearest.inside) {
    const Eigen::Vector3d n = (a.ends[1] - a.ends[0]).cross(b.ends[1] - b.ends[0]).normalized();
    const int sign = R > 0 ? 0 : lasts ? lastingOrientation(n, a, b) : orientation(n, a, b);
    const bool through = sign * n.dot(d) < 0;
    if (sign != 0 && (!through || (isShallow(d, a, mostThrough, surelyThrough) &&
                                   isShallow(-d, b, mostThrough, surelyThrough)))) {
      e = sign * n;
      gap = e.dot(d);
    } else if (length == 0) {
      e = n;
    }
    sideless = sign == 0 && R == 0 && a.inwardCount > 0 && b.inwardCount > 0;
  }
  Separation found{gap, e, nearest.a, nearest.b, nearest.a + a.radius * e};
  found.covered = gap <= closedGap && (sideless || isAtEnd(a, b, nearest));
  return found;
}

template <typename A, typename B>
Separation separate(const A&, const B&) {
  throw std::logic_error("two shapes that never touch");  // Mechanism rejects such a contact
}

}  // namespace

Separation separate(const WorldPart& first, const WorldPart& second) {
  return std::visit([](const auto& a, const auto& b) { return separate(a, b); }, first, second);
}

namespace {

/// `separate` from a face of a hull, as long as the corner is over it.
template <Tip T>
std::optional<Separation> fromFace(const WorldHull& hull, const T& corner, int face) {
  const Polytope::Face& below = hull.solid->faces[static_cast<std::size_t>(face - 1)];
  const Eigen::Vector3d x = inHull(hull, corner.centre);
  const double height = below.normal.dot(x) - below.offset;
  const bool isOver = std::ranges::all_of(below.borders, [&](const Polytope::Border& border) {
    return border.inward.dot(x) >= border.offset - besideFace;
  });
  if (!isOver || height < -0.5 * below.width) return std::nullopt;
  const Eigen::Vector3d e = hull.pose.R * below.normal, place = corner.centre - height * e;
  return Separation{height, e, place, corner.centre, place};
}

int faceUnder(const WorldHull& hull, const Tip auto& corner) {
  return hull.solid->isFlat ? 0 : heightOver(HullPoint(hull, corner.centre), corner).face;
}

template <typename A, typename B>
int faceBetween(const A& a, const B& b) {
  if constexpr (std::same_as<A, WorldSegment> && std::same_as<B, WorldSegment>)
    return a.inwardCount + b.inwardCount > 0 ? 1 : 0;
  else if constexpr (std::same_as<A, WorldHull> && Tip<B>)
    return b.radius > 0 ? 0 : faceUnder(a, b);
  else if constexpr (Tip<A> && std::same_as<B, WorldHull>)
    return faceBetween(b, a);
  else
    return 0;
}

template <typename A, typename B>
Separation separateFrom(const A& a, const B& b, int face) {
  if constexpr (std::same_as<A, WorldSegment> && std::same_as<B, WorldSegment>) {
    return separate(a, b, true);
  } else if constexpr (std::same_as<A, WorldHull> && Tip<B>) {
    const auto found = fromFace(a, b, face);
    return found ? *found : separate(a, b);
  } else if constexpr (Tip<A> && std::same_as<B, WorldHull>) {
    return separateFrom(b, a, face).reversed();
  } else {
    return separate(a, b);
  }
}

}  // namespace

int faceBelow(const WorldPart& first, const WorldPart& second) {
  return std::visit([](const auto& a, const auto& b) { return faceBetween(a, b); }, first, second);
}

Separation separate(const WorldPart& first, const WorldPart& second, int face) {
  if (face == 0) return separate(first, second);
  return std::visit([&](const auto& a, const auto& b) { return separateFrom(a, b, face); }, first, second);
}

}  // namespace carom
