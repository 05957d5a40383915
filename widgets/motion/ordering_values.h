#pragma once

#include "answer/impact_of_run.h"
#include "motion/quantity_words.h"

namespace carom {

/// Momenta, velocities and kinetic energies along the ordering of an impact, after 0, 1, … reflections.
class OrderingValues : public SeriesValues {
 public:
  OrderingValues(std::shared_ptr<const Mechanism> mechanism, const WholeImpact& impact);

  Eigen::VectorXd of(const RunQuantity& quantity) const override;
  double at(const RunQuantity& quantity, double place) const override;

 private:
  std::shared_ptr<const Mechanism> m_mechanism;
  Eigen::VectorXd m_q;
  Eigen::MatrixXd m_p, m_v;  ///< n × N
};

}  // namespace carom
