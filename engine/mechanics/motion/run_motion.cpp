#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/number_text.h"
#include "impact/contact_path.h"
#include "impact/examine.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/reflection.h"
#include "mechanics/contact/ballistic_closing.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/stepped_flight.h"
#include "mechanics/motion/trajectory.h"

namespace carom {

namespace {

/// Largest closing c after an inelastic impact or a blend, over ‖p⁻‖: above the rounding of their limits,
/// below inelasticCut. A smaller value takes impacts that have ended for endless ones.
constexpr double inelasticRest = 1e-11;

/// Most contacts that only graze, for each impact of MotionOptions::maxImpacts.
constexpr std::size_t grazesPerImpact = 10;

/// Most collisions by laws in one impact, and in a run for each impact of maxImpacts beyond those of one
/// endless impact; a collision costs up to 0.7 ms.
constexpr std::size_t collisionsOfImpact = 20'000, collisionsPerImpact = 10;

std::string names(const ImpactProblem& problem, const Eigen::VectorXd& weights) {
  std::string list;
  for (int i = 0; i < problem.contactCount(); ++i)
    if (weights[i] > 1e-9)  // smaller ones are rounding of the sum 1
      list += (list.empty() ? "" : ", ") + problem.labels()[static_cast<std::size_t>(i)].name;
  return list;
}

/// Converts contacts of the mechanism to their numbers in an impact of `contacts`; contacts that are not in
/// the impact are left out.
template <typename Contacts>
Word inImpact(const Contacts& wanted, const std::vector<int>& contacts) {
  Word word;
  for (const auto contact : wanted) {
    const auto found = std::find(contacts.begin(), contacts.end(), static_cast<int>(contact));
    if (found != contacts.end()) word.push_back(static_cast<ContactIndex>(found - contacts.begin()));
  }
  return word;
}

/// The beginning of a word in which each contact is infeasible when it reflects, so that no contact pulls.
Word pushingBeginning(const ImpactProblem& problem, const Word& word) {
  ContactPath path(problem);
  for (const ContactIndex contact : word) {
    if (!path.isInfeasible(contact)) break;
    path.reflect(contact);
  }
  return path.word();
}

/// Whether an inelastic ordering of `problem` is cut at the momentum of `reached`, see inelasticCut.
bool isCut(const ImpactProblem& problem, const ImpactProblem& reached) {
  const Eigen::VectorXd& c = reached.contactCoordinates();
  return carom::isCut(problem, {c.data(), static_cast<std::size_t>(c.size())});
}

std::string problemOf(StepStatus failure) {
  switch (failure) {
    case StepStatus::ContactsNotSolved:
      return "the impulses of the contacts that last are not found";
    case StepStatus::GainsEnergy:
      return "contacts that last would give energy";
    case StepStatus::Done:
      return "the times at which contacts close are not found";
    case StepStatus::NotConverged:
      break;
  }
  return "Newton's iteration does not converge";
}

/// "…, in steps of 1e+06 s to 0.954 s from here; a shorter step may do"
std::string reasonOf(StepStatus failure, double longest, double shortest) {
  return problemOf(failure) + ", in steps of " + roundedText(longest) + " s to " + roundedText(shortest) +
         " s from here; a shorter step may do";
}

/// One run of the motion. The last flight is open: its end advances until an impact closes it.
class Run {
 public:
  Run(const Mechanism& mechanism, const State& initial, const MotionOptions& options, std::stop_token stop)
      : m_mechanism(mechanism),
        m_options(options),
        m_stop(std::move(stop)),
        m_metric(mechanism.massMatrix(initial.q)),
        m_calendar(mechanism),
        m_collisionsLeft(collisionsOfImpact + collisionsPerImpact * options.maxImpacts) {}

  Trajectory from(const State& initial);

 private:
  void leadIn(const State& initial);
  void steppedLeadIn(const State& initial);
  void fly(double until);
  void flyStepped(double until);
  void open(const State& state, const Eigen::VectorXd& v);
  void close();
  EnergyFlow& flow() { return m_stepped ? m_stepped->flow() : m_flow; }
  void observeExact(double until, bool last);
  bool collide(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Word* first = nullptr);
  Eigen::VectorXd restitutionNow(const ImpactProblem& closed, const std::vector<int>& contacts, double time);
  Eigen::VectorXd velocityAfter(const Eigen::VectorXd& p, const Eigen::VectorXd& after);
  ImpactPassage follow(ImpactEvent& event, const ImpactProblem& problem, const Word* first);
  Word wantedWord(const ImpactEvent& event, const ImpactProblem& problem, const Word* first);
  bool takeWork(const ImpactProblem& problem, const ImpactPassage& passage);
  Policy policyFor(const std::vector<int>& contacts) const;
  bool ends(const ImpactProblem& problem, const Eigen::VectorXd& after) const;
  Word completeWord(const ImpactProblem& problem, const Policy& policy, Word word);
  void stopAt(double time, StopKind kind, std::string reason);
  void stopAtStepLimit(double time) {
    stopAt(time, StopKind::StepLimit, "more than " + std::to_string(m_options.maxSteps) + " steps");
  }
  void keep(ImpactEvent event);
  double pressedSince(double from, const Closing& pressed) const;
  void goOnInSteps(double time);
  std::optional<Closing> closingAfter(double time);
  void noteTurned(const ImpactPassage& passage);
  FreeFlight& flight() { return m_result.flights.back(); }
  const FreeFlight& flight() const { return m_result.flights.back(); }
  bool stopped() const { return !m_result.complete; }

  const Mechanism& m_mechanism;
  const MotionOptions& m_options;
  std::stop_token m_stop;
  std::optional<SteppedFlight> m_stepped;  ///< set where flights are not exact
  KineticMetric m_metric;                  ///< at the last impact; in exact flights at every q
  ClosingCalendar m_calendar;              ///< of exact flights
  Eigen::VectorXd m_acceleration;          ///< n, of exact flights; else 0
  EnergyFlow m_flow;                       ///< of exact flights
  std::vector<double> m_lastHit;           ///< of each contact of the mechanism (s)
  bool m_chatters = false;                 ///< whether a contact of the impact was hit less than a step ago
  double m_origin = 0;                     ///< the initial time
  std::size_t m_bytes = 0;                 ///< memory of the impacts
  std::size_t m_collisionsLeft;            ///< number of collisions by laws that the run may still take
  std::size_t m_grazes = 0;                ///< contacts of exact flights that closed without an impact
  long m_observed = 0;                     ///< number of ends of steps of exact flights that were observed
  Trajectory m_result;
};

Trajectory Run::from(const State& initial) {
  m_origin = initial.time;
  m_result.metric = m_metric;
  m_result.law = {m_options.restitution, m_options.reflectionRestitution};
  m_acceleration = Eigen::VectorXd::Zero(m_mechanism.dof());
  if (m_mechanism.isBallistic())
    m_acceleration = m_metric.velocity(m_mechanism.gravityForce(initial.q));
  else
    m_stepped.emplace(m_mechanism, m_options, m_origin);
  open(initial, m_metric.velocity(initial.p));
  if (m_options.leadIn > 0) leadIn(initial);
  collide(initial.time, initial.q, initial.p, m_options.firstWord ? &*m_options.firstWord : nullptr);
  m_result.startsWithImpact = !m_result.impacts.empty();
  m_result.initialMomentum = initial.p;
  const double until = initial.time + std::max(0.0, m_options.duration);
  while (!stopped() && flight().end < until) fly(until);
  close();
  if (m_stepped)
    m_stepped->observe();
  else
    observeExact(flight().end, true);
  return std::move(m_result);
}

/// Begins a flight from a state; `close` sets its end.
void Run::open(const State& state, const Eigen::VectorXd& v) {
  m_result.flights.push_back({state.time, state.time, state.q, v, m_acceleration, {}, flow()});
  if (m_stepped) m_stepped->start(state);
}

void Run::close() {
  if (!m_stepped) return;
  flight().end = m_stepped->state().time;
  flight().nodes = m_stepped->recorder().nodes();
}

/// Reports the ends of steps of an exact flight before `until`, and `until` itself where the run ends there.
void Run::observeExact(double until, bool last) {
  if (!m_options.observe) return;
  const auto hand = [&](double t) {
    m_options.observe({{t, flight().configuration(t), m_metric.momentum(flight().velocity(t))}, m_flow});
  };
  const double margin = remainderOfStep * m_options.step;
  for (double t; (t = m_origin + static_cast<double>(m_observed) * m_options.step) < until - margin;
       ++m_observed) {
    if (m_stop.stop_requested()) return stopAt(t, StopKind::Cancelled, "cancelled");
    if (static_cast<std::size_t>(m_observed) >= m_options.maxSteps) return stopAtStepLimit(t);
    hand(t);
  }
  if (last) hand(until);
}

void Run::leadIn(const State& initial) {
  const auto reversed = impactAt(m_mechanism, initial.q, -initial.p);
  if (reversed && !reversed->isFeasible()) return;
  if (m_stepped) return steppedLeadIn(initial);
  const Eigen::VectorXd v = flight().v;
  const auto earlier =
      nextClosing(m_mechanism, bodyMotions(m_mechanism, initial.q, -v, m_acceleration), m_options.leadIn);
  if (earlier && earlier->pressed) return;
  const double T = earlier ? earlier->time : m_options.leadIn;
  flight().start = initial.time - T;
  flight().q = initial.q - T * (v - 0.5 * T * m_acceleration);
  flight().v = v - T * m_acceleration;
}

void Run::steppedLeadIn(const State& initial) {
  if (!m_mechanism.forces().areConservative()) return;
  SteppedFlight back(m_mechanism, m_options, initial.time, -1);
  back.start(initial);
  if (back.run(initial.time - m_options.leadIn, m_stop) == SteppedFlight::End::Pressed) return;
  flight().start = back.state().time;
  flight().q = back.state().q;
  flight().v = KineticMetric(m_mechanism.massMatrix(flight().q)).velocity(back.state().p);
  back.recorder().reverse();
  m_stepped->recorder() = back.recorder();
}

std::optional<Closing> Run::closingAfter(double time) {
  return m_calendar.next(
      time, bodyMotions(m_mechanism, flight().configuration(time), flight().velocity(time), m_acceleration),
      flight().end);
}

/// Marks the bodies whose flight an impact has changed in the calendar.
void Run::noteTurned(const ImpactPassage& passage) {
  const auto before = passage.momenta.col(0), after = passage.momenta.col(passage.momenta.cols() - 1);
  for (int body = 0; body < static_cast<int>(m_mechanism.bodies().size()); ++body)
    if (std::ranges::any_of(m_mechanism.chain(body), [&](int i) { return before[i] != after[i]; }))
      m_calendar.turn(body);
}

/// Follows the open flight to the next impact that changes the momentum, or to the end.
void Run::fly(double until) {
  if (m_stepped) return flyStepped(until);
  double now = flight().end;
  while (true) {
    if (m_stop.stop_requested()) return stopAt(now, StopKind::Cancelled, "cancelled");
    flight().end = until;
    const auto closing = closingAfter(now);
    if (closing && closing->pressed)
      now = pressedSince(now, *closing);
    else
      now = closing ? now + closing->time : until;
    observeExact(now, false);
    if (stopped() || !closing) return;
    flight().end = now;
    if (closing->pressed) return goOnInSteps(now);
    // With feasible contacts only the bodies graze, and the flight continues.
    if (collide(now, flight().configuration(now), m_metric.momentum(flight().velocity(now))) || stopped())
      return;
    // Rounding at extreme scales can close a contact repeatedly at one time.
    const std::size_t most = grazesPerImpact * m_options.maxImpacts;
    if (++m_grazes > most)
      return stopAt(now, StopKind::ImpactLimit,
                    "more than " + std::to_string(most) + " contacts that close and only graze");
  }
}

void Run::flyStepped(double until) {
  while (true) {
    const SteppedFlight::End end = m_stepped->run(until, m_stop);
    const State state = m_stepped->state();
    flight().end = state.time;
    switch (end) {
      case SteppedFlight::End::Horizon:
        return;
      case SteppedFlight::End::Cancelled:
        return stopAt(state.time, StopKind::Cancelled, "cancelled");
      case SteppedFlight::End::StepLimit:
        return stopAtStepLimit(state.time);
      case SteppedFlight::End::NotConverged:
        return stopAt(
            state.time,
            m_stepped->failure() == StepStatus::GainsEnergy ? StopKind::GainsEnergy : StopKind::NotConverged,
            reasonOf(m_stepped->failure(), m_options.step, m_stepped->shortest()));
      case SteppedFlight::End::Pressed:  // only in the lead-in
      case SteppedFlight::End::Closing:
        if (collide(state.time, state.q, state.p) || stopped()) return;
    }
  }
}

/// The time at which a closed contact that is pressed stops opening, where its gap is largest; from then on
/// it lasts.
double Run::pressedSince(double from, const Closing& pressed) const {
  const auto opening = [&](double time) {
    const Eigen::VectorXd q = flight().configuration(time);
    return m_mechanism.normal(pressed.contact, q).dot(flight().velocity(time));
  };
  double before = from, after = from + pressed.time;
  if (opening(before) <= 0) return before;
  for (double middle; (middle = 0.5 * (before + after)) > before && middle < after;)
    (opening(middle) > 0 ? before : after) = middle;
  return after;
}

/// Continues an exact flight in steps from the time at which a load presses a closed contact.
void Run::goOnInSteps(double time) {
  const State begin{flight().start, flight().q, m_metric.momentum(flight().v)};
  const State now{time, flight().configuration(time), m_metric.momentum(flight().velocity(time))};
  m_stepped.emplace(m_mechanism, m_options, m_origin);
  m_stepped->flow() = m_flow;
  m_stepped->steps() = static_cast<std::size_t>(m_observed);
  m_stepped->resume(begin, now);
  m_acceleration.setZero();
  flight().a.setZero();
  flight().end = time;
}

/// Resolves the impact of all closed contacts and opens the next flight. False where all contacts are
/// feasible or the run stops.
bool Run::collide(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Word* first) try {
  std::vector<int> contacts = closedContacts(m_mechanism, q);
  if (contacts.empty()) return false;
  for (const int contact : contacts) m_calendar.close(contact);
  m_metric = metricAt(m_mechanism, *m_result.metric, q);
  const ImpactProblem closed = impactOf(m_mechanism, contacts, m_metric, q, p);
  if (closed.isFeasible()) return false;
  if (m_result.impacts.size() >= m_options.maxImpacts) {
    stopAt(time, StopKind::ImpactLimit, "more than " + std::to_string(m_options.maxImpacts) + " impacts");
    return false;
  }
  ImpactEvent event{.time = time, .contacts = std::move(contacts)};
  const ImpactProblem lawful = underLaw(closed, m_options.restitution, m_options.reflectionRestitution);
  event.restitution = restitutionNow(lawful, event.contacts, time);
  const ImpactProblem problem = lawful.withRestitution(event.restitution);
  if (problem.isElastic())
    if (const Termination termination = decideTermination(problem); termination.answer() == false) {
      stopAt(time, StopKind::Jammed, "jammed: " + names(problem, termination.jamWeights));
      return false;
    }
  event.plastic = m_chatters;
  ImpactPassage passage = follow(event, problem, first);
  const Eigen::VectorXd after = passage.momenta.rightCols<1>();
  if (!event.plastic && !ends(problem, after)) {
    if (m_stop.stop_requested())
      stopAt(time, StopKind::Cancelled, "cancelled");
    else
      stopAt(time, StopKind::EndlessImpact, "an impact without end within the limit of reflections");
    return false;
  }
  if (!takeWork(problem, passage)) {
    stopAt(time, StopKind::GainsEnergy, "an impact that would give energy");
    return false;
  }
  noteTurned(passage);
  event.word = std::move(passage.word);
  event.labels = problem.labels();
  for (ContactLabel& label : event.labels) label.collision = nullptr;
  event.energyBefore = m_metric.energy(p);
  event.energyAfter = m_metric.energy(after);
  keep(std::move(event));
  close();
  open({time, q, after}, velocityAfter(p, after));
  if (m_bytes + m_result.flights.memoryUsed() > m_options.maxBytes)
    stopAt(time, StopKind::Memory,
           "impacts and flights that take more than " + std::to_string(m_options.maxBytes) + " bytes");
  return true;
} catch (const ImpactError& error) {  // for example a closed contact whose normal points at a hinge
  stopAt(time, StopKind::NotConverged, std::string("an impact that cannot be resolved: ") + error.what());
  return false;
}

/// M⁻¹p⁺; in exact flights coordinates that no impulse changes keep their velocity to the last bit.
Eigen::VectorXd Run::velocityAfter(const Eigen::VectorXd& p, const Eigen::VectorXd& after) {
  Eigen::VectorXd v = m_metric.velocity(after);
  if (m_stepped) return v;
  const Eigen::VectorXd before = flight().velocity(flight().end), change = m_metric.velocity(after - p);
  return (change.array() == 0).select(before, v);
}

/// The restitution of each contact (k): its own, or 0 where it was hit less than a step ago. Records this
/// hit.
Eigen::VectorXd Run::restitutionNow(const ImpactProblem& closed, const std::vector<int>& contacts,
                                    double time) {
  Eigen::VectorXd bounce = closed.factors().array() - 1;
  const bool lossy = m_options.restitution.value_or(1) < 1;
  m_lastHit.resize(m_mechanism.contacts().size(), -HUGE_VAL);
  m_chatters = false;
  for (Eigen::Index i = 0; i < bounce.size(); ++i) {
    if (!closed.isInfeasible(closed.contactCoordinates()[i])) continue;
    double& last = m_lastHit[static_cast<std::size_t>(contacts[static_cast<std::size_t>(i)])];
    // A hit after exactly one step is no chatter; 1e-9 of the step is rounding of the times.
    const bool again = time - last < (1 - 1e-9) * m_options.step;
    last = time;
    // An exact flight follows elastic impacts at any density.
    if (!again || (!m_stepped && !lossy && bounce[i] == 1)) continue;
    bounce[i] = 0;
    m_chatters = true;
  }
  return bounce;
}

/// The passage of an impact: that of the chosen ordering, completed; of the plastic impact where chatter is
/// cut short and all infeasible contacts have a restitution of 0.
ImpactPassage Run::follow(ImpactEvent& event, const ImpactProblem& problem, const Word* first) {
  if (event.plastic && allPressedAreDead(problem))
    return plasticPassage(m_mechanism, event.contacts, problem);
  if (m_options.alternatives && problem.contactCount() > 1 && !event.plastic) {
    ResolveOptions options = *m_options.alternatives;
    options.restitution = m_options.restitution;
    event.alternatives = first && m_options.firstAlternatives
                             ? m_options.firstAlternatives
                             : std::make_shared<const ImpactReport>(resolveImpact(problem, options, m_stop));
  }
  return orderedPassage(problem,
                        completeWord(problem, policyFor(event.contacts), wantedWord(event, problem, first)),
                        m_options.restitution);
}

/// The beginning of the ordering chosen for this impact; empty where the policy decides alone.
Word Run::wantedWord(const ImpactEvent& event, const ImpactProblem& problem, const Word* first) {
  const auto forced = m_options.forced.find(static_cast<int>(m_result.impacts.size()));
  if (forced != m_options.forced.end()) {
    Word word = inImpact(forced->second, event.contacts);
    return m_options.forcedMayNotPull ? pushingBeginning(problem, word) : word;
  }
  if (first) return *first;
  if (m_options.choose && event.alternatives) return m_options.choose(*event.alternatives);
  return {};
}

void Run::keep(ImpactEvent event) {
  m_bytes += memoryUsed(event);
  const auto& alternatives = event.alternatives;
  if (alternatives && alternatives->graph && alternatives != m_options.firstAlternatives)
    m_bytes += alternatives->graph->memoryUsed();
  m_result.impacts.push_back(std::move(event));
}

/// Adds the energy that an impact took: for each contact its impulse times the mean of its velocities before
/// and after. False where reflections added energy beyond rounding; collision laws may add some.
bool Run::takeWork(const ImpactProblem& problem, const ImpactPassage& passage) {
  // Over the energy before; words of 10⁶ reflections stay below it. A larger value hides gains of energy.
  constexpr double rounding = 1e-9;
  const KineticMetric& metric = problem.metric();
  const Eigen::MatrixXd& momenta = passage.momenta;
  const Eigen::VectorXd mean =
      0.5 * (metric.velocity(momenta.col(0)) + metric.velocity(momenta.col(momenta.cols() - 1)));
  double work = passage.impulses.normal.dot(problem.normals() * mean);
  for (int i = 0; i < problem.contactCount(); ++i)
    if (const auto& collision = problem.labels()[static_cast<std::size_t>(i)].collision)
      work +=
          passage.impulses.friction.row(i).head(collision->tangents.rows()).dot(collision->tangents * mean);
  flow().impact -= work;
  return !problem.reflectsOnly() || work <= rounding * metric.energy(problem.momentum());
}

/// The policy in the numbers of an impact of these contacts.
Policy Run::policyFor(const std::vector<int>& contacts) const {
  Policy policy = m_options.policy;
  policy.priority = inImpact(policy.priority, contacts);
  return policy;
}

/// The word, continued by the policy until all contacts are feasible for its replay: in extended precision
/// the end of a long word can differ from that of the search by rounding.
Word Run::completeWord(const ImpactProblem& problem, const Policy& policy, Word word) {
  // Memory of a reflection: its contact, twice during the search, and its momentum.
  const std::size_t each =
      2 * sizeof(ContactIndex) + static_cast<std::size_t>(problem.dof()) * sizeof(double);
  const std::size_t most = (m_options.maxBytes - std::min(m_bytes, m_options.maxBytes)) / each;
  ImpactProblem reached = problem.withMomentum(replay(problem, word).momentum);
  if (!problem.isElastic()) {  // relative to ‖p⁻‖, because an endless ordering may lose all momentum
    if (isCut(problem, reached)) return word;
    // Laws take energy at each collision except in a few symmetric cases [CR98 6.4].
    const std::size_t enough =
        problem.reflectsOnly() ? 1'000'000 : std::min(collisionsOfImpact, m_collisionsLeft);
    const Word more = followPolicy(reached, policy, std::min(most, enough), m_stop);
    if (!problem.reflectsOnly()) m_collisionsLeft -= more.size();
    word.insert(word.end(), more.begin(), more.end());
    return word;
  }
  while (!reached.isFeasible() && !m_stop.stop_requested() && word.size() < most) {
    const Word more = followPolicy(reached, policy, most - word.size(), m_stop);
    if (more.empty()) break;
    word.insert(word.end(), more.begin(), more.end());
    reached = problem.withMomentum(replay(problem, word).momentum);
  }
  return word;
}

/// Whether all contacts are feasible after an impact, up to the rounding of blends and limits.
bool Run::ends(const ImpactProblem& problem, const Eigen::VectorXd& after) const {
  const ImpactProblem rest = problem.withMomentum(after);
  if (problem.isElastic() && !m_options.restitution) return rest.isFeasible();
  return std::ranges::all_of(rest.contactCoordinates(),
                             [&](double c) { return c >= -inelasticRest * problem.momentumNorm(); });
}

void Run::stopAt(double time, StopKind kind, std::string reason) {
  m_result.complete = false;
  m_result.stoppedAt = time;
  m_result.stopKind = kind;
  m_result.stopReason = std::move(reason);
  flight().end = time;
}

/// The motion of a mechanism without coordinates.
Trajectory stillness(const State& initial, const MotionOptions& options) {
  const Eigen::VectorXd none(0);
  Trajectory motion;
  motion.flights.push_back({initial.time - std::max(0.0, options.leadIn),
                            initial.time + std::max(0.0, options.duration), none, none, none});
  return motion;
}

}  // namespace

Trajectory runMotion(const Mechanism& mechanism, const State& initial, const MotionOptions& options,
                     std::stop_token stop) {
  if (initial.q.size() != mechanism.dof() || initial.p.size() != mechanism.dof())
    throw std::invalid_argument("the state does not fit the mechanism");
  if (!(options.step > 0) || !std::isfinite(options.step)) throw std::invalid_argument("the step is not > 0");
  if (mechanism.dof() == 0) return stillness(initial, options);
  return Run(mechanism, initial, options, std::move(stop)).from(initial);
}

}  // namespace carom
