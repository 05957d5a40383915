#include "audit/flight_dynamics.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>

#include "base/random.h"

namespace carom {

std::string_view nameOf(StepRule rule) {
  constexpr std::array<std::string_view, 4> names{"midpoint rule", "semi-implicit Euler rule",
                                                  "semi-implicit Euler rule with implicit damping",
                                                  "explicit Euler rule"};
  return names[static_cast<std::size_t>(rule)];
}

namespace {

/// The parts of a step of the midpoint rule, and of its composition of fourth order.
constexpr std::array single{1.0};
const std::array<double, 3>& composed() {
  static const double gamma = 1 / (2 - std::cbrt(2.0));
  static const std::array parts{gamma, 1 - 2 * gamma, gamma};
  return parts;
}

}  // namespace

FlightDynamics::FlightDynamics(const Mechanism& mechanism)
    : m_mechanism(mechanism),
      m_integrator(mechanism),
      m_loops(mechanism),
      m_standing(mechanism, m_integrator) {
  m_uniform = decideUniform();
  if (!m_uniform) findRates();
  m_mild = decideMild();
}

bool FlightDynamics::decideUniform() {
  const int n = dof();
  if (!m_mechanism.rotations().empty() || !m_mechanism.forces().empty() || !m_loops.empty() || n == 0)
    return false;
  // A mass matrix or a force that depends on the state differs at random states by far more than rounding.
  constexpr double rounding = 1e-11;
  Random random(1);
  Eigen::MatrixXd first;
  for (int trial = 0; trial < 3; ++trial) {
    Eigen::VectorXd q(n), v(n);
    for (int i = 0; i < n; ++i) {
      q[i] = random.normal();
      v[i] = random.normal();
    }
    const Eigen::MatrixXd M = m_mechanism.massMatrix(q);
    const Eigen::VectorXd a = M.llt().solve(m_integrator.force(q, v, 0));
    if (trial == 0) {
      first = M;
      m_a = a;
    } else if ((M - first).norm() > rounding * first.norm() ||
               (a - m_a).norm() > rounding * (1 + m_a.norm())) {
      return false;
    }
  }
  return true;
}

namespace {

/// Stiffness and damping of springs, dampers and motors along coordinates (n).
struct CoordinateForces {
  Eigen::VectorXd stiffness, damping;

  CoordinateForces(const JointForces& forces, int n)
      : stiffness(Eigen::VectorXd::Zero(n)), damping(Eigen::VectorXd::Zero(n)) {
    for (const JointSpring& spring : forces.springs) stiffness[spring.coordinate] += spring.stiffness;
    for (const JointDamper& damper : forces.dampers) damping[damper.coordinate] += damper.damping;
    for (const Motor& motor : forces.motors) {
      stiffness[motor.coordinate] += motor.proportional;
      damping[motor.coordinate] += motor.derivative;
    }
  }
  bool areNone() const { return stiffness.isZero(0) && damping.isZero(0); }
};

}  // namespace

void FlightDynamics::findRates() {
  const int n = dof();
  const CoordinateForces forces(m_mechanism.forces(), n);
  if (forces.areNone()) return;
  constexpr double share = 0.1, shareOfFast = 0.3, fast = 0.3, shortest = 1e-5;  // of a rate; s
  Random random(3);
  for (int trial = 0; trial < 3; ++trial) {
    Eigen::VectorXd q(n);
    for (double& value : q) value = random.normal();
    const Eigen::LLT<Eigen::MatrixXd> M(m_mechanism.massMatrix(q));
    const auto fastest = [&](const Eigen::VectorXd& of) {
      const Eigen::MatrixXd half = M.matrixL().solve(Eigen::MatrixXd(of.cwiseAbs().cwiseSqrt().asDiagonal()));
      return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(half * half.transpose(), Eigen::EigenvaluesOnly)
          .eigenvalues()
          .maxCoeff();
    };
    const double damping = fastest(forces.damping),
                 rate = std::max(damping, std::sqrt(fastest(forces.stiffness)));
    m_fastestRate = std::max(m_fastestRate, rate);
    if (rate > 0) m_longestStep = std::min(m_longestStep, std::max(share / rate, shortest));
    m_dampsFast = m_dampsFast || damping * longestFlightStep > fast;
  }
  // What dampers take fast follows slower motions, in steps of the midpoint rule alone: a step backwards, as
  // one of its composition, has no bound.
  constexpr double shortestOfFast = 2.5e-4;  // s
  if (m_dampsFast)
    m_longestStep = std::clamp(shareOfFast / share * m_longestStep, shortestOfFast, longestFlightStep);
}

/// Forces that depend on the state are mild where their rates, the eigenvalues of M⁻¹ times damping and
/// stiffness, are slow beside a step.
bool FlightDynamics::decideMild() {
  const JointForces& forces = m_mechanism.forces();
  const int n = dof();
  if (!m_loops.empty() || !forces.pointSprings.empty() || !forces.pointDampers.empty() || n == 0)
    return false;
  if (std::ranges::any_of(forces.dampers, [](const JointDamper& damper) { return damper.friction > 0; }))
    return false;
  const CoordinateForces along(forces, n);
  if (along.areNone()) return true;
  constexpr double step = 4e-3, slow = 0.3;
  Random random(2);
  for (int trial = 0; trial < 3; ++trial) {
    Eigen::VectorXd q(n);
    for (double& value : q) value = random.normal();
    // Eigenvalues are not negative: their sum bounds the largest.
    const Eigen::VectorXd mobility =
        m_mechanism.massMatrix(q).llt().solve(Eigen::MatrixXd::Identity(n, n)).diagonal();
    const auto fastest = [&](const Eigen::VectorXd& of) { return mobility.dot(of.cwiseAbs()); };
    if (fastest(along.damping) * step > slow || fastest(along.stiffness) * step * step > slow * slow)
      return false;
  }
  return true;
}

bool FlightDynamics::advance(FlightPoint& point, double t, double h, const LastingForces& lasting) {
  if (isParabola(lasting)) {
    const bool isPushed = lasting.acceleration.size() > 0;
    const Eigen::VectorXd a = isPushed ? Eigen::VectorXd(m_a + lasting.acceleration) : m_a;
    // Steps of s that go with the velocity at their ends: h²/2 + h s/2; at their starts: h²/2 − h s/2.
    const double late = m_recordedRule == StepRule::Midpoint        ? 0
                        : m_recordedRule == StepRule::ExplicitEuler ? -m_recordedStep
                                                                    : m_recordedStep;
    point.q += h * point.v + 0.5 * h * (h + late) * a;
    point.v += h * a;
    return true;
  }
  if (h == 0) return true;
  const bool stands = !lasting.standing.empty();
  if (stepsAsRecorded() && !(stands && m_recordedRule != StepRule::Midpoint))
    return alongSteps(point, t, h, lasting);
  if (stands) return steppedStanding(point, t, h, lasting);
  // Over a short time a rule of second order errs by less than any noise.
  if (m_mild) return steppedMildly(point, t, h, std::abs(h) <= shortTime() ? 2 : 4, lasting);
  if (m_dampsFast || std::abs(h) <= shortTime()) return stepped(point, t, h, single, lasting);
  return stepped(point, t, h, composed(), lasting);
}

void FlightDynamics::stepAsRecorded(double start, double step, StepRule rule) {
  m_recordedStart = start;
  m_recordedStep = step;
  m_recordedRule = step > 0 ? rule : StepRule::Midpoint;
}

std::vector<StepRule> FlightDynamics::explicitRules() const {
  const auto& dampers = m_mechanism.forces().dampers;
  if (!m_loops.empty() || std::ranges::any_of(dampers, [](const auto& each) { return each.friction > 0; }))
    return {};
  if (dampers.empty()) return {StepRule::SemiImplicitEuler, StepRule::ExplicitEuler};
  return {StepRule::SemiImplicitEuler, StepRule::ImplicitDamping, StepRule::ExplicitEuler};
}

/// v̇ = M⁻¹ (ṗ − Ṁ v) at a state, with Ṁ v by differences along v; of implicit damping (M + hD)⁻¹ (ṗ − Ṁ v).
const Eigen::VectorXd& FlightDynamics::acceleration(const FlightPoint& at, double t, double h) {
  // Of fourth order: an error of 1e-13 where v is 10/s, with a rounding of 1e-12 of M v.
  constexpr double apart = 1e-4;  // s
  const Eigen::Index n = at.q.size();
  Eigen::VectorXd p(n), there(n), rest(n);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(n);
  m_integrator.residual(at.q, zero, at.v, t, 0, p);
  setRates(at, t, p);
  for (const auto& [by, weight] :
       {std::pair(1.0, 2.0 / 3), {-1.0, -2.0 / 3}, {2.0, -1.0 / 12}, {-2.0, 1.0 / 12}}) {
    m_mechanism.moved(at.q, at.v, by * apart, there);
    m_integrator.residual(there, zero, at.v, t, 0, rest);
    m_push -= weight / apart * rest;
  }
  if (m_recordedRule != StepRule::ImplicitDamping) {
    m_integrator.velocity(at.q, m_push, m_travel);
    return m_travel;
  }
  Eigen::MatrixXd M = m_mechanism.massMatrix(at.q);
  for (const JointDamper& damper : m_mechanism.forces().dampers)
    M(damper.coordinate, damper.coordinate) += std::abs(h) * damper.damping;
  return m_travel = M.llt().solve(m_push);
}

/// One step of Euler's rules, or the step that leads here, h < 0.
bool FlightDynamics::steppedByEuler(FlightPoint& point, double t, double h, const LastingForces& lasting) {
  const auto rate = [&](const FlightPoint& at, double time) {
    return lasting.acceleration.size() > 0 ? Eigen::VectorXd(acceleration(at, time, h) + lasting.acceleration)
                                           : acceleration(at, time, h);
  };
  const bool isExplicit = m_recordedRule == StepRule::ExplicitEuler;
  FlightPoint next = point;
  if (h > 0) {
    next.v += h * rate(point, t);
    m_mechanism.moved(point.q, isExplicit ? point.v : next.v, h, next.q);
  } else {
    constexpr int most = 30;
    constexpr double rounding = 1e-12;  // of the differences in v̇, over a step
    m_mechanism.moved(point.q, point.v, h, next.q);
    for (int round = 0;; ++round) {
      if (isExplicit) m_mechanism.moved(point.q, next.v, h, next.q);
      const Eigen::VectorXd v = point.v + h * rate(next, t + h);
      const double change = (v - next.v).lpNorm<Eigen::Infinity>();
      next.v = v;
      if (change <= rounding * (1 + v.lpNorm<Eigen::Infinity>())) break;
      if (round == most || !v.allFinite()) return false;
    }
  }
  if (!next.q.allFinite() || !next.v.allFinite()) return false;
  point = std::move(next);
  return true;
}

/// A step of a run with contacts that stand, in parts where a whole one would give energy. Whole where small
/// parts would, too: forces that no run has, as of a foot that is held, give some in any step.
bool FlightDynamics::stoodSteps(FlightPoint& point, double t, double h, const LastingForces& lasting) {
  constexpr int most = 4;  // halvings
  FlightPoint whole = point;
  if (!m_standing.step(whole, t, h, lasting.standing, true)) return false;
  if (!m_standing.gainsEnergy()) {
    point = std::move(whole);
    return true;
  }
  FlightPoint next = point;
  int halvings = 0;
  for (double left = h, part = 0.5 * h; left != 0;) {
    FlightPoint end = next;
    const bool isDone = m_standing.step(end, t, part, lasting.standing, true);
    if (isDone && !m_standing.gainsEnergy()) {
      next = std::move(end);
      t += part;
      left -= part;
      part = left;
    } else if (++halvings < most) {
      part *= 0.5;
    } else {
      next = std::move(whole);
      break;
    }
  }
  point = std::move(next);
  return true;
}

bool FlightDynamics::alongSteps(FlightPoint& point, double t, double h, const LastingForces& lasting) {
  constexpr double rounding = 1e-6;  // of a step
  const double direction = h > 0 ? 1 : -1, end = t + h;
  FlightPoint next = point;
  for (bool isLast = h == 0; !isLast;) {
    const double passed = direction * (t - m_recordedStart) / m_recordedStep;
    double to = m_recordedStart + direction * m_recordedStep * (std::floor(passed + rounding) + 1);
    isLast = direction * (end - to) < rounding * m_recordedStep;
    if (isLast) to = end;
    const bool isDone = !lasting.standing.empty()              ? stoodSteps(next, t, to - t, lasting)
                        : m_recordedRule == StepRule::Midpoint ? stepped(next, t, to - t, single, lasting)
                                                               : steppedByEuler(next, t, to - t, lasting);
    if (!isDone) return false;
    t = to;
  }
  point = std::move(next);
  return true;
}

/// A step from the acceleration of the step before; from none where that is of another motion, too far away.
bool FlightDynamics::tookStep(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h) {
  if (m_integrator.step(q, p, t, h) == StepStatus::Done) return true;
  m_integrator.restart();
  return m_integrator.step(q, p, t, h) == StepStatus::Done;
}

bool FlightDynamics::stepped(FlightPoint& point, double t, double h, std::span<const double> shares,
                             const LastingForces& lasting) {
  FlightPoint next = point;
  // The step before may be of another motion, whose acceleration is no guess for this one.
  if (!m_loops.empty()) m_integrator.restart();
  addSpeed(next, 0.5 * h, lasting);
  Eigen::VectorXd p = m_mechanism.massMatrix(next.q) * next.v;
  for (const double share : shares) {
    if (!tookStep(next.q, p, t, share * h)) return false;
    t += share * h;
  }
  next.v = m_integrator.velocity(next.q, p);
  addSpeed(next, 0.5 * h, lasting);
  point = std::move(next);
  return true;
}

/// The rates at a point with the momentum p: of q the velocity, of p the force, which at spherical joints is
/// in the axes of the body, that turn.
void FlightDynamics::setRates(const FlightPoint& at, double t, const Eigen::VectorXd& p) {
  m_travel = at.v;
  m_push = m_integrator.force(at.q, at.v, t);
  for (const int i : m_mechanism.rotations())
    m_push.segment<3>(i) += Eigen::Vector3d(p.segment<3>(i)).cross(Eigen::Vector3d(at.v.segment<3>(i)));
}

/// One step of Runge and Kutta's methods: of order 1 (Euler), 2 (midpoint) or 4.
bool FlightDynamics::steppedMildly(FlightPoint& point, double t, double h, int order,
                                   const LastingForces& lasting) {
  FlightPoint at = point;
  addSpeed(at, 0.5 * h, lasting);
  const Eigen::VectorXd q0 = at.q;
  const Eigen::Index n = q0.size();
  Eigen::VectorXd p0(n);
  m_integrator.residual(at.q, Eigen::VectorXd::Zero(n), at.v, t, 0, p0);
  setRates(at, t, p0);
  Eigen::VectorXd travel = m_travel, push = m_push, u(n), p(n);
  // The rate of u, with q = moved(q₀, u, 1), of a turn at the velocity ω: J_r(u)⁻¹ ω.
  const auto untwist = [&] {
    for (const int i : m_mechanism.rotations()) {
      const Eigen::Vector3d w = u.segment<3>(i), omega = m_travel.segment<3>(i), across = w.cross(omega);
      m_travel.segment<3>(i) = omega + 0.5 * across + w.cross(across) / 12;
    }
  };
  const auto stage = [&](double share) {
    u = share * h * m_travel;
    p = p0 + share * h * m_push;
    m_mechanism.moved(q0, u, 1, at.q);
    m_integrator.velocity(at.q, p, at.v);
    setRates(at, t + share * h, p);
    untwist();
  };
  if (order == 2) {
    stage(0.5);
    travel = m_travel;
    push = m_push;
  } else if (order == 4) {
    for (const auto& [share, weight] : {std::pair(0.5, 2.0), {0.5, 2.0}, {1.0, 1.0}}) {
      stage(share);
      travel += weight * m_travel;
      push += weight * m_push;
    }
    travel /= 6;
    push /= 6;
  }
  u = h * travel;
  p = p0 + h * push;
  m_mechanism.moved(q0, u, 1, at.q);
  m_integrator.velocity(at.q, p, at.v);
  addSpeed(at, 0.5 * h, lasting);
  if (!at.q.allFinite() || !at.v.allFinite()) return false;
  point = std::move(at);
  return true;
}

void FlightDynamics::addSpeed(FlightPoint& point, double h, const LastingForces& lasting) {
  if (lasting.acceleration.size() == 0) return;
  point.v += h * lasting.acceleration;
  m_loops.closeVelocity(point.q, point.v);
}

/// A step in which contacts stand, with what is left of their velocities taken at its end.
bool FlightDynamics::steppedStanding(FlightPoint& point, double t, double h, const LastingForces& lasting) {
  FlightPoint next = point;
  addSpeed(next, 0.5 * h, lasting);
  const std::span<const double> shares = m_dampsFast || std::abs(h) <= shortTime()
                                             ? std::span<const double>(single)
                                             : std::span<const double>(composed());
  for (const double share : shares) {
    if (!m_standing.step(next, t, share * h, lasting.standing, false)) return false;
    t += share * h;
  }
  addSpeed(next, 0.5 * h, lasting);
  m_standing.stop(next.q, next.v, lasting.standing);
  point = std::move(next);
  return true;
}

bool FlightDynamics::coast(FlightPoint& point, double t, double h, const LastingForces& lasting) {
  if (lasting.standing.empty()) return advanceFar(point, t, h, longestFlightStep, lasting);
  FlightPoint next = point;
  addSpeed(next, 0.5 * h, lasting);
  if (!m_standing.coast(next, t, h, lasting.standing)) return false;
  addSpeed(next, 0.5 * h, lasting);
  m_standing.stop(next.q, next.v, lasting.standing);
  point = std::move(next);
  return true;
}

bool FlightDynamics::close(FlightPoint& point, const LastingForces& lasting) {
  if (!m_loops.close(point)) return false;
  stopContacts(point.q, point.v, lasting);
  return true;
}

/// The contacts without velocity at the ends of steps.
std::vector<StandingContact> FlightDynamics::stopped(const LastingForces& lasting) const {
  std::vector<StandingContact> some = lasting.standing;
  if (stepsAsRecorded() && m_recordedRule == StepRule::Midpoint)
    std::erase_if(some, [&](const StandingContact& one) {
      return m_mechanism.contacts()[static_cast<std::size_t>(one.contact)].coefficients.friction == 0;
    });
  return some;
}

Eigen::MatrixXd FlightDynamics::looseRows(const LastingForces& lasting, const FlightPoint& point, double t) {
  const std::vector<StandingContact> bound = stopped(lasting);
  std::vector<StandingContact> loose;
  for (const StandingContact& one : lasting.standing)
    if (std::ranges::find(bound, one) == bound.end()) loose.push_back(one);
  Eigen::MatrixXd C = m_standing.rows(point.q, loose);
  if (C.rows() == 0) return C;
  constexpr double least = 1e-9;  // m/s
  const Eigen::VectorXd speeds = m_recordedStep * (C * accelerationBy(lasting, point, t)).cwiseAbs();
  return speeds.cwiseMax(least).cwiseInverse().asDiagonal() * C;
}

Eigen::MatrixXd FlightDynamics::stateDirections(const FlightPoint& point, const LastingForces& lasting) {
  const Eigen::MatrixXd N = m_loops.directions(point.q);
  Eigen::MatrixXd V = N;
  if (const std::vector<StandingContact> bound = stopped(lasting); !bound.empty()) {
    // Velocities that the loops and the contacts leave: N y with C N y = 0.
    constexpr double same = 1e-8;
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
    qr.setThreshold(same);
    qr.compute((m_standing.rows(point.q, bound) * N).transpose());
    const Eigen::MatrixXd Q = qr.householderQ();
    V = N * Q.rightCols(N.cols() - qr.rank());
  }
  Eigen::MatrixXd T = Eigen::MatrixXd::Zero(2 * N.rows(), N.cols() + V.cols());
  T.topLeftCorner(N.rows(), N.cols()) = N;
  T.bottomRightCorner(V.rows(), V.cols()) = V;
  return T;
}

Eigen::VectorXd FlightDynamics::accelerationBy(const LastingForces& lasting, const FlightPoint& point,
                                               double t) {
  Eigen::VectorXd a = m_standing.acceleration(point, t, lasting.standing);
  if (lasting.acceleration.size() > 0) a += lasting.acceleration;
  return a;
}

bool FlightDynamics::leap(FlightPoint& point, double t, double h, const LastingForces& lasting) {
  if (isParabola(lasting) || stepsAsRecorded()) return advance(point, t, h, lasting);
  if (!lasting.standing.empty()) return advanceFar(point, t, h, longestFlightStep, lasting);
  if (m_mild && h != 0) {
    // Newton's method ends with times that are no more than rounding.
    constexpr double instant = 1e-5, shortTime = 1e-3;
    const double size = std::abs(h);
    if (size <= instant) return steppedMildly(point, t, h, 1, lasting);
    if (size <= shortTime) return steppedMildly(point, t, h, 2, lasting);
    return advanceFar(point, t, h, 4e-3, lasting);
  }
  if (isFast() && std::abs(h) > shortTime()) return advanceFar(point, t, h, longestFlightStep, lasting);
  constexpr double longest = longestFlightStep;
  const int count = std::max(1, static_cast<int>(std::ceil(std::abs(h) / longest)));
  for (int i = 0; i < count; ++i)
    if (h != 0 && !stepped(point, t + i * h / count, h / count, single, lasting)) return false;
  return true;
}

bool FlightDynamics::advanceFar(FlightPoint& point, double t, double h, double longest,
                                const LastingForces& lasting) {
  longest = std::min(longest, m_longestStep);
  const int count = isParabola(lasting) || stepsAsRecorded()
                        ? 1
                        : std::max(1, static_cast<int>(std::ceil(std::abs(h) / longest)));
  for (int i = 0; i < count; ++i)
    if (!advance(point, t + i * h / count, h / count, lasting)) return false;
  return true;
}

bool FlightDynamics::advanceRoughly(FlightPoint& point, double t, double h, const LastingForces& lasting) {
  constexpr double longest = 4 * longestFlightStep, rough = 2 * longestFlightStep;
  if (m_uniform || !m_mild || stepsAsRecorded() || !lasting.standing.empty())
    return advanceFar(point, t, h, longest, lasting);
  const int count = std::max(1, static_cast<int>(std::ceil(std::abs(h) / rough)));
  for (int i = 0; i < count; ++i)
    if (h != 0 && !steppedMildly(point, t + i * h / count, h / count, 2, lasting)) return false;
  return true;
}

/// The cubic between two points of a flight, in the tangent space of the first one: its place, and nothing
/// else of it.
void FlightDynamics::between(const FlightPoint& from, const FlightPoint& to, double h, double share,
                             FlightPoint& at) const {
  const Eigen::VectorXd u = m_mechanism.difference(from.q, to.q);
  Eigen::VectorXd rate = to.v;
  for (const int i : m_mechanism.rotations()) {
    const Eigen::Vector3d w = u.segment<3>(i), omega = rate.segment<3>(i), across = w.cross(omega);
    rate.segment<3>(i) = omega + 0.5 * across + w.cross(across) / 12;
  }
  const double s = share, r = 1 - s;
  m_mechanism.moved(from.q, s * s * (3 - 2 * s) * u + h * (s * r * r * from.v - s * s * r * rate), 1, at.q);
}

bool FlightDynamics::follow(const FlightPoint& point, double t, std::span<const double> times,
                            bool onlyPlaces, const LastingForces& lasting,
                            const std::function<void(std::size_t, const FlightPoint&)>& visit) {
  const auto above = static_cast<std::ptrdiff_t>(std::ranges::upper_bound(times, t) - times.begin());
  const bool isCoarse = onlyPlaces && !isParabola(lasting) && m_mild && !stepsAsRecorded();
  const auto count = std::ssize(times);
  bool isWhole = true;
  FlightPoint next, shown;
  for (const std::ptrdiff_t direction : {1, -1}) {
    FlightPoint at = point;
    double now = t;
    for (std::ptrdiff_t i = direction > 0 ? above : above - 1; i >= 0 && i < count;) {
      const double to = times[static_cast<std::size_t>(i)];
      // The next time that is far enough away, or the last one.
      std::ptrdiff_t end = i;
      if (isCoarse)
        while (end + direction >= 0 && end + direction < count &&
               std::abs(times[static_cast<std::size_t>(end + direction)] - now) <= longestFlightStep)
          end += direction;
      if (end == i) {
        if (!advanceFar(at, now, to - now, longestFlightStep, lasting)) {
          isWhole = false;
          break;
        }
        now = to;
        visit(static_cast<std::size_t>(i), at);
        i += direction;
        continue;
      }
      next = at;
      const double h = times[static_cast<std::size_t>(end)] - now;
      if (!advanceFar(next, now, h, longestFlightStep, lasting)) {
        isWhole = false;
        break;
      }
      shown.v = next.v;
      for (; i != end; i += direction) {
        between(at, next, h, (times[static_cast<std::size_t>(i)] - now) / h, shown);
        visit(static_cast<std::size_t>(i), shown);
      }
      visit(static_cast<std::size_t>(end), next);
      i = end + direction;
      at = next;
      now += h;
    }
  }
  return isWhole;
}

double FlightDynamics::energy(const FlightPoint& point) const {
  return 0.5 * point.v.dot(m_mechanism.massMatrix(point.q) * point.v) + m_mechanism.potentialEnergy(point.q);
}

Eigen::VectorXd FlightDynamics::energySlope(const FlightPoint& point) const {
  constexpr double by = 1e-6;
  const Eigen::Index n = point.v.size();
  Eigen::VectorXd slope(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::VectorXd there = m_mechanism.moved(point.q, Eigen::VectorXd::Unit(n, i), by),
                          back = m_mechanism.moved(point.q, Eigen::VectorXd::Unit(n, i), -by);
    slope[i] = (energy({there, point.v}) - energy({back, point.v})) / (2 * by);
  }
  slope.tail(n) = m_mechanism.massMatrix(point.q) * point.v;
  return slope;
}

}  // namespace carom
