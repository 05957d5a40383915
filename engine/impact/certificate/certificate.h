#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "impact/certificate/coxeter_group.h"
#include "impact/certificate/pair_rule.h"
#include "impact/certificate/termination.h"
#include "impact/graph/ordering_graph.h"

namespace carom {

/// Whether the outcome is the same for every momentum and ordering, and why.
///
/// If every pair has G_ij = −cos(π/m_ij) and the cone has interior, the reflections generate a finite group,
/// and every ordering from every momentum has the same outcome and the same length: two choices i, j meet
/// again after m_ij reflections each, and termination extends this local confluence to confluence. Pairs that
/// fit only to the tolerance of the rule have the same outcome to `xiBound`, where the group is finite; pairs
/// near an infinite group may be as far apart as they like after long orderings. For linearly independent
/// normals the rule is also necessary, because a momentum for which only a breaking pair is infeasible has
/// two outcomes. Coincident normals (m = 1) count as one.
struct Certificate {
  enum class Reason {
    Single,            ///< at most one contact
    Coxeter,           ///< every pair fits
    PairBreaks,        ///< a pair does not fit, and the normals are linearly independent
    DependentNormals,  ///< a pair does not fit, but dependent normals may still be unique
    Jammed,            ///< the contacts can jam: no outcome for some momenta
    NearJam,           ///< the contacts can jam to rounding, see Termination::jamIsExact
    InfiniteGroup,     ///< every pair fits to the tolerance of the rule, but the group is not finite
    Deviates,          ///< every pair fits a finite group, but its xiBound is above mostCertifiedXi
    Corner,            ///< bodies meet at a corner, where the gap has several normals
    Cancelled          ///< a stop was requested before the reason was known
  };
  std::optional<bool> unique;  ///< true: for every momentum; false: not for every one; empty: not decided
  Reason reason = Reason::Single;
  std::string group;  ///< finite Coxeter group that every pair fits: "A2", "B3", "A1 x A1"; else empty
  Eigen::MatrixXi multiplicity;  ///< k×k, m_ij with G_ij = −cos(π/m_ij), 1 on the diagonal; 0: no whole m
  Eigen::MatrixXd deviation;     ///< k×k, π/δ_ij − round(π/δ_ij); NaN for opposite normals
  /// Whether some m_ij deviates from a whole number by more than the rounding of the normals: uniqueness then
  /// holds only to the tolerance of the rule.
  bool nearly = false;
  /// Where every pair fits a finite group: a bound on ξ over all momenta, 0 where no pair deviates at all,
  /// see groupDeviationBound. Empty, too, where the pairs of more than mostRoundedContacts deviate by
  /// rounding.
  std::optional<double> xiBound;
  Eigen::MatrixXd angle;  ///< k×k, δ_ij = π − arccos G_ij, the opening of the feasible wedge (rad)
  /// Number of orderings of an impact with every c_i < 0, where the group has a closed form.
  std::optional<Count> closedFormOrderings;
  /// Number of states and length of the orderings of such an impact, for every finite group.
  std::optional<Count> closedFormStates;
  std::optional<std::uint64_t> closedFormLength;
};

/// Largest bound on ξ with which a certificate still says unique: every pair that fits the rule is below, and
/// so are small groups whose angles have ten digits. A larger value certifies impacts with larger ξ; a
/// smaller one leaves groups with rounded dimensions undecided.
inline constexpr double mostCertifiedXi = 1e-7;

/// A bound that only tells rounding is computed for so many contacts: it takes k³ in extended precision.
inline constexpr int mostRoundedContacts = 100;

/// Length of the shorter ordering of two elastic contacts, before rounding up: α/δ, where α is the angle from
/// p⁻ to the wall that reflects first and δ the angle between the walls, since each reflection reduces α by
/// δ. 0 where p⁻ is feasible.
double shortestPairOrdering(const ImpactProblem& problem);

/// Certifies an impact. A pair fits where |π/δ − m| ≤ 1e-9 m for a whole m ≤ 1000.
Certificate certify(const ImpactProblem& problem, const Termination& termination,
                    const std::stop_token& stop = {});

}  // namespace carom
