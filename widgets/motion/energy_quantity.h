#pragma once

#include "motion/plotted_quantity.h"

namespace carom {

/// Kinetic energy by body along the reflections of an ordering.
struct OrderingEnergies {
  std::vector<int> bodies;   ///< from the bottom of the stack: those that bring the energy first
  Eigen::MatrixXd kinetic;   ///< bodies × (length + 1) (J)
  Eigen::VectorXd total;     ///< length + 1, ½‖p‖² (J)
  double relativeError = 0;  ///< largest |E − E⁻|/E⁻ on the way
};
OrderingEnergies energiesAlong(const Mechanism& mechanism, const WholeImpact& impact);

/// Energies along a trajectory: the ledger of where the energy is and where it went.
struct TimeEnergies {
  /// One column of the ledger besides the kinetic energy.
  enum Entry { Gravity, Springs, Dampers, Friction, Impacts, entries };
  static QString name(Entry entry);  ///< "gravity"
  /// It was there before and can come back; the others are taken for good.
  static bool isPotential(Entry entry) { return entry == Gravity || entry == Springs; }

  Eigen::VectorXd time;      ///< N (s)
  std::vector<int> bodies;   ///< as above
  Eigen::MatrixXd kinetic;   ///< bodies × N (J)
  Eigen::MatrixXd ledger;    ///< entries × N (J); gravity above its lowest on the way
  Eigen::VectorXd motors;    ///< N (J), given by motors since the start
  double relativeError = 0;  ///< EnergyBalance::relative

  Eigen::VectorXd total() const;      ///< N (J), kinetic and potential
  Eigen::VectorXd accounted() const;  ///< N (J), and what was taken
  bool has(Entry entry) const { return (ledger.row(entry).array() != 0).any(); }
};
/// step: s, of the integrator.
TimeEnergies energiesOver(const Mechanism& mechanism, const Trajectory& trajectory, double step);

class EnergyQuantity : public MotionQuantity {
 public:
  QString name() const override { return QStringLiteral("energy"); }
  QString title() const override { return QStringLiteral("Energy"); }
  void draw(StyledPlot& plot, const MotionView& view) const override;
  std::optional<QRectF> bar(const MotionView& view, int reflection) const override;
  QColor cursorColor() const override;
  Html card(const MotionView& view, double place) const override;
  QString csv(const MotionView& view) const override;
};

}  // namespace carom
