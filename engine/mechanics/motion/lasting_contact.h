#pragma once

#include <vector>

#include "mechanics/contact/contact_frames.h"
#include "mechanics/motion/contact_problem.h"
#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// Contacts that stay closed while a motion goes on, with Coulomb friction.
///
/// A step of the midpoint rule from q₀ gets impulses z as an external force at its middle, normal Λ and
/// tangential B of each contact (at spherical joints as in MidpointIntegrator):
///   M(q_m) v − (h/2) f − ½ Cᵀ(q_m) z = p₀,   q₁ = q₀ + h v,   p₁ = p₀ + h f + Cᵀ(q_m) z,
///   0 ≤ φ(q₁) − min(φ(q₀), 0) ⟂ Λ ≥ 0,   |B| ≤ μΛ,   T(q_m) v = −s B with s ≥ 0, 0 where |B| < μΛ
/// (maximum dissipation [SM14 ref. 46]). C: of each contact the rows Dφ and T of the relative velocity along
/// its tangents. The midpoint rule leaves p₁ with normal velocities as they were at q₀, turned round, and a
/// slip that may have turned with them. So impulses z′ = (Λ′, B′) at q₁ make the kinetic energy of p₁ the
/// least that it can be with Λ′ ≥ 0 and |B + B′| ≤ μΛ: what closes stops, and what is left of friction
/// opposes the slip that is left. Where all velocities of contacts are rounding, Λ′ ≥ −Λ: what presses is
/// stopped in both directions.
///
/// Neither part can take energy that is not there. In the first Λ meets a gap that does not open over the
/// step, (φ(q₁) − φ(q₀))/h ≤ 0, and B a slip against it. In the second z′ = 0 is among those that are
/// allowed. What Dφ(q_m) v differs from the mean of φ̇ by, where a contact turns, is the step's own error,
/// O(h²): it is the energy's and not the contact's. Overlap is not undone: a contact that is at φ < 0 stays
/// there, so that no penetration becomes a velocity, however short the step.
class LastingContacts {
 public:
  LastingContacts(const Mechanism& mechanism, MidpointIntegrator& integrator);

  bool empty() const { return m_contacts.empty(); }
  const std::vector<int>& contacts() const { return m_contacts; }  ///< rising
  bool holds(int contact) const;
  void hold(int contact);
  /// Holds every contact that is closed at q and that v (n) does not open, besides those that are held.
  void holdClosed(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void clear() {
    m_contacts.clear();
    m_stopped = false;
  }
  /// Lets go of the contacts that are open at q.
  void release(const Eigen::VectorXd& q);

  /// One step of all that is held, h > 0; on failure nothing is changed.
  StepStatus step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h);
  /// The impulses at q that leave no contact closing, and friction with them. On failure p stays.
  StepStatus settle(const Eigen::VectorXd& q, Eigen::VectorXd& p);
  /// What the contacts took in the last step or settling (J): the work −z·w of their impulses on their own
  /// velocities, contact by contact, w along the normal of a step the mean of φ̇. Not below 0 but by rounding.
  double loss() const { return m_loss; }
  /// Velocity at the end of the last step: n.
  const Eigen::VectorXd& velocity() const { return m_knownV; }
  /// Forgets the steps since the last `keep`. They only give the next one its start, but where Coulomb's law
  /// has several solutions the start decides: what is tried must not change what is done.
  void keep();
  void rewind();
  /// Of the last contact problem that was solved or not.
  const ContactSolver& solver() const { return m_solver; }

 private:
  struct Work {
    double done = 0, rounding = 0;  ///< J
    void add(double impulse, double velocity, double noise);
  };
  void gather(const Eigen::VectorXd& q);
  void rows(const ContactFrames& frames, Eigen::MatrixXd& C) const;
  double summed(double h);
  bool opposes(const Eigen::VectorXd& w, const Eigen::VectorXd& z, double noise) const;
  bool onlyRoundingMoves() const;
  void prepareStop();
  StepStatus findMotion(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h);
  void middleVelocities(const Eigen::VectorXd& q, double h);
  bool solveStep(double h);
  bool isLossy(const Work& work) const;
  double velocityError() const;
  bool stepWork(const Eigen::VectorXd& p);
  void know(const Eigen::VectorXd& q, const Eigen::VectorXd& p);
  StepStatus stopAt(const Eigen::VectorXd& q, Eigen::VectorXd& p, double h);

  const Mechanism& m_mechanism;
  MidpointIntegrator& m_integrator;
  int m_block;  ///< rows of a contact: 2 in the plane, 3 in space
  std::vector<int> m_contacts;
  std::vector<int> m_faces;         ///< of each that is held, through the step at hand
  ContactFrames m_frames, m_after;  ///< at q_m; at q₁
  ContactSolver m_solver;
  ContactProblem m_problem;
  Eigen::MatrixXd m_force;  ///< block × contacts of the mechanism, z/h of the last step (N)
  Eigen::MatrixXd m_keptForce;
  Eigen::MatrixXd m_C, m_Z;       ///< m×n rows; n×m, what their impulses do to v
  Eigen::VectorXd m_gaps, m_met;  ///< φ(q₀) of each that is held, and the mean of φ̇ that Λ meets
  Eigen::VectorXd m_pushed;       ///< n, Cᵀz of the step at hand
  Eigen::VectorXd m_v, m_y, m_free, m_z, m_given, m_w, m_w1, m_q1, m_p1, m_qm, m_drift, m_keptDrift,
      m_opening;
  Eigen::VectorXd m_sizes;
  Eigen::VectorXd m_knownQ, m_knownP, m_knownV;  ///< where the last step ended, and its velocity there
  std::vector<int> m_knownContacts;              ///< held there
  double m_noise = 0;                            ///< contact velocities below this are none (m/s)
  /// Whether the last step ended with impulses that stopped something.
  bool m_stopped = false, m_keptStopped = false;
  bool m_knownRests = false;  ///< whether they rested
  double m_push = 0;          ///< what impulses did to contact velocities, over h (m/s²)
  Work m_work;                ///< of the step at hand, as it is checked
  double m_loss = 0;
  bool m_rests = false;  ///< at the start of the step
};

}  // namespace carom
