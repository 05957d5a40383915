#include <algorithm>
#include <cmath>

#include "impact/distinct_momenta.h"
#include "impact/impact_report.h"
#include "impact/minimality.h"
#include "impact/ordering_search.h"
#include "impact/outcome_set.h"
#include "impact/sampling.h"

namespace carom {

namespace {

/// An inelastic ordering is cut where every c that is left is above −cut ‖p⁻‖.
constexpr double inelasticCut = 1e-9;

void checkCoefficient(const std::optional<double>& value, const char* name) {
  if (value && !(*value >= 0 && *value <= 1)) throw ImpactError(std::string(name) + " is outside [0, 1]");
}

void checkOptions(const ResolveOptions& options) {
  checkCoefficient(options.restitution, "restitution of the impact");
  checkCoefficient(options.reflectionRestitution, "restitution of each reflection");
  if (!options.reflectionRestitution) return;
  if (options.restitution)
    throw ImpactError("restitution of the impact and of each reflection exclude each other");
  if (options.sample || options.gaps) throw ImpactError("sampling and gaps need elastic reflections");
}

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

/// Puts a report together, one method a step.
class Resolver {
 public:
  Resolver(const ImpactProblem& problem, const ResolveOptions& options, const std::stop_token& stop,
           const Progress& progress)
      : m_report(problem), m_options(options), m_stop(stop), m_progress(progress) {
    if (options.reflectionRestitution) m_factor = 1 + std::sqrt(*options.reflectionRestitution);
  }

  ImpactReport run() {
    m_report.termination = decideTermination(problem());
    m_report.certificate = certify(problem(), m_report.termination);
    m_report.bounds = pairBounds(problem(), m_report.termination);
    if (problem().contactCount() == 2) m_report.sensitivity = pairSensitivity(problem());
    if (elastic() && !m_report.termination.terminates) return std::move(m_report);
    search();
    gatherOutcomes();
    sample();
    flyThroughGaps();
    if (elastic()) decideMinimality(m_report, m_options.minimalityChecks);
    if (m_options.restitution) applyRestitution(*m_options.restitution);
    conclude();
    return std::move(m_report);
  }

 private:
  const ImpactProblem& problem() const { return m_report.problem; }
  bool elastic() const { return m_factor == elasticFactor; }

  void search() {
    SearchRules rules{.rising = m_report.termination.rising, .guarded = {}};
    GraphLimits limits = m_options.limits;
    if (!elastic()) {
      rules.factor = m_factor;
      rules.feasibility = inelasticCut;
      rules.levelwise = true;
    }
    if (m_options.sample) {
      m_report.sampled = true;
      limits.maxStates = 1;
    }
    m_report.graph = std::make_shared<const OrderingGraph>(
        searchOrderings(problem(), rules, limits, m_stop, m_progress).data);
  }

  void gatherOutcomes() {
    const OrderingGraph& graph = *m_report.graph;
    for (const OrderingGraph::NodeId node : graph.outcomes()) {
      Outcome& outcome = m_report.outcomes.emplace_back();
      outcome.node = node;
      outcome.orderings = graph.orderingsTo(node);
      setExample(problem(), outcome, graph.wordTo(node), m_factor);
      const auto c = graph.contactCoordinates(node);
      outcome.endless = std::any_of(c.begin(), c.end(), [&](double x) { return problem().isInfeasible(x); });
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
    const Limit limit = m_report.graph->limit();
    const bool pastLimit = elastic() && (limit == Limit::MaxStates || limit == Limit::Memory);
    if (!m_report.sampled && !pastLimit) return;
    const SampleOptions& options = m_report.sampled ? *m_options.sample : m_options.samplePastLimit;
    if (options.samples == 0) return;
    SampleReport sampled = sampleOrderings(problem(), options, m_stop, m_progress);
    m_report.estimate = sampled.estimate;
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

  void applyRestitution(double R) {
    m_report.plastic = plasticImpact(problem());
    const PlasticImpact& plastic = *m_report.plastic;
    const KineticMetric& metric = problem().metric();
    const double before = metric.energy(problem().momentum());
    for (Outcome& outcome : m_report.outcomes) {
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

  void conclude() {
    std::optional<double> bound;
    if (!m_report.complete()) bound = indeterminacyBound(problem());
    // With e the length of p⁺ may be anything up to ‖p⁻‖.
    if (bound && !elastic()) bound = std::max(1.0, *bound);
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
  double m_factor = elasticFactor;
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

ImpactReport resolveImpact(const ImpactProblem& problem, const ResolveOptions& options, std::stop_token stop,
                           const Progress& progress) {
  checkOptions(options);
  return Resolver(problem, options, stop, progress).run();
}

}  // namespace carom
