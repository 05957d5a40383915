#include "mechanics/trajectory.h"

#include <algorithm>
#include <stdexcept>

#include "impact/reflection.h"
#include "mechanics/contact_time.h"

namespace carom {

int Trajectory::flightAt(double t) const {
  const auto later =
      std::upper_bound(flights.begin(), flights.end(), t,
                       [](double time, const FreeFlight& flight) { return time < flight.start; });
  return std::max(0, static_cast<int>(later - flights.begin()) - 1);
}

Eigen::VectorXd Trajectory::configuration(double t) const {
  const FreeFlight& flight = flights.at(static_cast<std::size_t>(flightAt(t)));
  const double s = std::clamp(t, start(), end()) - flight.start;
  return flight.q + s * (flight.v + 0.5 * s * flight.a);
}

Eigen::VectorXd Trajectory::velocity(double t) const {
  const FreeFlight& flight = flights.at(static_cast<std::size_t>(flightAt(t)));
  return flight.v + (std::clamp(t, start(), end()) - flight.start) * flight.a;
}

namespace {

bool isFeasible(const ImpactProblem& problem) {
  const Eigen::VectorXd& c = problem.contactCoordinates();
  return std::none_of(c.begin(), c.end(), [&](double value) { return problem.isInfeasible(value); });
}

std::string names(const ImpactProblem& problem, const Eigen::VectorXd& weights) {
  std::string list;
  for (int i = 0; i < problem.contactCount(); ++i)
    if (weights[i] > 1e-9)
      list += (list.empty() ? "" : ", ") + problem.labels()[static_cast<std::size_t>(i)].name;
  return list;
}

/// One run of the motion. The last flight is open: its end moves on until an impact closes it.
class Run {
 public:
  Run(const Mechanism& mechanism, const MotionOptions& options, std::stop_token stop)
      : m_mechanism(mechanism), m_options(options), m_stop(std::move(stop)) {}

  Trajectory from(const State& initial);

 private:
  void leadIn(const State& initial);
  void fly(double until);
  bool collide(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Word& first);
  Word completeWord(const ImpactProblem& problem, Word word) const;
  void stopAt(double time, std::string reason);
  std::optional<Closing> closingAfter(double time) const;
  FreeFlight& flight() { return m_result.flights.back(); }
  bool stopped() const { return !m_result.complete; }

  const Mechanism& m_mechanism;
  const MotionOptions& m_options;
  std::stop_token m_stop;
  Eigen::MatrixXd m_M;             ///< n×n, the same for every q of a tree of prismatic joints
  Eigen::VectorXd m_acceleration;  ///< n, likewise
  Trajectory m_result;
};

Trajectory Run::from(const State& initial) {
  const KineticMetric metric(m_mechanism.massMatrix(initial.q));
  m_M = metric.mass();
  m_acceleration = metric.velocity(m_mechanism.gravityForce(initial.q));
  const Eigen::VectorXd v = metric.velocity(initial.p);
  m_result.flights.push_back({initial.time, initial.time, initial.q, v, m_acceleration});
  if (m_options.leadIn > 0) leadIn(initial);
  collide(initial.time, initial.q, initial.p, m_options.firstWord.value_or(Word{}));
  const double until = initial.time + std::max(0.0, m_options.duration);
  while (!stopped() && flight().end < until) fly(until);
  return std::move(m_result);
}

void Run::leadIn(const State& initial) {
  const auto reversed = impactAt(m_mechanism, initial.q, -initial.p);
  if (reversed && !isFeasible(*reversed)) return;
  const Eigen::VectorXd v = flight().v;
  const auto earlier =
      nextClosing(m_mechanism, bodyMotions(m_mechanism, initial.q, -v, m_acceleration), m_options.leadIn);
  if (earlier && earlier->pressed) return;
  const double T = earlier ? earlier->time : m_options.leadIn;
  flight().start = initial.time - T;
  flight().q = initial.q - T * (v - 0.5 * T * m_acceleration);
  flight().v = v - T * m_acceleration;
}

std::optional<Closing> Run::closingAfter(double time) const {
  const double until = m_result.flights.back().end;
  return nextClosing(
      m_mechanism,
      bodyMotions(m_mechanism, m_result.configuration(time), m_result.velocity(time), m_acceleration),
      until - time);
}

/// Follows the open flight to the next impact that changes the momentum, or to the end.
void Run::fly(double until) {
  double now = flight().end;
  while (true) {
    if (m_stop.stop_requested()) return stopAt(now, "cancelled");
    flight().end = until;
    const auto closing = closingAfter(now);
    if (!closing) return;
    now += closing->time;
    flight().end = now;
    if (closing->pressed)
      return stopAt(now, m_mechanism.contacts()[static_cast<std::size_t>(closing->contact)].name +
                             " stays closed under load: lasting contact is not part of free flight");
    // Where nothing is infeasible the bodies only graze, and the flight goes on.
    if (collide(now, m_result.configuration(now), m_M * m_result.velocity(now), {}) || stopped()) return;
  }
}

/// Resolves the impact of all closed contacts and opens the next flight. False where none was needed.
bool Run::collide(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Word& first) {
  auto problem = impactAt(m_mechanism, q, p);
  if (!problem || isFeasible(*problem)) return false;
  if (m_result.impacts.size() >= m_options.maxImpacts) {
    stopAt(time, "more than " + std::to_string(m_options.maxImpacts) + " impacts");
    return false;
  }
  if (const Termination termination = decideTermination(*problem); !termination.terminates) {
    stopAt(time, "jammed: " + names(*problem, termination.jamWeights));
    return false;
  }
  Word word = completeWord(*problem, first);
  Eigen::MatrixXd momenta = momentaAlong(*problem, word);
  const Eigen::VectorXd after = momenta.col(momenta.cols() - 1);
  if (!isFeasible(problem->withMomentum(after))) {
    stopAt(time,
           m_stop.stop_requested() ? "cancelled" : "an impact without end within the limit of reflections");
    return false;
  }
  const Eigen::VectorXd v = problem->metric().velocity(after);
  m_result.impacts.push_back({time, q, closedContacts(m_mechanism, q),
                              std::make_shared<const ImpactProblem>(std::move(*problem)), std::move(word),
                              std::move(momenta)});
  m_result.flights.push_back({time, time, q, v, m_acceleration});
  return true;
}

/// The word, continued by the policy until no contact is infeasible. Replayed in extended precision, the end
/// of a long word can differ from the search's by rounding, so the replay has the last say.
Word Run::completeWord(const ImpactProblem& problem, Word word) const {
  ImpactProblem reached = problem.withMomentum(replay(problem, word).momentum);
  while (!isFeasible(reached) && !m_stop.stop_requested()) {
    const Word more = followPolicy(reached, m_options.policy, 100'000'000, m_stop);
    if (more.empty()) break;
    word.insert(word.end(), more.begin(), more.end());
    reached = problem.withMomentum(replay(problem, word).momentum);
  }
  return word;
}

void Run::stopAt(double time, std::string reason) {
  m_result.complete = false;
  m_result.stoppedAt = time;
  m_result.stopReason = std::move(reason);
  flight().end = time;
}

}  // namespace

Trajectory runMotion(const Mechanism& mechanism, const State& initial, const MotionOptions& options,
                     std::stop_token stop) {
  if (initial.q.size() != mechanism.dof() || initial.p.size() != mechanism.dof())
    throw std::invalid_argument("the state does not fit the mechanism");
  return Run(mechanism, options, std::move(stop)).from(initial);
}

}  // namespace carom
