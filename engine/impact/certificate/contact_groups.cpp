#include "impact/certificate/contact_groups.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/big_int.h"
#include "impact/outcomes/indeterminacy.h"

namespace carom {

namespace {

constexpr std::size_t mostOutcomes = 10'000;
constexpr std::uint64_t longestWord = 20'000;

/// The number of orderings of each length.
using Lengths = std::map<std::uint32_t, BigInt>;
using LengthCounts = std::map<std::uint32_t, Count>;

/// The binomial coefficient C(a+b, a).
BigInt interleavings(std::uint32_t a, std::uint32_t b) {
  BigInt count = 1;
  for (std::uint32_t i = 1; i <= std::min(a, b); ++i) count = count * (std::max(a, b) + i) / i;
  return count;
}

Lengths interleave(const Lengths& left, const LengthCounts& right) {
  Lengths both;
  for (const auto& [a, countA] : left) {
    for (const auto& [b, countB] : right) both[a + b] += countA * bigInt(countB) * interleavings(a, b);
  }
  return both;
}

/// Combines the outcomes of the groups.
class Product {
 public:
  Product(const ImpactProblem& problem, std::vector<std::vector<ContactIndex>> groups,
          const std::vector<ImpactReport>& reports)
      : m_problem(problem), m_reports(reports) {
    m_product.groups = std::move(groups);
    BigInt states = 1;
    for (const ImpactReport& report : reports) {
      m_lengths.push_back(report.graph->orderingsByLength());
      states *= report.graph->nodeCount();
      m_product.countsIdealGroup = m_product.countsIdealGroup || report.countsIdealGroup;
      m_product.minLength += report.minLength;
      m_product.maxLength += report.maxLength;
    }
    m_product.states = toCount(states);
  }

  GroupProduct run() {
    Outcome none;
    none.node = Outcome::notInGraph;
    none.minimal = none.reachedMinimally = true;
    extend(0, none, {{0, 1}});
    return std::move(m_product);
  }

 private:
  static std::optional<bool> both(std::optional<bool> a, std::optional<bool> b) {
    if (a == false || b == false) return false;
    return a && b ? std::optional(true) : std::nullopt;
  }

  /// Adds every combination of outcomes of the groups from `group` on to the outcome `before` of those
  /// before.
  void extend(std::size_t group, const Outcome& before, const Lengths& lengths) {
    if (group == m_reports.size()) return add(before, lengths);
    const std::vector<Outcome>& outcomes = m_reports[group].outcomes;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      Outcome outcome = before;
      outcome.minimal = both(outcome.minimal, outcomes[i].minimal);
      outcome.reachedMinimally = both(outcome.reachedMinimally, outcomes[i].reachedMinimally);
      for (const ContactIndex j : outcomes[i].example) outcome.example.push_back(m_product.groups[group][j]);
      extend(group + 1, outcome, interleave(lengths, m_lengths[group][i]));
    }
  }

  void add(Outcome outcome, const Lengths& lengths) {
    for (const auto& [length, count] : lengths) outcome.orderings += toCount(count);
    m_product.orderings += outcome.orderings;
    setExample(m_problem, outcome, Word(outcome.example));
    m_product.outcomes.push_back(std::move(outcome));
  }

  const ImpactProblem& m_problem;
  const std::vector<ImpactReport>& m_reports;
  std::vector<std::vector<LengthCounts>> m_lengths;  ///< for each group and outcome
  GroupProduct m_product;
};

}  // namespace

std::vector<std::vector<ContactIndex>> pressedGroups(const ImpactProblem& problem) {
  const int k = problem.contactCount();
  std::vector<bool> seen(static_cast<std::size_t>(k), false);
  std::vector<std::vector<ContactIndex>> groups;
  for (int first = 0; first < k; ++first) {
    if (seen[static_cast<std::size_t>(first)]) continue;
    std::vector<ContactIndex> group{static_cast<ContactIndex>(first)};
    seen[static_cast<std::size_t>(first)] = true;
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (int j = 0; j < k; ++j) {
        if (seen[static_cast<std::size_t>(j)] || std::abs(problem.gram()(group[i], j)) <= separateTolerance)
          continue;
        seen[static_cast<std::size_t>(j)] = true;
        group.push_back(static_cast<ContactIndex>(j));
      }
    }
    std::ranges::sort(group);
    const auto isPressed = [&](ContactIndex j) {
      return problem.isInfeasible(problem.contactCoordinates()[j]);
    };
    if (std::ranges::any_of(group, isPressed)) groups.push_back(std::move(group));
  }
  return groups;
}

ImpactProblem groupProblem(const ImpactProblem& problem, const std::vector<ContactIndex>& contacts) {
  Eigen::MatrixXd normals(static_cast<Eigen::Index>(contacts.size()), problem.dof());
  std::vector<ContactLabel> labels;
  for (const ContactIndex j : contacts) {
    normals.row(static_cast<Eigen::Index>(labels.size())) = problem.normals().row(j);
    labels.push_back(problem.labels()[j]);
  }
  return ImpactProblem(problem.metric(), normals, problem.momentum(), std::move(labels));
}

std::optional<GroupProduct> resolveGroups(const ImpactProblem& problem, const ResolveOptions& options,
                                          std::stop_token stop, const Progress& progress) {
  ResolveOptions ofGroup;
  ofGroup.limits = options.limits;
  ofGroup.minimalityChecks = options.minimalityChecks;
  ofGroup.samplePastLimit.samples = 0;

  std::vector<std::vector<ContactIndex>> groups = pressedGroups(problem);
  std::vector<ImpactReport> reports;
  std::size_t outcomes = 1;
  std::uint64_t longest = 0;
  for (const auto& group : groups) {
    reports.push_back(resolveImpact(groupProblem(problem, group), ofGroup, stop, progress));
    const ImpactReport& report = reports.back();
    if (report.jammed() || !report.complete() || stop.stop_requested()) return std::nullopt;
    outcomes *= report.outcomes.size();
    longest += report.maxLength;
    if (outcomes > mostOutcomes || longest > longestWord) return std::nullopt;
  }
  return Product(problem, std::move(groups), reports).run();
}

}  // namespace carom
