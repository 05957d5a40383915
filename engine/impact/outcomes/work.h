#pragma once

#include <cstddef>

#include "impact/impact_problem.h"

namespace carom {

/// The budget of random orderings, in numbers that reflections change: the same on every machine.
class Work {
 public:
  Work(const ImpactProblem& problem, std::size_t budget)
      // A reflection changes the k contact coordinates, and in the replay the n coordinates of the momentum
      // twice.
      : m_each(static_cast<std::size_t>(problem.contactCount() + 2 * problem.dof())), m_left(budget) {}

  /// Spends one reflection; false where the budget does not suffice.
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
