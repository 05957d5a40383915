#pragma once

#include <functional>

#include "audit/explain_jump.h"

namespace carom {

/// e or μ of a class of contacts, of all jumps of a run together.
struct CoefficientFit {
  std::size_t contactClass = 0;
  bool isFriction = false;
  double value = 0;
  double error = 0;  ///< standard deviation by the noise, and the part of late collisions
  /// That part: how far it may be off at all jumps alike, by the steps of a program. No standard deviation.
  double late = 0;
  double scatter = 0;  ///< standard deviation of the single jumps about the value; 0 with fewer than 2
  double chi2 = 0;     ///< of the single values, jumps − 1 degrees of freedom
  int jumps = 0;       ///< that tell it
  int leftOut = 0;     ///< jumps whose coefficients are far from those of all others
};

/// Contacts that overlap in a recording by more than the noise.
struct RecordedOverlap {
  int contact = -1;               ///< of the mechanism
  std::array<double, 2> times{};  ///< first and last (s)
  double depth = 0, error = 0;    ///< at the deepest sample (m)
  double deepest = 0;             ///< s
};

/// A contact that stands in a flight and would have to pull its bodies together there.
struct RecordedPull {
  int contact = -1;               ///< of the mechanism
  std::array<double, 2> times{};  ///< first and last (s)
  double force = 0, error = 0;    ///< the largest one along the normal (N)
};

/// The energy between impacts, where it should be kept.
struct FlightDrift {
  std::size_t flight = 0;
  Measured change;  ///< J, between the middles of its halves
};

/// How far from closed the contacts of single-contact jumps were: an offset of the places in the recording.
struct GapOffset {
  std::size_t contactClass = 0;
  Measured gap;  ///< m
  int jumps = 0;
};

struct AuditReport {
  DividedMotion motion;
  std::vector<ContactClass> classes;
  std::vector<ExplainedJump> jumps;
  std::vector<CoefficientFit> fit;
  std::vector<RecordedOverlap> overlaps;
  std::vector<RecordedPull> pulls;
  std::vector<FlightDrift> drift;  ///< of flights with 24 samples or more, without dampers and motors
  std::vector<GapOffset> offsets;
  /// When motors start that wait for the first impact (s): see flownMechanism. Empty where there are none, or
  /// where the recording has no impact.
  std::optional<double> motorsStart;
  Measured appeared, vanished;  ///< J, sums over jumps whose energy rises and falls
  bool complete = true;         ///< not cancelled
};

/// Says of each jump of a recorded run which orderings of its contacts explain it. Throws
/// std::invalid_argument for a run of another size, with fewer than 8 samples or without motion. `check` gets
/// the flights before the jumps are explained, and may throw.
AuditReport auditRun(const Mechanism& mechanism, const RecordedRun& run, const AuditOptions& options = {},
                     std::stop_token stop = {}, const Progress& progress = {},
                     const std::function<void(const DividedMotion&)>& check = {});

}  // namespace carom
