#pragma once

#include <cstddef>

#include "impact/impact_problem.h"

namespace carom {

/// What random orderings may still cost, in numbers that reflections change: the same on every machine.
class Work {
 public:
  Work(const ImpactProblem& problem, std::size_t budget)
      // A reflection takes the k contact coordinates, and later, in the replay, the n of the momentum twice.
      : m_each(static_cast<std::size_t>(problem.contactCount() + 2 * problem.dof())), m_left(budget) {}

  /// One reflection; false where nothing is left for it.
  bool spend() {
    m_spent = m_spent || m_left < m_each;
    if (!m_spent) m_left -= m_each;
    return !m_spent;
  }
  bool isSpent() const { return m_spent; }

 private:
  std::size_t m_each, m_left;
  bool m_spent = false;
};

}  // namespace carom
