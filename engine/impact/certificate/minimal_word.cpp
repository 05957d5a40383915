#include "impact/certificate/minimal_word.h"

#include <algorithm>
#include <vector>

#include "impact/certificate/termination.h"
#include "impact/graph/collision_steps.h"
#include "impact/outcomes/indeterminacy.h"
#include "impact/reflection.h"

namespace carom {

namespace {

using NodeId = OrderingGraph::NodeId;

/// Examples up to this length are decided without regard to the budget: they have at most 2^16 subsequences.
constexpr std::size_t alwaysDecided = 16;

/// Visits the subsequences of words depth first, in contact coordinates.
class Subsequences {
 public:
  explicit Subsequences(const ImpactProblem& problem) : m_problem(problem) {
    const WhiteFrame& frame = problem.frame();
    ExtendedMatrix basis(problem.dof(), problem.contactCount() + frame.unitTangents().cols());
    basis << frame.unitNormals(), frame.unitTangents();
    // The frame's Gram matrix leaves out zeros: of a thousand contacts the product takes half a minute.
    const bool isLarge = problem.contactCount() > mostUnstopped && frame.unitTangents().cols() == 0;
    m_gram = (isLarge ? frame.gram() : ExtendedMatrix(basis.transpose() * basis)).cast<double>();
    m_collisions = CollisionSteps(problem, basis);
    m_c = (basis.transpose() * frame.whiten(problem.momentum())).cast<double>();
  }

  /// See isMinimalWord.
  std::optional<bool> isMinimal(const Word& word, std::size_t& budget) {
    if (m_problem.isFeasible()) return word.empty();
    if (word.size() > budget) return std::nullopt;  // the budget does not suffice for the word itself
    const std::optional<bool> feasible = anyProperIsFeasible(word, budget);
    if (!feasible) return std::nullopt;
    return !*feasible;
  }

 private:
  /// Whether some subsequence without at least one reflection ends feasible; empty where the budget is spent
  /// first.
  std::optional<bool> anyProperIsFeasible(const Word& word, std::size_t& budget) {
    const auto places = static_cast<Eigen::Index>(word.size()) + 1;
    if (m_c.cols() < places) m_c.conservativeResize(Eigen::NoChange, places);
    std::vector<std::size_t> taken;  // places in the word
    std::size_t next = 0;            // the first place that may be taken now
    while (true) {
      if (next < word.size()) {
        if (budget == 0) return std::nullopt;
        --budget;
        take(taken.size(), word[next]);
        taken.push_back(next++);
        if (taken.size() < word.size() && isFeasible(taken.size())) return true;
      } else if (taken.empty()) {
        return false;
      } else {
        next = taken.back() + 1;  // a later reflection in place of the last one
        taken.pop_back();
      }
    }
  }

  void take(std::size_t depth, ContactIndex j) {
    const auto from = static_cast<Eigen::Index>(depth);
    m_c.col(from + 1) = m_c.col(from);
    if (m_collisions.acts(j))
      m_collisions.collide(m_c.col(from + 1).data(), j);
    else
      reflect(m_c.col(from + 1), m_gram, j, m_problem.factors()[j]);
  }

  bool isFeasible(std::size_t depth) const {
    const auto c = m_c.col(static_cast<Eigen::Index>(depth)).head(m_problem.contactCount());
    return std::none_of(c.begin(), c.end(), [&](double x) { return m_problem.isInfeasible(x); });
  }

  const ImpactProblem& m_problem;
  Eigen::MatrixXd m_gram;       ///< of the unit normals and the unit tangents of contacts that collide
  CollisionSteps m_collisions;  ///< in their coordinates
  Eigen::MatrixXd m_c;          ///< these × (longest word + 1), column d after d reflections
};

/// Lists the words that lead to a node, by following edges backwards.
class BackwardWords {
 public:
  explicit BackwardWords(const OrderingGraph& graph) : m_start(graph.nodeCount() + 1, 0) {
    const auto nodes = static_cast<NodeId>(graph.nodeCount());
    for (NodeId node = 0; node < nodes; ++node) {
      for (const auto& edge : graph.edges(node)) ++m_start[edge.target + 1];
    }
    for (std::size_t i = 1; i < m_start.size(); ++i) m_start[i] += m_start[i - 1];
    m_edges.resize(graph.edgeCount());
    std::vector<std::uint32_t> fill(m_start.begin(), m_start.end() - 1);
    for (NodeId node = 0; node < nodes; ++node) {
      for (const auto& edge : graph.edges(node)) m_edges[fill[edge.target]++] = {node, edge.contact};
    }
  }

  /// Calls visit(word) until it returns false. Returns whether all words were visited.
  template <class Visit>
  bool forEach(NodeId end, const Visit& visit) const {
    std::vector<std::uint32_t> path;  // indices of edges, the last reflection first
    NodeId at = end;
    std::uint32_t next = m_start[at];
    while (true) {
      if (at == 0) {
        Word word;
        for (auto edge = path.rbegin(); edge != path.rend(); ++edge) word.push_back(m_edges[*edge].contact);
        if (!visit(word)) return false;
      }
      if (next < m_start[at + 1]) {
        path.push_back(next);
        at = m_edges[next].source;
        next = m_start[at];
        continue;
      }
      if (path.empty()) return true;
      next = path.back() + 1;
      path.pop_back();
      at = path.empty() ? end : m_edges[path.back()].source;
    }
  }

 private:
  struct Edge {
    NodeId source;
    ContactIndex contact;
  };
  std::vector<std::uint32_t> m_start;  ///< for each target
  std::vector<Edge> m_edges;
};

void decideOutcome(const ImpactProblem& problem, Subsequences& subsequences, const BackwardWords* words,
                   Outcome& outcome, std::size_t& budget, const std::stop_token& stop) {
  if (outcome.cut) return;  // its word does not end feasible
  std::size_t ofShort = std::size_t{1} << (alwaysDecided + 1);
  outcome.minimal =
      subsequences.isMinimal(outcome.example, outcome.example.size() <= alwaysDecided ? ofShort : budget);
  if (outcome.minimal.value_or(false)) {
    outcome.reachedMinimally = true;
    return;
  }
  // Gaps and samples may have reached outcomes outside the graph.
  if (words == nullptr || outcome.node == Outcome::notInGraph) return;
  bool undecided = !outcome.minimal;
  const bool all = words->forEach(outcome.node, [&](const Word& word) {
    const std::optional<bool> minimal = subsequences.isMinimal(word, budget);
    // What is left of the budget does not suffice for a word.
    if (!minimal || stop.stop_requested()) undecided = true;
    if (!minimal.value_or(false)) return !undecided;
    setExample(problem, outcome, word);
    outcome.minimal = outcome.reachedMinimally = true;
    return false;
  });
  if (all && !undecided) outcome.reachedMinimally = false;
}

}  // namespace

std::optional<bool> isMinimalWord(const ImpactProblem& problem, const Word& word, std::size_t& budget) {
  return Subsequences(problem).isMinimal(word, budget);
}

void decideMinimality(ImpactReport& report, std::size_t budget, const std::stop_token& stop) {
  const bool certified = report.certificate.unique.value_or(false);
  const bool pair = report.problem.isElastic() && report.problem.contactCount() == 2 && report.complete();
  if (certified || pair) {
    for (Outcome& outcome : report.outcomes) {
      outcome.minimal = outcome.reachedMinimally = certified || outcome.example.size() == report.minLength;
    }
    return;
  }
  if (report.outcomes.empty() || stop.stop_requested()) return;
  // Listing the edges backwards takes a step for each of them.
  std::optional<BackwardWords> words;
  if (report.complete() && report.graph->edgeCount() <= budget) words.emplace(*report.graph);
  Subsequences subsequences(report.problem);
  std::size_t left = report.outcomes.size();
  for (Outcome& outcome : report.outcomes) {
    if (stop.stop_requested()) return;
    std::size_t share = budget / left--;
    budget -= share;
    decideOutcome(report.problem, subsequences, words ? &*words : nullptr, outcome, share, stop);
    budget += share;
  }
}

}  // namespace carom
