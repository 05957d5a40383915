#include "mechanics/contact/contact_rows.h"

#include <algorithm>
#include <cmath>

namespace carom {

void ContactRows::clear(int block) {
  m_block = block;
  m_first.assign(1, 0);
  m_coordinates.clear();
  m_entries.clear();
}

void ContactRows::append(std::span<const int> coordinates) {
  m_coordinates.insert(m_coordinates.end(), coordinates.begin(), coordinates.end());
  m_first.push_back(m_coordinates.size());
  m_entries.resize(m_coordinates.size() * static_cast<std::size_t>(m_block), 0);
}

std::size_t ContactRows::startOf(int contact, int a) const {
  const auto i = static_cast<std::size_t>(contact), block = static_cast<std::size_t>(m_block);
  return block * m_first[i] + static_cast<std::size_t>(a) * (m_first[i + 1] - m_first[i]);
}

std::span<const int> ContactRows::coordinates(int contact) const {
  const auto i = static_cast<std::size_t>(contact);
  return std::span(m_coordinates).subspan(m_first[i], m_first[i + 1] - m_first[i]);
}

std::span<double> ContactRows::row(int contact, int a) {
  return std::span(m_entries).subspan(startOf(contact, a), coordinates(contact).size());
}

std::span<const double> ContactRows::row(int contact, int a) const {
  return std::span(m_entries).subspan(startOf(contact, a), coordinates(contact).size());
}

void ContactRows::setZero(int contact) {
  for (int a = 0; a < m_block; ++a) std::ranges::fill(row(contact, a), 0.0);
}

void ContactRows::multiply(const Eigen::VectorXd& v, Eigen::VectorXd& w) const {
  w.resize(rows());
  Eigen::Index k = 0;
  for (int i = 0; i < contacts(); ++i) {
    const std::span<const int> at = coordinates(i);
    for (int a = 0; a < m_block; ++a) {
      const std::span<const double> entries = row(i, a);
      double sum = 0;
      for (std::size_t j = 0; j < at.size(); ++j) sum += entries[j] * v[at[j]];
      w[k++] = sum;
    }
  }
}

void ContactRows::sizes(const Eigen::VectorXd& v, Eigen::VectorXd& s) const {
  s.resize(rows());
  Eigen::Index k = 0;
  for (int i = 0; i < contacts(); ++i) {
    const std::span<const int> at = coordinates(i);
    for (int a = 0; a < m_block; ++a) {
      const std::span<const double> entries = row(i, a);
      double sum = 0;
      for (std::size_t j = 0; j < at.size(); ++j) sum += std::abs(entries[j] * v[at[j]]);
      s[k++] = sum;
    }
  }
}

void ContactRows::addTransposed(const Eigen::VectorXd& z, Eigen::VectorXd& p) const {
  Eigen::Index k = 0;
  for (int i = 0; i < contacts(); ++i) {
    const std::span<const int> at = coordinates(i);
    for (int a = 0; a < m_block; ++a, ++k) {
      if (z[k] == 0) continue;
      const std::span<const double> entries = row(i, a);
      for (std::size_t j = 0; j < at.size(); ++j) p[at[j]] += z[k] * entries[j];
    }
  }
}

}  // namespace carom
