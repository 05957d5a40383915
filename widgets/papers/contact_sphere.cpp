#include "papers/contact_sphere.h"

#include <Eigen/Cholesky>
#include <QObject>
#include <cmath>
#include <numbers>

#include "base/figure_options.h"
#include "papers/chosen_contacts.h"

namespace carom {

namespace {

constexpr double degenerateNormals =
    1e-6;  // normals that depend on each other but for this make a cone that no picture shows
constexpr double sphereRounding = 1e-9;
constexpr double leastAcross =
    1e-3;  // of ‖p⁻‖: what is across keeps a direction, and another drag can enlarge it

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

ContactSphere::ContactSphere(const ImpactProblem& problem) : m_problem(problem) {
  const int count = problem.contactCount();
  if (count > 3) refuseSphere(tooManyContacts(problem, 3));
  if (count < 2) refuseSphere(QObject::tr("the impact has %1 contacts; expected two or three").arg(count));
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
  m_across = problem.momentum() - problem.unitNormals().transpose() * factors.solve(c);
  if (count == 2) {
    m_momentum.z() = problem.metric().norm(m_across);
    if (m_momentum.z() < sphereRounding * problem.momentumNorm()) m_momentum.z() = 0;
  }
  m_length = m_momentum.norm();
  if (m_length > 0) m_momentum /= m_length;
}

Eigen::Vector3d ContactSphere::reflected(const Eigen::Vector3d& x, int contact) const {
  const Eigen::Vector3d& normal = m_normals[static_cast<std::size_t>(contact)];
  return x - 2 * x.dot(normal) * normal;
}

bool ContactSphere::isFeasible(const Eigen::Vector3d& x) const {
  return std::ranges::all_of(m_normals,
                             [&](const Eigen::Vector3d& normal) { return x.dot(normal) >= -sphereRounding; });
}

Eigen::Vector3d ContactSphere::nearestMomentum(const Eigen::Vector3d& x) const {
  Eigen::Vector3d nearest = x;
  if (m_normals.size() == 2) nearest.z() = m_momentum.z() > 0 ? std::max(leastAcross, x.z()) : 0;
  const double length = nearest.norm();
  return length > sphereRounding ? Eigen::Vector3d(nearest / length) : m_momentum;
}

/// Σ aᵢûᵢ has the contact coordinates c where G a = c; what is across all normals has none.
Eigen::VectorXd ContactSphere::momentumAt(const Eigen::Vector3d& x) const {
  Eigen::VectorXd c(m_problem.contactCount());
  for (std::size_t i = 0; i < m_normals.size(); ++i)
    c[static_cast<Eigen::Index>(i)] = m_length * m_normals[i].dot(x);
  const double across = m_normals.size() == 3 ? 1 : m_momentum.z() > 0 ? x.z() / m_momentum.z() : 0;
  return across * m_across + m_problem.unitNormals().transpose() * m_problem.gram().llt().solve(c);
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
