// Dry friction of joints, against closed forms and an integrator of the test's own.
#include <Eigen/Dense>
#include <QtTest>
#include <numbers>

#include "answer/energy_balance.h"
#include "base/random.h"
#include "base/rotation.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/variation/run_variation.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Vector2d, Eigen::VectorXd;

namespace {

SceneInstance brakedScene(const std::string& text) {
  return Scene::parse(R"({"format": 1, )" + text + "}", "scene")->instantiate();
}

Trajectory braked(const SceneInstance& instance, double duration, double h, double restitution = 1) {
  MotionOptions options;
  options.duration = duration;
  options.step = h;
  options.restitution = restitution;
  return runMotion(*instance.mechanism, instance.initial, options);
}

double energyOf(const Mechanism& mechanism, const Trajectory& run, double t) {
  const VectorXd q = run.configuration(t), v = run.velocity(t);
  return 0.5 * v.dot(mechanism.massMatrix(q) * v) + mechanism.potentialEnergy(q);
}

/// A body of 2 kg on a slide (x), or a wheel of 2 kg·m² on an axle along z or along (1, 2, 2)/3.
std::string bodyOn(const std::string& joint) {
  if (joint == "slide")
    return R"({"name": "a", "mass": 2, "joints": [{"type": "prismatic", "axis": [1, 0, 0], "name": "q"}]})";
  const std::string axis = joint == "axle" ? "[0, 0, 1]" : "[1, 2, 2]";
  return R"({"name": "a", "mass": 2, "inertia": [2, 2, 2], "joints": [{"type": "revolute", "axis": )" + axis +
         R"(, "name": "q"}]})";
}

}  // namespace

class TestJointFriction : public QObject {
  Q_OBJECT
 private slots:
  void whatSlidesStopsAndStays_data() {
    QTest::addColumn<QString>("joint");
    QTest::addColumn<double>("h");
    QTest::addColumn<double>("speed");
    for (const char* joint : {"slide", "axle", "skew axle"})
      for (const double h : {0.2, 0.01, 0.0037})
        for (const double speed : {1.7, -0.004, 260.0})
          QTest::addRow("%s %g %g", joint, h, speed) << joint << h << speed;
  }
  /// v₀ − F t/m up to m v₀/F, then rest at m v₀²/(2F), whatever the step is.
  void whatSlidesStopsAndStays() {
    QFETCH(QString, joint);
    QFETCH(double, h);
    QFETCH(double, speed);
    const double friction = 3 * std::abs(speed), stop = 2 * std::abs(speed) / friction;
    const SceneInstance instance = brakedScene(
        R"("bodies": [)" + bodyOn(joint.toStdString()) +
        R"(], "dampers": [{"coordinate": "a.q", "damping": 0, "friction": )" + std::to_string(friction) +
        R"(}], "initial": {"velocity": {"a.q": )" + std::to_string(speed) + "}}");
    const Trajectory run = braked(instance, 2, h);
    QVERIFY2(run.complete, run.stopReason.c_str());
    QVERIFY(run.impacts.empty());
    for (const double t : {0.2, 0.4, 0.6}) {
      const double v = speed * (1 - t / stop), q = speed * (t - 0.5 * t * t / stop);
      // Between the ends of steps the motion is interpolated; of a constant force exactly.
      QVERIFY(std::abs(run.velocity(t)[0] - v) < 1e-11 * std::abs(speed));
      QVERIFY(std::abs(run.configuration(t)[0] - q) < 1e-11 * std::abs(speed));
    }
    const double end = 0.5 * speed * stop;
    QVERIFY(std::abs(run.configuration(1)[0] - end) < 1e-9 * std::abs(end));
    QCOMPARE(run.configuration(2)[0], run.configuration(1)[0]);
    QCOMPARE(run.velocity(2)[0], 0.0);
    QVERIFY(std::abs(run.flights.back().flowAt(2).friction - speed * speed) < 1e-9 * speed * speed);
  }

  /// Gravity moves a hanging body only where it is more than the friction.
  void whatRestsIsHeld_data() {
    QTest::addColumn<double>("friction");
    for (const double friction : {25.0, 19.7, 19.5, 5.0}) QTest::addRow("%g N", friction) << friction;
  }
  void whatRestsIsHeld() {
    QFETCH(double, friction);
    const SceneInstance instance =
        brakedScene(R"("gravity": [-9.81, 0, 0], "bodies": [)" + bodyOn("slide") +
                    R"(], "dampers": [{"coordinate": "a.q", "damping": 0, "friction": )" +
                    std::to_string(friction) + "}]");
    const Trajectory run = braked(instance, 0.5, 0.01);
    const double a = std::max(0.0, 2 * 9.81 - friction) / 2;
    if (a == 0)
      QCOMPARE(run.configuration(0.5)[0], 0.0);
    else
      QVERIFY(std::abs(run.configuration(0.5)[0] + 0.125 * a) < 1e-12);
  }

  /// A mass on a spring with dry friction: each half swing is 2F/k shorter [closed form], and it stops where
  /// the spring no longer moves it. The turns are at multiples of π/ω, so that h falls everywhere on them.
  void aSpringSwingsOutInEvenSteps() {
    const double k = 50, m = 2, F = 1.5, start = 0.5, omega = std::sqrt(k / m);
    double last = 0;
    for (const double h : {4e-3, 2e-3, 1e-3}) {
      const SceneInstance instance = brakedScene(
          R"("bodies": [)" + bodyOn("slide") +
          R"(], "springs": [{"coordinate": "a.q", "stiffness": 50}], "dampers": [{"coordinate": "a.q", "damping": 0,
              "friction": 1.5}], "initial": {"q": {"a.q": 0.5}})");
      const Trajectory run = braked(instance, 8, h);
      QVERIFY2(run.complete, run.stopReason.c_str());
      double amplitude = start, error = 0;
      int n = 0;
      for (; amplitude > F / k; ++n) {
        const double t = (n + 0.5) * std::numbers::pi / omega;  // in the middle of a half swing
        const double side = n % 2 == 0 ? 1 : -1;
        error = std::max(error, std::abs(run.configuration(t)[0] - side * F / k));
        amplitude -= 2 * F / k;
      }
      const double rest = (n % 2 == 0 ? 1 : -1) * amplitude;
      QVERIFY(std::abs(run.configuration(8)[0] - rest) < 30 * h * h);
      QCOMPARE(run.velocity(8)[0], 0.0);
      QVERIFY(error < 60 * h * h);
      if (last > 0) QVERIFY2(last / error > 3.3 && last / error < 4.7, std::to_string(last / error).c_str());
      last = error;
    }
  }

  /// A double pendulum with friction in both hinges against Runge–Kutta of fourth order, as long as neither
  /// turns round: the error falls with h².
  void aDoublePendulumSlows() {
    const SceneInstance instance = brakedScene(R"("gravity": [0, -9.81, 0], "bodies": [
      {"name": "arm", "mass": 1.5, "centre-of-mass": [0.2, 0, 0], "inertia": 0.02,
       "joints": [{"type": "revolute", "axis": [0, 0, 1], "name": "q"}]},
      {"name": "hand", "parent": "arm", "origin": [0.4, 0, 0], "mass": 0.8, "centre-of-mass": [0.1, 0.05, 0],
       "inertia": 0.01, "joints": [{"type": "revolute", "axis": [0, 0, 1], "name": "q"}]}],
      "dampers": [{"coordinate": "arm.q", "damping": 0.1, "friction": 0.7}, {"coordinate": "hand.q", "damping": 0, "friction": 0.2}],
      "initial": {"velocity": {"arm.q": 9, "hand.q": 25}})");
    const Mechanism& mechanism = *instance.mechanism;
    // q̈ = M⁻¹(Q − ṗ-terms) from the mass matrix and the potential by differences, which share nothing with
    // the integrator.
    const auto acceleration = [&](const Vector2d& q, const Vector2d& v) {
      const double d = 1e-5;
      Eigen::Matrix2d M = mechanism.massMatrix(q), dM[2];
      Vector2d slope;
      for (int i = 0; i < 2; ++i) {
        const Vector2d e = d * Vector2d::Unit(i);
        dM[i] = (mechanism.massMatrix(q + e) - mechanism.massMatrix(q - e)) / (2 * d);
        slope[i] = (mechanism.potentialEnergy(q + e) - mechanism.potentialEnergy(q - e)) / (2 * d);
      }
      Vector2d Q = -slope;
      for (int i = 0; i < 2; ++i) Q[i] += 0.5 * v.dot(dM[i] * v);
      Q -= (dM[0] * v[0] + dM[1] * v[1]) * v;
      Q -= Vector2d(0.1 * v[0] + 0.7, 0.2);  // both turn forwards
      return Vector2d(M.ldlt().solve(Q));
    };
    const double T = 0.05;
    Vector2d q = instance.initial.q, v(9, 25);
    const double dt = T / 4000;
    for (int i = 0; i < 4000; ++i) {
      const Vector2d a1 = acceleration(q, v), v2 = v + dt / 2 * a1, a2 = acceleration(q + dt / 2 * v, v2);
      const Vector2d v3 = v + dt / 2 * a2, a3 = acceleration(q + dt / 2 * v2, v3), v4 = v + dt * a3;
      const Vector2d a4 = acceleration(q + dt * v3, v4);
      q += dt / 6 * (v + 2 * v2 + 2 * v3 + v4);
      v += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
      QVERIFY(v[0] > 0 && v[1] > 0);
    }
    double last = 0;
    for (const double h : {2e-3, 1e-3, 5e-4}) {
      const Trajectory run = braked(instance, T, h);
      const double error = (run.configuration(T) - q).norm();
      if (last > 0) QVERIFY2(last / error > 3.5 && last / error < 4.5, std::to_string(last / error).c_str());
      last = error;
    }
    QVERIFY(last < 1e-4);
  }

  /// Impacts know no dry friction: a slide between walls keeps its energy at e = 1 but for F times its way.
  void impactsKeepTheirRestitution() {
    for (const double h : {0.05, 0.003}) {
      const SceneInstance instance =
          brakedScene(R"("bodies": [{"name": "a", "mass": 2, "joints": [{"type": "prismatic",
          "axis": [1, 0, 0], "name": "q", "limits": {"lower": -1, "upper": 1, "restitution": 1}}]}],
          "dampers": [{"coordinate": "a.q", "damping": 0, "friction": 0.5}], "initial": {"velocity": {"a.q": 3}})");
      const Trajectory run = braked(instance, 30, h);
      QVERIFY2(run.complete, run.stopReason.c_str());
      // All of ½ m v₀² = 9 J goes into friction, over a way of 18 m: 9 impacts at 1, 3, … 17 m.
      QCOMPARE(run.impacts.size(), std::size_t{9});
      for (std::size_t i = 0; i < run.impacts.size(); ++i) {
        const double way = 1 + 2 * static_cast<double>(i);
        QVERIFY(std::abs(run.impacts[i].energyBefore - (9 - 0.5 * way)) < 1e-9);
        QVERIFY(std::abs(run.impacts[i].energyAfter - run.impacts[i].energyBefore) < 1e-12);
      }
      QVERIFY(std::abs(run.configuration(30)[0]) < 1e-8);
      QCOMPARE(run.velocity(30)[0], 0.0);
    }
  }

  /// Chains of two to six bodies with friction, in the plane and in space, beside contacts with the ground
  /// and stops: energy and work agree, friction only takes, and all comes to rest where friction is large.
  void randomChains() {
    carom::Random random(4711);
    const auto between = [&](double a, double b) { return std::to_string(a + (b - a) * random.uniform()); };
    for (int trial = 0; trial < 60; ++trial) {
      const bool inSpace = trial % 2 == 1, isStrong = trial % 3 == 0;
      std::string bodies, dampers, velocities;
      const int count = 2 + static_cast<int>(random.below(5));
      for (int i = 0; i < count; ++i) {
        const std::string name = "b" + std::to_string(i);
        const std::string axis = !inSpace     ? "[0, 0, 1]"
                                 : i % 3 == 0 ? "[0, 1, 0]"
                                 : i % 3 == 1 ? "[0, 0, 1]"
                                              : "[1, 0, 1]";
        bodies += (i > 0 ? ", " : "") + (R"({"name": ")" + name + '"') +
                  (i > 0 ? R"(, "parent": "b)" + std::to_string(i - 1) + R"(", "origin": [0.3, 0, 0])"
                         : std::string()) +
                  R"(, "mass": )" + between(0.2, 3) +
                  R"(, "centre-of-mass": [0.15, 0, 0], "inertia": [0.02, 0.03, 0.03])" +
                  R"(, "shapes": [{"type": "ball", "radius": 0.05, "centre": [0.3, 0, 0]}])" +
                  R"(, "joints": [{"type": "revolute", "name": "q", "axis": )" + axis + "}]}";
        dampers += (i > 0 ? ", " : "") +
                   (R"({"coordinate": ")" + name + R"(.q", "damping": 0, "friction": )") +
                   (isStrong ? between(150, 400) : between(0.01, 0.6)) + '}';
        velocities += (i > 0 ? ", " : "") + ('"' + name + R"(.q": )") + between(-4, 4);
      }
      bodies +=
          R"(, {"name": "floor", "origin": [0, -0.5, 0], "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]})";
      const SceneInstance instance = brakedScene(
          R"("gravity": [0, -9.81, 0], "defaults": {"friction": 0.3, "restitution": 0.4}, "bodies": [)" +
          bodies + R"(], "dampers": [)" + dampers + R"(], "initial": {"velocity": {)" + velocities + "}}");
      MotionOptions options;
      options.duration = 1;
      options.step = 1e-3;
      const Trajectory run = runMotion(*instance.mechanism, instance.initial, options);
      QVERIFY2(run.complete, (std::to_string(trial) + ": " + run.stopReason).c_str());
      const EnergyFlow flow = run.flights.back().flowAt(1);
      QVERIFY(flow.friction >= 0);
      const double before = energyOf(*instance.mechanism, run, 0),
                   after = energyOf(*instance.mechanism, run, 1);
      const double scale = std::abs(before) + std::abs(after) + flow.friction + flow.impact;
      QVERIFY2(std::abs(before - after - flow.friction - flow.impact) < 2e-3 * scale,
               (std::to_string(trial) + ": " + std::to_string(before - after) + " J against " +
                std::to_string(flow.friction + flow.impact))
                   .c_str());
      if (isStrong)
        QVERIFY2(run.velocity(1).lpNorm<Eigen::Infinity>() == 0,
                 (std::to_string(trial) + ": " +
                  std::to_string(1e9 * run.velocity(1).lpNorm<Eigen::Infinity>()) + " nm/s")
                     .c_str());
    }
  }

  void aSpinningBallJointStops_data() {
    QTest::addColumn<double>("h");
    QTest::addColumn<double>("speed");
    for (const double h : {0.2, 0.01, 0.0037})
      for (const double speed : {1.7, 0.004, 26.0}) QTest::addRow("%g %g", h, speed) << h << speed;
  }
  /// A body whose moments are equal keeps its axis, whichever it is: |ω| falls by τ t/I to 0 at I ω/τ, where
  /// it has turned by I ω²/(2τ) and stays.
  void aSpinningBallJointStops() {
    QFETCH(double, h);
    QFETCH(double, speed);
    const double inertia = 0.5, torque = 0.6 * speed, stop = inertia * speed / torque;
    const Eigen::Vector3d axis = Eigen::Vector3d(2, -3, 6) / 7;
    std::string rates;
    for (int k = 0; k < 3; ++k)
      rates += (k > 0 ? ", \"a.r" : "\"a.r") + std::string(1, "xyz"[k]) + "\": \"" +
               std::to_string(std::array{2, -3, 6}[static_cast<std::size_t>(k)]) + '*' +
               std::to_string(speed) + "/7\"";
    const SceneInstance instance = brakedScene(
        R"("bodies": [{"name": "a", "mass": 2, "inertia": [0.5, 0.5, 0.5], "joints": ["spherical"]}],
          "dampers": [{"coordinate": "a.r", "damping": 0, "friction": )" +
        std::to_string(torque) + R"(}], "initial": {"velocity": {)" + rates + "}}");
    const Trajectory run = braked(instance, 2 * stop, h);
    QVERIFY2(run.complete, run.stopReason.c_str());
    for (const double part : {0.25, 0.5, 0.75}) {
      const VectorXd w = run.velocity(part * stop);
      QVERIFY((w - speed * (1 - part) * axis).norm() < 1e-10 * speed);
    }
    const Eigen::Matrix3d end = rotationMatrix(run.configuration(1.5 * stop).head<3>()),
                          expected = Eigen::AngleAxisd(0.5 * speed * stop, axis).toRotationMatrix();
    QVERIFY2((end - expected).norm() < 1e-9 * (1 + speed), std::to_string((end - expected).norm()).c_str());
    QCOMPARE(run.configuration(2 * stop), run.configuration(1.5 * stop));
    QCOMPARE(run.velocity(2 * stop).norm(), 0.0);
    const double energy = 0.5 * inertia * speed * speed;
    QVERIFY(std::abs(run.flights.back().flowAt(2 * stop).friction - energy) < 1e-9 * energy);
  }

  /// A body with three different moments tumbles and slows: I ω̇ = −ω × I ω − τ ω/|ω|, against Runge–Kutta of
  /// fourth order. The error falls with h².
  void aTumblingBodySlowsInItsBallJoint() {
    const SceneInstance instance = brakedScene(
        R"("bodies": [{"name": "a", "mass": 2, "inertia": [0.2, 0.5, 0.6], "joints": ["spherical"]}],
          "dampers": [{"coordinate": "a.r", "damping": 0.01, "friction": 0.4}],
          "initial": {"velocity": {"a.rx": 3, "a.ry": 2, "a.rz": -4}})");
    const Eigen::Vector3d I(0.2, 0.5, 0.6);
    const auto rate = [&](const Eigen::Vector3d& w) {
      const Eigen::Vector3d torque = -w.cross(I.cwiseProduct(w).eval()) - 0.4 * w.normalized() - 0.01 * w;
      return Eigen::Vector3d(torque.cwiseQuotient(I));
    };
    const double T = 1;
    Eigen::Vector3d w(3, 2, -4);
    const int steps = 20000;
    for (int i = 0; i < steps; ++i) {
      const double dt = T / steps;
      const Eigen::Vector3d a = rate(w), b = rate(w + dt / 2 * a), c = rate(w + dt / 2 * b),
                            d = rate(w + dt * c);
      w += dt / 6 * (a + 2 * b + 2 * c + d);
    }
    double last = 0;
    for (const double h : {4e-3, 2e-3, 1e-3}) {
      const Trajectory run = braked(instance, T, h);
      QVERIFY2(run.complete, run.stopReason.c_str());
      const double error = (run.velocity(T) - w).norm();
      if (last > 0) QVERIFY2(last / error > 3.5 && last / error < 4.5, std::to_string(last / error).c_str());
      last = error;
    }
    QVERIFY(last < 1e-4);
  }

  /// A pendulum on a ball joint hangs out sideways where friction holds its weight, τ ≥ m g l, and falls
  /// where it does not; beside it a box slides on a floor as if there were no such joint.
  void aBallJointHoldsAWeight() {
    for (const double friction : {1.5 * 9.81 * 0.4 + 0.01, 1.5 * 9.81 * 0.4 - 0.01}) {
      const SceneInstance instance =
          brakedScene(R"("gravity": [0, 0, -9.81], "bodies": [
          {"name": "arm", "mass": 1.5, "centre-of-mass": [0.24, 0.32, 0], "inertia": [0.1, 0.2, 0.25],
           "joints": ["spherical"]},
          {"name": "box", "mass": 2, "inertia": [0.1, 0.1, 0.1], "joints": ["free"],
           "shapes": [{"type": "box", "size": [0.3, 0.3, 0.2]}]},
          {"name": "floor", "origin": [0, 0, -5], "shapes": [{"type": "half-space", "normal": [0, 0, 1]}]}],
          "contacts": [{"between": ["box", "floor"], "friction": 0.5, "restitution": 0}],
          "dampers": [{"coordinate": "arm.r", "damping": 0, "friction": )" +
                      std::to_string(friction) +
                      R"(}], "initial": {"q": {"box.z": -4.9, "box.x": 3}, "velocity": {"box.x": 1}})");
      const Trajectory run = braked(instance, 0.5, 0.01, 0);
      QVERIFY2(run.complete, run.stopReason.c_str());
      const Mechanism& mechanism = *instance.mechanism;
      const VectorXd end = run.configuration(0.5);
      const double fallen = -mechanism.centreOfMass(0, end).z();
      if (friction > 1.5 * 9.81 * 0.4)
        QCOMPARE(fallen, 0.0);
      else
        QVERIFY(fallen > 1e-4);
      // v²/(2 μ g) after v/(μ g) = 0.2 s.
      QVERIFY(std::abs(mechanism.centreOfMass(1, end).x() - 3 - 1 / 9.81) < 1e-9);
    }
  }

  void aVariationSaysThatItHasNone() {
    const SceneInstance instance = brakedScene(
        R"("bodies": [)" + bodyOn("slide") +
        R"(], "dampers": [{"coordinate": "a.q", "damping": 1, "friction": 2}], "initial": {"velocity": {"a.q": 3}})");
    const Trajectory run = braked(instance, 1, 0.01);
    QCOMPARE(runVariation(*instance.mechanism, run, {}, {}, {}).stopped,
             std::string("dry friction of joints"));
  }

  void frictionIsRefusedWhereItMeansNothing() {
    const auto ball = [](const std::string& coordinate) {
      return R"("bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1], "joints": ["spherical"]}],
        "dampers": [{"coordinate": ")" +
             coordinate + R"(", "damping": 0, "friction": 1}])";
    };
    for (const char* axis : {"a.rx", "a.rz"}) {
      try {
        brakedScene(ball(axis));
        QFAIL("friction on one axis of a spherical joint");
      } catch (const SceneError& error) {
        QCOMPARE(error.place(), std::string("dampers[0].friction"));
      }
    }
    brakedScene(ball("a.r"));
    const std::string wheel = R"("bodies": [)" + bodyOn("slide") +
                              R"(], "dampers": [{"coordinate": "a.q", "damping": 0, "friction": -1}])";
    QVERIFY_THROWS_EXCEPTION(SceneError, brakedScene(wheel));
    QVERIFY_THROWS_EXCEPTION(SceneError,
                             brakedScene(R"("bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1],
        "joints": [{"type": "spherical", "name": "q"}]}], "dampers": [{"coordinate": "a.q.x", "damping": 0, "friction": 1}])"));
  }
};

CAROM_TEST(TestJointFriction);
#include "tst_joint_friction.moc"
