#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "base/block_matrix.h"

namespace carom {

/// M = L Lᵀ of a symmetric positive definite matrix, block by block.
///
/// The mass matrix of many free bodies is block diagonal up to the order of its rows, so that its factor
/// costs the sum of the cubes of the block sizes rather than the cube of their sum. A small matrix is always
/// one block.
template <typename Scalar>
class BlockFactor {
 public:
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  /// M: n×n, symmetric. Blocks of another scalar type are converted to Scalar.
  template <typename Given>
  explicit BlockFactor(const Eigen::MatrixBase<Given>& M) : m_size(M.rows()) {
    for (std::vector<Eigen::Index>& rows : blocksOf(M.derived(), m_size > smallSize)) {
      Eigen::LLT<Matrix> factor(M.derived()(rows, rows).template cast<Scalar>());
      add(std::move(rows), std::move(factor));
    }
  }
  explicit BlockFactor(const BlockMatrix& M) : m_size(M.size()) {
    for (std::size_t g = 0; g < M.blocks.size(); ++g)
      for (std::vector<Eigen::Index>& rows : blocksOf(M.blocks[g], m_size > smallSize)) {
        Eigen::LLT<Matrix> factor(M.blocks[g](rows, rows).template cast<Scalar>());
        for (Eigen::Index& row : rows) row = M.groups->rows()[g][static_cast<std::size_t>(row)];
        add(std::move(rows), std::move(factor));
      }
  }

  bool isPositive() const { return m_positive; }
  /// The diagonal of L: n.
  Vector pivots() const {
    Vector diagonal(m_size);
    for (const Block& block : m_blocks) diagonal(block.rows) = block.factor.matrixLLT().diagonal();
    return diagonal;
  }
  /// L⁻¹ B for n×m.
  Matrix lowerSolve(const Matrix& B) const {
    return byBlocks(
        B, [](const auto& factor, const Matrix& b) { return Matrix(factor.matrixL().solve(b)); },
        [](Scalar l, const auto& b) { return b / l; });
  }
  /// L B for n×m.
  Matrix lowerTimes(const Matrix& B) const {
    return byBlocks(
        B, [](const auto& factor, const Matrix& b) { return Matrix(factor.matrixL() * b); },
        [](Scalar l, const auto& b) { return b * l; });
  }
  /// M⁻¹ B for n×m.
  Matrix solve(const Matrix& B) const {
    return byBlocks(
        B, [](const auto& factor, const Matrix& b) { return Matrix(factor.solve(b)); },
        [](Scalar l, const auto& b) { return b / l / l; });
  }

 private:
  static constexpr Eigen::Index smallSize = 64;  ///< a smaller matrix gains nothing from a search for blocks

  struct Block {
    std::vector<Eigen::Index> rows;
    Eigen::LLT<Matrix> factor;
  };

  void add(std::vector<Eigen::Index> rows, Eigen::LLT<Matrix> factor) {
    m_positive = m_positive && factor.info() == Eigen::Success;
    m_blocks.push_back({std::move(rows), std::move(factor)});
  }

  /// Groups of rows that entries ≠ 0 couple, directly or through other rows; one group where it is not to be
  /// split.
  template <typename Given>
  static std::vector<std::vector<Eigen::Index>> blocksOf(const Given& M, bool isSplit) {
    const Eigen::Index n = M.rows();
    std::vector<std::vector<Eigen::Index>> blocks;
    std::vector<bool> placed(static_cast<std::size_t>(n), false);
    for (Eigen::Index first = 0; first < n; ++first) {
      if (placed[static_cast<std::size_t>(first)]) continue;
      std::vector<Eigen::Index> rows{first};
      placed[static_cast<std::size_t>(first)] = true;
      for (std::size_t k = 0; k < rows.size(); ++k)
        for (Eigen::Index i = first + 1; i < n; ++i)
          if (!placed[static_cast<std::size_t>(i)] && (!isSplit || M(i, rows[k]) != 0)) {
            placed[static_cast<std::size_t>(i)] = true;
            rows.push_back(i);
          }
      std::sort(rows.begin(), rows.end());
      blocks.push_back(std::move(rows));
    }
    return blocks;
  }

  /// Calls act(factor, rows of B) for each block; for a block of one row actOnRow(L, row of B), which saves
  /// the allocations of act.
  template <typename Act, typename ActOnRow>
  Matrix byBlocks(const Matrix& B, Act&& act, ActOnRow&& actOnRow) const {
    if (B.cols() == 0) return B;  // Eigen would read the first entry
    if (m_blocks.size() == 1) return act(m_blocks.front().factor, B);
    Matrix result(m_size, B.cols());
    for (const Block& block : m_blocks) {
      if (block.rows.size() == 1)
        result.row(block.rows[0]) = actOnRow(block.factor.matrixLLT()(0, 0), B.row(block.rows[0]));
      else
        result(block.rows, Eigen::all) = act(block.factor, Matrix(B(block.rows, Eigen::all)));
    }
    return result;
  }

  Eigen::Index m_size;
  bool m_positive = true;
  std::vector<Block> m_blocks;
};

}  // namespace carom
