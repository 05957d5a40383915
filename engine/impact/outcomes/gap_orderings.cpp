#include "impact/outcomes/gap_orderings.h"

#include <algorithm>

#include "base/nonnegative_least_squares.h"
#include "impact/certificate/simplicial_cone.h"
#include "impact/certificate/termination.h"
#include "impact/graph/collision_steps.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/reflection.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

constexpr std::size_t mostNumbers = 50'000'000;  // entries of walls, of all beginnings together
constexpr std::size_t mostOpen = 20'000'000;     // entries of walls of the beginnings that wait at one time
/// A cone whose margin (unit normals) is smaller has no interior. The walls are known to some 1e-15; a larger
/// value omits orderings of small probability, a smaller one admits orderings by rounding.
constexpr double flat = 1e-9;
/// Two contacts hit at once for every x where their times differ by less, relative to both: far above the
/// rounding of extended precision (1e-19), and that of data given in double. A smaller value takes rounding
/// for an order.
constexpr Extended sameTime = 1e-12L;

/// The beginning of an ordering, with the conditions on the displacement x for it.
struct Beginning {
  Word word;
  ExtendedVector c;       ///< k contact coordinates, then those along the tangents of contacts that collide
  ExtendedMatrix gaps;    ///< rank × k, column i: the present gap i as a linear function of x
  Eigen::MatrixXd walls;  ///< rank × m, unit columns a of the conditions ⟨a,x⟩ > 0
  Eigen::VectorXd interior;  ///< rank, an x that meets them
};

class Flights {
 public:
  explicit Flights(const ImpactProblem& problem)
      : m_problem(problem),
        m_threshold(-(problem.isElastic() ? feasibilityTolerance : inelasticCut) * problem.scale()) {
    const WhiteFrame& frame = problem.frame();
    m_basis.resize(problem.dof(), problem.contactCount() + frame.unitTangents().cols());
    m_basis << frame.unitNormals(), frame.unitTangents();
    m_gram = m_basis.transpose() * m_basis;
    m_gram.topLeftCorner(problem.contactCount(), problem.contactCount()) = frame.gram();
    m_collisions = CollisionSteps(problem, m_basis);
  }

  Beginning start() const {
    const WhiteFrame& frame = m_problem.frame();
    Beginning start;
    start.c = m_basis.transpose() * frame.whiten(m_problem.momentum());
    const SimplicialCone cone = simplicialCone(frame.unitNormals().cast<double>());
    start.gaps = cone.span.transpose().cast<Extended>() * frame.unitNormals();
    start.walls = start.gaps.cast<double>();
    const Eigen::VectorXd inside = frame.whiten(decideTermination(m_problem).interior).cast<double>();
    start.interior = cone.span.transpose() * inside;
    return start;
  }

  std::vector<int> infeasible(const Beginning& at) const {
    std::vector<int> contacts;
    bool isCut = !m_problem.isElastic();
    for (int i = 0; i < m_problem.contactCount(); ++i) {
      const auto c = static_cast<double>(at.c[i]);
      if (m_problem.isInfeasible(c)) contacts.push_back(i);
      isCut = isCut && c >= m_threshold;
    }
    return isCut ? std::vector<int>() : contacts;
  }

  /// Extends the beginning by a hit of contact j before the others; false where that is impossible.
  bool follow(Beginning& at, int j, const std::vector<int>& others) const {
    if (!narrow(at, j, others)) return false;
    const ExtendedVector time = at.gaps.col(j) / -at.c[j];
    at.gaps += time * at.c.head(m_problem.contactCount()).transpose();
    at.gaps.col(j).setZero();
    if (m_collisions.acts(j))
      m_collisions.collide(at.c.data(), j);
    else
      reflect(at.c, m_gram, j, static_cast<Extended>(m_problem.factors()[j]));
    at.word.push_back(static_cast<ContactIndex>(j));
    return true;
  }

 private:
  /// Adds the conditions that j hits before the others and finds a point that meets all; false where there is
  /// none.
  bool narrow(Beginning& at, int j, const std::vector<int>& others) const {
    Eigen::MatrixXd walls(at.walls.rows(), at.walls.cols() + static_cast<Eigen::Index>(others.size()));
    Eigen::Index count = at.walls.cols();
    walls.leftCols(count) = at.walls;
    for (const int i : others) {
      if (i == j) continue;
      const ExtendedVector first = at.gaps.col(j) / -at.c[j], later = at.gaps.col(i) / -at.c[i];
      const ExtendedVector wall = later - first;
      const Extended size = wall.norm(), scale = later.norm() + first.norm();
      if (size > sameTime * scale)
        walls.col(count++) = (wall / size).cast<double>();
      else if (i < j)
        return false;  // both hit at once for every x: the lower contact first
    }
    at.walls = walls.leftCols(count);
    if ((at.walls.transpose() * at.interior).minCoeff() > flat) return true;
    at.interior = nearestHullPoint(at.walls).point;
    const double margin = at.interior.norm();
    if (!(margin > flat)) return false;
    at.interior /= margin;
    return true;
  }

  const ImpactProblem& m_problem;
  double m_threshold;              ///< c above which a word that loses energy is cut
  ExtendedMatrix m_basis, m_gram;  ///< the unit normals, then the unit tangents of contacts that collide
  CollisionSteps m_collisions;
};

}  // namespace

RealisableOrderings realisableOrderings(const ImpactProblem& problem, std::size_t budget,
                                        std::stop_token stop) {
  RealisableOrderings result;
  if (problem.isFeasible()) return {{Word{}}, true};
  if (!decideTermination(problem).coneHasInterior)
    throw ImpactError("no displacement opens every contact: they can jam");
  const Flights flights(problem);
  std::vector<Beginning> open{flights.start()};
  const auto sizeOf = [](const Beginning& beginning) {
    return static_cast<std::size_t>(beginning.walls.size()) + beginning.word.size();
  };
  std::size_t numbers = mostNumbers, waiting = sizeOf(open.back());
  while (!open.empty()) {
    const std::size_t size = sizeOf(open.back());
    if (budget-- == 0 || numbers < size || waiting > mostOpen || stop.stop_requested()) return result;
    numbers -= size;
    waiting -= size;
    const Beginning at = std::move(open.back());
    open.pop_back();
    const std::vector<int> infeasible = flights.infeasible(at);
    if (infeasible.empty()) result.words.push_back(at.word);
    for (auto j = infeasible.rbegin(); j != infeasible.rend(); ++j) {
      Beginning next = at;
      if (!flights.follow(next, *j, infeasible)) continue;
      waiting += sizeOf(next);
      open.push_back(std::move(next));
    }
  }
  result.complete = true;
  return result;
}

std::vector<Word> otherOrderings(const OrderingGraph& graph, const std::vector<Word>& words,
                                 std::size_t most) {
  std::vector<Word> others;
  struct Step {
    OrderingGraph::NodeId node;
    std::size_t next;  ///< edge
  };
  std::vector<Step> path{{0, 0}};
  Word word;
  while (!path.empty() && others.size() < most) {
    auto& [node, next] = path.back();
    const auto edges = graph.edges(node);
    if (graph.isOutcome(node) && !std::binary_search(words.begin(), words.end(), word))
      others.push_back(word);
    if (next < edges.size()) {
      const OrderingGraph::Edge edge = edges[next++];
      word.push_back(edge.contact);
      path.push_back({edge.target, 0});
      continue;
    }
    path.pop_back();
    if (!word.empty()) word.pop_back();
  }
  return others;
}

}  // namespace carom
