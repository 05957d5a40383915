#include "mechanics/contact/shape_distance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <stdexcept>

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

Separation separate(const WorldPlane& wall, const WorldBall& b) {
  const double gap = wall.normal.dot(b.centre - wall.point) - b.radius;
  return {gap, wall.normal, b.centre, b.centre, b.centre - (b.radius + gap) * wall.normal};
}
Separation separate(const WorldBall& a, const WorldPlane& wall) {
  return separate(wall, a).reversed();
}

/// Faces within this angle of each other are flush (rad): closedGap over a body of a centimetre is a tilt of
/// 1e-7. A smaller value gives resting boxes corners on the wrong side; a larger one takes shallow wedges for
/// flush faces.
constexpr double flush = 1e-7;

/// The side of a plane on which the body of a corner or end lies, from its edges: 1 or −1; 0 where it lies on
/// both.
int sideOf(const Eigen::Vector3d& normal, const WorldBall& corner) {
  bool above = corner.edgeCount > 0, below = above;
  for (std::size_t i = 0; i < corner.edgeCount; ++i) {
    const double slope = normal.dot(corner.edges[i]) / corner.edges[i].norm();
    above = above && slope >= -flush;
    below = below && slope <= flush;
  }
  return above == below ? 0 : above ? 1 : -1;
}

/// Whether a point inside the wedge or corner of some edges is at most the share `part` of the way across the
/// body deep, or at most `near` (m) and half of that way.
template <std::size_t N>
bool isShallow(const Eigen::Vector3d& offset, const std::array<Eigen::Vector3d, N>& edges, std::size_t count,
               double part, double near = 0) {
  return std::all_of(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](const Eigen::Vector3d& edge) {
                       const double way = edge.norm();
                       return offset.dot(edge) <= way * std::max(part * way, std::min(0.5 * way, near));
                     });
}

/// A corner or end over a thin body. height: that of the corner along the normal; side: the side of its body,
/// 0 where unknown.
Separation overThin(const Eigen::Vector3d& normal, int side, double height, const WorldBall& corner) {
  const bool through = side * height < 0 && isShallow(-height * normal, corner.edges, corner.edgeCount, 0.5);
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
bool hasPierced(const WorldSegment& rod, const WorldBall& end, const Eigen::Vector3d& normal) {
  const auto height = [&](const Eigen::Vector3d& x) { return normal.dot(x - rod.ends[0]); };
  const Eigen::Vector3d other = end.centre + end.edges[0];
  const double here = height(end.centre), there = height(other);
  if (here * there >= 0 || std::abs(here) > std::abs(there)) return false;
  const double s = along(rod, end.centre + here / (here - there) * end.edges[0]);
  const WorldSegment own{{end.centre, other}, 0};
  return s >= 0 && s <= 1 && std::abs(here) <= distance(own, rod.ends[0]) &&
         std::abs(here) <= distance(own, rod.ends[1]);
}

/// The gap is the distance from the nearest point of the segment, which is stationary to first order.
Separation separate(const WorldSegment& segment, const WorldBall& b) {
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
  Separation found = separate(WorldBall{nearest, segment.radius}, b);
  found.covered = b.edgeCount > 0 && nearestEnd(segment, nearest) <= closedGap;
  return found;
}
Separation separate(const WorldBall& a, const WorldSegment& segment) {
  return separate(segment, a).reversed();
}

// At a box.

/// A point in the axes of a box.
struct Local {
  Eigen::Vector3d sign, height;  ///< height over the nearer face of each pair (m)
};
Local localTo(const WorldBox& box, const Eigen::Vector3d& point) {
  const Eigen::Vector3d x = box.pose.R.transpose() * (point - box.pose.x);
  Local local;
  for (Eigen::Index k = 0; k < 3; ++k) local.sign[k] = x[k] < 0 ? -1 : 1;
  local.height = x.cwiseAbs() - box.half;
  return local;
}

struct Height {
  double value;
  Eigen::Vector3d direction;  ///< in the axes of the box, unit
};
/// Distance from a box whose faces are moved outwards by `grown` (with sharp edges), plus `grown`.
Height outside(const Local& local, double grown) {
  const Eigen::Vector3d over = (local.height.array() - grown).cwiseMax(0);
  const double norm = over.norm();
  if (norm > 0) return {norm + grown, local.sign.cwiseProduct(over) / norm};
  Eigen::Index k = 0;
  const double highest = local.height.maxCoeff(&k);
  return {highest, local.sign[k] * Eigen::Vector3d::Unit(k)};
}

/// The height of a corner that is within closedGap of one or several faces, and at most 2 · closedGap below
/// the others.
Height atFaces(const WorldBox& box, const Local& local, const WorldBall& corner) {
  Height middle{local.height.maxCoeff(), Eigen::Vector3d::Zero()}, best = middle;
  constexpr double tilted = 1e-6;  // rad; edges that differ by less are parallel to a face, see flush
  double most = -HUGE_VAL;
  int count = 0;
  for (Eigen::Index k = 0; k < 3; ++k) {
    if (local.height[k] < -2 * closedGap) continue;
    const Eigen::Vector3d face = local.sign[k] * Eigen::Vector3d::Unit(k), world = box.pose.R * face;
    double least = 0;  // slope of the edge that descends most
    for (std::size_t i = 0; i < corner.edgeCount; ++i)
      least = std::min(least, world.dot(corner.edges[i].normalized()));
    const bool same = std::abs(least - most) <= tilted;
    if (same ? local.height[k] > best.value : least > most) best = {local.height[k], face};
    most = std::max(most, least);
    middle.direction += face;
    ++count;
  }
  if (count == 1 || most >= -tilted) return best;
  middle.direction.normalize();
  Eigen::Vector3d body = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < corner.edgeCount; ++i) body += corner.edges[i].normalized();
  middle.direction = (middle.direction + box.pose.R.transpose() * body.normalized()).normalized();
  return middle;
}

Height heightOver(const WorldBox& box, const Local& local, const WorldBall& ball) {
  if (ball.radius > 0) return outside(local, 0);
  Height exact = outside(local, 0);
  // Distance (m) over which the growth of the faces by closedGap fades out, with a slope of 1e-3. A shorter
  // one would bend the gap more.
  constexpr double near = 1e-6;
  if (exact.value >= 2 * near) return exact;
  const double grown = closedGap * std::clamp(2 - exact.value / near, 0.0, 1.0);
  const bool atSurface = (local.height.array() <= closedGap).all() && exact.value >= -closedGap;
  return atSurface ? atFaces(box, local, ball) : outside(local, grown);
}

Separation separate(const WorldBox& box, const WorldBall& b) {
  const Local local = localTo(box, b.centre);
  Eigen::Index flat = 0;
  const bool isFlat = box.half.minCoeff(&flat) == 0;
  const Eigen::Vector3d beside = local.height - local.height[flat] * Eigen::Vector3d::Unit(flat);
  if (isFlat && b.radius == 0 && (beside.array() <= 0).all()) {
    const Eigen::Vector3d normal = local.sign[flat] * box.pose.R.col(flat);
    return overThin(normal, sideOf(normal, b), local.height[flat], b);
  }
  const Height height = heightOver(box, local, b);
  const Eigen::Vector3d e = box.pose.R * height.direction;
  const Eigen::Vector3d place = b.centre - height.value * e;
  Separation found{height.value - b.radius, e, place, b.centre, place};
  // The place is a corner of the box where all heights are 0.
  const Eigen::Vector3d offset = localTo(box, place).height;
  found.covered = b.edgeCount > 0 && std::all_of(offset.begin(), offset.end(),
                                                 [](double x) { return x >= -closedGap || std::isinf(x); });
  return found;
}
Separation separate(const WorldBall& a, const WorldBox& box) {
  return separate(box, a).reversed();
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
  // The corners of a box have no contact with a thin rod in space.
  const bool aMeets = R > 0 || b.inwardCount > 0, bMeets = R > 0 || a.inwardCount > 0;
  return (aMeets && check(a, b, nearest.a)) || (bMeets && check(b, a, nearest.b));
}

/// mostThrough: depth, over the width of the body, down to which edges count as passed through each other.
Separation separate(const WorldSegment& a, const WorldSegment& b, double mostThrough = justThrough) {
  const NearestPoints nearest = nearestPoints(a, b);
  const Eigen::Vector3d d = nearest.b - nearest.a;
  const double R = a.radius + b.radius, length = d.norm();
  Eigen::Vector3d e = length > 0 ? Eigen::Vector3d(d / length) : Eigen::Vector3d::UnitX();
  double gap = length - R;
  bool sideless = false;  // the bodies lie on both sides of the common normal: another part is nearer
  if (nearest.inside) {
    const Eigen::Vector3d n = (a.ends[1] - a.ends[0]).cross(b.ends[1] - b.ends[0]).normalized();
    const int sign = R > 0 ? 0 : orientation(n, a, b);
    const bool through = sign * n.dot(d) < 0;
    if (sign != 0 && (!through || (isShallow(d, a.inward, a.inwardCount, mostThrough, surelyThrough) &&
                                   isShallow(-d, b.inward, b.inwardCount, mostThrough, surelyThrough)))) {
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

int faceBelow(const WorldPart& first, const WorldPart& second) {
  const auto *a = std::get_if<WorldSegment>(&first), *b = std::get_if<WorldSegment>(&second);
  if (a && b) return a->inwardCount + b->inwardCount > 0 ? 1 : 0;
  const auto* box = std::get_if<WorldBox>(&first);
  const auto* corner = std::get_if<WorldBall>(box ? &second : &first);
  if (!box) box = std::get_if<WorldBox>(&second);
  if (!box || !corner || corner->radius > 0 || box->half.minCoeff() == 0) return 0;
  const Eigen::Vector3d e = heightOver(*box, localTo(*box, corner->centre), *corner).direction;
  for (int k = 0; k < 3; ++k)
    if (std::abs(e[k]) == 1) return e[k] > 0 ? k + 1 : -k - 1;
  return 0;
}

Separation separate(const WorldPart& first, const WorldPart& second, int face) {
  if (face == 0) return separate(first, second);
  const auto *a = std::get_if<WorldSegment>(&first), *b = std::get_if<WorldSegment>(&second);
  if (a && b) return separate(*a, *b, 0.5);
  constexpr double beside = 1e-6;  // m outside a face within which a corner is still over it, see near
  const auto* box = std::get_if<WorldBox>(&first);
  if (!box) return separate(second, first, face).reversed();
  const WorldBall& corner = std::get<WorldBall>(second);
  const Eigen::Index k = std::abs(face) - 1;
  const double sign = face > 0 ? 1 : -1;
  const Eigen::Vector3d x = box->pose.R.transpose() * (corner.centre - box->pose.x);
  Eigen::Vector3d heights = x.cwiseAbs() - box->half;
  const double height = sign * x[k] - box->half[k];
  heights[k] = 0;
  if ((heights.array() > beside).any() || height < -box->half[k]) return separate(first, second);
  const Eigen::Vector3d e = sign * box->pose.R.col(k), place = corner.centre - height * e;
  return {height, e, place, corner.centre, place};
}

}  // namespace carom
