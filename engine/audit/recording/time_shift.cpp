#include "audit/recording/time_shift.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "audit/recorded_forces.h"

namespace carom {

namespace time_shift {
namespace {

using Eigen::Index;

constexpr Index pieceLength = 10, mostPieces = 24;

struct Misfit {
  double sum = 0;   ///< of min(χ², cap)
  int fitting = 0;  ///< number of pieces below the cap
};

class Pieces {
 public:
  Pieces(const Mechanism& mechanism, const RecordedRun& run, RecordingNoise noise)
      : m_mechanism(mechanism), m_run(run), m_noise(std::move(noise)) {
    const Index count = std::clamp<Index>(run.size() / pieceLength, 1, mostPieces);
    for (Index i = 0; i < count; ++i)
      m_first.push_back(count > 1 ? i * (run.size() - pieceLength) / (count - 1) : 0);
  }

  /// Of every `stride`-th piece.
  Misfit at(double shift, std::size_t stride = 1) {
    RecordedRun moved = m_run;
    moved.time.array() += shift;
    Misfit all;
    const Mechanism flown = flownMechanism(m_mechanism, moved);
    FlightDynamics dynamics(flown);
    for (std::size_t i = 0; i < m_first.size(); i += stride) {
      const Index first = m_first[i];
      const Index last = std::min(first + pieceLength, m_run.size()) - 1;
      const auto fit = fitFlight(dynamics, moved, m_noise, first, last);
      constexpr double sure = 5;
      const double freedom = fit ? fit->freedom : 1, cap = freedom + sure * std::sqrt(2 * freedom);
      const bool fits = fit && fit->chi2 < cap;
      all.sum += fits ? fit->chi2 : cap;
      all.fitting += fits;
    }
    return all;
  }
  /// With which about six pieces are left: enough to see where the least is.
  std::size_t strideOfSix() const { return std::max<std::size_t>(1, m_first.size() / 6); }

 private:
  const Mechanism& m_mechanism;
  const RecordedRun& m_run;
  RecordingNoise m_noise;
  std::vector<Index> m_first;
};

/// The noise without any dynamics, at least `least`.
RecordingNoise pieceNoise(const Mechanism& mechanism, const RecordedRun& run, const RecordingNoise& least) {
  RecordingNoise noise = guessNoise(mechanism, run);
  constexpr double rounding = 1e-9;
  for (Index i = 0; i < noise.q.size(); ++i)
    noise.q[i] = std::max({noise.q[i], rounding, least.q.size() > 0 ? least.q[i] : 0});
  noise.v = noise.v.cwiseMax(rounding);
  return noise;
}

}  // namespace
}  // namespace time_shift

bool dependsOnTime(const Mechanism& mechanism) {
  return std::ranges::any_of(mechanism.forces().motors, [](const Motor& motor) {
    return !motor.startsAtImpact && (motor.rate != 0 || motor.course || motor.torque);
  });
}

std::optional<TimeShift> estimateTimeShift(const Mechanism& mechanism, const RecordedRun& run,
                                           const RecordingNoise& least, double range, std::stop_token stop) {
  using namespace time_shift;
  Pieces pieces(mechanism, run, pieceNoise(mechanism, run, least));
  constexpr int steps = 50;  // to each side
  const std::size_t stride = pieces.strideOfSix();
  const double step = range / steps;
  int best = 0;
  Misfit lowest{HUGE_VAL, 0};
  for (int k = -steps; k <= steps; ++k) {
    if (stop.stop_requested()) return std::nullopt;
    if (const Misfit now = pieces.at(k * step, stride); now.sum < lowest.sum) {
      lowest = now;
      best = k;
    }
  }
  if (std::abs(best) == steps) return std::nullopt;
  double a = (best - 1) * step, b = (best + 1) * step;
  constexpr double golden = 0.6180339887498949, fine = 1e-5;
  double x = b - golden * (b - a), y = a + golden * (b - a), atX = pieces.at(x).sum, atY = pieces.at(y).sum;
  while (b - a > fine * range && !stop.stop_requested()) {
    if (atX < atY) {
      b = y;
      y = x;
      atY = atX;
      x = b - golden * (b - a);
      atX = pieces.at(x).sum;
    } else {
      a = x;
      x = y;
      atX = atY;
      y = a + golden * (b - a);
      atY = pieces.at(y).sum;
    }
  }
  const double shift = (a + b) / 2;
  const Misfit there = pieces.at(shift);
  if (there.fitting == 0) return std::nullopt;
  // The width over which χ² rises by about one, where the parabola is known best.
  for (double h = 1e-5 * range; h < 0.5 * range; h *= 2) {
    const double rise = (pieces.at(shift - h).sum + pieces.at(shift + h).sum) / 2 - there.sum;
    if (rise < 1) continue;
    return TimeShift{{shift, h / std::sqrt(rise)}, static_cast<int>(there.fitting * pieceLength)};
  }
  return std::nullopt;
}

}  // namespace carom
