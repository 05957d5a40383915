#pragma once

#include <optional>
#include <string>

#include "answer/document/json_values.h"
#include "impact/impact_report.h"
#include "mechanics/tree/loop_states.h"

namespace carom {

/// Writes the words of a list, with up to a million names of contacts in all.
class WordWriter {
 public:
  explicit WordWriter(const ImpactProblem& problem) : m_problem(problem) {}
  /// Sets `key` to the names of a word. Of a long word that does not fit any more, `key` is null and
  /// `key`_length, `key`_begins and `key`_ends describe it.
  void add(Json& json, const std::string& key, const Word& word);

  static constexpr std::size_t shownOfLonger = 1'000;  ///< names at each end of a word that does not fit
  static constexpr std::size_t mostShown = 1'000'000;  ///< of all words of a list
  static bool isLong(const Word& word, std::size_t room = mostShown);

 private:
  const ImpactProblem& m_problem;
  std::size_t m_left = mostShown;
};

/// The impulses of the loops, by equation (see LoopEquations), that belong to impulses of the contacts, k
/// along the normals and k×2 along the tangents (N·s): m (N·s, or N·m·s of angles); empty without loops.
Eigen::VectorXd loopImpulsesOf(const ImpactProblem& problem, const Eigen::VectorXd& normal,
                               const Eigen::MatrixXd& friction);
/// Those of the first outcome; empty where there is none.
Eigen::VectorXd firstLoopImpulses(const ImpactReport& report);
/// The loops with their impulses, which may be empty: name, residual and impulse.
Json loopsJson(const std::vector<LoopState>& loops, const Eigen::VectorXd& impulses);
Json energyJson(const ImpactReport& report);
/// ξ where it is known exactly or to the tolerance of the report.
std::optional<double> knownXi(const ImpactReport& report);
/// A point of a hull that a rule chooses; null where it did not converge.
Json projectionJson(const Projection& projection);
/// A number up to 2^53, which every reader of JSON keeps exactly; else a string.
Json exactNumber(const Count& value);
/// A number of combinations, which may be beyond whole numbers of JSON.
Json sidesJson(double sides);
/// The estimated number of orderings of a sample.
Json estimateJson(const OrderingsEstimate& estimate);
/// The orderings that random gaps realise, and examples of those that they do not.
Json gapsJson(const ImpactReport& report);

}  // namespace carom
