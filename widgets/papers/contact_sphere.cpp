#include "papers/contact_sphere.h"

#include <Eigen/Cholesky>
#include <QObject>
#include <cmath>
#include <numbers>

#include "base/figure_options.h"

namespace carom {

namespace {

constexpr double degenerateNormals =
    1e-6;  // normals that depend on each other but for this make a cone that no picture shows
constexpr double sphereRounding = 1e-9;

[[noreturn]] void refuseSphere(const QString& why) {
  throw FigureError(why.toStdString());
}

void requireElastic(const ImpactProblem& problem) {
  if (!problem.reflectsOnly())
    refuseSphere(QObject::tr("a contact has a collision law; expected contacts that reflect"));
  for (int i = 0; i < problem.contactCount(); ++i)
    if (std::abs(problem.factors()[i] - 2) > sphereRounding)
      refuseSphere(QObject::tr("reflections lose energy and leave the sphere; expected elastic ones"));
}

}  // namespace

ContactSphere::ContactSphere(const Snapshot& snapshot) {
  if (!snapshot.report)
    refuseSphere(QObject::tr("no contact is closed, so that there are no normals to draw"));
  const ImpactProblem& problem = snapshot.report->problem;
  const int count = problem.contactCount();
  if (count < 2 || count > 3)
    refuseSphere(QObject::tr("the impact has %1 contacts; expected two or three").arg(count));
  requireElastic(problem);
  const Eigen::LLT<Eigen::MatrixXd> factors(problem.gram());
  const Eigen::MatrixXd L = factors.matrixL();  // its rows have the products of the normals
  if (factors.info() != Eigen::Success || L.diagonal().minCoeff() < degenerateNormals)
    refuseSphere(QObject::tr("the normals depend on each other"));
  for (int i = 0; i < count; ++i) {
    m_normals.emplace_back(Eigen::Vector3d::Zero());
    m_normals.back().head(count) = L.row(i);
  }
  const Eigen::VectorXd c = problem.contactCoordinates();
  m_momentum.head(count) = L.triangularView<Eigen::Lower>().solve(c);
  if (count == 2) {
    const double whole = 2 * problem.metric().energy(problem.momentum());  // ‖p⁻‖²
    m_momentum.z() = std::sqrt(std::max(0.0, whole - m_momentum.squaredNorm()));
  }
  if (const double length = m_momentum.norm(); length > 0) m_momentum /= length;
}

Eigen::Vector3d ContactSphere::reflected(const Eigen::Vector3d& x, int contact) const {
  const Eigen::Vector3d& normal = m_normals[static_cast<std::size_t>(contact)];
  return x - 2 * x.dot(normal) * normal;
}

bool ContactSphere::isFeasible(const Eigen::Vector3d& x) const {
  return std::ranges::all_of(m_normals,
                             [&](const Eigen::Vector3d& normal) { return x.dot(normal) >= -sphereRounding; });
}

double ContactSphere::feasibleShare() const {
  double angles = 0;
  for (std::size_t i = 0; i < m_normals.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      angles += std::numbers::pi - std::acos(std::clamp(m_normals[i].dot(m_normals[j]), -1.0, 1.0));
  const double area = m_normals.size() == 2 ? 2 * angles : angles - std::numbers::pi;
  return area / (4 * std::numbers::pi);
}

int ContactSphere::bound() const {
  return m_normals.size() == 2 ? static_cast<int>(std::ceil(0.5 / feasibleShare() - sphereRounding)) : -1;
}

}  // namespace carom
