#include "bench/straightforward.h"

#include <cmath>
#include <deque>
#include <unordered_map>

namespace carom::straightforward {

namespace {

using Key = std::vector<std::int64_t>;

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::size_t hash = 0;
    for (const std::int64_t part : key)
      hash = (hash ^ static_cast<std::size_t>(part)) * 0x9E3779B97F4A7C15u + (hash >> 29);
    return hash;
  }
};

struct State {
  Eigen::VectorXd p;
  BigInt orderings;
};

}  // namespace

Reflections::Reflections(const ImpactProblem& problem)
    : m_unit(problem.unitNormals().transpose()),
      m_dual(problem.metric().mass().llt().solve(m_unit)),
      m_start(problem.momentum()),
      m_norm(problem.momentumNorm()),
      m_threshold(-feasibilityTolerance * problem.momentumNorm()) {}

GraphAnswer exploreOrderings(const ImpactProblem& problem, std::size_t maxStates) {
  const Reflections reflections(problem);
  const double cell = 1e-8 * problem.momentumNorm();
  const auto keyOf = [&](const Eigen::VectorXd& p) {
    Key key;
    for (const double value : p) key.push_back(std::llround(value / cell));
    return key;
  };

  std::unordered_map<Key, std::size_t, KeyHash> known{{keyOf(reflections.start()), 0}};
  std::deque<State> states{{reflections.start(), 1}};
  GraphAnswer answer;
  for (std::size_t i = 0; i < states.size(); ++i) {
    bool feasible = true;
    for (int j = 0; j < reflections.contactCount(); ++j) {
      if (!reflections.isInfeasible(states[i].p, j)) continue;
      feasible = false;
      Eigen::VectorXd p = states[i].p;
      reflections.reflect(p, j);
      const auto [at, isNew] = known.try_emplace(keyOf(p), states.size());
      if (isNew) {
        if (states.size() == maxStates) return {states.size(), answer.outcomes, 0};
        states.push_back({std::move(p), 0});
      }
      states[at->second].orderings += states[i].orderings;
    }
    if (!feasible) continue;
    ++answer.outcomes;
    answer.orderings += states[i].orderings;
  }
  answer.states = states.size();
  return answer;
}

}  // namespace carom::straightforward
