#include "mechanics/variation/step_variation.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "base/rotation.h"
#include "mechanics/variation/central_slope.h"

namespace carom {

StepVariation::StepVariation(const Mechanism& mechanism)
    : m_mechanism(mechanism), m_integrator(mechanism), m_slopes(mechanism, m_integrator), m_loops(mechanism) {
  if (mechanism.isTranslational()) {
    const Eigen::MatrixXd M = mechanism.massMatrix(Eigen::VectorXd::Zero(mechanism.dof()));
    m_inverse = M.llt().solve(Eigen::MatrixXd::Identity(M.rows(), M.cols()));
  }
}

StepStatus StepVariation::step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h, FlowMap& map,
                               Ends ends) {
  const State from{t, q, p};
  State to{t + h, q, p};
  if (m_integrator.step(to.q, to.p, t, h) != StepStatus::Done) return StepStatus::NotConverged;
  linearize(from, to, map, ends);
  q = std::move(to.q);
  p = std::move(to.p);
  return StepStatus::Done;
}

RowSlopes StepVariation::loopsAt(const Eigen::VectorXd& q) {
  return RowSlopes::at(m_mechanism, q, Eigen::VectorXd::Constant(q.size(), slopeShare),
                       [this](const Eigen::VectorXd& place) -> Eigen::MatrixXd {
                         m_loops.place(place);
                         return m_loops.rows();
                       });
}

/// The derivative of the step just taken.
void StepVariation::linearize(const State& from, const State& to, FlowMap& map, Ends ends) {
  const Eigen::Index n = from.q.size(), times = ends == Ends::Fixed ? 0 : 2;
  const double t = from.time, h = to.time - t;
  const Eigen::VectorXd v = m_integrator.meanVelocity(), none = Eigen::VectorXd::Zero(n);
  const bool isClosed = !m_loops.empty();
  RowSlopes start, end;
  Eigen::VectorXd lambda, mu, p0 = from.p, p1 = to.p;
  if (isClosed) {
    start = loopsAt(from.q);
    end = loopsAt(to.q);
    m_slopes.setMotion(v, h);
    m_integrator.clearMultipliers();
    const Eigen::MatrixXd missing = m_integrator.residual(from.q, p0, v, t, h),
                          reached = m_integrator.residual(to.q, none, v, t + h, -h);
    lambda = m_slopes.turned(start.rows.transpose(), 1).completeOrthogonalDecomposition().solve(missing);
    p0 += start.rows.transpose() * lambda;
    p1 = m_slopes.landed(reached);
    mu = end.rows.transpose().completeOrthogonalDecomposition().solve(to.p - p1);
  }
  m_slopes.place(from.q, p0, to.q, p1, v, t, h, times > 0);
  // What K₀ δv is, and the part of δq₁ without h δv, by q₀, p₀ and the times t and h.
  m_given.setZero(n, 2 * n + times);
  m_carried.setZero(n, 2 * n + times);
  m_given.middleCols(n, n).setIdentity();
  if (isClosed) m_given.leftCols(n) = start.byImpulse(lambda);
  m_given = m_slopes.turned(std::move(m_given), 1);
  m_given.leftCols(n) -= m_slopes.start().E;
  m_given.rightCols(times) = -m_slopes.start().byTime;
  m_carried.leftCols(n) = m_slopes.carried(1);
  if (times > 0) m_carried.col(2 * n + 1) = v;
  m_newton.compute(m_slopes.start().K);
  Eigen::MatrixXd motion = m_newton.solve(m_given);
  const auto travelled = [&](const Eigen::MatrixXd& dv) { return m_slopes.turned(h * dv, 1); };
  if (isClosed) {
    const Eigen::MatrixXd freed = m_newton.solve(m_slopes.turned(start.rows.transpose(), 1));
    motion -= freed * Eigen::MatrixXd(end.rows * travelled(freed))
                          .completeOrthogonalDecomposition()
                          .solve(end.rows * (m_carried + travelled(motion)));
  }
  const Eigen::MatrixXd q1 = m_carried + travelled(motion);
  Eigen::MatrixXd momenta = m_slopes.end().K * motion + m_slopes.end().E * q1;
  momenta.rightCols(times) += m_slopes.end().byTime;
  momenta = m_slopes.landed(std::move(momenta));
  if (isClosed) keepClosed(end, to, end.byImpulse(mu) * q1, q1, momenta);
  map.state.resize(2 * n, 2 * n);
  map.state << q1.leftCols(2 * n), momenta.leftCols(2 * n);
  map.start.setZero(2 * n);
  map.length.setZero(2 * n);
  if (times == 0) return;
  map.start << q1.col(2 * n), momenta.col(2 * n);
  map.length << q1.col(2 * n + 1), momenta.col(2 * n + 1);
}

FlowMap StepVariation::parabola(const Eigen::VectorXd& p, double h) const {
  const Eigen::Index n = p.size();
  FlowMap map{Eigen::MatrixXd::Identity(2 * n, 2 * n), Eigen::VectorXd::Zero(2 * n), Eigen::VectorXd(2 * n)};
  map.state.topRightCorner(n, n) = h * m_inverse;
  const Eigen::VectorXd force = m_mechanism.gravityForce(Eigen::VectorXd::Zero(n));
  map.length << m_inverse * (p + h * force), force;
  return map;
}

Eigen::VectorXd StepVariation::field(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t) {
  Eigen::VectorXd rate(2 * q.size());
  const Eigen::VectorXd v = m_integrator.velocity(q, p);
  if (!m_loops.empty()) {  // the forces of loops are those of a short step
    constexpr double h = 1e-4;
    rate << v, centralSlope(
                   [&](double s) {
                     Eigen::VectorXd q1 = q, p1 = p;
                     m_integrator.step(q1, p1, t, s);
                     return p1;
                   },
                   h);
    return rate;
  }
  Eigen::VectorXd force = m_integrator.force(q, v, t);
  for (const int i : m_mechanism.rotations()) force.segment<3>(i) -= v.segment<3>(i).cross(p.segment<3>(i));
  rate << v, force;
  return rate;
}

/// Adds to changes of the momentum δp of a state those by the multipliers of its loops, which leave
/// A M⁻¹ p = 0 for changes δq; `push`: those that the present multipliers make.
void StepVariation::keepClosed(const RowSlopes& loops, const State& at, const Eigen::MatrixXd& push,
                               const Eigen::MatrixXd& dq, Eigen::MatrixXd& dp) {
  const Eigen::VectorXd w = m_integrator.velocity(at.q, at.p);
  const Eigen::MatrixXd byPlace = m_slopes.momentumSlope(at.q, w);
  const auto M = m_mechanism.massMatrix(at.q).llt();
  dp += push;
  dp -=
      loops.rows.transpose() * Eigen::MatrixXd(loops.rows * M.solve(loops.rows.transpose()))
                                   .completeOrthogonalDecomposition()
                                   .solve(loops.rows * M.solve(dp - byPlace * dq) + loops.byVelocity(w) * dq);
}

Eigen::MatrixXd StepVariation::kept(const Eigen::VectorXd& q, const Eigen::VectorXd& p) {
  const Eigen::Index n = q.size();
  if (m_loops.empty()) return Eigen::MatrixXd::Identity(2 * n, 2 * n);
  const RowSlopes loops = loopsAt(q);
  Eigen::MatrixXd dq = Eigen::MatrixXd::Zero(n, 2 * n), dp = dq;
  dq.leftCols(n) = Eigen::MatrixXd::Identity(n, n) -
                   loops.rows.completeOrthogonalDecomposition().pseudoInverse() * loops.rows;
  dp.rightCols(n).setIdentity();
  keepClosed(loops, {0, q, p}, Eigen::MatrixXd::Zero(n, 2 * n), dq, dp);
  Eigen::MatrixXd all(2 * n, 2 * n);
  all << dq, dp;
  return all;
}

}  // namespace carom
