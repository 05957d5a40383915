#include "models/complementary_impact.h"

#include <Eigen/QR>
#include <vector>

#include "base/nonnegative_least_squares.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

/// Relative to ‖p⁻‖ or to a unit normal: the elimination leaves 1e-13 of a zero. A larger value counts more
/// contacts as neither pressing nor separating, and more sets of normals as dependent.
constexpr double zeroTolerance = 1e-10;

}  // namespace

bool hasOtherMultipliers(const ImpactProblem& problem, const Eigen::VectorXd& multipliers,
                         const Eigen::VectorXd& separation) {
  const Eigen::MatrixXd normals = problem.frame().unitNormals().cast<double>();
  const double zero = zeroTolerance * problem.scale();
  std::vector<Eigen::Index> pressing, idle;
  for (Eigen::Index i = 0; i < multipliers.size(); ++i) {
    if (separation[i] > zero) continue;
    (multipliers[i] > zero ? pressing : idle).push_back(i);
  }
  Eigen::MatrixXd rest = normals(Eigen::all, idle);
  if (!pressing.empty()) {  // the multipliers of pressing contacts may grow and shrink
    const Eigen::MatrixXd free = normals(Eigen::all, pressing);
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> span(free.rows(), free.cols());
    span.setThreshold(zeroTolerance);
    span.compute(free);
    if (span.rank() < free.cols()) return true;
    if (!idle.empty()) rest -= free * span.solve(rest);
  }
  // The other multipliers may only grow. Test whether some of their normals combine to a vector in the span
  // of the pressing ones.
  if (idle.empty()) return false;
  return nearestHullPoint(rest).point.norm() < zeroTolerance;
}

const char* reasonOf(ComplementaritySolution::Status status) {
  return status == ComplementaritySolution::Status::Unsolvable ? "the complementarity problem has no solution"
                                                               : "the pivots met their limit";
}

}  // namespace carom
