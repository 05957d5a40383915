#pragma once

#include <array>
#include <string>

#include "audit/find_jumps.h"
#include "audit/word_motion.h"
#include "laws/permissible_impulse.h"

namespace carom {

/// What an audit may assume.
struct AuditOptions {
  /// Ranges of e and μ of all contacts; empty: 0 to 1, and 0 to 2.
  std::optional<std::array<double, 2>> restitution{}, friction{};
  bool asScene = false;  ///< e and μ are those of the scene
  JumpSearch search{};   ///< noise and error of gaps
  /// Below which the noise of a sample is not believed: of travels (m) and angles (rad). Engines and trackers
  /// err more than neighbouring samples show.
  std::optional<std::array<double, 2>> leastNoise{};
  /// Errors of masses and shapes, as a share of the change of momentum: of a jump Δp they add an error of
  /// this share of ‖Δp‖ in all directions.
  double modelError = 0;
  std::size_t mostWords = 2000;  ///< of one jump
  /// A word explains a jump where its χ² is at most this many deviations above chance: 4 miss one true word
  /// in 30 000 where the noise is normal.
  double explains = 4;
  /// What rigid bodies cannot do counts beyond this many standard deviations.
  double impossible = 5;
};

/// What an audit says of a jump. Undecided: several words with different ends fit within the noise, or the
/// words were too many to try all and none fits.
enum class JumpVerdict { Explained, Unexplained, Impossible, Undecided };
/// "explained", …
std::string_view nameOf(JumpVerdict verdict);

/// A word with the coefficients that explain a jump best.
struct WordFit {
  std::vector<int> word;        ///< contacts of the mechanism
  ClassCoefficients values;     ///< of every class; that of a class that is not fitted is the scene's
  ClassCoefficients deviation;  ///< standard deviations; 0 where it is not fitted
  std::vector<int> parameters;  ///< fitted ones: class c is c for e, and classes + c for μ
  Eigen::VectorXd unbounded;    ///< their values without the bounds of the ranges
  Eigen::MatrixXd information;  ///< inverse covariance of these
  /// `information` times the derivatives of `unbounded` by the errors of the states before and after.
  Eigen::MatrixXd byBefore, byAfter;
  Eigen::VectorXd late;        ///< the part of their standard deviations that a late collision makes
  Eigen::VectorXd residual;    ///< 2n, recorded minus predicted state after the jump
  Eigen::MatrixXd covariance;  ///< 2n×2n, of `residual`
  double chi2 = 0;
  int freedom = 0;
  double deviations = 0;  ///< see deviationsOf
  double likelihood = 0;  ///< among the words that fit, 0 for others
  int outcome = 0;        ///< words with the same number have one end, as far as the noise tells
};

/// Something that rigid bodies cannot do.
struct Impossibility {
  enum class Kind { Energy, Momentum, Overlap, Pull };
  Kind kind;
  double amount = 0, error = 0;  ///< J; √J (‖Δp‖ beside all contact impulses); m/s of closing; N·s
  int contact = -1;              ///< of the mechanism, where it is about one
};
/// "energy", "momentum", "overlap", "pull"
std::string_view nameOf(Impossibility::Kind kind);
std::string_view unitOf(Impossibility::Kind kind);

/// An amount with its standard deviation.
struct Measured {
  double value = 0, error = 0;
};

/// An impulse along the surface of a contact, which no word of a jump has (N·s).
struct RubbingImpulse {
  int contact = -1;  ///< of the mechanism
  Measured size;
};

/// A jump and what explains it.
struct ExplainedJump {
  double time = 0;                 ///< s, of the first collision of the best word
  std::array<double, 2> window{};  ///< s, in which it lies: between two samples, and what the noise adds
  double late = 0;            ///< s, by which collisions are taken to be late, see DividedMotion::eventStep
  double lateEnergy = 0;      ///< J, the most that late collisions give
  std::vector<int> contacts;  ///< that meet, of the mechanism
  JumpVerdict verdict = JumpVerdict::Undecided;
  std::vector<WordFit> words;      ///< that fit, the likeliest first
  std::optional<WordFit> nearest;  ///< the word that fits best, also where it does not fit
  std::size_t tried = 0;           ///< number of words
  bool triedAll = true;
  std::string undecided;  ///< why
  /// Whether the flight before it, and the one after it, is so short that a hit within it would not be seen.
  std::array<bool, 2> hides{};
  /// Leaves it open, because such a flight is beside it.
  void doubt();
  std::vector<Impossibility> impossible;
  double distance = 0;  ///< ‖p⁺ − that of the nearest word‖/‖p⁻‖ in the kinetic metric
  Measured energy;      ///< change of kinetic and potential energy (J)
  Measured momentum;    ///< part of the change of momentum that no impulse of the contacts gives (√J)
  /// The largest one, where no word explains the jump and impulses along normals and surfaces do.
  std::optional<RubbingImpulse> rubbing;
  std::optional<Permissibility> permissible;      ///< of the impulses that fit best
  std::vector<Measured> impulses;                 ///< of `contacts` along their normals (N·s)
  Eigen::VectorXd momentumBefore, momentumAfter;  ///< n, at `time`
  std::optional<double> xi;                       ///< of the impact of `contacts` at once
  std::optional<bool> unique;                     ///< for every momentum
  std::string certificate;
  /// Whether no word explains it, and that is not left open.
  bool isRefused() const { return verdict == JumpVerdict::Unexplained || verdict == JumpVerdict::Impossible; }
  std::optional<bool> inHull;  ///< whether p⁺ is in the convex hull of the outcomes, within the noise
  std::optional<double> hullDistance;  ///< over ‖p⁻‖
};

/// Beside contacts that press, a word explains only where it fits that well, in deviations: 1 true word in
/// 160 misses it. Words that leave out small hits of what presses fit nearly.
inline constexpr double clearly = 2.5;

/// Whether a program whose steps do not end where gaps close may have computed a recording.
bool mayBeLate(const DividedMotion& motion, const AuditOptions& options);

/// Explains one jump.
ExplainedJump explainJump(FlightDynamics& dynamics, const std::vector<ContactClass>& classes,
                          const DividedMotion& motion, const RecordedJump& jump, const AuditOptions& options,
                          std::stop_token stop = {});

}  // namespace carom
