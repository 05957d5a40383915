#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "impact/resolve.h"
#include "scene/scene.h"

namespace carom {

/// How far one parameter, or the velocity of one coordinate, may be from its value.
struct Tolerance {
  std::string name;  ///< of a parameter, or velocityPrefix and a coordinate
  double width = 0;  ///< SI, > 0: half the interval of a uniform one, the standard deviation of a normal one
};

struct RobustQuestion {
  std::vector<Tolerance> tolerances;
  bool normal = false;
  std::size_t samples = 10'000;
  std::uint64_t seed = 1;
  std::optional<double> below;  ///< ξ that the 95 % quantile shall stay below
  ResolveOptions resolve{};     ///< its limits
};

/// The order statistics of a sample. Intervals contain the quantile with a probability of at least 95 %; they
/// follow from the binomial distribution alone.
struct XiDistribution {
  double mean = 0, standardError = 0;
  double median = 0, q95 = 0, max = 0;
  std::array<double, 2> medianInterval{0, 0}, q95Interval{0, 0};
  std::array<double, 101> percentiles{};  ///< 0 % to 100 %
};

/// dG of a pair by one toleranced parameter, at the design.
struct ToleranceSlope {
  std::string parameter, unit;
  std::array<std::string, 2> pair;
  double slope = 0;   ///< per SI unit of the parameter
  double spread = 0;  ///< the slope times the width of the tolerance
};

struct RobustAnswer {
  std::size_t samples = 0;             ///< that were asked for
  std::size_t refused = 0;             ///< that the scene does not allow
  std::size_t apart = 0;               ///< without an impact: no contact is closed
  std::size_t undecided = 0;           ///< whose ξ is not exact, or whose impact jams
  std::optional<XiDistribution> xi{};  ///< of the others
  std::optional<double> atDesign{};    ///< ξ; empty where it is not exact
  /// The factor of all tolerances up to which the 95 % quantile stays below the wanted ξ, if that quantile
  /// rises with the factor. Empty where none was wanted or found.
  std::optional<double> largestScale{};
  std::string noScale;                   ///< why not
  std::vector<ToleranceSlope> slopes{};  ///< the largest spread first
  std::string noSlopes;                  ///< why there are none
  bool isCancelled = false;
};

/// Resolves the impact of a scene under random tolerances. The points are independent, and follow from the
/// seed alone: the same bits for any number of threads. The search for the largest scale uses the same
/// deviates for each scale.
///
/// Throws SceneError for unknown names and for tolerances that are not positive.
RobustAnswer robustness(const Scene& scene, const Assignments& assignments, const RobustQuestion& question,
                        std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
