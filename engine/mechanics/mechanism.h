#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "impact/impact_problem.h"

namespace carom {

/// A joint lets a body translate along an axis that is fixed in its parent (unit vector).
struct Prismatic {
  Eigen::Vector3d axis;
};
using JointKind = std::variant<Prismatic>;

struct Joint {
  JointKind kind;
  std::string coordinate;  ///< "x", so that the generalized coordinate is called "a.x"
};

struct Ball {
  double radius = 0;       ///< m
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< in the body's frame (m)
};
/// The points x with ⟨normal, x⟩ ≥ offset are outside; normal is a unit vector.
struct HalfSpace {
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();
  double offset = 0;       ///< m
};
using Shape = std::variant<Ball, HalfSpace>;

/// A node of the kinematic tree. Its joints act in order, from the parent outwards.
struct Body {
  std::string name;
  int parent = -1;                                    ///< index of the parent, −1 for the world
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();   ///< placement in the parent at q = 0 (m)
  std::vector<Joint> joints;
  double mass = 0;                                    ///< kg; 0 only for bodies without joints
  std::vector<Shape> shapes;
};

/// A pair of shapes that may touch: two balls, or a ball and a half-space in either order.
struct ContactPair {
  std::string name;
  std::array<int, 2> body{};   ///< indices of the bodies
  std::array<int, 2> shape{};  ///< indices of their shapes
};

/// A contact is closed where |φ| ≤ closedGap; below −closedGap it is an overlap.
inline constexpr double closedGap = 1e-9;  // m

struct Coordinate {
  std::string name;  ///< "a.x"
  std::string unit;  ///< "m"
};

/// The constant part of a mechanical system: a kinematic tree and the contacts that may happen.
///
/// q_i is the travel along joint i (m), the joints numbered body by body, from the parent outwards. Sums
/// over a body's coordinates run along its chain of ancestors only, so free bodies cost O(1) each.
class Mechanism {
 public:
  /// Throws std::invalid_argument where a parent does not come before its children, an axis or normal is
  /// not a unit vector, a body with joints has no mass, a contact names what does not exist, or two half-spaces.
  Mechanism(std::vector<Body> bodies, std::vector<ContactPair> contacts, const Eigen::Vector3d& gravity);

  int dof() const { return static_cast<int>(m_coordinates.size()); }
  const std::vector<Body>& bodies() const { return m_bodies; }
  const std::vector<ContactPair>& contacts() const { return m_contacts; }
  const std::vector<Coordinate>& coordinates() const { return m_coordinates; }
  const Eigen::Vector3d& gravity() const { return m_gravity; }  ///< m/s²
  int bodyIndex(std::string_view name) const;                   ///< −1 if there is none
  bool isFixed(int body) const { return chain(body).empty(); }  ///< no joint between it and the world
  /// The coordinates that move a body, by rising index.
  const std::vector<int>& chain(int body) const { return m_chain[static_cast<std::size_t>(body)]; }

  /// World position of the origin of a body (m). q: n.
  Eigen::Vector3d position(int body, const Eigen::VectorXd& q) const;
  /// Jacobian of position: 3×n.
  Eigen::Matrix3Xd positionJacobian(int body, const Eigen::VectorXd& q) const;
  /// World velocity of the origin of a body (m/s). v = q̇: n.
  Eigen::Vector3d bodyVelocity(int body, const Eigen::VectorXd& q, const Eigen::VectorXd& v) const;
  /// M(q): n×n.
  Eigen::MatrixXd massMatrix(const Eigen::VectorXd& q) const;
  /// Generalized force of gravity: n.
  Eigen::VectorXd gravityForce(const Eigen::VectorXd& q) const;
  /// φ of a contact (m): distance − (r₁ + r₂) of two balls, ⟨n, x⟩ − offset − r of a ball at a half-space.
  double gap(int contact, const Eigen::VectorXd& q) const;
  /// u = Dφ of a contact: n.
  Eigen::VectorXd normal(int contact, const Eigen::VectorXd& q) const;
  /// Where the two shapes touch, or come closest: the point on the first shape (world, m).
  Eigen::Vector3d contactPoint(int contact, const Eigen::VectorXd& q) const;
  /// Potential energy of gravity (J), 0 at the world's origin.
  double potentialEnergy(const Eigen::VectorXd& q) const;

 private:
  std::vector<Body> m_bodies;
  std::vector<ContactPair> m_contacts;
  std::vector<Coordinate> m_coordinates;
  std::vector<Eigen::Vector3d> m_axis;    ///< per coordinate, in the world
  std::vector<std::vector<int>> m_chain;  ///< per body
  std::vector<Eigen::Vector3d> m_rest;    ///< per body, position at q = 0
  Eigen::Vector3d m_gravity;
};

struct State {
  double time = 0;    ///< s
  Eigen::VectorXd q;  ///< n
  Eigen::VectorXd p;  ///< n
};

/// Indices of the contacts with |φ| ≤ closedGap, rising.
std::vector<int> closedContacts(const Mechanism& mechanism, const Eigen::VectorXd& q);

/// The simultaneous impact of *all* closed contacts, also of those that are feasible. Empty without any.
std::optional<ImpactProblem> impactAt(const Mechanism& mechanism, const Eigen::VectorXd& q, const Eigen::VectorXd& p);

}  // namespace carom
