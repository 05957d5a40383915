#pragma once

#include <optional>
#include <vector>

#include "impact/impact_report.h"

namespace carom {

/// Finds the place of a momentum among the outcomes of an impact and relative to their convex hull.
class OutcomeHull {
 public:
  /// Takes the outcomes of the report. Random orderings, or a search that was cut short, give only some of
  /// them.
  explicit OutcomeHull(const ImpactReport& report);

  struct Place {
    double distance = 0;  ///< ‖p − nearest outcome‖/‖p⁻‖ in the kinetic metric
    int nearest = -1;     ///< index of that outcome
    /// Whether p is within the convex hull of the outcomes, to hullTolerance; empty where the outcomes found
    /// so far do not decide.
    std::optional<bool> inHull;
    double hullDistance = 0;  ///< ‖p − hull of the outcomes found‖/‖p⁻‖
  };
  /// The place of p (n). Empty where the impact has no outcome.
  std::optional<Place> place(const Eigen::VectorXd& p) const;

  /// Relative to ‖p⁻‖. The least squares that find the nearest point of a thin hull are accurate to about the
  /// square root of the rounding. With a smaller value some of the hull's own corners would count as outside.
  static constexpr double hullTolerance = 1e-7;

 private:
  ImpactProblem m_problem;
  Eigen::MatrixXd m_outcomes;  ///< n × outcomes, white
  bool m_complete;
};

}  // namespace carom
