#include "study/design/box_search.h"

#include <Eigen/QR>
#include <cmath>
#include <nlopt.hpp>

namespace carom {

namespace {

using Numbers = std::vector<double>;

Eigen::Map<const Eigen::VectorXd> vectorOf(const Numbers& numbers) {
  return {numbers.data(), std::ssize(numbers)};
}
Numbers numbersOf(const Eigen::VectorXd& z) {
  return {z.begin(), z.end()};
}

/// What NLopt calls.
struct Objective {
  const BoxFunction& f;
  std::function<bool()> isOver;

  static double call(const Numbers& z, Numbers& gradient, void* self) {
    const auto& [f, isOver] = *static_cast<const Objective*>(self);
    if (isOver && isOver()) throw nlopt::forced_stop();
    Eigen::VectorXd slope = Eigen::VectorXd::Zero(gradient.empty() ? 0 : std::ssize(z));
    const double value = f(vectorOf(z), gradient.empty() ? nullptr : &slope);
    for (Eigen::Index i = 0; i < slope.size(); ++i) gradient[static_cast<std::size_t>(i)] = slope[i];
    return std::isnan(value) ? HUGE_VAL : value;
  }
};

/// The equations that are independent at a point. The others follow from them, such as gaps that no variable
/// opens, and more equations than variables are refused by NLopt.
struct Constraints {
  const BoxEquations& r;
  Eigen::VectorXi rows;

  Constraints(const BoxEquations& equations, const Eigen::VectorXd& z) : r(equations) {
    constexpr double rank = 1e-9;
    Eigen::MatrixXd J;
    r(z, &J);
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factor(J.transpose());
    factor.setThreshold(rank);
    rows = factor.colsPermutation().indices().head(factor.rank());
  }

  static void call(unsigned m, double* values, unsigned n, const double* z, double* slopes, void* self) {
    const auto& [r, rows] = *static_cast<const Constraints*>(self);
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::MatrixXd J;
    const Eigen::VectorXd all = r(Eigen::Map<const Eigen::VectorXd>(z, n), slopes ? &J : nullptr);
    Eigen::Map<Eigen::VectorXd>(values, m) = all(rows);
    if (slopes) Eigen::Map<Rows>(slopes, m, n) = J(rows, Eigen::all);
  }
};

nlopt::opt within(const SearchBounds& box, nlopt::algorithm algorithm) {
  nlopt::opt optimizer(algorithm, static_cast<unsigned>(box.least.size()));
  optimizer.set_lower_bounds(numbersOf(box.least));
  optimizer.set_upper_bounds(numbersOf(box.greatest));
  return optimizer;
}

/// Where the optimizer ends; rounding and a stop are ends like others.
Eigen::VectorXd endOf(nlopt::opt& optimizer, const Eigen::VectorXd& from) {
  Numbers z = numbersOf(from);
  double value = 0;
  try {
    optimizer.optimize(z, value);
  } catch (const nlopt::roundoff_limited&) {
  } catch (const nlopt::forced_stop&) {
  } catch (const std::runtime_error&) {
    return from;
  }
  return vectorOf(z);
}

}  // namespace

void searchBox(const BoxFunction& f, const SearchBounds& box, int mostPoints,
               const std::function<bool()>& isOver) {
  nlopt::opt descent = within(box, nlopt::LD_SLSQP);
  descent.set_xtol_rel(1e-9);
  descent.set_ftol_rel(1e-12);
  descent.set_ftol_abs(1e-26);  // a square of rounding
  nlopt::opt search = within(box, nlopt::G_MLSL_LDS);
  search.set_local_optimizer(descent);
  search.set_maxeval(mostPoints);
  Objective objective{f, isOver};
  search.set_min_objective(Objective::call, &objective);
  nlopt::srand(1);  // Sobol's sequence ends at 1111 dimensions; random points take its place there
  endOf(search, 0.5 * (box.least + box.greatest));
}

Eigen::VectorXd minimumNear(const BoxFunction& f, const SearchBounds& box, const Eigen::VectorXd& from) {
  constexpr double firstStep = 1e-2, accuracy = 1e-10;
  constexpr int pointsForEach = 400;
  nlopt::opt search = within(box, nlopt::LN_SBPLX);
  search.set_initial_step(firstStep);
  search.set_xtol_abs(accuracy);
  search.set_maxeval(pointsForEach * static_cast<int>(from.size()));
  Objective objective{f, {}};
  search.set_min_objective(Objective::call, &objective);
  return endOf(search, from);
}

Eigen::VectorXd nearestSolution(const BoxEquations& r, const SearchBounds& box, const Eigen::VectorXd& from) {
  constexpr double allowed = 1e-9;
  constexpr int mostPoints = 200;
  const Constraints constraints(r, from);
  if (constraints.rows.size() >= from.size()) return from;  // the only one nearby
  const BoxFunction distance = [](const Eigen::VectorXd& z, Eigen::VectorXd* gradient) {
    if (gradient) *gradient = z;
    return 0.5 * z.squaredNorm();
  };
  nlopt::opt search = within(box, nlopt::LD_SLSQP);
  search.set_xtol_rel(1e-10);
  search.set_ftol_rel(1e-14);
  search.set_maxeval(mostPoints);
  Objective objective{distance, {}};
  search.set_min_objective(Objective::call, &objective);
  Constraints called = constraints;  // NLopt takes no pointer to const
  search.add_equality_mconstraint(Constraints::call, &called,
                                  Numbers(static_cast<std::size_t>(constraints.rows.size()), allowed));
  return endOf(search, from);
}

}  // namespace carom
