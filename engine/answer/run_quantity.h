#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/growth_of_run.h"
#include "answer/motion_samples.h"
#include "answer/series_values.h"
#include "scene/scene.h"

namespace carom {

/// A quantity of a run that has a value at every time.
struct RunQuantity {
  enum class Kind {
    Time,
    Coordinate,
    Velocity,
    Momentum,
    Gap,
    Impulse,
    Kinetic,
    Energy,
    Growth,
    Difference  ///< of the run and its second run
  };
  /// What the index of Kind::Energy means. The first ones are the ledger: where the energy is and where it
  /// went, besides the kinetic energy.
  enum Energy { Gravity, Springs, Dampers, Friction, Impacts, Motors, Total, Pushes, AllKinetic };
  static constexpr int ledger = Impacts + 1;
  static const char* energyKey(int energy);  ///< "gravity": the name of a column in CSV

  Kind kind = Kind::Time;
  int index = 0;             ///< of the coordinate, the contact, the body or the energy
  std::string key{};         ///< "v c.x": names it in a layout, in CSV, JSON and Python
  std::string words{};       ///< "velocity of %1"
  std::string of{};          ///< "c.x", in place of %1
  std::string unit{};        ///< "m/s"
  std::string name() const;  ///< "velocity of c.x"
};

/// All quantities of a mechanism, the time first. Each is made when it is asked for: 500 balls have 250,000,
/// two for each pair.
class RunQuantities {
 public:
  explicit RunQuantities(const SceneInstance& instance);

  std::size_t size() const;
  RunQuantity operator[](std::size_t place) const;
  /// The place of the quantity with this key.
  std::optional<std::size_t> placeOf(std::string_view key) const;
  std::optional<RunQuantity> find(std::string_view key) const;
  bool isOfSame(const RunQuantities& other) const { return m_mechanism == other.m_mechanism; }

 private:
  std::size_t coordinates() const { return m_mechanism->coordinates().size(); }

  std::shared_ptr<const Mechanism> m_mechanism;
  std::vector<RunQuantity>
      m_first;  ///< the time and the energies; three per coordinate and two per contact follow
};

std::vector<RunQuantity> runQuantities(const SceneInstance& instance);
/// The momenta of all coordinates.
std::vector<RunQuantity> momentaOf(const Mechanism& mechanism);

/// The values of quantities over one run, sampled once: at both sides of every impact.
class RunValues : public SeriesValues {
 public:
  /// Samples of a curved run: enough for a curve that is zoomed in twentyfold.
  static constexpr int manySamples = 4000;
  /// zero: a run from whose lowest energy of gravity this one counts, too; null: from its own. samples: see
  /// sampleMotion.
  RunValues(const SceneInstance& instance, std::shared_ptr<const Trajectory> trajectory,
            std::shared_ptr<const RunValues> zero = nullptr, int samples = manySamples);

  const Trajectory& trajectory() const { return *m_trajectory; }
  const MotionSamples& motion() const { return m_motion; }
  /// Potential energy, of gravity and springs: N (J).
  const Eigen::VectorXd& potential() const;
  Eigen::VectorXd of(const RunQuantity& quantity) const override;
  /// N flags: whether the rotation vector that a quantity is a component of begins anew at a sample, a whole
  /// turn away from the sample before, so that no line joins them. False for other quantities.
  std::vector<bool> turnsAnew(const RunQuantity& quantity) const;
  double at(const RunQuantity& quantity, double time) const override;
  /// The value at a state of the run: time (s), q, p (n each) and what energy has come and gone.
  double atState(const RunQuantity& quantity, double time, const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                 const EnergyFlow& flow) const;
  /// What a quantity is at the ends of the run, its least and greatest value and its mean over time: at the
  /// samples, and at `spanTimes` times that divide the run evenly. Values between these may lie beyond.
  struct Span {
    double start = 0, end = 0, least = 0, greatest = 0, mean = 0;
  };
  static constexpr int spanTimes = 2000;
  Span span(const RunQuantity& quantity) const;
  /// Why the growth of perturbations is known at no time but the start; empty where it is.
  std::string whyNoGrowth() const;

 private:
  struct State {
    double time;
    Eigen::VectorXd q, v, p;
    EnergyFlow flow;
  };
  double value(const RunQuantity& quantity, const State& state) const;
  double energy(int which, const State& state) const;
  Eigen::VectorXd energies(int which) const;
  double lowest() const;
  Eigen::VectorXd impulses(int contact) const;
  double impulseUpTo(int contact, double time) const;
  void knowImpulses() const;
  const GrowthOfRun& growth() const;

  std::shared_ptr<const Mechanism> m_mechanism;
  std::shared_ptr<const Trajectory> m_trajectory;
  MotionSamples m_motion;
  std::shared_ptr<const RunValues> m_zero;
  mutable std::mutex m_lastLock;
  mutable State m_last{};  ///< that was read last: a card reads hundreds of values at one time
  /// Potential energies at the samples (J), made when they are first asked for, in any thread, and the energy
  /// of gravity that counts as 0: its lowest on the way.
  mutable std::once_flag m_potentialMade;
  mutable Eigen::VectorXd m_potential, m_springs;
  mutable double m_lowest = 0;
  /// Impulses of each impact, by contact of the mechanism, made when they are first asked for, in any thread
  /// (N·s).
  mutable std::once_flag m_impulsesMade;
  mutable std::vector<std::pair<double, Eigen::VectorXd>> m_impulses;
  mutable std::once_flag m_growthMade;
  mutable GrowthOfRun m_growth;  ///< made when it is first asked for
};

}  // namespace carom
