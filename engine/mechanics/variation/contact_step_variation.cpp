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

/// The conditions of the step, all 0 in it, and m_p1.
Eigen::VectorXd ContactStepVariation::equations(const Arguments& at) {
  const Eigen::Index n = at.q.size(), block = rowsOf(),
                     m = block * static_cast<Eigen::Index>(m_contacts.size());
  const Eigen::VectorXd qm = m_mechanism.moved(at.q, at.v, 0.5 * at.h),
                        q1 = m_mechanism.moved(at.q, at.v, at.h);
  const Eigen::MatrixXd C = rowsAt(qm), C1 = rowsAt(q1);
  const Eigen::VectorXd z = at.z.head(m), z1 = at.z.tail(m);
  const Eigen::VectorXd impulse = C.transpose() * z;
  Eigen::VectorXd e(n + 2 * m);
  e.head(n) = m_integrator.residual(at.q, at.p, at.v, at.t, at.h) -
              0.5 * m_mechanism.movedTangent(at.v, 0.5 * at.h, impulse);
  Eigen::VectorXd reached = at.q;
  m_p1 = at.p;
  m_integrator.arrive(reached, m_p1, at.v, at.t, at.h, &impulse);
  m_p1 += C1.transpose() * z1;
  const Eigen::VectorXd w = C * at.v, w1 = C1 * m_integrator.velocity(q1, m_p1);
  Eigen::Index row = 0;
  for (const Contact& contact : m_contacts) {
    const auto B = z.segment(row + 1, block - 1), slip = w.segment(row + 1, block - 1);
    Eigen::VectorXd one(block), two(block);
    one[0] = contact.presses ? m_mechanism.gap(contact.index, q1) / at.h : z[row];
    two[0] = contact.stops ? w1[row] : z1[row];
    if (contact.sticks) {
      one.tail(block - 1) = slip;
    } else {
      one.tail(block - 1) = B;
      if (contact.friction > 0 && slip.norm() > 0)
        one.tail(block - 1) += contact.friction * z[row] * slip / slip.norm();
    }
    two.tail(block - 1) = (contact.stopsSlip ? w1 : z1).segment(row + 1, block - 1);
    const auto slip1 = w1.segment(row + 1, block - 1);
    if (rubsOn(contact) && slip1.norm() > 0)
      two.tail(block - 1) += contact.friction * z1[row] * slip1 / slip1.norm();
    e.segment(n + row, block) = one;
    e.segment(n + m + row, block) = two;
    row += block;
  }
  return e;
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

bool ContactStepVariation::step(const State& from, const State& to, FlowMap& map) {
  if (!describe(from, to)) return false;
  if (turnsRound()) return fails("a slip that turns round");
  const Eigen::Index n = from.q.size(), k = m_at.z.size();
  std::vector<int> contacts;
  const Eigen::Index block = rowsOf();
  const Eigen::MatrixXd C = rowsAt(m_mechanism.moved(from.q, m_at.v, 0.5 * m_at.h));
  const Eigen::VectorXd w = C * m_at.v;
  // Velocities are moved by a thousandth of those of the step, and of the slips, whose directions they turn.
  Eigen::VectorXd speeds = slopeShare * m_size * m_masses.cwiseInverse();
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    contacts.push_back(m_contacts[i].index);
    if (m_contacts[i].sticks || m_contacts[i].friction == 0) continue;
    const Eigen::Index row = static_cast<Eigen::Index>(i) * block + 1;
    const double slip = w.segment(row, block - 1).norm();
    for (Eigen::Index j = 0; j < n; ++j)
      if (const double turned = C.col(j).segment(row, block - 1).norm(); turned > 0 && slip > 0)
        speeds[j] = std::min(speeds[j], slopeShare * slip / turned);
  }
  const Eigen::VectorXd steps = coordinateSteps(m_mechanism, contacts, from.q);
  // Columns: q, p, v, z, t, h; rows: the conditions, then p₁.
  const Eigen::Index rows = n + k + n;
  const auto column = [&](const auto& moved, double epsilon) {
    return centralSlope(
        [&](double s) {
          Arguments at = m_at;
          moved(at, s);
          Eigen::VectorXd all(rows);
          const Eigen::VectorXd conditions = equations(at);
          all << conditions, m_p1;
          return all;
        },
        epsilon);
  };
  Eigen::MatrixXd byState(rows, 2 * n), byUnknown(rows, n + k);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::VectorXd e = Eigen::VectorXd::Unit(n, i);
    byState.col(i) =
        column([&](Arguments& at, double s) { at.q = m_mechanism.moved(from.q, e, s); }, steps[i]);
    byState.col(n + i) =
        column([&](Arguments& at, double s) { at.p[i] += s; }, slopeShare * m_size * m_masses[i]);
    byUnknown.col(i) = column([&](Arguments& at, double s) { at.v[i] += s; }, speeds[i]);
  }
  for (Eigen::Index j = 0; j < k; ++j)
    byUnknown.col(n + j) =
        column([&](Arguments& at, double s) { at.z[j] += s; }, slopeShare * m_size / m_norms[j]);
  const double later = 0.1 * std::max(std::abs(m_at.h), 1e-6);
  Eigen::MatrixXd byTime = Eigen::MatrixXd::Zero(rows, 2);
  if (!m_mechanism.forces().motors.empty())
    byTime.col(0) = column([&](Arguments& at, double s) { at.t += s; }, later);
  byTime.col(1) = column([&](Arguments& at, double s) { at.h += s; }, later);
  const Eigen::Index conditions = n + k;
  Eigen::MatrixXd given(rows, 2 * n + 2);
  given << byState, byTime;
  // In √J, too, so that units do not decide which conditions depend on each other.
  Eigen::VectorXd unknowns(conditions), equationsOf(conditions);
  unknowns << m_masses.cwiseInverse(), m_norms.cwiseInverse();
  equationsOf.head(n) = m_masses.cwiseInverse();
  for (Eigen::Index j = 0; j < k; ++j) {
    const Contact& contact = m_contacts[static_cast<std::size_t>(j % (k / 2) / block)];
    const bool isNormal = j % block == 0, isFirst = j < k / 2;
    const bool isVelocity = isFirst ? (isNormal ? contact.presses : contact.sticks)
                                    : (isNormal ? contact.stops : contact.stopsSlip);
    equationsOf[n + j] = isVelocity ? 1 / m_norms[j] : m_norms[j];
  }
  const Eigen::MatrixXd scaled =
      equationsOf.asDiagonal() * byUnknown.topRows(conditions) * unknowns.asDiagonal();
  const Eigen::MatrixXd unknown =
      -(unknowns.asDiagonal() *
        scaled.completeOrthogonalDecomposition().solve(equationsOf.asDiagonal() * given.topRows(conditions)));
  const Eigen::MatrixXd p1 = given.bottomRows(n) + byUnknown.bottomRows(n) * unknown;
  Eigen::MatrixXd all(2 * n, 2 * n + 2);
  for (Eigen::Index j = 0; j < all.cols(); ++j)
    all.col(j).head(n) =
        m_at.h * m_mechanism.movedTangent(m_at.v, m_at.h, Eigen::VectorXd(unknown.col(j).head(n)));
  all.bottomRows(n) = p1;
  Eigen::MatrixXd carried = Eigen::MatrixXd::Identity(n, n);
  for (const int i : m_mechanism.rotations())
    carried.block<3, 3>(i, i) = rotationMatrix(-m_at.h * m_at.v.segment<3>(i));
  all.topLeftCorner(n, n) += carried;
  all.col(2 * n + 1).head(n) += m_at.v;
  map.state = all.leftCols(2 * n);
  map.start = all.col(2 * n);
  map.length = all.col(2 * n + 1);
  if (!map.state.allFinite()) return fails("a step that has no derivative");
  return true;
}

}  // namespace carom
