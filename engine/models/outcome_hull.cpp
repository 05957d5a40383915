#include "models/outcome_hull.h"

#include "base/nonnegative_least_squares.h"
#include "impact/white_frame.h"

namespace carom {

OutcomeHull::OutcomeHull(const ImpactReport& report)
    : m_problem(report.problem),
      m_outcomes(report.problem.dof(), static_cast<Eigen::Index>(report.outcomes.size())),
      // Outcomes of lossy orderings are known to a tolerance; a point that near to their hull may be inside.
      m_complete(report.complete() && report.tolerance <= hullTolerance) {
  for (std::size_t i = 0; i < report.outcomes.size(); ++i)
    m_outcomes.col(static_cast<Eigen::Index>(i)) =
        m_problem.frame().whiten(report.outcomes[i].momentum).cast<double>();
}

std::optional<OutcomeHull::Place> OutcomeHull::place(const Eigen::VectorXd& p) const {
  if (m_outcomes.cols() == 0) return std::nullopt;
  const double norm = m_problem.momentumNorm() > 0 ? m_problem.momentumNorm() : 1;
  const Eigen::MatrixXd from = (m_outcomes.colwise() - m_problem.frame().whiten(p).cast<double>()) / norm;
  Place place;
  Eigen::Index nearest = 0;
  place.distance = from.colwise().norm().minCoeff(&nearest);
  place.nearest = static_cast<int>(nearest);
  const HullPoint hull = nearestHullPoint(from);
  place.hullDistance = std::min(place.distance, hull.point.norm());
  if (place.hullDistance <= hullTolerance)
    place.inHull = true;
  else if (m_complete && hull.converged)
    place.inHull = false;
  return place;
}

}  // namespace carom
