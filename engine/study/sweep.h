#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/progress.h"
#include "impact/impact_report.h"
#include "scene/scene.h"

namespace carom {

struct SweepAxis {
  std::string name;            ///< parameter
  std::vector<double> values;  ///< SI
};

/// N points from a to b, both included.
SweepAxis sweepAxis(std::string name, double a, double b, int count);

struct Measure {
  enum class Kind { Xi, Gram, Outcomes, Orderings };
  Kind kind = Kind::Xi;
  std::array<std::string, 2> pair;  ///< Gram: names of the contacts; empty: the first pair
};
/// Reads "xi", "gram", "gram:ac:bc", "outcomes", "orderings". Throws SceneError (Fault::Command).
Measure parseMeasure(const std::string& text);

/// Why a cell of a table is empty.
enum class EmptyCell {
  No,          ///< it is not
  Impossible,  ///< the scene refuses these values
  NoPair,      ///< the contacts of `gram` are not closed there
  Jammed,      ///< no ordering ends
  Limit,       ///< the search met a limit
  Undecided    ///< searched, but the number is not known exactly, or whether every ordering ends
};
std::string_view toString(EmptyCell why);  ///< "", "impossible", "no-pair", "jammed", "limit", "undecided"

struct SweepPoint {
  std::optional<double> value;
  std::string exact;            ///< counts as exact integers in decimal
  std::uint32_t maxLength = 0;  ///< reflections of the longest ordering, where the measure is Xi
  EmptyCell why = EmptyCell::No;
};

/// A table over one or two parameters; the first axis is the outermost.
struct SweepResult {
  std::vector<SweepAxis> over;
  Measure measure;
  std::vector<SweepPoint> points;
  std::size_t done = 0;  ///< how many there are: where the sweep was cut short, the first ones
  bool complete = true;
  Limit limit = Limit::None;
};

/// Evaluates the measure everywhere, in parallel with the same bits as serially.
///
/// Points are done in their order, some thousand at a time, so that a sweep that is stopped has the beginning
/// of the table. Of a table that takes more than `options.limits.maxBytes` only the beginning is made, and
/// `points` holds no more.
SweepResult sweep(const Scene& scene, const Assignments& assignments, std::vector<SweepAxis> over,
                  const Measure& measure, const ResolveOptions& options = {}, std::stop_token stop = {},
                  const Progress& progress = {});

}  // namespace carom
