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
  for (int i = 0; i < n; ++i) {
    const int root = standing(first, i);
    if (root == i) {
      m_treeOf[static_cast<std::size_t>(i)] = static_cast<int>(m_trees.size());
      m_trees.emplace_back();
    }
    const int tree = m_treeOf[static_cast<std::size_t>(root)];
    m_treeOf[static_cast<std::size_t>(i)] = tree;
    m_trees[static_cast<std::size_t>(tree)].coordinates.push_back(i);
  }
  m_islandOfTree.assign(m_trees.size(), -1);
  m_column.resize(n);
}

int ContactTrees::islandOf(int coordinate) const {
  return m_islandOfTree[static_cast<std::size_t>(m_treeOf[static_cast<std::size_t>(coordinate)])];
}

void ContactTrees::gather(const std::vector<int>& contacts) {
  for (const int tree : m_touched) {
    m_trees[static_cast<std::size_t>(tree)].rows.clear();
    m_islandOfTree[static_cast<std::size_t>(tree)] = -1;
  }
  m_touched.clear();
  m_islands.resize(contacts.size());
  std::vector<int> first(contacts.size());  // contacts that stand for their islands
  std::iota(first.begin(), first.end(), 0);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    int last = -1;
    for (const int body : m_mechanism.contacts()[static_cast<std::size_t>(contacts[i])].body) {
      if (m_mechanism.isFixed(body)) continue;
      const int tree = m_treeOf[static_cast<std::size_t>(m_mechanism.chain(body)[0])];
      if (tree == last) continue;
      last = tree;
      Tree& touched = m_trees[static_cast<std::size_t>(tree)];
      if (touched.rows.empty())
        m_touched.push_back(tree);
      else
        unite(first, touched.rows[0] / m_block, static_cast<int>(i));
      for (int a = 0; a < m_block; ++a) touched.rows.push_back(m_block * static_cast<int>(i) + a);
    }
  }
  m_count = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int root = standing(first, static_cast<int>(i));
    m_islands[i] = root == static_cast<int>(i) ? m_count++ : m_islands[static_cast<std::size_t>(root)];
  }
  for (const int tree : m_touched) {
    const int contact = m_trees[static_cast<std::size_t>(tree)].rows[0] / m_block;
    m_islandOfTree[static_cast<std::size_t>(tree)] = m_islands[static_cast<std::size_t>(contact)];
  }
}

void ContactTrees::invert(const Eigen::MatrixXd& C, const Solve& solve, Eigen::MatrixXd& W) {
  W.setZero(C.rows(), C.rows());
  for (const int index : m_touched) {
    Tree& tree = m_trees[static_cast<std::size_t>(index)];
    const auto m = static_cast<Eigen::Index>(tree.rows.size()),
               n = static_cast<Eigen::Index>(tree.coordinates.size());
    tree.C.resize(m, n);
    for (Eigen::Index j = 0; j < n; ++j)
      for (Eigen::Index k = 0; k < m; ++k)
        tree.C(k, j) =
            C(tree.rows[static_cast<std::size_t>(k)], tree.coordinates[static_cast<std::size_t>(j)]);
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
    for (Eigen::Index k = 0; k < m; ++k)
      for (Eigen::Index j = 0; j < m; ++j)
        W(tree.rows[static_cast<std::size_t>(j)], tree.rows[static_cast<std::size_t>(k)]) += m_part(j, k);
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
