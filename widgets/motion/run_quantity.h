#pragma once

#include <QString>
#include <mutex>
#include <optional>
#include <vector>

#include "answer/growth_of_run.h"
#include "answer/motion_samples.h"
#include "answer/snapshot.h"
#include "motion/energy_series.h"

namespace carom {

/// A quantity of a run that has a value at every time.
struct RunQuantity {
  enum class Kind { Time, Coordinate, Velocity, Momentum, Gap, Impulse, Kinetic, Energy, Growth };
  /// What the index of Kind::Energy means from 0 on: TimeEnergies::Entry, then these.
  static constexpr int motorEnergy = TimeEnergies::entries, totalEnergy = motorEnergy + 1,
                       pushEnergy = totalEnergy + 1;

  Kind kind = Kind::Time;
  int index = 0;  ///< of the coordinate, the contact, the body or the energy
  QString key;    ///< "v c.x": names it in a layout and in CSV, never translated
  QString name;   ///< "velocity of c.x"
  QString unit;   ///< "m/s"
};

/// All quantities of a mechanism, the time first. Each is made when it is asked for: 500 balls have 250,000,
/// two for each pair.
class RunQuantities {
 public:
  explicit RunQuantities(const SceneInstance& instance);

  std::size_t size() const;
  RunQuantity operator[](std::size_t place) const;
  /// The place of the quantity with this key.
  std::optional<std::size_t> placeOf(const QString& key) const;
  std::optional<RunQuantity> find(const QString& key) const;
  bool isOfSame(const RunQuantities& other) const { return m_mechanism == other.m_mechanism; }

 private:
  std::size_t coordinates() const { return m_mechanism->coordinates().size(); }

  std::shared_ptr<const Mechanism> m_mechanism;
  std::vector<RunQuantity>
      m_first;  ///< the time and the energies; three per coordinate and two per contact follow
};

std::vector<RunQuantity> runQuantities(const SceneInstance& instance);

/// The values of quantities over one run, sampled once.
class RunValues {
 public:
  /// zero: a run from whose lowest energy of gravity this one counts, too; null: from its own.
  RunValues(const SceneInstance& instance, std::shared_ptr<const Trajectory> trajectory,
            const RunValues* zero = nullptr);

  /// N times, rising; both sides of every impact (s).
  const Eigen::VectorXd& time() const { return m_motion.time; }
  /// N values in the unit of the quantity.
  Eigen::VectorXd of(const RunQuantity& quantity) const;
  /// N flags: whether the rotation vector that a quantity is a component of begins anew at a sample, a whole
  /// turn away from the sample before, so that no line joins them. False for other quantities.
  std::vector<bool> turnsAnew(const RunQuantity& quantity) const;
  /// The value at a time within the run; at an impact, the one after it.
  double at(const RunQuantity& quantity, double time) const;
  /// Why the growth of perturbations is known at no time but the start; empty where it is.
  QString whyNoGrowth() const;
  double start() const { return m_trajectory->start(); }
  double end() const { return m_trajectory->end(); }

 private:
  struct State {
    double time;
    Eigen::VectorXd q, v, p;
    EnergyFlow flow;
  };
  double value(const RunQuantity& quantity, const State& state) const;
  double energy(int which, const State& state) const;
  Eigen::VectorXd impulses(int contact) const;
  double impulseUpTo(int contact, double time) const;
  void knowImpulses() const;
  const GrowthOfRun& growth() const;

  std::shared_ptr<const Mechanism> m_mechanism;
  std::shared_ptr<const Trajectory> m_trajectory;
  MotionSamples m_motion;
  double m_lowest = 0;  ///< the energy of gravity that counts as 0 (J): its lowest on the way
  /// Impulses of each impact, by contact of the mechanism, made when they are first asked for, in any thread
  /// (N·s).
  mutable std::once_flag m_impulsesMade;
  mutable std::vector<std::pair<double, Eigen::VectorXd>> m_impulses;
  mutable std::once_flag m_growthMade;
  mutable GrowthOfRun m_growth;  ///< made when it is first asked for
};

}  // namespace carom
