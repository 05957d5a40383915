#pragma once

#include <Eigen/StdVector>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/pivot_block.h"
#include "base/rotation.h"
#include "mechanics/tree/mechanism.h"
#include "mechanics/tree/plane_and_space.h"

namespace carom {

/// First and second derivatives of the Lagrangian of a tree, by recursion over its links in O(n), and the
/// exact solution of a midpoint Newton step in O(n). It is a workspace for a constant Mechanism and allocates
/// memory only at construction.
///
/// s_i is the motion by a unit rate of coordinate i, ṡ_i = V_i × s_i its rate, V_i the motion of link i, I_i,
/// H_i and W_i the inertia, momentum and weight of link i and its descendants; all in one frame at rest.
///   p_i = ∂L/∂q̇_i = ⟨s_i, H_i⟩                f_i = ∂L/∂q_i = ⟨ṡ_i, H_i⟩ + ⟨s_i, W_i⟩
/// and with F_j = I_j s_j, K_j = s_j ×* H_j + I_j ṡ_j, for i in the chain of j:
///   M_ij = ⟨s_i, F_j⟩, ∂p_i/∂q_j = ⟨s_i, K_j⟩, ∂p_j/∂q_i = ⟨ṡ_i, F_j⟩, ∂f_i/∂q_j = ⟨ṡ_i, K_j⟩ + weight.
/// At a spherical joint ∂/∂q_k is the derivative along the rotation about the k-th axis of the body and
/// ∂/∂q̇_k that by ω_k. Its three s_k turn with the body, but p and f depend only on V × s_k with the V of the
/// parent, which is ṡ_k here. Among its own three coordinates ∂p/∂q = ⟨ṡ_j, F_i⟩, and ∂f/∂q has a further
/// term f̂.
///
/// A body that moves freely and has its centre of mass at its joints is left out of the recursion: its M and
/// the matrix of its step are diagonal but for the block of its rotation.
template <class Space>
class TreeKernel {
 public:
  explicit TreeKernel(const Mechanism& mechanism);

  int dof() const { return static_cast<int>(m_nodes.size()); }

  /// Computes the state of the tree at q, q̇ = v (both n), to which the functions below refer.
  void evaluate(const double* q, const double* v);
  double momentum(int i) const { return m_nodes[static_cast<std::size_t>(i)].p; }  ///< ∂L/∂q̇_i
  double force(int i) const { return m_nodes[static_cast<std::size_t>(i)].f; }     ///< ∂L/∂q_i

  /// Prepares the next solutions for rotations hω of spherical joints, under total forces f from momenta p0
  /// (n each).
  void turn(double h, const double* v, const double* f, const double* p0);
  /// Solves (M + (h/2)(BP − PBᵀ) − (h²/4) PCP + P diag(d) + X) x = r in place, B = ∂²L/∂q̇∂q, C = ∂²L/∂q². P =
  /// 1 and X = 0 except at spherical joints, where P = J_r(hω/2) and X = −∂((h/2) P f + J_r(hω) p₀)/∂ω for
  /// constant f, p₀ (see MidpointIntegrator).
  ///
  /// That matrix is ⟨s_i − (h/2)ṡ_i, F_j + (h/2)K_j⟩ above the diagonal and the same with −h below it, up to
  /// the weight and P, so that the elimination of a link changes the rows of its ancestors by a matrix of
  /// fixed size, as in the articulated body algorithm. False where a pivot is not positive. d, r: n.
  bool solve(double h, const double* d, double* r) {
    if (!factor(h, d)) return false;
    solveFactored(r);
    return true;
  }
  /// The two parts of `solve`: the factorization, and the solution for any number of r.
  bool factor(double h, const double* d);
  void solveFactored(double* r) { solveFactored(r, m_all); }
  /// The same for some trees only, given by all their coordinates, rising: the other entries of r stay.
  void solveFactored(double* r, std::span<const int> coordinates);
  /// The matrix of `solve` (n×n).
  Eigen::MatrixXd newtonMatrix(double h, const double* d);
  /// ∂p/∂q and ∂f/∂q (n×n). False where a body on others has a spherical joint.
  bool slopes(Eigen::MatrixXd& momentum, Eigen::MatrixXd& force) const;

 private:
  using Motion = typename Space::Motion;
  using Force = typename Space::Force;
  using Row = typename Space::Row;

  struct Node {
    // constant
    int parent = -1;
    int spherical = -1;  ///< as in Link
    int turn = -1;       ///< number of the spherical joint whose first link this is
    int loose = -1;      ///< number of the loose body whose link this is
    bool revolute = false, massless = true;
    /// Whether the link carries all of its tree, so that its travel changes no relative position.
    bool anchored = false;
    Eigen::Vector3d axis;
    typename Space::Vector offset, travel;
    typename Space::LocalInertia part;
    // for q, q̇
    typename Space::Rotation R;
    typename Space::Vector x;
    Motion s, rate, V;
    typename Space::Inertia I;
    Force H;
    double p = 0, f = 0;
    // for one elimination
    Row left, right;               ///< columns for the rows of descendants: s ∓ (h/2)ṡ
    Row carried;                   ///< Σ of the changes of the right-hand side by eliminated descendants
    typename Space::Rows reduced;  ///< Σ of their changes of the matrix
    Row below, over;               ///< over: divided by the pivot, except at spherical joints
    double pivot = 0;
  };
  /// A free body whose centre of mass is at its joints: links that travel along orthogonal axes, then a
  /// revolute or a spherical joint.
  struct Loose {
    int first = 0;  ///< its first link
    int turn = -1;  ///< number of its spherical joint
    double mass = 0;
    Eigen::Matrix3d inertia;                          ///< in the plane its last entry counts
    std::array<double, Space::travels> weight{};      ///< along its axes (N)
    std::array<double, Space::travels + 1> pivots{};  ///< in space without the last one
  };
  /// A spherical joint, whose three links are eliminated together.
  struct Turn {
    int first = 0, parent = -1;  ///< its first link, and the link that carries it
    bool isLoose = false;
    Eigen::Matrix3d P, X;
    PivotBlock pivot;
  };
  using Triple = std::array<Row, 3>;
  Node& at(int i) { return m_nodes[static_cast<std::size_t>(i)]; }
  const Node& at(int i) const { return m_nodes[static_cast<std::size_t>(i)]; }
  std::optional<Loose> looseFrom(std::size_t first, const Mechanism& mechanism) const;
  void evaluate(const Loose& body, const double* v);
  Eigen::Matrix3d rotationBlock(const Loose& body, const double* d) const;
  bool factor(Loose& body, const double* d);
  void solve(const Loose& body, double* r) const;
  void placeBehind(const Node& first, Node& node, const Node& before, double rate) const;
  void weigh(Node& node) const;
  void setColumns(double h);
  void rowsOf(const Node& node, double h, Row& over, Row& under) const;
  void rowsOf(const Turn& turn, double h, Triple& over, Triple& under) const;
  Eigen::Matrix3d diagonalBlock(const Turn& turn, double h, const double* d) const;
  bool eliminate(Turn& turn, double h, const double* d);
  void carry(const Turn& turn, double* r);
  void substitute(const Turn& turn, double* r);

  std::vector<Node, Eigen::aligned_allocator<Node>> m_nodes;
  std::vector<Turn> m_turns;
  std::vector<Loose> m_loose;
  std::vector<int> m_all;      ///< all coordinates
  std::vector<int> m_chained;  ///< those of all but the loose bodies
  typename Space::Vector m_gravity;
  typename Space::Rotation m_identity;
};

template <class Space>
TreeKernel<Space>::TreeKernel(const Mechanism& mechanism) : m_gravity(Space::vector(mechanism.gravity())) {
  if constexpr (std::is_same_v<typename Space::Rotation, Eigen::Matrix3d>) m_identity.setIdentity();
  m_nodes.resize(mechanism.links().size());
  for (std::size_t i = 0; i < m_nodes.size(); ++i) {
    const Link& link = mechanism.links()[i];
    Node& node = m_nodes[i];
    node.parent = link.parent;
    node.spherical = link.spherical;
    node.revolute = link.revolute;
    node.axis = link.axis;
    node.offset = Space::vector(link.offset);
    node.travel = Space::vector(link.axis);
    node.massless = link.mass == 0;
    node.part = Space::local(link.mass, link.centre, link.inertia);
    m_all.push_back(static_cast<int>(i));
    if (link.spherical == 0) node.turn = static_cast<int>(m_turns.size());
    if (link.spherical == 0)
      m_turns.push_back({static_cast<int>(i),
                         link.parent,
                         false,
                         Eigen::Matrix3d::Identity(),
                         Eigen::Matrix3d::Zero(),
                         {}});
  }
  for (std::size_t i = 0; i < m_nodes.size(); ++i)
    if (const auto body = looseFrom(i, mechanism)) {
      for (std::size_t k = i; k < i + Space::linksOfBody; ++k)
        m_nodes[k].loose = static_cast<int>(m_loose.size());
      if (body->turn >= 0) m_turns[static_cast<std::size_t>(body->turn)].isLoose = true;
      m_loose.push_back(*body);
    } else if (m_nodes[i].loose < 0) {
      m_chained.push_back(static_cast<int>(i));
    }
  // The first joints of a tree move all of it; positions are computed relative to the bodies that they carry.
  for (std::size_t i = 0; i < m_nodes.size(); ++i) {
    Node& node = m_nodes[i];
    const bool carriedWhole = node.parent < 0 || m_nodes[static_cast<std::size_t>(node.parent)].anchored;
    const bool single = node.parent < 0 || (node.parent + 1 == static_cast<int>(i) &&
                                            m_nodes[static_cast<std::size_t>(node.parent)].massless);
    bool onlyChild = true;
    for (std::size_t j = i + 1; j < m_nodes.size(); ++j)
      onlyChild = onlyChild && (node.parent < 0 || m_nodes[j].parent != node.parent);
    node.anchored = !node.revolute && carriedWhole && single && onlyChild;
  }
}

template <class Space>
void TreeKernel<Space>::weigh(Node& node) const {
  if (node.massless) {
    node.I = {};
    node.H.setZero();
  } else {
    node.I = Space::placed(node.part, node.R, node.x);
    node.H = node.I * node.V;
  }
}

template <class Space>
void TreeKernel<Space>::evaluate(const double* q, const double* v) {
  for (const Loose& body : m_loose) evaluate(body, v);
  for (const int index : m_chained) {
    const auto i = static_cast<std::size_t>(index);
    Node& node = m_nodes[i];
    const Node* parent = node.parent < 0 ? nullptr : &at(node.parent);
    const auto& R = parent ? parent->R : m_identity;
    if (Space::hasSphericalJoints && node.spherical > 0) {
      placeBehind(m_nodes[i - static_cast<std::size_t>(node.spherical)], node, *parent, v[i]);
      weigh(node);
      continue;
    }
    if (node.anchored)
      node.x.setZero();
    else
      node.x = parent ? typename Space::Vector(parent->x + R * node.offset) : node.offset;
    if (Space::hasSphericalJoints && node.spherical == 0) {
      node.R = Space::turned(R, q + i);
      node.s = Space::revolute(node.R, node.axis, node.x);
    } else if (node.revolute) {
      node.s = Space::revolute(R, node.axis, node.x);
      node.R = Space::turned(R, q[i], node.axis);
    } else {
      const typename Space::Vector travel = R * node.travel;
      node.s = Space::prismatic(travel);
      node.R = R;
      if (!node.anchored) node.x += q[i] * travel;
    }
    if (parent) {
      node.rate = Space::cross(parent->V, node.s);
      node.V = parent->V + v[i] * node.s;
    } else {
      node.rate.setZero();
      node.V = v[i] * node.s;
    }
    weigh(node);
  }
  for (std::size_t k = m_chained.size(); k-- > 0;) {
    Node& node = at(m_chained[k]);
    node.p = node.s.dot(node.H);
    node.f = node.rate.dot(node.H) + node.s.dot(Space::weight(node.I, m_gravity));
    if (node.parent < 0) continue;
    Node& parent = at(node.parent);
    parent.I.add(node.I);
    parent.H += node.H;
  }
}

/// The rows by which columns of ancestors are multiplied, above and below the diagonal.
template <class Space>
void TreeKernel<Space>::rowsOf(const Node& node, double h, Row& over, Row& under) const {
  const Force F = node.I * node.s;
  const Force K = 0.5 * h * (Space::crossDual(node.s, node.H) + node.I * node.rate);
  over = Space::row(F + K, F, -0.25 * h * h, m_gravity);
  under = Space::row(F - K, F, -0.25 * h * h, m_gravity);
}

/// Computes the column of each link for the rows of its descendants.
template <class Space>
void TreeKernel<Space>::setColumns(double h) {
  for (const int i : m_chained) {
    Node& node = at(i);
    node.left = Space::column(node.s - 0.5 * h * node.rate, node.s);
    node.right = Space::column(node.s + 0.5 * h * node.rate, node.s);
  }
  for (const Turn& turn : m_turns)
    for (int i = 0; i < 3 && !turn.isLoose; ++i) {
      Motion sLeft = Motion::Zero(), sRight = sLeft, left = sLeft, right = sLeft;
      for (int k = 0; k < 3; ++k) {
        const Node& node = at(turn.first + k);
        left += turn.P(i, k) * node.rate;
        right += turn.P(k, i) * node.rate;
        sLeft += turn.P(i, k) * node.s;
        sRight += turn.P(k, i) * node.s;
      }
      Node& node = at(turn.first + i);
      node.left = Space::column(node.s - 0.5 * h * left, sLeft);
      node.right = Space::column(node.s + 0.5 * h * right, sRight);
    }
}

template <class Space>
bool TreeKernel<Space>::factor(double h, const double* d) {
  for (Loose& body : m_loose)
    if (!factor(body, d)) return false;
  setColumns(h);
  for (const int i : m_chained) at(i).reduced.setZero();
  for (std::size_t k = m_chained.size(); k-- > 0;) {
    const int i = m_chained[k];
    Node& node = at(i);
    if (Space::hasSphericalJoints && node.spherical >= 0) {
      k -= 2;
      if (!eliminate(m_turns[static_cast<std::size_t>(at(m_chained[k]).turn)], h, d)) return false;
      continue;
    }
    rowsOf(node, h, node.over, node.below);
    // Lazy products, because Eigen would call its routine for large matrices from 9 rows on.
    node.over -= node.reduced.lazyProduct(node.right);
    node.below -= node.reduced.transpose().lazyProduct(node.left);
    node.pivot = node.left.dot(node.over) + d[i];
    if (!(node.pivot > 0)) return false;
    if (node.parent < 0) continue;
    node.over /= node.pivot;
    at(node.parent).reduced += node.reduced + node.over * node.below.transpose();
  }
  return true;
}

template <class Space>
void TreeKernel<Space>::solveFactored(double* r, std::span<const int> coordinates) {
  for (const int i : coordinates)
    if (at(i).loose < 0) at(i).carried.setZero();
  for (std::size_t k = coordinates.size(); k-- > 0;) {
    const int i = coordinates[k];
    Node& node = at(i);
    if (node.loose >= 0) {
      k -= Space::linksOfBody - 1;
      solve(m_loose[static_cast<std::size_t>(node.loose)], r);
      continue;
    }
    if (Space::hasSphericalJoints && node.spherical >= 0) {
      k -= 2;
      carry(m_turns[static_cast<std::size_t>(at(coordinates[k]).turn)], r);
      continue;
    }
    r[i] -= node.left.dot(node.carried);
    if (node.parent >= 0) at(node.parent).carried += node.carried + r[i] * node.over;
  }
  // From the world outwards; `carried` now holds Σ x_i right_i over the chain of a link.
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    const int i = coordinates[k];
    Node& node = at(i);
    if (node.loose >= 0) {
      k += Space::linksOfBody - 1;
      continue;
    }
    if (Space::hasSphericalJoints && node.spherical >= 0) {
      substitute(m_turns[static_cast<std::size_t>(node.turn)], r);
      k += 2;
    } else if (node.parent < 0) {
      r[i] /= node.pivot;
      node.carried = r[i] * node.right;
    } else {
      const Row& way = at(node.parent).carried;
      r[i] = (r[i] - node.below.dot(way)) / node.pivot;
      node.carried = way + r[i] * node.right;
    }
  }
}

template <class Space>
Eigen::MatrixXd TreeKernel<Space>::newtonMatrix(double h, const double* d) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(dof(), dof());
  setColumns(h);
  const auto fill = [&](int j, const Row& over, const Row& under) {
    for (int i = j; i >= 0; i = at(i).parent) {
      A(j, i) = under.dot(at(i).right);
      A(i, j) = at(i).left.dot(over);
    }
  };
  for (const Loose& body : m_loose) {
    for (int k = body.first; k < body.first + Space::travels; ++k) A(k, k) = body.mass + d[k];
    const int turned = body.first + Space::travels;
    if (Space::hasSphericalJoints)
      A.block(turned, turned, 3, 3) = rotationBlock(body, d);
    else
      A(turned, turned) = body.inertia(2, 2) + d[turned];
  }
  for (const int j : m_chained) {
    if (at(j).spherical >= 0) continue;
    Row over, under;
    rowsOf(at(j), h, over, under);
    fill(j, over, under);
    A(j, j) += d[j];
  }
  for (const Turn& turn : m_turns) {
    if (turn.isLoose) continue;
    Triple over, under;
    rowsOf(turn, h, over, under);
    for (std::size_t k = 0; k < 3; ++k) fill(turn.first + static_cast<int>(k), over[k], under[k]);
    A.block<3, 3>(turn.first, turn.first) = diagonalBlock(turn, h, d);
  }
  return A;
}

template <class Space>
bool TreeKernel<Space>::slopes(Eigen::MatrixXd& momentum, Eigen::MatrixXd& force) const {
  for (const Turn& turn : m_turns)
    if (!turn.isLoose) return false;
  momentum.setZero(dof(), dof());
  force.setZero(dof(), dof());
  for (const int j : m_chained) {
    const Node& node = at(j);
    const Force F = node.I * node.s, K = Space::crossDual(node.s, node.H) + node.I * node.rate;
    const Row weight = Space::row(Force::Zero(), F, 1, m_gravity);
    for (int i = j; i >= 0; i = at(i).parent) {
      momentum(i, j) = at(i).s.dot(K);
      momentum(j, i) = at(i).rate.dot(F);
      force(i, j) = force(j, i) = at(i).rate.dot(K) + weight.dot(Space::column(at(i).s, at(i).s));
    }
  }
  return true;
}

}  // namespace carom

#include "mechanics/tree/loose_bodies.h"
#include "mechanics/tree/spherical_joints.h"
