#pragma once

#include "motion_quantity.h"

namespace carom {

/// Kinetic energy by body along the reflections of an ordering.
struct OrderingEnergies {
  std::vector<int> bodies;  ///< from the bottom of the stack: those that bring the energy first
  Eigen::MatrixXd kinetic;  ///< bodies × (length + 1) (J)
  Eigen::VectorXd total;    ///< length + 1, ½‖p‖² (J)
  double relativeError = 0; ///< largest |E − E⁻|/E⁻ on the way
};
OrderingEnergies energiesAlong(const Mechanism& mechanism, const ImpactEvent& impact);

/// Energies along a trajectory.
struct TimeEnergies {
  Eigen::VectorXd time;       ///< N (s)
  std::vector<int> bodies;    ///< as above
  Eigen::MatrixXd kinetic;    ///< bodies × N (J)
  Eigen::VectorXd potential;  ///< N (J), above its lowest on the way; 0 without gravity
  double relativeError = 0;   ///< largest |E − E₀|/E₀ on the way

  Eigen::VectorXd total() const { return kinetic.colwise().sum().transpose() + potential; }
  bool hasPotential() const { return (potential.array() != 0).any(); }
};
TimeEnergies energiesOver(const Mechanism& mechanism, const Trajectory& trajectory);

class EnergyQuantity : public MotionQuantity {
 public:
  QString name() const override { return QStringLiteral("energy"); }
  QString title() const override { return QStringLiteral("Energy"); }
  void draw(StyledPlot& plot, const MotionView& view) const override;
  std::optional<QRectF> bar(const MotionView& view, int reflection) const override;
  QColor cursorColor() const override;
  QString card(const MotionView& view, double place) const override;
  QString csv(const MotionView& view) const override;
};

}  // namespace carom
