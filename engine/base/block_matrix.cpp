#include "base/block_matrix.h"

#include <numeric>

namespace carom {

RowGroups::RowGroups(std::vector<std::vector<int>> rows) : m_rows(std::move(rows)) {
  std::size_t count = 0;
  for (const std::vector<int>& group : m_rows) count += group.size();
  m_places.resize(count);
  for (std::size_t g = 0; g < m_rows.size(); ++g)
    for (std::size_t k = 0; k < m_rows[g].size(); ++k)
      m_places[static_cast<std::size_t>(m_rows[g][k])] = {static_cast<int>(g), static_cast<int>(k)};
}

RowGroups RowGroups::one(int n) {
  std::vector<int> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), 0);
  return RowGroups({std::move(rows)});
}

BlockMatrix::BlockMatrix(std::shared_ptr<const RowGroups> rows) : groups(std::move(rows)) {
  blocks.reserve(groups->rows().size());
  for (const std::vector<int>& group : groups->rows()) {
    const auto n = static_cast<Eigen::Index>(group.size());
    blocks.emplace_back(Eigen::MatrixXd::Zero(n, n));
  }
}

BlockMatrix::BlockMatrix(Eigen::MatrixXd M)
    : groups(std::make_shared<const RowGroups>(RowGroups::one(static_cast<int>(M.rows())))) {
  blocks.push_back(std::move(M));
}

Eigen::MatrixXd BlockMatrix::dense() const {
  if (blocks.size() == 1) return blocks.front();
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(size(), size());
  for (std::size_t g = 0; g < blocks.size(); ++g) M(groups->rows()[g], groups->rows()[g]) = blocks[g];
  return M;
}

Eigen::VectorXd BlockMatrix::diagonal() const {
  Eigen::VectorXd diagonal(size());
  for (std::size_t g = 0; g < blocks.size(); ++g) diagonal(groups->rows()[g]) = blocks[g].diagonal();
  return diagonal;
}

Eigen::VectorXd BlockMatrix::times(const Eigen::VectorXd& v) const {
  if (blocks.size() == 1) return blocks.front() * v;
  Eigen::VectorXd product(size());
  for (std::size_t g = 0; g < blocks.size(); ++g) {
    const std::vector<int>& rows = groups->rows()[g];
    product(rows) = blocks[g] * v(rows);
  }
  return product;
}

Eigen::MatrixXd BlockMatrix::part(const std::vector<int>& rows) const {
  if (rows.empty()) return {};
  std::vector<int> places(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) places[i] = groups->placeOf(rows[i]);
  return blocks[static_cast<std::size_t>(groups->groupOf(rows.front()))](places, places);
}

}  // namespace carom
