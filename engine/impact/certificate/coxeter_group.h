#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "impact/graph/ordering_graph.h"

namespace carom {

/// A finite reflection group, identified by its Coxeter diagram, and the counts of its impacts.
///
/// An impact with linearly independent normals, G_ij = −cos(π/m_ij) for all pairs and every c_i < 0 starts in
/// the chamber opposite to the feasible one: its states are the elements of the group, its orderings the
/// reduced words of the longest element.
struct CoxeterGroup {
  std::string name;             ///< "A2", "B3", "I2(5)", "A1 x D4" (components sorted); empty: not finite
  std::optional<Count> states;  ///< order of the group; empty where it is not finite
  std::optional<std::uint64_t> length;  ///< reflections in every ordering: the length of the longest element
  /// Number of reduced words of the longest element: Stanley's formula for A_n, standard Young tableaux of
  /// the n×n square for B_n, 2 for I_2(m), interleavings for products; empty where there is no closed form.
  std::optional<Count> orderings;
};

/// multiplicity: k×k symmetric, m_ij ≥ 2 off the diagonal.
CoxeterGroup classifyCoxeter(const Eigen::MatrixXi& multiplicity);

}  // namespace carom
