#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "impact/graph/search.h"
#include "impact/graph/search_coordinates.h"
#include "impact/graph/state_table.h"

namespace carom {

/// The states of one search: their coordinates, reflections and cells, and the rule by which two of them are
/// one. Constant during the search, so that threads share it.
class SearchSpace {
 public:
  using Row = Eigen::Map<const Eigen::ArrayXd>;

  /// Nodes whose reflections are looked up together, to prefetch their memory.
  static constexpr OrderingGraph::NodeId batch = 64;

  /// Refers to the rules.
  SearchSpace(const ImpactProblem& problem, const SearchRules& rules, const std::stop_token& stop);

  const SearchCoordinates& coordinates() const { return m_coordinates; }
  int size() const { return m_coordinates.count(); }
  int contacts() const { return m_coordinates.contacts; }
  bool presses(const double* c, int contact) const { return c[contact] < m_threshold; }
  double threshold() const { return m_threshold; }  ///< (√J)

  template <class Scalar>
  const ReflectionKernel<Scalar>& kernel() const {
    if constexpr (std::is_same_v<Scalar, double>) {
      return m_double;
    } else {
      return m_extended;
    }
  }

  /// The cell of a state with this projection.
  template <class Scalar>
  StateCell cellOf(Scalar projection) const {
    return StateCell(static_cast<double>(projection * m_cellsPerUnit), m_rules.blockBits);
  }
  StateCell cellOfRow(const double* c) const { return cellOf(m_double.projection(c)); }

  /// Whether a reflection of a contact with c = −pressure raises ⟨p,rising⟩ by more than merging can undo, or
  /// states merge only within a level.
  bool risesSurely(ContactIndex contact, double pressure) const {
    return m_rules.levelwise || pressure * m_coordinates.rise[contact] > m_coordinates.safeRise;
  }
  /// Whether two states are within the tolerance and have the same infeasible contacts.
  bool areOne(const Row& there, const Row& child) const {
    return (there - child).abs().maxCoeff() <= m_coordinates.tolerance && pressSameContacts(there, child);
  }
  /// ⟨p,rising⟩ / ‖rising‖ (√J).
  double height(const Row& c) const { return (m_coordinates.height.array() * c).sum(); }

 private:
  bool pressSameContacts(const Row& a, const Row& b) const {
    if ((b.head(contacts()) - m_threshold).abs().minCoeff() > m_coordinates.tolerance) return true;
    return ((a.head(contacts()) < m_threshold) == (b.head(contacts()) < m_threshold)).all();
  }

  const SearchRules& m_rules;
  double m_threshold;
  SearchCoordinates m_coordinates;
  ReflectionKernel<double> m_double;
  ReflectionKernel<Extended> m_extended;
  double m_cellsPerUnit = 0;
};

}  // namespace carom
