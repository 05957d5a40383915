#include <Eigen/Dense>
#include <QtTest>
#include <numbers>

#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/midpoint_integrator.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::MatrixXd, Eigen::VectorXd;

namespace {

SceneInstance sceneOf(const std::string& bodies, const std::string& rest) {
  return Scene::parse(R"({"format": 1, "bodies": )" + bodies + (rest.empty() ? "" : ", " + rest) + "}",
                      "scene")
      ->instantiate();
}

/// A rotor of inertia 0.2 kg·m² between stops at ±1 rad.
std::string rotor(const std::string& more = "") {
  return R"([{"name": "rotor", "mass": 1, "inertia": 0.2, "joints": [{"type": "revolute", "axis": [0, 0, 1],
              "name": "q", "limits": {"lower": -1, "upper": 1)" +
         more + "}}]}]";
}

/// Two sliders of 1 kg at their stops: a spring presses one with 10 N, and pulls the other one off.
SceneInstance pressedAndLeaving(const std::string& stiffness) {
  const auto slider = [](const std::string& name) {
    return R"({"name": ")" + name + R"(", "mass": 1, "joints": [{"type": "prismatic", "axis": [1, 0, 0],
              "name": "q", "limits": {"lower": 0, "restitution": 0}}]})";
  };
  return sceneOf("[" + slider("pressed") + ", " + slider("leaving") + "]",
                 R"("gravity": [0, 0, 0], "springs": [
                    {"coordinate": "pressed.q", "stiffness": 100, "rest": -0.1},
                    {"coordinate": "leaving.q", "rest": 1, "stiffness": )" +
                     stiffness + "}]");
}

Trajectory runOf(const SceneInstance& instance, double duration, double h) {
  MotionOptions options;
  options.duration = duration;
  options.step = h;
  return runMotion(*instance.mechanism, instance.initial, options);
}

}  // namespace

class TestJointLimits : public QObject {
  Q_OBJECT
 private slots:
  /// Each bounce takes the share e of the speed: the n-th at (1 − q₀ + 2 Σ eᵏ…)/v₀, whatever the step is.
  void aRotorBouncesBetweenItsStops_data() {
    QTest::addColumn<double>("e");
    QTest::addColumn<double>("h");
    for (const double e : {1.0, 0.7})
      for (const double h : {0.1, 0.01, 0.0037}) QTest::addRow("e %g, h %g", e, h) << e << h;
  }
  void aRotorBouncesBetweenItsStops() {
    QFETCH(double, e);
    QFETCH(double, h);
    const SceneInstance instance =
        sceneOf(rotor(", \"restitution\": " + std::to_string(e)),
                R"("initial": {"q": {"rotor.q": 0.25}, "velocity": {"rotor.q": 2}})");
    const Trajectory run = runOf(instance, 5, h);
    QVERIFY(run.complete);
    double time = 0.75 / 2, speed = 2;
    std::size_t n = 0;
    for (; time < 5; ++n) {
      QVERIFY(n < run.impacts.size());
      QVERIFY(std::abs(run.impacts[n].time - time) < 1e-12);
      QCOMPARE(run.impacts[n].contacts.size(), std::size_t(1));
      QVERIFY(std::abs(run.impacts[n].energyBefore - 0.5 * 0.2 * speed * speed) < 1e-12);
      speed *= e;
      time += 2 / speed;
    }
    QCOMPARE(run.impacts.size(), n);
    QCOMPARE(instance.mechanism->contacts()[0].name, std::string("rotor.q.lower"));
    QCOMPARE(run.impacts[0].contacts[0], 1);
  }

  /// One slider is pressed to its stop with 10 N until a push takes it away; another one leaves its own under
  /// a force so small that it is hardly seen, and from then on no impulse holds anything.
  void aStopThatIsHardlyLeftEndsNoRun() {
    for (const char* stiffness : {"1e-13", "1e-12", "1e-11", "1e-10", "1e-9", "1e-7"}) {
      const SceneInstance instance = pressedAndLeaving(stiffness);
      MotionOptions options;
      options.duration = 0.1;
      options.pushes = {{0.05, 0, {1, 0, 0}}};
      const Trajectory run = runMotion(*instance.mechanism, instance.initial, options);
      QVERIFY2(run.complete, run.stopReason.c_str());
      const double way = std::stod(stiffness) * 0.1 * 0.1 / 2;  // a t²/2
      // Beside 10 N what is slower than some roundings of that keeps its place.
      if (way > 1e-12)
        QVERIFY2(std::abs(run.configuration(0.1)[1] - way) <= 1e-3 * way,
                 qPrintable(QString::number(run.configuration(0.1)[1] / way)));
    }
  }

  /// A double pendulum whose joints meet their stops at once: the angle between the normals is that of M⁻¹.
  void twoStopsAtOnceAreOneImpact() {
    const std::string bodies = R"([
      {"name": "arm", "mass": 1.5, "centre-of-mass": [0.2, 0, 0], "inertia": 0.02, "joints": [
        {"type": "revolute", "axis": [0, 0, 1], "name": "q", "limits": {"lower": 0.3}}]},
      {"name": "hand", "parent": "arm", "origin": [0.4, 0, 0], "mass": 0.8, "centre-of-mass": [0.1, 0.05, 0],
       "inertia": 0.01, "joints": [{"type": "revolute", "axis": [0, 0, 1], "name": "q", "limits": {"upper": 0.9}}]}])";
    const SceneInstance instance = sceneOf(bodies, R"("initial": {"q": {"arm.q": 0.3, "hand.q": 0.9},
                                       "velocity": {"arm.q": -1, "hand.q": 2}})");
    const auto impact = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
    QVERIFY(impact);
    QCOMPARE(impact->contactCount(), 2);
    const MatrixXd inverse = instance.mechanism->massMatrix(instance.initial.q).inverse();
    QVERIFY(std::abs(impact->gram()(0, 1) + inverse(0, 1) / std::sqrt(inverse(0, 0) * inverse(1, 1))) <
            1e-14);
    QVERIFY(std::abs(impact->approachSpeed(0) + 1) < 1e-14);
    QVERIFY(std::abs(impact->approachSpeed(1) + 2) < 1e-14);
  }

  /// A pendulum that falls on an inelastic stop stays there, and its energy is that of the stop's place.
  void aPendulumRestsOnItsStop() {
    const std::string bodies = R"([{"name": "bob", "mass": 2, "centre-of-mass": [0.5, 0, 0], "inertia": 0.1,
      "joints": [{"type": "revolute", "axis": [0, 0, 1], "name": "q",
                  "limits": {"lower": -0.5, "restitution": 0}}]}])";
    const SceneInstance instance = sceneOf(bodies, R"("gravity": [0, -9.81, 0])");
    const double fall = 2 * 9.81 * 0.5 * std::sin(0.5);
    for (const double h : {1e-2, 1e-3}) {
      const Trajectory run = runOf(instance, 2, h);
      QVERIFY(run.complete);
      QCOMPARE(run.impacts.size(), std::size_t(1));
      QVERIFY(std::abs(run.impacts[0].energyBefore - fall) < 2 * h * h);
      QVERIFY(run.impacts[0].energyAfter < 1e-25);
      QVERIFY(std::abs(run.configuration(2)[0] + 0.5) < 1e-12);
    }
  }

  /// ω = √(k/(I + a)).
  void armatureAddsToTheInertia() {
    const SceneInstance instance = sceneOf(
        R"([{"name": "wheel", "mass": 1, "inertia": 0.2, "joints": [
             {"type": "revolute", "axis": [0, 0, 1], "name": "q", "armature": 0.3}]}])",
        R"("springs": [{"coordinate": "wheel.q", "stiffness": 8}], "initial": {"q": {"wheel.q": 0.4}})");
    const Mechanism& mechanism = *instance.mechanism;
    QCOMPARE(mechanism.massMatrix(instance.initial.q)(0, 0), 0.5);
    QCOMPARE(mechanism.kineticEnergy(0, instance.initial.q, VectorXd::Constant(1, 2)), 1.0);
    double last = 0;
    for (const int steps : {100, 200}) {
      VectorXd q = instance.initial.q, p = instance.initial.p;
      MidpointIntegrator integrator(mechanism);
      QCOMPARE(integrator.steps(q, p, 0, 1.0 / steps, steps), steps);
      const double error = std::abs(q[0] - 0.4 * std::cos(4.0));
      if (last > 0) QVERIFY(last / error > 3.9 && last / error < 4.1);
      last = error;
    }
    QVERIFY(last < 1e-3);
  }

  void badLimitsAreRefused_data() {
    QTest::addColumn<QString>("limits");
    QTest::addColumn<QString>("words");
    QTest::newRow("order") << R"({"lower": 2, "upper": 1})"
                           << "lower < upper";
    QTest::newRow("beyond") << R"({"lower": 0.5})"
                            << "rotor.q is beyond its limit by 0.5 rad";
    QTest::newRow("none") << R"({"restitution": 1})"
                          << "names no limit";
    QTest::newRow("restitution") << R"({"upper": 1, "restitution": 1.5})"
                                 << "limits.restitution";
    QTest::newRow("key") << R"({"upper": 1, "softness": 2})"
                         << "softness";
  }
  void badLimitsAreRefused() {
    QFETCH(QString, limits);
    QFETCH(QString, words);
    try {
      sceneOf(
          R"([{"name": "rotor", "mass": 1, "inertia": 1, "joints": [{"type": "revolute", "axis": [0, 0, 1],
                  "name": "q", "limits": )" +
              limits.toStdString() + "}]}]",
          "");
      QFAIL("not refused");
    } catch (const SceneError& error) {
      QVERIFY2(QString(error.what()).contains(words), error.what());
    }
  }
};

CAROM_TEST(TestJointLimits);
#include "tst_joint_limits.moc"
