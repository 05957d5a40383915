#include <algorithm>
#include <cmath>

#include "impact/certificate/contact_groups.h"
#include "impact/certificate/minimal_word.h"
#include "impact/graph/distinct_momenta.h"
#include "impact/graph/search.h"
#include "impact/impact_report.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/outcomes/indeterminacy.h"
#include "impact/outcomes/random_orderings.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

constexpr const char* impactCoefficient = "restitution of the impact";

void checkCoefficient(const std::optional<double>& value, const char* name) {
  if (value && !(*value >= 0 && *value <= 1)) throw ImpactError(std::string(name) + " is outside [0, 1]");
}

void checkOptions(const ImpactProblem& problem, const ResolveOptions& options) {
  checkCoefficient(options.restitution, impactCoefficient);
  checkCoefficient(options.reflectionRestitution, "restitution of each reflection");
  if (options.reflectionRestitution && options.restitution)
    throw ImpactError("restitution of the impact and of each reflection exclude each other");
  const bool elastic =
      options.reflectionRestitution ? *options.reflectionRestitution == 1 : problem.isElastic();
  if (!elastic && (options.sample || options.gaps))
    throw ImpactError("sampling and gaps need elastic reflections");
}

/// Above so many momenta separate groups are resolved one by one.
constexpr std::size_t graphOfGroups = 100'000;

/// ⌈x⌉, where a whole number that rounding has lifted stays one.
int guardedCeil(double x) {
  const double whole = std::round(x);
  return static_cast<int>(std::abs(x - whole) <= 1e-9 * std::max(1.0, whole) ? whole : std::ceil(x));
}

std::optional<PairBounds> pairBounds(const ImpactProblem& problem, const Termination& termination) {
  if (problem.contactCount() != 2 || !termination.coneHasInterior) return std::nullopt;
  const double m = pairMultiplicity(problem, 0, 1);  // π/2γ
  if (m > 1e9) return std::nullopt;
  return PairBounds{guardedCeil(2 * m), guardedCeil(m)};
}

/// Whether no impulse of one contact changes the velocity of approach of another, along normals and tangents.
bool areDecoupled(const ImpactProblem& problem) {
  const WhiteFrame& frame = problem.frame();
  const auto directions = [&](int i) -> ExtendedMatrix {
    if (problem.labels()[static_cast<std::size_t>(i)].collision) return frame.directions(i);
    return frame.unitNormals().col(i);
  };
  for (int i = 0; i < problem.contactCount(); ++i)
    for (int j = 0; j < i; ++j) {
      const ExtendedMatrix a = directions(i), b = directions(j);
      if ((a.transpose() * b).norm() > separateTolerance * a.norm() * b.norm()) return false;
    }
  return true;
}

/// What is left of a certificate where reflections lose energy: contacts that are all orthogonal or
/// coincident still commute; m ≥ 3 decides nothing, and neither does a pair that breaks the elastic rule.
/// Where contacts collide, those commute that are decoupled.
void restrictToCommuting(const ImpactProblem& problem, Certificate& certificate) {
  const auto& m = certificate.multiplicity.array();
  const bool commute = problem.reflectsOnly() ? ((m == 1) || (m == 2)).all() : areDecoupled(problem);
  if (certificate.unique == true && commute) return;
  certificate.unique.reset();
  certificate.closedFormOrderings.reset();
  certificate.closedFormStates.reset();
  certificate.closedFormLength.reset();
}

/// Puts a report together, one method a step.
class Resolver {
 public:
  Resolver(const ImpactProblem& problem, const ResolveOptions& options, const std::stop_token& stop,
           const Progress& progress)
      : m_report(examineImpact(problem, options.restitution, options.reflectionRestitution)),
        m_options(options),
        m_stop(stop),
        m_progress(progress) {}

  ImpactReport run() {
    if (elastic() && !m_report.termination.terminates) return std::move(m_report);
    search();
    gatherOutcomes();
    sample();
    flyThroughGaps();
    if (elastic() && m_report.groups.empty()) decideMinimality(m_report, m_options.minimalityChecks);
    if (m_options.restitution) applyRestitution(m_report, *m_options.restitution);
    conclude();
    return std::move(m_report);
  }

 private:
  const ImpactProblem& problem() const { return m_report.problem; }
  bool elastic() const { return problem().isElastic(); }

  void search() {
    SearchRules rules{.rising = m_report.termination.rising, .guarded = {}};
    GraphLimits limits = m_options.limits;
    if (!elastic()) {
      rules.feasibility = inelasticCut;
      rules.levelwise = true;
    }
    if (m_options.sample) {
      m_report.sampled = true;
      limits.maxStates = 1;
    }
    if (m_options.combineGroups && elastic() && !m_report.sampled && searchGroups(rules, limits)) return;
    m_report.graph = graphOf(rules, limits);
    m_report.states = m_report.graph->nodeCount();
  }

  std::shared_ptr<const OrderingGraph> graphOf(const SearchRules& rules, const GraphLimits& limits) {
    return std::make_shared<const OrderingGraph>(
        searchOrderings(problem(), rules, limits, m_stop, m_progress).data);
  }

  /// Of an impact of separate groups: one graph where that is small, else a beginning of it and the groups
  /// one by one. False where there are no groups or they do not answer.
  bool searchGroups(const SearchRules& rules, GraphLimits limits) {
    if (pressedGroups(problem()).size() < 2) return false;
    limits.maxStates = std::min(limits.maxStates, graphOfGroups);
    m_report.graph = graphOf(rules, limits);
    m_report.states = m_report.graph->nodeCount();
    if (m_report.graph->complete() || m_report.limit() == Limit::Cancelled) return true;
    std::optional<GroupProduct> product = resolveGroups(problem(), m_options, m_stop, m_progress);
    if (!product) return false;
    m_report.groups = std::move(product->groups);
    m_report.states = product->states;
    m_report.orderings = product->orderings;
    m_report.outcomes = std::move(product->outcomes);
    countLengths(product->minLength, product->maxLength);
    return true;
  }

  void gatherOutcomes() {
    if (!m_report.groups.empty()) return;
    const OrderingGraph& graph = *m_report.graph;
    for (const OrderingGraph::NodeId node : graph.outcomes()) {
      Outcome& outcome = m_report.outcomes.emplace_back();
      outcome.node = node;
      outcome.orderings = graph.orderingsTo(node);
      setExample(problem(), outcome, graph.wordTo(node));
      const auto c = graph.contactCoordinates(node);
      outcome.cut = std::any_of(c.begin(), c.end(), [&](double x) { return problem().isInfeasible(x); });
      if (outcome.cut) goToLimit(problem(), outcome);
      m_report.orderings += outcome.orderings;
      countLengths(graph.minLength(node), graph.maxLength(node));
      if (m_stop.stop_requested()) break;
    }
  }

  void countLengths(std::uint32_t shortest, std::uint32_t longest) {
    m_report.minLength = m_anyLength ? std::min(m_report.minLength, shortest) : shortest;
    m_report.maxLength = m_anyLength ? std::max(m_report.maxLength, longest) : longest;
    m_anyLength = true;
  }

  /// Random orderings in place of the search, or beyond its limit.
  void sample() {
    const Limit limit = m_report.limit();
    const bool pastLimit = limit == Limit::MaxStates || limit == Limit::Memory;
    if (!m_report.sampled && !pastLimit) return;
    const SampleOptions& options = m_report.sampled ? *m_options.sample : m_options.samplePastLimit;
    if (options.samples == 0) return;
    if (!elastic()) {
      for (Outcome& outcome : sampleLossyOrderings(problem(), options, m_stop)) addIfNew(std::move(outcome));
      return;
    }
    SampleReport sampled = sampleOrderings(problem(), options, m_stop, m_progress);
    m_report.estimate = sampled.estimate;
    if (m_report.sampled) m_report.otherLimit = sampled.limit;
    if (sampled.estimate.samples > 0) countLengths(sampled.minLength, sampled.maxLength);
    for (Outcome& outcome : sampled.outcomes) addIfNew(std::move(outcome));
  }

  /// The place of an outcome among those of the report.
  std::size_t addIfNew(Outcome&& outcome) {
    if (!m_known) {
      m_known.emplace(problem());
      for (const Outcome& known : m_report.outcomes) m_places.push_back(m_known->number(known.momentum));
    }
    const std::size_t number = m_known->number(outcome.momentum);
    const auto at = std::find(m_places.begin(), m_places.end(), number);
    if (at != m_places.end()) return static_cast<std::size_t>(at - m_places.begin());
    m_places.push_back(number);
    m_report.outcomes.push_back(std::move(outcome));
    return m_places.size() - 1;
  }

  void flyThroughGaps() {
    if (!m_options.gaps || !m_report.termination.coneHasInterior) return;
    m_report.gaps = sampleGaps(problem(), *m_options.gaps, m_stop, m_progress);
    if (m_report.gaps->limit != Limit::None) m_report.otherLimit = m_report.gaps->limit;
    m_report.gaps->realisable = realisableOrderings(problem(), m_options.gapBeginnings, m_stop);
    std::vector<std::vector<std::uint32_t>> hits;  // per outcome and chain
    for (const GapOrdering& ordering : m_report.gaps->orderings) {
      Outcome outcome;
      outcome.node = Outcome::notInGraph;
      setExample(problem(), outcome, ordering.word);
      const std::size_t place = addIfNew(std::move(outcome));
      hits.resize(m_report.outcomes.size());
      hits[place].resize(ordering.hits.size(), 0);
      for (std::size_t i = 0; i < ordering.hits.size(); ++i) hits[place][i] += ordering.hits[i];
    }
    hits.resize(m_report.outcomes.size());
    for (std::size_t i = 0; i < hits.size(); ++i) {
      hits[i].resize(m_report.gaps->chainSamples.size(), 0);
      const auto [share, error] = chainShare(*m_report.gaps, hits[i]);
      m_report.outcomes[i].probability = Probability{share, error};
    }
  }

  void conclude() {
    std::optional<double> bound;
    const bool certified = m_report.certificate.unique == true;
    if (!m_report.complete()) bound = certified ? 0 : indeterminacyBound(problem());
    // With e the length of p⁺ may be anything up to ‖p⁻‖.
    if (bound && !certified && !elastic()) bound = std::max(1.0, *bound);
    if (m_report.outcomes.empty()) {
      m_report.indeterminacy.upper = bound.value_or(0);
      return;
    }
    m_report.indeterminacy = measureIndeterminacy(problem(), m_report.outcomes, bound);
    m_report.choice = chooseAmong(problem(), m_report.outcomes);
  }

  ImpactReport m_report;
  const ResolveOptions& m_options;
  const std::stop_token& m_stop;
  const Progress& m_progress;
  bool m_anyLength = false;
  std::optional<DistinctMomenta> m_known;
  std::vector<std::size_t> m_places;  ///< number in m_known of each outcome
};

}  // namespace

double ImpactReport::worstRelativeEnergyError() const {
  double worst = 0;
  for (const Outcome& outcome : outcomes) worst = std::max(worst, outcome.relativeEnergyError);
  return worst;
}

std::optional<BigInt> unrealisedOrderings(const ImpactReport& report) {
  if (!report.gaps || !report.gaps->realisable.complete || !report.complete()) return std::nullopt;
  return report.orderings - report.gaps->realisable.words.size();
}

ImpactProblem underLaw(const ImpactProblem& problem, std::optional<double> R, std::optional<double> e) {
  if (R) return problem.reflecting(1);
  return e ? problem.reflecting(std::sqrt(*e)) : problem;
}

ImpactReport examineImpact(const ImpactProblem& given, std::optional<double> R, std::optional<double> e) {
  ImpactReport report(underLaw(given, R, e));
  const ImpactProblem& problem = report.problem;
  report.reflectionRestitution = e;
  report.termination = decideTermination(problem);
  report.certificate = certify(problem, report.termination);
  if (!problem.isElastic()) restrictToCommuting(problem, report.certificate);
  report.plastic = plasticImpact(problem);
  if (!problem.reflectsOnly()) return report;
  report.bounds = pairBounds(problem, report.termination);
  if (problem.contactCount() == 2) report.sensitivity = pairSensitivity(problem);
  return report;
}

void applyRestitution(ImpactReport& report, double R) {
  checkCoefficient(R, impactCoefficient);
  report.restitution = R;
  const PlasticImpact& plastic = report.plastic;
  const KineticMetric& metric = report.problem.metric();
  const double before = metric.energy(report.problem.momentum());
  for (Outcome& outcome : report.outcomes) {
    const double alpha = restitutionBlend(metric, plastic.momentum, outcome.momentum, R);
    outcome.momentum = plastic.momentum + alpha * (outcome.momentum - plastic.momentum);
    outcome.impulses = plastic.impulses + alpha * (outcome.impulses - plastic.impulses);
    outcome.velocity = metric.velocity(outcome.momentum);
    outcome.energyLoss = (1 - R * R) * plastic.energyLoss;
    if (before == 0) continue;
    outcome.relativeEnergyError =
        std::abs(metric.energy(outcome.momentum) - (before - outcome.energyLoss)) / before;
  }
}

ImpactReport resolveImpact(const ImpactProblem& problem, const ResolveOptions& options, std::stop_token stop,
                           const Progress& progress) {
  checkOptions(problem, options);
  return Resolver(problem, options, stop, progress).run();
}

}  // namespace carom
