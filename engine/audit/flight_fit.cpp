#include "audit/flight_fit.h"

#include <algorithm>

namespace carom {

namespace flight_fit {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The quadratic through samples near one of them, in the tangent space there: its rate.
VectorXd rateNear(const Mechanism& mechanism, const RecordedRun& run, Index centre, Index first, Index last) {
  const Index a = std::max(first, centre - 8), b = std::min(last, centre + 8), count = b - a + 1;
  const int terms = count >= 5 ? 3 : 2;
  MatrixXd A(count, terms), y(count, run.q.rows());
  for (Index i = 0; i < count; ++i) {
    const double tau = run.time[a + i] - run.time[centre];
    for (int k = 0; k < terms; ++k) A(i, k) = std::pow(tau, k);
    y.row(i) = mechanism.difference(run.q.col(centre), run.q.col(a + i)).transpose();
  }
  return A.colPivHouseholderQr().solve(y).row(1).transpose();
}

/// Derivatives of a flight by its state in the middle, at some nodes of time: what they differ from those of
/// a parabola, which is small and smooth.
struct Sensitivities {
  std::vector<double> times;
  std::vector<MatrixXd> at;  ///< 2n×k each, of k directions

  MatrixXd operator()(double t) const {
    if (times.size() == 1) return at[0];
    const auto above = std::ranges::upper_bound(times, t);
    const std::size_t i =
        std::clamp<std::size_t>(static_cast<std::size_t>(above - times.begin()), 1, times.size() - 1);
    const double share = times[i] > times[i - 1] ? (t - times[i - 1]) / (times[i] - times[i - 1]) : 0;
    return (1 - share) * at[i - 1] + share * at[i];
  }
};

/// Small enough for a derivative, large against rounding.
constexpr double nudge = 1e-5;

/// A point that is moved by (δq, δv), 2n, and keeps the loops closed and contacts standing.
FlightPoint nudged(FlightDynamics& dynamics, const FlightPoint& point, const VectorXd& by,
                   const LastingForces& lasting) {
  const Index n = point.q.size();
  FlightPoint moved{dynamics.mechanism().moved(point.q, by.head(n), 1), point.v + by.tail(n)};
  dynamics.close(moved, lasting);
  return moved;
}

VectorXd between(const Mechanism& mechanism, const FlightPoint& a, const FlightPoint& b) {
  VectorXd d(2 * a.q.size());
  d << mechanism.difference(a.q, b.q), b.v - a.v;
  return d;
}

MatrixXd uniformSensitivity(Index n, double tau) {
  MatrixXd F = MatrixXd::Identity(2 * n, 2 * n);
  F.topRightCorner(n, n).diagonal().setConstant(tau);
  return F;
}

/// The derivative of the flight from a point over h (s).
std::optional<MatrixXd> sensitivityOver(FlightDynamics& dynamics, const UncertainPoint& from, double h,
                                        const LastingForces& lasting) {
  const Index n = from.point.q.size();
  if (dynamics.isParabola(lasting)) return uniformSensitivity(n, h);
  FlightPoint end = from.point;
  if (!dynamics.advanceFar(end, from.time, h, 4 * longestFlightStep, lasting)) return std::nullopt;
  MatrixXd F(2 * n, 2 * n);
  for (Index j = 0; j < 2 * n; ++j) {
    FlightPoint other = nudged(dynamics, from.point, nudge * VectorXd::Unit(2 * n, j), lasting);
    if (!dynamics.advanceFar(other, from.time, h, 4 * longestFlightStep, lasting)) return std::nullopt;
    F.col(j) = between(dynamics.mechanism(), end, other) / nudge;
  }
  return F;
}

/// One fit: the unknowns are the state in the middle, and the amounts of the supports.
class Fit {
 public:
  Fit(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise, Index first, Index last,
      const FlightSupports& supports, bool fromStart)
      : m_fromStart(fromStart || dynamics.dampsFast()),
        m_dynamics(dynamics),
        m_run(run),
        m_supports(supports.columns),
        m_n(run.q.rows()),
        m_weight(noise.q.cwiseAbs2().cwiseInverse()) {
    if (run.hasVelocities()) m_velocityWeight = noise.v.cwiseAbs2().cwiseInverse();
    m_fit.first = first;
    m_fit.last = last;
    m_fit.lasting.standing = supports.standing;
  }

  std::optional<FlightFit> result() {
    if (!start()) return std::nullopt;
    const int rounds = m_dynamics.isParabola(m_fit.lasting) ? 1 : 8;
    bool settled = false;
    for (int round = 0; round < rounds && !settled; ++round) {
      if (!trace() || (round == 0 && !sense())) return std::nullopt;
      if (!improve(settled)) return std::nullopt;
    }
    // A last step that changes χ² by less than 1e-4 changes no residual.
    if (!settled && !trace()) return std::nullopt;
    finish();
    return m_fit;
  }

 private:
  /// The state in the middle has as many as motions of the loops do, the supports one each.
  Index unknowns() const { return m_directions.cols() + m_supports.cols(); }
  Index stateUnknowns() const { return m_directions.cols(); }

  bool start() {
    const Index count = m_fit.count();
    const Index centre = m_fromStart ? m_fit.first : m_fit.first + count / 2;
    m_fit.middle.time = m_dynamics.stepsAsRecorded() || m_fromStart
                            ? m_run.time[centre]
                            : m_run.time.segment(m_fit.first, count).mean();
    m_fit.middle.point.q = m_run.q.col(centre);
    m_fit.middle.point.v = count > 1 && !(m_fromStart && m_run.hasVelocities())
                               ? rateNear(m_dynamics.mechanism(), m_run, centre, m_fit.first, m_fit.last)
                               : VectorXd(m_run.v.col(centre));
    m_fit.supports = VectorXd::Zero(m_supports.cols());
    if (m_supports.cols() > 0) m_fit.lasting.acceleration = VectorXd::Zero(m_n);
    m_fit.residuals.resize(m_n, count);
    m_fit.velocityResiduals.resize(m_n, m_run.hasVelocities() ? count : 0);
    // The centre is a sample near the mean time.
    m_fit.middle.point.q = m_dynamics.mechanism().moved(m_fit.middle.point.q, m_fit.middle.point.v,
                                                        m_fit.middle.time - m_run.time[centre]);
    if (!m_dynamics.close(m_fit.middle.point, m_fit.lasting)) return false;
    m_directions = m_dynamics.stateDirections(m_fit.middle.point, m_fit.lasting);
    m_loose = m_dynamics.looseRows(m_fit.lasting, m_fit.middle.point, m_fit.middle.time);
    return true;
  }

  void compare(Index i, const FlightPoint& at) {
    m_fit.residuals.col(i - m_fit.first) = m_dynamics.mechanism().difference(at.q, m_run.q.col(i));
    if (m_run.hasVelocities()) m_fit.velocityResiduals.col(i - m_fit.first) = m_run.v.col(i) - at.v;
  }

  /// The residuals of all samples, from the middle outwards.
  bool trace() {
    const std::span times(m_run.time.data() + m_fit.first, static_cast<std::size_t>(m_fit.count()));
    return m_dynamics.follow(
        m_fit.middle.point, m_fit.middle.time, times, !m_run.hasVelocities(), m_fit.lasting,
        [&](std::size_t i, const FlightPoint& at) { compare(m_fit.first + static_cast<Index>(i), at); });
  }

  /// The derivatives at nodes of time, by differences of flights from the middle outwards.
  bool sense() {
    if (m_dynamics.isParabola(m_fit.lasting)) return true;
    m_sensitivities.times = nodes();
    m_sensitivities.at.resize(m_sensitivities.times.size());
    const auto count = static_cast<int>(m_sensitivities.times.size());
    const int above = static_cast<int>(std::ranges::upper_bound(m_sensitivities.times, m_fit.middle.time) -
                                       m_sensitivities.times.begin());
    return senseAlong(above, count, 1) && senseAlong(above - 1, -1, -1);
  }

  /// Times between which derivatives are nearly linear: of a vibration an eighth of a turn; samples where
  /// flights go from sample to sample.
  std::vector<double> nodes() const {
    const auto samples = m_run.time.segment(m_fit.first, m_fit.count());
    constexpr int fewest = 3, most = 12, mostFast = 200;
    constexpr double apart = 16e-3, turn = 0.8;  // s, rad
    const double a = samples[0], b = samples[samples.size() - 1], rate = m_dynamics.fastestRate();
    if (m_dynamics.stepsAsRecorded()) {  // recorded steps end at samples
      constexpr double ofEuler = 4e-3;
      const double apartAtLeast = m_dynamics.recordedRule() == StepRule::Midpoint ? 0 : ofEuler;
      std::vector<double> some;
      for (const double t : samples)
        if (some.empty() || t == b || t - some.back() >= apartAtLeast) some.push_back(t);
      return some;
    }
    const bool isFast = rate * apart > turn;
    const double between = isFast ? turn / rate : apart;
    const int count = std::clamp(static_cast<int>(std::min(1.0 * mostFast, (b - a) / between)) + 2, fewest,
                                 isFast ? mostFast : most);
    std::vector<double> times(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k) times[static_cast<std::size_t>(k)] = a + (b - a) * k / (count - 1);
    return times;
  }

  bool senseAlong(int from, int to, int direction) {
    std::vector<FlightPoint> points{m_fit.middle.point};
    for (Index j = 0; j < stateUnknowns(); ++j)
      points.push_back(nudged(m_dynamics, m_fit.middle.point, nudge * m_directions.col(j), m_fit.lasting));
    double t = m_fit.middle.time;
    for (int k = from; k != to; k += direction) {
      const auto at = static_cast<std::size_t>(k);
      for (FlightPoint& point : points)
        if (!m_dynamics.advanceRoughly(point, t, m_sensitivities.times[at] - t, m_fit.lasting)) return false;
      t = m_sensitivities.times[at];
      MatrixXd& F = m_sensitivities.at[at];
      F.resize(2 * m_n, stateUnknowns());
      for (Index j = 0; j < stateUnknowns(); ++j)
        F.col(j) =
            between(m_dynamics.mechanism(), points[0], points[static_cast<std::size_t>(j) + 1]) / nudge;
      F -= parabolic(t - m_fit.middle.time);
    }
    return true;
  }

  /// The derivatives of a parabola along the directions.
  MatrixXd parabolic(double tau) const {
    MatrixXd F = m_directions;
    F.topRows(m_n) += tau * m_directions.bottomRows(m_n);
    return F;
  }

  MatrixXd sensitivity(double t) const {
    const double tau = t - m_fit.middle.time;
    MatrixXd F(2 * m_n, unknowns());
    F.leftCols(stateUnknowns()) = m_dynamics.isParabola(m_fit.lasting)
                                      ? uniformSensitivity(m_n, tau)
                                      : MatrixXd(parabolic(tau) + m_sensitivities(t));
    if (m_supports.cols() > 0) {
      F.topRightCorner(m_n, m_supports.cols()) = 0.5 * tau * tau * m_supports;
      F.bottomRightCorner(m_n, m_supports.cols()) = tau * m_supports;
    }
    return F;
  }

  /// Sums of the normal equations; of a parabola each coordinate has its own, with powers of time.
  void gather(MatrixXd& A, VectorXd& b) const {
    const Index count = m_fit.count();
    const bool hasV = m_run.hasVelocities();
    if (isParabola()) {
      const VectorXd tau = m_run.time.segment(m_fit.first, count).array() - m_fit.middle.time;
      for (Index i = 0; i < m_n; ++i) {
        const double w = m_weight[i], wv = hasV ? m_velocityWeight[i] : 0;
        A(i, i) = w * static_cast<double>(count);
        A(i, m_n + i) = A(m_n + i, i) = w * tau.sum();
        A(m_n + i, m_n + i) = w * tau.squaredNorm() + wv * static_cast<double>(count);
        b[i] = w * m_fit.residuals.row(i).sum();
        b[m_n + i] =
            w * m_fit.residuals.row(i).dot(tau) + (hasV ? wv * m_fit.velocityResiduals.row(i).sum() : 0);
      }
      return;
    }
    for (Index s = 0; s < count; ++s) {
      const MatrixXd F = sensitivity(m_run.time[m_fit.first + s]);
      const MatrixXd W = m_weight.asDiagonal() * F.topRows(m_n);
      A += F.topRows(m_n).transpose() * W;
      b += W.transpose() * m_fit.residuals.col(s);
      if (!hasV) continue;
      const MatrixXd Wv = m_velocityWeight.asDiagonal() * F.bottomRows(m_n);
      A += F.bottomRows(m_n).transpose() * Wv;
      b += Wv.transpose() * m_fit.velocityResiduals.col(s);
    }
  }

  bool isParabola() const { return m_dynamics.isParabola(m_fit.lasting) && m_supports.cols() == 0; }

  /// The normal equations A x = b, and the covariance A⁻¹.
  bool solve(const MatrixXd& A, const VectorXd& b, VectorXd& x) {
    const VectorXd scale = A.diagonal().cwiseSqrt().cwiseMax(1e-150).cwiseInverse();
    const MatrixXd scaled = scale.asDiagonal() * A * scale.asDiagonal();
    const Eigen::LDLT<MatrixXd> factor(scaled);
    if (factor.info() != Eigen::Success || !factor.isPositive()) return false;
    x = scale.cwiseProduct(factor.solve(scale.cwiseProduct(b)));
    m_covariance =
        scale.asDiagonal() * factor.solve(MatrixXd::Identity(unknowns(), unknowns())) * scale.asDiagonal();
    return true;
  }

  /// The same of a parabola, whose coordinates have equations of their own: 2×2 each.
  bool solvePairs(const MatrixXd& A, const VectorXd& b, VectorXd& x) {
    constexpr double rounding = 1e-14;
    x.resize(2 * m_n);
    m_covariance = MatrixXd::Zero(2 * m_n, 2 * m_n);
    for (Index i = 0; i < m_n; ++i) {
      const Index k = m_n + i;
      const double qq = A(i, i), qv = A(i, k), vv = A(k, k), det = qq * vv - qv * qv;
      if (!(det > rounding * qq * vv)) return false;
      m_covariance(i, i) = vv / det;
      m_covariance(k, k) = qq / det;
      m_covariance(i, k) = m_covariance(k, i) = -qv / det;
      x[i] = (vv * b[i] - qv * b[k]) / det;
      x[k] = (qq * b[k] - qv * b[i]) / det;
    }
    return true;
  }

  /// One step of Gauss and Newton; settled: whether it was far below the errors.
  bool improve(bool& settled) {
    MatrixXd A = MatrixXd::Zero(unknowns(), unknowns());
    VectorXd b = VectorXd::Zero(unknowns());
    gather(A, b);
    // The samples tell hardly anything of these velocities, which are small.
    if (m_loose.rows() > 0) {
      const MatrixXd F = m_loose * m_directions.bottomRows(m_n);
      A.topLeftCorner(stateUnknowns(), stateUnknowns()) += F.transpose() * F;
      b.head(stateUnknowns()) -= F.transpose() * (m_loose * m_fit.middle.point.v);
    }
    VectorXd x;
    if (!(isParabola() ? solvePairs(A, b, x) : solve(A, b, x))) return false;
    if (!x.allFinite() || !m_covariance.allFinite()) return false;
    settled = x.dot(A * x) < 1e-4;
    FlightPoint& point = m_fit.middle.point;
    const VectorXd change = stateChange(x);
    point.q = m_dynamics.mechanism().moved(point.q, change.head(m_n), 1);
    point.v += change.tail(m_n);
    if (!m_dynamics.close(point, m_fit.lasting)) return false;
    if (m_supports.cols() > 0) {
      m_fit.supports += x.tail(m_supports.cols());
      m_fit.lasting.acceleration = m_supports * m_fit.supports;
    }
    return true;
  }

  /// Whether no loop and no standing contact binds the state.
  bool isFree() const { return m_dynamics.loops().empty() && m_fit.lasting.standing.empty(); }

  /// The change of the state by the unknowns.
  VectorXd stateChange(const VectorXd& x) const {
    if (isFree()) return x.head(2 * m_n);
    return m_directions * x.head(stateUnknowns());
  }

  /// The derivative of the state in the middle by its unknowns: where loops turn, velocities turn with them.
  MatrixXd closedDirections() const {
    MatrixXd B(2 * m_n, stateUnknowns());
    for (Index j = 0; j < B.cols(); ++j)
      B.col(j) = between(m_dynamics.mechanism(), m_fit.middle.point,
                         nudged(m_dynamics, m_fit.middle.point, nudge * m_directions.col(j), m_fit.lasting)) /
                 nudge;
    return B;
  }

  /// How many neighbouring samples say the same: 1 of noise; more where residuals are smooth, as the errors
  /// of another integrator are. By their correlation r from sample to sample, (1 + r)/(1 − r), as of an
  /// autoregressive process [Bayley & Hammersley 1946], where r is beyond two deviations of that of
  /// noise; as far as the residuals are as large as the noise.
  double repetition() const {
    const Index count = m_fit.count();
    const MatrixXd scaled = m_weight.cwiseSqrt().asDiagonal() * m_fit.residuals;
    const double square = scaled.squaredNorm();
    if (count < 4 || !(square > 0)) return 1;
    const double product = scaled.leftCols(count - 1).cwiseProduct(scaled.rightCols(count - 1)).sum();
    const double chance = 2 / std::sqrt(static_cast<double>(m_n * (count - 1)));
    const double most = 1 - 2 / static_cast<double>(count);
    const double r = std::min(product / square, most);
    if (r <= chance) return 1;
    const double noisy =
        std::min(1.0, scaled.rowwise().squaredNorm().maxCoeff() / static_cast<double>(count));
    return 1 + noisy * ((1 + r) / (1 - r) - 1);
  }

  void finish() {
    m_fit.supportsCovariance = m_covariance.bottomRightCorner(m_supports.cols(), m_supports.cols());
    m_fit.middle.covariance = m_covariance.topLeftCorner(stateUnknowns(), stateUnknowns());
    if (!isFree()) {
      const MatrixXd B = closedDirections();
      m_fit.middle.covariance = B * m_fit.middle.covariance * B.transpose();
    }
    const double repeats = repetition();
    m_fit.middle.covariance *= repeats;
    m_fit.supportsCovariance *= repeats;
    m_fit.chi2 = m_weight.dot(m_fit.residuals.rowwise().squaredNorm());
    Index data = m_n * m_fit.count();
    if (m_run.hasVelocities()) {
      m_fit.chi2 += m_velocityWeight.dot(m_fit.velocityResiduals.rowwise().squaredNorm());
      data *= 2;
    }
    m_fit.freedom = static_cast<int>(data - unknowns());
  }

  bool m_fromStart;
  FlightDynamics& m_dynamics;
  const RecordedRun& m_run;
  const MatrixXd& m_supports;
  Index m_n;
  VectorXd m_weight, m_velocityWeight;
  MatrixXd m_loose;       ///< m×n, of velocities in units of what they may be
  MatrixXd m_directions;  ///< 2n×2r, of the changes of the state in the middle
  Sensitivities m_sensitivities;
  MatrixXd m_covariance;
  FlightFit m_fit;
};

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The sum of squares that a quadratic through five samples leaves in each row of y, over its 2 degrees of
/// freedom.
VectorXd roughness(const RecordedRun& run, Index first, const MatrixXd& y, int terms) {
  const Index count = y.cols();
  MatrixXd A(count, terms);
  for (Index i = 0; i < count; ++i)
    for (int k = 0; k < terms; ++k)
      A(i, k) = std::pow((run.time[first + i] - run.time[first + count / 2]) /
                             (run.time[first + count - 1] - run.time[first]),
                         k);
  const MatrixXd fitted = A * A.colPivHouseholderQr().solve(y.transpose());
  return (y.transpose() - fitted).colwise().squaredNorm().transpose() / static_cast<double>(count - terms);
}

}  // namespace
}  // namespace flight_fit

std::optional<FlightFit> fitFlight(FlightDynamics& dynamics, const RecordedRun& run,
                                   const RecordingNoise& noise, Eigen::Index first, Eigen::Index last,
                                   const FlightSupports& supports, bool fromStart) {
  if (last - first + 1 < (run.hasVelocities() ? 1 : 2)) return std::nullopt;
  return flight_fit::Fit(dynamics, run, noise, first, last, supports, fromStart).result();
}

std::optional<UncertainPoint> stateAt(FlightDynamics& dynamics, const FlightFit& fit, double time) {
  const double h = time - fit.middle.time;
  UncertainPoint at{time, fit.middle.point, {}};
  const auto F = flight_fit::sensitivityOver(dynamics, fit.middle, h, fit.lasting);
  if (!F || !dynamics.advanceFar(at.point, fit.middle.time, h, longestFlightStep, fit.lasting))
    return std::nullopt;
  at.covariance = *F * fit.middle.covariance * F->transpose();
  return at;
}

std::optional<Eigen::MatrixXd> covarianceBetween(FlightDynamics& dynamics, const FlightFit& fit, double a,
                                                 double b) {
  const auto Fa = flight_fit::sensitivityOver(dynamics, fit.middle, a - fit.middle.time, fit.lasting),
             Fb = flight_fit::sensitivityOver(dynamics, fit.middle, b - fit.middle.time, fit.lasting);
  if (!Fa || !Fb) return std::nullopt;
  return Eigen::MatrixXd(*Fa * fit.middle.covariance * Fb->transpose());
}

RecordingNoise guessNoise(const Mechanism& mechanism, const RecordedRun& run) {
  constexpr Eigen::Index window = 5;
  constexpr double medianOfTwo = 0.6931;  // of χ² with two degrees of freedom, over two
  const Eigen::Index n = run.q.rows(), N = run.size();
  std::vector<std::vector<double>> q(static_cast<std::size_t>(n)), v(static_cast<std::size_t>(n));
  const Eigen::Index stride = std::max<Eigen::Index>(1, N / 2000);
  for (Eigen::Index a = 0; a + window <= N; a += stride) {
    Eigen::MatrixXd y(n, window);
    for (Eigen::Index i = 0; i < window; ++i)
      y.col(i) = mechanism.difference(run.q.col(a + window / 2), run.q.col(a + i));
    const Eigen::VectorXd rough = flight_fit::roughness(run, a, y, 3);
    for (Eigen::Index i = 0; i < n; ++i) q[static_cast<std::size_t>(i)].push_back(rough[i]);
    if (!run.hasVelocities()) continue;
    const Eigen::VectorXd roughV = flight_fit::roughness(run, a, run.v.middleCols(a, window), 3);
    for (Eigen::Index i = 0; i < n; ++i) v[static_cast<std::size_t>(i)].push_back(roughV[i]);
  }
  RecordingNoise noise{Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(run.hasVelocities() ? n : 0)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (!q[at].empty()) noise.q[i] = std::sqrt(flight_fit::median(q[at]) / medianOfTwo);
    if (run.hasVelocities() && !v[at].empty())
      noise.v[i] = std::sqrt(flight_fit::median(v[at]) / medianOfTwo);
  }
  return noise;
}

}  // namespace carom
