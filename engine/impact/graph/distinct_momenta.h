#pragma once

#include <vector>

#include "impact/graph/state_table.h"
#include "impact/impact_problem.h"
#include "impact/white_frame.h"

namespace carom {

/// Numbers the distinct momenta of one impact; momenta within a tolerance share a number.
class DistinctMomenta {
 public:
  /// Momenta nearer than tolerance · ImpactProblem::scale() share a number.
  DistinctMomenta(const ImpactProblem& problem, double tolerance);

  /// The number of a white momentum (n): that of the first known one within the tolerance, or the next free
  /// number.
  std::size_t number(const ExtendedVector& white);
  std::size_t count() const { return m_momenta.size(); }

 private:
  double m_tolerance;
  BunchedCells m_cells;
  CellTable m_table;
  std::vector<ExtendedVector> m_momenta;
};

}  // namespace carom
