#include "mechanics/variation/step_variation.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/central_slope.h"
#include "base/rotation.h"

namespace carom {

namespace {

/// X = A⁻¹B with the factors of A. Column by column, which is quicker than by blocks for the few rows of most
/// mechanisms.
void solve(const Eigen::PartialPivLU<Eigen::MatrixXd>& factors, const Eigen::MatrixXd& B,
           Eigen::MatrixXd& X) {
  constexpr Eigen::Index few = 24;
  const Eigen::Index n = B.rows();
  if (n > few) {
    X = factors.solve(B);
    return;
  }
  const double* LU = factors.matrixLU().data();
  const auto& order = factors.permutationP().indices();
  X.resize(n, B.cols());
  std::array<double, few> x{}, pivots{};
  for (Eigen::Index k = 0; k < n; ++k) pivots[static_cast<std::size_t>(k)] = 1 / LU[k * n + k];
  for (Eigen::Index c = 0; c < B.cols(); ++c) {
    for (Eigen::Index i = 0; i < n; ++i) x[static_cast<std::size_t>(order[i])] = B(i, c);
    for (Eigen::Index k = 0; k < n; ++k) {
      const double known = x[static_cast<std::size_t>(k)];
      for (Eigen::Index i = k + 1; i < n; ++i) x[static_cast<std::size_t>(i)] -= LU[k * n + i] * known;
    }
    for (Eigen::Index k = n; k-- > 0;) {
      const double known = X(k, c) = x[static_cast<std::size_t>(k)] * pivots[static_cast<std::size_t>(k)];
      for (Eigen::Index i = 0; i < k; ++i) x[static_cast<std::size_t>(i)] -= LU[k * n + i] * known;
    }
  }
}

}  // namespace

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
  m_v = m_integrator.meanVelocity();
  linearize(from, to, m_v, map, ends);
  q = std::move(to.q);
  p = std::move(to.p);
  return StepStatus::Done;
}

bool StepVariation::between(const State& from, const State& to, double momenta, FlowMap& map) {
  constexpr double rounding = 1e-9;
  const double h = to.time - from.time;
  if (!m_loops.empty()) {
    Eigen::VectorXd q = from.q, p = from.p;
    if (m_integrator.step(q, p, from.time, h) != StepStatus::Done) return false;
    if (m_mechanism.difference(q, to.q).lpNorm<Eigen::Infinity>() >
            rounding * (1 + q.lpNorm<Eigen::Infinity>()) ||
        (p - to.p).lpNorm<Eigen::Infinity>() > rounding * momenta)
      return false;
    m_v = m_integrator.meanVelocity();
  } else {
    // Its velocity is that of its ends but for rounding.
    m_v = m_mechanism.difference(from.q, to.q) / h;
    m_integrator.treeResidual(from.q, from.p, m_v, from.time, h, m_r);
    if (m_r.lpNorm<Eigen::Infinity>() > rounding * momenta) return false;
    m_reached = from;
    m_integrator.treeArrive(m_reached.q, m_reached.p, h);
    if ((m_reached.p - to.p).lpNorm<Eigen::Infinity>() > rounding * momenta) return false;
  }
  linearize(from, to, m_v, map, Ends::Fixed, m_loops.empty());
  return true;
}

/// The derivative of a step with the mean velocity v. `isAssembled`: see StepSlopes::place.
void StepVariation::linearize(const State& from, const State& to, const Eigen::VectorXd& v, FlowMap& map,
                              Ends ends, bool isAssembled) {
  const Eigen::Index n = from.q.size(), times = ends == Ends::Fixed ? 0 : 2;
  const double t = from.time, h = to.time - t;
  const bool isClosed = !m_loops.empty(), turns = !m_mechanism.rotations().empty();
  LoopSlopes::At &start = m_startLoops, &end = m_endLoops;
  Eigen::VectorXd p0, p1, w1;
  if (isClosed) {
    m_loops.place(start, from.q);
    m_loops.place(end, to.q);
    m_slopes.setMotion(v, h);
    m_integrator.treeResidual(from.q, from.p, v, t, h, m_r);
    const Eigen::VectorXd lambda =
        m_slopes.turned(start.rows.transpose(), 1).completeOrthogonalDecomposition().solve(m_r);
    m_integrator.treeResidual(to.q, Eigen::VectorXd::Zero(n), v, t + h, -h, m_r);
    p0 = from.p + start.rows.transpose() * lambda;
    p1 = m_slopes.landed(m_r);
    const Eigen::VectorXd mu = end.rows.transpose().completeOrthogonalDecomposition().solve(to.p - p1);
    w1 = m_integrator.velocity(to.q, to.p);
    m_loops.derive(start, from.q, lambda, Eigen::VectorXd::Zero(n));
    m_loops.derive(end, to.q, mu, w1);
  }
  m_slopes.place(from.q, isClosed ? p0 : from.p, to.q, isClosed ? p1 : to.p, v, t, h, times > 0, isAssembled);
  // What K₀ δv is, and the part of δq₁ without h δv, by q₀, p₀ and the times t and h.
  m_given.setZero(n, 2 * n + times);
  m_given.middleCols(n, n).setIdentity();
  if (isClosed) m_given.leftCols(n) = start.byImpulse;
  if (turns) m_slopes.turnRows(m_given, 1);
  m_given.leftCols(n) -= m_slopes.start().E;
  m_given.rightCols(times) = -m_slopes.start().byTime;
  m_carried.setZero(n, 2 * n + times);
  m_carried.leftCols(n).setIdentity();
  if (turns) m_slopes.carryRows(m_carried);
  if (times > 0) m_carried.col(2 * n + 1) = v;
  m_newton.compute(m_slopes.start().K);
  solve(m_newton, m_given, m_motion);
  const auto travelled = [&](const Eigen::MatrixXd& dv) -> Eigen::MatrixXd {
    return turns ? m_slopes.turned(h * dv, 1) : Eigen::MatrixXd(h * dv);
  };
  if (isClosed) {
    const Eigen::MatrixXd freed = m_newton.solve(m_slopes.turned(start.rows.transpose(), 1));
    m_motion -= freed * Eigen::MatrixXd(end.rows * travelled(freed))
                            .completeOrthogonalDecomposition()
                            .solve(end.rows * (m_carried + travelled(m_motion)));
  }
  m_q1 = h * m_motion;
  if (turns) m_slopes.turnRows(m_q1, 1);
  m_q1 += m_carried;
  m_p1.noalias() = m_slopes.end().K * m_motion;
  m_p1.noalias() += m_slopes.end().E * m_q1;
  m_p1.rightCols(times) += m_slopes.end().byTime;
  if (turns) m_slopes.landRows(m_p1);
  if (isClosed) keepClosed(end, to, w1, end.byImpulse * m_q1, m_q1, m_p1);
  map.endByState.resize(0);
  map.state.resize(2 * n, 2 * n);
  map.state.topRows(n) = m_q1.leftCols(2 * n);
  map.state.bottomRows(n) = m_p1.leftCols(2 * n);
  map.start.resize(times > 0 ? 2 * n : 0);
  map.length.resize(map.start.size());
  if (times == 0) return;
  map.start << m_q1.col(2 * n), m_p1.col(2 * n);
  map.length << m_q1.col(2 * n + 1), m_p1.col(2 * n + 1);
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

/// Adds to changes of the momentum δp of a state with the velocity w those by the multipliers of its loops,
/// which leave A M⁻¹ p = 0 for changes δq; `push`: those that the present multipliers make.
void StepVariation::keepClosed(const LoopSlopes::At& loops, const State& at, const Eigen::VectorXd& w,
                               const Eigen::MatrixXd& push, const Eigen::MatrixXd& dq, Eigen::MatrixXd& dp) {
  dp += push;
  LoopSlopes::close(loops, m_mechanism.massMatrix(at.q).llt(), m_slopes.momentumSlope(at.q, w) * dq,
                    loops.byVelocity * dq, dp);
}

Eigen::MatrixXd StepVariation::closedTurn(const Eigen::VectorXd& q, const Eigen::VectorXd& u,
                                          const Eigen::VectorXd& closed, const Eigen::VectorXd& y,
                                          const Eigen::MatrixXd& turn) {
  // With u − Aᵀν and A y = 0: A M⁻¹Aᵀ δν = δA y + A M⁻¹(δu − δAᵀν − δM y).
  LoopSlopes::At loops;
  m_loops.place(loops, q);
  m_loops.derive(loops, q, loops.rows.transpose().completeOrthogonalDecomposition().solve(u - closed), y);
  const Eigen::MatrixXd freed = m_mechanism.massMatrix(q).llt().solve(loops.rows.transpose()),
                        part = turn - loops.byImpulse;
  return part - loops.rows.transpose() *
                    Eigen::MatrixXd(loops.rows * freed)
                        .completeOrthogonalDecomposition()
                        .solve(loops.byVelocity + freed.transpose() * (part - momentumSlope(q, y)));
}

Eigen::MatrixXd StepVariation::kept(const Eigen::VectorXd& q, const Eigen::VectorXd& p) {
  const Eigen::Index n = q.size();
  if (m_loops.empty()) return Eigen::MatrixXd::Identity(2 * n, 2 * n);
  const Eigen::VectorXd w = m_integrator.velocity(q, p);
  LoopSlopes::At loops;
  m_loops.place(loops, q);
  m_loops.derive(loops, q, Eigen::VectorXd::Zero(loops.rows.rows()), w);
  Eigen::MatrixXd dq = Eigen::MatrixXd::Zero(n, 2 * n), dp = dq;
  dq.leftCols(n) = Eigen::MatrixXd::Identity(n, n) -
                   loops.rows.completeOrthogonalDecomposition().pseudoInverse() * loops.rows;
  dp.rightCols(n).setIdentity();
  keepClosed(loops, {0, q, p}, w, Eigen::MatrixXd::Zero(n, 2 * n), dq, dp);
  Eigen::MatrixXd all(2 * n, 2 * n);
  all << dq, dp;
  return all;
}

bool addParameter(ParameterSlope& parameter, const Mechanism& mechanism, const State& from, const State& to,
                  FlowMap& map) {
  bool converges = true;
  const Eigen::Index n = from.q.size();
  map.parameter = parameter.of([&](const ParameterSlope::Beside& beside) {
    Eigen::VectorXd q = from.q, p = from.p, end(2 * n);
    converges =
        beside.integrator->step(q, p, from.time, to.time - from.time) == StepStatus::Done && converges;
    end << mechanism.difference(to.q, q), p;
    return end;
  });
  return converges;
}

}  // namespace carom
