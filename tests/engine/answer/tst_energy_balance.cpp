// The energy error that runs report: of what lies, of what flies, and of ledgers that are wrong.
#include <QtTest>
#include <cmath>

#include "answer/run_record.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double g = 9.81, step = 1e-3;

/// A box of 1 kg and 10 cm on a floor at this height.
Mechanism boxOnFloor(double height) {
  Body box{"box", -1, Vector3d::Zero(), examples::plane(), 1, {boxHull({0.05, 0.05, 0})}};
  box.inertia = Vector3d(1, 1, 2).asDiagonal().toDenseMatrix() * (0.0025 / 3);
  const Body floor{"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), height}}};
  std::vector<ContactPair> contacts;
  for (const auto& part : contactParts(box.shapes[0], floor.shapes[0], true))
    contacts.push_back({"c" + std::to_string(contacts.size()), {0, 1}, {}, part, 0.3, 0.5});
  return {{box, floor}, std::move(contacts), Vector3d(0, -g, 0)};
}

struct Reported {
  double worst, first, last;
  bool complete;
};

Reported report(const Mechanism& mechanism, const State& initial, double duration, double h) {
  RunRecord record(mechanism, initial, duration, h, 1000, 1 << 20);
  MotionOptions options{.duration = duration, .step = h};
  options.observe = [&](const ObservedState& state) { record.add(state); };
  const Trajectory motion = runMotion(mechanism, initial, options);
  record.finish();
  return {record.relativeError(0, 1), record.relativeError(0, 0.1), record.relativeError(0.9, 1),
          motion.complete};
}

}  // namespace

class TestEnergyBalance : public QObject {
  Q_OBJECT
 private slots:
  void whatLiesHasNoError_data();
  void whatLiesHasNoError();
  void whatHangsHasNoError();
  void freeMotionIsMeasuredByItsEnergy();
  void aFallIsMeasuredByWhatItReleases();
  void aWrongLedgerIsSeen_data();
  void aWrongLedgerIsSeen();
  void nothingAtAllIsNoError();
};

void TestEnergyBalance::whatLiesHasNoError_data() {
  QTest::addColumn<double>("height");
  QTest::addColumn<double>("duration");
  QTest::addColumn<double>("h");
  QTest::newRow("half a second") << 0.0 << 0.5 << 1e-3;
  QTest::newRow("five seconds") << 0.0 << 5.0 << 1e-3;
  QTest::newRow("short steps") << 0.0 << 0.01 << 1e-5;
  QTest::newRow("on a mountain") << 8000.0 << 0.5 << 1e-3;
}

void TestEnergyBalance::whatLiesHasNoError() {
  QFETCH(double, height);
  QFETCH(double, duration);
  QFETCH(double, h);
  const State initial{0, Vector3d(0, height + 0.05, 0), VectorXd::Zero(3)};
  const Reported reported = report(boxOnFloor(height), initial, duration, h);
  QVERIFY(reported.complete);
  for (const double error : {reported.worst, reported.first, reported.last})
    QVERIFY2(error >= 0 && error < 1e-9, qPrintable(QString::number(error)));
}

void TestEnergyBalance::whatHangsHasNoError() {
  const Mechanism mechanism = examples::chain(2);
  const Reported reported = report(mechanism, {0, VectorXd::Zero(2), VectorXd::Zero(2)}, 1, step);
  QVERIFY2(reported.worst < 1e-14, qPrintable(QString::number(reported.worst)));
}

/// A pendulum's error over its energy above hanging, computed here from states alone.
void TestEnergyBalance::freeMotionIsMeasuredByItsEnergy() {
  const Mechanism mechanism = examples::chain(2);
  const State initial{0, Eigen::Vector2d(1.5, 0.5), VectorXd::Zero(2)};
  const auto energy = [&](const State& state) {
    return 0.5 * state.p.dot(mechanism.massMatrix(state.q).llt().solve(state.p)) +
           mechanism.potentialEnergy(state.q);
  };
  double worst = 0;
  MotionOptions options{.duration = 2, .step = 1e-2};
  options.observe = [&](const State& state) {
    worst = std::max(worst, std::abs(energy(state) - energy(initial)));
  };
  runMotion(mechanism, initial, options);
  const double expected = worst / (energy(initial) - mechanism.potentialEnergy(Eigen::Vector2d::Zero()));
  const double reported = report(mechanism, initial, 2, 1e-2).worst;
  QVERIFY2(expected > 1e-5 && std::abs(reported / expected - 1) < 1e-6,
           qPrintable(QString::number(reported)));
}

/// A fall of 1 m from rest releases m g · 1 m, wherever the origin of the world is.
void TestEnergyBalance::aFallIsMeasuredByWhatItReleases() {
  const Mechanism mechanism = boxOnFloor(-100);
  for (const double height : {0.0, 50.0}) {
    EnergyBalance balance(mechanism, {0, Vector3d(0, height, 0), VectorXd::Zero(3)}, step);
    balance.add(0, g * height, {});
    balance.add(g, g * (height - 1), {});
    QVERIFY(std::abs(balance.relative(0.01 * g) - 0.01) < 1e-12);
  }
}

void TestEnergyBalance::aWrongLedgerIsSeen_data() {
  QTest::addColumn<double>("speed");
  QTest::newRow("at rest") << 0.0;
  QTest::newRow("moving") << 3.0;
}

void TestEnergyBalance::aWrongLedgerIsSeen() {
  QFETCH(double, speed);
  const Mechanism mechanism = boxOnFloor(0);
  const State initial{0, Vector3d(0, 0.05, 0), Vector3d(speed, 0, 0)};
  const double kinetic = 0.5 * speed * speed, potential = g * 0.05;
  for (double EnergyFlow::*entry : {&EnergyFlow::damper, &EnergyFlow::friction, &EnergyFlow::impact,
                                    &EnergyFlow::motor, &EnergyFlow::push})
    for (const double wrong : {-2.0, 2.0, 1e9}) {
      EnergyBalance balance(mechanism, initial, step);
      balance.add(kinetic, potential, {});
      QCOMPARE(balance.relative(), 0.0);
      EnergyFlow flow;
      flow.*entry = wrong;
      balance.add(kinetic, potential, flow);
      QVERIFY2(balance.relative() > 0.1 && std::isfinite(balance.relative()),
               qPrintable(QString::number(balance.relative())));
    }
}

void TestEnergyBalance::nothingAtAllIsNoError() {
  Body ball{"ball", -1, Vector3d::Zero(), examples::plane(), 1, {Ball{0.1}}};
  ball.inertia = 0.01 * Eigen::Matrix3d::Identity();
  const Mechanism mechanism({ball}, {}, Vector3d::Zero());
  const Reported still = report(mechanism, {0, VectorXd::Zero(3), VectorXd::Zero(3)}, 0.1, step);
  QCOMPARE(still.worst, 0.0);
  EnergyBalance balance(mechanism, {0, VectorXd::Zero(3), VectorXd::Zero(3)}, step);
  balance.add(0, 0, {});
  QCOMPARE(balance.relative(), 0.0);
  balance.add(1e-300, 0, {});
  QVERIFY(std::isfinite(balance.relative()) && balance.relative() > 0.1);
}

CAROM_TEST(TestEnergyBalance);
#include "tst_energy_balance.moc"
