#include "impact/graph/distinct_momenta.h"

#include <cmath>

#include "base/random.h"

namespace carom {

DistinctMomenta::DistinctMomenta(const ImpactProblem& problem, double tolerance)
    : m_tolerance(tolerance * problem.scale()) {
  Random random(1);
  m_weights.resize(problem.dof());
  for (Extended& weight : m_weights) weight = random.normal();
  m_weights.normalize();
  m_cellsPerUnit = m_tolerance > 0 ? CellTable::cellsPerMargin / m_tolerance : 0;
}

std::size_t DistinctMomenta::number(const ExtendedVector& y) {
  const auto same = [&](std::uint32_t i) { return (m_momenta[i] - y).norm() <= m_tolerance; };
  const auto at = static_cast<double>(m_weights.dot(y) * m_cellsPerUnit);
  const auto cell = static_cast<std::int64_t>(std::floor(at));
  for (const std::int64_t near : {cell, cell - 1, cell + 1}) {
    const std::int64_t found = m_table.find(near, same);
    if (found >= 0) return static_cast<std::size_t>(found);
  }
  m_table.insert(cell, static_cast<std::uint32_t>(m_momenta.size()));
  m_momenta.push_back(y);
  return m_momenta.size() - 1;
}

}  // namespace carom
