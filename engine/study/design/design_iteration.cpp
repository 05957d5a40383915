#include "study/design/design_iteration.h"

#include <algorithm>
#include <cmath>

#include "base/least_squares.h"
#include "scene/expression/expression.h"
#include "study/design/design_search.h"

namespace carom {

namespace {

constexpr int mostSteps = 50;
constexpr int pointsForEach = 300;      ///< of the search elsewhere, for each variable
constexpr double reach = 3;             ///< how far it goes, in scales of a variable without bounds
constexpr double nearSolution = 1e-12;  ///< ½‖r‖² from which Newton's iteration finds the solution
constexpr double besideCorner = 1e-8;   ///< how far derivatives are taken from a corner, in scales
/// Residual of a design: G to rounding, gaps far below closedGap. A smaller value is below the rounding of G.
constexpr double designTolerance = 1e-13;

}  // namespace

DesignBox boxOf(const DesignModel& model, const std::vector<DesignRange>& ranges) {
  const auto n = static_cast<Eigen::Index>(model.variables().size());
  DesignBox box{Eigen::VectorXd(n), Eigen::VectorXd(n), Eigen::VectorXd(n), Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const DesignVariable& variable = model.variables()[static_cast<std::size_t>(i)];
    box.start[i] = variable.value;
    box.scale[i] = variable.scale;
    box.least[i] = variable.least.value_or(-HUGE_VAL);
    box.greatest[i] = variable.greatest.value_or(HUGE_VAL);
    const auto range = std::ranges::find(ranges, variable.name, &DesignRange::variable);
    if (range == ranges.end()) continue;
    box.scale[i] /= range->weight;
    box.least[i] = range->least.value_or(box.least[i]);
    box.greatest[i] = range->greatest.value_or(box.greatest[i]);
  }
  return box;
}

DesignIteration::DesignIteration(DesignModel& model, std::vector<PairEquation> pairs,
                                 const std::vector<DesignRange>& ranges, std::stop_token stop)
    : m_model(model),
      m_pairs(std::move(pairs)),
      m_stop(std::move(stop)),
      m_box(boxOf(model, ranges)),
      m_x(m_box.start) {}

Eigen::VectorXd DesignIteration::equations(const ImpactNumbers<double>& impact) const {
  const Eigen::MatrixXd G = gramOf(impact);
  const auto pairs = static_cast<Eigen::Index>(m_pairs.size());
  Eigen::VectorXd r(pairs + impact.gaps.size());
  for (Eigen::Index i = 0; i < pairs; ++i) {
    const auto& [first, second, wanted] = m_pairs[static_cast<std::size_t>(i)];
    r[i] = G(first, second) - wanted;
  }
  r.tail(impact.gaps.size()) = impact.gaps;
  return r;
}

/// Computes the equations; false where the scene has no such values.
bool DesignIteration::evaluate(const Eigen::VectorXd& x) {
  try {
    m_equations = equations(m_model.at(x));
    return m_equations.allFinite();
  } catch (const SceneError&) {
    return false;
  }
}

/// Derivatives of the equations by the variables over their scales. Throws where there is none.
Eigen::MatrixXd DesignIteration::smoothJacobian(const Eigen::VectorXd& x) {
  Eigen::MatrixXd J(m_equations.size(), x.size());
  for (Eigen::Index v = 0; v < x.size(); ++v) {
    const ImpactNumbers<Dual> impact = m_model.along(x, static_cast<int>(v));
    const Eigen::MatrixXd dG = gramSlope(impact);
    for (std::size_t i = 0; i < m_pairs.size(); ++i)
      J(static_cast<Eigen::Index>(i), v) = dG(m_pairs[i].first, m_pairs[i].second);
    J.col(v).tail(impact.gaps.size()) = slopesOf(impact.gaps);
  }
  return J * m_box.scale.asDiagonal();
}

/// At a corner, such as the greater one of two equal numbers, the derivatives of one side: any of them lets
/// Newton's iteration converge [Qi & Sun 1993]. Empty where there is none nearby either.
std::optional<Eigen::MatrixXd> DesignIteration::jacobian(const Eigen::VectorXd& x) {
  const auto tried = [&](const Eigen::VectorXd& at) -> std::optional<Eigen::MatrixXd> {
    try {
      return smoothJacobian(at);
    } catch (const SceneError&) {
    } catch (const ExpressionError&) {
    }
    return std::nullopt;
  };
  if (auto J = tried(x)) return J;
  // Different steps of the variables, so that numbers that are equal here are different there.
  const Eigen::VectorXd aside =
      besideCorner * m_box.scale.cwiseProduct(Eigen::VectorXd::LinSpaced(x.size(), 1, 2));
  for (const double sign : {1.0, -1.0})
    if (auto J = tried(m_box.bounded(x + sign * aside))) {
      ++m_corners;
      return J;
    }
  return std::nullopt;
}

/// The least change that solves the linearized equations r + J z = 0 within the bounds: a variable that would
/// pass its bound goes to it, and the others solve the rest.
Eigen::VectorXd DesignIteration::step(const Eigen::VectorXd& x, const Eigen::VectorXd& r,
                                      const Eigen::MatrixXd& J) const {
  constexpr double rank = 1e-12;  // pivots below this are rounding of exact derivatives
  Eigen::VectorXd step = Eigen::VectorXd::Zero(x.size());
  std::vector<Eigen::Index> free(static_cast<std::size_t>(x.size()));
  for (std::size_t i = 0; i < free.size(); ++i) free[i] = static_cast<Eigen::Index>(i);
  while (!free.empty()) {
    for (const Eigen::Index i : free) step[i] = 0;
    const Eigen::VectorXd rest = -r - J * step;
    const Eigen::VectorXd part = leastSquares(J(Eigen::all, free), rest, rank).x;
    std::vector<Eigen::Index> still;
    for (std::size_t i = 0; i < free.size(); ++i) {
      const Eigen::Index at = free[i];
      const double goal = x[at] + m_box.scale[at] * part[static_cast<Eigen::Index>(i)];
      const double held = std::clamp(goal, m_box.least[at], m_box.greatest[at]);
      step[at] = goal == held ? part[static_cast<Eigen::Index>(i)] : (held - x[at]) / m_box.scale[at];
      if (goal == held) still.push_back(at);
    }
    if (still.size() == free.size()) break;
    free = std::move(still);
  }
  return step;
}

/// Makes one step from x, whose equations are there; false where none makes the sum of squares smaller.
bool DesignIteration::advance(Eigen::VectorXd& x) {
  const auto J = jacobian(x);
  if (!J) return false;
  const Eigen::VectorXd r = m_equations, change = step(x, r, *J);
  for (double length = 1; length > 1e-6; length *= 0.5) {
    const Eigen::VectorXd moved = m_box.bounded(x + length * m_box.scale.cwiseProduct(change));
    if (!evaluate(moved) || !(m_equations.norm() < r.norm())) continue;
    x = moved;
    ++m_iterations;
    return true;
  }
  m_equations = r;
  return false;  // rounding, or a nearest miss
}

/// Makes steps from x as long as they help.
void DesignIteration::newton(Eigen::VectorXd x) {
  if (!evaluate(x)) return;
  for (int k = 0; k < mostSteps && deviation() > designTolerance && !m_stop.stop_requested(); ++k) {
    const double before = m_equations.norm();
    if (!advance(x) || m_equations.norm() > 0.999 * before) break;
  }
  keepIfBetter(x);
}

/// Moves x by least changes to where the gaps are 0 whatever G is there, and computes the equations; false
/// where no such place within the bounds is found.
bool DesignIteration::closeGaps(Eigen::VectorXd& x) {
  constexpr int mostClosingSteps = 20;  // Newton's steps from near double the digits: 4 are usual
  const auto gaps = [&] { return m_equations.tail(m_equations.size() - std::ssize(m_pairs)); };
  if (!evaluate(x)) return false;
  double least = gaps().norm();
  for (int k = 0; k < mostClosingSteps && least > designTolerance; ++k) {
    const auto J = jacobian(x);
    if (!J) return false;
    const Eigen::VectorXd change = step(x, gaps(), J->bottomRows(gaps().size())), from = x;
    for (double length = 1; length > 1e-3 && x == from; length *= 0.5) {
      const Eigen::VectorXd moved = m_box.bounded(from + length * m_box.scale.cwiseProduct(change));
      if (evaluate(moved) && gaps().norm() < least) x = moved;
    }
    if (x == from) break;
    least = gaps().norm();
  }
  return least <= acceptedResidual && evaluate(x);
}

/// Keeps x, whose equations are there, if it is a nearer solution, or a nearer miss while there is none.
void DesignIteration::keepIfBetter(const Eigen::VectorXd& x) {
  const bool solves = deviation() <= acceptedResidual;
  const bool isBetter = solves && isSolved() ? distance(x) < distance(m_x)
                                             : solves || (!isSolved() && m_equations.norm() < m_miss);
  if (!isBetter) return;
  m_miss = m_equations.norm();
  m_residual = deviation();
  m_x = x;
}

/// The weighted change from the start.
double DesignIteration::distance(const Eigen::VectorXd& x) const {
  return (x - m_box.start).cwiseQuotient(m_box.scale).norm();
}

/// The variables from their changes in scales.
Eigen::VectorXd DesignIteration::placeOf(const Eigen::VectorXd& z) const {
  return m_box.bounded(m_box.start + m_box.scale.cwiseProduct(z));
}

/// ½‖r‖²; keeps what is better than the best so far.
double DesignIteration::cost(const Eigen::VectorXd& z, Eigen::VectorXd* gradient) {
  const Eigen::VectorXd x = placeOf(z);
  if (!evaluate(x)) return HUGE_VAL;
  keepIfBetter(x);
  const Eigen::VectorXd r = m_equations;
  if (gradient)
    if (const auto J = jacobian(x)) *gradient = J->transpose() * r;
  return 0.5 * r.squaredNorm();
}

/// ½‖r‖² where the gaps are closed from z; infinite where they can't be.
double DesignIteration::closedCost(const Eigen::VectorXd& z) {
  Eigen::VectorXd x = placeOf(z);
  if (!closeGaps(x)) return HUGE_VAL;
  keepIfBetter(x);
  return 0.5 * m_equations.squaredNorm();
}

/// The bounds of changes in scales, where there are none `reach` to both sides.
SearchBounds DesignIteration::boxAround(double reach) const {
  const auto ends = [&](const Eigen::VectorXd& bound, double usual) {
    const Eigen::ArrayXd changes = (bound - m_box.start).cwiseQuotient(m_box.scale);
    return Eigen::VectorXd(changes.isFinite().select(changes, usual));
  };
  return {ends(m_box.least, -reach), ends(m_box.greatest, reach)};
}

void DesignIteration::searchElsewhere(const Progress& progress) {
  const int most = pointsForEach * static_cast<int>(m_x.size());
  int points = 0;
  // Solutions of the descents, which are not exact.
  std::vector<Eigen::VectorXd> near;
  const BoxFunction f = [&](const Eigen::VectorXd& z, Eigen::VectorXd* gradient) {
    if (progress) progress(static_cast<double>(++points) / most);
    ++m_starts;
    const double value = cost(z, gradient);
    if (value < nearSolution && (near.empty() || z.norm() < near.back().norm())) near.push_back(z);
    return value;
  };
  searchBox(f, boxAround(reach), most, [&] { return m_stop.stop_requested(); });
  if (!near.empty()) newton(placeOf(near.back()));
  if (!isSolved()) approachLeastMiss();
}

/// Moves the nearest miss to a local minimum of ½‖r‖²; where its gaps can be closed, to one among the designs
/// with closed gaps. Without that the sum would trade gaps in m for G, and end in overlaps.
void DesignIteration::approachLeastMiss() {
  Eigen::VectorXd x = m_x;
  bool closes = closeGaps(x);
  if (!closes) closes = closeGaps(x = m_box.bounded(m_box.start));
  if (closes) {
    m_miss = HUGE_VAL;  // the miss with open gaps counts no longer
    keepIfBetter(x);
  }
  const Eigen::VectorXd from = (m_x - m_box.start).cwiseQuotient(m_box.scale);
  minimumNear(
      [&](const Eigen::VectorXd& z, Eigen::VectorXd*) { return closes ? closedCost(z) : cost(z, nullptr); },
      boxAround(HUGE_VAL), from);
}

/// Moves a solution along the solutions to the one with the least change: Newton's steps are least changes of
/// their own.
void DesignIteration::approachStart() {
  const Eigen::VectorXd from = (m_x - m_box.start).cwiseQuotient(m_box.scale);
  const BoxEquations r = [&](const Eigen::VectorXd& z, Eigen::MatrixXd* J) {
    const Eigen::VectorXd x = placeOf(z);
    if (!evaluate(x)) m_equations.setConstant(1e3);
    const Eigen::VectorXd value = m_equations;
    if (J) *J = jacobian(x).value_or(Eigen::MatrixXd::Zero(value.size(), x.size()));
    return value;
  };
  newton(placeOf(nearestSolution(r, boxAround(HUGE_VAL), from)));
}

void DesignIteration::run(const Progress& progress) {
  ++m_starts;
  newton(m_box.bounded(m_box.start));
  if (!isSolved() && !m_stop.stop_requested()) searchElsewhere(progress);
  if (isSolved() && m_iterations > 0) approachStart();
}

}  // namespace carom
