#pragma once

#include <optional>
#include <string>

#include "impact/ordering_graph.h"
#include "impact/termination.h"

namespace carom {

/// Why the outcome is, or is not, the same for every momentum and ordering.
struct Certificate {
  enum class Reason { Single, Coxeter, PairBreaks, DependentNormals, Jammed };
  std::optional<bool> unique;    ///< true: for every momentum; false: proven not; empty: not decided
  Reason reason = Reason::Single;
  std::string group;             ///< Coxeter group where every pair fits: "A2", "B3", "A1 x A1"; else empty
  Eigen::MatrixXi multiplicity;  ///< k×k, m_ij with G_ij = −cos(π/m_ij); 0 where none fits; 1 on the diagonal
  Eigen::MatrixXd deviation;     ///< k×k, π/δ_ij − round(π/δ_ij)
  Eigen::MatrixXd angle;         ///< k×k, δ_ij = π − arccos G_ij… the opening of the feasible wedge (rad)
  /// Orderings of an impact with every c_i < 0, by the closed form of the group where there is one.
  std::optional<BigInt> closedFormOrderings;
};

/// m = π/δ of a pair, from δ = 2 atan2(‖û+v̂‖, ‖û−v̂‖), exact also near G = −1.
double pairMultiplicity(const ImpactProblem& problem, int i, int j);

Certificate certify(const ImpactProblem& problem, const Termination& termination);

}  // namespace carom
