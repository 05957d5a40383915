#include "study/design/contact_features.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace carom {

namespace {

using Base = ShapeFeature::Base;

/// Finds the feature of one side of a contact from the separation of its parts.
class FeatureSearch {
 public:
  FeatureSearch(const Mechanism& mechanism, const ContactPair& pair, std::size_t side,
                const Separation& separation, const Eigen::VectorXd& q)
      : m_pair(pair),
        m_side(side),
        m_shape(mechanism.bodies()[static_cast<std::size_t>(pair.body[side])]
                    .shapes[static_cast<std::size_t>(pair.shape[side])]),
        m_pose(mechanism.pose(pair.body[side], q)),
        m_outwards(side == 0 ? separation.direction : Eigen::Vector3d(-separation.direction)),
        m_nearest(side == 0 ? separation.first : separation.second) {
    m_feature.body = pair.body[side];
    m_feature.shape = pair.shape[side];
  }

  ShapeFeature find() {
    if (std::holds_alternative<HalfSpace>(m_shape)) m_feature.base = Base::HalfSpace;
    if (const auto* segment = std::get_if<Segment>(&m_shape)) ofSegment(*segment);
    if (const auto* hull = std::get_if<Hull>(&m_shape)) ofHull(*hull);
    return m_feature;
  }

 private:
  Eigen::Vector3d inBody(const Eigen::Vector3d& world) const {
    return m_pose.R.transpose() * (world - m_pose.x);
  }

  void ofSegment(const Segment& segment) {
    const int part = m_pair.part[m_side];
    m_feature.base = Base::End;
    if (part > 0) {
      m_feature.end = part - 1;
      return;
    }
    const Eigen::Vector3d d = segment.ends[1] - segment.ends[0];
    const double s = (inBody(m_nearest) - segment.ends[0]).dot(d) / d.squaredNorm();
    if (s <= 0 || s >= 1)
      m_feature.end = s >= 1 ? 1 : 0;
    else
      m_feature.base = Base::Ends;
  }

  void ofHull(const Hull& hull) {
    const Hull shown = m_pair.planar ? section(hull) : hull;
    const int part = m_pair.part[m_side], count = static_cast<int>(shown.solid->corners.size());
    if (part == 0) return ofWholeHull(hull, shown);
    if (part <= count) return takePoints(Base::HullCorner, hull, shown, {part - 1});
    const auto& edge = shown.solid->edges[static_cast<std::size_t>(part - count - 1)];
    takePoints(Base::HullEdge, hull, shown, {edge.corners[0], edge.corners[1]});
  }

  /// A face whose normal is the contact's, else the corner or edge at the contact.
  void ofWholeHull(const Hull& hull, const Hull& shown) {
    constexpr double rounding = 1e-9;
    const Polytope& solid = *shown.solid;
    const Eigen::Vector3d e = shown.rotation.transpose() * (m_pose.R.transpose() * m_outwards);
    for (const Polytope::Face& face : solid.faces) {
      const bool hasPlane = solid.isPolygon() || face.loop.size() > 2;  // unlike the sides of a rectangle
      if (!hasPlane || (face.normal - e).norm() > rounding) continue;
      const std::size_t third = face.loop.size() / 3;
      if (solid.isPolygon()) return takePoints(Base::HullSide, hull, shown, {face.loop[0], face.loop[1]});
      return takePoints(Base::HullFace, hull, shown, {face.loop[0], face.loop[third], face.loop[2 * third]});
    }
    Eigen::Vector3d x = shown.rotation.transpose() * (inBody(m_nearest) - shown.origin);
    if (solid.isPolygon()) x.z() = solid.height[0];
    const auto corner = [&](int i) { return solid.corners[static_cast<std::size_t>(i)]; };
    int nearest = 0;
    for (int i = 1; i < static_cast<int>(solid.corners.size()); ++i)
      if ((corner(i) - x).norm() < (corner(nearest) - x).norm()) nearest = i;
    const bool isCorner = (corner(nearest) - x).norm() <= rounding;
    if (isCorner || solid.isPolygon()) return takePoints(Base::HullCorner, hull, shown, {nearest});
    const auto distance = [&](const Polytope::Edge& edge) {
      const Eigen::Vector3d d = corner(edge.corners[1]) - corner(edge.corners[0]);
      const double s = std::clamp(d.dot(x - corner(edge.corners[0])) / d.squaredNorm(), 0.0, 1.0);
      return (corner(edge.corners[0]) + s * d - x).norm();
    };
    const auto edge = std::ranges::min_element(solid.edges, {}, distance);
    takePoints(Base::HullEdge, hull, shown, {edge->corners[0], edge->corners[1]});
  }

  /// corners: of the shape as it meets in the plane, whose corners may be those of a prism.
  void takePoints(Base base, const Hull& hull, const Hull& shown, const std::vector<int>& corners) {
    m_feature.base = base;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      m_feature.points[k] = corners[k];
      if (shown.solid == hull.solid) continue;
      const Eigen::Vector3d& at = shown.solid->corners[static_cast<std::size_t>(corners[k])];
      const auto isAbove = [&](const Eigen::Vector3d& x) {
        return x.head<2>() == at.head<2>() && x.z() >= at.z();
      };
      m_feature.points[k] =
          static_cast<int>(std::ranges::find_if(hull.solid->corners, isAbove) - hull.solid->corners.begin());
    }
  }

  const ContactPair& m_pair;
  std::size_t m_side;
  const Shape& m_shape;
  Pose m_pose;
  Eigen::Vector3d m_outwards, m_nearest;  ///< towards the other shape; the point whose velocity counts
  ShapeFeature m_feature;
};

/// A feature in the world: a point, a line through two, or a plane with a normal through the first.
template <class S>
struct PlacedFeature {
  Vector3<S> x, y;
  S radius = S(0);
};

template <class S>
PlacedFeature<S> placed(const ShapeFeature& feature, const ShapeNumbers<S>& shape,
                        const PlacedTree<S>& tree) {
  const auto world = [&](const Vector3<S>& at) { return tree.point(feature.body, at); };
  const auto point = [&](std::size_t k) -> const Vector3<S>& {
    return shape.points[static_cast<std::size_t>(feature.points[k])];
  };
  switch (feature.base) {
    case Base::Centre:
      return {world(shape.centre), {}, shape.radius};
    case Base::End:
      return {world(shape.ends[static_cast<std::size_t>(feature.end)]), {}, shape.radius};
    case Base::Ends:
      return {world(shape.ends[0]), world(shape.ends[1]), shape.radius};
    case Base::HalfSpace:
      return {world(shape.centre), tree.rotation(feature.body) * shape.normal, S(0)};
    case Base::HullCorner:
      return {world(point(0)), {}, S(0)};
    case Base::HullEdge:
      return {world(point(0)), world(point(1)), S(0)};
    case Base::HullFace: {
      using std::sqrt;
      const Vector3<S> n = Vector3<S>(point(1) - point(0)).cross(Vector3<S>(point(2) - point(0)));
      return {world(point(0)), tree.rotation(feature.body) * Vector3<S>(n / S(sqrt(n.dot(n)))), S(0)};
    }
    case Base::HullSide: {
      using std::sqrt;
      const Vector3<S> d = tree.rotation(feature.body) * Vector3<S>(point(1) - point(0));
      const S length = sqrt(d[0] * d[0] + d[1] * d[1]);
      return {world(point(0)), Vector3<S>(d[1] / length, -d[0] / length, S(0)), S(0)};
    }
    case Base::RodPlane: {
      using std::sqrt;
      const Vector3<S> d = tree.rotation(feature.body) * Vector3<S>(shape.ends[1] - shape.ends[0]);
      const S length = sqrt(d[0] * d[0] + d[1] * d[1]);
      return {world(shape.ends[0]), Vector3<S>(-d[1], d[0], S(0)) * S(S(feature.sign) / length), S(0)};
    }
  }
  return {};
}

/// The common normal of two features, from the first to the second, and points of each on it.
template <class S>
struct Between {
  Vector3<S> direction, first, second;
};

template <class S>
Between<S> straight(const Vector3<S>& a, const Vector3<S>& b) {
  using std::sqrt;
  const Vector3<S> d = b - a;
  const S length = sqrt(d.dot(d));
  return {d / length, a, b};
}

template <class S>
Vector3<S> nearestOnLine(const PlacedFeature<S>& line, const Vector3<S>& point) {
  const Vector3<S> d = line.y - line.x;
  const S s = d.dot(point - line.x) / d.dot(d);
  return line.x + d * s;
}

template <class S>
Between<S> betweenLines(const PlacedFeature<S>& a, const PlacedFeature<S>& b, double sign) {
  using std::sqrt;
  const Vector3<S> u = a.y - a.x, w = b.y - b.x, r = b.x - a.x, n = u.cross(w);
  const S nn = n.dot(n);
  const S s = r.cross(w).dot(n) / nn, t = r.cross(u).dot(n) / nn;
  const S scale = S(sign) / sqrt(nn);
  return {n * scale, a.x + u * s, b.x + w * t};
}

template <class S>
Between<S> between(const ContactFeatures& contact, const PlacedFeature<S>& a, const PlacedFeature<S>& b) {
  using Kind = ShapeFeature::Kind;
  const Kind first = contact.side[0].kind(), second = contact.side[1].kind();
  if (first == Kind::Plane) return {a.y, b.x - a.y * S(a.y.dot(b.x - a.x)), b.x};
  if (second == Kind::Plane) return {-b.y, a.x, a.x - b.y * S(b.y.dot(a.x - b.x))};
  if (first == Kind::Line && second == Kind::Line) return betweenLines(a, b, contact.sign);
  const Vector3<S> x = first == Kind::Line ? nearestOnLine(a, b.x) : a.x;
  const Vector3<S> y = second == Kind::Line ? nearestOnLine(b, a.x) : b.x;
  return straight(x, y);
}

/// An end on a rod without thickness in the plane, or a corner on a rectangle, has no direction from point to
/// point: the thin body is a plane.
void flatten(ContactFeatures& contact, const Mechanism& mechanism, const Separation& separation,
             const Eigen::VectorXd& q) {
  for (std::size_t side = 0; side < 2; ++side) {
    ShapeFeature& feature = contact.side[side];
    const ShapeFeature& other = contact.side[1 - side];
    if (feature.base != Base::Ends || other.kind() != ShapeFeature::Kind::Point) continue;
    if (separation.gap + (separation.second - separation.first).norm() > 1e-6) continue;
    const auto& shape = mechanism.bodies()[static_cast<std::size_t>(feature.body)]
                            .shapes[static_cast<std::size_t>(feature.shape)];
    const Segment& rod = std::get<Segment>(shape);
    if (rod.radius > 0) continue;
    feature.base = Base::RodPlane;
    const Eigen::Vector3d d = mechanism.pose(feature.body, q).R * (rod.ends[1] - rod.ends[0]);
    const Eigen::Vector3d outwards =
        side == 0 ? separation.direction : Eigen::Vector3d(-separation.direction);
    feature.sign = outwards.dot(Eigen::Vector3d(-d.y(), d.x(), 0)) < 0 ? -1 : 1;
  }
}

}  // namespace

ShapeFeature::Kind ShapeFeature::kind() const {
  switch (base) {
    case Base::Centre:
    case Base::End:
    case Base::HullCorner:
      return Kind::Point;
    case Base::Ends:
    case Base::HullEdge:
      return Kind::Line;
    case Base::HalfSpace:
    case Base::HullFace:
    case Base::HullSide:
    case Base::RodPlane:
      return Kind::Plane;
  }
  return Kind::Point;
}

ContactFeatures featuresOf(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q) {
  const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
  ContactFeatures features;
  features.limit = pair.limit;
  if (pair.limit) return features;
  const Separation separation = separationOf(mechanism, contact, q);
  for (std::size_t side = 0; side < 2; ++side)
    features.side[side] = FeatureSearch(mechanism, pair, side, separation, q).find();
  flatten(features, mechanism, separation, q);
  return features;
}

template <class S>
ContactNumbers<S> contactNumbers(const ContactFeatures& contact, const TreeNumbers<S>& numbers,
                                 const PlacedTree<S>& tree) {
  if (contact.limit) {
    const int i = contact.limit->coordinate;
    ContactNumbers<S> stop{S(contact.limit->sign) * (numbers.q[i] - S(contact.limit->bound)),
                           VectorX<S>::Zero(numbers.q.size())};
    stop.u[i] = S(contact.limit->sign);
    return stop;
  }
  const auto side = [&](std::size_t k) {
    const ShapeFeature& feature = contact.side[k];
    const auto& shapes = numbers.bodies[static_cast<std::size_t>(feature.body)].shapes;
    return placed(feature, shapes[static_cast<std::size_t>(feature.shape)], tree);
  };
  const PlacedFeature<S> a = side(0), b = side(1);
  const Between<S> found = between(contact, a, b);
  ContactNumbers<S> result{S(0), VectorX<S>::Zero(numbers.q.size())};
  result.gap = found.direction.dot(found.second - found.first) - a.radius - b.radius;
  tree.addVelocity(contact.side[1].body, found.second, found.direction, 1, result.u);
  tree.addVelocity(contact.side[0].body, found.first, found.direction, -1, result.u);
  return result;
}

template ContactNumbers<double> contactNumbers(const ContactFeatures&, const TreeNumbers<double>&,
                                               const PlacedTree<double>&);
template ContactNumbers<Dual> contactNumbers(const ContactFeatures&, const TreeNumbers<Dual>&,
                                             const PlacedTree<Dual>&);

}  // namespace carom
