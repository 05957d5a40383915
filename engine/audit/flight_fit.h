#pragma once

#include <optional>

#include "audit/flight_dynamics.h"
#include "audit/recorded_run.h"

namespace carom {

/// A state with the covariance of its error: of (δq, δv), 2n×2n, δq as Mechanism::difference gives it.
struct UncertainPoint {
  double time = 0;
  FlightPoint point;
  Eigen::MatrixXd covariance;
};

/// The motion without impacts that fits samples first … last best, in the sense of weighted least squares.
struct FlightFit {
  Eigen::Index first = 0, last = 0;
  UncertainPoint middle;               ///< at the mean time of the samples
  LastingForces lasting;               ///< of contacts
  Eigen::VectorXd supports;            ///< k, accelerations along the columns of the supports
  Eigen::MatrixXd supportsCovariance;  ///< k×k
  Eigen::MatrixXd residuals;           ///< n×count, measured minus fitted configuration
  Eigen::MatrixXd velocityResiduals;   ///< n×count; no column where velocities are missing
  double chi2 = 0;
  int freedom = 0;  ///< number of data minus number of unknowns

  Eigen::Index count() const { return last - first + 1; }
  /// Whether the residuals are what the noise explains: chi2 within `deviations` of its expectation.
  bool fits(double deviations) const {
    return freedom <= 0 || chi2 <= freedom + deviations * std::sqrt(2.0 * freedom);
  }
};

/// What a fit assumes of contacts that last.
struct FlightSupports {
  Eigen::MatrixXd columns{};  ///< n×k, accelerations by unit forces that are constant and of unknown amounts
  std::vector<StandingContact> standing{};  ///< whose forces keep them closed
};

/// Fits the samples first … last, at least two (one where velocities were recorded). Empty where the dynamics
/// has no such motion. fromStart: with `middle` at the first sample, which is quicker where steps backwards
/// are dear; where dampers are fast it always is.
std::optional<FlightFit> fitFlight(FlightDynamics& dynamics, const RecordedRun& run,
                                   const RecordingNoise& noise, Eigen::Index first, Eigen::Index last,
                                   const FlightSupports& supports = {}, bool fromStart = false);

/// The state of a flight at a time, also beyond its samples. Empty where a step has no solution.
std::optional<UncertainPoint> stateAt(FlightDynamics& dynamics, const FlightFit& fit, double time);

/// The covariance of the errors of its states at two times: 2n×2n, a row for each error at `a`. Empty where a
/// step has no solution.
std::optional<Eigen::MatrixXd> covarianceBetween(FlightDynamics& dynamics, const FlightFit& fit, double a,
                                                 double b);

/// A guess of the noise without any dynamics: residuals of quadratics through five neighbouring samples, of
/// which the median is not disturbed by a few jumps.
RecordingNoise guessNoise(const Mechanism& mechanism, const RecordedRun& run);

}  // namespace carom
