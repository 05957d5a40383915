#include "papers/contact_plane.h"

#include <Eigen/LU>
#include <QObject>
#include <cmath>
#include <numbers>

#include "base/figure_options.h"
#include "papers/chosen_contacts.h"
#include "papers/sketch.h"

namespace carom {

namespace {

[[noreturn]] void refusePlane(const QString& why) {
  throw FigureError(why.toStdString());
}

const ImpactProblem& problemOf(const Snapshot& snapshot) {
  if (!snapshot.report)
    refusePlane(QObject::tr("no contact is closed, so that there is no space of normals to draw"));
  return snapshot.report->problem;
}

}  // namespace

ContactPlane::ContactPlane(const Snapshot& snapshot) : ContactPlane(problemOf(snapshot)) {}

ContactPlane::ContactPlane(const ImpactProblem& problem) {
  if (problem.contactCount() > 2) refusePlane(tooManyContacts(problem, 2));
  if (problem.contactCount() != 2)
    refusePlane(QObject::tr("the impact has %1 contacts; expected two, whose normals span a plane")
                    .arg(problem.contactCount()));
  if (!problem.reflectsOnly())
    refusePlane(QObject::tr("a contact has a collision law; expected contacts that reflect"));
  const double G = problem.gram()(0, 1), between = std::acos(std::clamp(G, -1.0, 1.0));
  constexpr double parallel = 1e-6;  // rad; nearer normals make a cone that no picture shows
  if (between < parallel || between > std::numbers::pi - parallel)
    refusePlane(QObject::tr("the two normals are parallel and span no plane"));
  m_gamma = (std::numbers::pi - between) / 2;
  for (const int side : {0, 1}) {
    m_normals[side] = direction(std::numbers::pi / 2 + (side == 0 ? 1 : -1) * between / 2);
    m_factors[side] = problem.factors()[side];
  }
  Eigen::Matrix2d rows;
  rows << m_normals[0].transpose(), m_normals[1].transpose();
  m_momentum = rows.inverse() * problem.contactCoordinates();
  m_threshold = -feasibilityTolerance * problem.scale();
}

Eigen::Vector2d ContactPlane::reflected(const Eigen::Vector2d& x, int contact) const {
  return x - m_factors[contact] * x.dot(m_normals[contact]) * m_normals[contact];
}

bool ContactPlane::isFeasible(const Eigen::Vector2d& x) const {
  return x.dot(m_normals[0]) >= m_threshold && x.dot(m_normals[1]) >= m_threshold;
}

std::vector<ContactPlane::Path> ContactPlane::paths() const {
  std::vector<Path> all;
  for (const int first : {0, 1}) {
    if (m_momentum.dot(m_normals[first]) >= m_threshold) continue;
    Path path{{}, {m_momentum}};
    for (int contact = first; !isFeasible(path.momenta.back()); contact = 1 - contact) {
      if (path.word.size() == mostReflections) {
        path.ends = false;
        break;
      }
      path.word.push_back(contact);
      path.momenta.push_back(reflected(path.momenta.back(), contact));
    }
    all.push_back(std::move(path));
  }
  return all;
}

}  // namespace carom
