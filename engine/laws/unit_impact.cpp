#include "laws/unit_impact.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace carom {

namespace {

/// An orthonormal basis of the tangents along which W is not 0, (d−1)×t: the axes where that is all of them.
LocalMatrix movableTangents(const LocalMatrix& W) {
  const Eigen::Index t = W.rows() - 1;
  if (t == 0) return LocalMatrix(0, 0);
  const Eigen::SelfAdjointEigenSolver<LocalMatrix> eigen(W.bottomRightCorner(t, t));
  const double least = massRankTolerance * std::max(W(0, 0), eigen.eigenvalues()[t - 1]);
  Eigen::Index rank = 0;
  while (rank < t && eigen.eigenvalues()[t - 1 - rank] > least) ++rank;
  if (rank == t) return LocalMatrix::Identity(t, t);
  return eigen.eigenvectors().rightCols(rank);
}

}  // namespace

UnitImpact::UnitImpact(const LocalImpact& impact)
    : m_tangents(movableTangents(impact.W)), m_scale(impact.V.norm() / impact.W(0, 0)) {
  if (!canSlip()) return;
  const Eigen::Index t = m_tangents.rows();
  const double Wn = impact.W(0, 0), speed = impact.V.norm();
  m_split.Vn = impact.V[0] / speed;
  m_split.Vt = m_tangents.transpose() * impact.V.tail(t) / speed;
  m_split.Wtn = m_tangents.transpose() * impact.W.col(0).tail(t) / Wn;
  m_split.Wt = m_tangents.transpose() * impact.W.bottomRightCorner(t, t) * m_tangents / Wn;
}

LocalVector UnitImpact::whole(const LocalVector& inUnits) const {
  return m_scale * joined(inUnits[0], m_tangents * inUnits.tail(m_tangents.cols()));
}

}  // namespace carom
