#pragma once

#include <Eigen/Core>
#include <array>
#include <functional>
#include <span>
#include <vector>

#include "mechanics/contact/contact_rows.h"
#include "mechanics/motion/joint_brakes.h"
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

  /// Sorts the contacts (as numbered in the mechanism, and brakeNumber()s); `C` has their rows in this order.
  void gather(const std::vector<int>& contacts);
  /// The island of each contact, from 0 on.
  const std::vector<int>& islands() const { return m_islands; }
  int islandCount() const { return m_count; }
  /// The contacts, as gathered, in an order in which those that share trees are near each other: breadth
  /// first over the trees of an island.
  const std::vector<int>& order() const { return m_order; }
  /// The island that holds a coordinate, −1 where no contact touches its tree.
  int islandOf(int coordinate) const;

  /// Replaces x by B x for a block B of the inverse; the entries of x along other coordinates do not matter.
  using Solve = std::function<void(std::span<const int> coordinates, Eigen::VectorXd& x)>;
  /// Computes Z = B Cᵀ, tree by tree, and W = C Z. C: those gathered, W: m×m.
  void invert(const ContactRows& C, const Solve& solve, Eigen::MatrixXd& W);
  /// Computes the W of one island, whose rows have the order of its contacts as gathered. Z of the other ones
  /// stays.
  void invertIsland(const ContactRows& C, const Solve& solve, int island, Eigen::MatrixXd& W);
  /// v += Z z for the Z of the last `invert`. z: m, v: n.
  void addMotion(const Eigen::VectorXd& z, Eigen::VectorXd& v) const;

 private:
  struct Tree {
    std::vector<int> coordinates;  ///< rising
    std::vector<int> rows;         ///< rows of C of the contacts that touch it
    Eigen::MatrixXd C, Z;          ///< the parts of C and Z
    int number = -1;               ///< in the order of its island
  };
  void touch(int tree, std::size_t contact, std::vector<int>& first);
  void sortContacts();
  void invertTree(Tree& tree, const ContactRows& C, const Solve& solve);
  int numberFrom(int tree, int number);
  const std::array<int, 2>& treesOf(int contact) const {
    return m_treesOf[static_cast<std::size_t>(contact)];
  }

  const Mechanism& m_mechanism;
  int m_block;
  std::vector<int> m_treeOf, m_place;  ///< of each coordinate, with its place in its tree
  std::vector<Tree> m_trees;
  std::vector<int> m_touched;  ///< the trees with contacts
  std::vector<int> m_islands, m_islandOfTree;
  std::vector<int> m_gathered, m_order;
  std::vector<std::array<int, 2>> m_treesOf;  ///< of each contact gathered; −1 for none
  std::vector<int> m_queue;
  std::vector<int> m_inIsland;  ///< of each contact gathered, its place among those of its island
  int m_count = 0;
  Eigen::VectorXd m_column;  ///< n
  Eigen::MatrixXd m_part;
};

}  // namespace carom
