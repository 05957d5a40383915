#include "impact/certificate/collapse.h"

#include <algorithm>
#include <array>
#include <limits>
#include <queue>

#include "base/nonnegative_least_squares.h"
#include "impact/certificate/contact_groups.h"
#include "impact/contact_path.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/reflection.h"

namespace carom {

namespace {

constexpr Eigen::Index mostRays = 600;
constexpr std::size_t mostPressed = 8;    // contacts
constexpr std::size_t mostTried = 2'000;  // reflections of one ordering, per contact
/// Over scale(): an ordering whose c all end below this is worth the attempt of a proof. A larger value costs
/// failed attempts; a smaller one misses slow collapses.
constexpr double collapsed = 1e-6;
/// Slack of the first cone, which only gives the axis: rays nearer to it than this are left out.
constexpr double coarse = 0.1;
/// Shares by which rays are moved away from the axis, tried in turn. A larger one needs fewer rays, a smaller
/// one finds narrower cones.
constexpr std::array outwards{0.1, 0.05, 0.03, 0.01};
/// A ray lies in K where it stays there when moved outwards by this share: far above rayRounding, so that the
/// proof holds in exact arithmetic, and far below `outwards`.
constexpr double insideCone = 1e-9;
/// Rounding of unit vectors and of their distances from K (the least squares reach about 1e-14). A smaller
/// value never closes the cone; a larger one must stay below insideCone.
constexpr double rayRounding = 1e-11;
/// Least distance of K from {c ≥ 0, Σ c = 1} that counts as positive, far above the rounding of the least
/// squares.
constexpr double apart = 1e-6;

/// The contacts that may become infeasible.
std::vector<Eigen::Index> pressedContacts(const ImpactProblem& problem) {
  std::vector<Eigen::Index> contacts;
  for (const auto& group : pressedGroups(problem))
    contacts.insert(contacts.end(), group.begin(), group.end());
  return contacts;
}

/// Whether one ordering, the most infeasible contact first, comes near c = 0 without an end.
bool seemsToCollapse(const ImpactProblem& problem, const std::vector<Eigen::Index>& contacts) {
  ContactPath path(problem);
  const std::size_t most = mostTried * contacts.size();
  while (!isCut(problem, path.c()) && path.word().size() < most) path.reflect(path.mostInfeasible());
  return std::ranges::all_of(contacts, [&](Eigen::Index i) {
    return std::abs(path.c()[static_cast<std::size_t>(i)]) <= collapsed * problem.scale();
  });
}

/// The cone K of everyOrderingCollapses, given by unit rays.
class ClosedCone {
  auto rays() const { return m_rays.leftCols(m_count); }

 public:
  ClosedCone(const Eigen::MatrixXd& G, const Eigen::VectorXd& factors)
      : m_G(G), m_factors(factors), m_rays(G.rows(), mostRays) {}

  /// Grows the cone from p⁻ until every reflected ray is within `slack` of it; false where it does not close
  /// or an ordering ends. The reflected ray farthest from the cone becomes its next ray, which keeps rays
  /// few.
  bool grow(const Eigen::VectorXd& start, double slack) {
    m_count = 0;
    m_open = {};
    if (m_outwards > 0 && !(start.dot(m_axis) > 0 && add(m_axis))) return false;
    if (!add(moved(start.normalized(), m_outwards))) return false;
    while (!m_open.empty()) {
      Reflected next = m_open.top();
      m_open.pop();
      next.distance = nnls(rays(), moved(next.c, insideCone)).residual.norm();
      if (next.distance <= slack) continue;
      if (!m_open.empty() && next < m_open.top())
        m_open.push(std::move(next));
      else if (!add(moved(next.c, m_outwards)))
        return false;
    }
    return true;
  }

  /// Moves all later rays away from the axis, the mean of the present rays, by this share of their distance
  /// from it.
  void moveOutwards(double share) {
    if (m_axis.size() == 0) m_axis = rays().rowwise().mean().normalized();
    m_outwards = share;
  }

  /// Whether every nonnegative combination of the rays except 0 is infeasible: non-negative least squares
  /// give the distance of the cone from {c ≥ 0, Σ c = 1}.
  bool holdsNothingFeasible() const {
    const Eigen::Index k = m_G.rows();
    Eigen::MatrixXd A(k + 1, m_count + k);
    A << rays(), -Eigen::MatrixXd::Identity(k, k), Eigen::RowVectorXd::Zero(m_count),
        Eigen::RowVectorXd::Ones(k);
    const Nnls nearest = nnls(A, Eigen::VectorXd::Unit(k + 1, k));
    return nearest.converged && nearest.residual.norm() > apart;
  }

 private:
  /// A reflected ray.
  struct Reflected {
    double distance;  ///< from an earlier state of the cone, hence an upper bound
    Eigen::VectorXd c;
    bool operator<(const Reflected& other) const { return distance < other.distance; }
  };

  Eigen::VectorXd moved(const Eigen::VectorXd& ray, double share) const {
    if (m_outwards == 0) return ray;
    return (ray + share * (ray - ray.dot(m_axis) * m_axis)).normalized();
  }

  bool add(const Eigen::VectorXd& ray) {
    if (m_count == mostRays) return false;
    m_rays.col(m_count++) = ray;
    for (Eigen::Index j = 0; j < m_G.rows(); ++j)
      if (ray[j] < 0 && !takeReflected(ray, j)) return false;
    return true;
  }

  bool takeReflected(Eigen::VectorXd c, Eigen::Index j) {
    reflect(c, m_G, j, m_factors[j]);
    const double size = c.norm();
    if (size <= rayRounding) return true;
    c /= size;
    if (c.minCoeff() >= -rayRounding) return false;
    // A ray on the side of the axis lies in the cone of the axis and the moved ray.
    if (m_outwards > 0 && !(c.dot(m_axis) > 0)) return false;
    m_open.push({std::numeric_limits<double>::infinity(), std::move(c)});
    return true;
  }

  const Eigen::MatrixXd& m_G;
  const Eigen::VectorXd& m_factors;
  Eigen::MatrixXd m_rays;
  std::priority_queue<Reflected> m_open;  ///< by distance; each is in the cone or becomes a ray
  Eigen::Index m_count = 0;
  Eigen::VectorXd m_axis;
  double m_outwards = 0;
};

}  // namespace

bool everyOrderingCollapses(const ImpactProblem& problem) {
  if (!problem.reflectsOnly() || problem.factors().maxCoeff() == 2) return false;
  const std::vector<Eigen::Index> contacts = pressedContacts(problem);
  if (contacts.size() < 2 || contacts.size() > mostPressed || !seemsToCollapse(problem, contacts))
    return false;
  const Eigen::MatrixXd G = problem.gram()(contacts, contacts);
  const Eigen::VectorXd factors = problem.factors()(contacts);
  const Eigen::VectorXd start = problem.contactCoordinates()(contacts);
  ClosedCone cone(G, factors);
  if (!cone.grow(start, coarse)) return false;
  return std::ranges::any_of(outwards, [&](double share) {
    cone.moveOutwards(share);
    return cone.grow(start, rayRounding) && cone.holdsNothingFeasible();
  });
}

}  // namespace carom
