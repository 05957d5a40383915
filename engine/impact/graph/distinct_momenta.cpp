#include "impact/graph/distinct_momenta.h"

namespace carom {

DistinctMomenta::DistinctMomenta(const ImpactProblem& problem, double tolerance)
    : m_tolerance(tolerance * problem.scale()), m_cells(problem.dof(), m_tolerance) {}

std::size_t DistinctMomenta::number(const ExtendedVector& y) {
  const auto same = [&](std::uint32_t i) { return (m_momenta[i] - y).norm() <= m_tolerance; };
  const Eigen::VectorXd fromFirst = m_momenta.empty() ? Eigen::VectorXd::Zero(y.size()).eval()
                                                      : (y - m_momenta.front()).cast<double>().eval();
  const auto cell = static_cast<std::int64_t>(m_cells.locate(fromFirst.data(), 0));
  const std::int64_t found = m_cells.find(m_table, same);
  if (found >= 0) return static_cast<std::size_t>(found);
  m_table.insert(cell, static_cast<std::uint32_t>(m_momenta.size()));
  m_momenta.push_back(y);
  return m_momenta.size() - 1;
}

}  // namespace carom
