#include "models/friction_lcp.h"

#include <cmath>
#include <numbers>

#include "models/complementary_impact.h"
#include "models/poisson_lcp.h"

namespace carom {

namespace {

constexpr int edgesInSpace = 16;

/// A contact with friction: its directions are rows of the impulses from `first` on.
struct RoughContact {
  Eigen::Index contact, first;
  Eigen::MatrixXd directions;  ///< edges×t, see directionsAlong
  double normal, tangential;   ///< the ray of the cone, μ = tangential/normal, of largest entry 1
};

/// Directions in the tangent plane: both of a line, else 16 around from that of the slip. edges×t.
Eigen::MatrixXd directionsAlong(const Eigen::VectorXd& slip) {
  if (slip.size() == 1) return Eigen::Vector2d(1, -1);
  const double start = std::atan2(slip[1], slip[0]);
  Eigen::MatrixXd directions(edgesInSpace, 2);
  for (int i = 0; i < edgesInSpace; ++i) {
    const double angle = start + 2 * std::numbers::pi * i / edgesInSpace;
    directions.row(i) << std::cos(angle), std::sin(angle);
  }
  return directions;
}

/// The complementarity problem 0 ≤ z ⊥ A z + q ≥ 0 of all contacts, z = (λ, β, γ): the normal impulses, those
/// along the directions of friction, and the slips that are left.
class RoughImpact {
 public:
  explicit RoughImpact(const ImpactProblem& problem);

  struct Phase {
    Eigen::VectorXd p, normal;  ///< n and k: the momentum afterwards, the impulses λ of the phase
    Eigen::MatrixXd friction;   ///< k×2, the impulses along the tangents (N·s)
    ComplementaritySolution::Status status = ComplementaritySolution::Status::Solved;
  };
  /// From the momentum p, after normal impulses `given` (k) that add to the friction.
  Phase solve(const Eigen::VectorXd& p, const Eigen::VectorXd& given);
  int pivots() const { return m_pivots; }
  bool isRough() const { return !m_rough.empty(); }
  bool isInSpace() const { return m_isInSpace; }

 private:
  void addRows(const ImpactProblem& problem);
  void fillMatrix();

  const ImpactProblem& m_problem;
  Eigen::Index m_contacts;
  std::vector<RoughContact> m_rough;
  Eigen::MatrixXd m_rows;    ///< m×n: unit normals, then directions, of all contacts
  Eigen::MatrixXd m_matrix;  ///< A
  bool m_isInSpace = false;
  int m_pivots = 0;
};

RoughImpact::RoughImpact(const ImpactProblem& problem)
    : m_problem(problem), m_contacts(problem.contactCount()), m_rows(problem.unitNormals()) {
  addRows(problem);
  fillMatrix();
}

void RoughImpact::addRows(const ImpactProblem& problem) {
  const Eigen::VectorXd v = problem.metric().velocity(problem.momentum());
  for (Eigen::Index i = 0; i < m_contacts; ++i) {
    const auto& collision = problem.labels()[static_cast<std::size_t>(i)].collision;
    if (!collision || collision->tangents.rows() == 0 || !(collision->friction > 0)) continue;
    // Lengths like that of the unit normal, so that one cone holds both.
    const Eigen::MatrixXd T = collision->tangents / problem.normalNorms()[i];
    const Eigen::MatrixXd directions = directionsAlong(T * v);
    const Eigen::Index first = m_rows.rows();
    m_rows.conservativeResize(first + directions.rows(), Eigen::NoChange);
    m_rows.bottomRows(directions.rows()) = directions * T;
    const double mu = collision->friction;
    m_rough.push_back({i, first, directions, mu <= 1 ? 1 : 1 / mu, mu <= 1 ? mu : 1});
    m_isInSpace = m_isInSpace || T.rows() == 2;
  }
}

void RoughImpact::fillMatrix() {
  const Eigen::Index impulses = m_rows.rows(), size = impulses + static_cast<Eigen::Index>(m_rough.size());
  m_matrix = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index j = 0; j < impulses; ++j)
    m_matrix.col(j).head(impulses) = m_rows * m_problem.metric().velocity(m_rows.row(j).transpose());
  Eigen::Index slip = impulses;
  for (const RoughContact& rough : m_rough) {
    m_matrix.col(slip).segment(rough.first, rough.directions.rows()).setOnes();
    m_matrix.row(slip).segment(rough.first, rough.directions.rows()).setConstant(-rough.normal);
    m_matrix(slip, rough.contact) = rough.tangential;
    ++slip;
  }
}

RoughImpact::Phase RoughImpact::solve(const Eigen::VectorXd& p, const Eigen::VectorXd& given) {
  const Eigen::Index impulses = m_rows.rows();
  Phase phase{p + m_problem.unitNormals().transpose() * given, given, Eigen::MatrixXd::Zero(m_contacts, 2)};
  Eigen::VectorXd q(m_matrix.rows());
  q.head(impulses) = m_rows * m_problem.metric().velocity(phase.p);
  Eigen::Index slip = impulses;
  for (const RoughContact& rough : m_rough) q[slip++] = rough.tangential * given[rough.contact];
  const ComplementaritySolution solution = solveComplementarity(m_matrix, q);
  m_pivots += solution.pivots;
  phase.status = solution.status;
  if (solution.status != ComplementaritySolution::Status::Solved) return phase;
  phase.p += m_rows.transpose() * solution.z.head(impulses);
  phase.normal += solution.z.head(m_contacts);
  for (const RoughContact& rough : m_rough)
    phase.friction.row(rough.contact).head(rough.directions.cols()) =
        solution.z.segment(rough.first, rough.directions.rows()).transpose() * rough.directions /
        m_problem.normalNorms()[rough.contact];
  return phase;
}

/// Says of Lemke's method only that it found none: the matrix is not positive semidefinite.
const char* whyNone(ComplementaritySolution::Status status) {
  return status == ComplementaritySolution::Status::Unsolvable ? "Lemke's method found no solution"
                                                               : reasonOf(status);
}

}  // namespace

ModelAnswer frictionLcp(const ImpactProblem& problem, const ModelOptions& options) {
  using Status = ComplementaritySolution::Status;
  RoughImpact impact(problem);
  if (!impact.isRough()) return poissonLcp(problem, options);
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(problem.contactCount());
  const auto compression = impact.solve(problem.momentum(), none);
  if (compression.status != Status::Solved) return {{}, whyNone(compression.status), impact.pivots()};
  const auto expansion = impact.solve(compression.p, options.restitution.cwiseProduct(compression.normal));
  if (expansion.status != Status::Solved) return {{}, whyNone(expansion.status), impact.pivots()};
  ModelAnswer answer{compression.normal + expansion.normal, {}, impact.pivots()};
  answer.momentum = expansion.p;
  answer.friction = compression.friction + expansion.friction;
  answer.note = "other solutions may exist, which is not decided";
  if (impact.isInSpace()) answer.note += "; the friction cone is approximated by 16 edges";
  return answer;
}

}  // namespace carom
