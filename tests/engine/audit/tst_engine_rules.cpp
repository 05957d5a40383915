// Audits of runs that a plain program with the rule of most engines has made: a double pendulum by its closed
// equations, with semi-implicit Euler, whose hits come at the ends of its steps. It shares nothing with
// Carom.
#include <Eigen/Geometry>
#include <QtTest>
#include <cmath>
#include <fstream>
#include <utility>

#include "audit/recorded_step.h"
#include "audit/recording/audit_recording.h"
#include "base/random.h"
#include "scene/scene.h"
#include "scene/scene_error.h"
#include "support/slow_build.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Matrix2d;
using Eigen::Vector2d;

namespace {

constexpr double g = 9.81, radius = 0.05, ground = -1.6;

/// Two uniform rods of 1 m and 1 kg on a hinge, with a ball at the tip, over a floor.
std::string pendulumText() {
  std::ifstream file(CAROM_TEST_DATA "/recordings/mujoco-pendulum.carom.json");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The same equations by hand: kinetic energy ½ vᵀ M(b) v with b the angle of the lower rod on the upper one.
struct Pendulum {
  double damping = 0;  ///< N·m·s, of both hinges

  static Matrix2d mass(const Vector2d& q) {
    const double own = 0.25 + 1.0 / 12, c = 0.5 * std::cos(q[1]);
    Matrix2d M;
    M << own + 1 + own + 2 * c, own + c, own + c, own;
    return M;
  }
  Vector2d acceleration(const Vector2d& q, const Vector2d& v) const {
    const double s = 0.5 * std::sin(q[1]), low = 0.5 * g * std::sin(q[0] + q[1]);
    return mass(q).inverse() *
           Vector2d(s * v[1] * (2 * v[0] + v[1]) - 1.5 * g * std::sin(q[0]) - low - damping * v[0],
                    -s * v[0] * v[0] - low - damping * v[1]);
  }
  static double gap(const Vector2d& q) { return -std::cos(q[0]) - std::cos(q[0] + q[1]) - radius - ground; }
  static Vector2d normal(const Vector2d& q) {
    const double low = std::sin(q[0] + q[1]);
    return {std::sin(q[0]) + low, low};
  }
  /// Reverses the closing velocity at an overlap. Whether it did.
  static bool hits(const Vector2d& q, Vector2d& v, double e) {
    const Vector2d u = normal(q);
    if (gap(q) > 0 || u.dot(v) >= 0) return false;
    const Vector2d x = mass(q).inverse() * u;
    v -= (1 + e) * u.dot(v) / u.dot(x) * x;
    return true;
  }
};

enum class Rule { Euler, DampedEuler, ExplicitEuler, RungeKutta, Verlet };

struct Engine {
  Rule rule = Rule::Euler;
  Pendulum pendulum{};
  double h = 1e-3, e = 0.7;
  int every = 1;  ///< steps from sample to sample
  bool hasVelocities = true;
  double noise = 0, digits = 0;  ///< rad; of angles, 0 for all

  struct Run {
    RecordedRun samples;
    std::vector<double> hits{};  ///< s
  };

  Run run(Vector2d q, Vector2d v, double duration, Random& random) const {
    const auto count = static_cast<int>(std::lround(duration / h));
    const Eigen::Index samples = count / every + 1;
    Run run;
    run.samples.time.resize(samples);
    run.samples.q.resize(2, samples);
    run.samples.v.resize(2, hasVelocities ? samples : 0);
    for (int k = 0; k <= count; ++k) {
      if (k % every == 0) {
        const Eigen::Index i = k / every;
        run.samples.time[i] = k * h;
        run.samples.q.col(i) = q + noise * Vector2d(random.normal(), random.normal());
        if (digits > 0) run.samples.q.col(i) = (run.samples.q.col(i) / digits).array().round() * digits;
        if (hasVelocities) run.samples.v.col(i) = v + 10 * noise * Vector2d(random.normal(), random.normal());
      }
      if (step(q, v)) run.hits.push_back(k * h);
    }
    return run;
  }

 private:
  bool step(Vector2d& q, Vector2d& v) const {
    const auto a = [&](const Vector2d& at, const Vector2d& speed) {
      return pendulum.acceleration(at, speed);
    };
    switch (rule) {
      case Rule::Euler:
      case Rule::DampedEuler: {
        if (rule == Rule::Euler) {
          v += h * a(q, v);
        } else {
          const Matrix2d M = Pendulum::mass(q), D = pendulum.damping * Matrix2d::Identity();
          v += h * (M + h * D).inverse() * M * a(q, v);
        }
        const bool hit = Pendulum::hits(q, v, e);
        q += h * v;
        return hit;
      }
      case Rule::ExplicitEuler: {
        const Vector2d next = q + h * v;
        v += h * a(q, v);
        q = next;
        return Pendulum::hits(q, v, e);
      }
      case Rule::RungeKutta: {
        const Vector2d k1 = a(q, v), v2 = v + 0.5 * h * k1, k2 = a(q + 0.5 * h * v, v2),
                       v3 = v + 0.5 * h * k2, k3 = a(q + 0.5 * h * v2, v3), v4 = v + h * k3,
                       k4 = a(q + h * v3, v4);
        q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
        v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        return Pendulum::hits(q, v, e);
      }
      case Rule::Verlet: {
        const Vector2d half = v + 0.5 * h * a(q, v);
        q += h * half;
        v = half + 0.5 * h * a(q, half);
        return Pendulum::hits(q, v, e);
      }
    }
    return false;
  }
};

/// A start above the floor.
std::pair<Vector2d, Vector2d> randomStart(Random& random) {
  Vector2d q;
  do q = {3 * random.uniform() - 1.5, 2 * random.uniform() - 1};
  while (Pendulum::gap(q) < 0.05);
  return {q, {4 * random.uniform() - 2, 4 * random.uniform() - 2}};
}

/// A rod of 1 m and 1 kg that falls on its ends, by Euler's rules. An end collides at the end of a step in
/// which it overlaps, in any order, and `gain` multiplies the velocity after the first collisions.
struct FallingRod {
  bool isExplicit = false;
  double inertia = 1.0 / 12, e = 1, h = 1e-3, gain = 1;
  int every = 1;
  bool hasVelocities = false;
  double noise = 0;  ///< m; 1° of angle for each mm

  struct Run {
    RecordedRun samples;
    std::vector<std::pair<double, int>> hits{};  ///< s, and the end
  };

  Run run(Eigen::Vector3d q, Eigen::Vector3d v, double duration, Random& random) const {
    const Eigen::Array3d sd = noise * Eigen::Array3d(1, 1, 1000 * M_PI / 180);
    const auto noisy = [&](const Eigen::Vector3d& x, double by) {
      Eigen::Vector3d at = x;
      for (int i = 0; i < 3; ++i) at[i] += by * sd[i] * random.normal();
      return at;
    };
    const auto count = static_cast<int>(std::lround(duration / h));
    const Eigen::Index samples = count / every + 1;
    Run run;
    run.samples.time.resize(samples);
    run.samples.q.resize(3, samples);
    run.samples.v.resize(3, hasVelocities ? samples : 0);
    double left = gain;
    for (int k = 0; k <= count; ++k) {
      if (k % every == 0) {
        const Eigen::Index i = k / every;
        run.samples.time[i] = k * h;
        run.samples.q.col(i) = noisy(q, 1);
        if (hasVelocities) run.samples.v.col(i) = noisy(v, 10);
      }
      if (isExplicit) q += h * v;
      v[1] -= h * g;
      if (collide(q, v, k * h, random, run.hits)) v *= std::exchange(left, 1);
      if (!isExplicit) q += h * v;
    }
    return run;
  }

 private:
  bool collide(const Eigen::Vector3d& q, Eigen::Vector3d& v, double t, Random& random,
               std::vector<std::pair<double, int>>& hits) const {
    bool any = false;
    for (;;) {
      std::vector<std::pair<int, Eigen::Vector3d>> closing;
      for (const int side : {-1, 1}) {
        const Eigen::Vector3d u(0, 1, 0.5 * side * std::cos(q[2]));
        if (q[1] + 0.5 * side * std::sin(q[2]) <= 0 && u.dot(v) < -1e-12)
          closing.push_back({side > 0 ? 1 : 0, u});
      }
      if (closing.empty()) return any;
      const auto& [end, u] = closing[random.below(closing.size())];
      const Eigen::Vector3d x(0, 1, u[2] / inertia);
      v -= (1 + e) * u.dot(v) / u.dot(x) * x;
      hits.push_back({t, end});
      any = true;
    }
  }
};

/// A rod that is flat or nearly so when it meets the floor.
FallingRod::Run randomFall(FallingRod rod, Random& random) {
  const double start = 0.1 + 0.04 * random.uniform(), speed = -1 - 2 * random.uniform(),
               tilt = random.below(2) == 0 ? 0 : 0.05 * random.normal();
  const double height = 0.5 * std::abs(std::sin(tilt)) - (speed * start - 0.5 * g * start * start);
  return rod.run({0, height, tilt}, {0, speed, 0}, start + 0.15, random);
}

SceneInstance rodInstance(const FallingRod& rod) {
  const std::string text = R"({"format": 1, "gravity": [0, -9.81, 0], "bodies": [
    {"name": "rod", "joints": ["planar"], "mass": 1, "inertia": )" +
                           std::to_string(rod.inertia) + R"(,
     "shapes": [{"type": "segment", "from": [-0.5, 0, 0], "to": [0.5, 0, 0], "ends": ["left", "right"]}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "defaults": {"restitution": )" +
                           std::to_string(rod.e) + R"(}, "initial": {"q": {"rod.y": 1}}})";
  return Scene::parse(text, "rod.carom.json")->instantiate({});
}

FallingRod randomRod(Random& random) {
  FallingRod rod;
  rod.isExplicit = random.below(2) == 0;
  rod.inertia = 0.08 + 0.3 * random.uniform();
  rod.e = random.below(2) == 0 ? 1 : 0.5 + 0.5 * random.uniform();
  rod.every = std::array{1, 2, 5}[static_cast<std::size_t>(random.below(3))];
  rod.h = 1 / (200 * std::pow(10, random.uniform()) * rod.every);
  rod.hasVelocities = random.below(2) == 0;
  rod.noise = random.below(3) == 0 ? 0 : 1e-4 * std::pow(10, random.uniform());
  return rod;
}

SceneInstance pendulumInstance(const std::string& forces = "") {
  std::string text = pendulumText();
  if (!forces.empty()) text.insert(text.rfind('}'), ", " + forces);
  return Scene::parse(text, "pendulum")->instantiate({});
}

}  // namespace

class TestEngineRules : public QObject {
  Q_OBJECT
 private slots:
  void theClosedEquationsAreThoseOfTheScene() {
    const SceneInstance instance = pendulumInstance();
    Random random(1);
    for (int i = 0; i < 20; ++i) {
      const auto [q, v] = randomStart(random);
      QVERIFY((instance.mechanism->massMatrix(q) - Pendulum::mass(q)).norm() < 1e-12);
      QVERIFY(std::abs(instance.mechanism->gap(0, q) - Pendulum::gap(q)) < 1e-12);
      QVERIFY((instance.mechanism->normal(0, q) - Pendulum::normal(q)).norm() < 1e-12);
    }
  }

  void theRuleIsFound_data() {
    QTest::addColumn<int>("rule");
    QTest::addColumn<double>("h");
    QTest::addColumn<int>("every");
    QTest::addColumn<bool>("hasVelocities");
    QTest::addColumn<double>("digits");
    for (const bool has : {false, true}) {
      for (const int every : {1, 2, 5, 10})
        QTest::addRow("every %d%s", every, has ? ", velocities" : "")
            << int(Rule::Euler) << 1e-3 << every << has << 0.0;
      for (const double h : {5e-4, 2e-3, 5e-3})
        QTest::addRow("h = %g%s", h, has ? ", velocities" : "") << int(Rule::Euler) << h << 1 << has << 0.0;
      QTest::addRow("damped%s", has ? ", velocities" : "")
          << int(Rule::DampedEuler) << 2e-3 << 1 << has << 0.0;
      for (const int every : {1, 4})
        QTest::addRow("explicit, every %d%s", every, has ? ", velocities" : "")
            << int(Rule::ExplicitEuler) << 1e-3 << every << has << 0.0;
      QTest::addRow("exact%s", has ? ", velocities" : "") << int(Rule::RungeKutta) << 1e-3 << 1 << has << 0.0;
    }
    QTest::addRow("six digits") << int(Rule::Euler) << 2e-3 << 1 << false << 1e-6;
  }
  void theRuleIsFound() {
    QFETCH(int, rule);
    QFETCH(double, h);
    QFETCH(int, every);
    QFETCH(bool, hasVelocities);
    QFETCH(double, digits);
    Engine engine{
        .rule = Rule(rule), .h = h, .every = every, .hasVelocities = hasVelocities, .digits = digits};
    const bool isDamped = engine.rule == Rule::DampedEuler;
    if (isDamped) engine.pendulum.damping = 0.3;
    const SceneInstance instance =
        pendulumInstance(isDamped ? R"("dampers": [{"coordinate": "upper.angle", "damping": 0.3},
                                                   {"coordinate": "lower.angle", "damping": 0.3}])"
                                  : "");
    FlightDynamics dynamics(*instance.mechanism);
    Random random(2);
    const Engine::Run run = engine.run({1.2, 0.4}, {0.5, -0.3}, 1.5, random);
    const auto found = recordedStep(dynamics, run.samples, guessNoise(*instance.mechanism, run.samples));
    if (engine.rule == Rule::RungeKutta) {
      QVERIFY(!found);
      return;
    }
    QVERIFY(found);
    QCOMPARE(found->rule, isDamped                             ? StepRule::ImplicitDamping
                          : engine.rule == Rule::ExplicitEuler ? StepRule::ExplicitEuler
                                                               : StepRule::SemiImplicitEuler);
    QVERIFY2(std::abs(found->length - h) < 1e-9 * h, std::to_string(found->length).c_str());
  }

  void ballsOfAnEngineHaveItsVelocities() {
    // A ball falls with velocities that are ahead of its places by half a step, and bounces.
    const auto scene = Scene::open("bouncing-ball");
    const SceneInstance instance = scene->instantiate({});
    const Mechanism& mechanism = *instance.mechanism;
    const double h = 2e-3;
    const int n = mechanism.dof();
    RecordedRun run;
    run.time.resize(261);
    run.q.resize(n, 261);
    run.v.resize(n, 261);
    Eigen::VectorXd q = instance.initial.q, v = mechanism.massMatrix(q).llt().solve(instance.initial.p);
    const double down = mechanism.gravity().norm();
    int hits = 0;
    for (Eigen::Index i = 0; i < run.time.size(); ++i) {
      run.time[i] = static_cast<double>(i) * h;
      run.q.col(i) = q;
      run.v.col(i) = v;
      v[1] -= h * down;
      if (mechanism.gap(0, q) <= 0 && v[1] < 0) {
        v[1] *= -0.8;
        ++hits;
      }
      q += h * v;
    }
    AuditOptions options;
    options.restitution = std::array{0.0, 1.0};
    const AuditedRecording audited = auditSamples(mechanism, run, "ball.csv", options);
    QCOMPARE(audited.report.motion.rule, StepRule::SemiImplicitEuler);
    QVERIFY(hits > 1);
    QVERIFY(hits > 3 &&
            std::abs(int(audited.report.jumps.size()) - hits) <= 1);  // the last may be beyond the samples
    for (const ExplainedJump& jump : audited.report.jumps) {
      QCOMPARE(nameOf(jump.verdict), nameOf(JumpVerdict::Explained));
      const WordFit& fit = jump.words.front();
      QVERIFY2(std::abs(fit.values.e[0] - 0.8) < 4 * fit.deviation.e[0],
               std::to_string(fit.values.e[0]).c_str());
    }
  }

  void hitsAreExplained() {
    const SceneInstance instance = pendulumInstance();
    Random random(3);
    int hits = 0, explained = 0, near = 0;
    const int runs = tests::isSlow ? 6 : 40;
    for (int i = 0; i < runs; ++i) {
      Engine engine;
      engine.h = std::array{5e-4, 1e-3, 2e-3}[static_cast<std::size_t>(random.below(3))];
      engine.every = std::array{1, 2, 5}[static_cast<std::size_t>(random.below(3))];
      engine.e = std::array{0.5, 0.7, 0.9}[static_cast<std::size_t>(random.below(3))];
      engine.hasVelocities = random.below(2) == 0;
      const auto [q, v] = randomStart(random);
      const Engine::Run run = engine.run(q, v, 0.8, random);
      // Hits that follow each other within some samples, as of a tip that comes to rest, have no flights.
      const double apart = 12 * engine.h * engine.every;
      bool isDense = run.hits.empty() || run.hits[0] < apart || 0.8 - run.hits.back() < apart;
      for (std::size_t k = 1; k < run.hits.size(); ++k) isDense |= run.hits[k] - run.hits[k - 1] < apart;
      if (isDense) continue;
      const AuditedRecording audited = auditSamples(*instance.mechanism, run.samples, "run.csv", {});
      const std::string which = "run " + std::to_string(i) + ", h = " + std::to_string(engine.h);
      QVERIFY2(audited.report.motion.step, which.c_str());
      QCOMPARE(audited.report.jumps.size(), run.hits.size());
      hits += static_cast<int>(run.hits.size());
      for (const ExplainedJump& jump : audited.report.jumps) {
        QVERIFY2(jump.verdict != JumpVerdict::Impossible, which.c_str());
        if (jump.verdict != JumpVerdict::Explained) continue;
        ++explained;
        QCOMPARE(jump.words.front().word, std::vector<int>{0});
        const WordFit& fit = jump.words.front();
        near += std::abs(fit.unbounded[0] - engine.e) < 3 * fit.deviation.e[0];
      }
    }
    QVERIFY2(hits >= (tests::isSlow ? 2 : 25), std::to_string(hits).c_str());
    constexpr int spare = tests::isSlow ? 1 : 0;  // of few hits one is more than the share
    QVERIFY2(explained >= 0.97 * hits - spare,
             (std::to_string(explained) + " of " + std::to_string(hits)).c_str());
    QVERIFY2(near >= 0.95 * explained - spare,
             (std::to_string(near) + " of " + std::to_string(explained)).c_str());
  }

  /// A hit that a step has made late gives or takes energy, as much as the fall of a step does, also of e
  /// = 1. None is impossible, and the words are those of the program.
  void lateHitsAreNotImpossible() {
    Random random(5);
    const int runs = tests::isSlow ? 30 : 250;
    int jumps = 0, among = 0, impossible = 0;
    for (int i = 0; i < runs; ++i) {
      const FallingRod rod = randomRod(random);
      const FallingRod::Run run = randomFall(rod, random);
      const SceneInstance instance = rodInstance(rod);
      const AuditReport report = auditRun(*instance.mechanism, run.samples);
      const double sample = rod.h * rod.every;
      for (const ExplainedJump& jump : report.jumps) {
        impossible += jump.verdict == JumpVerdict::Impossible;
        std::vector<int> word;
        bool isDense = false;
        for (const auto& [time, end] : run.hits) {
          const double t = time + 0.5 * rod.h;
          const bool isNear = t > jump.window[0] - 10 * sample && t < jump.window[1] + 10 * sample;
          if (t > jump.window[0] - 1.1 * sample && t < jump.window[1] + 1.1 * sample)
            word.push_back(end);
          else
            isDense = isDense || isNear;
        }
        if (isDense || word.empty()) continue;
        ++jumps;
        among += std::ranges::find(jump.words, word, &WordFit::word) != jump.words.end();
      }
    }
    const QByteArray found = QByteArray::number(among) + " of " + QByteArray::number(jumps);
    QCOMPARE(impossible, 0);
    QVERIFY2(jumps >= runs / 2, found);
    QVERIFY2(among >= 0.98 * jumps - 1, found);
  }

  /// A program is late in one way at each of its hits, so that e of many is no better known than of one: the
  /// errors of e of runs of one to some twenty hits. By the errors of each hit as if they were of chance, or
  /// with the fall of a rod's ends one by one, a quarter is within its error.
  void errorsOfLateHitsAreThoseOfOne() {
    Random random(8);
    const int runs = tests::isSlow ? 20 : 80;
    int fits = 0, within = 0, far = 0;
    for (int i = 0; i < runs; ++i) {
      FallingRod rod = randomRod(random);
      rod.e = 0.5 + 0.4 * random.uniform();
      rod.every = 1;
      rod.h = 1e-3 * std::pow(4, random.uniform());
      rod.noise = std::min(rod.noise, 1e-4);
      rod.hasVelocities = false;
      const double speed = -1 - 2 * random.uniform(), start = 0.1 + 0.04 * random.uniform(),
                   height = -(speed * start - 0.5 * g * start * start);
      const FallingRod::Run run = rod.run({0, height, 0}, {0, speed, 0}, 1.2, random);
      const SceneInstance instance = rodInstance(rod);
      const AuditReport report = auditRun(*instance.mechanism, run.samples);
      for (const CoefficientFit& fit : report.fit) {
        const double deviations = std::abs(fit.value - rod.e) / fit.error;
        ++fits;
        within += deviations < 1;
        far += deviations > 2.5;
      }
    }
    const std::string found = std::to_string(within) + " of " + std::to_string(fits) +
                              " within their error, " + std::to_string(far) + " far";
    QVERIFY2(fits >= 0.8 * runs, found.c_str());
    QVERIFY2(within >= 0.6 * fits, found.c_str());
    QVERIFY2(far <= 0.03 * fits, found.c_str());
  }

  /// Half as much energy again is more than a step gives.
  void energyBesideAStepIsImpossible() {
    Random random(6);
    const int runs = tests::isSlow ? 10 : 60;
    int impossible = 0, spoilt = 0;
    for (int i = 0; i < runs; ++i) {
      FallingRod rod = randomRod(random);
      rod.e = 1;
      rod.gain = 1.25;
      rod.h = 1e-3 / rod.every;
      rod.noise = std::min(rod.noise, 3e-4);
      const FallingRod::Run run = randomFall(rod, random);
      const SceneInstance instance = rodInstance(rod);
      const AuditReport report = auditRun(*instance.mechanism, run.samples);
      ++spoilt;
      impossible += std::ranges::any_of(
          report.jumps, [](const ExplainedJump& jump) { return jump.verdict == JumpVerdict::Impossible; });
    }
    QVERIFY2(impossible >= 0.9 * spoilt,
             (std::to_string(impossible) + " of " + std::to_string(spoilt)).c_str());
  }

  /// Semi-implicit Euler reflects the fall of a step, too: an elastic ball gains h |Δpᵀ g| at each bounce,
  /// half of what any program with such steps may give.
  void aBallGainsAsMuchAsItsStepGives() {
    const SceneInstance instance = Scene::open("bouncing-ball")->instantiate({{"et", "0"}, {"mu", "0"}});
    const Mechanism& mechanism = *instance.mechanism;
    for (const double h : {1e-3, 4e-3}) {
      const auto count = static_cast<Eigen::Index>(std::lround(1.5 / h));
      RecordedRun run{Eigen::VectorXd(count), Eigen::MatrixXd::Zero(3, count),
                      Eigen::MatrixXd::Zero(3, count)};
      double y = 0.6037, v = 0;
      for (Eigen::Index i = 0; i < count; ++i) {
        run.time[i] = static_cast<double>(i) * h;
        run.q(1, i) = y;
        run.v(1, i) = v;
        v -= h * g;
        if (y <= 0.1 && v < 0) v = -v;
        y += h * v;
      }
      const AuditReport report = auditRun(mechanism, run);
      QVERIFY(report.jumps.size() >= 2);
      for (const ExplainedJump& jump : report.jumps) {
        QCOMPARE(nameOf(jump.verdict), nameOf(JumpVerdict::Explained));
        const double given = h * g * (jump.momentumAfter - jump.momentumBefore).norm();
        QVERIFY2(std::abs(jump.lateEnergy - 2 * given) < 0.1 * given,
                 std::to_string(jump.lateEnergy).c_str());
        QVERIFY2(std::abs(jump.energy.value - given) < 0.1 * given,
                 std::to_string(jump.energy.value).c_str());
      }
    }
  }

  /// Without forces a late hit gives nothing, however deep its overlap: balls on a line that gain a hundredth
  /// are impossible.
  void withoutForcesAStepGivesNothing() {
    const SceneInstance instance = Scene::open("newtons-cradle")->instantiate({{"n", "2"}});
    for (const double e : {1.0, 1.02}) {
      constexpr double h = 5e-3;
      RecordedRun run{Eigen::VectorXd(80), Eigen::MatrixXd(2, 80), Eigen::MatrixXd(2, 0)};
      Vector2d q(-0.1037, 0.1), v(1, 0);
      for (Eigen::Index i = 0; i < run.size(); ++i) {
        run.time[i] = static_cast<double>(i) * h;
        run.q.col(i) = q;
        if (q[1] - q[0] <= 0.1 && v[0] > v[1])
          v = 0.5 * v.sum() * Vector2d(1, 1) + 0.5 * e * (v[0] - v[1]) * Vector2d(-1, 1);
        q += h * v;
      }
      const AuditReport report = auditRun(*instance.mechanism, run);
      QCOMPARE(report.jumps.size(), std::size_t{1});
      QVERIFY(report.jumps[0].late > h && report.jumps[0].lateEnergy < 1e-12);
      QCOMPARE(nameOf(report.jumps[0].verdict),
               nameOf(e > 1 ? JumpVerdict::Impossible : JumpVerdict::Explained));
    }
  }

  /// e of 1.2 to 1.6 makes energy, of which no jump is explained by more than a step gives.
  void restitutionsAboveOneAreImpossible() {
    Random random(8);
    const int runs = tests::isSlow ? 12 : 80;
    int hits = 0, found = 0;
    for (int i = 0; i < runs; ++i) {
      FallingRod rod = randomRod(random);
      rod.h = 1e-3 / rod.every;
      rod.e = 1.2 + 0.4 * random.uniform();
      rod.noise = std::min(rod.noise, 3e-4);
      const FallingRod::Run run = randomFall(rod, random);
      rod.e = 1;
      const SceneInstance instance = rodInstance(rod);
      for (const ExplainedJump& jump : auditRun(*instance.mechanism, run.samples).jumps) {
        const bool isMore = jump.energy.value > jump.lateEnergy + 5 * jump.energy.error;
        QVERIFY2(!isMore || jump.verdict != JumpVerdict::Explained, std::to_string(i).c_str());
        hits += isMore;
        found += isMore && jump.verdict == JumpVerdict::Impossible;
      }
    }
    const QByteArray told = QByteArray::number(found) + " of " + QByteArray::number(hits);
    QVERIFY2(hits >= runs / 2, told);
    QVERIFY2(found >= 0.95 * hits, told);
  }

  /// A box that tumbles in space, by Euler's equations in its own axes, corner after corner.
  void aBoxOfAnEngineIsExplained() {
    const SceneInstance instance = Scene::open("tumbling-box")->instantiate({{"e", "0.8"}, {"mu", "0"}});
    const Eigen::Array3d inertia = Eigen::Array3d(0.04 + 0.01, 0.16 + 0.01, 0.16 + 0.04) / 12;
    const double h = 1e-3;
    const int every = 5, count = 800;
    Eigen::Vector3d x{0, 0, 0.5}, v{0.3, 0.1, 0}, w{1.6, -2.5, 3.1};
    Eigen::Quaterniond turn = Eigen::Quaterniond(0.8, 0.3, -0.4, 0.2).normalized();
    NumberTable table{"box.csv", {"time", "x", "y", "z", "qw", "qx", "qy", "qz"}, {}, {}};
    std::vector<std::vector<double>> rows;
    int hits = 0;
    for (int k = 0; k <= count; ++k) {
      if (k % every == 0) rows.push_back({k * h, x[0], x[1], x[2], turn.w(), turn.x(), turn.y(), turn.z()});
      v[2] -= h * g;
      w -= h * (w.cross((inertia * w.array()).matrix()).array() / inertia).matrix();
      for (bool again = true; again;) {
        again = false;
        double fastest = -1e-9;
        Eigen::Vector3d corner;
        for (int c = 0; c < 8; ++c) {
          const Eigen::Vector3d r{c & 1 ? 0.2 : -0.2, c & 2 ? 0.1 : -0.1, c & 4 ? 0.05 : -0.05};
          const double speed = (v + turn * w.cross(r)).z();
          if ((x + turn * r).z() <= 0 && speed < fastest) {
            fastest = speed;
            corner = r;
            again = true;
          }
        }
        if (!again) break;
        const Eigen::Vector3d up = turn.conjugate() * Eigen::Vector3d::UnitZ(), lever = corner.cross(up);
        const double P = -1.8 * fastest / (1 + (lever.array().square() / inertia).sum());
        v[2] += P;
        w += P * (lever.array() / inertia).matrix();
        ++hits;
      }
      x += h * v;
      turn = (turn * Eigen::Quaterniond(Eigen::AngleAxisd(h * w.norm(), w.normalized()))).normalized();
    }
    table.values.resize(std::ssize(rows), 8);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (Eigen::Index j = 0; j < 8; ++j)
        table.values(static_cast<Eigen::Index>(i), j) = rows[i][static_cast<std::size_t>(j)];
    const RecordingMap map = recordingMap("body", *instance.mechanism, table.columns);
    const AuditedRecording audited = auditRecording(*instance.mechanism, table, map, {});
    QCOMPARE(audited.report.motion.rule, StepRule::SemiImplicitEuler);
    QVERIFY(std::abs(*audited.report.motion.step - h) < 1e-9);
    QVERIFY(hits > 1);
    int found = 0;
    for (const ExplainedJump& jump : audited.report.jumps) {
      QCOMPARE(nameOf(jump.verdict), nameOf(JumpVerdict::Explained));
      found += static_cast<int>(jump.words.front().word.size());
      QVERIFY(jump.energy.value < 3 * jump.energy.error);
    }
    QCOMPARE(found, hits);
  }

  /// MuJoCo with its usual rule and the velocities that it has: the hits are one sample each, and the energy
  /// that they take is that of the closed equations, on both sides.
  void aRunOfMuJoCoIsExplained() {
    const SceneInstance instance = pendulumInstance();
    const NumberTable table =
        readNumberTable(CAROM_TEST_DATA + std::string("/recordings/mujoco-pendulum.csv"));
    const RecordingMap columns = recordingMap("mujoco", *instance.mechanism, table.columns);
    const AuditedRecording audited = auditRecording(*instance.mechanism, table, columns, {});
    QCOMPARE(audited.report.motion.rule, StepRule::SemiImplicitEuler);
    QVERIFY(std::abs(*audited.report.motion.step - 5e-3) < 1e-12);
    QCOMPARE(audited.report.jumps.size(), std::size_t{2});
    const auto energyAt = [&](double t) {
      const RecordedRun& run = audited.run;
      const auto i = static_cast<Eigen::Index>(std::lround(t / 5e-3));
      // Velocities are half a step behind the places.
      const Vector2d q = run.q.col(i), v = 0.5 * (run.v.col(i) + run.v.col(i + 1));
      return 0.5 * v.dot(Pendulum::mass(q) * v) - g * (1.5 * std::cos(q[0]) + 0.5 * std::cos(q[0] + q[1]));
    };
    for (const ExplainedJump& jump : audited.report.jumps) {
      QCOMPARE(nameOf(jump.verdict), nameOf(JumpVerdict::Explained));
      QCOMPARE(jump.words.front().word, std::vector<int>{0});
      const double taken = energyAt(jump.time + 0.02) - energyAt(jump.time - 0.02);
      QVERIFY2(std::abs(jump.energy.value - taken) < 3 * jump.energy.error, std::to_string(taken).c_str());
    }
  }

  void energyThatAppearsIsSeen() {
    const SceneInstance instance = pendulumInstance();
    Engine engine;
    engine.e = 1.4;
    Random random(4);
    const Engine::Run run = engine.run({1.4, 0.3}, {0, 0}, 0.9, random);
    QCOMPARE(run.hits.size(), std::size_t{1});
    const AuditedRecording audited = auditSamples(*instance.mechanism, run.samples, "run.csv", {});
    QCOMPARE(audited.report.jumps.size(), std::size_t{1});
    const ExplainedJump& jump = audited.report.jumps[0];
    QCOMPARE(nameOf(jump.verdict), nameOf(JumpVerdict::Impossible));
    QCOMPARE(jump.impossible.front().kind, Impossibility::Kind::Energy);
  }

  void amongNoiseTheRuleIsFound() {
    const SceneInstance instance = pendulumInstance();
    for (const double noise : {1e-5, 1e-4}) {
      Engine engine{.h = 2e-3, .noise = noise};
      Random random(5);
      const Engine::Run run = engine.run({1.4, 0.3}, {0, 0}, 1.2, random);
      const AuditedRecording audited = auditSamples(*instance.mechanism, run.samples, "run.csv", {});
      QVERIFY(audited.report.motion.step);
      QCOMPARE(audited.report.motion.rule, StepRule::SemiImplicitEuler);
      QCOMPARE(audited.report.jumps.size(), run.hits.size());
      for (const ExplainedJump& jump : audited.report.jumps)
        QCOMPARE(nameOf(jump.verdict), nameOf(JumpVerdict::Explained));
    }
  }

  void aRuleThatNobodyKnowsAddsNoImpossibleJumps() {
    const SceneInstance instance = pendulumInstance();
    for (const double h : {1e-3, 5e-3}) {
      Engine engine{.rule = Rule::Verlet, .h = h};
      Random random(6);
      const Engine::Run run = engine.run({1.4, 0.3}, {0, 0}, 1.2, random);
      try {
        const AuditedRecording audited = auditSamples(*instance.mechanism, run.samples, "run.csv", {});
        for (const ExplainedJump& jump : audited.report.jumps)
          QVERIFY(jump.verdict != JumpVerdict::Impossible);
      } catch (const SceneError& error) {
        QVERIFY2(std::string(error.what()).find("--least-noise") != std::string::npos, error.what());
      }
    }
  }
};

CAROM_TEST(TestEngineRules);
#include "tst_engine_rules.moc"
