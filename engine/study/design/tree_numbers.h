#pragma once

#include <array>
#include <vector>

#include "mechanics/tree/mechanism.h"
#include "scene/build/shape_numbers.h"
#include "study/design/dual.h"

namespace carom {

/// The numbers of a body, as in Body.
template <class S>
struct BodyNumbers {
  Vector3<S> origin = Vector3<S>::Zero();
  std::vector<Vector3<S>> axes;  ///< of each joint, unit; zero of a spherical one
  S mass = S(0);
  Vector3<S> centreOfMass = Vector3<S>::Zero();
  Matrix3<S> inertia = Matrix3<S>::Zero();
  std::vector<ShapeNumbers<S>> shapes;  ///< in the body's frame
};

/// The numbers of a loop, those that its kind has.
template <class S>
struct LoopNumbers {
  std::array<Vector3<S>, 2> at{Vector3<S>::Zero(), Vector3<S>::Zero()};  ///< its points, in their bodies
  std::array<Vector3<S>, 2> axes{Vector3<S>::Zero(),
                                 Vector3<S>::Zero()};  ///< of a hinge; of a slot the first; unit
  S length = S(0);                                     ///< of a rod
  Matrix3<S> rotation = Matrix3<S>::Identity();        ///< of a weld
  S ratio = S(1), offset = S(0);                       ///< of a tie
};

/// The numbers of a mechanism and its configuration.
template <class S>
struct TreeNumbers {
  std::vector<BodyNumbers<S>> bodies;
  std::vector<LoopNumbers<S>> loops;
  VectorX<S> q;  ///< n
};

/// A tree placed at its q: poses, Jacobians and the mass matrix. The parents and kinds of joints are those of
/// a mechanism.
template <class S>
class PlacedTree {
 public:
  PlacedTree(const Mechanism& structure, const TreeNumbers<S>& numbers);

  /// A point of a body's frame in the world.
  Vector3<S> point(int body, const Vector3<S>& at) const { return frame(body).R * at + frame(body).x; }
  const Matrix3<S>& rotation(int body) const { return frame(body).R; }
  /// Adds the velocity of a point (world) of a body along a direction, times a sign, to a row over the
  /// coordinates.
  void addVelocity(int body, const Vector3<S>& point, const Vector3<S>& direction, double sign,
                   VectorX<S>& row) const;
  /// M(q): n×n.
  MatrixX<S> massMatrix() const;

 private:
  struct Axis {
    int coordinate;
    bool turns;
    Vector3<S> direction, through;
  };
  struct Frame {
    Matrix3<S> R = Matrix3<S>::Identity();
    Vector3<S> x = Vector3<S>::Zero();
    std::vector<Axis> chain;  ///< from the world outwards
  };
  const Frame& frame(int body) const { return m_frames[static_cast<std::size_t>(body)]; }
  void addJoint(Frame& frame, const Joint& joint, const Vector3<S>& axis, int& coordinate);

  const Mechanism& m_structure;
  const TreeNumbers<S>& m_numbers;
  std::vector<Frame> m_frames;
};

template <class S>
PlacedTree<S>::PlacedTree(const Mechanism& structure, const TreeNumbers<S>& numbers)
    : m_structure(structure), m_numbers(numbers) {
  int coordinate = 0;
  for (std::size_t b = 0; b < numbers.bodies.size(); ++b) {
    const Body& body = structure.bodies()[b];
    Frame placed = body.parent < 0 ? Frame() : frame(body.parent);
    placed.x += placed.R * numbers.bodies[b].origin;
    for (std::size_t j = 0; j < body.joints.size(); ++j)
      addJoint(placed, body.joints[j], numbers.bodies[b].axes[j], coordinate);
    m_frames.push_back(std::move(placed));
  }
}

template <class S>
void PlacedTree<S>::addJoint(Frame& frame, const Joint& joint, const Vector3<S>& axis, int& coordinate) {
  const VectorX<S>& q = m_numbers.q;
  if (std::holds_alternative<Spherical>(joint.kind)) {
    const Vector3<S> w = q.template segment<3>(coordinate);
    frame.R = (frame.R * rotationOf(w)).eval();
    for (int k = 0; k < 3; ++k) frame.chain.push_back({coordinate++, true, frame.R.col(k), frame.x});
    return;
  }
  const Vector3<S> direction = frame.R * axis;
  const bool turns = std::holds_alternative<Revolute>(joint.kind);
  frame.chain.push_back({coordinate, turns, direction, frame.x});
  if (turns)
    frame.R = (frame.R * rotationOf(Vector3<S>(axis * q[coordinate]))).eval();
  else
    frame.x += direction * q[coordinate];
  ++coordinate;
}

template <class S>
void PlacedTree<S>::addVelocity(int body, const Vector3<S>& point, const Vector3<S>& direction, double sign,
                                VectorX<S>& row) const {
  for (const Axis& axis : frame(body).chain) {
    const Vector3<S> velocity =
        axis.turns ? Vector3<S>(axis.direction.cross(point - axis.through)) : axis.direction;
    row[axis.coordinate] += S(sign) * velocity.dot(direction);
  }
}

template <class S>
MatrixX<S> PlacedTree<S>::massMatrix() const {
  const Eigen::Index n = m_numbers.q.size();
  MatrixX<S> M = MatrixX<S>::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) M(i, i) = S(m_structure.links()[static_cast<std::size_t>(i)].armature);
  for (std::size_t b = 0; b < m_frames.size(); ++b) {
    const BodyNumbers<S>& body = m_numbers.bodies[b];
    const Frame& frame = m_frames[b];
    if (valueOf(body.mass) == 0) continue;
    const Vector3<S> centre = frame.R * body.centreOfMass + frame.x;
    const Matrix3<S> inertia = frame.R * body.inertia * frame.R.transpose();
    std::vector<Vector3<S>> linear;
    for (const Axis& axis : frame.chain)
      linear.push_back(axis.turns ? Vector3<S>(axis.direction.cross(centre - axis.through)) : axis.direction);
    for (std::size_t i = 0; i < linear.size(); ++i)
      for (std::size_t j = i; j < linear.size(); ++j) {
        const Axis &one = frame.chain[i], &other = frame.chain[j];
        S entry = body.mass * linear[i].dot(linear[j]);
        if (one.turns && other.turns) entry += one.direction.dot(inertia * other.direction);
        M(one.coordinate, other.coordinate) += entry;
        if (i != j) M(other.coordinate, one.coordinate) += entry;
      }
  }
  return M;
}

}  // namespace carom
