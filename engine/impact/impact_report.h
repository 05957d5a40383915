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

/// One outcome: a momentum in which orderings end.
struct Outcome {
  Eigen::VectorXd momentum;  ///< n, p⁺, replayed in extended precision
  ExtendedVector white;      ///< n, p⁺ in WhiteFrame's coordinates, not rounded to double
  Eigen::VectorXd velocity;  ///< n, M⁻¹p⁺
  Eigen::VectorXd impulses;  ///< k, of the example word (N·s)
  Eigen::MatrixXd friction;  ///< k×2, of the example word, along the tangents of contacts that collide (N·s)
  Count orderings;           ///< number of orderings that end here; 0 where not counted
  Word example;              ///< a minimal word where one is known, else a shortest one
  std::optional<bool> minimal;           ///< whether the example is minimal [SM14 Def. 1]; empty: not decided
  std::optional<bool> reachedMinimally;  ///< whether any minimal ordering ends here; empty: not decided
  double relativeEnergyError = 0;  ///< |E⁺ − E|/E⁻, E the energy that the law of impact prescribes
  double energyLoss = 0;           ///< E⁻ − E⁺ (J), 0 where the impact is elastic
  /// Whether the example was cut, see inelasticCut, because the ordering never ends or its rest has no
  /// effect; the momentum is then its limit. Only with restitution of each reflection.
  bool cut = false;
  /// With `cut`: the largest distance at which an ordering that begins like the example can end (√J).
  double cutError = 0;
  std::optional<Probability> probability;  ///< under random infinitesimal gaps, where requested
  /// The node of the graph; notInGraph for outcomes that only random orderings or gaps have reached.
  OrderingGraph::NodeId node = 0;
  static constexpr OrderingGraph::NodeId notInGraph = ~OrderingGraph::NodeId{0};
};

/// ξ = largest distance between two outcomes over ‖p⁻‖ [SM14 VII-A].
struct Indeterminacy {
  double xi = 0;
  std::array<int, 2> pair{0, 0};    ///< the outcomes that attain it
  std::optional<double> xiMinimal;  ///< over outcomes of minimal orderings; empty: not decided
  /// ξ lies in [lower, upper]; both equal ξ where it is known exactly. upper is infinite where no bound is
  /// known.
  double lower = 0, upper = 0;
  bool isExact() const { return lower == upper; }
};

/// A single outcome or projection that a rule picks [SM10 III].
struct Projection {
  Eigen::VectorXd momentum;  ///< n
  double energyLoss = 0;     ///< E⁻ − E (J)
  bool zero = false;         ///< whether the projection is the apex of the cone, which selects no outcome
  bool converged = true;     ///< false: the least squares reached their limit, and the projection is unknown
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

/// How to draw random orderings, in which every choice among the infeasible contacts has equal probabilities.
struct SampleOptions {
  std::size_t samples = 0;
  std::uint64_t seed = 1;
  /// The sampling stops, with fewer samples, after reflections have changed this many numbers: after about
  /// ten seconds.
  std::size_t budget = 2'000'000'000;
  std::size_t maxBytes = std::size_t{1} << 30;  ///< of memory for the samples
  std::size_t uncounted = 0;  ///< the first reflections of each ordering that the budget does not count
};

/// Knuth's estimate of the number of orderings, see sampleOrderings.
struct OrderingsEstimate {
  double value = 0;          ///< infinite where only its logarithm fits in a double
  double standardError = 0;  ///< of the mean; infinite where value is
  double log10 = 0;
  std::size_t samples = 0;
  std::uint64_t seed = 0;
};

/// The answer to one simultaneous impact. Immutable, shared between threads.
struct ImpactReport {
  explicit ImpactReport(ImpactProblem impact) : problem(std::move(impact)) {}

  ImpactProblem problem;
  Termination termination;
  Certificate certificate;           ///< with e < 1, the part that holds for inelastic reflections, too
  std::optional<PairBounds> bounds;  ///< only of two elastic contacts that cannot jam
  std::shared_ptr<const OrderingGraph> graph;  ///< null when jammed
  std::vector<Outcome> outcomes;               ///< in order of discovery
  Count orderings;                             ///< 0 where not counted
  std::uint32_t minLength = 0, maxLength = 0;
  /// Number of distinct momenta reached, p⁻ included; with random orderings, of p⁻ and their ends.
  Count states;
  /// Groups of contacts, orthogonal to each other, that were resolved one by one because one graph of all
  /// would be too large, see resolveGroups. The graph then is incomplete and serves display only. Empty where
  /// the graph is the whole answer.
  std::vector<std::vector<ContactIndex>> groups;
  Indeterminacy indeterminacy;
  Choice choice;

  /// Whether random orderings replaced the search, as requested; the graph is p⁻ alone then.
  bool sampled = false;
  /// Whether every ordering ends; empty: not decided. For reflections that lose energy it follows from the
  /// search and from the criterion for pairs, see lossyOrderingsEnd.
  std::optional<bool> ends;
  /// Whether it is proven that every ordering of reflections that lose energy is endless and that all have
  /// one limit, see everyOrderingCollapses. The graph then is incomplete, orderings are not counted, and
  /// lengths are those of the example.
  bool collapses = false;
  /// Bound on the distance, over ‖p⁻‖, of each outcome from the true one, and of each true outcome from the
  /// nearest listed one: inelastic orderings are too many to separate exactly. 0: exact up to rounding.
  double tolerance = 0;
  /// A limit that was reached outside the search of the graph.
  Limit otherLimit = Limit::None;
  /// With random orderings: with `sampled`, and after a limit stopped the search.
  std::optional<OrderingsEstimate> estimate;
  std::optional<GapReport> gaps;               ///< where requested and some displacement opens every contact
  PlasticImpact plastic;                       ///< a jammed impact has one, too
  std::optional<PairSensitivity> sensitivity;  ///< two elastic contacts only
  /// The requested restitution: R of the whole impact, or e of each reflection; both empty: the contacts'
  /// own.
  std::optional<double> restitution, reflectionRestitution;

  /// Whether no ordering ends or has a limit. (With losses at each reflection every ordering has one.)
  bool jammed() const { return termination.decided && !termination.terminates && problem.isElastic(); }
  /// Whether some ordering was cut; counts and lengths are then those of the cut words.
  bool cut() const;
  /// Whether every ordering was searched, or all are known to have one outcome.
  bool complete() const {
    return !sampled && otherLimit == Limit::None &&
           (!graph || graph->complete() || !groups.empty() || collapses);
  }
  /// The limit that was reached; Limit::None with `sampled` unless the sampling reached one.
  Limit limit() const {
    if (otherLimit != Limit::None) return otherLimit;
    return graph && !complete() && !sampled ? graph->limit() : Limit::None;
  }
  double worstRelativeEnergyError() const;
};

struct ResolveOptions {
  GraphLimits limits;
  /// Whether separate groups of contacts with a large common graph are searched one by one, each within
  /// `limits`, and their answers combined; `states` may then exceed maxStates. Off: maxStates bounds one
  /// common graph.
  bool combineGroups = true;
  /// The number of reflections that deciding minimality may take, for all outcomes together.
  std::size_t minimalityChecks = 200'000;
  /// Random orderings in place of the search.
  std::optional<SampleOptions> sample{};
  /// Random orderings after a limit (other than cancelling) has stopped the search; 0 samples: none. They
  /// take about a second.
  SampleOptions samplePastLimit{4096, 1, 100'000'000};
  /// Probabilities of outcomes and orderings under random infinitesimal gaps.
  std::optional<GapOptions> gaps{};
  /// The number of beginnings of orderings that the search for all realisable ones may visit.
  std::size_t gapBeginnings = 20'000;
  /// R in [0,1] of the whole impact [SM14 eqs 16, 17]: each outcome is a blend of the plastic and an elastic
  /// one.
  std::optional<double> restitution{};
  /// e in [0,1] of each reflection [SM12 II], the factor 1 + √e, in place of the contacts' own restitutions.
  /// Orderings may then be endless.
  std::optional<double> reflectionRestitution{};
};

/// The problem with the restitutions that a law of impact prescribes. With R of the whole impact every
/// contact reflects elastically; with e of each reflection [SM12 II] every contact reflects with the factor 1
/// + √e. Without either the problem is unchanged.
ImpactProblem underLaw(const ImpactProblem& problem, std::optional<double> R, std::optional<double> e);

/// Answers what needs no search: termination, certificate, bounds, the plastic impact, sensitivity. Where
/// reflections lose energy the certificate is reduced to what holds then. R, e: see underLaw.
ImpactReport examineImpact(const ImpactProblem& problem, std::optional<double> R = std::nullopt,
                           std::optional<double> e = std::nullopt);

/// Replaces every outcome by its blend with the plastic impact for restitution R of the whole impact
/// [SM14 eqs 16, 17], see restitutionBlend. Throws ImpactError for R outside [0,1].
void applyRestitution(ImpactReport& report, double R);

/// Resolves an impact in all orderings. Termination is decided first: a jammed elastic impact has no graph
/// and no outcomes; with e < 1 it comes to rest and has both. After a limit the report holds the outcomes
/// found, no counts, an estimate, and ξ as an interval. Throws ImpactError for options that are out of range
/// or exclude each other: R or e outside [0,1], both R and e, sampling or gaps with e.
ImpactReport resolveImpact(const ImpactProblem& problem, const ResolveOptions& options = {},
                           std::stop_token stop = {}, const Progress& progress = {});

/// The number of orderings that no gaps realise; empty unless all orderings and all realisable ones are
/// known.
std::optional<Count> unrealisedOrderings(const ImpactReport& report);

/// A rule that picks one ordering without a search; ties go to the lowest contact.
struct Policy {
  enum class Kind { MostInfeasible, LeastInfeasible, ApproachSpeed, Priority, Random };
  Kind kind = Kind::MostInfeasible;
  std::vector<ContactIndex> priority;  ///< for Priority: contacts in this order, then the others by number
  std::uint64_t seed = 0;              ///< for Random
};

/// Follows a policy until every contact is feasible. The impact must terminate. Stops early, with an
/// infeasible end, after `maxReflections` or on a stop request. The word of an inelastic impact is cut where
/// a search cuts it, see Outcome::cut.
Word followPolicy(const ImpactProblem& problem, const Policy& policy,
                  std::size_t maxReflections = 100'000'000, std::stop_token stop = {});

}  // namespace carom
