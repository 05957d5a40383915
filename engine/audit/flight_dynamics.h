#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "audit/loop_motions.h"
#include "audit/standing_step.h"
#include "mechanics/tree/mechanism.h"
#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// Steps of flights between samples are not longer than this (s), and shorter where springs, motors or
/// dampers are fast, see FlightDynamics::fastestRate().
inline constexpr double longestFlightStep = 4e-3;

/// What contacts that last do to a flight: constant accelerations, of forces that a fit finds, or the forces
/// that keep contacts closed.
struct LastingForces {
  Eigen::VectorXd acceleration{};  ///< n; empty: none
  std::vector<StandingContact> standing{};

  bool empty() const { return acceleration.size() == 0 && standing.empty(); }
};

/// The rule by which a program has computed a motion.
enum class StepRule {
  Midpoint,           ///< the variational midpoint rule, of Carom's own runs
  SemiImplicitEuler,  ///< v₁ = v₀ + h v̇(q₀, v₀), q₁ = q₀ + h v₁: Box2D, Bullet, ODE, DART, MuJoCo
  ImplicitDamping,  ///< the same with v₁ = v₀ + h (M + hD)⁻¹ M v̇(q₀, v₀), dampers D at v₁: MuJoCo
  ExplicitEuler  ///< v₁ = v₀ + h v̇(q₀, v₀), q₁ = q₀ + h v₀: programs that someone wrote for a lesson
};
/// "midpoint rule", …
std::string_view nameOf(StepRule rule);

/// The motion of a mechanism without impacts, from any state to any time, forwards and backwards.
///
/// Where neither M nor the forces depend on the state (free bodies in the plane, balls) it is the parabola
/// q + h v + ½ h² a. Else it is Runge and Kutta's method of fourth order on (q, p), with rotations as in
/// [Hairer, Lubich & Wanner IV.8.2]: flights are short, so that its drift of energy is below any noise, and
/// it solves no equation. With loops, or with springs and dampers that are fast beside 4 ms, it is a
/// fourth-order composition of midpoint steps, γ h, (1 − 2γ) h, γ h with γ = 1/(2 − 2^⅓) [II.4]: recordings
/// have 10 ms between samples, where the error of the midpoint rule itself is larger than the noise. With
/// loops it is the motion that keeps them closed: points that something else has changed have to be closed by
/// `loops` first.
///
/// It may take the very steps of a recording, see stepAsRecorded(): then it is one rule alone, whose error
/// the recording has, too.
class FlightDynamics {
 public:
  explicit FlightDynamics(const Mechanism& mechanism);

  const Mechanism& mechanism() const { return m_mechanism; }
  int dof() const { return m_mechanism.dof(); }
  /// Whether flights are parabolas with one acceleration.
  bool isUniform() const { return m_uniform; }
  /// Whether motors or dampers take a motion in less than some 13 ms. Backwards in time it grows as fast, and
  /// flights are followed from their middle both ways.
  bool dampsFast() const { return m_dampsFast; }
  /// The fastest rate of springs, dampers and motors of coordinates (1/s), by the largest eigenvalues λ: the
  /// larger of λ(M⁻¹D) and √λ(M⁻¹K). Steps are at most 0.1 of its inverse. 0 without such forces, and where
  /// they damp fast. Loops, which only make bodies heavier, and forces between points are left out.
  double fastestRate() const { return m_fastestRate; }
  /// Whether a flight with such contacts is a parabola.
  bool isParabola(const LastingForces& lasting) const { return m_uniform && lasting.standing.empty(); }
  /// The acceleration of a uniform flight (n).
  const Eigen::VectorXd& acceleration() const { return m_a; }
  /// Takes steps of a rule that end at start + k · step (s) from now on, as a run of the rule does; the first
  /// and the last step of a motion are parts of one. step = 0: as before.
  void stepAsRecorded(double start, double step, StepRule rule = StepRule::Midpoint);
  /// The rules other than Midpoint that the forces of the mechanism allow.
  std::vector<StepRule> explicitRules() const;
  bool stepsAsRecorded() const { return m_recordedStep > 0; }
  StepRule recordedRule() const { return m_recordedRule; }
  /// The states that keep the loops closed.
  LoopMotions& loops() { return m_loops; }
  /// Starts the motors that wait for the first impact.
  void startMotors(double time) { m_integrator.startMotors(time); }

  /// Moves a point from time t by h (s, any sign), with the forces of contacts that last. False where a step
  /// has no solution; the point is then unchanged.
  bool advance(FlightPoint& point, double t, double h, const LastingForces& lasting = {});
  /// The same in steps of at most `longest` (s).
  bool advanceFar(FlightPoint& point, double t, double h, double longest, const LastingForces& lasting = {});
  /// The same for the short times between samples, where errors of second order are below any noise.
  bool leap(FlightPoint& point, double t, double h, const LastingForces& lasting = {});
  /// The same in long steps of second order, for derivatives, of which the first digits are enough.
  bool advanceRoughly(FlightPoint& point, double t, double h, const LastingForces& lasting = {});
  /// Moves a point over a part of a step, with friction against the slips that it begins with, also where
  /// these would turn.
  bool coast(FlightPoint& point, double t, double h, const LastingForces& lasting);
  /// The velocities of a contact along its tangents at a point (m/s).
  Eigen::VectorXd slip(const FlightPoint& point, int contact) const {
    return m_standing.slip(point, contact);
  }
  /// Hands `visit` the flight from a point at time t at all of some times, which rise, on both sides of t.
  /// Where only configurations are wanted, steps are longer than the times are apart, with cubics between
  /// them. False where a step has no solution: the times beyond it are not visited.
  bool follow(const FlightPoint& point, double t, std::span<const double> times, bool onlyPlaces,
              const LastingForces& lasting,
              const std::function<void(std::size_t, const FlightPoint&)>& visit);
  /// Brings a point to the states that keep the loops closed and the contacts that stand. False where no
  /// small change closes the loops.
  bool close(FlightPoint& point, const LastingForces& lasting = {});
  /// Takes from v (n) what moves the contacts that stand at q.
  void stopContacts(const Eigen::VectorXd& q, Eigen::VectorXd& v, const LastingForces& lasting) const {
    m_standing.stop(q, v, stopped(lasting));
  }
  /// The part of the velocity of a point that moves contacts that stand (n).
  Eigen::VectorXd movingPart(const FlightPoint& point, const LastingForces& lasting) const {
    Eigen::VectorXd v = point.v;
    m_standing.stop(point.q, v, lasting.standing);
    return point.v - v;
  }
  /// The rows C (m×n) of the contacts that stand and yet open between the steps of a recording, by O(h²):
  /// those without friction, see LastingContacts; over their velocities C v by the forces of a step.
  Eigen::MatrixXd looseRows(const LastingForces& lasting, const FlightPoint& point, double t);
  /// Orthonormal columns that span the changes (δq, δv) of a point that keep both: 2n×k.
  Eigen::MatrixXd stateDirections(const FlightPoint& point, const LastingForces& lasting = {});
  /// The forces along the normals of contacts that stand (N), < 0 pulling: k. Empty where they are not known.
  Eigen::VectorXd normalForces(const LastingForces& lasting, const FlightPoint& point, double t) {
    return m_standing.normalForces(point, t, lasting.standing);
  }
  /// The acceleration by the forces of contacts that last at a point (n).
  Eigen::VectorXd accelerationBy(const LastingForces& lasting, const FlightPoint& point, double t);
  /// Kinetic plus potential energy (J).
  double energy(const FlightPoint& point) const;
  /// Its slopes by changes of a point: 2n, by q and by v.
  Eigen::VectorXd energySlope(const FlightPoint& point) const;

 private:
  bool isFast() const { return m_longestStep < longestFlightStep; }
  /// Over which a rule of second order is enough (s).
  double shortTime() const { return isFast() ? 0.15 * m_longestStep : 6e-4; }
  bool stoodSteps(FlightPoint& point, double t, double h, const LastingForces& lasting);
  bool alongSteps(FlightPoint& point, double t, double h, const LastingForces& lasting);
  std::vector<StandingContact> stopped(const LastingForces& lasting) const;
  bool steppedStanding(FlightPoint& point, double t, double h, const LastingForces& lasting);
  bool decideUniform();
  void findRates();
  bool decideMild();
  bool steppedMildly(FlightPoint& point, double t, double h, int order, const LastingForces& lasting);
  void setRates(const FlightPoint& at, double t, const Eigen::VectorXd& p);
  bool stepped(FlightPoint& point, double t, double h, std::span<const double> shares,
               const LastingForces& lasting);
  const Eigen::VectorXd& acceleration(const FlightPoint& at, double t, double h);
  bool steppedByEuler(FlightPoint& point, double t, double h, const LastingForces& lasting);
  bool tookStep(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h);
  void addSpeed(FlightPoint& point, double h, const LastingForces& lasting);
  void between(const FlightPoint& from, const FlightPoint& to, double h, double share, FlightPoint& at) const;

  const Mechanism& m_mechanism;
  MidpointIntegrator m_integrator;
  LoopMotions m_loops;
  StandingStep m_standing;
  Eigen::VectorXd m_a;
  bool m_uniform = false;
  bool m_mild = false;  ///< whether Runge and Kutta's method follows all forces
  bool m_dampsFast = false;
  double m_longestStep = longestFlightStep, m_fastestRate = 0;
  double m_recordedStart = 0, m_recordedStep = 0;  ///< s, see stepAsRecorded
  StepRule m_recordedRule = StepRule::Midpoint;
  Eigen::VectorXd m_travel, m_push;  ///< rates of q, from the point of a step on, and of p
};

}  // namespace carom
