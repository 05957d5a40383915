#include "impact/certificate/termination.h"

#include <Eigen/QR>
#include <vector>

#include "base/nonnegative_least_squares.h"
#include "impact/graph/search.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

constexpr double hullTolerance = 1e-9;  // of a unit vector: −û_i lies in the cone of the others
constexpr std::size_t walkLimit = 200'000;

/// The point of the hull nearest to 0, in extended precision once its support is known: near a jam the point
/// is a small difference of unit vectors.
ExtendedVector nearestPoint(const ExtendedMatrix& unit, const Eigen::VectorXd& weights) {
  std::vector<Eigen::Index> support;
  for (Eigen::Index i = 0; i < weights.size(); ++i) {
    if (weights[i] > 0) support.push_back(i);
  }
  // As nearestHullPoint: min ‖V x‖² + (Σx − 1)².
  ExtendedMatrix A(unit.rows() + 1, static_cast<Eigen::Index>(support.size()));
  A.topRows(unit.rows()) = unit(Eigen::all, support);
  A.bottomRows(1).setOnes();
  ExtendedVector x = A.householderQr().solve(ExtendedVector::Unit(A.rows(), unit.rows()).eval());
  if (!(x.minCoeff() > 0)) x = weights(support).cast<Extended>();
  return unit(Eigen::all, support) * x / x.sum();
}

/// Finds the jam weights and the direction that the other contacts raise.
///
/// The projection of −û_i on the cone of all û_j is −û_i itself iff i has a weight in some λ (then λ is that
/// combination plus 1 on i); otherwise what is left over is −r with ⟨r,û_j⟩ ≥ 0 for all j and ⟨r,û_i⟩ = ‖r‖²
/// > 0. Sums over i give a λ with the largest support and a w that is positive outside it [Goldman & Tucker
/// 1956].
void splitJam(const ImpactProblem& problem, const Eigen::MatrixXd& unit, const Eigen::VectorXd& weights,
              Termination& result) {
  const int k = problem.contactCount();
  result.jamWeights = weights;
  Eigen::VectorXd rising = Eigen::VectorXd::Zero(problem.dof());
  for (int i = 0; i < k; ++i) {
    const Nnls cone = nnls(unit, -unit.col(i));
    if (cone.residual.norm() <= hullTolerance) {
      Eigen::VectorXd lambda = cone.x;
      lambda[i] += 1;
      result.jamWeights += lambda / lambda.sum();
    } else if (weights[i] <= hullTolerance) {
      rising -= cone.residual.normalized();
    }
  }
  result.jamWeights = (result.jamWeights.array() > hullTolerance).select(result.jamWeights, 0);
  result.jamWeights /= result.jamWeights.sum();
  result.rising = problem.frame().covector(rising.cast<Extended>());
}

/// Whether every ordering ends although the contacts with a jam weight could jam.
bool leavesJamAlone(const ImpactProblem& problem, const Termination& result) {
  if (problem.isFeasible()) return true;
  std::vector<bool> guarded(static_cast<std::size_t>(problem.contactCount()));
  for (int i = 0; i < problem.contactCount(); ++i) {
    guarded[static_cast<std::size_t>(i)] = result.jamWeights[i] > 0;
    if (result.jamWeights[i] > 0 && problem.isInfeasible(problem.contactCoordinates()[i])) return false;
  }
  SearchRules rules{.rising = result.rising, .guarded = guarded};
  GraphLimits limits;
  limits.maxStates = walkLimit;
  return !searchOrderings(problem, rules, limits, {}, {}).guardBroken;
}

}  // namespace

Termination decideTermination(const ImpactProblem& problem) {
  Termination result;
  if (problem.contactCount() == 0) {
    result.margin = 1;
    result.interior = Eigen::VectorXd::Unit(problem.dof(), 0);
    result.interior /= problem.metric().norm(result.interior);
    result.rising = result.interior;
    return result;
  }
  const Eigen::MatrixXd unit = problem.frame().unitNormals().cast<double>();
  const HullPoint hull = nearestHullPoint(unit);
  const ExtendedVector nearest = nearestPoint(problem.frame().unitNormals(), hull.weights);
  const Extended distance = nearest.norm();
  if (distance > jamTolerance) {
    result.margin = static_cast<double>(distance);
    result.interior = problem.frame().covector(nearest / distance);
    result.rising = result.interior;
    return result;
  }
  result.margin = 0;
  result.coneHasInterior = false;
  splitJam(problem, unit, hull.weights, result);
  result.terminates = problem.reflectsOnly() && leavesJamAlone(problem, result);
  return result;
}

}  // namespace carom
