#include "laws/unit_impact.h"

#include <cmath>

#include "base/spectrum.h"

namespace carom {

namespace {

/// Whether W along all tangents exceeds `least`, the smallest eigenvalue of a block of size 1 or 2.
bool allCanMove(const LocalMatrix& W, double least) {
  if (W.rows() == 2) return W(1, 1) > least;
  const double a = W(1, 1) - least, c = W(2, 2) - least;
  return a > 0 && a * c > W(1, 2) * W(1, 2);
}

/// An orthonormal basis of the tangents along which W exceeds `least`, (d−1)×t.
LocalMatrix movableTangents(const LocalMatrix& W, double least) {
  const Eigen::Index t = W.rows() - 1;
  const Spectrum block = spectrumOf(W.bottomRightCorner(t, t));
  Eigen::Index rank = 0;
  while (rank < t && block.values[t - 1 - rank] > least) ++rank;
  return block.vectors.rightCols(rank);
}

}  // namespace

UnitImpact::UnitImpact(const LocalImpact& impact) {
  const Eigen::Index t = impact.dimension() - 1;
  m_count = static_cast<int>(t);
  const double Wn = impact.W(0, 0), speed = impact.V.norm();
  m_scale = speed / Wn;
  const double least = massRankTolerance * impact.W.diagonal().maxCoeff();
  m_split.Vn = impact.V[0] / speed;
  m_split.Vt = impact.V.tail(t) / speed;
  m_split.Wtn = impact.W.col(0).tail(t) / Wn;
  m_split.Wt = impact.W.bottomRightCorner(t, t) / Wn;
  if (t == 0 || allCanMove(impact.W, least)) return;
  m_tangents = movableTangents(impact.W, least);
  m_count = static_cast<int>(m_tangents->cols());
  m_split.Vt = m_tangents->transpose() * m_split.Vt;
  m_split.Wtn = m_tangents->transpose() * m_split.Wtn;
  m_split.Wt = m_tangents->transpose() * m_split.Wt * *m_tangents;
}

LocalVector UnitImpact::whole(const LocalVector& inUnits) const {
  if (!m_tangents) return m_scale * inUnits;
  return m_scale * joined(inUnits[0], *m_tangents * inUnits.tail(m_count));
}

LocalVector UnitImpact::inUnits(const LocalVector& P) const {
  const LocalVector scaled = P / m_scale;
  if (!m_tangents) return scaled;
  const Tangent Pt = scaled.tail(scaled.size() - 1);  // a copy: GCC 12 warns of the bounds of the block
  return joined(scaled[0], m_tangents->transpose() * Pt);
}

}  // namespace carom
