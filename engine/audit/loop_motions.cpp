#include "audit/loop_motions.h"

#include <Eigen/QR>

#include "mechanics/contact/contacts.h"

namespace carom {

/// Equations whose rows are this share of others say the same: rounding leaves 1e-15. A smaller share divides
/// by rounding.
static constexpr double sameEquation = 1e-8;

LoopMotions::LoopMotions(const Mechanism& mechanism)
    : m_mechanism(mechanism), m_equations(mechanism), m_errors(Eigen::VectorXd::Ones(mechanism.dof())) {}

bool LoopMotions::close(FlightPoint& point) {
  if (empty()) return true;
  constexpr int most = 12;
  constexpr double rounding = 1e-13;
  for (int round = 0;; ++round) {
    m_equations.place(point.q);
    if ((m_equations.values().array().abs() <= rounding * (1 + m_equations.sizes().array())).all()) break;
    if (round == most || !m_equations.values().allFinite()) return false;
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(sameEquation);
    solver.compute(m_equations.rows() * m_errors.asDiagonal());
    const Eigen::VectorXd step = m_errors.cwiseProduct(solver.solve(m_equations.values()));
    point.q = m_mechanism.moved(point.q, step, -1);
  }
  closeVelocity(point.q, point.v);
  return true;
}

void LoopMotions::closeVelocity(const Eigen::VectorXd& q, Eigen::VectorXd& v) {
  if (empty() || v.size() == 0) return;
  m_equations.place(q);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(sameEquation);
  solver.compute(m_equations.rows() * m_errors.asDiagonal());
  v -= m_errors.cwiseProduct(solver.solve(m_equations.rows() * v));
}

Eigen::MatrixXd LoopMotions::directions(const Eigen::VectorXd& q) {
  const Eigen::Index n = q.size();
  if (empty()) return Eigen::MatrixXd::Identity(n, n);
  m_equations.place(q);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.setThreshold(sameEquation);
  qr.compute(m_equations.rows().transpose());
  const Eigen::MatrixXd Q = qr.householderQ();
  return Q.rightCols(n - qr.rank());
}

Eigen::MatrixXd LoopMotions::stateDirections(const Eigen::VectorXd& q) {
  const Eigen::MatrixXd N = directions(q);
  Eigen::MatrixXd T = Eigen::MatrixXd::Zero(2 * N.rows(), 2 * N.cols());
  T.topLeftCorner(N.rows(), N.cols()) = N;
  T.bottomRightCorner(N.rows(), N.cols()) = N;
  return T;
}

Eigen::MatrixXd velocitiesBy(const Mechanism& mechanism, const Eigen::VectorXd& q, const Eigen::MatrixXd& C) {
  const Eigen::MatrixXd M = mechanism.massMatrix(q);
  Eigen::MatrixXd X = M.llt().solve(C.transpose());
  if (mechanism.loops().empty()) return X;
  const LoopProjection loops = loopsAt(mechanism, KineticMetric(M), q);
  for (Eigen::Index i = 0; i < X.cols(); ++i) {
    Eigen::VectorXd v = X.col(i);
    loops.projectVelocity(v);
    X.col(i) = v;
  }
  return X;
}

}  // namespace carom
