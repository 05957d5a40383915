#pragma once

#include <Eigen/StdVector>
#include <vector>

#include "mechanics/mechanism.h"
#include "mechanics/spaces.h"

namespace carom {

/// First and second derivatives of the Lagrangian of a tree, by recursion over its links in O(n), and the
/// exact solution of a midpoint Newton step in O(n). A workspace beside the constant Mechanism: nothing is
/// allocated after construction.
///
/// s_i: motion that a unit rate of coordinate i makes, ṡ_i = V_i × s_i its rate, V_i the motion of link i,
/// I_i and H_i the inertia and momentum of all that link i carries, W_i its weight; all in one frame that is
/// at rest.
///   p_i = ∂L/∂q̇_i = ⟨s_i, H_i⟩                f_i = ∂L/∂q_i = ⟨ṡ_i, H_i⟩ + ⟨s_i, W_i⟩
/// and with F_j = I_j s_j, K_j = s_j ×* H_j + I_j ṡ_j, for i on the way from the world to j:
///   M_ij = ⟨s_i, F_j⟩, ∂p_i/∂q_j = ⟨s_i, K_j⟩, ∂p_j/∂q_i = ⟨ṡ_i, F_j⟩, ∂f_i/∂q_j = ⟨ṡ_i, K_j⟩ + weight.
template <class Space>
class TreeKernel {
 public:
  explicit TreeKernel(const Mechanism& mechanism);

  int dof() const { return static_cast<int>(m_nodes.size()); }

  /// Places everything for q, q̇ = v (both n); what is below refers to the last call.
  void evaluate(const double* q, const double* v);
  double momentum(int i) const { return m_nodes[static_cast<std::size_t>(i)].p; }  ///< ∂L/∂q̇_i
  double force(int i) const { return m_nodes[static_cast<std::size_t>(i)].f; }     ///< ∂L/∂q_i

  /// Solves (M + (h/2)(B − Bᵀ) − (h²/4) C + diag(d)) x = r in place, B = ∂²L/∂q̇∂q, C = ∂²L/∂q².
  ///
  /// That matrix is ⟨s_i − (h/2)ṡ_i, F_j + (h/2)K_j⟩ above the diagonal and the same with −h below it, up to
  /// the weight: eliminating a link changes that of its ancestors by a matrix of fixed size, as in the
  /// articulated body algorithm. False where a pivot is not positive. d, r: n.
  bool solve(double h, const double* d, double* r);
  /// The same matrix, written out (n×n).
  Eigen::MatrixXd newtonMatrix(double h);

 private:
  using Motion = typename Space::Motion;
  using Force = typename Space::Force;
  using Row = typename Space::Row;

  struct Node {
    // constant
    int parent = -1;
    bool revolute = false, massless = true;
    bool anchored =
        false;  ///< all that moves with it is carried by it: its travel changes no relative position
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
    Row left, right;               ///< columns that ancestors take part with: s ∓ (h/2)ṡ
    Row carried;                   ///< Σ of what eliminated descendants leave on the right-hand side
    typename Space::Rows reduced;  ///< Σ of what they take from the matrix
    Row below;
    double pivot = 0;
  };
  void rowsOf(const Node& node, double h, Row& over, Row& under) const;

  std::vector<Node, Eigen::aligned_allocator<Node>> m_nodes;
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
    node.revolute = link.revolute;
    node.axis = link.axis;
    node.offset = Space::vector(link.offset);
    node.travel = Space::vector(link.axis);
    node.massless = link.mass == 0;
    node.part = Space::local(link.mass, link.centre, link.inertia);
  }
  // The first joints of a tree move all of it, so that positions can be relative to what they carry.
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
void TreeKernel<Space>::evaluate(const double* q, const double* v) {
  for (std::size_t i = 0; i < m_nodes.size(); ++i) {
    Node& node = m_nodes[i];
    const Node* parent = node.parent < 0 ? nullptr : &m_nodes[static_cast<std::size_t>(node.parent)];
    const auto& R = parent ? parent->R : m_identity;
    if (node.anchored)
      node.x.setZero();
    else
      node.x = parent ? typename Space::Vector(parent->x + R * node.offset) : node.offset;
    if (node.revolute) {
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
    if (node.massless) {
      node.I = {};
      node.H.setZero();
    } else {
      node.I = Space::placed(node.part, node.R, node.x);
      node.H = node.I * node.V;
    }
  }
  for (std::size_t i = m_nodes.size(); i-- > 0;) {
    Node& node = m_nodes[i];
    node.p = node.s.dot(node.H);
    node.f = node.rate.dot(node.H) + node.s.dot(Space::weight(node.I, m_gravity));
    if (node.parent < 0) continue;
    Node& parent = m_nodes[static_cast<std::size_t>(node.parent)];
    parent.I.add(node.I);
    parent.H += node.H;
  }
}

/// What the columns of ancestors are multiplied with: above the diagonal and below it.
template <class Space>
void TreeKernel<Space>::rowsOf(const Node& node, double h, Row& over, Row& under) const {
  const Force F = node.I * node.s;
  const Force K = 0.5 * h * (Space::crossDual(node.s, node.H) + node.I * node.rate);
  over = Space::row(F + K, F, -0.25 * h * h, m_gravity);
  under = Space::row(F - K, F, -0.25 * h * h, m_gravity);
}

template <class Space>
bool TreeKernel<Space>::solve(double h, const double* d, double* r) {
  for (Node& node : m_nodes) {
    node.left = Space::column(node.s - 0.5 * h * node.rate, node.s);
    node.right = Space::column(node.s + 0.5 * h * node.rate, node.s);
    node.carried.setZero();
    node.reduced.setZero();
  }
  for (std::size_t i = m_nodes.size(); i-- > 0;) {
    Node& node = m_nodes[i];
    Row over;
    rowsOf(node, h, over, node.below);
    over -= node.reduced * node.right;
    node.below -= node.reduced.transpose() * node.left;
    node.pivot = node.left.dot(over) + d[i];
    if (!(node.pivot > 0)) return false;
    r[i] -= node.left.dot(node.carried);
    if (node.parent < 0) continue;
    Node& parent = m_nodes[static_cast<std::size_t>(node.parent)];
    const Row scaled = over / node.pivot;
    parent.carried += node.carried + r[i] * scaled;
    parent.reduced += node.reduced + scaled * node.below.transpose();
  }
  // From the world outwards; `carried` now holds Σ x_i right_i of the way to a link.
  for (std::size_t i = 0; i < m_nodes.size(); ++i) {
    Node& node = m_nodes[i];
    if (node.parent < 0) {
      r[i] /= node.pivot;
      node.carried = r[i] * node.right;
    } else {
      const Row& way = m_nodes[static_cast<std::size_t>(node.parent)].carried;
      r[i] = (r[i] - node.below.dot(way)) / node.pivot;
      node.carried = way + r[i] * node.right;
    }
  }
  return true;
}

template <class Space>
Eigen::MatrixXd TreeKernel<Space>::newtonMatrix(double h) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(dof(), dof());
  for (int j = 0; j < dof(); ++j) {
    Row over, under;
    rowsOf(m_nodes[static_cast<std::size_t>(j)], h, over, under);
    for (int i = j; i >= 0; i = m_nodes[static_cast<std::size_t>(i)].parent) {
      const Node& node = m_nodes[static_cast<std::size_t>(i)];
      A(j, i) = Space::column(node.s + 0.5 * h * node.rate, node.s).dot(under);
      A(i, j) = Space::column(node.s - 0.5 * h * node.rate, node.s).dot(over);
    }
  }
  return A;
}

}  // namespace carom
