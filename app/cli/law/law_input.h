#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "laws/collision_law.h"
#include "laws/hinged_impact.h"

namespace carom {

/// The options of `carom law` as they were written.
struct LawOptions {
  std::string name, mass, velocity, normal;
  std::array<std::optional<std::string>, lawCoefficients.size()> coefficients;
  std::string accessible;  ///< --accessible, empty where it is not given
  std::string hinge;       ///< --hinge, empty where it is not given
  bool path = false, json = false;
};

/// What the options of `carom law` ask: an impact, with the normal as first axis, and the laws that answer
/// it.
struct LawQuestion {
  std::vector<CollisionLaw> laws;
  bool isAll = false;  ///< the name was "all"
  LocalImpact impact;
  LawCoefficients coefficients;
  /// d×d, orthogonal and its own inverse: exchanges the normal and the first axis of the command line.
  LocalMatrix exchange;
  bool path = false;           ///< whether to add Routh's path
  std::size_t accessible = 0;  ///< impulses at the border of the coefficients' ranges
  /// The hinge of --hinge as a second place of impact; `impact` is of the intact mechanism then.
  std::optional<HingedImpact> hinged{};
};

/// "routh, whittaker, …, all": what the name may be.
std::string knownLaws();

/// "--friction" of a coefficient.
std::string optionOf(const Coefficient& coefficient);

/// Throws CommandError where an option is unreadable or its value impossible.
LawQuestion readLawQuestion(const LawOptions& options);

}  // namespace carom
