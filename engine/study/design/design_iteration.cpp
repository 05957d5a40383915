#include "study/design/design_iteration.h"

#include <algorithm>
#include <cmath>

#include "base/least_squares.h"
#include "base/random.h"

namespace carom {

namespace {

constexpr int mostSteps = 50, restarts = 40;
constexpr double reach = 3;  ///< how far other starts are, in scales of a variable without bounds
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

/// Derivatives of the equations by the variables over their scales.
Eigen::MatrixXd DesignIteration::jacobian(const Eigen::VectorXd& x) {
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

/// The least change that solves the linearized equations within the bounds: a variable that would pass its
/// bound goes to it, and the others solve the rest.
Eigen::VectorXd DesignIteration::step(const Eigen::VectorXd& x) const {
  constexpr double rank = 1e-12;  // pivots below this are rounding of exact derivatives
  Eigen::VectorXd step = Eigen::VectorXd::Zero(x.size());
  std::vector<Eigen::Index> free(static_cast<std::size_t>(x.size()));
  for (std::size_t i = 0; i < free.size(); ++i) free[i] = static_cast<Eigen::Index>(i);
  while (!free.empty()) {
    for (const Eigen::Index i : free) step[i] = 0;
    const Eigen::VectorXd rest = -m_equations - m_J * step;
    const Eigen::VectorXd part = leastSquares(m_J(Eigen::all, free), rest, rank).x;
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
  m_J = jacobian(x);
  const Eigen::VectorXd change = step(x), r = m_equations;
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

/// Makes steps from x, whose equations are there, as long as they help.
void DesignIteration::iterate(Eigen::VectorXd& x) {
  for (int k = 0; k < mostSteps && deviation() > designTolerance && !m_stop.stop_requested(); ++k) {
    const double before = m_equations.norm();
    if (!advance(x) || m_equations.norm() > 0.999 * before) return;
  }
}

void DesignIteration::newton(Eigen::VectorXd x) {
  ++m_starts;
  if (!evaluate(x)) return;
  try {
    iterate(x);
  } catch (const SceneError&) {  // no derivative there: a corner ends the iteration
    if (m_starts == 1 && x == m_box.bounded(m_box.start)) throw;
  }
  const bool isSolved = deviation() <= acceptedResidual;
  const bool isBetter = isSolved && this->isSolved()
                            ? distance(x) < distance(m_x)
                            : isSolved || (!this->isSolved() && m_equations.norm() < m_miss);
  if (!isBetter) return;
  m_miss = m_equations.norm();
  m_residual = deviation();
  m_x = x;
}

/// Seeded points, nearest first.
std::vector<Eigen::VectorXd> DesignIteration::otherStarts() const {
  Random random(1);
  std::vector<Eigen::VectorXd> starts(restarts, m_box.start);
  for (Eigen::VectorXd& x : starts)
    for (Eigen::Index v = 0; v < x.size(); ++v) {
      const double least =
          std::isfinite(m_box.least[v]) ? m_box.least[v] : m_box.start[v] - reach * m_box.scale[v];
      const double greatest =
          std::isfinite(m_box.greatest[v]) ? m_box.greatest[v] : m_box.start[v] + reach * m_box.scale[v];
      x[v] = least + random.uniform() * (greatest - least);
    }
  std::ranges::sort(starts, {}, [&](const Eigen::VectorXd& x) { return distance(x); });
  return starts;
}

/// The weighted change from the start.
double DesignIteration::distance(const Eigen::VectorXd& x) const {
  return (x - m_box.start).cwiseQuotient(m_box.scale).norm();
}

/// Moves a solution that was found from elsewhere along the solutions towards the start, until the change is
/// the least nearby.
void DesignIteration::approachStart() {
  constexpr int mostMoves = 30;
  constexpr double leastGain = 1e-6, rank = 1e-12;
  for (int k = 0; k < mostMoves && !m_stop.stop_requested(); ++k) {
    const Eigen::VectorXd from = m_x;
    const double before = distance(from);
    if (!evaluate(from)) return;
    const Eigen::MatrixXd J = jacobian(from);
    const Eigen::VectorXd towards = (m_box.start - from).cwiseQuotient(m_box.scale);
    const Eigen::VectorXd along = towards - leastSquares(J, J * towards, rank).x;
    bool isNearer = false;
    for (double length = 1; length > 1e-3 && !isNearer; length *= 0.5) {
      Eigen::VectorXd x = m_box.bounded(from + length * m_box.scale.cwiseProduct(along));
      if (!evaluate(x)) continue;
      iterate(x);
      isNearer = deviation() <= acceptedResidual && distance(x) < (1 - leastGain) * before;
      if (isNearer) m_x = x;
    }
    if (!isNearer) return;
    m_residual = deviation();
  }
}

void DesignIteration::run(const Progress& progress) {
  newton(m_box.bounded(m_box.start));
  if (isSolved()) return;
  for (const Eigen::VectorXd& x : otherStarts()) {
    if (m_stop.stop_requested()) return;
    if (progress) progress(static_cast<double>(m_starts) / (restarts + 1));
    newton(m_box.bounded(x));
  }
  if (!isSolved()) return;
  try {
    approachStart();
  } catch (const SceneError&) {  // a corner on the way: the solution stays where it is
  }
}

}  // namespace carom
