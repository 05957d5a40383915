#pragma once

#include <span>
#include <vector>

#include "impact/graph/collision_steps.h"
#include "impact/impact_problem.h"
#include "impact/white_frame.h"

namespace carom {

/// The contact coordinates along one ordering, step by step; policies, sampling and gap flights use it.
///
/// Words shorter than `longWord` are computed in double. Longer ones are computed again from p⁻ in extended
/// precision, which removes the rounding of their beginning. Two kinds of impacts use extended precision from
/// the start: those with a pair so nearly opposite that words can be long, and those with contacts that
/// collide, whose tangents then are coordinates, too.
class ContactPath {
 public:
  explicit ContactPath(const ImpactProblem& problem);

  int contactCount() const { return m_contacts; }
  /// c_i of the contacts (√J).
  std::span<const double> c() const { return {m_c.data(), static_cast<std::size_t>(m_contacts)}; }
  bool isInfeasible(int j) const { return m_c[static_cast<std::size_t>(j)] < m_threshold; }
  bool isFeasible() const { return m_next < 0; }
  /// The most infeasible contact, or −1 where all are feasible. Among contacts within feasibilityTolerance ·
  /// scale() of the lowest c it is the first.
  int mostInfeasible() const { return m_next; }
  std::size_t infeasibleCount() const;
  /// The infeasible contact at position `index` in the order of contacts; index < infeasibleCount().
  int infeasible(std::size_t index) const;
  const Word& word() const { return m_word; }

  /// Appends contact j to the word: an elastic or inelastic reflection, or the contact's collision.
  void reflect(int j) {
    m_word.push_back(static_cast<ContactIndex>(j));
    if (m_inExtended) return reflectExtended(j);
    m_next = m_kernel(m_c.data(), column(j), m_c[static_cast<std::size_t>(j)], m_stride, m_tie, m_threshold);
    if (m_word.size() == longWord) goExtended();
  }
  /// Returns to p⁻ and the empty word.
  void restart();

 private:
  /// 128 reflections in double leave errors below 128 · 4e-16, a twentieth of feasibilityTolerance. A larger
  /// value leaves less of that tolerance; a smaller one costs time only.
  static constexpr std::size_t longWord = 128;
  /// Subtracts cj · column from c. Returns the first c within `tie` of the lowest one where that is below
  /// `threshold`, else −1.
  using Kernel = int (*)(double* c, const double* column, double cj, std::size_t size, double tie,
                         double threshold);

  double* column(int j) { return m_columns.data() + static_cast<std::size_t>(j) * m_stride; }
  void goExtended();
  void reflectExtended(int j);

  int m_contacts;
  std::size_t m_stride;  ///< contacts rounded up to a size for which there is a kernel
  double m_threshold, m_tie;
  Kernel m_kernel;
  bool m_alwaysExtended, m_inExtended = false;
  int m_next = -1;   ///< the most infeasible contact
  int m_first = -1;  ///< the most infeasible contact of p⁻
  std::vector<double> m_start, m_c, m_columns;
  ExtendedVector m_extendedStart, m_extended;  ///< contacts, then tangents
  ExtendedMatrix m_extendedColumns;
  CollisionSteps m_collisions;
  Word m_word;
};

}  // namespace carom
