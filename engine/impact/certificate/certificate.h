#pragma once

#include <optional>
#include <string>

#include "impact/certificate/coxeter_group.h"
#include "impact/certificate/termination.h"
#include "impact/graph/ordering_graph.h"

namespace carom {

/// Why the outcome is, or is not, the same for every momentum and ordering.
///
/// If every pair has G_ij = −cos(π/m_ij) and the cone has interior, every ordering from every momentum has
/// the same outcome and the same length: two neighbouring choices i, j rejoin after m_ij reflections each,
/// and with termination local confluence gives confluence. For linearly independent normals the rule is also
/// necessary: a momentum that presses on a breaking pair alone has two outcomes. Coincident normals (m = 1)
/// count as one.
struct Certificate {
  enum class Reason {
    Single,            ///< at most one contact
    Coxeter,           ///< every pair fits
    PairBreaks,        ///< a pair does not fit, and the normals are linearly independent
    DependentNormals,  ///< a pair does not fit, but that proves nothing here
    Jammed             ///< the contacts can jam: no outcome for some momenta
  };
  std::optional<bool> unique;  ///< true: for every momentum; false: proven not; empty: not decided
  Reason reason = Reason::Single;
  std::string group;             ///< Coxeter group where every pair fits: "A2", "B3", "A1 x A1"; else empty
  Eigen::MatrixXi multiplicity;  ///< k×k, m_ij with G_ij = −cos(π/m_ij); 0 where none fits; 1 on the diagonal
  Eigen::MatrixXd deviation;  ///< k×k, π/δ_ij − round(π/δ_ij); NaN for opposite normals
  /// Unique only to the tolerance of the rule: some m_ij is off by more than rounding of the normals
  /// explains.
  bool nearly = false;
  Eigen::MatrixXd angle;  ///< k×k, δ_ij = π − arccos G_ij, the opening of the feasible wedge (rad)
  /// Orderings of an impact with every c_i < 0, by the closed form of the group where there is one.
  std::optional<Count> closedFormOrderings;
  /// Likewise its states and the length of its orderings; given for every finite group.
  std::optional<Count> closedFormStates;
  std::optional<std::uint64_t> closedFormLength;
};

/// m = π/δ of a pair, from δ = 2 atan2(‖û+v̂‖, ‖û−v̂‖), exact also near G = −1; infinite at G = −1.
double pairMultiplicity(const ImpactProblem& problem, int i, int j);

/// How many reflections the shorter ordering of an impact of two elastic contacts takes, before it is rounded
/// up: the angle α from p⁻ to the wall that reflects first, over that between the walls, δ. Each reflection
/// takes δ from α. 0 where p⁻ is feasible.
double shortestPairOrdering(const ImpactProblem& problem);

/// A pair fits where |π/δ − m| ≤ 1e-9 m for a whole m ≤ 1000.
Certificate certify(const ImpactProblem& problem, const Termination& termination);

}  // namespace carom
