#include "mechanics/variation/step_variation.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "base/rotation.h"
#include "mechanics/variation/central_slope.h"

namespace carom {

namespace {

/// The length on which forces change (m): the shortest distance that a spring or damper spans, at most 1 m.
/// Other forces and M depend on travels by polynomials of low degree, of which differences are exact.
double lengthOfForces(const Mechanism& mechanism, const Eigen::VectorXd& q) {
  double shortest = 1;
  const auto add = [&](const auto& force) {
    const double d = (mechanism.worldPoint(force.ends[1], q) - mechanism.worldPoint(force.ends[0], q)).norm();
    if (d > 0) shortest = std::min(shortest, d);
  };
  std::ranges::for_each(mechanism.forces().pointSprings, add);
  std::ranges::for_each(mechanism.forces().pointDampers, add);
  return shortest;
}

}  // namespace

StepVariation::StepVariation(const Mechanism& mechanism)
    : m_mechanism(mechanism), m_integrator(mechanism), m_loops(mechanism) {
  if (mechanism.isTranslational()) {
    const Eigen::MatrixXd M = mechanism.massMatrix(Eigen::VectorXd::Zero(mechanism.dof()));
    m_inverse = M.llt().solve(Eigen::MatrixXd::Identity(M.rows(), M.cols()));
  }
}

/// (v, p₁) of a step: 2n.
Eigen::VectorXd StepVariation::ended(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h) {
  Eigen::VectorXd q1 = q, p1 = p, end(2 * q.size());
  if (m_integrator.step(q1, p1, t, h) != StepStatus::Done) m_failed = true;
  end << m_integrator.meanVelocity(), p1;
  return end;
}

StepStatus StepVariation::step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h, FlowMap& map) {
  const Eigen::Index n = q.size();
  m_failed = false;
  Eigen::VectorXd q1 = q, p1 = p;
  if (m_integrator.step(q1, p1, t, h) != StepStatus::Done) return StepStatus::NotConverged;
  const Eigen::VectorXd v = m_integrator.meanVelocity();
  const Eigen::MatrixXd M = m_mechanism.massMatrix(q);
  const double length = lengthOfForces(m_mechanism, q);
  map.state.setZero(2 * n, 2 * n);
  map.start.setZero(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::VectorXd e = Eigen::VectorXd::Unit(n, i);
    const bool turns = m_mechanism.links()[static_cast<std::size_t>(i)].revolute;
    map.state.col(i) = centralSlope([&](double s) { return ended(m_mechanism.moved(q, e, s), p, t, h); },
                                    slopeShare * (turns ? 1 : length));
    // Impulses that change the velocity by a thousandth of the scales per second, or of the velocity.
    const double speed = std::max(turns ? 1 : length, std::abs(v[i]));
    map.state.col(n + i) =
        centralSlope([&](double s) { return ended(q, p + s * M.col(i), t, h); }, slopeShare * speed);
  }
  // ∂p = M ∂v
  map.state.rightCols(n) = M.llt().solve(map.state.rightCols(n).transpose()).transpose().eval();
  // Steps are short beside the times in which the motion changes, so that a tenth of one is safe; parts of a
  // step may be as short as rounding.
  const double later = 0.1 * std::max(std::abs(h), 1e-6);
  map.length = centralSlope([&](double s) { return ended(q, p, t, h + s); }, later);
  if (!m_mechanism.forces().motors.empty())
    map.start = centralSlope([&](double s) { return ended(q, p, t + s, h); }, later);
  if (m_failed) return StepStatus::NotConverged;
  // From v to q₁ = q₀ + h v; at spherical joints R₁ = R₀ exp(hω̂).
  const auto travel = [&](auto&& dv) {
    for (Eigen::Index j = 0; j < dv.cols(); ++j)
      dv.col(j) = h * m_mechanism.movedTangent(v, h, Eigen::VectorXd(dv.col(j)));
  };
  travel(map.state.topRows(n));
  travel(map.start.topRows(n));
  travel(map.length.topRows(n));
  map.length.head(n) += v;
  Eigen::MatrixXd carried = Eigen::MatrixXd::Identity(n, n);
  for (const int i : m_mechanism.rotations())
    carried.block<3, 3>(i, i) = rotationMatrix(-h * v.segment<3>(i));
  map.state.topLeftCorner(n, n) += carried;
  q = std::move(q1);
  p = std::move(p1);
  return StepStatus::Done;
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
    rate << v, centralSlope([&](double s) { return Eigen::VectorXd(ended(q, p, t, s).tail(q.size())); }, h);
    return rate;
  }
  Eigen::VectorXd force = m_integrator.force(q, v, t);
  for (const int i : m_mechanism.rotations()) force.segment<3>(i) -= v.segment<3>(i).cross(p.segment<3>(i));
  rate << v, force;
  return rate;
}

/// A state whose loops are closed, near (q, p), as the change from `from` and the momentum: 2n.
Eigen::VectorXd StepVariation::projected(Eigen::VectorXd q, Eigen::VectorXd p, const Eigen::VectorXd& from) {
  constexpr int newtonSteps = 6;  // from a thousandth of the lengths, each squares the distance
  for (int i = 0; i < newtonSteps; ++i) {
    m_loops.place(q);
    const Eigen::VectorXd by = m_loops.rows().completeOrthogonalDecomposition().solve(-m_loops.values());
    q = m_mechanism.moved(q, by, 1);
  }
  m_loops.place(q);
  const Eigen::MatrixXd A = m_loops.rows();
  LoopProjection(A, m_mechanism.massMatrix(q).llt().solve(A.transpose())).project(p);
  Eigen::VectorXd x(2 * q.size());
  x << m_mechanism.difference(from, q), p;
  return x;
}

Eigen::MatrixXd StepVariation::kept(const Eigen::VectorXd& q, const Eigen::VectorXd& p) {
  const Eigen::Index n = q.size();
  if (m_loops.empty()) return Eigen::MatrixXd::Identity(2 * n, 2 * n);
  const Eigen::MatrixXd M = m_mechanism.massMatrix(q);
  Eigen::MatrixXd all(2 * n, 2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::VectorXd e = Eigen::VectorXd::Unit(n, i);
    all.col(i) =
        centralSlope([&](double s) { return projected(m_mechanism.moved(q, e, s), p, q); }, slopeShare);
    // The projection of momenta is linear.
    all.col(n + i) = projected(q, p + M(i, i) * e, q) - projected(q, p, q);
    all.col(n + i) /= M(i, i);
  }
  return all;
}

}  // namespace carom
