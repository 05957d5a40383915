#include "impact/graph/search_coordinates.h"

#include <Eigen/SVD>
#include <cmath>

namespace carom {

namespace {
constexpr double rankTolerance =
    1e-11;                              // singular values of the unit normals and tangents below it are zeros
constexpr double roundingBelow = 0.01;  // below it 128 reflections in double come near the threshold of c
constexpr double hiddenBelow = 0.1;     // and below this one the contact coordinates blur their direction
}  // namespace

SearchCoordinates::SearchCoordinates(const ImpactProblem& problem, const Eigen::VectorXd& rising)
    : contacts(problem.contactCount()) {
  if (contacts == 0) return;
  const WhiteFrame& frame = problem.frame();
  const ExtendedMatrix& U = frame.unitNormals();
  const Eigen::Index felt = contacts + frame.unitTangents().cols();
  ExtendedMatrix basis(problem.dof(), felt);
  basis << U, frame.unitTangents();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(basis.cast<double>(),
                                              Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::VectorXd& sigma = svd.singularValues();
  int rank = 0, clear = 0;
  while (rank < sigma.size() && sigma[rank] > rankTolerance) ++rank;
  while (clear < rank && sigma[clear] > hiddenBelow) ++clear;
  hidden = rank - clear;
  magnifiesRounding = rank > 0 && sigma[rank - 1] < roundingBelow;

  basis.conservativeResize(Eigen::NoChange, felt + hidden);
  basis.rightCols(hidden) = svd.matrixU().middleCols(clear, hidden).cast<Extended>();
  start = basis.transpose() * frame.whiten(problem.momentum());
  const ExtendedVector factors = problem.factors().cast<Extended>();
  step = basis.transpose() * U * factors.asDiagonal();
  for (int j = 0; j < contacts; ++j) step(j, j) = factors[j];
  collisions = CollisionSteps(problem, basis);

  ExtendedVector w = frame.whiten(rising);
  if (w.squaredNorm() > 0) w.normalize();
  rise = factors.cwiseProduct(U.transpose() * w).cast<double>();
  const Eigen::VectorXd inBasis = svd.matrixU().transpose() * w.cast<double>();
  height.resize(count());
  height.head(felt) = svd.matrixV().leftCols(clear) * inBasis.head(clear).cwiseQuotient(sigma.head(clear));
  height.tail(hidden) = inBasis.segment(clear, hidden);

  // ‖Δp‖² ≤ Σ_clear Δc²/σ² + Σ_hidden Δt²
  const double blur = clear > 0 ? static_cast<double>(felt) / (sigma[clear - 1] * sigma[clear - 1]) : 0;
  tolerance = mergeTolerance * problem.momentumNorm() / std::sqrt(blur + hidden);
  safeRise = 2 * mergeTolerance * problem.momentumNorm();
}

}  // namespace carom
