#pragma once

#include <stop_token>
#include <vector>

#include "audit/explain_jump.h"

namespace carom {

/// A jump as a question: the states before and after, the time between, and the contacts that may collide.
struct JumpCase {
  UncertainPoint before, after;
  WordMotion::Window window{};
  double late = 0;                   ///< by which collisions may be late (s)
  double lateEnergy = 0;             ///< the most that late collisions give (J)
  Eigen::MatrixXd covarianceOnTime;  ///< 2n×2n, that of `after` without what late collisions err by
  double margin = 0;                 ///< by which the noise moves the division (s)
  std::vector<int> near{};           ///< contacts of the mechanism
  Eigen::VectorXd gapDeviations{};   ///< of `near` (m)
  Eigen::VectorXd rateDeviations{};  ///< of their closing speeds (m/s)
};

/// The case of a jump of a recording, whose collisions may be `late` (s), as those of programs whose steps do
/// not end at them. What that gives to the errors changes the energy by no more than a step can.
JumpCase jumpCase(FlightDynamics& dynamics, const DividedMotion& motion, const RecordedJump& jump,
                  double gapError, double late);

struct WordList {
  std::vector<std::vector<int>> words;
  bool complete = true;
  /// Whether after a word forces close contacts again within the window, which begins words that are not
  /// listed.
  bool returns = false;
};
/// The words that lead from the state before to one without closing contacts, for some coefficients. Each
/// contact collides where its gap closes, and none overlaps another beyond the noise. Contacts that close no
/// faster than the noise do not collide; with `loose` they may or may not.
WordList wordsOf(const WordMotion& motion, const JumpCase& jump, const ClassCoefficients& coefficients,
                 bool loose, std::size_t most, const std::stop_token& stop);

/// The coefficients of a word that explain the jump best, from a first guess. Empty where the motion has no
/// solution.
std::optional<WordFit> fitWord(const WordMotion& motion, const JumpCase& jump, const std::vector<int>& word,
                               const ClassCoefficients& guess, const AuditOptions& options);

/// The range of e (μ) of a class; both ends are the scene's where that is asked for.
std::array<double, 2> rangeOf(const ContactClass& of, const AuditOptions& options, bool friction);

}  // namespace carom
