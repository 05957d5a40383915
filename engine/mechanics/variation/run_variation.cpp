#include "mechanics/variation/run_variation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "base/central_slope.h"
#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/joint_brakes.h"
#include "mechanics/variation/cone_section.h"
#include "mechanics/variation/contact_step_variation.h"

namespace carom {

namespace {

/// Ends of runs that differ by this share of ‖p⁻‖ are different outcomes: the bound of the integrator's
/// rounding, above that of words of hundreds of reflections.
constexpr double sameEnd = 1e-9;

class Variation {
 public:
  Variation(const Mechanism& mechanism, const Trajectory& trajectory, const RunVariationOptions& options,
            std::stop_token stop)
      : m_mechanism(mechanism),
        m_trajectory(trajectory),
        m_options(options),
        m_stop(std::move(stop)),
        m_flow(mechanism),
        m_contacts(mechanism, m_flow.integrator(), trajectory.law, options.parameter),
        m_now(Deviation::identity(mechanism.dof(), options.parameter != nullptr)) {
    const Eigen::Index n = mechanism.dof();
    if (!mechanism.loops().empty()) {
      const Eigen::VectorXd q = trajectory.configuration(trajectory.start());
      const Eigen::VectorXd p =
          trajectory.startsWithImpact
              ? trajectory.initialMomentum
              : Eigen::VectorXd(mechanism.massMatrix(q) * trajectory.velocity(trajectory.start()));
      m_now.state.leftCols(2 * n) = m_flow.kept(q, p);
    }
    if (options.parameter) m_now.state.col(2 * n) = options.startByParameter;
    if (options.direction) {
      m_now.state = (m_now.state * *options.direction).eval();
      m_now.parameter = (m_now.parameter * *options.direction).eval();
      m_now.time = Eigen::RowVectorXd::Zero(1);
    }
  }

  RunVariation along(const Progress& progress) {
    m_result.until = m_trajectory.start();
    for (const JointDamper& damper : m_mechanism.forces().dampers)
      if (damper.friction > 0 && brakeSize(m_mechanism, damper) > 1)
        return stopAt("dry friction of ball joints");
    if (m_options.parameter && movesMotorStart())
      return stopAt("a motor that starts at a time which depends on the parameter");
    note(m_trajectory.start());
    std::size_t impact = 0, push = 0;
    const std::size_t flights = m_trajectory.flights.size();
    for (std::size_t i = 0; i < flights; ++i) {
      const FreeFlight flight = m_trajectory.flights.at(i);
      if (!fly(flight)) break;
      m_result.until = flight.end;
      if (progress) progress(static_cast<double>(i + 1) / static_cast<double>(flights));
      if (i + 1 == flights) break;
      const bool pushed =
          push < m_trajectory.pushes.size() && m_trajectory.pushes[push].impactsSoFar == impact;
      if (pushed ? !pass(m_trajectory.pushes[push++], flight) : !pass(impact++)) break;
    }
    // The end of the run is at a fixed time.
    atFixedTime();
    m_result.map = m_now.state;
    m_result.rate = m_rate;
    if (m_options.samples > 0 && m_result.stopped.empty())
      m_result.along.emplace_back(m_result.until, m_now.state);
    return std::move(m_result);
  }

 private:
  RunVariation stopAt(std::string reason) {
    m_result.stopped = std::move(reason);
    m_result.map = m_now.state;
    return std::move(m_result);
  }
  bool fails(std::string reason) {
    m_result.stopped = std::move(reason);
    return false;
  }

  /// Whether the parameter moves the start of a motor: the force jumps there, and the step that ends there
  /// with it.
  bool movesMotorStart() const {
    const std::vector<Motor>& motors = m_mechanism.forces().motors;
    for (std::size_t i = 0; i < motors.size(); ++i)
      for (const ParameterSlope::Beside& beside : m_options.parameter->beside())
        if (!motors[i].startsAtImpact && beside.mechanism->forces().motors[i].start != motors[i].start)
          return true;
    return false;
  }

  /// Replaces the present deviation by that at the time of the node, by the flow after it.
  void atFixedTime() {
    if (m_rate.size() > 0) m_now.state -= m_rate * m_now.time;
    m_now.time.setZero();
  }

  /// Every step of a flight but the last goes to a fixed time, or to where a slip stops. The last may end at
  /// an impact: m_now is its end if that came at a fixed time, and m_rate the derivative by its length.
  bool fly(const FreeFlight& flight) {
    const Eigen::RowVectorXd fixed = Eigen::RowVectorXd::Zero(m_now.time.size());
    if (!flight.nodes && !m_mechanism.isBallistic()) {  // of no length
      m_rate = m_flow.field(flight.q, m_mechanism.massMatrix(flight.q) * flight.v, flight.start);
      return true;
    }
    if (!flight.nodes) {
      const double h = flight.end - flight.start;
      const KineticMetric& metric = m_trajectory.metric.value();
      const Eigen::VectorXd p = metric.momentum(flight.v);
      for (double t; (t = nextSample()) < flight.end;) {
        if (t > flight.start) {
          FlowMap part = m_flow.parabola(p, t - flight.start);
          byParameter(part, flight.q, p, flight.start, t - flight.start);
          m_result.along.emplace_back(t, part.of(m_now, fixed).state);
        }
        ++m_noted;
      }
      FlowMap map = m_flow.parabola(p, h);
      byParameter(map, flight.q, p, flight.start, h);
      m_now = map.of(m_now, fixed);
      m_rate = map.length;
      return true;
    }
    const MotionNodes& nodes = *flight.nodes;
    m_momenta = nodes.p.lpNorm<Eigen::Infinity>();
    const auto failsAt = [this](double time, std::string reason) {
      m_result.until = time;
      return fails(std::move(reason));
    };
    FlowMap map;
    State from, to;
    for (Eigen::Index k = 0; k + 1 < nodes.time.size(); ++k) {
      const double t = nodes.time[k], h = nodes.time[k + 1] - t;
      if (m_stop.stop_requested()) return failsAt(t, "cancelled");
      const ContactChange* change = changeAt(nodes.time[k + 1]);
      const bool isInner = k > 0 && k + 2 < nodes.time.size() && m_now.time.isZero(0) && !change;
      const auto ends = isInner ? StepVariation::Ends::Fixed : StepVariation::Ends::Moving;
      if (k > 0)
        std::swap(from, to);
      else
        from = {t, nodes.q.col(k), nodes.p.col(k)};
      to.time = nodes.time[k + 1];
      to.q = nodes.q.col(k + 1);
      to.p = nodes.p.col(k + 1);
      if (!step(from, to, ends, map)) return failsAt(t, m_reason);
      if (!m_isLasting && !byParameter(map, from.q, from.p, t, h))
        return failsAt(t, "a step that does not converge");
      if (const Settling* next = settlingAt(to.time); next && next->arrives)
        endAtClosing(next->contact, to, map);
      if (change && m_isLasting && !m_contacts.endAtChange(from, *change, map))
        return failsAt(t, m_contacts.reason());
      if (k == 0 && m_isLasting && t == m_trajectory.start() && m_result.impacts.empty())
        m_contacts.keep(from, m_now);
      noteRests(map);
      if (isInner && map.endByState.size() == 0)
        map.carry(m_now, m_scratch);
      else
        m_now = map.of(m_now, fixed);
      for (const RestSlope& slope : map.byRest) {
        m_now.state += slope.state * m_rests[slope.contact];
        m_now.time += slope.end * m_rests[slope.contact];
      }
      m_rate = map.length;
      if (map.endByState.size() > 0 && k + 2 == nodes.time.size())
        return failsAt(to.time, change ? "a contact that opens or slips at the end of a flight"
                                       : "a slip that stops at the end of a flight");
      if (nextSample() <= to.time && k + 2 < nodes.time.size() && m_now.time.isZero(0)) note(to.time);
    }
    if (nodes.time.size() == 1) m_rate = m_flow.field(nodes.q.col(0), nodes.p.col(0), nodes.time[0]);
    return true;
  }

  /// The derivative of a step: of free flight, or with contacts that last. False with m_reason.
  bool step(const State& from, const State& to, StepVariation::Ends ends, FlowMap& map) {
    m_isLasting = true;
    const bool isInner = ends == StepVariation::Ends::Fixed;
    if (isInner && m_flow.between(from, to, m_momenta, map)) {
      m_isLasting = false;
      return true;
    }
    const std::span<const Settling> settlings = settlingsAt(from.time);
    if (isInner && m_contacts.step(from, to, map, ends, settlings)) return true;
    Eigen::VectorXd q = from.q, p = from.p;
    if (m_flow.step(q, p, from.time, to.time - from.time, map, ends) != StepStatus::Done) {
      m_reason = "a step that does not converge";
      return false;
    }
    m_isLasting = false;
    if (isAt(q, p, to)) return true;
    m_isLasting = true;
    if (!isInner && m_contacts.step(from, to, map, ends, settlings)) return true;
    m_reason = m_contacts.reason();
    return false;
  }

  /// The contacts that settle in the step that starts at a time; the times of calls rise.
  std::span<const Settling> settlingsAt(double time) {
    const std::vector<Settling>& all = m_trajectory.settlings;
    while (m_settling < all.size() && all[m_settling].start < time) ++m_settling;
    std::size_t end = m_settling;
    while (end < all.size() && all[end].start == time) ++end;
    return std::span(all).subspan(m_settling, end - m_settling);
  }
  /// The first contact that settles in a step from a time on; null where there is none.
  const Settling* settlingAt(double time) const {
    const auto found = std::ranges::lower_bound(m_trajectory.settlings, time, {}, &Settling::start);
    return found != m_trajectory.settlings.end() && found->start == time ? &*found : nullptr;
  }

  /// The contact that opens or begins to slip at the end of a step; null where there is none. The times of
  /// calls rise.
  const ContactChange* changeAt(double time) {
    const std::vector<ContactChange>& all = m_trajectory.changes;
    while (m_change < all.size() && all[m_change].time < time) ++m_change;
    return m_change < all.size() && all[m_change].time == time ? &all[m_change] : nullptr;
  }

  /// Makes a step end where a contact closes.
  void endAtClosing(int contact, const State& to, FlowMap& map) const {
    const Eigen::Index n = to.q.size();
    const Eigen::RowVectorXd u = m_mechanism.normal(contact, to.q).transpose();
    const double rate = u.dot(map.length.head(n));
    map.endByState = -u * map.state.topRows(n) / rate;
    const double byStart = -u.dot(map.start.head(n)) / rate;
    map.endByStart = 1 + byStart;
    map.state += map.length * map.endByState;
    map.start += map.length * byStart;
    if (m_options.parameter) {
      const double gap = m_options.parameter->of(
          [&](const ParameterSlope::Beside& beside) { return beside.mechanism->gap(contact, to.q); });
      map.endByParameter = -(u.dot(map.parameter.head(n)) + gap) / rate;
      map.parameter += map.length * map.endByParameter;
    }
    map.length.setZero();
  }

  /// The times from which contacts that settle in a step have friction.
  void noteRests(const FlowMap& map) {
    for (const RestTime& rest : map.rests)
      m_rests[rest.contact] =
          rest.byState * m_now.state + rest.byStart * m_now.time + rest.byParameter * m_now.parameter;
  }

  /// The time of the next sample of RunVariation::along.
  double nextSample() const {
    if (m_options.samples < 2 || m_noted >= m_options.samples) return HUGE_VAL;
    return m_trajectory.start() + (m_trajectory.end() - m_trajectory.start()) * static_cast<double>(m_noted) /
                                      static_cast<double>(m_options.samples - 1);
  }
  /// Notes the present map, at a fixed time.
  void note(double time) {
    if (m_options.samples == 0) return;
    Deviation at = m_now;
    if (m_rate.size() > 0) at.state -= m_rate * at.time;
    m_result.along.emplace_back(time, at.state);
    while (nextSample() <= time) ++m_noted;
  }

  /// Adds the derivative of a step of free flight by the parameter. False where one beside does not converge.
  bool byParameter(FlowMap& map, const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h) {
    if (!m_options.parameter) return true;
    State to{t + h, q, p};
    m_flow.integrator().step(to.q, to.p, t, h);
    return addParameter(*m_options.parameter, m_mechanism, {t, q, p}, to, map);
  }

  /// Whether a step without contacts ends where the run's does. Momenta near 0, as at rest and where a motion
  /// turns round, differ by the rounding of those elsewhere in the flight.
  bool isAt(const Eigen::VectorXd& q, const Eigen::VectorXd& p, const State& to) const {
    constexpr double rounding = 1e-9;
    const Eigen::VectorXd dq = m_mechanism.difference(q, to.q), dp = p - to.p;
    return dq.lpNorm<Eigen::Infinity>() <= rounding * (1 + q.lpNorm<Eigen::Infinity>()) &&
           dp.lpNorm<Eigen::Infinity>() <= rounding * m_momenta;
  }

  bool pass(const PushEvent& push, const FreeFlight& flight) {
    const Eigen::VectorXd q = flight.configuration(flight.end);
    const auto given = [&](const Eigen::VectorXd& at) {
      return m_mechanism.pointForce(push.body, at, m_mechanism.centreOfMass(push.body, at), push.impulse);
    };
    const Eigen::Index n = q.size();
    if (m_options.parameter)
      m_now.state.bottomRows(n) += m_options.parameter->of([&](const ParameterSlope::Beside& beside) {
        const Mechanism& mechanism = *beside.mechanism;
        return mechanism.pointForce(push.body, q, mechanism.centreOfMass(push.body, q), push.impulse);
      }) * m_now.parameter;
    const Eigen::MatrixXd dq = m_now.state.topRows(n);
    for (Eigen::Index i = 0; i < n; ++i)
      m_now.state.bottomRows(n) +=
          centralSlope([&](double s) { return given(m_mechanism.moved(q, Eigen::VectorXd::Unit(n, i), s)); },
                       slopeShare) *
          dq.row(i);
    return true;
  }

  bool pass(std::size_t number) {
    const ImpactEvent& event = m_trajectory.impacts[number];
    if (std::string why = whyNoVariation(m_trajectory, number); !why.empty()) return fails(std::move(why));
    if (number == 0 && std::ranges::any_of(m_mechanism.forces().motors, &Motor::startsAtImpact))
      return fails("motors that start at this impact");
    const ImpactTangent tangent(m_mechanism, m_flow, m_trajectory, number, m_options.parameter);
    if (tangent.problem().sides() > 1) return fails("a corner, whose gap has several normals");
    ImpactOfVariation& impact = m_result.impacts.emplace_back();
    impact.impact = number;
    impact.before = m_now.state;
    impact.after = tangent.after();
    if (m_options.limits.words > 0)
      impact.words = impactVariation(tangent, m_options.limits);
    else
      impact.words.complete = false;
    const auto& words = impact.words.words;
    if (m_options.samples > 0) m_result.along.emplace_back(event.time, m_now.state);
    auto found =
        std::ranges::find_if(words, [&](const WordVariation& word) { return word.word == event.word; });
    // On the edge of several cones, contacts go on closing at once, in the ordering of the run.
    if (m_options.direction && (found == words.end() || !hasCone(*found)))
      found = std::ranges::find_if(words, [&](const WordVariation& word) { return hasCone(word); });
    if (found != words.end()) impact.followed = static_cast<int>(found - words.begin());
    if (m_options.direction && found == words.end())
      return fails(impact.words.complete
                       ? "a direction that no ordering has in its cone at " + roundedText(event.time) + " s"
                       : "an impact with more orderings than are known at " + roundedText(event.time) + " s");
    if (m_options.direction && !impact.endsTogether(*found))
      return fails("the direction jumps at " + roundedText(event.time) +
                   " s: its ordering ends in another momentum");
    const Word word = m_options.direction ? found->word : event.word;
    // The reflections of the run, the first after the last part of a step, the others one at once after
    // another.
    Eigen::VectorXd p = tangent.before();
    for (const ContactIndex contact : word) {
      auto after = tangent.reflected(m_now, m_rate, contact, p);
      if (!after) return fails("a contact that does not close at " + roundedText(event.time) + " s");
      m_now = std::move(*after);
      p = tangent.reflected(contact, p);
      m_rate = tangent.field(p);
    }
    if ((p - tangent.after()).norm() > sameEnd * p.norm())
      return fails("reflections that end at a limit at " + roundedText(event.time) + " s");
    impact.behind = m_now.state - m_rate * m_now.time;
    note(event.time);
    return true;
  }

  /// Whether the direction, which is at a fixed time before an impact, lies in the cone of a word.
  bool hasCone(const WordVariation& word) const {
    // Of times of closings, over those of the rows: a late closing that hardly moves counts by the others.
    constexpr double rounding = 1e-9;
    Eigen::VectorXd change(word.cone.cols());
    change.head(m_now.state.rows()) = m_now.state.col(0);
    if (m_options.parameter) change[change.size() - 1] = m_now.parameter[0];
    if (word.cone.rows() == 0) return true;
    const double size = word.cone.rowwise().norm().maxCoeff() * change.norm();
    return (word.cone * change).minCoeff() >= -rounding * size;
  }

  const Mechanism& m_mechanism;
  const Trajectory& m_trajectory;
  const RunVariationOptions& m_options;
  std::stop_token m_stop;
  StepVariation m_flow;
  ContactStepVariation m_contacts;
  Deviation m_now;
  double m_momenta = 0;  ///< the largest of the present flight
  Eigen::MatrixXd m_scratch;
  bool m_isLasting = false;    ///< whether contacts lasted in the last step
  std::string m_reason;        ///< of the last step without a derivative
  std::size_t m_noted = 0;     ///< samples
  std::size_t m_settling = 0;  ///< the next one of the run
  std::size_t m_change = 0;    ///< likewise
  /// Of contacts that have settled, the change of the time from which they have friction.
  std::map<int, Eigen::RowVectorXd> m_rests;
  Eigen::VectorXd m_rate;  ///< 2n, ∂x/∂h of the last step, or ẋ after an impact
  RunVariation m_result;
};

}  // namespace

bool ImpactOfVariation::endsTogether(const WordVariation& word) const {
  return (word.momentum - after).norm() <= sameEnd * after.norm();
}

std::optional<bool> RunVariation::isContinuous() const {
  bool isKnown = true;
  for (const ImpactOfVariation& impact : impacts) {
    for (const WordVariation& word : impact.words.words)
      if (!impact.endsTogether(word)) return false;
    isKnown = isKnown && impact.words.complete && !impact.words.words.empty();
  }
  return isKnown ? std::optional(true) : std::nullopt;
}

bool RunVariation::hasCorners() const {
  // Maps of contacts that share no body differ by the rounding of differences.
  constexpr double rounding = 1e-8;
  return std::ranges::any_of(impacts, [](const ImpactOfVariation& impact) {
    return std::ranges::any_of(impact.words.words, [&](const WordVariation& word) {
      const Eigen::MatrixXd& first = impact.words.words.front().map;
      return (word.map - first).norm() > rounding * first.norm();
    });
  });
}

RunVariation runVariation(const Mechanism& mechanism, const Trajectory& trajectory,
                          const RunVariationOptions& options, std::stop_token stop,
                          const Progress& progress) {
  if (mechanism.dof() == 0) {
    RunVariation none;
    none.until = trajectory.start();
    none.stopped = "nothing moves";
    return none;
  }
  return Variation(mechanism, trajectory, options, std::move(stop)).along(progress);
}

}  // namespace carom
