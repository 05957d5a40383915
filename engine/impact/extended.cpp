#include "impact/extended.h"

namespace carom {

WhiteFrame::WhiteFrame(const Eigen::MatrixXd& M, const Eigen::MatrixXd& normals)
    : m_factor(M.cast<Extended>()) {
  m_unitNormals = m_factor.lowerSolve(normals.transpose().cast<Extended>());
  m_normalNorms.resize(normals.rows());
  for (Eigen::Index i = 0; i < normals.rows(); ++i) {
    m_normalNorms[i] = m_unitNormals.col(i).stableNorm();
    m_unitNormals.col(i) /= m_normalNorms[i];
  }
  m_gram = m_unitNormals.transpose() * m_unitNormals;
  m_gram.diagonal().setOnes();
}

ExtendedVector WhiteFrame::whiten(const Eigen::VectorXd& p) const {
  return m_factor.lowerSolve(p.cast<Extended>());
}

Eigen::VectorXd WhiteFrame::covector(const ExtendedVector& y) const {
  return m_factor.lowerTimes(y).cast<double>();
}

}  // namespace carom
