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
#include "impact/policy.h"
#include "impact/resolve.h"
#include "mechanics/motion/flight_list.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

struct ObservedState : State {
  EnergyFlow flow;
};

/// The record of an impact of a run: its contacts, the ordering that was followed, and the energies. Its size
/// is that of its contacts and reflections; wholeImpact returns the data of size O(n).
struct ImpactEvent {
  double time = 0;                     ///< s
  std::vector<int> contacts;           ///< indices into Mechanism::contacts(), in the order of the problem
  std::vector<ContactLabel> labels{};  ///< of the contacts, without their collision laws
  Word word{};                         ///< the reflections, as indices into `contacts`
  /// Whether chatter was cut short [SM14 VII-B]: contacts hit twice within the length of a step have a
  /// restitution of 0. If all infeasible contacts have, the contacts of the word, each once, received the
  /// impulses of the plastic impact in place of reflections.
  bool plastic = false;
  Eigen::VectorXd restitution{};             ///< k, of each contact in this impact
  double energyBefore = 0, energyAfter = 0;  ///< J, kinetic
  /// All orderings of this impact, where MotionOptions::alternatives is set and there is more than one
  /// contact; null otherwise and where the impact is plastic.
  std::shared_ptr<const ImpactReport> alternatives{};
};

/// Memory of a record in bytes, without its alternatives.
std::size_t memoryUsed(const ImpactEvent& impact);

/// The restitution that replaces that of the contacts and their collision laws, see underLaw.
struct RunLaw {
  std::optional<double> restitution{}, reflectionRestitution{};
};

/// The reason why a run ended early.
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

/// A motion through impacts. flights[i] ends at impacts[i], where flights[i+1] starts, so that there is one
/// more flight than impacts; a flight may be empty (start = end).
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
  /// The energy flow at the last node at or before t.
  EnergyFlow flow(double t) const;
  /// Index of the flight at t; at an impact, of the one that starts there.
  int flightAt(double t) const;
};

struct MotionOptions {
  double duration = 1;  ///< s after the initial state
  double leadIn = 0;    ///< s of the motion that led to the initial state, by reversal of time
  Policy policy{};      ///< at every impact but the initial one with `firstWord`; its priority lists
                        ///< contacts of the mechanism
  std::optional<Word> firstWord{};  ///< the ordering to follow at the initial state; where it ends
                                    ///< infeasible, the policy goes on
  /// Orderings to follow at impacts with these indices in Trajectory::impacts, as contacts of the mechanism.
  /// Contacts that are open there are left out; where an ordering ends infeasible, the policy goes on.
  std::map<int, std::vector<int>> forced{};
  /// Whether a forced ordering ends at its first feasible contact, so that no contact pulls in a run that has
  /// changed since the ordering was chosen.
  bool forcedMayNotPull = false;
  /// How to search all orderings of each impact; empty: follow one ordering only.
  std::optional<ResolveOptions> alternatives{};
  /// The alternatives of the initial impact, where they are known already.
  std::shared_ptr<const ImpactReport> firstAlternatives{};
  /// Chooses an ordering of an impact whose alternatives are known, in place of the policy.
  std::function<Word(const ImpactReport&)> choose{};
  std::size_t maxImpacts = 10'000;
  /// Most steps of the run, with those that failed or searched for the time of a closing; the lead-in has its
  /// own count. In exact flights, most ends of steps that `observe` receives.
  std::size_t maxSteps = std::numeric_limits<std::size_t>::max();
  /// Memory of the records of impacts, their alternatives and the flights between them.
  std::size_t maxBytes = std::size_t{1} << 30;
  /// R of every whole impact [SM14 eqs 16, 17] or e of every reflection [SM12 II], in place of the
  /// restitution and the collision laws of the contacts, see underLaw.
  std::optional<double> restitution{}, reflectionRestitution{};
  double step = 1e-3;  ///< s, of the integrator; exact flights do not use it
  /// Most nodes of one flight; a longer one keeps every second, fourth, … of its steps.
  std::size_t mostNodes = 100'000;
  /// Called for the initial state, for every end of a step, t₀ + k·step, and for the end of the run, in exact
  /// flights, too; at an impact with the momentum after it.
  std::function<void(const ObservedState&)> observe{};
  Progress progress{};
};

/// Computes the motion from a state: flights with impacts in which every contact with |φ| ≤ closedGap takes
/// part.
///
/// In exact flights the times of impact are roots of polynomials of the gaps, located to the last bits of t.
/// Other flights are steps of MidpointIntegrator. A step in which a gap reaches 0 is shortened to that time,
/// located to 1e-14 s or to rounding of the gap; the impact is resolved on the discrete momentum, and the
/// rest of the step follows, as often as needed. Gaps are searched with bounds on their rates and curvatures,
/// so that bodies overlap by at most closedGap at any speed. A step that does not converge is halved.
///
/// A contact that is hit twice within the length of a step (in an exact flight: with a restitution below 1)
/// gets a restitution of 0, because a step cannot follow its chatter [SM14 VII-B]. A closed contact that is
/// pressed lasts, with friction (LastingContacts), until its multiplier releases it; an exact flight
/// continues in steps from there. Where reflections lose energy, the rest of an endless ordering is replaced
/// by its limit.
///
/// The lead-in is the flight that arrives at the initial state: of length `leadIn`, or back to the contact
/// that opened last. It is empty where a closed contact separates at the initial state (which then follows an
/// impact) and with dampers or motors.
///
/// A jammed impact, `maxImpacts`, `maxSteps`, `maxBytes`, a step that fails at any length, and `stop` end the
/// run early: the trajectory reports the reason and keeps the motion up to there. Throws
/// std::invalid_argument for a state of another size and a step ≤ 0.
Trajectory runMotion(const Mechanism& mechanism, const State& initial, const MotionOptions& options,
                     std::stop_token stop = {});

}  // namespace carom
