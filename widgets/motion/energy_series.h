#pragma once

#include <Eigen/Core>
#include <QString>
#include <vector>

#include "answer/impact_of_run.h"

namespace carom {

/// Kinetic energy by body along the reflections of an ordering.
struct OrderingEnergies {
  std::vector<int> bodies;   ///< from the bottom of the stack: those that bring the energy first
  Eigen::MatrixXd kinetic;   ///< bodies × (length + 1) (J)
  Eigen::VectorXd total;     ///< length + 1, ½‖p‖² (J)
  double relativeError = 0;  ///< largest |E − E⁻|/E⁻ on the way
};
OrderingEnergies energiesAlong(const Mechanism& mechanism, const WholeImpact& impact);

/// Energies along a trajectory: a ledger of where the energy is and where it went.
struct TimeEnergies {
  /// One column of the ledger besides the kinetic energy.
  enum Entry { Gravity, Springs, Dampers, Friction, Impacts, entries };
  static QString key(Entry entry);    ///< "gravity": the name of a column in CSV
  static QString label(Entry entry);  ///< the same for a person
  /// Energy that can come back; the other entries are taken for good.
  static bool isPotential(Entry entry) { return entry == Gravity || entry == Springs; }

  Eigen::VectorXd time;      ///< N (s)
  std::vector<int> bodies;   ///< as in OrderingEnergies
  Eigen::MatrixXd kinetic;   ///< bodies × N (J)
  Eigen::MatrixXd ledger;    ///< entries × N (J); gravity above `lowest`, its lowest on the way
  Eigen::VectorXd motors;    ///< N (J), given by motors since the start
  Eigen::VectorXd pushes;    ///< N (J), given by pushes since the start
  double relativeError = 0;  ///< EnergyBalance::relative
  double lowest = 0;         ///< J, the energy of gravity from which the ledger counts

  Eigen::VectorXd total() const;      ///< N (J), kinetic and potential
  Eigen::VectorXd accounted() const;  ///< N (J), with all entries of the ledger
  /// Whether an entry is more than rounding: a drawing shows no area of 10⁻¹⁷ J.
  bool has(Entry entry) const {
    constexpr double rounding = 1e-12;  // a sum of 10⁴ terms has less; it is no area on any paper
    return ledger.row(entry).cwiseAbs().maxCoeff() > rounding * accounted().cwiseAbs().maxCoeff();
  }
};
/// Adds up the ledger of a trajectory. `step`: of the integrator (s).
TimeEnergies energiesOver(const Mechanism& mechanism, const Trajectory& trajectory, double step);

/// In place of the bodies of a stack, the sum of those that are not drawn one by one.
inline constexpr int otherBodies = -1;
/// Joins all but the `most` bodies whose energy changes most into otherBodies, which comes first: hundreds of
/// strips on each other say nothing, and take seconds to draw.
void joinOthers(std::vector<int>& bodies, Eigen::MatrixXd& kinetic, std::size_t most = 24);

/// Sorts bodies by their energy in the first column of `kinetic` (bodies × moments), the largest first, and
/// the rows of `kinetic` with them.
void sortByFirstEnergy(std::vector<int>& bodies, Eigen::MatrixXd& kinetic);

}  // namespace carom
