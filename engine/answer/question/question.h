#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answer/question/option_values.h"
#include "answer/question/run_settings.h"
#include "study/design/design_search.h"
#include "study/futures/futures_question.h"
#include "study/landing/landing.h"
#include "study/orbit/orbit_question.h"
#include "study/perturbation.h"
#include "study/robust.h"

namespace carom {

/// What answers give beside the impact and the motion, because someone looks at it.
struct Extras {
  /// Probabilities under random infinitesimal gaps, from a few samples, see computeProbabilities.
  bool probabilities = false;
  bool models = false;  ///< what other impact models make of the impact, see addModels
  bool operator==(const Extras&) const = default;
};

/// N values of a parameter or of an initial coordinate from a to b (SI), both included.
struct OverRange {
  std::string name;
  double a = 0, b = 0;
  std::size_t points = 0;
  /// From a to b, both included and exact; a alone where there is one point.
  std::vector<double> values() const;
  bool operator==(const OverRange&) const = default;
};

/// What is asked about a scene: from which start, under which rules, within which limits, and what besides.
/// options() says how each part is written in words.
struct Question {
  Assignments assignments{};
  std::string start{};  ///< the path of a state in place of the scene's initial one; "" for that
  /// The ordering to follow at the initial impact. If it is not an ordering of this impact, the example of
  /// the first outcome is followed.
  std::optional<Word> ordering{};
  ImpactSettings settings{};    ///< the rule, later orderings, the second run, pushes, restitution
  std::optional<int> impact{};  ///< the impact of the run that is meant, as index in Trajectory::impacts
  Extras extras{};
  bool gradient = false;      ///< the slope of ξ over every continuous parameter
  bool alternatives = false;  ///< of a run: all orderings of every impact
  bool localError = false;    ///< of a run: the error of its steps
  bool variation = false;     ///< of a run: its derivative by the initial state
  RunDirection direction{};   ///< of a run: its derivative in this direction; empty: none
  bool isDerived() const { return variation || !direction.empty(); }
  std::size_t every = 1;  ///< of a run: which steps are reported
  /// Of a run: keys of quantities that are reported beside q and p, see RunQuantities.
  std::vector<std::string> quantities{};

  std::optional<std::size_t> sample{}, gaps{};  ///< numbers of random orderings and of random gaps
  std::optional<std::size_t> cloud{};           ///< number of compliant impacts
  std::uint64_t seed = 1;                       ///< of all random numbers but those of a rule
  std::map<std::string, double> stiffness{};    ///< ratios of compliant contacts by name

  std::vector<OverRange> over{};
  std::string measure{};  ///< see parseMeasure(); "" for the usual one
  /// Tolerances, whether they are normal, the number of samples (0: the usual one) and the wanted ξ.
  std::vector<Tolerance> tolerances{};
  bool normal = false;
  std::size_t samples = 0;
  std::optional<double> below{};
  DesignQuestion design{};
  LandingQuestion landing{};  ///< without its samples, seed and limits
  FuturesQuestion futures{};  ///< without its samples, gaps and seed
  OrbitQuestion orbit{};      ///< without what is varied, which `design` has

  std::optional<std::size_t> maxStates{}, maxSteps{};  ///< of a search and of a run; empty: the usual ones
  std::size_t maxBytes = usualMemory;
};

/// How an impact is resolved: restitution, limits, random orderings and gaps.
ResolveOptions resolveOptions(const Question& question);
/// The same for a sample under tolerances. usualSamples: where the question has no number.
RobustQuestion robustQuestion(const Question& question, std::size_t usualSamples);
/// The same for a landing, for futures and for an orbit.
LandingQuestion landingQuestion(const Question& question);
FuturesQuestion futuresQuestion(const Question& question);
OrbitQuestion orbitQuestion(const Question& question);

}  // namespace carom
