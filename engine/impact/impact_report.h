#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "impact/certificate/certificate.h"
#include "impact/certificate/pair_sensitivity.h"
#include "impact/certificate/planar_certificate.h"
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

/// Knuth's estimate of the number of orderings, see sampleOrderings.
struct OrderingsEstimate {
  double value = 0;          ///< infinite where only its logarithm fits in a double
  double standardError = 0;  ///< of the mean; infinite where value is
  double log10 = 0;
  std::size_t samples = 0;
  std::uint64_t seed = 0;
};

/// The impacts at the other sides of corners, see ContactLabel::otherNormals.
struct CornerReport {
  double sides = 1;          ///< number of combinations of normals
  std::size_t resolved = 1;  ///< how many of them were resolved; fewer than `sides` where they are too many
  std::size_t outcomes = 0;  ///< number of different outcomes of all of them
  bool complete = true;      ///< whether all were resolved, each completely
};

/// The answer to one simultaneous impact. Immutable, shared between threads.
struct ImpactReport {
  explicit ImpactReport(ImpactProblem impact);

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
  /// Whether states, orderings and their lengths are those of the certificate's group, because the pairs fit
  /// it only to the tolerance of the rule (see Certificate::nearly). The exact impact may have more, and
  /// longer, ones.
  bool countsIdealGroup = false;
  /// Groups of contacts, orthogonal to each other, that were resolved one by one because one graph of all
  /// would be too large, see resolveGroups. The graph then is incomplete and serves display only. Empty where
  /// the graph is the whole answer.
  std::vector<std::vector<ContactIndex>> groups;
  Indeterminacy indeterminacy;  ///< over all sides of corners
  Choice choice;
  std::optional<CornerReport> corners;  ///< of an impact with corners, whose outcomes are of one side

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

  /// Whether some ordering neither ends nor has a limit, see Termination::noneEnds. (With losses at each
  /// reflection every ordering has one.)
  bool jammed() const { return termination.decided && !termination.terminates && problem.isElastic(); }
  /// Whether some ordering was cut or is endless; counts and lengths are then those of the cut words.
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

  /// What is decided for every momentum where contacts collide by planar laws; empty where `certificate`
  /// decides, where all reflect, and where the impact is jammed. It takes up to some tenths of a second when
  /// it is first asked for, and no time later: also copies of the report share it. For any thread. The
  /// members above are not changed after the first call.
  const std::optional<PlanarCertificate>& planar() const;
  /// Whether planar() answers at once.
  bool planarIsKnown() const;

 private:
  /// Whether the laws of its contacts decide uniqueness.
  bool asksLaws() const;

  struct Planar;
  std::shared_ptr<Planar> m_planar;
};

/// Whether every momentum has one outcome, by the certificate that decides it: that of planar laws, or else
/// the rule of pairs. Empty: not decided. Everything that calls an impact unique asks here.
std::optional<bool> uniqueForEveryMomentum(const ImpactReport& report);
/// The name of what decides it, or of what leaves it undecided: "coxeter", "same-maps", "lossy", … Where the
/// losses of reflections leave undecided what the rule of pairs says of elastic ones it is "lossy", and
/// "plastic" where R = 0 makes one outcome of several.
std::string_view certificateReason(const ImpactReport& report);

/// The number of orderings that no gaps realise; empty unless all orderings and all realisable ones are
/// known.
std::optional<Count> unrealisedOrderings(const ImpactReport& report);

}  // namespace carom
