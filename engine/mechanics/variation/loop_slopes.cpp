#include "mechanics/variation/loop_slopes.h"

#include <Eigen/Dense>

namespace carom {

void LoopSlopes::place(At& at, const Eigen::VectorXd& q) {
  m_loops.place(q);
  at.rows = m_loops.rows();
}

void LoopSlopes::derive(At& at, const Eigen::VectorXd& q, const Eigen::VectorXd& z,
                        const Eigen::VectorXd& v) {
  m_links.place(q);
  at.byImpulse.setZero(q.size(), q.size());
  at.byVelocity.setZero(at.rows.rows(), q.size());
  m_loops.addSlopes(m_links, z, v, at.byImpulse, at.byVelocity);
}

void LoopSlopes::close(const At& at, const Eigen::LLT<Eigen::MatrixXd>& mass, const Eigen::MatrixXd& carried,
                       const Eigen::MatrixXd& turned, Eigen::MatrixXd& dp) {
  const Eigen::MatrixXd freed = mass.solve(at.rows.transpose());
  dp -= at.rows.transpose() * Eigen::MatrixXd(at.rows * freed)
                                  .completeOrthogonalDecomposition()
                                  .solve(freed.transpose() * (dp - carried) + turned);
}

}  // namespace carom
