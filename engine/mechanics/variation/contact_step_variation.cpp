#include "mechanics/variation/contact_step_variation.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "base/number_text.h"
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
  Eigen::VectorXd missing(2 * n), free = from.p, at = from.q;
  missing.head(n) = m_integrator.residual(from.q, from.p, m_at.v, from.time, h);
  m_integrator.arrive(at, free, m_at.v, from.time, h);
  missing.tail(n) = to.p - free;
  m_at.z = A.completeOrthogonalDecomposition().solve(missing);
  const double size = std::max(from.p.lpNorm<Eigen::Infinity>(), missing.lpNorm<Eigen::Infinity>());
  if ((A * m_at.z - missing).lpNorm<Eigen::Infinity>() > rounding * size)
    return fails("a step that the contacts that are closed do not explain");
  const Eigen::VectorXd w = C * m_at.v, w1 = C1 * m_integrator.velocity(to.q, to.p);
  // Velocities of the contacts, and what their impulses change of them: bodies at rest have the latter only.
  const Eigen::VectorXd pushed = C1 * m_integrator.velocity(to.q, C.transpose() * m_at.z.head(m));
  const double speed =
      std::max((C.cwiseAbs() * m_at.v.cwiseAbs()).maxCoeff(), pushed.lpNorm<Eigen::Infinity>());
  Eigen::Index row = 0;
  for (Contact& contact : m_contacts) {
    contact.presses = m_at.z[row] > still * rounding * size;
    contact.stops = std::abs(w1[row]) <= stopped * speed;
    contact.stopsSlip = contact.friction > 0 && w1.segment(row + 1, block - 1).norm() <= stopped * speed;
    contact.sticks =
        contact.friction > 0 && contact.presses && w.segment(row + 1, block - 1).norm() <= still * speed;
    row += block;
  }
  return true;
}

bool ContactStepVariation::step(const State& from, const State& to, FlowMap& map) {
  if (!describe(from, to)) return false;
  const Eigen::Index n = from.q.size(), k = m_at.z.size();
  std::vector<int> contacts;
  double slowest = 1;
  const Eigen::Index block = rowsOf();
  const Eigen::VectorXd w = rowsAt(m_mechanism.moved(from.q, m_at.v, 0.5 * m_at.h)) * m_at.v;
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    contacts.push_back(m_contacts[i].index);
    if (!m_contacts[i].sticks && m_contacts[i].friction > 0)
      slowest = std::min(slowest, w.segment(static_cast<Eigen::Index>(i) * block + 1, block - 1).norm());
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
  const Eigen::MatrixXd M = m_mechanism.massMatrix(from.q);
  const double speed = std::max(m_at.v.lpNorm<Eigen::Infinity>(), 1e-3),
               impulse = std::max(m_at.z.lpNorm<Eigen::Infinity>(), 1e-3 * from.p.lpNorm<Eigen::Infinity>());
  Eigen::MatrixXd byState(rows, 2 * n), byUnknown(rows, n + k);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::VectorXd e = Eigen::VectorXd::Unit(n, i);
    byState.col(i) =
        column([&](Arguments& at, double s) { at.q = m_mechanism.moved(from.q, e, s); }, steps[i]);
    byState.col(n + i) =
        column([&](Arguments& at, double s) { at.p[i] += s; }, std::max(from.p.norm(), 1e-3) * slopeShare);
    byUnknown.col(i) = column([&](Arguments& at, double s) { at.v[i] += s; },
                              slopeShare * std::min(speed, std::max(slowest, 1e-6)));
  }
  for (Eigen::Index j = 0; j < k; ++j)
    byUnknown.col(n + j) =
        column([&](Arguments& at, double s) { at.z[j] += s; }, std::max(impulse, 1e-9) * slopeShare);
  const double later = 0.1 * std::max(std::abs(m_at.h), 1e-6);
  Eigen::MatrixXd byTime = Eigen::MatrixXd::Zero(rows, 2);
  if (!m_mechanism.forces().motors.empty())
    byTime.col(0) = column([&](Arguments& at, double s) { at.t += s; }, later);
  byTime.col(1) = column([&](Arguments& at, double s) { at.h += s; }, later);
  const Eigen::Index conditions = n + k;
  Eigen::MatrixXd given(rows, 2 * n + 2);
  given << byState, byTime;
  const Eigen::MatrixXd unknown =
      -byUnknown.topRows(conditions).completeOrthogonalDecomposition().solve(given.topRows(conditions));
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
