#include "audit/audit_run.h"

#include <algorithm>
#include <stdexcept>

#include "audit/likelihood.h"
#include "audit/recorded_forces.h"

namespace carom {

namespace audit_run {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Whether a jump tells coefficients: between flights without contacts that press, with words of one end that
/// fit well.
bool tellsCoefficients(const Mechanism& mechanism, const AuditReport& report, std::size_t i) {
  constexpr double well = 3;
  const ExplainedJump& jump = report.jumps[i];
  const std::size_t flight = report.motion.jumps[i].flight;
  return jump.verdict == JumpVerdict::Explained && jump.words.front().deviations <= well &&
         report.motion.flights[flight].pressing(mechanism).empty() &&
         report.motion.flights[flight + 1].pressing(mechanism).empty();
}

/// The value of one coefficient in one jump, with its weight.
struct SingleValue {
  std::size_t jump;
  double value, deviation;
};

/// The jumps whose coefficients are far from those of the others: a wrong word may fit by chance with wrong
/// coefficients, and would weigh as much as it is exact.
std::set<std::size_t> outliers(const std::vector<std::vector<SingleValue>>& single) {
  std::set<std::size_t> far;
  for (const std::vector<SingleValue>& values : single) {
    if (values.size() < 3) continue;
    std::vector<double> sorted;
    for (const SingleValue& one : values) sorted.push_back(one.value);
    std::ranges::sort(sorted);
    const double median = sorted[sorted.size() / 2];
    std::vector<double> distances;
    for (const double value : sorted) distances.push_back(std::abs(value - median));
    std::ranges::sort(distances);
    const double spread = distances[distances.size() / 2] / 0.6745;
    constexpr double deviations = 5;
    for (const SingleValue& one : values)
      if (std::abs(one.value - median) > deviations * std::hypot(one.deviation, spread)) far.insert(one.jump);
  }
  return far;
}

/// What late collisions give to a mean: a program is late in one way, so that their errors of all jumps have
/// one sign, as far as anybody knows, and do not average out.
struct CommonLateness {
  double part = 0;   ///< all together
  double added = 0;  ///< to the variance of the mean, which has them as if they were of chance
};
/// weights: of the sum of information times value in the mean; `at`: the coefficient in `live`.
CommonLateness commonLateness(const std::vector<SingleValue>& values, const AuditReport& report,
                              const MatrixXd& weights, const std::vector<Index>& live, std::size_t at) {
  double sum = 0, squares = 0;
  for (const SingleValue& one : values) {
    const WordFit& fit = report.jumps[one.jump].words.front();
    const auto parameter = std::ranges::find(fit.parameters, live[at]) - fit.parameters.begin();
    if (fit.late.size() == 0 || fit.late[parameter] == 0) continue;
    double weight = 0;
    for (std::size_t j = 0; j < live.size(); ++j) {
      const auto other = std::ranges::find(fit.parameters, live[j]) - fit.parameters.begin();
      if (other < std::ssize(fit.parameters))
        weight += weights(static_cast<Index>(at), static_cast<Index>(j)) * fit.information(other, parameter);
    }
    sum += weight * fit.late[parameter];
    squares += std::pow(weight * fit.late[parameter], 2);
  }
  return {std::abs(sum), std::max(0.0, sum * sum - squares)};
}

/// What jumps on both sides of a flight have in common: the errors of its fit. Adds to the covariance of the
/// sum of information times value over the jumps of which `counts` holds.
void addSharedFlights(FlightDynamics& dynamics, const AuditReport& report,
                      const std::function<bool(std::size_t)>& counts, MatrixXd& covariance) {
  const DividedMotion& motion = report.motion;
  for (std::size_t j = 0; j + 1 < report.jumps.size(); ++j) {
    const std::size_t flight = motion.jumps[j].flight + 1;
    if (motion.jumps[j + 1].flight != flight || !counts(j) || !counts(j + 1)) continue;
    const FlightFit &head = motion.flights[flight].head, &tail = motion.flights[flight].tail;
    if (head.first != tail.first || head.last != tail.last) continue;  // of samples of their own
    const auto between =
        covarianceBetween(dynamics, head, motion.jumps[j].after.time, motion.jumps[j + 1].before.time);
    const WordFit &a = report.jumps[j].words.front(), &b = report.jumps[j + 1].words.front();
    if (!between || a.parameters.empty() || b.parameters.empty()) continue;
    const Eigen::Map<const Eigen::VectorXi> atA(a.parameters.data(), std::ssize(a.parameters)),
        atB(b.parameters.data(), std::ssize(b.parameters));
    const MatrixXd shared = a.byAfter * *between * b.byBefore.transpose();
    covariance(atA, atB) += shared;
    covariance(atB, atA) += shared.transpose();
  }
}

/// The mean of the coefficients of all jumps, each with its weight.
std::vector<CoefficientFit> fitCoefficients(FlightDynamics& dynamics, const AuditReport& report) {
  const Mechanism& mechanism = dynamics.mechanism();
  const auto classes = static_cast<Index>(report.classes.size());
  std::vector<std::vector<SingleValue>> single(static_cast<std::size_t>(2 * classes));
  for (std::size_t j = 0; j < report.jumps.size(); ++j) {
    if (!tellsCoefficients(mechanism, report, j)) continue;
    const WordFit& fit = report.jumps[j].words.front();
    for (std::size_t i = 0; i < fit.parameters.size(); ++i) {
      const Index at = fit.parameters[i];
      const double sd = at < classes ? fit.deviation.e[at] : fit.deviation.mu[at - classes];
      if (sd > 0)
        single[static_cast<std::size_t>(at)].push_back({j, fit.unbounded[static_cast<Index>(i)], sd});
    }
  }
  const std::set<std::size_t> far = outliers(single);
  MatrixXd A = MatrixXd::Zero(2 * classes, 2 * classes);
  VectorXd b = VectorXd::Zero(2 * classes);
  for (std::size_t j = 0; j < report.jumps.size(); ++j) {
    if (!tellsCoefficients(mechanism, report, j) || far.contains(j)) continue;
    const WordFit& fit = report.jumps[j].words.front();
    const Eigen::Map<const Eigen::VectorXi> at(fit.parameters.data(), std::ssize(fit.parameters));
    if (at.size() == 0) continue;
    A(at, at) += fit.information;
    b(at) += fit.information * fit.unbounded;
  }
  MatrixXd V = A;
  addSharedFlights(
      dynamics, report,
      [&](std::size_t j) { return tellsCoefficients(mechanism, report, j) && !far.contains(j); }, V);
  std::vector<Index> live;
  for (Index i = 0; i < 2 * classes; ++i) {
    std::erase_if(single[static_cast<std::size_t>(i)],
                  [&](const SingleValue& one) { return far.contains(one.jump); });
    if (!single[static_cast<std::size_t>(i)].empty()) live.push_back(i);
  }
  std::vector<CoefficientFit> fits;
  if (live.empty()) return fits;
  const MatrixXd part = A(live, live);
  const Eigen::LDLT<MatrixXd> factor(part);
  const VectorXd x = factor.solve(b(live));
  const MatrixXd weights = factor.solve(MatrixXd::Identity(std::ssize(live), std::ssize(live)));
  const MatrixXd covariance = weights * MatrixXd(V(live, live)) * weights;
  for (std::size_t i = 0; i < live.size(); ++i) {
    const auto k = static_cast<Index>(i);
    const auto& values = single[static_cast<std::size_t>(live[i])];
    const CommonLateness late = commonLateness(values, report, weights, live, i);
    CoefficientFit fit{static_cast<std::size_t>(live[i] % classes), live[i] >= classes, x[k],
                       std::sqrt(std::max(0.0, covariance(k, k) + late.added)), late.part};
    fit.jumps = static_cast<int>(values.size());
    fit.leftOut = static_cast<int>(far.size());
    double squares = 0;
    for (const SingleValue& one : values) {
      squares += std::pow(one.value - fit.value, 2);
      fit.chi2 += std::pow((one.value - fit.value) / one.deviation, 2);
    }
    if (fit.jumps > 1) fit.scatter = std::sqrt(squares / (fit.jumps - 1));
    fits.push_back(fit);
  }
  return fits;
}

std::vector<RecordedOverlap> findOverlaps(const Mechanism& mechanism, const RecordedRun& run,
                                          const DividedMotion& motion, const AuditOptions& options) {
  std::vector<RecordedOverlap> overlaps;
  const Index n = mechanism.dof();
  MatrixXd covariance = MatrixXd::Zero(2 * n, 2 * n);
  covariance.diagonal().head(n) = motion.noise.q.cwiseAbs2();
  std::map<int, std::size_t> open;  // contact → its overlap that goes on
  for (Index i = 0; i < run.size(); ++i) {
    const VectorXd q = run.q.col(i), gaps = mechanism.gaps(q);
    for (int contact = 0; contact < static_cast<int>(mechanism.contacts().size()); ++contact) {
      const double gap = gaps[contact];
      if (gap >= -10 * closedGap) {
        open.erase(contact);
        continue;
      }
      const double sd =
          gapDeviation(mechanism, contact, {run.time[i], {q, {}}, covariance}, options.search.gapError);
      if (gap >= -options.impossible * sd - 10 * closedGap) {
        open.erase(contact);
        continue;
      }
      const auto known = open.find(contact);
      if (known == open.end()) {
        open[contact] = overlaps.size();
        overlaps.push_back({contact, {run.time[i], run.time[i]}, -gap, sd, run.time[i]});
        continue;
      }
      RecordedOverlap& overlap = overlaps[known->second];
      overlap.times[1] = run.time[i];
      if (-gap > overlap.depth) {
        overlap.depth = -gap;
        overlap.error = sd;
        overlap.deepest = run.time[i];
      }
    }
  }
  return overlaps;
}

/// The contacts that pull in one flight.
class Pulls {
 public:
  Pulls(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise, const FlightFit& fit,
        double sure)
      : m_dynamics(dynamics),
        m_run(run),
        m_noise(noise),
        m_fit(fit),
        m_sure(sure),
        m_strongest(fit.lasting.standing.size()) {}

  std::vector<RecordedPull> find() {
    constexpr Index most = 64;
    const Index stride = 1 + m_fit.count() / most;
    std::vector<double> times;
    for (Index i = m_fit.first; i <= m_fit.last; i += stride) times.push_back(m_run.time[i]);
    m_dynamics.follow(m_fit.middle.point, m_fit.middle.time, times, false, m_fit.lasting,
                      [&](std::size_t i, const FlightPoint& at) { look(at, times[i]); });
    std::vector<RecordedPull> pulls;
    for (std::size_t i = 0; i < m_strongest.size(); ++i) {
      RecordedPull& pull = m_strongest[i];
      if (!(pull.force > 0)) continue;
      pull.contact = m_fit.lasting.standing[i].contact;
      pull.error = errorOf(m_fit, i, m_at[i]);
      if (pull.force > m_sure * pull.error && !mayOpen(i, pull)) pulls.push_back(pull);
    }
    return pulls;
  }

 private:
  void look(const FlightPoint& at, double t) {
    const VectorXd forces = m_dynamics.normalForces(m_fit.lasting, at, t);
    m_at.resize(m_strongest.size());
    for (Index i = 0; i < forces.size(); ++i) {
      RecordedPull& pull = m_strongest[static_cast<std::size_t>(i)];
      if (!(forces[i] < 0)) continue;
      const bool isFirst = !(pull.force > 0);
      pull.times =
          isFirst ? std::array{t, t} : std::array{std::min(pull.times[0], t), std::max(pull.times[1], t)};
      if (-forces[i] <= pull.force) continue;
      pull.force = -forces[i];
      m_at[static_cast<std::size_t>(i)] = t;
    }
  }

  /// Whether the samples in which a contact pulls, and some after them, are as well those of a flight in
  /// which it is open, or are too few to tell.
  bool mayOpen(std::size_t i, const RecordedPull& pull) {
    constexpr Index fewest = 8;
    constexpr double deviations = 4;
    const auto at = [&](double t) {
      return static_cast<Index>(std::ranges::lower_bound(m_run.time, t) - m_run.time.begin());
    };
    const Index first = at(pull.times[0]),
                last = std::min(m_fit.last, std::max(at(pull.times[1]), first + fewest));
    if (last - first < fewest) return true;
    std::vector<StandingContact> others = m_fit.lasting.standing;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    std::vector<std::vector<StandingContact>> ways{others};
    for (StandingContact& one : others) one.sticks = !one.sticks;
    ways.push_back(std::move(others));
    if (std::ranges::any_of(ways, [&](const std::vector<StandingContact>& standing) {
          const auto fit = fitFlight(m_dynamics, m_run, m_noise, first, last, {{}, standing});
          return fit && fit->fits(deviations);
        }))
      return true;
    // By these samples alone: the others may be of other slips.
    const auto own = fitFlight(m_dynamics, m_run, m_noise, first, last, {{}, m_fit.lasting.standing});
    if (!own || !own->fits(deviations)) return true;
    const VectorXd forces = m_dynamics.normalForces(own->lasting, own->middle.point, own->middle.time);
    return !(forces.size() > 0 &&
             -forces[static_cast<Index>(i)] > m_sure * errorOf(*own, i, own->middle.time));
  }

  /// The standard deviation of a force at a time, by that of the state; infinite where it is not known.
  double errorOf(const FlightFit& fit, std::size_t i, double t) {
    constexpr double by = 1e-5;
    const auto state = stateAt(m_dynamics, fit, t);
    if (!state) return HUGE_VAL;
    const Index n = m_dynamics.dof(), at = static_cast<Index>(i);
    const VectorXd own = m_dynamics.normalForces(fit.lasting, state->point, t);
    VectorXd slope(2 * n);
    for (Index j = 0; j < 2 * n; ++j) {
      FlightPoint other = state->point;
      if (j < n)
        other.q = m_dynamics.mechanism().moved(other.q, VectorXd::Unit(n, j), by);
      else
        other.v[j - n] += by;
      const VectorXd force = m_dynamics.normalForces(fit.lasting, other, t);
      if (force.size() <= at || own.size() <= at) return HUGE_VAL;
      slope[j] = (force[at] - own[at]) / by;
    }
    return std::sqrt(std::max(0.0, slope.dot(state->covariance * slope)));
  }

  FlightDynamics& m_dynamics;
  const RecordedRun& m_run;
  const RecordingNoise& m_noise;
  const FlightFit& m_fit;
  double m_sure;
  std::vector<RecordedPull> m_strongest;  ///< of each contact that stands
  std::vector<double> m_at;               ///< its time (s)
};

std::vector<RecordedPull> findPulls(FlightDynamics& dynamics, const RecordedRun& run,
                                    const DividedMotion& motion, double sure, const std::stop_token& stop) {
  std::vector<RecordedPull> pulls;
  for (const RecordedFlight& flight : motion.flights) {
    if (!flight.isDecided || stop.stop_requested()) continue;
    std::ranges::move(Pulls(dynamics, run, motion.noise, flight.head, sure).find(),
                      std::back_inserter(pulls));
    if (flight.tail.first > flight.head.last)
      std::ranges::move(Pulls(dynamics, run, motion.noise, flight.tail, sure).find(),
                        std::back_inserter(pulls));
  }
  return pulls;
}

/// The change of the energy between the halves of a flight.
std::optional<Measured> driftOf(FlightDynamics& dynamics, const RecordedRun& run, const RecordingNoise& noise,
                                const RecordedFlight& flight) {
  const Index half = flight.count() / 2;
  const auto a = fitFlight(dynamics, run, noise, flight.first, flight.first + half - 1),
             b = fitFlight(dynamics, run, noise, flight.first + half, flight.last);
  if (!a || !b) return std::nullopt;
  const auto variance = [&](const UncertainPoint& at) {
    const Index n = dynamics.dof();
    const MatrixXd M = dynamics.mechanism().massMatrix(at.point.q);
    VectorXd slope(2 * n);
    constexpr double by = 1e-6;
    for (Index i = 0; i < n; ++i)
      slope[i] = (dynamics.mechanism().potentialEnergy(
                      dynamics.mechanism().moved(at.point.q, VectorXd::Unit(n, i), by)) -
                  dynamics.mechanism().potentialEnergy(
                      dynamics.mechanism().moved(at.point.q, VectorXd::Unit(n, i), -by))) /
                 (2 * by);
    slope.tail(n) = M * at.point.v;
    return slope.dot(at.covariance * slope);
  };
  return Measured{dynamics.energy(b->middle.point) - dynamics.energy(a->middle.point),
                  std::sqrt(variance(a->middle) + variance(b->middle))};
}

/// The gap where the flights before and after a jump of one contact cross.
std::vector<GapOffset> offsetsOf(FlightDynamics& dynamics, const AuditReport& report) {
  std::vector<GapOffset> offsets;
  for (std::size_t c = 0; c < report.classes.size(); ++c) {
    GapOffset offset{c, {}, 0};
    double weight = 0, sum = 0;
    for (std::size_t i = 0; i < report.jumps.size(); ++i) {
      const ExplainedJump& jump = report.jumps[i];
      if (!jump.nearest || jump.nearest->word.size() != 1) continue;
      const int contact = jump.nearest->word[0];
      if (std::ranges::find(report.classes[c].contacts, contact) == report.classes[c].contacts.end())
        continue;
      const RecordedJump& of = report.motion.jumps[i];
      const VectorXd u = dynamics.mechanism().normal(contact, of.before.point.q);
      const double rateBefore = u.dot(of.before.point.v), rateAfter = u.dot(of.after.point.v);
      if (!(rateAfter > rateBefore)) continue;
      const double before = dynamics.mechanism().gap(contact, of.before.point.q),
                   after = dynamics.mechanism().gap(contact, of.after.point.q);
      // before + rateBefore t = after − rateAfter (T − t)
      const double T = of.after.time - of.before.time;
      const double t = (before - after + rateAfter * T) / (rateAfter - rateBefore);
      const double share = rateAfter / (rateAfter - rateBefore);
      const double sd = std::hypot(share * gapDeviation(dynamics.mechanism(), contact, of.before, 0),
                                   (1 - share) * gapDeviation(dynamics.mechanism(), contact, of.after, 0));
      if (!(sd > 0)) continue;
      sum += (before + rateBefore * t) / (sd * sd);
      weight += 1 / (sd * sd);
      ++offset.jumps;
    }
    if (offset.jumps == 0) continue;
    offset.gap = {sum / weight, 1 / std::sqrt(weight)};
    offsets.push_back(offset);
  }
  return offsets;
}

/// Whether the jumps that are explained on time fit worse together than chance would have it.
bool fitBadly(const AuditReport& report) {
  constexpr double badly = 2.5;  // 1 in 160 by chance
  double chi2 = 0;
  int freedom = 0;
  for (const ExplainedJump& jump : report.jumps) {
    if (jump.verdict != JumpVerdict::Explained) continue;
    chi2 += jump.words.front().chi2;
    freedom += jump.words.front().freedom;
  }
  return deviationsOf(chi2, freedom) > badly;
}

/// A flight that may hide a hit is known by what explains both its ends: where no word explains the one,
/// the flight may be none, and the word of the other one may be wrong.
void doubtBesideShortFlights(AuditReport& report) {
  for (std::size_t i = 0; i + 1 < report.jumps.size(); ++i) {
    ExplainedJump &a = report.jumps[i], &b = report.jumps[i + 1];
    if (!a.hides[1] || report.motion.jumps[i + 1].flight != report.motion.jumps[i].flight + 1) continue;
    if (a.words.empty() == b.words.empty()) continue;
    ExplainedJump& other = a.words.empty() ? b : a;
    if (other.verdict == JumpVerdict::Explained) other.doubt();
  }
}

/// Where one jump of a run was late, or jumps fit badly on time, all are of a program whose steps do not end
/// where gaps close: those that were explained on time have its errors, too, which are larger than those of
/// the samples.
void explainLate(FlightDynamics& dynamics, AuditReport& report, const AuditOptions& options,
                 const std::stop_token& stop) {
  const auto isLate = [](const ExplainedJump& jump) {
    return jump.late > 0 && jump.verdict == JumpVerdict::Explained;
  };
  DividedMotion& motion = report.motion;
  if (!mayBeLate(motion, options) || motion.eventStep > 0 ||
      (std::ranges::none_of(report.jumps, isLate) && !fitBadly(report)))
    return;
  motion.eventStep = motion.sampling;
  for (std::size_t i = 0; i < report.jumps.size() && !stop.stop_requested(); ++i) {
    ExplainedJump& jump = report.jumps[i];
    if (jump.late > 0 || jump.verdict != JumpVerdict::Explained) continue;
    ExplainedJump late = explainJump(dynamics, report.classes, motion, motion.jumps[i], options, stop);
    if (late.verdict == JumpVerdict::Explained) jump = std::move(late);
  }
}

/// Explains the jumps of a recording that has been divided.
void explainJumps(FlightDynamics& dynamics, const AuditOptions& options, AuditReport& report,
                  const std::stop_token& stop) {
  report.jumps.clear();
  for (const RecordedJump& jump : report.motion.jumps) {
    if (stop.stop_requested()) break;
    report.jumps.push_back(explainJump(dynamics, report.classes, report.motion, jump, options, stop));
  }
  explainLate(dynamics, report, options, stop);
  doubtBesideShortFlights(report);
}

double chi2Of(const DividedMotion& motion) {
  double sum = 0;
  for (const RecordedFlight& flight : motion.flights) sum += flight.chi2;
  return sum;
}

/// The number of jumps that no word explains.
std::ptrdiff_t refusalsOf(const AuditReport& report) {
  return std::ranges::count_if(report.jumps, &ExplainedJump::isRefused);
}

/// Whether a jump is refused by so little that the error of a rule may be all, and by no impulse along a
/// surface.
bool mayBeOfRule(const ExplainedJump& jump) {
  constexpr double most = 40;  // deviations
  return jump.isRefused() && !jump.rubbing && jump.nearest && jump.nearest->deviations < most;
}

/// Where jumps are refused, tries rules of which flights of noisy samples do not tell whether they computed
/// them: their errors in both flights beside a jump may together be many deviations. Takes one by which the
/// flights fit as well, and fewer jumps are refused.
void tryRules(FlightDynamics& dynamics, const RecordedRun& run, const AuditOptions& options,
              AuditReport& report, const std::stop_token& stop, const Progress& progress) {
  constexpr double alike = 20;  // of χ², beyond which the flights tell that it is not the rule
  const bool makesNone = dynamics.isUniform() && !run.hasVelocities();
  if (makesNone || report.motion.step || !mayBeLate(report.motion, options)) return;
  if (std::ranges::none_of(report.jumps, mayBeOfRule)) return;
  std::ptrdiff_t fewest = refusalsOf(report);
  const double chi2 = chi2Of(report.motion), sampling = report.motion.sampling;
  std::optional<AuditReport> best;
  for (const StepRule rule : dynamics.explicitRules())
    for (const int parts : {1, 2}) {
      if (stop.stop_requested() || fewest == 0) break;
      AuditOptions given = options;
      given.search.step = RecordedStep{rule, sampling / parts, sampling};
      AuditReport other = report;
      other.motion = findJumps(dynamics, run, given.search, stop, progress);
      if (other.motion.jumps.size() < report.jumps.size() || chi2Of(other.motion) > chi2 + alike) continue;
      explainJumps(dynamics, given, other, stop);
      const std::ptrdiff_t refused = refusalsOf(other);
      if (refused >= fewest) continue;
      fewest = refused;
      best = std::move(other);
    }
  if (best && !stop.stop_requested()) report = std::move(*best);
  dynamics.stepAsRecorded(run.time[0], report.motion.step.value_or(0), report.motion.rule);
}

void sumEnergies(AuditReport& report) {
  double appeared = 0, vanished = 0;
  for (const ExplainedJump& jump : report.jumps) {
    Measured& sum = jump.energy.value > 0 ? report.appeared : report.vanished;
    sum.value += std::abs(jump.energy.value);
    (jump.energy.value > 0 ? appeared : vanished) += jump.energy.error * jump.energy.error;
  }
  report.appeared.error = std::sqrt(appeared);
  report.vanished.error = std::sqrt(vanished);
}

}  // namespace
}  // namespace audit_run

AuditReport auditRun(const Mechanism& mechanism, const RecordedRun& run, const AuditOptions& options,
                     std::stop_token stop, const Progress& progress,
                     const std::function<void(const DividedMotion&)>& check) {
  using namespace audit_run;
  if (mechanism.dof() == 0) throw std::invalid_argument("the scene has no motion");
  if (run.q.rows() != mechanism.dof() || run.q.cols() != run.size())
    throw std::invalid_argument("the recording has other coordinates than the scene");
  constexpr Index fewest = 8;
  if (run.size() < fewest) throw std::invalid_argument("the recording has fewer than 8 samples");
  const Mechanism flown = flownMechanism(mechanism, run);
  FlightDynamics dynamics(flown);
  AuditReport report;
  report.classes = contactClasses(mechanism);
  for (std::size_t i = 0; i < mechanism.forces().motors.size(); ++i)
    if (const Motor& motor = flown.forces().motors[i];
        mechanism.forces().motors[i].startsAtImpact && !motor.startsAtImpact)
      report.motorsStart = motor.start;
  report.motion = findJumps(dynamics, run, options.search, stop, progress);
  if (check && !stop.stop_requested()) check(report.motion);
  explainJumps(dynamics, options, report, stop);
  tryRules(dynamics, run, options, report, stop, progress);
  report.complete = !stop.stop_requested();
  report.motion.jumps.resize(report.jumps.size());
  report.fit = fitCoefficients(dynamics, report);
  report.overlaps = findOverlaps(mechanism, run, report.motion, options);
  report.pulls = findPulls(dynamics, run, report.motion, options.impossible, stop);
  report.offsets = offsetsOf(dynamics, report);
  sumEnergies(report);
  constexpr Index enough = 24;
  if (flown.forces().areConservative())
    for (std::size_t i = 0; i < report.motion.flights.size(); ++i) {
      const RecordedFlight& flight = report.motion.flights[i];
      if (!flight.lasting.empty() || flight.count() < enough) continue;
      if (const auto drift = driftOf(dynamics, run, report.motion.noise, flight))
        report.drift.push_back({i, *drift});
    }
  return report;
}

}  // namespace carom
