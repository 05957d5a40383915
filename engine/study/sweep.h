#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/progress.h"
#include "impact/resolve.h"
#include "models/impact_model.h"
#include "scene/scene.h"

namespace carom {

struct SweepAxis {
  std::string name;            ///< parameter
  std::vector<double> values;  ///< SI
};

/// An axis of `count` points from a to b, both included.
SweepAxis sweepAxis(std::string name, double a, double b, int count);

struct Measure {
  enum class Kind { Xi, Gram, Outcomes, Orderings, Distance };
  Kind kind = Kind::Xi;
  std::array<std::string, 2> pair;     ///< for Gram: names of the contacts; empty: the first pair
  const ImpactModel* model = nullptr;  ///< for Distance: whose answer is compared with the nearest outcome
};
/// Reads "xi", "gram", "gram:ac:bc", "outcomes", "orderings", "distance:MODEL". Throws SceneError
/// (Fault::Command).
Measure parseMeasure(const std::string& text);

/// Why a cell of a table is empty.
enum class EmptyCell {
  No,          ///< the cell has a value
  Impossible,  ///< the scene rejects these values
  NoPair,      ///< the contacts of `gram` are open
  Jammed,      ///< no ordering ends
  Limit,       ///< the search reached a limit
  Undecided,   ///< the number is not known exactly, or it is undecided whether every ordering ends
  NoAnswer     ///< the model of Distance has no answer
};
/// "", "impossible", "no-pair", "jammed", "limit", "undecided", "no-answer".
std::string_view toString(EmptyCell why);

struct SweepPoint {
  std::optional<double> value;
  std::string exact;            ///< the exact count in decimal
  std::uint32_t maxLength = 0;  ///< reflections of the longest ordering, where the measure is Xi
  EmptyCell why = EmptyCell::No;
};

/// A table over one or two parameters; the first axis is the outermost.
struct SweepResult {
  std::vector<SweepAxis> over;
  Measure measure;
  std::vector<SweepPoint> points;
  std::size_t done = 0;  ///< number of points computed, the first ones of the table
  bool complete = true;
  Limit limit = Limit::None;
};

/// Evaluates the measure at every point, in parallel, with the same bits as serially.
///
/// Points are computed in order, about a thousand at a time, so that a stopped sweep has the beginning of the
/// table. Of a table larger than `options.limits.maxBytes` only the beginning is computed and stored in
/// `points`.
SweepResult sweep(const Scene& scene, const Assignments& assignments, std::vector<SweepAxis> over,
                  const Measure& measure, const ResolveOptions& options = {}, std::stop_token stop = {},
                  const Progress& progress = {});

}  // namespace carom
