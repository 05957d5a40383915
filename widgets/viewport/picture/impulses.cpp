#include "viewport/picture/impulses.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/thin_svd.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/impact_passage.h"

namespace carom {

namespace {

/// The impulse that changes the momentum by `change`; empty where none does.
std::optional<Eigen::Vector3d> impulseOf(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q,
                                         const Eigen::Vector3d& point, const Eigen::VectorXd& change) {
  const auto& bodies = mechanism.contacts()[static_cast<std::size_t>(contact)].body;
  const Eigen::MatrixXd jacobian =
      mechanism.pointJacobian(bodies[0], q, point) - mechanism.pointJacobian(bodies[1], q, point);
  const ThinSvd svd = thinSvd(jacobian.transpose());
  const Eigen::Index rank = (svd.sigma.array() > 1e-9 * svd.sigma.maxCoeff()).count();
  const Eigen::VectorXd along = svd.U.leftCols(rank).transpose() * change;
  const Eigen::Vector3d impulse = svd.V.leftCols(rank) * along.cwiseQuotient(svd.sigma.head(rank));
  const double miss = (jacobian.transpose() * impulse - change).norm();
  return miss <= 1e-6 * change.norm() ? std::optional(impulse) : std::nullopt;
}

/// The change of momentum by each contact of an impact in which all collide at once.
std::map<int, Eigen::VectorXd> changesAtOnce(const ImpactEvent& event, const WholeImpact& whole,
                                             std::optional<double> R) {
  const ContactImpulses impulses = passageAtOnce(whole.problem, R).impulses;
  std::map<int, Eigen::VectorXd> changes;
  for (const ContactIndex i : event.word) {
    Eigen::VectorXd& change = changes[event.contacts[i]];
    change = impulses.normal[i] * whole.problem.normals().row(i).transpose();
    if (const auto& collision = whole.problem.labels()[i].collision)
      change += collision->tangents.transpose() *
                impulses.friction.row(i).head(collision->tangents.rows()).transpose();
  }
  return changes;
}

}  // namespace

std::vector<SceneFrame::Impulse> impulsesAt(const Snapshot& snapshot, const Moment& moment,
                                            WholeImpacts& known) {
  const Trajectory* motion = snapshot.trajectory.get();
  if (!motion || moment.impact < 0 || moment.impact >= static_cast<int>(motion->impacts.size())) return {};
  const ImpactEvent& event = motion->impacts[static_cast<std::size_t>(moment.impact)];
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const WholeImpact& whole = known.of(mechanism, *motion, moment.impact);
  const auto done = std::min({static_cast<Eigen::Index>(moment.reflection), whole.momenta.cols() - 1,
                              static_cast<Eigen::Index>(event.word.size())});
  std::map<int, Eigen::VectorXd> changes;
  if (event.atOnce && done > 0) changes = changesAtOnce(event, whole, motion->law.restitution);
  for (Eigen::Index k = 1; k <= done && !event.atOnce; ++k) {
    const int contact = event.contacts[event.word[static_cast<std::size_t>(k - 1)]];
    const auto sum = changes.try_emplace(contact, Eigen::VectorXd::Zero(whole.momenta.rows())).first;
    sum->second += whole.momenta.col(k) - whole.momenta.col(k - 1);
  }
  std::vector<SceneFrame::Impulse> impulses;
  for (const auto& [contact, change] : changes) {
    const Eigen::Vector3d point = mechanism.contactPoint(contact, whole.q);
    const auto impulse = impulseOf(mechanism, contact, whole.q, point, change);
    if (!impulse) return {};
    const auto& bodies = mechanism.contacts()[static_cast<std::size_t>(contact)].body;
    if (!mechanism.isFixed(bodies[0])) impulses.push_back({bodies[0], point, *impulse});
    if (!mechanism.isFixed(bodies[1])) impulses.push_back({bodies[1], point, -*impulse});
  }
  return impulses;
}

}  // namespace carom
