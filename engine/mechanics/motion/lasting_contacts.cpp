#include "mechanics/motion/lasting_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/rotation.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/contact/gap_bounds.h"
#include "mechanics/contact/limit_normals.h"

namespace carom {

namespace {

/// Relative rounding of a sum of some products: eight times that of one. A smaller value takes rounding for
/// velocity, which lengthens iterations; a larger one lets contacts creep.
constexpr double ulp = 8 * 2.3e-16;

/// Change of velocity, over the velocity, below which slow iterations of a step end. A larger value shows as
/// work of contacts that stick; a smaller one may be below the rounding of Newton's matrix.
constexpr double settled = 1e-11;

/// The error of the momentum and of contact velocities, over the largest velocity, with which a step ends
/// whose iterations no longer converge: friction may leave a pile a motion that its impulses hardly resist,
/// and along it they wander. A larger value shows in the energy; a smaller one halves the step in vain.
constexpr double stalled = 1e-9;

/// Shares of the noise to which contact problems are solved, and above which the second part of a step stops
/// a velocity. A step doubles the velocity that is left in its middle, and so does each step after it; a stop
/// ends that.
constexpr double solvedPart = 0.125, stoppedPart = 0.5;

/// Largest ratio of the terms of contact velocities to their sums. Impulses of wedged contacts may hold each
/// other at any size; beyond this one their rounding moves bodies. A smaller value refuses light bodies
/// between heavy ones.
constexpr double mostCancelled = 1e9;

/// The error of gaps at the end of a step that its impulses may leave where none are found to rounding (m).
/// Contacts are closed within closedGap, each with a rounding of its own, and the corners of a face that keep
/// theirs need not lie in a plane: impulses that hold them so are huge or do not exist. A larger value lets
/// contacts creep; a smaller one searches in vain.
constexpr double contradiction = 0.1 * closedGap;

/// The same as an error of contact velocities, over the size of their terms: in short steps an error of gaps
/// is one of velocities. A larger value lets bodies sink in many short steps.
constexpr double contradictionOfSize = 2e-7;

/// Contacts slower than this (m/s) rest. It only selects among several solutions of Coulomb's law.
constexpr double slowest = 1e-9;

}  // namespace

LastingContacts::LastingContacts(const Mechanism& mechanism, MidpointIntegrator& integrator)
    : m_mechanism(mechanism),
      m_integrator(integrator),
      m_block(rowsOfContact(mechanism, integrator.isPlanar())),
      m_frictionFrom(mechanism.contacts().size() + mechanism.forces().dampers.size(), -HUGE_VAL),
      m_frames(mechanism),
      m_after(mechanism),
      m_trees(mechanism, m_block),
      m_struck(mechanism, m_block),
      m_force(Eigen::MatrixXd::Zero(m_block, static_cast<Eigen::Index>(m_frictionFrom.size()))),
      m_drift(Eigen::VectorXd::Zero(mechanism.dof())),
      m_knownQ(Eigen::VectorXd::Constant(mechanism.dof(), std::nan(""))),
      m_knownP(m_knownQ) {
  m_problem.block = m_block;
  const std::vector<int> rotations = mechanism.rotations();
  m_turned.resize(rotations.size());
  m_turnOf.assign(static_cast<std::size_t>(mechanism.dof()), -1);
  for (std::size_t k = 0; k < rotations.size(); ++k)
    m_turnOf[static_cast<std::size_t>(rotations[k])] = static_cast<int>(k);
}

bool LastingContacts::holds(int contact) const {
  return std::binary_search(m_contacts.begin(), m_contacts.end(), contact);
}

void LastingContacts::hold(int contact) {
  if (holds(contact)) return;
  m_contacts.insert(std::upper_bound(m_contacts.begin(), m_contacts.end(), contact), contact);
  if (!std::ranges::binary_search(m_before, contact)) m_force.col(contact).setZero();
}

void LastingContacts::join(const Joining& joining) {
  if (holds(joining.contact)) return;
  hold(joining.contact);
  m_joined.push_back(joining);
  m_frictionFrom[static_cast<std::size_t>(joining.contact)] = joining.frictionFrom;
}

void LastingContacts::dropJoined() {
  for (const Joining& joining : m_joined) {
    std::erase(m_contacts, joining.contact);
    forget(joining.contact);
  }
  m_joined.clear();
}

bool LastingContacts::hasJoined(int contact) const {
  return std::ranges::find(m_joined, contact, &Joining::contact) != m_joined.end();
}

/// The share of the normal impulse of a step that has friction.
double LastingContacts::frictionShare(int contact, double t, double h) const {
  const auto joining = std::ranges::find(m_joined, contact, &Joining::contact);
  if (joining != m_joined.end()) return joining->firstShare;
  const double from = m_frictionFrom[static_cast<std::size_t>(contact)];
  return from > t && h > 0 ? std::clamp((t + h - from) / h, 0.0, 1.0) : 1.0;
}

void LastingContacts::holdClosed(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                 const std::function<bool(int)>& arrives) {
  // Share of the sum of |u_i v_i| below which the speed of opening counts as rounding. A smaller value drops
  // contacts at rest; a larger one holds contacts that open.
  constexpr double still = 1e-9;
  constexpr double slowestOpening = 1e-12;  // m/s: a slower contact opens by less than closedGap in 1000 s
  for (const int contact : closedContacts(m_mechanism, q)) {
    if (arrives && arrives(contact)) continue;
    // At a corner the bodies part on one of its sides; what presses them together is seen in the step.
    if (limitNormals(m_mechanism, contact, q).rows() > 1) continue;
    const Eigen::VectorXd u = m_mechanism.normal(contact, q);
    const double opening = u.dot(v);
    if (!(opening > still * u.cwiseProduct(v).lpNorm<1>() && opening > slowestOpening)) hold(contact);
  }
  const auto& dampers = m_mechanism.forces().dampers;
  for (std::size_t k = 0; k < dampers.size(); ++k)
    if (dampers[k].friction > 0) hold(brakeNumber(m_mechanism, k));
}

void LastingContacts::release(const Eigen::VectorXd& q) {
  m_released.clear();
  if (m_contacts.empty()) return;
  m_after.place(q);
  std::erase_if(m_contacts, [&](int contact) {
    const bool isOpen = !brakeOf(m_mechanism, contact) && m_after.gap(contact) > closedGap;
    if (isOpen) {
      forget(contact);
      m_released.push_back(contact);
    }
    return isOpen;
  });
  // Edges that have reached a corner with its own contact are represented by that contact.
  if (std::ranges::any_of(m_contacts, [&](int contact) {
        return !brakeOf(m_mechanism, contact) && m_after.crossesAtCorner(contact);
      })) {
    const std::vector<int> closed = closedContacts(m_mechanism, q);
    std::erase_if(m_contacts, [&](int contact) {
      return !brakeOf(m_mechanism, contact) && !std::ranges::binary_search(closed, contact);
    });
  }
  m_joined.clear();
}

/// Finds the islands in which friction acts, of at most mostCoulombContacts, none of them a joint.
void LastingContacts::findSmallIslands() {
  m_trees.gather(m_contacts);
  const std::vector<int>& islands = m_trees.islands();
  std::vector<int> sizes(static_cast<std::size_t>(m_trees.islandCount()), 0);
  std::vector<bool> rubs(sizes.size(), false), hasJoint = rubs;
  for (std::size_t i = 0, brakes = brakesFrom(); i < m_contacts.size(); ++i) {
    const auto island = static_cast<std::size_t>(islands[i]);
    ++sizes[island];
    if (i >= brakes)
      hasJoint[island] = true;
    else if (m_mechanism.contacts()[static_cast<std::size_t>(m_contacts[i])].coefficients.friction > 0)
      rubs[island] = true;
  }
  std::size_t count = 0;
  m_hasUnexamined = false;
  for (std::size_t island = 0; island < sizes.size(); ++island) {
    if (!rubs[island]) continue;
    if (hasJoint[island] || sizes[island] > mostCoulombContacts) {
      m_hasUnexamined = true;
      continue;
    }
    if (m_small.size() == count) m_small.emplace_back();
    SmallIsland& small = m_small[count++];
    small.number = static_cast<int>(island);
    small.indices.clear();
    for (std::size_t i = 0; i < m_contacts.size(); ++i)
      if (islands[i] == small.number) small.indices.push_back(i);
  }
  m_small.resize(count);
}

/// Sets the modes, the friction and the slips of an island, from m_w and m_sizes. False where contacts part
/// or approach.
bool LastingContacts::describe(SmallIsland& island) const {
  // Share of the size of the terms below which a velocity is rounding and the error of the last step.
  constexpr double still = 1e-9, stillAlongNormal = 1e-6;
  island.modes.clear();
  CoulombProblem& problem = island.problem;
  problem.block = m_block;
  problem.friction.clear();
  problem.slip.clear();
  for (const std::size_t i : island.indices) {
    const Eigen::Index n = m_block * static_cast<Eigen::Index>(i);
    if (std::abs(m_w[n]) > slowest + stillAlongNormal * m_sizes[n]) {
      island.modes.clear();
      return false;
    }
    const auto slip = m_w.segment(n + 1, m_block - 1);
    const double speed = slip.norm();
    const bool slides = speed > slowest + still * m_sizes.segment(n + 1, m_block - 1).maxCoeff();
    problem.friction.push_back(m_problem.friction[i]);
    problem.slip.push_back(slides ? Eigen::VectorXd(slip / speed) : Eigen::VectorXd::Zero(m_block - 1));
    island.modes.push_back(slides ? -1 - m_contacts[i] : m_contacts[i]);
  }
  return true;
}

/// Whether no contact of an island moved at the end of the last step; sets its modes then.
bool LastingContacts::restsOn(SmallIsland& island) const {
  island.modes.clear();
  for (const std::size_t i : island.indices) {
    const auto w = m_knownW.segment(m_block * static_cast<Eigen::Index>(i), m_block);
    if (!(w.lpNorm<Eigen::Infinity>() <= 0.5 * slowest)) return false;
    island.modes.push_back(m_contacts[i]);
  }
  return true;
}

/// The accelerations of all contacts in a motion without their forces, from a short step and their velocities
/// m_w at its start; empty where that fails.
Eigen::VectorXd LastingContacts::freeAccelerations(const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                                                   double t, double h) {
  constexpr double part = 0.01;  // of the step: smaller, and rounding of velocities counts
  m_q1 = q;
  m_p1 = p;
  if (m_integrator.step(m_q1, m_p1, t, part * h) != StepStatus::Done) return {};
  m_integrator.velocity(m_q1, m_p1, m_v);
  m_after.place(m_q1);
  rows(m_after, m_C);
  m_C.multiply(m_v, m_opening);
  return (m_opening - m_w) / (part * h);
}

std::vector<LastingContacts::Undecided> LastingContacts::undecided(const Eigen::VectorXd& q,
                                                                   const Eigen::VectorXd& p, double t,
                                                                   double h) {
  if (m_contacts.empty() || goesOnAt(q, p, h)) return {};
  std::vector<std::vector<int>> before;
  for (SmallIsland& island : m_small) before.push_back(std::move(island.modes));
  findSmallIslands();
  const auto isAsBefore = [&](const SmallIsland& island) {
    return std::ranges::find(before, island.modes) != before.end();
  };
  // Most islands rest on, as the end of the last step tells.
  const bool isKnown = q == m_knownQ && p == m_knownP && m_contacts == m_knownContacts;
  if (std::ranges::all_of(
          m_small, [&](SmallIsland& island) { return isKnown && restsOn(island) && isAsBefore(island); }))
    return {};
  gather(q, t, h);
  m_integrator.velocity(q, p, m_w1);
  rows(m_after, m_C);
  m_C.multiply(m_w1, m_w);
  m_C.sizes(m_w1, m_sizes);
  std::vector<SmallIsland*> open;
  for (SmallIsland& island : m_small) {
    if (!describe(island)) continue;
    const bool rests = std::ranges::any_of(island.modes, [](int mode) { return mode >= 0; });
    if (rests && isAsBefore(island)) continue;
    m_trees.invertIsland(
        m_C, [this](std::span<const int> tree, Eigen::VectorXd& x) { m_integrator.solveMass(x, tree); },
        island.number, island.problem.W);
    if (!hasOneSolution(island.problem)) open.push_back(&island);
  }
  if (open.empty()) return {};
  const Eigen::VectorXd free = freeAccelerations(q, p, t, h);
  if (free.size() == 0) return {};
  std::vector<Undecided> found;
  for (SmallIsland* island : open) {
    CoulombProblem& problem = island->problem;
    problem.free.resize(problem.W.rows());
    Undecided one;
    for (std::size_t k = 0; k < island->indices.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k), from = static_cast<Eigen::Index>(island->indices[k]);
      problem.free.segment(m_block * at, m_block) = free.segment(m_block * from, m_block);
      one.contacts.push_back(m_contacts[island->indices[k]]);
    }
    one.solutions = coulombSolutions(problem);
    for (std::size_t k = 0; k < one.contacts.size(); ++k)
      if (problem.jams(static_cast<int>(k))) one.jammed.push_back(one.contacts[k]);
    found.push_back(std::move(one));
  }
  return found;
}

void LastingContacts::follow(const std::vector<int>& contacts, const CoulombSolution& solution) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    m_force.col(contacts[i]) = solution.force.segment(m_block * static_cast<Eigen::Index>(i), m_block);
    if (solution.modes[i] != CoulombMode::Opens) continue;
    forget(contacts[i]);
    std::erase(m_contacts, contacts[i]);
  }
}

void LastingContacts::keep() {
  m_before.clear();
  m_keptContacts = m_contacts;
  m_keptForce.resize(m_block, static_cast<Eigen::Index>(m_contacts.size()));
  for (std::size_t i = 0; i < m_contacts.size(); ++i)
    m_keptForce.col(static_cast<Eigen::Index>(i)) = m_force.col(m_contacts[i]);
  m_keptDrift = m_drift;
  m_keptStopped = m_stopped;
}

void LastingContacts::rewind() {
  for (std::size_t i = 0; i < m_keptContacts.size(); ++i)
    m_force.col(m_keptContacts[i]) = m_keptForce.col(static_cast<Eigen::Index>(i));
  m_drift = m_keptDrift;
  m_stopped = m_keptStopped;
}

void LastingContacts::startAs(const LastingContacts& others) {
  m_contacts = m_keptContacts = others.m_keptContacts;
  m_keptForce = others.m_keptForce;
  m_keptDrift = others.m_keptDrift;
  m_keptStopped = others.m_keptStopped;
  m_frictionFrom = others.m_frictionFrom;
  m_halts = others.m_halts;
  m_haltTime = others.m_haltTime;
  m_isLinear = others.m_isLinear;
  m_joined.clear();
  m_before.clear();
  rewind();
}

std::vector<int> LastingContacts::unsolved() const {
  std::vector<int> found;
  for (std::size_t i = 0; i < m_contacts.size() && i < m_trees.islands().size(); ++i)
    if (m_trees.islands()[i] == m_last->worstIsland()) found.push_back(m_contacts[i]);
  return found;
}

/// The index of the first joint with friction among the contacts held, which are the last ones.
std::size_t LastingContacts::brakesFrom() const {
  return static_cast<std::size_t>(
      std::ranges::lower_bound(m_contacts, static_cast<int>(m_mechanism.contacts().size())) -
      m_contacts.begin());
}

/// Collects the faces of the contacts held at q and their friction in a step; where it begins within the
/// step, the share of the step that has it.
void LastingContacts::gather(const Eigen::VectorXd& q, double t, double h) {
  m_problem.resize(static_cast<int>(m_contacts.size()));
  if (!m_isFocused && m_contacts != m_gathered) {
    m_gathered = m_contacts;
    m_solver.forget();
    m_stopSolver.forget();
  }
  m_trees.gather(m_contacts);
  m_islandSizes.assign(static_cast<std::size_t>(m_trees.islandCount()), 0);
  for (const int island : m_trees.islands()) ++m_islandSizes[static_cast<std::size_t>(island)];
  m_problem.order = m_trees.order();
  m_problem.island = m_trees.islands();
  m_faces.resize(m_contacts.size());
  m_isJoined.assign(m_contacts.size(), false);
  const std::size_t brakes = brakesFrom();
  m_frames.layOut(std::span(m_contacts).first(brakes), m_block, m_C);
  for (std::size_t i = brakes; i < m_contacts.size(); ++i) {
    const JointDamper& brake = *brakeOf(m_mechanism, m_contacts[i]);
    const std::array<int, 3> all{brake.coordinate, brake.coordinate + 1, brake.coordinate + 2};
    m_C.append(std::span(all).first(static_cast<std::size_t>(brakeSize(m_mechanism, brake))));
    m_problem.friction[i] = 0;
    m_problem.radius[i] = h * brake.friction;
    m_faces[i] = -1;
  }
  m_after.place(q);
  m_rubsThroughout = true;
  for (std::size_t i = 0; i < brakes; ++i) {
    m_problem.friction[i] =
        m_mechanism.contacts()[static_cast<std::size_t>(m_contacts[i])].coefficients.friction;
    m_faces[i] = m_after.face(m_contacts[i]);
    m_isJoined[i] = hasJoined(m_contacts[i]);
    const double share = frictionShare(m_contacts[i], t, h);
    m_problem.friction[i] *= share;
    if (m_isJoined[i] || share < 1) m_rubsThroughout = false;
  }
}

void LastingContacts::rows(const ContactFrames& frames, ContactRows& C) const {
  const std::size_t brakes = brakesFrom();
  for (std::size_t i = 0; i < brakes; ++i) frames.rows(m_contacts[i], m_faces[i], C, static_cast<int>(i));
  for (std::size_t i = brakes; i < m_contacts.size(); ++i) {
    C.setZero(static_cast<int>(i));
    for (int a = 0; a < brakeSize(m_mechanism, *brakeOf(m_mechanism, m_contacts[i])); ++a)
      C.row(static_cast<int>(i), 1 + a)[static_cast<std::size_t>(a)] = 1;
  }
}

/// m_pushed = Cᵀz.
void LastingContacts::push(const Eigen::VectorXd& z) {
  m_pushed.setZero(m_mechanism.dof());
  m_C.addTransposed(z, m_pushed);
}

/// The size of the terms of contact velocities, from speeds and impulses (m/s): the scale of their rounding.
double LastingContacts::summed(double h) {
  m_C.sizes(m_v, m_sizes);
  const double sums = 1 + static_cast<double>(m_C.rows()) / 8;  // a stack adds up rounding
  return sums * (m_sizes.maxCoeff() + h * m_push);
}

/// Whether impulses z and contact velocities w already solve the contact problem. The radius of the disc is
/// met to ContactSolver::tolerance.
bool LastingContacts::opposes(const Eigen::VectorXd& w, const Eigen::VectorXd& z, double noise) const {
  for (Eigen::Index n = 0, i = 0; n < z.size(); n += m_block, ++i) {
    if (w[n] < -noise || (z[n] > 0 && w[n] > noise)) return false;
    const auto index = static_cast<std::size_t>(i);
    const double most = m_problem.friction[index] * z[n] + m_problem.radius[index];
    const auto B = z.segment(n + 1, m_block - 1), slip = w.segment(n + 1, m_block - 1);
    const double speed = slip.norm(), size = B.norm();
    if (size > most * (1 + ContactSolver::tolerance)) return false;
    if (speed <= noise || most == 0) continue;
    if (size < most * (1 - ContactSolver::tolerance)) return false;
    if ((slip + speed / size * B).norm() > noise + ContactSolver::tolerance * speed) return false;
  }
  return true;
}

/// Computes the gaps after a step with m_v and from them the contact velocities m_w of the contact problem.
///
/// The normal velocity is the difference of gaps over h, whose rounding is that of the scene over h. Dφ(q_m)
/// v differs from it by O(h²). Where rounding hides that difference, in short steps and on flat ground,
/// Dφ(q_m) v is used, so that rounding of a gap does not become a velocity.
void LastingContacts::middleVelocities(const Eigen::VectorXd& q, double h) {
  m_C.multiply(m_v, m_w);
  m_problem.size = summed(h);
  m_noise = ulp * m_problem.size;
  if (m_isLinear) return linearVelocities(h);
  m_mechanism.moved(q, m_v, h, m_q1);
  m_after.place(m_q1);
  const double ofGaps = ulp * m_after.extent() / h;
  bool rounded = false;
  for (std::size_t i = 0, brakes = brakesFrom(); i < m_contacts.size(); ++i) {
    if (i >= brakes) {
      m_met[static_cast<Eigen::Index>(i)] = 0;
      continue;
    }
    const auto at = static_cast<Eigen::Index>(i);
    const Eigen::Index n = m_block * at;
    double met = (m_after.gap(m_contacts[i], m_faces[i]) - m_gaps[at]) / h;
    if (std::abs(met - m_w[n]) <= ofGaps)
      met = m_w[n];
    else
      rounded = true;
    m_met[at] = met;
    m_w[n] = met + std::max(m_gaps[at] / h - ofGaps, 0.0);  // a gap within rounding is 0
  }
  if (rounded) m_noise += ofGaps;
}

/// The contact velocities of a linear step, from m_w = C v: gaps φ(q₀) + h Dφ v.
void LastingContacts::linearVelocities(double h) {
  for (Eigen::Index i = 0; i < m_gaps.size(); ++i) {
    m_met[i] = m_w[m_block * i];
    m_w[m_block * i] += std::max(m_gaps[i], 0.0) / h;
  }
}

/// Solves the problem from m_z; returns whether the answer counts. A rough one makes the step rough.
bool LastingContacts::isFound(ContactSolver& solver) {
  m_last = &solver;
  const ContactStatus status = solver.solve(m_problem, m_z);
  if (status == ContactStatus::Rough) m_residual = std::max(m_residual, solver.residual());
  return status == ContactStatus::Solved || status == ContactStatus::Rough;
}

/// Computes P of each spherical joint that contacts move (see Mechanism::applyMovedTangent), at the middle of
/// a step.
void LastingContacts::turnRotations(double h) {
  for (std::size_t k = 0; k < m_turned.size(); ++k)
    if (const int i = m_mechanism.rotations()[k]; m_trees.islandOf(i) >= 0)
      m_turned[k] = RightJacobian(0.5 * h * m_v.segment<3>(i)).matrix();
}

/// Solves the linearised step for its impulses: v + Z (z − z₀), Z = ½ A⁻¹ P Cᵀ, A the factored matrix of
/// Newton's method. W is the symmetric part of C Z; the next iteration corrects the rest, of O(h).
bool LastingContacts::solveStep(double h) {
  const Eigen::Index m = m_C.rows();
  turnRotations(h);
  const auto half = [&](std::span<const int> tree, Eigen::VectorXd& x) {
    for (const int i : tree) x[i] *= 0.5;
    for (const int i : tree)
      if (const int turn = m_turnOf[static_cast<std::size_t>(i)]; turn >= 0)
        x.segment<3>(i) = m_turned[static_cast<std::size_t>(turn)] * Eigen::Vector3d(x.segment<3>(i));
    m_integrator.solveFactored(x, tree);
  };
  m_trees.invert(m_C, half, m_problem.W);
  for (Eigen::Index j = 0; j < m; ++j)
    for (Eigen::Index i = 0; i < j; ++i)
      m_problem.W(i, j) = m_problem.W(j, i) = 0.5 * (m_problem.W(i, j) + m_problem.W(j, i));
  m_problem.b = m_w;
  m_problem.b.noalias() -= m_problem.W * m_z;
  m_given = m_z;
  m_problem.noise = solvedPart * m_noise;
  m_problem.slack = std::min(contradiction / h, contradictionOfSize * m_problem.size);
  if (!isFound(m_isFocused ? m_focusSolver : m_solver)) return false;
  // In a short step an impulse may be too small to change a velocity, and yet do work on a contact that
  // opens.
  m_opening.noalias() = m_problem.b + m_problem.W * m_z;
  for (Eigen::Index n = 0, i = 0; n < m; n += m_block, ++i) {
    m_met[i] += m_opening[n] - m_w[n];
    if (m_opening[n] > m_noise && m_problem.W(n, n) * m_z[n] <= m_noise) m_z.segment(n, m_block).setZero();
  }
  m_push = 0;
  for (Eigen::Index i = 0; i < m; ++i)
    m_push = std::max(m_push, m_problem.W.col(i).cwiseAbs().dot(m_z.cwiseAbs()) / h);
  m_given = m_z - m_given;
  m_trees.addMotion(m_given, m_v);
  return true;
}

/// Whether impulses hold each other beyond mostCancelled: their terms of the contact velocities, over the
/// change of velocity that all impulses make together.
bool LastingContacts::isWedged(double h) {
  if (m_z.isZero(0)) return false;  // m_push is that of an earlier problem
  const double most = h * m_push;
  if (most <= mostCancelled * m_sizes.maxCoeff()) return false;
  m_free = 0.5 * m_pushed;
  m_mechanism.applyMovedTangent(m_v, 0.5 * h, m_free);
  m_integrator.solveFactored(m_free);
  m_C.multiply(m_free, m_opening);
  return !(most <= mostCancelled * m_opening.lpNorm<Eigen::Infinity>());  // also where they are no numbers
}

/// Computes v and z of the first part of a step in m_v and m_z.
StepStatus LastingContacts::findMotion(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t,
                                       double h) {
  constexpr int mostIterations = 60;
  constexpr double enough = 1e-8;  // Newton's method then leaves its square, 1e-16
  double change = 0, last = HUGE_VAL;
  bool refined = false;
  for (int iteration = 0; iteration < mostIterations; ++iteration) {
    m_mechanism.moved(q, m_v, 0.5 * h, m_qm);
    if (!m_isLinear || iteration == 0) {
      m_frames.place(m_qm);
      rows(m_frames, m_C);
    }
    m_integrator.residual(q, p, m_v, t, h, m_y);
    push(m_z);
    m_free = m_pushed;
    m_mechanism.applyMovedTangent(m_v, 0.5 * h, m_free);
    m_y -= 0.5 * m_free;
    if (!m_integrator.factorNewton(h)) return StepStatus::NotConverged;
    m_integrator.correct(m_y);
    if (!m_y.allFinite()) return StepStatus::NotConverged;
    m_free = m_v;
    m_v -= m_y;
    middleVelocities(q, h);
    const bool stalls = isPile() && iteration > 8 && !refined &&
                        m_y.lpNorm<Eigen::Infinity>() <= stalled * m_v.lpNorm<Eigen::Infinity>();
    const bool same = opposes(m_w, m_z, m_noise + (stalls ? stalled * m_problem.size : 0));
    if (stalls && same) {
      m_residual = std::max(m_residual, stalled);
      return isWedged(h) ? StepStatus::ContactsNotSolved : StepStatus::Done;
    }
    if (!same) {
      m_problem.keepsRough = m_residual > ContactSolver::acceptable && iteration > 8 && !refined &&
                             m_y.lpNorm<Eigen::Infinity>() <= stalled * m_v.lpNorm<Eigen::Infinity>();
      if (!solveStep(h)) return StepStatus::ContactsNotSolved;
      push(m_z);
    }
    const double scale = m_v.lpNorm<Eigen::Infinity>();
    change = (m_v - m_free).lpNorm<Eigen::Infinity>();
    // Impulses converge linearly; they end where the velocity changes by rounding.
    const double close =
        same ? enough : std::max(ContactSolver::tolerance, m_residual - ContactSolver::acceptable);
    if (change <= close * scale + m_noise)
      return isWedged(h) ? StepStatus::ContactsNotSolved : StepStatus::Done;
    refined = change < 0.5 * last;
    if (!refined && iteration > 8 && change <= settled * scale + 100 * m_noise)
      return isWedged(h) ? StepStatus::ContactsNotSolved : StepStatus::Done;
    // At rest, impulses that only hold each other may wander on; what they change moves nothing.
    if (!refined && iteration > 8 && scale <= slowest && change * h <= ulp * m_after.extent()) {
      m_residual = std::max(m_residual, ContactSolver::nearly);
      return isWedged(h) ? StepStatus::ContactsNotSolved : StepStatus::Done;
    }
    last = change;
  }
  return StepStatus::NotConverged;
}

/// noise: error of the velocity, from rounding and from the iterations.
void LastingContacts::Work::add(double impulse, double velocity, double noise) {
  done += impulse * velocity;
  rounding += std::abs(impulse) * noise;
}

/// The error of a contact velocity of a solved problem (m/s): rounding, the tolerance of the solver over the
/// size of the terms, and the last change of Newton's method.
double LastingContacts::velocityError() const {
  return m_noise + m_block * m_residual * m_problem.size + settled * m_v.lpNorm<Eigen::Infinity>();
}

bool LastingContacts::isLossy(const Work& work) const {
  return work.done <= work.rounding;
}

/// Adds the work of an impulse of a contact held (the index of the contact) to those of the step.
void LastingContacts::addWork(std::size_t contact, double impulse, double velocity, double noise) {
  m_work.add(impulse, velocity, noise);
  if (m_isJoined[contact]) m_impactLoss -= impulse * velocity;
}

/// Adds the work of the first part of a step. False where the work z·C v, which changes the energy, would add
/// energy by more than the error of a step, as at corners in which faces meet.
bool LastingContacts::stepWork(const Eigen::VectorXd& p) {
  const double error = velocityError();
  m_C.multiply(m_v, m_w);
  for (Eigen::Index n = 0, i = 0; n < m_z.size(); n += m_block, ++i) {
    addWork(static_cast<std::size_t>(i), m_z[n], m_met[i], error);
    for (Eigen::Index a = n + 1; a < n + m_block; ++a) m_work.add(m_z[a], m_w[a], error);
  }
  m_loss -= m_work.done;
  return m_z.dot(m_w) <= m_work.rounding + mostGain * std::abs(p.dot(m_v));
}

/// Takes the first part of a step: m_q1 and m_p1 from q and p.
StepStatus LastingContacts::findWay(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h) {
  const Eigen::Index m = m_block * static_cast<Eigen::Index>(m_contacts.size());
  gather(q, t, h);
  m_loss = m_impactLoss = 0;
  m_residual = ContactSolver::acceptable;
  m_z.resize(m);
  m_gaps.resize(static_cast<Eigen::Index>(m_contacts.size()));
  m_met.resize(m_gaps.size());
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    m_gaps[at] = brakeOf(m_mechanism, m_contacts[i]) ? 0 : m_after.gap(m_contacts[i], m_faces[i]);
    m_z.segment(m_block * at, m_block) = h * m_force.col(m_contacts[i]);
  }
  if (q == m_knownQ && p == m_knownP && m_contacts == m_knownContacts) {
    m_w1 = m_knownV;
    m_startW = m_knownW;
    m_problem.rests = m_knownRests;
  } else {
    m_integrator.velocity(q, p, m_w1);
    rows(m_after, m_C);
    m_C.multiply(m_w1, m_w);
    m_startW = m_w;
    m_problem.rests = slowIslands(slowest);
  }
  m_v = m_w1 + h * m_drift;
  if (const StepStatus status = findMotion(q, p, t, h); status != StepStatus::Done) return status;
  m_drift = -m_w1 / (2 * h);
  for (std::size_t i = 0; i < m_contacts.size(); ++i)
    m_force.col(m_contacts[i]) = m_z.segment(m_block * static_cast<Eigen::Index>(i), m_block) / h;
  m_work = {};
  if (!stepWork(p)) return StepStatus::GainsEnergy;
  stopRounding();
  m_q1 = q;
  m_p1 = p;
  m_integrator.arrive(m_q1, m_p1, m_v, t, h, &m_pushed);
  return StepStatus::Done;
}

/// Whether a step of length h from q and p is the last one again, which ended where it began.
bool LastingContacts::goesOnAt(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double h) const {
  constexpr double rounding = 1e-6;  // of lengths between times of a grid
  return std::abs(h - m_fixedStep) <= rounding * m_fixedStep && m_joined.empty() &&
         m_contacts == m_knownContacts && q == m_knownQ && p == m_knownP;
}

StepStatus LastingContacts::step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h) {
  if (goesOnAt(q, p, h)) {
    m_loss = m_impactLoss = 0;
    m_total.resize(0);
    return StepStatus::Done;
  }
  m_fixedStep = 0;
  if (const StepStatus status = findWay(q, p, t, h); status != StepStatus::Done) return status;
  m_total = m_z;
  if (const StepStatus status = stopAt(m_q1, m_p1, t, h); status != StepStatus::Done) return status;
  m_drift += m_v / (2 * h);
  if (m_q1 == q && m_p1 == p && m_v.isZero(0) && m_rubsThroughout && m_mechanism.forces().motors.empty())
    m_fixedStep = h;
  q.swap(m_q1);
  p.swap(m_p1);
  return StepStatus::Done;
}

std::vector<LastingContacts::SlipStop> LastingContacts::slipStops(double h) const {
  // Share of the change of velocities by the forces of the step below which a slip counts as 0: it would stop
  // in that share of the step.
  constexpr double slow = 1e-6;
  std::vector<SlipStop> stops;
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    const Eigen::Index n = m_block * static_cast<Eigen::Index>(i), d = m_block - 1;
    if (m_rim[i] == 0 || m_isJoined[i] || std::ranges::find(m_halts, m_contacts[i]) != m_halts.end() ||
        isCrowded(i))
      continue;
    const auto slip = m_startW.segment(n + 1, d);
    const auto B = m_force.col(m_contacts[i]).tail(d);
    const double speed = slip.norm();
    // One that the first part turns round has stopped, even if the second part, with its friction and that of
    // others, leaves it going on.
    const bool goesOn =
        m_knownW.segment(n + 1, d).dot(slip) > m_noise * speed && m_endW.segment(n + 1, d).dot(slip) > 0;
    if (speed <= slowest || speed <= slow * h * m_push || goesOn ||
        (!brakeOf(m_mechanism, m_contacts[i]) && m_after.gap(m_contacts[i], m_faces[i]) > closedGap))
      continue;
    SlipStop stop{m_contacts[i], Eigen::Vector3d::Zero(), 0.5 * h};
    stop.before.head(d) = slip;
    const double left = m_endW.segment(n + 1, d).dot(slip) / speed;
    if (B.dot(slip) < 0)
      stop.time = m_rim[i] == 1 && left < 0 ? h * speed / (speed - left)
                                            : std::min(0.5 * h * m_rim[i], speed / slowing(i, slip / speed));
    stops.push_back(stop);
  }
  std::ranges::stable_sort(stops, {}, &SlipStop::time);
  return stops;
}

/// The rate at which its own friction slows a contact that slips along a direction (m/s²), under the normal
/// force of the last step.
double LastingContacts::slowing(std::size_t i, const Eigen::VectorXd& direction) const {
  const auto at = static_cast<int>(i);
  Eigen::VectorXd along = Eigen::VectorXd::Zero(m_mechanism.dof());
  for (int a = 1; a < m_block; ++a)
    for (std::size_t j = 0; j < m_C.coordinates(at).size(); ++j)
      along[m_C.coordinates(at)[j]] += direction[a - 1] * m_C.row(at, a)[j];
  Eigen::VectorXd moved = along;
  m_integrator.solveMass(moved);
  const JointDamper* brake = brakeOf(m_mechanism, m_contacts[i]);
  const double most =
      brake ? brake->friction
            : m_mechanism.contacts()[static_cast<std::size_t>(m_contacts[i])].coefficients.friction *
                  m_force(0, m_contacts[i]);
  return most * along.dot(moved);
}

std::optional<double> LastingContacts::slipAfter(const SlipStop& stop) const {
  if (!holds(stop.contact)) return std::nullopt;
  const auto i =
      static_cast<std::size_t>(std::ranges::lower_bound(m_contacts, stop.contact) - m_contacts.begin());
  const Eigen::Index n = m_block * static_cast<Eigen::Index>(i), d = m_block - 1;
  const auto before = stop.before.head(d);
  if (m_rim[i] != 1 || m_force.col(stop.contact).tail(d).dot(before) >= 0) return std::nullopt;
  return m_endW.segment(n + 1, d).dot(before) / before.norm();
}

std::optional<LastingContacts::Forces> LastingContacts::forces(int contact, double h) const {
  // Of the change of velocities in the step, a velocity along the normal at its start that does not count;
  // and of the largest friction, what is left of it where a contact slides.
  constexpr double still = 1e-7, slides = 1e-9;
  if (!holds(contact) || m_total.size() != m_block * std::ssize(m_contacts)) return std::nullopt;
  const auto i = static_cast<std::size_t>(std::ranges::lower_bound(m_contacts, contact) - m_contacts.begin());
  const Eigen::Index n = m_block * static_cast<Eigen::Index>(i), d = m_block - 1;
  const JointDamper* brake = brakeOf(m_mechanism, contact);
  if (!m_rubsThroughout || isCrowded(i) || std::abs(m_startW[n]) > still * h * m_push + m_noise)
    return std::nullopt;
  Forces forces;
  forces.normal = m_total[n] / h;
  forces.friction.head(d) = m_total.segment(n + 1, d) / h;
  forces.bound =
      brake ? brake->friction
            : m_mechanism.contacts()[static_cast<std::size_t>(contact)].coefficients.friction * forces.normal;
  forces.sticks = m_rim[i] < 1 && forces.left(true) > slides * forces.bound;
  return forces;
}

StepStatus LastingContacts::travel(Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h) {
  const StepStatus status = findWay(q, p, t, h);
  if (status == StepStatus::Done) q.swap(m_q1);
  return status;
}

/// Of each island, whether all its contact velocities m_w are at most `most`.
std::vector<bool> LastingContacts::slowIslands(double most) const {
  std::vector<bool> slow(static_cast<std::size_t>(m_trees.islandCount()), true);
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    const auto w = m_w.segment(m_block * static_cast<Eigen::Index>(i), m_block);
    if (!(w.lpNorm<Eigen::Infinity>() <= most)) slow[static_cast<std::size_t>(m_trees.islands()[i])] = false;
  }
  return slow;
}

/// Stops the islands of which all velocities, of contacts and of coordinates, are rounding. The step then
/// keeps their q, and where all of q stays the next one reuses the factors of M(q). The bound for coordinates
/// is larger because of levers.
void LastingContacts::stopRounding() {
  const std::vector<bool> still = stillIslands(m_v);
  for (int i = 0; i < m_mechanism.dof(); ++i)
    if (const int island = m_trees.islandOf(i); island >= 0 && still[static_cast<std::size_t>(island)])
      m_v[i] = 0;
}

/// Of each island, whether its contact velocities m_w and its part of v are rounding.
std::vector<bool> LastingContacts::stillIslands(const Eigen::VectorXd& v) const {
  std::vector<bool> still = slowIslands(8 * m_noise);
  if (std::ranges::find(still, true) == still.end()) return still;
  for (int i = 0; i < m_mechanism.dof(); ++i)
    if (const int island = m_trees.islandOf(i); island >= 0 && std::abs(v[i]) > 64 * m_noise)
      still[static_cast<std::size_t>(island)] = false;
  return still;
}

/// The coordinates of single bodies that contacts which press and stick leave no motion: two in the plane,
/// three in space.
std::vector<bool> LastingContacts::heldCoordinates() const {
  std::vector<int> holding(m_mechanism.bodies().size(), 0);
  const std::size_t brakes = brakesFrom();
  for (std::size_t i = 0; i < brakes; ++i) {
    const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(m_contacts[i])];
    if (!(pair.coefficients.friction > 0 && m_force(0, m_contacts[i]) > 0 && m_rim[i] < 1)) continue;
    for (const int body : pair.body) ++holding[static_cast<std::size_t>(body)];
  }
  std::vector<bool> held(static_cast<std::size_t>(m_mechanism.dof()), false);
  const std::size_t most = m_block == 2 ? 3 : 6;
  const int enough = m_block == 2 ? 2 : 3;
  for (std::size_t body = 0; body < holding.size(); ++body)
    if (const auto& chain = m_mechanism.chain(static_cast<int>(body));
        holding[body] >= enough && chain.size() <= most)
      for (const int i : chain) held[static_cast<std::size_t>(i)] = true;
  for (std::size_t i = brakes; i < m_contacts.size(); ++i)
    for (const int coordinate : m_C.coordinates(static_cast<int>(i)))
      if (m_rim[i] < 1) held[static_cast<std::size_t>(coordinate)] = true;
  return held;
}

/// Takes the rounding of velocities from the islands that a step ends with at rest: p, and m_v and m_w. Only
/// where contacts hold all of an island: elsewhere a force that is small beside others moves it in time.
void LastingContacts::stopAtRest(Eigen::VectorXd& p) {
  std::vector<bool> still = stillIslands(m_v);
  if (std::ranges::find(still, true) == still.end()) return;
  const std::vector<bool> held = heldCoordinates();
  for (int i = 0; i < m_mechanism.dof(); ++i)
    if (const int island = m_trees.islandOf(i); island >= 0 && !held[static_cast<std::size_t>(i)])
      still[static_cast<std::size_t>(island)] = false;
  for (int i = 0; i < m_mechanism.dof(); ++i)
    if (const int island = m_trees.islandOf(i); island >= 0 && still[static_cast<std::size_t>(island)])
      p[i] = m_v[i] = 0;
  for (std::size_t i = 0; i < m_contacts.size(); ++i)
    if (still[static_cast<std::size_t>(m_trees.islands()[i])])
      m_w.segment(m_block * static_cast<Eigen::Index>(i), m_block).setZero();
}

/// Whether a contact whose rows begin at n slides after the first part of a step as in it: its friction B is
/// on the rim of the disc and opposes the slip. `radius`: of the disc (N·s).
bool LastingContacts::slidesOn(Eigen::Index n, double radius) const {
  const auto B = m_z.segment(n + 1, m_block - 1), slip = m_w.segment(n + 1, m_block - 1);
  return isOnRim(n, radius) && slip.dot(B) < 0 && slip.norm() > m_noise;
}

bool LastingContacts::isOnRim(Eigen::Index n, double radius) const {
  return radius > 0 && m_z.segment(n + 1, m_block - 1).norm() >= radius * (1 - ContactSolver::acceptable);
}

/// Whether a contact held halts at the end of a step of length h.
bool LastingContacts::haltsAt(std::size_t i, double time, double h) const {
  constexpr double rounding = 1e-9;
  return std::abs(time - m_haltTime) <= rounding * h &&
         std::ranges::find(m_halts, m_contacts[i]) != m_halts.end();
}

/// Prepares the problem of the second part of a step: any friction within the disc of the first part, whose z
/// it starts from. A contact that slides on keeps the friction of the first part, which opposes the mean
/// slip: to turn it to the slip at the end would be an error of O(h). Its impulse Λ′ has friction of its own:
/// it is O(h²) in every step of a body that turns, which sums to O(h). In space it has none: corners that
/// slide to the end of an edge then overlapped by 10⁻⁷ m in one of 140 drops of boxes. Where all velocities
/// of an island are rounding, normal impulses may also be reduced, because impulses that only push would
/// leave a box rocking endlessly from corner to corner. So may those of contacts that have joined, which rest
/// after the step and have the friction of both parts, in space where their normal cannot jump: the first
/// part leaves them with some of the velocity that they came with reversed. So may those of a few contacts
/// with friction: the first part leaves them closing or opening by O(h²), and the state would have a kink
/// where the one turns into the other. time: at the end of the step.
void LastingContacts::prepareStop(double time, double h) {
  const std::vector<bool> stillIslands = slowIslands(8 * m_noise);
  m_rim.resize(m_contacts.size());
  for (Eigen::Index n = 0, i = 0; n < m_z.size(); n += m_block, ++i) {
    const auto index = static_cast<std::size_t>(i);
    const bool still = stillIslands[static_cast<std::size_t>(m_trees.islands()[index])];
    const JointDamper* brake = brakeOf(m_mechanism, m_contacts[index]);
    if (!brake && m_after.gap(m_contacts[index], m_faces[index]) > closedGap) {  // open contacts take no part
      m_C.setZero(static_cast<int>(i));
      m_w.segment(n, m_block).setZero();
      m_z.segment(n, m_block).setZero();
    }
    m_problem.radius[index] = brake ? h * brake->friction : m_problem.friction[index] * m_z[n];
    m_rim[index] = isOnRim(n, m_problem.radius[index]) ? 1
                   : m_problem.radius[index] > 0
                       ? m_z.segment(n + 1, m_block - 1).norm() / m_problem.radius[index]
                       : 0;
    if (m_contacts[index] == m_sliding) {
      m_problem.radius[index] = m_problem.friction[index] = 0;
      m_z.segment(n + 1, m_block - 1).setZero();
      m_z[n] = 0;
      continue;
    }
    const bool crosses = std::ranges::find(m_crossing, m_contacts[index]) != m_crossing.end(),
               slides =
                   !still && (crosses || (slidesOn(n, m_problem.radius[index]) && !haltsAt(index, time, h))),
               mayPull =
                   !brake &&
                   ((slides && m_rubsThroughout) || (m_problem.radius[index] > 0 && m_rim[index] < 1)) &&
                   !isCrowded(index);
    if (slides) {
      m_problem.radius[index] = 0;
      const bool rubsOn =
          m_isJoined[index] &&
          (m_mechanism.isPlanar() ||
           hasSmoothGap(m_mechanism, m_mechanism.contacts()[static_cast<std::size_t>(m_contacts[index])]));
      if (!m_mechanism.isPlanar() && !rubsOn) m_problem.friction[index] = 0;
      if (!rubsOn && !(mayPull && m_mechanism.isPlanar())) m_z.segment(n + 1, m_block - 1).setZero();
    } else {
      m_problem.friction[index] = 0;
      if (!m_mechanism.isPlanar() && !brake && haltsAt(index, time, h)) m_problem.radius[index] *= acrossHalt;
    }
    if (!still && !m_isJoined[index] && !mayPull) m_z[n] = 0;
  }
}

/// Stores the end of a step with its velocities, from which the next step starts.
void LastingContacts::know(const Eigen::VectorXd& q, const Eigen::VectorXd& p) {
  m_knownQ = q;
  m_knownP = p;
  m_knownV = m_v;
  m_knownContacts = m_contacts;
  m_knownW = m_w;
  m_knownRests = slowIslands(slowest);
}

StepStatus LastingContacts::slide(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h,
                                  int contact) {
  if (const StepStatus status = findWay(q, p, t, h); status != StepStatus::Done) return status;
  // In space the second part stops the slip across, too.
  const bool hasSecond = m_mechanism.isPlanar() || brakeOf(m_mechanism, contact);
  if (hasSecond) m_sliding = contact;
  beginStop(m_q1, m_p1, t, h);
  m_sliding = -1;
  if (!hasSecond || opposes(m_w, m_z, stoppedPart * m_noise)) return StepStatus::Done;
  if (!findStop()) return StepStatus::ContactsNotSolved;
  m_C.multiply(m_v, m_endW);
  return StepStatus::Done;
}

/// The islands of the contacts gathered that a contact touches; −1 where there is none.
std::array<int, 2> LastingContacts::islandsAt(int contact) const {
  std::array<int, 2> islands{-1, -1};
  if (const JointDamper* brake = brakeOf(m_mechanism, contact)) {
    islands[0] = m_trees.islandOf(brake->coordinate);
    return islands;
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const int body = m_mechanism.contacts()[static_cast<std::size_t>(contact)].body[side];
    if (!m_mechanism.isFixed(body)) islands[side] = m_trees.islandOf(m_mechanism.chain(body)[0]);
  }
  return islands;
}

std::size_t LastingContacts::actsOn(int contact) {
  if (m_contacts.empty()) return 0;
  m_trees.gather(m_contacts);
  const std::array<int, 2> islands = islandsAt(contact);
  return static_cast<std::size_t>(std::ranges::count_if(
      m_trees.islands(), [&](int island) { return std::ranges::find(islands, island) != islands.end(); }));
}

std::vector<int> LastingContacts::struck(std::vector<int> closed, const std::vector<int>& also) {
  m_struck.gather(closed);
  const std::vector<int>& islands = m_struck.islands();
  std::vector<bool> hit(static_cast<std::size_t>(m_struck.islandCount()), false);
  for (std::size_t i = 0; i < closed.size(); ++i)
    if (!holds(closed[i]) || std::ranges::find(also, closed[i]) != also.end())
      hit[static_cast<std::size_t>(islands[i])] = true;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < closed.size(); ++i)
    if (hit[static_cast<std::size_t>(islands[i])]) closed[kept++] = closed[i];
  closed.resize(kept);
  return closed;
}

LastingContacts::Focus::Focus(LastingContacts& contacts, std::span<const int> of)
    : m_of(contacts), m_all(contacts.m_contacts) {
  if (m_all.empty()) return;
  ContactTrees& trees = m_of.m_trees;
  trees.gather(m_all);
  std::vector<int> islands;
  for (const int contact : of)
    for (const int island : m_of.islandsAt(contact)) islands.push_back(island);
  m_of.m_contacts.clear();
  for (std::size_t i = 0; i < m_all.size(); ++i)
    if (std::ranges::find(islands, trees.islands()[i]) != islands.end()) m_of.m_contacts.push_back(m_all[i]);
  m_of.m_isFocused = m_of.m_contacts.size() < m_all.size();
  if (m_of.m_isFocused) m_of.m_focusSolver.forget();
}

LastingContacts::Focus::~Focus() {
  m_of.m_contacts = std::move(m_all);
  m_of.m_isFocused = false;
}

/// Computes the velocities after the first part of a step, at q and p, and prepares the second.
void LastingContacts::beginStop(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h) {
  m_after.place(q);
  rows(m_after, m_C);
  m_integrator.velocity(q, p, m_v);
  m_C.multiply(m_v, m_w);
  m_problem.size = std::max(summed(h), m_problem.size);
  m_noise = std::max(ulp * m_problem.size, m_noise);
  m_endW = m_w;
  prepareStop(t + h, h);
}

/// Finds the impulses of the second part of a step, m_given, and the velocities m_v after them.
bool LastingContacts::findStop() {
  m_problem.rests.clear();
  m_trees.invert(
      m_C, [this](std::span<const int> tree, Eigen::VectorXd& x) { m_integrator.solveMass(x, tree); },
      m_problem.W);
  m_problem.b = m_w;
  m_problem.b.noalias() -= m_problem.W * m_z;
  m_given = m_z;
  m_problem.noise = solvedPart * m_noise;
  m_problem.slack = 0;
  m_problem.keepsRough = false;
  if (!isFound(m_isFocused ? m_focusSolver : m_stopSolver)) return false;
  m_given = m_z - m_given;
  m_trees.addMotion(m_given, m_v);
  return true;
}

/// Finds the contacts whose slip in space stops along itself at a time, and whose friction does not stop it
/// across: these slide on. False where there is none.
bool LastingContacts::findCrossing(double time, double h) {
  m_C.multiply(m_v, m_w1);
  for (std::size_t i = 0; i < brakesFrom(); ++i) {
    const Eigen::Index n = m_block * static_cast<Eigen::Index>(i), d = m_block - 1;
    if (haltsAt(i, time, h) && isOnRim(n, m_problem.radius[i]) && m_w1.segment(n + 1, d).norm() > m_noise)
      m_crossing.push_back(m_contacts[i]);
  }
  return !m_crossing.empty();
}

/// Takes the second part of a step: impulses at q after those of m_z.
StepStatus LastingContacts::stopAt(const Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h) {
  const bool mayCross = !m_mechanism.isPlanar() && !m_halts.empty();
  const Eigen::VectorXd z = mayCross ? m_z : Eigen::VectorXd();
  const std::vector<double> friction = mayCross ? m_problem.friction : std::vector<double>();
  beginStop(q, p, t, h);
  if (opposes(m_w, m_z, stoppedPart * m_noise)) {
    m_stopped = false;
    if (h > 0) stopAtRest(p);
    know(q, p);
    return isLossy(m_work) ? StepStatus::Done : StepStatus::GainsEnergy;
  }
  const Eigen::Index m = m_C.rows();
  if (!findStop()) return StepStatus::ContactsNotSolved;
  if (mayCross && findCrossing(t + h, h)) {
    m_z = z;
    m_problem.friction = friction;
    beginStop(q, p, t, h);
    m_crossing.clear();
    if (!findStop()) return StepStatus::ContactsNotSolved;
  }
  m_C.multiply(m_v, m_w1);
  m_w1 += m_w;
  m_w1 *= 0.5;
  const double error = velocityError();
  double done = 0;
  for (Eigen::Index k = 0; k < m; ++k) {
    if (k % m_block == 0)
      addWork(static_cast<std::size_t>(k / m_block), m_given[k], m_w1[k], error);
    else
      m_work.add(m_given[k], m_w1[k], error);
    done += m_given[k] * m_w1[k];
  }
  m_loss -= done;
  if (!isLossy(m_work)) return StepStatus::GainsEnergy;
  m_C.addTransposed(m_given, p);
  m_integrator.project(q, p);
  if (h > 0) m_total += m_given;
  // After two stops in a row the impulses of the stop correct those of the first part, where they are below
  // 1e-9 of them.
  if (h > 0 && std::exchange(m_stopped, true) &&
      m_given.lpNorm<Eigen::Infinity>() <= 1e-9 * h * m_force.lpNorm<Eigen::Infinity>())
    for (std::size_t i = 0; i < m_contacts.size(); ++i)
      m_force.col(m_contacts[i]) += m_given.segment(m_block * static_cast<Eigen::Index>(i), m_block) / h;
  m_C.multiply(m_v, m_w);
  if (h > 0) stopAtRest(p);
  know(q, p);
  return StepStatus::Done;
}

StepStatus LastingContacts::settle(const Eigen::VectorXd& q, Eigen::VectorXd& p) {
  m_loss = m_impactLoss = 0;
  m_residual = ContactSolver::acceptable;
  if (m_contacts.empty()) return StepStatus::Done;
  m_work = {};
  gather(q, 0, 0);
  m_z.setZero(m_block * static_cast<Eigen::Index>(m_contacts.size()));
  m_noise = m_problem.size = 0;
  return stopAt(q, p, 0, 0);
}

}  // namespace carom
