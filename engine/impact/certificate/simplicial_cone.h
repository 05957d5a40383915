#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom {

/// The cone of directions that are feasible for a maximal independent set of the contacts: it contains all
/// feasible directions, and its extreme rays are known.
struct SimplicialCone {
  std::vector<int> contacts;  ///< the independent set
  /// False: a normal outside the set has a component outside the span that exceeds rounding.
  bool isExact = true;
  Eigen::MatrixXd span;  ///< n × rank, an orthonormal basis of the span of all normals (white)
  Eigen::MatrixXd rays;  ///< n × rank, unit vectors; ⟨û_i, ray_j⟩ = 0 for i ≠ j within the set, > 0 for i = j
};

/// unit: n×k, white unit normals.
SimplicialCone simplicialCone(const Eigen::MatrixXd& unit);

}  // namespace carom
