#include "study/orbit/orbit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "base/central_slope.h"
#include "base/near_names.h"
#include "base/number_text.h"
#include "base/thin_svd.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/impact_passage.h"
#include "scene/initial_velocity.h"
#include "study/orbit/most_stable_orbit.h"

namespace carom {

namespace {

/// Multipliers and growths within this of 1 are 1: impacts within steps change the energy form by O(h²).
constexpr double neutral = 1e-5;
constexpr std::size_t mostMaps = 64;
/// An orbit whose miss no step makes smaller may be so many times the accuracy.
constexpr double stalled = 100;
/// Of a step of the search, over the largest singular value of its derivative.
constexpr double leastDamping = 1e-12, greatestDamping = 1e3;
/// Motions below this share of the first one's size are on the way to rest, which is no orbit.
constexpr double leastSize = 0.25;

/// What may change.
struct Varied {
  enum class Kind { Coordinate, Velocity, Parameter, Period };
  Kind kind;
  int index = -1;  ///< of the coordinate
  std::string name;
};

/// A motion of one period, and how far it is from its start.
struct Return {
  SceneInstance instance;
  Trajectory run;
  Eigen::VectorXd q, p;    ///< n, at the end
  Eigen::VectorXd miss;    ///< 2n, (δq, δp) from the (mirrored) start to the end; 0 for what travels
  Eigen::VectorXd values;  ///< of what varies
  /// Of the pairs of the touch-down that shall be unique, the cosine less the wanted one.
  Eigen::VectorXd excess{};
};

/// ⟨û_i, û_j⟩ of two contacts at q.
double cosineOf(const Mechanism& mechanism, const std::array<int, 2>& contacts, const Eigen::VectorXd& q) {
  const KineticMetric metric(mechanism.massBlocks(q));
  const LoopProjection loops = loopsAt(mechanism, metric, q);
  Eigen::VectorXd a = mechanism.normal(contacts[0], q), b = mechanism.normal(contacts[1], q);
  loops.project(a);
  loops.project(b);
  return metric.inner(a, b) / (metric.norm(a) * metric.norm(b));
}

/// m of −cos(π/m) nearest to the cosine of two normals: with it each order of their reflections ends in one
/// momentum. Only elastic reflections make a finite group; those that lose energy have m = 2, where the
/// normals are orthogonal and both commute. 0 for collision laws, and for a contact that no motion opens.
int exponentNear(const ImpactProblem& problem, double cosine) {
  constexpr double most = 1000;
  if (!problem.reflectsOnly() || !std::isfinite(cosine)) return 0;
  if (!problem.isElastic()) return 2;
  const double m = std::numbers::pi / std::acos(std::clamp(-cosine, -1.0, 1.0));
  return static_cast<int>(std::lround(std::clamp(m, 2.0, most)));
}

class OrbitSearch {
 public:
  OrbitSearch(const Scene& scene, const Assignments& assignments, const OrbitQuestion& question,
              const MotionOptions& motion, std::stop_token stop)
      : m_scene(scene), m_question(question), m_motion(motion), m_stop(std::move(stop)) {
    m_motion.mostNodes = 10'000'000;
    m_orbit.assignments = assignments;
    m_orbit.period = question.period;
    const SceneInstance instance = scene.instantiate(assignments);
    m_q = instance.initial.q;
    m_v = initialVelocity(instance);
    const Mechanism& mechanism = *instance.mechanism;
    if (mechanism.dof() == 0) throw SceneError(scene.file(), "bodies", "none moves", "a body that moves");
    for (const auto& [name, amount] : question.travel) {
      const int i = coordinateOf(mechanism, name);
      m_travelling.push_back(i);
      if (amount)
        m_amounts[i] = *amount;
      else
        m_travels.push_back(i);
    }
    for (const int i : m_travelling)
      if (mechanism.links()[static_cast<std::size_t>(i)].spherical >= 0)
        throw SceneError("", "--travel", "names a coordinate of a spherical joint", "a travel or an angle",
                         SceneError::Fault::Command);
    addMirror(mechanism);
    const Eigen::VectorXd diagonal = mechanism.massMatrix(m_q).diagonal().cwiseSqrt();
    m_size = diagonal;
    addVaried(instance);
  }

  Orbit find(const Progress& progress) {
    std::optional<Return> now = fly(state());
    if (!now) return failed("the motion does not last one period: " + m_reason);
    m_motionSize = sizeOf(*now);
    if (!(m_motionSize > 0)) return failed("the scene does not move");
    if (m_question.isUnique) {
      aimAtUnique(*now);
      if (m_aims.empty())
        return failed("no contacts close together whose reflections could have one outcome");
      if (!addExcess(*now)) return failed(m_reason);
    }
    const Eigen::VectorXd begin = state();
    double miss = missOf(*now), damping = 1e-6;
    while (miss > m_question.accuracy && m_orbit.steps < m_question.mostSteps) {
      if (m_stop.stop_requested()) return failed("cancelled");
      if (progress) progress(static_cast<double>(m_orbit.steps) / m_question.mostSteps);
      const RunVariation variation = runVariation(*now->instance.mechanism, now->run, {}, m_stop);
      const std::optional<Linear> linear = linearize(*now, variation);
      if (m_stop.stop_requested()) return failed("cancelled");
      if (!linear) return failed("no derivative: " + m_reason);
      ++m_orbit.steps;
      std::optional<Return> next;
      Eigen::VectorXd tried;
      for (; damping < greatestDamping; damping *= 10) {
        tried = state() + linear->step(damping);
        next = fly(tried);
        if (next && sizeOf(*next) > leastSize * m_motionSize && missOf(*next) < miss) break;
      }
      if (m_stop.stop_requested()) return failed("cancelled");
      if (!(damping < greatestDamping)) break;
      damping = std::max(leastDamping, damping / 100);
      take(std::move(tried));
      now = std::move(next);
      miss = missOf(*now);
    }
    m_orbit.miss = miss;
    m_orbit.start = now->instance.initial;
    m_orbit.travel.resize(static_cast<Eigen::Index>(m_travelling.size()));
    for (std::size_t i = 0; i < m_travelling.size(); ++i)
      m_orbit.travel[static_cast<Eigen::Index>(i)] =
          now->q[m_travelling[i]] - m_orbit.start.q[m_travelling[i]];
    m_orbit.scales = planeScales(*now);
    m_orbit.ties = tiesOf(*now);
    // Where steps with contacts that last change their mode by rounding, no motion comes nearer than this.
    const bool isStalled = !(damping < greatestDamping);
    if (miss > m_question.accuracy && !(isStalled && miss <= stalled * m_question.accuracy))
      tellNoReturn(*now, begin);
    else if (!isMirrored(*now))
      m_orbit.failed =
          "the mirror is no symmetry of the scene: the motion from the mirrored start is another";
    else {
      multiply(*now);
      if (m_question.isMostStable) m_orbit.family = familyOf(*now);
    }
    m_orbit.values.assign(state().begin(), state().end());
    m_orbit.run = std::move(now->run);
    return std::move(m_orbit);
  }

 private:
  Orbit failed(std::string reason) {
    m_orbit.failed = std::move(reason);
    m_orbit.values.assign(state().begin(), state().end());
    return std::move(m_orbit);
  }
  /// No motion near the start returns: what the nearest one does, and where nothing is known of that, what
  /// the first one did.
  void tellNoReturn(const Return& nearest, const Eigen::VectorXd& begin) {
    m_orbit.failed = "no orbit near the start: the nearest motion misses its start by " +
                     roundedText(m_orbit.miss) + " of its size";
    m_orbit.noReturn = whyNoReturn(*nearest.instance.mechanism, nearest.run);
    std::string whose;
    if (!m_orbit.noReturn) {
      if (const std::optional<Return> first = fly(begin))
        m_orbit.noReturn = whyNoReturn(*first->instance.mechanism, first->run);
      whose = "of the first motion, ";
    }
    if (m_orbit.noReturn) m_orbit.failed += "; " + whose + m_orbit.noReturn->text();
  }
  static SceneError fault(const std::string& option, const std::string& name, const std::string& expected) {
    return SceneError("", option + ' ' + name, "is unknown", expected, SceneError::Fault::Command);
  }
  int coordinateOf(const Mechanism& mechanism, const std::string& name,
                   const std::string& option = "--travel") const {
    std::vector<std::string> names;
    for (const Coordinate& coordinate : mechanism.coordinates()) names.push_back(coordinate.name);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw fault(option, name, expectedName(name, names));
    return static_cast<int>(found - names.begin());
  }

  /// x ↦ S x, the mirror: a signed permutation of coordinates, the same for momenta.
  void addMirror(const Mechanism& mechanism) {
    const Eigen::Index n = mechanism.dof();
    Eigen::MatrixXd S = Eigen::MatrixXd::Identity(n, n);
    const auto refuse = [](const std::string& name, const std::string& problem, const std::string& expected) {
      throw SceneError("", "--mirror " + name, problem, expected, SceneError::Fault::Command);
    };
    for (const auto& [name, other, sign] : m_question.mirror) {
      const int i = coordinateOf(mechanism, name, "--mirror"), j = coordinateOf(mechanism, other, "--mirror");
      for (const int k : {i, j})
        if (mechanism.links()[static_cast<std::size_t>(k)].spherical >= 0)
          refuse(name, "names a coordinate of a spherical joint", "a travel or an angle");
      S.row(i).setZero();
      S(i, j) = sign;
      m_isMirror = true;
    }
    if (!(S * S.transpose()).isIdentity(0))
      refuse(m_question.mirror.front().coordinate, "takes a coordinate twice",
             "each coordinate once at either side");
    for (const int i : m_travelling)
      if (S(i, i) != 1)
        refuse(mechanism.coordinates()[static_cast<std::size_t>(i)].name, "travels",
               "a coordinate that does not");
    m_mirror = Eigen::MatrixXd::Zero(2 * n, 2 * n);
    m_mirror.topLeftCorner(n, n) = m_mirror.bottomRightCorner(n, n) = S;
  }

  /// Whether the motion goes on from its mirrored start as the mirror of itself.
  bool isMirrored(const Return& one) {
    if (!m_isMirror) return true;
    const Mechanism& mechanism = *one.instance.mechanism;
    const Eigen::Index n = mechanism.dof();
    const Eigen::MatrixXd S = m_mirror.topLeftCorner(n, n);
    MotionOptions motion = m_motion;
    motion.duration = m_orbit.period;
    State start{one.instance.initial.time, one.q, one.p};
    const Trajectory run = runMotion(mechanism, start, motion, m_stop);
    if (!run.complete) return false;
    const Eigen::VectorXd q = run.configuration(run.end());
    Eigen::VectorXd miss(2 * n);
    miss << mechanism.difference(S * one.q, q), mechanism.massMatrix(q) * run.velocity(run.end()) - S * one.p;
    for (const auto& [i, amount] : m_amounts) miss[i] -= amount;
    for (const int i : m_travels) miss[i] = 0;
    // The return itself is known to the accuracy, which the motion may enlarge.
    return weighted(miss).norm() <= 1e4 * m_question.accuracy * m_motionSize;
  }

  void addVaried(const SceneInstance& instance) {
    const Mechanism& mechanism = *instance.mechanism;
    std::vector<std::string> names = m_question.vary;
    if (names.empty()) {
      for (int i = 0; i < mechanism.dof(); ++i) {
        const std::string& name = mechanism.coordinates()[static_cast<std::size_t>(i)].name;
        const bool turns = mechanism.links()[static_cast<std::size_t>(i)].spherical >= 0;
        if (!turns && std::ranges::find(m_travelling, i) == m_travelling.end()) names.push_back(name);
      }
      for (const Coordinate& coordinate : mechanism.coordinates()) names.push_back("v:" + coordinate.name);
      names.push_back("period");
    }
    std::vector<std::string> known{"period"};
    for (const Coordinate& coordinate : mechanism.coordinates()) {
      known.push_back(coordinate.name);
      known.push_back("v:" + coordinate.name);
    }
    const std::size_t dof = static_cast<std::size_t>(mechanism.dof());
    std::vector<double> values;
    for (const ParameterValue& parameter : instance.parameters) known.push_back(parameter.name);
    for (const std::string& name : names) {
      const auto found = static_cast<std::size_t>(std::ranges::find(known, name) - known.begin());
      if (found == known.size()) throw fault("--vary", name, expectedName(name, known));
      Varied one{Varied::Kind::Period, -1, name};
      if (found == 0) {
        values.push_back(m_question.period);
      } else if (found <= 2 * dof) {
        const auto index = static_cast<int>((found - 1) / 2);
        one.kind = found % 2 == 1 ? Varied::Kind::Coordinate : Varied::Kind::Velocity;
        one.index = index;
        values.push_back(one.kind == Varied::Kind::Coordinate ? m_q[index] : m_v[index]);
        if (mechanism.links()[static_cast<std::size_t>(index)].spherical >= 0 &&
            one.kind == Varied::Kind::Coordinate)
          throw SceneError("", "--vary " + name, "belongs to a spherical joint",
                           "its velocity, or a travel or angle", SceneError::Fault::Command);
      } else {
        one.kind = Varied::Kind::Parameter;
        values.push_back(instance.parameters[found - 1 - 2 * dof].value);
      }
      m_varied.push_back(one);
      m_orbit.names.push_back(name);
    }
    m_parameterScales.resize(static_cast<Eigen::Index>(values.size()));
    for (std::size_t j = 0; j < values.size(); ++j)
      m_parameterScales[static_cast<Eigen::Index>(j)] = std::max(std::abs(values[j]), 1e-3);
    if (m_question.begin.size() == values.size()) values = m_question.begin;
    take(Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())));
  }

  /// Two contacts whose normals shall have a cosine where they close together.
  struct Aim {
    std::array<int, 2> contacts;
    double cosine, share;  ///< share: of the period, about when
  };
  static std::vector<std::array<std::size_t, 2>> pairsOf(const ImpactEvent& event) {
    std::vector<std::array<std::size_t, 2>> pairs;
    for (std::size_t i = 0; i < event.contacts.size(); ++i)
      for (std::size_t j = i + 1; j < event.contacts.size(); ++j) pairs.push_back({i, j});
    return pairs;
  }
  static Eigen::VectorXd placeOf(const Trajectory& run, std::size_t impact) {
    return run.flights.at(run.flightBefore(impact) + 1).q;
  }
  /// The pairs of the first impact of several contacts.
  void aimAtUnique(const Return& one) {
    for (std::size_t k = 0; k < one.run.impacts.size() && m_aims.empty(); ++k) {
      const ImpactEvent& event = one.run.impacts[k];
      if (event.contacts.size() < 2) continue;
      const ImpactProblem problem = wholeImpact(*one.instance.mechanism, one.run, k).problem;
      for (const auto& [i, j] : pairsOf(event)) {
        const std::array<int, 2> pair{event.contacts[i], event.contacts[j]};
        const int m = exponentNear(problem, cosineOf(*one.instance.mechanism, pair, placeOf(one.run, k)));
        if (m == 0) continue;
        m_aims.push_back({pair, -std::cos(std::numbers::pi / m),
                          (event.time - one.run.start()) / (one.run.end() - one.run.start())});
      }
    }
  }
  /// The impact of a contact of an aim that is nearest to its time.
  std::optional<std::size_t> impactOf(const Trajectory& run, const Aim& aim) const {
    const double time = run.start() + aim.share * (run.end() - run.start());
    std::optional<std::size_t> nearest;
    for (std::size_t k = 0; k < run.impacts.size(); ++k) {
      const ImpactEvent& event = run.impacts[k];
      const bool isIts = std::ranges::find_first_of(event.contacts, aim.contacts) != event.contacts.end();
      if (isIts && (!nearest || std::abs(event.time - time) < std::abs(run.impacts[*nearest].time - time)))
        nearest = k;
    }
    return nearest;
  }
  /// Computes Return::excess. False where the bodies do not touch down.
  bool addExcess(Return& one) {
    one.excess.resize(static_cast<Eigen::Index>(m_aims.size()));
    for (std::size_t a = 0; a < m_aims.size(); ++a) {
      const auto impact = impactOf(one.run, m_aims[a]);
      m_reason = "the contacts that shall be unique do not close";
      if (!impact) return false;
      one.excess[static_cast<Eigen::Index>(a)] =
          cosineOf(*one.instance.mechanism, m_aims[a].contacts, placeOf(one.run, *impact)) - m_aims[a].cosine;
    }
    return true;
  }
  /// The derivative of the cosine of an aim by the state at the start: 2n.
  Eigen::RowVectorXd cosineSlope(const Return& one, const RunVariation& variation, const Aim& aim) const {
    const Mechanism& mechanism = *one.instance.mechanism;
    const Eigen::Index n = mechanism.dof();
    const auto impact = impactOf(one.run, aim);
    const auto found =
        std::ranges::find(variation.impacts, impact.value_or(SIZE_MAX), &ImpactOfVariation::impact);
    if (found == variation.impacts.end()) return Eigen::RowVectorXd::Zero(2 * n);
    const Eigen::VectorXd q = placeOf(one.run, *impact);
    const WholeImpact whole = wholeImpact(mechanism, one.run, *impact);
    const Eigen::VectorXd v = whole.problem.metric().velocity(whole.momenta.col(0));
    // The contact closes at another time.
    const auto& contacts = one.run.impacts[*impact].contacts;
    const auto first = std::ranges::find_first_of(contacts, aim.contacts) - contacts.begin();
    const Eigen::RowVectorXd u = whole.problem.normals().row(first);
    const Eigen::MatrixXd dq = found->before.topRows(n), closed = dq - v * (u * dq) / u.dot(v);
    Eigen::RowVectorXd byPlace(n);
    for (Eigen::Index i = 0; i < n; ++i)
      byPlace[i] = centralSlope(
          [&](double s) {
            return cosineOf(mechanism, aim.contacts, mechanism.moved(q, Eigen::VectorXd::Unit(n, i), s));
          },
          slopeShare);
    return byPlace * closed;
  }
  static std::vector<TiedPair> tiesOf(const Return& one) {
    // Cosines within this of −cos(π/m) have one outcome but for rounding.
    constexpr double same = 1e-9;
    std::vector<TiedPair> ties;
    for (std::size_t k = 0; k < one.run.impacts.size(); ++k) {
      const ImpactEvent& event = one.run.impacts[k];
      if (event.contacts.size() < 2) continue;
      const ImpactProblem problem = wholeImpact(*one.instance.mechanism, one.run, k).problem;
      for (const auto& [i, j] : pairsOf(event)) {
        TiedPair pair{event.time, {event.labels[i].name, event.labels[j].name}};
        pair.cosine =
            cosineOf(*one.instance.mechanism, {event.contacts[i], event.contacts[j]}, placeOf(one.run, k));
        const int m = exponentNear(problem, pair.cosine);
        if (m > 0 && std::abs(pair.cosine + std::cos(std::numbers::pi / m)) <= same) pair.exponent = m;
        ties.push_back(std::move(pair));
      }
    }
    return ties;
  }

  const Eigen::VectorXd& state() const { return m_state; }
  void take(Eigen::VectorXd state) {
    m_state = std::move(state);
    for (std::size_t i = 0; i < m_varied.size(); ++i)
      if (m_varied[i].kind == Varied::Kind::Period) m_orbit.period = m_state[static_cast<Eigen::Index>(i)];
    m_orbit.assignments = assigned(m_state);
  }
  Assignments assigned(const Eigen::VectorXd& state) const {
    Assignments assignments = m_orbit.assignments;
    for (std::size_t i = 0; i < m_varied.size(); ++i)
      if (m_varied[i].kind == Varied::Kind::Parameter)
        assignments[m_varied[i].name] = shortestText(state[static_cast<Eigen::Index>(i)]);
    return assignments;
  }

  /// The motion of one period from varied values; empty, with m_reason, where it does not last that long.
  std::optional<Return> fly(const Eigen::VectorXd& state) try {
    Return one{m_scene.instantiate(assigned(state)), {}, {}, {}, {}, {}};
    const Mechanism& mechanism = *one.instance.mechanism;
    State& start = one.instance.initial;
    Eigen::VectorXd v = initialVelocity(one.instance);
    double period = m_question.period;
    for (std::size_t i = 0; i < m_varied.size(); ++i) {
      const double value = state[static_cast<Eigen::Index>(i)];
      const Varied& varied = m_varied[i];
      if (varied.kind == Varied::Kind::Coordinate) start.q[varied.index] = value;
      if (varied.kind == Varied::Kind::Velocity) v[varied.index] = value;
      if (varied.kind == Varied::Kind::Period) period = value;
    }
    start.p = mechanism.massMatrix(start.q) * v;
    // Further away begins another orbit, or none: every motion returns after no time.
    m_reason = "the period leaves half to twice the one asked for";
    if (!(period > 0.5 * m_question.period && period < 2 * m_question.period)) return std::nullopt;
    m_reason = "bodies overlap at the start";
    if (!mechanism.contacts().empty() && mechanism.gaps(start.q).minCoeff() < -closedGap) return std::nullopt;
    MotionOptions motion = m_motion;
    motion.duration = period;
    one.run = runMotion(mechanism, start, motion, m_stop);
    m_reason = one.run.stopReason;
    if (!one.run.complete) return std::nullopt;
    const Eigen::Index n = mechanism.dof();
    one.q = one.run.configuration(one.run.end());
    one.p = mechanism.massMatrix(one.q) * one.run.velocity(one.run.end());
    one.miss.resize(2 * n);
    const Eigen::MatrixXd S = m_mirror.topLeftCorner(n, n);
    one.miss << mechanism.difference(S * start.q, one.q), one.p - S * start.p;
    for (const auto& [i, amount] : m_amounts) one.miss[i] -= amount;
    for (const int i : m_travels) one.miss[i] = 0;
    one.values = state;
    if (!m_aims.empty() && !addExcess(one)) return std::nullopt;
    return one;
  } catch (const SceneError& error) {
    m_reason = error.what();
    return std::nullopt;
  }

  /// Rows of (δq, δp) as momenta in √J: √M_ii δq_i/T and δp_i/√M_ii.
  Eigen::VectorXd weighted(const Eigen::VectorXd& x) const {
    Eigen::VectorXd y = x;
    const Eigen::Index n = m_size.size();
    y.head(n).array() *= m_size.array() / m_orbit.period;
    y.tail(n).array() /= m_size.array();
    return y;
  }
  double missOf(const Return& one) const {
    return std::hypot(weighted(one.miss).norm() / m_motionSize, planeMiss(one), one.excess.norm());
  }
  /// How far the values are from the plane of the question, in their scales; 0 without one.
  double planeMiss(const Return& one) const {
    if (!m_question.plane) return 0;
    const auto& [normal, at] = *m_question.plane;
    return normal.dot((one.values - at).cwiseQuotient(planeScales(one)));
  }
  /// The scales of the values in which planes are given: those of coordinates and velocities with the size of
  /// the motion, so that all values over their scales have no unit.
  Eigen::VectorXd planeScales(const Return& one) const {
    Eigen::VectorXd scales = scalesOf(one);
    for (Eigen::Index j = 0; j < scales.size(); ++j) {
      const Varied::Kind kind = m_varied[static_cast<std::size_t>(j)].kind;
      if (kind == Varied::Kind::Coordinate || kind == Varied::Kind::Velocity) scales[j] *= m_motionSize;
    }
    return scales;
  }
  /// The scales on which the motion changes with the values.
  Eigen::VectorXd scalesOf(const Return& one) const {
    Eigen::VectorXd scales(one.values.size());
    for (Eigen::Index j = 0; j < scales.size(); ++j) {
      const Varied& varied = m_varied[static_cast<std::size_t>(j)];
      switch (varied.kind) {
        case Varied::Kind::Coordinate:
          scales[j] = m_question.period / m_size[varied.index];
          break;
        case Varied::Kind::Velocity:
          scales[j] = 1 / m_size[varied.index];
          break;
        case Varied::Kind::Period:
          scales[j] = m_question.period;
          break;
        case Varied::Kind::Parameter:
          scales[j] = m_parameterScales[j];
          break;
      }
    }
    return scales;
  }
  /// The largest momentum of some times of the period (√J).
  double sizeOf(const Return& one) const {
    double size = 0;
    constexpr int times = 16;
    for (int i = 0; i <= times; ++i) {
      const Eigen::VectorXd v =
          one.run.velocity(one.run.start() + i * (one.run.end() - one.run.start()) / times);
      size = std::max(size, m_size.cwiseProduct(v).norm());
    }
    return size;
  }

  /// The linear return, miss + J z, of the varied values in units of their scales.
  struct Linear {
    Eigen::VectorXd scale, miss;
    ThinSvd J;
    /// The change that makes ‖miss + J z‖² + λ²‖z‖² least, λ = damping · the largest singular value
    /// [Levenberg 1944, Marquardt 1963]: directions in which the return hardly changes stay as they are.
    Eigen::VectorXd step(double damping) const {
      const Eigen::VectorXd& s = J.sigma;
      const double most = s.size() > 0 ? s[0] : 0;
      const Eigen::VectorXd filtered =
          (s.array() / (s.array().square() + damping * damping * most * most)).matrix();
      return -scale.cwiseProduct(J.V * filtered.cwiseProduct(J.U.transpose() * miss));
    }
  };

  std::optional<Linear> linearize(const Return& now, const RunVariation& variation) {
    const Eigen::MatrixXd& map = variation.map;
    const Mechanism& mechanism = *now.instance.mechanism;
    const Eigen::Index n = mechanism.dof(), m = state().size();
    const State& start = now.instance.initial;
    const Eigen::MatrixXd M = mechanism.massMatrix(start.q);
    const Eigen::VectorXd v = M.llt().solve(start.p);
    const auto aims = static_cast<Eigen::Index>(m_aims.size());
    Eigen::MatrixXd J(2 * n, m), cosines = Eigen::MatrixXd::Zero(aims, m), bySlope(aims, 2 * n);
    // Where the variation ends early, as where contacts settle, runs beside have their differences.
    const bool hasVariation = variation.stopped.empty();
    for (Eigen::Index a = 0; hasVariation && a < aims; ++a)
      bySlope.row(a) = cosineSlope(now, variation, m_aims[static_cast<std::size_t>(a)]);
    const Eigen::VectorXd scale = scalesOf(now);
    for (Eigen::Index j = 0; j < m; ++j) {
      const Varied& varied = m_varied[static_cast<std::size_t>(j)];
      Eigen::VectorXd dx = Eigen::VectorXd::Zero(2 * n);
      const Eigen::VectorXd e = Eigen::VectorXd::Unit(n, std::max(0, varied.index));
      switch (hasVariation ? varied.kind : Varied::Kind::Parameter) {
        case Varied::Kind::Coordinate:
          dx.head(n) = e;
          dx.tail(n) = centralSlope(
              [&](double s) -> Eigen::VectorXd { return mechanism.massMatrix(start.q + s * e) * v; },
              slopeShare);
          J.col(j) = map * dx - m_mirror * dx;
          cosines.col(j) = bySlope * dx;
          break;
        case Varied::Kind::Velocity:
          dx.tail(n) = M * e;
          J.col(j) = map * dx - m_mirror * dx;
          cosines.col(j) = bySlope * dx;
          break;
        case Varied::Kind::Period:
          J.col(j) = variation.rate;
          break;
        case Varied::Kind::Parameter: {
          const double by = 1e-6 * std::max(std::abs(state()[j]), 1e-3);
          const auto after = fly(state() + by * Eigen::VectorXd::Unit(m, j)),
                     before = fly(state() - by * Eigen::VectorXd::Unit(m, j));
          if (!after || !before) return std::nullopt;
          J.col(j) = (after->miss - before->miss) / (2 * by);
          cosines.col(j) = (after->excess - before->excess) / (2 * by);
          break;
        }
      }
      for (const int i : m_travels) J(i, j) = 0;
      J.col(j) = weighted(J.col(j)) * scale[j];
    }
    Eigen::VectorXd miss = weighted(now.miss);
    if (m_question.plane) {
      J.conservativeResize(2 * n + 1, Eigen::NoChange);
      J.row(2 * n) = m_motionSize *
                     m_question.plane->normal.cwiseProduct(scale).cwiseQuotient(planeScales(now)).transpose();
      miss.conservativeResize(2 * n + 1);
      miss[2 * n] = m_motionSize * planeMiss(now);
    }
    if (aims > 0) {
      const Eigen::Index rows = J.rows();
      J.conservativeResize(rows + aims, Eigen::NoChange);
      J.bottomRows(aims) = m_motionSize * cosines * scale.asDiagonal();
      miss.conservativeResize(rows + aims);
      miss.tail(aims) = m_motionSize * now.excess;
    }
    return Linear{scale, miss, thinSvd(J)};
  }

  /// The changes of the values over their scales that leave an orbit one, to first order.
  Eigen::MatrixXd familyOf(const Return& orbit) {
    // Of the singular values, over the largest: derivatives by parameters are differences of runs.
    constexpr double none = 1e-5;
    const Eigen::Index m = state().size();
    const RunVariation variation = runVariation(*orbit.instance.mechanism, orbit.run, {}, m_stop);
    const std::optional<Linear> linear = linearize(orbit, variation);
    if (!linear) return Eigen::MatrixXd(m, 0);
    const Eigen::VectorXd& s = linear->J.sigma;
    const Eigen::Index rank = (s.array() > none * (s.size() > 0 ? s[0] : 0)).count();
    if (rank == 0) return Eigen::MatrixXd::Identity(m, m);
    const Eigen::HouseholderQR<Eigen::MatrixXd> fixed(linear->J.V.leftCols(rank));
    const Eigen::MatrixXd Q = fixed.householderQ() * Eigen::MatrixXd::Identity(m, m);
    Eigen::MatrixXd family =
        linear->scale.cwiseQuotient(planeScales(orbit)).asDiagonal() * Q.rightCols(m - rank);
    family.colwise().normalize();
    return family;
  }

  /// Whether nothing but the state decides the forces.
  static bool isAutonomous(const Mechanism& mechanism, double start) {
    return std::ranges::all_of(mechanism.forces().motors, [&](const Motor& motor) {
      return !motor.course && !motor.torque && motor.rate == 0 &&
             (motor.startsAtImpact || !(motor.start > start));
    });
  }

  /// A run along some orderings, and its map with the mirror, without the shifts, which change no ordering.
  struct FoundMap {
    RunVariation along;
    Eigen::MatrixXd reduced;
  };

  /// The part of a shift in time that a map of a period keeps, both in √J as weighted(). The rate of the last
  /// step of a discrete run with contacts that last has a part that leaves them, of the size of h: their
  /// impulses act step by step. Two steps of inverse iteration at the multiplier 1 leave 1e-6 of what has the
  /// multiplier 0, and the map itself takes that away.
  Eigen::VectorXd keptBy(const Eigen::MatrixXd& map, const Eigen::VectorXd& shift) const {
    constexpr double beside = 1e-3;
    Eigen::MatrixXd A = map;
    A.diagonal().array() -= 1 + beside;
    const auto solver = A.partialPivLu();
    const Eigen::VectorXd once = solver.solve(shift).normalized(), twice = solver.solve(once).normalized(),
                          kept = (map * twice).normalized();
    return kept.allFinite() ? kept : shift;
  }

  /// The maps of the orbit, their multipliers and the bounds on their growth.
  void multiply(const Return& orbit) {
    const Mechanism& mechanism = *orbit.instance.mechanism;
    const RunVariation variation = runVariation(mechanism, orbit.run, {}, m_stop);
    if (!variation.stopped.empty()) {
      m_orbit.withoutMaps = variation.stopped;
      m_orbit.mapsAreComplete = false;
      return;
    }
    const Eigen::Index n = mechanism.dof();
    for (const int i : m_travels) {
      const Eigen::VectorXd e = Eigen::VectorXd::Unit(2 * n, i);
      if ((m_mirror.transpose() * variation.map * e - e).norm() <= neutral * (1 + variation.map.norm()))
        continue;
      m_orbit.withoutMaps = "the motion depends on " +
                            mechanism.coordinates()[static_cast<std::size_t>(i)].name +
                            ", along which it travels";
      m_orbit.mapsAreComplete = false;
      return;
    }
    // Light bodies have small momenta: in √J maps have entries of one size, and few digits are lost where
    // directions are taken out.
    const Eigen::VectorXd weights = weighted(Eigen::VectorXd::Ones(2 * n));
    const auto mapOf = [&](const Eigen::MatrixXd& map) {
      Eigen::MatrixXd A = m_mirror.transpose() * map;
      for (const int i : m_travels) A.row(i) = Eigen::RowVectorXd::Unit(2 * n, i);
      return A;
    };
    const auto inEnergy = [&](const Eigen::MatrixXd& map) -> Eigen::MatrixXd {
      return weights.asDiagonal() * map * weights.cwiseInverse().asDiagonal();
    };
    // What leaves the orbit as it is: the travel and, where forces do not depend on the time, a shift in it.
    Eigen::MatrixXd shifts(2 * n, static_cast<Eigen::Index>(m_travels.size()) + 1);
    Eigen::Index count = 0;
    for (const int i : m_travels) shifts.col(count++) = Eigen::VectorXd::Unit(2 * n, i);
    if (isAutonomous(mechanism, orbit.instance.initial.time))
      shifts.col(count++) =
          keptBy(inEnergy(mapOf(variation.map)), weighted(m_mirror.transpose() * variation.rate));
    shifts.conservativeResize(Eigen::NoChange, count);
    for (Eigen::Index j = 0; j < count; ++j) shifts.col(j).normalize();
    // A motion along its travel alone has one shift, not two.
    Eigen::MatrixXd rest = Eigen::MatrixXd::Identity(2 * n, 2 * n);
    if (count > 0) {
      Eigen::ColPivHouseholderQR<Eigen::MatrixXd> directions(2 * n, count);
      directions.setThreshold(neutral);
      directions.compute(shifts);
      const Eigen::MatrixXd Q = directions.householderQ() * rest;
      rest = Q.rightCols(2 * n - directions.rank());
    }
    const Eigen::MatrixXd across = rest.transpose() * weights.asDiagonal();
    rest = (weights.cwiseInverse().asDiagonal() * rest).eval();  // columns (δq, δp), across · rest = 1
    std::vector<Eigen::MatrixXd> reduced;
    std::vector<FoundMap> found;
    const auto add = [&](const RunVariation& along) {
      OrbitMap made;
      for (const ImpactOfVariation& impact : along.impacts) {
        if (impact.words.words.size() < 2) continue;
        const ImpactEvent& event = orbit.run.impacts[impact.impact];
        std::vector<std::string>& letters = made.words.emplace_back();
        const Word& word = impact.followed >= 0
                               ? impact.words.words[static_cast<std::size_t>(impact.followed)].word
                               : event.word;
        for (const ContactIndex letter : word) letters.push_back(event.labels[letter].name);
      }
      made.map = mapOf(along.map);
      if (!made.map.allFinite()) {
        m_orbit.mapsAreComplete = false;
        return;
      }
      reduced.emplace_back(across * made.map * rest);
      if (reduced.back().size() > 0) {
        const Eigen::VectorXcd values = reduced.back().eigenvalues();
        made.multipliers.assign(values.begin(), values.end());
      }
      std::ranges::sort(made.multipliers, [](const auto& a, const auto& b) {
        return std::pair(std::abs(a), a.imag()) > std::pair(std::abs(b), b.imag());
      });
      found.push_back({along, reduced.back()});
      found.back().along.along.clear();
      m_orbit.maps.push_back(std::move(made));
    };
    add(variation);
    for (const std::map<int, std::vector<int>>& forced : otherOrderings(orbit, variation)) {
      if (m_stop.stop_requested()) {
        m_orbit.mapsAreComplete = false;
        break;
      }
      MotionOptions motion = m_motion;
      motion.duration = m_orbit.period;
      motion.forced = forced;
      const RunVariation other =
          runVariation(mechanism, runMotion(mechanism, orbit.instance.initial, motion, m_stop), {}, m_stop);
      if (other.stopped.empty())
        add(other);
      else
        m_orbit.mapsAreComplete = false;
    }
    findGrowing(found, rest);
    m_sidewaysGrowth = growthAcrossTravels(reduced, rest);
    const GrowthBounds bounds = jointGrowth(reduced);
    m_orbit.leastGrowth = bounds.least;
    m_orbit.greatestGrowth = bounds.greatest;
    m_orbit.stability = stabilityOf(variation.isContinuous());
  }

  /// Whether a perturbation follows the orderings of a run at all of its ties.
  static bool follows(const RunVariation& along, const Eigen::VectorXd& direction) {
    constexpr double rounding = 1e-9;  // of closings, over their largest
    return std::ranges::all_of(along.impacts, [&](const ImpactOfVariation& impact) {
      if (impact.words.words.size() < 2) return impact.followed >= 0;
      if (impact.followed < 0) return false;
      const auto& word = impact.words.words[static_cast<std::size_t>(impact.followed)];
      const Eigen::VectorXd closings = word.cone * (impact.before * direction);
      return closings.minCoeff() >= -rounding * closings.cwiseAbs().maxCoeff();
    });
  }
  /// Whether a perturbation follows the orderings of one map, then those of the next, and comes back larger
  /// with its sign: an eigenvector of their product with an eigenvalue above 1 in the cones of all ties.
  static bool growsAlong(const FoundMap& first, const FoundMap& next, const Eigen::MatrixXd& rest,
                         bool isOnce) {
    const Eigen::MatrixXd map = isOnce ? first.reduced : Eigen::MatrixXd(next.reduced * first.reduced);
    if (map.size() == 0) return false;
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(map);
    for (Eigen::Index i = 0; i < map.cols(); ++i) {
      const std::complex<double> value = solver.eigenvalues()[i];
      if (value.imag() != 0 || !(value.real() > 1 + (isOnce ? 1 : 2) * neutral)) continue;
      const Eigen::VectorXd direction = solver.eigenvectors().col(i).real();
      for (const double sign : {1.0, -1.0})
        if (follows(first.along, sign * (rest * direction)) &&
            (isOnce || follows(next.along, sign * (rest * (first.reduced * direction)))))
          return true;
    }
    return false;
  }
  /// Sets OrbitMap::grows by perturbations that grow in one period, or in two, as those do that change sides.
  void findGrowing(const std::vector<FoundMap>& found, const Eigen::MatrixXd& rest) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      OrbitMap& map = m_orbit.maps[i];
      map.grows = growsAlong(found[i], found[i], rest, true);
      for (std::size_t j = 0; j < found.size() && !map.grows; ++j)
        if (!m_stop.stop_requested()) map.grows = growsAlong(found[i], found[j], rest, false);
    }
  }
  /// The greatest growth of perturbations that keep the momenta of the travels, where all maps keep them:
  /// other momenta belong to other orbits, which go on at their own speed. Empty where some change.
  std::optional<double> growthAcrossTravels(const std::vector<Eigen::MatrixXd>& reduced,
                                            const Eigen::MatrixXd& rest) const {
    if (m_travels.empty() || reduced.empty()) return std::nullopt;
    const Eigen::Index n = rest.rows() / 2;
    Eigen::MatrixXd kept(static_cast<Eigen::Index>(m_travels.size()), rest.cols());
    for (std::size_t k = 0; k < m_travels.size(); ++k) {
      const Eigen::RowVectorXd one = Eigen::RowVectorXd::Unit(2 * n, n + m_travels[k]);
      for (const OrbitMap& map : m_orbit.maps)
        if ((one * map.map - one).norm() > 1e-8 * (1 + map.map.norm())) return std::nullopt;
      kept.row(static_cast<Eigen::Index>(k)) = one * rest;
    }
    const Eigen::HouseholderQR<Eigen::MatrixXd> factors(kept.transpose());
    const Eigen::MatrixXd Q = factors.householderQ() * Eigen::MatrixXd::Identity(rest.cols(), rest.cols());
    const Eigen::MatrixXd across = Q.rightCols(rest.cols() - kept.rows());
    std::vector<Eigen::MatrixXd> inner;
    for (const Eigen::MatrixXd& map : reduced) inner.emplace_back(across.transpose() * map * across);
    return jointGrowth(inner).greatest;
  }

  OrbitStability stabilityOf(std::optional<bool> isContinuous) const {
    if (isContinuous == false) return OrbitStability::Jumps;
    if (m_orbit.maps.empty()) return OrbitStability::Undecided;
    // Where all orderings have one map, every perturbation follows it; else growth has to be shown.
    const Eigen::MatrixXd& first = m_orbit.maps.front().map;
    const bool isLinear =
        m_orbit.mapsAreComplete && std::ranges::all_of(m_orbit.maps, [&](const OrbitMap& map) {
          return (map.map - first).norm() <= 1e-8 * first.norm();
        });
    const bool grows = std::ranges::any_of(m_orbit.maps, &OrbitMap::grows);
    if (grows || (isLinear && m_orbit.leastGrowth > 1 + neutral)) return OrbitStability::Unstable;
    if (!isContinuous || !m_orbit.mapsAreComplete) return OrbitStability::Undecided;
    if (m_orbit.greatestGrowth < 1 - neutral) return OrbitStability::Stable;
    if (isLinear && std::abs(m_orbit.leastGrowth - 1) <= neutral) return OrbitStability::Neutral;
    if (m_sidewaysGrowth && *m_sidewaysGrowth < 1 - neutral) return OrbitStability::Neutral;
    return OrbitStability::Undecided;
  }

  /// The combinations of orderings at the ties of the orbit, without that of the run.
  std::vector<std::map<int, std::vector<int>>> otherOrderings(const Return& orbit,
                                                              const RunVariation& variation) {
    std::vector<std::map<int, std::vector<int>>> all{{}};
    for (const ImpactOfVariation& impact : variation.impacts) {
      m_orbit.mapsAreComplete = m_orbit.mapsAreComplete && impact.words.complete;
      if (impact.words.words.size() < 2) continue;
      const ImpactEvent& event = orbit.run.impacts[impact.impact];
      std::vector<std::map<int, std::vector<int>>> more;
      for (const auto& one : all)
        for (const WordVariation& word : impact.words.words) {
          auto next = one;
          for (const ContactIndex letter : word.word)
            next[static_cast<int>(impact.impact)].push_back(event.contacts[letter]);
          more.push_back(std::move(next));
        }
      all = std::move(more);
      if (all.size() > mostMaps) {
        all.resize(mostMaps);
        m_orbit.mapsAreComplete = false;
      }
    }
    std::map<int, std::vector<int>> own;
    for (const ImpactOfVariation& impact : variation.impacts)
      if (impact.words.words.size() > 1)
        for (const ContactIndex letter : orbit.run.impacts[impact.impact].word)
          own[static_cast<int>(impact.impact)].push_back(orbit.run.impacts[impact.impact].contacts[letter]);
    std::erase(all, own);
    return all;
  }

  const Scene& m_scene;
  const OrbitQuestion& m_question;
  MotionOptions m_motion;
  std::stop_token m_stop;
  std::vector<int> m_travelling, m_travels;  ///< coordinates; those without an amount
  std::map<int, double> m_amounts;
  std::vector<Varied> m_varied;
  Eigen::VectorXd m_q, m_v, m_size;  ///< n: of the scene; √M_ii
  Eigen::MatrixXd m_mirror;          ///< 2n×2n, S of the question's mirror
  bool m_isMirror = false;
  Eigen::VectorXd m_parameterScales;  ///< of what is varied, where it is a parameter
  Eigen::VectorXd m_state;            ///< of what is varied
  std::vector<Aim> m_aims;
  double m_motionSize = 0;  ///< of the first motion, see sizeOf
  std::optional<double> m_sidewaysGrowth;
  std::string m_reason;
  Orbit m_orbit;
};

}  // namespace

std::string_view wordOf(OrbitStability stability) {
  switch (stability) {
    case OrbitStability::Stable:
      return "stable";
    case OrbitStability::Unstable:
      return "unstable";
    case OrbitStability::Neutral:
      return "neutral";
    case OrbitStability::Jumps:
      return "jumps";
    case OrbitStability::Undecided:
      break;
  }
  return "undecided";
}

double Orbit::growth() const {
  if (!failed.empty() || maps.empty() || !mapsAreComplete || stability == OrbitStability::Jumps)
    return HUGE_VAL;
  return maps.size() == 1 ? leastGrowth : greatestGrowth;
}

Orbit findOrbit(const Scene& scene, const Assignments& assignments, const OrbitQuestion& question,
                const MotionOptions& motion, std::stop_token stop, const Progress& progress) {
  const auto find = [&](const OrbitQuestion& asked, const Progress& told) {
    return OrbitSearch(scene, assignments, asked, motion, stop).find(told);
  };
  return question.isMostStable ? mostStableOrbit(question, find, stop, progress) : find(question, progress);
}

}  // namespace carom
