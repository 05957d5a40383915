#include "impact/graph/search_coordinates.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/thin_svd.h"
#include "impact/certificate/termination.h"

namespace carom {

namespace {
/// Singular values of the unit normals and tangents below this are zeros. Their rounding is about 1e-15; a
/// larger value drops directions of the momentum, a smaller one adds directions of rounding noise.
constexpr double rankTolerance = 1e-11;
/// A singular value below this magnifies rounding so that 128 reflections in double reach
/// feasibilityTolerance (128 · 4e-16 / 0.01 = 5e-12). A larger value costs time only.
constexpr double roundingBelow = 0.01;
/// A direction with a singular value below this becomes a coordinate of its own. A smaller value narrows the
/// cells of the merging tolerance; a larger one costs memory only.
constexpr double hiddenBelow = 0.1;
}  // namespace

SearchCoordinates::SearchCoordinates(const ImpactProblem& problem, const Eigen::VectorXd& rising,
                                     double merging, const std::stop_token& stop)
    : contacts(problem.contactCount()) {
  if (contacts == 0) return;
  const WhiteFrame& frame = problem.frame();
  const ExtendedMatrix& U = frame.unitNormals();
  const Eigen::Index felt = contacts + frame.unitTangents().cols();
  ExtendedMatrix basis(problem.dof(), felt);
  basis << U, frame.unitTangents();
  if (felt > mostUnstopped && stop.stop_requested()) {
    isStopped = true;
    start = basis.transpose() * frame.whiten(problem.momentum());
    step = ExtendedMatrix::Zero(felt, contacts);
    collisions = CollisionSteps(problem, basis);
    rise = Eigen::VectorXd::Zero(contacts);
    height = Eigen::VectorXd::Zero(felt);
    tolerance = safeRise = merging * problem.scale();
    return;
  }
  const ThinSvd svd = thinSvd(basis.cast<double>());
  const Eigen::VectorXd& sigma = svd.sigma;
  int rank = 0, clear = 0;
  while (rank < sigma.size() && sigma[rank] > rankTolerance) ++rank;
  while (clear < rank && sigma[clear] > hiddenBelow) ++clear;
  hidden = rank - clear;
  magnifiesRounding = rank > 0 && sigma[rank - 1] < roundingBelow;

  basis.conservativeResize(Eigen::NoChange, felt + hidden);
  basis.rightCols(hidden) = svd.U.middleCols(clear, hidden).cast<Extended>();
  start = basis.transpose() * frame.whiten(problem.momentum());
  const ExtendedVector factors = problem.factors().cast<Extended>();
  step.resize(basis.cols(), contacts);
  step.topRows(contacts) = frame.gram();
  for (int j = 0; j < contacts; ++j) {
    for (Eigen::Index i = contacts; i < basis.cols(); ++i) {
      Extended product = 0;
      for (const Eigen::Index k : frame.entriesOf(j)) product += basis(k, i) * U(k, j);
      step(i, j) = product;
    }
    step.col(j) *= factors[j];
    step(j, j) = factors[j];
  }
  collisions = CollisionSteps(problem, basis);

  ExtendedVector w = frame.whiten(rising);
  if (w.squaredNorm() > 0) w.normalize();
  rise = factors.cwiseProduct(U.transpose() * w).cast<double>();
  const Eigen::VectorXd inBasis = svd.U.transpose() * w.cast<double>();
  height.resize(count());
  height.head(felt) = svd.V.leftCols(clear) * inBasis.head(clear).cwiseQuotient(sigma.head(clear));
  height.tail(hidden) = inBasis.segment(clear, hidden);

  // ‖Δp‖² ≤ Σ_clear Δc²/σ² + Σ_hidden Δt²
  const double blur = clear > 0 ? static_cast<double>(felt) / (sigma[clear - 1] * sigma[clear - 1]) : 0;
  tolerance = merging * problem.scale() / std::sqrt(blur + hidden);
  safeRise = 2 * merging * problem.scale();
}

SearchCoordinates::SearchCoordinates(const ImpactProblem& problem, const Eigen::MatrixXi& multiplicity)
    : contacts(problem.contactCount()), magnifiesRounding(true) {
  start = problem.frame().unitNormals().transpose() * problem.frame().whiten(problem.momentum());
  const auto gram = [](int m) -> Extended {
    return m == 2 ? 0 : -std::cos(std::numbers::pi_v<Extended> / m);  // m = 1: coincident, 1
  };
  step = 2 * multiplicity.unaryExpr(gram);
  // The w with ⟨w,û_j⟩ = 1 for every j, from the first contact of each direction.
  std::vector<int> distinct;
  for (int i = 0; i < contacts; ++i)
    if (std::ranges::none_of(distinct, [&](int j) { return multiplicity(i, j) == 1; })) distinct.push_back(i);
  const ExtendedMatrix G = step(distinct, distinct) / 2;
  height = Eigen::VectorXd::Zero(contacts);
  height(distinct) = G.ldlt().solve(ExtendedVector::Ones(G.rows())).cast<double>();
  rise = Eigen::VectorXd::Constant(contacts, 2);
  tolerance = mergeTolerance * problem.scale();
  safeRise = 2 * tolerance * height.cwiseAbs().sum();
}

}  // namespace carom
