#include "mechanics/motion/stepped_flight.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom {

void NodeRecorder::clear() {
  m_kept.clear();
  m_hasLast = false;
  m_stride = 1;
  m_skipped = 0;
}

void NodeRecorder::add(const State& state, const Eigen::VectorXd& v, const EnergyFlow& flow) {
  m_last.state = state;
  m_last.v = v;
  m_last.flow = flow;
  m_hasLast = !m_kept.empty() && ++m_skipped < m_stride;
  if (m_hasLast) return;
  m_skipped = 0;
  m_kept.push_back(m_last);
  if (m_kept.size() < m_most) return;
  for (std::size_t i = 0; 2 * i < m_kept.size(); ++i) std::swap(m_kept[i], m_kept[2 * i]);
  m_hasLast = m_kept.size() % 2 == 0;
  if (m_hasLast) m_last = m_kept.back();
  m_kept.resize((m_kept.size() + 1) / 2);
  m_stride *= 2;
}

void NodeRecorder::reverse() {
  if (m_hasLast) m_kept.push_back(m_last);
  m_hasLast = false;
  std::reverse(m_kept.begin(), m_kept.end());
}

std::shared_ptr<const MotionNodes> NodeRecorder::nodes() const {
  const std::size_t count = m_kept.size() + (m_hasLast ? 1 : 0);
  const Eigen::Index n = m_kept.empty() ? 0 : m_kept[0].v.size(), N = static_cast<Eigen::Index>(count);
  auto nodes = std::make_shared<MotionNodes>();
  nodes->rotations = m_rotations;
  nodes->time.resize(N);
  for (Eigen::MatrixXd* part : {&nodes->q, &nodes->p, &nodes->v}) part->resize(n, N);
  for (Eigen::Index i = 0; i < N; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const Node& node = index < m_kept.size() ? m_kept[index] : m_last;
    nodes->time[i] = node.state.time;
    nodes->q.col(i) = node.state.q;
    nodes->p.col(i) = node.state.p;
    nodes->v.col(i) = node.v;
    nodes->flow.push_back(node.flow);
  }
  return nodes;
}

SteppedFlight::SteppedFlight(const Mechanism& mechanism, const MotionOptions& options, double origin,
                             int direction)
    : m_mechanism(mechanism),
      m_options(options),
      m_origin(origin),
      m_direction(direction),
      m_integrator(mechanism),
      m_lasting(mechanism, m_integrator),
      m_trial(mechanism, m_integrator),
      m_watch(mechanism),
      m_recorder(options.mostNodes, mechanism.rotations()) {}

void SteppedFlight::start(const State& state) {
  m_state = state;
  m_start = state.time;
  m_arriving = -1;
  m_pressed.clear();
  m_integrator.restart();
  m_watch.restart(state.q);
  m_integrator.velocity(state.q, state.p, m_v);
  const std::vector<int> before = m_lasting.isPile() ? m_lasting.contacts() : std::vector<int>();
  m_lasting.clear();
  if (m_direction > 0) m_lasting.holdClosed(state.q, m_v);
  noteOpened(before);
  m_recorder.clear();
  m_recorder.add(m_state, m_v, m_flow);
}

void SteppedFlight::resume(const State& begin, const State& now, int arriving) {
  start(begin);
  m_unobserved = false;
  if (now.time == begin.time) return;
  m_state = now;
  m_start = now.time;
  m_watch.restart(now.q);
  if (arriving >= 0) m_watch.setArriving(arriving);
  m_integrator.velocity(now.q, now.p, m_v);
  m_arriving = arriving;
  m_lasting.clear();
  m_lasting.holdClosed(now.q, m_v, [&](int contact) { return contact == arriving; });
  m_recorder.add(m_state, m_v, m_flow);
}

double SteppedFlight::bounceRatio(const Mechanism& mechanism, const MotionOptions& options, int contact) {
  if (options.restitution) return *options.restitution;
  if (options.reflectionRestitution) return std::sqrt(*options.reflectionRestitution);
  return mechanism.contacts()[static_cast<std::size_t>(contact)].coefficients.restitution;
}

bool SteppedFlight::settles(const StepMeeting& meeting) {
  return settles(m_mechanism, m_options, meeting, m_lasting.actsOn(meeting.contact) > mostCoulombContacts);
}

bool SteppedFlight::settles(const Mechanism& mechanism, const MotionOptions& options,
                            const StepMeeting& meeting, bool isCrowded) {
  // A larger share takes the place of a body after a settling for exact; a smaller one makes more impacts.
  constexpr double shareOfSize = 0.01;
  // The fastest meeting of dead contacts in a crowd that is no impact, over the velocity that gravity gives
  // in a step. A larger value moves bodies by more than some g h² in a step that they should not; a smaller
  // one makes more impacts.
  constexpr double timesGravity = 8;
  const double ratio = bounceRatio(mechanism, options, meeting.contact), h = options.step;
  const double byGravity = mechanism.gravity().norm() * h;
  const double slow = std::max(byGravity, shareOfSize * meeting.size / h);
  double most = meeting.pressing * h;
  if (isCrowded && meeting.isRound && ratio == 0) most = std::max(most, timesGravity * byGravity);
  return ratio < 1 && meeting.speed <= std::min(most, slow) &&
         2 * ratio * meeting.speed <= (1 - ratio) * most;
}

double SteppedFlight::nextGridTime(double until) const {
  const double h = m_options.step;
  const double passed = m_direction * (m_state.time - m_origin) / h;
  // A remainder of a step below 1e-6 of it is rounding of the time and joins the next step.
  double next = m_origin + m_direction * h * (std::floor(passed + remainderOfStep) + 1);
  if (m_direction * (until - next) < remainderOfStep * h) next = until;
  return next;
}

/// The first start of a motor after the present time and before `until`; else `until`.
double SteppedFlight::nextMotorStart(double until) const {
  if (m_direction < 0) return until;
  const double rounding = roundingOfTime(m_state.time, m_options.step);
  for (const Motor& motor : m_mechanism.forces().motors)
    if (!motor.startsAtImpact && motor.start > m_state.time + rounding && motor.start < until - rounding)
      until = motor.start;
  return until;
}

SteppedFlight::End SteppedFlight::run(double until, const std::stop_token& stop) {
  m_stop = stop;
  const End end = stepUntil(until);
  if (!m_hasVelocity) {
    m_integrator.velocity(m_state.q, m_state.p, m_v);
    m_recorder.setLastVelocity(m_v);
    m_hasVelocity = true;
  }
  return end;
}

/// Counts a step that is to be taken, or that searches for the time of a closing: one step may need millions
/// of those. Returns false where the run ends before it.
bool SteppedFlight::countStep() {
  constexpr std::size_t stepsOfReport = 1024;
  if (m_stop.stop_requested() || m_steps >= m_options.maxSteps) return false;
  if (++m_steps % stepsOfReport == 0 && m_options.progress)
    m_options.progress(std::clamp((m_state.time - m_origin) / m_options.duration, 0.0, 1.0));
  return true;
}

SteppedFlight::End SteppedFlight::stepUntil(double until) {
  double grid = m_state.time;
  while (m_direction * (until - m_state.time) > 0) {
    if (m_stop.stop_requested()) return End::Cancelled;
    if (m_steps >= m_options.maxSteps) return endAtLimit();
    observe();
    // A step that ends early, as at the start of a motor, is completed, however little of it is left.
    if (!(m_direction * (grid - m_state.time) > 0)) {
      grid = nextGridTime(until);
      m_halts = m_ends = 0;
    }
    const StepEnd end = stepTowards(nextMotorStart(grid));
    if (end == StepEnd::Failed) {
      if (m_stop.stop_requested()) return End::Cancelled;
      return m_steps >= m_options.maxSteps ? endAtLimit() : End::NotConverged;
    }
    if (m_state.time == grid) m_unobserved = true;
    if (end == StepEnd::Closing) return End::Closing;
    if (end == StepEnd::Pressed) return End::Pressed;
    if (end == StepEnd::Jammed) return End::Jammed;
  }
  return End::Horizon;
}

SteppedFlight::End SteppedFlight::endAtLimit() {
  m_unobserved = true;  // the run ends here, whether at the end of a step or not
  return End::StepLimit;
}

/// Looks whether Coulomb's law decides the forces with which the next step starts, island by island. Of
/// several solutions it follows the one in which all contacts stay at rest, where they are, else the one with
/// the least normal forces, so that contacts open that may. Returns false where there is no solution.
bool SteppedFlight::decideForces(double target) {
  if (m_direction < 0 || m_lasting.empty()) return true;
  const auto found = m_lasting.undecided(m_state.q, m_state.p, m_state.time, target - m_state.time);
  m_unexamined += m_lasting.hasUnexamined();
  for (const LastingContacts::Undecided& island : found)
    if (island.solutions.all.empty() && island.solutions.isComplete && jams(island.jammed)) return false;
  const std::vector<ForceChoice> before = std::exchange(m_chosen, {});
  for (const LastingContacts::Undecided& island : found)
    if (island.solutions.all.size() > 1) choose(island, before);
  return true;
}

/// Takes contacts for jammed: an impact of theirs follows. False where they have had one at this time
/// already.
bool SteppedFlight::jams(const std::vector<int>& contacts) {
  if (m_state.time != m_jammedAt) m_jammedThere.clear();
  const auto hasJammed = [&](int contact) {
    return std::ranges::find(m_jammedThere, contact) != m_jammedThere.end();
  };
  if (std::ranges::all_of(contacts, hasJammed)) return false;
  m_jammed = contacts;
  m_jammedThere.insert(m_jammedThere.end(), contacts.begin(), contacts.end());
  m_jammedAt = m_state.time;
  return true;
}

/// Follows one of several solutions. It is told where it is not that of the step before.
void SteppedFlight::choose(const LastingContacts::Undecided& island, const std::vector<ForceChoice>& before) {
  const auto rests = [](const CoulombSolution& solution) {
    return std::ranges::all_of(solution.modes, [](CoulombMode mode) { return mode == CoulombMode::Sticks; });
  };
  const int block = m_integrator.isPlanar() ? 2 : 3;
  const auto pressed = [&](const CoulombSolution& solution) {
    double sum = 0;
    for (Eigen::Index n = 0; n < solution.force.size(); n += block) sum += solution.force[n];
    return sum;
  };
  const std::vector<CoulombSolution>& all = island.solutions.all;
  auto chosen = std::ranges::find_if(all, rests);
  const bool stays = chosen != all.end();
  if (!stays) chosen = std::ranges::min_element(all, {}, pressed);
  const ForceChoice choice{m_state.time, island.contacts, static_cast<int>(all.size()),
                           stays ? ForceChoice::Rule::StaysAtRest : ForceChoice::Rule::LeastForces};
  m_chosen.push_back(choice);
  if (std::ranges::none_of(before, [&](const ForceChoice& one) {
        return one.contacts == choice.contacts && one.rule == choice.rule;
      }))
    m_choices.push_back(choice);
  m_lasting.follow(island.contacts, *chosen);
}

/// Takes a step to `target`, or a part of it where the whole step fails. Where normals jump, halving does not
/// help; a short step is then linear in its gaps.
SteppedFlight::StepEnd SteppedFlight::stepTowards(double target) {
  m_failure = StepStatus::Done;
  m_failing.clear();
  m_searches = 0;
  if (!decideForces(target)) return StepEnd::Jammed;
  constexpr int mostHalvings = 20, halvingsToLinear = 6;
  m_joining.clear();
  m_lasting.setLinear(false);
  m_lasting.halt({}, -HUGE_VAL);
  joinComing(target - m_state.time);
  m_looksAtEnergy = true;
  StepEnd end = stepTo(target);
  for (int halvings = 0; halvings < mostHalvings && (end == StepEnd::Held || end == StepEnd::Failed);) {
    if (end == StepEnd::Failed) {
      m_lasting.dropJoined();
      m_joining.clear();
      m_lasting.halt({}, -HUGE_VAL);
      target = m_state.time + 0.5 * (target - m_state.time);
      ++halvings;
      m_looksAtEnergy = halvings < halvingsToLinear;
      m_lasting.setLinear(halvings >= halvingsToLinear &&
                          (m_failure == StepStatus::NotConverged || m_failure == StepStatus::GainsEnergy));
    }
    end = stepTo(target);
  }
  m_shortest = std::abs(target - m_state.time);
  return end;
}

void SteppedFlight::observeGridOnly() {
  const double steps = (m_state.time - m_origin) / m_options.step;
  if (std::abs(steps - std::round(steps)) > remainderOfStep) m_unobserved = false;
}

void SteppedFlight::observe() {
  if (m_unobserved && m_options.observe && m_direction > 0) {
    static_cast<State&>(m_observed) = m_state;
    m_observed.flow = m_flow;
    m_options.observe(m_observed);
  }
  m_unobserved = false;
}

/// Adds the work of dampers and motors in a step, h Q(q_m, v, t_m)·v.
void SteppedFlight::addWork(const State& before, const State& after) {
  const JointForces& forces = m_mechanism.forces();
  const double h = after.time - before.time, middle = before.time + 0.5 * h;
  if (h == 0 || forces.areConservative()) return;
  const Eigen::VectorXd v = m_mechanism.difference(before.q, after.q) / h;
  const Eigen::VectorXd q = m_mechanism.moved(before.q, v, 0.5 * h);
  m_flow.damper += h * m_mechanism.damperPower(q, v);
  if (!forces.motors.empty()) m_flow.motor += h * m_integrator.motorPower(q, v, middle);
}

bool SteppedFlight::advance(State& state, double h) {
  const StepStatus status = m_lasting.empty() ? m_integrator.step(state.q, state.p, state.time, h)
                                              : m_lasting.step(state.q, state.p, state.time, h);
  if (status != StepStatus::Done) note(status);
  return status == StepStatus::Done;
}

/// Stores why a step fails, with its contacts.
void SteppedFlight::note(StepStatus failure) {
  m_failure = failure;
  m_failing.clear();
  if (failure == StepStatus::ContactsNotSolved) m_failing = m_lasting.unsolved();
  if (failure == StepStatus::GainsEnergy) m_failing = m_lasting.contacts();
}

/// The velocity of the state that the last `advance` reached.
void SteppedFlight::velocityAt(const State& reached, Eigen::VectorXd& v) {
  if (m_lasting.empty())
    m_integrator.velocity(reached.q, reached.p, v);
  else
    v = m_lasting.velocity();
}

/// Computes the state m_probe after a shorter step, s ≥ 0. Returns false where that fails.
bool SteppedFlight::goTo(double s) {
  m_probe = m_state;
  if (s == 0) return true;
  if (!countStep()) return false;
  m_lasting.rewind();
  return advance(m_probe, m_direction * s);
}

/// Finds the slips of the contacts after a shorter step, in which one slides to the end.
bool SteppedFlight::slideTo(double s, int contact) {
  if (!countStep()) return false;
  m_lasting.rewind();
  const StepStatus status = m_lasting.slide(m_state.q, m_state.p, m_state.time, s, contact);
  if (status != StepStatus::Done) note(status);
  return status == StepStatus::Done;
}

/// The configuration after a shorter step, of the bodies that act on those of a contact; null where it cannot
/// be computed.
const Eigen::VectorXd* SteppedFlight::probe(double s, int contact) {
  const LastingContacts::Focus focus(m_lasting, contact);
  if (m_lasting.empty() || s == 0) return goTo(s) ? &m_probe.q : nullptr;
  if (!countStep()) return nullptr;
  m_probe = m_state;
  m_lasting.rewind();
  const StepStatus status = m_lasting.travel(m_probe.q, m_state.p, m_state.time, m_direction * s);
  if (status != StepStatus::Done) note(status);
  return status == StepStatus::Done ? &m_probe.q : nullptr;
}

/// Takes a contact into the step of length h. Until its bounces end it has no friction, as its reflections
/// have none: of the impulse a (h − t) + v, per mass, that of the time from there on. A collision law has its
/// own. after: number of contacts that had joined before the step was tried that found this one.
void SteppedFlight::join(const StepMeeting& meeting, double h, std::size_t after) {
  const double rests = restsAfter(meeting, bounceRatio(m_mechanism, m_options, meeting.contact));
  Settling settling{meeting.contact, m_state.time, h, 1, -HUGE_VAL, after, meeting.contact == m_arriving};
  if (!m_mechanism.contacts()[static_cast<std::size_t>(meeting.contact)].law) {
    settling.share = std::clamp(frictionShare(meeting, rests, h), 0.0, 1.0);
    settling.rests = m_state.time + rests;
  }
  m_lasting.join({meeting.contact, settling.share, settling.rests});
  m_joining.push_back(settling);
}

double SteppedFlight::restsAfter(const StepMeeting& meeting, double r) {
  return meeting.time + (r > 0 ? 2 * r * meeting.speed / (meeting.pressing * (1 - r)) : 0.0);
}

double SteppedFlight::frictionShare(const StepMeeting& meeting, double rests, double h) {
  const double a = meeting.pressing;
  return a > 0 ? a * (h - rests) / (a * (h - meeting.time) + meeting.speed) : 0.0;
}

/// Takes dead contacts into the step of length h that settle in it whatever presses: each one found after the
/// step costs the step again. One that stays open has no impulse. In piles those that lasted shortly before
/// and would close again if their bodies were pressed together with the acceleration of gravity: as a pile
/// comes to rest contacts open and close by rounding in every step. In crowds those that close by their speed
/// alone. What presses is not known before the step, so that contacts which bounce wait for it.
void SteppedFlight::joinComing(double h) {
  constexpr double most = 4;  // of steps, in which contacts return most often
  std::erase_if(m_opened, [&](const Opened& one) {
    return m_state.time - one.time > most * m_options.step || m_lasting.holds(one.contact);
  });
  if (m_direction < 0 || m_lasting.contacts().size() <= mostCoulombContacts) return;
  const double gravity = m_mechanism.gravity().norm();
  const auto joinIfSettles = [&](int contact, double pressing) {
    if (bounceRatio(m_mechanism, m_options, contact) > 0) return;
    auto met = m_watch.expected(contact, m_state.q, m_v, pressing, std::abs(h));
    if (!met || !settles(*met)) return;
    met->pressing = gravity;
    join(*met, h, joinsAtStart);
  };
  if (m_lasting.isPile())
    for (const Opened& one : m_opened) joinIfSettles(one.contact, gravity);
  for (const int contact : m_watch.near(std::abs(h)))
    if (!m_lasting.holds(contact) && m_lasting.actsOn(contact) > mostCoulombContacts)
      joinIfSettles(contact, 0);
}

/// Stores those of the contacts that lasted and that last no more. One that was taken into a step and has
/// stayed open keeps its time.
void SteppedFlight::noteOpened(const std::vector<int>& lasted) {
  for (const int contact : lasted)
    if (!brakeOf(m_mechanism, contact) && !m_lasting.holds(contact) &&
        std::ranges::find(m_opened, contact, &Opened::contact) == m_opened.end())
      m_opened.push_back({contact, m_state.time});
}

/// Of the contacts that joined the step just taken those that stay.
void SteppedFlight::noteSettled() {
  const std::size_t first = m_settlings.size();
  std::vector<std::size_t> kept{0};  // of the first i that have joined, how many stay
  for (const Settling& joined : m_joining) {
    if (m_lasting.holds(joined.contact)) {
      m_settlings.push_back(joined);
      if (joined.after != joinsAtStart) m_settlings.back().after = kept[joined.after];
    }
    kept.push_back(m_settlings.size() - first);
  }
  m_joining.clear();
  m_arriving = -1;
}

/// What closes in the step from m_state to m_next.
std::optional<StepClosing> SteppedFlight::closingIn(double h) {
  if (m_mechanism.contacts().empty()) return std::nullopt;
  JoinsStep joins;
  if (m_direction > 0) joins = [&](const StepMeeting& met) { return settles(met); };
  // Rounding of times: a run that ends at the time of an impact has that impact.
  const double slack = roundingOfTime(m_state.time, h);
  if (m_direction < 0) m_backwards = {-m_v, -m_vNext};
  const auto &v0 = m_direction > 0 ? m_v : m_backwards[0], &v1 = m_direction > 0 ? m_vNext : m_backwards[1];
  return m_watch.next(
      {h, m_state.q, m_next.q, v0, v1}, [this](double s, int contact) { return probe(s, contact); },
      m_lasting.contacts(), joins, slack);
}

/// The time from the start of a step at which the slip of a contact stops, by secants. Empty where it is not
/// found.
std::optional<double> SteppedFlight::timeOf(const LastingContacts::SlipStop& stop, double h) {
  constexpr int most = 30;
  // Shares of the slip at the start that halt() stops: where secants end, and where rounding ends them.
  constexpr double enough = 1e-9, rounded = 1e-4;
  constexpr double ofTime = 1e-9;  // of the step
  constexpr double shrink = 1.0 / 16;
  const double first = stop.before.norm();
  double s = stop.time, before = 0, after = h, last = 0, slipLast = first;
  for (int i = 0; i < most && s >= remainderOfStep * h && slideTo(s, stop.contact); ++i) {
    const std::optional<double> slip = m_lasting.slipAfter(stop);
    const double left = slip ? std::abs(*slip) : HUGE_VAL;
    if (left <= enough * first || (left <= rounded * first && after - before <= ofTime * h)) return s;
    (slip && *slip > 0 ? before : after) = s;
    // A contact that no longer slides at s may have stopped long before: small slips do. While it slides its
    // slip falls nearly evenly, so that a time before the stop leads to it at once.
    double next = before > 0 ? 0.5 * (before + after) : shrink * after;
    if (slip) {
      const double root = s - *slip * (s - last) / (*slip - slipLast);
      if (root > before && root < after) next = root;
      last = s;
      slipLast = *slip;
    }
    s = next;
  }
  return std::nullopt;
}

/// The time from the start of the step just taken at which the first slip stops in it, where that is well
/// within the step: friction jumps there. Its contacts, and those that stop with it, halt then. 0 where the
/// step cannot be taken again.
std::optional<double> SteppedFlight::slipStopIn(double h) {
  // More stops in a step come at its end; each costs some three steps.
  constexpr int mostHalts = 8;
  constexpr double together = 1e-6;  // of the slips at the start
  if (m_direction < 0 || m_lasting.empty() || m_halts >= mostHalts) return std::nullopt;
  const auto stops = m_lasting.slipStops(h);
  if (stops.empty()) return std::nullopt;
  ++m_halts;
  {
    const LastingContacts::Focus focus(m_lasting, stops.front().contact);
    if (const auto s = timeOf(stops.front(), h); s && *s < (1 - remainderOfStep) * h) {
      std::vector<int> contacts{stops.front().contact};
      for (auto stop = stops.begin() + 1; stop != stops.end(); ++stop)
        if (const auto slip = m_lasting.slipAfter(*stop);
            slip && std::abs(*slip) <= together * stop->before.norm())
          contacts.push_back(stop->contact);
      m_lasting.halt(std::move(contacts), m_state.time + *s);
      return s;
    }
  }
  m_lasting.rewind();
  m_next = m_state;
  return advance(m_next, h) ? std::nullopt : std::optional(0.0);
}

/// Takes the contacts through a shorter step, from which m_trial knows their forces. Returns false where that
/// fails.
bool SteppedFlight::tryStep(double s) {
  if (!countStep()) return false;
  m_probe = m_state;
  m_trial.rewind();
  return m_trial.step(m_probe.q, m_probe.p, m_probe.time, s) == StepStatus::Done;
}

/// The mean forces of a contact over a shorter step; empty where that has none.
std::optional<LastingContacts::Forces> SteppedFlight::forcesAfter(double s, int contact) {
  return tryStep(s) ? m_trial.forces(contact, s) : std::nullopt;
}

/// The contacts that may open or begin to slip in the step just taken, by their mean forces in it and in the
/// one before.
std::vector<SteppedFlight::MayChange> SteppedFlight::changesIn(double h) {
  // Of the change of the forces between the middles of two steps, what may be left at the end of the second.
  constexpr double near = 0.1;
  std::vector<MayChange> found;
  std::vector<Pressed> fresh;
  for (const int contact : m_lasting.contacts()) {
    const auto now = m_lasting.forces(contact, h);
    if (!now || hasOpened(contact)) continue;
    const auto before = std::ranges::find(m_pressed, contact, &Pressed::contact);
    if (before == m_pressed.end()) {
      fresh.push_back({contact, *now, h});
      continue;
    }
    const bool slips = before->forces.sticks;
    if (now->isOver(slips)) {
      found.push_back({contact, slips, std::nullopt});
      continue;
    }
    const LastingContacts::Forces end = now->beyond(before->forces, h / (h + before->length));
    const double change = std::abs(now->normal - before->forces.normal) +
                          std::abs(now->bound - before->forces.bound) +
                          (now->friction - before->forces.friction).norm();
    if (end.left(slips) < near * change) found.push_back({contact, slips, now});
  }
  // Without a step before, a part of this one tells.
  std::vector<int> begun;
  for (const Pressed& one : fresh) begun.push_back(one.contact);
  if (!fresh.empty()) m_trial.startAs(m_lasting);
  const LastingContacts::Focus focus(m_trial, begun);
  for (const double part : {0.5, 0.0625, 0.0078125}) {
    if (fresh.empty() || !tryStep(part * h)) break;
    std::erase_if(fresh, [&](const Pressed& one) {
      const auto early = m_trial.forces(one.contact, part * h);
      if (!early) return true;
      const bool slips = early->sticks, presses = !early->isOver(slips), ends = one.forces.isOver(slips);
      if (presses && (ends || one.forces.left(slips) < early->left(slips)))
        found.push_back({one.contact, slips, ends ? std::nullopt : std::optional(one.forces)});
      return presses || one.forces.normal > 0;
    });
  }
  return found;
}

/// The time from the start of a step at which a contact opens or begins to slip in it: its forces at the end
/// of a step are extrapolated from their means over the step and its first half. Empty where it does not.
std::optional<double> SteppedFlight::timeOf(const MayChange& change, double h) {
  constexpr int most = 30;
  // Of the step: where secants end, and what rounding of the forces may leave in a short one.
  constexpr double ofTime = 1e-8, rounded = 1e-5;
  const double shortest = shortestToChange * m_options.step;
  // Of a step of length s, what is left at its end, and its rate.
  struct Left {
    double end = 0, rate = 0;
  };
  const auto leftAfter = [&](double s, const LastingContacts::Forces& half,
                             const LastingContacts::Forces& all) {
    const double end = all.beyond(half, 2).left(change.slips);
    return Left{end, (end - all.beyond(half, 1).left(change.slips)) / (0.25 * s)};
  };
  double before = 0, after = h, s = 0.25 * h, best = 0, least = rounded * h, last = 0, lastLeft = 0;
  if (change.whole) {
    const auto half = forcesAfter(0.5 * h, change.contact);
    if (!half || half->isOver(change.slips)) return std::nullopt;
    const Left left = leftAfter(h, *half, *change.whole);
    if (!(left.end < 0 && left.rate < 0)) return std::nullopt;
    last = h;
    lastLeft = left.end;
    s = std::max(h - left.end / left.rate, 0.25 * h);
  }
  for (int i = 0; i < most && s >= shortest; ++i) {
    const auto half = forcesAfter(0.5 * s, change.contact);
    if (!half) return std::nullopt;
    const auto all = half->isOver(change.slips) ? half : forcesAfter(s, change.contact);
    if (!all) return std::nullopt;
    if (all->isOver(change.slips)) {
      after = half->isOver(change.slips) ? 0.5 * s : s;
      last = 0;
      s = 0.5 * (before + after);
      continue;
    }
    const auto [left, rate] = leftAfter(s, *half, *all);
    const double off = rate < 0 ? -left / rate : h;
    if (std::abs(off) <= ofTime * h) return s;
    if (std::abs(off) <= least) {
      least = std::abs(off);
      best = s;
    }
    (left > 0 ? before : after) = s;
    if (h - before <= shortest || after - before <= ofTime * h) break;
    double next = s + off;
    if (last > 0 && left != lastLeft) next = s - left * (s - last) / (left - lastLeft);
    last = s;
    lastLeft = left;
    s = next > before && next < after ? next : 0.5 * (before + after);
  }
  return best > 0 ? std::optional(best) : std::nullopt;
}

/// The time from the start of the step just taken at which a contact opens or begins to slip in it: the first
/// that is found. Forces have a corner there. The steps of the search leave the step taken as it is.
std::optional<double> SteppedFlight::changeIn(double h) {
  // More of them in a step come at its end; each costs some ten steps.
  constexpr int mostChanges = 8;
  constexpr double together = 1e-5;  // of the step, what rounding leaves between changes at once
  if (m_direction < 0 || m_lasting.empty() || m_ends >= mostChanges ||
      !(h > shortestToChange * m_options.step))
    return std::nullopt;
  const std::vector<MayChange> changes = changesIn(h);
  if (!changes.empty()) m_trial.startAs(m_lasting);
  std::vector<std::pair<double, ContactChange>> times;
  for (const MayChange& change : changes) {
    const LastingContacts::Focus focus(m_trial, change.contact);
    if (const auto s = timeOf(change, h); s && h - *s > shortestToChange * m_options.step)
      times.push_back({*s, {change.contact, 0, change.slips}});
  }
  if (times.empty()) return std::nullopt;
  ++m_ends;
  std::ranges::stable_sort(times, {}, &std::pair<double, ContactChange>::first);
  const double first = times[0].first;
  m_coming.clear();
  for (auto& [s, change] : times) {
    change.time = m_state.time + first;
    if (s <= first + together * h) m_coming.push_back(change);
  }
  return first;
}

/// The forces of the step just taken, of length h. Steps in search of a closing take some of its contacts
/// only, and leave nothing of the others.
std::vector<SteppedFlight::Pressed> SteppedFlight::forcesOf(double h) const {
  std::vector<Pressed> pressed;
  if (m_direction < 0) return pressed;
  for (const int contact : m_lasting.contacts())
    if (const auto forces = m_lasting.forces(contact, h); forces && (forces->normal > 0 || forces->sticks))
      pressed.push_back({contact, *forces, h});
  return pressed;
}

/// Stores the forces of the step just taken, and with what change it ends.
void SteppedFlight::noteChange(std::vector<Pressed> pressed) {
  m_pressed = std::move(pressed);
  if (m_direction < 0 || m_coming.empty() || m_coming[0].time != m_state.time) return;
  if (m_joining.empty()) m_changes.push_back(m_coming[0]);
  std::erase_if(m_pressed, [&](const Pressed& one) {
    return std::ranges::find(m_coming, one.contact, &ContactChange::contact) != m_coming.end();
  });
}

/// By how much a contact that has left may overlap again where a step ends early (m). Elastic bounces never
/// end: those lower than this last instead. A smaller number makes more of them, without end under motors,
/// and each enlarges rounding; a larger one has bodies overlap that are seen to.
double SteppedFlight::mostOfReturn(int contact) const {
  constexpr double ofElastic = 1000 * closedGap;
  return bounceRatio(m_mechanism, m_options, contact) < 1 ? closedGap : ofElastic;
}

/// Whether the step just taken ends with more energy than its forces and contacts leave: by more than a share
/// of what moves. Loops do work by the error of a step: where contacts strike while they turn fast, which the
/// ledger would call friction, and where a linkage folds through a dead point.
bool SteppedFlight::givesEnergy(double h) {
  // Halving finds the way there; a smaller share takes the error of a usual step for one.
  constexpr double share = 0.05, rounding = 1e-12;
  if (m_direction < 0 || (m_lasting.empty() && m_mechanism.loops().empty())) return false;
  if (m_lasting.empty()) {
    if (!m_hasVelocity) m_integrator.velocity(m_state.q, m_state.p, m_v);
    m_integrator.velocity(m_next.q, m_next.p, m_vNext);
  }
  const Eigen::VectorXd& v = m_lasting.empty() ? m_vNext : m_lasting.velocity();
  const double loss = m_lasting.empty() ? 0 : m_lasting.loss();
  const double before = 0.5 * m_state.p.dot(m_v), after = 0.5 * m_next.p.dot(v);
  const double most = share * std::max(before, after);
  if (!(after - before + loss > most)) return false;
  const double start = m_mechanism.potentialEnergy(m_state.q), end = m_mechanism.potentialEnergy(m_next.q);
  double given = after + end - before - start + loss;
  if (!m_mechanism.forces().areConservative()) {
    const Eigen::VectorXd mean = m_mechanism.difference(m_state.q, m_next.q) / h;
    const Eigen::VectorXd q = m_mechanism.moved(m_state.q, mean, 0.5 * h);
    given +=
        h * (m_mechanism.damperPower(q, mean) - m_integrator.motorPower(q, mean, m_state.time + 0.5 * h));
  }
  return given > most + rounding * (std::abs(start) + std::abs(end));
}

/// Whether contacts overlap so far that a shorter step is searched for their closing.
bool SteppedFlight::isTooDeep(const std::vector<StepOverlap>& overlaps) const {
  return std::ranges::any_of(overlaps, [&](const StepOverlap& one) {
    return one.depth > (one.left ? mostOfReturn(one.contact) : closedGap);
  });
}

/// Takes one step to a time, or to the first closing before it.
SteppedFlight::StepEnd SteppedFlight::stepTo(double target) {
  const double h = target - m_state.time;
  if (!countStep()) return StepEnd::Failed;
  m_next = m_state;
  m_lasting.keep();
  if (!advance(m_next, h)) return StepEnd::Failed;
  if (m_looksAtEnergy && givesEnergy(h)) {
    note(StepStatus::GainsEnergy);
    return StepEnd::Failed;
  }
  if (const auto stop = slipStopIn(h)) {
    m_lasting.rewind();
    return *stop > 0 ? stepTo(m_state.time + *stop) : StepEnd::Failed;
  }
  if (const auto change = changeIn(h)) {
    m_lasting.rewind();
    return stepTo(m_state.time + *change);
  }
  double loss = m_lasting.empty() ? 0 : m_lasting.loss();
  double impactLoss = m_lasting.empty() ? 0 : m_lasting.impactLoss();
  bool isRough = !m_lasting.empty() && m_lasting.isRough();
  m_hasVelocity = !m_mechanism.contacts().empty() || m_recorder.keepsNext();
  if (m_hasVelocity) velocityAt(m_next, m_vNext);
  std::vector<Pressed> pressed = forcesOf(h);
  const std::optional<StepClosing> closing = closingIn(std::abs(h));
  if (closing && !closing->isEvent()) {
    const std::size_t before = m_joining.size();
    for (const StepMeeting& meeting : closing->joined) join(meeting, h, before);
    // Contacts that were closed throughout last from the start of the step on.
    if (!closing->pressing.empty())
      m_lasting.holdClosed(m_state.q, m_v, [&](int contact) { return m_watch.arrives(contact); });
    for (const int contact : closing->pressing) m_lasting.hold(contact);
    return StepEnd::Held;
  }
  if (closing && closing->failed && m_failure == StepStatus::Done) m_failing = {closing->contact};
  if (closing && (closing->failed || !goTo(closing->s))) return StepEnd::Failed;
  // Each search is for an earlier closing; some contacts that buzz have one before any other.
  constexpr int mostSearches = 8;
  std::vector<StepOverlap> overlaps;
  if (closing && closing->s > 0 && closing->s < std::abs(h)) {
    overlaps = m_watch.overlaps(m_probe.q);
    if (m_searches < mostSearches && (isTooDeep(overlaps) || m_watch.passesThrough(m_probe.q)) &&
        ++m_searches)
      return stepTo(m_state.time + m_direction * closing->s);
  }
  double time = target;
  if (closing) {
    time = closing->s == std::abs(h) ? target : m_state.time + m_direction * closing->s;
    m_contact = closing->contact;
    m_next = m_probe;
    const bool stays = closing->s == 0;
    loss = m_lasting.empty() || stays ? 0 : m_lasting.loss();
    impactLoss = m_lasting.empty() || stays ? 0 : m_lasting.impactLoss();
    isRough = !m_lasting.empty() && !stays && m_lasting.isRough();
    if (stays)
      m_vNext = m_v;
    else
      velocityAt(m_next, m_vNext);
    m_watch.restart(m_next.q);
  }
  m_next.time = time;
  addWork(m_state, m_next);
  m_flow.friction += loss - impactLoss;
  m_flow.impact += impactLoss;
  m_settledLoss += impactLoss;
  for (const StepOverlap& overlap : overlaps) m_deepest = std::max(m_deepest, overlap.depth);
  m_overlaps += overlaps.size();
  m_state.q.swap(m_next.q);
  m_state.p.swap(m_next.p);
  m_state.time = time;
  m_v.swap(m_vNext);
  m_rough += isRough;
  closing ? m_pressed.clear() : noteChange(std::move(pressed));
  m_lasting.release(m_state.q);
  noteSettled();
  noteOpened(m_lasting.released());
  m_recorder.add(m_state, m_v, m_flow);
  return !closing ? StepEnd::Full : closing->pressed ? StepEnd::Pressed : StepEnd::Closing;
}

}  // namespace carom
