#include "impact/outcomes/indeterminacy.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

#include "base/nonnegative_least_squares.h"
#include "impact/certificate/certificate.h"
#include "impact/certificate/simplicial_cone.h"
#include "impact/outcomes/momentum_unit.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

constexpr std::size_t pairBudget = 50'000'000;  // distances that may be computed

struct Diameter {
  double distance = 0;
  std::array<int, 2> pair{0, 0};
  bool exact = true;
};

/// The columns of a matrix by falling distance from their centre, put in order as far as they are asked for.
class FarColumns {
 public:
  /// Refers to the matrix.
  explicit FarColumns(const Eigen::MatrixXd& Y) : m_columns(Y), m_heap(count()) {
    if (count() == 0) return;
    const Eigen::VectorXd centre = Y.rowwise().mean();
    m_fromCentre = (Y.colwise() - centre).colwise().norm();
    std::iota(m_heap.begin(), m_heap.end(), 0);
    std::make_heap(m_heap.begin(), m_heap.end(), Nearer{m_fromCentre});
  }

  /// Calls visit(a, b, squared distance) for pairs of columns, among them all that are at least `beyond`
  /// apart, which visit may raise. Pairs whose distances from the centre have a sum below `beyond` are
  /// skipped. Returns false where pairs are left out for their number.
  template <class Visit>
  bool visitPairs(const double& beyond, const Visit& visit) {
    std::size_t spent = 0;
    for (std::size_t b = 1; b < count(); ++b) {
      if (distance(0) + distance(b) < beyond) break;
      for (std::size_t a = 0; a < b; ++a) {
        if (distance(a) + distance(b) < beyond) break;
        visit(at(a), at(b), (m_columns.col(at(a)) - m_columns.col(at(b))).squaredNorm());
      }
      spent += b;
      if (spent > pairBudget) return b + 1 == count();
    }
    return true;
  }

  /// The two columns farthest apart.
  Diameter diameter() {
    Diameter best;
    double bestSquared = -1;
    best.exact = visitPairs(best.distance, [&](int a, int b, double squared) {
      if (squared <= bestSquared) return;
      bestSquared = squared;
      best.distance = std::sqrt(squared);
      best.pair = {std::min(a, b), std::max(a, b)};
    });
    return best;
  }

 private:
  struct Nearer {
    const Eigen::VectorXd& fromCentre;
    bool operator()(int a, int b) const { return std::pair(fromCentre[a], b) < std::pair(fromCentre[b], a); }
  };

  std::size_t count() const { return static_cast<std::size_t>(m_columns.cols()); }
  double distance(std::size_t i) { return m_fromCentre[at(i)]; }
  /// The column at place i: of columns equally far, the first.
  int at(std::size_t i) {
    for (; m_ordered <= i; ++m_ordered)
      std::pop_heap(m_heap.begin(), m_heap.end() - static_cast<std::ptrdiff_t>(m_ordered),
                    Nearer{m_fromCentre});
    return m_heap[count() - 1 - i];
  }

  const Eigen::MatrixXd& m_columns;
  Eigen::VectorXd m_fromCentre;
  std::vector<int> m_heap;    ///< followed by the columns that are in order, the farthest last
  std::size_t m_ordered = 0;  ///< number of those
};

Diameter diameter(const Eigen::MatrixXd& Y) {
  return FarColumns(Y).diameter();
}

/// Columns that are in a pair whose distance is at most `slack` below the largest, in order.
std::set<int> farthestColumns(const Eigen::MatrixXd& Y, double slack) {
  FarColumns far(Y);
  const double beyond = far.diameter().distance - slack;
  std::set<int> columns;
  far.visitPairs(beyond, [&](int a, int b, double squared) {
    if (std::sqrt(squared) >= beyond) columns.insert({a, b});
  });
  return columns;
}

/// The outcomes of a graph as vectors with the distances of the kinetic metric, up to rounding, from their
/// contact coordinates c = Uᵀy and G = UᵀU = L Lᵀ: L⁻¹c, k × outcomes, in a unit. Empty where normals are
/// dependent or so nearly that they magnify rounding.
std::optional<Eigen::MatrixXd> placesInSpan(const ImpactProblem& problem, const OrderingGraph& graph,
                                            double unit) {
  constexpr double mostMagnified = 1e-4;  // smallest eigenvalue of G over the largest
  const Eigen::LLT<Eigen::MatrixXd> factor(problem.gram());
  if (factor.info() != Eigen::Success || !(factor.rcond() > mostMagnified)) return std::nullopt;
  Eigen::MatrixXd Z(problem.contactCount(), static_cast<Eigen::Index>(graph.outcomes().size()));
  for (Eigen::Index i = 0; i < Z.cols(); ++i) {
    const auto c = graph.contactCoordinates(graph.outcomes()[static_cast<std::size_t>(i)]);
    Z.col(i) = (unit * Eigen::Map<const Eigen::VectorXd>(c.data(), std::ssize(c)).cast<Extended>())
                   .eval()
                   .cast<double>();
  }
  factor.matrixL().solveInPlace(Z);
  return Z;
}

/// An upper bound on the widest angle between two directions of a cone with these rays.
double widestAngle(const Eigen::MatrixXd& rays) {
  // Of a product of two unit vectors, for each coordinate; subtracted, because the angle is an upper bound.
  constexpr double rounding = 1e-15;
  const double smallest = (rays.transpose() * rays).minCoeff() - rounding * static_cast<double>(rays.rows());
  if (smallest >= 0) return std::acos(std::min(1.0, smallest));
  const Eigen::VectorXd centre = rays.rowwise().sum().normalized();
  const double cosine = (rays.transpose() * centre).minCoeff();
  return cosine <= 0 ? std::numbers::pi : std::min(std::numbers::pi, 2 * std::acos(std::min(1.0, cosine)));
}

/// The bound of indeterminacyBound from the rays of a cone that contains the feasible directions.
double boundOfCone(const ImpactProblem& problem) {
  const SimplicialCone cone = simplicialCone(problem.frame().unitNormals().cast<double>());
  if (!cone.isExact) return 2;
  const Eigen::VectorXd y = problem.frame().whiten(problem.momentum()).cast<double>();
  const double share = (cone.span.transpose() * y).norm() / problem.momentumNorm();
  return 2 * std::sin(widestAngle(cone.rays) / 2) * std::min(1.0, share);
}

Projection combination(const ImpactProblem& problem, const std::vector<Outcome>& outcomes,
                       const Eigen::VectorXd& weights) {
  Projection projection;
  projection.momentum = Eigen::VectorXd::Zero(problem.dof());
  for (Eigen::Index i = 0; i < weights.size(); ++i) {
    if (weights[i] > 0) projection.momentum += weights[i] * outcomes[static_cast<std::size_t>(i)].momentum;
  }
  projection.zero = (weights.array() <= 0).all();
  projection.energyLoss = std::max(
      0.0, problem.metric().energy(problem.momentum()) - problem.metric().energy(projection.momentum));
  return projection;
}

/// Outcomes relative to the first one in that unit, n × outcomes: the differences keep the extended precision
/// of nearly equal momenta.
Eigen::MatrixXd fromFirst(const std::vector<Outcome>& outcomes, double unit) {
  if (outcomes.empty()) return {};
  Eigen::MatrixXd Y(outcomes[0].white.size(), static_cast<Eigen::Index>(outcomes.size()));
  for (Eigen::Index i = 0; i < Y.cols(); ++i)
    Y.col(i) =
        (unit * (outcomes[static_cast<std::size_t>(i)].white - outcomes[0].white)).eval().cast<double>();
  return Y;
}

/// The white outcomes in a unit, n × outcomes.
Eigen::MatrixXd whiteOutcomes(const ImpactProblem& problem, const std::vector<Outcome>& outcomes,
                              double unit) {
  Eigen::MatrixXd Y(problem.dof(), static_cast<Eigen::Index>(outcomes.size()));
  for (Eigen::Index i = 0; i < Y.cols(); ++i)
    Y.col(i) = (unit * outcomes[static_cast<std::size_t>(i)].white).eval().cast<double>();
  return Y;
}

std::vector<Outcome> minimalOnes(const std::vector<Outcome>& outcomes) {
  std::vector<Outcome> chosen;
  std::copy_if(outcomes.begin(), outcomes.end(), std::back_inserter(chosen),
               [](const Outcome& outcome) { return outcome.reachedMinimally.value_or(false); });
  return chosen;
}

}  // namespace

void setExample(const ImpactProblem& problem, Outcome& outcome, Word word) {
  Replay end = replay(problem, word);
  setExample(problem, outcome, std::move(word), std::move(end));
}

void setExample(const ImpactProblem& problem, Outcome& outcome, Word word, Replay end) {
  outcome.example = std::move(word);
  outcome.velocity = problem.metric().velocity(end.momentum);
  outcome.momentum = std::move(end.momentum);
  outcome.white = std::move(end.white);
  outcome.impulses = std::move(end.impulses);
  outcome.friction = std::move(end.friction);
  outcome.energyLoss = end.energyLoss;
  outcome.relativeEnergyError = end.relativeEnergyError;
}

double indeterminacyBound(const ImpactProblem& problem) {
  if (problem.contactCount() == 0 || problem.momentumNorm() == 0) return 0;
  const double all = boundOfCone(problem);
  if (problem.contactCount() != 2) return all;
  // The angle of the wedge itself, which extended precision gives for any wedge.
  const double wedge = std::numbers::pi / pairMultiplicity(problem, 0, 1);
  return std::min(all, 2 * std::sin(wedge / 2));
}

Indeterminacy measureIndeterminacy(const ImpactProblem& problem, const std::vector<Outcome>& outcomes,
                                   bool allFound, const std::function<double()>& bound) {
  Indeterminacy result;
  if (problem.momentumNorm() == 0) {
    result.xiMinimal = 0;
    return result;
  }
  const double unit = momentumUnit(problem.momentumNorm());
  const double norm = unit * problem.momentumNorm();
  const Diameter all = diameter(fromFirst(outcomes, unit));
  result.xi = all.distance / norm;
  result.pair = all.pair;
  result.lower = result.upper = result.xi;
  const bool exact = allFound && all.exact;
  if (!exact) result.upper = std::max(result.lower, bound());
  const bool decided = std::all_of(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) {
    return outcome.reachedMinimally.has_value();
  });
  if (exact && decided) {
    result.xiMinimal = diameter(fromFirst(minimalOnes(outcomes), unit)).distance / norm;
  }
  return result;
}

std::optional<double> xiOfGraph(const ImpactProblem& problem, const OrderingGraph& graph) {
  constexpr double slack = 1e-8;  // over scale(): far above the rounding of the coordinates
  constexpr std::size_t mostReplayed = 64;
  const auto& nodes = graph.outcomes();
  if (nodes.size() < 2 || problem.momentumNorm() == 0) return 0;
  const double unit = momentumUnit(problem.momentumNorm());
  const std::optional<Eigen::MatrixXd> Z = placesInSpan(problem, graph, unit);
  if (!Z || nodes.size() * nodes.size() > pairBudget) return std::nullopt;
  const std::set<int> farthest = farthestColumns(*Z, slack * unit * problem.scale());
  if (farthest.size() > mostReplayed) return std::nullopt;
  const auto whiteOf = [&](int i) {
    return replay(problem, graph.wordTo(nodes[static_cast<std::size_t>(i)])).white;
  };
  const ExtendedVector first = whiteOf(0);
  Eigen::MatrixXd Y(problem.dof(), static_cast<Eigen::Index>(farthest.size()));
  Eigen::Index next = 0;
  for (const int i : farthest) Y.col(next++) = (unit * (whiteOf(i) - first)).eval().cast<double>();
  return diameter(Y).distance / (unit * problem.momentumNorm());
}

Choice chooseAmong(const ImpactProblem& problem, const std::vector<Outcome>& outcomes) {
  const double unit = momentumUnit(problem.momentumNorm());
  const Eigen::MatrixXd Y = whiteOutcomes(problem, outcomes, unit);
  const Eigen::VectorXd y = (unit * problem.frame().whiten(problem.momentum())).eval().cast<double>();
  const Eigen::MatrixXd fromStart = Y.colwise() - y;
  Choice choice;
  const double slack = mergeTolerance * unit * problem.scale();
  double nearest = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < Y.cols(); ++i) {
    const double distance = fromStart.col(i).norm();
    if (distance < nearest - slack) {  // the first of outcomes at equal distance
      nearest = distance;
      choice.nearest = static_cast<int>(i);
    }
  }
  const Nnls conic = nnls(Y, y);
  choice.conic = combination(problem, outcomes, conic.x);
  choice.conic.converged = conic.converged;
  const HullPoint convex = nearestHullPoint(fromStart);
  choice.convex = combination(problem, outcomes, convex.weights);
  choice.convex.converged = convex.converged;
  return choice;
}

}  // namespace carom
