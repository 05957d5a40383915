#include "mechanics/variation/step_slopes.h"

#include <Eigen/LU>
#include <cmath>
#include <utility>

#include "base/central_slope.h"
#include "base/rotation.h"

namespace carom {

/// ∂(Mv)/∂q and ∂f/∂q at q, v: exact, or by differences at spherical joints of bodies on others.
void StepSlopes::findSlopes(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t) {
  m_none.setZero(q.size());
  m_integrator.treeResidual(q, m_none, v, t, 0, m_r);
  if (!m_integrator.slopes(m_momentum, m_force)) findSlopesBeside(q, v, t);
}

void StepSlopes::findSlopesBeside(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t) {
  m_none.setZero(q.size());
  m_momentum.resize(q.size(), q.size());
  m_force.resize(q.size(), q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const auto moved = [&](double s) { return m_mechanism.moved(q, Eigen::VectorXd::Unit(q.size(), i), s); };
    m_momentum.col(i) = centralSlope(
        [&](double s) -> Eigen::VectorXd {
          m_integrator.treeResidual(moved(s), m_none, v, t, 0, m_r);
          return m_r;
        },
        slopeShare);
    m_force.col(i) = centralSlope([&](double s) { return m_integrator.force(moved(s), v, t); }, slopeShare);
  }
}

void StepSlopes::place(const Eigen::VectorXd& q0, const Eigen::VectorXd& p0, const Eigen::VectorXd& q1,
                       const Eigen::VectorXd& p1, const Eigen::VectorXd& v, double t, double h,
                       bool hasTimes) {
  setMotion(v, h);
  for (End* end : {&m_start, &m_end}) end->byTime.resize(q0.size(), hasTimes ? 2 : 0);
  m_integrator.treeResidual(q0, p0, v, t, h, m_r);
  if (turns()) {
    if (!m_integrator.slopes(m_momentum, m_force))
      findSlopesBeside(m_mechanism.moved(q0, v, 0.5 * h), v, t + 0.5 * h);
  } else {
    m_integrator.slopes(m_momentum, m_force);
    m_start.K = m_integrator.treeJacobian(h);
    m_end.K = m_integrator.mirroredJacobian(h);
  }
  placeEnd(m_start, q0, p0, t, h);
  placeEnd(m_end, q1, p1, t + h, -h);
  if (hasTimes) m_end.byTime.col(1) = m_end.byTime.col(0) - m_end.byTime.col(1);  // by h: of t + h, and −h
}

/// One equation of the step; its times are t and h.
void StepSlopes::placeEnd(End& end, const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h) {
  if (turns()) {
    // A turn of the end is seen from the middle.
    m_forces = m_force;
    const std::vector<int>& rotations = m_mechanism.rotations();
    for (const int i : rotations)
      m_forces.middleRows<3>(i) =
          (RightJacobian(0.5 * h * m_v.segment<3>(i)).matrix() * m_forces.middleRows<3>(i)).eval();
    end.E = m_momentum - 0.5 * h * m_forces;
    for (const int i : rotations) end.E.middleCols<3>(i) *= rotationMatrix(-0.5 * h * m_v.segment<3>(i));
    m_integrator.treeResidual(q, p, m_v, t, h, m_r);
    end.K = m_integrator.treeJacobian(h);
  } else {
    end.E = m_momentum - 0.5 * h * m_force;
  }
  if (end.byTime.cols() == 0) return;
  // Steps are short beside the times in which the motion changes, so that a tenth of one is safe; parts of a
  // step may be as short as rounding.
  const double later = 0.1 * std::max(std::abs(h), 1e-6);
  const auto residual = [&](double start, double length) -> Eigen::VectorXd {
    m_integrator.treeResidual(q, p, m_v, start, length, m_r);
    return m_r;
  };
  end.byTime.col(0).setZero();
  if (!m_mechanism.forces().motors.empty())
    end.byTime.col(0) = centralSlope([&](double s) { return residual(t + s, h); }, later);
  end.byTime.col(1) = centralSlope([&](double s) { return residual(t, h + s); }, later);
}

Eigen::MatrixXd StepSlopes::turned(Eigen::MatrixXd rows, double s) const {
  for (const int i : m_mechanism.rotations())
    rows.middleRows<3>(i) =
        (RightJacobian(s * m_h * m_v.segment<3>(i)).matrix() * rows.middleRows<3>(i)).eval();
  return rows;
}

Eigen::MatrixXd StepSlopes::landed(Eigen::MatrixXd rows) const {
  for (const int i : m_mechanism.rotations())
    rows.middleRows<3>(i) =
        (RightJacobian(-m_h * m_v.segment<3>(i)).matrix().inverse() * rows.middleRows<3>(i)).eval();
  return rows;
}

Eigen::MatrixXd StepSlopes::turning(const Eigen::VectorXd& c, double s) const {
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(c.size(), c.size());
  for (const int i : m_mechanism.rotations())
    all.block<3, 3>(i, i) = s * m_h * RightJacobian(s * m_h * m_v.segment<3>(i)).derivative(c.segment<3>(i));
  return all;
}

Eigen::MatrixXd StepSlopes::carried(double s) const {
  Eigen::MatrixXd all = Eigen::MatrixXd::Identity(m_v.size(), m_v.size());
  for (const int i : m_mechanism.rotations())
    all.block<3, 3>(i, i) = rotationMatrix(-s * m_h * m_v.segment<3>(i));
  return all;
}

const Eigen::MatrixXd& StepSlopes::momentumSlope(const Eigen::VectorXd& q, const Eigen::VectorXd& w) {
  findSlopes(q, w, 0);
  return m_momentum;
}

}  // namespace carom
