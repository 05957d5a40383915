#include "motion/ordering_values.h"

#include <algorithm>
#include <cmath>

namespace carom {

OrderingValues::OrderingValues(std::shared_ptr<const Mechanism> mechanism, const WholeImpact& impact)
    : m_mechanism(std::move(mechanism)), m_q(impact.q), m_p(impact.momenta), m_v(m_p.rows(), m_p.cols()) {
  for (Eigen::Index i = 0; i < m_p.cols(); ++i)  // the metric knows the blocks of M
    m_v.col(i) = impact.problem.metric().velocity(m_p.col(i));
  m_places = Eigen::VectorXd::LinSpaced(m_p.cols(), 0, static_cast<double>(m_p.cols() - 1));
}

Eigen::VectorXd OrderingValues::of(const RunQuantity& quantity) const {
  switch (quantity.kind) {
    case RunQuantity::Kind::Velocity:
      return m_v.row(quantity.index);
    case RunQuantity::Kind::Momentum:
      return m_p.row(quantity.index);
    case RunQuantity::Kind::Kinetic:
      return kineticEnergies(*m_mechanism, {quantity.index}, m_q, m_v).row(0);
    case RunQuantity::Kind::Energy:  // the potential energy stays
      return 0.5 * (m_p.array() * m_v.array()).colwise().sum().transpose();
    default:
      return m_places;
  }
}

double OrderingValues::at(const RunQuantity& quantity, double place) const {
  return of(quantity)[std::lround(std::clamp(place, start(), end()))];
}

}  // namespace carom
