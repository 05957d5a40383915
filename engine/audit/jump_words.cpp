#include "audit/jump_words.h"

#include <algorithm>

#include "audit/likelihood.h"
#include "base/nonnegative_least_squares.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/contact/local_contact.h"

namespace carom {

namespace jump_words {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The covariance of (q, v) after a short time.
MatrixXd later(const MatrixXd& P, double h) {
  const Index n = P.rows() / 2;
  MatrixXd F = MatrixXd::Identity(2 * n, 2 * n);
  F.topRightCorner(n, n).diagonal().setConstant(h);
  return F * P * F.transpose();
}

/// Collects words depth first.
class Collector {
 public:
  Collector(const WordMotion& motion, const JumpCase& jump, const ClassCoefficients& coefficients, bool loose,
            std::size_t most, const std::stop_token& stop)
      : m_motion(motion),
        m_mechanism(motion.dynamics().mechanism()),
        m_jump(jump),
        m_coefficients(coefficients),
        m_loose(loose),
        m_most(most),
        m_stop(stop) {
    m_allowed.resize(static_cast<Index>(jump.near.size()));
    for (std::size_t i = 0; i < jump.near.size(); ++i)
      m_allowed[static_cast<Index>(i)] =
          std::max(overlap * jump.gapDeviations[static_cast<Index>(i)] + 10 * closedGap,
                   -1.5 * m_mechanism.gap(jump.near[i], jump.before.point.q));
  }

  WordList collect() {
    visit(m_jump.before.point, m_jump.window.begin);
    return std::move(m_list);
  }

 private:
  static constexpr double overlap = 4;        ///< standard deviations of a gap
  static constexpr double slow = 2;           ///< standard deviations of a closing speed
  static constexpr int mostDoubtful = 2;      ///< collisions of a word that the noise hides
  static constexpr std::size_t longest = 60;  ///< contacts of a word

  void visit(const FlightPoint& at, double t) {
    if (!m_list.complete || m_stop.stop_requested()) {
      m_list.complete = false;
      return;
    }
    // Beginnings of words that come to nothing are work, too.
    if (++m_nodes > 5 * m_most + 100) m_list.complete = false;
    bool isEnd = true;
    std::vector<std::pair<std::size_t, bool>> closing;  // with whether the noise hides it
    for (std::size_t i = 0; i < m_jump.near.size(); ++i) {
      const double gap = m_mechanism.gap(m_jump.near[i], at.q);
      const double rate = m_mechanism.normal(m_jump.near[i], at.q).dot(at.v);
      const double noise = m_jump.rateDeviations[static_cast<Index>(i)];
      const bool isSure = rate < -slow * noise - 1e-9 * at.v.norm();
      const bool mayBe = m_loose && m_doubtful < mostDoubtful && rate < slow * noise &&
                         (m_word.empty() || m_word.back() != m_jump.near[i]);
      if (!(isSure || mayBe) || !canClose(i, gap, t, std::min(rate, 0.0))) continue;
      closing.push_back({i, !isSure});
      // What closes only after the window, or so slowly that its gap does not tell, may be left to the next
      // jump.
      const double room = overlap * m_jump.gapDeviations[static_cast<Index>(i)] + 10 * closedGap;
      const double left = m_jump.window.end + m_jump.margin - t;
      if (isSure && gap + rate * std::max(0.0, left) < -room) isEnd = false;
    }
    if (isEnd) {
      if (m_list.words.size() >= m_most) {
        m_list.complete = false;
        return;
      }
      m_list.words.push_back(m_word);
      if (!m_list.returns && !m_word.empty()) m_list.returns = returns(at, t);
    }
    if (m_word.size() >= longest) {
      if (!isEnd) m_list.complete = false;
      return;
    }
    for (const auto& [i, isDoubtful] : closing) {
      m_doubtful += isDoubtful;
      collide(i, at, t);
      m_doubtful -= isDoubtful;
    }
  }

  /// Whether a contact that has just collided closes again within the window, by the rate at which its speed
  /// changes.
  bool returns(const FlightPoint& at, double t) const {
    const double left = m_jump.window.end - t;
    constexpr double shortly = 1e-4;  // s, for a derivative
    FlightPoint next = at;
    if (left <= shortly || !m_motion.dynamics().leap(next, t, shortly, none())) return false;
    return std::ranges::any_of(m_word, [&](int contact) {
      const double rate = std::max(0.0, m_mechanism.normal(contact, at.q).dot(at.v)),
                   change = (m_mechanism.normal(contact, next.q).dot(next.v) - rate) / shortly;
      return change < 0 && 2 * rate < -change * left &&
             std::abs(m_mechanism.gap(contact, at.q)) < rate * left + 10 * closedGap;
    });
  }

  bool canClose(std::size_t i, double gap, double t, double rate) const {
    const double room = overlap * m_jump.gapDeviations[static_cast<Index>(i)] + 10 * closedGap;
    return gap + rate * (m_jump.window.end + m_jump.window.slack - t) <= room &&
           gap >= -3 * m_allowed[static_cast<Index>(i)];  // it may have closed before another one did
  }

  /// How fast a gap changes (m/s), at least as fast as the noise lets it seem.
  double speedOf(std::size_t i, const FlightPoint& at) const {
    return std::max(std::abs(m_mechanism.normal(m_jump.near[i], at.q).dot(at.v)),
                    m_jump.rateDeviations[static_cast<Index>(i)] + 1e-12);
  }

  void collide(std::size_t i, FlightPoint at, double t) {
    const LastingForces& lasting = m_word.empty() ? m_jump.window.lastingBefore : none();
    if (!m_motion.reach(m_jump.near[i], m_jump.window, at, t, lasting)) return;
    const double late = overlap * m_jump.gapDeviations[static_cast<Index>(i)] / speedOf(i, at);
    for (std::size_t j = 0; j < m_jump.near.size(); ++j) {
      if (j == i) continue;
      const double gap = m_mechanism.gap(m_jump.near[j], at.q);
      if (gap < 0 && gap < -std::hypot(m_allowed[static_cast<Index>(j)], late * speedOf(j, at))) return;
    }
    if (!m_motion.collideAt(m_jump.near[i], at, m_coefficients)) return;
    m_word.push_back(m_jump.near[i]);
    visit(at, t);
    m_word.pop_back();
  }

  static const LastingForces& none() {
    static const LastingForces empty;
    return empty;
  }

  const WordMotion& m_motion;
  const Mechanism& m_mechanism;
  const JumpCase& m_jump;
  const ClassCoefficients& m_coefficients;
  bool m_loose;
  int m_doubtful = 0;
  std::size_t m_most, m_nodes = 0;
  const std::stop_token& m_stop;
  VectorXd m_allowed;  ///< overlaps of the contacts (m)
  std::vector<int> m_word;
  WordList m_list;
};

VectorXd stateDifference(const Mechanism& mechanism, const FlightPoint& from, const FlightPoint& to) {
  VectorXd d(2 * from.q.size());
  d << mechanism.difference(from.q, to.q), to.v - from.v;
  return d;
}

/// The fit of one word: Gauss and Newton's steps within the ranges.
class Fitter {
 public:
  Fitter(const WordMotion& motion, const JumpCase& jump, const std::vector<int>& word,
         const ClassCoefficients& guess, const AuditOptions& options)
      : m_motion(motion),
        m_mechanism(motion.dynamics().mechanism()),
        m_jump(jump),
        m_n(m_mechanism.dof()),
        m_start(jump.before.point),
        m_moved(VectorXd::Zero(2 * m_n)) {
    m_fit.word = word;
    m_fit.values = guess;
    const auto classes = motion.classes().size();
    m_fit.deviation = {VectorXd::Zero(static_cast<Index>(classes)),
                       VectorXd::Zero(static_cast<Index>(classes))};
    std::vector<bool> used(classes, false);
    for (const int contact : word) used[static_cast<std::size_t>(motion.classOf(contact))] = true;
    for (const bool friction : {false, true})
      for (std::size_t c = 0; c < classes; ++c) {
        const auto range = rangeOf(motion.classes()[c], options, friction);
        VectorXd& values = friction ? m_fit.values.mu : m_fit.values.e;
        values[static_cast<Index>(c)] = std::clamp(values[static_cast<Index>(c)], range[0], range[1]);
        if (!used[c] || range[0] == range[1]) continue;
        m_fit.parameters.push_back(static_cast<int>(friction ? classes + c : c));
        m_ranges.push_back(range);
      }
  }

  std::optional<WordFit> result() {
    // A word far off needs no derivatives of its motion: the covariance of a free flight tells that.
    constexpr double farOff = 40;
    factorCovariance(m_jump.after.covariance + 4 * later(m_jump.before.covariance, m_jump.window.slack));
    if (!descend()) return std::nullopt;
    finish(m_residual);
    if (m_fit.deviations > farOff) return m_fit;
    if (!setCovariance() || !descend()) return std::nullopt;
    if (!m_fit.parameters.empty() && (!setCovariance() || !derive(m_residual))) return std::nullopt;
    finish(m_residual);
    if (m_fit.deviations > nearlyFits) return m_fit;
    const WordFit first = m_fit;
    constexpr int rounds = 6;
    for (int round = 0; round < rounds; ++round) {
      const double moved = moveStart();
      if (!(moved >= 0) || !setCovariance() || !descend() || !derive(m_residual)) return first;
      finish(m_residual);
      constexpr double settled = 1e-2;  // of χ²
      if (moved < settled) break;
    }
    return m_fit.deviations <= std::max(first.deviations, nearlyFits) ? m_fit : first;
  }

 private:
  static constexpr double nearlyFits = 12;  ///< deviations

  /// Moves the state before to the likeliest one by what is known of it and by the state after. The effect of
  /// a coefficient is that on the state as it was: beside a short flight the errors of the measured state
  /// would be in its effect and in the residual alike, which makes e too small, and its error, too. By how
  /// much that moves it, in units of its error squared; < 0 where it cannot be.
  double moveStart() {
    const VectorXd by = m_jump.before.covariance * (m_carried.transpose() * weighed(m_residual));
    FlightPoint start{m_mechanism.moved(m_jump.before.point.q, by.head(m_n), 1),
                      m_jump.before.point.v + by.tail(m_n)};
    if (!by.allFinite() || !m_motion.dynamics().loops().close(start)) return -1;
    const VectorXd moved = stateDifference(m_mechanism, m_jump.before.point, start);
    const double change = whitened(m_carried * (moved - m_moved)).squaredNorm();
    m_start = std::move(start);
    m_moved = moved;
    return change;
  }

  /// Improves the coefficients with the covariance as it is.
  bool descend() {
    const auto first = residualNow();
    if (!first) return false;
    m_residual = *first;
    double chi2 = costOf(m_residual);
    for (int round = 0; round < 12 && !m_fit.parameters.empty(); ++round) {
      if (!derive(m_residual)) return false;
      const double before = chi2;
      if (!stepDown(m_residual, chi2) || before - chi2 < 1e-3) break;
    }
    return true;
  }

  double& parameter(ClassCoefficients& values, std::size_t i) const {
    const int classes = static_cast<int>(m_motion.classes().size()), at = m_fit.parameters[i];
    return at < classes ? values.e[at] : values.mu[at - classes];
  }

  std::optional<WordMotion::End> end(const FlightPoint& from, const ClassCoefficients& values) const {
    return m_motion.follow(from, m_jump.window, m_fit.word, values);
  }

  /// The covariance of the residual: of the state before, carried through the word, and of that after.
  bool setCovariance() {
    const auto centre = end(m_start, m_fit.values);
    if (!centre) return false;
    MatrixXd& J = m_carried;
    J.resize(2 * m_n, 2 * m_n);
    for (Index j = 0; j < 2 * m_n; ++j) {
      FlightPoint from = m_start;
      // Small against the noise, large against rounding.
      const double by = std::max(1e-7, 0.05 * std::sqrt(m_jump.before.covariance(j, j)));
      if (j < m_n)
        from.q = m_mechanism.moved(from.q, VectorXd::Unit(m_n, j), by);
      else
        from.v[j - m_n] += by;
      if (!m_motion.dynamics().loops().close(from)) return false;
      const auto moved = end(from, m_fit.values);
      if (!moved) return false;
      J.col(j) = stateDifference(m_mechanism, centre->point, moved->point) / by;
    }
    return factorCovariance(J * m_jump.before.covariance * J.transpose() + m_jump.after.covariance);
  }

  bool factorCovariance(MatrixXd C) {
    m_fit.covariance = C;
    if (!m_motion.dynamics().loops().empty()) {
      m_directions = m_motion.dynamics().loops().stateDirections(m_jump.after.point.q);
      C = m_directions.transpose() * C * m_directions;
    }
    m_scale = C.diagonal().cwiseSqrt().cwiseMax(1e-300).cwiseInverse();
    C = m_scale.asDiagonal() * C * m_scale.asDiagonal();
    // Exact recordings leave correlations of 1 to rounding.
    C.diagonal().array() += 1e-9;
    m_factor.compute(C);
    return m_factor.info() == Eigen::Success;
  }

  std::optional<VectorXd> residualNow() {
    m_end = end(m_start, m_fit.values);
    if (!m_end) return std::nullopt;
    const VectorXd residual = stateDifference(m_mechanism, m_end->point, m_jump.after.point);
    // That of the measured state, to first order around the likeliest one.
    return m_carried.size() > 0 ? VectorXd(residual + m_carried * m_moved) : residual;
  }

  VectorXd whitened(const VectorXd& residual) const {
    if (m_directions.size() == 0) return m_factor.matrixL().solve(m_scale.cwiseProduct(residual));
    return m_factor.matrixL().solve(m_scale.cwiseProduct(m_directions.transpose() * residual));
  }

  /// The inverse of the covariance times a residual.
  VectorXd weighed(const VectorXd& residual) const { return whitenedBack(whitened(residual)); }
  /// The transpose of `whitened`.
  VectorXd whitenedBack(const VectorXd& white) const {
    const VectorXd x = m_scale.cwiseProduct(m_factor.matrixU().solve(white));
    return m_directions.size() == 0 ? x : VectorXd(m_directions * x);
  }

  /// χ² of a residual, and of gaps that are open where their contacts collide.
  double costOf(const VectorXd& residual) const {
    double chi2 = whitened(residual).squaredNorm();
    for (std::size_t i = 0; i < m_fit.word.size(); ++i) {
      const auto at = std::ranges::find(m_jump.near, m_fit.word[i]) - m_jump.near.begin();
      const double sd = at < std::ssize(m_jump.near) ? m_jump.gapDeviations[at] + closedGap : closedGap;
      chi2 += std::pow(m_end->gaps[i] / sd, 2);
    }
    return chi2;
  }

  bool derive(const VectorXd& residual) {
    m_slopes.resize(m_scale.size(), std::ssize(m_fit.parameters));
    for (std::size_t i = 0; i < m_fit.parameters.size(); ++i) {
      ClassCoefficients other = m_fit.values;
      double& value = parameter(other, i);
      const double by = value + 1e-5 <= m_ranges[i][1] ? 1e-5 : -1e-5;
      value += by;
      const auto moved = end(m_start, other);
      if (!moved) return false;
      m_slopes.col(static_cast<Index>(i)) =
          whitened(stateDifference(m_mechanism, m_end->point, moved->point) / by);
    }
    m_fit.information = m_slopes.transpose() * m_slopes;
    m_gradient = m_slopes.transpose() * whitened(residual);
    return true;
  }

  /// The step without bounds; coefficients without effect stay.
  VectorXd fullStep() const {
    VectorXd step = VectorXd::Zero(m_gradient.size());
    std::vector<Index> live;
    for (Index i = 0; i < m_gradient.size(); ++i)
      if (hasEffect(i)) live.push_back(i);
    if (live.empty()) return step;
    const MatrixXd A = m_fit.information(live, live);
    const VectorXd x = A.ldlt().solve(m_gradient(live));
    for (std::size_t i = 0; i < live.size(); ++i) step[live[i]] = x[static_cast<Index>(i)];
    return step.allFinite() ? step : VectorXd::Zero(m_gradient.size());
  }
  /// Whether a change of a coefficient by its whole range would be seen.
  bool hasEffect(Index i) const { return m_fit.information(i, i) > 1e-2; }

  bool stepDown(VectorXd& residual, double& chi2) {
    const VectorXd step = fullStep();
    const ClassCoefficients before = m_fit.values;
    const auto endBefore = m_end;
    for (double share = 1; share > 0.05; share *= 0.4) {
      m_fit.values = before;
      for (std::size_t i = 0; i < m_fit.parameters.size(); ++i) {
        double& value = parameter(m_fit.values, i);
        value = std::clamp(value + share * step[static_cast<Index>(i)], m_ranges[i][0], m_ranges[i][1]);
      }
      const auto next = residualNow();
      if (next && costOf(*next) < chi2) {
        chi2 = costOf(*next);
        residual = *next;
        return true;
      }
    }
    m_fit.values = before;
    m_end = endBefore;
    return false;
  }

  /// What the errors of a late collision give to the coefficients.
  VectorXd lateParts(const std::vector<Index>& live, const MatrixXd& covariance) const {
    VectorXd parts = VectorXd::Zero(std::ssize(m_fit.parameters));
    if (m_jump.late == 0) return parts;
    const MatrixXd late = m_jump.after.covariance - m_jump.covarianceOnTime;
    const auto white = [this](const MatrixXd& columns) {
      MatrixXd all(m_scale.size(), columns.cols());
      for (Index i = 0; i < columns.cols(); ++i) all.col(i) = whitened(columns.col(i));
      return all;
    };
    const MatrixXd of = white(white(late).transpose());
    const MatrixXd K = covariance * m_slopes(Eigen::all, live).transpose();
    const VectorXd variances = (K * of * K.transpose()).diagonal();
    for (std::size_t i = 0; i < live.size(); ++i)
      parts[live[i]] = std::sqrt(std::max(0.0, variances[static_cast<Index>(i)]));
    return parts;
  }

  void finish(const VectorXd& residual) {
    m_fit.residual = residual;
    m_fit.chi2 = costOf(residual);
    m_fit.freedom = static_cast<int>(m_scale.size());
    const auto count = std::ssize(m_fit.parameters);
    if (count > 0) {
      m_fit.unbounded = fullStep();
      MatrixXd A = m_fit.information;
      std::vector<Index> live;
      for (Index i = 0; i < count; ++i) {
        m_fit.unbounded[i] += parameter(m_fit.values, static_cast<std::size_t>(i));
        if (hasEffect(i)) live.push_back(i);
      }
      m_fit.freedom -= static_cast<int>(live.size());
      if (!live.empty()) {
        const MatrixXd part = A(live, live);
        const MatrixXd covariance = part.ldlt().solve(MatrixXd::Identity(std::ssize(live), std::ssize(live)));
        for (std::size_t i = 0; i < live.size(); ++i)
          parameter(m_fit.deviation, static_cast<std::size_t>(live[i])) =
              std::sqrt(std::max(0.0, covariance(static_cast<Index>(i), static_cast<Index>(i))));
        m_fit.late = lateParts(live, covariance);
      }
      m_fit.byAfter.resize(count, 2 * m_n);
      for (Index i = 0; i < count; ++i) m_fit.byAfter.row(i) = whitenedBack(m_slopes.col(i)).transpose();
      m_fit.byBefore = m_carried.size() > 0 ? MatrixXd(-m_fit.byAfter * m_carried)
                                            : MatrixXd(MatrixXd::Zero(count, 2 * m_n));
    }
    m_fit.deviations = deviationsOf(m_fit.chi2, m_fit.freedom);
  }

  const WordMotion& m_motion;
  const Mechanism& m_mechanism;
  const JumpCase& m_jump;
  Index m_n;
  FlightPoint m_start;  ///< the state before from which the word is followed
  VectorXd m_moved;     ///< 2n, what that differs by from the measured one
  MatrixXd m_carried;   ///< 2n×2n, the derivative of the end by it
  WordFit m_fit;
  std::vector<std::array<double, 2>> m_ranges;
  std::optional<WordMotion::End> m_end;
  VectorXd m_residual, m_scale, m_gradient;
  MatrixXd m_directions;  ///< of motions of the loops, in which residuals are weighed; empty without loops
  Eigen::LLT<MatrixXd> m_factor;
  MatrixXd m_slopes;
};

}  // namespace
}  // namespace jump_words

std::array<double, 2> rangeOf(const ContactClass& of, const AuditOptions& options, bool friction) {
  const double own = friction ? of.coefficients.friction : of.coefficients.restitution;
  if (options.asScene || (friction && !of.law)) return {own, own};
  if (friction) return options.friction.value_or(std::array{0.0, 2.0});
  return options.restitution.value_or(std::array{0.0, 1.0});
}

namespace jump_words {
namespace {

/// The time by which computed collisions are late (s): a contact overlaps at the sample before a jump or
/// after it by more than the noise, and by no more than it closes in a few samples.
double latenessOf(const Mechanism& mechanism, double sampling, const JumpCase& c) {
  constexpr double sure = 5, mostSamples = 3;
  double late = 0;
  for (std::size_t i = 0; i < c.near.size(); ++i) {
    const double speed = -mechanism.normal(c.near[i], c.before.point.q).dot(c.before.point.v),
                 least = sure * c.gapDeviations[static_cast<Index>(i)] + 10 * closedGap;
    for (const UncertainPoint* at : {&c.before, &c.after}) {
      const double depth = -mechanism.gap(c.near[i], at->point.q);
      if (depth > least && depth < mostSamples * sampling * speed)
        late = std::max(late, sampling + depth / speed);
    }
  }
  return late;
}

/// Adds what a rule errs by whose steps do not end where gaps close: of a collision that is early or late by
/// a step.
class EventError {
 public:
  /// `late`: by which collisions are late; `step`: that of the rule (s).
  EventError(FlightDynamics& dynamics, double late, double step, JumpCase& c)
      : m_dynamics(dynamics),
        m_mechanism(dynamics.mechanism()),
        m_step(late),
        m_ruleStep(step),
        m_case(c),
        m_n(dynamics.dof()) {}

  void add() {
    addErrors();
    m_case.lateEnergy = mostEnergy();
    keepEnergy();
  }

 private:
  void addErrors() {
    const FlightPoint &before = m_case.before.point, &after = m_case.after.point;
    const VectorXd jump = after.v - before.v;
    const VectorXd fall = fallAt(m_case.before, m_case.window.lastingBefore),
                   fallAfter = fallAt(m_case.after, m_case.window.lastingAfter);
    addAlong(rms * m_step * jump, rms * (fallAfter - fall));
    addAround(rms * m_step * jump, rms * (fallAfter - fall));
    if (m_case.near.size() > 1) addReflectedFall(jump, fall);
    const std::vector<VectorXd> speeds = speedsWithin();
    for (std::size_t i = 0; i < m_case.near.size(); ++i) {
      const VectorXd u = m_mechanism.normal(m_case.near[i], before.q);
      const VectorXd x = changeBy(u, before.q);
      const double travel = rms * m_step * (std::abs(u.dot(before.v)) + std::abs(u.dot(after.v)));
      double speed = rms * 2 * u.dot(fall);  // that of a step is reflected, too
      addAlong(travel * x, VectorXd::Zero(m_n));
      addAlong(VectorXd::Zero(m_n), speed * x);
      // A step later the normal and the masses that it moves have turned, and what closes along it is another
      // speed.
      const double impulse = rms * u.dot(jump);
      VectorXd turned = VectorXd::Zero(m_n);
      double other = 0;
      for (const VectorXd& v : speeds) {
        const VectorXd there = m_mechanism.moved(before.q, v, m_step),
                       normal = m_mechanism.normal(m_case.near[i], there);
        const VectorXd by = changeBy(normal, there) - x;
        if (by.squaredNorm() > turned.squaredNorm()) turned = by;
        other = std::max(other, rms * 2 * std::abs((normal - u).dot(v)));
      }
      addAlong(m_step * impulse * turned, impulse * turned);
      addAround(VectorXd::Zero(m_n), impulse * turned);
      if (speeds.size() == 1) {
        // After the only hit a normal turns in the second order of the step.
        constexpr double secondOrder = 0.1;
        const VectorXd there = m_mechanism.moved(before.q, after.v, m_step);
        const VectorXd by = changeBy(m_mechanism.normal(m_case.near[i], there), there) - x;
        addAround(VectorXd::Zero(m_n), secondOrder * impulse * by);
      }
      addAlong(VectorXd::Zero(m_n), other * x);
      speed = std::hypot(speed, other);
      addRubbing(m_case.near[i], jump, fall, speeds, std::abs(u.dot(jump)), speed);
      const auto at = static_cast<Index>(i);
      m_case.gapDeviations[at] = std::hypot(m_case.gapDeviations[at], travel);
      m_case.rateDeviations[at] = std::hypot(m_case.rateDeviations[at], speed);
    }
    addSplit(m_case.before, m_case.window.lastingBefore);
    addSplit(m_case.after, m_case.window.lastingAfter);
  }

  /// The fall of a step that several contacts reflect together, as they do the velocity before: in the
  /// direction of the jump, in proportion to what closes along it. The errors of each contact alone, in any
  /// proportion, leave little of it where each moves a small part of the mass.
  void addReflectedFall(const VectorXd& jump, const VectorXd& fall) {
    const VectorXd impulse = m_mechanism.massMatrix(m_case.before.point.q) * jump;
    const double closing = impulse.dot(m_case.before.point.v);
    if (closing < 0)
      addAlong(VectorXd::Zero(m_n), rms * std::min(1.0, std::abs(impulse.dot(fall) / closing)) * jump);
  }

  /// The most energy (J) that late collisions give, of a rule with steps of h. It collides at one place q,
  /// with velocities vᵘ = v + σ v̇ that are ahead of those of the flights at q, or behind, by |σ| ≤ h. There
  /// T(vᵘ⁺) ≤ T(vᵘ⁻), so that the energies of the flights differ by
  ///   E⁺ − E⁻ ≤ h |p⁺ᵀ v̇⁺ − p⁻ᵀ v̇⁻| + ½ h² |v̇⁺ᵀ M v̇⁺ − v̇⁻ᵀ M v̇⁻|,
  /// of which the first is at most h (Σ |Pᵢ Cᵢ v̇⁻| + |p⁺ᵀ (v̇⁺ − v̇⁻)|) with the impulses p⁺ − p⁻ = Σ Cᵢᵀ Pᵢ,
  /// each of which may be late by another time: h |Δpᵀ v̇| of a body that falls on a floor. A program that
  /// also moves bodies out of their overlap, of at most h |Cᵢ v⁻|, does so against the same forces, and gives
  /// Σ |Pᵢ Cᵢ v̇⁻| h/(1 + e) more. Flights that do not keep their energy, in the window or a step, add what
  /// they change. Infinite where a flight cannot be followed.
  double mostEnergy() {
    const auto before = stepFrom(m_case.before, m_case.window.lastingBefore),
               after = stepFrom(m_case.after, m_case.window.lastingAfter);
    if (!before || !after) return HUGE_VAL;
    const MatrixXd M = m_mechanism.massMatrix(m_case.before.point.q);
    const VectorXd &fall = before->fall, &fallAfter = after->fall;
    const double firstOrder =
                     2 * impulsesAlong(M, fall) + std::abs(m_case.after.point.v.dot(M * (fallAfter - fall))),
                 secondOrder = 0.5 * std::abs(fallAfter.dot(M * fallAfter) - fall.dot(M * fall));
    return firstOrder + secondOrder + before->drift + after->drift;
  }

  /// What a flight does in a step: the change of velocity, and of the energy, in the window if that is
  /// longer.
  struct Step {
    VectorXd fall;
    double drift = 0;
  };
  std::optional<Step> stepFrom(const UncertainPoint& at, const LastingForces& lasting) {
    FlightPoint later = at.point, end = at.point;
    const double longer = std::max(m_ruleStep, m_case.window.end - m_case.window.begin);
    if (!m_dynamics.advanceFar(later, at.time, m_ruleStep, longestFlightStep, lasting) ||
        !m_dynamics.advanceFar(end, at.time, longer, longestFlightStep, lasting))
      return std::nullopt;
    return Step{later.v - at.point.v, std::abs(m_dynamics.energy(end) - m_dynamics.energy(at.point))};
  }

  /// Σ |Pᵢ Cᵢ w| of the impulses that change the velocity as the jump does, of which none pulls.
  double impulsesAlong(const MatrixXd& M, const VectorXd& w) const {
    const VectorXd& q = m_case.before.point.q;
    std::vector<VectorXd> rows;
    for (const int contact : m_case.near) {
      const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(contact)];
      if (!pair.law && pair.coefficients.friction == 0) {
        rows.push_back(m_mechanism.normal(contact, q));
        continue;
      }
      const MatrixXd axes = contactAxes(m_mechanism, contact, q).rows;
      rows.push_back(axes.row(0).transpose());
      for (Index r = 1; r < axes.rows(); ++r)
        for (const double sign : {1.0, -1.0}) rows.push_back(sign * axes.row(r).transpose());
    }
    if (rows.empty()) return 0;
    const Eigen::LLT<MatrixXd> factor(M);
    MatrixXd white(m_n, std::ssize(rows));
    for (std::size_t i = 0; i < rows.size(); ++i)
      white.col(static_cast<Index>(i)) = factor.matrixL().solve(rows[i]);
    const VectorXd jump = M * (m_case.after.point.v - m_case.before.point.v);
    const VectorXd P = nnls(white, factor.matrixL().solve(jump)).x;
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) sum += P[static_cast<Index>(i)] * std::abs(rows[i].dot(w));
    return sum;
  }

  /// Takes from the errors L of late collisions what would change the energy by more than they can:
  /// L − L s sᵀL/(sᵀL s + b), with the slopes s of the energy and its variance b, a third of the square of
  /// the most energy, and what errors in other directions change in the second order.
  void keepEnergy() {
    if (!std::isfinite(m_case.lateEnergy)) return;
    const VectorXd s = m_dynamics.energySlope(m_case.after.point);
    MatrixXd L = m_case.after.covariance - m_case.covarianceOnTime;
    const MatrixXd M = m_mechanism.massMatrix(m_case.after.point.q);
    const double most = rms * m_case.lateEnergy, second = 0.5 * (M * L.bottomRightCorner(m_n, m_n)).trace(),
                 variance = s.dot(L * s), kept = most * most + second * second;
    if (!(variance > 0)) return;
    const VectorXd Ls = L * s;
    m_case.after.covariance -= Ls * Ls.transpose() / (variance + kept);
  }

  /// The change of velocity by forces in a step.
  VectorXd fallAt(const UncertainPoint& at, const LastingForces& lasting) {
    FlightPoint later = at.point;
    if (!m_dynamics.advanceFar(later, at.time, m_step, m_step, lasting)) return VectorXd::Zero(m_n);
    return later.v - at.point.v;
  }

  static constexpr double rms = 0.57735026918962576;  // of a number between 0 and 1

  /// The velocities before hits: before the jump; of several contacts also after one by each that closes, and
  /// after the jump.
  std::vector<VectorXd> speedsWithin() {
    constexpr std::size_t most = 8;
    const FlightPoint& before = m_case.before.point;
    std::vector<VectorXd> speeds{before.v};
    if (m_case.near.size() < 2) return speeds;
    speeds.push_back(m_case.after.point.v);
    for (const int contact : m_case.near) {
      const VectorXd u = m_mechanism.normal(contact, before.q);
      const double rate = u.dot(before.v);
      if (rate < 0 && speeds.size() < most) speeds.push_back(before.v - 2 * rate * changeBy(u, before.q));
    }
    return speeds;
  }

  /// The same along the tangents of a contact with friction: its impulse is in proportion to that along the
  /// normal, or takes a slip that a step has changed.
  void addRubbing(int contact, const VectorXd& jump, const VectorXd& fall,
                  const std::vector<VectorXd>& speeds, double change, double error) {
    const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(contact)];
    if (!pair.law && pair.coefficients.friction == 0) return;
    const VectorXd& q = m_case.before.point.q;
    const MatrixXd rows = contactAxes(m_mechanism, contact, q).rows;
    const double share = change > error ? error / change : 1;
    for (Index r = 1; r < rows.rows(); ++r) {
      const VectorXd t = rows.row(r).transpose();
      double slip = rms * 2 * std::abs(t.dot(fall));
      for (const VectorXd& v : speeds) {
        const MatrixXd there = contactAxes(m_mechanism, contact, m_mechanism.moved(q, v, m_step)).rows;
        if (there.rows() == rows.rows())
          slip = std::max(slip, rms * 2 * std::abs((there.row(r) - rows.row(r)).dot(v)));
      }
      addAlong(VectorXd::Zero(m_n), std::hypot(slip, share * t.dot(jump)) * changeBy(t, q));
    }
  }

  /// The change of velocity by an impulse along a row that changes its rate by 1.
  VectorXd changeBy(const VectorXd& u, const VectorXd& q) {
    const VectorXd x = velocitiesBy(m_mechanism, q, u.transpose());
    const double size = u.dot(x);
    return size > 0 ? VectorXd(x / size) : VectorXd::Zero(m_n);
  }

  /// Two parts of a step are not the step.
  void addSplit(const UncertainPoint& at, const LastingForces& lasting) {
    FlightPoint whole = at.point, parts = at.point;
    if (!m_dynamics.advance(whole, at.time, m_step, lasting) ||
        !m_dynamics.advance(parts, at.time, 0.5 * m_step, lasting) ||
        !m_dynamics.advance(parts, at.time + 0.5 * m_step, 0.5 * m_step, lasting))
      return;
    const VectorXd apart = m_mechanism.difference(whole.q, parts.q);
    addAlong(apart, parts.v - whole.v);
    addAround(apart, parts.v - whole.v);
  }

  void addAlong(const VectorXd& q, const VectorXd& v) {
    VectorXd along(2 * m_n);
    along << q, v;
    m_case.after.covariance += along * along.transpose();
  }

  /// What these errors leave out is a part of them, in any direction.
  void addAround(const VectorXd& q, const VectorXd& v) {
    constexpr double part = 0.5;
    VectorXd along(2 * m_n);
    along << q, v;
    m_case.after.covariance.diagonal() += (part * along).cwiseAbs2();
  }

  FlightDynamics& m_dynamics;
  const Mechanism& m_mechanism;
  double m_step, m_ruleStep;
  JumpCase& m_case;
  Index m_n;
};

}  // namespace
}  // namespace jump_words

JumpCase jumpCase(FlightDynamics& dynamics, const DividedMotion& motion, const RecordedJump& jump,
                  double gapError, double late) {
  using namespace jump_words;
  const Mechanism& mechanism = dynamics.mechanism();
  JumpCase c{.before = jump.before, .after = jump.after};
  const double length = jump.after.time - jump.before.time;
  // The division is placed where the flights cross, which the noise of the samples moves.
  const double sharpness = (jump.after.point.v - jump.before.point.v).cwiseQuotient(motion.noise.q).norm();
  constexpr double deviations = 4;
  const double margin = sharpness > 0 ? std::min(deviations / sharpness, 10 * length) : 0;
  // A first collision that changes little may be some samples earlier.
  const double slack = 2 * length + 2 * margin;
  c.margin = margin;
  c.window = {jump.before.time, jump.after.time, slack, motion.flights[jump.flight].tail.lasting,
              motion.flights[jump.flight + 1].head.lasting};
  std::vector<double> gaps, rates;
  // A closing is as uncertain as its gap: where it left the window its time would not carry that error.
  double widest = slack;
  const MatrixXd far = later(jump.before.covariance, slack);
  const Index n = mechanism.dof();
  for (int contact = 0; contact < static_cast<int>(mechanism.contacts().size()); ++contact) {
    const double gap = mechanism.gap(contact, jump.before.point.q);
    const VectorXd u = mechanism.normal(contact, jump.before.point.q);
    const double fastest =
        u.cwiseAbs().dot(jump.before.point.v.cwiseAbs().cwiseMax(jump.after.point.v.cwiseAbs()));
    UncertainPoint end = jump.before;
    end.covariance = far;
    const double sd = std::max(gapDeviation(mechanism, contact, jump.before, gapError),
                               gapDeviation(mechanism, contact, end, gapError));
    // A body between two others may pass the window several times faster than before and after.
    if (gap > 5 * sd + 10 * closedGap + 3 * fastest * slack) continue;
    if (separationOf(mechanism, contact, jump.before.point.q).covered) continue;
    const double rate = u.dot(jump.before.point.v);
    if (rate < 0 && gap <= 5 * sd - 2 * rate * slack)
      widest = std::max(widest, margin + deviations * sd / std::max(-rate, 1e-9));
    c.near.push_back(contact);
    gaps.push_back(sd);
    rates.push_back(std::sqrt(std::max(0.0, u.dot(far.bottomRightCorner(n, n) * u))));
  }
  c.window.slack = std::min(widest, std::max(slack, 12 * length));
  c.gapDeviations = Eigen::Map<VectorXd>(gaps.data(), std::ssize(gaps));
  c.rateDeviations = Eigen::Map<VectorXd>(rates.data(), std::ssize(rates));
  c.late =
      std::max({late, motion.eventStep, motion.mayBeLate ? latenessOf(mechanism, motion.sampling, c) : 0});
  c.covarianceOnTime = c.after.covariance;
  if (c.late > 0) EventError(dynamics, c.late, motion.longestStep, c).add();
  return c;
}

WordList wordsOf(const WordMotion& motion, const JumpCase& jump, const ClassCoefficients& coefficients,
                 bool loose, std::size_t most, const std::stop_token& stop) {
  return jump_words::Collector(motion, jump, coefficients, loose, most, stop).collect();
}

std::optional<WordFit> fitWord(const WordMotion& motion, const JumpCase& jump, const std::vector<int>& word,
                               const ClassCoefficients& guess, const AuditOptions& options) {
  return jump_words::Fitter(motion, jump, word, guess, options).result();
}

}  // namespace carom
