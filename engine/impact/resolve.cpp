#include "impact/resolve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "impact/blend.h"
#include "impact/certificate/collapse.h"
#include "impact/certificate/contact_groups.h"
#include "impact/certificate/minimal_word.h"
#include "impact/examine.h"
#include "impact/graph/distinct_momenta.h"
#include "impact/graph/search.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/outcomes/indeterminacy.h"
#include "impact/outcomes/lossy_ending.h"
#include "impact/outcomes/nearly_certified.h"
#include "impact/outcomes/outcome_probabilities.h"
#include "impact/outcomes/random_orderings.h"
#include "impact/policy.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

void checkCoefficient(const std::optional<double>& value, const char* name) {
  if (value && !(*value >= 0 && *value <= 1)) throw ImpactError(std::string(name) + " is outside [0, 1]");
}

void checkOptions(const ResolveOptions& options) {
  checkCoefficient(options.restitution, "restitution of the impact");
  checkCoefficient(options.reflectionRestitution, "restitution of each reflection");
  if (options.reflectionRestitution && options.restitution)
    throw ImpactError("restitution of the impact and of each reflection exclude each other");
  const bool lossy = options.reflectionRestitution && *options.reflectionRestitution < 1;
  if (lossy && (options.sample || options.gaps))
    throw ImpactError("sampling and gaps exclude a restitution of each reflection");
}

/// Merging tolerances, over scale(), for the momenta of inelastic reflections. The search tries them in turn
/// until the states fit mostLossyStates. A coarser one needs fewer states and adds its size for each step of
/// the longest word to ImpactReport::tolerance.
constexpr std::array lossyMergings{lossyTolerance, 1e-6, 1e-5, 1e-4};
constexpr std::size_t mostLossyStates = 100'000;
constexpr std::size_t mostLastLossyStates = 400'000;
/// Ratio of the c at which words are cut to the merging tolerance: a cut adds its error once, merging once
/// for each step. A larger ratio ends words sooner with a larger error.
constexpr double cutOverMerging = 20;
/// Outcomes with a larger error bound than this share of ‖p⁻‖ are discarded, and the incomplete finest search
/// is reported in their place.
constexpr double mostLossyError = 0.05;
/// States in the graph of an impact whose orderings all collapse; it serves display only.
constexpr std::size_t mostCollapsingStates = 2'000;
/// States in the incomplete graph of a pair whose orderings are longer than the limit.
constexpr std::size_t mostOfLongPair = 10'000;

/// Separate groups whose common graph is larger than this are resolved one by one.
constexpr std::size_t graphOfGroups = 100'000;

/// Assembles a report, one method for each step.
class Resolver {
 public:
  Resolver(const ImpactProblem& problem, const ResolveOptions& options, const std::stop_token& stop,
           const Progress& progress)
      : m_report(examineImpact(problem, options.restitution, options.reflectionRestitution, stop)),
        m_options(options),
        m_stop(stop),
        m_progress(progress) {}

  ImpactReport run() {
    if (m_report.jammed()) return std::move(m_report);
    search();
    if (m_report.jammed()) return std::move(m_report);
    if (!m_options.examples && summarise()) return std::move(m_report);
    gatherOutcomes();
    sample();
    flyThroughGaps();
    if (m_report.groups.empty() && m_options.minimalityChecks > 0)
      decideMinimality(m_report, m_options.minimalityChecks, m_stop);
    if (m_options.restitution) applyRestitution(m_report, *m_options.restitution);
    decideEnding();
    // What was found by then depends on the moment, whichever limit the search had met before.
    if (m_stop.stop_requested() && !m_report.complete()) m_report.otherLimit = Limit::Cancelled;
    conclude();
    return std::move(m_report);
  }

 private:
  const ImpactProblem& problem() const { return m_report.problem; }
  bool elastic() const { return problem().isElastic(); }
  /// Whether the certificate proves one outcome. For reflections that lose energy it does only where they
  /// commute.
  bool certified() const { return m_report.certificate.unique == true; }

  void search() {
    GraphLimits limits = m_options.limits;
    if (m_options.sample) {
      m_report.sampled = true;
      limits.maxStates = 1;
    }
    if (!elastic()) return searchLossy(limits);
    // Every reflection of a pair leads to a new momentum.
    if (problem().contactCount() == 2 && m_report.termination.coneHasInterior &&
        shortestPairOrdering(problem()) > static_cast<double>(limits.maxStates))
      limits.maxStates = std::min(limits.maxStates, mostOfLongPair);
    SearchRules rules{.rising = m_report.termination.rising};
    if (!m_report.termination.decided) return searchUndecided(rules, limits);
    if (hidesSpread()) rules.group = m_report.certificate.multiplicity;
    m_report.countsIdealGroup = hidesSpread();
    if (m_options.combineGroups && !m_report.sampled && searchGroups(rules, limits)) return;
    setGraph(graphOf(rules, limits));
    if (!certified() || m_report.graph->outcomes().size() < 2 || rules.group.size() > 0) return;
    // p⁻ is too near a wall for momenta to separate the outcomes.
    rules.group = m_report.certificate.multiplicity;
    setGraph(graphOf(rules, limits));
  }

  void setGraph(std::shared_ptr<const OrderingGraph> graph) {
    m_report.graph = std::move(graph);
    m_report.states = m_report.graph->nodeCount();
  }

  std::shared_ptr<const OrderingGraph> graphOf(const SearchRules& rules, const GraphLimits& limits) {
    return std::make_shared<const OrderingGraph>(
        searchOrderings(problem(), rules, limits, m_stop, m_progress).data);
  }

  /// Searches an impact whose contacts could jam where decideTermination has reached its limit; the search
  /// may decide it.
  void searchUndecided(SearchRules rules, const GraphLimits& limits) {
    Termination& termination = m_report.termination;
    rules.guarded = guardedContacts(termination);
    if (rules.guarded.empty() || !termination.jamIsExact) {  // no search proves a jam that may be none
      m_report.otherLimit = Limit::Work;
      return setGraph(graphOf({.rising = Eigen::VectorXd::Zero(problem().dof())}, {.maxStates = 1}));
    }
    SearchResult result = searchOrderings(problem(), rules, limits, m_stop, m_progress);
    termination.decided = result.guardBroken || result.data->limit == Limit::None;
    termination.terminates = termination.decided && !result.guardBroken;
    m_report.ends = termination.answer();
    if (!result.guardBroken) setGraph(std::make_shared<const OrderingGraph>(std::move(result.data)));
  }

  /// Reflections that lose energy never expand distances, so that near momenta may be merged with a bounded
  /// error; the finest merging whose states fit is used, and the report gives the bound. Collision laws may
  /// expand distances and get no such bound.
  void searchLossy(const GraphLimits& limits) {
    SearchRules rules{.rising = m_report.termination.rising};
    rules.feasibility = inelasticCut;
    if (!problem().reflectsOnly()) {
      rules.levelwise = true;
      rules.merging = lossyTolerance;
      return setGraph(graphOf(rules, limits));
    }
    if (!certified() && m_report.ends != true && everyOrderingCollapses(problem()))
      return searchCollapse(rules, limits);
    for (const double merging : lossyMergings) {
      const bool last = merging == lossyMergings.back();
      GraphLimits these = limits;
      these.maxStates = std::min(limits.maxStates, last ? mostLastLossyStates : mostLossyStates);
      rules.merging = merging;
      if (merging > lossyTolerance) rules.feasibility = cutOverMerging * merging;
      // Where ⟨p,w⟩ rises along every edge, merging across levels keeps the graph acyclic.
      rules.levelwise = merging == lossyMergings.front() || !m_report.termination.coneHasInterior;
      setGraph(graphOf(rules, these));
      const Limit limit = m_report.graph->limit();
      if (limit == Limit::None || limit == Limit::Cancelled) return;
      if (!m_finest) m_finest = m_report.graph;
    }
    setGraph(std::exchange(m_finest, nullptr));
  }

  /// All orderings have one limit, so that any of them gives it.
  void searchCollapse(SearchRules rules, GraphLimits limits) {
    rules.levelwise = true;
    rules.merging = lossyTolerance;
    limits.maxStates = std::min(limits.maxStates, mostCollapsingStates);
    setGraph(graphOf(rules, limits));
    m_report.collapses = m_report.graph->limit() != Limit::Cancelled;
  }

  void gatherLimit() {
    Outcome outcome;
    outcome.node = Outcome::notInGraph;
    outcome.cut = true;
    setExample(problem(), outcome, followPolicy(problem(), {}, mostCompletion, m_stop));
    goToCollapse(problem(), outcome);
    const auto length = static_cast<std::uint32_t>(outcome.example.size());
    countLengths(length, length);
    m_report.outcomes.push_back(std::move(outcome));
  }

  /// Searches an impact of separate groups: in one graph where that is small, else group by group with an
  /// incomplete graph. False where there is one group only or a group has no answer.
  bool searchGroups(const SearchRules& rules, GraphLimits limits) {
    if (pressedGroups(problem()).size() < 2) return false;
    limits.maxStates = std::min(limits.maxStates, graphOfGroups);
    setGraph(graphOf(rules, limits));
    if (m_report.limit() == Limit::Cancelled) return true;
    if (m_report.graph->complete()) return !certified() || m_report.graph->outcomes().size() < 2;
    std::optional<GroupProduct> product = resolveGroups(problem(), m_options, m_stop, m_progress);
    if (!product) return false;
    m_report.groups = std::move(product->groups);
    m_report.countsIdealGroup = product->countsIdealGroup;
    m_report.states = product->states;
    m_report.orderings = product->orderings;
    m_report.outcomes = std::move(product->outcomes);
    countLengths(product->minLength, product->maxLength);
    return true;
  }

  /// Concludes from the graph alone, without momenta of the outcomes. Returns false where that is not
  /// possible.
  bool summarise() {
    const bool plain = elastic() && m_report.groups.empty() && m_report.complete() && !m_report.sampled &&
                       !m_options.gaps && !m_options.restitution &&
                       !(certified() && m_report.certificate.nearly);
    const std::optional<double> xi = plain ? xiOfGraph(problem(), *m_report.graph) : std::nullopt;
    if (!xi) return false;
    for (const OrderingGraph::NodeId node : m_report.graph->outcomes())
      m_report.outcomes.push_back(outcomeAt(node));
    m_report.indeterminacy.xi = m_report.indeterminacy.lower = m_report.indeterminacy.upper = *xi;
    decideEnding();
    return true;
  }

  void gatherOutcomes() {
    if (!m_report.groups.empty()) return;
    if (m_report.collapses) return gatherLimit();
    gatherFromGraph();
    if (m_report.tolerance <= mostLossyError) return;
    if (!m_finest) {
      if (m_report.complete()) m_report.otherLimit = Limit::Work;
      return;
    }
    setGraph(std::exchange(m_finest, nullptr));
    m_report.outcomes.clear();
    m_report.orderings = 0;
    m_known.reset();
    m_places.clear();
    m_anyLength = false;
    gatherFromGraph();
  }

  /// An outcome without its example; its orderings and their lengths are counted.
  Outcome outcomeAt(OrderingGraph::NodeId node) {
    const OrderingGraph& graph = *m_report.graph;
    Outcome outcome;
    outcome.node = node;
    outcome.orderings = graph.orderingsTo(node);
    m_report.orderings += outcome.orderings;
    countLengths(graph.minLength(node), graph.maxLength(node));
    return outcome;
  }

  void gatherFromGraph() {
    ContactPath further(problem());
    const OrderingGraph& graph = *m_report.graph;
    for (const OrderingGraph::NodeId node : graph.outcomes()) {
      Outcome outcome = outcomeAt(node);
      setExample(problem(), outcome, graph.wordTo(node));
      const auto c = graph.contactCoordinates(node);
      outcome.cut = !elastic() && isOpen(Eigen::Map<const Eigen::VectorXd>(c.data(), std::ssize(c)));
      if (outcome.cut) goToLimit(problem(), further, outcome);
      if (elastic() && certified() && m_report.certificate.nearly)
        completeExample(problem(), outcome, m_stop);
      if (elastic())
        m_report.outcomes.push_back(std::move(outcome));
      else
        addLossy(std::move(outcome));
      if (!m_stop.stop_requested()) continue;
      m_report.otherLimit = Limit::Cancelled;  // the graph is complete, its outcomes are not
      break;
    }
    if (!elastic() && problem().reflectsOnly()) m_report.tolerance = lossyError();
  }

  /// Whether a contact is infeasible at these contact coordinates: k.
  bool isOpen(const Eigen::VectorXd& c) const {
    return std::any_of(c.begin(), c.end(), [&](double x) { return problem().isInfeasible(x); });
  }

  /// Adds an outcome; orderings that were cut at different places may have one limit.
  void addLossy(Outcome&& outcome) {
    const std::size_t before = m_report.outcomes.size();
    const Count orderings = outcome.orderings;
    const double error = outcome.cutError;
    const std::size_t place = addIfNew(std::move(outcome));
    if (place == before) return;
    m_report.outcomes[place].orderings += orderings;
    m_report.outcomes[place].cutError = std::max(m_report.outcomes[place].cutError, error);
  }

  /// Error bound of the outcomes, over ‖p⁻‖: merging along the longest word, and the cut.
  double lossyError() const {
    if (certified() || problem().momentumNorm() == 0) return 0;
    double cut = 0;
    for (const Outcome& outcome : m_report.outcomes) cut = std::max(cut, outcome.cutError);
    // A tree: no momenta were merged.
    const bool isTree = m_report.graph->edgeCount() + 1 == m_report.graph->nodeCount();
    const double joined =
        (isTree ? 0 : m_report.maxLength * m_report.graph->mergeTolerance()) + sameOutcome();
    return (joined * problem().scale() + cut) / problem().momentumNorm();
  }

  void countLengths(std::uint32_t shortest, std::uint32_t longest) {
    m_report.minLength = m_anyLength ? std::min(m_report.minLength, shortest) : shortest;
    m_report.maxLength = m_anyLength ? std::max(m_report.maxLength, longest) : longest;
    m_anyLength = true;
  }

  /// Momenta nearer than this, over scale(), are one outcome.
  double sameOutcome() const {
    constexpr double all = 4;  // ‖p − p′‖ ≤ 2 ‖p‖
    if (elastic()) return certified() ? all : mergeTolerance;
    return m_report.graph && problem().reflectsOnly()
               ? std::max(lossyTolerance, m_report.graph->mergeTolerance())
               : lossyTolerance;
  }

  /// Draws random orderings in place of the search or after its limit, unless they might be endless.
  void sample() {
    addSamples();
    if (!m_report.sampled) return;
    m_report.states = 1;  // momenta between p⁻ and the ends are not counted
    for (const Outcome& outcome : m_report.outcomes) m_report.states += outcome.example.empty() ? 0 : 1;
  }

  void addSamples() {
    const Limit limit = m_report.limit();
    // The limit on the work of the search; random orderings of collisions would take as long again.
    const bool work = m_report.otherLimit == Limit::None && limit == Limit::Work && problem().reflectsOnly();
    const bool pastLimit = limit == Limit::MaxStates || limit == Limit::Memory || work;
    if (!m_report.sampled && !pastLimit) return;
    const SampleOptions& options = m_report.sampled ? *m_options.sample : m_options.samplePastLimit;
    if (options.samples == 0) return;
    if (!elastic() && !m_report.sampled) {
      for (Outcome& outcome : sampleLossyOrderings(problem(), options, m_stop)) addIfNew(std::move(outcome));
      return;
    }
    if (elastic() && !m_report.termination.terminates) {
      if (m_report.sampled) m_report.otherLimit = Limit::Work;
      return;
    }
    SampleReport sampled = sampleOrderings(problem(), options, m_stop, m_progress, sameOutcome());
    m_report.estimate = sampled.estimate;
    if (m_report.sampled) m_report.otherLimit = sampled.limit;
    if (sampled.estimate.samples > 0) countLengths(sampled.minLength, sampled.maxLength);
    for (Outcome& outcome : sampled.outcomes) addIfNew(std::move(outcome));
  }

  /// The index of an outcome in the report, where it is added if it is new.
  std::size_t addIfNew(Outcome&& outcome) {
    if (!m_known) {
      m_known.emplace(problem(), sameOutcome());
      for (std::size_t i = 0; i < m_report.outcomes.size(); ++i)
        if (m_known->number(m_report.outcomes[i].white) == m_places.size()) m_places.push_back(i);
    }
    const std::size_t number = m_known->number(outcome.white);
    if (number < m_places.size()) return m_places[number];
    m_places.push_back(m_report.outcomes.size());
    m_report.outcomes.push_back(std::move(outcome));
    return m_places.back();
  }

  void flyThroughGaps() {
    if (!m_options.gaps || !m_report.termination.coneHasInterior || problem().contactCount() == 0) return;
    m_report.gaps = sampleGaps(problem(), *m_options.gaps, m_stop, m_progress);
    if (m_report.gaps->limit != Limit::None) m_report.otherLimit = m_report.gaps->limit;
    m_report.gaps->realisable = realisableOrderings(problem(), m_options.gapBeginnings, m_stop);
    std::vector<int> placeOf;
    for (const GapOrdering& ordering : m_report.gaps->orderings) {
      Outcome outcome;
      outcome.node = Outcome::notInGraph;
      setExample(problem(), outcome, ordering.word);
      outcome.cut = !elastic() && isOpen(problem().unitNormals() * outcome.velocity);
      if (outcome.cut) goToLimit(problem(), outcome);
      placeOf.push_back(static_cast<int>(addIfNew(std::move(outcome))));
    }
    setProbabilities(m_report, placeOf);
  }

  void decideEnding() {
    if (elastic()) {
      m_report.ends = m_report.termination.answer();
    } else if (problem().reflectsOnly()) {
      m_report.ends = lossyOrderingsEnd(m_report);
    } else if (m_report.complete() && !m_report.cut()) {
      m_report.ends = true;
    }
  }

  /// Whether the pairs fit the rule only to its tolerance, so that the certified outcome hides a small
  /// spread.
  bool hidesSpread() const { return elastic() && certified() && m_report.certificate.nearly; }

  /// An upper bound of ξ over all orderings, searched or not.
  double outcomesBound() const {
    if (elastic() && certified() && !hidesSpread()) return 0;
    if (!problem().reflectsOnly()) return std::numeric_limits<double>::infinity();  // laws may add energy
    if (problem().contactCount() > mostUnstopped && m_stop.stop_requested())
      return 2;  // ‖p − p′‖ ≤ 2 ‖p⁻‖, where a better bound takes long
    const double bound = indeterminacyBound(problem());
    // With losses ‖p⁺‖ may have any value up to ‖p⁻‖.
    return elastic() && !m_options.restitution ? bound : std::max(1.0, bound);
  }

  Indeterminacy indeterminacyOf(const std::vector<Outcome>& outcomes, bool allFound) const {
    return measureIndeterminacy(problem(), outcomes, allFound, [this] { return outcomesBound(); });
  }

  void conclude() {
    const bool allFound = m_report.complete();
    if (m_report.outcomes.empty()) {
      m_report.indeterminacy.upper = allFound ? 0 : outcomesBound();
      return;
    }
    if (m_options.choice) m_report.choice = chooseAmong(problem(), m_report.outcomes);
    if (hidesSpread() && allFound) return concludeSpread();
    Indeterminacy& xi = m_report.indeterminacy;
    xi = indeterminacyOf(m_report.outcomes, allFound);
    if (m_report.tolerance == 0) return;
    xi.upper = std::max(xi.upper, xi.xi + 2 * m_report.tolerance);
    xi.lower = std::max(0.0, xi.lower - 2 * m_report.tolerance);
  }

  void concludeSpread() {
    const std::vector<Outcome> ends = spreadOutcomes(m_report, m_options, m_stop, m_progress);
    const bool allFound = !ends.empty();
    m_report.indeterminacy = indeterminacyOf(allFound ? ends : m_report.outcomes, allFound);
    m_report.indeterminacy.pair = {0, 0};
    if (allFound) m_report.indeterminacy.xiMinimal = m_report.indeterminacy.xi;  // every ordering is minimal
  }

  ImpactReport m_report;
  const ResolveOptions& m_options;
  const std::stop_token& m_stop;
  const Progress& m_progress;
  bool m_anyLength = false;
  std::shared_ptr<const OrderingGraph> m_finest;  ///< of the inelastic searches, where a coarser one answers
  std::optional<DistinctMomenta> m_known;
  std::vector<std::size_t> m_places;  ///< index of the outcome for each number in m_known
};

/// Resolves the impacts at the other sides of corners and extends ξ to their outcomes.
void addOtherSides(ImpactReport& report, ResolveOptions options, const std::stop_token& stop) {
  constexpr std::size_t mostSides = 64;  // each is a search of its own
  const ImpactProblem problem = report.problem;
  options.sample.reset();
  options.gaps.reset();
  options.choice = false;
  options.minimalityChecks = 0;
  // Outcomes nearer than this, over scale(), are one.
  const double same = problem.isElastic() ? 4 * mergeTolerance : 4 * lossyTolerance;
  CornerReport corners{.sides = problem.sides()};
  Indeterminacy& xi = report.indeterminacy;
  double tolerance = 0;
  std::vector<Eigen::VectorXd> all;
  const auto add = [&](const ImpactReport& one) {
    for (const Outcome& outcome : one.outcomes) {
      bool isNew = true;
      for (const Eigen::VectorXd& known : all) {
        const double distance = problem.metric().norm(outcome.momentum - known);
        isNew = isNew && distance > same * problem.scale();
        if (distance <= xi.xi * problem.momentumNorm()) continue;
        xi.xi = distance / problem.momentumNorm();
        xi.pair = {0, 0};
      }
      if (isNew) all.push_back(outcome.momentum);
    }
    tolerance = std::max(tolerance, one.tolerance);
    corners.complete = corners.complete && (one.complete() || one.jammed());
    xi.lower = std::max(xi.lower, one.indeterminacy.lower);
    xi.upper = std::max(xi.upper, one.indeterminacy.upper);
  };
  add(report);
  for (const ImpactProblem& other : problem.atOtherSides(mostSides - 1)) {
    if (stop.stop_requested()) break;
    add(Resolver(other, options, stop, {}).run());
    ++corners.resolved;
  }
  corners.complete = corners.complete && static_cast<double>(corners.resolved) == corners.sides;
  corners.outcomes = all.size();
  xi.xiMinimal.reset();
  const double error = 2 * tolerance;  // of a distance between two outcomes
  xi.lower = std::max(xi.lower, xi.xi - error);
  xi.upper = corners.complete ? std::max(xi.upper, xi.xi + error) : std::numeric_limits<double>::infinity();
  if (corners.outcomes > 1 && problem.isElastic()) report.certificate.unique = false;
  report.corners = corners;
}

}  // namespace

ImpactReport resolveImpact(const ImpactProblem& problem, const ResolveOptions& options, std::stop_token stop,
                           const Progress& progress) {
  checkOptions(options);
  if (problem.sides() == 1) return Resolver(problem, options, stop, progress).run();
  ResolveOptions whole = options;
  whole.examples = true;
  ImpactReport report = Resolver(problem, whole, stop, progress).run();
  addOtherSides(report, whole, stop);
  return report;
}

}  // namespace carom
