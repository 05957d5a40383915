#include "mechanics/variation/contact_step_variation.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/central_slope.h"
#include "base/rotation.h"
#include "mechanics/contact/contact_slopes.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/joint_brakes.h"
#include "mechanics/motion/lasting_contacts.h"
#include "mechanics/motion/stepped_flight.h"
#include "mechanics/variation/meeting_slopes.h"

namespace carom {

Eigen::VectorXd coordinateSteps(const Mechanism& mechanism, const std::vector<int>& contacts,
                                const Eigen::VectorXd& q) {
  Eigen::VectorXd steps = Eigen::VectorXd::Constant(q.size(), slopeShare);
  for (const int contact : contacts) {
    const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
    if (pair.limit) continue;
    const double size = sizeOf(mechanism, pair);
    const Eigen::Vector3d point = mechanism.contactPoint(contact, q);
    for (const int body : pair.body) {
      const Eigen::RowVectorXd moved = mechanism.pointJacobian(body, q, point).colwise().norm();
      for (Eigen::Index i = 0; i < q.size(); ++i)
        if (moved[i] > 0) steps[i] = std::min(steps[i], slopeShare * size / moved[i]);
    }
  }
  return steps;
}

ContactStepVariation::ContactStepVariation(const Mechanism& mechanism, MidpointIntegrator& integrator,
                                           const RunLaw& law, ParameterSlope* parameter)
    : m_mechanism(mechanism),
      m_integrator(integrator),
      m_law(law),
      m_slopes(mechanism, integrator),
      m_loops(mechanism),
      m_isPlanar(mechanism.isPlanar()),
      m_block(m_isPlanar ? 2 : 3),
      m_middle(mechanism),
      m_ends{ContactFrames(mechanism), ContactFrames(mechanism)},
      m_parameter(parameter) {
  if (!parameter) return;
  for (const ParameterSlope::Beside& beside : parameter->beside()) {
    m_beside.emplace_back(*beside.mechanism);
    m_loopsBeside.emplace_back(*beside.mechanism);
  }
}

/// The contacts that are closed from the start of a step to its end, or settle in it: `all` of them, or those
/// of the step before.
void ContactStepVariation::findContacts(const State& to, bool all) {
  m_contacts.clear();
  const auto look = [&](int i) {
    const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(i)];
    const auto settling = std::ranges::find(m_settlings, i, &Settling::contact);
    const bool settles = settling != m_settlings.end();
    if ((!settles && before().gap(i) > closedGap) || std::abs(after().gap(i)) > closedGap) return;
    if (!pair.limit && after().separation(i, 0).covered) return;
    Contact& contact = m_contacts.emplace_back();
    contact.index = i;
    contact.face = before().face(i);
    if (settles) contact.settling = &*settling;
    setShare(contact);
    contact.friction = contact.share * pair.coefficients.friction;
  };
  for (const int i : all ? nearContacts(m_mechanism, to.q) : m_lasting) look(i);
  const std::vector<JointDamper>& dampers = m_mechanism.forces().dampers;
  for (std::size_t i = 0; i < dampers.size(); ++i)
    if (dampers[i].friction > 0) {
      Contact& joint = m_contacts.emplace_back();
      joint.index = brakeNumber(m_mechanism, i);
      joint.brake = &dampers[i];
    }
}

double ContactStepVariation::braked(const Contact& contact, Eigen::Index row) const {
  if (!contact.brake || contact.sticks) return 0;
  return std::copysign(contact.brake->friction * m_h, -m_first.w[row + 1]);
}

/// The share of the impulse of a contact that has friction in the step, see LastingContacts::frictionShare.
void ContactStepVariation::setShare(Contact& contact) const {
  if (contact.settling) {
    contact.share = contact.settling->share;
  } else if (const auto rests = m_rests.find(contact.index); rests != m_rests.end() && rests->second > m_t) {
    contact.share = std::clamp((m_t + m_h - rests->second) / m_h, 0.0, 1.0);
  }
}

/// The step that found a contact which settles in it, without that contact.
bool ContactStepVariation::trialStep(const State& from, const Settling& settling, State& to, FlowMap& map) {
  const std::span<const Settling> joined =
      m_settlings.first(std::min(settling.after, static_cast<std::size_t>(&settling - m_settlings.data())));
  to = from;
  to.time = from.time + settling.length;
  LastingContacts lasting(m_mechanism, m_integrator);
  for (const Contact& contact : m_contacts)
    if (!contact.settling) lasting.hold(contact.index);  // joints with friction, too
  for (const Settling& one : joined) lasting.join({one.contact, one.share, one.rests});
  if (lasting.empty()) {
    StepVariation flow(m_mechanism);
    if (flow.step(to.q, to.p, from.time, settling.length, map) != StepStatus::Done) return false;
    return !m_parameter || addParameter(*m_parameter, m_mechanism, from, to, map);
  }
  if (lasting.step(to.q, to.p, from.time, settling.length) != StepStatus::Done) return false;
  ContactStepVariation trial(m_mechanism, m_integrator, m_law, m_parameter);
  trial.m_rests = m_rests;
  return trial.step(from, to, map, StepVariation::Ends::Moving, joined);
}

/// How the friction of a contact that settles in the step from a state depends on that: by differences of its
/// meeting.
bool ContactStepVariation::meetingSlope(const State& from, const Settling& settling, ShareSlope& share,
                                        RestTime& rests) {
  if (settling.after == SteppedFlight::joinsAtStart) return false;
  State to;
  FlowMap map;
  if (!trialStep(from, settling, to, map)) return false;
  const auto slopes = meetingSlopes({m_mechanism, m_integrator, m_law, m_parameter, from, to, map, settling});
  if (!slopes) return false;
  const Eigen::MatrixXd& by = *slopes;
  const Eigen::Index n = from.q.size();
  share.byState = by.row(0).head(2 * n);
  share.byStart = by(0, 2 * n);
  share.byParameter = by(0, 2 * n + 1);
  rests = {settling.contact, by.row(1).head(2 * n), 1 + by(1, 2 * n), by(1, 2 * n + 1)};
  return true;
}

/// The shares of contacts that slide and whose friction begins within the step, and the times of that.
bool ContactStepVariation::findShareSlopes(const State& from, const State& to, FlowMap& map) {
  m_shares.clear();
  map.rests.clear();
  const double end = m_t + m_h;
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    const Contact& contact = m_contacts[i];
    if (contact.friction == 0 && contact.share == 1) continue;
    const bool slides = contact.presses && !contact.sticks;
    ShareSlope share{.contact = static_cast<int>(i)};
    if (contact.settling) {
      m_rests[contact.index] = contact.settling->rests;
      const bool matters = slides && contact.share > 0 && contact.share < 1;
      if (!matters && contact.settling->rests <= end) continue;
      RestTime rests;
      if (!meetingSlope(from, *contact.settling, share, rests))
        return fails("a contact that settles with friction in a step that cannot be moved");
      if (contact.settling->rests > end) map.rests.push_back(rests);
      if (matters) m_shares.push_back(share);
    } else if (slides && contact.share > 0 && contact.share < 1) {
      share.byRest = -1 / m_h;
      share.byStart = 1 / m_h;
      share.byLength = (1 - contact.share) / m_h;
      m_shares.push_back(share);
    }
  }
  if (std::ranges::any_of(m_contacts, [](const Contact& one) { return one.settling; }))
    m_integrator.velocity(to.q, to.p);  // factors M(q₁) again
  return true;
}

/// The momentum that the friction of a contact that slides has in a part, by its share (n).
Eigen::VectorXd ContactStepVariation::rubbed(const Part& part, std::size_t contact) const {
  const Eigen::Index row = static_cast<Eigen::Index>(contact) * m_block;
  const auto slip = part.w.segment(row + 1, m_block - 1);
  const Contact& one = m_contacts[contact];
  const double speed = slip.norm();
  if (speed == 0) return Eigen::VectorXd::Zero(part.C.cols());
  return -one.friction / one.share * part.z[row] / speed *
         (part.C.middleRows(row + 1, m_block - 1).transpose() * slip);
}

/// Replaces the conditions of the tangents of a contact in the second part, which are changes of its slip so
/// far, by those of its friction of both parts, B + B′ = −μ (Λ + Λ′) ŝ₁ with the slip ŝ₁ at the end and
/// B = −μ Λ ŝ.
void ContactStepVariation::redirect(std::size_t contact, Eigen::Index given, Eigen::Index times) {
  const Eigen::Index n = m_v.size(), k = std::ssize(m_first.rows), d = m_block - 1, all = m_all.cols(),
                     row = static_cast<Eigen::Index>(contact) * m_block;
  const auto at = [&](const Part& part, Eigen::Index of) {
    return std::ranges::find(part.rows, static_cast<int>(of)) - part.rows.begin();
  };
  const Eigen::Index first = n + k + at(m_second, row + 1), normal = n + at(m_first, row);
  const double mu = m_contacts[contact].friction, before = m_first.z[row], sum = before + m_second.z[row];
  const Eigen::VectorXd slip = m_first.w.segment(row + 1, d), left = m_second.w.segment(row + 1, d);
  const Eigen::VectorXd along = slip.normalized(), end = left.normalized();
  const auto across = [d](const Eigen::VectorXd& direction) -> Eigen::MatrixXd {
    return Eigen::MatrixXd::Identity(d, d) - direction * direction.transpose();
  };
  Eigen::MatrixXd slips = m_first.byVelocity.middleRows(row + 1, d) * m_dqm;
  slips.leftCols(n) += m_first.C.middleRows(row + 1, d);
  if (m_parameter) slips.col(all - times - 1) += m_by.w.segment(row + 1, d);
  Eigen::MatrixXd friction = mu * sum / left.norm() * across(end) * m_all.middleRows(first, d);
  friction -= mu * before / slip.norm() * across(along) * slips;
  friction.middleCols(first, d).diagonal().array() += 1;
  friction.col(normal) += mu * (end - along);
  if (m_contacts[contact].stops) friction.col(n + k + at(m_second, row)) += mu * end;
  for (const ShareSlope& share : m_shares) {
    if (share.contact != static_cast<int>(contact)) continue;
    const Eigen::VectorXd byShare = mu / m_contacts[contact].share * (sum * end - before * along);
    friction.middleCols(given, 2 * n) += byShare * share.byState;
    if (times > 0) friction.col(all - 2) += share.byStart * byShare;
    if (m_parameter) friction.col(all - times - 1) += share.byParameter * byShare;
  }
  if (m_parameter)
    friction.col(all - times - 1) +=
        m_by.friction[static_cast<Eigen::Index>(contact)] * (sum * end - before * along);
  // In the unit of the other conditions, before these are divided by the sizes of their rows.
  const Eigen::VectorXd norms = m_second.norms.segment(first - n - k, d);
  m_all.middleRows(first, d) = norms.cwiseAbs2().asDiagonal() * friction;
}

/// C of the contacts.
void ContactStepVariation::setRows(Part& part, const ContactFrames& frames) {
  const Eigen::Index m = m_block * static_cast<Eigen::Index>(m_contacts.size());
  std::vector<int> indices;
  part.C.setZero(m, m_mechanism.dof());
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    const Contact& contact = m_contacts[i];
    if (contact.brake)  // behind all contacts
      part.C(static_cast<Eigen::Index>(i) * m_block + 1, contact.brake->coordinate) = 1;
    else
      indices.push_back(contact.index);
  }
  frames.layOut(indices, m_block, m_rows);
  for (int i = 0; i < m_rows.contacts(); ++i) {
    const Contact& contact = m_contacts[static_cast<std::size_t>(i)];
    frames.rows(contact.index, contact.face, m_rows, i);
    const std::span<const int> at = m_rows.coordinates(i);
    for (int a = 0; a < m_block; ++a)
      for (std::size_t j = 0; j < at.size(); ++j) part.C(i * m_block + a, at[j]) = m_rows.row(i, a)[j];
  }
}

/// The impulses of a part that its modes leave free, with the momenta that they make.
void ContactStepVariation::chooseColumns(Part& part, bool isFirst) {
  part.rows.clear();
  part.columns.resize(part.C.cols(), part.C.rows() + part.loops.cols());
  const auto take = [&](Eigen::Index row) -> auto{
    part.columns.col(std::ssize(part.rows)) = part.C.row(row).transpose();
    part.rows.push_back(static_cast<int>(row));
    return part.columns.col(std::ssize(part.rows) - 1);
  };
  Eigen::Index row = 0;
  for (const Contact& contact : m_contacts) {
    const auto tangents = part.C.middleRows(row + 1, m_block - 1);
    if (contact.brake) {
      if (isFirst ? contact.sticks : contact.stopsSlip && !contact.halts) take(row + 1);
      row += m_block;
      continue;
    }
    if (isFirst ? contact.presses : contact.stops) {
      auto column = take(row);
      const Eigen::VectorXd slip = part.w.segment(row + 1, m_block - 1);
      const double speed = slip.norm();
      if (rubs(contact, isFirst) && speed > 0)
        column -= contact.friction / speed * (tangents.transpose() * slip);
    }
    if (isFirst ? contact.presses && contact.sticks
                : (contact.stopsSlip && !contact.halts) || contact.redirects)
      for (int a = 1; a < m_block; ++a) take(row + a);
    row += m_block;
  }
  part.columns.conservativeResize(Eigen::NoChange, std::ssize(part.rows) + part.loops.cols());
  part.columns.rightCols(part.loops.cols()) = part.loops;
  part.norms = (m_masses.cwiseInverse().asDiagonal() * part.columns).colwise().norm();
  part.norms = (part.norms.array() > 0).select(part.norms, 1);  // a limit has no tangents
}

/// The free impulses x of a part with columns·x = pushed: those of least size where they are not unique. By
/// Gram and Schmidt's method, and where columns depend on each other by an orthogonal decomposition.
/// m_isUnique tells of each whether the others leave it unique.
void ContactStepVariation::findImpulses(const Part& part, const Eigen::VectorXd& pushed, Eigen::VectorXd& x) {
  constexpr double dependent = 1e-7;  // of the unit length of a column, what the others leave
  const Eigen::Index k = part.columns.cols();
  x.resize(k);
  m_isUnique.assign(static_cast<std::size_t>(k), true);
  m_columns = m_masses.cwiseInverse().asDiagonal() * part.columns * part.norms.cwiseInverse().asDiagonal();
  m_pushed = pushed.cwiseQuotient(m_masses);
  m_orthogonal = m_columns;
  m_left = m_pushed;
  m_triangle.setZero(k, k);
  for (Eigen::Index i = 0; i < k; ++i) {
    auto q = m_orthogonal.col(i);
    const double norm = m_triangle(i, i) = q.norm();
    if (!(norm > dependent)) {
      Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
      solver.setThreshold(dependent);
      solver.compute(m_columns);
      x = solver.solve(m_pushed).cwiseQuotient(part.norms);
      if (solver.rank() == k) return;
      // A unit impulse that the columns determine is kept by the projection on their rows.
      const Eigen::MatrixXd kept = solver.pseudoInverse() * m_columns;
      for (Eigen::Index j = 0; j < k; ++j)
        m_isUnique[static_cast<std::size_t>(j)] = 1 - kept(j, j) <= dependent;
      return;
    }
    q /= norm;
    for (Eigen::Index j = i + 1; j < k; ++j) {
      m_triangle(i, j) = q.dot(m_orthogonal.col(j));
      m_orthogonal.col(j) -= m_triangle(i, j) * q;
    }
    x[i] = q.dot(m_left);
    m_left -= x[i] * q;
  }
  for (Eigen::Index i = k; i-- > 0;) {
    for (Eigen::Index j = i + 1; j < k; ++j) x[i] -= m_triangle(i, j) * x[j];
    x[i] /= m_triangle(i, i);
  }
  x = x.cwiseQuotient(part.norms).eval();
}

/// The impulses z of a part, with the multipliers of its loops, that make the momentum `pushed`. False where
/// those of contacts that rub are not unique.
bool ContactStepVariation::setImpulses(Part& part, bool isFirst, const Eigen::VectorXd& pushed) {
  part.z.setZero(part.C.rows());
  bool isUnique = true;
  Eigen::VectorXd rest = pushed;
  for (std::size_t i = 0; i < m_contacts.size() && isFirst; ++i) {
    const Eigen::Index row = static_cast<Eigen::Index>(i) * m_block;
    const double impulse = braked(m_contacts[i], row);
    part.z[row + 1] = impulse;
    if (impulse != 0) rest -= impulse * part.C.row(row + 1).transpose();
  }
  findImpulses(part, rest, m_free);
  part.loopZ = m_free.tail(part.loops.cols());
  for (std::size_t i = 0; i < part.rows.size(); ++i) {
    const int row = part.rows[i];
    const Contact& contact = m_contacts[static_cast<std::size_t>(row / m_block)];
    part.z[row] = m_free[static_cast<Eigen::Index>(i)];
    if (row % m_block > 0 || !rubs(contact, isFirst)) continue;
    isUnique = isUnique && m_isUnique[i];
    const auto slip = part.w.segment(row + 1, m_block - 1);
    const double speed = slip.norm();
    if (speed > 0) part.z.segment(row + 1, m_block - 1) -= contact.friction * part.z[row] / speed * slip;
  }
  return isUnique;
}

/// Places the loops at the ends of a step, and their columns of the second part.
void ContactStepVariation::placeLoops(const State& from, const State& to) {
  const Eigen::Index n = from.q.size();
  m_first.loops.resize(n, m_loops.count());
  m_second.loops.resize(n, m_loops.count());
  if (m_loops.empty()) return;
  m_slopes.setMotion(m_v, m_h);
  m_loops.place(m_startLoops, from.q);
  m_loops.place(m_endLoops, to.q);
  m_second.loops = m_endLoops.rows.transpose();
  m_endMass.compute(m_mechanism.massMatrix(to.q));
}

void ContactStepVariation::solveMass(Eigen::VectorXd& x) {
  if (m_loops.empty())
    m_integrator.solveMass(x);
  else
    m_endMass.solveInPlace(x);
}

/// The multipliers of loops at q₁ before the second part, which lead to the velocity w there: l.
Eigen::VectorXd ContactStepVariation::multipliersBefore(const State& to, const Eigen::VectorXd& w) const {
  return m_second.loops.completeOrthogonalDecomposition().solve(m_mechanism.massMatrix(to.q) * w - m_p1);
}

/// Adds the multipliers of loops at the end of the step, or before its second part, to changes of the
/// momentum there: linear functions as m_dq1.
void ContactStepVariation::closeLoops(const State& to, bool isBefore, Eigen::Index times,
                                      Eigen::MatrixXd& dp) {
  if (m_loops.empty()) return;
  const Eigen::VectorXd& w = isBefore ? m_reached : m_w1;
  m_loops.derive(m_endLoops, to.q, isBefore ? multipliersBefore(to, w) : m_second.loopZ, w);
  dp.noalias() += m_endLoops.byImpulse * m_dq1;
  Eigen::MatrixXd carried = m_slopes.momentumSlope(to.q, w) * m_dq1, turned = m_endLoops.byVelocity * m_dq1;
  if (m_parameter) {
    const Eigen::Index theta = dp.cols() - times - 1;
    dp.col(theta) += isBefore ? m_by.loopPushBefore : m_by.loopPush;
    carried.col(theta) += isBefore ? m_by.momentumBefore : m_by.momentum;
    turned.col(theta) += isBefore ? m_by.loopSpeedsBefore : m_by.loopSpeeds;
  }
  LoopSlopes::close(m_endLoops, m_endMass, carried, turned, dp);
}

/// The contacts of a step and their impulses, from its two ends.
bool ContactStepVariation::describe(const State& from, const State& to) {
  // Velocities and impulses below these are 0: shares of the largest.
  constexpr double still = 1e-8, stopped = 1e-11, rounding = 1e-6;
  constexpr double ofTime = 1e-7;  // of the slip in the middle, what the time of a stop leaves of it
  if (m_contacts.empty()) return fails("a step that no contact explains");
  const Eigen::Index n = from.q.size();
  setRows(m_first, m_middle);
  setRows(m_second, after());
  placeLoops(from, to);
  const bool turns = !m_mechanism.rotations().empty();
  // The impulse Cᵀz at the middle: half of it acts on the first equation, turned in space.
  m_integrator.treeResidual(from.q, from.p, m_v, m_t, m_h, m_missing);
  const auto atMiddle = [&](Eigen::MatrixXd rows) {
    rows *= 2;
    for (const int i : m_mechanism.rotations())
      rows.middleRows<3>(i) =
          (RightJacobian(0.5 * m_h * m_v.segment<3>(i)).matrix().inverse() * rows.middleRows<3>(i)).eval();
    return rows;
  };
  const Eigen::VectorXd given = atMiddle(m_missing);
  if (!m_loops.empty()) m_first.loops = atMiddle(m_slopes.turned(m_startLoops.rows.transpose(), 1));
  m_first.w = m_first.C * m_v;
  m_second.w = m_second.C * m_w1;
  m_size = std::max(from.p.cwiseQuotient(m_masses).norm(), m_missing.cwiseQuotient(m_masses).norm());
  // Velocities of the contacts, and what the step changes of them: bodies at rest have the latter only.
  const double changes = (m_first.C * m_masses.cwiseInverse().asDiagonal()).rowwise().norm().maxCoeff() *
                         given.cwiseQuotient(m_masses).norm();
  const double speed = std::max((m_first.C.cwiseAbs() * m_v.cwiseAbs()).maxCoeff(), changes);
  Eigen::Index row = 0;
  for (Contact& contact : m_contacts) {
    const bool hasFriction = contact.friction > 0 || contact.brake;
    const double slip = m_first.w.segment(row + 1, m_block - 1).norm();
    contact.presses = true;
    contact.stops = !contact.brake && std::abs(m_second.w[row]) <= stopped * speed;
    contact.stopsSlip = hasFriction && m_second.w.segment(row + 1, m_block - 1).norm() <= stopped * speed;
    contact.sticks = hasFriction && slip <= still * speed;
    contact.halts = hasFriction && slipsAlongOne(contact) && !contact.sticks && !contact.settling &&
                    m_second.w.segment(row + 1, m_block - 1).norm() <= ofTime * slip;
    row += m_block;
  }
  // The impulses, with the directions that the modes give them; once more without those that do not press.
  for (bool isLast = false; !isLast;) {
    chooseColumns(m_first, true);
    const bool isUnique = setImpulses(m_first, true, given);
    isLast = true;
    row = 0;
    for (Contact& contact : m_contacts) {
      const double size = m_first.C.row(row).transpose().cwiseQuotient(m_masses).norm();
      // An impulse that is rounding does not press where the step has opened the gap.
      const double least = parts(contact, speed) ? still : still * rounding;
      const bool presses = contact.presses && (contact.brake || m_first.z[row] * size > least * m_size);
      const bool slides = contact.sticks && isOnRim(contact, row, speed);
      isLast = isLast && presses == contact.presses && !slides;
      contact.presses = presses;
      contact.sticks = contact.sticks && !slides;
      row += m_block;
    }
    // Where forces are not unique, as of a box on four corners, friction that slides is not, either.
    if (isLast && !isUnique) return fails("contacts that slide with forces that are not unique");
  }
  for (Contact& contact : m_contacts) {
    contact.sticks = contact.sticks && contact.presses;
    contact.halts = contact.halts && contact.presses;
    if (slidesSharp(contact)) return fails("a sharp edge or corner that settles and slides in space");
    contact.redirects = contact.settling && !m_isPlanar && contact.friction > 0 && contact.presses &&
                        !contact.sticks && !contact.stopsSlip;
  }
  // What the second part adds.
  m_p1 = from.p;
  if (!m_loops.empty()) m_p1 += m_startLoops.rows.transpose() * m_first.loopZ;
  Eigen::VectorXd q1 = from.q;
  m_integrator.treeArrive(q1, m_p1, m_h);
  Eigen::VectorXd middle = m_first.C.transpose() * m_first.z;
  Eigen::VectorXd explained = given - middle;
  if (!m_loops.empty()) explained -= m_first.loops * m_first.loopZ;
  if (turns)
    for (const int i : m_mechanism.rotations())
      middle.segment<3>(i) = (rotationMatrix(-0.5 * m_h * m_v.segment<3>(i)) * middle.segment<3>(i)).eval();
  m_p1 += middle;
  const auto explains = [&](const Eigen::VectorXd& left) {
    return std::hypot(explained.cwiseQuotient(m_masses).norm(), left.cwiseQuotient(m_masses).norm()) <=
           rounding * m_size;
  };
  // Where all slips that are 0 at the end have fallen to it; else where the second part has stopped them.
  Eigen::VectorXd left = findSecond(to.p, false);
  if (!explains(left)) left = findSecond(to.p, true);
  if (!explains(left) && std::ranges::any_of(m_contacts, &Contact::halts)) {
    for (Contact& contact : m_contacts) contact.halts = false;
    left = findSecond(to.p, false);
    if (!explains(left)) left = findSecond(to.p, true);
  }
  const auto halt = std::ranges::find_if(m_contacts, &Contact::halts);
  m_halt = halt == m_contacts.end() ? -1 : static_cast<int>(halt - m_contacts.begin());
  if (!explains(left)) return fails("a step that the contacts that are closed do not explain");
  return n > 0;
}

/// Whether the step opens the gap of a contact by more than its solver errs. speed: of the contacts.
bool ContactStepVariation::parts(const Contact& contact, double speed) {
  constexpr double share = 1e-9, ofPlaces = 64 * std::numeric_limits<double>::epsilon();
  if (contact.brake || contact.settling) return false;
  return after().gap(contact.index) - std::min(before().gap(contact.index), 0.0) >
         share * speed * m_h + ofPlaces * (1 + m_farthest);
}

/// Whether the friction of a contact that slips so slowly as if it stuck is at its bound: it has begun to
/// slip shortly before. speed: of the contacts.
bool ContactStepVariation::isOnRim(const Contact& contact, Eigen::Index row, double speed) const {
  constexpr double rounding = 1e-10, rim = 1e-7;
  const double most = contact.brake ? contact.brake->friction * m_h : contact.friction * m_first.z[row];
  return m_first.w.segment(row + 1, m_block - 1).norm() > rounding * speed &&
         m_first.z.segment(row + 1, m_block - 1).norm() >= (1 - rim) * most;
}

/// Whether a contact settles in space whose normal may jump, and slides: the motion gives it the friction of
/// the first part of the step alone, which is not that of its whole impulse.
bool ContactStepVariation::slidesSharp(const Contact& contact) const {
  return contact.settling && !m_isPlanar && contact.friction > 0 && contact.presses && !contact.sticks &&
         !hasSmoothGap(m_mechanism, m_mechanism.contacts()[static_cast<std::size_t>(contact.index)]);
}

/// The impulses of the second part that lead to the momentum `reached`, and what they leave of it. pulls:
/// whether contacts that press, stick and open have the most negative impulse that they may have there.
Eigen::VectorXd ContactStepVariation::findSecond(const Eigen::VectorXd& reached, bool pulls) {
  Eigen::VectorXd pulled = Eigen::VectorXd::Zero(m_second.C.rows());
  const bool rubs =
      std::ranges::all_of(m_contacts, [](const Contact& one) { return !one.settling && one.share == 1; });
  Eigen::Index row = 0;
  for (Contact& contact : m_contacts) {
    contact.opens = pulls && contact.presses && (contact.sticks || (rubs && contact.friction > 0)) &&
                    !contact.brake && !contact.stops && m_second.w[row] > 0;
    if (contact.opens) pulled[row] = -m_first.z[row];
    if (contact.opens && m_isPlanar && !contact.sticks) pulled[row + 1] = -m_first.z[row + 1];
    contact.slips = contact.brake && contact.sticks && !contact.stopsSlip;
    if (contact.slips) pulled[row + 1] = brakedAfter(contact, row) - m_first.z[row + 1];
    row += m_block;
  }
  chooseColumns(m_second, false);
  setImpulses(m_second, false, reached - m_p1 - m_second.C.transpose() * pulled);
  m_second.z += pulled;
  Eigen::VectorXd left = reached - m_p1 - m_second.C.transpose() * m_second.z;
  if (!m_loops.empty()) left -= m_second.loops * m_second.loopZ;
  return left;
}

/// The slip of a contact at the start of the step.
Eigen::VectorXd ContactStepVariation::startSlip(const Contact& contact) {
  if (contact.brake) return Eigen::VectorXd::Unit(m_block - 1, 0) * m_v0[contact.brake->coordinate];
  const ContactFrames& frames = after();  // step has made the end the next start
  const std::vector<int> one{contact.index};
  frames.layOut(one, m_block, m_rows);
  frames.rows(contact.index, contact.face, m_rows, 0);
  Eigen::VectorXd started;
  m_rows.multiply(m_v0, started);
  return started.tail(m_block - 1);
}

/// Finds the contact in space whose slip ends the step: one that slides, and whose slip at the end, before
/// the second part, has nothing left along that at the start. Of several that stop at once the first.
void ContactStepVariation::findHaltInSpace(const State& to) {
  constexpr double little = 1e-6;  // of the slip at the start
  const auto mayHalt = [&](const Contact& contact) {
    return !slipsAlongOne(contact) && contact.presses && !contact.sticks && !contact.settling &&
           contact.friction > 0;
  };
  if (m_halt >= 0 || std::ranges::none_of(m_contacts, mayHalt)) return;
  m_reached = m_integrator.velocity(to.q, m_p1);
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    Contact& contact = m_contacts[i];
    if (!mayHalt(contact)) continue;
    const Eigen::Index row = static_cast<Eigen::Index>(i) * m_block + 1;
    const Eigen::VectorXd slip = startSlip(contact);
    contact.halts = std::abs(slip.dot(m_second.C.middleRows(row, m_block - 1) * m_reached)) <=
                    little * slip.squaredNorm();
    if (contact.halts && m_halt < 0) m_halt = static_cast<int>(i);
  }
}

/// The condition that the slip that ends the step is 0, at its end or before its second part: a linear
/// function as m_dq1. end: the frames at q₁.
void ContactStepVariation::setHalt(const ContactFrames& end, const State& from, const State& to,
                                   bool isBefore, Eigen::Index times) {
  const Eigen::VectorXd& reached = isBefore ? m_reached : m_w1;
  const Eigen::Index n = m_v.size(), row = m_halt * m_block;
  const Contact& contact = m_contacts[static_cast<std::size_t>(m_halt)];
  const Eigen::VectorXd started = startSlip(contact), slip = started.normalized();
  Eigen::VectorXd along = m_second.C.middleRows(row + 1, m_block - 1).transpose() * slip;
  Eigen::MatrixXd turns = Eigen::MatrixXd::Zero(m_block, n), ignored = Eigen::MatrixXd::Zero(n, n);
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(m_block);
  if (!contact.brake)
    addContactSlopes(m_mechanism, end, contact.index, contact.face, m_block, none.data(), reached, ignored,
                     turns, 0);
  const double norm = along.cwiseQuotient(m_masses).norm();
  solveMass(along);
  m_haltRow = along.transpose() * (m_dp1 - m_slopes.momentumSlope(to.q, reached) * m_dq1);
  m_haltRow += slip.transpose() * turns.bottomRows(m_block - 1) * m_dq1;
  if (m_parameter) {
    m_haltRow[m_haltRow.size() - times - 1] +=
        slip.dot((isBefore ? m_by.before : m_by.w1).segment(row + 1, m_block - 1)) -
        along.dot(isBefore ? m_by.momentumBefore : m_by.momentum);
  }
  if (isBefore)
    turnStart(from, m_second.C.middleRows(row + 1, m_block - 1) * reached / started.norm(), times);
  m_haltRow /= norm;
}

/// Adds to the condition of a halt in space how the slip at the start of the step, along which the one at its
/// end is 0, turns: `left` is what the latter has, over the size of the former.
void ContactStepVariation::turnStart(const State& from, const Eigen::VectorXd& left, Eigen::Index times) {
  const Eigen::Index n = m_v.size(), row = m_halt * m_block,
                     given = m_haltRow.size() - times - 2 * n - std::ssize(m_shares) - (m_parameter ? 1 : 0);
  Part start;
  setRows(start, after());  // step has made the end the next start
  start.w = start.C * m_v0;
  start.z.setZero(start.C.rows());
  derive(start, after(), true, m_v0);
  const Eigen::VectorXd along = start.C.middleRows(row + 1, m_block - 1).transpose() * left,
                        freed = m_mechanism.massMatrix(from.q).llt().solve(along);
  m_haltRow.segment(given, n) += left.transpose() * start.byVelocity.middleRows(row + 1, m_block - 1) -
                                 freed.transpose() * m_slopes.momentumSlope(from.q, m_v0);
  m_haltRow.segment(given + n, n) += freed.transpose();
  if (!m_parameter) return;
  m_haltRow[m_haltRow.size() - times - 1] += m_parameter->of([&](const ParameterSlope::Beside& beside) {
    ContactFrames& near = m_beside[static_cast<std::size_t>(&beside - m_parameter->beside().data())];
    near.place(from.q);
    Part part;
    setRows(part, near);
    return left.dot(part.C.middleRows(row + 1, m_block - 1) * m_v0) -
           freed.dot(beside.mechanism->massMatrix(from.q) * m_v0);
  });
}

/// Whether a contact slides in the step described whose slip stopped at the end of the one before.
bool ContactStepVariation::turnsRound() {
  const std::vector<int> before = std::exchange(m_halted, {});
  bool turns = false;
  for (const Contact& contact : m_contacts) {
    if (!contact.presses || contact.sticks || (contact.friction == 0 && !contact.brake)) continue;
    turns = turns || std::ranges::find(before, contact.index) != before.end();
    if (contact.stopsSlip && !contact.halts) m_halted.push_back(contact.index);
  }
  return turns;
}

/// The derivatives of the rows of a part at velocities v, with its impulses.
void ContactStepVariation::derive(Part& part, const ContactFrames& frames, bool isFirst,
                                  const Eigen::VectorXd& v) {
  const Eigen::Index n = v.size(), m = part.C.rows();
  part.byImpulse.setZero(n, n);
  part.byVelocity.setZero(m, n);
  part.rubbing.setZero(n, isFirst && !m_isPlanar ? m : 0);
  Eigen::Index row = 0;
  for (const Contact& contact : m_contacts) {
    if (!contact.brake &&
        (isFirst ? contact.presses
                 : contact.stops || contact.stopsSlip || contact.redirects || contact.opens))
      addContactSlopes(m_mechanism, frames, contact.index, contact.face, m_block, part.z.data() + row, v,
                       part.byImpulse, part.byVelocity, row);
    // δ(μ Λ ŝ) with the direction ŝ of a slip s in space.
    const Eigen::VectorXd slip = part.w.segment(row + 1, m_block - 1);
    const double speed = slip.norm();
    if (part.rubbing.cols() > 0 && contact.presses && rubs(contact, true) && speed > 0)
      part.rubbing.middleCols(row + 1, m_block - 1) =
          contact.friction * part.z[row] / speed * part.C.middleRows(row + 1, m_block - 1).transpose() *
          (Eigen::MatrixXd::Identity(m_block - 1, m_block - 1) - slip * slip.transpose() / (speed * speed));
    row += m_block;
  }
}

void ContactStepVariation::keep(const State& from, Deviation& changes) {
  const Eigen::Index n = from.q.size();
  const ContactFrames& frames = after();  // step has made the end the next start
  Part start;
  setRows(start, frames);
  start.w = start.C * m_v0;
  start.z.setZero(start.C.rows());
  derive(start, frames, true, m_v0);
  std::vector<Eigen::Index> normals, still, closed;
  Eigen::Index row = 0;
  for (const Contact& contact : m_contacts) {
    const bool lasts = contact.presses && !contact.settling;
    if (lasts && !contact.brake) normals.push_back(row);
    if (lasts && !contact.brake) closed.push_back(row / m_block);
    if (lasts && !contact.brake) still.push_back(row);
    for (Eigen::Index a = 1; a < (contact.brake ? 2 : m_block) && lasts && contact.sticks; ++a)
      still.push_back(row + a);
    row += m_block;
  }
  if (still.empty()) return;
  // Loops are closed as contacts are, and both are kept at once.
  const Eigen::Index l = m_loops.count();
  LoopSlopes::At loops;
  if (l > 0) {
    m_loops.place(loops, from.q);
    m_loops.derive(loops, from.q, Eigen::VectorXd::Zero(l), m_v0);
  }
  const auto below = [](const Eigen::MatrixXd& upper, const Eigen::MatrixXd& lower) {
    Eigen::MatrixXd both(upper.rows() + lower.rows(), std::max(upper.cols(), lower.cols()));
    if (upper.rows() > 0) both.topRows(upper.rows()) = upper;
    if (lower.rows() > 0) both.bottomRows(lower.rows()) = lower;
    return both;
  };
  const Eigen::MatrixXd C = below(start.C(normals, Eigen::all), loops.rows),
                        held = below(start.C(still, Eigen::all), loops.rows),
                        byVelocity = below(start.byVelocity(still, Eigen::all), loops.byVelocity);
  const auto M = m_mechanism.massMatrix(from.q).llt();
  const Eigen::MatrixXd freed = M.solve(held.transpose()), moved = M.solve(C.transpose());
  // Of the gaps, of the velocities of the contacts with v fixed, and of the momentum with v fixed.
  const Eigen::Index m = start.C.rows(), count = std::ssize(m_contacts);
  Eigen::VectorXd by = Eigen::VectorXd::Zero(count + m + n + 2 * l);
  if (m_parameter)
    by = m_parameter->of([&](const ParameterSlope::Beside& beside) {
      ContactFrames& near = m_beside[static_cast<std::size_t>(&beside - m_parameter->beside().data())];
      near.place(from.q);
      Part part;
      setRows(part, near);
      Eigen::VectorXd result = Eigen::VectorXd::Zero(count + m + n + 2 * l);
      for (Eigen::Index i = 0; i < count; ++i)
        if (const Contact& contact = m_contacts[static_cast<std::size_t>(i)]; !contact.brake)
          result[i] = near.gap(contact.index, contact.face);
      result.segment(count, m) = part.C * m_v0;
      result.segment(count + m, n) = beside.mechanism->massMatrix(from.q) * m_v0;
      if (l > 0) {
        LoopEquations& equations =
            m_loopsBeside[static_cast<std::size_t>(&beside - m_parameter->beside().data())];
        equations.place(from.q);
        result.segment(count + m + n, l) = equations.values();
        result.tail(l) = equations.rows() * m_v0;
      }
      return result;
    });
  auto dq = changes.state.topRows(n), dp = changes.state.bottomRows(n);
  const Eigen::VectorXd speeds = below(by.segment(count, m)(still), by.tail(l)),
                        gaps = below(by(closed), by.segment(count + m + n, l));
  if (C.rows() > 0)
    dq -= moved * Eigen::MatrixXd(C * moved).completeOrthogonalDecomposition().solve(
                      C * dq + gaps * changes.parameter);
  dp -= held.transpose() * Eigen::MatrixXd(held * freed)
                               .completeOrthogonalDecomposition()
                               .solve(freed.transpose() * (dp - m_slopes.momentumSlope(from.q, m_v0) * dq -
                                                           by.segment(count + m, n) * changes.parameter) +
                                      byVelocity * dq + speeds * changes.parameter);
}

/// The mean velocity of a step by its ends; of one that is so short that their rounding counts, by the
/// velocities there.
void ContactStepVariation::setMeanVelocity(const State& from, const State& to) {
  constexpr double little = 1e-3;  // of the change of velocity
  m_farthest = from.q.lpNorm<Eigen::Infinity>();
  const double rounding = std::numeric_limits<double>::epsilon() * (1 + m_farthest) / m_h;
  m_v0 = m_integrator.velocity(from.q, from.p);
  m_w1 = m_integrator.velocity(to.q, to.p);
  if (rounding > little * (m_w1 - m_v0).lpNorm<Eigen::Infinity>())
    m_v = 0.5 * (m_v0 + m_w1);
  else
    m_v = m_mechanism.difference(from.q, to.q) / m_h;
}

/// The impulses of a contact in the last step. Empty where it does not press, or does not stick that is to
/// slip.
std::optional<ContactStepVariation::Impulses> ContactStepVariation::impulsesOf(
    const ContactChange& change) const {
  const auto found = std::ranges::find(m_contacts, change.contact, &Contact::index);
  if (found == m_contacts.end() || !found->presses || found->opens || m_halt >= 0 || !m_shares.empty() ||
      (change.slips && !(found->sticks && found->stopsSlip)))
    return std::nullopt;
  const Eigen::Index n = m_v.size(), parameters = m_parameter ? 1 : 0,
                     row = static_cast<Eigen::Index>(found - m_contacts.begin()) * m_block;
  Impulses impulses{m_first.z.segment(row, m_block) + m_second.z.segment(row, m_block),
                    Eigen::MatrixXd::Zero(m_block, 2 * n + 3)};
  Eigen::Index unknown = n;
  for (const Part* part : {&m_first, &m_second})
    for (const int at : part->rows) {
      const Eigen::RowVectorXd slope = m_found.row(unknown++);
      if (at < row || at >= row + m_block) continue;
      auto of = impulses.slope.row(at - row);
      of.head(2 * n) += slope.head(2 * n);
      of.segment(2 * n, 2) += slope.segment(2 * n + parameters, 2);
      if (m_parameter) of[2 * n + 2] += slope[2 * n];
    }
  return impulses;
}

bool ContactStepVariation::endAtChange(const State& from, const ContactChange& change, FlowMap& map) {
  const std::string why = change.slips ? "a contact that begins to slip" : "a contact that opens";
  const auto whole = impulsesOf(change);
  if (!whole) return fails(why + " in a step that cannot be moved");
  State middle = from;
  middle.time = from.time + 0.5 * m_h;
  LastingContacts lasting(m_mechanism, m_integrator);
  for (const Contact& contact : m_contacts) lasting.hold(contact.index);
  ContactStepVariation trial(m_mechanism, m_integrator, m_law, m_parameter);
  FlowMap ignored;
  if (lasting.step(middle.q, middle.p, from.time, 0.5 * m_h) != StepStatus::Done)
    return fails(why + " in a step without a half");
  if (!trial.step(from, middle, ignored)) return fails(why + " in a step whose half has " + trial.reason());
  auto half = trial.impulsesOf(change);
  if (!half) return fails(why + " in a step whose half does not keep it");
  const Eigen::Index n = m_v.size();
  half->slope.col(2 * n + 1) *= 0.5;  // by the length of the whole step
  const Eigen::VectorXd end = 3 * whole->z - 4 * half->z;
  const Eigen::MatrixXd slopes = 3 * whole->slope - 4 * half->slope;
  Eigen::RowVectorXd left = slopes.row(0);
  if (change.slips) {
    const JointDamper* brake = brakeOf(m_mechanism, change.contact);
    const auto boundOf = [&](const Mechanism& mechanism) {  // of this end
      if (const JointDamper* one = brakeOf(mechanism, change.contact)) return m_h * one->friction;
      return mechanism.contacts()[static_cast<std::size_t>(change.contact)].coefficients.friction * end[0];
    };
    if (brake) {
      left.setZero();
      left[2 * n + 1] = brake->friction;
    } else {
      left *= m_mechanism.contacts()[static_cast<std::size_t>(change.contact)].coefficients.friction;
    }
    if (m_parameter)
      left[2 * n + 2] +=
          m_parameter->of([&](const ParameterSlope::Beside& beside) { return boundOf(*beside.mechanism); });
    left -= end.tail(m_block - 1).normalized().transpose() * slopes.bottomRows(m_block - 1);
  }
  left /= -left[2 * n + 1];
  map.endByState = left.head(2 * n);
  map.endByStart = 1 + left[2 * n];
  map.state += map.length * map.endByState;
  map.start += map.length * left[2 * n];
  if (m_parameter) {
    map.endByParameter = left[2 * n + 2];
    map.parameter += map.length * map.endByParameter;
  }
  map.length.setZero();
  return map.state.allFinite() || fails(why + " whose force only touches 0");
}

bool ContactStepVariation::step(const State& from, const State& to, FlowMap& map, StepVariation::Ends ends,
                                std::span<const Settling> settlings) {
  m_settlings = settlings;
  m_t = from.time;
  m_h = to.time - from.time;
  setMeanVelocity(from, to);
  if (m_masses.size() == 0) m_masses = m_mechanism.massMatrix(from.q).diagonal().cwiseSqrt();
  before().place(from.q);
  after().place(to.q);
  m_middle.place(m_mechanism.moved(from.q, m_v, 0.5 * m_h));
  bool isKnown = false;
  if (!m_lasting.empty() && settlings.empty()) {
    findContacts(to, false);
    isKnown = std::ranges::count(m_contacts, nullptr, &Contact::brake) == std::ssize(m_lasting) &&
              describe(from, to);
  }
  if (!isKnown) {
    findContacts(to, true);
    m_lasting.clear();
    if (!describe(from, to)) return false;
    for (const Contact& contact : m_contacts)
      if (!contact.brake) m_lasting.push_back(contact.index);
  }
  const ContactFrames& end = after();
  m_start = 1 - m_start;  // of the next step
  m_reached.resize(0);
  findHaltInSpace(to);
  if (turnsRound()) return fails("a slip that turns round");
  if (!findShareSlopes(from, to, map)) return false;
  const bool halts = m_halt >= 0;
  if (halts) ends = StepVariation::Ends::Moving;
  const Eigen::Index n = from.q.size(), k = std::ssize(m_first.rows), k1 = std::ssize(m_second.rows),
                     l = m_loops.count(), u = n + k + k1 + l,
                     times = ends == StepVariation::Ends::Fixed ? 0 : 2, parameters = m_parameter ? 1 : 0,
                     begin = 2 * n + std::ssize(m_shares) + parameters, all = u + begin + times,
                     theta = u + begin - 1;  // where there is a parameter
  const bool turns = !m_mechanism.rotations().empty();
  const double h = m_h;
  const Eigen::VectorXd c = m_first.C.transpose() * m_first.z;
  derive(m_first, m_middle, true, m_v);
  derive(m_second, end, false, m_w1);
  if (m_parameter) deriveByParameter(from, to);
  Eigen::VectorXd p0 = from.p;
  if (l > 0) {
    p0 += m_startLoops.rows.transpose() * m_first.loopZ;
    m_loops.derive(m_startLoops, from.q, m_first.loopZ, m_v0);
  }
  m_slopes.place(from.q, p0, to.q, m_p1, m_v, m_t, h, times > 0);
  const StepSlopes::End &start = m_slopes.start(), &last = m_slopes.end();
  // Linear functions of the unknowns (δv, δz, δz′, δλ), then of what is given, (δq₀, δp₀), the times from
  // which contacts that have settled have friction, the parameter, and the times t and h.
  const Eigen::Index given = u;
  const auto travelled = [&](double s, Eigen::MatrixXd& dq) {  // δq after the share s of the step
    dq.setZero(n, all);
    if (turns) {
      dq.leftCols(n) = m_slopes.turned(s * h * Eigen::MatrixXd::Identity(n, n), s);
      dq.middleCols(given, n) = m_slopes.carried(s);
    } else {
      dq.leftCols(n).diagonal().setConstant(s * h);
      dq.middleCols(given, n).setIdentity();
    }
    if (times > 0) dq.col(all - 1) += s * m_v;
  };
  travelled(0.5, m_dqm);
  travelled(1, m_dq1);
  // δ(Cᵀz), with the friction that slides.
  Eigen::MatrixXd dc;
  if (m_first.rubbing.cols() > 0) {
    dc = (m_first.byImpulse - m_first.rubbing * m_first.byVelocity) * m_dqm;
    dc.leftCols(n) -= m_first.rubbing * m_first.C;
  } else {
    dc = m_first.byImpulse * m_dqm;
  }
  dc.middleCols(n, k) += m_first.columns.leftCols(k);
  if (m_parameter) dc.col(theta) += m_by.push;
  const auto addShares = [&](const Part& part, Eigen::MatrixXd& momentum) {
    for (std::size_t i = 0; i < m_shares.size(); ++i) {
      const ShareSlope& share = m_shares[i];
      const Eigen::VectorXd push = rubbed(part, static_cast<std::size_t>(share.contact));
      if (share.byState.size() > 0) momentum.middleCols(given, 2 * n).noalias() += push * share.byState;
      momentum.col(given + 2 * n + static_cast<Eigen::Index>(i)) += share.byRest * push;
      if (m_parameter) momentum.col(theta) += share.byParameter * push;
      if (times == 0) continue;
      momentum.col(all - 2) += share.byStart * push;
      momentum.col(all - 1) += share.byLength * push;
    }
  };
  addShares(m_first, dc);
  for (std::size_t i = 0; i < m_contacts.size() && times > 0; ++i) {
    const Eigen::Index row = static_cast<Eigen::Index>(i) * m_block;
    dc.col(all - 1) += braked(m_contacts[i], row) / h * m_first.C.row(row + 1).transpose();
  }
  const auto halfPush = [&](double sign) -> Eigen::MatrixXd {  // ½ δ(J_r(±hω/2) c)
    if (!turns) return 0.5 * dc;
    const Eigen::MatrixXd turning = 0.5 * m_slopes.turning(c, 0.5 * sign);
    Eigen::MatrixXd push = 0.5 * m_slopes.turned(dc, 0.5 * sign);
    push.leftCols(n) += turning;
    if (times > 0) push.col(all - 1) += turning * m_v / h;
    return push;
  };
  m_motion = -halfPush(1);
  m_motion.leftCols(n) += start.K;
  m_motion.middleCols(given, n) += start.E;
  if (turns)
    m_motion.middleCols(given + n, n) -= m_slopes.turned(Eigen::MatrixXd::Identity(n, n), 1);
  else
    m_motion.middleCols(given + n, n).diagonal().array() -= 1;
  if (l > 0) {
    m_motion.middleCols(n + k + k1, l) -= m_slopes.turned(m_startLoops.rows.transpose(), 1);
    m_motion.middleCols(given, n) -= m_slopes.turned(m_startLoops.byImpulse, 1);
  }
  m_motion.rightCols(times) += start.byTime;
  if (m_parameter) m_motion.col(theta) += m_by.start;
  m_dp1 = halfPush(-1);
  m_dp1.noalias() += last.E * m_dq1;
  m_dp1.leftCols(n) += last.K;
  m_dp1.rightCols(times) += last.byTime;
  if (m_parameter) m_dp1.col(theta) += m_by.end;
  if (turns) m_dp1 = m_slopes.landed(std::move(m_dp1));
  const bool isBefore = halts && !slipsAlongOne(m_contacts[static_cast<std::size_t>(m_halt)]);
  if (isBefore) {
    const Eigen::MatrixXd open = m_dp1;
    closeLoops(to, true, times, m_dp1);
    setHalt(end, from, to, true, times);
    m_dp1 = open;
  }
  const bool opens = std::ranges::any_of(m_contacts, &Contact::opens),
             slips = std::ranges::any_of(m_contacts, &Contact::slips);
  if (k1 > 0 || opens) m_dp1.noalias() += m_second.byImpulse * m_dq1;
  if (k1 > 0) m_dp1.middleCols(n + k, k1) += m_second.columns.leftCols(k1);
  if (m_parameter) m_dp1.col(theta) += m_by.second;
  if (k1 > 0 && m_isPlanar &&
      std::ranges::any_of(m_contacts, [&](const Contact& one) { return rubsOn(one); }))
    addShares(m_second, m_dp1);
  for (Eigen::Index i = 0; i < k && (opens || slips); ++i) {
    const Eigen::Index row = m_first.rows[static_cast<std::size_t>(i)];
    const Contact& contact = m_contacts[static_cast<std::size_t>(row / m_block)];
    if (row % m_block == 0 && contact.opens) {
      m_dp1.col(n + i) -= m_second.C.row(row).transpose();
      if (m_isPlanar && !contact.sticks)
        m_dp1.col(n + i) -= m_first.z[row + 1] / m_first.z[row] * m_second.C.row(row + 1).transpose();
    }
    if (!contact.slips) continue;
    m_dp1.col(n + i) -= m_second.C.row(row).transpose();
    if (times > 0) m_dp1.col(all - 1) += brakedAfter(contact, row - 1) / h * m_second.C.row(row).transpose();
  }
  closeLoops(to, false, times, m_dp1);
  if (halts && !isBefore) setHalt(end, from, to, false, times);
  // Velocities of the contacts, whose modes keep some of them 0. In √J, so that units do not decide which
  // conditions depend on each other.
  m_all.resize(u, all);
  m_all.topRows(n) = m_masses.cwiseInverse().asDiagonal() * m_motion;
  for (Eigen::Index i = 0; i < k; ++i) {
    const Eigen::Index row = m_first.rows[static_cast<std::size_t>(i)];
    auto condition = m_all.row(n + i);
    if (row % m_block == 0) {
      condition.noalias() = 1 / h * m_second.C.row(row) * m_dq1;
      if (m_parameter) condition[theta] += m_by.gaps[row / m_block] / h;
    } else {
      condition.noalias() = m_first.byVelocity.row(row) * m_dqm;
      condition.leftCols(n) += m_first.C.row(row);
      if (m_parameter) condition[theta] += m_by.w[row];
    }
    condition /= m_first.norms[i];
  }
  if (k1 > 0) {
    // δ(C₁ M₁⁻¹ p₁)
    m_freed.resize(n, k1);
    Eigen::VectorXd column;
    for (Eigen::Index i = 0; i < k1; ++i) {
      column = m_second.C.row(m_second.rows[static_cast<std::size_t>(i)]).transpose();
      solveMass(column);
      m_freed.col(i) = column;
    }
    m_right = m_dp1;
    m_right.noalias() -= m_slopes.momentumSlope(to.q, m_w1) * m_dq1;
    if (m_parameter) m_right.col(theta) -= m_by.momentum;
    for (Eigen::Index i = 0; i < k1; ++i) {
      auto condition = m_all.row(n + k + i);
      condition.noalias() = m_freed.col(i).transpose() * m_right;
      const Eigen::Index row = m_second.rows[static_cast<std::size_t>(i)];
      condition.noalias() += m_second.byVelocity.row(row) * m_dq1;
      if (m_parameter) condition[theta] += m_by.w1[row];
    }
    for (std::size_t i = 0; i < m_contacts.size(); ++i)
      if (m_contacts[i].redirects) redirect(i, given, times);
    for (Eigen::Index i = 0; i < k1; ++i) m_all.row(n + k + i) /= m_second.norms[i];
  }
  for (Eigen::Index i = 0; i < l; ++i) {
    auto condition = m_all.row(n + k + k1 + i);
    condition.noalias() = 1 / h * m_endLoops.rows.row(i) * m_dq1;
    if (m_parameter) condition[theta] += m_by.loops[i] / h;
    condition /= m_second.norms[k1 + i];
  }
  Eigen::VectorXd unknowns(u);
  unknowns << m_masses.cwiseInverse(), m_first.norms.head(k).cwiseInverse(),
      m_second.norms.head(k1).cwiseInverse(), m_first.norms.tail(l).cwiseInverse();
  m_matrix = m_all.leftCols(u) * unknowns.asDiagonal();
  m_right = m_all.rightCols(begin + times);
  if (halts) {
    // Its length is unknown, too.
    m_matrix.conservativeResize(u + 1, u + 1);
    m_matrix.col(u).head(u) = h * m_right.col(begin + 1);
    m_matrix.row(u).head(u) = m_haltRow.head(u) * unknowns.asDiagonal();
    m_matrix(u, u) = h * m_haltRow[all - 1];
    m_right.conservativeResize(u + 1, begin + 1);
    m_right.row(u) = m_haltRow.segment(given, begin + 1);
  }
  // Of conditions that depend on each other the least change that meets them all.
  constexpr double dependent = 1e-10;
  m_lu.compute(m_matrix);
  const auto pivots = m_lu.matrixLU().diagonal().cwiseAbs();
  if (pivots.minCoeff() > dependent * pivots.maxCoeff())
    m_found = m_lu.solve(m_right);
  else
    m_found = m_matrix.completeOrthogonalDecomposition().solve(m_right);
  m_found.topRows(u) = -(unknowns.asDiagonal() * m_found.topRows(u)).eval();
  const Eigen::Index free = m_found.cols();
  Eigen::MatrixXd& state = m_all;
  state.resize(2 * n, free);
  state.topRows(n) = m_dq1.middleCols(given, free);
  state.topRows(n).noalias() += m_dq1.leftCols(u) * m_found.topRows(u);
  state.bottomRows(n) = m_dp1.middleCols(given, free);
  state.bottomRows(n).noalias() += m_dp1.leftCols(u) * m_found.topRows(u);
  map.endByState.resize(0);
  map.byRest.clear();
  for (std::size_t i = 0; i < m_shares.size(); ++i) {
    const Eigen::Index column = 2 * n + static_cast<Eigen::Index>(i);
    if (m_shares[i].byRest == 0) continue;
    map.byRest.push_back({m_contacts[static_cast<std::size_t>(m_shares[i].contact)].index, state.col(column),
                          halts ? -h * m_found(u, column) : 0.0});
    if (halts) {
      map.byRest.back().state.head(n) += map.byRest.back().end * m_dq1.col(all - 1);
      map.byRest.back().state.tail(n) += map.byRest.back().end * m_dp1.col(all - 1);
    }
  }
  if (halts) {
    const Eigen::RowVectorXd length = -h * m_found.row(u);
    state.topRows(n).noalias() += m_dq1.col(all - 1) * length;
    state.bottomRows(n).noalias() += m_dp1.col(all - 1) * length;
    map.endByState = length.head(2 * n);
    map.endByStart = 1 + length[begin];
    map.endByParameter = m_parameter ? length[begin - 1] : 0;
    if (m_parameter) map.parameter = state.col(begin - 1);
    map.state = state.leftCols(2 * n);
    map.start = state.col(begin);
    map.length.setZero(2 * n);
    return map.state.allFinite() || fails("a step that has no derivative");
  }
  map.state = state.leftCols(2 * n);
  map.parameter.resize(0);
  if (m_parameter) map.parameter = state.col(begin - 1);
  map.start.resize(0);
  map.length.resize(0);
  if (times > 0) {
    map.start = state.col(begin);
    map.length = state.col(begin + 1);
  }
  if (!map.state.allFinite()) return fails("a step that has no derivative");
  return true;
}

}  // namespace carom
