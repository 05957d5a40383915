#pragma once

#include <stop_token>

#include "base/progress.h"
#include "models/impact_model.h"

namespace carom {

/// Contacts as springs without loss in the stiff limit: gaps φ̈_i = Σ_j ⟨u_i,u_j⟩ k_j (−φ_j)₊^α, all closed
/// at once at φ = 0, until all have separated.
///
/// Configurations do not change in that limit. The stiffness of all springs together sets the time only; the
/// ratios of the k_i and α decide the answer.
struct CompliantContacts {
  double exponent = 1;          ///< α ≥ 1: 1 linear, 3/2 Hertz
  Eigen::VectorXd stiffness{};  ///< k, ratios of the k_i, > 0; empty: all equal
  /// Error of one time step relative to the impact's own scales. The relative energy loss of the whole impact
  /// is about a hundred times as large.
  double tolerance = 1e-11;
};

/// Integrates the springs with an embedded Runge–Kutta pair [Dormand & Prince 1980] until every contact is
/// open and opens. `rounds` counts time steps. It has no answer where the contacts fail to separate within a
/// million steps (a jammed impact), or where `stop` is requested.
ModelAnswer compliantImpact(const ImpactProblem& problem, const CompliantContacts& contacts,
                            std::stop_token stop = {});

/// compliantImpact with α = 1 and 3/2 for impacts without loss: springs have no restitution.
ModelAnswer compliantLinear(const ImpactProblem& problem, const ModelOptions& options);
ModelAnswer compliantHertz(const ImpactProblem& problem, const ModelOptions& options);

/// Momenta after compliant impacts whose stiffnesses are drawn at random.
struct CompliantCloud {
  double exponent = 1;
  std::size_t asked = 0;
  std::uint64_t seed = 0;
  /// n×N, p⁺ of the N ≤ asked samples that have an answer.
  Eigen::MatrixXd momenta;
  bool complete = true;  ///< false: stopped before all samples were computed
};

/// Stiffnesses of a cloud are drawn from [1/cloudSpread, cloudSpread], four decades.
inline constexpr double cloudSpread = 100;

/// Each k_i log-uniform in [1/spread, spread], independently; the same bits for any number of threads.
/// Samples keep the energy to about 1e-5: they are marks in a picture.
CompliantCloud compliantCloud(const ImpactProblem& problem, double exponent, std::size_t samples,
                              std::uint64_t seed, double spread = cloudSpread, std::stop_token stop = {},
                              const Progress& progress = {});

}  // namespace carom
