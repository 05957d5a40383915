#include "audit/first_impact.h"

#include <cmath>

#include "audit/closed_contacts.h"
#include "audit/flight_dynamics.h"
#include "audit/flight_fit.h"

namespace carom {

namespace first_impact {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class Search {
 public:
  Search(const Mechanism& mechanism, const RecordedRun& run)
      : m_mechanism(mechanism), m_run(run), m_dynamics(mechanism), m_noise(guessNoise(mechanism, run)) {}

  std::optional<double> find() {
    const std::optional<double> closing = findClosing();
    return !openAtStart().empty() && fitsStart(closing.value_or(HUGE_VAL)) ? m_run.time[0] : closing;
  }

  std::vector<int> openAtStart() const {
    const FlightPoint from = pointAt(0);
    std::vector<int> opening;
    for (int contact = 0; contact < static_cast<int>(m_mechanism.contacts().size()); ++contact) {
      const double error = gapError(contact, from), rate = m_mechanism.normal(contact, from.q).dot(from.v);
      if (std::abs(m_mechanism.gap(contact, from.q)) <= sure * error + 10 * closedGap &&
          rate > sure * rateError(contact, 0, from) + least)
        opening.push_back(contact);
    }
    return opening;
  }

 private:
  static constexpr double sure = 5;      ///< standard deviations
  static constexpr double least = 1e-9;  ///< of a closing speed (m/s)

  std::optional<double> findClosing() {
    std::optional<double> first;
    for (Index i = 0; i + 1 < m_run.size() && !first; ++i) {
      const double h = m_run.time[i + 1] - m_run.time[i];
      m_dynamics.stepAsRecorded(m_run.time[i], h);
      FlightPoint from = pointAt(i);
      if (!m_dynamics.close(from)) continue;
      FlightPoint end = from;
      if (!m_dynamics.advance(end, m_run.time[i], h)) continue;
      for (int contact = 0; contact < static_cast<int>(m_mechanism.contacts().size()); ++contact)
        if (const auto past = closingIn(contact, i, from, end))
          first = std::min(first.value_or(HUGE_VAL), m_run.time[i] + *past);
    }
    return first;
  }

  /// Whether motors that start at the first sample lead from sample to sample better than those that wait for
  /// a later time: over the steps before that.
  bool fitsStart(double later) const {
    constexpr Index most = 16;
    FlightDynamics started(m_mechanism), waiting(m_mechanism);
    started.startMotors(m_run.time[0]);
    double errorStarted = 0, errorWaiting = 0;
    for (Index i = 0; i < most && i + 1 < m_run.size() && m_run.time[i + 1] <= later; ++i) {
      errorStarted += stepError(started, i);
      errorWaiting += stepError(waiting, i);
    }
    return errorStarted < errorWaiting;
  }

  double stepError(FlightDynamics& dynamics, Index i) const {
    FlightPoint point = pointAt(i);
    if (!dynamics.close(point) ||
        !dynamics.advanceFar(point, m_run.time[i], m_run.time[i + 1] - m_run.time[i], longestFlightStep))
      return HUGE_VAL;
    constexpr double rounding = 1e-12;
    return m_mechanism.difference(point.q, m_run.q.col(i + 1))
        .cwiseQuotient(m_noise.q.cwiseMax(rounding))
        .squaredNorm();
  }

  /// Of the velocity along the normal at sample i (m/s).
  double rateError(int contact, Index i, const FlightPoint& at) const {
    if (m_run.hasVelocities())
      return std::sqrt(m_mechanism.normal(contact, at.q).cwiseAbs2().dot(m_noise.v.cwiseAbs2()));
    return 2 * gapError(contact, at) / (m_run.time[i + 1] - m_run.time[i]);
  }

  /// A sample; a velocity that is not recorded is that of the parabola through the samples before.
  FlightPoint pointAt(Index i) const {
    if (m_run.hasVelocities()) return {m_run.q.col(i), m_run.v.col(i)};
    const auto mean = [&](Index a) {
      return VectorXd(m_mechanism.difference(m_run.q.col(a), m_run.q.col(a + 1)) /
                      (m_run.time[a + 1] - m_run.time[a]));
    };
    if (i == 0) return {m_run.q.col(0), mean(0)};
    const VectorXd before = mean(i - 1);
    return {m_run.q.col(i), i == 1 ? before : VectorXd(1.5 * before - 0.5 * mean(i - 2))};
  }

  double gapError(int contact, const FlightPoint& at) const {
    const Index n = m_run.q.rows();
    MatrixXd covariance = MatrixXd::Zero(2 * n, 2 * n);
    covariance.diagonal().head(n) = m_noise.q.cwiseAbs2();
    return gapDeviation(m_mechanism, contact, {0, at, covariance}, 0);
  }

  /// The time after sample i at which a contact closes in the step from there (s).
  std::optional<double> closingIn(int contact, Index i, const FlightPoint& from, const FlightPoint& end) {
    const double h = m_run.time[i + 1] - m_run.time[i];
    const VectorXd u = m_mechanism.normal(contact, from.q);
    const double rate = u.dot(from.v), later = m_mechanism.normal(contact, end.q).dot(end.v);
    const double gap = m_mechanism.gap(contact, from.q), error = gapError(contact, from);
    // What rests closes by the forces of the step alone.
    const double byForces = std::max(0.0, rate - later);
    if (rate > -(sure * rateError(contact, i, from) + byForces + least)) return std::nullopt;
    const bool isOpen = gap > sure * error + 10 * closedGap;
    const bool closes = m_mechanism.gap(contact, end.q) < 0;
    if (!isOpen) return i == 0 || closes ? std::optional(std::max(0.0, gap) / -rate) : std::nullopt;
    if (!closes) return std::nullopt;
    double open = 0, closed = h;
    for (int round = 0; round < 60; ++round) {
      const double middle = 0.5 * (open + closed);
      FlightPoint at = from;
      if (!m_dynamics.advance(at, m_run.time[i], middle)) return std::nullopt;
      (m_mechanism.gap(contact, at.q) > 0 ? open : closed) = middle;
    }
    return closed;
  }

  const Mechanism& m_mechanism;
  const RecordedRun& m_run;
  FlightDynamics m_dynamics;
  RecordingNoise m_noise;
};

}  // namespace
}  // namespace first_impact

std::optional<double> firstImpact(const Mechanism& mechanism, const RecordedRun& run) {
  return first_impact::Search(mechanism, run).find();
}

std::vector<int> contactsThatOpenAtStart(const Mechanism& mechanism, const RecordedRun& run) {
  return first_impact::Search(mechanism, run).openAtStart();
}

}  // namespace carom
