#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace carom {

/// Seeded random numbers, the same with every standard library, because the distributions of <random> are not
/// used.
class Random {
 public:
  explicit Random(std::uint64_t seed) : m_engine(seed) {}

  /// 0 … count−1; biased by less than count/2⁶⁴.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(m_engine() % count); }
  /// In [0, 1).
  double uniform() { return static_cast<double>(m_engine() >> 11) * 0x1p-53; }
  /// Standard normal [Box & Muller 1958].
  double normal() {
    const double radius = std::sqrt(-2 * std::log1p(-uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 m_engine;
};

}  // namespace carom
