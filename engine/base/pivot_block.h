#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <utility>

namespace carom {

/// LU factors, with row pivots, of a 3×3 pivot block of an elimination. Eigen's solvers use their loops for
/// large matrices at this size, which take several times as long.
class PivotBlock {
 public:
  /// Factors A; false where its determinant is not positive. Single entries of the diagonal may be negative,
  /// as happens about the axis of a thin rod that tumbles with long steps.
  bool factor(const Eigen::Matrix3d& A) {
    m_LU = A;
    double determinant = 1;
    for (int j = 0; j < 3; ++j) {
      int pivot = j;
      for (int i = j + 1; i < 3; ++i)
        if (std::abs(m_LU(i, j)) > std::abs(m_LU(pivot, j))) pivot = i;
      m_swap[static_cast<std::size_t>(j)] = pivot;
      if (pivot != j) {
        for (int k = 0; k < 3; ++k) std::swap(m_LU(j, k), m_LU(pivot, k));
        determinant = -determinant;
      }
      determinant *= m_LU(j, j);
      for (int i = j + 1; i < 3; ++i) {
        m_LU(i, j) /= m_LU(j, j);
        for (int k = j + 1; k < 3; ++k) m_LU(i, k) -= m_LU(i, j) * m_LU(j, k);
      }
    }
    return determinant > 0;
  }
  /// x ← A⁻¹ x for the columns of x: 3×m.
  template <typename Derived>
  void solve(Eigen::MatrixBase<Derived>& x) const {
    for (int j = 0; j < 2; ++j)
      if (const int pivot = m_swap[static_cast<std::size_t>(j)]; pivot != j) x.row(j).swap(x.row(pivot));
    x.row(1) -= m_LU(1, 0) * x.row(0);
    x.row(2) -= m_LU(2, 0) * x.row(0) + m_LU(2, 1) * x.row(1);
    x.row(2) /= m_LU(2, 2);
    x.row(1) = (x.row(1) - m_LU(1, 2) * x.row(2)) / m_LU(1, 1);
    x.row(0) = (x.row(0) - m_LU(0, 1) * x.row(1) - m_LU(0, 2) * x.row(2)) / m_LU(0, 0);
  }

 private:
  Eigen::Matrix3d m_LU = Eigen::Matrix3d::Identity();
  std::array<int, 3> m_swap{0, 1, 2};
};

}  // namespace carom
