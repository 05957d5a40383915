#include "audit/find_jumps.h"

#include <algorithm>

#include "audit/closed_contacts.h"
#include "audit/likelihood.h"
#include "audit/recorded_gaps.h"
#include "audit/recorded_step.h"
#include "mechanics/contact/local_contact.h"

namespace carom {

namespace find_jumps {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The fewest samples of a flight: with three the velocity is known, and one number tells whether it fits.
constexpr Index fewestSamples = 4;
/// A prediction fails beyond this many standard deviations. False alarms are cheap: what the empty word
/// explains is no jump.
constexpr double alarm = 4.5;
/// By how much contacts that press have to make χ² of a flight smaller.
constexpr double decisive = 20;

/// Predicts sample after sample, with an error of its own for each coordinate (a Kalman filter without
/// process noise). Errors grow as those of a free point do; where a flight is no parabola old samples fade.
class Predictor {
 public:
  Predictor(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise, Index from,
            LastingForces lasting)
      : m_dynamics(dynamics), m_run(run), m_noise(noise), m_lasting(std::move(lasting)), m_at(from) {
    const Index n = run.q.rows();
    m_point.q = run.q.col(from);
    m_qq = noise.q.cwiseAbs2();
    m_qv = VectorXd::Zero(n);
    if (run.hasVelocities()) {
      m_point.v = run.v.col(from);
      m_vv = noise.v.cwiseAbs2();
    } else {
      const double h = run.time[from + 1] - run.time[from];
      m_point.v = dynamics.mechanism().difference(run.q.col(from), run.q.col(from + 1)) / h;
      constexpr double diffuse = 1e4;  // its effect on the velocity is below a hundredth of the noise
      m_vv = diffuse * (2 * m_qq / (h * h)).array() + (h * 100) * (h * 100);
    }
    m_drift = VectorXd::Zero(n);
    m_isClosed = dynamics.close(m_point, m_lasting);
  }

  Index at() const { return m_at; }

  /// Takes the next sample. False where it is not what the samples before predict.
  bool next() {
    const double t = m_run.time[m_at], h = m_run.time[m_at + 1] - t;
    ++m_at;
    if (!m_isClosed || !m_dynamics.advanceFar(m_point, t, h, longestFlightStep, m_lasting)) return false;
    if (!m_dynamics.isParabola(m_lasting)) fade();
    m_qq += 2 * h * m_qv + h * h * m_vv;
    m_qv += h * m_vv;
    return correct();
  }

 private:
  void fade() {
    constexpr double memory = 80;  // samples
    constexpr double growth = 1 + 1 / memory;
    m_qq *= growth;
    m_qv *= growth;
    m_vv *= growth;
  }

  /// The part of a change of velocity that leaves standing contacts as they are.
  VectorXd kept(VectorXd change) const {
    m_dynamics.stopContacts(m_point.q, change, m_lasting);
    return change;
  }

  bool correct() {
    const Index n = m_run.q.rows();
    const VectorXd z = m_dynamics.mechanism().difference(m_point.q, m_run.q.col(m_at));
    const VectorXd S = m_qq + m_noise.q.cwiseAbs2();
    const VectorXd relative = z.cwiseQuotient(S.cwiseSqrt());
    // A sum that forgets finds small jumps, whose single samples are within the noise.
    constexpr double keeps = 0.8;
    m_drift = keeps * m_drift + relative;
    const double drift = m_drift.cwiseAbs().maxCoeff() * std::sqrt(1 - keeps * keeps);
    double chi2 = relative.squaredNorm();
    int freedom = static_cast<int>(n);
    const VectorXd gainQ = m_qq.cwiseQuotient(S), gainV = m_qv.cwiseQuotient(S);
    m_point.q = m_dynamics.mechanism().moved(m_point.q, gainQ.cwiseProduct(z), 1);
    m_point.v += kept(gainV.cwiseProduct(z));
    m_vv -= gainV.cwiseProduct(m_qv);
    m_qv -= gainQ.cwiseProduct(m_qv);
    m_qq -= gainQ.cwiseProduct(m_qq);
    if (m_run.hasVelocities()) {
      const VectorXd zv = m_run.v.col(m_at) - m_point.v, Sv = m_vv + m_noise.v.cwiseAbs2();
      chi2 += zv.cwiseAbs2().cwiseQuotient(Sv).sum();
      freedom += static_cast<int>(n);
      const VectorXd kq = m_qv.cwiseQuotient(Sv), kv = m_vv.cwiseQuotient(Sv);
      m_point.q = m_dynamics.mechanism().moved(m_point.q, kq.cwiseProduct(zv), 1);
      m_point.v += kept(kv.cwiseProduct(zv));
      m_qq -= kq.cwiseProduct(m_qv);
      m_qv -= kq.cwiseProduct(m_vv);
      m_vv -= kv.cwiseProduct(m_vv);
    }
    m_isClosed = m_dynamics.loops().close(m_point);
    return deviationsOf(chi2, freedom) <= alarm && relative.cwiseAbs().maxCoeff() <= alarm + 0.5 &&
           drift <= alarm + 0.5;
  }

  FlightDynamics& m_dynamics;
  const RecordedRun& m_run;
  const RecordingNoise& m_noise;
  LastingForces m_lasting;
  Index m_at;
  FlightPoint m_point;
  VectorXd m_qq, m_qv, m_vv, m_drift;
  bool m_isClosed = true;
};

/// The samples of a flight as far as predictions hold.
struct Extent {
  Index last;
  std::vector<int> lasting;
};

class Search {
 public:
  Search(FlightDynamics& dynamics, const RecordedRun& run, RecordingNoise noise, double gapError,
         const std::stop_token& stop)
      : m_dynamics(dynamics), m_run(run), m_noise(std::move(noise)), m_gapError(gapError), m_stop(stop) {}

  /// First and last sample of all flights, short ones, too.
  std::vector<RecordedFlight> divide(const Progress& progress) {
    std::vector<RecordedFlight> flights;
    Index start = 0;
    while (start < m_run.size() && !m_stop.stop_requested()) {
      if (progress) progress(static_cast<double>(start) / static_cast<double>(m_run.size()));
      RecordedFlight flight;
      flight.first = start;
      findLasting(flight);
      const Index alarmAt = alarmAfter(start, forcesOf(flight), m_run.size());
      flight.last = alarmAt >= m_run.size() ? m_run.size() - 1 : placeDivision(flight, alarmAt);
      constexpr Index fewestLasting = 10;  // fewer are a bounce that is too small to be seen as one
      if (!flight.lasting.empty() && flight.count() < fewestLasting) {
        flight.lasting.clear();
        flight.standing.clear();
        const Index freeAlarm = alarmAfter(start, {}, m_run.size());
        flight.last = freeAlarm >= m_run.size() ? m_run.size() - 1 : placeDivision(flight, freeAlarm);
      }
      start = flight.last + 1;
      flights.push_back(std::move(flight));
    }
    return flights;
  }

  const RecordingNoise& noise() const { return m_noise; }

 private:
  const Mechanism& mechanism() const { return m_dynamics.mechanism(); }

  FlightSupports supports(const RecordedFlight& flight) const {
    return supportsOf(mechanism(), m_run, flight, flight.first);
  }
  LastingForces forcesOf(const RecordedFlight& flight) {
    if (flight.lasting.empty() || !flight.standing.empty()) return {{}, flight.standing};
    // The longer the part that one fit covers, the better its forces are known.
    constexpr Index longest = 512, shortest = 40;
    for (Index count = longest;; count /= 2) {
      const auto fit = fitFlight(m_dynamics, m_run, m_noise, flight.first,
                                 std::min(flight.first + count, m_run.size()) - 1, supports(flight));
      if (!fit || fit->fits(alarm) || count <= shortest) return fit ? fit->lasting : LastingForces();
    }
  }

  /// The first sample that is not predicted; where all before `end` are, `end`.
  Index alarmAfter(Index start, const LastingForces& lasting, Index end) {
    if (start + 1 >= end) return end;
    Predictor predictor(m_dynamics, m_run, m_noise, start, lasting);
    while (predictor.at() + 1 < end)
      if (!predictor.next()) return predictor.at();
    return end;
  }

  /// The contacts that press from the start of a flight on: free flight does not fit, and that with contacts
  /// which stand, or which press with constant forces, does.
  void findLasting(RecordedFlight& flight) {
    constexpr Index fewest = 8, most = 64;
    const Index start = flight.first, end = std::min(start + fewest, m_run.size()) - 1;
    const std::vector<int> near = closedDuring(mechanism(), m_run, m_noise, m_gapError, start, end);
    if (near.empty()) return;
    const FlightSupports constant{supportsOf(mechanism(), near, m_run.q.col(start)), {}};
    const std::vector<FlightSupports> standing = standingIn(start, end);
    if (standing.empty() && !fits(constant, start, end)) return;
    for (Index count = most; count >= fewest; count /= 2) {
      const Index last = start + count - 1;
      if (last >= m_run.size()) continue;
      const auto free = fitFlight(m_dynamics, m_run, m_noise, start, last);
      if (free && free->fits(alarm)) return;
      const double worse = free ? free->chi2 : HUGE_VAL;
      for (const FlightSupports& some : standing)
        if (fits(some, start, last, worse - decisive)) {
          flight.standing = some.standing;
          for (const StandingContact& one : some.standing) flight.lasting.push_back(one.contact);
          return;
        }
      if (fits(constant, start, last, worse - decisive - 2 * static_cast<double>(constant.columns.cols()))) {
        flight.lasting = near;
        return;
      }
    }
  }

  bool fits(const FlightSupports& supports, Index first, Index last, double below = HUGE_VAL) {
    const auto fit = fitFlight(m_dynamics, m_run, m_noise, first, last, supports);
    return fit && fit->fits(alarm) && fit->chi2 < below;
  }

  /// The contacts that may stand in some samples: all that are closed, as they seem to stick or slip and the
  /// other way round, and of two each alone.
  std::vector<FlightSupports> standingIn(Index first, Index last) {
    constexpr std::size_t most = 4, fewToPart = 2;
    std::vector<FlightSupports> found;
    const std::vector<StandingContact> near =
        standingDuring(mechanism(), m_run, m_noise, m_gapError, first, last);
    // A single body on a face presses with forces that are constant.
    if (near.empty() || near.size() > (isOfSingleBodies() ? fewToPart : most)) return found;
    for (const std::vector<StandingContact>& all : {near, withOtherSlip(near)}) {
      std::vector<FlightSupports> some{{{}, all}};
      if (all.size() == fewToPart)
        for (const StandingContact& one : all) some.push_back({{}, {one}});
      for (FlightSupports& supports : some) {
        const bool isKnown = std::ranges::any_of(
            found, [&](const FlightSupports& known) { return known.standing == supports.standing; });
        if (!isKnown && fits(supports, first, last)) found.push_back(std::move(supports));
      }
    }
    return found;
  }

  bool isOfSingleBodies() const {
    return mechanism().forces().empty() && mechanism().loops().empty() &&
           std::ranges::all_of(mechanism().bodies(), [](const Body& body) { return body.parent < 0; });
  }

  std::vector<StandingContact> withOtherSlip(std::vector<StandingContact> standing) const {
    for (StandingContact& one : standing) {
      const ContactPair& pair = mechanism().contacts()[static_cast<std::size_t>(one.contact)];
      one.sticks = pair.coefficients.friction > 0 && !one.sticks;
    }
    return standing;
  }

  VectorXd costs(const FlightFit& fit, Index from, Index to) {
    VectorXd cost = VectorXd::Constant(to - from + 1, HUGE_VAL);
    const std::span times(m_run.time.data() + from, static_cast<std::size_t>(cost.size()));
    m_dynamics.follow(fit.middle.point, fit.middle.time, times, !m_run.hasVelocities(), fit.lasting,
                      [&](std::size_t k, const FlightPoint& at) {
                        const auto i = static_cast<Index>(k);
                        const VectorXd d = mechanism().difference(at.q, m_run.q.col(from + i));
                        cost[i] = d.cwiseQuotient(m_noise.q).squaredNorm();
                        if (m_run.hasVelocities())
                          cost[i] += (m_run.v.col(from + i) - at.v).cwiseQuotient(m_noise.v).squaredNorm();
                      });
    return cost;
  }

  /// The last sample of a flight whose prediction failed at `alarmAt`.
  Index placeDivision(const RecordedFlight& flight, Index alarmAt) {
    constexpr Index reach = 40;
    const Index fewest = m_run.hasVelocities() ? 1 : 2;
    if (alarmAt - flight.first < fewest + 1) return alarmAt - 1;
    const Index next = alarmAfter(alarmAt, {}, std::min(alarmAt + reach + 2, m_run.size()));
    const Index end = std::min({next - 1, alarmAt + reach, m_run.size() - 1});
    const Index begin = std::max(flight.first, alarmAt - reach);
    if (end - alarmAt + 1 < fewest + 1) return alarmAt - 1;
    const FlightSupports B = supports(flight);
    const Index guard = std::min<Index>(3, (alarmAt - 1 - begin) / 3);
    Index last = alarmAt - 1;
    for (int round = 0; round < 4; ++round) {
      const Index lastFitted = round == 0 ? last - guard : last;
      const auto left = fitFlight(m_dynamics, m_run, m_noise, std::max(flight.first, last - 2 * reach),
                                  std::max(lastFitted, flight.first + fewest - 1), B);
      const auto right = fitFlight(m_dynamics, m_run, m_noise, std::min(last + 1, end - fewest + 1), end);
      if (!left || !right) return last;
      const Index from = std::max(flight.first + fewest - 1, last - reach),
                  to = std::min(last + reach, end - 1);
      if (to < from) return last;
      const VectorXd a = costs(*left, from, to), b = costs(*right, from, to);
      double best = HUGE_VAL, sum = b.sum();
      Index place = last;
      for (Index i = from; i <= to; ++i) {
        sum += a[i - from] - b[i - from];
        if (sum < best) {
          best = sum;
          place = i;
        }
      }
      if (place == last && round > 0) break;
      last = place;
    }
    return last;
  }

  FlightDynamics& m_dynamics;
  const RecordedRun& m_run;
  RecordingNoise m_noise;
  double m_gapError;
  std::stop_token m_stop;
};

/// The fit of the samples next to one end of a flight: of all of them, or of half, a quarter, … where these
/// do not fit.
std::optional<FlightFit> endFit(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise,
                                const RecordedFlight& flight, const FlightSupports& B, bool head) {
  constexpr double deviations = 4;
  std::optional<FlightFit> fit;
  for (Index count = flight.count();; count = std::max<Index>(8, count / 2)) {
    const Index first = head ? flight.first : std::max(flight.first, flight.last - count + 1);
    const Index last = head ? std::min(flight.last, flight.first + count - 1) : flight.last;
    fit = fitFlight(dynamics, run, noise, first, last, B);
    if (!fit || fit->fits(deviations) || count <= 8) return fit;
  }
}

/// Fits both ends of each flight.
void fitEnds(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise,
             std::vector<RecordedFlight>& flights) {
  std::vector<RecordedFlight> fitted;
  for (RecordedFlight& flight : flights) {
    if (flight.count() < fewestSamples) continue;
    const FlightSupports B = supportsOf(dynamics.mechanism(), run, flight, flight.first);
    auto head = endFit(dynamics, run, noise, flight, B, true);
    // A short part that is no flight belongs to the jumps around it.
    constexpr Index isShort = 12;
    if (!head || (flight.count() <= isShort && !head->fits(alarm))) continue;
    auto tail = head->count() == flight.count() ? head : endFit(dynamics, run, noise, flight, B, false);
    if (!tail) continue;
    flight.head = std::move(*head);
    flight.tail = std::move(*tail);
    flight.chi2 = flight.head.chi2;
    flight.freedom = flight.head.freedom;
    if (flight.head.count() != flight.count()) {
      flight.chi2 += flight.tail.chi2;
      flight.freedom += flight.tail.freedom;
    }
    fitted.push_back(std::move(flight));
  }
  flights = std::move(fitted);
}

/// The other ways to stand: with one contact less, or one that slips and does not stick, or the other way
/// round.
std::vector<FlightSupports> alternatives(const Mechanism& mechanism,
                                         const std::vector<StandingContact>& standing) {
  std::vector<FlightSupports> others;
  for (std::size_t i = 0; i < standing.size(); ++i) {
    FlightSupports less{{}, standing}, slipping{{}, standing};
    less.standing.erase(less.standing.begin() + static_cast<std::ptrdiff_t>(i));
    others.push_back(std::move(less));
    const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(standing[i].contact)];
    if (pair.coefficients.friction == 0) continue;
    slipping.standing[i].sticks = !slipping.standing[i].sticks;
    others.push_back(std::move(slipping));
  }
  return others;
}

/// Whether the samples of a fit are of its contacts that stand and of no others.
bool isDecided(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise,
               const FlightFit& fit) {
  return std::ranges::none_of(
      alternatives(dynamics.mechanism(), fit.lasting.standing), [&](const FlightSupports& other) {
        const auto fitted = fitFlight(dynamics, run, noise, fit.first, fit.last, other);
        return fitted && fitted->fits(alarm) && fitted->chi2 < fit.chi2 + decisive;
      });
}

/// Notes of the flights in which contacts stand whether that is decided at both ends.
void decideStanding(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise,
                    std::vector<RecordedFlight>& flights, const std::stop_token& stop) {
  for (RecordedFlight& flight : flights)
    flight.isDecided =
        !flight.standing.empty() && !stop.stop_requested() && isDecided(dynamics, run, noise, flight.head) &&
        (flight.tail.first == flight.head.first || isDecided(dynamics, run, noise, flight.tail));
}

/// The contacts of which samples do not tell that they are open: they may press throughout a part of a
/// recording. A flight over so short a time, so near to a contact, has unknown forces.
class MayPress {
 public:
  MayPress(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise, double gapError)
      : m_dynamics(dynamics),
        m_mechanism(dynamics.mechanism()),
        m_run(run),
        m_noise(noise),
        m_gapError(gapError) {}

  std::vector<int> during(Index first, Index last) {
    std::vector<int> near = closedThroughout(first, last);
    while (!near.empty()) {
      const MatrixXd B = supportsOf(m_mechanism, near, m_run.q.col((first + last) / 2));
      const auto fit = fitFlight(m_dynamics, m_run, m_noise, first, last, {B, {}});
      if (!fit || std::erase_if(near, [&](int contact) { return opens(*fit, B, contact); }) == 0) break;
    }
    return near;
  }

 private:
  static constexpr double sure = 4;  ///< standard deviations

  /// The contacts whose gaps are 0 within the noise at all samples.
  std::vector<int> closedThroughout(Index first, Index last) const {
    constexpr Index most = 32;
    const Index stride = 1 + (last - first) / most, n = m_run.q.rows();
    UncertainPoint at{0, {}, MatrixXd::Zero(2 * n, 2 * n)};
    at.covariance.diagonal().head(n) = m_noise.q.cwiseAbs2();
    std::vector<int> closed;
    for (int contact = 0; contact < static_cast<int>(m_mechanism.contacts().size()); ++contact) {
      at.point.q = m_run.q.col(first);
      const double sd = gapDeviation(m_mechanism, contact, at, m_gapError) + 10 * closedGap;
      const int count = static_cast<int>(1 + (last - first) / stride);
      double chi2 = 0;
      for (Index i = first; i <= last && chi2 < 20.0 * count; i += stride)
        chi2 += std::pow(m_mechanism.gap(contact, m_run.q.col(i)) / sd, 2);
      if (deviationsOf(chi2, count) <= sure) closed.push_back(contact);
    }
    return closed;
  }

  /// Whether a gap opens or closes, or falls freely, in a flight whose contacts may press.
  bool opens(const FlightFit& fit, const MatrixXd& B, int contact) {
    const FlightPoint& middle = fit.middle.point;
    const Index n = middle.q.size();
    const VectorXd u = m_mechanism.normal(contact, middle.q);
    const double rate = u.dot(middle.v),
                 rateError =
                     std::sqrt(std::max(0.0, u.dot(fit.middle.covariance.bottomRightCorner(n, n) * u)));
    if (std::abs(rate) > sure * rateError) return true;
    const auto held = speedUp(fit, fit.lasting, contact), free = speedUp(fit, {}, contact);
    if (!held || !free) return false;
    // Where a free flight keeps the gap as well, forces make no difference.
    constexpr double little = 0.5;
    const double half = 0.5 * (m_run.time[fit.last] - m_run.time[fit.first]);
    if (std::abs(*free) * half <= little * rateError) return true;
    const VectorXd slope = B.transpose() * u;
    return *held < -sure * std::sqrt(std::max(0.0, slope.dot(fit.supportsCovariance * slope)));
  }

  /// The acceleration of a gap in the middle of a flight (m/s²).
  std::optional<double> speedUp(const FlightFit& fit, const LastingForces& lasting, int contact) {
    constexpr double by = 1e-4;  // s, for a derivative
    double change = 0;
    for (const int side : {1, -1}) {
      FlightPoint at = fit.middle.point;
      if (!m_dynamics.advance(at, fit.middle.time, side * by, lasting)) return std::nullopt;
      change += side * m_mechanism.normal(contact, at.q).dot(at.v);
    }
    return change / (2 * by);
  }

  FlightDynamics& m_dynamics;
  const Mechanism& m_mechanism;
  const RecordedRun& m_run;
  const RecordingNoise& m_noise;
  double m_gapError;
};

/// Notes what may press in each flight that is long enough to be one.
void findPressing(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise,
                  double gapError, std::vector<RecordedFlight>& flights) {
  MayPress press(dynamics, run, noise, gapError);
  for (RecordedFlight& flight : flights)
    if (flight.lasting.empty() && flight.count() >= fewestSamples)
      flight.lasting = press.during(flight.first, flight.last);
}

/// Joins neighbours that one flight fits as well as two: divisions by chance.
bool joinFlights(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise,
                 std::vector<RecordedFlight>& flights) {
  constexpr Index reach = 80;
  constexpr double deviations = 4;
  bool joined = false;
  for (std::size_t i = 0; i + 1 < flights.size();) {
    RecordedFlight &a = flights[i], &b = flights[i + 1];
    bool one = a.lasting == b.lasting && a.standing == b.standing && b.first == a.last + 1;
    if (one) {
      const FlightSupports B = supportsOf(dynamics.mechanism(), run, a, b.first);
      const Index first = std::max(a.first, a.last - reach), last = std::min(b.last, b.first + reach);
      const auto left = fitFlight(dynamics, run, noise, first, a.last, B),
                 right = fitFlight(dynamics, run, noise, b.first, last, B),
                 both = fitFlight(dynamics, run, noise, first, last, B);
      one = left && right && both &&
            deviationsOf(both->chi2 - left->chi2 - right->chi2,
                         both->freedom - left->freedom - right->freedom) <= deviations;
    }
    if (one) {
      a.last = b.last;
      flights.erase(flights.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      joined = true;
    } else {
      ++i;
    }
  }
  return joined;
}

/// Coordinates that loops tell from the others say little that is new: ten times the noise, a hundredth of
/// the weight.
RecordingNoise withTold(const RecordedRun& run, RecordingNoise noise) {
  constexpr double weak = 10;
  for (const int i : run.told) {
    noise.q[i] *= weak;
    if (noise.v.size() > 0) noise.v[i] *= weak;
  }
  return noise;
}

/// The noise that the residuals show; `free`: share of the coordinates that loops leave; of few residuals
/// together with the other coordinates of the same unit.
RecordingNoise noiseOf(const Mechanism& mechanism, const RecordedRun& run,
                       const std::vector<RecordedFlight>& flights, const RecordingNoise& before,
                       double free) {
  const Index n = run.q.rows();
  VectorXd q = VectorXd::Zero(n), v = VectorXd::Zero(n);
  double freedom = 0, freedomV = 0;
  // Of each coordinate, for its positions; loops leave some of the coordinates free.
  const double unknowns = (run.hasVelocities() ? 1 : 2) * free;
  for (const RecordedFlight& flight : flights) {
    if ((!flight.lasting.empty() && flight.standing.empty()) || flight.head.count() < 6) continue;
    q += flight.head.residuals.rowwise().squaredNorm();
    freedom += static_cast<double>(flight.head.count()) - unknowns;
    if (!run.hasVelocities()) continue;
    v += flight.head.velocityResiduals.rowwise().squaredNorm();
    freedomV += static_cast<double>(flight.head.count()) - unknowns;
  }
  if (freedom < 8) return before;
  RecordingNoise noise = before;
  constexpr double enough = 60;  // degrees of freedom, for a noise of each coordinate within a tenth
  for (const char* unit : {"m", "rad"}) {
    double sum = 0, sumV = 0, count = 0;
    for (Index i = 0; i < n; ++i)
      if (mechanism.coordinates()[static_cast<std::size_t>(i)].unit == unit) {
        sum += q[i];
        sumV += v[i];
        ++count;
      }
    for (Index i = 0; i < n; ++i)
      if (mechanism.coordinates()[static_cast<std::size_t>(i)].unit == unit) {
        const bool own = freedom >= enough;
        noise.q[i] = std::sqrt(own ? q[i] / freedom : sum / (freedom * count));
        if (run.hasVelocities()) noise.v[i] = std::sqrt(own ? v[i] / freedomV : sumV / (freedomV * count));
      }
  }
  return withTold(run, noise);
}

/// Computed runs have no noise but rounding, and errors of another integrator, which no flight of ours
/// repeats: this share of the range of a coordinate. A smaller one divides flights where they differ; a
/// larger one hides small jumps. With fast springs it is the error of a rule of second order whose steps are
/// the samples, (r h)²/12 at the rate r: hardly seen in places, which the flight that fits best follows, but
/// whole in velocities. A recording with more noise than computed runs have, or a least noise that someone
/// gives, says itself how exact it is.
double integratorShare(const FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& rough,
                       const RecordingNoise& least) {
  if (dynamics.isUniform()) return 1e-8;
  constexpr double usual = 1e-6, most = 1e-2;
  const double rate = dynamics.fastestRate();
  if (rate == 0 || least.q.size() > 0 || dynamics.stepsAsRecorded()) return usual;
  const double turn = rate * (run.time[run.size() - 1] - run.time[0]) / static_cast<double>(run.size() - 1);
  // The quadratics of the guess leave the third derivative of a vibration.
  const double computed = std::max(1e-5, std::pow(turn, 3) / 50);
  if ((rough.q.array() > computed * rangesOf(run).array()).any()) return usual;
  return std::clamp(turn * turn / 12, usual, most);
}

/// What a computed recording of an unknown rule differs by from exact flights: the residuals of parts in
/// which no contact is near, of which a fifth is worse. Empty where they are as large as the noise.
std::optional<RecordingNoise> integratorNoise(FlightDynamics& dynamics, const RecordedRun& run,
                                              const RecordingNoise& rough, const std::stop_token& stop) {
  constexpr Index longest = 64, shortest = 8, windows = 40, fewest = 4;
  constexpr double worse = 0.2, seen = 4, exact = 1e-9, span = 0.1;
  const VectorXd least = exact * rangesOf(run);
  const RecordingNoise weights{rough.q.cwiseMax(least),
                               run.hasVelocities() ? VectorXd(rough.v.cwiseMax(least / span)) : VectorXd()};
  const Index window = std::clamp(run.size() / 8, shortest, longest);
  std::vector<RecordingNoise> left;
  const RecordedGaps gaps(dynamics.mechanism(), run);
  const Index stride = std::max<Index>(1, (run.size() - window) / windows);
  for (Index first = 0; first + window <= run.size() && !stop.stop_requested(); first += stride) {
    if (!gaps.stayOpen(first, first + window - 1)) continue;
    const auto fit = fitFlight(dynamics, run, weights, first, first + window - 1);
    if (!fit) continue;
    const auto rms = [](const MatrixXd& of) { return VectorXd(of.rowwise().norm() / std::sqrt(of.cols())); };
    left.push_back({rms(fit->residuals), run.hasVelocities() ? rms(fit->velocityResiduals) : VectorXd()});
  }
  if (std::ssize(left) < fewest) return std::nullopt;
  const auto quantile = [&](const VectorXd RecordingNoise::*of) {
    VectorXd noise = VectorXd::Zero((left[0].*of).size());
    std::vector<double> values(left.size());
    for (Index i = 0; i < noise.size(); ++i) {
      std::ranges::transform(left, values.begin(), [&](const RecordingNoise& one) { return (one.*of)[i]; });
      std::ranges::sort(values);
      noise[i] = values[static_cast<std::size_t>((1 - worse) * static_cast<double>(values.size() - 1))];
    }
    return noise;
  };
  RecordingNoise noise{quantile(&RecordingNoise::q), quantile(&RecordingNoise::v)};
  const bool isSeen = (noise.q.array() > seen * weights.q.array()).any() ||
                      (noise.v.array() > seen * weights.v.array()).any();
  return isSeen ? std::optional(std::move(noise)) : std::nullopt;
}

/// At least `share` of the range of each coordinate. Velocities are as uncertain as places that are 0.1 s
/// apart.
RecordingNoise withFloor(const RecordedRun& run, double share, const RecordingNoise& least,
                         RecordingNoise noise) {
  const double span = run.time[run.size() - 1] - run.time[0];
  const VectorXd ranges = rangesOf(run);
  for (Index i = 0; i < noise.q.size(); ++i) {
    const double floor = std::max(share * ranges[i], least.q.size() > 0 ? least.q[i] : 0);
    noise.q[i] = std::max(noise.q[i], floor);
    if (noise.v.size() > 0)
      noise.v[i] = std::max({noise.v[i], floor / std::min(span, 0.1), least.v.size() > 0 ? least.v[i] : 0});
  }
  return noise;
}

/// By how much the accelerations by contacts that stand change over a time (n).
VectorXd changeOver(FlightDynamics& dynamics, const LastingForces& lasting, const UncertainPoint& at,
                    double h) {
  VectorXd change = VectorXd::Zero(dynamics.dof());
  FlightPoint there = at.point;
  if (lasting.standing.empty() || !dynamics.coast(there, at.time, h, lasting)) return change;
  change = dynamics.accelerationBy(lasting, there, at.time + h) -
           dynamics.accelerationBy(lasting, at.point, at.time);
  return change.cwiseAbs();
}

/// Whether a contact with friction slips in one flight, and sticks or slips the other way in the next one.
bool stopsSlip(const FlightDynamics& dynamics, const RecordedFlight& a, const RecordedFlight& b,
               const FlightPoint& before, const FlightPoint& after) {
  return std::ranges::any_of(a.standing, [&](const StandingContact& one) {
    const ContactPair& pair = dynamics.mechanism().contacts()[static_cast<std::size_t>(one.contact)];
    const auto later = std::ranges::find(b.standing, one.contact, &StandingContact::contact);
    if (one.sticks || pair.coefficients.friction == 0 || later == b.standing.end()) return false;
    return later->sticks || dynamics.slip(before, one.contact).dot(dynamics.slip(after, one.contact)) <= 0;
  });
}

/// Whether a flight goes on as another one without a jump: contacts have begun or ceased to press.
bool goesOn(FlightDynamics& dynamics, const RecordedFlight& a, const RecordedFlight& b,
            const UncertainPoint& before, const UncertainPoint& after) {
  const double h = after.time - before.time;
  const Index n = dynamics.dof();
  const auto lasted = [&](const StandingContact& one) {
    return std::ranges::find(a.lasting, one.contact) != a.lasting.end();
  };
  // What arrives and stands has been stopped.
  for (const StandingContact& one : b.standing) {
    constexpr double sure = 4;
    const VectorXd u = dynamics.mechanism().normal(one.contact, before.point.q);
    const double sd = std::sqrt(u.dot(before.covariance.bottomRightCorner(n, n) * u));
    if (!lasted(one) && u.dot(before.point.v) < -sure * sd) return false;
  }
  FlightPoint half = before.point, late = after.point;
  // Two parts of a step are not the step; but where a slip stops in it there is no such step.
  const bool turns = stopsSlip(dynamics, a, b, before.point, after.point);
  const double there = dynamics.stepsAsRecorded() && !turns ? h : h / 2;
  const auto moved = [&](FlightPoint& point, double t, double by, const LastingForces& lasting) {
    return turns ? dynamics.coast(point, t, by, lasting)
                 : dynamics.advanceFar(point, t, by, longestFlightStep, lasting);
  };
  if (!moved(half, before.time, there, a.tail.lasting) || !moved(late, after.time, there - h, b.head.lasting))
    return false;
  VectorXd d(2 * n);
  d << dynamics.mechanism().difference(half.q, late.q), late.v - half.v;
  MatrixXd F = MatrixXd::Identity(2 * n, 2 * n);
  F.topRightCorner(n, n).diagonal().setConstant(there);
  MatrixXd C = F * before.covariance * F.transpose();
  F.topRightCorner(n, n).diagonal().setConstant(there - h);
  C += F * after.covariance * F.transpose();
  // Where a force begins or ends between the samples the velocity differs by half of its effect; where
  // contacts open, by what it changes within a step, too.
  const VectorXd change = dynamics.accelerationBy(a.tail.lasting, before.point, before.time) -
                          dynamics.accelerationBy(b.head.lasting, after.point, after.time);
  VectorXd most = 0.5 * h * change.cwiseAbs();
  if (std::ranges::all_of(b.standing, lasted))
    most +=
        0.5 * h *
        (changeOver(dynamics, a.tail.lasting, before, h) + changeOver(dynamics, b.head.lasting, after, h));
  C.bottomRightCorner(n, n).diagonal() += most.cwiseAbs2();
  C.topLeftCorner(n, n).diagonal() += (0.5 * h * most).cwiseAbs2();
  if (!dynamics.loops().empty()) {
    const MatrixXd T = dynamics.loops().stateDirections(half.q);
    C = T.transpose() * C * T;
    d = T.transpose() * d;
  }
  const VectorXd scale = C.diagonal().cwiseSqrt().cwiseMax(1e-300).cwiseInverse();
  C = scale.asDiagonal() * C * scale.asDiagonal();
  C.diagonal().array() += 1e-9;
  const Eigen::LLT<MatrixXd> factor(C);
  const double chi2 = factor.matrixL().solve(scale.cwiseProduct(d)).squaredNorm();
  constexpr double deviations = 4;
  return deviationsOf(chi2, static_cast<int>(d.size())) <= deviations;
}

}  // namespace
}  // namespace find_jumps

std::vector<int> RecordedFlight::pressing(const Mechanism& mechanism) const {
  const bool isSure =
      isDecided && std::ranges::all_of(standing, [&](const StandingContact& one) {
        return mechanism.contacts()[static_cast<std::size_t>(one.contact)].coefficients.restitution == 0;
      });
  return isSure ? std::vector<int>() : lasting;
}

Eigen::VectorXd rangesOf(const RecordedRun& run) {
  constexpr double least = 1e-2;
  return (run.q.rowwise().maxCoeff() - run.q.rowwise().minCoeff()).cwiseMax(least);
}

Eigen::MatrixXd supportsOf(const Mechanism& mechanism, const std::vector<int>& contacts,
                           const Eigen::VectorXd& q) {
  Eigen::MatrixXd C(0, mechanism.dof());
  for (const int contact : contacts) {
    const bool slips = mechanism.contacts()[static_cast<std::size_t>(contact)].coefficients.friction > 0;
    const Eigen::MatrixXd rows = slips ? contactAxes(mechanism, contact, q).rows
                                       : Eigen::MatrixXd(mechanism.normal(contact, q).transpose());
    C.conservativeResize(C.rows() + rows.rows(), Eigen::NoChange);
    C.bottomRows(rows.rows()) = rows;
  }
  const Eigen::MatrixXd B = velocitiesBy(mechanism, q, C);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(B);
  qr.setThreshold(1e-9);
  const Eigen::MatrixXd Q = qr.householderQ() * Eigen::MatrixXd::Identity(B.rows(), qr.rank());
  return Q;
}

FlightSupports supportsOf(const Mechanism& mechanism, const RecordedRun& run, const RecordedFlight& flight,
                          Eigen::Index sample) {
  if (!flight.standing.empty()) return {{}, flight.standing};
  if (flight.lasting.empty()) return {};
  return {supportsOf(mechanism, flight.lasting, run.q.col(sample)), {}};
}

namespace find_jumps {
namespace {

/// Divides a recording with a noise that is at least `least`.
void divide(FlightDynamics& dynamics, const RecordedRun& run, const JumpSearch& search,
            const RecordingNoise& rough, const RecordingNoise& least, DividedMotion& motion,
            const std::stop_token& stop, const Progress& progress) {
  motion.flights.clear();
  motion.noise =
      withFloor(run, motion.leastShare, least, search.noise ? *search.noise : withTold(run, rough));
  dynamics.loops().setErrors(motion.noise.q);
  const double free = static_cast<double>(dynamics.loops().directions(run.q.col(0)).cols()) /
                      static_cast<double>(run.q.rows());
  const int rounds = search.noise ? 1 : 3;
  for (int round = 0; round < rounds && !stop.stop_requested(); ++round) {
    Search divide(dynamics, run, motion.noise, search.gapError, stop);
    motion.flights = divide.divide(progress);
    joinFlights(dynamics, run, motion.noise, motion.flights);
    findPressing(dynamics, run, motion.noise, search.gapError, motion.flights);
    fitEnds(dynamics, run, motion.noise, motion.flights);
    if (search.noise) break;
    const RecordingNoise next =
        withFloor(run, motion.leastShare, least,
                  noiseOf(dynamics.mechanism(), run, motion.flights, motion.noise, free));
    const double change = ((next.q - motion.noise.q).cwiseQuotient(motion.noise.q)).cwiseAbs().maxCoeff();
    motion.noise = next;
    dynamics.loops().setErrors(motion.noise.q);
    constexpr double settled = 0.1;
    if (change < settled) break;
  }
  fitEnds(dynamics, run, motion.noise, motion.flights);
}

/// The number of divisions at which no contact is near: none closes within some samples.
int divisionsInTheOpen(const Mechanism& mechanism, const RecordedRun& run, const DividedMotion& motion) {
  constexpr Index around = 3;
  const RecordedGaps gaps(mechanism, run);
  int count = 0;
  for (std::size_t i = 0; i + 1 < motion.flights.size(); ++i) {
    const Index first = std::max<Index>(0, motion.flights[i].last - around),
                last = std::min(run.size() - 1, motion.flights[i + 1].first + around);
    count += gaps.stayOpen(first, last);
  }
  return count;
}

/// Divisions of a recording that no contact has made say that it is less exact than it looks: another rule
/// computed it, or something else acted. Raises the least noise as far as most of these divisions go; leaves
/// the motion as it is where they stay.
void allowForRule(FlightDynamics& dynamics, const RecordedRun& run, const JumpSearch& search,
                  const RecordingNoise& rough, DividedMotion& motion, const std::stop_token& stop,
                  const Progress& progress) {
  constexpr int few = 2, rounds = 5;
  constexpr double rise = 4, share = 0.2;
  const auto isOften = [&](const DividedMotion& of) {
    const int open = divisionsInTheOpen(dynamics.mechanism(), run, of);
    return open > few && open > share * static_cast<double>(of.flights.size());
  };
  DividedMotion other = motion;
  for (int round = 0; round < rounds && isOften(other) && !stop.stop_requested(); ++round)
    divide(dynamics, run, search, rough, {rise * other.noise.q, rise * other.noise.v}, other, stop, progress);
  if (!isOften(other)) motion = std::move(other);
  dynamics.loops().setErrors(motion.noise.q);
}

}  // namespace
}  // namespace find_jumps

DividedMotion findJumps(FlightDynamics& dynamics, const RecordedRun& run, const JumpSearch& search,
                        std::stop_token stop, const Progress& progress) {
  using namespace find_jumps;
  DividedMotion motion;
  motion.sampling = (run.time[run.size() - 1] - run.time[0]) / static_cast<double>(run.size() - 1);
  motion.longestStep = motion.sampling;
  const RecordingNoise rough = guessNoise(dynamics.mechanism(), run);
  dynamics.stepAsRecorded(run.time[0], 0);
  if (const auto step = search.step
                            ? search.step
                            : recordedStep(dynamics, run, search.noise ? *search.noise : rough, stop)) {
    motion.step = step->length;
    motion.rule = step->rule;
    motion.longestStep = std::max(step->length, step->longest);
    if (step->rule != StepRule::Midpoint) motion.eventStep = step->length;
  }
  motion.mayBeLate = search.least.q.size() == 0 && search.gapError == 0;
  dynamics.stepAsRecorded(run.time[0], motion.step.value_or(0), motion.rule);
  motion.leastShare = integratorShare(dynamics, run, rough, search.least);
  RecordingNoise least = search.least;
  if (!search.noise && least.q.size() == 0)
    if (auto noise = integratorNoise(dynamics, run, rough, stop)) least = std::move(*noise);
  divide(dynamics, run, search, rough, least, motion, stop, progress);
  if (!search.noise && search.least.q.size() == 0)
    allowForRule(dynamics, run, search, rough, motion, stop, progress);
  decideStanding(dynamics, run, motion.noise, motion.flights, stop);
  for (std::size_t i = 0; i + 1 < motion.flights.size(); ++i) {
    const auto before = stateAt(dynamics, motion.flights[i].tail, run.time[motion.flights[i].last]);
    const auto after = stateAt(dynamics, motion.flights[i + 1].head, run.time[motion.flights[i + 1].first]);
    if (!before || !after)
      motion.unknown.push_back(0.5 *
                               (run.time[motion.flights[i].last] + run.time[motion.flights[i + 1].first]));
    else if (!goesOn(dynamics, motion.flights[i], motion.flights[i + 1], *before, *after))
      motion.jumps.push_back({i, *before, *after});
  }
  return motion;
}

}  // namespace carom
