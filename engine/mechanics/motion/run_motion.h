#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/progress.h"
#include "impact/policy.h"
#include "impact/resolve.h"
#include "mechanics/motion/trajectory.h"

namespace carom {

/// The options of runMotion.
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
  /// Pushes at times t₀ ≤ t < t₀ + duration, in any order; others are left out. One at the time of an impact
  /// follows it.
  std::vector<Push> pushes{};
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
/// Elastic contacts bounce at any density. A contact that loses energy and whose bounces would end within a
/// step settles: it joins the contact problem of the step in place of an impact (SteppedFlight::settles),
/// which leaves it at the limit of its bounces; what that takes is in EnergyFlow::impact. Where hits converge
/// without a force that presses, as in a collapse, the contact gets a restitution of 0 as soon as the rest of
/// the sequence is shorter than a step (HitHistory). A closed contact that is pressed lasts, with friction
/// (LastingContacts), until its multiplier releases it; an exact flight continues in steps from there. Where
/// reflections lose energy, the rest of an endless ordering is replaced by its limit.
///
/// A push adds Jᵀ·impulse to the momentum, J being the Jacobian of the body's centre of mass. Where that
/// closes contacts, an impact follows at the same time.
///
/// The lead-in is the flight that arrives at the initial state: of length `leadIn`, or back to the contact
/// that opened last. It is empty where a closed contact separates at the initial state (which then follows an
/// impact) and with dampers or motors.
///
/// A jammed impact, `maxImpacts`, `maxSteps`, `maxBytes`, a step that fails at any length, and `stop` end the
/// run early: the trajectory reports the reason and keeps the motion up to there. Throws
/// std::invalid_argument for a state of another size, a step ≤ 0, and a push of a body that does not exist or
/// with a number that is not finite.
Trajectory runMotion(const Mechanism& mechanism, const State& initial, const MotionOptions& options,
                     std::stop_token stop = {});

/// The motion of no length at a state, before any impact.
Trajectory standstill(const Mechanism& mechanism, const State& state);

}  // namespace carom
