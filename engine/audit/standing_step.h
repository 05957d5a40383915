#pragma once

#include <span>
#include <vector>

#include "audit/loop_motions.h"
#include "mechanics/motion/lasting_contacts.h"
#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// A contact that a body stands or slides on throughout a flight. Its force is the one that keeps it closed.
struct StandingContact {
  int contact = 0;      ///< of the mechanism
  bool sticks = false;  ///< without slip; else with the friction of the scene against it
  bool operator==(const StandingContact&) const = default;
};

/// Steps of the midpoint rule in which contacts keep their gaps, whatever the force that takes: φ(q₁) =
/// φ(q₀), and of contacts that stick T(q_m) v = 0, with the impulses and the two parts of a step of
/// LastingContacts. A run of Carom whose feet stand takes these steps. Gaps need not be 0, and forces may
/// pull: samples and guesses of a fit are not exact. A workspace for a constant Mechanism.
class StandingStep {
 public:
  StandingStep(const Mechanism& mechanism, MidpointIntegrator& integrator)
      : m_mechanism(mechanism), m_integrator(integrator) {}

  /// A step from time t by h (s, any sign). False, and the point unchanged, where it has no solution.
  /// `stops`: whether its second part takes the velocities that the first one leaves the contacts; without it
  /// the step is symmetric in time.
  bool step(FlightPoint& point, double t, double h, std::span<const StandingContact> standing, bool stops);
  /// Whether the forces of the contacts gave energy in the last step, by its error, so that a run of Carom
  /// halves it. Of a step backwards: in the one that it undoes.
  bool gainsEnergy() const { return m_gain > LastingContacts::mostGain; }
  /// The first part of such a step with friction against the slips at its start, also where these turn within
  /// it.
  bool coast(FlightPoint& point, double t, double h, std::span<const StandingContact> standing);
  /// The velocities of a contact along its tangents at a point (m/s).
  Eigen::VectorXd slip(const FlightPoint& point, int contact) const;
  /// Takes from v what moves the contacts, in the kinetic metric at q.
  void stop(const Eigen::VectorXd& q, Eigen::VectorXd& v, std::span<const StandingContact> standing) const;
  /// The rows C with C v = 0 at q where the contacts stand: m×n.
  Eigen::MatrixXd rows(const Eigen::VectorXd& q, std::span<const StandingContact> standing) const;
  /// The forces along the normals of the contacts at a point (N), < 0 pulling: k. Empty where a step has no
  /// solution.
  Eigen::VectorXd normalForces(const FlightPoint& point, double t, std::span<const StandingContact> standing);
  /// The acceleration by the forces of the contacts at a point (n).
  Eigen::VectorXd acceleration(const FlightPoint& point, double t, std::span<const StandingContact> standing);

 private:
  /// What the contacts keep, and what they push with: C, m×n, and D, n×m, with friction where they slide.
  struct Rows {
    Eigen::MatrixXd kept, pushes;
    std::vector<Eigen::Index> normals;  ///< the row of each contact's normal
  };
  Rows rowsAt(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
              std::span<const StandingContact> standing) const;
  bool take(FlightPoint& point, double t, double h, std::span<const StandingContact> standing, bool coasts);
  bool briefStep(const FlightPoint& point, double t, std::span<const StandingContact> standing);
  void stopEnd(const Eigen::VectorXd& q, Eigen::VectorXd& v, std::span<const StandingContact> standing) const;

  const Mechanism& m_mechanism;
  MidpointIntegrator& m_integrator;
  Eigen::VectorXd m_pushed;   ///< the impulse of the last step (n)
  Eigen::VectorXd m_normals;  ///< the impulses along the normals: k
  double m_gain = 0;          ///< the work of the contacts in the last step, over p·v
};

}  // namespace carom
