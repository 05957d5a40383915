#pragma once

#include <optional>
#include <string>
#include <vector>

#include "impact/impact_problem.h"
#include "scene/scene.h"

namespace carom {

/// A planted problem for other engines.
struct ConformProblem {
  std::string id;     ///< "billiard-break-120"
  std::string story;  ///< what it is about, and what is known of its answer
  ImpactProblem impact;
  std::string scene{};        ///< the built-in scene that it is from, "" for a bare one
  Assignments assignments{};  ///< of the scene
};

/// All problems, in the order of the file: cradles, walls, racks, breaks, rods, boxes, wedges, landings, and
/// bare ones. The same on every call.
std::vector<ConformProblem> conformProblems();

/// What an answer is worth.
enum class ConformVerdict { Right, OneOfSeveral, Wrong, NotDecided };
/// "right", "one-of-several", "wrong", "not-decided"
std::string_view nameOf(ConformVerdict verdict);

struct CheckedAnswer {
  ConformVerdict verdict = ConformVerdict::Wrong;
  /// What is wrong: "energy-gained", "energy-lost", "momentum", "feasibility", "pull", "outcome", "order",
  /// "jam".
  std::vector<std::string> why;
  double distance = 0;  ///< ‖p − nearest outcome‖/‖p⁻‖, the largest of the repetitions; 0 without outcomes
  double energyChange = 0;  ///< E⁺ − E⁻ over E⁻, of the repetition with the largest amount
  double spread = 0;        ///< largest distance of two repetitions over ‖p⁻‖
  std::size_t outcomes = 0, repeats = 0;
};

/// Checks all answers to one problem: momenta (n each), or nothing where an engine says that there is none.
/// tolerance: of distances over ‖p⁻‖.
CheckedAnswer checkAnswers(const ConformProblem& problem,
                           const std::vector<std::optional<Eigen::VectorXd>>& answers, double tolerance);

}  // namespace carom
