#include <QtTest>
#include <cmath>
#include <numbers>

#include "mechanics/tree/midpoint_integrator.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::VectorXd;

namespace {

const double quarter = std::numbers::pi / 2;

/// Hamilton's equations q̇ = M⁻¹p, ṗ = f by the classical Runge–Kutta method.
void rungeKutta(MidpointIntegrator& integrator, VectorXd& q, VectorXd& p, double T, int steps) {
  const double h = T / steps;
  for (int k = 0; k < steps; ++k) {
    VectorXd dq[4], dp[4];
    const double part[4] = {0, 0.5, 0.5, 1};
    for (int s = 0; s < 4; ++s) {
      const VectorXd x = s == 0 ? q : VectorXd(q + part[s] * h * dq[s - 1]);
      const VectorXd y = s == 0 ? p : VectorXd(p + part[s] * h * dp[s - 1]);
      dq[s] = integrator.velocity(x, y);
      dp[s] = integrator.force(x, dq[s], (k + part[s]) * h);
    }
    q += h / 6 * (dq[0] + 2 * dq[1] + 2 * dq[2] + dq[3]);
    p += h / 6 * (dp[0] + 2 * dp[1] + 2 * dp[2] + dp[3]);
  }
}

JointForces everyForce() {
  return {{{3, 20, 0.1}, {0, 2, 0}}, {{4, 0.3}}, {{5, 3, 0.5, 0.2, 1, 0.15}}};
}

}  // namespace

class TestIntegrator : public QObject {
  Q_OBJECT
 private slots:
  void planesAndSpacesAreToldApart();
  void newtonsJacobianIsExact_data();
  void newtonsJacobianIsExact();
  void forcesAreDerivativesOfTheLagrangian_data();
  void forcesAreDerivativesOfTheLagrangian();
  void velocityInvertsTheMassMatrix();
  void orderIsTwo_data();
  void orderIsTwo();
  void stepDoublingTellsTheErrorOfAStep();
  void energyErrorNeitherGrowsNorDrifts_data();
  void energyErrorNeitherGrowsNorDrifts();
  void momentaAlongSymmetriesAreKept();
  void stepsBackReturn();
  void spaceAgreesWithThePlane();
  void bodiesThatNothingHoldsMoveAsAnyOther();
  void farFromTheOriginNothingIsLost();
  void aSpringSwingsAtItsFrequency();
  void aRodSwingsWithThePeriodOfItsAmplitude_data();
  void aRodSwingsWithThePeriodOfItsAmplitude();
  void dampersTakeEnergyAndMotorsReachTheirReference();
  void whatDoesNotConvergeIsLeftAsItWas();
};

void TestIntegrator::planesAndSpacesAreToldApart() {
  examples::Random random(1);
  QVERIFY(MidpointIntegrator(walker(random, true)).isPlanar());
  QVERIFY(!MidpointIntegrator(walker(random, false)).isPlanar());
}

void TestIntegrator::newtonsJacobianIsExact_data() {
  QTest::addColumn<bool>("planar");
  QTest::newRow("plane") << true;
  QTest::newRow("space") << false;
}

void TestIntegrator::newtonsJacobianIsExact() {
  QFETCH(bool, planar);
  examples::Random random(2);
  for (int trial = 0; trial < 5; ++trial) {
    const Mechanism mechanism = walker(random, planar, everyForce());
    MidpointIntegrator integrator(mechanism);
    const int n = mechanism.dof();
    const VectorXd q = random.vector(n), v = random.vector(n), p = random.vector(n);
    QVERIFY(jacobianError(integrator, q, p, v) < 1e-8);
  }
}

void TestIntegrator::forcesAreDerivativesOfTheLagrangian_data() {
  newtonsJacobianIsExact_data();
}

void TestIntegrator::forcesAreDerivativesOfTheLagrangian() {
  QFETCH(bool, planar);
  examples::Random random(3);
  const Mechanism mechanism = walker(random, planar, {{{3, 20, 0.1}, {5, 2, 1}}, {}, {}});
  MidpointIntegrator integrator(mechanism);
  const int n = mechanism.dof();
  const VectorXd q = random.vector(n), v = random.vector(n), f = integrator.force(q, v, 0);
  const auto L = [&](const VectorXd& x) {
    return 0.5 * v.dot(mechanism.massMatrix(x) * v) - mechanism.potentialEnergy(x);
  };
  for (int i = 0; i < n; ++i) {
    const VectorXd e = 1e-5 * VectorXd::Unit(n, i);
    QVERIFY(std::abs(f[i] - (L(q + e) - L(q - e)) / 2e-5) < 1e-8);
  }
}

void TestIntegrator::velocityInvertsTheMassMatrix() {
  examples::Random random(4);
  for (const bool planar : {true, false}) {
    const Mechanism mechanism = walker(random, planar);
    const VectorXd q = random.vector(7), v = random.vector(7);
    QVERIFY((MidpointIntegrator(mechanism).velocity(q, mechanism.massMatrix(q) * v) - v).norm() < 1e-13);
  }
}

void TestIntegrator::orderIsTwo_data() {
  QTest::addColumn<int>("system");
  QTest::newRow("double pendulum") << 0;
  QTest::newRow("planar tree with springs, dampers and motors") << 1;
  QTest::newRow("spatial tree with springs, dampers and motors") << 2;
}

void TestIntegrator::orderIsTwo() {
  QFETCH(int, system);
  examples::Random random(5);
  JointForces forces = everyForce();
  forces.motors[0].start = -1;  // a kink within the time would spoil the order
  const Mechanism mechanism = system == 0 ? chain(2) : walker(random, system == 1, forces);
  MidpointIntegrator integrator(mechanism);
  const int n = mechanism.dof();
  const double T = 0.4;
  VectorXd q0 = system == 0 ? VectorXd(Eigen::Vector2d(quarter, 0)) : random.vector(n),
           p0 = VectorXd::Zero(n);
  VectorXd q = q0, p = p0;
  rungeKutta(integrator, q, p, T, 4000);
  double error[2];
  for (const int i : {0, 1}) {
    const int steps = 400 << i;
    VectorXd qh = q0, ph = p0;
    integrator.restart();
    QCOMPARE(integrator.steps(qh, ph, 0, T / steps, steps), long{steps});
    error[i] = (qh - q).norm() + (ph - p).norm();
  }
  QVERIFY2(std::abs(error[0] / error[1] - 4) < 0.1, qPrintable(QString::number(error[0] / error[1])));
}

void TestIntegrator::stepDoublingTellsTheErrorOfAStep() {
  const Mechanism mechanism = chain(2);
  MidpointIntegrator integrator(mechanism);
  const VectorXd q = Eigen::Vector2d(quarter, 0.3), p = Eigen::Vector2d(1, 0.5);
  for (const double h : {1e-2, 5e-3}) {
    VectorXd dq, dp, q1 = q, p1 = p, exactQ = q, exactP = p;
    QCOMPARE(integrator.localError(q, p, 0, h, dq, dp), StepStatus::Done);
    integrator.step(q1, p1, 0, h);
    rungeKutta(integrator, exactQ, exactP, h, 100);
    QVERIFY((dq - (q1 - exactQ)).norm() < 0.02 * dq.norm());
    QVERIFY((dp - (p1 - exactP)).norm() < 0.02 * dp.norm());
  }
}

void TestIntegrator::energyErrorNeitherGrowsNorDrifts_data() {
  QTest::addColumn<double>("h");
  QTest::addColumn<int>("steps");
  QTest::addColumn<double>("bound");
  QTest::newRow("1e-2") << 1e-2 << 20000 << 6.5e-3;
  QTest::newRow("1e-3") << 1e-3 << 50000 << 6.5e-5;
}

void TestIntegrator::energyErrorNeitherGrowsNorDrifts() {
  QFETCH(double, h);
  QFETCH(int, steps);
  QFETCH(double, bound);
  const Mechanism mechanism = chain(2);
  MidpointIntegrator integrator(mechanism);
  VectorXd q = Eigen::Vector2d(quarter, 0), p = Eigen::Vector2d::Zero();
  const double start = mechanism.potentialEnergy(q);
  const double above = start - mechanism.potentialEnergy(Eigen::Vector2d::Zero());
  double worst[2] = {};
  for (int k = 0; k < steps; ++k) {
    QCOMPARE(integrator.step(q, p, k * h, h), StepStatus::Done);
    double& half = worst[2 * k / steps];
    half = std::max(half, std::abs(energy(mechanism, integrator, q, p) - start) / above);
  }
  QVERIFY(worst[0] < bound && worst[1] < bound);
  QVERIFY(worst[1] < 1.5 * worst[0] && worst[1] > 0.6 * worst[0]);
}

void TestIntegrator::momentaAlongSymmetriesAreKept() {
  examples::Random random(6);
  const Mechanism falling = walker(random, true);
  const Mechanism mechanism(falling.bodies(), {}, Eigen::Vector3d::Zero());
  MidpointIntegrator integrator(mechanism);
  VectorXd q = random.vector(7), p = 5 * random.vector(7);
  const double px = p[0], py = p[1];
  const auto spin = [&] {
    const Eigen::Vector3d o = mechanism.bodies()[0].origin;
    return p[2] + (o.x() + q[0]) * p[1] - (o.y() + q[1]) * p[0];
  };
  const double before = spin();
  QCOMPARE(integrator.steps(q, p, 0, 1e-2, 5000), 5000L);
  QVERIFY(std::abs(p[0] - px) < 1e-12 && std::abs(p[1] - py) < 1e-12);
  QVERIFY(std::abs(spin() - before) < 1e-10);
}

void TestIntegrator::stepsBackReturn() {
  examples::Random random(7);
  for (const bool planar : {true, false}) {
    const Mechanism mechanism = walker(random, planar, {{{3, 20, 0.1}}, {}, {}});
    MidpointIntegrator integrator(mechanism);
    const VectorXd q0 = random.vector(7), p0 = random.vector(7);
    VectorXd q = q0, p = p0;
    QCOMPARE(integrator.steps(q, p, 0, 1e-2, 200), 200L);
    QVERIFY((q - q0).norm() > 0.1);
    QCOMPARE(integrator.steps(q, p, 2, -1e-2, 200), 200L);
    QVERIFY((q - q0).norm() < 1e-10);
    QVERIFY((p - p0).norm() < 1e-10);
  }
}

void TestIntegrator::spaceAgreesWithThePlane() {
  const Eigen::Matrix3d R = Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  const Mechanism plane = chain(5), space = turned(plane, R);
  MidpointIntegrator one(plane), other(space);
  QVERIFY(one.isPlanar() && !other.isPlanar());
  VectorXd q = VectorXd::LinSpaced(5, 1, -1), p = VectorXd::Zero(5), x = q, y = p;
  QCOMPARE(one.steps(q, p, 0, 1e-2, 50), 50L);
  QCOMPARE(other.steps(x, y, 0, 1e-2, 50), 50L);
  QVERIFY((q - x).norm() < 1e-10);
  QVERIFY((p - y).norm() < 1e-10);
}

/// Bodies that move freely about their centre of mass have closed forms of their own; a centre of mass that
/// is off by nothing that counts leads to the recursion over the tree.
void TestIntegrator::bodiesThatNothingHoldsMoveAsAnyOther() {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const bool inSpace = seed % 2 == 1;
    const auto build = [&](double off) {
      Random same(seed + 100);
      std::vector<Body> bodies;
      for (int i = 0; i < 3; ++i) {
        Body body{"b" + std::to_string(i), -1, {0.3 * i, 0, 0}, inSpace ? space() : plane(),
                  std::exp(3 * same()),    {}};
        const Eigen::Vector3d square(1 + 0.5 * same(), 1 + 0.5 * same(), 1 + 0.5 * same());
        body.inertia = (0.1 * body.mass * square).asDiagonal();
        if (inSpace) body.inertia(0, 1) = body.inertia(1, 0) = 0.02 * body.mass * same();
        body.centreOfMass = Eigen::Vector3d(off, 0, 0);
        bodies.push_back(body);
      }
      bodies[2].parent = 1;  // carries the middle one, which is then part of a chain
      JointForces forces;
      forces.springs = {{1, 30, 0.2}};
      forces.dampers = {{0, 0.4}};
      return Mechanism(std::move(bodies), {}, {0.3, -9.81, inSpace ? 0.5 : 0}, std::move(forces));
    };
    const Mechanism loose = build(0), chained = build(1e-300);
    const int n = loose.dof();
    VectorXd q = random.vector(n), p = loose.massMatrix(q) * random.vector(n), x = q, y = p;
    MidpointIntegrator one(loose), other(chained);
    const VectorXd v = random.vector(n);
    QVERIFY((one.jacobian(q, p, v, 0, 0.01) - other.jacobian(x, y, v, 0, 0.01)).norm() <
            1e-12 * other.jacobian(x, y, v, 0, 0.01).norm());
    QVERIFY((one.velocity(q, p) - other.velocity(x, y)).norm() < 1e-12 * (1 + v.norm()));
    one.restart();
    other.restart();
    QCOMPARE(one.steps(q, p, 0, 1e-2, 200), 200L);
    QCOMPARE(other.steps(x, y, 0, 1e-2, 200), 200L);
    QVERIFY((p - y).norm() < 1e-9 * y.norm());
    QVERIFY((q - x).norm() < 1e-9 * (1 + x.norm()));
  }
}

void TestIntegrator::farFromTheOriginNothingIsLost() {
  examples::Random random(8);
  const Mechanism mechanism = walker(random, true);
  MidpointIntegrator integrator(mechanism);
  VectorXd q = random.vector(7), p = random.vector(7), x = q, y = p;
  x[0] += 1e6;
  QCOMPARE(integrator.steps(q, p, 0, 1e-2, 20), 20L);
  integrator.restart();
  QCOMPARE(integrator.steps(x, y, 0, 1e-2, 20), 20L);
  QVERIFY((q - x).tail(6).norm() < 1e-11);
  QVERIFY((p - y).norm() < 1e-11);
}

void TestIntegrator::aSpringSwingsAtItsFrequency() {
  Body wheel{"wheel", -1, Eigen::Vector3d::Zero(), {turn(Eigen::Vector3d::UnitZ(), "angle")}, 1, {}};
  wheel.inertia = 0.5 * Eigen::Matrix3d::Identity();
  const Mechanism mechanism({wheel}, {}, Eigen::Vector3d::Zero(), {{{0, 8, 0.3}}, {}, {}});
  MidpointIntegrator integrator(mechanism);
  VectorXd q = VectorXd::Constant(1, 1.3), p = VectorXd::Zero(1);
  const double T = std::numbers::pi;  // two periods of ω = √(8/0.5) = 4 rad/s
  QCOMPARE(integrator.steps(q, p, 0, T / 4000, 4000), 4000L);
  QVERIFY(std::abs(q[0] - 1.3) < 1e-8);
  QVERIFY(std::abs(p[0]) < 1e-4);
}

void TestIntegrator::aRodSwingsWithThePeriodOfItsAmplitude_data() {
  QTest::addColumn<double>("amplitude");
  for (const double amplitude : {0.01, 1.0, 2.0, 3.0})
    QTest::newRow(qPrintable(QString::number(amplitude))) << amplitude;
}

/// T = 4 √(2l/3g) K(sin(θ₀/2)) for a rod of length l on a hinge at its end.
void TestIntegrator::aRodSwingsWithThePeriodOfItsAmplitude() {
  QFETCH(double, amplitude);
  const Mechanism mechanism = chain(1);
  MidpointIntegrator integrator(mechanism);
  const double T = 4 * std::sqrt(2 / (3 * 9.81)) * std::comp_ellint_1(std::sin(amplitude / 2));
  for (const int steps : {2000, 8000}) {
    VectorXd q = VectorXd::Constant(1, amplitude), p = VectorXd::Zero(1);
    QCOMPARE(integrator.steps(q, p, 0, T / 4 / steps, steps), static_cast<long>(steps));
    QVERIFY(std::abs(q[0]) < 2e-5 * (2000. / steps) * (2000. / steps) * amplitude);
    integrator.restart();
  }
}

void TestIntegrator::dampersTakeEnergyAndMotorsReachTheirReference() {
  const Mechanism free = chain(2);
  const Mechanism mechanism(free.bodies(), {}, free.gravity(), {{}, {{0, 0.5}, {1, 0.5}}, {}});
  MidpointIntegrator integrator(mechanism);
  VectorXd q = Eigen::Vector2d(1, 0.5), p = Eigen::Vector2d::Zero();
  double before = energy(mechanism, integrator, q, p);
  for (int k = 0; k < 10; ++k) {
    QCOMPARE(integrator.steps(q, p, k, 1e-2, 100), 100L);
    const double after = energy(mechanism, integrator, q, p);
    QVERIFY(after < before);
    before = after;
  }
  const Mechanism driven(free.bodies(), {}, Eigen::Vector3d::Zero(), {{}, {}, {{0, 40, 20, 0.5, 2, 1}}});
  MidpointIntegrator drive(driven);
  q.setZero();
  p.setZero();
  QCOMPARE(drive.steps(q, p, 0, 1e-2, 100), 100L);
  QVERIFY(std::abs(q[0] - 0.5) < 0.1);
  QCOMPARE(drive.steps(q, p, 1, 1e-2, 2000), 2000L);
  QVERIFY(std::abs(q[0] - (0.5 + 2 * 20)) < 0.1);
}

void TestIntegrator::whatDoesNotConvergeIsLeftAsItWas() {
  const Mechanism mechanism = chain(2);
  MidpointIntegrator integrator(mechanism);
  VectorXd q = Eigen::Vector2d(1, 0.5), p = Eigen::Vector2d(1e200, 0);
  const VectorXd q0 = q, p0 = p;
  QCOMPARE(integrator.step(q, p, 0, 1e-2), StepStatus::NotConverged);
  QCOMPARE(q, q0);
  QCOMPARE(p, p0);
}

CAROM_TEST(TestIntegrator);
#include "tst_integrator.moc"
