#include "audit/explain_jump.h"

#include <algorithm>

#include "audit/jump_words.h"
#include "audit/likelihood.h"
#include "base/nonnegative_least_squares.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/contact/local_contact.h"
#include "models/outcome_hull.h"

namespace carom {

namespace explain_jump {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

ClassCoefficients coefficientsAt(const std::vector<ContactClass>& classes, const AuditOptions& options,
                                 std::optional<double> share) {
  const auto count = std::ssize(classes);
  ClassCoefficients values{VectorXd(count), VectorXd(count)};
  for (std::size_t c = 0; c < classes.size(); ++c)
    for (const bool friction : {false, true}) {
      const auto range = rangeOf(classes[c], options, friction);
      const double own = friction ? classes[c].coefficients.friction : classes[c].coefficients.restitution;
      VectorXd& to = friction ? values.mu : values.e;
      to[static_cast<Index>(c)] = share && !friction ? range[0] + *share * (range[1] - range[0])
                                                     : std::clamp(own, range[0], range[1]);
    }
  return values;
}

/// A word with the coefficients at which it was found.
struct FoundWord {
  std::vector<int> word;
  ClassCoefficients guess;
};

class Explanation {
 public:
  Explanation(FlightDynamics& dynamics, const std::vector<ContactClass>& classes, const DividedMotion& motion,
              const RecordedJump& jump, const AuditOptions& options, double late, std::stop_token stop)
      : m_dynamics(dynamics),
        m_mechanism(dynamics.mechanism()),
        m_options(options),
        m_stop(std::move(stop)),
        m_words(dynamics, classes),
        m_case(jumpCase(dynamics, motion, jump, options.search.gapError, late)) {
    m_result.late = m_case.late;
    m_result.lateEnergy = m_case.lateEnergy;
    addModelError();
    m_energyNoise = energyError(m_case.covarianceOnTime);
    m_result.window = {jump.before.time - m_case.margin, jump.after.time + m_case.margin};
    const std::vector<int> before = motion.flights[jump.flight].pressing(m_mechanism),
                           after = motion.flights[jump.flight + 1].pressing(m_mechanism);
    m_lasts = !before.empty() || !after.empty() ||
              frictionTurns(motion.flights[jump.flight], motion.flights[jump.flight + 1]);
    constexpr Index isMany = 32;
    const Index between = motion.flights[jump.flight + 1].first - motion.flights[jump.flight].last - 1;
    m_skips = between > 0;
    m_isLong = between > isMany;
    const FlightFit &tail = motion.flights[jump.flight].tail, &head = motion.flights[jump.flight + 1].head;
    constexpr Index isSteady = 12;
    m_result.hides = {mayHide(tail, jump.before.time), mayHide(head, jump.after.time)};
    m_isSteady = (before.empty() || tail.count() <= isSteady) && (after.empty() || head.count() <= isSteady);
    noteSettling(motion.flights[jump.flight], motion.flights[jump.flight + 1]);
  }

  ExplainedJump result() {
    const std::optional<VectorXd> within = forcesWithin();
    m_forcesWithin = within.value_or(VectorXd::Zero(m_mechanism.dof()));
    m_isBusy = m_skips && (!within || isBusy());
    m_splitError = splitError();
    m_beyond = isBeyondContacts();
    findWords(false);
    findWords(true);
    weigh();
    placeInTime();
    balance();
    decide();
    if (!m_result.contacts.empty() && !m_stop.stop_requested()) compareWithOutcomes();
    return std::move(m_result);
  }

 private:
  /// Whether a contact that stands slips in one flight and sticks in the other, slips the other way round, or
  /// slips and opens: samples show that late, and the flights err by it.
  bool frictionTurns(const RecordedFlight& before, const RecordedFlight& after) const {
    return std::ranges::any_of(before.standing, [&](const StandingContact& one) {
      if (m_mechanism.contacts()[static_cast<std::size_t>(one.contact)].coefficients.friction == 0)
        return false;
      const auto later = std::ranges::find(after.standing, one.contact, &StandingContact::contact);
      if (later == after.standing.end()) return !one.sticks;
      if (later->sticks != one.sticks) return true;
      return !one.sticks && m_dynamics.slip(m_case.before.point, one.contact)
                                    .dot(m_dynamics.slip(m_case.after.point, one.contact)) <= 0;
    });
  }

  /// Contacts that begin to press have bounced to rest, but those that stand and have e = 0.
  void noteSettling(const RecordedFlight& before, const RecordedFlight& after) {
    for (const int contact : after.pressing(m_mechanism))
      if (std::ranges::find(before.lasting, contact) == before.lasting.end()) m_settling.push_back(contact);
  }

  /// Whether a flight has so few samples that it may hide a hit: some contact is closed within it, for all
  /// that the noise tells. `end`: the time of its end at the jump.
  bool mayHide(const FlightFit& flight, double end) {
    constexpr Index isShort = 10;
    constexpr double sure = 4;  // standard deviations
    if (flight.count() >= isShort) return false;
    for (const double share : {-0.5, 0.0, 0.5}) {
      UncertainPoint at = flight.middle;
      const double h = share * (end - at.time);
      if (!m_dynamics.advanceFar(at.point, at.time, h, longestFlightStep, flight.lasting)) return true;
      for (int contact = 0; contact < static_cast<int>(m_mechanism.contacts().size()); ++contact)
        if (m_mechanism.gap(contact, at.point.q) <=
            sure * gapDeviation(m_mechanism, contact, at, m_options.search.gapError))
          return true;
    }
    return false;
  }

  /// Whether no pushing impulses of the contacts that may collide give the change of velocity: then no word
  /// does, and few are tried, for the nearest one.
  bool isBeyondContacts() {
    const double middle = middleOfWindow();
    FlightPoint before = m_case.before.point, after = m_case.after.point;
    const auto& window = m_case.window;
    if (!m_dynamics.advanceFar(before, window.begin, middle - window.begin, longestFlightStep,
                               window.lastingBefore) ||
        !m_dynamics.advanceFar(after, window.end, middle - window.end, longestFlightStep,
                               window.lastingAfter))
      return false;
    const Balance of = balanceOf(before, after, m_case.near);
    return deviationsOf(of.chi2 + of.pullChi2, static_cast<int>(before.v.size())) > farBeyond;
  }

  /// Whether forces change the jump within the window by far more than the noise. Where samples lie in it,
  /// between hits that follow each other, what they do there depends on hits that nobody saw.
  bool isBusy() const {
    constexpr double sure = 4;
    const Index n = m_mechanism.dof();
    const VectorXd sd =
        (m_case.before.covariance + m_case.after.covariance).diagonal().tail(n).cwiseSqrt().cwiseMax(1e-300);
    return m_forcesWithin.cwiseQuotient(sd).cwiseAbs().maxCoeff() > sure;
  }

  double middleOfWindow() const { return 0.5 * (m_case.window.begin + m_case.window.end); }

  /// Beyond what a linear balance errs by.
  static constexpr double farBeyond = 12;

  /// The words at the scene's coefficients and over the range of e.
  void findWords(bool loose) {
    std::vector<ClassCoefficients> guesses{coefficientsAt(m_words.classes(), m_options, {})};
    for (const double share : {1.0, 0.75, 0.4, 0.05})
      guesses.push_back(coefficientsAt(m_words.classes(), m_options, share));
    constexpr std::size_t mostLoose = 200, mostOthers = 100, mostBeyond = 20, mostLong = 8;
    if (loose && m_result.nearest) guesses = {m_result.nearest->values};
    for (const ClassCoefficients& guess : guesses) {
      // Once a word explains the jump few others are tried at coefficients that it does not have.
      // Contacts that press or chatter have words without end, which no sample tells apart.
      const std::size_t first = m_isLong   ? mostLong
                                : m_beyond ? mostBeyond
                                : m_lasts  ? std::min<std::size_t>(mostOthers, m_options.mostWords)
                                           : m_options.mostWords;
      const std::size_t most = loose ? mostLoose : m_result.words.empty() ? first : mostOthers;
      if ((m_lasts || m_beyond || m_isLong) && loose) break;
      const WordList list = wordsOf(m_words, m_case, guess, loose, most, m_stop);
      if (!loose && !m_beyond && m_result.words.empty())
        m_result.triedAll = m_result.triedAll && list.complete;
      m_returns = m_returns || list.returns;
      for (const std::vector<int>& word : list.words)
        if (m_known.insert(word).second) loose ? joinWord(word) : fitWord({word, guess});
      m_hasMore = m_isLong && !list.complete;
      if (m_hasMore) break;
    }
    m_result.tried = m_known.size();
  }

  void addModelError() {
    if (m_options.modelError == 0) return;
    const MatrixXd M = m_mechanism.massMatrix(m_case.before.point.q);
    const VectorXd jump = m_case.after.point.v - m_case.before.point.v;
    const Index n = M.rows();
    const double size = std::pow(m_options.modelError, 2) * jump.dot(M * jump) / static_cast<double>(n);
    const MatrixXd error = size * velocitiesBy(m_mechanism, m_case.before.point.q, MatrixXd::Identity(n, n));
    for (MatrixXd* covariance : {&m_case.after.covariance, &m_case.covarianceOnTime})
      covariance->bottomRightCorner(n, n) += error;
  }

  /// Where words end, at two sets of coefficients, in units of the noise.
  VectorXd signature(const FoundWord& found) const {
    const Index n = m_mechanism.dof();
    VectorXd s(4 * n);
    const VectorXd noise = (m_case.before.covariance + m_case.after.covariance).diagonal().cwiseSqrt();
    Index at = 0;
    for (const double share : {0.9, 0.5}) {
      const auto end = m_words.follow(m_case.before.point, m_case.window, found.word,
                                      coefficientsAt(m_words.classes(), m_options, share));
      VectorXd d = VectorXd::Constant(2 * n, HUGE_VAL);
      if (end) {
        d.head(n) = m_mechanism.difference(m_case.after.point.q, end->point.q);
        d.tail(n) = end->point.v - m_case.after.point.v;
      }
      s.segment(at, 2 * n) = d.cwiseQuotient(noise.cwiseMax(1e-12));
      at += 2 * n;
    }
    return s;
  }

  /// Words with one end: within a tenth of the noise, and within the noise where a word has collisions that
  /// are slower than it.
  struct Ending {
    VectorXd end;
    std::optional<WordFit> fit;
  };

  void fitWord(const FoundWord& found) {
    const std::size_t mostFits = m_beyond ? 20 : m_lasts ? 24 : 200;
    if (m_endings.size() >= mostFits && !m_beyond) m_result.triedAll = false;
    if (m_stop.stop_requested() || m_endings.size() >= mostFits) return;
    if (!mayExplain(found.word)) return;
    constexpr double same = 0.1;  // of the noise
    const VectorXd end = signature(found);
    std::size_t group = 0;
    while (group < m_endings.size() && !((m_endings[group].end - end).cwiseAbs().maxCoeff() <= same)) ++group;
    if (group == m_endings.size()) {
      m_endings.push_back({end, bestFit(found)});
      // What closes at the end says how well the speeds there are known.
      if (const auto& fit = m_endings.back().fit; fit && fit->deviations <= m_options.explains) widen(*fit);
    }
    if (m_endings[group].fit) consider(*m_endings[group].fit, found.word, static_cast<int>(group));
  }

  /// Whether impulses of the contacts of a word give the change of velocity. The first words are fitted
  /// anyway: the nearest one is told where none explains.
  bool mayExplain(const std::vector<int>& word) {
    constexpr std::size_t fewest = 4;
    if (m_endings.size() < fewest) return true;
    const std::set<int> set(word.begin(), word.end());
    const std::vector<int> contacts(set.begin(), set.end());
    const auto known = m_reach.find(contacts);
    if (known != m_reach.end()) return known->second;
    const Balance of = balanceOf(m_case.before.point, m_case.after.point, contacts);
    return m_reach[contacts] =
               deviationsOf(of.chi2 + of.pullChi2, m_mechanism.dof()) <= farBeyond + freeFall();
  }

  /// How far forces alone move the velocity within the window, in deviations.
  double freeFall() {
    if (m_freeFall >= 0) return m_freeFall;
    FlightPoint end = m_case.before.point;
    const auto& window = m_case.window;
    if (!m_dynamics.advanceFar(end, window.begin, window.end - window.begin, longestFlightStep,
                               window.lastingBefore))
      return m_freeFall = HUGE_VAL;
    const Balance of = balanceOf(m_case.before.point, end, {});
    return m_freeFall = std::max(0.0, deviationsOf(of.chi2, m_mechanism.dof()));
  }

  /// Adds a word with collisions that the noise hides to the ending from which it does not differ.
  void joinWord(const std::vector<int>& word) {
    if (m_stop.stop_requested()) return;
    for (std::size_t i = 0; i < m_endings.size(); ++i) {
      const auto& fit = m_endings[i].fit;
      if (!fit || fit->deviations > m_options.explains || !endTogether(*fit, word)) continue;
      consider(*fit, word, static_cast<int>(i));
      return;
    }
    fitWord({word,
             m_result.nearest ? m_result.nearest->values : coefficientsAt(m_words.classes(), m_options, {})});
  }

  /// Adds what the errors of the places do to closing speeds, by way of the normals.
  void widen(const WordFit& fit) {
    for (std::size_t i = 0; i < m_case.near.size(); ++i) {
      const VectorXd u = m_mechanism.normal(m_case.near[i], m_case.after.point.q);
      const Index n = u.size();
      const double sd = std::sqrt(std::max(0.0, u.dot(fit.covariance.bottomRightCorner(n, n) * u)));
      double& known = m_case.rateDeviations[static_cast<Index>(i)];
      known = std::max(known, sd);
    }
  }

  /// Friction has two regimes with a fit of their own: slip, and stick, where its coefficient has no effect.
  std::optional<WordFit> bestFit(const FoundWord& found) const {
    std::optional<WordFit> best = carom::fitWord(m_words, m_case, found.word, found.guess, m_options);
    constexpr double good = 2;
    if ((best && best->deviations < good) ||
        !std::ranges::any_of(m_words.classes(), [](const ContactClass& c) { return c.law.has_value(); }))
      return best;
    for (const double mu : {0.05, 0.6}) {
      ClassCoefficients guess = found.guess;
      guess.mu.setConstant(mu);
      auto fit = carom::fitWord(m_words, m_case, found.word, guess, m_options);
      if (fit && (!best || fit->deviations < best->deviations)) best = std::move(fit);
    }
    return best;
  }

  /// Whether a word is none at the coefficients that fit: contacts collide while they open, or still close
  /// after it, faster than the noise.
  bool breaksRules(const WordFit& fit) const {
    constexpr double deviations = 4;
    const auto end = m_words.follow(m_case.before.point, m_case.window, fit.word, fit.values);
    if (!end) return true;
    const double left = m_case.window.end - (end->times.empty() ? m_case.window.begin : end->times.back());
    for (std::size_t i = 0; i < m_case.near.size(); ++i) {
      const auto at = static_cast<Index>(i);
      const double fastest = deviations * m_case.rateDeviations[at] + 1e-9;
      for (std::size_t k = 0; k < fit.word.size(); ++k)
        if (fit.word[k] == m_case.near[i] && end->approach[k] > fastest) return true;
      const double gap = m_mechanism.gap(m_case.near[i], end->last.q);
      const double rate = m_mechanism.normal(m_case.near[i], end->last.q).dot(end->last.v);
      if (rate < -fastest &&
          gap + rate * std::max(0.0, left) < -deviations * m_case.gapDeviations[at] - closedGap)
        return true;
    }
    return false;
  }

  void consider(WordFit fit, const std::vector<int>& word, int outcome) {
    fit.word = word;
    fit.outcome = outcome;
    if (!m_result.nearest || fit.deviations < m_result.nearest->deviations) m_result.nearest = fit;
    if (fit.deviations <= m_options.explains && !breaksRules(fit) && !gainsBeside(fit))
      m_result.words.push_back(std::move(fit));
  }

  /// Whether a word has collisions that are slower than the noise at the coefficients that fit.
  bool isDoubtful(const WordFit& fit) const {
    constexpr double deviations = 2;
    const auto end = m_words.follow(m_case.before.point, m_case.window, fit.word, fit.values);
    if (!end) return true;
    for (std::size_t k = 0; k < fit.word.size(); ++k) {
      const auto at = std::ranges::find(m_case.near, fit.word[k]) - m_case.near.begin();
      if (end->approach[k] > -deviations * m_case.rateDeviations[at]) return true;
    }
    return false;
  }

  /// Whether two words end apart by no more than the noise, at the coefficients of the first.
  bool endTogether(const WordFit& fit, const std::vector<int>& word) const {
    constexpr double same = 3;  // standard deviations
    const Index n = m_mechanism.dof();
    const auto one = m_words.follow(m_case.before.point, m_case.window, fit.word, fit.values),
               other = m_words.follow(m_case.before.point, m_case.window, word, fit.values);
    if (!one || !other) return false;
    VectorXd apart(2 * n);
    apart << m_mechanism.difference(one->point.q, other->point.q), other->point.v - one->point.v;
    return apart.cwiseQuotient(fit.covariance.diagonal().cwiseSqrt()).cwiseAbs().maxCoeff() <= same;
  }

  /// Gives words with doubtful collisions the ending of a word without, where they do not differ.
  void joinDoubtful() {
    std::map<int, const WordFit*> sure, doubtful;
    for (const WordFit& fit : m_result.words)
      if (!sure.contains(fit.outcome) && !doubtful.contains(fit.outcome))
        (isDoubtful(fit) ? doubtful : sure)[fit.outcome] = &fit;
    std::map<int, int> joined;
    for (const auto& [outcome, fit] : doubtful)
      for (const auto& [to, of] : sure)
        if (endTogether(*of, fit->word)) {
          joined[outcome] = to;
          break;
        }
    for (WordFit& fit : m_result.words)
      if (const auto to = joined.find(fit.outcome); to != joined.end()) fit.outcome = to->second;
  }

  /// How far two words end apart at one set of coefficients, in units of the noise.
  double apartInNoise(const std::vector<int>& word, const std::vector<int>& other,
                      const ClassCoefficients& values) const {
    const Index n = m_mechanism.dof();
    const auto a = m_words.follow(m_case.before.point, m_case.window, word, values),
               b = m_words.follow(m_case.before.point, m_case.window, other, values);
    if (!a || !b) return HUGE_VAL;
    VectorXd apart(2 * n);
    apart << m_mechanism.difference(a->point.q, b->point.q), b->point.v - a->point.v;
    const VectorXd noise = (m_case.before.covariance + m_case.after.covariance).diagonal().cwiseSqrt();
    return apart.cwiseQuotient(noise.cwiseMax(1e-12)).cwiseAbs().maxCoeff();
  }

  /// How far apart two words end with coefficients of their own, in units of the noise.
  double endInNoise(const WordFit& a, const WordFit& b) const {
    const VectorXd noise = (m_case.before.covariance + m_case.after.covariance).diagonal().cwiseSqrt();
    return (a.residual - b.residual).cwiseQuotient(noise.cwiseMax(1e-12)).cwiseAbs().maxCoeff();
  }

  /// Whether two words have the same coefficients within their errors.
  static bool agree(const WordFit& a, const WordFit& b) {
    constexpr double rounding = 1e-6;
    const auto areNear = [=](const VectorXd& x, const VectorXd& y, const VectorXd& dx, const VectorXd& dy) {
      return ((x - y).array().abs() <= dx.cwiseMax(dy).array() + rounding).all();
    };
    return areNear(a.values.e, b.values.e, a.deviation.e, b.deviation.e) &&
           areNear(a.values.mu, b.values.mu, a.deviation.mu, b.deviation.mu);
  }

  /// Gives endings that are one at the coefficients of either one number: words of elastic contacts may end
  /// together where those of contacts that lose energy do not. So do words that end within half of the noise
  /// with the same coefficients and fit alike: the odds between them are 53 to 47 at most.
  void joinFitted() {
    constexpr double same = 0.1, alike = 0.5;  // of the noise
    constexpr std::size_t most = 24;           // endings
    std::vector<const WordFit*> endings;
    for (const WordFit& fit : m_result.words)
      if (endings.size() < most &&
          std::ranges::find(endings, fit.outcome, &WordFit::outcome) == endings.end())
        endings.push_back(&fit);
    std::map<int, int> joined;
    for (std::size_t i = 1; i < endings.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        const WordFit &a = *endings[k], &b = *endings[i];
        if (joined.contains(a.outcome)) continue;
        const bool isOne =
            (apartInNoise(a.word, b.word, a.values) <= same &&
             apartInNoise(a.word, b.word, b.values) <= same) ||
            (endInNoise(a, b) <= alike && std::abs(a.chi2 - b.chi2) <= alike * alike && agree(a, b));
        if (!isOne) continue;
        joined[b.outcome] = a.outcome;
        break;
      }
    for (WordFit& fit : m_result.words)
      if (const auto to = joined.find(fit.outcome); to != joined.end()) fit.outcome = to->second;
  }

  /// Likelihoods of the ends; words with one end share its likelihood.
  void weigh() {
    joinDoubtful();
    joinFitted();
    double least = HUGE_VAL;
    for (const WordFit& fit : m_result.words) least = std::min(least, fit.chi2);
    std::map<int, double> ends;
    for (const WordFit& fit : m_result.words)
      ends[fit.outcome] = std::max(ends[fit.outcome], std::exp(-0.5 * (fit.chi2 - least)));
    double sum = 0;
    for (const auto& [end, weight] : ends) sum += weight;
    for (WordFit& fit : m_result.words) fit.likelihood = ends[fit.outcome] / sum;
    std::ranges::stable_sort(m_result.words, [](const WordFit& a, const WordFit& b) {
      return a.likelihood != b.likelihood ? a.likelihood > b.likelihood : a.word.size() < b.word.size();
    });
    if (!m_result.words.empty()) m_result.nearest = m_result.words.front();
  }

  /// The time of the jump, and the states there.
  void placeInTime() {
    double t = middleOfWindow();
    if (m_result.nearest) {
      const auto end = m_words.follow(m_case.before.point, m_case.window, m_result.nearest->word,
                                      m_result.nearest->values);
      if (end && !end->times.empty())
        t = std::clamp(end->times.front(), m_result.window[0], m_result.window[1]);
    }
    m_result.time = t;
    m_before = m_case.before.point;
    m_after = m_case.after.point;
    const auto& window = m_case.window;
    m_dynamics.advanceFar(m_before, window.begin, t - window.begin, longestFlightStep, window.lastingBefore);
    m_dynamics.advanceFar(m_after, window.end, t - window.end, longestFlightStep, window.lastingAfter);
    std::set<int> meeting;
    if (m_result.nearest) meeting.insert(m_result.nearest->word.begin(), m_result.nearest->word.end());
    for (std::size_t i = 0; i < m_case.near.size(); ++i) {
      const double sd = m_case.gapDeviations[static_cast<Index>(i)];
      if (std::abs(m_mechanism.gap(m_case.near[i], m_before.q)) <= 3 * sd + 10 * closedGap)
        meeting.insert(m_case.near[i]);
    }
    m_result.contacts.assign(meeting.begin(), meeting.end());
    const KineticMetric metric(m_mechanism.massMatrix(m_before.q));
    m_result.momentumBefore = metric.momentum(m_before.v);
    m_result.momentumAfter = metric.momentum(m_after.v);
  }

  /// What the impulses of the contacts can do: normals, then tangents of contacts with friction.
  struct ImpulseRows {
    MatrixXd rows;           ///< of momentum by a unit impulse
    std::vector<int> of;     ///< index into contacts
    std::vector<bool> push;  ///< whether the row is a normal
  };
  /// `rub`: whether contacts without friction have tangents, too.
  ImpulseRows impulseRows(const VectorXd& q, const std::vector<int>& contacts, bool rub = false) const {
    ImpulseRows all;
    all.rows.resize(0, m_mechanism.dof());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const int contact = contacts[i];
      const bool slips =
          rub || m_words.classes()[static_cast<std::size_t>(m_words.classOf(contact))].law.has_value() ||
          m_mechanism.contacts()[static_cast<std::size_t>(contact)].coefficients.friction > 0;
      const MatrixXd rows = slips ? contactAxes(m_mechanism, contact, q).rows
                                  : MatrixXd(m_mechanism.normal(contact, q).transpose());
      all.rows.conservativeResize(all.rows.rows() + rows.rows(), Eigen::NoChange);
      all.rows.bottomRows(rows.rows()) = rows;
      for (Index r = 0; r < rows.rows(); ++r) {
        all.of.push_back(static_cast<int>(i));
        all.push.push_back(r == 0);
      }
    }
    return all;
  }

  /// What the impulses of some contacts leave of a change of velocity, in units of the noise.
  struct Balance {
    ImpulseRows all;
    VectorXd impulses, pushing;     ///< along the rows; of `pushing` none pulls
    MatrixXd information;           ///< of the impulses
    double chi2 = 0, pullChi2 = 0;  ///< of the rest; by how much more where none pulls
    int freedom = 0;
    VectorXd left;  ///< n, change of velocity beside all impulses
  };

  /// Energies, impulses, and what rigid bodies cannot do.
  void balance() {
    balanceEnergy();
    const Balance meeting = balanceOf(m_before, m_after, m_result.contacts);
    m_information = meeting.information;
    m_pushing = meeting.pushing;
    m_pullChi2 = meeting.pullChi2;
    judgeImpulses(meeting.all, meeting.impulses);
    takeRest(meeting);
    // Others may have closed within the window, and passed their impulses on.
    const std::vector<int> others = withNear(m_result.contacts);
    if (others.size() > m_result.contacts.size()) {
      const Balance wide = balanceOf(m_before, m_after, others);
      takeRest(wide);
      m_pulling.reset();
      notePulling(wide, others);
    } else {
      notePulling(meeting, m_result.contacts);
    }
  }

  std::vector<int> withNear(const std::vector<int>& contacts) const {
    std::set<int> all(contacts.begin(), contacts.end());
    all.insert(m_case.near.begin(), m_case.near.end());
    return {all.begin(), all.end()};
  }

  void takeRest(const Balance& of) {
    m_momentumChi2 = of.chi2;
    m_momentumFreedom = of.freedom;
    m_pullChi2 = of.pullChi2;
    const MatrixXd M = m_mechanism.massMatrix(m_before.q);
    m_result.momentum.value = std::sqrt(std::max(0.0, of.left.dot(M * of.left)));
    // The error along what is left, of which that is χ. The error of all directions together is that of the
    // least known one: beside it a change that is impossible looked like noise.
    if (of.chi2 > 0) m_result.momentum.error = m_result.momentum.value / std::sqrt(of.chi2);
    if (m_isBusy && !m_case.near.empty()) m_result.momentum.error = HUGE_VAL;
  }

  /// The impulses at one state that change its velocity most nearly to that of another one. Of several
  /// contacts the times of the impulses are not known: what the motion within the window does to their
  /// effects is an error.
  Balance balanceOf(const FlightPoint& before, const FlightPoint& after, const std::vector<int>& contacts,
                    bool rub = false) {
    Balance of;
    of.all = impulseRows(before.q, contacts, rub);
    const Index n = m_mechanism.dof();
    MatrixXd C = (m_case.before.covariance + m_case.after.covariance).bottomRightCorner(n, n);
    C.diagonal() += m_splitError.cwiseAbs2();
    const MatrixXd N = m_dynamics.loops().directions(before.q);
    const MatrixXd X =
        of.all.rows.rows() > 0 ? velocitiesBy(m_mechanism, before.q, of.all.rows) : MatrixXd(n, 0);
    solveBalance(of, N, X, C, after.v - before.v);
    if (X.cols() == 0) return of;
    C += m_forcesWithin * m_forcesWithin.transpose();
    const auto effects = [&](const VectorXd& q) {
      return velocitiesBy(m_mechanism, q, impulseRows(q, contacts, rub).rows);
    };
    const MatrixXd moved = effects(m_case.after.point.q) - effects(m_case.before.point.q);
    MatrixXd changes = MatrixXd::Zero(n, std::ssize(contacts));
    for (Index i = 0; i < X.cols(); ++i)
      changes.col(of.all.of[static_cast<std::size_t>(i)]) += moved.col(i) * of.pushing[i];
    C += changes * changes.transpose();
    solveBalance(of, N, X, C, after.v - before.v);
    return of;
  }

  /// What forces do to the jump of the velocity between the first and the last time at which it may be. Empty
  /// where a flight cannot be followed backwards, among dampers that are fast beside a step.
  std::optional<VectorXd> forcesWithin() {
    FlightPoint before = m_case.before.point, after = m_case.after.point;
    const auto& window = m_case.window;
    const double h = window.end - window.begin;
    if (!m_dynamics.advanceFar(before, window.begin, h, longestFlightStep, window.lastingBefore) ||
        !m_dynamics.advanceFar(after, window.end, -h, longestFlightStep, window.lastingAfter))
      return std::nullopt;
    return VectorXd((m_case.after.point.v - before.v) - (after.v - m_case.before.point.v));
  }

  /// By how much velocities differ where a step of a recording is taken in two parts, as it is at a jump: two
  /// parts of a step of the midpoint rule are not the step.
  VectorXd splitError() {
    VectorXd error = VectorXd::Zero(m_mechanism.dof());
    const auto& window = m_case.window;
    const double half = middleOfWindow() - window.begin;
    const auto add = [&](const FlightPoint& from, double t, double by, const LastingForces& lasting) {
      FlightPoint whole = from, parts = from;
      if (m_dynamics.advance(whole, t, 2 * by, lasting) && m_dynamics.advance(parts, t, by, lasting) &&
          m_dynamics.advance(parts, t + by, by, lasting))
        error += (parts.v - whole.v).cwiseAbs();
    };
    if (m_dynamics.stepsAsRecorded()) {
      add(m_case.before.point, window.begin, half, window.lastingBefore);
      add(m_case.after.point, window.end, -half, window.lastingAfter);
    }
    return error;
  }

  void solveBalance(Balance& of, const MatrixXd& N, const MatrixXd& X, const MatrixXd& covariance,
                    const VectorXd& change) const {
    const MatrixXd free = N.transpose() * covariance * N;
    const VectorXd scale = free.diagonal().cwiseSqrt().cwiseMax(1e-12).cwiseInverse();
    MatrixXd C = scale.asDiagonal() * free * scale.asDiagonal();
    C.diagonal().array() += 1e-9;
    const Eigen::LLT<MatrixXd> factor(C);
    const VectorXd white = factor.matrixL().solve(scale.cwiseProduct(N.transpose() * change));
    VectorXd rest = white;
    Index rank = 0;
    of.impulses = of.pushing = VectorXd::Zero(X.cols());
    of.pullChi2 = 0;
    if (X.cols() > 0) {
      const MatrixXd A = factor.matrixL().solve(scale.asDiagonal() * (N.transpose() * X));
      const Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver(A);
      rank = solver.rank();
      of.impulses = solver.solve(white);
      rest -= A * of.impulses;
      of.information = A.transpose() * A;
      of.pullChi2 = measureImpulses(of, A, white) - rest.squaredNorm();
    }
    of.chi2 = rest.squaredNorm();
    of.freedom = static_cast<int>(N.cols() - rank);
    of.left = N * scale.cwiseInverse().cwiseProduct(factor.matrixL() * rest);
  }

  /// The impulses of which none pulls, and the χ² that they leave.
  double measureImpulses(Balance& of, const MatrixXd& A, const VectorXd& white) const {
    // Each tangent has both signs.
    std::vector<Index> source;
    for (Index i = 0; i < A.cols(); ++i) {
      source.push_back(i);
      if (!of.all.push[static_cast<std::size_t>(i)]) source.push_back(-i - 1);
    }
    MatrixXd columns(A.rows(), std::ssize(source));
    for (std::size_t k = 0; k < source.size(); ++k)
      columns.col(static_cast<Index>(k)) =
          source[k] >= 0 ? VectorXd(A.col(source[k])) : VectorXd(-A.col(-source[k] - 1));
    const Nnls solved = nnls(columns, white);
    for (std::size_t k = 0; k < source.size(); ++k)
      of.pushing[source[k] >= 0 ? source[k] : -source[k] - 1] +=
          (source[k] >= 0 ? 1 : -1) * solved.x[static_cast<Index>(k)];
    return solved.residual.squaredNorm();
  }

  void notePulling(const Balance& of, const std::vector<int>& contacts) {
    if (of.impulses.size() == 0) return;
    const MatrixXd covariance = of.information.completeOrthogonalDecomposition().pseudoInverse();
    for (Index i = 0; i < of.impulses.size(); ++i)
      if (of.all.push[static_cast<std::size_t>(i)] && of.impulses[i] < 0 &&
          (!m_pulling || -of.impulses[i] > m_pulling->amount))
        m_pulling = {Impossibility::Kind::Pull, -of.impulses[i], std::sqrt(std::max(0.0, covariance(i, i))),
                     contacts[static_cast<std::size_t>(of.all.of[static_cast<std::size_t>(i)])]};
  }

  void judgeImpulses(const ImpulseRows& all, const VectorXd& impulses) {
    if (impulses.size() == 0) return;
    Permissibility allowed;
    m_result.impulses.resize(m_result.contacts.size());
    std::vector<double> tangential(m_result.contacts.size(), 0);
    for (Index i = 0; i < impulses.size(); ++i) {
      const auto at = static_cast<std::size_t>(all.of[static_cast<std::size_t>(i)]);
      if (!all.push[static_cast<std::size_t>(i)]) {
        tangential[at] = std::hypot(tangential[at], m_pushing[i]);
        continue;
      }
      m_result.impulses[at] = {m_pushing[i],
                               m_information(i, i) > 0 ? 1 / std::sqrt(m_information(i, i)) : HUGE_VAL};
    }
    const double sure = m_options.impossible;
    allowed.energy = !isTooMuch(m_result.energy.value);
    allowed.compression = m_pullChi2 <= sure * sure;
    for (std::size_t i = 0; i < m_result.contacts.size(); ++i) {
      const int contact = m_result.contacts[i];
      allowed.separation = allowed.separation && !closesAfter(contact);
      const double mu = m_mechanism.contacts()[static_cast<std::size_t>(contact)].coefficients.friction;
      const Measured& normal = m_result.impulses[i];
      allowed.friction =
          allowed.friction && tangential[i] <= mu * normal.value + sure * (1 + mu) * normal.error;
    }
    m_result.permissible = allowed;
  }

  double closingSpeedAfter(int contact) const {
    return -m_mechanism.normal(contact, m_after.q).dot(m_after.v);
  }
  double closingDeviation(int contact) const {
    const VectorXd u = m_mechanism.normal(contact, m_after.q);
    const Index n = u.size();
    return std::sqrt(std::max(0.0, u.dot(m_case.after.covariance.bottomRightCorner(n, n) * u)));
  }
  /// Whether a contact is closed or overlaps after the jump, and still closes.
  bool closesAfter(int contact) const {
    const double sure = m_options.impossible;
    const double sd = gapDeviation(m_mechanism, contact, m_case.after, m_options.search.gapError);
    // A slow impact that the flight after hides moves its fit by that much.
    constexpr double hidden = 0.05;
    const double before = std::abs(m_mechanism.normal(contact, m_before.q).dot(m_before.v));
    return closingSpeedAfter(contact) > std::max(sure * closingDeviation(contact), hidden * before) + 1e-9 &&
           m_mechanism.gap(contact, m_case.after.point.q) < -sure * sd - 10 * closedGap;
  }

  /// The change of the energy between the last sample before and the first one after, which does not depend
  /// on the time of the jump; dampers and motors add what they may do meanwhile to its error. The midpoint
  /// rule keeps no energy within a step: of recorded steps it is that at the time of the jump.
  void balanceEnergy() {
    const bool isAtJump = m_dynamics.stepsAsRecorded();
    m_result.energy.value = m_dynamics.energy(isAtJump ? m_after : m_case.after.point) -
                            m_dynamics.energy(isAtJump ? m_before : m_case.before.point);
    double apart = 0;
    const bool isOneHit = m_result.nearest && m_result.nearest->word.size() == 1;
    if (isAtJump && !isOneHit)  // the step after the first collision is not the one that was taken
      apart = std::abs(m_dynamics.energy(m_after) - m_dynamics.energy(m_case.after.point));
    m_result.energy.error = energyError(m_case.after.covariance) + apart;
    m_energyNoise += apart;
  }

  /// The standard deviation of the change of the energy (J), of errors after the jump, and of what dampers,
  /// motors and lasting forces may do within the window.
  double energyError(const MatrixXd& covarianceAfter) {
    const auto variance = [&](const FlightPoint& at, const MatrixXd& covariance) {
      const Index n = m_mechanism.dof();
      const VectorXd slope = m_dynamics.energySlope(at);
      // The second part is that of an energy near 0, whose slope vanishes.
      const MatrixXd MP = m_mechanism.massMatrix(at.q) * covariance.bottomRightCorner(n, n);
      return slope.dot(covariance * slope) + 0.5 * (MP * MP).trace();
    };
    double sd = std::sqrt(variance(m_case.before.point, m_case.before.covariance) +
                          variance(m_case.after.point, covarianceAfter));
    const auto& forces = m_mechanism.forces();
    if (!forces.areConservative()) {
      double power = 0;
      for (const FlightPoint* at : {&m_case.before.point, &m_case.after.point}) {
        double p = m_mechanism.damperPower(at->q, at->v);
        for (const Motor& motor : forces.motors)
          p += std::abs(motor.force(m_case.window.begin, at->q[motor.coordinate], at->v[motor.coordinate]) *
                        at->v[motor.coordinate]);
        power = std::max(power, p);
      }
      sd += power * (m_case.window.end - m_case.window.begin);
    }
    for (const LastingForces* lasting : {&m_case.window.lastingBefore, &m_case.window.lastingAfter})
      if (!lasting->empty() && !doesNoWork(*lasting))
        sd += std::abs(m_case.before.point.v.dot(
                  m_mechanism.massMatrix(m_case.before.point.q) *
                  m_dynamics.accelerationBy(*lasting, m_case.before.point, m_case.window.begin))) *
              (m_case.window.end - m_case.window.begin);
    const double rounding = 1e-9 * (1 + std::abs(m_dynamics.energy(m_case.before.point)));
    return sd + rounding;
  }

  /// Whether a change of the energy is more than the noise gives, and a step where collisions are late.
  bool isTooMuch(double energy) const {
    return m_case.late > 0 ? energy > m_case.lateEnergy + m_options.impossible * m_energyNoise
                           : energy > m_options.impossible * m_result.energy.error;
  }

  /// Whether energy appeared beside a word of late collisions by more than a step gives.
  bool gainsBeside(const WordFit& fit) const {
    if (m_case.late == 0) return false;
    const double energy = m_dynamics.energy(m_case.after.point);
    if (!isTooMuch(energy - m_dynamics.energy(m_case.before.point))) return false;
    const auto end = m_words.follow(m_case.before.point, m_case.window, fit.word, fit.values);
    return !end || isTooMuch(energy - m_dynamics.energy(end->point));
  }

  /// Whether contacts stand that do not rub: their forces do no work.
  bool doesNoWork(const LastingForces& lasting) const {
    return lasting.acceleration.size() == 0 && std::ranges::all_of(lasting.standing, [&](const auto& one) {
             const auto& pair = m_mechanism.contacts()[static_cast<std::size_t>(one.contact)];
             return one.sticks || pair.coefficients.friction == 0;
           });
  }

  static constexpr const char* pressing = "contacts press, or hit each other faster than the samples tell";

  /// Whether all likeliest words have collisions that the noise hides: where contacts press, these are as
  /// well impulses of what presses.
  bool areAllDoubtful() const {
    return std::ranges::all_of(m_result.words, [&](const WordFit& fit) {
      return fit.outcome != m_result.words.front().outcome || isDoubtful(fit);
    });
  }

  /// Whether the likeliest words end with contacts that press from then on: these have bounced to rest, in
  /// words without end, or have not bounced at all.
  bool settles() const {
    return std::ranges::any_of(m_settling, [&](int contact) {
      const std::vector<int>& word = m_result.words.front().word;
      return std::ranges::find(word, contact) != word.end();
    });
  }

  void decide() {
    if (!m_result.words.empty() &&
        (settles() || (m_lasts && (areAllDoubtful() || m_result.words.front().deviations > clearly)))) {
      m_result.verdict = JumpVerdict::Undecided;
      m_result.undecided = pressing;
      return;
    }
    if (!m_result.words.empty() && m_hasMore) {
      m_result.verdict = JumpVerdict::Undecided;
      m_result.undecided = "many samples lie between the flights, and there are more words than were tried";
      return;
    }
    if (!m_result.words.empty()) {
      constexpr double sole = 0.95;
      m_result.verdict =
          m_result.words.front().likelihood >= sole ? JumpVerdict::Explained : JumpVerdict::Undecided;
      if (m_result.verdict == JumpVerdict::Undecided)
        m_result.undecided = "several words with different ends fit within the noise";
      return;
    }
    findImpossible();
    noteRubbing();
    if (!m_result.impossible.empty())
      m_result.verdict = JumpVerdict::Impossible;
    else if (m_lasts || m_returns || (m_isBusy && !m_case.near.empty())) {
      m_result.verdict = JumpVerdict::Undecided;
      m_result.undecided = pressing;
    } else if (!m_result.triedAll) {
      m_result.verdict = JumpVerdict::Undecided;
      m_result.undecided = "none of the words that were tried fits, and there are more";
    } else if (m_result.hides[0] || m_result.hides[1])
      m_result.doubt();
    else
      m_result.verdict = JumpVerdict::Unexplained;
  }

  /// Notes the largest impulse along a surface where impulses of the contacts give what no word gives.
  void noteRubbing() {
    const auto isEnergy = [](const Impossibility& one) { return one.kind == Impossibility::Kind::Energy; };
    if (m_result.contacts.empty() || m_lasts || std::ranges::any_of(m_result.impossible, isEnergy)) return;
    const Balance of = balanceOf(m_before, m_after, m_result.contacts, true);
    if (of.freedom <= 0 || deviationsOf(of.chi2 + of.pullChi2, of.freedom) > m_options.explains) return;
    const MatrixXd covariance = of.information.completeOrthogonalDecomposition().pseudoInverse();
    std::vector<Measured> along(m_result.contacts.size());
    for (Index i = 0; i < of.pushing.size(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      if (of.all.push[row]) continue;
      Measured& size = along[static_cast<std::size_t>(of.all.of[row])];
      size.value = std::hypot(size.value, of.pushing[i]);
      size.error = std::max(size.error, std::sqrt(std::max(0.0, covariance(i, i))));
    }
    const auto largest = std::ranges::max_element(along, {}, &Measured::value);
    if (largest->value > m_options.impossible * largest->error)
      m_result.rubbing = {m_result.contacts[static_cast<std::size_t>(largest - along.begin())], *largest};
  }

  void findImpossible() {
    using enum Impossibility::Kind;
    const double sure = m_options.impossible;
    // The forces of what presses are constant for a short time only.
    if (m_isSteady && isTooMuch(m_result.energy.value))
      m_result.impossible.push_back({Energy, m_result.energy.value, m_result.energy.error});
    // What presses before or after gives impulses, too; of a busy window the balance is not that of one
    // place.
    if (m_lasts || (m_isBusy && !m_case.near.empty())) return;
    if (m_momentumFreedom > 0 && deviationsOf(m_momentumChi2, m_momentumFreedom) > sure)
      m_result.impossible.push_back({Momentum, m_result.momentum.value, m_result.momentum.error});
    for (const int contact : m_result.contacts)
      if (closesAfter(contact))
        m_result.impossible.push_back(
            {Overlap, closingSpeedAfter(contact), closingDeviation(contact), contact});
    if (m_pullChi2 > sure * sure && m_pulling) m_result.impossible.push_back(*m_pulling);
  }

  /// ξ, the certificate and the hull of the impact of all these contacts at once.
  void compareWithOutcomes() {
    constexpr std::size_t mostContacts = 16;
    const KineticMetric metric(m_mechanism.massMatrix(m_before.q));
    const double norm = metric.norm(m_result.momentumBefore);
    if (m_result.nearest && norm > 0) {
      const VectorXd dv = m_result.nearest->residual.tail(m_mechanism.dof());
      m_result.distance = metric.norm(metric.momentum(dv)) / norm;
    }
    if (m_result.contacts.size() > mostContacts) return;
    try {
      ImpactProblem problem =
          impactOf(m_mechanism, m_result.contacts, metric, m_before.q, m_result.momentumBefore);
      if (m_result.nearest) {
        VectorXd e(std::ssize(m_result.contacts));
        for (std::size_t i = 0; i < m_result.contacts.size(); ++i)
          e[static_cast<Index>(i)] = restitutionOf(*m_result.nearest, m_words.classOf(m_result.contacts[i]));
        problem = problem.withRestitution(e.cwiseMax(0).cwiseMin(1));
      }
      ResolveOptions resolve;
      resolve.limits.maxStates = 20'000;
      resolve.choice = false;
      resolve.minimalityChecks = 0;
      resolve.samplePastLimit.samples = 0;
      const ImpactReport report = resolveImpact(problem, resolve, m_stop);
      m_result.unique = uniqueForEveryMomentum(report);
      m_result.certificate = certificateReason(report);
      if (report.jammed() || !report.complete()) return;
      if (report.indeterminacy.isExact()) m_result.xi = report.indeterminacy.xi;
      placeInHull(report, metric, norm);
    } catch (const ImpactError&) {
      m_result.certificate = "refused";
    }
  }

  /// e of a class: that of the scene, where the recording does not tell another one.
  double restitutionOf(const WordFit& fit, int of) const {
    constexpr double sure = 3;
    const double own = m_words.classes()[static_cast<std::size_t>(of)].coefficients.restitution;
    return std::abs(fit.values.e[of] - own) <= sure * fit.deviation.e[of] ? own : fit.values.e[of];
  }

  void placeInHull(const ImpactReport& report, const KineticMetric& metric, double norm) {
    const auto place = OutcomeHull(report).place(m_result.momentumAfter);
    if (!place || !(norm > 0)) return;
    const Index n = m_mechanism.dof();
    const double noise =
        std::sqrt(std::max(0.0, (metric.mass() * (m_case.after.covariance.bottomRightCorner(n, n) +
                                                  m_case.before.covariance.bottomRightCorner(n, n)))
                                    .trace())) /
        norm;
    m_result.hullDistance = place->hullDistance;
    constexpr double deviations = 3;
    m_result.inHull = place->hullDistance <= deviations * noise + OutcomeHull::hullTolerance;
  }

  FlightDynamics& m_dynamics;
  const Mechanism& m_mechanism;
  const AuditOptions& m_options;
  std::stop_token m_stop;
  WordMotion m_words;
  JumpCase m_case;
  std::set<std::vector<int>> m_known;        ///< words
  std::map<std::vector<int>, bool> m_reach;  ///< mayExplain by contacts
  double m_energyNoise = 0;                  ///< standard deviation of the change of the energy on time (J)
  VectorXd m_forcesWithin, m_splitError;
  bool m_beyond = false;
  bool m_returns = false;  ///< whether contacts of a word close again within the window
  double m_freeFall = -1;
  std::vector<Ending> m_endings;
  std::vector<int> m_settling;    ///< contacts that begin to press
  bool m_isSteady = true;         ///< whether what presses does so for a short time
  bool m_lasts = false;           ///< whether contacts press before or after
  bool m_skips = false;           ///< whether samples lie between the flights
  bool m_hasMore = false;         ///< whether such a jump has more words than were tried
  bool m_isLong = false;          ///< whether many do: hits among them have any words, and each takes long
  bool m_isBusy = false;          ///< see isBusy()
  FlightPoint m_before, m_after;  ///< at the time of the jump
  double m_momentumChi2 = 0, m_pullChi2 = 0;
  int m_momentumFreedom = 0;
  VectorXd m_pushing;  ///< impulses of which none pulls
  MatrixXd m_information;
  std::optional<Impossibility> m_pulling;  ///< the contact whose impulse pulls most, where all may
  ExplainedJump m_result;
};

}  // namespace
}  // namespace explain_jump

std::string_view nameOf(JumpVerdict verdict) {
  constexpr std::array<std::string_view, 4> names{"explained", "unexplained", "impossible", "undecided"};
  return names[static_cast<std::size_t>(verdict)];
}

std::string_view nameOf(Impossibility::Kind kind) {
  constexpr std::array<std::string_view, 4> names{"energy", "momentum", "overlap", "pull"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view unitOf(Impossibility::Kind kind) {
  constexpr std::array<std::string_view, 4> units{"J", "sqrt(J)", "m/s", "N*s"};
  return units[static_cast<std::size_t>(kind)];
}

void ExplainedJump::doubt() {
  verdict = JumpVerdict::Undecided;
  undecided = "a flight beside it is so short that a hit within it would not be seen";
}

bool mayBeLate(const DividedMotion& motion, const AuditOptions& options) {
  const bool isLocated = motion.step && motion.rule == StepRule::Midpoint;
  return motion.mayBeLate && !isLocated && options.modelError == 0;
}

ExplainedJump explainJump(FlightDynamics& dynamics, const std::vector<ContactClass>& classes,
                          const DividedMotion& motion, const RecordedJump& jump, const AuditOptions& options,
                          std::stop_token stop) {
  const auto explained = [&](double late) {
    return explain_jump::Explanation(dynamics, classes, motion, jump, options, late, stop).result();
  };
  ExplainedJump result = explained(0);
  // A program whose steps do not end where gaps close may have computed what no word explains, and what looks
  // impossible: its hits give and take energy by the fall of a step. Carom's own do.
  if (!result.words.empty() || result.late > 0 || !mayBeLate(motion, options)) return result;
  // Beside contacts that press, words that leave out small hits of these fit with the errors of late ones.
  const auto presses = [&](std::size_t flight) {
    return !motion.flights[flight].pressing(dynamics.mechanism()).empty();
  };
  // Beside a flight that may hide a hit, the errors of late hits make room for a wrong word.
  const bool hides = result.hides[0] || result.hides[1];
  if (result.verdict == JumpVerdict::Undecided && (hides || presses(jump.flight) || presses(jump.flight + 1)))
    return result;
  ExplainedJump other = explained(motion.sampling);
  const bool isPossible =
      result.verdict == JumpVerdict::Impossible && other.verdict != JumpVerdict::Impossible;
  return !other.words.empty() || isPossible ? other : result;
}

}  // namespace carom
