#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "audit/closed_contacts.h"
#include "audit/flight_fit.h"
#include "audit/recorded_step.h"
#include "base/progress.h"

namespace carom {

/// A part of a recording in which no velocity jumps.
struct RecordedFlight {
  Eigen::Index first = 0, last = 0;       ///< samples
  std::vector<int> lasting;               ///< contacts that press throughout, of the mechanism
  std::vector<StandingContact> standing;  ///< how these stand; empty: with constant forces
  bool isDecided = false;                 ///< whether no other way to stand fits, one less or with other slip
  FlightFit head, tail;  ///< of samples near its start and its end; one fit where all fit together
  double chi2 = 0;       ///< of `head` and, where it is another fit, of `tail`
  int freedom = 0;
  Eigen::Index count() const { return last - first + 1; }
  /// The contacts that press with forces which the samples tell hardly: those of constant forces, and all
  /// where the samples leave open how they stand, or some that stands has e > 0 in the scene, for it may as
  /// well bounce by less than the noise.
  std::vector<int> pressing(const Mechanism& mechanism) const;
};

/// A change of velocity between two flights, with the states at the last sample before and the first after.
struct RecordedJump {
  std::size_t flight = 0;  ///< the one before
  UncertainPoint before, after;
};

/// A recording as flights and jumps.
struct DividedMotion {
  RecordingNoise noise;
  double leastShare = 0;  ///< of the range of each coordinate, below which no noise was believed
  /// Of the rule of which the recording is a run (s), see recordedStep; empty: of none.
  std::optional<double> step{};
  StepRule rule = StepRule::Midpoint;
  /// By which collisions are early or late (s): of rules whose steps do not end where a gap closes.
  double eventStep = 0;
  double longestStep = 0;  ///< s, the longest step of a rule that the samples leave open
  double sampling = 0;     ///< s, mean time between samples
  /// Whether a program may have computed collisions late: not its own exact ones, and nothing that was
  /// measured, for which someone gives the error of gaps or the least noise.
  bool mayBeLate = false;
  std::vector<RecordedFlight> flights;
  std::vector<RecordedJump> jumps;
  /// Times between flights whose states there have no motion (s): whether velocities jump is not known.
  std::vector<double> unknown;
};

struct JumpSearch {
  /// Standard deviations of a sample where they are known; empty: estimated from the recording.
  std::optional<RecordingNoise> noise{};
  RecordingNoise least{};  ///< below which the estimate is not believed; empty: rounding
  double gapError = 0;     ///< standard deviation of all gaps, by shapes and places that are not exact (m)
  /// The rule of which the recording is a run; empty: looked for in it.
  std::optional<RecordedStep> step{};
};

/// The range of each coordinate, at least 0.01 (m or rad): n.
Eigen::VectorXd rangesOf(const RecordedRun& run);

/// Divides a recording where the prediction from the samples before fails, and places each division where
/// both flights together fit best. Flights too short to have a velocity are part of a jump.
DividedMotion findJumps(FlightDynamics& dynamics, const RecordedRun& run, const JumpSearch& search,
                        std::stop_token stop = {}, const Progress& progress = {});

/// The accelerations that unit forces of contacts give at q: orthonormal columns that span them; along
/// tangents, too, where a contact has friction.
Eigen::MatrixXd supportsOf(const Mechanism& mechanism, const std::vector<int>& contacts,
                           const Eigen::VectorXd& q);

/// What the fits of a flight assume of the contacts that last in it. `sample`: near which forces are
/// constant.
FlightSupports supportsOf(const Mechanism& mechanism, const RecordedRun& run, const RecordedFlight& flight,
                          Eigen::Index sample);

}  // namespace carom
