#include "mechanics/variation/step_slopes.h"

#include <Eigen/LU>
#include <cmath>
#include <utility>

#include "base/central_slope.h"
#include "base/rotation.h"

namespace carom {

namespace {

/// Three rows of a matrix from number `first` on, times R.
void multiplyRows(const Eigen::Matrix3d& R, Eigen::Index first, Eigen::MatrixXd& rows) {
  for (auto column : rows.colwise()) column.segment<3>(first) = R * Eigen::Vector3d(column.segment<3>(first));
}

}  // namespace

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

void StepSlopes::setMotion(const Eigen::VectorXd& v, double h) {
  m_v = v;
  m_h = h;
  m_turns.resize(m_mechanism.rotations().size());
  for (std::size_t j = 0; j < m_turns.size(); ++j) {
    const Eigen::Vector3d w = h * v.segment<3>(m_mechanism.rotations()[j]);
    m_turns[j] = {RightJacobian(0.5 * w).matrix(), RightJacobian(w).matrix(), rotationMatrix(-0.5 * w)};
  }
}

Eigen::Matrix3d StepSlopes::turn(std::size_t joint, double s) const {
  const Turn& turn = m_turns[joint];
  if (std::abs(s) != 1 && std::abs(s) != 0.5)
    return RightJacobian(s * m_h * m_v.segment<3>(m_mechanism.rotations()[joint])).matrix();
  const Eigen::Matrix3d& ahead = std::abs(s) == 1 ? turn.whole : turn.half;
  return s > 0 ? ahead : Eigen::Matrix3d(ahead.transpose());  // J_r(−w) = J_r(w)ᵀ
}

void StepSlopes::place(const Eigen::VectorXd& q0, const Eigen::VectorXd& p0, const Eigen::VectorXd& q1,
                       const Eigen::VectorXd& p1, const Eigen::VectorXd& v, double t, double h, bool hasTimes,
                       bool isAssembled) {
  setMotion(v, h);
  for (End* end : {&m_start, &m_end}) end->byTime.resize(q0.size(), hasTimes ? 2 : 0);
  if (!isAssembled) m_integrator.treeResidual(q0, p0, v, t, h, m_r);
  isAssembled = m_integrator.slopes(m_momentum, m_force);
  if (turns()) {
    if (!isAssembled) findSlopesBeside(m_mechanism.moved(q0, v, 0.5 * h), v, t + 0.5 * h);
  } else {
    m_start.K = m_integrator.treeJacobian(h);
    m_end.K = m_integrator.mirroredJacobian(h);
  }
  placeEnd(m_start, q0, p0, t, h, isAssembled);
  placeEnd(m_end, q1, p1, t + h, -h, false);
  if (hasTimes) m_end.byTime.col(1) = m_end.byTime.col(0) - m_end.byTime.col(1);  // by h: of t + h, and −h
}

/// One equation of the step; its times are t and h.
void StepSlopes::placeEnd(End& end, const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h,
                          bool isAssembled) {
  if (turns()) {
    // A turn of the end is seen from the middle.
    m_forces = m_force;
    const std::vector<int>& rotations = m_mechanism.rotations();
    const double ahead = h == m_h ? 0.5 : -0.5;
    for (std::size_t j = 0; j < rotations.size(); ++j) multiplyRows(turn(j, ahead), rotations[j], m_forces);
    end.E = m_momentum - 0.5 * h * m_forces;
    for (std::size_t j = 0; j < rotations.size(); ++j) {
      const Eigen::Matrix3d back = ahead > 0 ? m_turns[j].back : Eigen::Matrix3d(m_turns[j].back.transpose());
      for (auto row : end.E.rowwise())
        row.segment<3>(rotations[j]) = Eigen::RowVector3d(row.segment<3>(rotations[j])) * back;
    }
    if (!isAssembled) m_integrator.treeResidual(q, p, m_v, t, h, m_r);
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

void StepSlopes::turnRows(Eigen::MatrixXd& rows, double s) const {
  for (std::size_t j = 0; j < m_turns.size(); ++j) multiplyRows(turn(j, s), m_mechanism.rotations()[j], rows);
}

void StepSlopes::landRows(Eigen::MatrixXd& rows) const {
  for (std::size_t j = 0; j < m_turns.size(); ++j)
    multiplyRows(turn(j, -1).inverse(), m_mechanism.rotations()[j], rows);
}

void StepSlopes::carryRows(Eigen::MatrixXd& rows) const {
  for (std::size_t j = 0; j < m_turns.size(); ++j)
    multiplyRows(m_turns[j].back * m_turns[j].back, m_mechanism.rotations()[j], rows);
}

Eigen::MatrixXd StepSlopes::turning(const Eigen::VectorXd& c, double s) const {
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(c.size(), c.size());
  for (const int i : m_mechanism.rotations())
    all.block<3, 3>(i, i) = s * m_h * RightJacobian(s * m_h * m_v.segment<3>(i)).derivative(c.segment<3>(i));
  return all;
}

Eigen::MatrixXd StepSlopes::carried(double s) const {
  Eigen::MatrixXd all = Eigen::MatrixXd::Identity(m_v.size(), m_v.size());
  for (std::size_t j = 0; j < m_turns.size(); ++j) {
    const int i = m_mechanism.rotations()[j];
    if (s == 1)
      all.block<3, 3>(i, i) = m_turns[j].back * m_turns[j].back;
    else
      all.block<3, 3>(i, i) = rotationMatrix(-s * m_h * m_v.segment<3>(i));
  }
  return all;
}

const Eigen::MatrixXd& StepSlopes::momentumSlope(const Eigen::VectorXd& q, const Eigen::VectorXd& w) {
  findSlopes(q, w, 0);
  return m_momentum;
}

}  // namespace carom
