#pragma once

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mechanics/contact/contact_frames.h"
#include "mechanics/motion/trajectory.h"
#include "mechanics/variation/loop_slopes.h"
#include "mechanics/variation/parameter_slope.h"
#include "mechanics/variation/step_variation.h"

namespace carom {

/// How far coordinates may go in a difference at contacts: so far that they move these by a thousandth of
/// their size, and themselves by a thousandth of a radian or metre. n.
Eigen::VectorXd coordinateSteps(const Mechanism& mechanism, const std::vector<int>& contacts,
                                const Eigen::VectorXd& q);

/// The derivative of a step in which contacts last, see LastingContacts, with the contacts that press and the
/// modes that they have in it: those that stick do, and those that slide do. It holds for perturbations that
/// keep these contacts closed. A slip that stops ends its step there, at a time that depends on the state
/// (FlowMap::endByState), and so does a contact that opens or begins to slip (endAtChange). One that stops at
/// the end of a step of its own and turns round there ends the derivative. Contacts that settle in the step
/// (Settling) are open at its start; the time at which their friction begins depends on how they meet. Joints
/// with dry friction are contacts without a normal, see joint_brakes.h.
class ContactStepVariation {
 public:
  /// law: of the run, which says how contacts that settle bounce. parameter: one by which steps are derived,
  /// too; null: none.
  ContactStepVariation(const Mechanism& mechanism, MidpointIntegrator& integrator, const RunLaw& law = {},
                       ParameterSlope* parameter = nullptr);

  /// Of the step from (q₀, p₀) at t to (q₁, p₁) after h. False, with reason(), where no contacts explain it.
  /// With rows C of the contacts at q_m, C₁ at q₁, and impulses z, z′ of both parts (LastingContacts), it
  /// solves the linearized equations of the step (StepSlopes),
  ///   δ(r(v; q₀, p₀, h) − ½ J Cᵀz) = 0,  δ(r(v; q₁, p₁ − C₁ᵀz′, −h) + ½ J Cᵀz) = 0,
  /// with those of the modes of the contacts. The unknowns are δv and the impulses that the modes leave free:
  /// friction that slides, B = −μ Λ ŝ, goes with its normal impulse Λ and its slip s. Loops have multipliers
  /// in p₀ and p₁, as in StepVariation.
  /// settlings: the contacts that settle in the step.
  bool step(const State& from, const State& to, FlowMap& map,
            StepVariation::Ends ends = StepVariation::Ends::Moving, std::span<const Settling> settlings = {});
  const std::string& reason() const { return m_reason; }
  /// Makes the last step, of moving ends, end where a contact opens or begins to slip: with the impulses z of
  /// the step and z₂ of its half, where those at its end, 3 z − 4 z₂, open it or reach the bound of friction
  /// (SteppedFlight::timeOf).
  bool endAtChange(const State& from, const ContactChange& change, FlowMap& map);
  /// Changes of the state at the start of the last step, and of the parameter, as linear functions (columns):
  /// replaces them by those that keep its contacts closed, with those that stick at rest, by the least change
  /// in the kinetic metric.
  void keep(const State& from, Deviation& start);

 private:
  struct Contact {
    int index = -1;
    int face = 0;
    double friction = 0;
    bool presses = false;  ///< in the first part of the step
    bool sticks = false;
    bool stops = false;      ///< the second part of the step stops it along its normal
    bool stopsSlip = false;  ///< and along its tangents
    /// Its slip ends the step, by falling to 0 there. One of one component then has no impulse along it in
    /// the second part; of two the one along the slip at the start is 0 before that part, which stops the
    /// other.
    bool halts = false;
    /// The second part takes back its impulse, and it still opens.
    bool opens = false;
    bool slips = false;                  ///< a joint that sticks in the first part, and not in the second
    const Settling* settling = nullptr;  ///< where it settles in the step
    /// It settles and slides in space: the friction of both parts opposes the slip at the end.
    bool redirects = false;
    double share = 1;                    ///< of its impulse, what has friction
    const JointDamper* brake = nullptr;  ///< of a joint with dry friction
  };
  /// The share of the impulse of a contact that has friction, by the time `byRest` from which it has, and by
  /// the state (2n), the start (s⁻¹) and the length (s⁻¹) of the step.
  struct ShareSlope {
    int contact = -1;  ///< of m_contacts
    Eigen::RowVectorXd byState{};
    double byStart = 0, byLength = 0, byRest = 0, byParameter = 0;
  };
  /// The derivatives by the parameter of what the equations of a step hold, with the motion, the impulses
  /// that the modes leave free, and the state at the start fixed.
  struct ByParameter {
    Eigen::VectorXd start, end;     ///< n, of the residual of the step and of its mirror in time
    Eigen::VectorXd push, second;   ///< n, of the momenta Cᵀz and C₁ᵀz′
    Eigen::VectorXd w, w1, before;  ///< m, of C v, C₁ w₁ and C₁ w, with w before the second part
    Eigen::VectorXd gaps;           ///< of each contact, of φ(q₁)
    Eigen::VectorXd friction;       ///< of each contact, of its μ
    Eigen::VectorXd momentum, momentumBefore;  ///< n, of M(q₁) w₁ and M(q₁) w
    Eigen::VectorXd loops;                     ///< of g(q₁)
    /// Of A₁ᵀμ and A₁ w₁, and of both before the second part.
    Eigen::VectorXd loopPush, loopSpeeds, loopPushBefore, loopSpeedsBefore;
  };
  /// The impulses of one part of a step: rows C of all contacts, and the impulses that are free in it, with
  /// their columns of momentum.
  struct Part {
    Eigen::MatrixXd C;        ///< m×n
    Eigen::VectorXd w, z;     ///< m: velocities, impulses
    Eigen::MatrixXd loops;    ///< n×l, momentum by a unit of each multiplier of loops
    Eigen::VectorXd loopZ;    ///< l, these multipliers
    Eigen::MatrixXd columns;  ///< n×(k + l), momentum by a unit of each free impulse, then of each multiplier
    std::vector<int> rows;    ///< k, the row of C of each, of its normal where friction goes with it
    Eigen::VectorXd norms;    ///< k + l, of the columns over √M_ii
    Eigen::MatrixXd byImpulse, byVelocity;  ///< ∂(Cᵀz)/∂q: n×n; ∂(C v)/∂q: m×n
    Eigen::MatrixXd rubbing;                ///< n×m, −∂(Cᵀz)/∂w by the directions of slips
  };
  /// The impulses of both parts of a step on a contact, with their derivatives by what the step is given: the
  /// state (2n), its start, its length and the parameter.
  struct Impulses {
    Eigen::VectorXd z;      ///< block
    Eigen::MatrixXd slope;  ///< block×(2n + 3)
  };
  std::optional<Impulses> impulsesOf(const ContactChange& change) const;
  bool slidesSharp(const Contact& contact) const;
  bool parts(const Contact& contact, double speed);
  bool isOnRim(const Contact& contact, Eigen::Index row, double speed) const;
  Eigen::VectorXd findSecond(const Eigen::VectorXd& reached, bool pulls);
  bool fails(std::string reason) {
    m_reason = std::move(reason);
    return false;
  }
  ContactFrames& before() { return m_ends[m_start]; }
  ContactFrames& after() { return m_ends[1 - m_start]; }
  void findContacts(const State& to, bool all);
  void setShare(Contact& contact) const;
  bool findShareSlopes(const State& from, const State& to, FlowMap& map);
  bool meetingSlope(const State& from, const Settling& settling, ShareSlope& share, RestTime& rests);
  void deriveByParameter(const State& from, const State& to);
  Eigen::VectorXd pushOf(const Part& part, const Eigen::MatrixXd& C, const Mechanism& mechanism,
                         bool isFirst) const;
  bool trialStep(const State& from, const Settling& settling, State& to, FlowMap& map);
  Eigen::VectorXd rubbed(const Part& part, std::size_t contact) const;
  void redirect(std::size_t contact, Eigen::Index given, Eigen::Index times);
  bool describe(const State& from, const State& to);
  void findImpulses(const Part& part, const Eigen::VectorXd& pushed, Eigen::VectorXd& x);
  bool setImpulses(Part& part, bool isFirst, const Eigen::VectorXd& pushed);
  void chooseColumns(Part& part, bool isFirst);
  void setRows(Part& part, const ContactFrames& frames);
  void derive(Part& part, const ContactFrames& frames, bool isFirst, const Eigen::VectorXd& v);
  Eigen::VectorXd startSlip(const Contact& contact);
  void findHaltInSpace(const State& to);
  void setHalt(const ContactFrames& end, const State& from, const State& to, bool isBefore,
               Eigen::Index times);
  void turnStart(const State& from, const Eigen::VectorXd& left, Eigen::Index times);
  void closeLoops(const State& to, bool isBefore, Eigen::Index times, Eigen::MatrixXd& dp);
  Eigen::VectorXd multipliersBefore(const State& to, const Eigen::VectorXd& w) const;
  void placeLoops(const State& from, const State& to);
  /// x ← M(q₁)⁻¹ x, whether it keeps loops closed or not.
  void solveMass(Eigen::VectorXd& x);
  bool slipsAlongOne(const Contact& contact) const { return m_isPlanar || contact.brake; }
  void setMeanVelocity(const State& from, const State& to);
  bool turnsRound();
  /// Whether the second part has the friction of its normal impulse.
  bool rubsOn(const Contact& contact) const {
    return m_isPlanar && contact.presses && !contact.sticks && !contact.stopsSlip && !contact.halts;
  }
  /// The friction of a joint that slides in the step, along its slip (N·s or N·m·s).
  double braked(const Contact& contact, Eigen::Index row) const;
  /// That of one that slides at the end of the step.
  double brakedAfter(const Contact& contact, Eigen::Index row) const {
    return std::copysign(contact.brake->friction * m_h, -m_second.w[row + 1]);
  }
  bool rubs(const Contact& contact, bool isFirst) const {
    return contact.friction > 0 && (isFirst ? !contact.sticks : rubsOn(contact));
  }

  const Mechanism& m_mechanism;
  MidpointIntegrator& m_integrator;
  RunLaw m_law;
  StepSlopes m_slopes;
  LoopSlopes m_loops;
  LoopSlopes::At m_startLoops, m_endLoops;  ///< at q₀ and q₁
  Eigen::LLT<Eigen::MatrixXd> m_endMass;    ///< M(q₁), where there are loops
  bool m_isPlanar;
  int m_block;                          ///< rows of a contact
  ContactFrames m_middle;               ///< at q_m
  std::array<ContactFrames, 2> m_ends;  ///< at q₀, which is m_ends[m_start], and q₁
  std::size_t m_start = 0;
  ContactRows m_rows;
  std::vector<Contact> m_contacts;
  std::vector<int> m_lasting;  ///< contacts of the mechanism that explained the last step
  int m_halt = -1;             ///< the contact, of m_contacts, whose slip ends the step
  std::vector<int> m_halted;   ///< contacts of the mechanism whose slip stopped at the end of the last step
  Eigen::VectorXd m_v, m_p1;   ///< n: mean velocity; p₁ before the second part
  Eigen::VectorXd m_v0, m_w1;  ///< n: velocities at the ends
  double m_t = 0, m_h = 0;
  std::span<const Settling> m_settlings;  ///< in the present step
  std::map<int, double> m_rests;          ///< of contacts that have settled, when their friction begins (s)
  std::vector<ShareSlope> m_shares;
  ParameterSlope* m_parameter;          ///< null: none
  ByParameter m_by;                     ///< of the present step, where there is a parameter
  std::vector<ContactFrames> m_beside;  ///< of the mechanisms beside
  std::vector<LoopEquations> m_loopsBeside;
  Part m_first, m_second;
  Eigen::VectorXd m_masses;  ///< n, √M_ii
  double m_size = 0;         ///< √J, of the momenta and impulses of the step
  double m_farthest = 0;     ///< of the coordinates at its start, what their rounding is a share of
  Eigen::VectorXd m_missing;
  Eigen::MatrixXd m_columns, m_orthogonal, m_triangle;  ///< see findImpulses
  Eigen::VectorXd m_pushed, m_left, m_free;
  std::vector<bool> m_isUnique;
  Eigen::VectorXd m_reached;     ///< n, the velocity at the end before the second part
  Eigen::RowVectorXd m_haltRow;  ///< see setHalt
  // see step
  Eigen::MatrixXd m_dv, m_dqm, m_dq1, m_motion, m_dp1, m_matrix, m_right, m_found, m_all, m_freed;
  Eigen::PartialPivLU<Eigen::MatrixXd> m_lu;
  std::string m_reason;
};

}  // namespace carom
