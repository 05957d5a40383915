#include <QtTest>
#include <cmath>
#include <numbers>

#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/midpoint_integrator.h"
#include "mechanics/tree/point_forces.h"
#include "mechanics/tree/rest_energy.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

using std::numbers::pi;

Body ball(const char* name, double mass, const std::vector<Joint>& joints) {
  return {name, -1, Vector3d::Zero(), joints, mass, {}};
}
PointSpring spring(int first, int second, double stiffness, double rest) {
  return {{BodyPoint{first, Vector3d::Zero()}, BodyPoint{second, Vector3d::Zero()}}, stiffness, rest};
}
JointForces only(const PointSpring& one) {
  return {{}, {}, {}, {one}, {}};
}
JointForces only(const PointDamper& one) {
  return {{}, {}, {}, {}, {one}};
}

/// Two floating rods, a spring between points off their centres, a damper between others.
Mechanism tied(bool planar, double rest, double damping) {
  std::vector<Body> bodies;
  for (const char* name : {"a", "b"}) {
    Body body = ball(name, bodies.empty() ? 1 : 2, planar ? plane() : space());
    body.inertia = Vector3d(0.1, 0.2, 0.3).asDiagonal();
    body.centreOfMass = {0.1, -0.05, planar ? 0 : 0.07};
    bodies.push_back(body);
  }
  const double z = planar ? 0 : 0.2;
  JointForces forces =
      only(PointSpring{{BodyPoint{0, {0.3, 0.1, z}}, BodyPoint{1, {-0.2, 0.4, 0}}}, 50, rest});
  if (damping > 0)
    forces.pointDampers = {{{BodyPoint{0, {-0.3, 0, 0}}, BodyPoint{1, {0.2, 0.4, -z}}}, damping}};
  return {bodies, {}, Vector3d::Zero(), forces};
}

}  // namespace

class TestPointForces : public QObject {
  Q_OBJECT
 private slots:
  void newtonsJacobianIsExact_data();
  void newtonsJacobianIsExact();
  void forcesAreSlopesOfTheEnergy_data();
  void forcesAreSlopesOfTheEnergy();
  void twoMassesSwingAtTheirFrequency();
  void aSpringOfNoLengthPassesThroughItself();
  void coincidentPointsDoNotPull();
  void momentaAreKeptAndEnergyIsBounded_data();
  void momentaAreKeptAndEnergyIsBounded();
  void anOrbitOnASpringIsAnEllipse();
  void dampersTakeWhatTheLedgerSays_data();
  void dampersTakeWhatTheLedgerSays();
  void aHangingMassHasARest();
  void impossibleForcesAreRefused_data();
  void impossibleForcesAreRefused();
};

void TestPointForces::newtonsJacobianIsExact_data() {
  QTest::addColumn<bool>("planar");
  QTest::newRow("plane") << true;
  QTest::newRow("space") << false;
}

void TestPointForces::newtonsJacobianIsExact() {
  QFETCH(bool, planar);
  examples::Random random(1);
  JointForces forces =
      only(PointSpring{{BodyPoint{4, {0.3, 0.1, 0}}, BodyPoint{1, {-0.2, 0.4, 0}}}, 50, 0.5});
  forces.pointSprings.push_back(spring(-1, 3, 10, 0));
  forces.pointDampers.push_back({{BodyPoint{4, {0.1, 0.1, 0}}, BodyPoint{2, {0.2, 0.4, 0}}}, 3});
  const Mechanism mechanism = walker(random, planar, forces);
  MidpointIntegrator integrator(mechanism);
  QCOMPARE(integrator.isPlanar(), planar);
  const int n = mechanism.dof();
  const VectorXd q = random.vector(n), v = random.vector(n), p = random.vector(n);
  QVERIFY(jacobianError(integrator, q, p, v) < 1e-8);
}

void TestPointForces::forcesAreSlopesOfTheEnergy_data() {
  newtonsJacobianIsExact_data();
}

void TestPointForces::forcesAreSlopesOfTheEnergy() {
  QFETCH(bool, planar);
  examples::Random random(2);
  const Mechanism mechanism = tied(planar, 0.5, 0);
  const int n = mechanism.dof();
  const VectorXd q = random.vector(n), zero = VectorXd::Zero(n);
  PointForces forces(mechanism);
  forces.evaluate(q, zero);
  for (int i = 0; i < n; ++i) {
    const VectorXd e = VectorXd::Unit(n, i);
    const double slope = (mechanism.springEnergy(mechanism.moved(q, e, 1e-5)) -
                          mechanism.springEnergy(mechanism.moved(q, e, -1e-5))) /
                         2e-5;
    QVERIFY(std::abs(forces.force()[i] + slope) < 1e-7);
  }
}

void TestPointForces::twoMassesSwingAtTheirFrequency() {
  const Joint x = slide(Vector3d::UnitX(), "x");
  const Mechanism mechanism({ball("a", 1, {x}), ball("b", 3, {x})}, {}, Vector3d::Zero(),
                            only(spring(0, 1, 12, 2)));
  MidpointIntegrator integrator(mechanism);
  VectorXd q = Eigen::Vector2d(0, 2.4), p = Eigen::Vector2d::Zero();
  // ω = √(k (1/m₁ + 1/m₂)) = 4 rad/s; the distance is 2 + 0.4 cos ωt.
  const double T = 2 * pi / 4;
  QCOMPARE(integrator.steps(q, p, 0, T / 4000, 1000), 1000L);
  QVERIFY(std::abs(q[1] - q[0] - 2) < 1e-6);
  QCOMPARE(integrator.steps(q, p, 0, T / 4000, 1000), 1000L);
  QVERIFY(std::abs(q[1] - q[0] - 1.6) < 1e-6);
  QVERIFY(std::abs(q[0] + 3 * q[1] - 7.2) < 1e-12);
  QVERIFY(std::abs(p.sum()) < 1e-12);
}

void TestPointForces::aSpringOfNoLengthPassesThroughItself() {
  const Joint x = slide(Vector3d::UnitX(), "x");
  const Mechanism mechanism({ball("a", 1, {x})}, {}, Vector3d::Zero(), only(spring(-1, 0, 4, 0)));
  MidpointIntegrator integrator(mechanism);
  VectorXd q = VectorXd::Zero(1), p = VectorXd::Ones(1);
  QCOMPARE(integrator.steps(q, p, 0, pi / 4000, 4000), 4000L);  // one period of ω = 2
  QVERIFY(std::abs(q[0]) < 1e-5);
  QVERIFY(std::abs(p[0] - 1) < 1e-6);
}

void TestPointForces::coincidentPointsDoNotPull() {
  for (const bool withSpring : {true, false}) {
    const JointForces forces =
        withSpring ? only(spring(-1, 0, 4, 0.3))
                   : only(PointDamper{{BodyPoint{-1, Vector3d::Zero()}, BodyPoint{0, Vector3d::Zero()}}, 2});
    const Mechanism mechanism({ball("a", 1, plane())}, {}, Vector3d::Zero(), forces);
    PointForces points(mechanism);
    points.evaluate(VectorXd::Zero(3), Vector3d(1, 2, 3));
    QVERIFY(points.force().isZero(0));
    QVERIFY(points.byPosition().allFinite() && points.byVelocity().allFinite());
    QVERIFY(std::abs(mechanism.potentialEnergy(VectorXd::Zero(3)) - (withSpring ? 0.18 : 0)) < 1e-15);
    QCOMPARE(mechanism.damperPower(VectorXd::Zero(3), Vector3d(1, 2, 3)), 0.0);
  }
}

void TestPointForces::momentaAreKeptAndEnergyIsBounded_data() {
  newtonsJacobianIsExact_data();
}

void TestPointForces::momentaAreKeptAndEnergyIsBounded() {
  QFETCH(bool, planar);
  examples::Random random(3);
  const Mechanism mechanism = tied(planar, 0, 0);  // a rest > 0 has a kink where the points meet
  MidpointIntegrator integrator(mechanism);
  const int n = mechanism.dof();
  VectorXd q = random.vector(n), p = random.vector(n);
  q[0] += 1;
  const auto before = momenta(mechanism, q, integrator.velocity(q, p));
  const double E = energy(mechanism, integrator, q, p), h = 2e-3;
  double worst[10] = {};
  for (int k = 0; k < 20'000; ++k) {
    QCOMPARE(integrator.step(q, p, k * h, h), StepStatus::Done);
    double& tenth = worst[k / 2000];
    tenth = std::max(tenth, std::abs(energy(mechanism, integrator, q, p) - E) / E);
  }
  const auto after = momenta(mechanism, q, integrator.velocity(q, p));
  QVERIFY2((after - before).norm() < 1e-11 * before.norm(),
           qPrintable(QString::number((after - before).norm())));
  QVERIFY2(worst[0] < 1e-3 && worst[9] < 2 * worst[0],
           qPrintable(QString("%1 %2").arg(worst[0]).arg(worst[9])));
}

/// A point on a spring of no length is an isotropic oscillator.
void TestPointForces::anOrbitOnASpringIsAnEllipse() {
  std::vector<Joint> xyz = space();
  xyz.pop_back();
  const Mechanism mechanism({ball("a", 2, xyz)}, {}, Vector3d::Zero(),
                            only(PointSpring{{BodyPoint{-1, {1, 2, 3}}, BodyPoint{0, {0, 0, 0}}}, 8, 0}));
  MidpointIntegrator integrator(mechanism);
  VectorXd q = Vector3d(2, 2, 3), p = Vector3d(0, 2, 2);  // ω = 2: half axes 1 and √2/2
  QCOMPARE(integrator.steps(q, p, 0, pi / 8000, 2000), 2000L);
  QVERIFY((q - Vector3d(1, 2.5, 3.5)).norm() < 1e-6);
  QCOMPARE(integrator.steps(q, p, 0, pi / 8000, 2000), 2000L);
  QVERIFY((q - Vector3d(0, 2, 3)).norm() < 1e-6);
}

void TestPointForces::dampersTakeWhatTheLedgerSays_data() {
  newtonsJacobianIsExact_data();
}

void TestPointForces::dampersTakeWhatTheLedgerSays() {
  QFETCH(bool, planar);
  examples::Random random(4);
  const Mechanism mechanism = tied(planar, 0.5, 2);
  const int n = mechanism.dof();
  VectorXd q = random.vector(n), v = random.vector(n);
  q[0] += 1;
  const State start{0, q, mechanism.massMatrix(q) * v};
  const Trajectory motion = runMotion(mechanism, start, {.duration = 5, .step = 1e-3});
  QVERIFY(motion.complete);
  const auto total = [&](double t) {
    const VectorXd at = motion.configuration(t), rate = motion.velocity(t);
    return 0.5 * rate.dot(mechanism.massMatrix(at) * rate) + mechanism.potentialEnergy(at);
  };
  const double taken = motion.flow(5).damper;
  QVERIFY(taken > 0.1);
  QVERIFY2(std::abs(total(0) - total(5) - taken) < 1e-4 * total(0),
           qPrintable(QString::number(total(0) - total(5) - taken)));
  const auto before = momenta(mechanism, q, v),
             after = momenta(mechanism, motion.configuration(5), motion.velocity(5));
  QVERIFY((after - before).norm() < 1e-11);
}

void TestPointForces::aHangingMassHasARest() {
  const Joint y = slide(Vector3d::UnitY(), "y");
  const Mechanism mechanism({ball("a", 2, {y})}, {}, Vector3d(0, -10, 0),
                            only(PointSpring{{BodyPoint{-1, {0, 1, 0}}, BodyPoint{0, {0, 0, 0}}}, 100, 0.5}));
  const auto rest = restPotential(mechanism, VectorXd::Zero(1));
  // The spring is stretched by m g / k = 0.2 m, the mass is 0.7 m below its end.
  QVERIFY(rest.has_value());
  QVERIFY(std::abs(*rest - (2 * 10 * (1 - 0.7) + 0.5 * 100 * 0.04)) < 1e-9);
  QVERIFY(!mechanism.isBallistic());
}

void TestPointForces::impossibleForcesAreRefused_data() {
  QTest::addColumn<int>("body");
  QTest::addColumn<double>("stiffness");
  QTest::addColumn<double>("rest");
  QTest::newRow("no such body") << 7 << 1.0 << 0.0;
  QTest::newRow("stiffness < 0") << 0 << -1.0 << 0.0;
  QTest::newRow("rest < 0") << 0 << 1.0 << -1.0;
  QTest::newRow("no number") << 0 << std::nan("") << 0.0;
}

void TestPointForces::impossibleForcesAreRefused() {
  QFETCH(int, body);
  QFETCH(double, stiffness);
  QFETCH(double, rest);
  QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Mechanism({ball("a", 1, plane())}, {}, Vector3d::Zero(),
                                                            only(spring(-1, body, stiffness, rest))));
}

CAROM_TEST(TestPointForces);
#include "tst_point_forces.moc"
