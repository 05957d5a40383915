#include "audit/recorded_step.h"

#include <algorithm>
#include <cmath>

#include "audit/find_jumps.h"
#include "audit/flight_fit.h"

namespace carom {

namespace recorded_step {
namespace {

using Eigen::Index;

/// The distance between samples, of which the last may be nearer; empty where it changes.
std::optional<double> evenStep(const Eigen::VectorXd& time) {
  constexpr double rounding = 1e-6;
  const Index last = time.size() - 2;
  const double h = (time[last] - time[0]) / static_cast<double>(last);
  for (Index i = 1; i <= last; ++i)
    if (std::abs(time[i] - time[0] - h * static_cast<double>(i)) > rounding * h) return std::nullopt;
  if (time[last + 1] - time[last] > (1 + rounding) * h) return std::nullopt;
  return h;
}

/// The samples in which the rule and an exact flight differ, of a vibration that turns by an angle from
/// sample to sample: those of half a radian. Longer parts of a recording have more jumps.
Index samplesToTell(double turn) {
  constexpr Index fewest = 4, most = 64;
  return turn > 0 ? static_cast<Index>(std::clamp(0.5 / turn + 1, 1.0 * fewest, 1.0 * most)) : fewest;
}

}  // namespace
}  // namespace recorded_step

std::optional<double> recordedStep(FlightDynamics& dynamics, const RecordedRun& run) {
  using recorded_step::Index;
  constexpr Index windows = 24, shortest = 6;
  if (dynamics.isUniform() || run.size() < 2 * shortest) return std::nullopt;
  const auto h = recorded_step::evenStep(run.time);
  if (!h) return std::nullopt;
  const Index window = std::min(recorded_step::samplesToTell(dynamics.fastestRate() * *h), run.size() / 2);
  // To which a run of the rule is exact, as a share of the range of each coordinate, and by how much χ² has
  // to differ in a run that is not.
  constexpr double share = 1e-9, span = 0.1, much = 100, leastShare = 1.0 / 3, exception = 0.1;
  const Eigen::VectorXd least = share * rangesOf(run);
  const RecordingNoise noise{least, run.hasVelocities() ? Eigen::VectorXd(least / span) : Eigen::VectorXd()};
  int all = 0, byRule = 0, exactly = 0;
  const Index stride = std::max<Index>(1, (run.size() - window) / windows);
  for (Index first = 0; first + window <= run.size(); first += stride) {
    const auto left = [&](double step) {
      dynamics.stepAsRecorded(run.time[0], step);
      const auto fit = fitFlight(dynamics, run, noise, first, first + window - 1);
      return fit ? fit->chi2 : HUGE_VAL;
    };
    const double exact = left(0), rule = left(*h);
    ++all;
    byRule += rule < 1 || (exact > 1 && rule * much < exact);
    exactly += rule > 1 && exact * much < rule;
  }
  dynamics.stepAsRecorded(0, 0);
  return byRule >= leastShare * all && exactly <= exception * byRule ? h : std::nullopt;
}

}  // namespace carom
