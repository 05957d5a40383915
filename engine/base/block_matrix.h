#pragma once

#include <Eigen/Core>
#include <memory>
#include <utility>
#include <vector>

namespace carom {

/// The rows of the blocks of a matrix: each row is in one block.
class RowGroups {
 public:
  /// rows: of each block, ascending; together 0 … n−1.
  explicit RowGroups(std::vector<std::vector<int>> rows);
  /// One block of n rows.
  static RowGroups one(int n);

  int size() const { return static_cast<int>(m_places.size()); }  ///< n
  const std::vector<std::vector<int>>& rows() const { return m_rows; }
  int groupOf(int row) const { return m_places[static_cast<std::size_t>(row)].first; }
  /// The number of a row within its block.
  int placeOf(int row) const { return m_places[static_cast<std::size_t>(row)].second; }

 private:
  std::vector<std::vector<int>> m_rows;
  std::vector<std::pair<int, int>> m_places;
};

/// A symmetric matrix that is 0 outside of diagonal blocks, up to the order of its rows: the mass matrix of
/// many bodies has the square of their number of entries, and few of them are not 0. One block: any matrix.
struct BlockMatrix {
  /// Zeros.
  explicit BlockMatrix(std::shared_ptr<const RowGroups> groups);
  /// One block.
  explicit BlockMatrix(Eigen::MatrixXd M);

  Eigen::Index size() const { return groups->size(); }
  Eigen::MatrixXd dense() const;
  Eigen::VectorXd diagonal() const;
  /// M v.
  Eigen::VectorXd times(const Eigen::VectorXd& v) const;
  /// The entries of some rows and their columns; the rows are of one block.
  Eigen::MatrixXd part(const std::vector<int>& rows) const;

  std::shared_ptr<const RowGroups> groups;
  std::vector<Eigen::MatrixXd> blocks;  ///< of each group
};

}  // namespace carom
