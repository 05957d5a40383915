#include "study/futures/futures.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "base/random.h"
#include "impact/certificate/termination.h"
#include "impact/outcomes/gap_probabilities.h"
#include "impact/policy.h"
#include "impact/reflection.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/impact_passage.h"

namespace carom {

namespace {

/// An outcome of an impact that gaps realise.
struct Realised {
  Eigen::VectorXd momentum;  ///< n
  Word word;                 ///< the most probable ordering that ends there
  double wordShare = 0;
  double probability = 0, variance = 0;
};

/// A motion that is followed no further than its state yet.
struct Branch {
  State state;
  double probability = 1;
  double relativeVariance = 0;  ///< of the probability
  std::size_t runs = 0;         ///< random runs that follow it
  std::size_t impacts = 0;
  std::shared_ptr<const FutureChoice> last{};
  std::shared_ptr<const FutureTrack> track{};
};

/// Memory of the flights of a run (bytes).
std::size_t memoryOf(const FlightList& flights) {
  std::size_t numbers = 0;
  for (const FreeFlight& flight : flights) {
    numbers += static_cast<std::size_t>(3 * flight.q.size());
    if (flight.nodes) numbers += static_cast<std::size_t>(2 * flight.nodes->q.size());
  }
  return sizeof(FutureTrack) + numbers * sizeof(double);
}

/// Two states of one time are one where they differ by this share: the roundings of two orderings of a
/// thousand impacts stay below it.
constexpr double sameState = 1e-9;

bool isSame(const Mechanism& mechanism, const State& a, const State& b) {
  const double q = mechanism.difference(a.q, b.q).lpNorm<Eigen::Infinity>(),
               p = (a.p - b.p).lpNorm<Eigen::Infinity>();
  return q <= sameState * (1 + a.q.lpNorm<Eigen::Infinity>()) &&
         p <= sameState * a.p.lpNorm<Eigen::Infinity>();
}

/// What Future::stopped says, as that of a run that is cancelled.
constexpr const char* cancelled = "cancelled";

/// Finds what lies near a vector among many: by one linear function of them, which differs no more than they
/// do.
class NearNumbers {
 public:
  void add(double value, std::size_t what) { m_all.emplace(value, what); }
  void remove(double value, std::size_t what) {
    const auto [first, last] = m_all.equal_range(value);
    for (auto at = first; at != last; ++at)
      if (at->second == what) return void(m_all.erase(at));
  }
  /// The least `what` within a distance for which `is` holds; empty where there is none.
  template <typename Predicate>
  std::optional<std::size_t> find(double value, double distance, const Predicate& is) const {
    std::optional<std::size_t> found;
    const auto end = m_all.upper_bound(value + distance);
    for (auto at = m_all.lower_bound(value - distance); at != end; ++at)
      if ((!found || at->second < *found) && is(at->second)) found = at->second;
    return found;
  }

 private:
  std::multimap<double, std::size_t> m_all;
};

/// A vector of no special direction: n, with the sum 1 of its absolute values.
Eigen::VectorXd anyDirection(Eigen::Index n) {
  Random random(1);
  Eigen::VectorXd x(n);
  for (double& value : x) value = random.uniform() - 0.5;
  return x / x.lpNorm<1>();
}

class Follower {
 public:
  Follower(const Mechanism& mechanism, const State& initial, const MotionOptions& motion,
           const FuturesQuestion& question, std::stop_token stop)
      : m_mechanism(mechanism),
        m_motion(motion),
        m_question(question),
        m_stop(std::move(stop)),
        m_random(question.seed),
        m_start(initial.time),
        m_end(initial.time + motion.duration) {
    const auto m = static_cast<Eigen::Index>(question.times);
    m_answer.times = Eigen::VectorXd::LinSpaced(m, m_start, m_end);
    m_answer.distinct.assign(question.times, 0);
    m_answer.mass = m_answer.entropy = Eigen::VectorXd::Zero(m);
    m_answer.mean = m_answer.deviation = Eigen::MatrixXd::Zero(mechanism.dof(), m);
    m_squares = m_answer.mean;
    m_answer.least = Eigen::MatrixXd::Constant(mechanism.dof(), m, HUGE_VAL);
    m_answer.most = -m_answer.least;
    m_origin = initial.q;
    m_direction = anyDirection(initial.q.size());
    Branch first{initial};
    first.runs = m_answer.runs = question.samples;
    wait(std::move(first));
  }

  FuturesAnswer all(const Progress& progress) {
    while (!m_waiting.empty()) {
      if (!isCancelled() && bytes() > m_question.maxBytes) m_answer.limit = Limit::Memory;
      if (m_answer.limit != Limit::None) break;
      auto first = m_waiting.begin();
      Branch branch = first->second.take(m_direction);
      --m_count;
      if (first->second.branches.empty()) m_waiting.erase(first);
      if (progress) progress((branch.state.time - m_start) / (m_end - m_start));
      follow(std::move(branch));
      if (m_count > m_question.most + m_question.most / 4) dropLeast();
    }
    endWaiting();
    finish();
    return std::move(m_answer);
  }

 private:
  /// Branches of one time, and where their momenta are.
  struct Waiting {
    std::vector<Branch> branches;
    NearNumbers momenta;

    void add(Branch branch, const Eigen::VectorXd& direction) {
      momenta.add(direction.dot(branch.state.p), branches.size());
      branches.push_back(std::move(branch));
    }
    Branch take(const Eigen::VectorXd& direction) {
      Branch last = std::move(branches.back());
      branches.pop_back();
      momenta.remove(direction.dot(last.state.p), branches.size());
      return last;
    }
  };
  void wait(Branch branch) {
    m_waiting[branch.state.time].add(std::move(branch), m_direction);
    ++m_count;
  }

  bool isCancelled() {
    if (m_stop.stop_requested()) m_answer.limit = Limit::Cancelled;
    return m_stop.stop_requested();
  }

  /// What a search that ends early has not followed stops where it is.
  void endWaiting() {
    const std::string why = m_answer.limit == Limit::Memory ? "the memory is used up" : cancelled;
    m_answer.reached = m_end;
    for (const Future& future : m_answer.futures)
      if (future.stopped == cancelled) m_answer.reached = std::min(m_answer.reached, future.state.time);
    if (!m_waiting.empty()) m_answer.reached = std::min(m_answer.reached, m_waiting.begin()->first);
    for (auto& [time, waiting] : m_waiting)
      for (Branch& branch : waiting.branches) {
        State state = std::move(branch.state);
        end(branch, std::move(state), why);
      }
    m_waiting.clear();
  }

  /// Memory of all branches, futures and choices, by the vectors, indices and texts that each has.
  std::size_t bytes() const {
    constexpr std::size_t block = 48;  // of an allocation or a node of a tree
    const std::size_t state = 2 * static_cast<std::size_t>(m_mechanism.dof()) * sizeof(double) + 2 * block;
    return m_count * (sizeof(Branch) + state + 2 * block) +
           m_answer.futures.size() * (sizeof(Future) + state) + m_choiceBytes->load() + m_decisionBytes;
  }
  static std::size_t bytesOf(const std::vector<std::string>& names) {
    std::size_t sum = 0;
    for (const std::string& name : names)
      sum += sizeof(std::string) + (name.capacity() > std::string().capacity() ? name.capacity() : 0);
    return sum;
  }

  /// The outcomes of an impact, which those with the same momentum join.
  class Outcomes {
   public:
    explicit Outcomes(const ImpactProblem& problem)
        : m_metric(problem.metric()), m_same(10 * mergeTolerance * problem.scale()) {
      const Eigen::VectorXd direction = anyDirection(problem.dof());
      m_slope = m_metric.velocity(direction) / m_metric.norm(direction);
    }
    /// The index of the outcome with that momentum.
    std::size_t add(Realised found) {
      const double value = m_slope.dot(found.momentum);
      const auto at = m_near.find(value, m_same, [&](std::size_t i) {
        return m_metric.norm(all[i].momentum - found.momentum) <= m_same;
      });
      if (!at) {
        m_near.add(value, all.size());
        all.push_back(std::move(found));
        return all.size() - 1;
      }
      Realised& known = all[*at];
      known.probability += found.probability;
      if (found.wordShare > known.wordShare) {
        known.word = std::move(found.word);
        known.wordShare = found.wordShare;
      }
      return *at;
    }
    std::vector<Realised> all;

   private:
    const KineticMetric& m_metric;
    double m_same;
    Eigen::VectorXd m_slope;  ///< n: its product with momenta differs by no more than their distance
    NearNumbers m_near;
  };

  /// Flies to the next impact and continues from each of its outcomes.
  void follow(Branch branch) {
    MotionOptions motion = m_motion;
    motion.duration = m_end - branch.state.time;
    motion.maxImpacts = 0;  // the run stops at the first impact, before it
    std::erase_if(motion.pushes, [&](const Push& push) { return push.time < branch.state.time; });
    const Trajectory run = runMotion(m_mechanism, branch.state, motion, m_stop);
    note(branch, run);
    keepTrack(branch, run);
    if (run.stopKind == StopKind::Cancelled) m_answer.limit = Limit::Cancelled;
    const FreeFlight last = run.flights.back();
    State reached{run.end(), last.configuration(last.end), {}};
    if (!run.metric) {  // nothing can move
      reached.p = branch.state.p;
      return end(branch, std::move(reached), {});
    }
    const KineticMetric metric = metricAt(m_mechanism, *run.metric, reached.q);
    reached.p =
        last.nodes ? Eigen::VectorXd(last.nodes->p.rightCols<1>()) : metric.momentum(last.velocity(last.end));
    if (run.complete) return end(branch, std::move(reached), {});
    if (run.stopKind != StopKind::ImpactLimit) return end(branch, std::move(reached), run.stopReason);
    if (++branch.impacts > m_motion.maxImpacts)
      return end(branch, std::move(reached), "more than " + std::to_string(m_motion.maxImpacts) + " impacts");
    try {
      pass(branch, reached, metric);
    } catch (const ImpactError& error) {
      end(branch, std::move(reached), std::string("an impact that cannot be resolved: ") + error.what());
    }
  }

  void pass(const Branch& branch, const State& reached, const KineticMetric& metric) {
    ImpactEvent event;
    event.contacts = closedContacts(m_mechanism, reached.q);
    const ImpactProblem problem =
        lawfulImpact(impactOf(m_mechanism, event.contacts, metric, reached.q, reached.p), event,
                     {m_motion.restitution, m_motion.reflectionRestitution});
    ++m_answer.impacts;
    std::vector<Realised> outcomes = realised(problem, reached.time > m_start);
    if (isCancelled()) return end(branch, reached, cancelled);  // its gaps were not all drawn
    if (outcomes.empty()) return end(branch, reached, "jammed");
    if (problem.sides() > 1) ++m_answer.corners;
    if (outcomes.size() > 1) {
      ++m_answer.ambiguous;
      m_answer.decisions.push_back(decision(problem, outcomes, branch, reached.time));
      m_decisionBytes += sizeof(FutureDecision) + bytesOf(m_answer.decisions.back().contacts);
    }
    std::vector<std::size_t> runs(outcomes.size());
    if (m_question.samples > 0) runs = dealt(branch.runs, outcomes);
    if (isCancelled()) return end(branch, reached, cancelled);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const Realised& outcome = outcomes[i];
      Branch next = branch;
      next.state.p = outcome.momentum;
      next.state.q = reached.q;
      next.state.time = reached.time;
      next.runs = runs[i];
      if (m_question.samples > 0) {
        if (next.runs == 0) continue;
        next.probability = static_cast<double>(next.runs) / static_cast<double>(m_question.samples);
      } else {
        next.probability *= outcome.probability;
        next.relativeVariance += outcome.variance / (outcome.probability * outcome.probability);
        if (next.probability < m_question.least) {
          m_answer.lost += next.probability;
          continue;
        }
      }
      if (outcomes.size() > 1)
        next.last = choice(problem, outcome, outcomes.size(), branch, next, reached.time);
      add(std::move(next));
    }
  }

  /// The outcomes of an impact by random gaps; none where it is jammed. arriving: see GapOptions.
  std::vector<Realised> realised(const ImpactProblem& problem, bool arriving) {
    const Termination termination = decideTermination(problem);
    if (termination.answer() == false && problem.isElastic()) return {};
    if (!termination.coneHasInterior || problem.contactCount() == 1) {
      // No gaps open all contacts, as between two walls: one ordering is followed.
      Word word = followPolicy(problem, {}, 1'000'000, m_stop);
      return {outcomeOf(problem, std::move(word), 1)};
    }
    if (problem.contactCount() == 2) return realisedByPair(problem, arriving);
    ++m_answer.sampled;
    const GapReport gaps = sampleGaps(
        problem, {.samples = m_question.gaps, .seed = m_question.seed, .arriving = arriving}, m_stop);
    Outcomes found(problem);
    std::vector<std::vector<std::uint32_t>> hits;
    for (const GapOrdering& ordering : gaps.orderings) {
      const std::size_t at = found.add(outcomeOf(problem, ordering.word, ordering.probability));
      if (at == hits.size())
        hits.push_back(ordering.hits);
      else
        for (std::size_t c = 0; c < hits[at].size(); ++c) hits[at][c] += ordering.hits[c];
    }
    if (found.all.size() > 1)
      for (std::size_t i = 0; i < found.all.size(); ++i) {
        const auto [share, error] = chainShare(gaps, hits[i]);
        found.all[i].probability = share;
        found.all[i].variance = error * error;
      }
    return std::move(found.all);
  }

  /// Of two contacts one ordering begins with each, and its probability is known exactly.
  std::vector<Realised> realisedByPair(const ImpactProblem& problem, bool arriving) const {
    const std::array<double, 2> first = *sampleGaps(problem, {.arriving = arriving}, m_stop).exactFirst;
    Outcomes found(problem);
    for (ContactIndex i = 0; i < 2; ++i) {
      if (first[i] == 0) continue;
      Word word{i};
      const ImpactProblem rest = problem.withMomentum(replay(problem, word).momentum);
      for (const ContactIndex next : followPolicy(rest, {}, 1'000'000, m_stop)) word.push_back(next);
      found.add(outcomeOf(problem, std::move(word), first[i]));
    }
    return std::move(found.all);
  }

  Realised outcomeOf(const ImpactProblem& problem, Word word, double share) const {
    const ImpactPassage passage =
        orderedPassage(problem, std::move(word), m_motion.restitution, Momenta::Ends);
    return {passage.momenta.col(1), passage.word, share, share, 0};
  }

  /// Each of `runs` draws an outcome.
  std::vector<std::size_t> dealt(std::size_t runs, const std::vector<Realised>& outcomes) {
    std::vector<std::size_t> counts(outcomes.size());
    if (outcomes.size() == 1) {
      counts[0] = runs;
      return counts;
    }
    constexpr std::size_t asksToStop = 1 << 20;  // runs, some milliseconds
    for (std::size_t run = 0; run < runs; ++run) {
      if (run % asksToStop == 0 && m_stop.stop_requested()) break;
      double left = m_random.uniform();
      std::size_t i = 0;
      while (i + 1 < outcomes.size() && left >= outcomes[i].probability) left -= outcomes[i++].probability;
      ++counts[i];
    }
    return counts;
  }

  static FutureDecision decision(const ImpactProblem& problem, const std::vector<Realised>& outcomes,
                                 const Branch& branch, double time) {
    FutureDecision made{time, {}, branch.probability, 0};
    for (const ContactLabel& label : problem.labels()) made.contacts.push_back(label.name);
    for (const Realised& outcome : outcomes)
      if (outcome.probability > 0) made.entropy -= outcome.probability * std::log(outcome.probability);
    return made;
  }

  std::shared_ptr<const FutureChoice> choice(const ImpactProblem& problem, const Realised& outcome,
                                             std::size_t outcomes, const Branch& branch, const Branch& next,
                                             double time) const {
    auto made = std::make_unique<FutureChoice>();
    made->time = time;
    for (const ContactLabel& label : problem.labels()) made->contacts.push_back(label.name);
    for (const ContactIndex letter : outcome.word) made->ordering.push_back(problem.labels()[letter].name);
    made->probability = outcome.probability;
    made->outcomes = outcomes;
    made->reached = next.probability;
    made->reachedError = errorOf(next);
    made->decision = m_answer.decisions.size() - 1;
    made->before = branch.last;
    const std::size_t bytes = 2 * sizeof(FutureChoice) + bytesOf(made->contacts) + bytesOf(made->ordering);
    *m_choiceBytes += bytes;
    return {made.release(), [sum = m_choiceBytes, bytes](const FutureChoice* choice) {
              *sum -= bytes;
              delete choice;
            }};
  }

  /// Waits for its turn, together with a branch in the same state where there is one.
  void add(Branch branch) {
    const double t = branch.state.time, near = sameState * (m_end - m_start);
    const double value = m_direction.dot(branch.state.p),
                 apart = 2 * sameState * branch.state.p.lpNorm<Eigen::Infinity>();
    for (auto at = m_waiting.lower_bound(t - near); at != m_waiting.end() && at->first <= t + near; ++at) {
      Waiting& waiting = at->second;
      const auto same = waiting.momenta.find(value, apart, [&](std::size_t i) {
        return isSame(m_mechanism, waiting.branches[i].state, branch.state);
      });
      if (same) return join(waiting.branches[*same], branch);
    }
    wait(std::move(branch));
  }

  /// Adds a branch to another one in the same state.
  void join(Branch& other, const Branch& branch) {
    ++m_answer.merged;
    const double sum = other.probability + branch.probability;
    const auto variance = [](const Branch& one) {
      return one.relativeVariance * one.probability * one.probability;
    };
    other.relativeVariance = (variance(other) + variance(branch)) / (sum * sum);
    if (branch.probability > other.probability) {
      other.last = branch.last;
      other.track = branch.track;
    }
    other.probability = sum;
    other.runs += branch.runs;
    other.impacts = std::max(other.impacts, branch.impacts);
  }

  /// Drops the least probable of the branches that wait, down to the most that may.
  void dropLeast() {
    std::vector<double> all;
    for (const auto& [time, waiting] : m_waiting)
      for (const Branch& branch : waiting.branches) all.push_back(branch.probability);
    const auto least = all.end() - static_cast<std::ptrdiff_t>(m_question.most);
    std::nth_element(all.begin(), least, all.end());
    const double bound = *least;
    std::size_t more = m_count - m_question.most;  // to be dropped: those below the bound, then those at it
    more -= static_cast<std::size_t>(std::ranges::count_if(all, [&](double P) { return P < bound; }));
    for (auto at = m_waiting.begin(); at != m_waiting.end();) {
      Waiting kept;
      for (Branch& branch : at->second.branches) {
        if (branch.probability > bound || (branch.probability == bound && more == 0)) {
          kept.add(std::move(branch), m_direction);
          continue;
        }
        if (branch.probability == bound) --more;
        m_answer.lost += branch.probability;
        --m_count;
      }
      at->second = std::move(kept);
      at = at->second.branches.empty() ? m_waiting.erase(at) : std::next(at);
    }
  }

  /// Adds the flight of a branch to the sums over all futures.
  void note(const Branch& branch, const Trajectory& run) {
    const double from = branch.state.time, to = run.end(), P = branch.probability;
    for (Eigen::Index i = 0; i < m_answer.times.size(); ++i) {
      const double t = m_answer.times[i];
      // A time at which flights meet belongs to the one that ends there.
      const bool isIn = (t > from || (branch.impacts == 0 && t == from)) && t <= to;
      if (isIn) add(i, P, run.configuration(t));
    }
  }
  void add(Eigen::Index i, double P, const Eigen::VectorXd& q) {
    ++m_answer.distinct[static_cast<std::size_t>(i)];
    m_answer.mass[i] += P;
    m_answer.entropy[i] -= P * std::log(P);
    const Eigen::VectorXd d = q - m_origin;
    m_answer.mean.col(i) += P * d;
    m_squares.col(i) += P * d.cwiseAbs2();
    m_answer.least.col(i) = m_answer.least.col(i).cwiseMin(q);
    m_answer.most.col(i) = m_answer.most.col(i).cwiseMax(q);
  }

  /// The standard error of the probability of a branch.
  double errorOf(const Branch& branch) const {
    const double P = branch.probability;
    return m_question.samples > 0 ? std::sqrt(P * (1 - P) / static_cast<double>(m_question.samples))
                                  : P * std::sqrt(branch.relativeVariance);
  }
  void end(const Branch& branch, State state, std::string reason) {
    m_answer.futures.push_back({branch.probability, errorOf(branch), std::move(state), std::move(reason),
                                branch.last, branch.track});
  }

  /// Keeps the flights of a branch while there is memory; a future has all of its flights or none.
  void keepTrack(Branch& branch, const Trajectory& run) {
    if (branch.impacts > 0 && !branch.track) return;
    m_trackBytes += memoryOf(run.flights);
    branch.track = m_trackBytes > m_question.trackBytes
                       ? nullptr
                       : std::make_shared<FutureTrack>(FutureTrack{run.flights, branch.track});
  }

  void finish() {
    std::ranges::stable_sort(m_answer.futures, std::ranges::greater(), &Future::probability);
    for (Eigen::Index i = 0; i < m_answer.times.size(); ++i) {
      const double mass = m_answer.mass[i];
      // −Σ (P/m) ln (P/m) = H/m + ln m
      const bool isCut = m_answer.limit != Limit::None && m_answer.times[i] > m_answer.reached;
      if (!(mass > 0) || isCut) {  // nothing is known of this time, or a part only
        m_answer.entropy[i] = std::numeric_limits<double>::quiet_NaN();
        m_answer.mean.col(i).setConstant(std::numeric_limits<double>::quiet_NaN());
        m_answer.deviation.col(i) = m_answer.least.col(i) = m_answer.most.col(i) = m_answer.mean.col(i);
        continue;
      }
      m_answer.entropy[i] = std::max(0.0, m_answer.entropy[i] / mass + std::log(mass));
      const Eigen::VectorXd mean = m_answer.mean.col(i) / mass;
      m_answer.deviation.col(i) = (m_squares.col(i) / mass - mean.cwiseAbs2()).cwiseMax(0).cwiseSqrt();
      m_answer.mean.col(i) = m_origin + mean;
      for (const int rotation : m_mechanism.rotations()) {
        m_answer.mean.col(i).segment<3>(rotation).setConstant(std::numeric_limits<double>::quiet_NaN());
        for (Eigen::MatrixXd* of : {&m_answer.deviation, &m_answer.least, &m_answer.most})
          of->col(i).segment<3>(rotation).setConstant(std::numeric_limits<double>::quiet_NaN());
      }
    }
  }

  const Mechanism& m_mechanism;
  const MotionOptions& m_motion;
  const FuturesQuestion& m_question;
  std::stop_token m_stop;
  Random m_random;
  double m_start, m_end;
  std::map<double, Waiting> m_waiting;  ///< by time
  Eigen::VectorXd m_direction;          ///< n, of Waiting
  std::size_t m_count = 0;              ///< of them
  std::size_t m_trackBytes = 0;         ///< of all flights so far
  std::size_t m_decisionBytes = 0;
  /// Of the choices that some branch or future has. An answer may be destroyed in any thread.
  std::shared_ptr<std::atomic<std::size_t>> m_choiceBytes = std::make_shared<std::atomic<std::size_t>>(0);
  Eigen::VectorXd m_origin;   ///< n, of the sums, so that they lose no digits
  Eigen::MatrixXd m_squares;  ///< n×m
  FuturesAnswer m_answer;
};

}  // namespace

FuturesAnswer futures(const Mechanism& mechanism, const State& initial, const MotionOptions& motion,
                      const FuturesQuestion& question, std::stop_token stop, const Progress& progress) {
  if (std::ranges::any_of(mechanism.forces().motors, &Motor::startsAtImpact))
    throw std::invalid_argument("futures of motors that start at an impact are not followed");
  return Follower(mechanism, initial, motion, question, std::move(stop)).all(progress);
}

std::vector<const FutureChoice*> choicesOf(const Future& future) {
  std::vector<const FutureChoice*> choices;
  for (const FutureChoice* one = future.last.get(); one; one = one->before.get()) choices.push_back(one);
  std::ranges::reverse(choices);
  return choices;
}

std::optional<std::array<const FutureChoice*, 2>> separation(const Future& a, const Future& b) {
  const auto first = choicesOf(a), second = choicesOf(b);
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
    if (first[i] != second[i]) return std::array{first[i], second[i]};
  return std::nullopt;
}

std::vector<std::size_t> mostDecisive(const FuturesAnswer& answer, std::size_t most) {
  std::vector<std::size_t> order(answer.decisions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](std::size_t i) { return answer.decisions[i].decided(); });
  order.resize(std::min(order.size(), most));
  return order;
}

Eigen::VectorXd configurationOf(const Future& future, double t) {
  const FutureTrack* track = future.track.get();
  while (track->before && t < track->flights.startOf(0)) track = track->before.get();
  const FlightList& flights = track->flights;
  return flights.at(flights.indexAt(t)).configuration(std::clamp(t, flights.startOf(0), flights.back().end));
}

}  // namespace carom
