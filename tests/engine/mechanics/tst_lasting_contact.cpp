// Contacts that last: rest, sliding, rolling and letting go, against closed forms.
#include <QtTest>
#include <cmath>

#include "mechanics/motion/run_motion.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

Vector3d gravityOnIncline(double angle) {
  return {g * std::sin(angle), -g * std::cos(angle), 0};
}

const Body ground{"ground", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}};

/// A block of 0.4 × 0.2 m whose four corners may touch.
Mechanism block(double angle, double friction) {
  Body box{"box", -1, Vector3d::Zero(), plane(), 2, {boxHull({0.2, 0.1, 0})}};
  box.inertia = 2 * (0.04 + 0.01) / 3 * Eigen::Matrix3d::Identity();
  std::vector<ContactPair> contacts;
  for (int corner = 1; corner <= 4; ++corner)
    contacts.push_back({"corner" + std::to_string(corner), {0, 1}, {}, {corner, 0}, friction});
  return {{box, ground}, std::move(contacts), gravityOnIncline(angle)};
}

}  // namespace

class TestLastingContact : public QObject {
  Q_OBJECT
 private slots:
  void blocksSlideOrStick_data();
  void blocksSlideOrStick();
  void spheresRollOrSlip_data();
  void spheresRollOrSlip();
  void slidingStopsWhereFrictionHasTakenTheEnergy();
  void aMotorLiftsOffWhenItPullsMoreThanTheWeight();
  void aBlockThatIsPushedHighTips();
  void theBlockNeverOverlaps();
  void spatialFrictionOpposesTheSlip();
  void withoutFrictionTheEnergyIsKept();
  void theLedgerCloses();
};

void TestLastingContact::blocksSlideOrStick_data() {
  QTest::addColumn<double>("friction");
  QTest::newRow("smooth") << 0.0;
  QTest::newRow("slides") << 0.3;
  QTest::newRow("sticks") << 0.8;
}

void TestLastingContact::blocksSlideOrStick() {
  QFETCH(double, friction);
  const double angle = std::acos(-1) / 6;
  const Mechanism mechanism = block(angle, friction);
  const Trajectory motion =
      runMotion(mechanism, {0, Vector3d(0, 0.1, 0), Vector3d::Zero()}, {.duration = 1, .step = 1e-2});
  QVERIFY(motion.complete && motion.impacts.empty());
  const double a = std::max(0.0, g * (std::sin(angle) - friction * std::cos(angle)));
  QVERIFY((motion.configuration(1) - Vector3d(0.5 * a, 0.1, 0)).norm() < 1e-7);
  QVERIFY((motion.velocity(1) - Vector3d(a, 0, 0)).norm() < 1e-7);
}

void TestLastingContact::spheresRollOrSlip_data() {
  QTest::addColumn<double>("friction");
  QTest::newRow("slips") << 0.05;
  QTest::newRow("rolls") << 0.5;
}

void TestLastingContact::spheresRollOrSlip() {
  QFETCH(double, friction);
  const double angle = 0.3, r = 0.1;
  Body ball{"ball", -1, Vector3d::Zero(), plane(), 1, {Ball{r}}};
  ball.inertia = 0.4 * r * r * Eigen::Matrix3d::Identity();
  const Mechanism mechanism({ball, ground}, {{"c", {0, 1}, {}, {}, friction}}, gravityOnIncline(angle));
  const Trajectory motion =
      runMotion(mechanism, {0, Vector3d(0, r, 0), Vector3d::Zero()}, {.duration = 1, .step = 1e-2});
  const bool rolls = friction >= 2.0 / 7 * std::tan(angle);
  const double a = g * (rolls ? 5.0 / 7 * std::sin(angle) : std::sin(angle) - friction * std::cos(angle));
  const double spin = rolls ? a / r : 2.5 * friction * g * std::cos(angle) / r;
  QVERIFY((motion.velocity(1) - Vector3d(a, 0, -spin)).norm() < 1e-6);
}

void TestLastingContact::slidingStopsWhereFrictionHasTakenTheEnergy() {
  const Mechanism mechanism = block(0, 0.4);
  const Trajectory motion =
      runMotion(mechanism, {0, Vector3d(0, 0.1, 0), Vector3d(2 * 1.5, 0, 0)}, {.duration = 1, .step = 1e-3});
  QVERIFY(std::abs(motion.configuration(1)[0] - 1.5 * 1.5 / (2 * 0.4 * g)) < 2e-3);
  QVERIFY(motion.velocity(1).norm() < 1e-12);
}

void TestLastingContact::aMotorLiftsOffWhenItPullsMoreThanTheWeight() {
  const Body ball{"ball", -1, Vector3d::Zero(), {slide(Vector3d::UnitY(), "y")}, 2, {Ball{0.1}}};
  // The pull 500 (0.1 + 0.2 (t − 0.1) − y) − 50 passes the weight 2 g where the reference has risen by that
  // much.
  const Mechanism mechanism({ball, ground}, {{"c", {0, 1}}}, Vector3d(0, -g, 0),
                            {{}, {}, {{0, 500, 0, 0.1, 0.2, 0.1}}});
  const Trajectory motion =
      runMotion(mechanism, {0, VectorXd::Constant(1, 0.1), VectorXd::Zero(1)}, {.duration = 1, .step = 1e-3});
  const double off = 0.1 + 2 * g / 500 / 0.2;
  QVERIFY(motion.complete && motion.impacts.empty());
  QVERIFY(std::abs(motion.configuration(off - 2e-3)[0] - 0.1) < 1e-12);
  QVERIFY(motion.configuration(off + 5e-3)[0] > 0.1 + 1e-9);
  QVERIFY(motion.configuration(1)[0] > 0.15);
}

void TestLastingContact::aBlockThatIsPushedHighTips() {
  // Sticking on a steep slope: the weight passes the lower corner where tan θ > 2.
  for (const double angle : {1.05, 1.15}) {
    const Mechanism mechanism = block(angle, 5);
    const Trajectory motion =
        runMotion(mechanism, {0, Vector3d(0, 0.1, 0), Vector3d::Zero()}, {.duration = 0.3, .step = 1e-3});
    const double turned = std::abs(motion.configuration(0.3)[2]);
    QVERIFY(std::tan(angle) > 2 ? turned > 1e-3 : turned < 1e-9);
  }
}

void TestLastingContact::theBlockNeverOverlaps() {
  const Mechanism mechanism = block(0.2, 0.5);
  const Trajectory motion =
      runMotion(mechanism, {0, Vector3d(0, 0.4, 0.7), Vector3d::Zero()}, {.duration = 2, .step = 2e-3});
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  for (int k = 0; k < 2000; ++k)
    for (int i = 0; i < 4; ++i) QVERIFY(mechanism.gap(i, motion.configuration(k * 1e-3)) > -1e-6);
}

void TestLastingContact::spatialFrictionOpposesTheSlip() {
  const Body puck{
      "puck",
      -1,
      Vector3d(0, 0.1, 0),
      {slide(Vector3d::UnitX(), "x"), slide(Vector3d::UnitY(), "y"), slide(Vector3d::UnitZ(), "z")},
      1,
      {Ball{0.1}}};
  const Mechanism mechanism({puck, ground}, {{"c", {0, 1}, {}, {}, 0.25}}, Vector3d(0, -g, 0));
  const Trajectory motion =
      runMotion(mechanism, {0, Vector3d::Zero(), Vector3d(0.6, 0, 0.8)}, {.duration = 0.2, .step = 1e-3});
  const double v = 1 - 0.25 * g * 0.2;
  QVERIFY((motion.velocity(0.2) - v * Vector3d(0.6, 0, 0.8)).norm() < 1e-6);
}

void TestLastingContact::withoutFrictionTheEnergyIsKept() {
  // A ladder slides down with one end on the floor.
  Body rod{"rod", -1, Vector3d::Zero(), plane(), 1, {Segment{{Vector3d(-0.5, 0, 0), Vector3d(0.5, 0, 0)}}}};
  rod.inertia = Eigen::Matrix3d::Identity() / 12;
  const Mechanism mechanism({rod, ground}, {{"end", {0, 1}, {}, {1, 0}}}, Vector3d(0, -g, 0));
  const Vector3d q(0, 0.5 * std::sin(1.0), 1);
  double worst[2] = {0, 0};
  for (const int i : {0, 1}) {
    MotionOptions options{.duration = 0.3, .step = 2e-3 / (1 + i)};
    options.observe = [&](const ObservedState& state) {
      // The error of the steps is not friction, but for what stops at their ends.
      QVERIFY2(state.flow.friction > -1e-12 && state.flow.friction < 1e-10,
               qPrintable(QString::number(state.flow.friction)));
      const double E =
          KineticMetric(mechanism.massMatrix(state.q)).energy(state.p) + mechanism.potentialEnergy(state.q);
      worst[i] = std::max(worst[i], std::abs(E - mechanism.potentialEnergy(q)));
    };
    QVERIFY(runMotion(mechanism, {0, q, Vector3d::Zero()}, options).complete);
  }
  QVERIFY(worst[0] < 1e-3);
  QVERIFY(std::abs(worst[0] / worst[1] - 4) < 0.5);
}

void TestLastingContact::theLedgerCloses() {
  // A block on a slope, dropped on a corner, pulled by a spring, braked by a damper and driven by a motor.
  const Mechanism bare = block(0.2, 0.5);
  const Mechanism mechanism(bare.bodies(), bare.contacts(), bare.gravity(),
                            {{{0, 5, 0.2}}, {{0, 0.5}}, {{2, 0.3, 0.05, 0, 0.4, 0.1}}});
  const Vector3d q(0, 0.4, 0.5);
  double kinetic = 0, worst[2] = {0, 0}, most = 0;
  for (const int i : {0, 1}) {
    MotionOptions options{.duration = 1, .step = 1e-3 / (1 + 3 * i)};
    ObservedState last;
    options.observe = [&](const ObservedState& state) {
      kinetic = KineticMetric(mechanism.massMatrix(state.q)).energy(state.p);
      most = std::max(most, kinetic);
      const double E = kinetic + mechanism.potentialEnergy(state.q) - mechanism.potentialEnergy(q);
      worst[i] = std::max(worst[i], std::abs(E - state.flow.given()));
      last = state;
    };
    const Trajectory motion = runMotion(mechanism, {0, q, Vector3d::Zero()}, options);
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    QVERIFY(last.flow.damper > 0 && last.flow.friction > -1e-12 && last.flow.impact > -1e-12 &&
            last.flow.motor != 0);
    QVERIFY(std::abs(motion.flow(1).given() - last.flow.given()) < 1e-12);
  }
  QVERIFY2(worst[1] < 2e-3 * most, qPrintable(QString::number(worst[1] / most)));
}

CAROM_TEST(TestLastingContact);
#include "tst_lasting_contact.moc"
