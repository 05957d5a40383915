#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom {

/// A cone of directions that holds the feasible ones, with known extreme rays: that of a maximal independent
/// set of the contacts.
struct SimplicialCone {
  std::vector<int> contacts;  ///< the set
  bool isExact = true;   ///< false: normals outside the set have parts outside the span that are not rounding
  Eigen::MatrixXd span;  ///< n × rank, an orthonormal basis of the span of all normals (white)
  Eigen::MatrixXd rays;  ///< n × rank, unit vectors; ⟨û_i, ray_j⟩ = 0 for i ≠ j within the set, > 0 for i = j
};

/// unit: n×k, white unit normals.
SimplicialCone simplicialCone(const Eigen::MatrixXd& unit);

}  // namespace carom
