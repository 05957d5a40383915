#include "impact/outcomes/endless_ordering.h"

#include <Eigen/QR>
#include <algorithm>
#include <set>

#include "base/nonnegative_least_squares.h"
#include "base/random.h"
#include "impact/certificate/contact_groups.h"
#include "impact/graph/distinct_momenta.h"
#include "impact/outcomes/indeterminacy.h"
#include "impact/outcomes/work.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

constexpr std::size_t mostFurther = 200;         // reflections per contact
constexpr std::size_t mostReflections = 10'000;  // of a random ordering, per contact
/// Over scale(): a limit farther than this from the cut is replaced by the nearest feasible momentum. An
/// ordering cut at inelasticCut has its limit within some 1e-9/(1 − r); a larger value accepts limits of the
/// wrong contacts, a smaller one gives up those of e near 1.
constexpr double farthest = 1e-6;

/// The contacts that reflect after the word, the most infeasible contact first.
std::vector<Eigen::Index> goingOn(ContactPath& path, const Word& word) {
  path.restart();
  for (const ContactIndex j : word) path.reflect(j);
  std::set<Eigen::Index> contacts;
  const std::size_t last = word.size() + mostFurther * static_cast<std::size_t>(path.contactCount());
  for (int j = path.mostInfeasible(); j >= 0 && path.word().size() < last; j = path.mostInfeasible()) {
    contacts.insert(j);
    path.reflect(j);
  }
  return {contacts.begin(), contacts.end()};
}

/// A random ordering to its end or its cut; empty where it is too long.
std::optional<Word> randomWord(const ImpactProblem& problem, ContactPath& path, Random& random, Work& work) {
  const std::size_t last = mostReflections * static_cast<std::size_t>(problem.contactCount());
  path.restart();
  while (!isCut(problem, path.c())) {
    if (path.word().size() >= last || !work.spend()) return std::nullopt;
    path.reflect(path.infeasible(random.below(path.infeasibleCount())));
  }
  return path.word();
}

/// The momentum nearest to y for which c of the given contacts vanishes.
struct Vanishing {
  ExtendedVector lambda;  ///< k, limit − y in terms of the unit normals
  ExtendedVector limit;
};

Vanishing vanish(const ImpactProblem& problem, const std::vector<Eigen::Index>& contacts,
                 const ExtendedVector& y) {
  const ExtendedMatrix U = problem.frame().unitNormals()(Eigen::all, contacts);
  const auto qr = U.completeOrthogonalDecomposition();
  Vanishing result{ExtendedVector::Zero(problem.contactCount()), y};
  result.lambda(contacts) = ExtendedVector(qr.solve(-y));
  // y + U λ would cancel: λ is large for nearly opposite normals.
  const ExtendedMatrix span = qr.householderQ() * ExtendedMatrix::Identity(U.rows(), qr.rank());
  result.limit -= span * (span.transpose() * y);
  return result;
}

/// Moves an outcome from its cut to `limit`, by λ along the unit normals.
void moveTo(const ImpactProblem& problem, Outcome& outcome, const ExtendedVector& lambda,
            const ExtendedVector& limit) {
  const WhiteFrame& frame = problem.frame();
  outcome.impulses += lambda.cwiseQuotient(frame.normalNorms()).cast<double>();
  outcome.energyLoss += static_cast<double>((outcome.white.squaredNorm() - limit.squaredNorm()) / 2);
  outcome.momentum = frame.covector(limit);
  outcome.white = limit;
  outcome.velocity = problem.metric().velocity(outcome.momentum);
}

}  // namespace

bool isCut(const ImpactProblem& problem, std::span<const double> c) {
  const double cut = -inelasticCut * problem.scale();
  return std::ranges::none_of(c, [&](double x) { return x < cut; });
}

std::vector<Outcome> sampleLossyOrderings(const ImpactProblem& problem, const SampleOptions& options,
                                          std::stop_token stop) {
  ContactPath path(problem), further(problem);
  DistinctMomenta ends(problem, lossyTolerance);
  Random random(options.seed);
  std::vector<Outcome> outcomes;
  Work work(problem, options.budget);
  for (std::size_t i = 0; i < options.samples && !stop.stop_requested(); ++i) {
    const std::optional<Word> word = randomWord(problem, path, random, work);
    if (work.isSpent()) break;
    if (!word) continue;
    Outcome outcome;
    outcome.node = Outcome::notInGraph;
    outcome.cut = !path.isFeasible();
    setExample(problem, outcome, *word);
    if (outcome.cut) goToLimit(problem, further, outcome);
    if (ends.number(outcome.white) == outcomes.size()) outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

void goToLimit(const ImpactProblem& problem, Outcome& outcome) {
  ContactPath path(problem);
  goToLimit(problem, path, outcome);
}

void goToLimit(const ImpactProblem& problem, ContactPath& path, Outcome& outcome) {
  const std::vector<Eigen::Index> contacts = goingOn(path, outcome.example);
  const ExtendedVector y = outcome.white;
  // Reflections expand no distance and keep feasible momenta, so that every end is within |y − feasible| of
  // one.
  const Eigen::VectorXd toFeasible = nnls(problem.frame().unitNormals().cast<double>(), -y.cast<double>()).x;
  const ExtendedVector feasible = y + problem.frame().unitNormals() * toFeasible.cast<Extended>();
  const Extended ball = (feasible - y).norm();
  auto [lambda, limit] = vanish(problem, contacts, y);
  if (!((limit - y).norm() <= farthest * problem.scale())) {
    lambda = toFeasible.cast<Extended>();
    limit = feasible;
  }
  moveTo(problem, outcome, lambda, limit);
  outcome.cutError = static_cast<double>(ball + (limit - feasible).norm());
}

void goToCollapse(const ImpactProblem& problem, Outcome& outcome) {
  std::vector<Eigen::Index> contacts;
  for (const auto& group : pressedGroups(problem))
    contacts.insert(contacts.end(), group.begin(), group.end());
  const Vanishing end = vanish(problem, contacts, outcome.white);
  moveTo(problem, outcome, end.lambda, end.limit);
}

}  // namespace carom
