#pragma once

#include <vector>

#include "impact/graph/collision_steps.h"
#include "impact/impact_problem.h"

namespace carom {

/// The coordinates in which orderings are searched: c_i of the contacts, ⟨p,·⟩ of the unit tangents of those
/// that collide, then ⟨p,v⟩ of the unit directions v in the span of all these that they would blur (singular
/// values below 0.1). Momenta of one impact differ by no more than their coordinates tell, whatever the
/// normals.
struct SearchCoordinates {
  /// rising, merging: see SearchRules.
  SearchCoordinates(const ImpactProblem& problem, const Eigen::VectorXd& rising, double merging);
  /// Those of the reflection group that the pairs of a certified impact fit, c ← c + 2 c_j cos(π/m_j·): what
  /// its relations make equal is equal here to rounding, whatever the pairs are off.
  SearchCoordinates(const ImpactProblem& problem, const Eigen::MatrixXi& multiplicity);

  int contacts = 0;
  int hidden = 0;          ///< directions that normals and tangents blur
  ExtendedVector start;    ///< coordinates of p⁻
  ExtendedMatrix step;     ///< coordinates × contacts: a reflection of j subtracts c_j times column j
  Eigen::VectorXd height;  ///< weights of the coordinates in ⟨p,w⟩, w = rising/‖rising‖
  Eigen::VectorXd rise;  ///< contacts, (1 + e_j) ⟨û_j,w⟩: a reflection of j raises ⟨p,w⟩ by −c_j rise_j
  /// Normals and tangents say so little about some direction of the momentum (singular value below 0.01) that
  /// their rounding must be kept below that of double precision.
  bool magnifiesRounding = false;
  double tolerance = 0;  ///< two momenta whose coordinates all differ by less are one
  double safeRise = 0;   ///< a rise above this cannot be undone by merging

  CollisionSteps collisions;  ///< of the contacts that do not reflect

  int count() const { return static_cast<int>(start.size()); }
};

/// What reflections do to coordinates and to a projection that tells momenta apart, in the arithmetic of
/// Scalar.
template <class Scalar>
class ReflectionKernel {
 public:
  /// Refers to the coordinates.
  explicit ReflectionKernel(const SearchCoordinates& coordinates)
      : m_size(coordinates.count()), m_collisions(coordinates.collisions) {
    std::uint64_t seed = 1;
    for (int i = 0; i < m_size; ++i) {  // fixed weights in [1/2, 3/2) without any symmetry
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

  /// Reflects across contact j in place: only coordinates that feel it change.
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
  /// The same after a reflection across contact j.
  Scalar projectionAfter(Scalar projection, const Scalar* c, int j) const {
    if (!m_collisions.acts(j)) return projection - c[j] * m_shift[static_cast<std::size_t>(j)];
    std::vector<Scalar> after(c, c + m_size);
    m_collisions.collide(after.data(), j);
    return this->projection(after.data());
  }
  /// By how much the projections of two momenta may differ whose coordinates differ by less than 1.
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
