#pragma once

#include <vector>

#include "mechanics/variation/run_variation.h"

namespace carom {

/// The variation of a run along one ordering of each of its ties.
struct TieBranch {
  /// Of each tie on the way, the index into RunVariation::impacts and into its words.
  std::vector<std::pair<std::size_t, std::size_t>> ties{};
  Eigen::MatrixXd condition{};  ///< rows · δx(0) ≥ 0 on the cone of the branch, 2n columns
  Eigen::MatrixXd map{};        ///< 2n×2n, as RunVariation::map
};

/// The branches of a run: those of orderings that end in the same momentum as that of the run, its own first
/// where perturbations follow it. Of others the motion jumps, and has no derivative.
struct TieBranches {
  std::vector<TieBranch> all;  ///< none where the orderings of a tie are not all known
  /// False where some are missing: an impact takes whole directions away, so that the map from there to the
  /// next tie is not known by itself, or there are more than 256.
  bool areWhole = true;
};

/// The branches of a variation of all perturbations, with words, without a parameter.
TieBranches tieBranches(const RunVariation& variation);

}  // namespace carom
