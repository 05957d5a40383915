#include "audit/recorded_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "audit/closed_contacts.h"
#include "audit/find_jumps.h"
#include "audit/flight_fit.h"
#include "audit/recorded_gaps.h"

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

/// What parts of a recording say of its rule.
class RuleSearch {
 public:
  RuleSearch(FlightDynamics& dynamics, const RecordedRun& run, double h, const std::stop_token& stop)
      : m_dynamics(dynamics), m_run(run), m_stop(stop), m_h(h), m_gaps(dynamics.mechanism(), run) {
    // To which a run of a rule is exact, as a share of the range of each coordinate.
    constexpr double share = 1e-9, span = 0.1;
    const Eigen::VectorXd least = share * rangesOf(run);
    m_noise = {least, run.hasVelocities() ? Eigen::VectorXd(least / span) : Eigen::VectorXd()};
  }
  ~RuleSearch() { m_dynamics.stepAsRecorded(0, 0); }
  RuleSearch(const RuleSearch&) = delete;
  RuleSearch& operator=(const RuleSearch&) = delete;

  /// The rule of which single steps lead from sample to sample, to rounding, where exact flights do not: this
  /// tells also where contacts chatter, and no part of some samples is without jumps. Empty for samples
  /// without velocities, and where too few are so.
  std::optional<RecordedStep> decideByStep() {
    // A rule has to lead to a share of the samples, and to `least`; one that leads to none of the first few
    // is not tried on.
    constexpr std::size_t most = 64, few = 16, least = 8;
    constexpr double share = 0.25, exception = 0.1;
    if (!m_run.hasVelocities() || m_dynamics.isUniform()) return std::nullopt;
    const std::vector<Index> starts = spreadSamples(most);
    const auto errorsOf = [&](const RecordedStep& step) {
      std::vector<double> errors;
      m_dynamics.stepAsRecorded(m_run.time[0], step.length, step.rule);
      for (const Index first : starts) {
        if (errors.size() == few && std::ranges::none_of(errors, isRounding)) break;
        if (m_stop.stop_requested()) break;
        errors.push_back(errorOfStep(first));
      }
      errors.resize(starts.size(), HUGE_VAL);
      return errors;
    };
    const std::vector<double> exact = errorsOf({});
    std::optional<RecordedStep> best;
    auto fewest =
        std::max<std::size_t>(least, static_cast<std::size_t>(share * static_cast<double>(starts.size())));
    double bestSum = HUGE_VAL;
    const auto consider = [&](const RecordedStep& step) {
      const std::vector<double> errors = errorsOf(step);
      std::size_t byRule = 0, exactly = 0;
      double sum = 0;
      for (std::size_t i = 0; i < errors.size(); ++i) {
        byRule += isRounding(errors[i]) && !isRounding(exact[i]);
        exactly += isRounding(exact[i]) && !isRounding(errors[i]);
        if (isRounding(errors[i])) sum += errors[i] * errors[i];
      }
      if (byRule < fewest || static_cast<double>(exactly) > exception * static_cast<double>(byRule)) return;
      if (byRule == fewest && sum >= bestSum) return;
      fewest = byRule;
      bestSum = sum;
      best = step;
    };
    consider({StepRule::Midpoint, m_h});
    if (best) return best;
    for (const StepRule rule : m_dynamics.explicitRules()) {
      for (const int parts : {1, 2}) consider({rule, m_h / parts});
      for (const int parts : moreParts) consider({rule, m_h / parts});
    }
    return best;
  }

  /// Whether more than a share of the parts of `window` samples are those of a run of the midpoint rule whose
  /// steps are the samples, to rounding, and exact flights are not: of short parts of a slow motion these are
  /// any rule's. Among fast springs, where they take long, they are not compared.
  bool followsMidpoint(Index window, double share) {
    choosePartsOf(window);
    if (isAnyRules()) return false;
    const std::vector<double> chi2 = left({StepRule::Midpoint, m_h});
    const auto follow = std::ranges::count_if(chi2, [](double one) { return one < 1; });
    if (!(static_cast<double>(follow) > share * static_cast<double>(m_parts.size()))) return false;
    if (m_dynamics.fastestRate() > 0) return true;
    const std::vector<double> exact = left({});
    double telling = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) telling += chi2[i] < 1 && exact[i] > 1;
    return telling >= leastShare * static_cast<double>(m_parts.size());
  }

  /// The rule that parts of `window` samples follow; exact flights are one without a step. Empty where these
  /// do not tell.
  std::optional<RecordedStep> decide(Index window) {
    // By how much χ² has to differ in a run that is not exact, and the share of exceptions; and what parts
    // with jumps leave at least, a thousandth of the range.
    constexpr double much = 100, exception = 0.1, ofJump = 1e12;
    choosePartsOf(window);
    m_isSeen = true;
    const RecordedStep ofSamples{StepRule::Midpoint, m_h};
    const std::vector<double> midpoint =
        isAnyRules() ? std::vector<double>(m_parts.size(), HUGE_VAL) : left(ofSamples);
    const std::vector<double> exact = left({});
    const auto isBetter = [&](double chi2, double than) {
      return chi2 < 1 || (than > 1 && chi2 * much < than);
    };
    std::optional<RecordedStep> best;
    double most = leastShare * static_cast<double>(m_parts.size()), bestSum = HUGE_VAL;
    const auto consider = [&](const RecordedStep& step, const std::vector<double>& rule) {
      int byRule = 0, exactly = 0;
      double sum = 0;
      for (std::size_t i = 0; i < rule.size(); ++i) {
        const bool fits = isBetter(rule[i], exact[i]) && exact[i] > 1;
        byRule += fits;
        if (fits) sum += rule[i];
        exactly += rule[i] > 1 && exact[i] * much < rule[i] && exact[i] < ofJump;
      }
      if (byRule >= most && exactly <= exception * byRule && (byRule > most || sum < bestSum)) {
        most = byRule;
        bestSum = sum;
        best = step;
      }
      return differs(rule, exact);
    };
    if (!isAnyRules()) consider(ofSamples, midpoint);
    if (best) return best;
    const auto followed = std::ranges::count_if(exact, [](double chi2) { return chi2 < 1; });
    if (static_cast<double>(followed) >= most) return RecordedStep{};
    // How an engine of such a rule keeps contacts closed is not known.
    if (std::ranges::any_of(m_parts, [](const Part& part) { return !part.supports.standing.empty(); }))
      return best;
    for (const StepRule rule : m_dynamics.explicitRules()) {
      // An error below the noise of the recording is seen of neither; half a step errs as far to one side as
      // the whole one to the other.
      const auto tried = [&](double h) { return consider({rule, h}, left({rule, h})); };
      const bool differsWhole = tried(m_h), differsHalf = tried(m_h / 2);
      if (!differsWhole && !differsHalf) {
        m_isSeen = std::ranges::count(exact, HUGE_VAL) > leastShare * static_cast<double>(m_parts.size());
        break;
      }
      for (const int parts : moreParts) {
        if (best && bestSum < most) return best;  // to rounding, throughout
        tried(m_h / parts);
      }
    }
    return best;
  }

  /// Whether the parts of the last `decide` may show the error of some rule.
  bool isSeen() const { return m_isSeen; }

  /// The rule of a recording with noise, by the sum of χ² over its longest open parts. Empty where no rule is
  /// seen in it.
  std::optional<RecordedStep> decideInNoise(const RecordingNoise& noise) {
    // Of χ²: by how much a rule has to be better (a chance of 10⁻⁵), what it may leave, over its freedom, and
    // what a part counts at most, whose flight something else has changed.
    constexpr double decisive = 20, mayLeave = 1.5, most = 10;
    m_noise.q = m_noise.q.cwiseMax(noise.q);
    m_parts = longParts(false);
    if (m_parts.empty()) m_parts = longParts(true);
    if (m_parts.empty()) return std::nullopt;
    if (m_run.hasVelocities()) m_noise.v = m_noise.v.cwiseMax(noise.v);
    const auto freedomOf = [&](const Part& part) {
      return static_cast<double>(m_run.q.rows() * ((m_run.hasVelocities() ? 2 : 1) * part.count - 2));
    };
    double freedom = 0;
    for (const Part& part : m_parts) freedom += freedomOf(part);
    const auto sum = [&](const std::vector<double>& chi2) {
      double all = 0;
      for (std::size_t i = 0; i < chi2.size(); ++i) all += std::min(chi2[i], most * freedomOf(m_parts[i]));
      return all;
    };
    const std::vector<double> ofExact = left({});
    const double exact = sum(ofExact);
    std::optional<RecordedStep> best;
    double least = std::min(exact - decisive, mayLeave * freedom);
    std::vector<std::pair<double, double>> steps;  // lengths, and their χ²
    const auto consider = [&](const RecordedStep& step) {
      TriedLength tried{step.length, left(step)};
      const double chi2 = sum(tried.chi2);
      if (step.rule != StepRule::Midpoint) steps.push_back({step.length, chi2});
      if (chi2 <= least) {
        least = chi2;
        best = step;
      }
      return tried;
    };
    const auto isSeen = [&](const TriedLength& tried) {
      return std::abs(sum(tried.chi2) - exact) > decisive;
    };
    if (!m_dynamics.isUniform()) consider({StepRule::Midpoint, m_h});
    // Many short steps take long: lengths that cannot be better are left out.
    std::vector<std::pair<RecordedStep, double>> leftOut;  // and the least χ² that they may have
    for (const StepRule rule : m_dynamics.explicitRules()) {
      std::array tried{consider({rule, m_h}), consider({rule, m_h / 2})};
      if (!isSeen(tried[0]) && !isSeen(tried[1])) continue;
      for (const int parts : moreParts) {
        const RecordedStep step{rule, m_h / parts};
        const double expected = sum(leastExpected(ofExact, tried[0], tried[1], step.length));
        if (expected > exact - 0.5 * decisive)
          leftOut.push_back({step, expected});
        else
          tried = {std::move(tried[1]), consider(step)};
      }
    }
    if (best)
      for (const auto& [step, expected] : leftOut)
        if (expected < least + decisive) consider(step);
    if (best)
      for (const auto& [length, chi2] : steps)
        if (chi2 < least + decisive) best->longest = std::max(best->longest, length);
    return best;
  }

 private:
  /// The share of parts that a rule has to explain: others have jumps.
  static constexpr double leastShare = 1.0 / 3;
  /// Steps to a sample besides one and two.
  static constexpr std::array moreParts{4, 5, 8, 10, 16, 20};

  /// Samples from `first` on, with what stands in them.
  struct Part {
    Index first = 0, count = 0;
    FlightSupports supports{};
  };

  /// χ² of the parts for a rule of some length.
  struct TriedLength {
    double length = 0;
    std::vector<double> chi2{};
  };

  /// The least χ² of the parts that steps of a length may leave. The error of a rule is proportional to its
  /// length to first order, so that χ² is a parabola: through an exact flight and two lengths tried, less a
  /// share of its change for terms of higher order.
  static std::vector<double> leastExpected(const std::vector<double>& exact, const TriedLength& longer,
                                           const TriedLength& shorter, double length) {
    constexpr double higherOrder = 0.1;
    const double a = longer.length, b = shorter.length;
    std::vector<double> expected;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double atLonger = (longer.chi2[i] - exact[i]) / a, atShorter = (shorter.chi2[i] - exact[i]) / b;
      const double curve = (atLonger - atShorter) / (a - b), slope = atShorter - curve * b;
      const double change = std::abs(slope * length) + std::abs(curve * length * length);
      const double chi2 = exact[i] + slope * length + curve * length * length - higherOrder * change;
      expected.push_back(std::isfinite(chi2) ? std::max(0.0, chi2) : 0.0);  // no fit tells nothing
    }
    return expected;
  }

  /// Whether an error, over what a run of a rule errs by, is none.
  static bool isRounding(double error) { return error < 1; }

  /// The first samples of steps, spread over the recording such that any few of them are.
  std::vector<Index> spreadSamples(std::size_t most) const {
    constexpr double golden = 0.6180339887498949;
    const Index steps = m_run.size() - 2;  // the last one may be shorter
    if (steps <= static_cast<Index>(most)) {
      std::vector<Index> all(static_cast<std::size_t>(std::max<Index>(0, steps)));
      std::iota(all.begin(), all.end(), Index{0});
      return all;
    }
    std::vector<Index> some;
    for (std::size_t k = 0; k < most; ++k) {
      const double place = golden * static_cast<double>(k + 1);
      some.push_back(static_cast<Index>((place - std::floor(place)) * static_cast<double>(steps)));
    }
    return some;
  }

  /// The largest error of the step from a sample to the next one, over what a run of a rule errs by: of a
  /// free one, or one with the contacts that are closed at both samples.
  double errorOfStep(Index first) {
    double least = HUGE_VAL;
    const auto take = [&](const LastingForces& lasting) {
      FlightPoint point{m_run.q.col(first), m_run.v.col(first)};
      const double t = m_run.time[first], h = m_run.time[first + 1] - t;
      if (!m_dynamics.advanceFar(point, t, h, longestFlightStep, lasting)) return;
      const Eigen::VectorXd q = m_dynamics.mechanism().difference(point.q, m_run.q.col(first + 1));
      const Eigen::VectorXd v = m_run.v.col(first + 1) - point.v;
      const double error = std::max(q.cwiseQuotient(m_noise.q).lpNorm<Eigen::Infinity>(),
                                    v.cwiseQuotient(m_noise.v).lpNorm<Eigen::Infinity>());
      if (error < least) least = error;
    };
    take({});
    if (isRounding(least)) return least;
    if (const LastingForces closed = closedOver(first); !closed.empty()) take(closed);
    return least;
  }

  /// The contacts that are closed at a sample and the next one; those without a velocity along their tangents
  /// at the next one stick.
  LastingForces closedOver(Index first) const {
    constexpr double atRest = 1e-8;  // m/s
    const Mechanism& mechanism = m_dynamics.mechanism();
    const auto isClosed = [&](int contact, Index i) {
      return std::abs(mechanism.gap(contact, m_run.q.col(i))) <= 10 * closedGap;
    };
    LastingForces lasting;
    for (int contact = 0; contact < static_cast<int>(mechanism.contacts().size()); ++contact) {
      if (!isClosed(contact, first) || !isClosed(contact, first + 1)) continue;
      const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
      const FlightPoint end{m_run.q.col(first + 1), m_run.v.col(first + 1)};
      lasting.standing.push_back(
          {contact, pair.coefficients.friction > 0 && m_dynamics.slip(end, contact).norm() <= atRest});
    }
    return lasting;
  }

  /// Whether the parts are parabolas, which the midpoint rule has as well.
  bool isAnyRules() const {
    return m_dynamics.isUniform() &&
           std::ranges::all_of(m_parts, [](const Part& part) { return part.supports.standing.empty(); });
  }

  void choosePartsOf(Index window) {
    constexpr Index windows = 24;
    constexpr std::size_t enough = 4;
    m_window = window;
    // Parabolas are of any rule, and where parts stay open, others say little.
    m_parts = m_dynamics.isUniform() ? standingParts(windows) : openParts(windows);
    if (m_parts.size() < enough)
      m_parts = m_dynamics.isUniform() ? openParts(windows) : standingParts(windows);
    if (m_parts.size() >= enough) return;
    m_parts.clear();
    const Index stride = std::max<Index>(1, (m_run.size() - window) / windows);
    for (Index first = 0; first + window <= m_run.size(); first += stride)
      m_parts.push_back({first, window, {}});
  }

  std::vector<Part> openParts(std::size_t most) const {
    std::vector<Part> open;
    const Index stride = std::max<Index>(1, (m_run.size() - m_window) / static_cast<Index>(most));
    for (Index first = 0; first + m_window <= m_run.size() && open.size() < most; ++first)
      if (m_gaps.stayOpen(first, first + m_window - 1)) {
        open.push_back({first, m_window, {}});
        first += stride - 1;
      }
    return open;
  }

  /// The longest parts in which no contact is near, or none but those that stay closed, as of bodies at rest:
  /// an error of a rule grows with the time.
  std::vector<Part> longParts(bool mayRest) const {
    // Over longer times small errors of the start grow too much for Newton's method.
    constexpr double longest = 0.5, sure = 4;  // s; standard deviations
    constexpr Index fewest = 12, most = 400;
    constexpr std::size_t enough = 8;
    const Mechanism& mechanism = m_dynamics.mechanism();
    const auto contacts = static_cast<int>(mechanism.contacts().size());
    const Index n = m_run.q.rows();
    UncertainPoint at{0, {}, Eigen::MatrixXd::Zero(2 * n, 2 * n)};
    at.covariance.diagonal().head(n) = m_noise.q.cwiseAbs2();
    Eigen::MatrixXd resting = Eigen::MatrixXd::Zero(contacts, m_run.size());
    for (Index i = 0; i < m_run.size() && mayRest; ++i)
      for (int contact = 0; contact < contacts; ++contact) {
        at.point.q = m_run.q.col(i);
        resting(contact, i) = sure * gapDeviation(mechanism, contact, at, 0) + 10 * closedGap;
      }
    const auto isFree = [&](Index i) {
      const Index before = std::max<Index>(0, i - 1), after = std::min(m_run.size() - 1, i + 1);
      for (int contact = 0; contact < contacts; ++contact) {
        const double gap = m_gaps(contact, i), step = std::max(std::abs(m_gaps(contact, after) - gap),
                                                               std::abs(m_gaps(contact, before) - gap));
        if (gap <= 2 * step + 10 * closedGap && !(std::abs(gap) <= resting(contact, i))) return false;
      }
      return true;
    };
    const Index limit = std::clamp(static_cast<Index>(longest / m_h), fewest, most);
    std::vector<Part> free;
    for (Index first = 0; first < m_run.size();) {
      Index end = first;
      while (end < m_run.size() && end - first < limit && isFree(end)) ++end;
      if (end - first >= fewest) free.push_back({first, end - first, {}});
      first = std::max(first + 1, end);
    }
    std::ranges::stable_sort(free, std::greater<>(), &Part::count);
    if (free.size() > enough) free.resize(enough);
    return free;
  }

  /// Parts in which some contacts are closed throughout and no other one closes.
  std::vector<Part> standingParts(std::size_t most) const {
    std::vector<Part> parts;
    const Mechanism& mechanism = m_dynamics.mechanism();
    const Index stride = std::max<Index>(1, (m_run.size() - m_window) / static_cast<Index>(most));
    for (Index first = 0; first + m_window <= m_run.size() && parts.size() < most; first += stride) {
      const Index last = first + m_window - 1;
      Part part{first, m_window, {{}, standingDuring(mechanism, m_run, m_noise, 0, first, last)}};
      std::vector<int> closed;
      for (const StandingContact& one : part.supports.standing) closed.push_back(one.contact);
      if (!closed.empty() && m_gaps.stayOpen(first, last, closed)) parts.push_back(std::move(part));
    }
    return parts;
  }

  /// Whether the error of a rule is seen in a share of the parts.
  static bool differs(const std::vector<double>& rule, const std::vector<double>& exact) {
    constexpr double seen = 2;
    int count = 0;
    for (std::size_t i = 0; i < rule.size(); ++i)
      count += rule[i] > seen * exact[i] || exact[i] > seen * rule[i];
    return count >= leastShare * static_cast<double>(rule.size());
  }

  /// χ² of the flights that fit the parts best.
  std::vector<double> left(const RecordedStep& step) {
    m_dynamics.stepAsRecorded(m_run.time[0], step.length, step.rule);
    std::vector<double> chi2;
    for (const Part& part : m_parts) {
      if (m_stop.stop_requested()) return std::vector<double>(m_parts.size(), HUGE_VAL);
      const auto fit = fitFlight(m_dynamics, m_run, m_noise, part.first, part.first + part.count - 1,
                                 part.supports, step.rule != StepRule::Midpoint);
      chi2.push_back(fit ? fit->chi2 : HUGE_VAL);
    }
    return chi2;
  }

  FlightDynamics& m_dynamics;
  const RecordedRun& m_run;
  const std::stop_token& m_stop;
  double m_h;
  RecordedGaps m_gaps;
  RecordingNoise m_noise;
  Index m_window = 0;
  std::vector<Part> m_parts;
  bool m_isSeen = true;
};

/// Whether some contact is closed at three of 32 samples.
bool mayStand(const Mechanism& mechanism, const RecordedRun& run) {
  constexpr Index looks = 32;
  constexpr int enough = 3;
  const Index stride = std::max<Index>(1, run.size() / looks);
  for (int contact = 0; contact < static_cast<int>(mechanism.contacts().size()); ++contact) {
    int closed = 0;
    for (Index i = 0; i < run.size(); i += stride)
      closed += std::abs(mechanism.gap(contact, run.q.col(i))) <= 10 * closedGap;
    if (closed >= enough) return true;
  }
  return false;
}

}  // namespace
}  // namespace recorded_step

std::optional<RecordedStep> recordedStep(FlightDynamics& dynamics, const RecordedRun& run,
                                         const RecordingNoise& noise, const std::stop_token& stop) {
  using namespace recorded_step;
  constexpr Index shortest = 6;
  // Places on a parabola are those of any rule, and without a force so are velocities.
  const bool isAnyRules = dynamics.isUniform() &&
                          (!run.hasVelocities() || dynamics.acceleration().isZero(0)) &&
                          !mayStand(dynamics.mechanism(), run);
  if (isAnyRules || run.size() < 2 * shortest) return std::nullopt;
  const auto h = evenStep(run.time);
  if (!h) return std::nullopt;
  // Short parts of a slow motion are any rule's; long ones have more jumps.
  const Index shortWindow = samplesToTell(dynamics.fastestRate() * *h);
  RuleSearch search(dynamics, run, *h, stop);
  std::vector<Index> lengths;
  for (const Index window : {Index{64}, Index{16}, shortWindow}) {
    // Over longer times small errors of the start grow too much for Newton's method.
    constexpr double longest = 0.2;  // s
    const bool isTooLong = window > run.size() / 2 || static_cast<double>(window) * *h > longest;
    if (!isTooLong || window == shortWindow) lengths.push_back(std::min(window, run.size() / 2));
  }
  if (const auto step = search.decideByStep()) return step;
  // Short parts tell less, and come after what longer ones decide.
  constexpr Index telling = 16;
  constexpr double most = 0.5, nearlyAll = 0.8;
  const RecordedStep midpoint{StepRule::Midpoint, *h};
  for (const Index window : lengths)
    if (window >= telling && search.followsMidpoint(window, most)) return midpoint;
  for (const Index window : lengths) {
    if (window < telling && search.followsMidpoint(window, nearlyAll)) return midpoint;
    if (const auto step = search.decide(window)) {
      if (step->length > 0) return step;
      break;  // long parts may show more
    }
    if (!search.isSeen() && dynamics.fastestRate() == 0) break;  // shorter parts show less
  }
  return search.decideInNoise(noise);
}

}  // namespace carom
