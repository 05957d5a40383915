#pragma once

#include <Eigen/Core>
#include <stop_token>
#include <vector>

namespace carom {

/// The columns of a matrix in groups that have no row with entries in common, so that columns of different
/// groups are orthogonal. In the order of their first columns; columns of zeros are in none.
std::vector<std::vector<Eigen::Index>> separateColumns(const Eigen::MatrixXd& A);

/// The x ≥ 0 that minimises ‖A x − b‖.
struct Nnls {
  Eigen::VectorXd x;         ///< columns of A
  Eigen::VectorXd residual;  ///< rows of A, b − A x
  /// False where the limit on iterations was reached, or a stop was requested while more than 64 columns had
  /// a weight; x ≥ 0 holds even then.
  bool converged = true;
};

/// Non-negative least squares by the active-set method of Lawson & Hanson (1974, chapter 23).
/// A column enters while ⟨a_j, residual⟩ > 1e-14 ‖a_j‖ ‖b‖ · rows, about a hundred times the rounding error
/// of that product. With a smaller bound columns enter by rounding alone; with a larger one ‖A x − b‖ stays
/// above its minimum. The residual is unique even where x is not. Separate groups of columns are solved one
/// by one.
Nnls nnls(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, const std::stop_token& stop = {});

/// A point of a convex hull, with its weights.
struct HullPoint {
  Eigen::VectorXd weights;  ///< columns of V, ≥ 0, sum 1
  Eigen::VectorXd point;    ///< rows of V, V · weights
  bool converged = true;    ///< see Nnls
};

/// The point of the convex hull of the columns of V that is nearest to 0. V has at least one column.
///
/// Solved as min ‖V x‖² + s²(Σx − 1)² over x ≥ 0, s the length of the longest column. For a fixed direction
/// of x the least value of this sum rises with ‖V x/Σx‖, so that the minimiser gives the nearest point, x/Σx.
/// Of separate groups of columns with nearest points v_g the nearest point is Σ v_g/‖v_g‖² over Σ 1/‖v_g‖².
HullPoint nearestHullPoint(const Eigen::MatrixXd& V, const std::stop_token& stop = {});

}  // namespace carom
