#pragma once

#include <stop_token>
#include <vector>

#include "impact/graph/collision_steps.h"
#include "impact/impact_problem.h"

namespace carom {

/// The coordinates of a search: c_i of the contacts, ⟨p,·⟩ with the unit tangents of those that collide, then
/// ⟨p,v⟩ with each unit direction v of their span that these hide (singular value below 0.1). So the distance
/// of two momenta follows from their coordinates, whatever the normals.
struct SearchCoordinates {
  /// rising, merging: see SearchRules. After a stop, where the coordinates of many contacts would take long,
  /// `isStopped`.
  SearchCoordinates(const ImpactProblem& problem, const Eigen::VectorXd& rising, double merging,
                    const std::stop_token& stop);
  /// The coordinates in the reflection group of a certified impact, c ← c + 2 c_j cos(π/m_j·): equal elements
  /// of the group have equal coordinates to rounding, however far the pairs are from the rule.
  SearchCoordinates(const ImpactProblem& problem, const Eigen::MatrixXi& multiplicity);

  bool isStopped = false;  ///< whether a stop left nothing but the start, of which no state can be reached
  int contacts = 0;
  int hidden = 0;          ///< number of directions that normals and tangents hide
  ExtendedVector start;    ///< coordinates of p⁻
  ExtendedMatrix step;     ///< coordinates × contacts; a reflection of j subtracts c_j times column j
  Eigen::VectorXd height;  ///< weights of the coordinates in ⟨p,w⟩, w = rising/‖rising‖
  Eigen::VectorXd rise;  ///< contacts, (1 + e_j) ⟨û_j,w⟩: a reflection of j raises ⟨p,w⟩ by −c_j rise_j
  /// Whether normals and tangents have a singular value below 0.01, so that rounding of the coordinates must
  /// stay below that of double precision.
  bool magnifiesRounding = false;
  double tolerance = 0;  ///< two momenta are one where all coordinates differ by less (√J)
  double safeRise = 0;   ///< a rise of ⟨p,w⟩ that merging cannot undo (√J)

  CollisionSteps collisions;  ///< of the contacts that do not reflect

  int count() const { return static_cast<int>(start.size()); }
};

/// Reflections of the coordinates, and a projection of them that separates momenta, in the arithmetic of
/// Scalar.
template <class Scalar>
class ReflectionKernel {
 public:
  /// Refers to the coordinates.
  explicit ReflectionKernel(const SearchCoordinates& coordinates)
      : m_size(coordinates.count()), m_collisions(coordinates.collisions) {
    std::uint64_t seed = 1;
    for (int i = 0; i < m_size; ++i) {  // fixed weights in [1/2, 3/2) without symmetry
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      m_weights.push_back(static_cast<Scalar>(0.5 + static_cast<double>(seed >> 11) * 0x1p-53));
    }
    m_columnStart.push_back(0);
    for (int j = 0; j < coordinates.contacts; ++j) {
      Scalar shift = 0;
      for (int i = 0; i < m_size; ++i) {
        const auto value = static_cast<Scalar>(coordinates.step(i, j));
        if (value == 0) continue;
        m_entries.push_back({i, value});
        shift += m_weights[static_cast<std::size_t>(i)] * value;
      }
      m_columnStart.push_back(m_entries.size());
      m_shift.push_back(shift);
    }
  }

  /// Reflects across contact j in place; only coordinates with an entry in its column change.
  void reflect(Scalar* c, int j) const {
    if (m_collisions.acts(j)) return m_collisions.collide(c, j);
    const Scalar cj = c[j];
    const Entry* end = m_entries.data() + m_columnStart[static_cast<std::size_t>(j) + 1];
    for (const Entry* e = m_entries.data() + m_columnStart[static_cast<std::size_t>(j)]; e != end; ++e) {
      c[e->row] -= cj * e->value;
    }
  }

  /// Σ weight_i c_i.
  Scalar projection(const Scalar* c) const {
    Scalar sum = 0;
    for (int i = 0; i < m_size; ++i) sum += m_weights[static_cast<std::size_t>(i)] * c[i];
    return sum;
  }
  /// The projection after a reflection across contact j, from the one before it.
  Scalar projectionAfter(Scalar projection, const Scalar* c, int j) const {
    if (!m_collisions.acts(j)) return projection - c[j] * m_shift[static_cast<std::size_t>(j)];
    std::vector<Scalar> after(c, c + m_size);
    m_collisions.collide(after.data(), j);
    return this->projection(after.data());
  }
  /// The largest difference of the projections of two momenta whose coordinates differ by less than 1.
  Scalar projectionOfTolerance() const {
    Scalar sum = 0;
    for (const Scalar w : m_weights) sum += w;
    return sum;
  }

 private:
  struct Entry {
    int row;
    Scalar value;
  };
  int m_size;
  const CollisionSteps& m_collisions;
  std::vector<Scalar> m_weights, m_shift;
  std::vector<Entry> m_entries;
  std::vector<std::size_t> m_columnStart;
};

}  // namespace carom
