#include "impact/certificate/termination.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/nonnegative_least_squares.h"
#include "impact/certificate/contact_groups.h"
#include "impact/graph/search.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

/// Distance of −û_i from the cone of the other normals at and below which it lies in the cone, and least jam
/// weight. The least squares leave some 1e-14; a larger value adds contacts to the jam that only come near
/// it.
constexpr double hullTolerance = 1e-9;
constexpr std::size_t walkLimit = 200'000;  // states

/// The point of the hull nearest to 0, computed in extended precision from its support in double: near a jam
/// it is a small difference of unit vectors.
ExtendedVector nearestPoint(const ExtendedMatrix& unit, const Eigen::VectorXd& weights) {
  std::vector<Eigen::Index> support;
  for (Eigen::Index i = 0; i < weights.size(); ++i) {
    if (weights[i] > 0) support.push_back(i);
  }
  // The least squares of nearestHullPoint: min ‖V x‖² + (Σx − 1)².
  ExtendedMatrix A(unit.rows() + 1, static_cast<Eigen::Index>(support.size()));
  A.topRows(unit.rows()) = unit(Eigen::all, support);
  A.bottomRows(1).setOnes();
  ExtendedVector x = A.householderQr().solve(ExtendedVector::Unit(A.rows(), unit.rows()).eval());
  if (!(x.minCoeff() > 0)) x = weights(support).cast<Extended>();
  return unit(Eigen::all, support) * x / x.sum();
}

/// Computes the jam weights and the covector `rising`.
///
/// The projection of −û_i on the cone of all û_j is −û_i itself iff i has a weight in some λ; that λ is the
/// combination plus 1 for i. Otherwise the residual is −r with ⟨r,û_j⟩ ≥ 0 for all j and ⟨r,û_i⟩ = ‖r‖² > 0.
/// The sum of these λ has the largest support, and the sum of the r is a w that is positive outside it
/// [Goldman & Tucker 1956]. False where the least squares do not converge.
bool splitJam(const ImpactProblem& problem, const Eigen::MatrixXd& unit, const Eigen::VectorXd& weights,
              Termination& result) {
  const int k = problem.contactCount();
  result.jamWeights = weights;
  Eigen::VectorXd rising = Eigen::VectorXd::Zero(problem.dof());
  for (int i = 0; i < k; ++i) {
    const Nnls cone = nnls(unit, -unit.col(i));
    if (!cone.converged) return false;
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
  return true;
}

/// Whether every ordering ends, for contacts that could jam: it does where those with a jam weight stay
/// feasible. Empty where the walk reaches its limit.
std::optional<bool> leavesJamAlone(const ImpactProblem& problem, const Termination& result) {
  if (problem.isFeasible()) return true;
  const auto groups = pressedGroups(problem);
  if (std::ranges::none_of(groups, [&](const auto& group) {
        return std::ranges::any_of(group, [&](ContactIndex i) { return result.jamWeights[i] > 0; });
      }))
    return true;  // the contacts that act are orthogonal to those that could jam
  const SearchRules rules{.rising = result.rising, .guarded = guardedContacts(result)};
  for (int i = 0; i < problem.contactCount(); ++i)
    if (result.jamWeights[i] > 0 && problem.isInfeasible(problem.contactCoordinates()[i])) return false;
  GraphLimits limits;
  limits.maxStates = walkLimit;
  const SearchResult walk = searchOrderings(problem, rules, limits, {}, {});
  if (walk.guardBroken) return false;
  return walk.data->limit == Limit::None ? std::optional(true) : std::nullopt;
}

constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(static_cast<Uint128>(a) * b % prime);
}

/// The residue of a double, which is a whole number times a power of two.
std::uint64_t residue(double value) {
  int exponent = 0;
  const auto whole = static_cast<std::int64_t>(std::ldexp(std::frexp(std::abs(value), &exponent), 53));
  const int power = ((exponent - 53) % 61 + 61) % 61;  // 2^61 = 1
  const std::uint64_t size = times(static_cast<std::uint64_t>(whole) % prime, std::uint64_t{1} << power);
  return value < 0 && size > 0 ? prime - size : size;
}

std::uint64_t inverse(std::uint64_t a) {
  std::uint64_t result = 1;
  for (std::uint64_t exponent = prime - 2; exponent > 0; exponent >>= 1, a = times(a, a))
    if ((exponent & 1) != 0) result = times(result, a);
  return result;
}

/// Whether the rows, taken as exact numbers, are proven to be linearly independent: they are where their
/// residues modulo a prime are. For independent rows this fails with a probability of 1 in 10^18.
bool areExactlyIndependent(const Eigen::MatrixXd& rows) {
  if (rows.rows() > rows.cols()) return false;
  using Residues = Eigen::Matrix<std::uint64_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Residues a = rows.unaryExpr([](double value) { return residue(value); });
  for (Eigen::Index done = 0, column = 0; done < a.rows(); ++done, ++column) {
    Eigen::Index pivot = done;
    while (column < a.cols() && a(pivot, column) == 0)
      if (++pivot == a.rows()) {
        pivot = done;
        ++column;
      }
    if (column == a.cols()) return false;
    a.row(done).swap(a.row(pivot));
    const std::uint64_t unit = inverse(a(done, column));
    for (Eigen::Index i = done + 1; i < a.rows(); ++i) {
      if (a(i, column) == 0) continue;
      const std::uint64_t factor = prime - times(a(i, column), unit);
      for (Eigen::Index j = column; j < a.cols(); ++j)
        a(i, j) = (a(i, j) + times(factor, a(done, j))) % prime;
    }
  }
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
  const ExtendedMatrix& extended = problem.frame().unitNormals();
  if (hull.converged) {
    const ExtendedVector nearest = nearestPoint(extended, hull.weights);
    const Extended distance = nearest.norm();
    if (distance > jamTolerance) {
      result = openCone(problem, nearest);
      result.margin = static_cast<double>(distance);
      return result;
    }
  }
  // Independent normals cannot jam, however small the margin is.
  if (areExactlyIndependent(problem.normals())) {
    Termination open = openCone(problem, equalRise(extended));
    if (open.margin > 0) return open;
  }
  result.margin = 0;
  result.coneHasInterior = false;
  result.terminates = false;
  result.decided = hull.converged && splitJam(problem, unit, hull.weights, result);
  if (!result.decided || !problem.isElastic()) return result;
  const std::optional<bool> ends = leavesJamAlone(problem, result);
  result.decided = ends.has_value();
  result.terminates = ends.value_or(false);
  return result;
}

}  // namespace carom
