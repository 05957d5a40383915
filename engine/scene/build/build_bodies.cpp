#include "scene/build/build_bodies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/number_text.h"
#include "base/rotation.h"
#include "base/spectrum.h"
#include "scene/build/shape_numbers.h"

namespace carom {

namespace {

/// Refuses numbers out of the ranges of their keys.
void checkRanges(const ShapeSource& source, const SceneValues& values) {
  for (const auto& [key, numbers] : source.numbers)
    for (const Number& number : key->range == KeyRange() ? std::vector<Number>() : numbers) {
      const double value = values(number);
      const std::string what = "a " + std::string(key->label);
      if (key->form == Form::Whole && !(key->range.contains(value) && value == std::round(value)))
        values.refuse(number.place, "is no number of " + std::string(key->label),
                      roundedText(key->range.least) + " to " + roundedText(key->range.greatest));
      if (key->range.open) values.positive(number, what);
      if (!key->range.contains(value)) values.refuse(number.place, "is negative", what + " ≥ 0");
    }
}

/// Refuses a segment or cylinder without a length.
void checkEnds(const ShapeSource& source, const ShapeNumbers<double>& numbers, const SceneValues& values) {
  if (!((numbers.ends[1] - numbers.ends[0]).norm() > 0))
    values.refuse(source.place, "its ends coincide", "two different ends");
}

Hull box(const ShapeSource& source, const SceneValues& values) {
  const Eigen::Vector3d size = values.vector(source.vector("size"));
  if ((size.array() > 0).count() < 2)
    values.refuse(source.place, "is neither a box nor a rectangle", "at least two sizes > 0");
  return boxHull(0.5 * size, values.vector(source.vector("centre")));
}

Round ellipsoid(const ShapeSource& source, const SceneValues& values) {
  const Eigen::Vector3d size = values.vector(source.vector("size"));
  if (size.maxCoeff() > flattestEllipsoid * size.minCoeff())
    values.refuse(source.place + ".size", "is too flat",
                  "lengths up to " + roundedText(flattestEllipsoid) + " times the least");
  return {ellipsoidOf(0.5 * size), values.vector(source.vector("centre"))};
}

/// A shape that is the hull of some points.
Hull hull(const ShapeSource& source, const ShapeNumbers<double>& numbers, const SceneValues& values) {
  try {
    return {hullOf(numbers.points)};
  } catch (const HullFault& fault) {
    const bool areGiven = source.kind == Section::Hull;
    const std::string at = fault.point < 0 ? "" : '[' + std::to_string(fault.point) + ']';
    values.refuse(source.place + (areGiven ? ".points" + at : ""), fault.what(), fault.expected);
  }
}

Shape unplaced(const ShapeSource& source, const SceneValues& values) {
  checkRanges(source, values);
  if (source.kind == Section::HalfSpace)
    return HalfSpace{values.direction(source.vector("normal")), values(source.number("offset"))};
  if (source.kind == Section::Box) return box(source, values);
  if (source.kind == Section::Ellipsoid) return ellipsoid(source, values);
  const ShapeNumbers<double> numbers = shapeNumbers<double>(source, values, values);
  if (source.kind == Section::Ball) return Ball{numbers.radius, numbers.centre};
  if (source.kind == Section::Point) return Point{numbers.centre};
  if (source.kind == Section::Segment || source.kind == Section::Cylinder) checkEnds(source, numbers, values);
  if (source.kind == Section::Segment) return Segment{numbers.ends, numbers.radius};
  return hull(source, numbers, values);
}

/// A shape in its own frame, in the body's.
struct InBody {
  const Pose& frame;
  Shape operator()(Ball ball) const {
    ball.centre = frame * ball.centre;
    return ball;
  }
  Shape operator()(HalfSpace wall) const {
    wall.normal = (frame.R * wall.normal).normalized();
    wall.offset += wall.normal.dot(frame.x);
    return wall;
  }
  Shape operator()(Point point) const {
    point.at = frame * point.at;
    return point;
  }
  Shape operator()(Segment segment) const {
    for (Eigen::Vector3d& end : segment.ends) end = frame * end;
    return segment;
  }
  template <typename Framed>  // a hull or a round solid
  Shape operator()(Framed shape) const {
    shape.origin = frame * shape.origin;
    shape.rotation = frame.R * shape.rotation;
    return shape;
  }
};

/// The moments as a matrix, each within bounds.
Eigen::Matrix3d moments(const std::vector<Number>& numbers, const SceneValues& values) {
  const bool full = numbers.size() == 9;
  Eigen::Matrix3d I = Eigen::Matrix3d::Zero();
  for (Eigen::Index i = 0; i < 3; ++i)
    for (Eigen::Index k = 0; k < 3; ++k) {
      if (!full && i != k) continue;
      const auto at = static_cast<std::size_t>(full ? 3 * i + k : i);
      const Number& number = numbers[std::min(at, numbers.size() - 1)];
      I(i, k) = values(number);
      if (i == k && I(i, k) < 0) values.refuse(number.place, "is negative", "an inertia ≥ 0");
      if (std::abs(I(i, k)) > heaviest)
        values.refuse(number.place, "is out of all bounds", "at most 1e100 kg m²");
    }
  return I;
}

/// An inertia about the centre of mass. owner: the place of the body or solid that has it.
Eigen::Matrix3d inertiaAt(const std::vector<Number>& numbers, const std::string& owner,
                          const SceneValues& values) {
  if (numbers.empty()) return Eigen::Matrix3d::Zero();
  const Eigen::Matrix3d I = moments(numbers, values);
  constexpr double rounding = 1e-9;  // of the largest moment: numbers in a file are rounded, too
  const double scale = I.cwiseAbs().maxCoeff();
  const std::string place = owner + ".inertia";
  if ((I - I.transpose()).cwiseAbs().maxCoeff() > rounding * scale)
    values.refuse(place, "is not symmetric", "a symmetric matrix");
  const Eigen::Matrix3d symmetric = 0.5 * (I + I.transpose());
  const Eigen::Vector3d principal = spatialSpectrumOf(symmetric).values;
  const std::string list = "the principal moments are " + roundedText(principal[0]) + ", " +
                           roundedText(principal[1]) + ", " + roundedText(principal[2]);
  if (principal[0] < -rounding * scale)
    values.refuse(place, "is not positive definite: " + list, "principal moments ≥ 0");
  const bool oneAxis = principal[1] <= rounding * scale;
  if (!oneAxis && principal[2] > principal[0] + principal[1] + rounding * scale)
    values.refuse(place, "no body has this inertia: " + list, "none larger than the sum of the other two");
  return symmetric;
}

}  // namespace

Shape shapeOf(const ShapeSource& source, const SceneValues& values) {
  Shape shape = unplaced(source, values);
  if (source.placed) {
    const Pose frame{rotationMatrix(values.vector(source.turn)), values.vector(source.position)};
    shape = std::visit(InBody{frame}, shape);
  }
  const SpannedBy span = spanOf(shape);
  const bool isOut = std::ranges::any_of(span.points, [](const Eigen::Vector3d& point) {
    return !(point.cwiseAbs().maxCoeff() <= largestLength);
  });
  if (isOut || !(span.radius <= largestLength))
    values.refuse(source.place, "is out of all bounds", "lengths up to 1e100 m");
  return shape;
}

Eigen::Matrix3d inertiaOf(const BodySource& source, const SceneValues& values) {
  return inertiaAt(source.inertia, source.place, values);
}

void addSolids(const BodySource& source, const SceneValues& values, Body& body) {
  std::vector<Eigen::Vector3d> places;
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  for (const SolidSource& solid : source.solids) {
    const double mass = values.positive(solid.mass, "a mass");
    places.push_back(values.vector(solid.at));
    body.mass += mass;
    moment += mass * places.back();
    body.inertia += inertiaAt(solid.inertia, solid.place, values);
  }
  body.centreOfMass = moment / body.mass;
  for (std::size_t i = 0; i < places.size(); ++i) {  // Steiner
    const Eigen::Vector3d d = places[i] - body.centreOfMass;
    body.inertia +=
        values(source.solids[i].mass) * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
  }
}

}  // namespace carom
