#include "models/single_reflections.h"

#include <algorithm>

#include "impact/white_frame.h"

namespace carom {

namespace {

/// The number of reflections after which there is no answer, about a quarter of a second. With losses
/// orderings may be endless.
constexpr int mostReflections = 1'000'000;

/// Reflects the contact that `next(c, last)` returns, until it returns −1: all are feasible.
template <class Next>
ModelAnswer reflectInTurn(const ImpactProblem& problem, const Eigen::VectorXd& restitution, Next next) {
  const ExtendedMatrix& G = problem.frame().gram();
  ExtendedVector c = problem.frame().unitNormals().transpose() * problem.frame().whiten(problem.momentum());
  ExtendedVector multipliers = ExtendedVector::Zero(c.size());
  ModelAnswer answer;
  for (int last = -1;; ++answer.rounds) {
    const int i = next(c, last);
    if (i < 0) break;
    if (answer.rounds == mostReflections) {
      answer.reason = "the reflections did not end within " + std::to_string(mostReflections);
      return answer;
    }
    const Extended push = -(1 + static_cast<Extended>(restitution[i])) * c[i];
    multipliers[i] += push;
    c += push * G.col(i);
    last = i;
  }
  answer.multipliers = multipliers.cast<double>();
  return answer;
}

}  // namespace

ModelAnswer gaussSeidel(const ImpactProblem& problem, const ModelOptions& options) {
  return reflectInTurn(problem, options.restitution, [&](const ExtendedVector& c, int last) {
    const int count = static_cast<int>(c.size());
    for (int step = 1; step <= count; ++step)
      if (const int i = (last + step) % count; problem.isInfeasible(static_cast<double>(c[i]))) return i;
    return -1;
  });
}

ModelAnswer mostInfeasibleFirst(const ImpactProblem& problem, const ModelOptions& options) {
  return reflectInTurn(problem, options.restitution, [&](const ExtendedVector& c, int) {
    if (c.size() == 0 || !problem.isInfeasible(static_cast<double>(c.minCoeff()))) return -1;
    // Takes the first of the contacts that are equal to within rounding.
    const Extended tie = c.minCoeff() + static_cast<Extended>(mergeTolerance * problem.scale());
    return static_cast<int>(std::find_if(c.begin(), c.end(), [&](Extended ci) { return ci <= tie; }) -
                            c.begin());
  });
}

}  // namespace carom
