#include "answer/choose_ordering.h"

#include <algorithm>
#include <cmath>

#include "impact/contact_path.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/reflection.h"

namespace carom {

namespace {

constexpr std::size_t mostReflections = 1'000'000;

/// Cuts a word at the first outcome of the graph; a word of inelastic reflections would go on to the limit of
/// rounding.
Word cutAtOutcome(const OrderingGraph& graph, Word word) {
  OrderingGraph::NodeId node = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (graph.isOutcome(node)) {
      word.resize(i);
      return word;
    }
    const auto edges = graph.edges(node);
    const auto edge = std::ranges::find(edges, word[i], &OrderingGraph::Edge::contact);
    if (edge == edges.end()) return word;
    node = edge->target;
  }
  return word;
}

/// The path of a word, up to the first contact that is feasible when it would reflect.
ContactPath validBeginning(const ImpactProblem& problem, const Word& word) {
  ContactPath path(problem);
  for (const ContactIndex contact : word) {
    if (contact >= problem.contactCount() || !path.isInfeasible(contact)) break;
    path.reflect(contact);
  }
  return path;
}

/// Whether each contact of the word is infeasible when it reflects and the ordering is cut at its end, see
/// inelasticCut.
bool isCutAfter(const ImpactProblem& problem, const Word& word) {
  const ContactPath path = validBeginning(problem, word);
  return path.word().size() == word.size() && isCut(problem, path.c());
}

}  // namespace

bool isOrderingOf(const ImpactProblem& problem, const Word& word) {
  const ContactPath path = validBeginning(problem, word);
  return path.word().size() == word.size() && path.isFeasible();
}

int outcomeOf(const ImpactReport& report, const Word& word) {
  // The common limit of all orderings is not a node of the graph.
  if (report.collapses) return isCutAfter(report.problem, word) ? 0 : -1;
  OrderingGraph::NodeId node = 0;
  for (const ContactIndex contact : word) {
    const auto edges = report.graph->edges(node);
    const auto edge = std::ranges::find(edges, contact, &OrderingGraph::Edge::contact);
    if (edge == edges.end()) return -1;
    node = edge->target;
  }
  const auto outcome = std::ranges::find(report.outcomes, node, &Outcome::node);
  return outcome == report.outcomes.end() ? -1 : static_cast<int>(outcome - report.outcomes.begin());
}

Word followRule(const ImpactReport& report, const OrderingRule& rule, std::stop_token stop) {
  if (rule.kind == OrderingRule::Kind::NearestOutcome && report.choice.nearest >= 0)
    return report.outcomes[static_cast<std::size_t>(report.choice.nearest)].example;
  if (rule.kind == OrderingRule::Kind::FrictionLcp) return {};
  return cutAtOutcome(*report.graph, followPolicy(report.problem, policyOf(rule, report.problem.labels()),
                                                  mostReflections, stop));
}

Word adaptOrdering(const ImpactReport& report, const Word& pinned, std::stop_token stop) {
  Word word = validBeginning(report.problem, pinned).word();
  const Policy lowestFirst{Policy::Kind::Priority, {}, 0};
  const Word rest = followPolicy(report.problem.withMomentum(replay(report.problem, word).momentum),
                                 lowestFirst, mostReflections, stop);
  word.insert(word.end(), rest.begin(), rest.end());
  return cutAtOutcome(*report.graph, std::move(word));
}

void chooseOrdering(Snapshot& snapshot, const std::optional<Word>& byHand, std::stop_token stop) {
  const ImpactReport& report = *snapshot.report;
  if (report.jammed()) return;
  const int chosen = byHand ? outcomeOf(report, *byHand) : -1;
  if (chosen >= 0 || (byHand && !report.graph->complete() && isOrderingOf(report.problem, *byHand))) {
    snapshot.ordering = *byHand;
    snapshot.outcome = chosen;
  } else if (snapshot.settings.rule && !byHand) {
    snapshot.ordering = followRule(report, *snapshot.settings.rule, stop);
    snapshot.outcome = outcomeOf(report, snapshot.ordering);
  } else if (!report.outcomes.empty()) {
    snapshot.ordering = report.outcomes.front().example;
    snapshot.outcome = 0;
  } else if (!stop.stop_requested()) {
    snapshot.ordering = followRule(report, {}, stop);
  }
}

}  // namespace carom
