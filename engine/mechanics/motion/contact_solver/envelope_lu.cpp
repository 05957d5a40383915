#include "mechanics/motion/contact_solver/envelope_lu.h"

#include <algorithm>

namespace carom {

void EnvelopeLu::reserve(Eigen::Index most) {
  if (m_K.rows() < most) m_K.resize(most, most);
}

void EnvelopeLu::setFull(Eigen::Index size) {
  const auto count = static_cast<std::size_t>(size);
  m_below.assign(count, size);
  m_right.assign(count, size);
  m_top.assign(count, 0);
  m_pivot.resize(count);
}

void EnvelopeLu::setEnd(Eigen::Index c, Eigen::Index end) {
  m_below[static_cast<std::size_t>(c)] = m_right[static_cast<std::size_t>(c)] = end;
}

bool EnvelopeLu::factor() {
  const Eigen::Index size = this->size();
  for (Eigen::Index c = 0; c < size; ++c) m_top[static_cast<std::size_t>(c)] = c;
  for (Eigen::Index j = 0; j < size; ++j) {
    const auto at = static_cast<std::size_t>(j);
    const Eigen::Index end = m_below[at];
    Eigen::Index pivot = 0;
    const double largest = m_K.col(j).segment(j, end - j).cwiseAbs().maxCoeff(&pivot);
    if (!(largest > 0)) return false;
    pivot += j;
    m_pivot[at] = pivot;
    if (pivot != j) {
      Eigen::Index& other = m_right[static_cast<std::size_t>(pivot)];
      const Eigen::Index wide = std::max(m_right[at], other);
      m_K.row(j).segment(j, wide - j).swap(m_K.row(pivot).segment(j, wide - j));
      std::swap(m_right[at], other);
      for (Eigen::Index c = j + 1; c < wide; ++c)
        m_below[static_cast<std::size_t>(c)] = std::max(m_below[static_cast<std::size_t>(c)], pivot + 1);
    }
    const Eigen::Index below = end - j - 1, right = m_right[at];
    if (below > 0) m_K.col(j).segment(j + 1, below) /= m_K(j, j);
    for (Eigen::Index c = j + 1; c < right; ++c) {
      const double u = m_K(j, c);
      if (u == 0) continue;
      const auto column = static_cast<std::size_t>(c);
      m_top[column] = std::min(m_top[column], j);
      if (below == 0) continue;
      m_K.col(c).segment(j + 1, below) -= u * m_K.col(j).segment(j + 1, below);
      m_below[column] = std::max(m_below[column], end);
    }
    for (Eigen::Index r = j + 1; r < end; ++r)
      m_right[static_cast<std::size_t>(r)] = std::max(m_right[static_cast<std::size_t>(r)], right);
  }
  return true;
}

void EnvelopeLu::solve(Eigen::VectorXd& x) const {
  const Eigen::Index size = this->size();
  for (Eigen::Index j = 0; j < size; ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (m_pivot[at] != j) std::swap(x[j], x[m_pivot[at]]);
    if (const Eigen::Index below = m_below[at] - j - 1; below > 0)
      x.segment(j + 1, below) -= x[j] * m_K.col(j).segment(j + 1, below);
  }
  for (Eigen::Index j = size; j-- > 0;) {
    x[j] /= m_K(j, j);
    const Eigen::Index top = m_top[static_cast<std::size_t>(j)];
    x.segment(top, j - top) -= x[j] * m_K.col(j).segment(top, j - top);
  }
}

}  // namespace carom
