#include "impact/graph/search_space.h"

namespace carom {

SearchSpace::SearchSpace(const ImpactProblem& problem, const SearchRules& rules, const std::stop_token& stop)
    : m_rules(rules),
      m_threshold(-rules.feasibility * problem.scale()),
      m_coordinates(rules.group.size() > 0 ? SearchCoordinates(problem, rules.group)
                                           : SearchCoordinates(problem, rules.rising, rules.merging, stop)),
      m_double(m_coordinates),
      m_extended(m_coordinates) {
  const double margin = m_double.projectionOfTolerance() * m_coordinates.tolerance;
  m_cellsPerUnit = margin > 0 ? StateCell::perMargin / margin : 0;
}

}  // namespace carom
