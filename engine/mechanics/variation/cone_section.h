#pragma once

#include <array>
#include <string>
#include <vector>

#include "mechanics/variation/impact_variation.h"

namespace carom {

/// The variation of one impact of a run alone, or why there is none.
struct VariationOfImpact {
  ImpactVariation words;
  Eigen::VectorXd after;   ///< n, p⁺ of the run
  Eigen::VectorXd scales;  ///< n, √M_ii at the impact
  std::string why;         ///< there is none; empty where there is one
};
VariationOfImpact variationOfImpact(const Mechanism& mechanism, const Trajectory& trajectory,
                                    std::size_t impact, const WordLimits& limits = {});
/// Why the impact of a run has no variation, by what the run says of it; empty where nothing is against one.
std::string whyNoVariation(const Trajectory& trajectory, std::size_t impact);

/// A sector of a plane of perturbations, from one angle to another (rad, counter-clockwise, 0 ≤ from < 2π).
struct ConeSector {
  int word = -1;  ///< index in ImpactVariation::words; −1: none of the known ones
  double from = 0, to = 0;
};
/// The section of the cones of an impact with the plane of two coordinates at the impact: a perturbation is
/// δq_i √M_ii = r cos α, δq_j √M_jj = r sin α, all others being 0. The sectors go once round. Empty where no
/// cone depends on either: then the plane lies in the border of all cones.
std::vector<ConeSector> coneSection(const VariationOfImpact& of, const std::array<int, 2>& coordinates);
/// The two coordinates whose section meets most cones, and of those the one whose narrowest sector is widest.
/// `most`: of coordinates that are tried.
std::array<int, 2> tellingCoordinates(const VariationOfImpact& of, int most = 24);

}  // namespace carom
