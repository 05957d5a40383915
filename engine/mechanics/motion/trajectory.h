#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "impact/impact_report.h"
#include "mechanics/motion/flight_list.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

struct ObservedState : State {
  EnergyFlow flow;
};

/// The record of an impact on the way: which ordering was followed, and what it took. It is as large as its
/// contacts and reflections; wholeImpact gives what is as large as the mechanism.
struct ImpactEvent {
  double time = 0;                     ///< s
  std::vector<int> contacts;           ///< indices into Mechanism::contacts(), in the order of the problem
  std::vector<ContactLabel> labels{};  ///< theirs, without how they collide
  Word word{};                         ///< the reflections, as indices into `contacts`
  /// Chatter that was cut short [SM14 VII-B]: contacts that were hit twice within a step's length do not
  /// bounce any more. Where all that press do, the contacts of the word, each once, got the impulses of the
  /// plastic impact in place of reflections.
  bool plastic = false;
  Eigen::VectorXd restitution{};             ///< k, that each contact had here
  double energyBefore = 0, energyAfter = 0;  ///< J, kinetic
  /// All orderings of this impact, where MotionOptions::alternatives asks for them and there is more than one
  /// contact; null otherwise and where the impact is plastic.
  std::shared_ptr<const ImpactReport> alternatives{};
};

/// What a record takes by itself (bytes), without its alternatives.
std::size_t memoryUsed(const ImpactEvent& impact);

/// What takes the place of the restitution and the collision laws of the contacts, see underLaw.
struct RunLaw {
  std::optional<double> restitution{}, reflectionRestitution{};
};

/// Why a run ended before its time.
enum class StopKind {
  None,
  Jammed,
  ImpactLimit,
  NotConverged,
  EndlessImpact,
  GainsEnergy,
  StepLimit,
  Memory,
  Cancelled
};

/// Motion through impacts; an immutable value. flights[i] ends at impacts[i] and flights[i+1] starts there,
/// so there is one flight more than impacts; a flight may be empty (start = end).
struct Trajectory {
  FlightList flights;
  std::vector<ImpactEvent> impacts;
  bool complete = true;
  double stoppedAt = 0;  ///< s, where !complete
  StopKind stopKind = StopKind::None;
  std::string stopReason;         ///< "jammed: ball-left, ball-right", "more than 10000 impacts", "cancelled"
  bool startsWithImpact = false;  ///< whether impacts[0] is that of the initial state
  Eigen::VectorXd initialMomentum{};      ///< n, p⁻ of that impact
  std::optional<KineticMetric> metric{};  ///< of the initial state
  RunLaw law{};                           ///< of every impact

  double start() const { return flights.empty() ? 0 : flights.startOf(0); }
  double end() const { return flights.empty() ? 0 : flights.back().end; }
  /// The impact of the initial state, −1 where there is none.
  int initialImpact() const { return startsWithImpact ? 0 : -1; }
  /// q(t), t clamped to [start, end].
  Eigen::VectorXd configuration(double t) const;
  /// v(t); at an impact, of the flight that starts there.
  Eigen::VectorXd velocity(double t) const;
  /// At the last node that is not after t.
  EnergyFlow flow(double t) const;
  /// The flight that holds t; at an impact, the one that starts there.
  int flightAt(double t) const;
};

struct MotionOptions {
  double duration = 1;  ///< s after the initial state
  double leadIn = 0;    ///< s of the motion that led to the initial state, by reversal of time
  Policy policy{};      ///< at every impact but the initial one with `firstWord`; its priority lists
                        ///< contacts of the mechanism
  std::optional<Word> firstWord{};  ///< the ordering to follow at the initial state; where it ends
                                    ///< infeasible, the policy goes on
  /// Orderings to follow at impacts of these numbers (in Trajectory::impacts), as contacts of the mechanism;
  /// likewise, and without those that are not closed there.
  std::map<int, std::vector<int>> forced{};
  /// Such an ordering is followed as long as its contacts are infeasible one after the other: in a run that
  /// has changed since it was chosen, bodies do not pull at each other.
  bool forcedMayNotPull = false;
  std::optional<ResolveOptions>
      alternatives{};  ///< how to search all orderings of each impact; empty: only follow
  /// Those of the initial impact, where they are known already.
  std::shared_ptr<const ImpactReport> firstAlternatives{};
  /// Chooses an ordering of an impact whose alternatives are known, in place of the policy.
  std::function<Word(const ImpactReport&)> choose{};
  std::size_t maxImpacts = 10'000;
  /// Steps of the whole run, those included that were tried in vain or looked for the time at which a contact
  /// closes, of the lead-in apart; of exact flights the ends of steps that are handed to `observe`.
  std::size_t maxSteps = std::numeric_limits<std::size_t>::max();
  /// Of what the records of impacts, their alternatives and the flights between them keep.
  std::size_t maxBytes = std::size_t{1} << 30;
  /// R of every whole impact [SM14 eqs 16, 17] or e of every reflection [SM12], in place of the restitution
  /// and the collision laws of the contacts, see underLaw.
  std::optional<double> restitution{}, reflectionRestitution{};
  double step = 1e-3;  ///< s, of the integrator; exact flights do not need it
  std::size_t mostNodes =
      100'000;  ///< of one flight; a longer one keeps every second, fourth, … of its steps
  /// Called for the initial state and for every end of a step, t₀ + k·step and the end of the run, also in
  /// exact flights; where an impact falls on it, with the momentum after it.
  std::function<void(const ObservedState&)> observe{};
  Progress progress{};
};

/// Runs free flight with impacts from a state; every contact with |φ| ≤ closedGap at an impact takes part.
///
/// Exact flights: times of impact are roots of the gaps' polynomials, located to the last bits of t. Others:
/// steps of MidpointIntegrator; where a gap reaches 0 within a step, the step is shortened until it does
/// (located to 1e-14 s or to rounding of the gap), the impact is resolved on the discrete momentum, and the
/// rest of the step follows, as often as needed. Where a contact is hit twice within one step's length (of an
/// exact flight: and its restitution is below 1), it does not bounce any more: a step cannot follow its
/// chatter [SM14 VII-B]. A closed contact that is pressed together lasts, with friction (LastingContacts),
/// until its multiplier lets it go; an exact flight goes on in steps from there. Gaps are searched with
/// bounds on their rates and curvatures, so that nothing tunnels by more than closedGap at any speed. A step
/// that does not converge is halved. The lead-in is the flight that arrives at the initial state: as long as
/// `leadIn` or back to the contact that opened last, and empty where a closed contact is separating at the
/// initial state (that state then follows an impact) or where dampers or motors act. Where reflections lose
/// energy, what an endless ordering has left to come is taken off as its limit. A jammed impact,
/// `maxImpacts`, `maxSteps`, `maxBytes`, a step that does not converge however short, and `stop` end the run
/// early: the trajectory says so and keeps what was computed. Throws std::invalid_argument for sizes that do
/// not fit and a step ≤ 0.
Trajectory runMotion(const Mechanism& mechanism, const State& initial, const MotionOptions& options,
                     std::stop_token stop = {});

}  // namespace carom
