#pragma once

#include "study/design/design_search.h"
#include "study/robust.h"

namespace carom {

/// A design whose uniqueness stands the largest tolerances.
struct RobustDesignAnswer {
  DesignAnswer design;  ///< found: whether it has a largest scale; residual and iterations of no meaning
  /// The largest common factor of the tolerances, see RobustAnswer; empty where there is none.
  std::optional<double> scaleBefore, scaleAfter;
  std::string noScale;  ///< why not, after
  int evaluations = 0;  ///< of the scale
};

/// Changes parameters so that the common factor of all tolerances up to which 95 % of the samples stay below
/// the wanted ξ becomes as large as it can nearby.
///
/// A compass search [Kolda, Lewis & Torczon 2003]: it starts from the better one of the present design and of
/// the nearest design whose pairs fit, tries steps along each variable and halves them where none helps, down
/// to a thousandth of the scale of a variable. Each factor is a random sample with the same deviates, and an
/// estimate within its errors; the answer is a local maximum of that estimate.
///
/// `question` has variables, which are parameters, ranges and pairs; `robust` a wanted ξ (`below`). Throws
/// SceneError as findDesign and robustness do, and for coordinates among the variables.
RobustDesignAnswer findRobustDesign(const Scene& scene, const Assignments& assignments,
                                    const DesignQuestion& question, const RobustQuestion& robust,
                                    std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
