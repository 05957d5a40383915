#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace carom {

/// The matrix C (m×n) of the velocities at contacts, `block` rows for each. A row is 0 but for the
/// coordinates that move the two bodies of its contact, and only these are stored. A workspace: it allocates
/// memory only for more contacts than before.
class ContactRows {
 public:
  /// Starts a matrix without contacts.
  void clear(int block);
  /// Adds a contact whose bodies these coordinates move; its rows are 0.
  void append(std::span<const int> coordinates);
  int contacts() const { return static_cast<int>(m_first.size()) - 1; }
  int block() const { return m_block; }
  Eigen::Index rows() const { return static_cast<Eigen::Index>(m_block) * contacts(); }  ///< m
  /// The coordinates of a contact, in the order of `row`.
  std::span<const int> coordinates(int contact) const;
  /// The entries of row a = 0, …, block − 1 of a contact.
  std::span<double> row(int contact, int a);
  std::span<const double> row(int contact, int a) const;
  void setZero(int contact);

  /// w = C v and s = |C| |v|. v: n; w, s: m.
  void multiply(const Eigen::VectorXd& v, Eigen::VectorXd& w) const;
  void sizes(const Eigen::VectorXd& v, Eigen::VectorXd& s) const;
  /// p += Cᵀ z. z: m; p: n.
  void addTransposed(const Eigen::VectorXd& z, Eigen::VectorXd& p) const;

 private:
  std::size_t startOf(int contact, int a) const;
  int m_block = 1;
  std::vector<std::size_t> m_first{0};  ///< of each contact in m_coordinates; at the end its size
  std::vector<int> m_coordinates;
  std::vector<double> m_entries;  ///< row by row
};

}  // namespace carom
