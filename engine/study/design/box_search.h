#pragma once

#include <Eigen/Core>
#include <functional>

namespace carom {

/// Minima of functions within bounds, by NLopt [Johnson]. The same bits for the same functions: no method
/// here is random.

/// f(z); writes ∇f where the pointer is not null. Infinite or NaN where there is no value.
using BoxFunction = std::function<double(const Eigen::VectorXd& z, Eigen::VectorXd* gradient)>;
/// r(z); writes the Jacobian where the pointer is not null.
using BoxEquations = std::function<Eigen::VectorXd(const Eigen::VectorXd& z, Eigen::MatrixXd* jacobian)>;

struct SearchBounds {
  Eigen::VectorXd least, greatest;  ///< n; may be infinite where a search starts from a point
};

/// Searches all of a finite box: descends from points of a Sobol sequence, but not from those near a minimum
/// that is known [Rinnooy Kan & Timmer 1987: MLSL]. `f` sees every point, and keeps what its owner wants. It
/// ends after this many points, or when `isOver` holds.
void searchBox(const BoxFunction& f, const SearchBounds& box, int mostPoints,
               const std::function<bool()>& isOver);

/// A local minimum near a point within the bounds, also where f has a kink there: without derivatives
/// [Rowan 1990: Subplex].
Eigen::VectorXd minimumNear(const BoxFunction& f, const SearchBounds& box, const Eigen::VectorXd& from);

/// The point of least ‖z‖ nearby with r(z) = 0 within the bounds [Kraft 1988: SLSQP]; r is 0 up to 1e-9
/// there. `from` where the method fails.
Eigen::VectorXd nearestSolution(const BoxEquations& r, const SearchBounds& box, const Eigen::VectorXd& from);

}  // namespace carom
