#include "impact/certificate/collapse.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/nonnegative_least_squares.h"
#include "impact/certificate/contact_groups.h"
#include "impact/contact_path.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/reflection.h"

namespace carom {

namespace {

constexpr Eigen::Index mostRays = 400;
constexpr std::size_t mostPressed = 8;          // contacts
constexpr std::size_t mostTried = 2'000;        // reflections of one ordering, per contact
constexpr double collapsed = 1e-6;              // of scale(): what c is at most where an ordering is cut
constexpr double coarse = 0.1;                  // rays nearer than this to the cone do not turn its axis
constexpr std::array outwards{0.3, 0.1, 0.03};  // how far rays are moved away from the axis
constexpr double inside = 1e-9;     // a ray counts as in K where it stays there moved outwards by this
constexpr double rounding = 1e-11;  // of unit vectors and their distances from K; far below `inside`
constexpr double apart = 1e-6;      // least distance of K from what is feasible

/// The contacts that may ever act.
std::vector<Eigen::Index> pressedContacts(const ImpactProblem& problem) {
  std::vector<Eigen::Index> contacts;
  for (const auto& group : pressedGroups(problem))
    contacts.insert(contacts.end(), group.begin(), group.end());
  return contacts;
}

/// Whether one ordering, the most infeasible contact first, looks as if it collapsed.
bool seemsToCollapse(const ImpactProblem& problem, const std::vector<Eigen::Index>& contacts) {
  ContactPath path(problem);
  const std::size_t most = mostTried * contacts.size();
  while (!isCut(problem, path.c()) && path.word().size() < most) path.reflect(path.mostInfeasible());
  return std::ranges::all_of(contacts, [&](Eigen::Index i) {
    return std::abs(path.c()[static_cast<std::size_t>(i)]) <= collapsed * problem.scale();
  });
}

/// The cone K of everyOrderingCollapses, of unit rays.
class ClosedCone {
  auto rays() const { return m_rays.leftCols(m_count); }

 public:
  ClosedCone(const Eigen::MatrixXd& G, const Eigen::VectorXd& factors)
      : m_G(G), m_factors(factors), m_rays(G.rows(), mostRays) {}

  /// Grows the cone from p⁻ until all that reflections make of its rays is nearer than `slack` to it; false
  /// where it does not close or a contact lets go.
  bool grow(const Eigen::VectorXd& start, double slack) {
    m_count = 0;
    if (m_outwards > 0 && !(start.dot(m_axis) > 0)) return false;
    add(moved(start.normalized(), m_outwards));
    if (m_outwards > 0) add(m_axis);
    for (Eigen::Index i = 0; i < m_count; ++i)
      for (Eigen::Index j = 0; j < m_G.rows(); ++j)
        if (m_rays(j, i) < 0 && !takeReflected(i, j, slack)) return false;
    return true;
  }

  /// Moves rays away from the mean of those that there are, by this much of their distance from it.
  void moveOutwards(double share) {
    if (m_axis.size() == 0) m_axis = rays().rowwise().mean().normalized();
    m_outwards = share;
  }

  /// Whether no combination of the rays is feasible: the distance of the cone from {c ≥ 0, Σ c = 1}, in the
  /// least squares for which both are cones.
  bool holdsNothingFeasible() const {
    const Eigen::Index k = m_G.rows();
    Eigen::MatrixXd A(k + 1, m_count + k);
    A << rays(), -Eigen::MatrixXd::Identity(k, k), Eigen::RowVectorXd::Zero(m_count),
        Eigen::RowVectorXd::Ones(k);
    const Nnls nearest = nnls(A, Eigen::VectorXd::Unit(k + 1, k));
    return nearest.converged && nearest.residual.norm() > apart;
  }

 private:
  bool add(const Eigen::VectorXd& ray) {
    if (m_count == mostRays) return false;
    m_rays.col(m_count++) = ray;
    return true;
  }

  Eigen::VectorXd moved(const Eigen::VectorXd& ray, double share) const {
    if (m_outwards == 0) return ray;
    return (ray + share * (ray - ray.dot(m_axis) * m_axis)).normalized();
  }

  bool takeReflected(Eigen::Index i, Eigen::Index j, double slack) {
    Eigen::VectorXd c = m_rays.col(i);
    reflect(c, m_G, j, m_factors[j]);
    const double size = c.norm();
    if (size <= rounding) return true;
    c /= size;
    if (c.minCoeff() >= -rounding) return false;
    // What is moved outwards must be on the axis' side, for the cone to hold what it was moved from.
    if (m_outwards > 0 && !(c.dot(m_axis) > 0)) return false;
    const Nnls nearest = nnls(rays(), moved(c, inside));
    return nearest.residual.norm() <= slack || add(moved(c, m_outwards));
  }

  const Eigen::MatrixXd& m_G;
  const Eigen::VectorXd& m_factors;
  Eigen::MatrixXd m_rays;
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
    return cone.grow(start, rounding) && cone.holdsNothingFeasible();
  });
}

}  // namespace carom
