#include "mechanics/variation/contact_step_variation.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/rotation.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/variation/central_slope.h"

namespace carom {

namespace {

/// The size of the shapes of a contact on which its normal changes (m), at most 1 m.
double sizeOf(const Mechanism& mechanism, const ContactPair& pair) {
  double size = 1;
  for (std::size_t k = 0; k < 2; ++k) {
    const Body& body = mechanism.bodies()[static_cast<std::size_t>(pair.body[k])];
    const SpannedBy span = spanOf(body.shapes[static_cast<std::size_t>(pair.shape[k])]);
    for (const double length : {span.radius, span.diameter()})
      if (length > 0) size = std::min(size, length);
  }
  return size;
}

}  // namespace

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

/// Dφ and T of all contacts, contact by contact.
Eigen::MatrixXd ContactStepVariation::rowsAt(const Eigen::VectorXd& q) const {
  const Eigen::Index block = rowsOf();
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(block * static_cast<Eigen::Index>(m_contacts.size()), q.size());
  Eigen::Index row = 0;
  for (const Contact& contact : m_contacts) {
    C.row(row) = m_mechanism.normal(contact.index, q).transpose();
    if (!m_mechanism.contacts()[static_cast<std::size_t>(contact.index)].limit)
      C.middleRows(row + 1, block - 1) = m_mechanism.tangents(contact.index, q).topRows(block - 1);
    row += block;
  }
  return C;
}

/// The contacts of a step and their impulses, from its two ends.
bool ContactStepVariation::describe(const State& from, const State& to) {
  // Gaps, velocities and impulses below these are 0: closedGap, and shares of the largest.
  constexpr double still = 1e-8, stopped = 1e-11, rounding = 1e-6;
  const double h = to.time - from.time;
  m_contacts.clear();
  m_at = {from.q, from.p, m_mechanism.difference(from.q, to.q) / h, {}, from.time, h};
  for (int i = 0; i < static_cast<int>(m_mechanism.contacts().size()); ++i)
    if (std::abs(m_mechanism.gap(i, to.q)) <= closedGap && m_mechanism.gap(i, from.q) <= closedGap &&
        !separationOf(m_mechanism, i, to.q).covered)
      m_contacts.push_back(
          {.index = i,
           .friction = m_mechanism.contacts()[static_cast<std::size_t>(i)].coefficients.friction});
  if (m_contacts.empty()) return fails("a step that no contact explains");
  const Eigen::Index n = from.q.size(), block = rowsOf(),
                     m = block * static_cast<Eigen::Index>(m_contacts.size());
  const Eigen::MatrixXd C = rowsAt(m_mechanism.moved(from.q, m_at.v, 0.5 * h)), C1 = rowsAt(to.q);
  // residual = ½ Cᵀz, p₁ − (its part without contacts) = Cᵀz + C₁ᵀz′, both with their turns in space.
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(2 * n, 2 * m);
  for (Eigen::Index j = 0; j < m; ++j) {
    const Eigen::VectorXd impulse = C.row(j);
    A.col(j).head(n) = 0.5 * m_mechanism.movedTangent(m_at.v, 0.5 * h, impulse);
    Eigen::VectorXd turned = impulse;
    for (const int i : m_mechanism.rotations())
      turned.segment<3>(i) = (rotationMatrix(-0.5 * h * m_at.v.segment<3>(i)) * turned.segment<3>(i)).eval();
    A.col(j).tail(n) = turned;
  }
  A.bottomRightCorner(n, m) = C1.transpose();
  // All in √J: momenta over √M_ii, impulses times the norm of their rows in the kinetic metric.
  const Eigen::MatrixXd M = m_mechanism.massMatrix(from.q);
  m_masses = M.diagonal().cwiseSqrt();
  const auto norms = [&](const Eigen::MatrixXd& rows) {
    const Eigen::MatrixXd pushed = M.llt().solve(rows.transpose());
    Eigen::VectorXd all(rows.rows());
    for (Eigen::Index j = 0; j < all.size(); ++j) all[j] = std::sqrt(rows.row(j).dot(pushed.col(j)));
    return Eigen::VectorXd((all.array() > 0).select(all, 1));  // a limit has no tangents
  };
  m_norms.resize(2 * m);
  m_norms << norms(C), norms(C1);
  Eigen::VectorXd momenta(2 * n);
  momenta << m_masses, m_masses;
  const auto inEnergy = [&](const Eigen::VectorXd& both) {
    return Eigen::VectorXd(both.cwiseQuotient(momenta));
  };
  A = momenta.cwiseInverse().asDiagonal() * A * m_norms.cwiseInverse().asDiagonal();
  Eigen::VectorXd missing(2 * n), free = from.p, at = from.q;
  missing.head(n) = m_integrator.residual(from.q, from.p, m_at.v, from.time, h);
  m_integrator.arrive(at, free, m_at.v, from.time, h);
  missing.tail(n) = to.p - free;
  const Eigen::VectorXd wanted = inEnergy(missing);
  m_size = std::max(from.p.cwiseQuotient(m_masses).norm(), wanted.norm());
  const Eigen::VectorXd w = C * m_at.v, w1 = C1 * m_integrator.velocity(to.q, to.p);
  // Velocities of the contacts, and what the step changes of them: bodies at rest have the latter only.
  const double speed =
      std::max((C.cwiseAbs() * m_at.v.cwiseAbs()).maxCoeff(), m_norms.head(m).maxCoeff() * wanted.norm());
  Eigen::Index row = 0;
  for (Contact& contact : m_contacts) {
    contact.presses = true;
    contact.stops = std::abs(w1[row]) <= stopped * speed;
    contact.stopsSlip = contact.friction > 0 && w1.segment(row + 1, block - 1).norm() <= stopped * speed;
    contact.sticks = contact.friction > 0 && w.segment(row + 1, block - 1).norm() <= still * speed;
    row += block;
  }
  // The impulses, with the directions that the modes give them; once more without those that do not press.
  for (const bool isLast : {false, true}) {
    const Eigen::MatrixXd modes = modesOf(w, w1);
    Eigen::MatrixXd all(2 * n + modes.rows(), 2 * m);
    all << A, modes;
    Eigen::VectorXd right = Eigen::VectorXd::Zero(all.rows());
    right.head(2 * n) = wanted;
    const auto solver = all.completeOrthogonalDecomposition();
    const Eigen::VectorXd solved = solver.solve(right);
    // Where forces are not unique, as of a box on four corners, friction that slides is not, either.
    if (isLast && solver.rank() < all.cols() && std::ranges::any_of(m_contacts, [](const Contact& contact) {
          return contact.presses && !contact.sticks && contact.friction > 0;
        }))
      return fails("contacts that slide with forces that are not unique");
    if (isLast && (all * solved - right).norm() > rounding * m_size)
      return fails("a step that the contacts that are closed do not explain");
    m_at.z = solved.cwiseQuotient(m_norms);
    row = 0;
    for (Contact& contact : m_contacts) {
      contact.presses = contact.presses && solved[row] > still * rounding * m_size;
      contact.sticks = contact.sticks && contact.presses;
      row += block;
    }
  }
  return true;
}

/// Rows that vanish for impulses (times m_norms) of the present modes, by the slips w and, at the end, w1.
Eigen::MatrixXd ContactStepVariation::modesOf(const Eigen::VectorXd& w, const Eigen::VectorXd& w1) const {
  const Eigen::Index block = rowsOf(), m = block * static_cast<Eigen::Index>(m_contacts.size());
  Eigen::MatrixXd modes = Eigen::MatrixXd::Zero(2 * m, 2 * m);  // those that are not needed stay 0
  Eigen::Index row = 0;
  // Friction opposes the slip, with μ times the normal impulse in the column `normal`.
  const auto rubs = [&](Eigen::Index normal, double friction, const auto& slip) {
    const double speed = slip.norm();
    for (Eigen::Index a = 1; a < block; ++a) {
      modes(normal + a, normal + a) = 1;
      if (friction > 0 && speed > 0)
        modes(normal + a, normal) = friction * slip[a - 1] / speed * m_norms[normal + a] / m_norms[normal];
    }
  };
  for (const Contact& contact : m_contacts) {
    if (!contact.presses) modes(row, row) = 1;
    if (!contact.sticks) rubs(row, contact.friction, w.segment(row + 1, block - 1));
    if (!contact.stops) modes(m + row, m + row) = 1;
    if (!contact.stopsSlip)
      rubs(m + row, rubsOn(contact) ? contact.friction : 0, w1.segment(row + 1, block - 1));
    row += block;
  }
  return modes;
}

/// Whether a contact slides in the step described whose slip stopped at the end of the one before.
bool ContactStepVariation::turnsRound() {
  const std::vector<int> before = std::exchange(m_halted, {});
  bool turns = false;
  for (const Contact& contact : m_contacts) {
    if (!contact.presses || contact.sticks || contact.friction == 0) continue;
    turns = turns || std::ranges::find(before, contact.index) != before.end();
    if (contact.stopsSlip) m_halted.push_back(contact.index);
  }
  return turns;
}

bool ContactStepVariation::step(const State& from, const State& to, FlowMap& map, StepVariation::Ends ends) {
  if (!describe(from, to)) return false;
  if (turnsRound()) return fails("a slip that turns round");
  const Eigen::Index n = from.q.size(), k = m_at.z.size(), m = k / 2, block = rowsOf(),
                     times = ends == StepVariation::Ends::Fixed ? 0 : 2, given = 2 * n + times;
  const double h = m_at.h;
  const Eigen::VectorXd& v = m_at.v;
  std::vector<int> contacts;
  for (const Contact& contact : m_contacts) contacts.push_back(contact.index);
  const Eigen::VectorXd steps = coordinateSteps(m_mechanism, contacts, from.q);
  const auto rowsOfContacts = [this](const Eigen::VectorXd& q) { return rowsAt(q); };
  const RowSlopes middle = RowSlopes::at(m_mechanism, m_mechanism.moved(from.q, v, 0.5 * h), steps,
                                         rowsOfContacts),
                  end = RowSlopes::at(m_mechanism, to.q, steps, rowsOfContacts);
  const Eigen::VectorXd z = m_at.z.head(m), z1 = m_at.z.tail(m), c = middle.rows.transpose() * z,
                        p1 = to.p - end.rows.transpose() * z1, w1 = m_integrator.velocity(to.q, to.p);
  m_slopes.place(from.q, from.p, to.q, p1, v, m_at.t, h, times > 0);
  const StepSlopes::End start = m_slopes.start(), last = m_slopes.end();
  // Linear functions of the unknowns (δv, δz, δz′) and of what is given, (δq₀, δp₀) and the times t and h.
  struct Linear {
    Eigen::MatrixXd unknown, given;
    Linear operator+(const Linear& other) const { return {unknown + other.unknown, given + other.given}; }
    Linear operator-(const Linear& other) const { return {unknown - other.unknown, given - other.given}; }
  };
  const auto product = [](const Eigen::MatrixXd& A, const Linear& x) {
    return Linear{A * x.unknown, A * x.given};
  };
  const auto zero = [&](Eigen::Index rows) {
    return Linear{Eigen::MatrixXd::Zero(rows, n + k), Eigen::MatrixXd::Zero(rows, given)};
  };
  Linear dv = zero(n), dz = zero(m), dz1 = zero(m), dp0 = zero(n), dq0 = zero(n);
  dv.unknown.leftCols(n).setIdentity();
  dz.unknown.middleCols(n, m).setIdentity();
  dz1.unknown.rightCols(m).setIdentity();
  dq0.given.leftCols(n).setIdentity();
  dp0.given.middleCols(n, n).setIdentity();
  // δq after the share s of the step.
  const auto travelled = [&](double s) {
    Linear dq{m_slopes.turned(s * h * dv.unknown, s), m_slopes.carried(s) * dq0.given};
    if (times > 0) dq.given.col(given - 1) += s * v;
    return dq;
  };
  const Linear dqm = travelled(0.5), dq1 = travelled(1);
  const Linear dc = product(middle.rows.transpose(), dz) + product(middle.byImpulse(z), dqm);
  // ½ δ(J_r(±hω/2) c)
  const auto halfPush = [&](double sign) {
    const Eigen::MatrixXd turning = 0.5 * m_slopes.turning(c, 0.5 * sign);
    Linear push{0.5 * m_slopes.turned(dc.unknown, 0.5 * sign), 0.5 * m_slopes.turned(dc.given, 0.5 * sign)};
    push.unknown += turning * dv.unknown;
    if (times > 0) push.given.col(given - 1) += turning * v / h;
    return push;
  };
  Linear motion = product(start.K, dv) + product(start.E, dq0) - halfPush(1);
  motion.given -= m_slopes.turned(dp0.given, 1);
  motion.given.rightCols(times) += start.byTime;
  Linear dp1 = product(last.K, dv) + product(last.E, dq1) + halfPush(-1);
  dp1.given.rightCols(times) += last.byTime;
  dp1 = Linear{m_slopes.landed(std::move(dp1.unknown)), m_slopes.landed(std::move(dp1.given))} +
        product(end.rows.transpose(), dz1) + product(end.byImpulse(z1), dq1);
  const auto M = m_mechanism.massMatrix(to.q).llt();
  const Linear left = dp1 - product(m_slopes.momentumSlope(to.q, w1), dq1);
  const Linear dw1{M.solve(left.unknown), M.solve(left.given)};
  // Velocities of the contacts, whose modes keep some of them 0.
  const Linear slips = product(middle.rows, dv) + product(middle.byVelocity(v), dqm),
               slips1 = product(end.rows, dw1) + product(end.byVelocity(w1), dq1),
               gaps = product(end.rows, dq1);
  const Eigen::VectorXd w = middle.rows * v, left1 = end.rows * w1;
  Linear conditions = zero(n + k);
  conditions.unknown.topRows(n) = motion.unknown;
  conditions.given.topRows(n) = motion.given;
  const auto take = [&](Eigen::Index at, const Linear& rows, Eigen::Index of, double factor = 1) {
    conditions.unknown.row(at) += factor * rows.unknown.row(of);
    conditions.given.row(at) += factor * rows.given.row(of);
  };
  // δ(B + μ Λ ŝ) = 0 with the direction ŝ of the slip.
  const auto rub = [&](Eigen::Index at, Eigen::Index row, const Linear& impulses, double normal,
                       const Eigen::VectorXd& velocities, const Linear& changes, double friction) {
    const Eigen::VectorXd slip = velocities.segment(row + 1, block - 1);
    const double speed = slip.norm();
    for (Eigen::Index a = 1; a < block; ++a) {
      take(at + a, impulses, row + a);
      if (!(friction > 0 && speed > 0)) continue;
      take(at + a, impulses, row, friction * slip[a - 1] / speed);
      for (Eigen::Index b = 1; b < block; ++b)
        take(at + a, changes, row + b,
             friction * normal / speed * ((a == b ? 1 : 0) - slip[a - 1] * slip[b - 1] / (speed * speed)));
    }
  };
  Eigen::Index row = 0;
  for (const Contact& contact : m_contacts) {
    const Eigen::Index first = n + row, second = first + m;
    take(first, contact.presses ? gaps : dz, row, contact.presses ? 1 / h : 1);
    take(second, contact.stops ? slips1 : dz1, row);
    if (contact.sticks)
      for (Eigen::Index a = 1; a < block; ++a) take(first + a, slips, row + a);
    else
      rub(first, row, dz, z[row], w, slips, contact.friction);
    if (contact.stopsSlip)
      for (Eigen::Index a = 1; a < block; ++a) take(second + a, slips1, row + a);
    else
      rub(second, row, dz1, z1[row], left1, slips1, rubsOn(contact) ? contact.friction : 0);
    row += block;
  }
  // In √J, so that units do not decide which conditions depend on each other.
  Eigen::VectorXd unknowns(n + k), equationsOf(n + k);
  unknowns << m_masses.cwiseInverse(), m_norms.cwiseInverse();
  equationsOf.head(n) = m_masses.cwiseInverse();
  for (Eigen::Index j = 0; j < k; ++j) {
    const Contact& contact = m_contacts[static_cast<std::size_t>(j % m / block)];
    const bool isNormal = j % block == 0, isFirst = j < m;
    const bool isVelocity = isFirst ? (isNormal ? contact.presses : contact.sticks)
                                    : (isNormal ? contact.stops : contact.stopsSlip);
    equationsOf[n + j] = isVelocity ? 1 / m_norms[j] : m_norms[j];
  }
  const Eigen::MatrixXd scaled = equationsOf.asDiagonal() * conditions.unknown * unknowns.asDiagonal();
  const Eigen::MatrixXd found = -(unknowns.asDiagonal() * scaled.completeOrthogonalDecomposition().solve(
                                                              equationsOf.asDiagonal() * conditions.given));
  Eigen::MatrixXd all(2 * n, given);
  all << dq1.unknown * found + dq1.given, dp1.unknown * found + dp1.given;
  map.state = all.leftCols(2 * n);
  map.start.setZero(2 * n);
  map.length.setZero(2 * n);
  if (times > 0) {
    map.start = all.col(2 * n);
    map.length = all.col(2 * n + 1);
  }
  if (!map.state.allFinite()) return fails("a step that has no derivative");
  return true;
}

}  // namespace carom
