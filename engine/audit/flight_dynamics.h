#pragma once

#include <Eigen/Core>
#include <span>

#include "audit/loop_motions.h"
#include "mechanics/tree/mechanism.h"
#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// The motion of a mechanism without impacts, from any state to any time, forwards and backwards.
///
/// Where neither M nor the forces depend on the state (free bodies in the plane, balls) it is the parabola
/// q + h v + ½ h² a. Else it is a fourth-order composition of midpoint steps, γ h, (1 − 2γ) h, γ h with γ =
/// 1/(2 − 2^⅓) [Hairer, Lubich & Wanner II.4]: recordings have 10 ms between samples, where the error of the
/// midpoint rule itself is larger than the noise. With loops it is the motion that keeps them closed: points
/// that something else has changed have to be closed by `loops` first.
class FlightDynamics {
 public:
  explicit FlightDynamics(const Mechanism& mechanism);

  const Mechanism& mechanism() const { return m_mechanism; }
  int dof() const { return m_mechanism.dof(); }
  /// Whether flights are parabolas with one acceleration.
  bool isUniform() const { return m_uniform; }
  /// The acceleration of a uniform flight (n).
  const Eigen::VectorXd& acceleration() const { return m_a; }
  /// The states that keep the loops closed.
  LoopMotions& loops() { return m_loops; }
  /// Starts the motors that wait for the first impact.
  void startMotors(double time) { m_integrator.startMotors(time); }

  /// Moves a point from time t by h (s, any sign). `extra`: a constant acceleration besides (n), that of
  /// lasting contacts; empty: none. False where a step has no solution; the point is then unchanged.
  bool advance(FlightPoint& point, double t, double h, const Eigen::VectorXd& extra = {});
  /// The same in steps of at most `longest` (s).
  bool advanceFar(FlightPoint& point, double t, double h, double longest, const Eigen::VectorXd& extra = {});
  /// The same for the short times between samples, with single midpoint steps of at most 4 ms.
  bool leap(FlightPoint& point, double t, double h, const Eigen::VectorXd& extra = {});
  /// Kinetic plus potential energy (J).
  double energy(const FlightPoint& point) const;

 private:
  bool decideUniform();
  bool stepped(FlightPoint& point, double t, double h, std::span<const double> shares,
               const Eigen::VectorXd& extra);
  void addSpeed(FlightPoint& point, double h, const Eigen::VectorXd& extra);

  const Mechanism& m_mechanism;
  MidpointIntegrator m_integrator;
  LoopMotions m_loops;
  Eigen::VectorXd m_a;
  bool m_uniform = false;
};

}  // namespace carom
