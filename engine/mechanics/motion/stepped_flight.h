#pragma once

#include <algorithm>
#include <array>
#include <stop_token>
#include <vector>

#include "mechanics/contact/gap_watch.h"
#include "mechanics/motion/lasting_contacts.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// Collects the states of one flight; of a long one it keeps every second, fourth, … step.
class NodeRecorder {
 public:
  NodeRecorder(std::size_t most, std::vector<int> rotations)
      : m_rotations(std::move(rotations)), m_most(std::max<std::size_t>(most, 2)) {}
  void clear();
  void add(const State& state, const Eigen::VectorXd& v, const EnergyFlow& flow);
  /// Whether the next state that is added is kept; v of another one is read only where it stays the last.
  bool keepsNext() const { return m_kept.empty() || m_skipped + 1 >= m_stride; }
  /// The v of the state that was added last.
  void setLastVelocity(const Eigen::VectorXd& v) {
    if (m_hasLast) m_last.v = v;
  }
  /// Reverses the order of the states.
  void reverse();
  /// The states kept, with the last one added.
  std::shared_ptr<const MotionNodes> nodes() const;

 private:
  struct Node {
    State state;
    Eigen::VectorXd v;
    EnergyFlow flow;
  };
  std::vector<int> m_rotations;
  std::size_t m_most, m_stride = 1, m_skipped = 0;
  std::vector<Node> m_kept;
  Node m_last;  ///< the last state, where m_kept does not have it
  bool m_hasLast = false;
};

/// Share of a step below which a remainder of time is rounding: 1e-6 covers times of 10⁹ steps. A
/// larger value moves the ends of steps; a smaller one takes a step of rounding at the end of a run.
inline constexpr double remainderOfStep = 1e-6;

/// Share of a step at whose ends openings and beginnings of slip are not searched for: there the end of the
/// step is near enough. A smaller value takes the rounding of forces in short steps for changes.
inline constexpr double shortestToChange = 1e-4;

/// The rounding of a time at the end of a step (s).
inline double roundingOfTime(double time, double h) {
  return 8 * 2.3e-16 * (std::abs(time) + h);
}

/// Advances a state by steps of the midpoint integrator until an event ends the flight.
///
/// Steps end at origin + k·step, where a contact closes and where a motor starts, whose force may jump.
/// Forwards in time every closed contact that does
/// not open lasts until its gap opens (LastingContacts).
class SteppedFlight {
 public:
  enum class End {
    Horizon,       ///< the time requested
    Closing,       ///< a contact closes here
    Jammed,        ///< no forces solve Coulomb's law here: an impulse of the contacts `jammed` follows
    Pressed,       ///< backwards: a closed contact is pressed into overlap from here on
    NotConverged,  ///< even the shortest step fails, see failure()
    StepLimit,     ///< maxSteps are taken
    Cancelled
  };

  /// direction: 1, or −1 for the motion before a state.
  SteppedFlight(const Mechanism& mechanism, const MotionOptions& options, double origin, int direction = 1);

  void start(const State& state);
  /// Starts the motors that wait for the first impact of a run.
  void startMotors(double time) { m_integrator.startMotors(time); }
  /// Continues an exact flight from `begin` whose closed contacts are pressed from `now` on, or whose contact
  /// `arriving` closes now.
  void resume(const State& begin, const State& now, int arriving = -1);
  /// Settling::after of a contact that joins before a step is tried: what it would do is not known then.
  static constexpr std::size_t joinsAtStart = static_cast<std::size_t>(-1);
  /// The closings that were no impact, see settles(), and the energy that they took (J).
  std::vector<Settling>& settlings() { return m_settlings; }
  double settledLoss() const { return m_settledLoss; }
  /// The steps that end where a contact opens or begins to slip, of islands of up to four contacts.
  std::vector<ContactChange>& changes() { return m_changes; }
  const std::vector<int>& jammed() const { return m_jammed; }
  /// The closed contacts that take part in an impact now, see LastingContacts::struck. Where no step was
  /// taken since the start all of them: what lasts is held there whatever its velocity.
  std::vector<int> struck(std::vector<int> closed, const std::vector<int>& jammed) {
    return m_state.time == m_start ? closed : m_lasting.struck(std::move(closed), jammed);
  }
  /// The states at which Coulomb's law has several solutions, with the rule that chose; of successive steps
  /// with the same contacts and rule the first.
  std::vector<ForceChoice>& choices() { return m_choices; }
  /// Number of steps at whose start LastingContacts::hasUnexamined.
  std::size_t unexaminedSteps() const { return m_unexamined; }
  /// Number of steps with LastingContacts::isRough.
  std::size_t roughSteps() const { return m_rough; }
  /// How often a contact was left to overlap at the end of a step that another one ended, by more than
  /// closedGap, and the deepest of these overlaps (m). Those of e = 1 that came back are, up to 1 μm.
  std::size_t overlaps() const { return m_overlaps; }
  double deepestOverlap() const { return m_deepest; }
  /// Whether a meeting joins the contact problem of its step in place of an impact: the contact loses energy
  /// (r < 1), its bodies meet no faster than the forces change their velocity in a step, v ≤ a h, and its
  /// bounces would end within a step, 2 r v / (a (1 − r)) ≤ h. At that limit of the sequence they rest on
  /// each other. Contacts of bodies that turn fast press with any a; a meeting that would move them by more
  /// than a hundredth of their size in a step is an impact, where it is faster than gravity would make it.
  /// In a crowd, of more than mostCoulombContacts contacts that last, a contact with r = 0 and a smooth gap
  /// settles up to v = 8 g h, too, whatever presses: what it would move wrongly in that step is of O(g h²).
  bool settles(const StepMeeting& meeting);
  static bool settles(const Mechanism& mechanism, const MotionOptions& options, const StepMeeting& meeting,
                      bool isCrowded = false);
  /// The velocity ratio r of the bounces of a contact, the restitution of the run or its own.
  static double bounceRatio(const Mechanism& mechanism, const MotionOptions& options, int contact);
  /// The time from the start of a step in which the bounces of a contact end that meets in it (s), with the
  /// ratio of velocities r; and of its normal impulse in a step of length h what comes after that.
  static double restsAfter(const StepMeeting& meeting, double r);
  static double frictionShare(const StepMeeting& meeting, double rests, double h);
  /// The reason of the last failure of a step.
  StepStatus failure() const { return m_failure; }
  /// The contacts of that failure: those whose impulses or times are not found; empty where it is of others.
  const std::vector<int>& failing() const { return m_failing; }
  double shortest() const { return m_shortest; }  ///< s, the shortest step tried then
  End run(double until, const std::stop_token& stop);
  const State& state() const { return m_state; }
  EnergyFlow& flow() { return m_flow; }
  /// Number of steps taken, limited by maxSteps.
  std::size_t& steps() { return m_steps; }
  int contact() const { return m_contact; }  ///< the contact that closes or is pressed
  NodeRecorder& recorder() { return m_recorder; }
  /// Leaves the present state out of what observe() reports, unless a step ends at it.
  void observeGridOnly();
  /// Calls MotionOptions::observe with the state if it is at the end of a step and has not been reported.
  void observe();

 private:
  enum class StepEnd { Full, Closing, Pressed, Held, Failed, Jammed };
  double nextGridTime(double until) const;
  double nextMotorStart(double until) const;
  End stepUntil(double until);
  bool countStep();
  bool decideForces(double target);
  bool jams(const std::vector<int>& contacts);
  void choose(const LastingContacts::Undecided& island, const std::vector<ForceChoice>& before);
  double mostOfReturn(int contact) const;
  bool isTooDeep(const std::vector<StepOverlap>& overlaps) const;
  bool givesEnergy(double h);
  StepEnd stepTo(double target);
  End endAtLimit();
  StepEnd stepTowards(double target);
  void addWork(const State& before, const State& after);
  bool advance(State& state, double h);
  void note(StepStatus failure);
  void velocityAt(const State& reached, Eigen::VectorXd& v);
  bool goTo(double s);
  bool slideTo(double s, int contact);
  const Eigen::VectorXd* probe(double s, int contact);
  std::optional<StepClosing> closingIn(double h);
  std::optional<double> slipStopIn(double h);
  std::optional<double> timeOf(const LastingContacts::SlipStop& stop, double h);
  /// The mean forces of a contact over a step.
  struct Pressed {
    int contact = -1;
    LastingContacts::Forces forces;
    double length = 0;  ///< s, of the step
  };
  /// A contact that may open or begin to slip in a step, with its forces over all of it.
  struct MayChange {
    int contact = -1;
    bool slips = false;
    std::optional<LastingContacts::Forces> whole;
  };
  std::optional<double> changeIn(double h);
  /// Whether the present step starts where the contact has opened: what still presses is rounding.
  bool hasOpened(int contact) const {
    return std::ranges::any_of(m_coming, [&](const ContactChange& one) {
      return one.contact == contact && one.time == m_state.time && !one.slips;
    });
  }
  std::vector<MayChange> changesIn(double h);
  std::optional<double> timeOf(const MayChange& change, double h);
  bool tryStep(double s);
  std::optional<LastingContacts::Forces> forcesAfter(double s, int contact);
  std::vector<Pressed> forcesOf(double h) const;
  void noteChange(std::vector<Pressed> pressed);
  void join(const StepMeeting& meeting, double h, std::size_t after);
  void joinComing(double h);
  void noteOpened(const std::vector<int>& lasted);
  void noteSettled();

  const Mechanism& m_mechanism;
  const MotionOptions& m_options;
  double m_origin, m_start = 0;
  int m_direction;
  MidpointIntegrator m_integrator;
  LastingContacts m_lasting;
  LastingContacts m_trial;  ///< for steps in search of changes, which leave m_lasting as it is
  GapWatch m_watch;
  NodeRecorder m_recorder;
  State m_state, m_next, m_probe;
  Eigen::VectorXd m_v, m_vNext;
  std::array<Eigen::VectorXd, 2> m_backwards;  ///< these reversed
  /// Whether m_v is the velocity of m_state: without contacts only nodes that are kept need it.
  bool m_hasVelocity = true;
  EnergyFlow m_flow;
  int m_contact = -1;
  std::vector<int> m_jammed;
  double m_jammedAt = -HUGE_VAL;   ///< time of the last jam (s)
  std::vector<int> m_jammedThere;  ///< all contacts that have jammed at that time
  std::vector<ForceChoice> m_choices;
  std::vector<ForceChoice> m_chosen;  ///< those of the last step
  std::stop_token m_stop;             ///< of the run
  /// A contact that lasted and has opened.
  struct Opened {
    int contact = -1;
    double time = 0;  ///< s
  };
  std::vector<Opened> m_opened;    ///< in the last steps
  int m_halts = 0;                 ///< slips that stopped since the last end of a step
  int m_ends = 0;                  ///< contacts that opened or began to slip since then
  std::vector<Pressed> m_pressed;  ///< in the last step
  /// The changes with which the present step ends, at their common time: the first one, and those that come
  /// with it.
  std::vector<ContactChange> m_coming;
  std::vector<ContactChange> m_changes;
  bool m_looksAtEnergy = true;  ///< of a step that has not been halved often
  int m_searches = 0;           ///< for closings of the present step, beyond the first
  std::size_t m_steps = 0, m_rough = 0, m_unexamined = 0, m_overlaps = 0;
  double m_deepest = 0;
  std::vector<Settling> m_joining, m_settlings;  ///< of the present step; of the run
  int m_arriving = -1;  ///< the contact that the present state, the end of an exact flight, closes
  double m_settledLoss = 0;
  StepStatus m_failure = StepStatus::Done;
  std::vector<int> m_failing;
  double m_shortest = 0;
  ObservedState m_observed;
  bool m_unobserved = true;
};

}  // namespace carom
