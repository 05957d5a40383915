#include "impact/impact_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "impact/white_frame.h"

namespace carom {

namespace {

void checkNormals(const KineticMetric& metric, const Eigen::MatrixXd& normals,
                  const std::vector<ContactLabel>& labels) {
  if (normals.cols() != metric.dof()) {
    throw ImpactError("contact normals have " + std::to_string(normals.cols()) + " entries, expected " +
                      std::to_string(metric.dof()) + " as in the mass matrix");
  }
  if (static_cast<std::size_t>(normals.rows()) != labels.size()) {
    throw ImpactError(std::to_string(normals.rows()) + " contact normals, but " +
                      std::to_string(labels.size()) + " labels");
  }
  if (normals.rows() > std::numeric_limits<ContactIndex>::max())
    throw ImpactError("more than 65535 contacts");
  for (Eigen::Index i = 0; i < normals.rows(); ++i) {
    const std::string name = "normal of contact '" + labels[static_cast<std::size_t>(i)].name + "'";
    if (!normals.row(i).allFinite()) throw ImpactError(name + " is not finite");
    if (normals.row(i).isZero(0)) throw ImpactError(name + " is zero");
  }
}

void checkMomentum(const KineticMetric& metric, const Eigen::VectorXd& p) {
  if (p.size() != metric.dof()) {
    throw ImpactError("momentum has " + std::to_string(p.size()) + " entries, expected " +
                      std::to_string(metric.dof()));
  }
  if (!p.allFinite()) throw ImpactError("momentum is not finite");
}

/// The tangents of each contact, null where it reflects; empty where all reflect.
std::vector<const Eigen::MatrixXd*> tangentsOf(const std::vector<ContactLabel>& labels, Eigen::Index dof) {
  std::vector<const Eigen::MatrixXd*> tangents;
  if (std::ranges::none_of(labels, [](const ContactLabel& label) { return !!label.collision; }))
    return tangents;
  for (const ContactLabel& label : labels) {
    tangents.push_back(label.collision ? &label.collision->tangents : nullptr);
    if (!label.collision) continue;
    const Eigen::MatrixXd& T = label.collision->tangents;
    if (T.rows() > 0 && T.cols() != dof)
      throw ImpactError("tangents of contact '" + label.name + "' do not fit the mass matrix");
    if (!T.allFinite()) throw ImpactError("a tangent of contact '" + label.name + "' is not finite");
    for (Eigen::Index a = 0; a < T.rows(); ++a)
      if (T.row(a).isZero(0)) throw ImpactError("a tangent of contact '" + label.name + "' is zero");
  }
  return tangents;
}

}  // namespace

ImpactProblem::ImpactProblem(KineticMetric metric, const Eigen::MatrixXd& normals, const Eigen::VectorXd& p,
                             std::vector<ContactLabel> labels)
    : m_metric(std::move(metric)), m_normals(normals), m_labels(std::move(labels)) {
  checkNormals(m_metric, m_normals, m_labels);
  const std::vector<const Eigen::MatrixXd*> tangents = tangentsOf(m_labels, m_metric.dof());
  m_reflectsOnly = tangents.empty();
  m_frame = std::make_shared<const WhiteFrame>(m_metric, m_normals, tangents);
  m_normalNorms = m_frame->normalNorms().cast<double>();
  if (!m_normalNorms.allFinite() || (m_normalNorms.array() == 0).any()) {
    throw ImpactError("a contact normal is too long or too short for the mass matrix");
  }
  m_unitNormals = m_normals.array().colwise() / m_normalNorms.array();
  m_gram = m_frame->gram().cast<double>();
  setFactors();
  setMomentum(p);
}

void ImpactProblem::setMomentum(const Eigen::VectorXd& p) {
  checkMomentum(m_metric, p);
  m_white = m_frame->whiten(p);
  const ExtendedVector& y = m_white;
  m_p = p;
  m_pNorm = static_cast<double>(y.stableNorm());
  m_scale = static_cast<double>(m_frame->touched().select(y, Extended(0)).stableNorm());
  m_c = (m_frame->unitNormals().transpose() * y).cast<double>();
  if (!std::isfinite(m_metric.energy(p)) || !m_c.allFinite())
    throw ImpactError("kinetic energy is not finite");
}

void ImpactProblem::setFactors() {
  m_factors.resize(contactCount());
  for (int i = 0; i < contactCount(); ++i) {
    const ContactLabel& label = m_labels[static_cast<std::size_t>(i)];
    if (!(label.restitution >= 0 && label.restitution <= 1))
      throw ImpactError("restitution of contact '" + label.name + "' is outside [0, 1]");
    m_factors[i] = 1 + label.restitution;
  }
}

ImpactProblem ImpactProblem::reflecting(double restitution) const {
  ImpactProblem other(*this);
  for (ContactLabel& label : other.m_labels) {
    label.restitution = restitution;
    label.collision.reset();
  }
  other.m_reflectsOnly = true;
  other.setFactors();
  return other;
}

ImpactProblem ImpactProblem::withRestitution(const Eigen::VectorXd& restitution) const {
  ImpactProblem other(*this);
  for (int i = 0; i < contactCount(); ++i)
    other.m_labels[static_cast<std::size_t>(i)].restitution = restitution[i];
  other.setFactors();
  return other;
}

double ImpactProblem::sides() const {
  double count = 1;
  for (const ContactLabel& label : m_labels) count *= 1 + static_cast<double>(label.otherNormals.rows());
  return count;
}

std::vector<ImpactProblem> ImpactProblem::atOtherSides(std::size_t most) const {
  std::vector<ImpactProblem> others;
  std::vector<ContactLabel> labels = m_labels;
  for (ContactLabel& label : labels) label.otherNormals.resize(0, 0);
  std::vector<Eigen::Index> side(labels.size(), 0);  // 0: the normal of this problem
  while (others.size() < most) {
    std::size_t i = 0;
    while (i < side.size() && side[i] == m_labels[i].otherNormals.rows()) side[i++] = 0;
    if (i == side.size()) break;
    ++side[i];
    Eigen::MatrixXd normals = m_normals;
    for (std::size_t k = 0; k < side.size(); ++k)
      if (side[k] > 0) normals.row(static_cast<Eigen::Index>(k)) = m_labels[k].otherNormals.row(side[k] - 1);
    others.emplace_back(m_metric, normals, m_p, labels);
  }
  return others;
}

ImpactProblem ImpactProblem::withMomentum(const Eigen::VectorXd& p) const {
  ImpactProblem other(*this);
  other.setMomentum(p);
  return other;
}

Eigen::VectorXd ImpactProblem::collisionImpulse(int contact, const Eigen::VectorXd& V) const {
  const ContactLabel& label = m_labels[static_cast<std::size_t>(contact)];
  return label.collision->impulse(m_frame->localInverse(contact), V, label.restitution);
}

bool ImpactProblem::isFeasible() const {
  for (const double c : m_c) {
    if (isInfeasible(c)) return false;
  }
  return true;
}

}  // namespace carom
