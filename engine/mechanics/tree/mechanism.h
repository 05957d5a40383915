#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/block_matrix.h"
#include "laws/collision_law.h"
#include "mechanics/tree/force.h"
#include "mechanics/tree/joint.h"
#include "mechanics/tree/link.h"
#include "mechanics/tree/loop.h"
#include "mechanics/tree/shape.h"

namespace carom {

/// A body of the kinematic tree. Its joints act in order, from the parent outwards.
struct Body {
  std::string name;
  int parent = -1;                                   ///< index of the parent, −1 for the world
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();  ///< placement in the parent at q = 0 (m)
  std::vector<Joint> joints;
  double mass = 0;  ///< kg; 0 only for bodies without joints, or that carry one with a mass
  std::vector<Shape> shapes;
  Eigen::Vector3d centreOfMass = Eigen::Vector3d::Zero();  ///< in the body's frame (m)
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre of mass, body's axes (kg·m²)
};

/// Whether a body has a mass, or carries one that has.
bool carriesMass(const std::vector<Body>& bodies, int body);

/// A stop of a prismatic or revolute joint: φ = sign (q_i − bound), in m or rad.
struct JointLimit {
  int coordinate = -1;
  double bound = 0, sign = 1;  ///< sign: 1 of the lower limit, −1 of the upper one
};

/// A pair of parts of two shapes that may touch, see contactParts; or a stop of a joint, whose bodies are the
/// one that the joint moves and its parent, or the same twice where that is the world.
struct ContactPair {
  std::string name;
  std::array<int, 2> body{};   ///< indices of the bodies
  std::array<int, 2> shape{};  ///< indices of their shapes
  /// 0: the whole shape; 1, 2, …: an end of a segment, or a corner of a hull and, numbered after its
  /// corners, an edge.
  std::array<int, 2> part{};
  /// Friction is that of Coulomb's law while the contact lasts, too (finite); restitution that of its
  /// reflections, see ContactLabel, where it has no law.
  LawCoefficients coefficients{};
  /// The collision law of the contact; empty: it reflects without friction.
  std::optional<CollisionLaw> law{};
  bool planar = false;                ///< set by the mechanism, see meetInPlane
  std::optional<JointLimit> limit{};  ///< then it has no shapes, no tangents and no friction
};

/// A contact is closed where |φ| ≤ closedGap; below −closedGap it is an overlap. Rounding of positions within
/// 10⁵ m and the roots of closing times stay below it. A smaller value misses contacts of bodies placed to
/// touch; a larger one lets bodies reflect before they touch, and joins impacts that follow each other.
inline constexpr double closedGap = 1e-9;  // m

/// The shapes of a contact, as numbers of all shapes, body by body; −1 for a stop of a joint. What looks at
/// all of 100,000 contacts reads these in place of their names and laws.
struct ShapePair {
  std::array<int, 2> shape{-1, -1};
  bool planar = false;
};

struct Coordinate {
  std::string name;       ///< "a.x"
  std::string unit;       ///< "m" or "rad"
  int body;               ///< whose joint it belongs to
  std::string component;  ///< "x"
};

/// The constant part of a mechanical system: a kinematic tree, the loops that close it, and its possible
/// contacts.
///
/// q_i is the travel along joint i (m) or the angle about it (rad), the joints numbered body by body, from
/// the parent outwards. Sums over the coordinates of a body run along its chain of ancestors only, so that
/// each free body costs O(1).
///
/// Velocities v are q̇ except for the three coordinates of a spherical joint, where v = ω is the angular
/// velocity relative to the parent in the axes of the body (rad/s), Ṙ = R ω̂. M(q) is the matrix of the
/// kinetic energy ½ vᵀM v, p = M v = ∂L/∂v its momentum, and forces, normals Dφ and Jacobians belong to the
/// same basis: an entry at ω_k is the derivative along the rotation about the k-th axis of the body. These
/// are regular in every orientation, while the rates ẇ are not. `moved` and `difference` replace q + h v and
/// (q₁ − q₀)/h.
///
/// Loops are equations g(q) = 0 (LoopEquations). q, v and p are those of the tree; states of a motion keep
/// the loops closed, and M, normals and Jacobians are those of the tree without them: LoopProjection makes
/// momenta and normals those of the motions that the loops leave.
class Mechanism {
 public:
  /// Throws std::invalid_argument where a parent does not come before its children, an axis or normal is not
  /// a unit vector, a body with joints has no mass and carries none, an inertia is not symmetric and ≥ 0, a
  /// shape has an impossible size, a contact, force or loop refers to a body, shape or coordinate that does
  /// not exist, or a contact pairs shapes that cannot touch.
  Mechanism(std::vector<Body> bodies, std::vector<ContactPair> contacts, const Eigen::Vector3d& gravity,
            JointForces forces = {}, std::vector<Loop> loops = {});

  int dof() const { return static_cast<int>(m_coordinates.size()); }
  const std::vector<Body>& bodies() const { return m_bodies; }
  const std::vector<ContactPair>& contacts() const { return m_contacts; }
  const std::vector<ShapePair>& shapePairs() const { return m_shapePairs; }  ///< one for each contact
  const std::vector<Coordinate>& coordinates() const { return m_coordinates; }
  const std::vector<Link>& links() const { return m_links; }    ///< one for each coordinate, parents first
  const Eigen::Vector3d& gravity() const { return m_gravity; }  ///< m/s²
  const JointForces& forces() const { return m_forces; }
  const std::vector<Loop>& loops() const { return m_loops; }
  int bodyIndex(std::string_view name) const;        ///< −1 if there is none
  int coordinateIndex(std::string_view name) const;  ///< −1 if there is none
  /// whether it has no joint between it and the world
  bool isFixed(int body) const { return chain(body).empty(); }
  /// The coordinates that move a body, by rising index.
  const std::vector<int>& chain(int body) const { return m_chain[static_cast<std::size_t>(body)]; }
  /// The origin of a body in the frame of its last joint, or of the world (m).
  const Eigen::Vector3d& rest(int body) const { return m_rest[static_cast<std::size_t>(body)]; }
  /// The first coordinate of each spherical joint, rising.
  const std::vector<int>& rotations() const { return m_rotations; }
  /// The configuration after constant velocities v from q for the time h: q + h v, and R exp(hω̂) at spherical
  /// joints. n.
  Eigen::VectorXd moved(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double h) const;
  void moved(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double h, Eigen::VectorXd& next) const;
  /// The shortest v with moved(q0, v, 1) = q1: n.
  Eigen::VectorXd difference(const Eigen::VectorXd& q0, const Eigen::VectorXd& q1) const;
  /// The derivative of moved(q, v, h) by v along x, over h: x, and J_r(hω) x (RightJacobian) at spherical
  /// joints; −h gives its transpose. n.
  Eigen::VectorXd movedTangent(const Eigen::VectorXd& v, double h, const Eigen::VectorXd& x) const;
  /// movedTangent of x (n) in place; for some coordinates only, with all three of a spherical joint.
  void applyMovedTangent(const Eigen::VectorXd& v, double h, Eigen::VectorXd& x) const {
    applyMovedTangent(v, h, x, m_rotations);
  }
  void applyMovedTangent(const Eigen::VectorXd& v, double h, Eigen::VectorXd& x,
                         std::span<const int> coordinates) const;
  /// Whether all joints are prismatic, so that M and the force of gravity do not depend on q.
  bool isTranslational() const;
  /// Whether all joints move in the plane z = const.
  bool isPlanar() const;
  /// Whether free flight is a parabola in q whose contacts close at roots of polynomials: all joints
  /// prismatic, no loops, gravity the only force, and balls, points and half-spaces in all contacts but those
  /// with a half-space.
  bool isBallistic() const;

  /// The pose of the frame of a body in the world. q: n.
  Pose pose(int body, const Eigen::VectorXd& q) const;
  /// World position of the origin of a body (m).
  Eigen::Vector3d position(int body, const Eigen::VectorXd& q) const { return pose(body, q).x; }
  /// World position of the centre of mass of a body (m).
  Eigen::Vector3d centreOfMass(int body, const Eigen::VectorXd& q) const;
  /// Jacobian of position: 3×n.
  Eigen::Matrix3Xd positionJacobian(int body, const Eigen::VectorXd& q) const;
  /// Jacobian of a point that is fixed to a body and is at `point` now (world, m): 3×n.
  Eigen::Matrix3Xd pointJacobian(int body, const Eigen::VectorXd& q, const Eigen::Vector3d& point) const;
  /// Velocity of such a point at v (m/s), without its Jacobian.
  Eigen::Vector3d pointVelocity(int body, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                const Eigen::Vector3d& point) const;
  /// Jacobian of angularVelocity: 3×n.
  Eigen::Matrix3Xd angularJacobian(int body, const Eigen::VectorXd& q) const;
  /// Generalized force of a force (N) that acts on a body at `point` (world, m), Jᵀf: n.
  Eigen::VectorXd pointForce(int body, const Eigen::VectorXd& q, const Eigen::Vector3d& point,
                             const Eigen::Vector3d& force) const;
  /// World velocity of the origin of a body (m/s). v: n.
  Eigen::Vector3d bodyVelocity(int body, const Eigen::VectorXd& q, const Eigen::VectorXd& v) const;
  /// World angular velocity of a body (rad/s).
  Eigen::Vector3d angularVelocity(int body, const Eigen::VectorXd& q, const Eigen::VectorXd& v) const;
  /// Kinetic energy of one body, with the armature of its joints (J).
  double kineticEnergy(int body, const Eigen::VectorXd& q, const Eigen::VectorXd& v) const;
  /// M(q): n×n.
  Eigen::MatrixXd massMatrix(const Eigen::VectorXd& q) const { return massBlocks(q).dense(); }
  /// M(q) by the trees of many bodies; one block where there are few coordinates.
  BlockMatrix massBlocks(const Eigen::VectorXd& q) const;
  /// Generalized force of gravity: n.
  Eigen::VectorXd gravityForce(const Eigen::VectorXd& q) const;
  /// φ of a contact (m): the distance of the two shapes, negative where they overlap.
  double gap(int contact, const Eigen::VectorXd& q) const;
  /// φ of every contact (m): k.
  Eigen::VectorXd gaps(const Eigen::VectorXd& q) const;
  /// u = Dφ of a contact: n.
  Eigen::VectorXd normal(int contact, const Eigen::VectorXd& q) const;
  /// Relative velocity of the two shapes where they touch, along two tangents that are orthogonal to each
  /// other and to the common normal; in the plane z = const the first of them lies in it: 2×n.
  Eigen::MatrixXd tangents(int contact, const Eigen::VectorXd& q) const;
  /// The point on the first shape where the two shapes touch or are closest (world, m).
  Eigen::Vector3d contactPoint(int contact, const Eigen::VectorXd& q) const;
  /// Potential energy of gravity (J), 0 at the world's origin, and of springs.
  double potentialEnergy(const Eigen::VectorXd& q) const;
  double springEnergy(const Eigen::VectorXd& q) const;  ///< that of springs alone
  /// Power that dampers take (W).
  double damperPower(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const;
  /// World position of a point of a body (m).
  Eigen::Vector3d worldPoint(const BodyPoint& point, const Eigen::VectorXd& q) const;

 private:
  struct Axis {
    Eigen::Vector3d direction, through;  ///< unit; a point on it (m)
  };
  void checkForces() const;
  void checkLoops() const;
  void checkLimit(const ContactPair& contact) const;
  void groupTrees();
  void addLinks(const Body& body);
  void addLink(const Body& body, const Joint& joint, std::vector<int>& chain, const Eigen::Vector3d& offset);
  void attach(const Body& body, int link, const Eigen::Vector3d& offset);
  template <typename Visit>
  Pose walk(int body, const Eigen::VectorXd& q, Visit&& visit) const;

  std::vector<Body> m_bodies;
  std::vector<ContactPair> m_contacts;
  std::vector<ShapePair> m_shapePairs;
  std::vector<Coordinate> m_coordinates;
  std::vector<Link> m_links;
  std::vector<int> m_rotations;
  std::vector<std::vector<int>> m_chain;  ///< of each body
  /// The coordinates of each tree, the blocks of M; and the chain of each body within its block.
  std::shared_ptr<const RowGroups> m_trees;
  std::vector<std::vector<int>> m_chainInTree;
  std::vector<Eigen::Vector3d> m_rest;  ///< of each body, its origin in the frame of its last link
  Eigen::Vector3d m_gravity;
  JointForces m_forces;
  std::vector<Loop> m_loops;
};

struct State {
  double time = 0;    ///< s
  Eigen::VectorXd q;  ///< n
  Eigen::VectorXd p;  ///< n
};

}  // namespace carom
