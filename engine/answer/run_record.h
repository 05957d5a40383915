#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "answer/energy_balance.h"
#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// The record of a run: every K-th step, and the energy errors of all steps.
class RunRecord {
 public:
  /// until: s after the initial state. step: s, of the integrator. every: K. The steps take at most
  /// `mostBytes`.
  RunRecord(const Mechanism& mechanism, const State& initial, double until, double step, std::size_t every,
            std::size_t mostBytes);

  void add(const ObservedState& state);
  /// Whether `mostBytes` leave no room for another step.
  bool isFull() const { return m_size >= m_most; }
  /// From now on estimates, at every state, the error of a step of this length (s) by step doubling, see
  /// MidpointIntegrator::localError.
  void estimateLocalErrors(double step) { m_step = step; }
  /// Records the last state, whether or not it is a K-th one.
  void finish();

  /// A recorded step.
  struct Entry {
    double time, energy, kinetic;  ///< s, J, J; energy above that at rest, see m_rest
    EnergyFlow flow;
    Eigen::Map<const Eigen::VectorXd> q, p;  ///< n
  };
  std::size_t size() const { return m_size; }
  /// The recorded step i, 0 ≤ i < size().
  Entry entry(std::size_t i) const;
  Entry last() const { return entry(m_size - 1); }

  /// The largest energy error between two parts of the run, in [0,1] of its length, see
  /// EnergyBalance::relative.
  double relativeError(double from, double to) const;

  struct LocalError {
    Eigen::VectorXd q, p;  ///< n, the largest |error| of each coordinate
  };
  const std::optional<LocalError>& localError() const { return m_localError; }

 private:
  void addLocalError(const State& state);

  void keep(const ObservedState& state, double energy);
  double* row(std::size_t i) const;

  static constexpr std::size_t bins = 1000;
  static constexpr std::size_t head = 8;  ///< numbers of a row before q and p
  static constexpr std::size_t blockRows = 4096;
  const Mechanism& m_mechanism;
  MidpointIntegrator m_dynamics;
  EnergyBalance m_balance;
  double m_start, m_until, m_kinetic = 0;
  std::size_t m_every, m_count = 0;
  /// The energy that counts as 0 (J): that at rest; 0 where there is no rest, and without gravity, where
  /// springs without tension have none.
  double m_rest;
  std::array<double, bins> m_errors{};  ///< J
  ObservedState m_last;                 ///< the last state, where it is not recorded
  double m_lastEnergy = 0;
  bool m_lastIsKept = true;
  std::optional<double> m_step;
  std::optional<LocalError> m_localError;
  std::size_t m_width, m_most, m_size = 0;
  std::vector<std::unique_ptr<double[]>> m_blocks;  ///< rows of m_width numbers, never moved
};

}  // namespace carom
