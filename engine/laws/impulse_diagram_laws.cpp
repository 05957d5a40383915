#include "laws/impulse_diagram_laws.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "laws/impulse_space.h"
#include "laws/projected.h"
#include "laws/spherical.h"
#include "laws/unit_impact.h"

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

/// A search for the pair in a range whose residual, a vector, is least.
template <class Residual>
class PairSearch {
 public:
  PairSearch(const PairRange& range, const Residual& residual) : m_range(range), m_residual(residual) {}

  /// The best of what `start` and the best pairs of a few rows of a grid lead to. One of each row, because a
  /// law has the same impulse for many pairs where it is clipped.
  Pair least(const Pair& start) const {
    constexpr int grid = 16;
    constexpr std::size_t few = 6;
    std::vector<Found> starts{found(start)};
    for (int i = 0; i <= grid; ++i) {
      std::vector<Found> row;
      for (int j = 0; j <= grid; ++j) row.push_back(found(m_range.at(i / double{grid}, j / double{grid})));
      starts.push_back(*std::ranges::min_element(row, {}, &Found::cost));
    }
    std::ranges::stable_sort(starts, {}, &Found::cost);
    starts.resize(few);
    for (Found& one : starts) one = refined(one, 1.0 / grid);
    return std::ranges::min_element(starts, {}, &Found::cost)->pair;
  }

 private:
  struct Found {
    Pair pair;
    double cost;
  };
  static constexpr double finest = 1e-6;  ///< share of the range

  Found found(const Pair& pair) const {
    const Pair there = m_range.nearest(pair);
    return {there, m_residual(there).squaredNorm()};
  }

  /// Steps of Gauss and Newton, or along the axes and diagonals where these fail at the kinks of a law.
  Found refined(Found best, double step) const {
    const auto attempt = [&](const Pair& pair) {
      const Found now = found(pair);
      if (!(now.cost < best.cost)) return false;
      best = now;
      return true;
    };
    while (step > finest) {
      const Pair newton = newtonStep(best.pair);
      bool better = newton.allFinite() && attempt(best.pair - newton);
      const Pair from = best.pair - m_range.least;
      for (int i = -1; i <= 1 && !better; ++i)
        for (int j = -1; j <= 1 && !better; ++j) better = attempt(from + m_range.at(i * step, j * step));
      if (!better) step /= 2;
    }
    return best;
  }

  Pair newtonStep(const Pair& at) const {
    const auto r = m_residual(at);
    Eigen::Matrix<double, 5, 2> J = Eigen::Matrix<double, 5, 2>::Zero();
    for (int k = 0; k < 2; ++k) {
      const double width = m_range.most[k] - m_range.least[k];
      if (!(width > 0)) continue;
      Pair ahead = at;
      ahead[k] += at[k] + finest * width <= m_range.most[k] ? finest * width : -finest * width;
      J.col(k) = (m_residual(ahead) - r) / (ahead[k] - at[k]);
    }
    return J.completeOrthogonalDecomposition().solve(r);
  }

  const PairRange& m_range;
  const Residual& m_residual;
};

}  // namespace

bool usesTangential(CollisionLaw law, int dimension) {
  return std::ranges::find(tangentialUses, law, &CoefficientUse::law) != tangentialUses.end() &&
         !reachesRegion(law) && !(law == CollisionLaw::PfeifferGlocker && dimension == 3);
}

LawDiagram lawDiagram(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients,
                      std::size_t points) {
  LawDiagram diagram;
  diagram.law = law;
  diagram.isLoop = usesTangential(law, impact.dimension()) || reachesRegion(law);
  try {
    if (points > 0) diagram.accessible = accessibleBoundary(law, impact, coefficients, points);
  } catch (const LawError&) {
    // An impact that the law refuses is refused below; Brach's set has no border for an infinite μ.
  }
  try {
    // In the plane there is one, which `collide` finds faster.
    const std::vector<LawImpulse> answers = impact.dimension() == 3
                                                ? collisions(law, impact, coefficients)
                                                : std::vector{collide(law, impact, coefficients)};
    diagram.impulse = answers.front().P;
    diagram.mode = answers.front().mode;
    for (std::size_t i = 1; i < answers.size(); ++i) diagram.others.push_back(answers[i].P);
  } catch (const LawError& error) {
    diagram.refusal = error.what();
    return diagram;
  }
  diagram.after = impact.after(diagram.impulse);
  diagram.energy = impact.energy(diagram.after);
  diagram.permissible = permissible(impact, diagram.impulse, coefficients.friction);
  return diagram;
}

namespace {

/// Of a law that reaches all of the permissible region, by their formulas.
LawCoefficients regionCoefficients(CollisionLaw law, const LocalImpact& impact,
                                   const LawCoefficients& coefficients, const LocalVector& target) {
  if (impact.V.isZero(0)) return coefficients;
  const UnitImpact units(impact);
  if (!units.canSlip()) return coefficients;
  const LocalVector P = units.inUnits(target);
  return law == CollisionLaw::Projected ? projectedTo(units.split(), coefficients, P)
                                        : sphericalTo(units.split(), coefficients, P);
}

}  // namespace

LawCoefficients nearestCoefficients(CollisionLaw law, const LocalImpact& impact,
                                    const LawCoefficients& coefficients, const LocalVector& target) {
  if (reachesRegion(law)) return regionCoefficients(law, impact, coefficients, target);
  PairRange range{{0, coefficients.tangential}, {1, coefficients.tangential}};
  if (usesTangential(law, impact.dimension())) {
    const auto use = std::ranges::find(tangentialUses, law, &CoefficientUse::law);
    constexpr double farRatio = 10;  // of Brach's law where μ sets no end
    const double far = law == CollisionLaw::Brach ? std::min(farRatio, coefficients.friction) : farRatio;
    range.least[1] = std::max(use->least, -far);
    range.most[1] = std::min(use->most, far);
  }
  LawCoefficients now = coefficients;
  const auto set = [&](const Pair& pair) {
    now.restitution = pair[0];
    now.tangential = pair[1];
  };
  const Pair start = range.nearest({coefficients.restitution, coefficients.tangential});
  constexpr double refused = 1e100;  // far from every impulse
  // The distance from the present pair decides only between pairs of one impulse.
  const double tie = 1e-6 * impact.V.norm() / impact.W(0, 0);
  const auto residual = [&](const Pair& pair) {
    set(pair);
    // 3 + 2 entries, as many as in space: the sizes of the vectors are then known where this is compiled.
    Eigen::Matrix<double, 5, 1> r = Eigen::Matrix<double, 5, 1>::Constant(refused);
    try {
      const LocalVector P = collide(law, impact, now).P;
      r[0] = P[0] - target[0];
      r[1] = P.size() > 1 ? P[1] - target[1] : 0;
      r[2] = P.size() > 2 ? P[2] - target[2] : 0;
      r.tail<2>() = tie * (pair - start);
    } catch (const LawError&) {
      // Brach's law has no impulse for some pairs; others may have one.
    }
    return r;
  };
  const Pair best = PairSearch(range, residual).least(start);
  if (residual(best)[0] == refused) return coefficients;
  set(best);
  return now;
}

}  // namespace carom
