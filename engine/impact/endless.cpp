#include "impact/endless.h"

#include <Eigen/QR>
#include <set>

#include "impact/contact_path.h"
#include "impact/extended.h"

namespace carom {

namespace {

constexpr std::size_t mostFurther = 200;  // reflections per contact
constexpr double farthest = 1e-6;         // of ‖p⁻‖: a limit farther away than this is not believed

/// The contacts that reflect after the word.
std::vector<Eigen::Index> goingOn(const ImpactProblem& problem, double factor, const Word& word) {
  ContactPath path(problem, factor);
  for (const ContactIndex j : word) path.reflect(j);
  std::set<Eigen::Index> contacts;
  const std::size_t last = word.size() + mostFurther * static_cast<std::size_t>(problem.contactCount());
  for (int j = path.mostInfeasible(); j >= 0 && path.word().size() < last; j = path.mostInfeasible()) {
    contacts.insert(j);
    path.reflect(j);
  }
  return {contacts.begin(), contacts.end()};
}

}  // namespace

void goToLimit(const ImpactProblem& problem, double factor, Outcome& outcome) {
  const WhiteFrame& frame = problem.frame();
  const std::vector<Eigen::Index> contacts = goingOn(problem, factor, outcome.example);
  const ExtendedMatrix U = frame.unitNormals()(Eigen::all, contacts);
  const ExtendedVector y = frame.whiten(outcome.momentum);
  const ExtendedVector lambda = U.completeOrthogonalDecomposition().solve(-y);
  const ExtendedVector limit = y + U * lambda;
  if (!((limit - y).norm() <= farthest * problem.momentumNorm())) return;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Eigen::Index contact = contacts[i];
    outcome.impulses[contact] +=
        static_cast<double>(lambda[static_cast<Eigen::Index>(i)] / frame.normalNorms()[contact]);
  }
  outcome.energyLoss += static_cast<double>((y.squaredNorm() - limit.squaredNorm()) / 2);
  outcome.momentum = frame.covector(limit);
  outcome.velocity = problem.metric().velocity(outcome.momentum);
}

}  // namespace carom
