#pragma once

#include <array>
#include <optional>
#include <vector>

#include "mechanics/motion/trajectory.h"
#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// What is kept of a run while it goes on: every K-th step, and the energy error of all.
class RunRecord {
 public:
  /// until: s after the initial state.
  RunRecord(const Mechanism& mechanism, const State& initial, double until, std::size_t every);

  void add(const ObservedState& state);
  /// From here on, estimates the error of a step of this length (s) from every state by step doubling, see
  /// MidpointIntegrator::localError.
  void estimateLocalErrors(double step) { m_step = step; }
  /// Keeps the last state whatever the K.
  void finish();

  struct Entry {
    ObservedState state;
    double energy = 0, kinetic = 0;  ///< J, the former above rest where there is a rest
  };
  const std::vector<Entry>& entries() const { return m_entries; }
  /// The largest |E − E₀|, less what dampers, motors, friction and impacts took or gave, from one part of the
  /// run to another, over E₀ above rest, or over the largest kinetic energy where there is no rest.
  double relativeError(double from, double to) const;

  struct LocalError {
    Eigen::VectorXd q, p;  ///< n, the largest |error| of each coordinate
  };
  const std::optional<LocalError>& localError() const { return m_localError; }

 private:
  double energy(const State& state);
  void addLocalError(const State& state);

  static constexpr std::size_t bins = 1000;
  const Mechanism& m_mechanism;
  MidpointIntegrator m_dynamics;
  double m_start, m_until, m_initialEnergy = 0, m_kinetic = 0, m_fastest = 0;
  std::size_t m_every, m_count = 0;
  std::optional<double> m_rest;
  std::array<double, bins> m_errors{};
  Entry m_last;
  bool m_reported = false;
  std::optional<double> m_step;
  std::optional<LocalError> m_localError;
  std::vector<Entry> m_entries;
};

}  // namespace carom
