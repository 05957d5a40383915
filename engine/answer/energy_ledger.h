#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "answer/energy_balance.h"
#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// What is kept of a run while it goes on: every K-th step, and the energy error of all.
class RunRecord {
 public:
  /// until: s after the initial state; step: s, of the integrator. At most `mostBytes` are taken for what is
  /// kept.
  RunRecord(const Mechanism& mechanism, const State& initial, double until, double step, std::size_t every,
            std::size_t mostBytes);

  void add(const ObservedState& state);
  /// There is no room for another step.
  bool isFull() const { return m_size >= m_most; }
  /// From here on, estimates the error of a step of this length (s) from every state by step doubling, see
  /// MidpointIntegrator::localError.
  void estimateLocalErrors(double step) { m_step = step; }
  /// Keeps the last state whatever the K.
  void finish();

  /// A step that is kept.
  struct Entry {
    double time, energy, kinetic;  ///< s and J, the energy above rest where there is a rest
    EnergyFlow flow;
    Eigen::Map<const Eigen::VectorXd> q, p;  ///< n
  };
  std::size_t size() const { return m_size; }
  /// 0 ≤ i < size().
  Entry entry(std::size_t i) const;
  Entry last() const { return entry(m_size - 1); }

  /// The largest error of the energy from one part of the run to another, see EnergyBalance::relative.
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
  static constexpr std::size_t head = 7;  ///< numbers of a row before q and p
  static constexpr std::size_t blockRows = 4096;
  const Mechanism& m_mechanism;
  MidpointIntegrator m_dynamics;
  EnergyBalance m_balance;
  double m_start, m_until, m_kinetic = 0;
  std::size_t m_every, m_count = 0;
  double m_rest;                        ///< J, 0 where there is none
  std::array<double, bins> m_errors{};  ///< J
  ObservedState m_last;                 ///< where it is not kept
  double m_lastEnergy = 0;
  bool m_lastIsKept = true;
  std::optional<double> m_step;
  std::optional<LocalError> m_localError;
  std::size_t m_width, m_most, m_size = 0;
  std::vector<std::unique_ptr<double[]>> m_blocks;  ///< rows of m_width numbers, never moved
};

}  // namespace carom
