#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "mechanics/tree/ellipsoid.h"
#include "mechanics/tree/polytope.h"
#include "scene/format/parsed_scene.h"

namespace carom {

/// The numbers of a shape, those that its kind has; lengths in m. S: double, or a number with its derivative.
template <class S>
struct ShapeNumbers {
  using Vector = Eigen::Matrix<S, 3, 1>;
  S radius = S(0);
  Vector centre = Vector::Zero();  ///< of a ball, a point, a point of a half-space
  Vector normal = Vector::Zero();  ///< of a half-space
  std::array<Vector, 2> ends{Vector::Zero(), Vector::Zero()};
  std::vector<Vector> points{};                    ///< the corners of a hull, in the order of its points
  std::function<Vector(const Vector&)> surface{};  ///< of a round solid: its point with a normal n ≠ 0
};

/// The coordinate axis along which a direction has its least entry.
inline Eigen::Index axisAcross(const Eigen::Vector3d& direction) {
  Eigen::Index axis = 0;
  direction.cwiseAbs().minCoeff(&axis);
  return axis;
}

/// The corners of the prism that stands for a cylinder: regular polygons of `sides` around the ends, each
/// corner of the first before that of the second. The first corners are along the coordinate axis `across`,
/// as far as that is across the cylinder.
template <class S>
std::vector<Eigen::Matrix<S, 3, 1>> prismCorners(const std::array<Eigen::Matrix<S, 3, 1>, 2>& ends,
                                                 const S& radius, int sides, Eigen::Index across) {
  using std::sqrt;
  using Vector = Eigen::Matrix<S, 3, 1>;
  Vector a = ends[1] - ends[0];
  a /= S(sqrt(a.dot(a)));
  Vector u = -a * a[across];
  u[across] += S(1);
  u /= S(sqrt(u.dot(u)));
  const Vector v(a[1] * u[2] - a[2] * u[1], a[2] * u[0] - a[0] * u[2], a[0] * u[1] - a[1] * u[0]);
  std::vector<Vector> corners;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * M_PI * k / sides;
    const Vector out = u * S(radius * S(std::cos(angle))) + v * S(radius * S(std::sin(angle)));
    for (const Vector& end : ends) corners.push_back(end + out);
  }
  return corners;
}

/// The numbers of a shape in its own frame. read: what a Number is, as S; value: as double.
template <class S, class Read, class Value>
ShapeNumbers<S> shapeNumbers(const ShapeSource& source, Read&& read, Value&& value) {
  using std::sqrt;
  using Vector = Eigen::Matrix<S, 3, 1>;
  const auto vector = [&](std::span<const Number, 3> at) {
    return Vector(read(at[0]), read(at[1]), read(at[2]));
  };
  const auto valueOf = [&](std::span<const Number, 3> at) {
    return Eigen::Vector3d(value(at[0]), value(at[1]), value(at[2]));
  };
  ShapeNumbers<S> shape;
  switch (source.kind) {
    case Section::Ball:
      shape.radius = read(source.number("radius"));
      shape.centre = vector(source.vector("centre"));
      break;
    case Section::HalfSpace: {
      const Vector n = vector(source.vector("normal"));
      shape.normal = n / S(sqrt(n.dot(n)));
      shape.centre = shape.normal * read(source.number("offset"));
      break;
    }
    case Section::Point:
      shape.centre = vector(source.vector("at"));
      break;
    case Section::Segment:
      shape.ends = {vector(source.vector("from")), vector(source.vector("to"))};
      shape.radius = read(source.number("radius"));
      break;
    case Section::Box: {
      const Vector half = vector(source.vector("size")) * S(0.5), centre = vector(source.vector("centre"));
      for (const Eigen::Vector3d& corner : boxSolid(0.5 * valueOf(source.vector("size")))->corners) {
        shape.points.push_back(centre);
        for (Eigen::Index k = 0; k < 3; ++k) shape.points.back()[k] += half[k] * S(corner[k] < 0 ? -1 : 1);
      }
      break;
    }
    case Section::Cylinder:
      shape.ends = {vector(source.vector("from")), vector(source.vector("to"))};
      shape.points = prismCorners<S>(
          shape.ends, read(source.number("radius")), static_cast<int>(value(source.number("sides"))),
          axisAcross(valueOf(source.vector("to")) - valueOf(source.vector("from"))));
      break;
    case Section::Ellipsoid: {
      const Vector half = vector(source.vector("size")) * S(0.5), centre = vector(source.vector("centre"));
      shape.surface = [half, centre](const Vector& n) -> Vector { return ellipsoidPoint(half, n) + centre; };
      break;
    }
    case Section::Hull:
      for (std::size_t i = 0; i < source.pointCount("points"); ++i)
        shape.points.push_back(vector(source.point("points", i)));
      break;
    default:
      break;
  }
  return shape;
}

}  // namespace carom
