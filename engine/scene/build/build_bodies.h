#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "scene/build/evaluate.h"

namespace carom {

/// kg, kg m²: square roots and squares of masses stay numbers.
inline constexpr double heaviest = 1e100;
/// Lengths of shapes beyond this (m) are refused: their squares overflow.
inline constexpr double largestLength = 1e100;

/// The corners of the prism that stands for a cylinder: regular polygons of `sides` around the ends, each
/// corner of the first before that of the second. S: double, or a number with its derivative. The first
/// corners are along the coordinate axis `across`, as far as that is across the cylinder.
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
/// The coordinate axis along which a direction has its least entry.
Eigen::Index axisAcross(const Eigen::Vector3d& direction);

/// A shape in its body's frame. Throws SceneError for impossible sizes.
Shape shapeOf(const ShapeSource& source, const SceneValues& values);

/// The inertia of a body about its centre of mass, 3×3 (kg m²). Throws SceneError where no distribution of
/// mass has it: where it is not symmetric, where a principal moment is negative or larger than the sum of the
/// other two. A single moment without the others is that of a body that turns about one axis only.
Eigen::Matrix3d inertiaOf(const BodySource& source, const SceneValues& values);

/// Gives a body the mass, centre of mass and inertia of its solids together. Throws SceneError as above.
void addSolids(const BodySource& source, const SceneValues& values, Body& body);

}  // namespace carom
