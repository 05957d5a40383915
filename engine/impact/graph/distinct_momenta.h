#pragma once

#include <vector>

#include "impact/graph/state_table.h"
#include "impact/impact_problem.h"
#include "impact/white_frame.h"

namespace carom {

/// Numbers momenta of one impact by what they are, to the merging tolerance of the ordering graph.
class DistinctMomenta {
 public:
  explicit DistinctMomenta(const ImpactProblem& problem);

  /// The number of this momentum (n): that of the first one within the tolerance, or the next free one.
  std::size_t number(const Eigen::VectorXd& momentum);
  std::size_t count() const { return m_momenta.size(); }

 private:
  const ImpactProblem& m_problem;
  double m_tolerance;
  Eigen::VectorXd m_weights;
  double m_cellsPerUnit;
  CellTable m_table;
  std::vector<Eigen::VectorXd> m_momenta;  ///< white
};

}  // namespace carom
