// Piles in funnels, masses and places over many decades, and bodies that do not touch each other: what runs
// of them keep.
#include <QtTest>
#include <cmath>

#include "mechanics/contact/contact_frames.h"
#include "mechanics/motion/contact_trees.h"
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
  Body body{name, -1, Vector3d::Zero(), examples::plane(), mass, {boxHull({half, half, 0})}};
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
  void discsInAFunnelKeepTheLedger_data();
  void discsInAFunnelKeepTheLedger();
  void stacksOfAnyMassesRest_data();
  void stacksOfAnyMassesRest();
  void aStopNamesItsContacts();
  void placesDoNotMatter();
  void lowBouncesAreImpacts();
  void aPileAtRestDoesNotFeelWhatMovesElsewhere();
  void anImpactIsOfTheContactsThatItReaches();
  void aMotorThatStartsWithinAStepIsExact();
  void fastMeetingsAreImpactsWhateverPresses();
  void slowMeetingsOfDeadContactsSettleInCrowdsOnly_data();
  void slowMeetingsOfDeadContactsSettleInCrowdsOnly();
  void treesGiveTheWholeInverse();
  void droppedBoxesHardlyOverlap();
  void tiltedBoxesInSpaceSettleOnEachOther();
};

void TestScalesAndIslands::discsInAFunnelKeepTheLedger_data() {
  QTest::addColumn<int>("seed");
  QTest::addColumn<double>("friction");
  QTest::addColumn<double>("restitution");
  QTest::addRow("0") << 0 << 0.5 << 0.2;
  for (const int seed : {2, 11, 14, 17, 18, 20, 23})
    QTest::addRow("%d", seed) << seed << seed % 3 * 0.25 << seed % 4 * 0.15;
}

/// Contacts open and close in every step; some return within a step that another one ends.
void TestScalesAndIslands::discsInAFunnelKeepTheLedger() {
  QFETCH(int, seed);
  QFETCH(double, friction);
  QFETCH(double, restitution);
  constexpr int count = 20;
  constexpr double radius = 0.05;
  std::vector<Body> bodies;
  VectorXd q(3 * count);
  for (int i = 0; i < count; ++i) {
    bodies.push_back(disc("d" + std::to_string(i), 1, radius));
    // Offsets that repeat nowhere make the discs meet one by one.
    q.segment<3>(3 * i) << (i % 4 - 1.5) * 0.12 + 0.004 * std::sin(3.0 * i + seed), 0.4 + (i / 4) * 0.12, 0;
  }
  bodies.push_back(wall("left", {1, 1, 0}));
  bodies.push_back(wall("right", {-1, 1, 0}));
  const Mechanism mechanism = plane(std::move(bodies), friction, restitution);
  double first = std::nan(""), wrong = 0, deepest = 0;
  MotionOptions options{.duration = 0.8, .maxImpacts = 20'000, .step = 2e-3};
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
  QVERIFY2(deepest > -2 * closedGap, qPrintable(QString::number(deepest)));
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

/// 10⁻¹² kg between two weights: impulses hold each other beyond rounding, and the run says which.
void TestScalesAndIslands::aStopNamesItsContacts() {
  const Mechanism mechanism =
      plane({square("low", 1), square("middle", 1e-12), square("high", 1), wall("floor", {0, 1, 0})}, 0.5, 0);
  VectorXd q = VectorXd::Zero(9);
  for (int i = 0; i < 3; ++i) q[3 * i + 1] = half * (2 * i + 1);
  const Trajectory motion = runMotion(mechanism, atRest(mechanism, q), {.duration = 0.5, .step = 1e-3});
  QVERIFY(!motion.complete);
  const auto& contacts = mechanism.contacts();
  const auto held = std::ranges::count_if(contacts, [&](const ContactPair& contact) {
    return motion.stopReason.find(contact.name + ",") != std::string::npos ||
           motion.stopReason.find(contact.name + ")") != std::string::npos;
  });
  QVERIFY2(held > 0 && motion.stopReason.find(" (c") != std::string::npos, motion.stopReason.c_str());
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

/// A disc falls on a box that stands on the floor, beside two boxes that stand on each other: the impact has
/// the contacts of the first box alone, and the others do not move by a bit.
void TestScalesAndIslands::anImpactIsOfTheContactsThatItReaches() {
  std::vector<Body> bodies{square("hit", 1), square("low", 1), square("high", 3), disc("disc", 2, half),
                           wall("floor", {0, 1, 0})};
  const Mechanism mechanism = plane(std::move(bodies), 0.5, 0.5);
  VectorXd q(12);
  q << 0, half, 0, 1, half, 0, 1.03, 3 * half, 0, 0.01, 3 * half + 0.2, 0;
  const Trajectory motion = runMotion(mechanism, atRest(mechanism, q), {.duration = 0.4, .step = 2e-3});
  QVERIFY(motion.complete);
  QVERIFY(!motion.impacts.empty());
  for (const int contact : motion.impacts[0].contacts) {
    const auto& body = mechanism.contacts()[static_cast<std::size_t>(contact)].body;
    QVERIFY(std::ranges::find(body, 0) != body.end());
  }
  QVERIFY(motion.impacts[0].contacts.size() >= 3);  // two corners, and the disc
  QCOMPARE(VectorXd(motion.configuration(0.4).segment(3, 6)), VectorXd(q.segment(3, 6)));
}

/// A box slides on the floor without friction, from the start of its motor on. The start falls into a step,
/// on its end, and next to that by rounding and by decades.
void TestScalesAndIslands::aMotorThatStartsWithinAStepIsExact() {
  constexpr double force = 3, mass = 2, end = 0.2;
  for (const double start : {0.0537, 0.06, 0.1})
    for (const double shift :
         {0.0, 1e-17, -1e-17, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, 1e-4})
      for (const double step : {0.1, 0.02, 0.01, 0.003}) {
        Motor motor{.coordinate = 0};
        motor.start = start + shift;
        motor.torque = [](double) { return OverTime{force, 0}; };
        JointForces forces;
        forces.motors = {motor};
        const Mechanism mechanism =
            plane({square("box", mass), wall("floor", {0, 1, 0})}, 0, 0, std::move(forces));
        std::size_t observed = 0;
        MotionOptions options{.duration = end, .step = step};
        options.observe = [&](const ObservedState&) { ++observed; };
        const VectorXd q = Vector3d(2, half, 0);
        const Trajectory motion = runMotion(mechanism, atRest(mechanism, q), options);
        QVERIFY2(motion.complete, motion.stopReason.c_str());
        const double time = end - motor.start, x = 2 + force / mass * time * time / 2;
        const VectorXd reached = motion.configuration(end);
        QVERIFY2(std::abs(reached[0] - x) < 1e-13, qPrintable(QString::number(reached[0] - x)));
        QVERIFY((reached.tail(2) - q.tail(2)).lpNorm<Eigen::Infinity>() < 1e-13);
        // The start of the motor is no end of a step of the grid.
        QCOMPARE(observed, static_cast<std::size_t>(std::ceil(end / step - 1e-6)) + 1);
      }
}

/// A spring presses a ball at 4000 m/s² against a wall, and lets it come with 1 m/s: faster than the bounces
/// of a step may be, so that it hits, with Newton's e, and only its last bounces settle.
void TestScalesAndIslands::fastMeetingsAreImpactsWhateverPresses() {
  constexpr double mass = 1, speed = 1, e = 0.5, step = 2e-3, press = 4000;
  Body ball = disc("ball", mass, half);
  ball.joints = {examples::slide(Vector3d::UnitX(), "x")};
  JointForces forces;
  forces.springs = {{0, press, half - 1}};  // the force at the wall is press · 1 m
  Mechanism mechanism({ball, wall("wall", {1, 0, 0})}, {{"c", {0, 1}, {}, {}, 0, e}}, Vector3d::Zero(),
                      std::move(forces));
  const State initial{0, VectorXd::Constant(1, half + 1e-5), VectorXd::Constant(1, -mass * speed)};
  const Trajectory motion = runMotion(mechanism, initial, {.duration = 0.02, .step = step});
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  QVERIFY(!motion.impacts.empty());
  const ImpactEvent& first = motion.impacts[0];
  QVERIFY(std::abs(first.energyAfter - e * e * first.energyBefore) < 1e-12);
  // What settles meets with a hundredth of the size of the ball in a step at most.
  const double slow = 0.01 * half / step;
  QVERIFY2(motion.settledLoss <= 0.5 * mass * slow * slow, qPrintable(QString::number(motion.settledLoss)));
}

void TestScalesAndIslands::slowMeetingsOfDeadContactsSettleInCrowdsOnly_data() {
  QTest::addColumn<int>("below");
  QTest::addColumn<double>("speed");
  QTest::addColumn<bool>("isImpact");
  QTest::newRow("on a stack of five, slow") << 5 << 0.04 << false;
  QTest::newRow("on a stack of five, fast") << 5 << 0.12 << true;
  QTest::newRow("on a stack of nine, slow") << 9 << 0.07 << false;
  QTest::newRow("on a stack of three, slow") << 3 << 0.04 << true;
  QTest::newRow("on the floor, slow") << 0 << 0.04 << true;
}

/// A disc falls on a stack of discs with e = 0, and is at rest from there on: all of its m g d is gone, by
/// whatever way.
void TestScalesAndIslands::slowMeetingsOfDeadContactsSettleInCrowdsOnly() {
  QFETCH(int, below);
  QFETCH(double, speed);
  QFETCH(bool, isImpact);
  constexpr double mass = 1.5;
  const double drop = speed * speed / (2 * fallAcceleration);
  std::vector<Body> bodies;
  VectorXd q = VectorXd::Zero(below + 1);
  for (int i = 0; i <= below; ++i) {
    bodies.push_back(disc("d" + std::to_string(i), mass, half));
    bodies.back().joints = {examples::slide(Vector3d::UnitY(), "y")};
    q[i] = (2 * i + 1) * half;
  }
  const VectorXd rest = q;
  q[below] += drop;
  bodies.push_back(wall("floor", {0, 1, 0}));
  const Mechanism mechanism = plane(std::move(bodies), 0, 0);
  double first = std::nan(""), wrong = 0, deepest = 0, wasted = 0;
  MotionOptions options{.duration = 0.1, .step = 1e-3};
  options.observe = [&](const ObservedState& state) {
    const double E = 0.5 * state.p.squaredNorm() / mass + mechanism.potentialEnergy(state.q);
    if (std::isnan(first)) first = E;
    wasted = state.flow.impact + state.flow.friction;
    wrong = std::max(wrong, std::abs(E - first - state.flow.given()));
    deepest = std::min(deepest, mechanism.gaps(state.q).minCoeff());
  };
  const Trajectory motion = runMotion(mechanism, atRest(mechanism, q), options);
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  QCOMPARE(motion.impacts.size(), std::size_t{isImpact ? 1u : 0u});
  QCOMPARE(motion.settlings.empty(), isImpact);  // the stack may open and settle with it
  QVERIFY(std::abs(wasted - mass * fallAcceleration * drop) < 1e-9);
  QVERIFY((motion.configuration(0.1) - rest).lpNorm<Eigen::Infinity>() < 2e-9);
  QVERIFY(motion.velocity(0.1).lpNorm<Eigen::Infinity>() < 1e-9);
  QVERIFY2(wrong < 1e-9, qPrintable(QString::number(wrong)));
  QVERIFY2(deepest > -2e-9, qPrintable(QString::number(deepest)));
}

/// W and Z of the trees against the whole inverse of M, for chains and free bodies in mixed order, of which
/// springs between points connect some.
void TestScalesAndIslands::treesGiveTheWholeInverse() {
  for (unsigned seed = 0; seed < 20; ++seed) {
    examples::Random random(seed);
    std::vector<Body> bodies;
    for (int i = 0; i < 6; ++i) {
      Body body = disc("b" + std::to_string(i), 1 + i, half);
      if (i > 1 && random() > 0.3) {  // a chain goes on, with bodies of others between its own
        body.parent = i - 2;
        body.joints = {examples::turn(Vector3d::UnitZ(), "angle")};
        body.origin = Vector3d(0.3, 0.1, 0);
      }
      bodies.push_back(body);
    }
    JointForces forces;
    if (seed % 2 == 1)
      forces.pointSprings = {{{BodyPoint{0, Vector3d::Zero()}, BodyPoint{3, Vector3d::Zero()}}, 10, 0.1}};
    const Mechanism mechanism = plane(std::move(bodies), 0, 1, std::move(forces));
    const int n = mechanism.dof();
    const VectorXd q = random.vector(n);
    const Eigen::MatrixXd M = mechanism.massMatrix(q);
    std::vector<int> contacts;
    for (int c = 0; c < static_cast<int>(mechanism.contacts().size()); ++c)
      if (random() > 0.2) contacts.push_back(c);
    Eigen::MatrixXd C(static_cast<Eigen::Index>(contacts.size()), n);
    ContactFrames frames(mechanism);
    frames.place(q);
    ContactRows rows;
    frames.layOut(contacts, 1, rows);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      C.row(static_cast<Eigen::Index>(i)) = mechanism.normal(contacts[i], q);
      frames.rows(contacts[i], frames.face(contacts[i]), rows, static_cast<int>(i));
    }
    ContactTrees trees(mechanism, 1);
    trees.gather(contacts);
    Eigen::MatrixXd W;
    trees.invert(
        rows,
        [&](std::span<const int> tree, VectorXd& x) {
          const std::vector<int> at(tree.begin(), tree.end());
          x(at) = M(at, at).llt().solve(VectorXd(x(at))).eval();
        },
        W);
    const Eigen::MatrixXd Z = M.llt().solve(C.transpose());
    QVERIFY((W - C * Z).lpNorm<Eigen::Infinity>() < 1e-12 * (1 + W.lpNorm<Eigen::Infinity>()));
    for (std::size_t i = 0; i < contacts.size(); ++i)
      for (std::size_t j = 0; j < contacts.size(); ++j)
        if (trees.islands()[i] != trees.islands()[j])
          QCOMPARE(W(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)), 0.0);
    const VectorXd z = random.vector(static_cast<int>(contacts.size()));
    VectorXd v = VectorXd::Zero(n);
    trees.addMotion(z, v);
    QVERIFY((v - Z * z).lpNorm<Eigen::Infinity>() < 1e-12 * (1 + v.lpNorm<Eigen::Infinity>()));
  }
}

/// Drops of six boxes: what closes in a step that another closing cuts short is seen, too; in drop 28 it
/// would be 87 µm deep.
void TestScalesAndIslands::droppedBoxesHardlyOverlap() {
  for (const unsigned seed : {0, 1, 2, 3, 4, 5, 28, 33, 60, 71}) {
    examples::Random random(seed);
    std::vector<Body> bodies;
    VectorXd q(18);
    double top = 0.2;
    for (int i = 0; i < 6; ++i) {
      const double width = 0.13 + 0.05 * random(), height = 0.13 + 0.05 * random();
      Body box = square("b" + std::to_string(i), random() > 0.7 ? 20 : 1 + 0.5 * random());
      box.shapes = {boxHull({width, height, 0})};
      box.inertia = box.mass * (width * width + height * height) / 3 * Eigen::Matrix3d::Identity();
      const double radius = std::hypot(width, height);
      q.segment<3>(3 * i) << 0.1 * random(), top + radius, random();
      top += 2 * radius + 0.02;
      bodies.push_back(box);
    }
    bodies.push_back(wall("floor", {0, 1, 0}));
    bodies.push_back({"left", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitX(), -0.5}}});
    bodies.push_back({"right", -1, Vector3d::Zero(), {}, 0, {HalfSpace{-Vector3d::UnitX(), -0.5}}});
    const Mechanism mechanism = plane(std::move(bodies), 0.6, 0.2);
    double deepest = 0, worst = 0, first = std::nan(""), scale = 0;
    MotionOptions options{.duration = 1, .maxImpacts = 20'000, .step = 2e-3, .mostNodes = 2};
    options.observe = [&](const ObservedState& state) {
      deepest = std::min(deepest, mechanism.gaps(state.q).minCoeff());
      const double kinetic = 0.5 * state.p.dot(mechanism.massMatrix(state.q).llt().solve(state.p));
      const double E = kinetic + mechanism.potentialEnergy(state.q);
      if (std::isnan(first)) first = E;
      scale = std::max(scale, kinetic);
      worst = std::max(worst, std::abs(E - first - state.flow.given()));
    };
    const Trajectory motion = runMotion(mechanism, atRest(mechanism, q), options);
    const QString what = QString("%1: overlap %2 m, energy %3").arg(seed).arg(deepest).arg(worst / scale);
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    QVERIFY2(deepest > -1e-5 && worst < 1e-3 * scale, qPrintable(what));
  }
}

/// Cubes that fall 1 cm onto each other, a little tilted: they rock on corners and edges, with up to seven
/// contacts on a face, more than a wrench determines.
void TestScalesAndIslands::tiltedBoxesInSpaceSettleOnEachOther() {
  constexpr int count = 3;
  examples::Random random(1);
  std::vector<Body> bodies;
  VectorXd q = VectorXd::Zero(6 * count);
  for (int i = 0; i < count; ++i) {
    Body box = square("b" + std::to_string(i), 1);
    box.shapes = {boxHull(Vector3d::Constant(half))};
    box.joints = examples::space();
    bodies.push_back(box);
    q.segment<3>(6 * i) << 0.01 * random(), half + 0.01 + i * (2 * half + 0.02), 0;
    q.segment<3>(6 * i + 3) = 0.05 * random.vector();
  }
  bodies.push_back(wall("floor", {0, 1, 0}));
  std::vector<ContactPair> contacts;
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b <= count; ++b)
      for (const auto& part : contactParts(bodies[static_cast<std::size_t>(a)].shapes[0],
                                           bodies[static_cast<std::size_t>(b)].shapes[0], false))
        contacts.push_back({"c" + std::to_string(contacts.size()), {a, b}, {}, part, 0.5, 0.2});
  const Mechanism mechanism(std::move(bodies), std::move(contacts), Vector3d(0, -fallAcceleration, 0));
  double deepest = 0, worst = 0, first = std::nan("");
  MotionOptions options{.duration = 0.4, .maxImpacts = 20'000, .step = 2e-3, .mostNodes = 2};
  options.observe = [&](const ObservedState& state) {
    deepest = std::min(deepest, mechanism.gaps(state.q).minCoeff());
    const double E = 0.5 * state.p.dot(mechanism.massMatrix(state.q).llt().solve(state.p)) +
                     mechanism.potentialEnergy(state.q);
    if (std::isnan(first)) first = E;
    worst = std::max(worst, std::abs(E - first - state.flow.given()));
  };
  const Trajectory motion = runMotion(mechanism, atRest(mechanism, q), options);
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  QVERIFY2(deepest > -1e-7 && worst < 1e-5, qPrintable(QString("%1 m, %2 J").arg(deepest).arg(worst)));
  // The cubes stand on each other: their centres are half edges over the faces below.
  const VectorXd end = motion.configuration(0.4);
  for (int i = 0; i < count; ++i)
    QVERIFY2(std::abs(end[6 * i + 1] - half * (2 * i + 1)) < 1e-3,
             qPrintable(QString::number(end[6 * i + 1])));
}

CAROM_TEST(TestScalesAndIslands);
#include "tst_scales_and_islands.moc"
