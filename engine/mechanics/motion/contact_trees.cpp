#include "mechanics/motion/contact_trees.h"

#include <algorithm>
#include <numeric>

namespace carom {

namespace {

/// The first of the elements that are united with one, which stands for all of them.
int standing(std::vector<int>& first, int of) {
  while (first[static_cast<std::size_t>(of)] != of) {
    int& next = first[static_cast<std::size_t>(of)];
    next = first[static_cast<std::size_t>(next)];
    of = next;
  }
  return of;
}

void unite(std::vector<int>& first, int a, int b) {
  a = standing(first, a);
  b = standing(first, b);
  first[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
}

}  // namespace

ContactTrees::ContactTrees(const Mechanism& mechanism, int block) : m_mechanism(mechanism), m_block(block) {
  const int n = mechanism.dof();
  std::vector<int> first(static_cast<std::size_t>(n));
  std::iota(first.begin(), first.end(), 0);
  for (std::size_t b = 0; b < mechanism.bodies().size(); ++b)
    for (const int i : mechanism.chain(static_cast<int>(b)))
      unite(first, mechanism.chain(static_cast<int>(b))[0], i);
  const auto connect = [&](const std::array<BodyPoint, 2>& ends) {
    if (ends[0].body < 0 || ends[1].body < 0) return;
    const auto &a = mechanism.chain(ends[0].body), &b = mechanism.chain(ends[1].body);
    if (!a.empty() && !b.empty()) unite(first, a[0], b[0]);
  };
  for (const PointSpring& spring : mechanism.forces().pointSprings) connect(spring.ends);
  for (const PointDamper& damper : mechanism.forces().pointDampers) connect(damper.ends);
  for (const Loop& loop : mechanism.loops())
    if (const auto* ends = endsOf(loop))
      connect(*ends);
    else
      unite(first, std::get<TieLoop>(loop.kind).coordinate, std::get<TieLoop>(loop.kind).to);
  m_treeOf.resize(static_cast<std::size_t>(n));
  m_place.resize(m_treeOf.size());
  for (int i = 0; i < n; ++i) {
    const int root = standing(first, i);
    if (root == i) {
      m_treeOf[static_cast<std::size_t>(i)] = static_cast<int>(m_trees.size());
      m_trees.emplace_back();
    }
    const int tree = m_treeOf[static_cast<std::size_t>(root)];
    m_treeOf[static_cast<std::size_t>(i)] = tree;
    m_place[static_cast<std::size_t>(i)] =
        static_cast<int>(m_trees[static_cast<std::size_t>(tree)].coordinates.size());
    m_trees[static_cast<std::size_t>(tree)].coordinates.push_back(i);
  }
  m_islandOfTree.assign(m_trees.size(), -1);
  m_column.resize(n);
}

int ContactTrees::islandOf(int coordinate) const {
  return m_islandOfTree[static_cast<std::size_t>(m_treeOf[static_cast<std::size_t>(coordinate)])];
}

/// Numbers the trees that contacts connect with one, breadth first, from a number on. Returns the last one.
int ContactTrees::numberFrom(int tree, int number) {
  m_queue.assign(1, tree);
  m_trees[static_cast<std::size_t>(tree)].number = number++;
  for (std::size_t next = 0; next < m_queue.size(); ++next)
    for (const int row : m_trees[static_cast<std::size_t>(m_queue[next])].rows)
      for (const int other : treesOf(row / m_block)) {
        if (other < 0 || m_trees[static_cast<std::size_t>(other)].number >= 0) continue;
        m_trees[static_cast<std::size_t>(other)].number = number++;
        m_queue.push_back(other);
      }
  return m_queue.back();
}

/// Sets m_order. A tree that is reached last lies at an end of its island, from which the order begins.
void ContactTrees::sortContacts() {
  int number = 0;
  for (const int tree : m_touched) m_trees[static_cast<std::size_t>(tree)].number = -1;
  for (const int tree : m_touched) {
    if (m_trees[static_cast<std::size_t>(tree)].number >= 0) continue;
    const int end = numberFrom(tree, number);
    for (const int reached : m_queue) m_trees[static_cast<std::size_t>(reached)].number = -1;
    numberFrom(end, number);
    number += static_cast<int>(m_queue.size());
  }
  const auto key = [&](int contact) {
    std::array<int, 2> numbers{-1, -1};
    for (std::size_t k = 0; k < 2; ++k)
      if (const int tree = treesOf(contact)[k]; tree >= 0)
        numbers[k] = m_trees[static_cast<std::size_t>(tree)].number;
    if (numbers[0] < numbers[1]) std::swap(numbers[0], numbers[1]);
    return numbers;
  };
  m_order.resize(m_treesOf.size());
  std::iota(m_order.begin(), m_order.end(), 0);
  std::ranges::stable_sort(m_order, {}, key);
}

/// Gives a tree the rows of a contact, which joins the island of those that touch it already.
void ContactTrees::touch(int tree, std::size_t contact, std::vector<int>& first) {
  Tree& touched = m_trees[static_cast<std::size_t>(tree)];
  if (touched.rows.empty())
    m_touched.push_back(tree);
  else
    unite(first, touched.rows[0] / m_block, static_cast<int>(contact));
  for (int a = 0; a < m_block; ++a) touched.rows.push_back(m_block * static_cast<int>(contact) + a);
}

void ContactTrees::gather(const std::vector<int>& contacts) {
  if (contacts == m_gathered && !contacts.empty()) return;
  m_gathered = contacts;
  for (const int tree : m_touched) {
    m_trees[static_cast<std::size_t>(tree)].rows.clear();
    m_islandOfTree[static_cast<std::size_t>(tree)] = -1;
  }
  m_touched.clear();
  m_islands.resize(contacts.size());
  m_treesOf.assign(contacts.size(), {-1, -1});
  std::vector<int> first(contacts.size());  // contacts that stand for their islands
  std::iota(first.begin(), first.end(), 0);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (const JointDamper* brake = brakeOf(m_mechanism, contacts[i])) {
      m_treesOf[i][0] = m_treeOf[static_cast<std::size_t>(brake->coordinate)];
      touch(m_treesOf[i][0], i, first);
      continue;
    }
    int last = -1;
    std::size_t side = 0;
    for (const int body : m_mechanism.contacts()[static_cast<std::size_t>(contacts[i])].body) {
      if (m_mechanism.isFixed(body)) continue;
      const int tree = m_treeOf[static_cast<std::size_t>(m_mechanism.chain(body)[0])];
      if (tree == last) continue;
      last = tree;
      m_treesOf[i][side++] = tree;
      touch(tree, i, first);
    }
  }
  m_count = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int root = standing(first, static_cast<int>(i));
    m_islands[i] = root == static_cast<int>(i) ? m_count++ : m_islands[static_cast<std::size_t>(root)];
  }
  std::vector<int> sizes(static_cast<std::size_t>(m_count), 0);
  m_inIsland.resize(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i)
    m_inIsland[i] = sizes[static_cast<std::size_t>(m_islands[i])]++;
  for (const int tree : m_touched) {
    const int contact = m_trees[static_cast<std::size_t>(tree)].rows[0] / m_block;
    m_islandOfTree[static_cast<std::size_t>(tree)] = m_islands[static_cast<std::size_t>(contact)];
  }
  sortContacts();
}

/// Computes Z of a tree, and its part of W in m_part.
void ContactTrees::invertTree(Tree& tree, const ContactRows& C, const Solve& solve) {
  const auto m = static_cast<Eigen::Index>(tree.rows.size()),
             n = static_cast<Eigen::Index>(tree.coordinates.size());
  const int number = m_treeOf[static_cast<std::size_t>(tree.coordinates[0])];
  tree.C.setZero(m, n);
  for (Eigen::Index k = 0; k < m; k += m_block) {
    const int contact = tree.rows[static_cast<std::size_t>(k)] / m_block;
    const std::span<const int> coordinates = C.coordinates(contact);
    for (std::size_t j = 0; j < coordinates.size(); ++j) {
      const auto i = static_cast<std::size_t>(coordinates[j]);
      if (m_treeOf[i] != number) continue;
      for (int a = 0; a < m_block; ++a) tree.C(k + a, m_place[i]) = C.row(contact, a)[j];
    }
  }
  tree.Z.resize(n, m);
  for (Eigen::Index k = 0; k < m; ++k) {
    for (Eigen::Index j = 0; j < n; ++j)
      m_column[tree.coordinates[static_cast<std::size_t>(j)]] = tree.C(k, j);
    solve(tree.coordinates, m_column);
    for (Eigen::Index j = 0; j < n; ++j)
      tree.Z(j, k) = m_column[tree.coordinates[static_cast<std::size_t>(j)]];
  }
  m_part.resize(m, m);
  if (n < 16)
    m_part.noalias() = tree.C.lazyProduct(tree.Z);
  else
    m_part.noalias() = tree.C * tree.Z;
}

void ContactTrees::invert(const ContactRows& C, const Solve& solve, Eigen::MatrixXd& W) {
  W.setZero(C.rows(), C.rows());
  for (const int index : m_touched) {
    Tree& tree = m_trees[static_cast<std::size_t>(index)];
    invertTree(tree, C, solve);
    for (Eigen::Index k = 0; k < m_part.cols(); ++k)
      for (Eigen::Index j = 0; j < m_part.rows(); ++j)
        W(tree.rows[static_cast<std::size_t>(j)], tree.rows[static_cast<std::size_t>(k)]) += m_part(j, k);
  }
}

void ContactTrees::invertIsland(const ContactRows& C, const Solve& solve, int island, Eigen::MatrixXd& W) {
  const Eigen::Index size = m_block * std::ranges::count(m_islands, island);
  W.setZero(size, size);
  for (const int index : m_touched) {
    if (m_islandOfTree[static_cast<std::size_t>(index)] != island) continue;
    Tree& tree = m_trees[static_cast<std::size_t>(index)];
    invertTree(tree, C, solve);
    const auto rowOf = [&](Eigen::Index k) {
      const int row = tree.rows[static_cast<std::size_t>(k)];
      return m_block * m_inIsland[static_cast<std::size_t>(row / m_block)] + row % m_block;
    };
    for (Eigen::Index k = 0; k < m_part.cols(); ++k)
      for (Eigen::Index j = 0; j < m_part.rows(); ++j) W(rowOf(j), rowOf(k)) += m_part(j, k);
  }
}

void ContactTrees::addMotion(const Eigen::VectorXd& z, Eigen::VectorXd& v) const {
  for (const int index : m_touched) {
    const Tree& tree = m_trees[static_cast<std::size_t>(index)];
    for (Eigen::Index k = 0; k < tree.Z.cols(); ++k) {
      const double impulse = z[tree.rows[static_cast<std::size_t>(k)]];
      if (impulse == 0) continue;
      for (Eigen::Index j = 0; j < tree.Z.rows(); ++j)
        v[tree.coordinates[static_cast<std::size_t>(j)]] += impulse * tree.Z(j, k);
    }
  }
}

}  // namespace carom
