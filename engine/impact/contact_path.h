#pragma once

#include <span>
#include <vector>

#include "impact/graph/collision_steps.h"
#include "impact/impact_problem.h"
#include "impact/white_frame.h"

namespace carom {

/// Contact coordinates on the way along one ordering; what policies, sampling and gap flights run on.
///
/// Reflections take the coordinates in double until the word is `longWord` long, then in extended precision
/// (started again from p⁻, so that rounding of the beginning does not stay); from the beginning where a pair
/// is so nearly opposite that words can be long, and where contacts collide: then with their tangents.
class ContactPath {
 public:
  explicit ContactPath(const ImpactProblem& problem);

  int contactCount() const { return m_contacts; }
  /// c of the contacts (√J).
  std::span<const double> c() const { return {m_c.data(), static_cast<std::size_t>(m_contacts)}; }
  bool isInfeasible(int j) const { return m_c[static_cast<std::size_t>(j)] < m_threshold; }
  bool isFeasible() const { return m_next < 0; }
  /// The first contact whose c is the lowest, to 1e-12 ‖p⁻‖; −1 where none is infeasible.
  int mostInfeasible() const { return m_next; }
  std::size_t infeasibleCount() const;
  /// The infeasible contact with `index` others before it; index < infeasibleCount().
  int infeasible(std::size_t index) const;
  const Word& word() const { return m_word; }

  /// Γ(u_j), its inelastic relative, or a collision.
  void reflect(int j) {
    m_word.push_back(static_cast<ContactIndex>(j));
    if (m_inExtended) return reflectExtended(j);
    m_next = m_kernel(m_c.data(), column(j), m_c[static_cast<std::size_t>(j)], m_stride, m_tie, m_threshold);
    if (m_word.size() == longWord) goExtended();
  }
  /// Back to p⁻ and the empty word.
  void restart();

 private:
  static constexpr std::size_t longWord = 128;
  /// c −= cj · column; returns the first of the lowest c, to `tie`, where it is below `threshold`, else −1.
  using Kernel = int (*)(double* c, const double* column, double cj, std::size_t size, double tie,
                         double threshold);

  double* column(int j) { return m_columns.data() + static_cast<std::size_t>(j) * m_stride; }
  void goExtended();
  void reflectExtended(int j);

  int m_contacts;
  std::size_t m_stride;  ///< contacts rounded up to what the kernel takes
  double m_threshold, m_tie;
  Kernel m_kernel;
  bool m_alwaysExtended, m_inExtended = false;
  int m_next = -1;   ///< the most infeasible contact
  int m_first = -1;  ///< the same of p⁻
  std::vector<double> m_start, m_c, m_columns;
  ExtendedVector m_extendedStart, m_extended;  ///< contacts, then tangents
  ExtendedMatrix m_extendedColumns;
  CollisionSteps m_collisions;
  Word m_word;
};

}  // namespace carom
