// The flights of a run, and its beginning and end.

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/joint_brakes.h"
#include "mechanics/motion/run/motion_run.h"

namespace carom {

namespace {

/// Most contacts that only graze, for each impact of MotionOptions::maxImpacts.
constexpr std::size_t grazesPerImpact = 10;

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

/// " (a–floor, b–floor and 3 more)"; empty for no contacts.
std::string contactsOf(const Mechanism& mechanism, const std::vector<int>& contacts) {
  constexpr std::size_t most = 6;
  std::string list;
  for (std::size_t i = 0; i < contacts.size() && i < most; ++i)
    list += (i > 0 ? ", " : " (") + nameOfLasting(mechanism, contacts[i]);
  if (contacts.size() > most) list += " and " + std::to_string(contacts.size() - most) + " more";
  return list.empty() ? list : list + ")";
}

/// "… (a, b), in steps of 1e+06 s to 0.954 s from here; a shorter step may do"
std::string reasonOf(StepStatus failure, const std::string& contacts, double longest, double shortest) {
  return problemOf(failure) + contacts + ", in steps of " + roundedText(longest) + " s to " +
         roundedText(shortest) + " s from here; a shorter step may do";
}

}  // namespace

Trajectory MotionRun::from(const State& initial) {
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
  listPushes(initial.time, until);
  while (!stopped() && flight().end < until) {
    if (flight().end < nextPush()) fly(std::min(until, nextPush()));
    if (!stopped() && flight().end >= nextPush()) push();
    if (m_options.progress && !m_stepped)
      m_options.progress((flight().end - initial.time) / m_options.duration);
  }
  close();
  if (m_stepped) {
    m_result.settlings = std::move(m_stepped->settlings());
    m_result.changes = std::move(m_stepped->changes());
    m_result.settledLoss = m_stepped->settledLoss();
    m_result.unexaminedSteps = m_stepped->unexaminedSteps();
    m_result.roughSteps = m_stepped->roughSteps();
    m_result.overlaps = m_stepped->overlaps();
    m_result.deepestOverlap = m_stepped->deepestOverlap();
    m_result.choices = std::move(m_stepped->choices());
    m_stepped->observe();
  } else {
    observeExact(flight().end, true);
  }
  return std::move(m_result);
}

/// Begins a flight from a state; `close` sets its end.
void MotionRun::open(const State& state, const Eigen::VectorXd& v) {
  m_result.flights.push_back({state.time, state.time, state.q, v, m_acceleration, {}, flow()});
  if (m_stepped) m_stepped->start(state);
}

void MotionRun::close() {
  if (!m_stepped) return;
  flight().end = m_stepped->state().time;
  flight().nodes = m_stepped->recorder().nodes();
}

/// Reports the ends of steps of an exact flight before `until`, and `until` itself where the run ends there.
void MotionRun::observeExact(double until, bool last) {
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

void MotionRun::leadIn(const State& initial) {
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

void MotionRun::steppedLeadIn(const State& initial) {
  if (!m_mechanism.forces().areConservative()) return;
  SteppedFlight back(m_mechanism, m_options, initial.time, -1);
  back.start(initial);
  if (back.run(initial.time - m_options.leadIn, m_stop) == SteppedFlight::End::Pressed) return;
  flight().start = back.state().time;
  flight().q = back.state().q;
  flight().v = KineticMetric(m_mechanism.massBlocks(flight().q)).velocity(back.state().p);
  back.recorder().reverse();
  m_stepped->recorder() = back.recorder();
}

std::optional<Closing> MotionRun::closingAfter(double time) {
  return m_calendar.next(
      time, bodyMotions(m_mechanism, flight().configuration(time), flight().velocity(time), m_acceleration),
      flight().end + roundingOfTime(flight().end, m_options.step));
}

/// Marks the bodies whose flight an impact or a push has changed in the calendar.
void MotionRun::noteTurned(const Eigen::VectorXd& before, const Eigen::VectorXd& after) {
  for (int body = 0; body < static_cast<int>(m_mechanism.bodies().size()); ++body)
    if (std::ranges::any_of(m_mechanism.chain(body), [&](int i) { return before[i] != after[i]; }))
      m_calendar.turn(body);
}

/// Follows the open flight to the next impact that changes the momentum, or to the end.
void MotionRun::fly(double until) {
  if (m_stepped) return flyStepped(until);
  double now = flight().end;
  while (true) {
    if (m_stop.stop_requested()) return stopAt(now, StopKind::Cancelled, "cancelled");
    flight().end = until;
    const auto closing = closingAfter(now);
    if (closing && closing->pressed)
      now = pressedSince(now, *closing);
    else
      now = closing ? std::min(now + closing->time, until) : until;
    observeExact(now, false);
    if (stopped() || !closing) return;
    flight().end = now;
    if (closing->pressed) return goOnInSteps(now);
    if (settles(now, closing->contact)) return goOnInSteps(now, closing->contact);
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

void MotionRun::flyStepped(double until) {
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
            reasonOf(m_stepped->failure(), contactsOf(m_mechanism, m_stepped->failing()), m_options.step,
                     m_stepped->shortest()));
      case SteppedFlight::End::Jammed:
        if (collide(state.time, state.q, state.p, nullptr, m_stepped->jammed()) || stopped()) return;
        break;
      case SteppedFlight::End::Pressed:  // only in the lead-in
      case SteppedFlight::End::Closing:
        if (collide(state.time, state.q, state.p) || stopped()) return;
    }
  }
}

/// The time at which a closed contact that is pressed stops opening, where its gap is largest; from then on
/// it lasts.
double MotionRun::pressedSince(double from, const Closing& pressed) const {
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

/// Whether a contact of an exact flight that closes is no impact, see SteppedFlight::settles.
bool MotionRun::settles(double time, int contact) {
  const double h = m_options.step;
  const auto rateAt = [&](double t) {
    const Eigen::VectorXd q = flight().configuration(t);
    return m_mechanism.normal(contact, q).dot(flight().velocity(t));
  };
  const double rate = rateAt(time);
  const StepMeeting meeting{contact, (rateAt(time - h) - rate) / h, time, -rate};
  return SteppedFlight::settles(m_mechanism, m_options, meeting);
}

/// Continues an exact flight in steps from the time at which a load presses a closed contact, or at which a
/// contact arrives that settles.
void MotionRun::goOnInSteps(double time, int arriving) {
  const State begin{flight().start, flight().q, m_metric.momentum(flight().v)};
  const State now{time, flight().configuration(time), m_metric.momentum(flight().velocity(time))};
  m_stepped.emplace(m_mechanism, m_options, m_origin);
  m_stepped->flow() = m_flow;
  m_stepped->steps() = static_cast<std::size_t>(m_observed);
  m_stepped->resume(begin, now, arriving);
  m_acceleration.setZero();
  flight().a.setZero();
  flight().end = time;
}

void MotionRun::stopAt(double time, StopKind kind, std::string reason) {
  m_result.complete = false;
  m_result.stoppedAt = time;
  m_result.stopKind = kind;
  m_result.stopReason = std::move(reason);
  flight().end = time;
}

}  // namespace carom
