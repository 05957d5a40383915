#include "study/design/contact_features.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>

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
    if (std::holds_alternative<Ball>(m_shape) || std::holds_alternative<Point>(m_shape))
      m_feature.base = Base::Centre;
    if (std::holds_alternative<HalfSpace>(m_shape)) m_feature.base = Base::HalfSpace;
    if (const auto* segment = std::get_if<Segment>(&m_shape)) ofSegment(*segment);
    if (const auto* hull = std::get_if<Hull>(&m_shape)) ofHull(*hull);
    if (const auto* round = std::get_if<Round>(&m_shape)) {
      m_feature.base = Base::Round;
      const Eigen::Matrix3d R = m_pose.R * round->rotation;
      m_feature.bend = R * round->solid->bend(R.transpose() * m_outwards) * R.transpose();
    }
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
    constexpr double rounding = 1e-9;  // of a place in the world that is an end
    if (s <= rounding || s >= 1 - rounding)
      m_feature.end = s > 0.5 ? 1 : 0;
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

/// A feature in the world: a point, a line through two, a plane with a normal through the first, or a
/// surface.
template <class S>
struct PlacedFeature {
  Vector3<S> x, y;
  S radius = S(0);
  std::function<Vector3<S>(const Vector3<S>&)> surface{};  ///< of a surface: its point with a normal
};

template <class S>
PlacedFeature<S> placed(const ShapeFeature& feature, const ShapeNumbers<S>& shape,
                        const PlacedTree<S>& tree) {
  const auto world = [&](const Vector3<S>& at) { return tree.point(feature.body, at); };
  const auto point = [&](std::size_t k) -> const Vector3<S>& {
    return shape.points[static_cast<std::size_t>(feature.points[k])];
  };
  switch (feature.base) {
    case Base::Unknown:
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
    case Base::Round: {
      PlacedFeature<S> round;
      round.surface = [&shape, &tree, body = feature.body](const Vector3<S>& n) {
        return tree.point(body, shape.surface(tree.rotation(body).transpose() * n));
      };
      return round;
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

/// A surface with another feature that is no plane: one step of Newton's method from the direction at which
/// they were found, for the direction and, of a line, the place on it. It is exact to first order.
template <class S>
Between<S> withSurface(const ContactFeatures& contact, const std::array<const PlacedFeature<S>*, 2>& sides) {
  using std::sqrt;
  const Eigen::Vector3d& n0 = contact.direction;
  Eigen::Matrix<double, 3, Eigen::Dynamic> across(3, contact.isPlanar ? 1 : 2);
  across.col(0) = contact.isPlanar ? Eigen::Vector3d(-n0.y(), n0.x(), 0) : n0.unitOrthogonal();
  if (!contact.isPlanar) across.col(1) = n0.cross(across.col(0));
  const Eigen::Index m = across.cols();
  const MatrixX<S> E = across.template cast<S>();
  std::array<Vector3<S>, 2> at;
  Vector3<S> line = Vector3<S>::Zero();
  double ofLine = 0;  // the sign with which a place on the line counts
  for (std::size_t k = 0; k < 2; ++k)
    if (sides[k]->surface) at[k] = sides[k]->surface(n0.template cast<S>() * S(k == 0 ? 1 : -1));
  for (std::size_t k = 0; k < 2; ++k) {
    if (sides[k]->surface) continue;
    at[k] = sides[k]->x;
    if (contact.side[k].kind() != ShapeFeature::Kind::Line) continue;
    at[k] = nearestOnLine(*sides[k], at[1 - k]);
    line = sides[k]->y - sides[k]->x;
    ofLine = k == 0 ? -1 : 1;
  }
  const Vector3<S> apart = at[1] - at[0];
  Eigen::Vector3d along;
  for (Eigen::Index i = 0; i < 3; ++i) along[i] = valueOf(line[i]);
  double height = 0;
  for (Eigen::Index i = 0; i < 3; ++i) height += n0[i] * valueOf(apart[i]);
  const Eigen::Index count = ofLine == 0 ? m : m + 1;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(count, count);
  J.topLeftCorner(m, m) = across.transpose() * (contact.side[0].bend + contact.side[1].bend) * across +
                          height * Eigen::MatrixXd::Identity(m, m);
  VectorX<S> residual(count);
  residual.head(m) = E.transpose().lazyProduct(apart);  // a product of Eigen's wants more of S
  if (ofLine != 0) {
    J.topRightCorner(m, 1) = -ofLine * across.transpose() * along;
    J.bottomLeftCorner(1, m) = along.transpose() * across;
    residual[m] = -line.dot(n0.template cast<S>());
  }
  const MatrixX<S> solution = J.inverse().template cast<S>();
  const VectorX<S> step = solution.lazyProduct(residual);
  Vector3<S> n = n0.template cast<S>() + E.lazyProduct(step.head(m));
  n /= S(sqrt(n.dot(n)));
  for (std::size_t k = 0; k < 2; ++k)
    if (sides[k]->surface)
      at[k] = sides[k]->surface(n * S(k == 0 ? 1 : -1));
    else if (ofLine != 0)
      at[k] += line * step[m];
  return {n, at[0], at[1]};
}

template <class S>
Between<S> between(const ContactFeatures& contact, const PlacedFeature<S>& a, const PlacedFeature<S>& b) {
  using Kind = ShapeFeature::Kind;
  const Kind first = contact.side[0].kind(), second = contact.side[1].kind();
  if (first == Kind::Plane && b.surface) {
    const Vector3<S> x = b.surface(-a.y);
    return {a.y, x - a.y * S(a.y.dot(x - a.x)), x};
  }
  if (second == Kind::Plane && a.surface) {
    const Vector3<S> x = a.surface(-b.y);
    return {-b.y, x, x - b.y * S(b.y.dot(x - b.x))};
  }
  if (a.surface || b.surface) return withSurface<S>(contact, {&a, &b});
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
    case Base::Unknown:
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
    case Base::Round:
      return Kind::Surface;
  }
  return Kind::Point;
}

ContactFeatures featuresOf(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q) {
  const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
  ContactFeatures features;
  features.limit = pair.limit;
  if (pair.limit) return features;
  const Separation separation = separationOf(mechanism, contact, q);
  features.direction = separation.direction;
  features.isPlanar = pair.planar;
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
