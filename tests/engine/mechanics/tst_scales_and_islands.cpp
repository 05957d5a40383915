// Piles in funnels, masses and places over many decades, and bodies that do not touch each other: what runs
// of them keep.
#include <QtTest>
#include <cmath>

#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double fallAcceleration = 9.81, half = 0.1;

Body square(const std::string& name, double mass) {
  Body body{name, -1, Vector3d::Zero(), examples::plane(), mass, {Box{{half, half, 0}}}};
  body.inertia = mass * 8 * half * half / 12 * Eigen::Matrix3d::Identity();
  return body;
}
Body disc(const std::string& name, double mass, double radius) {
  Body body{name, -1, Vector3d::Zero(), examples::plane(), mass, {Ball{radius}}};
  body.inertia = 0.5 * mass * radius * radius * Eigen::Matrix3d::Identity();
  return body;
}
Body wall(const std::string& name, const Vector3d& normal) {
  return {name, -1, Vector3d::Zero(), {}, 0, {HalfSpace{normal.normalized(), 0}}};
}

/// All pairs of the bodies, with the same friction and restitution.
Mechanism plane(std::vector<Body> bodies, double friction, double restitution, JointForces forces = {}) {
  std::vector<ContactPair> contacts;
  for (int a = 0; a < static_cast<int>(bodies.size()); ++a)
    for (int b = a + 1; b < static_cast<int>(bodies.size()); ++b) {
      const Body &first = bodies[static_cast<std::size_t>(a)], &second = bodies[static_cast<std::size_t>(b)];
      if (first.joints.empty() && second.joints.empty()) continue;
      for (const auto& part : contactParts(first.shapes[0], second.shapes[0], true))
        contacts.push_back({"c" + std::to_string(contacts.size()), {a, b}, {}, part, friction, restitution});
    }
  return {std::move(bodies), std::move(contacts), Vector3d(0, -fallAcceleration, 0), std::move(forces)};
}

State atRest(const Mechanism& mechanism, const VectorXd& q) {
  return {0, q, VectorXd::Zero(mechanism.dof())};
}

}  // namespace

class TestScalesAndIslands : public QObject {
  Q_OBJECT
 private slots:
  void discsInAFunnelKeepTheLedger();
  void stacksOfAnyMassesRest_data();
  void stacksOfAnyMassesRest();
  void placesDoNotMatter();
  void lowBouncesAreImpacts();
  void aPileAtRestDoesNotFeelWhatMovesElsewhere();
  void aMotorThatStartsWithinAStepIsExact();
};

void TestScalesAndIslands::discsInAFunnelKeepTheLedger() {
  constexpr int count = 20;
  constexpr double radius = 0.05;
  std::vector<Body> bodies;
  VectorXd q(3 * count);
  for (int i = 0; i < count; ++i) {
    bodies.push_back(disc("d" + std::to_string(i), 1, radius));
    // Offsets that repeat nowhere make the discs meet one by one.
    q.segment<3>(3 * i) << (i % 4 - 1.5) * 0.12 + 0.004 * std::sin(3.0 * i), 0.4 + (i / 4) * 0.12, 0;
  }
  bodies.push_back(wall("left", {1, 1, 0}));
  bodies.push_back(wall("right", {-1, 1, 0}));
  const Mechanism mechanism = plane(std::move(bodies), 0.5, 0.2);
  double first = std::nan(""), wrong = 0, deepest = 0;
  MotionOptions options{.duration = 0.6, .maxImpacts = 20'000, .step = 2e-3};
  options.observe = [&](const ObservedState& state) {
    const double E = 0.5 * state.p.dot(mechanism.massMatrix(state.q).llt().solve(state.p)) +
                     mechanism.potentialEnergy(state.q);
    if (std::isnan(first)) first = E;
    wrong = std::max(wrong, std::abs(E - first - state.flow.given()));
    deepest = std::min(deepest, mechanism.gaps(state.q).minCoeff());
  };
  const Trajectory motion = runMotion(mechanism, atRest(mechanism, q), options);
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  QVERIFY(motion.impacts.size() > 50);
  QVERIFY2(wrong < 1e-6, qPrintable(QString::number(wrong)));
  QVERIFY2(deepest > -1e-7, qPrintable(QString::number(deepest)));
}

void TestScalesAndIslands::stacksOfAnyMassesRest_data() {
  QTest::addColumn<double>("middle");
  for (int decade = -6; decade <= 6; decade += 3)
    QTest::addRow("1 : 1e%d : 1 kg", decade) << std::pow(10.0, decade);
}

void TestScalesAndIslands::stacksOfAnyMassesRest() {
  QFETCH(double, middle);
  const Mechanism mechanism = plane(
      {square("low", 1), square("middle", middle), square("high", 1), wall("floor", {0, 1, 0})}, 0.5, 0);
  VectorXd q = VectorXd::Zero(9);
  for (int i = 0; i < 3; ++i) q[3 * i + 1] = half * (2 * i + 1);
  const Trajectory motion = runMotion(mechanism, atRest(mechanism, q), {.duration = 0.5, .step = 1e-3});
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  QVERIFY((motion.configuration(0.5) - q).lpNorm<Eigen::Infinity>() < 1e-12);
}

/// A tilted box that is dropped far from the origin does what it does there, to the rounding of places.
void TestScalesAndIslands::placesDoNotMatter() {
  VectorXd near;
  for (const double x : {0.0, 1e2, 1e4, 1e6}) {
    const Mechanism mechanism = plane({square("box", 1), wall("floor", {0, 1, 0})}, 0.5, 0.5);
    const VectorXd q = Vector3d(x, 0.2 + half, 0.3);
    const Trajectory motion = runMotion(mechanism, atRest(mechanism, q), {.duration = 0.4, .step = 2e-3});
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    const VectorXd end = motion.configuration(0.4) - VectorXd(Vector3d(x, 0, 0));
    if (x == 0) near = end;
    const double error = (end - near).lpNorm<Eigen::Infinity>();
    QVERIFY2(error <= 1e-9 + 1e-12 * x, qPrintable(QString("%1 at %2 m").arg(error).arg(x)));
  }
}

/// A ball falls ten times from h and back: down to some times closedGap.
void TestScalesAndIslands::lowBouncesAreImpacts() {
  for (const double height : {1e-2, 1e-4, 1e-6, 1e-7, 1e-8, 3e-9}) {
    Body ball = disc("ball", 1, half);
    ball.joints = {examples::slide(Vector3d::UnitY(), "y")};
    const Mechanism mechanism = plane({ball, wall("floor", {0, 1, 0})}, 0, 1);
    const double fall = std::sqrt(2 * height / fallAcceleration);
    const Trajectory motion = runMotion(mechanism, atRest(mechanism, VectorXd::Constant(1, half + height)),
                                        {.duration = 20 * fall, .step = 1e-3});
    QCOMPARE(motion.impacts.size(), std::size_t{10});
    for (std::size_t i = 0; i < 10; ++i)
      QVERIFY(std::abs(motion.impacts[i].time - (2.0 * static_cast<double>(i) + 1) * fall) < 1e-6 * fall);
  }
}

void TestScalesAndIslands::aPileAtRestDoesNotFeelWhatMovesElsewhere() {
  const auto pile = [](bool withDisc) {
    std::vector<Body> bodies{square("low", 1), square("high", 3)};
    if (withDisc) bodies.push_back(disc("disc", 2, half));
    bodies.push_back(wall("floor", {0, 1, 0}));
    return plane(std::move(bodies), 0.5, 0);
  };
  // The upper box stands askew by less than its half width.
  VectorXd q(9), v = VectorXd::Zero(9);
  q << 0, half, 0, 0.03, 3 * half, 0, 5, half, 0;
  v[6] = 3;  // it slides first, and rolls then
  const Mechanism alone = pile(false), both = pile(true);
  const MotionOptions options{.duration = 1, .step = 2e-3};
  const Trajectory still = runMotion(alone, atRest(alone, q.head(6)), options),
                   moves = runMotion(both, {0, q, both.massMatrix(q) * v}, options);
  QVERIFY(still.complete && moves.complete);
  QCOMPARE(VectorXd(moves.configuration(1).head(6)), VectorXd(q.head(6)));
  QCOMPARE(VectorXd(still.configuration(1)), VectorXd(q.head(6)));
  // Sliding, ω grows by 2 μ g/r until it is v/r: then v is two thirds of what it was.
  QVERIFY(std::abs(moves.velocity(1)[6] - 2) < 1e-9);
}

void TestScalesAndIslands::aMotorThatStartsWithinAStepIsExact() {
  constexpr double start = 0.0537, torque = 3, mass = 2, end = 0.2;
  Body cart = disc("cart", mass, half);
  cart.joints = {examples::slide(Vector3d::UnitX(), "x")};
  Motor motor{.coordinate = 0};
  motor.start = start;
  motor.torque = [](double) { return OverTime{torque, 0}; };
  JointForces forces;
  forces.motors = {motor};
  const Mechanism mechanism = plane({cart, wall("far", {1, 0, 0})}, 0, 1, std::move(forces));
  const double x = 2 + torque / mass * (end - start) * (end - start) / 2;
  for (const double step : {0.1, 0.02, 0.01, 0.003}) {
    std::size_t observed = 0;
    MotionOptions options{.duration = end, .step = step};
    options.observe = [&](const ObservedState&) { ++observed; };
    const Trajectory motion = runMotion(mechanism, atRest(mechanism, VectorXd::Constant(1, 2)), options);
    QVERIFY(std::abs(motion.configuration(end)[0] - x) < 1e-14 * x + 1e-14);
    // The start of the motor is no end of a step of the grid.
    QCOMPARE(observed, static_cast<std::size_t>(std::ceil(end / step - 1e-6)) + 1);
  }
}

CAROM_TEST(TestScalesAndIslands);
#include "tst_scales_and_islands.moc"
