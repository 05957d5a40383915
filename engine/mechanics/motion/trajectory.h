#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "impact/impact_report.h"
#include "mechanics/motion/flight_list.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// A state that a run reports, with the energy that has entered or left it.
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
  /// Whether a converging sequence of hits ends here at its limit, see HitHistory: its contacts have a
  /// restitution of 0. If all infeasible contacts have, the contacts of the word, each once, received the
  /// impulses of the plastic impact in place of reflections.
  bool plastic = false;
  /// Whether all contacts collided at once, see collideAtOnce: the contacts of the word, each once, are those
  /// with an impulse.
  bool atOnce = false;
  /// Contacts of the mechanism that collide here without approaching, because no forces solve Coulomb's law:
  /// by their collision law, by Routh's where they have none, in the limit V_n → 0⁻. Empty elsewhere.
  std::vector<int> jammed{};
  Eigen::VectorXd restitution{};             ///< k, of each contact in this impact
  double energyBefore = 0, energyAfter = 0;  ///< J, kinetic
  /// All orderings of this impact, where MotionOptions::alternatives is set and there is more than one
  /// contact; null otherwise and where the impact is plastic.
  std::shared_ptr<const ImpactReport> alternatives{};
};

/// An impulse that a body gets from outside at a time of the run.
struct Push {
  double time = 0;                                    ///< s
  int body = -1;                                      ///< of the mechanism
  Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< N·s in the world, at the centre of mass
};

/// The record of a push: a flight ends with it, and the next one starts.
struct PushEvent : Push {
  double work = 0;               ///< J, the energy that it gives: v·j + ½ j·M⁻¹j with j = Jᵀ·impulse
  std::size_t impactsSoFar = 0;  ///< how many impacts of the run come before it
};

/// The ordering of an impact: its word, empty where all contacts collided at once.
Word orderingOf(const ImpactEvent& impact);

/// Memory of a record in bytes, without its alternatives.
std::size_t memoryUsed(const ImpactEvent& impact);

/// A state of contacts that last at which Coulomb's law has several solutions.
struct ForceChoice {
  /// The rule by which the motion follows one of them.
  enum class Rule {
    StaysAtRest,  ///< all contacts rest, and one solution leaves them so
    LeastForces   ///< the least sum of normal forces: contacts that may open do
  };
  double time = 0;            ///< s
  std::vector<int> contacts;  ///< that are closed, of the mechanism
  int solutions = 0;          ///< with different accelerations
  Rule rule = Rule::LeastForces;
};

/// The restitution that replaces that of the contacts and their collision laws, see underLaw.
struct RunLaw {
  std::optional<double> restitution{}, reflectionRestitution{};
};

/// A contact that closed within a step and was no impact, see SteppedFlight::settles.
struct Settling {
  int contact = -1;
  double start = 0, length = 0;  ///< s, of the step that it was found in; an event may have ended it before
  double share = 1;              ///< of its normal impulse in that step, what has friction
  double rests = 0;              ///< s, when its bounces end: its friction is whole from there on
  std::size_t after = 0;         ///< number of contacts that had joined the same step before
  bool arrives = false;          ///< whether it closes at the start, which is the end of an exact flight
};

/// A contact that opens, or that sticks and begins to slip, at the end of a step: its force falls to 0 there,
/// or its friction reaches its bound. Of islands of up to four contacts, see SteppedFlight.
struct ContactChange {
  int contact = -1;  ///< or a joint with dry friction, see brakeNumber
  double time = 0;   ///< s
  bool slips = false;
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

/// A motion through impacts and pushes. A flight ends at each of them, where the next one starts, so that
/// there is one more flight than impacts and pushes; a flight may be empty (start = end).
struct Trajectory {
  FlightList flights;
  std::vector<ImpactEvent> impacts;
  std::vector<PushEvent> pushes{};
  std::vector<ForceChoice> choices{};
  std::vector<Settling> settlings{};     ///< closings that were no impact, in the order of their steps
  std::vector<ContactChange> changes{};  ///< in the order of their times
  double settledLoss = 0;                ///< J, what they took, part of EnergyFlow::impact
  std::size_t unexaminedSteps = 0;       ///< see LastingContacts::hasUnexamined
  std::size_t roughSteps = 0;            ///< steps with LastingContacts::isRough
  std::size_t overlaps = 0;              ///< see SteppedFlight::overlaps
  double deepestOverlap = 0;             ///< m, of them
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
  /// Index of the flight that ends at an impact, 0 ≤ impact < number of impacts.
  std::size_t flightBefore(std::size_t impact) const;
  /// Index of the flight at t; at an impact, of the one that starts there.
  int flightAt(double t) const;
};

}  // namespace carom
