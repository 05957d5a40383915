#include "study/design/read_numbers.h"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

template <class S>
Vector3<S> readVector(const NumberVector& numbers, const NumberReader<S>& read) {
  return {read(numbers[0]), read(numbers[1]), read(numbers[2])};
}

template <class S>
Vector3<S> readDirection(const NumberVector& numbers, const NumberReader<S>& read) {
  using std::sqrt;
  const Vector3<S> v = readVector(numbers, read);
  const S length = sqrt(v.dot(v));
  return v / length;
}

template <class S>
ShapeNumbers<S> readShape(const ShapeSource& source, const NumberReader<S>& read) {
  ShapeNumbers<S> shape =
      shapeNumbers<S>(source, read, [&](const Number& number) { return read.value(number); });
  if (!source.placed) return shape;
  const Matrix3<S> R = rotationOf(readVector(source.turn, read));
  const Vector3<S> x = readVector(source.position, read);
  shape.centre = (R * shape.centre + x).eval();
  shape.normal = (R * shape.normal).eval();
  for (Vector3<S>& end : shape.ends) end = (R * end + x).eval();
  for (Vector3<S>& point : shape.points) point = (R * point + x).eval();
  if (shape.surface)
    shape.surface = [R, x, own = shape.surface](const Vector3<S>& n) -> Vector3<S> {
      return R * own(R.transpose() * n) + x;
    };
  return shape;
}

template <class S>
Matrix3<S> readInertia(const std::vector<Number>& numbers, const NumberReader<S>& read) {
  Matrix3<S> I = Matrix3<S>::Zero();
  if (numbers.empty()) return I;
  if (numbers.size() == 9) {
    for (Eigen::Index i = 0; i < 3; ++i)
      for (Eigen::Index k = 0; k < 3; ++k) I(i, k) = read(numbers[static_cast<std::size_t>(3 * i + k)]);
    return ((I + I.transpose()) * S(0.5)).eval();
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    I(at, at) = read(numbers[std::min(i, numbers.size() - 1)]);
  }
  return I;
}

/// Gives a body the mass, centre of mass and inertia of its solids together.
template <class S>
void readSolids(const BodySource& source, const NumberReader<S>& read, BodyNumbers<S>& body) {
  std::vector<S> masses;
  std::vector<Vector3<S>> places;
  body.mass = 0;
  body.centreOfMass = Vector3<S>::Zero();
  body.inertia = Matrix3<S>::Zero();
  for (const SolidSource& solid : source.solids) {
    masses.push_back(read(solid.mass));
    places.push_back(readVector(solid.at, read));
    body.mass += masses.back();
    body.centreOfMass += places.back() * masses.back();
    body.inertia += readInertia(solid.inertia, read);
  }
  body.centreOfMass = (body.centreOfMass / body.mass).eval();
  for (std::size_t i = 0; i < places.size(); ++i) {  // Steiner
    const Vector3<S> d = places[i] - body.centreOfMass;
    body.inertia += (Matrix3<S>::Identity() * d.dot(d) - d * d.transpose()) * masses[i];
  }
}

template <class S>
BodyNumbers<S> readBody(const BodySource& source, const NumberReader<S>& read) {
  BodyNumbers<S> body;
  body.origin = readVector(source.origin, read);
  for (const JointSource& joint : source.joints)
    body.axes.push_back(joint.kind == JointSource::Kind::Spherical ? Vector3<S>(Vector3<S>::Zero())
                                                                   : readDirection(joint.axis, read));
  if (source.mass) body.mass = read(*source.mass);
  body.centreOfMass = readVector(source.centreOfMass, read);
  body.inertia = readInertia(source.inertia, read);
  if (!source.solids.empty()) readSolids(source, read, body);
  for (const ShapeSource& shape : source.shapes) body.shapes.push_back(readShape(shape, read));
  return body;
}

template <class S>
VectorX<S> readConfiguration(const ReadScene& scene, const NumberReader<S>& read,
                             const OwnCoordinates<S>& own) {
  VectorX<S> q = VectorX<S>::Zero(scene.structure.dof());
  for (const CoordinateSource& source : scene.source.q)
    scene.values.repeatIndex(source.coordinate.index, [&] {
      const std::string name = scene.values.name(source.coordinate);
      const int at = scene.structure.coordinateIndex(name);
      if (!own.contains(at)) q[at] = read(source.value);
    });
  for (const auto& [coordinate, value] : own) q[coordinate] = value;
  return q;
}

template <class S>
LoopNumbers<S> readLoop(const LoopSource& source, const NumberReader<S>& read) {
  using Kind = LoopSource::Kind;
  LoopNumbers<S> loop;
  if (source.kind == Kind::Tie) {
    loop.ratio = read(source.ratio);
    loop.offset = read(source.offset);
    return loop;
  }
  for (std::size_t k = 0; k < 2; ++k) loop.at[k] = readVector(source.ends[k].at, read);
  if (source.kind == Kind::Hinge)
    for (std::size_t k = 0; k < 2; ++k) loop.axes[k] = readDirection(source.axes[k], read);
  if (source.kind == Kind::Slot) loop.axes[0] = readDirection(source.axes[0], read);
  if (source.kind == Kind::Rod) loop.length = read(source.length);
  if (source.kind == Kind::Weld) loop.rotation = rotationOf(readVector(source.turn, read));
  return loop;
}

/// The numbers of the loops, in the order of those of the mechanism.
template <class S>
void readLoops(const ReadScene& scene, const NumberReader<S>& read, std::vector<LoopNumbers<S>>& loops) {
  const auto isThere = [&](const LoopSource& source) {
    if (source.kind != LoopSource::Kind::Tie)  // a pattern may run past the last body
      for (const EndSource& end : source.ends)
        if (end.body && scene.structure.bodyIndex(scene.values.name(*end.body)) < 0) return false;
    return scene.values.holds(source.when);
  };
  for (const LoopSource& source : scene.source.loops)
    scene.values.repeatIndex(source.index, [&] {
      if (isThere(source)) loops.push_back(readLoop(source, read));
    });
}

}  // namespace

Dual NumberReader<Dual>::operator()(const Number& number) const {
  m_values(number);  // refuses values that are not finite
  const ValueAndSlope found = m_slopes(number.expression);
  if (!std::isfinite(found.slope))
    m_values.refuse(number.place, "has no derivative here", "a smooth expression");
  return {found.value, found.slope};
}

template <class S>
TreeNumbers<S> readTree(const ReadScene& scene, const NumberReader<S>& read, const OwnCoordinates<S>& own) {
  TreeNumbers<S> tree;
  for (const BodySource& source : scene.source.bodies)
    scene.values.repeat(source.repeat, [&] { tree.bodies.push_back(readBody(source, read)); });
  readLoops(scene, read, tree.loops);
  tree.q = readConfiguration(scene, read, own);
  return tree;
}

template TreeNumbers<double> readTree(const ReadScene&, const NumberReader<double>&,
                                      const OwnCoordinates<double>&);
template TreeNumbers<Dual> readTree(const ReadScene&, const NumberReader<Dual>&, const OwnCoordinates<Dual>&);

}  // namespace carom
