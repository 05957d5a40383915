#pragma once

// The free bodies of TreeKernel whose centre of mass is at their joints.

#include "mechanics/tree/tree_kernel.h"

namespace carom {

/// The loose body whose first link this is.
template <class Space>
auto TreeKernel<Space>::looseFrom(std::size_t first, const Mechanism& mechanism) const
    -> std::optional<Loose> {
  const std::vector<Link>& links = mechanism.links();
  const std::size_t end = first + Space::linksOfBody, turned = first + Space::travels;
  if (links[first].parent >= 0 || end > links.size()) return std::nullopt;
  for (std::size_t i = first; i < links.size(); ++i) {  // a chain that carries nothing else
    const bool follows = i > first && i < end;
    const int parent = links[i].parent;
    if (follows ? parent != static_cast<int>(i) - 1
                : i >= end && parent >= static_cast<int>(first) && parent < static_cast<int>(end))
      return std::nullopt;
    if (follows && !links[i].offset.isZero(0)) return std::nullopt;
    if (i + 1 < end && links[i].mass != 0) return std::nullopt;
  }
  for (std::size_t i = first; i < turned; ++i) {
    if (links[i].revolute || links[i].axis.squaredNorm() != 1) return std::nullopt;
    for (std::size_t k = first; k < i; ++k)
      if (links[i].axis.dot(links[k].axis) != 0) return std::nullopt;
  }
  for (std::size_t i = turned; i < end; ++i) {
    const int axis = static_cast<int>(i - turned);
    const bool isTurn = Space::hasSphericalJoints
                            ? links[i].spherical == axis && links[i].axis == Eigen::Vector3d::Unit(axis)
                            : links[i].revolute && std::abs(links[i].axis.z()) == 1;
    if (!isTurn) return std::nullopt;
  }
  const Link& last = links[end - 1];
  if (!(last.mass > 0) || !last.centre.isZero(0)) return std::nullopt;
  Loose body{static_cast<int>(first), m_nodes[turned].turn, last.mass, last.inertia};
  for (std::size_t k = 0; k < body.weight.size(); ++k)
    body.weight[k] = last.mass * links[first + k].axis.dot(mechanism.gravity());
  return body;
}

/// p and f: the weight along the axes of travel, none about the centre of mass.
template <class Space>
void TreeKernel<Space>::evaluate(const Loose& body, const double* v) {
  int i = body.first;
  for (const double weight : body.weight) {
    at(i).p = body.mass * v[i];
    at(i).f = weight;
    ++i;
  }
  if constexpr (Space::hasSphericalJoints) {
    const Eigen::Vector3d turned = body.inertia * Eigen::Map<const Eigen::Vector3d>(v + i);
    for (int k = 0; k < 3; ++k) {
      at(i + k).p = turned[k];
      at(i + k).f = 0;
    }
  } else {
    at(i).p = body.inertia(2, 2) * v[i];
    at(i).f = 0;
  }
}

/// The block of the rotation in the matrix of a step: J + P diag(d) + X.
template <class Space>
Eigen::Matrix3d TreeKernel<Space>::rotationBlock(const Loose& body, const double* d) const {
  const Turn& turn = m_turns[static_cast<std::size_t>(body.turn)];
  Eigen::Matrix3d A = body.inertia + turn.X;
  for (int k = 0; k < 3; ++k)
    if (const double more = d[turn.first + k]; more != 0) A.col(k) += more * turn.P.col(k);
  return A;
}

template <class Space>
bool TreeKernel<Space>::factor(Loose& body, const double* d) {
  for (int k = 0; k < Space::travels; ++k)
    if (!((body.pivots[static_cast<std::size_t>(k)] = body.mass + d[body.first + k]) > 0)) return false;
  if constexpr (Space::hasSphericalJoints)
    return m_turns[static_cast<std::size_t>(body.turn)].pivot.factor(rotationBlock(body, d));
  body.pivots.back() = body.inertia(2, 2) + d[body.first + Space::travels];
  return body.pivots.back() > 0;
}

template <class Space>
void TreeKernel<Space>::solve(const Loose& body, double* r) const {
  int i = body.first;
  for (int k = 0; k < Space::travels; ++k) r[i++] /= body.pivots[static_cast<std::size_t>(k)];
  if constexpr (Space::hasSphericalJoints) {
    Eigen::Map<Eigen::Vector3d> turned(r + i);
    m_turns[static_cast<std::size_t>(body.turn)].pivot.solve(turned);
  } else {
    r[i] /= body.pivots.back();
  }
}

}  // namespace carom
