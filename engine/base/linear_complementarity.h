#pragma once

#include <Eigen/Core>

namespace carom {

/// A solution of the linear complementarity problem 0 ≤ z ⊥ w = A z + q ≥ 0.
struct ComplementaritySolution {
  Eigen::VectorXd z, w;  ///< k each; empty where there is none
  int pivots = 0;
  enum class Status {
    Solved,
    Unsolvable,  ///< for a positive semidefinite A this proves that no z ≥ 0 has A z + q ≥ 0
    LimitReached
  };
  Status status = Status::Solved;
};

/// Lemke's method with the lexicographic rule, so that ties of symmetric problems do not cycle [Cottle, Pang
/// & Stone 1992, 4.4]. A: k×k, positive semidefinite. q: k. Pivots are larger than 1e-11 times the largest
/// entry of A: what rounding leaves of a zero after k eliminations stays below it for the k of some hundreds.
ComplementaritySolution solveComplementarity(const Eigen::MatrixXd& A, const Eigen::VectorXd& q);

}  // namespace carom
