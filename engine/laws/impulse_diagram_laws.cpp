#include "laws/impulse_diagram_laws.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "laws/impulse_space.h"

namespace carom {

namespace {

/// e and the law's other restitution coefficient.
using Pair = Eigen::Vector2d;
struct PairRange {
  Pair least, most;
  Pair at(double first, double second) const {
    return least + Pair(first, second).cwiseProduct(most - least);
  }
  Pair nearest(const Pair& pair) const { return pair.cwiseMax(least).cwiseMin(most); }
};

/// The pair in a range whose residual, a vector, is least: the best of a grid, improved by steps of Gauss and
/// Newton, or along the axes and diagonals where these fail at the kinks of a law.
template <class Residual>
Pair leastResidual(const PairRange& range, const Pair& start, const Residual& residual) {
  constexpr int grid = 16;
  constexpr double finest = 1e-6;
  Pair best = range.nearest(start);
  double cost = residual(best).squaredNorm();
  const auto attempt = [&](const Pair& pair) {
    const Pair there = range.nearest(pair);
    const double now = residual(there).squaredNorm();
    if (!(now < cost)) return false;
    cost = now;
    best = there;
    return true;
  };
  for (int i = 0; i <= grid; ++i)
    for (int j = 0; j <= grid; ++j) attempt(range.at(i / double{grid}, j / double{grid}));
  const auto newton = [&] {
    const auto r = residual(best);
    Eigen::Matrix<double, 5, 2> J;
    for (int k = 0; k < 2; ++k) {
      Pair ahead = best;
      const double width = range.most[k] - range.least[k];
      ahead[k] += best[k] + finest * width <= range.most[k] ? finest * width : -finest * width;
      if (width > 0)
        J.col(k) = (residual(ahead) - r) / (ahead[k] - best[k]);
      else
        J.col(k).setZero();
    }
    return attempt(best - J.completeOrthogonalDecomposition().solve(r));
  };
  for (double step = 1.0 / grid; step > finest;) {
    bool better = newton();
    const Pair from = best - range.least;
    for (int i = -1; i <= 1 && !better; ++i)
      for (int j = -1; j <= 1 && !better; ++j) better = attempt(from + range.at(i * step, j * step));
    if (!better) step /= 2;
  }
  return best;
}

}  // namespace

bool usesTangential(CollisionLaw law, int dimension) {
  return std::ranges::find(tangentialUses, law, &CoefficientUse::law) != tangentialUses.end() &&
         !(law == CollisionLaw::PfeifferGlocker && dimension == 3);
}

LawDiagram lawDiagram(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients,
                      std::size_t points) {
  LawDiagram diagram;
  diagram.law = law;
  diagram.isLoop = usesTangential(law, impact.dimension());
  try {
    if (points > 0) diagram.accessible = accessibleBoundary(law, impact, coefficients, points);
  } catch (const LawError&) {
    // An impact that the law refuses is refused below; Brach's set has no border for an infinite μ.
  }
  try {
    const LawImpulse answer = collide(law, impact, coefficients);
    diagram.impulse = answer.P;
    diagram.mode = answer.mode;
  } catch (const LawError& error) {
    diagram.refusal = error.what();
    return diagram;
  }
  diagram.after = impact.after(diagram.impulse);
  diagram.energy = impact.energy(diagram.after);
  diagram.permissible = permissible(impact, diagram.impulse, coefficients.friction);
  return diagram;
}

LawCoefficients nearestCoefficients(CollisionLaw law, const LocalImpact& impact,
                                    const LawCoefficients& coefficients, const LocalVector& target) {
  PairRange range{{0, coefficients.tangential}, {1, coefficients.tangential}};
  if (usesTangential(law, impact.dimension())) {
    const auto use = std::ranges::find(tangentialUses, law, &CoefficientUse::law);
    constexpr double farRatio = 10;  // of Brach's law where μ sets no end
    range.least[1] = use->least;
    range.most[1] =
        std::min({use->most, farRatio, law == CollisionLaw::Brach ? coefficients.friction : use->most});
  }
  LawCoefficients now = coefficients;
  const auto set = [&](const Pair& pair) {
    now.restitution = pair[0];
    now.tangential = pair[1];
  };
  const Pair start = range.nearest({coefficients.restitution, coefficients.tangential});
  // The distance from the present pair decides only between pairs of one impulse.
  const double tie = 1e-6 * impact.V.norm() / impact.W(0, 0);
  const auto residual = [&](const Pair& pair) {
    set(pair);
    // 3 + 2 entries, as many as in space: the sizes of the vectors are then known where this is compiled.
    Eigen::Matrix<double, 5, 1> r = Eigen::Matrix<double, 5, 1>::Zero();
    const LocalVector P = collide(law, impact, now).P;
    r[0] = P[0] - target[0];
    if (P.size() > 1) r[1] = P[1] - target[1];
    if (P.size() > 2) r[2] = P[2] - target[2];
    r.tail<2>() = tie * (pair - start);
    return r;
  };
  try {
    set(leastResidual(range, start, residual));
  } catch (const LawError&) {
    return coefficients;
  }
  return now;
}

}  // namespace carom
