#include "impact/white_frame.h"

namespace carom {

WhiteFrame::WhiteFrame(const KineticMetric& metric, const Eigen::MatrixXd& normals,
                       const std::vector<const Eigen::MatrixXd*>& tangents)
    : m_factor(metric.extendedFactor()) {
  m_unitNormals = m_factor->lowerSolve(normals.transpose().cast<Extended>());
  m_normalNorms.resize(normals.rows());
  for (Eigen::Index i = 0; i < normals.rows(); ++i) {
    m_normalNorms[i] = m_unitNormals.col(i).stableNorm();
    m_unitNormals.col(i) /= m_normalNorms[i];
  }
  m_entries.resize(static_cast<std::size_t>(normals.rows()));
  for (std::size_t i = 0; i < m_entries.size(); ++i)
    for (Eigen::Index k = 0; k < m_unitNormals.rows(); ++k)
      if (m_unitNormals(k, static_cast<Eigen::Index>(i)) != 0) m_entries[i].push_back(k);
  m_gram.setIdentity(normals.rows(), normals.rows());
  for (Eigen::Index i = 0; i < normals.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j) {
      Extended product = 0;
      for (const Eigen::Index k : m_entries[static_cast<std::size_t>(j)])
        product += m_unitNormals(k, j) * m_unitNormals(k, i);
      m_gram(i, j) = m_gram(j, i) = product;
    }
  m_unitTangents.resize(metric.dof(), 0);
  m_directions.resize(tangents.size());
  for (std::size_t i = 0; i < tangents.size(); ++i) {
    if (!tangents[i]) continue;
    const auto contact = static_cast<Eigen::Index>(i);
    const Eigen::Index t = tangents[i]->rows();
    ExtendedMatrix& directions = m_directions[i];
    directions.resize(metric.dof(), 1 + t);
    directions.col(0) = m_normalNorms[contact] * m_unitNormals.col(contact);
    directions.rightCols(t) = m_factor->lowerSolve(tangents[i]->transpose().cast<Extended>());
    m_unitTangents.conservativeResize(Eigen::NoChange, m_unitTangents.cols() + t);
    m_unitTangents.rightCols(t) = directions.rightCols(t).colwise().normalized();
  }
  m_touched = (m_unitNormals.array() != 0).rowwise().any() || (m_unitTangents.array() != 0).rowwise().any();
}

ExtendedVector WhiteFrame::whiten(const Eigen::VectorXd& p) const {
  return m_factor->lowerSolve(p.cast<Extended>());
}

Eigen::VectorXd WhiteFrame::covector(const ExtendedVector& y) const {
  return m_factor->lowerTimes(y).cast<double>();
}

}  // namespace carom
