#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>
#include <vector>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// The contacts that last, by the trees that they touch.
///
/// A tree is the coordinates that joints, or springs and dampers between points, connect; M and the matrix of
/// a step have a block for each, so that contacts share an entry of W = C M⁻¹Cᵀ only where they touch one
/// tree. An island is the contacts that trees connect: its impulses do not depend on those of others.
class ContactTrees {
 public:
  /// block: rows of a contact in C.
  ContactTrees(const Mechanism& mechanism, int block);

  /// Sorts the contacts (as numbered in the mechanism); `C` has their rows in this order.
  void gather(const std::vector<int>& contacts);
  /// The island of each contact, from 0 on.
  const std::vector<int>& islands() const { return m_islands; }
  int islandCount() const { return m_count; }
  /// The island that holds a coordinate, −1 where no contact touches its tree.
  int islandOf(int coordinate) const;

  /// Replaces x by B x for a block B of the inverse; the entries of x along other coordinates do not matter.
  using Solve = std::function<void(std::span<const int> coordinates, Eigen::VectorXd& x)>;
  /// Computes Z = B Cᵀ, tree by tree, and W = C Z. C: m×n, W: m×m.
  void invert(const Eigen::MatrixXd& C, const Solve& solve, Eigen::MatrixXd& W);
  /// v += Z z for the Z of the last `invert`. z: m, v: n.
  void addMotion(const Eigen::VectorXd& z, Eigen::VectorXd& v) const;

 private:
  struct Tree {
    std::vector<int> coordinates;  ///< rising
    std::vector<int> rows;         ///< rows of C of the contacts that touch it
    Eigen::MatrixXd C, Z;          ///< the parts of C and Z
  };
  const Mechanism& m_mechanism;
  int m_block;
  std::vector<int> m_treeOf;  ///< of each coordinate
  std::vector<Tree> m_trees;
  std::vector<int> m_touched;  ///< the trees with contacts
  std::vector<int> m_islands, m_islandOfTree;
  int m_count = 0;
  Eigen::VectorXd m_column;  ///< n
  Eigen::MatrixXd m_part;
};

}  // namespace carom
