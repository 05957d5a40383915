#pragma once

#include <optional>
#include <vector>

#include "impact/impact_report.h"

namespace carom {

/// Where a momentum lies in relation to the outcomes of an impact.
class OutcomeHull {
 public:
  /// The outcomes of the report; those of random orderings or of a search that was cut short are not all.
  explicit OutcomeHull(const ImpactReport& report);

  struct Place {
    double distance = 0;  ///< ‖p − nearest outcome‖/‖p⁻‖ in the kinetic metric
    int nearest = -1;     ///< index of that outcome
    /// Whether p is within the convex hull of the outcomes, to hullTolerance; empty where the outcomes found
    /// so far do not decide.
    std::optional<bool> inHull;
    double hullDistance = 0;  ///< ‖p − hull of the outcomes found‖/‖p⁻‖
  };
  /// p: n. Empty where the impact has no outcome.
  std::optional<Place> place(const Eigen::VectorXd& p) const;

  /// Of ‖p⁻‖: the least squares that find the nearest point of a hull are right to about the root of the
  /// rounding where the hull is thin. A smaller value would call some of its own corners outside.
  static constexpr double hullTolerance = 1e-7;

 private:
  ImpactProblem m_problem;
  Eigen::MatrixXd m_outcomes;  ///< n × outcomes, white
  bool m_complete;
};

}  // namespace carom
