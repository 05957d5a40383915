#pragma once

// The spherical joints of TreeKernel, whose three links are placed and eliminated together.

#include "mechanics/tree/tree_kernel.h"

namespace carom {

/// Places the second and third link of a spherical joint: at the first, in the axes after the rotation.
template <class Space>
void TreeKernel<Space>::placeBehind(const Node& first, Node& node, const Node& before, double rate) const {
  node.x = first.x;
  node.R = first.R;
  node.s = Space::revolute(node.R, node.axis, node.x);
  if (first.parent < 0)
    node.rate.setZero();
  else
    node.rate = Space::cross(at(first.parent).V, node.s);
  node.V = before.V + rate * node.s;
}

template <class Space>
void TreeKernel<Space>::turn(double h, const double* v, const double* f, const double* p0) {
  using Vector = Eigen::Map<const Eigen::Vector3d>;
  for (Turn& turn : m_turns) {
    const Eigen::Vector3d w = h * Vector(v + turn.first);
    const RightJacobian half(0.5 * w);
    turn.P = half.matrix();
    turn.X = -h * RightJacobian(w).derivative(Vector(p0 + turn.first));
    if (const Vector torque(f + turn.first); !torque.isZero(0))
      turn.X -= 0.25 * h * h * half.derivative(torque);
  }
}

template <class Space>
void TreeKernel<Space>::rowsOf(const Turn& turn, double h, Triple& over, Triple& under) const {
  std::array<Force, 3> F, K;
  for (int k = 0; k < 3; ++k) {
    const Node& node = at(turn.first + k);
    F[static_cast<std::size_t>(k)] = node.I * node.s;
    K[static_cast<std::size_t>(k)] = 0.5 * h * (Space::crossDual(node.s, node.H) + node.I * node.rate);
  }
  for (std::size_t j = 0; j < 3; ++j) {
    Force Kover = Force::Zero(), Kunder = Kover, Fover = Kover, Funder = Kover;
    for (std::size_t l = 0; l < 3; ++l) {
      const double along = turn.P(static_cast<int>(l), static_cast<int>(j)),
                   across = turn.P(static_cast<int>(j), static_cast<int>(l));
      Kover += along * K[l];
      Kunder += across * K[l];
      Fover += along * F[l];
      Funder += across * F[l];
    }
    over[j] = Space::row(F[j] + Kover, Fover, -0.25 * h * h, m_gravity);
    under[j] = Space::row(F[j] - Kunder, Funder, -0.25 * h * h, m_gravity);
  }
}

/// M + (h/2)(BP − PBᵀ) − (h²/4) PCP + P diag(d) + X among the three coordinates of a spherical joint.
template <class Space>
Eigen::Matrix3d TreeKernel<Space>::diagonalBlock(const Turn& turn, double h, const double* d) const {
  Eigen::Matrix3d M, B, C;
  for (int j = 0; j < 3; ++j) {
    const Node& node = at(turn.first + j);
    const Force F = node.I * node.s, K = Space::crossDual(node.s, node.H) + node.I * node.rate;
    const Row weight = Space::row(Force::Zero(), F, 1, m_gravity);
    for (int i = 0; i < 3; ++i) {
      const Node& other = at(turn.first + i);
      M(i, j) = other.s.dot(F);
      B(j, i) = other.rate.dot(F);
      C(i, j) = other.rate.dot(K) + Space::column(Motion::Zero(), other.s).dot(weight);
    }
  }
  C += crossMatrix({at(turn.first).f, at(turn.first + 1).f, at(turn.first + 2).f});
  const Eigen::Matrix3d& P = turn.P;
  Eigen::Matrix3d A = M + 0.5 * h * (B * P - P * B.transpose()) - 0.25 * h * h * P * C * P + turn.X;
  A += P * Eigen::Map<const Eigen::Vector3d>(d + turn.first).asDiagonal();
  return A;
}

template <class Space>
bool TreeKernel<Space>::eliminate(Turn& turn, double h, const double* d) {
  const Node& last = at(turn.first + 2);  // holds the sums over the descendants of the joint
  Triple over, under;
  rowsOf(turn, h, over, under);
  Eigen::Matrix3d A = diagonalBlock(turn, h, d);
  Eigen::Matrix<double, 3, Space::rows> x;  // A⁻¹ of the rows below
  for (int j = 0; j < 3; ++j) {
    Node& node = at(turn.first + j);
    const Row taken = last.reduced.lazyProduct(node.right);
    for (int i = 0; i < 3; ++i) A(i, j) -= at(turn.first + i).left.dot(taken);
    node.over = over[static_cast<std::size_t>(j)] - taken;
    node.below = under[static_cast<std::size_t>(j)] - last.reduced.transpose().lazyProduct(node.left);
    x.row(j) = node.below.transpose();
  }
  if (!turn.pivot.factor(A)) return false;
  if (turn.parent < 0) return true;
  turn.pivot.solve(x);
  Node& parent = at(turn.parent);
  Eigen::Matrix<double, Space::rows, 3> rows;
  for (int j = 0; j < 3; ++j) rows.col(j) = at(turn.first + j).over;
  parent.reduced += last.reduced + rows.lazyProduct(x);
  return true;
}

/// Eliminates a spherical joint from the right-hand side and passes the rest to its parent.
template <class Space>
void TreeKernel<Space>::carry(const Turn& turn, double* r) {
  const Node& last = at(turn.first + 2);
  Eigen::Map<Eigen::Vector3d> left(r + turn.first);
  for (int j = 0; j < 3; ++j) left[j] -= at(turn.first + j).left.dot(last.carried);
  if (turn.parent < 0) return;
  Eigen::Vector3d x = left;
  turn.pivot.solve(x);
  Node& parent = at(turn.parent);
  parent.carried += last.carried;
  for (int j = 0; j < 3; ++j) parent.carried += x[j] * at(turn.first + j).over;
}

template <class Space>
void TreeKernel<Space>::substitute(const Turn& turn, double* r) {
  const Row way = turn.parent < 0 ? Row(Row::Zero()) : at(turn.parent).carried;
  Eigen::Map<Eigen::Vector3d> x(r + turn.first);
  for (int j = 0; j < 3; ++j) x[j] -= at(turn.first + j).below.dot(way);
  turn.pivot.solve(x);
  Row& carried = at(turn.first + 2).carried;
  carried = way;
  for (int j = 0; j < 3; ++j) carried += x[j] * at(turn.first + j).right;
}

}  // namespace carom
