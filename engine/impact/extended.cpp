#include "impact/extended.h"

#include <Eigen/Cholesky>

namespace carom {

WhiteFrame::WhiteFrame(const Eigen::MatrixXd& M, const Eigen::MatrixXd& normals)
    : m_factor(M.cast<Extended>().llt().matrixL()) {
  m_unitNormals = m_factor.triangularView<Eigen::Lower>().solve(normals.transpose().cast<Extended>());
  m_normalNorms.resize(normals.rows());
  for (Eigen::Index i = 0; i < normals.rows(); ++i) {
    m_normalNorms[i] = m_unitNormals.col(i).stableNorm();
    m_unitNormals.col(i) /= m_normalNorms[i];
  }
  m_gram = m_unitNormals.transpose() * m_unitNormals;
  m_gram.diagonal().setOnes();
}

ExtendedVector WhiteFrame::whiten(const Eigen::VectorXd& p) const {
  return m_factor.triangularView<Eigen::Lower>().solve(p.cast<Extended>());
}

Eigen::VectorXd WhiteFrame::covector(const ExtendedVector& y) const {
  return (m_factor.triangularView<Eigen::Lower>() * y).cast<double>();
}

}  // namespace carom
