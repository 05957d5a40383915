#pragma once

#include <vector>

#include "impact/graph/state_table.h"
#include "impact/impact_problem.h"
#include "impact/white_frame.h"

namespace carom {

/// Numbers momenta of one impact by what they are, to a tolerance.
class DistinctMomenta {
 public:
  /// Momenta that are nearer than tolerance · ImpactProblem::scale() are one.
  DistinctMomenta(const ImpactProblem& problem, double tolerance);

  /// The number of this white momentum (n): that of the first one within the tolerance, or the next free one.
  std::size_t number(const ExtendedVector& white);
  std::size_t count() const { return m_momenta.size(); }

 private:
  double m_tolerance;
  BunchedCells m_cells;
  CellTable m_table;
  std::vector<ExtendedVector> m_momenta;
};

}  // namespace carom
