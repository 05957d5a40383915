#pragma once

#include <Eigen/LU>

namespace carom {

/// The 3×3 pivot of an elimination.
class PivotBlock {
 public:
  /// False where the determinant is not positive. Single entries of the diagonal may be negative: those about
  /// the axis of a thin rod that tumbles are, with the step that it takes.
  bool factor(const Eigen::Matrix3d& A) {
    m_LU.compute(A);
    return m_LU.determinant() > 0;
  }
  /// x ← A⁻¹ x for the columns of x: 3×m.
  template <typename Derived>
  void solve(Eigen::MatrixBase<Derived>& x) const {
    x = m_LU.solve(x).eval();
  }

 private:
  Eigen::PartialPivLU<Eigen::Matrix3d> m_LU{Eigen::Matrix3d::Identity()};
};

}  // namespace carom
