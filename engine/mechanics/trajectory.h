#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "impact/impact_report.h"
#include "mechanics/mechanism.h"

namespace carom {

/// A stretch of motion without impact: q(t) = q + (t−t₀) v + ½ (t−t₀)² a, exact while M and the force are
/// constant (trees of prismatic joints under gravity).
struct FreeFlight {
  double start = 0, end = 0;  ///< s
  Eigen::VectorXd q, v, a;    ///< n, at `start`
};

/// An impact on the way, with the ordering that was followed.
struct ImpactEvent {
  double time = 0;            ///< s
  Eigen::VectorXd q;          ///< n
  std::vector<int> contacts;  ///< indices into Mechanism::contacts(), in the order of the problem
  std::shared_ptr<const ImpactProblem> problem;
  Word word;                  ///< the reflections, as indices into `contacts`
  Eigen::MatrixXd momenta;    ///< n × (word length + 1): p⁻ first, p⁺ last
};

/// Motion through impacts; an immutable value. flights[i] ends at impacts[i] and flights[i+1] starts there,
/// so there is one flight more than impacts; a flight may be empty (start = end).
struct Trajectory {
  std::vector<FreeFlight> flights;
  std::vector<ImpactEvent> impacts;
  bool complete = true;
  double stoppedAt = 0;       ///< s, where !complete
  std::string stopReason;     ///< "jammed: ball-left, ball-right", "more than 10000 impacts", "cancelled"

  double start() const { return flights.empty() ? 0 : flights.front().start; }
  double end() const { return flights.empty() ? 0 : flights.back().end; }
  /// q(t), t clamped to [start, end].
  Eigen::VectorXd configuration(double t) const;
  /// q̇(t); at an impact, of the flight that starts there.
  Eigen::VectorXd velocity(double t) const;
  /// The flight that holds t; at an impact, the one that starts there.
  int flightAt(double t) const;
};

struct MotionOptions {
  double duration = 1;              ///< s after the initial state
  double leadIn = 0;                ///< s of the motion that led to the initial state, by reversal of time
  Policy policy{};                  ///< at every impact but the initial one with `firstWord`
  std::optional<Word> firstWord{};  ///< the ordering to follow at the initial state; where it ends
                                    ///< infeasible, the policy goes on
  std::size_t maxImpacts = 10'000;
};

/// Runs free flight with impacts from a state; every contact with |φ| ≤ closedGap at an impact takes part.
///
/// Times of impact are roots of the gaps' polynomials, located to the last bits of t. The lead-in is the flight
/// that arrives at the initial state: as long as `leadIn` or back to the contact that opened last, and empty
/// where a closed contact is separating at the initial state (that state then follows an impact).
/// A jammed impact, a contact that a load presses together, `maxImpacts` and `stop` end the run early: the
/// trajectory says so and keeps what was computed. Throws std::invalid_argument for sizes that do not fit.
Trajectory runMotion(const Mechanism& mechanism, const State& initial, const MotionOptions& options,
                     std::stop_token stop = {});

}  // namespace carom
