#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom {

/// LU factors with row pivots of a square matrix whose entries are 0 outside of an envelope: an elimination
/// keeps them so, and costs the square of the width of the envelope in each column. A workspace that allocates
/// memory only for a matrix larger than all before.
class EnvelopeLu {
 public:
  /// Room for `most` rows.
  void reserve(Eigen::Index most);
  /// The matrix, in the first `size` rows and columns, which the factors replace.
  Eigen::MatrixXd& matrix() { return m_K; }
  /// Starts a matrix of which every entry may differ from 0.
  void setFull(Eigen::Index size);
  /// Says that column c is 0 from row `end` on, and row c from column `end` on.
  void setEnd(Eigen::Index c, Eigen::Index end);
  /// Factors the matrix; false where it is singular.
  bool factor();
  /// x ← K⁻¹ x in the first entries of x.
  void solve(Eigen::VectorXd& x) const;
  Eigen::Index size() const { return static_cast<Eigen::Index>(m_below.size()); }

 private:
  Eigen::MatrixXd m_K;
  std::vector<Eigen::Index> m_below, m_right;  ///< of each column and row, the end of its entries
  std::vector<Eigen::Index> m_top;             ///< of each column, its first row
  std::vector<Eigen::Index> m_pivot;
};

}  // namespace carom
