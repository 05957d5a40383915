#include "impact/certificate/pair_sensitivity.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "impact/certificate/certificate.h"
#include "impact/white_frame.h"

namespace carom {

double worstPairIndeterminacy(const ImpactProblem& problem, int i, int j) {
  const double m = pairMultiplicity(problem, i, j);
  if (!std::isfinite(m)) return 0;  // opposite normals have no outcome
  // sin(round(m) π/m) = ± sin((m − round(m)) π/m), without cancellation.
  return 2 * std::abs(std::sin(std::numbers::pi * (m - std::round(m)) / m));
}

PairSensitivity pairSensitivity(const ImpactProblem& problem) {
  assert(problem.contactCount() == 2);
  const double G = problem.gram()(0, 1), a = problem.contactCoordinates()[0],
               b = problem.contactCoordinates()[1];
  PairSensitivity result;
  result.worstXi = worstPairIndeterminacy(problem, 0, 1);
  // Components along and across the bisector of the normals.
  const ExtendedMatrix& u = problem.frame().unitNormals();
  const Extended sum = (u.col(0) + u.col(1)).norm(), difference = (u.col(0) - u.col(1)).norm();
  const Extended along = sum > 0 ? (static_cast<Extended>(a) + b) / sum : 0;
  const Extended across = difference > 0 ? (static_cast<Extended>(a) - b) / difference : 0;
  result.projection = static_cast<double>(std::hypot(along, across));
  const double sine = static_cast<double>(sum * difference / 2);
  result.epsilon = sine > 0 ? G / sine : std::copysign(std::numeric_limits<double>::infinity(), G);
  if (problem.momentumNorm() > 0) {
    result.linearXi = 4 * std::abs(result.epsilon) * result.projection / problem.momentumNorm();
  }
  return result;
}

Eigen::VectorXd orthogonalityDerivative(const KineticMetric& metric, const Eigen::VectorXd& p,
                                        const Eigen::VectorXd& u, const Eigen::VectorXd& v,
                                        const Eigen::VectorXd& w) {
  const double pv = metric.inner(p, v), pw = metric.inner(p, w), uw = metric.inner(u, w);
  return -2 * (pv * w + pw * v - 2 * uw * pv * u);
}

}  // namespace carom
