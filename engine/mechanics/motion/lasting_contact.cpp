#include "mechanics/motion/lasting_contact.h"

#include <algorithm>
#include <cmath>

namespace carom {

LastingContacts::LastingContacts(const Mechanism& mechanism, MidpointIntegrator& integrator)
    : m_mechanism(mechanism), m_integrator(integrator), m_block(integrator.isPlanar() ? 2 : 3) {}

bool LastingContacts::holds(int contact) const {
  return std::find(m_contacts.begin(), m_contacts.end(), contact) != m_contacts.end();
}

void LastingContacts::hold(int contact) {
  if (!holds(contact)) m_contacts.push_back(contact);
  std::sort(m_contacts.begin(), m_contacts.end());
}

void LastingContacts::release(const Eigen::VectorXd& q) {
  std::erase_if(m_contacts, [&](int contact) { return m_mechanism.gap(contact, q) > closedGap; });
}

void LastingContacts::release(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  constexpr double still = 1e-9;  // of the speed at which the contact could open
  std::erase_if(m_contacts, [&](int contact) {
    const Eigen::VectorXd u = m_mechanism.normal(contact, q);
    return u.dot(v) > still * u.cwiseProduct(v).lpNorm<1>() && u.dot(v) > 1e-12;
  });
}

Eigen::MatrixXd LastingContacts::rows(const Eigen::VectorXd& q) const {
  Eigen::MatrixXd C(m_block * static_cast<Eigen::Index>(m_contacts.size()), m_mechanism.dof());
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    const Eigen::Index first = m_block * static_cast<Eigen::Index>(i);
    C.row(first) = m_mechanism.normal(m_contacts[i], q).transpose();
    C.middleRows(first + 1, m_block - 1) = m_mechanism.tangents(m_contacts[i], q).topRows(m_block - 1);
  }
  return C;
}

void LastingContacts::impulses(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, Eigen::VectorXd& z,
                               int mostSweeps) const {
  for (int sweep = 0; sweep < mostSweeps; ++sweep) {
    double change = 0, size = 0;
    for (std::size_t i = 0; i < m_contacts.size(); ++i) {
      const Eigen::Index n = m_block * static_cast<Eigen::Index>(i), d = m_block - 1;
      const double normal = std::max(0.0, z[n] - (W.row(n).dot(z) + b[n]) / W(n, n));
      change = std::max(change, std::abs(normal - z[n]));
      z[n] = normal;
      size = std::max(size, normal);
      const double most = m_mechanism.contacts()[static_cast<std::size_t>(m_contacts[i])].friction * normal;
      Eigen::Vector2d tangent = Eigen::Vector2d::Zero();
      if (most > 0)
        for (Eigen::Index k = 0; k < d; ++k)
          tangent[k] = z[n + 1 + k] - (W.row(n + 1 + k).dot(z) + b[n + 1 + k]) / W(n + 1 + k, n + 1 + k);
      if (tangent.norm() > most) tangent *= most / tangent.norm();
      for (Eigen::Index k = 0; k < d; ++k) {
        change = std::max(change, std::abs(tangent[k] - z[n + 1 + k]));
        z[n + 1 + k] = tangent[k];
      }
    }
    if (change <= 1e-15 * size) return;
  }
}

double LastingContacts::kineticEnergy(const Eigen::VectorXd& q, const Eigen::VectorXd& p) const {
  return 0.5 * p.dot(m_integrator.velocity(q, p));
}

StepStatus LastingContacts::step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h) {
  constexpr int mostIterations = 40, sweepsInAnIteration = 500;  // the next one goes on from their impulses
  constexpr double roundedGap = 1e-6 * closedGap;  // gaps are not known better, and a short step asks for φ/h
  const Eigen::MatrixXd C = rows(q);
  const Eigen::Index m = C.rows();
  Eigen::VectorXd v = m_integrator.velocity(q, p), z = Eigen::VectorXd::Zero(m);
  double scale = v.lpNorm<Eigen::Infinity>();
  for (int iteration = 0; iteration < mostIterations; ++iteration) {
    // y: what would leave nothing without any impulse; Z: what the impulses at q add to it.
    Eigen::MatrixXd Z = C.transpose();
    for (Eigen::Index k = 0; k < m; ++k) Z.col(k) = m_mechanism.movedTangent(v, h, Z.col(k));
    const Eigen::VectorXd given = C.transpose() * z;
    Eigen::VectorXd y = m_integrator.residual(q, p + given, v, t, h) + m_mechanism.movedTangent(v, h, given);
    bool solved = m_integrator.solveNewton(h, y);
    for (Eigen::Index k = 0; k < m; ++k) solved = solved && m_integrator.solveNewton(h, Z.col(k));
    if (!solved || !y.allFinite()) return StepStatus::NotConverged;
    const Eigen::VectorXd q1 = m_mechanism.moved(q, v, h);
    Eigen::MatrixXd L = C;  // what is asked for: gaps at the end of the step, slip during it
    Eigen::VectorXd b = C * (v - y);
    for (std::size_t i = 0; i < m_contacts.size(); ++i) {
      const Eigen::Index n = m_block * static_cast<Eigen::Index>(i);
      L.row(n) = m_mechanism.movedTangent(v, -h, m_mechanism.normal(m_contacts[i], q1)).transpose();
      b[n] = m_mechanism.gap(m_contacts[i], q1) / h - L.row(n).dot(y);
    }
    impulses(L * Z, b, z, sweepsInAnIteration);
    const Eigen::VectorXd change = Z * z - y;
    v += change;
    scale = std::max({scale, y.lpNorm<Eigen::Infinity>(), v.lpNorm<Eigen::Infinity>()});
    if (!(change.lpNorm<Eigen::Infinity>() <= 1e-12 * scale + roundedGap / h)) continue;
    // The impulses act at the ends of the step, between them the motion is free.
    const Eigen::VectorXd kicked = p + C.transpose() * z;
    const double taken = kineticEnergy(q, p) - kineticEnergy(q, kicked);
    p = kicked;
    m_integrator.arrive(q, p, v, t, h);
    settle(q, p);
    m_loss += taken;
    return StepStatus::Done;
  }
  return StepStatus::NotConverged;
}

void LastingContacts::settle(const Eigen::VectorXd& q, Eigen::VectorXd& p) {
  m_loss = 0;
  const std::vector<int> held = m_contacts;
  release(q);
  if (!m_contacts.empty()) {
    const Eigen::MatrixXd C = rows(q);
    Eigen::MatrixXd Z(C.cols(), C.rows());
    for (Eigen::Index k = 0; k < C.rows(); ++k) Z.col(k) = m_integrator.velocity(q, C.row(k).transpose());
    Eigen::VectorXd z = Eigen::VectorXd::Zero(C.rows());
    const Eigen::VectorXd v = m_integrator.velocity(q, p);
    constexpr int mostSweeps = 20'000;
    impulses(C * Z, C * v, z, mostSweeps);
    m_loss = 0.5 * p.dot(v);
    p += C.transpose() * z;
    m_loss -= kineticEnergy(q, p);
  }
  m_contacts = held;  // a step may be tried without being taken
}

}  // namespace carom
