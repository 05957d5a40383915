#include <cmath>

#include "mechanics/motion/joint_brakes.h"
#include "mechanics/variation/contact_step_variation.h"

namespace carom {

/// The momentum Cᵀz of a part with the rows and the coefficients of a mechanism beside, and with the impulses
/// that the modes leave free.
Eigen::VectorXd ContactStepVariation::pushOf(const Part& part, const Eigen::MatrixXd& C,
                                             const Mechanism& mechanism, bool isFirst) const {
  Eigen::VectorXd z = part.z;
  const std::vector<JointDamper>& dampers = m_mechanism.forces().dampers;
  for (std::size_t i = 0; i < m_contacts.size(); ++i) {
    const Contact& contact = m_contacts[i];
    const Eigen::Index row = static_cast<Eigen::Index>(i) * m_block, d = m_block - 1;
    if (contact.brake) {
      const auto number = static_cast<std::size_t>(contact.brake - dampers.data());
      const double grows =
          (mechanism.forces().dampers[number].friction - contact.brake->friction) / contact.brake->friction;
      if (isFirst)
        z[row + 1] += grows * braked(contact, row);
      else if (contact.slips)
        z[row + 1] += grows * brakedAfter(contact, row);
      continue;
    }
    if (!rubs(contact, isFirst) || z[row] == 0) continue;
    // In the plane the slip has one of two directions.
    const Eigen::VectorXd slip = isFirst && !m_isPlanar ? Eigen::VectorXd(C.middleRows(row + 1, d) * m_v)
                                                        : Eigen::VectorXd(part.w.segment(row + 1, d));
    const double speed = slip.norm();
    const double friction =
        contact.share * mechanism.contacts()[static_cast<std::size_t>(contact.index)].coefficients.friction;
    if (speed > 0) z.segment(row + 1, d) = -friction * z[row] / speed * slip;
  }
  return C.transpose() * z;
}

void ContactStepVariation::deriveByParameter(const State& from, const State& to) {
  const Eigen::Index n = m_v.size(), m = m_first.C.rows(), count = std::ssize(m_contacts);
  const Eigen::VectorXd middle = m_mechanism.moved(from.q, m_v, 0.5 * m_h), none = Eigen::VectorXd::Zero(n);
  const Eigen::VectorXd& before = m_reached.size() == n ? m_reached : m_w1;
  const Eigen::Index l = m_loops.count();
  Eigen::VectorXd muBefore;
  if (l > 0) muBefore = multipliersBefore(to, before);
  const Eigen::VectorXd all = m_parameter->of([&](const ParameterSlope::Beside& beside) {
    ContactFrames& frames = m_beside[static_cast<std::size_t>(&beside - m_parameter->beside().data())];
    const Mechanism& mechanism = *beside.mechanism;
    Eigen::VectorXd r, result(6 * n + 3 * m + 2 * count + (l > 0 ? 2 * n + 3 * l : 0));
    Eigen::Index at = 0;
    const auto put = [&](const Eigen::VectorXd& part) {
      result.segment(at, part.size()) = part;
      at += part.size();
    };
    LoopEquations& loops = m_loopsBeside[static_cast<std::size_t>(&beside - m_parameter->beside().data())];
    Eigen::VectorXd p0 = from.p;
    if (l > 0) {
      loops.place(from.q);
      p0 += loops.rows().transpose() * m_first.loopZ;
    }
    beside.integrator->treeResidual(from.q, p0, m_v, m_t, m_h, r);
    put(r);
    beside.integrator->treeResidual(to.q, none, m_v, m_t + m_h, -m_h, r);
    put(r);
    Part part;
    frames.place(middle);
    setRows(part, frames);
    put(pushOf(m_first, part.C, mechanism, true));
    put(part.C * m_v);
    frames.place(to.q);
    setRows(part, frames);
    put(pushOf(m_second, part.C, mechanism, false));
    put(part.C * m_w1);
    put(part.C * before);
    const Eigen::MatrixXd M = mechanism.massMatrix(to.q);
    put(M * m_w1);
    put(M * before);
    for (const Contact& contact : m_contacts) {
      result[at + count] =
          contact.brake
              ? 0
              : contact.share *
                    mechanism.contacts()[static_cast<std::size_t>(contact.index)].coefficients.friction;
      result[at++] = contact.brake ? 0 : frames.gap(contact.index, contact.face);
    }
    at += count;
    if (l == 0) return result;
    loops.place(to.q);
    put(loops.values());
    put(loops.rows().transpose() * m_second.loopZ);
    put(loops.rows() * m_w1);
    put(loops.rows().transpose() * muBefore);
    put(loops.rows() * before);
    return result;
  });
  Eigen::Index at = 0;
  const auto take = [&](Eigen::VectorXd& part, Eigen::Index size) {
    part = all.segment(at, size);
    at += size;
  };
  take(m_by.start, n);
  take(m_by.end, n);
  take(m_by.push, n);
  take(m_by.w, m);
  take(m_by.second, n);
  take(m_by.w1, m);
  take(m_by.before, m);
  take(m_by.momentum, n);
  take(m_by.momentumBefore, n);
  take(m_by.gaps, count);
  take(m_by.friction, count);
  if (l == 0) return;
  take(m_by.loops, l);
  take(m_by.loopPush, n);
  take(m_by.loopSpeeds, l);
  take(m_by.loopPushBefore, n);
  take(m_by.loopSpeedsBefore, l);
}

}  // namespace carom
