#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "impact/graph/ordering_graph.h"
#include "mechanics/motion/run_motion.h"
#include "study/futures/futures_question.h"

namespace carom {

/// An impact with several outcomes that a future has passed, and the one that it took.
struct FutureChoice {
  double time = 0;                               ///< s
  std::vector<std::string> contacts;             ///< that were closed
  std::vector<std::string> ordering;             ///< the most probable ordering with this outcome
  double probability = 0;                        ///< of the outcome at this impact
  std::size_t outcomes = 0;                      ///< of this impact
  double reached = 0, reachedError = 0;          ///< probability of the branch after it, and its error
  std::size_t decision = 0;                      ///< of this impact in FuturesAnswer::decisions
  std::shared_ptr<const FutureChoice> before{};  ///< the choice before; null: the first
};

/// An impact with several outcomes that a branch has come to.
struct FutureDecision {
  double time = 0;                    ///< s
  std::vector<std::string> contacts;  ///< that were closed
  double reached = 0;                 ///< probability of the branch that comes there
  double entropy = 0;                 ///< nat, of its outcomes: −Σ P ln P
  /// What it adds to the entropy of the ends (nat): reached · entropy. The entropy of the ends is the sum of
  /// these over all decisions where no branches meet and none is dropped.
  double decided() const { return reached * entropy; }
};

/// The flights of a future from one impact to the next.
struct FutureTrack {
  FlightList flights;
  std::shared_ptr<const FutureTrack> before{};
};

/// One of the motions that a scene can become.
struct Future {
  double probability = 0;
  /// Of the probability: from the random gaps, or from the random runs where these were drawn.
  double standardError = 0;
  State state;          ///< at its end
  std::string stopped;  ///< why it ended before the time asked for; empty where it did not
  std::shared_ptr<const FutureChoice> last{};  ///< of its choices; null: none
  std::shared_ptr<const FutureTrack> track{};  ///< of its flights, see FuturesQuestion::trackBytes
};

/// All futures of a scene. Sums over the futures at a time are divided by their sum of probabilities.
struct FuturesAnswer {
  std::vector<Future> futures;            ///< by falling probability
  std::vector<FutureDecision> decisions;  ///< in the order in which they were reached
  double lost = 0;                        ///< probability of the branches that were dropped
  std::size_t impacts = 0;                ///< resolved
  std::size_t ambiguous = 0;              ///< of these with several outcomes
  /// Impacts of three and more contacts, whose outcomes are those of random gaps: rarer ones than 1 in
  /// FuturesQuestion::gaps may be missing.
  std::size_t sampled = 0;
  std::size_t runs = 0;     ///< that drew their outcomes, see FuturesQuestion::samples; 0: all branches
  std::size_t corners = 0;  ///< impacts at corners, of which one side is followed
  std::size_t merged = 0;   ///< branches that met another one in the same state
  Eigen::VectorXd times;    ///< m (s)
  std::vector<std::size_t> distinct;  ///< m, number of different futures at that time
  Eigen::VectorXd mass;               ///< m, their sum of probabilities
  Eigen::VectorXd entropy;            ///< m, −Σ P ln P (nat); NaN where not all is known, see `reached`
  Eigen::MatrixXd mean, deviation;    ///< n×m, of the coordinates; NaN there, and for a spherical joint
  Eigen::MatrixXd least, most;        ///< n×m, of the coordinates over all futures; NaN likewise
  /// Why branches were not followed to the end: Cancelled, Memory (FuturesQuestion::maxBytes). They are
  /// futures that stop where they were. None: all were followed, or dropped.
  Limit limit = Limit::None;
  double reached = 0;  ///< s, up to which all that was not dropped is known
  bool isComplete() const { return limit == Limit::None && lost == 0; }
  /// Whether there may be more futures than were drawn.
  bool isDrawn() const { return sampled > 0 || runs > 0; }
};

/// Follows a motion through its impacts. Where random infinitesimal gaps, see sampleGaps, make several
/// outcomes of an impact, the motion branches, and each branch has the probability of its outcomes so far.
/// Branches that meet in one state are one. Gaps at an impact of the start are all ≥ 0, as its bodies touch;
/// at a later one only those of contacts that rest, see GapOptions::arriving.
///
/// Branches are followed in the order of their times, so that all is known up to some time where the search
/// is cancelled or has used its memory.
///
/// Flights are those of runMotion with the duration, step, restitution and pushes of `motion`; each begins at
/// an impact, where its steps begin, too. Its policy decides nothing. Throws std::invalid_argument for
/// motors that start at an impact.
FuturesAnswer futures(const Mechanism& mechanism, const State& initial, const MotionOptions& motion,
                      const FuturesQuestion& question, std::stop_token stop = {},
                      const Progress& progress = {});

/// The choices of a future, the first one first.
std::vector<const FutureChoice*> choicesOf(const Future& future);

/// What separates two futures: their choices at the first impact at which they chose differently. Empty
/// where both are the same.
std::optional<std::array<const FutureChoice*, 2>> separation(const Future& a, const Future& b);

/// The impacts that decide most, as indices into FuturesAnswer::decisions by falling FutureDecision::decided.
std::vector<std::size_t> mostDecisive(const FuturesAnswer& answer, std::size_t most);

/// q(t) of a future with a track, t clamped to its flights.
Eigen::VectorXd configurationOf(const Future& future, double t);

}  // namespace carom
