#include "answer/question/question.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

namespace {

/// Orderings of up to so many reflections are followed as often as was asked; a budget of time is for longer
/// ones.
constexpr std::size_t usualLength = 1'000;

/// Pairs of momenta that a search may compare: more in proportion where more states than usual are allowed.
std::size_t comparisonsFor(std::size_t states) {
  constexpr std::size_t each = 500;
  return std::max(GraphLimits().maxComparisons,
                  std::min(states, std::numeric_limits<std::size_t>::max() / each) * each);
}

}  // namespace

ResolveOptions resolveOptions(const Question& question) {
  ResolveOptions options;
  if (question.maxStates) {
    options.limits.maxStates = *question.maxStates;
    options.limits.maxComparisons = comparisonsFor(*question.maxStates);
  }
  const std::size_t memory = options.limits.maxBytes = question.maxBytes;
  options.restitution = question.settings.restitution;
  options.reflectionRestitution = question.settings.reflectionRestitution;
  if (question.sample)
    options.sample = SampleOptions{
        .samples = *question.sample, .seed = question.seed, .maxBytes = memory, .uncounted = usualLength};
  if (question.gaps)
    options.gaps = GapOptions{
        .samples = *question.gaps, .seed = question.seed, .maxBytes = memory, .uncounted = usualLength};
  return options;
}

RobustQuestion robustQuestion(const Question& question, std::size_t usualSamples) {
  const std::size_t samples = question.samples == 0 ? usualSamples : question.samples;
  return {question.tolerances, question.normal, samples,
          question.seed,       question.below,  resolveOptions(question)};
}

std::vector<double> OverRange::values() const {
  std::vector<double> all;
  const double steps = static_cast<double>(points) - 1;
  for (double k = 0; k < steps; ++k) all.push_back((a * (steps - k) + b * k) / steps);  // 0 where it is
  if (points > 0) all.push_back(points > 1 ? b : a);
  return all;
}

LandingQuestion landingQuestion(const Question& question) {
  LandingQuestion landing = question.landing;
  if (question.samples > 0) landing.samples = question.samples;
  landing.seed = question.seed;
  for (const OverRange& over : question.over) landing.over.push_back({over.name, over.values()});
  if (question.maxStates) landing.nearStates = *question.maxStates;
  landing.resolve = resolveOptions(question);
  return landing;
}

FuturesQuestion futuresQuestion(const Question& question) {
  FuturesQuestion futures = question.futures;
  futures.samples = question.samples;
  futures.gaps = question.gaps.value_or(futures.gaps);
  futures.seed = question.seed;
  futures.maxBytes = question.maxBytes;
  return futures;
}

OrbitQuestion orbitQuestion(const Question& question) {
  OrbitQuestion orbit = question.orbit;
  orbit.vary = question.design.variables;
  return orbit;
}

}  // namespace carom
