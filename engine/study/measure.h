#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "impact/impact_report.h"
#include "mechanics/tree/mechanism.h"
#include "models/impact_model.h"

namespace carom {

/// Why a cell of a table is empty.
enum class EmptyCell : std::uint8_t {
  No,          ///< the cell has a value
  Impossible,  ///< the scene rejects these values
  NoPair,      ///< the contacts of `gram` are open
  Jammed,      ///< no ordering ends
  Limit,       ///< the search reached a limit
  Undecided,   ///< the number is not known exactly, or it is undecided whether every ordering ends
  NoAnswer,    ///< the model of Distance has no answer
  Absent       ///< the answer has no number at this path
};
inline constexpr int emptyCellKinds = 8;
/// "", "impossible", "no-pair", "jammed", "limit", "undecided", "no-answer", "absent".
std::string_view toString(EmptyCell why);

/// One number of a table, or why there is none.
struct Cell {
  std::optional<double> value;
  std::string exact;            ///< a count in decimal; empty for other numbers
  std::uint32_t maxLength = 0;  ///< reflections of the longest ordering, where the measure is Xi
  EmptyCell why = EmptyCell::No;
};
inline Cell emptyCell(EmptyCell why) {
  return {std::nullopt, {}, 0, why};
}

/// A number that is computed at every point of a table.
struct Measure {
  enum class Kind {
    Xi,
    Gram,
    Outcomes,
    Orderings,
    Distance,
    Unique,   ///< 1 where the certificate proves a unique outcome, 0 where it disproves it
    Answer,   ///< a path in the JSON of `carom resolve`
    Run,      ///< a path in the JSON of `carom simulate`
    Landing,  ///< a path in the JSON of `carom landing`, after "landing."
    /// ‖p*‖/‖p‖ with p* the projection of p on the span of the normals of a pair: where the pair is near
    /// orthogonality by ε, ξ ≈ 4|ε| times it [SM12 (19)]
    Projection
  };
  Kind kind = Kind::Xi;
  std::array<std::string, 2> pair;  ///< for Gram and Projection: names of the contacts; empty: the first pair
  const ImpactModel* model = nullptr;  ///< for Distance: whose answer is compared with the nearest outcome
  std::string path{};                  ///< for Answer and Run
};

/// What measures are written as: a row for each kind that has a name of its own.
struct MeasureName {
  std::string_view name;     ///< "xi"; a prefix where it ends in ":"
  std::string_view meaning;  ///< one line, for axes and attributes of files
  Measure::Kind kind;
};
std::span<const MeasureName> measureNames();
/// The row of a measure; null for a path.
const MeasureName* nameOf(const Measure& measure);

/// Reads a measure that has a name of its own: "xi", "gram", "gram:ac:bc", "outcomes", "orderings",
/// "certificate.unique", "distance:MODEL". Empty for any other text. Throws SceneError (Fault::Command) where
/// the beginning is one of these and the rest is wrong.
std::optional<Measure> findMeasure(const std::string& text);
/// The same; also throws for any other text.
Measure parseMeasure(const std::string& text);

/// What is known of a point when it is measured.
struct MeasuredPoint {
  const Mechanism& mechanism;
  const ImpactProblem* problem;  ///< null without a closed contact
  const ImpactReport* report;    ///< null without a closed contact, or where no measure needs it
};
/// Whether a measure is read from the resolved impact.
bool needsReport(const Measure& measure);
/// The measure at a point; not for Answer and Run. Throws SceneError (Fault::Command) for a contact that the
/// mechanism does not have.
Cell measureAt(const MeasuredPoint& point, const Measure& measure);

}  // namespace carom
