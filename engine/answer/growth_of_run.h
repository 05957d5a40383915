#pragma once

#include <Eigen/Core>
#include <stop_token>
#include <string>
#include <vector>

#include "mechanics/variation/run_variation.h"

namespace carom {

/// The size of a perturbation, ‖δx‖² = δpᵀM⁻¹δp + δqᵀM δq/s² (J), in which its growth is measured.
struct Growth {
  Eigen::VectorXd values;      ///< 2n, singular values of the map of a variation, falling
  Eigen::MatrixXd directions;  ///< 2n×2n, columns: the δx(0) of unit size that grow so
};
/// start, end: M(q) at the start and at the end of the variation.
Growth growthOf(const Eigen::MatrixXd& map, const Eigen::MatrixXd& start, const Eigen::MatrixXd& end);

/// ‖δx‖ of a perturbation (2n), √(δpᵀM⁻¹δp + δqᵀMδq/s²) with M at a configuration (√J).
double sizeOf(const Eigen::VectorXd& dx, const Eigen::MatrixXd& M);

/// How much a perturbation of the start has grown at times of a run, at most: the largest singular value.
struct GrowthOfRun {
  std::vector<double> times, values;  ///< s, rising, both sides of each impact; 1
  std::string stopped;                ///< why it ends before the run; empty where it does not

  /// Between the times by interpolation of the logarithm; at an impact the value after it, or before.
  /// NaN past the end.
  double at(double time, bool isAfter = true) const;
};
/// variation: with RunVariation::along.
GrowthOfRun growthOfRun(const Mechanism& mechanism, const Trajectory& run, const RunVariation& variation);

/// The times of RunVariation::along by which growth along a run is told.
inline constexpr std::size_t timesOfGrowth = 101;

}  // namespace carom
