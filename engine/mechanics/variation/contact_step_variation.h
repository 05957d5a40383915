#pragma once

#include <string>
#include <vector>

#include "mechanics/variation/step_variation.h"

namespace carom {

/// How far coordinates may go in a difference at contacts: so far that they move these by a thousandth of
/// their size, and themselves by a thousandth of a radian or metre. n.
Eigen::VectorXd coordinateSteps(const Mechanism& mechanism, const std::vector<int>& contacts,
                                const Eigen::VectorXd& q);

/// The derivative of a step in which contacts last, see LastingContacts, with the contacts that press and the
/// modes that they have in it: those that stick do, and those that slide do. It holds for perturbations that
/// keep these contacts closed; their opening and the changes of modes come at the ends of steps. A slip that
/// turns round does so at a time that depends on the state, and ends it.
class ContactStepVariation {
 public:
  ContactStepVariation(const Mechanism& mechanism, MidpointIntegrator& integrator)
      : m_mechanism(mechanism), m_integrator(integrator), m_slopes(mechanism, integrator) {}

  /// Of the step from (q₀, p₀) at t to (q₁, p₁) after h. False, with reason(), where no contacts explain it.
  /// With rows C of the contacts at q_m, C₁ at q₁, and impulses z, z′ of both parts (LastingContacts), it
  /// solves the linearized equations of the step (StepSlopes),
  ///   δ(r(v; q₀, p₀, h) − ½ J Cᵀz) = 0,  δ(r(v; q₁, p₁ − C₁ᵀz′, −h) + ½ J Cᵀz) = 0,
  /// with those of the modes of the contacts. The derivatives of C are differences, exact to some 1e-12.
  bool step(const State& from, const State& to, FlowMap& map,
            StepVariation::Ends ends = StepVariation::Ends::Moving);
  const std::string& reason() const { return m_reason; }

 private:
  struct Contact {
    int index = -1;
    bool presses = false;  ///< in the first part of the step
    bool sticks = false;
    bool stops = false;      ///< the second part of the step stops it along its normal
    bool stopsSlip = false;  ///< and along its tangents
    double friction = 0;
  };
  struct Arguments {
    Eigen::VectorXd q, p, v, z;  ///< n, n, n; impulses of both parts, normal first
    double t = 0, h = 0;
  };
  bool fails(std::string reason) {
    m_reason = std::move(reason);
    return false;
  }
  bool describe(const State& from, const State& to);
  bool turnsRound();
  Eigen::MatrixXd rowsAt(const Eigen::VectorXd& q) const;
  Eigen::MatrixXd modesOf(const Eigen::VectorXd& w, const Eigen::VectorXd& w1) const;
  /// Whether the second part has the friction of its normal impulse.
  bool rubsOn(const Contact& contact) const {
    return m_mechanism.isPlanar() && contact.presses && !contact.sticks && !contact.stopsSlip;
  }
  Eigen::Index rowsOf() const { return m_mechanism.isPlanar() ? 2 : 3; }

  const Mechanism& m_mechanism;
  MidpointIntegrator& m_integrator;
  StepSlopes m_slopes;
  std::vector<Contact> m_contacts;
  std::vector<int> m_halted;  ///< contacts of the mechanism whose slip stopped at the end of the last step
  Arguments m_at;
  Eigen::VectorXd m_masses, m_norms;  ///< n, √M_ii; of the rows of m_at.z, in the kinetic metric
  double m_size = 0;                  ///< √J, of the momenta and impulses of the step
  std::string m_reason;
};

}  // namespace carom
