#include <Eigen/Dense>
#include <QtTest>
#include <cmath>
#include <random>

#include "base/number_text.h"
#include "mechanics/motion/run_motion.h"
#include "scene/initial_velocity.h"
#include "scene/scene.h"
#include "study/run_direction.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::VectorXd;

namespace {

std::shared_ptr<const Scene> sceneOf(const std::string& parts) {
  return Scene::parse(R"({"format": 1, "title": "Direction", )" + parts + "}", "direction.carom.json");
}

MotionOptions lasting(double duration) {
  MotionOptions motion;
  motion.duration = duration;
  motion.mostNodes = 1'000'000;
  return motion;
}

/// The contacts that reflect, and the steps in which they do.
std::vector<long> story(const Trajectory& run, double step) {
  std::vector<long> all;
  for (const ImpactEvent& impact : run.impacts) {
    all.push_back(static_cast<long>(impact.time / step));
    for (const ContactIndex i : impact.word) all.push_back(-1 - impact.contacts[i]);
  }
  return all;
}

/// The end of the run from a start that has moved by s in a direction: (q, p), and its story.
struct Moved {
  VectorXd end;
  std::vector<long> story;
};
Moved movedRun(const Scene& scene, Assignments assignments, const RunDirection& direction, double s,
               const MotionOptions& motion) {
  const SceneInstance first = scene.instantiate(assignments);
  for (const auto& [name, by] : direction)
    for (const ParameterValue& parameter : first.parameters)
      if (parameter.name == name) assignments[name] = shortestText(parameter.value + s * by);
  SceneInstance instance = scene.instantiate(assignments);
  const Mechanism& mechanism = *instance.mechanism;
  VectorXd v = initialVelocity(instance), dq = VectorXd::Zero(v.size());
  for (const auto& [name, by] : direction)
    for (int i = 0; i < mechanism.dof(); ++i) {
      const std::string& own = mechanism.coordinates()[static_cast<std::size_t>(i)].name;
      if (name == own) dq[i] += s * by;
      if (name == "v:" + own) v[i] += s * by;
    }
  State start = instance.initial;
  start.q += dq;
  start.p = mechanism.massMatrix(start.q) * v;
  const Trajectory run = runMotion(mechanism, start, motion);
  const VectorXd q = run.configuration(run.end());
  VectorXd end(2 * q.size());
  end << q, mechanism.massMatrix(q) * run.velocity(run.end());
  return {end, story(run, motion.step)};
}

DirectedRun directedRun(const Scene& scene, const Assignments& assignments, const RunDirection& direction,
                        const MotionOptions& motion) {
  const SceneInstance instance = scene.instantiate(assignments);
  const Trajectory run = runMotion(*instance.mechanism, instance.initial, motion);
  return runInDirection(scene, assignments, instance, run, direction);
}

/// Two discs that meet a third one at the same instant, 0.1 s after the start, at a right angle.
std::shared_ptr<const Scene> tie() {
  return sceneOf(R"json("gravity": [0, -1, 0], "parameters": {"mc": 1.5, "ra": 0.1, "speed": 1},
    "bodies": [
    {"name": "a", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": "ra"}]},
    {"name": "b", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "c", "joints": ["x", "y"], "mass": "mc", "shapes": [{"type": "ball", "radius": 0.1}]}],
    "contacts": [{"between": ["a", "c"]}, {"between": ["b", "c"]}],
    "initial": {"q": {"a.x": "0.3*sin(45deg)", "a.y": "-0.3*cos(45deg)", "b.x": "-0.3*sin(45deg)",
    "b.y": "-0.3*cos(45deg)"}, "velocity": {"a.x": "-speed*sin(45deg)", "a.y": "speed*cos(45deg)",
    "b.x": "sin(45deg)", "b.y": "cos(45deg)"}})json");
}

}  // namespace

/// Derivatives of runs in one direction, of coordinates, velocities and parameters: against closed forms and
/// whole runs nearby, in each cone of a tie from one side.
class TestRunDirection : public QObject {
  Q_OBJECT

 private slots:
  void aBouncingBallByItsParameters();
  void aTurnedBodyByItsRotationVector();
  void agreesWithRunsNearby_data();
  void agreesWithRunsNearby();
  void eachSideOfATieHasItsOwnDerivative();
  void ordersThatEndDifferentlyJump();
  void pushesAreDerived();
  void namesAreChecked();
};

/// From rest at the height h over the floor: y(T) = e g t₁ (T − t₁) − g (T − t₁)²/2, t₁ = √(2h/g).
void TestRunDirection::aBouncingBallByItsParameters() {
  const auto ball = sceneOf(R"("gravity": [0, "-gr", 0], "parameters": {"e": 0.7, "gr": 9.81, "high": 0.4},
    "bodies": [{"name": "ball", "joints": ["y"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "contacts": [{"between": ["ball", "floor"], "restitution": "e"}],
    "initial": {"q": {"ball.y": "high + 0.1"}})");
  const double e = 0.7, g = 9.81, h = 0.4, T = 0.5, t = std::sqrt(2 * h / g), s = T - t;
  const auto dt = [&](double dh, double dg) { return t * (dh / h - dg / g) / 2; };
  const auto dy = [&](double de, double dg, double dh) {
    const double by = dt(dh, dg);
    return de * g * t * s + e * dg * t * s + e * g * by * s - e * g * t * by - dg * s * s / 2 + g * s * by;
  };
  const auto dv = [&](double de, double dg, double dh) {
    const double by = dt(dh, dg);
    return de * g * t + e * dg * t + e * g * by - dg * s + g * by;
  };
  for (const auto& [name, expected] : {std::pair{"e", std::pair{dy(1, 0, 0), dv(1, 0, 0)}},
                                       std::pair{"gr", std::pair{dy(0, 1, 0), dv(0, 1, 0)}},
                                       std::pair{"high", std::pair{dy(0, 0, 1), dv(0, 0, 1)}},
                                       std::pair{"ball.y", std::pair{dy(0, 0, 1), dv(0, 0, 1)}}}) {
    const DirectedRun directed = directedRun(*ball, {}, {{name, 1}}, lasting(T));
    QVERIFY2(directed.variation.stopped.empty(), directed.variation.stopped.c_str());
    QVERIFY2(std::abs(directed.variation.map(0, 0) - expected.first) < 1e-9, name);
    QVERIFY2(std::abs(directed.variation.map(1, 0) - 2 * expected.second) < 1e-8, name);
  }
  // Directions add up where there is no tie.
  const DirectedRun sum = directedRun(*ball, {}, {{"e", 0.5}, {"gr", 2}, {"ball.y", -1}}, lasting(T));
  QVERIFY(std::abs(sum.variation.map(0, 0) - dy(0.5, 2, -1)) < 1e-8);
}

/// A direction changes the coordinates of a ball joint, which are no turns where the body is turned already.
void TestRunDirection::aTurnedBodyByItsRotationVector() {
  const auto scene = sceneOf(R"("gravity": [0, 0, 0], "bodies": [{"name": "b", "joints": ["free"], "mass": 1,
    "inertia": [0.01, 0.02, 0.025], "shapes": [{"type": "box", "size": [0.3, 0.2, 0.1]}]}],
    "initial": {"q": {"b.rx": 0.9, "b.ry": -0.7, "b.rz": 0.3},
    "velocity": {"b.rx": 1, "b.ry": 2, "b.rz": -0.5}})");
  const auto mechanism = scene->instantiate().mechanism;
  const MotionOptions motion = lasting(0.3);
  for (const char* name : {"b.rx", "b.ry", "b.rz", "v:b.ry"}) {
    const DirectedRun directed = directedRun(*scene, {}, {{name, 1}}, motion);
    constexpr double epsilon = 1e-5;
    const auto at = [&](double s) -> VectorXd {
      return movedRun(*scene, {}, {{name, 1}}, s, motion).end.head(6);
    };
    const VectorXd turn = mechanism->difference(at(-epsilon), at(epsilon)) / (2 * epsilon);
    QVERIFY(turn.norm() > 0.1);
    const VectorXd told = directed.variation.map.col(0).head(6);
    QVERIFY2((told - turn).norm() < 1e-7, qPrintable(QString("%1: %2").arg(name).arg((told - turn).norm())));
  }
}

void TestRunDirection::agreesWithRunsNearby_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<double>("duration");
  QTest::addColumn<int>("least");
  QTest::newRow("double-pendulum") << "double-pendulum" << 0.5 << 2;
  QTest::newRow("superball") << "superball" << 0.8 << 2;
  QTest::newRow("bouncing-ball") << "bouncing-ball" << 0.3 << 2;
  QTest::newRow("pen") << "pen" << 0.15 << 2;
  // Both feet are delayed alike by stiffness and damping: a direction on the edge of two cones. They leave
  // the ground again.
  QTest::newRow("hopper") << "hopper" << 0.3 << 2;
}

void TestRunDirection::agreesWithRunsNearby() {
  QFETCH(QString, scene);
  QFETCH(double, duration);
  QFETCH(int, least);
  const auto opened = Scene::open(scene.toStdString());
  const MotionOptions motion = lasting(duration);
  QStringList compared;
  for (const ParameterSpec& spec : opened->parameters()) {
    if (spec.integer) continue;
    const RunDirection direction{{spec.name, 1}};
    DirectedRun directed;
    try {
      directed = directedRun(*opened, {}, direction, motion);
    } catch (const SceneError&) {
      continue;  // a bound of the parameter
    }
    if (!directed.variation.stopped.empty()) continue;
    const Moved here = movedRun(*opened, {}, direction, 0, motion);
    constexpr double epsilon = 1e-4, times[] = {1, -1, 2, -2};
    std::array<VectorXd, 4> at;
    bool isSame = true;
    for (std::size_t i = 0; i < 4; ++i) {
      const Moved there = movedRun(*opened, {}, direction, times[i] * epsilon, motion);
      isSame = isSame && there.story == here.story;
      at[i] = there.end;
    }
    if (!isSame) continue;
    const VectorXd expected = (8 * (at[0] - at[1]) - (at[2] - at[3])) / (12 * epsilon);
    const double error = (directed.variation.map.col(0) - expected).norm() / (1e-3 + expected.norm());
    QVERIFY2(error < 1e-7, qPrintable(QString("%1: %2").arg(QString::fromStdString(spec.name)).arg(error)));
    compared += QString::fromStdString(spec.name);
  }
  QVERIFY2(compared.size() >= least, qPrintable(compared.join(", ")));
}

/// The one-sided derivative of whole runs, (4 d(ε) − d(2ε))/2ε, d(ε) = x(ε) − x(0).
void TestRunDirection::eachSideOfATieHasItsOwnDerivative() {
  const auto scene = tie();
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  const MotionOptions motion = lasting(0.3);
  const VectorXd here = movedRun(*scene, {}, {}, 0, motion).end;
  int compared = 0, corners = 0;
  for (int trial = 0; trial < 40; ++trial) {
    RunDirection direction;
    for (const char* name : {"a.x", "a.y", "b.x", "b.y", "v:a.x", "v:b.y", "v:c.x", "mc", "ra", "speed"})
      direction.emplace_back(name, 0.3 * normal(random));
    VectorXd sides[2];
    for (const int side : {0, 1}) {
      RunDirection one = direction;
      for (auto& [name, by] : one) by *= side == 0 ? 1 : -1;
      const DirectedRun directed = directedRun(*scene, {}, one, motion);
      QVERIFY2(directed.variation.stopped.empty(), directed.variation.stopped.c_str());
      QCOMPARE(directed.variation.map.cols(), Eigen::Index(1));
      constexpr double epsilon = 3e-5;
      const VectorXd near = movedRun(*scene, {}, one, epsilon, motion).end - here,
                     far = movedRun(*scene, {}, one, 2 * epsilon, motion).end - here;
      const VectorXd expected = (4 * near - far) / (2 * epsilon);
      const double error = (directed.variation.map.col(0) - expected).norm() / expected.norm();
      QVERIFY2(error < 1e-6, qPrintable(QString::number(error)));
      sides[side] = directed.variation.map.col(0);
      ++compared;
    }
    corners += (sides[0] + sides[1]).norm() > 1e-3 * sides[0].norm();
  }
  QCOMPARE(compared, 80);
  QVERIFY(corners > 20);  // the derivative is piecewise linear
}

void TestRunDirection::ordersThatEndDifferentlyJump() {
  const auto opened = Scene::open("billiard-break");
  const SceneInstance instance = opened->instantiate({{"theta", "110deg"}});
  const Trajectory run = runMotion(*instance.mechanism, instance.initial, lasting(0.1));
  int jumps = 0;
  for (const double sign : {1.0, -1.0}) {
    const DirectedRun directed =
        runInDirection(*opened, {{"theta", "110deg"}}, instance, run, {{"a.x", sign}, {"b.x", -sign}});
    jumps += directed.variation.stopped.find("jumps") != std::string::npos;
  }
  QVERIFY(jumps >= 1);
}

void TestRunDirection::pushesAreDerived() {
  const auto opened = Scene::open("double-pendulum");
  MotionOptions motion = lasting(0.4);
  motion.pushes = {{0.1, 1, {0.5, 0.2, 0}}};
  for (const char* name : {"l1", "l2", "m2"}) {
    const RunDirection direction{{name, 1}};
    const DirectedRun directed = directedRun(*opened, {}, direction, motion);
    constexpr double epsilon = 1e-4;
    const auto at = [&](double s) { return movedRun(*opened, {}, direction, s, motion).end; };
    const VectorXd expected =
        (8 * (at(epsilon) - at(-epsilon)) - (at(2 * epsilon) - at(-2 * epsilon))) / (12 * epsilon);
    QVERIFY2((directed.variation.map.col(0) - expected).norm() < 1e-8 * expected.norm(), name);
  }
}

void TestRunDirection::namesAreChecked() {
  const auto ask = [](const char* scene, const RunDirection& direction) {
    return directedRun(*Scene::open(scene), {}, direction, lasting(0.1));
  };
  QVERIFY_THROWS_EXCEPTION(SceneError, ask("billiard-break", {{"thetta", 1}}));
  QVERIFY_THROWS_EXCEPTION(SceneError, ask("billiard-break", {{"v:c.z", 1}}));
  QVERIFY_THROWS_EXCEPTION(SceneError, ask("rack-break", {{"rows", 1}}));
}

CAROM_TEST(TestRunDirection);
#include "tst_run_direction.moc"
