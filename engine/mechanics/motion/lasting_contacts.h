#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "mechanics/contact/contact_frames.h"
#include "mechanics/motion/contact_solver/contact_solver.h"
#include "mechanics/motion/contact_trees.h"
#include "mechanics/motion/coulomb_solutions.h"
#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// Contacts that stay closed during the motion, with Coulomb friction.
///
/// A step of the midpoint rule from q₀ has impulses z as an external force at its middle, with normal Λ and
/// tangential B of each contact (at spherical joints as in MidpointIntegrator):
///   M(q_m) v − (h/2) f − ½ Cᵀ(q_m) z = p₀,   q₁ = q₀ + h v,   p₁ = p₀ + h f + Cᵀ(q_m) z,
///   0 ≤ φ(q₁) − min(φ(q₀), 0) ⟂ Λ ≥ 0,   |B| ≤ μΛ,   T(q_m) v = −s B with s ≥ 0, 0 where |B| < μΛ
/// (maximum dissipation [SM14 ref. 46]). The rows of C are, for each contact, Dφ and T, the relative velocity
/// along its tangents. The midpoint rule leaves p₁ with the normal velocities at q₀ reversed, and perhaps the
/// slip, too. Therefore impulses z′ = (Λ′, B′) at q₁ minimise the kinetic energy of p₁ with Λ′ ≥ 0 and |B +
/// B′| ≤ μΛ: closing contacts stop, and the rest of the friction opposes the remaining slip. A contact that
/// slides on keeps B, so that friction has the direction of the mean slip, to O(h²), and has |B′| = μΛ′ in
/// the plane, B′ = 0 in space. One in space whose slip stops along itself has |B + B′| ≤ acrossHalt · μΛ. Λ′
/// ≥ −Λ of contacts with friction of islands of up to mostCoulombContacts, and where all velocities of
/// contacts are rounding, which stops contacts in both directions.
///
/// Joints with dry friction are contacts without a normal here, with |B| ≤ friction · h, see joint_brakes.h.
///
/// Neither part adds energy. In the first Λ acts on a gap that does not open over the step, (φ(q₁) − φ(q₀))/h
/// ≤ 0, and B opposes the slip. In the second z′ = 0 is admissible. The difference of Dφ(q_m) v and the mean
/// of φ̇, where a contact turns, is the error of the step, O(h²), and is not counted as work of the contact. A
/// contact with φ < 0 keeps its φ, so that overlap does not become velocity, however short the step.
class LastingContacts {
 public:
  LastingContacts(const Mechanism& mechanism, MidpointIntegrator& integrator);

  bool empty() const { return m_contacts.empty(); }
  const std::vector<int>& contacts() const { return m_contacts; }  ///< rising
  bool holds(int contact) const;
  void hold(int contact);
  /// A contact that is open but closes within the next step. Its normal impulse also stops its bodies, which
  /// has no friction: only the share `firstShare` of that impulse has it, and from `frictionFrom` (s) on all.
  struct Joining {
    int contact = -1;
    double firstShare = 1, frictionFrom = -HUGE_VAL;
  };
  void join(const Joining& joining);
  /// Releases the contacts that have joined since the last step that succeeded.
  void dropJoined();
  /// A contact that slides at the start of a step and no longer does so at its end.
  struct SlipStop {
    int contact = -1;
    Eigen::Vector3d before{0, 0, 0};  ///< its slip at the start (m/s), along its tangents
    double time = 0;                  ///< about when the slip falls to 0, from the start of the step (s)
  };
  /// The contacts whose slip stops or turns round in the last step, of length h, but those that halt there:
  /// the first one first. Friction jumps there.
  std::vector<SlipStop> slipStops(double h) const;
  /// The component along its slip at the start that a contact would slip with at the end of the last step or
  /// `slide` (m/s), of a step without its second part. Empty where it does not slide throughout the step.
  std::optional<double> slipAfter(const SlipStop& stop) const;
  /// The mean forces of a contact over the last step, of both its parts.
  struct Forces {
    double normal = 0;                  ///< N; of a joint with dry friction 0
    double bound = 0;                   ///< N, of its friction: μN, or that of the joint
    Eigen::Vector3d friction{0, 0, 0};  ///< N, along its tangents
    bool sticks = false;
    /// What is left until the contact opens, or slips.
    double left(bool isSlip) const { return isSlip ? bound - friction.norm() : normal; }
    /// Whether it has opened, or slips, in the step.
    bool isOver(bool isSlip) const { return isSlip ? !sticks : !(normal > 0); }
    /// These and `share` of their change from others.
    Forces beyond(const Forces& others, double share) const {
      return {normal + share * (normal - others.normal), bound + share * (bound - others.bound),
              friction + share * (friction - others.friction), sticks};
    }
  };
  /// Those of a contact held in the last step, of length h. Empty where the step says none: the contact had a
  /// velocity along its normal at the start, one settles, or its island has more than four.
  std::optional<Forces> forces(int contact, double h) const;
  /// Takes only the contacts that act on the bodies of some contacts into the steps that follow, until it is
  /// released. What else moves is wrong.
  class Focus {
   public:
    Focus(LastingContacts& contacts, std::span<const int> of);
    Focus(LastingContacts& contacts, int contact) : Focus(contacts, std::span(&contact, 1)) {}
    ~Focus();
    Focus(const Focus&) = delete;
    Focus& operator=(const Focus&) = delete;

   private:
    LastingContacts& m_of;
    std::vector<int> m_all;
  };
  /// The friction of both parts of a step at whose end a slip in space stops along itself, over μΛ: what the
  /// slip has across then, O(h) by its turn in the step, stops too, where that takes no more: else it goes
  /// on.
  static constexpr double acrossHalt = 1.1;
  /// Makes the slips of contacts stop at the end of the steps to a time (s), the root of slipAfter().
  void halt(std::vector<int> contacts, double time) {
    m_halts = std::move(contacts);
    m_haltTime = time;
  }
  /// Number of contacts held of the islands that a contact, held or not, touches.
  std::size_t actsOn(int contact);
  /// Of closed contacts (rising) those of an impact: the ones that trees connect with a contact that is not
  /// held, or with one of `also`. What is held elsewhere rests or slides on, whatever hits here.
  std::vector<int> struck(std::vector<int> closed, const std::vector<int>& also);
  /// Of p·v, the energy that the contacts may give in a step by its error; a step that gives more is halved.
  static constexpr double mostGain = 1e-7;
  /// Number of contacts held beyond which they are a pile: then contacts start from their forces after an
  /// impact, steps may end where their iterations wander, and contacts that opened shortly before join at
  /// once. With a smaller number the motion of a few boxes depends on where Newton's method started; with a
  /// larger one piles are slow.
  static constexpr std::size_t mostOutsidePiles = 16;
  bool isPile() const { return m_contacts.size() > mostOutsidePiles; }
  /// Number of contacts that have joined.
  std::size_t joined() const { return m_joined.size(); }
  /// Holds, in addition, every contact that is closed at q and that v (n) does not open, and all joints with
  /// dry friction; `arrives` excepts contacts.
  void holdClosed(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                  const std::function<bool(int)>& arrives = {});
  void clear() {
    if (isPile())
      m_before.swap(m_contacts);
    else
      m_before.clear();
    m_contacts.clear();
    m_joined.clear();
    m_stopped = false;
    m_small.clear();
  }
  /// Releases the contacts that are open at q and ends the joining of the others.
  void release(const Eigen::VectorXd& q);

  /// The contacts that the last `release` has released.
  const std::vector<int>& released() const { return m_released; }

  /// An island whose accelerations Coulomb's law may leave open.
  struct Undecided {
    std::vector<int> contacts;     ///< held, rising
    CoulombSolutions solutions{};  ///< all that the law allows
    std::vector<int> jammed{};     ///< those whose friction alone closes them, see CoulombProblem::jams
  };
  /// The islands of contacts held for which Coulomb's law is not known to allow one motion at the start of a
  /// step of length h. Left out are those that had the same contacts, with one at rest, at the step before;
  /// those of which one parts or approaches; and those of hasUnexamined().
  std::vector<Undecided> undecided(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h);
  /// Whether at the last `undecided` an island with friction had more than mostCoulombContacts contacts or a
  /// joint with dry friction: nothing is known of these.
  bool hasUnexamined() const { return m_hasUnexamined; }
  /// Follows a solution for some contacts: releases those that open, and starts from the forces of the
  /// others.
  void follow(const std::vector<int>& contacts, const CoulombSolution& solution);

  /// One step with all contacts held, h > 0; q and p are unchanged on failure.
  StepStatus step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h);
  /// The first part of such a step, which gives q alone.
  StepStatus travel(Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h);
  /// Such a step in whose second part one contact has no impulse along its tangent; slipAfter() tells the
  /// slips then. Where that of this contact is 0 the step needs none. Of a slip with two components only the
  /// first part of the step.
  StepStatus slide(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h, int contact);
  /// Applies the impulses at q, with friction, after which no contact closes. p is unchanged on failure.
  StepStatus settle(const Eigen::VectorXd& q, Eigen::VectorXd& p);
  /// Energy that the contacts took in the last step or settling (J): the work −z·w of their impulses on their
  /// own velocities, contact by contact, with w along the normal the mean of φ̇ over the step. ≥ 0 up to
  /// rounding.
  double loss() const { return m_loss; }
  /// The part of it that the normal impulses of the contacts that joined took: their impacts.
  double impactLoss() const { return m_impactLoss; }
  /// Whether the impulses of the last step were found to ContactSolver::rough or ContactProblem::slack only,
  /// or it was linear.
  bool isRough() const { return m_residual > ContactSolver::acceptable || m_isLinear; }
  /// Makes the steps that follow linear in the gaps: φ(q₁) is φ(q₀) + h Dφ v with Dφ from one place, so that
  /// a step has a solution where normals jump, as at corners. The gaps then err by O(h²).
  void setLinear(bool isLinear) { m_isLinear = isLinear; }
  /// Velocity at the end of the last step: n.
  const Eigen::VectorXd& velocity() const { return m_knownV; }
  /// Restores the state at the last `keep`. That state is only the start of the next iteration, but where
  /// Coulomb's law has several solutions the start selects one, and trial steps must not change the motion.
  void keep();
  void rewind();
  /// Holds the contacts of others, and starts from their state at their last `keep`: for trial steps that
  /// leave those as they are.
  void startAs(const LastingContacts& others);
  /// The contacts of the last problem whose impulses were not found: those of one island.
  std::vector<int> unsolved() const;
  /// The solver, with the result of the last contact problem.
  const ContactSolver& solver() const { return *m_last; }

 private:
  struct Work {
    double done = 0, rounding = 0;  ///< J
    void add(double impulse, double velocity, double noise);
  };
  std::size_t brakesFrom() const;
  void gather(const Eigen::VectorXd& q, double t, double h);
  /// An island of `undecided`.
  struct SmallIsland {
    int number = -1;                   ///< see ContactTrees::islands
    std::vector<std::size_t> indices;  ///< of its contacts among those held
    std::vector<int> modes;            ///< the contacts that rest, with those that slide as −1 − contact
    CoulombProblem problem;
  };
  void findSmallIslands();
  bool describe(SmallIsland& island) const;
  bool restsOn(SmallIsland& island) const;
  Eigen::VectorXd freeAccelerations(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h);
  double slowing(std::size_t i, const Eigen::VectorXd& direction) const;
  double frictionShare(int contact, double t, double h) const;
  bool hasJoined(int contact) const;
  /// Whether a contact held, by its index, is of an island of more than mostCoulombContacts.
  bool isCrowded(std::size_t i) const {
    return m_islandSizes[static_cast<std::size_t>(m_trees.islands()[i])] > mostCoulombContacts;
  }
  std::array<int, 2> islandsAt(int contact) const;
  void forget(int contact) { m_frictionFrom[static_cast<std::size_t>(contact)] = -HUGE_VAL; }
  void addWork(std::size_t contact, double impulse, double velocity, double noise);
  void rows(const ContactFrames& frames, ContactRows& C) const;
  void push(const Eigen::VectorXd& z);
  std::vector<bool> slowIslands(double most) const;
  std::vector<bool> stillIslands(const Eigen::VectorXd& v) const;
  std::vector<bool> heldCoordinates() const;
  void stopAtRest(Eigen::VectorXd& p);
  bool goesOnAt(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double h) const;
  double summed(double h);
  bool opposes(const Eigen::VectorXd& w, const Eigen::VectorXd& z, double noise) const;
  void stopRounding();
  bool slidesOn(Eigen::Index n, double radius) const;
  bool isOnRim(Eigen::Index n, double radius) const;
  bool haltsAt(std::size_t i, double time, double h) const;
  void prepareStop(double time, double h);
  StepStatus findMotion(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h);
  void turnRotations(double h);
  void middleVelocities(const Eigen::VectorXd& q, double h);
  void linearVelocities(double h);
  bool isWedged(double h);
  bool solveStep(double h);
  bool isFound(ContactSolver& solver);
  bool isLossy(const Work& work) const;
  double velocityError() const;
  bool stepWork(const Eigen::VectorXd& p);
  void know(const Eigen::VectorXd& q, const Eigen::VectorXd& p);
  StepStatus findWay(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h);
  bool findStop();
  bool findCrossing(double time, double h);
  void beginStop(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h);
  StepStatus stopAt(const Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h);

  const Mechanism& m_mechanism;
  MidpointIntegrator& m_integrator;
  int m_block;  ///< rows of a contact: see rowsOfContact
  std::vector<int> m_contacts;
  std::vector<int> m_before;  ///< held before the last clear(): the next step starts from their forces
  std::vector<int> m_released;
  std::vector<Joining> m_joined;         ///< those that have joined since the last step that succeeded
  std::vector<double> m_frictionFrom;    ///< of each contact of the mechanism (s)
  std::vector<bool> m_isJoined;          ///< of each contact held, for the present step
  std::vector<int> m_islandSizes;        ///< contacts held of each island, for the present step
  std::vector<int> m_faces;              ///< of each contact held, for the present step
  ContactFrames m_frames, m_after;       ///< at q_m; at q₁
  ContactTrees m_trees;                  ///< of the contacts held
  ContactTrees m_struck;                 ///< of the closed contacts of the last impact
  std::vector<int> m_gathered;           ///< the contacts of the last problem
  ContactSolver m_solver, m_stopSolver;  ///< of the two parts of a step, whose matrices differ
  ContactSolver m_focusSolver;           ///< of one island
  bool m_isFocused = false;
  const ContactSolver* m_last = &m_solver;  ///< the one that was used last
  ContactProblem m_problem;
  Eigen::MatrixXd m_force;  ///< block × contacts of the mechanism, z/h of the last step (N)
  std::vector<int> m_keptContacts;
  Eigen::MatrixXd m_keptForce;    ///< block × m_keptContacts
  ContactRows m_C;                ///< m×n
  Eigen::VectorXd m_gaps, m_met;  ///< of each contact held: φ(q₀), and the mean of φ̇ on which Λ acts
  Eigen::VectorXd m_pushed;       ///< n, Cᵀz of the present step
  Eigen::VectorXd m_v, m_y, m_free, m_z, m_given, m_w, m_w1, m_q1, m_p1, m_qm, m_drift, m_keptDrift,
      m_opening;
  Eigen::VectorXd m_sizes;
  Eigen::VectorXd m_total;  ///< z + z′ of the last step; empty where it was the one before it again
  std::vector<Eigen::Matrix3d> m_turned;  ///< of each spherical joint, see turnRotations
  std::vector<int> m_turnOf;              ///< of each coordinate, the joint that begins there; else −1
  Eigen::VectorXd m_knownQ, m_knownP, m_knownV;  ///< end of the last step, and its velocity
  std::vector<int> m_knownContacts;              ///< contacts held there
  double m_noise = 0;                            ///< contact velocities below this count as 0 (m/s)
  /// Whether the last step ended with impulses of its second part.
  bool m_stopped = false, m_keptStopped = false;
  Eigen::VectorXd m_startW,
      m_endW;                 ///< contact velocities of the last step before it; for slipAfter()
  std::vector<double> m_rim;  ///< of each contact held, ‖B‖ over μΛ in its first part
  std::vector<int> m_halts;   ///< see halt()
  double m_haltTime = -HUGE_VAL;
  std::vector<int> m_crossing;     ///< those of them that slide on across, while the second part is found
  int m_sliding = -1;              ///< see slide()
  Eigen::VectorXd m_knownW;        ///< contact velocities of m_knownV
  std::vector<bool> m_knownRests;  ///< of each island, whether these contacts rested
  /// The length of the last step, where it left q and p as they are (s): so does the next one.
  double m_fixedStep = 0;
  bool m_rubsThroughout = true;  ///< whether all contacts have friction in the whole of the present step
  double m_push = 0;             ///< largest change of contact velocities by impulses, over h (m/s²)
  Work m_work;                   ///< of the present step, for the check of the energy
  double m_loss = 0, m_impactLoss = 0;
  std::vector<SmallIsland> m_small;  ///< of the last call of `undecided`
  bool m_hasUnexamined = false;
  double m_residual = 0;    ///< the largest of the contact problems of the present step
  bool m_isLinear = false;  ///< see setLinear
};

}  // namespace carom
