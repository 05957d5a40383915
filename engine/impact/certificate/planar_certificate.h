#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "impact/impact_problem.h"

namespace carom {

/// Whether contacts that collide by planar laws have one outcome for every momentum, whatever the order of
/// the single collisions [CR98 6.4].
///
/// The laws are homogeneous and piecewise linear in the momentum, so that all momenta fall into finitely many
/// convex cones, the cells, in which every ordering is a fixed product of linear maps. The orderings of all
/// cells are followed at once, and a cell is split where a contact's c or a piece of a law changes its sign.
///
/// `unique` = true: every ordering from every momentum ends, and all end in the same momentum. In the open
/// cells this is what was computed. On their borders it follows from the continuity of the laws: an ordering
/// from a border momentum is possible from near momenta of a cell, too, and what may remain to be done there
/// tends to nothing. It holds to rounding: maps that differ by less than 1e-11 count as equal and cells with
/// an inscribed ball (on the unit sphere) of less than 1e-11 as empty. What is above that but below 1e-7
/// leaves it undecided. `unique` = false: a momentum and two orderings from it that end in different momenta,
/// by replay.
struct PlanarCertificate {
  enum class Reason {
    SameMaps,        ///< all orderings of each cell are one linear map
    Counterexample,  ///< see `words`
    NotPlanar,       ///< no contact collides, or one has two tangents
    Contacts,        ///< more contacts than mostPlanarContacts
    Law,             ///< a law is not piecewise linear, or has no answer for some velocity
    Jump,            ///< a law jumps, so that the borders of cells are not decided
    Length,          ///< some ordering is longer than mostPlanarLength, perhaps endless
    Cells,           ///< the cells are too many
    Rounding         ///< two cells or maps are too near to tell apart
  };
  std::optional<bool> unique;  ///< empty: not decided
  Reason reason = Reason::NotPlanar;
  std::size_t cells = 0;      ///< with SameMaps: the number of cells
  std::uint32_t longest = 0;  ///< with SameMaps: the length of the longest ordering from any momentum
  // With Counterexample:
  Eigen::VectorXd momentum;                 ///< n, p with ‖p‖ = ‖p⁻‖, or 1 where p⁻ = 0
  std::array<Word, 2> words;                ///< two orderings from it
  std::array<Eigen::VectorXd, 2> outcomes;  ///< n, the momenta in which they end
  double xi = 0;                            ///< their distance over ‖p‖
};

inline constexpr int mostPlanarContacts = 3;
/// Orderings that are longer leave an impact undecided: with losses they may be endless.
inline constexpr std::uint32_t mostPlanarLength = 40;

/// Decides it for up to mostPlanarContacts contacts. The work is limited to a few tenths of a second.
PlanarCertificate certifyPlanar(const ImpactProblem& problem);
/// "same-maps", "counterexample", …
std::string_view nameOf(PlanarCertificate::Reason reason);

}  // namespace carom
