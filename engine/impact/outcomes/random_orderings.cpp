#include "impact/outcomes/random_orderings.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "impact/contact_path.h"
#include "impact/graph/distinct_momenta.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/outcomes/indeterminacy.h"
#include "impact/outcomes/work.h"
#include "impact/reflection.h"

namespace carom {

namespace {

/// Mean and standard error of numbers that are given by their logarithms and may exceed the range of double.
OrderingsEstimate estimateOf(const std::vector<double>& logs) {
  OrderingsEstimate estimate;
  estimate.samples = logs.size();
  if (logs.empty()) return estimate;
  const double count = static_cast<double>(logs.size());
  const double largest = *std::max_element(logs.begin(), logs.end());
  double sum = 0, squares = 0;
  for (const double log : logs) {
    const double x = std::exp(log - largest);
    sum += x;
    squares += x * x;
  }
  const double mean = sum / count;
  const double variance = count > 1 ? std::max(0.0, squares / count - mean * mean) * count / (count - 1) : 0;
  estimate.value = mean * std::exp(largest);
  estimate.standardError = std::sqrt(variance / count) * std::exp(largest);
  estimate.log10 = (largest + std::log(mean)) / std::log(10.0);
  return estimate;
}

}  // namespace

SampleReport sampleOrderings(const ImpactProblem& problem, const SampleOptions& options, std::stop_token stop,
                             const Progress& progress, double tolerance) {
  SampleReport report;
  ContactPath path(problem);
  DistinctMomenta ends(problem, tolerance);
  Random random(options.seed);
  Work work(problem, options.budget);
  std::vector<double> logs;
  std::size_t bytes = 0;
  const bool lossy = !problem.isElastic();
  ContactPath further(problem);
  const auto isAtCut = [&] { return lossy && isCut(problem, path.c()); };
  for (std::size_t i = 0; i < options.samples && !stop.stop_requested(); ++i) {
    if (bytes > options.maxBytes) {
      report.limit = Limit::Memory;
      break;
    }
    path.restart();
    double log = 0;
    for (std::size_t choices = path.infeasibleCount(); choices > 0 && !isAtCut();
         choices = path.infeasibleCount()) {
      if (path.word().size() >= options.uncounted && !work.spend()) break;
      log += std::log(static_cast<double>(choices));
      path.reflect(path.infeasible(random.below(choices)));
      if (path.word().size() % 4096 != 0) continue;
      if (4 * path.word().size() * sizeof(ContactIndex) > options.maxBytes) report.limit = Limit::Memory;
      if (stop.stop_requested() || report.limit != Limit::None) break;
    }
    if (!path.isFeasible() && !isAtCut()) break;
    logs.push_back(log);
    const Word& word = path.word();
    Outcome outcome;
    outcome.node = Outcome::notInGraph;
    outcome.cut = !path.isFeasible();
    setExample(problem, outcome, word);
    if (outcome.cut) goToLimit(problem, further, outcome);
    const std::size_t end = ends.number(outcome.white);
    bytes += 3 * sizeof(double);  // a vector that grows takes up to three times its content
    if (const bool isNew = end == report.outcomes.size();
        isNew || word.size() < report.outcomes[end].example.size()) {
      if (isNew) {
        const auto numbers = static_cast<std::size_t>(3 * problem.dof() + 3 * problem.contactCount());
        bytes += 2 * word.size() * sizeof(ContactIndex) + numbers * sizeof(double) + sizeof(Outcome);
        report.outcomes.emplace_back();
      }
      report.outcomes[end] = std::move(outcome);
    }
    const auto length = static_cast<std::uint32_t>(word.size());
    report.minLength = i == 0 ? length : std::min(report.minLength, length);
    report.maxLength = std::max(report.maxLength, length);
    if (progress && i % 256 == 0) progress(static_cast<double>(i) / static_cast<double>(options.samples));
  }
  if (work.isSpent()) report.limit = Limit::Work;
  if (stop.stop_requested()) report.limit = Limit::Cancelled;
  report.estimate = estimateOf(logs);
  report.estimate.seed = options.seed;
  return report;
}

}  // namespace carom
