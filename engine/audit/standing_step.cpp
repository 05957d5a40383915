#include "audit/standing_step.h"

#include <Eigen/QR>

#include "mechanics/contact/local_contact.h"

namespace carom {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The least x with A x = b, where rows of A may say the same.
static VectorXd leastSolution(const MatrixXd& A, const VectorXd& b) {
  constexpr double same = 1e-9;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(same);
  solver.compute(A);
  return solver.solve(b);
}

StandingStep::Rows StandingStep::rowsAt(const VectorXd& q, const VectorXd& v,
                                        std::span<const StandingContact> standing) const {
  const Index n = q.size();
  Rows rows{MatrixXd(0, n), MatrixXd(n, 0), {}};
  for (const StandingContact& of : standing) {
    const double friction =
        m_mechanism.contacts()[static_cast<std::size_t>(of.contact)].coefficients.friction;
    const bool isSmooth = !of.sticks && friction == 0;
    const MatrixXd axes = isSmooth ? MatrixXd(m_mechanism.normal(of.contact, q).transpose())
                                   : contactAxes(m_mechanism, of.contact, q).rows;
    const Index first = rows.kept.rows(), count = of.sticks ? axes.rows() : 1;
    rows.normals.push_back(first);
    rows.kept.conservativeResize(first + count, Eigen::NoChange);
    rows.pushes.conservativeResize(Eigen::NoChange, first + count);
    rows.kept.bottomRows(count) = axes.topRows(count);
    rows.pushes.rightCols(count) = axes.topRows(count).transpose();
    if (of.sticks || isSmooth) continue;
    const VectorXd slip = axes.bottomRows(axes.rows() - 1) * v;
    if (const double speed = slip.norm(); speed > 0)
      rows.pushes.col(first) -= friction / speed * axes.bottomRows(axes.rows() - 1).transpose() * slip;
  }
  return rows;
}

MatrixXd StandingStep::rows(const VectorXd& q, std::span<const StandingContact> standing) const {
  return rowsAt(q, VectorXd::Zero(q.size()), standing).kept;
}

void StandingStep::stop(const VectorXd& q, VectorXd& v, std::span<const StandingContact> standing) const {
  if (standing.empty()) return;
  const MatrixXd C = rows(q, standing), X = velocitiesBy(m_mechanism, q, C);
  v -= X * leastSolution(C * X, C * v);
}

/// The second part of a step: contacts with friction stop both ways, those without only where they close.
void StandingStep::stopEnd(const VectorXd& q, VectorXd& v, std::span<const StandingContact> standing) const {
  const Rows all = rowsAt(q, v, standing);
  std::vector<Index> taken;
  for (std::size_t i = 0; i < standing.size(); ++i) {
    const Index first = all.normals[i], end = i + 1 < standing.size() ? all.normals[i + 1] : all.kept.rows();
    const bool isSmooth =
        m_mechanism.contacts()[static_cast<std::size_t>(standing[i].contact)].coefficients.friction == 0;
    if (isSmooth && all.kept.row(first).dot(v) >= 0) continue;
    for (Index row = first; row < end; ++row) taken.push_back(row);
  }
  if (taken.empty()) return;
  const MatrixXd C = all.kept(taken, Eigen::all),
                 X = velocitiesBy(m_mechanism, q, MatrixXd(all.pushes(Eigen::all, taken)).transpose());
  v -= X * leastSolution(C * X, C * v);
}

VectorXd StandingStep::slip(const FlightPoint& point, int contact) const {
  const MatrixXd axes = contactAxes(m_mechanism, contact, point.q).rows;
  return axes.bottomRows(axes.rows() - 1) * point.v;
}

bool StandingStep::step(FlightPoint& point, double t, double h, std::span<const StandingContact> standing,
                        bool stops) {
  FlightPoint end = point;
  if (!take(end, t, h, standing, false)) return false;
  if (stops) stopEnd(end.q, end.v, standing);
  if (!end.v.allFinite()) return false;
  point = std::move(end);
  return true;
}

bool StandingStep::coast(FlightPoint& point, double t, double h, std::span<const StandingContact> standing) {
  return take(point, t, h, standing, true);
}

/// The first part of a step. `coasts`: with friction against the slips at its start, not at its middle.
bool StandingStep::take(FlightPoint& point, double t, double h, std::span<const StandingContact> standing,
                        bool coasts) {
  constexpr int most = 16;
  constexpr double settled = 1e-12, ulp = 1e-15;  // of velocities; of places
  const double ofGaps = ulp * (1 + point.q.lpNorm<Eigen::Infinity>()) / std::abs(h);
  const VectorXd p = m_mechanism.massMatrix(point.q) * point.v;
  VectorXd v = point.v, r, qm, q1;
  stop(point.q, v, standing);
  const VectorXd first = v;
  const auto rowsInMiddle = [&] { return rowsAt(qm, coasts ? first : v, standing); };
  VectorXd gaps(std::ssize(standing));
  for (std::size_t i = 0; i < standing.size(); ++i)
    gaps[static_cast<Index>(i)] = m_mechanism.gap(standing[i].contact, point.q);
  VectorXd z = VectorXd::Zero(rows(point.q, standing).rows());
  m_integrator.restart();
  m_integrator.clearMultipliers();
  for (int round = 0;; ++round) {
    if (round == most) return false;
    qm = m_mechanism.moved(point.q, v, 0.5 * h);
    const Rows at = rowsInMiddle();
    if (at.kept.rows() != z.size()) return false;
    m_integrator.residual(point.q, p, v, t, h, r);
    m_pushed = at.pushes * z;
    VectorXd turned = m_pushed;
    m_mechanism.applyMovedTangent(v, 0.5 * h, turned);
    r -= 0.5 * turned;
    if (!m_integrator.factorNewton(h)) return false;
    MatrixXd Z(v.size(), z.size());
    for (Index j = 0; j < z.size(); ++j) {
      VectorXd x = 0.5 * at.pushes.col(j);
      m_mechanism.applyMovedTangent(v, 0.5 * h, x);
      m_integrator.solveFactored(x);
      Z.col(j) = x;
    }
    m_integrator.correct(r);
    VectorXd next = v - r;
    q1 = m_mechanism.moved(point.q, next, h);
    VectorXd w = at.kept * next;
    for (std::size_t i = 0; i < standing.size(); ++i) {
      // The velocity along the normal differs from that of the gap by O(h²), which rounding hides in short
      // steps.
      const double met = (m_mechanism.gap(standing[i].contact, q1) - gaps[static_cast<Index>(i)]) / h;
      double& along = w[at.normals[i]];
      if (std::abs(met - along) > ofGaps) along = met;
    }
    const VectorXd dz = leastSolution(at.kept * Z, -w);
    next += Z * dz;
    z += dz;
    const double change = (next - v).lpNorm<Eigen::Infinity>();
    v = std::move(next);
    if (!v.allFinite()) return false;
    if (round > 0 && change <= settled * (1 + v.lpNorm<Eigen::Infinity>()) + ofGaps) break;
  }
  qm = m_mechanism.moved(point.q, v, 0.5 * h);
  const Rows at = rowsInMiddle();
  m_pushed = at.pushes * z;
  m_normals = z(at.normals);
  // Of what is at rest rounding is left.
  const double work = std::copysign(1, h) * m_pushed.dot(v), motion = std::abs(p.dot(v));
  const double rounding = 10 * m_pushed.lpNorm<1>() * (settled * (1 + v.lpNorm<Eigen::Infinity>()) + ofGaps);
  m_gain = work > rounding && motion > 0 ? (work - rounding) / motion : 0;
  FlightPoint end = point;
  VectorXd momentum = p;
  m_integrator.arrive(end.q, momentum, v, t, h, &m_pushed);
  m_integrator.velocity(end.q, momentum, end.v);
  if (!end.q.allFinite() || !end.v.allFinite()) return false;
  point = std::move(end);
  return true;
}

/// In which forces hardly change (s).
static constexpr double brief = 1e-4;

bool StandingStep::briefStep(const FlightPoint& point, double t, std::span<const StandingContact> standing) {
  FlightPoint end = point;
  stop(end.q, end.v, standing);
  return !standing.empty() && coast(end, t, brief, standing);
}

VectorXd StandingStep::normalForces(const FlightPoint& point, double t,
                                    std::span<const StandingContact> standing) {
  return briefStep(point, t, standing) ? VectorXd(m_normals / brief) : VectorXd();
}

VectorXd StandingStep::acceleration(const FlightPoint& point, double t,
                                    std::span<const StandingContact> standing) {
  if (!briefStep(point, t, standing)) return VectorXd::Zero(point.q.size());
  return velocitiesBy(m_mechanism, point.q, m_pushed.transpose()).col(0) / brief;
}

}  // namespace carom
