#include "impact/certificate/termination.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/nonnegative_least_squares.h"
#include "impact/certificate/contact_groups.h"
#include "impact/certificate/exact_jam.h"
#include "impact/certificate/pair_rule.h"
#include "impact/graph/search.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

/// Distance of −û_i from the cone of the other normals at and below which it lies in the cone, and least jam
/// weight. The least squares leave some 1e-14; a larger value adds contacts to the jam that only come near
/// it.
constexpr double hullTolerance = 1e-9;
constexpr std::size_t walkLimit = 200'000;  // states

bool isStopped(const ImpactProblem& problem, const std::stop_token& stop) {
  return problem.contactCount() > mostUnstopped && stop.stop_requested();
}

/// The x that minimises ‖A x − b‖, by reflections of one column after the other. Without use after a stop.
ExtendedVector leastSquares(ExtendedMatrix A, ExtendedVector b, const std::stop_token& stop) {
  if (A.cols() <= mostUnstopped) return A.householderQr().solve(b);
  const Eigen::Index m = A.rows(), k = A.cols();
  ExtendedVector work(k), essential(m);
  for (Eigen::Index j = 0; j < k && !stop.stop_requested(); ++j) {
    Extended factor = 0, norm = 0;
    auto tail = essential.head(m - j - 1);
    A.col(j).tail(m - j).makeHouseholder(tail, factor, norm);
    A(j, j) = norm;
    A.bottomRightCorner(m - j, k - j - 1).applyHouseholderOnTheLeft(tail, factor, work.data());
    b.tail(m - j).applyHouseholderOnTheLeft(tail, factor, work.data());
  }
  return A.topRows(k).triangularView<Eigen::Upper>().solve(b.head(k));
}

/// The point of the hull of columns of one group nearest to 0, from its support in double.
ExtendedVector nearestOfGroup(const ExtendedMatrix& unit, const Eigen::VectorXd& weights,
                              const std::stop_token& stop) {
  // The least squares of nearestHullPoint: min ‖V x‖² + (Σx − 1)².
  ExtendedMatrix A(unit.rows() + 1, unit.cols());
  A.topRows(unit.rows()) = unit;
  A.bottomRows(1).setOnes();
  const ExtendedVector one = ExtendedVector::Unit(A.rows(), unit.rows());
  ExtendedVector x = leastSquares(std::move(A), one, stop);
  if (!(x.minCoeff() > 0)) x = weights.cast<Extended>();
  return unit * x / x.sum();
}

/// The point of the hull nearest to 0, computed in extended precision from its support in double: near a jam
/// it is a small difference of unit vectors. Separate groups as in nearestHullPoint.
ExtendedVector nearestPoint(const WhiteFrame& frame, const Eigen::MatrixXd& unit,
                            const Eigen::VectorXd& weights, const std::stop_token& stop) {
  std::vector<Eigen::Index> support;
  for (Eigen::Index i = 0; i < weights.size(); ++i)
    if (weights[i] > 0) support.push_back(i);
  const ExtendedMatrix& extended = frame.unitNormals();
  const auto groups = separateColumns(unit(Eigen::all, support));
  if (groups.size() == 1) return nearestOfGroup(extended(Eigen::all, support), weights(support), stop);
  ExtendedVector sum = ExtendedVector::Zero(unit.rows());
  Extended squares = 0;
  for (const auto& group : groups) {
    std::vector<Eigen::Index> columns, rows;
    for (const Eigen::Index j : group) columns.push_back(support[static_cast<std::size_t>(j)]);
    for (const Eigen::Index j : columns)
      for (const Eigen::Index row : frame.entriesOf(static_cast<int>(j))) rows.push_back(row);
    std::ranges::sort(rows);
    rows.erase(std::ranges::unique(rows).begin(), rows.end());
    const ExtendedVector point = nearestOfGroup(extended(rows, columns), weights(columns), stop);
    const Extended square = point.squaredNorm();
    if (square == 0) return ExtendedVector::Zero(unit.rows());
    sum(rows) = point / square;
    squares += 1 / square;
  }
  return sum / squares;
}

/// What is left of a contact's normal where the contact is jammed by others, to rounding.
struct JammedContact {
  Eigen::VectorXd lambda;  ///< k, Σ λ = 1, positive for the contact
  bool isExact = false;    ///< see Termination::jamIsExact
};

/// Whether the contacts jam exactly, by themselves or with one more, whose weight is as small as a rounding.
bool jamExactly(const ImpactProblem& problem, const std::vector<int>& contacts) {
  if (cancelExactly(problem.normals(), contacts)) return true;
  std::vector<int> more = contacts;
  more.push_back(0);
  for (int& last = more.back(); last < problem.contactCount(); ++last)
    if (std::ranges::find(contacts, last) == contacts.end() && cancelExactly(problem.normals(), more))
      return true;
  return false;
}

JammedContact jammedContact(const ImpactProblem& problem, Eigen::VectorXd lambda, int contact) {
  std::vector<int> rows;
  for (int j = 0; j < lambda.size(); ++j)
    if (j == contact || lambda[j] > hullTolerance) rows.push_back(j);
  lambda[contact] += 1;
  return {lambda / lambda.sum(), jamExactly(problem, rows)};
}

Eigen::VectorXd sumOfWeights(const std::vector<JammedContact>& jammed, Eigen::VectorXd sum) {
  for (const JammedContact& contact : jammed) sum += contact.lambda;
  sum = (sum.array() > hullTolerance).select(sum, 0);
  return sum / sum.sum();
}

/// Computes the jam weights, how far they are proven, and the covector `rising`.
///
/// The projection of −û_i on the cone of all û_j is −û_i itself iff i has a weight in some λ; that λ is the
/// combination plus 1 for i. Otherwise the residual is −r with ⟨r,û_j⟩ ≥ 0 for all j and ⟨r,û_i⟩ = ‖r‖² > 0.
/// The sum of these λ has the largest support, and the sum of the r is a w that is positive outside it
/// [Goldman & Tucker 1956]. False where the least squares do not converge, and after a stop.
bool splitJam(const ImpactProblem& problem, const Eigen::MatrixXd& unit, const Eigen::VectorXd& weights,
              Termination& result, const std::stop_token& stop) {
  std::vector<JammedContact> all, exact;
  Eigen::VectorXd rising = Eigen::VectorXd::Zero(problem.dof());
  for (int i = 0; i < problem.contactCount(); ++i) {
    const Nnls cone = nnls(unit, -unit.col(i), stop);
    if (!cone.converged || isStopped(problem, stop)) return false;
    if (cone.residual.norm() <= hullTolerance) {
      all.push_back(jammedContact(problem, cone.x, i));
      if (all.back().isExact) exact.push_back(all.back());
    } else if (weights[i] <= hullTolerance) {
      rising -= cone.residual.normalized();
    }
  }
  result.jamIsExact = exact.size() == all.size();
  result.jamWeights = sumOfWeights(all, weights);
  if (!exact.empty()) result.exactJam = sumOfWeights(exact, Eigen::VectorXd::Zero(problem.contactCount()));
  result.rising = problem.frame().covector(rising.cast<Extended>());
  return true;
}

bool pressesOn(const ImpactProblem& problem, const Eigen::VectorXd& weights) {
  for (Eigen::Index i = 0; i < weights.size(); ++i)
    if (weights[i] > 0 && problem.isInfeasible(problem.contactCoordinates()[i])) return true;
  return false;
}

/// Whether every ordering ends, for contacts that could jam: it does where those with a jam weight stay
/// feasible. Empty where the walk reaches its limit, where the jam that is pressed on is not proven, and
/// after a stop.
std::optional<bool> leavesJamAlone(const ImpactProblem& problem, const Termination& result,
                                   const std::stop_token& stop) {
  if (problem.isFeasible()) return true;
  const auto groups = pressedGroups(problem);
  if (std::ranges::none_of(groups, [&](const auto& group) {
        return std::ranges::any_of(group, [&](ContactIndex i) { return result.jamWeights[i] > 0; });
      }))
    return true;  // the contacts that act are orthogonal to those that could jam
  if (pressesOn(problem, result.exactJam)) return false;
  if (pressesOn(problem, result.jamWeights)) return std::nullopt;
  const SearchRules rules{.rising = result.rising, .guarded = guardedContacts(result)};
  GraphLimits limits;
  limits.maxStates = walkLimit;
  const SearchResult walk = searchOrderings(problem, rules, limits, stop, {});
  if (walk.guardBroken) return result.jamIsExact ? std::optional(false) : std::nullopt;
  return walk.data->limit == Limit::None ? std::optional(true) : std::nullopt;
}

/// Whether no contact outside of a jam can change the part of p that the jam holds.
bool isApart(const ImpactProblem& problem, const Eigen::VectorXd& weights) {
  for (int i = 0; i < problem.contactCount(); ++i)
    for (int j = 0; j < problem.contactCount(); ++j)
      if (weights[i] > 0 && !(weights[j] > 0) && !fitsToRounding(wedgeAngle(problem, i, j), 2)) return false;
  return true;
}

/// The shortest w with ⟨w,û_i⟩ = 1 for each of the independent unit normals.
ExtendedVector equalRise(const ExtendedMatrix& unit) {
  const Eigen::HouseholderQR<ExtendedMatrix> qr(unit);
  const Eigen::Index k = unit.cols();
  const ExtendedMatrix R = qr.matrixQR().topRows(k).triangularView<Eigen::Upper>();
  ExtendedVector inBasis = ExtendedVector::Zero(unit.rows());
  inBasis.head(k) = R.transpose().triangularView<Eigen::Lower>().solve(ExtendedVector::Ones(k).eval());
  return qr.householderQ() * inBasis;
}

/// The answer after a stop: nothing is decided.
Termination stoppedTermination() {
  Termination result;
  result.coneHasInterior = result.terminates = result.decided = false;
  return result;
}

/// The answer where a direction w that opens all contacts is known. w: white, not zero.
Termination openCone(const ImpactProblem& problem, const ExtendedVector& w) {
  Termination result;
  const ExtendedVector direction = w.stableNormalized();
  result.margin = static_cast<double>((problem.frame().unitNormals().transpose() * direction).minCoeff());
  result.interior = problem.frame().covector(direction);
  result.rising = result.interior;
  return result;
}

}  // namespace

std::vector<bool> guardedContacts(const Termination& termination) {
  std::vector<bool> guarded;
  for (const double weight : termination.jamWeights) guarded.push_back(weight > 0);
  return guarded;
}

bool opensAtOnce(const ImpactProblem& problem) {
  constexpr double enough = 0.5;  // of 1: what rounding leaves of nearly dependent normals
  const Eigen::MatrixXd G = problem.gram();
  const Eigen::VectorXd weights = G.ldlt().solve(Eigen::VectorXd::Ones(G.rows()));
  if (!weights.allFinite()) return false;
  const double rounding = 1e-15 * static_cast<double>(G.rows()) * weights.lpNorm<1>();
  return (G * weights).minCoeff() - rounding > enough;
}

Termination decideTermination(const ImpactProblem& problem, const std::stop_token& stop) {
  Termination result;
  if (problem.contactCount() == 0) {
    result.margin = 1;
    result.interior = Eigen::VectorXd::Unit(problem.dof(), 0);
    result.interior /= problem.metric().norm(result.interior);
    result.rising = result.interior;
    return result;
  }
  const Eigen::MatrixXd unit = problem.frame().unitNormals().cast<double>();
  const HullPoint hull = nearestHullPoint(unit, stop);
  const ExtendedMatrix& extended = problem.frame().unitNormals();
  double margin = 0;
  if (hull.converged) {
    const ExtendedVector nearest = nearestPoint(problem.frame(), unit, hull.weights, stop);
    if (isStopped(problem, stop)) return stoppedTermination();
    margin = static_cast<double>(nearest.norm());
    if (margin > jamTolerance) {
      result = openCone(problem, nearest);
      result.margin = margin;
      return result;
    }
  }
  if (isStopped(problem, stop)) return stoppedTermination();
  // Independent normals cannot jam, however small the margin is.
  if (areExactlyIndependent(problem.normals())) {
    Termination open = openCone(problem, equalRise(extended));
    if (open.margin > 0) return open;
  }
  result.margin = 0;
  result.coneHasInterior = false;
  result.terminates = false;
  result.decided = hull.converged && splitJam(problem, unit, hull.weights, result, stop);
  if (!result.decided || !problem.isElastic()) return result;
  const std::optional<bool> ends = leavesJamAlone(problem, result, stop);
  result.decided = ends.has_value();
  result.terminates = ends.value_or(false);
  if (ends == false) {
    result.jamWeights = result.exactJam;
    result.noneEnds = isApart(problem, result.jamWeights);
  }
  if (!result.decided) result.margin = margin;
  return result;
}

}  // namespace carom
