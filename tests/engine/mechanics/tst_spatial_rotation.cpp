#include <Eigen/Geometry>
#include <QtTest>
#include <cmath>
#include <numbers>

#include "base/rotation.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "mechanics/tree/midpoint_integrator.h"
#include "mechanics/tree/step_cubic.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

using std::numbers::pi;

/// A box-like body with three different inertias that turns about its centre, or about a point off it.
Mechanism top(const Vector3d& inertia, const Vector3d& centre = Vector3d::Zero(),
              const Vector3d& gravity = Vector3d::Zero()) {
  Body body{"top", -1, Vector3d::Zero(), {ballJoint()}, 1, {}};
  body.centreOfMass = centre;
  body.inertia = inertia.asDiagonal();
  return {{body}, {}, gravity};
}

/// Two bodies, one hanging from the world and the next from it, both by spherical joints.
Mechanism spatialPendulum(const Vector3d& gravity) {
  std::vector<Body> bodies{{"upper", -1, Vector3d(0.1, 0.2, 0.3), {ballJoint()}, 1, {}},
                           {"lower", 0, Vector3d(0, 0, -1), {ballJoint()}, 0.5, {}}};
  bodies[0].centreOfMass = {0.05, 0, -0.5};
  bodies[0].inertia = Vector3d(0.1, 0.08, 0.03).asDiagonal();
  bodies[1].centreOfMass = {0, 0.1, -0.4};
  bodies[1].inertia = Vector3d(0.05, 0.06, 0.02).asDiagonal();
  return {std::move(bodies), {}, gravity};
}

/// Ṙ = R ω̂, ṗ = f + p × ω by the classical Runge–Kutta method on one body's quaternion.
void turnByRungeKutta(MidpointIntegrator& integrator, VectorXd& q, VectorXd& p, double T, int steps) {
  using Quaternion = Eigen::Quaterniond;
  const double h = T / steps;
  const auto vectorOf = [](const Quaternion& x) {
    const Eigen::AngleAxisd turn(x.normalized());
    return VectorXd(turn.angle() * turn.axis());
  };
  Quaternion x(rotationMatrix(q));
  for (int k = 0; k < steps; ++k) {
    Eigen::Vector4d dx[4];
    Vector3d dp[4];
    const double part[4] = {0, 0.5, 0.5, 1};
    for (int s = 0; s < 4; ++s) {
      Quaternion at = x;
      VectorXd momentum = p;
      if (s > 0) {
        at.coeffs() += part[s] * h * dx[s - 1];
        momentum += part[s] * h * dp[s - 1];
      }
      const VectorXd w = vectorOf(at), v = integrator.velocity(w, momentum);
      dx[s] = 0.5 * (at * Quaternion(0, v[0], v[1], v[2])).coeffs();
      dp[s] = integrator.force(w, v, 0) + VectorXd(Vector3d(momentum).cross(Vector3d(v)));
    }
    x.coeffs() += h / 6 * (dx[0] + 2 * dx[1] + 2 * dx[2] + dx[3]);
    p += h / 6 * (dp[0] + 2 * dp[1] + 2 * dp[2] + dp[3]);
  }
  q = vectorOf(x);
}

JointForces everySpatialForce() {
  return {{{1, 20, 0.1}, {13, 2, 0}},
          {{4, 0.3}, {0, 0.1}, {16, 0.2}},
          {{9, 3, 0.5, 0.2, 1, 0.15}},
          {{{BodyPoint{1, {0.3, 0.1, 0}}, BodyPoint{4, {0, 0.2, 0.4}}}, 7, 0.3},
           {{BodyPoint{-1, {0.3, 0.1, 0}}, BodyPoint{2, {0, 0.2, 0.4}}}, 5, 0}},
          {{{BodyPoint{1, {0.3, -0.1, 0}}, BodyPoint{3, {0, 0.2, 0.4}}}, 0.8}}};
}

}  // namespace

class TestSpatialRotation : public QObject {
  Q_OBJECT
 private slots:
  void rotationVectorsFollowRotations_data();
  void rotationVectorsFollowRotations();
  void rightJacobianIsTheDerivativeOfTheExponential_data();
  void rightJacobianIsTheDerivativeOfTheExponential();
  void velocitiesAndJacobiansAgreeWithDifferences();
  void newtonsJacobianIsExact_data();
  void newtonsJacobianIsExact();
  void forcesAreDerivativesOfTheLagrangian();
  void velocityInvertsTheMassMatrix();
  void tumblingKeepsMomentumAndEnergy();
  void orderIsTwo_data();
  void orderIsTwo();
  void aHeavySymmetricTopKeepsBothMomenta();
  void aChainKeepsItsVerticalMomentumAndEnergy();
  void aFreeBodyKeepsAllMomenta();
  void aTurnAboutOneAxisIsARevoluteJoint();
  void stepsBackReturn();
  void fallingBodiesBounceElastically_data();
  void fallingBodiesBounceElastically();
  void aBallSlidesUntilItRolls();
  void betweenNodesMotionIsSmooth();
  void aPartOfACubicIsThatOfTheWhole();
};

void TestSpatialRotation::rotationVectorsFollowRotations_data() {
  QTest::addColumn<double>("first");
  QTest::addColumn<double>("second");
  QTest::newRow("none") << 0.0 << 0.0;
  QTest::newRow("small") << 1e-9 << 1e-12;
  QTest::newRow("usual") << 0.7 << 1.1;
  QTest::newRow("past half a turn") << 3.0 << 0.5;
  QTest::newRow("half a turn") << pi << 1e-3;
  QTest::newRow("more than a turn") << 7.0 << -9.0;
}

void TestSpatialRotation::rotationVectorsFollowRotations() {
  QFETCH(double, first);
  QFETCH(double, second);
  examples::Random random(1);
  const Vector3d w0 = first * random.vector().normalized(), w1 = second * random.vector().normalized();
  const Matrix3d R = Eigen::AngleAxisd(w0.norm(), w0.stableNormalized()) *
                     Eigen::AngleAxisd(w1.norm(), w1.stableNormalized()).toRotationMatrix();
  const Vector3d w = composed(w0, w1);
  QVERIFY(w.norm() <= pi + 1e-15);
  QVERIFY((rotationMatrix(w0) * rotationMatrix(w1) - R).norm() < 1e-14);
  QVERIFY((rotationMatrix(w) - R).norm() < 1e-14);
}

void TestSpatialRotation::rightJacobianIsTheDerivativeOfTheExponential_data() {
  QTest::addColumn<double>("angle");
  for (const double angle : {0.0, 1e-3, 0.5, 0.999, 1.001, 2.0, 3.1, 6.0})
    QTest::newRow(qPrintable(QString::number(angle))) << angle;
}

void TestSpatialRotation::rightJacobianIsTheDerivativeOfTheExponential() {
  QFETCH(double, angle);
  examples::Random random(2);
  const Vector3d w = angle * random.vector().normalized(), u = random.vector();
  const RightJacobian J(w);
  constexpr double d = 1e-5;
  for (int k = 0; k < 3; ++k) {
    const Vector3d e = d * Vector3d::Unit(k);
    const Vector3d turn =
        (composed(-w, w + e) - composed(-w, w - e)) / (2 * d);  // log(exp(−ŵ) exp((w ± e)^))
    QVERIFY((J * Vector3d::Unit(k) - turn).norm() < 1e-9);
    const Vector3d bend = (RightJacobian(w + e) * u - RightJacobian(w - e) * u) / (2 * d);
    QVERIFY((J.derivative(u).col(k) - bend).norm() < 1e-9);
  }
  QVERIFY((J.matrix() * u - J * u).norm() < 1e-15);
  QVERIFY((RightJacobian(-w).matrix() - J.matrix().transpose()).norm() < 1e-15);
  QVERIFY((rotationMatrix(w) * J.matrix() - J.matrix().transpose()).norm() < 1e-14);
}

void TestSpatialRotation::velocitiesAndJacobiansAgreeWithDifferences() {
  examples::Random random(3);
  const Mechanism mechanism = tumbler(random);
  const int n = mechanism.dof();
  QCOMPARE(n, 17);
  QCOMPARE(mechanism.rotations(), (std::vector<int>{3, 6, 10, 14}));
  QCOMPARE(mechanism.coordinates()[11].name, std::string("right.kneey"));
  QCOMPARE(mechanism.coordinates()[3].name, std::string("base.rx"));
  const VectorXd q = random.vector(n), v = random.vector(n);
  QVERIFY((mechanism.difference(q, mechanism.moved(q, v, 0.5)) - 0.5 * v).norm() < 1e-14);
  constexpr double d = 1e-5;
  for (int b = 0; b < 5; ++b) {
    const Pose before = mechanism.pose(b, mechanism.moved(q, v, -d)),
               after = mechanism.pose(b, mechanism.moved(q, v, d)), now = mechanism.pose(b, q);
    const Vector3d point(0.3, -0.2, 0.5), rate = (after * point - before * point) / (2 * d);
    QVERIFY(((after.x - before.x) / (2 * d) - mechanism.bodyVelocity(b, q, v)).norm() < 1e-8);
    QVERIFY((rate - mechanism.pointJacobian(b, q, now * point) * v).norm() < 1e-8);
    const Matrix3d spin = (after.R - before.R) / (2 * d) * now.R.transpose();
    QVERIFY((spin - crossMatrix(mechanism.angularVelocity(b, q, v))).norm() < 1e-8);
    QVERIFY((mechanism.angularJacobian(b, q) * v - mechanism.angularVelocity(b, q, v)).norm() < 1e-14);
  }
  double sum = 0;
  for (int b = 0; b < 5; ++b) sum += mechanism.kineticEnergy(b, q, v);
  QVERIFY(std::abs(sum - 0.5 * v.dot(mechanism.massMatrix(q) * v)) < 1e-13);
}

void TestSpatialRotation::newtonsJacobianIsExact_data() {
  QTest::addColumn<int>("forces");
  QTest::newRow("gravity alone") << 0;
  QTest::newRow("springs, dampers and motors at joints") << 1;
  QTest::newRow("and between points") << 2;
}

void TestSpatialRotation::newtonsJacobianIsExact() {
  QFETCH(int, forces);
  examples::Random random(4);
  JointForces acting = forces == 0 ? JointForces{} : everySpatialForce();
  if (forces == 1) acting.pointSprings = {}, acting.pointDampers = {};
  for (int trial = 0; trial < 5; ++trial) {
    const Mechanism mechanism = tumbler(random, acting);
    MidpointIntegrator integrator(mechanism);
    QVERIFY(!integrator.isPlanar());
    const int n = mechanism.dof();
    const VectorXd q = 2 * random.vector(n), v = 3 * random.vector(n), p = random.vector(n);
    QVERIFY(jacobianError(integrator, q, p, v) < 1e-8);
    // The elimination in O(n) is for small steps, whose pivots are positive.
    VectorXd x = random.vector(n);
    const VectorXd r = integrator.jacobian(q, p, v, 0, 0.02) * x;
    VectorXd y = r;
    QVERIFY(integrator.solveNewton(0.02, y));
    QVERIFY((y - x).norm() < 1e-9 * x.norm());
  }
}

void TestSpatialRotation::forcesAreDerivativesOfTheLagrangian() {
  examples::Random random(5);
  JointForces forces = everySpatialForce();
  forces.dampers.clear();
  forces.motors.clear();
  forces.pointDampers.clear();
  const Mechanism mechanism = tumbler(random, forces);
  MidpointIntegrator integrator(mechanism);
  const int n = mechanism.dof();
  const VectorXd q = random.vector(n), v = random.vector(n), f = integrator.force(q, v, 0);
  const auto L = [&](const VectorXd& x) {
    return 0.5 * v.dot(mechanism.massMatrix(x) * v) - mechanism.potentialEnergy(x);
  };
  for (int i = 0; i < n; ++i) {
    const VectorXd e = VectorXd::Unit(n, i);
    const double slope = (L(mechanism.moved(q, e, 1e-5)) - L(mechanism.moved(q, e, -1e-5))) / 2e-5;
    QVERIFY2(std::abs(f[i] - slope) < 1e-7, qPrintable(QString::number(i)));
  }
}

void TestSpatialRotation::velocityInvertsTheMassMatrix() {
  examples::Random random(6);
  const Mechanism mechanism = tumbler(random);
  const VectorXd q = 3 * random.vector(17), v = random.vector(17);
  QVERIFY((MidpointIntegrator(mechanism).velocity(q, mechanism.massMatrix(q) * v) - v).norm() < 1e-11);
}

/// Dzhanibekov's flips about the middle axis: the body passes through all orientations.
void TestSpatialRotation::tumblingKeepsMomentumAndEnergy() {
  const Vector3d inertia(1, 2, 3);
  const Mechanism mechanism = top(inertia);
  MidpointIntegrator integrator(mechanism);
  VectorXd q = Vector3d(0.1, -0.2, 0.3), v = Vector3d(0.01, 3, 0.02), p = inertia.asDiagonal() * v;
  const Vector3d spin = rotationMatrix(q) * p;
  const double E = energy(mechanism, integrator, q, p), h = 1e-2;
  constexpr int steps = 100'000;
  double worst[10] = {}, largest = 0, least = 1;
  int flips = 0;
  for (int k = 0; k < steps; ++k) {
    const double before = p[1];
    QCOMPARE(integrator.step(q, p, k * h, h), StepStatus::Done);
    if (before * p[1] < 0) ++flips;
    double& tenth = worst[10L * k / steps];
    tenth = std::max(tenth, std::abs(energy(mechanism, integrator, q, p) - E) / E);
    largest = std::max(largest, q.norm());
    least = std::min(least, rotationMatrix(q)(1, 1));
  }
  QVERIFY(flips > 100);
  QVERIFY(largest > pi - 1e-2 && largest <= pi + 1e-12);
  QVERIFY(least < -0.99);
  QVERIFY2((rotationMatrix(q) * p - spin).norm() < 1e-12 * spin.norm(),
           qPrintable(QString::number((rotationMatrix(q) * p - spin).norm())));
  QVERIFY2(worst[0] < 1e-3, qPrintable(QString::number(worst[0])));
  QVERIFY(std::abs(worst[9] - worst[0]) < 0.05 * worst[0]);
}

void TestSpatialRotation::orderIsTwo_data() {
  QTest::addColumn<Vector3d>("centre");
  QTest::newRow("free") << Vector3d(0, 0, 0);
  QTest::newRow("heavy") << Vector3d(0.3, -0.2, 0.5);
}

void TestSpatialRotation::orderIsTwo() {
  QFETCH(Vector3d, centre);
  const Mechanism mechanism = top({0.5, 0.8, 1.1}, centre, Vector3d(0.5, -1, -9));
  MidpointIntegrator integrator(mechanism);
  const VectorXd q0 = Vector3d(1, -2, 1.5), p0 = Vector3d(1, -2, 0.7);
  VectorXd q = q0, p = p0;
  const double T = 1;
  turnByRungeKutta(integrator, q, p, T, 4000);
  double error[2];
  for (const int i : {0, 1}) {
    VectorXd x = q0, y = p0;
    const int steps = 200 << i;
    integrator.restart();
    QCOMPARE(integrator.steps(x, y, 0, T / steps, steps), long{steps});
    error[i] = mechanism.difference(x, q).norm() + (y - p).norm();
  }
  QVERIFY2(std::abs(error[0] / error[1] - 4) < 0.1, qPrintable(QString::number(error[0] / error[1])));
}

void TestSpatialRotation::aHeavySymmetricTopKeepsBothMomenta() {
  const Mechanism mechanism = top({0.2, 0.2, 0.1}, {0, 0, 0.5}, {0, 0, -9.81});
  MidpointIntegrator integrator(mechanism);
  VectorXd q = Vector3d(0.6, 0.2, 0), p = mechanism.massMatrix(q) * Vector3d(0.3, -0.5, 40);
  const double E = energy(mechanism, integrator, q, p), vertical = (rotationMatrix(q) * p).z(), axial = p[2];
  double worst[10] = {}, precession = 0;
  for (int k = 0; k < 50'000; ++k) {
    const Vector3d before = rotationMatrix(q).col(2);
    QCOMPARE(integrator.step(q, p, 0, 2e-3), StepStatus::Done);
    const Vector3d after = rotationMatrix(q).col(2);
    precession += std::asin((before.head<2>().normalized().x() * after.head<2>().normalized().y()) -
                            (before.head<2>().normalized().y() * after.head<2>().normalized().x()));
    double& tenth = worst[k / 5000];
    tenth = std::max(tenth, std::abs(energy(mechanism, integrator, q, p) - E) / E);
  }
  QVERIFY(std::abs((rotationMatrix(q) * p).z() - vertical) < 1e-11 * std::abs(vertical));
  QVERIFY(std::abs(p[2] - axial) < 1e-11 * std::abs(axial));
  QVERIFY2(worst[0] < 1e-3, qPrintable(QString::number(worst[0])));
  QVERIFY(std::abs(worst[9] - worst[0]) < 0.1 * worst[0]);
  // A fast top goes round at about m g l / (I₃ ω₃).
  QVERIFY(std::abs(precession / 100 / (9.81 * 0.5 / 4) - 1) < 0.2);
}

void TestSpatialRotation::aChainKeepsItsVerticalMomentumAndEnergy() {
  const Mechanism mechanism = spatialPendulum({0, 0, -9.81});
  MidpointIntegrator integrator(mechanism);
  VectorXd q(6), v(6);
  q << 2, 0.5, -0.3, 0.4, -1.2, 0.6;
  v << 0.5, 1, 2, -1, 0.3, 1;
  VectorXd p = mechanism.massMatrix(q) * v;
  const double E = energy(mechanism, integrator, q, p);
  // About the vertical through the point that it hangs from.
  const auto spin = [&] {
    const Eigen::Matrix<double, 6, 1> all = momenta(mechanism, q, integrator.velocity(q, p));
    return (Vector3d(all.head<3>()) - mechanism.bodies()[0].origin.cross(Vector3d(all.tail<3>()))).z();
  };
  const double before = spin();
  QVERIFY(std::abs(before - (rotationMatrix(q.head<3>()) * p.head<3>()).z()) < 1e-13);
  double worst[10] = {};
  for (int k = 0; k < 20'000; ++k) {
    QCOMPARE(integrator.step(q, p, 0, 2e-3), StepStatus::Done);
    double& tenth = worst[k / 2000];
    tenth = std::max(tenth, std::abs(energy(mechanism, integrator, q, p) - E));
  }
  QVERIFY2(std::abs(spin() - before) < 1e-11, qPrintable(QString::number(spin() - before)));
  QVERIFY2(worst[0] < 1e-2 && worst[9] < 2 * worst[0] && worst[9] > 0.3 * worst[0],
           qPrintable(QString("%1 %2").arg(worst[0]).arg(worst[9])));
}

void TestSpatialRotation::aFreeBodyKeepsAllMomenta() {
  examples::Random random(7);
  const Mechanism heavy = tumbler(random);
  const Mechanism mechanism(heavy.bodies(), {}, Vector3d::Zero());
  MidpointIntegrator integrator(mechanism);
  VectorXd q = random.vector(17), p = 2 * random.vector(17);
  const Vector3d linear = p.head<3>(), spin = momenta(mechanism, q, integrator.velocity(q, p)).head<3>();
  QCOMPARE(integrator.steps(q, p, 0, 2e-3, 5000), 5000L);
  QVERIFY((p.head<3>() - linear).norm() < 1e-12);
  const Vector3d after = momenta(mechanism, q, integrator.velocity(q, p)).head<3>();
  QVERIFY2((after - spin).norm() < 1e-10 * spin.norm(), qPrintable(QString::number((after - spin).norm())));
}

/// About a principal axis a spherical joint moves as a revolute one does.
void TestSpatialRotation::aTurnAboutOneAxisIsARevoluteJoint() {
  const Vector3d gravity(0, -9.81, 0);
  const Mechanism plane = chain(3, gravity);
  std::vector<Body> bodies = plane.bodies();
  for (Body& body : bodies) {
    body.joints = {ballJoint()};
    body.inertia(1, 1) = 0.02;  // a rod without it could not turn about itself
  }
  const Mechanism space(bodies, {}, gravity);
  MidpointIntegrator one(plane), other(space);
  VectorXd q = Vector3d(3, -2, 1.5), p = Vector3d(0.2, 0.1, 0), x = VectorXd::Zero(9), y = x;
  for (int i = 0; i < 3; ++i) {
    x[3 * i + 2] = q[i];
    y[3 * i + 2] = p[i];
  }
  QCOMPARE(one.steps(q, p, 0, 1e-2, 200), 200L);
  QCOMPARE(other.steps(x, y, 0, 1e-2, 200), 200L);
  for (int i = 0; i < 3; ++i) {
    QVERIFY(std::abs(std::remainder(x[3 * i + 2] - q[i], 2 * pi)) < 1e-8);
    QVERIFY(std::abs(y[3 * i + 2] - p[i]) < 1e-8);
  }
}

void TestSpatialRotation::stepsBackReturn() {
  examples::Random random(8);
  const Mechanism mechanism = tumbler(random, {{{1, 20, 0.1}}, {}, {}});
  MidpointIntegrator integrator(mechanism);
  const VectorXd q0 = random.vector(17), p0 = random.vector(17);
  VectorXd q = q0, p = p0;
  QCOMPARE(integrator.steps(q, p, 0, 2e-3, 500), 500L);
  QVERIFY(mechanism.difference(q0, q).norm() > 0.1);
  QCOMPARE(integrator.steps(q, p, 1, -2e-3, 500), 500L);
  QVERIFY(mechanism.difference(q0, q).norm() < 1e-8);
  QVERIFY((p - p0).norm() < 1e-8);
}

namespace {

/// A free body above the floor z = 0 with all contacts that it can make with it.
Mechanism aboveFloor(Body body, double friction = 0) {
  const Body floor{"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitZ(), 0}}};
  std::vector<ContactPair> contacts;
  for (const auto& part : contactParts(body.shapes[0], floor.shapes[0], false))
    contacts.push_back({"c" + std::to_string(part[0]), {0, 1}, {0, 0}, part, friction});
  return {{std::move(body), floor}, std::move(contacts), Vector3d(0, 0, -9.81)};
}

Body freeBody(const char* name, double mass, const Vector3d& inertia, const Shape& shape) {
  Body body{name, -1, Vector3d::Zero(), space(), mass, {shape}};
  body.inertia = inertia.asDiagonal();
  return body;
}

}  // namespace

void TestSpatialRotation::fallingBodiesBounceElastically_data() {
  QTest::addColumn<bool>("box");
  QTest::newRow("rod") << false;
  QTest::newRow("box") << true;
}

void TestSpatialRotation::fallingBodiesBounceElastically() {
  QFETCH(bool, box);
  const Vector3d half(0.3, 0.2, 0.1);
  const Body body = box ? freeBody("box", 2,
                                   2.0 / 3 *
                                       Vector3d(half[1] * half[1] + half[2] * half[2],
                                                half[0] * half[0] + half[2] * half[2],
                                                half[0] * half[0] + half[1] * half[1]),
                                   boxHull(half))
                        : freeBody("rod", 1, Vector3d(1e-4, 1.0 / 12, 1.0 / 12),
                                   Segment{{Vector3d(-0.5, 0, 0), Vector3d(0.5, 0, 0)}, 0.02});
  const Mechanism mechanism = aboveFloor(body);
  QCOMPARE(mechanism.contacts().size(), std::size_t(box ? 8 : 2));
  VectorXd q(6), v(6);
  q << 0, 0, 1, 0.3, 0.5, 0.2;
  v << 0.2, 0.1, 0, 1, 2, -0.5;
  const State start{0, q, mechanism.massMatrix(q) * v};
  const Trajectory motion = runMotion(mechanism, start, {.duration = 3, .step = 1e-3});
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  QVERIFY(motion.impacts.size() >= 4);
  for (std::size_t i = 0; i < motion.impacts.size(); ++i) {
    const WholeImpact impact = wholeImpact(mechanism, motion, i);
    const KineticMetric& metric = impact.problem.metric();
    const double before = metric.energy(impact.momenta.col(0));
    QVERIFY(std::abs(metric.energy(impact.momenta.rightCols<1>()) - before) < 1e-12 * before);
  }
  const auto total = [&](double t) {
    const VectorXd at = motion.configuration(t), rate = motion.velocity(t);
    return 0.5 * rate.dot(mechanism.massMatrix(at) * rate) + mechanism.potentialEnergy(at);
  };
  for (double t = 0; t <= 3; t += 0.01) {
    QVERIFY(std::abs(total(t) - total(0)) < 1e-4 * std::abs(total(0)));
    for (int c = 0; c < static_cast<int>(mechanism.contacts().size()); ++c)
      QVERIFY(mechanism.gap(c, motion.configuration(t)) > -1e-6);
  }
  // Horizontal momentum and spin about the vertical have no reason to change: the floor is smooth.
  const VectorXd end = motion.configuration(3), rate = motion.velocity(3);
  const VectorXd p = mechanism.massMatrix(end) * rate;
  QVERIFY((p.head<2>() - start.p.head<2>()).norm() < 1e-10);
  const double spin = (rotationMatrix(q.tail<3>()) * start.p.tail<3>()).z();
  QVERIFY(std::abs((rotationMatrix(end.tail<3>()) * p.tail<3>()).z() - spin) < 1e-10);
}

void TestSpatialRotation::aBallSlidesUntilItRolls() {
  const double r = 0.1, mu = 0.3, g = 9.81, v0 = 2;
  const Mechanism mechanism = aboveFloor(freeBody("ball", 1, Vector3d::Constant(0.4 * r * r), Ball{r}), mu);
  VectorXd q(6), v = VectorXd::Zero(6);
  q << 0, 0, r, 0.4, -0.2, 0.7;
  v.head<2>() = v0 * Eigen::Vector2d(0.6, 0.8);
  const Trajectory motion =
      runMotion(mechanism, {0, q, mechanism.massMatrix(q) * v}, {.duration = 1, .step = 1e-3});
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  // It slides for (2/7) v₀/(μg) and rolls at 5/7 v₀ from then on.
  const double until = 2.0 / 7 * v0 / (mu * g);
  const VectorXd sliding = motion.velocity(0.5 * until), rolling = motion.velocity(1);
  QVERIFY(std::abs(sliding.head<2>().norm() - (v0 - mu * g * 0.5 * until)) < 2e-3);
  QVERIFY(std::abs(rolling.head<2>().norm() - 5.0 / 7 * v0) < 2e-3);
  const Vector3d omega = mechanism.angularVelocity(0, motion.configuration(1), rolling);
  QVERIFY((Vector3d(rolling.head<3>()) + omega.cross(Vector3d(0, 0, -r))).norm() < 1e-6);
  QVERIFY(std::abs(motion.configuration(1).z() - r) < 1e-8);
}

void TestSpatialRotation::betweenNodesMotionIsSmooth() {
  const Mechanism mechanism = top({1, 2, 3});
  const VectorXd q = Vector3d(3, 0.5, -0.2), p = Vector3d(1, 5, -2);
  const Trajectory motion = runMotion(mechanism, {0, q, p}, {.duration = 2, .step = 0.02});
  double worst = 0;
  for (double t = 0.003; t < 1.99; t += 0.007) {
    const VectorXd before = motion.configuration(t - 1e-6), after = motion.configuration(t + 1e-6);
    QVERIFY((mechanism.difference(before, after) / 2e-6 - motion.velocity(t)).norm() < 1e-6);
    worst = std::max(worst, (rotationMatrix(motion.configuration(t)) * Vector3d(1, 2, 3).asDiagonal() *
                                 motion.velocity(t) -
                             rotationMatrix(q) * p)
                                .norm());
  }
  QVERIFY2(worst < 0.02, qPrintable(QString::number(worst)));
}

/// Coordinates of one free body among three: three that shift and a rotation.
void TestSpatialRotation::aPartOfACubicIsThatOfTheWhole() {
  examples::Random random(7);
  const std::vector<int> rotations{3, 9, 15};
  const VectorXd q0 = random.vector(18), q1 = q0 + 0.1 * random.vector(18), v0 = random.vector(18),
                 v1 = random.vector(18);
  const StepCubic cubic(q0, q1, v0, v1, 0.1, rotations);
  const std::vector<int> second{6, 7, 8, 9, 10, 11};
  for (const double s : {0.0, 0.01, 0.05, 0.1}) {
    VectorXd q = VectorXd::Zero(18), v = q;
    cubic.place(s, second, q);
    cubic.move(s, second, v);
    QCOMPARE(VectorXd(q.segment(6, 6)), VectorXd(cubic.configuration(s).segment(6, 6)));
    QCOMPARE(VectorXd(v.segment(6, 6)), VectorXd(cubic.velocity(s).segment(6, 6)));
    QVERIFY(q.head(6).isZero(0) && q.tail(6).isZero(0) && v.head(6).isZero(0) && v.tail(6).isZero(0));
  }
}

CAROM_TEST(TestSpatialRotation);
#include "tst_spatial_rotation.moc"
