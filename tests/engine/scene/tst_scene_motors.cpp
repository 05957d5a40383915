// Motors of scenes: courses over time, starts, limits and switches, against closed forms and Runge and
// Kutta's method.

#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <thread>
#include <vector>

#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "scene/edit/edit.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Json = nlohmann::ordered_json;
constexpr double inertiaOfArm = 0.5;

/// An arm without weight that a motor turns, beside a ball that falls on a floor.
Json armWithMotor(const Json& motor) {
  Json scene = Json::parse(R"j({"format": 1, "title": "t", "parameters": {"k": 2, "on": 1, "w": 3},
    "gravity": [0, -10, 0],
    "bodies": [
      {"name": "arm", "joints": ["angle"], "mass": 1, "inertia": 0.5},
      {"name": "ball", "joints": ["y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}
    ],
    "contacts": [{"between": ["ball", "floor"], "restitution": 0.5}],
    "initial": {"q": {"ball.y": 0.35}}})j");
  scene["motors"] = Json::array({motor});
  scene["motors"][0]["coordinate"] = "arm.angle";
  return scene;
}

SceneInstance motorScene(const Json& scene, const Assignments& assignments = {}) {
  return Scene::parse(scene.dump(), "motors.carom.json")->instantiate(assignments);
}

Trajectory runOf(const SceneInstance& instance, double duration, double step = 1e-3) {
  MotionOptions options;
  options.duration = duration;
  options.step = step;
  return runMotion(*instance.mechanism, instance.initial, options);
}

double angleAt(const Trajectory& run, double t) {
  return run.configuration(t)[0];
}

/// I q̈ = Q(t, q, q̇) from rest at 0 by the classical method of Runge and Kutta.
template <typename Force>
double angleByRungeKutta(double until, Force&& force) {
  constexpr int steps = 20000;
  const double h = until / steps;
  std::array<double, 2> x{0, 0};
  const auto rate = [&](double t, const std::array<double, 2>& y) {
    return std::array<double, 2>{y[1], force(t, y[0], y[1]) / inertiaOfArm};
  };
  const auto moved = [](const std::array<double, 2>& y, double s, const std::array<double, 2>& r) {
    return std::array<double, 2>{y[0] + s * r[0], y[1] + s * r[1]};
  };
  for (int i = 0; i < steps; ++i) {
    const double t = i * h;
    const auto a = rate(t, x), b = rate(t + 0.5 * h, moved(x, 0.5 * h, a));
    const auto c = rate(t + 0.5 * h, moved(x, 0.5 * h, b)), d = rate(t + h, moved(x, h, c));
    for (std::size_t k = 0; k < 2; ++k) x[k] += h / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
  }
  return x[0];
}

std::string refusalOfMotor(const Json& motor) {
  try {
    motorScene(armWithMotor(motor));
    return {};
  } catch (const SceneError& error) {
    return error.place() + ": " + error.problem();
  }
}

}  // namespace

class TestSceneMotors : public QObject {
  Q_OBJECT
 private slots:
  void aConstantTorqueAcceleratesEvenly();
  void referencesFollowTheTime_data();
  void referencesFollowTheTime();
  void aLimitHoldsTheTorque();
  void motorsStartAtTheirTime();
  void motorsStartAtTheFirstImpact();
  void theWorkOfMotorsIsTheEnergyTheyGive_data();
  void theWorkOfMotorsIsTheEnergyTheyGive();
  void trexFallsInItsStance_data();
  void trexFallsInItsStance();
  void conditionsSwitchEntries();
  void faultsAreNamedWithTheirPlace();
  void motorsAreEdited();
  void copiesShareACourse();
};

void TestSceneMotors::aConstantTorqueAcceleratesEvenly() {
  const Trajectory run = runOf(motorScene(armWithMotor({{"torque", "0.3*k"}})), 1);
  QVERIFY(std::abs(angleAt(run, 1) - 0.5 * 0.6 / inertiaOfArm) < 1e-12);
}

void TestSceneMotors::referencesFollowTheTime_data() {
  QTest::addColumn<double>("frequency");
  QTest::addColumn<double>("phase");
  for (const double frequency : {0.5, 2.0, 7.0})
    for (const double phase : {0.0, 1.0, 3.0})
      QTest::addRow("%g, %g", frequency, phase) << frequency << phase;
}

/// A periodic gait with a phase. The midpoint rule is of second order.
void TestSceneMotors::referencesFollowTheTime() {
  QFETCH(double, frequency);
  QFETCH(double, phase);
  const QString course = QStringLiteral("0.4*sin(%1*t + %2)").arg(frequency).arg(phase);
  const SceneInstance instance = motorScene(armWithMotor(
      {{"proportional", 20}, {"derivative", 1}, {"reference", course.toStdString()}, {"rate", 0.2}}));
  const double expected = angleByRungeKutta(1.5, [&](double t, double q, double v) {
    const double r = 0.4 * std::sin(frequency * t + phase) + 0.2 * t;
    const double rate = 0.4 * frequency * std::cos(frequency * t + phase) + 0.2;
    return 20 * (r - q) + (rate - v);
  });
  const double coarse = angleAt(runOf(instance, 1.5, 2e-3), 1.5) - expected;
  const double fine = angleAt(runOf(instance, 1.5, 1e-3), 1.5) - expected;
  QVERIFY(std::abs(fine) < 1e-4);
  QVERIFY(std::abs(fine) < 0.3 * std::abs(coarse) + 1e-9);
}

void TestSceneMotors::aLimitHoldsTheTorque() {
  const Json motor = {{"proportional", 50}, {"derivative", 2}, {"reference", 1}, {"limit", 0.7}};
  const double expected = angleByRungeKutta(
      2, [](double, double q, double v) { return std::clamp(50 * (1 - q) - 2 * v, -0.7, 0.7); });
  QVERIFY(std::abs(angleAt(runOf(motorScene(armWithMotor(motor)), 2), 2) - expected) < 1e-4);
  // While it is held the arm accelerates evenly.
  const Trajectory run = runOf(motorScene(armWithMotor(motor)), 0.5);
  QVERIFY(std::abs(angleAt(run, 0.5) - 0.5 * 0.7 / inertiaOfArm * 0.25) < 1e-12);
}

void TestSceneMotors::motorsStartAtTheirTime() {
  const Trajectory run = runOf(motorScene(armWithMotor({{"torque", "t"}, {"start", 0.2}})), 1);
  QCOMPARE(angleAt(run, 0.2), 0.0);
  QVERIFY(std::abs(angleAt(run, 1) - std::pow(0.8, 3) / 6 / inertiaOfArm) < 1e-6);
}

/// The ball falls 0.25 m, so that it arrives after √0.05 s. The second impact starts nothing again.
void TestSceneMotors::motorsStartAtTheFirstImpact() {
  const SceneInstance instance = motorScene(armWithMotor({{"torque", "0.6 + t"}, {"start", "first-impact"}}));
  const Trajectory run = runOf(instance, 1);
  const double start = std::sqrt(0.05), past = 1 - start;
  QVERIFY(run.impacts.size() > 1);
  QVERIFY(std::abs(run.impacts[0].time - start) < 1e-9);
  QCOMPARE(angleAt(run, start), 0.0);
  const double expected = (0.3 * past * past + std::pow(past, 3) / 6) / inertiaOfArm;
  QVERIFY(std::abs(angleAt(run, 1) - expected) < 1e-6);
  // Another run from the same mechanism starts anew.
  QCOMPARE(angleAt(runOf(instance, 1), 1), angleAt(run, 1));
  // Without an impact it never starts.
  Json high = armWithMotor({{"torque", 1}, {"start", "first-impact"}});
  high["initial"]["q"]["ball.y"] = 1000;
  QCOMPARE(angleAt(runOf(motorScene(high), 1), 1), 0.0);
}

void TestSceneMotors::theWorkOfMotorsIsTheEnergyTheyGive_data() {
  QTest::addColumn<QByteArray>("motor");
  QTest::newRow("torque") << QByteArray(R"j({"torque": "cos(5*t)"})j");
  QTest::newRow("gait") << QByteArray(R"j({"proportional": 30, "derivative": 1, "reference": "sin(4*t)"})j");
  QTest::newRow("limit") << QByteArray(
      R"j({"proportional": 30, "derivative": 1, "reference": "2*sin(4*t)", "limit": 3})j");
  QTest::newRow("first impact") << QByteArray(
      R"j({"proportional": 30, "derivative": 1, "rate": 6, "start": "first-impact", "limit": 5})j");
}

/// Kinetic and potential energy of the mechanism against the flow, which is force times velocity. M is
/// constant here, so that the midpoint rule keeps their balance to rounding.
void TestSceneMotors::theWorkOfMotorsIsTheEnergyTheyGive() {
  QFETCH(QByteArray, motor);
  const SceneInstance instance = motorScene(armWithMotor(Json::parse(motor.toStdString())));
  const auto energy = [&](const Trajectory& run, double t) {
    const Eigen::VectorXd q = run.configuration(t), v = run.velocity(t);
    return 0.5 * v.dot(instance.mechanism->massMatrix(q) * v) + 10 * q[1];
  };
  const Trajectory run = runOf(instance, 1);
  const double gained = energy(run, 1) - energy(run, 0);
  QVERIFY(std::abs(run.flow(1).motor) > 0.01);
  QVERIFY(std::abs(gained - run.flow(1).given()) < 1e-9 * std::abs(run.flow(1).motor));
}

void TestSceneMotors::trexFallsInItsStance_data() {
  QTest::addColumn<double>("G");
  QTest::newRow("initial") << -4.19766e-4;
  QTest::newRow("optimised") << 6.38465e-4;
  QTest::newRow("straight") << -9.48250e-4;
}

/// From 17 cm it meets the floor after √(2·0.17/9.81) s with its tail and its foot at once, in the stance in
/// which it started; then the hips turn.
void TestSceneMotors::trexFallsInItsStance() {
  QFETCH(double, G);
  const SceneInstance instance =
      Scene::open("trex")->instantiate({{"row", QTest::currentDataTag()}, {"drop", "17cm"}});
  const Trajectory run = runOf(instance, 0.25);
  QVERIFY(!run.impacts.empty() && !run.startsWithImpact);
  const double time = std::sqrt(2 * 0.17 / 9.81);
  QVERIFY(std::abs(run.impacts[0].time - time) < 1e-9);
  QCOMPARE(run.impacts[0].contacts.size(), std::size_t{2});
  Eigen::VectorXd fallen = instance.initial.q;
  fallen[1] -= 0.17;
  const Eigen::VectorXd landed = run.configuration(run.impacts[0].time);
  QVERIFY((landed - fallen).norm() < 1e-9);
  const Eigen::VectorXd down = -Eigen::VectorXd::Unit(landed.size(), 1);
  const auto problem = impactAt(*instance.mechanism, landed, instance.mechanism->massMatrix(landed) * down);
  QVERIFY(std::abs(problem->gram()(0, 1) / G - 1) < 1e-5);
  for (const Motor& hip : instance.mechanism->forces().motors) {
    QVERIFY(hip.startsAtImpact);
    QVERIFY(run.configuration(0.25)[hip.coordinate] > fallen[hip.coordinate]);
  }
}

void TestSceneMotors::conditionsSwitchEntries() {
  Json scene = armWithMotor({{"torque", 1}, {"when", "on == 1"}});
  scene["contacts"][0]["when"] = "on < 3";
  scene["springs"] = Json::array({{{"coordinate", "arm.angle"}, {"stiffness", 1}, {"when", "on > 1"}}});
  scene["choices"] =
      Json::parse(R"({"drive": {"options": {"motor": {"on": 1}, "spring": {"on": 2}, "none": {"on": 4}}}})");
  const auto counts = [&](const char* option) {
    const SceneInstance instance = motorScene(scene, {{"drive", option}});
    const JointForces& forces = instance.mechanism->forces();
    return std::array{forces.motors.size(), forces.springs.size(), instance.mechanism->contacts().size()};
  };
  QCOMPARE(counts("motor"), (std::array<std::size_t, 3>{1, 0, 1}));
  QCOMPARE(counts("spring"), (std::array<std::size_t, 3>{0, 1, 1}));
  QCOMPARE(counts("none"), (std::array<std::size_t, 3>{0, 1, 0}));
  scene["all-pairs"] = true;  // the pair is listed, though it is not there
  QCOMPARE(counts("none"), (std::array<std::size_t, 3>{0, 1, 0}));
}

void TestSceneMotors::faultsAreNamedWithTheirPlace() {
  const auto at = [](const char* key, const char* problem) {
    return "motors[0]." + std::string(key) + ": " + problem;
  };
  QCOMPARE(refusalOfMotor({{"rate", "t"}}), at("rate", "uses the time t"));
  QCOMPARE(refusalOfMotor({{"limit", 0}}), at("limit", "is 0"));
  QCOMPARE(refusalOfMotor({{"torque", "sin(t)/t"}}), at("torque", "is not finite at t = 0"));
  QCOMPARE(refusalOfMotor({{"torque", "z*t"}}), at("torque", "undefined parameter \"z\""));
  QCOMPARE(refusalOfMotor({{"start", "second-impact"}}), at("start", "undefined parameter \"impact\""));
  QCOMPARE(refusalOfMotor({{"proportional", -1}}), at("proportional", "is negative"));
  // A parameter of the name t keeps its meaning.
  Json scene = armWithMotor({{"torque", "2*t"}});
  scene["parameters"]["t"] = 0.5;
  QVERIFY(std::abs(angleAt(runOf(motorScene(scene), 1), 1) - 0.5 / inertiaOfArm) < 1e-12);
}

void TestSceneMotors::motorsAreEdited() {
  Json scene = armWithMotor({{"torque", "w*t"}, {"start", "first-impact"}});
  QVERIFY(edit::problemWith(scene, "motors[0].reference", "sin(w*t)").empty());
  QVERIFY(!edit::problemWith(scene, "motors[0].rate", "w*t").empty());
  QVERIFY(edit::problemWith(scene, "motors[0].start", "first-impact").empty());
  QVERIFY(!edit::problemWith(scene, "motors[0].start", "some-impact").empty());
  scene["parameters"]["first"] = 1;
  const Json renamed = edit::renameParameter(edit::renameParameter(scene, "w", "omega"), "first", "one");
  QCOMPARE(renamed["motors"][0]["torque"], Json("omega*t"));
  QCOMPARE(renamed["motors"][0]["start"], Json("first-impact"));
  QCOMPARE(edit::renameBody(scene, "arm", "leg")["motors"][0]["coordinate"], Json("leg.angle"));
}

/// Runs of one mechanism in threads have the same bits.
void TestSceneMotors::copiesShareACourse() {
  const SceneInstance instance =
      motorScene(armWithMotor({{"proportional", 9}, {"reference", "abs(sin(w*t))"}}));
  const double expected = angleAt(runOf(instance, 0.5), 0.5);
  std::array<double, 4> ends{};
  {
    std::vector<std::jthread> threads;
    for (double& end : ends) threads.emplace_back([&] { end = angleAt(runOf(instance, 0.5), 0.5); });
  }
  for (const double end : ends) QCOMPARE(end, expected);
}

CAROM_TEST(TestSceneMotors);
#include "tst_scene_motors.moc"
