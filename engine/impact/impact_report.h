#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "impact/certificate/certificate.h"
#include "impact/certificate/pair_sensitivity.h"
#include "impact/certificate/termination.h"
#include "impact/graph/ordering_graph.h"
#include "impact/impact_problem.h"
#include "impact/outcomes/gap_probabilities.h"
#include "impact/reflection.h"
#include "impact/restitution.h"
#include "impact/white_frame.h"

namespace carom {

/// A probability that was estimated from samples.
struct Probability {
  double value = 0;
  double standardError = 0;
};

/// One place where an ordering can end.
struct Outcome {
  Eigen::VectorXd momentum;     ///< n, p⁺, replayed in extended precision
  ExtendedVector white;         ///< n, the same in WhiteFrame's coordinates, not rounded to double
  Eigen::VectorXd velocity;     ///< n, M⁻¹p⁺
  Eigen::VectorXd impulses;     ///< k, of the example word (N·s)
  Eigen::MatrixXd friction;     ///< k×2, likewise, along the tangents of contacts that collide (N·s)
  Count orderings;              ///< how many orderings end here; 0 where not counted
  Word example;                 ///< a minimal word where one was found, else a shortest one
  std::optional<bool> minimal;  ///< whether the example is minimal [SM14 Def. 1]; empty: not decided
  std::optional<bool> reachedMinimally;  ///< whether any minimal ordering ends here; empty: not decided
  double relativeEnergyError = 0;        ///< |E⁺ − E|/E⁻, E the energy that the law of impact leaves
  double energyLoss = 0;                 ///< E⁻ − E⁺ (J), 0 where the impact is elastic
  /// The example was cut where every c that is left is above −1e-9 ‖p⁻‖, because the ordering never ends (or
  /// goes on beyond what matters), and the momentum is its limit; only with restitution of each reflection.
  bool cut = false;
  double cutError = 0;  ///< with `cut`: no ordering that begins like the example ends farther away (√J)
  std::optional<Probability> probability;  ///< under random infinitesimal gaps, where asked for
  /// Where the graph ends in it; notInGraph for ends that only random orderings or gaps have found.
  OrderingGraph::NodeId node = 0;
  static constexpr OrderingGraph::NodeId notInGraph = ~OrderingGraph::NodeId{0};
};

/// ξ = largest distance between two outcomes over ‖p⁻‖ [SM14 VII-A].
struct Indeterminacy {
  double xi = 0;
  std::array<int, 2> pair{0, 0};    ///< the outcomes that attain it
  std::optional<double> xiMinimal;  ///< over outcomes of minimal orderings; empty: not decided
  /// ξ lies in [lower, upper]; both equal ξ where it is known exactly. The upper end is infinite where there
  /// is no bound.
  double lower = 0, upper = 0;
  bool isExact() const { return lower == upper; }
};

/// A single outcome or projection that a rule picks [SM10 III].
struct Projection {
  Eigen::VectorXd momentum;  ///< n
  double energyLoss = 0;     ///< E⁻ − E (J)
  bool zero = false;         ///< the projection is the tip of the cone: it picks nothing
  bool converged = true;     ///< false: the least squares met their limit, the projection is not known
};

struct Choice {
  int nearest = -1;   ///< the outcome nearest to p⁻ (keeps the energy); −1 without outcomes
  Projection conic;   ///< p⁻ projected on the conic hull of the outcomes
  Projection convex;  ///< p⁻ projected on their convex hull
};

/// Bounds on the number of reflections of a pair: ⌈π/γ⌉ [SM14 Th. 1] and ⌈π/2γ⌉ [SM10 III-C], of which the
/// latter is sharp for the longer ordering.
struct PairBounds {
  int seghete2014 = 0;
  int seghete2010 = 0;
};

/// Random orderings, each choice among the infeasible contacts with equal probabilities.
struct SampleOptions {
  std::size_t samples = 0;
  std::uint64_t seed = 1;
  /// How many numbers reflections may change before the sampling stops, with fewer samples: ten seconds or
  /// so.
  std::size_t budget = 2'000'000'000;
  std::size_t maxBytes = std::size_t{1} << 30;  ///< of what is kept of them
  std::size_t uncounted = 0;  ///< so many reflections of each ordering do not count for the budget
};

/// Knuth's estimate of the number of orderings, see sampleOrderings.
struct OrderingsEstimate {
  double value = 0;          ///< infinite where only its logarithm fits
  double standardError = 0;  ///< of the mean; infinite likewise
  double log10 = 0;
  std::size_t samples = 0;
  std::uint64_t seed = 0;
};

/// The whole answer to one simultaneous impact. Immutable, shared between threads.
struct ImpactReport {
  explicit ImpactReport(ImpactProblem impact) : problem(std::move(impact)) {}

  ImpactProblem problem;
  Termination termination;
  Certificate certificate;                     ///< with e < 1 only what holds for lossy reflections, too
  std::optional<PairBounds> bounds;            ///< two elastic contacts that cannot jam only
  std::shared_ptr<const OrderingGraph> graph;  ///< null when jammed
  std::vector<Outcome> outcomes;               ///< in order of discovery
  Count orderings;                             ///< 0 where not counted
  std::uint32_t minLength = 0, maxLength = 0;
  /// Distinct momenta that were reached, the start included; of random orderings only their ends.
  Count states;
  /// Groups of contacts, orthogonal to each other, that were resolved one by one because together they pass
  /// more momenta than one graph should hold, see resolveGroups; then the graph is only a beginning of it, to
  /// look at. Empty where the graph is all there is.
  std::vector<std::vector<ContactIndex>> groups;
  Indeterminacy indeterminacy;
  Choice choice;

  /// The outcomes are those of random orderings, asked for in place of the search; the graph is p⁻ alone.
  bool sampled = false;
  /// Whether every ordering ends; empty: not decided. Of reflections that lose energy, what the search saw
  /// and the criterion for pairs [SM12] tell, see lossyOrderingsEnd.
  std::optional<bool> ends;
  /// Proven: every ordering of reflections that lose energy goes on for ever, all of them to one limit, see
  /// everyOrderingCollapses. The graph is only a beginning then, nothing is counted, and lengths are those of
  /// the example.
  bool collapses = false;
  /// How far (over ‖p⁻‖) outcomes may be from the true ones, and outcomes from those that are not listed:
  /// lossy orderings are too many to be told apart exactly. 0: exact but for rounding.
  double tolerance = 0;
  /// A limit that was met beside the search.
  Limit otherLimit = Limit::None;
  /// With `sampled`, and where a limit cut the search short.
  std::optional<OrderingsEstimate> estimate;
  std::optional<GapReport> gaps;               ///< where asked for and some displacement opens every contact
  PlasticImpact plastic;                       ///< also of a jammed impact
  std::optional<PairSensitivity> sensitivity;  ///< two elastic contacts only
  /// The law of impact that was asked for; both empty: elastic.
  std::optional<double> restitution, reflectionRestitution;

  /// No ordering ends, and none has a limit: with losses at each reflection it has.
  bool jammed() const { return termination.decided && !termination.terminates && problem.isElastic(); }
  /// Some ordering was cut: counts and lengths are those of the words up to there.
  bool cut() const;
  /// Every ordering was searched, or all are known to have the one outcome.
  bool complete() const {
    return !sampled && otherLimit == Limit::None &&
           (!graph || graph->complete() || !groups.empty() || collapses);
  }
  /// The limit that was met, none where sampling was asked for.
  Limit limit() const {
    if (otherLimit != Limit::None) return otherLimit;
    return graph && !complete() && !sampled ? graph->limit() : Limit::None;
  }
  double worstRelativeEnergyError() const;
};

struct ResolveOptions {
  GraphLimits limits;
  /// Where the graph of separate groups of contacts is large, each group is searched within `limits` by
  /// itself and the answers are combined; `states` may then exceed maxStates. Off: maxStates bounds the
  /// whole.
  bool combineGroups = true;
  /// How many reflections may be spent on deciding minimality, over all outcomes.
  std::size_t minimalityChecks = 200'000;
  /// Random orderings in place of the search.
  std::optional<SampleOptions> sample{};
  /// Random orderings besides it where a limit cuts it short (not where it is cancelled); 0 samples: none.
  /// For a second or so.
  SampleOptions samplePastLimit{4096, 1, 100'000'000};
  /// Probabilities of outcomes and orderings under random infinitesimal gaps.
  std::optional<GapOptions> gaps{};
  /// How many beginnings of orderings may be looked at to find all that gaps realise.
  std::size_t gapBeginnings = 20'000;
  /// R in [0,1] of the whole impact [SM14 eqs 16, 17]: every outcome between the plastic and the elastic one.
  std::optional<double> restitution{};
  /// e in [0,1] of each reflection [SM12], the factor 1 + √e, in place of what the contacts say. Orderings
  /// may then be endless.
  std::optional<double> reflectionRestitution{};
};

/// The problem with the contacts' restitution as a law of impact wants it: with R of the whole impact
/// reflections are elastic, e of each reflection [SM12] makes its factor 1 + √e, and contacts that collide
/// reflect in both cases; without either it stays as the contacts say.
ImpactProblem underLaw(const ImpactProblem& problem, std::optional<double> R, std::optional<double> e);

/// What is known before any search: termination, certificate, bounds, the plastic impact, sensitivity; where
/// reflections lose energy only as much of the certificate as holds then. R, e: see underLaw.
ImpactReport examineImpact(const ImpactProblem& problem, std::optional<double> R = std::nullopt,
                           std::optional<double> e = std::nullopt);

/// Replaces every outcome by its blend with the plastic impact for restitution R of the whole impact
/// [SM14 eqs 16, 17], see restitutionBlend. Throws ImpactError for R outside [0,1].
void applyRestitution(ImpactReport& report, double R);

/// Resolves an impact in all orderings. Whether it ends is decided first: a jammed impact has no graph and no
/// outcomes (with e < 1 it comes to rest and has). A limit leaves a report with what was found, no counts, an
/// estimate and ξ as an interval.
/// Throws ImpactError for options that do not go together or are out of their range: R or e outside [0,1],
/// both of them, sampling or gaps with e.
ImpactReport resolveImpact(const ImpactProblem& problem, const ResolveOptions& options = {},
                           std::stop_token stop = {}, const Progress& progress = {});

/// How many orderings no gaps realise; empty where the orderings or the realisable ones are not all known.
std::optional<Count> unrealisedOrderings(const ImpactReport& report);

/// The ordering that a policy picks without a search; ties go to the lowest contact.
struct Policy {
  enum class Kind { MostInfeasible, LeastInfeasible, ApproachSpeed, Priority, Random };
  Kind kind = Kind::MostInfeasible;
  std::vector<ContactIndex> priority;  ///< for Priority: first infeasible one in this order, then the rest
  std::uint64_t seed = 0;              ///< for Random
};

/// Follows a policy until no contact is infeasible. The impact must terminate; stops early with an
/// infeasible end where `maxReflections` is reached or `stop` is asked for.
/// Where contacts are inelastic the word is cut where a search cuts it, see Outcome::cut.
Word followPolicy(const ImpactProblem& problem, const Policy& policy,
                  std::size_t maxReflections = 100'000'000, std::stop_token stop = {});

}  // namespace carom
