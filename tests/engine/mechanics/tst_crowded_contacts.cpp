// Contacts that close at the ends of steps, close together in time, or settle: closed forms, energies and
// work.
#include <QtTest>
#include <cmath>

#include "mechanics/contact/core_overlap.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double g = 9.81, radius = 0.05;

Body disc(const std::string& name) {
  Body made{name, -1, Vector3d::Zero(), plane(), 1, {Ball{radius}}};
  made.inertia = 0.5 * radius * radius * Eigen::Matrix3d::Identity();
  return made;
}

/// Three discs in a row, the last two in touch.
Mechanism row() {
  return {{disc("a"), disc("b"), disc("c")}, {{"ab", {0, 1}, {}}, {"bc", {1, 2}, {}}}, Vector3d::Zero()};
}

/// Pendulums of length 1 with point masses in a row.
Mechanism cradle(int count, double gap, double e) {
  std::vector<Body> bodies;
  std::vector<ContactPair> contacts;
  for (int i = 0; i < count; ++i) {
    Body ball{
        "b" + std::to_string(i),   -1, {i * (2 * radius + gap), 0, 0}, {turn(Vector3d::UnitZ(), "angle")}, 1,
        {Ball{radius, {0, -1, 0}}}};
    ball.centreOfMass = {0, -1, 0};
    bodies.push_back(ball);
    if (i == 0) continue;
    ContactPair pair{"c" + std::to_string(i), {i - 1, i}, {}};
    pair.coefficients.restitution = e;
    contacts.push_back(pair);
  }
  return {std::move(bodies), std::move(contacts), {0, -g, 0}};
}

/// A disc between two walls at ±(radius + play/2).
Mechanism slot(double play, double e) {
  const double wall = -(radius + 0.5 * play);
  std::vector<Body> bodies{disc("a"),
                           {"left", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitX(), wall}}},
                           {"right", -1, Vector3d::Zero(), {}, 0, {HalfSpace{-Vector3d::UnitX(), wall}}}};
  std::vector<ContactPair> contacts{{"left", {0, 1}, {}}, {"right", {0, 2}, {}}};
  for (ContactPair& pair : contacts) pair.coefficients.restitution = e;
  return {std::move(bodies), std::move(contacts), Vector3d::Zero()};
}

/// Boxes in space over a floor, tilted and turning.
Mechanism boxes(int count, examples::Random& random, VectorXd& q, VectorXd& v) {
  std::vector<Body> bodies;
  q = v = VectorXd::Zero(6 * count);
  double top = 0.1;
  for (int i = 0; i < count; ++i) {
    const Vector3d half = Vector3d(0.14, 0.14, 0.14) + 0.06 * random.vector();
    Body box{"b" + std::to_string(i), -1, Vector3d::Zero(), space(), 1 + 0.5 * random(), {boxHull(half)}};
    const Vector3d squares = half.cwiseAbs2();
    box.inertia =
        box.mass / 3 * (squares.sum() * Eigen::Matrix3d::Identity() - squares.asDiagonal().toDenseMatrix());
    bodies.push_back(box);
    top += half.norm();
    q.segment<3>(6 * i) = Vector3d(0.1 * random(), top, 0.1 * random());
    q.segment<3>(6 * i + 3) = 1.5 * random.vector();
    v.segment<3>(6 * i + 3) = 3 * random.vector();
    top += half.norm() + 0.02;
  }
  bodies.push_back({"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}});
  std::vector<ContactPair> contacts;
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b <= count; ++b)
      for (const auto& part : contactParts(bodies[static_cast<std::size_t>(a)].shapes[0],
                                           bodies[static_cast<std::size_t>(b)].shapes[0], false))
        contacts.push_back({"c" + std::to_string(contacts.size()), {a, b}, {}, part, 0.6, 0.2});
  return {std::move(bodies), std::move(contacts), {0, -g, 0}};
}

double kineticEnergy(const Mechanism& mechanism, const VectorXd& q, const VectorXd& v) {
  return 0.5 * v.dot(mechanism.massMatrix(q) * v);
}

}  // namespace

class TestCrowdedContacts : public QObject {
  Q_OBJECT
 private slots:
  void aContactThatClosesAtTheEndOfAStepCollides();
  void aRunThatEndsAtAnImpactHasIt();
  void closeElasticHitsKeepTheEnergy();
  void playBetweenWallsDecaysByTheRestitution_data();
  void playBetweenWallsDecaysByTheRestitution();
  void lowElasticBouncesGoOn();
  void aBallThatSettlesRests_data();
  void aBallThatSettlesRests();
  void droppedBoxesNeverPassThroughEachOther();
};

void TestCrowdedContacts::aContactThatClosesAtTheEndOfAStepCollides() {
  const Mechanism mechanism = row();
  for (int k = 1; k <= 40; ++k)
    for (const double shift : {0.0, 1e-16, -1e-16, 3e-13, 5e-10, 9e-10, 2e-9, 3e-4}) {
      const double gap = 0.01 * k + shift;
      VectorXd q = VectorXd::Zero(9), v = q;
      q[3] = 2 * radius + gap;
      q[6] = 4 * radius + gap;
      v[0] = 1;
      const Trajectory motion = runMotion(mechanism, {0, q, v}, {.duration = 0.5});
      QVERIFY(motion.complete);
      QCOMPARE(motion.impacts.size(), std::size_t{1});
      QVERIFY(std::abs(motion.impacts[0].time - gap) < 1e-12);
      VectorXd after = VectorXd::Zero(9);
      after[6] = 1;  // the last disc goes on alone
      QVERIFY2((motion.velocity(0.5) - after).norm() < 1e-12, qPrintable(QString::number(gap, 'g', 17)));
    }
}

void TestCrowdedContacts::aRunThatEndsAtAnImpactHasIt() {
  const Mechanism stepped = row();
  examples::Random random(3);
  for (int k = 0; k < 50; ++k) {
    const double gap = 0.2 + 0.1 * random(), speed = 1 + 0.5 * random();
    VectorXd q = VectorXd::Zero(9), v = q;
    q[3] = 2 * radius + gap;
    q[6] = q[3] + 2 * radius;
    v[0] = speed;
    const Trajectory whole = runMotion(stepped, {0, q, v}, {.duration = 1});
    QCOMPARE(whole.impacts.size(), std::size_t{1});
    QCOMPARE(runMotion(stepped, {0, q, v}, {.duration = whole.impacts[0].time}).impacts.size(),
             std::size_t{1});
  }
  // In an exact flight, too.
  Body ball{"a", -1, Vector3d::Zero(), {slide(Vector3d::UnitY(), "y")}, 1, {Ball{radius}}};
  const Mechanism falling({ball, {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}}},
                          {{"c", {0, 1}, {}}}, {0, -g, 0});
  for (int k = 0; k < 200; ++k) {
    const State start{0, VectorXd::Constant(1, 1 + 0.9 * random()), VectorXd::Constant(1, random())};
    const Trajectory whole = runMotion(falling, start, {.duration = 2});
    QVERIFY(!whole.impacts.empty());
    const double last = whole.impacts.back().time;
    QCOMPARE(runMotion(falling, start, {.duration = last}).impacts.size(), whole.impacts.size());
  }
}

void TestCrowdedContacts::closeElasticHitsKeepTheEnergy() {
  for (const double gap : {0.0, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4})
    for (const double step : {1e-3, 4e-3}) {
      const Mechanism mechanism = cradle(5, gap, 1);
      VectorXd q = VectorXd::Zero(5);
      q.head(2).setConstant(-0.3);
      const Trajectory motion =
          runMotion(mechanism, {0, q, VectorXd::Zero(5)}, {.duration = 0.6, .step = step});
      QVERIFY(motion.complete);
      const VectorXd v = motion.velocity(0.6), end = motion.configuration(0.6);
      const double E = kineticEnergy(mechanism, end, v) + mechanism.potentialEnergy(end);
      QVERIFY(std::abs(E - mechanism.potentialEnergy(q)) < 2e-2 * step * step);
      // Two came and two go; what micrometres move is within 10 gaps and their turn of the angle.
      QVERIFY2(v.head(3).norm() < 10 * gap + 1e-6, qPrintable(QString::number(gap)));
      QVERIFY(std::abs(v[3] - v[4]) < 10 * gap + 1e-6 && v[4] > 0.8);
    }
}

void TestCrowdedContacts::playBetweenWallsDecaysByTheRestitution_data() {
  QTest::addColumn<double>("play");
  QTest::addColumn<double>("e");
  for (const double play : {1e-6, 1e-4, 1e-3, 1e-2})
    for (const double e : {1.0, 0.99, 0.9}) QTest::addRow("play %g m, e %g", play, e) << play << e;
}

void TestCrowdedContacts::playBetweenWallsDecaysByTheRestitution() {
  QFETCH(double, play);
  QFETCH(double, e);
  const Mechanism mechanism = slot(play, e);
  const VectorXd q = VectorXd::Zero(3);
  const double duration = 60 * play;  // some sixty hits at 1 m/s
  for (const double step : {1e-2, 1e-3, 1e-4}) {
    const Trajectory motion =
        runMotion(mechanism, {0, q, Vector3d(1, 0, 0)}, {.duration = duration, .step = step});
    QVERIFY(motion.complete);
    // Half the play at speed 1, then the play at e, e², …
    double time = 0.5 * play, speed = e;
    std::size_t hits = 0;
    for (; time < duration; ++hits, time += play / speed, speed *= e)
      QVERIFY(std::abs(motion.impacts.at(hits).time - time) < 1e-11);
    QCOMPARE(motion.impacts.size(), hits);
    QVERIFY(std::abs(std::abs(motion.velocity(duration)[0]) - std::pow(e, hits)) < 1e-11);
    QCOMPARE(motion.settlings.size(), std::size_t{0});
  }
}

void TestCrowdedContacts::lowElasticBouncesGoOn() {
  Body ball{"a", -1, Vector3d::Zero(), {slide(Vector3d::UnitY(), "y")}, 1, {Ball{radius}}};
  const Body floor{"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}};
  const Mechanism exact({ball, floor}, {{"c", {0, 1}, {}}}, {0, -g, 0});
  const Mechanism stepped({disc("a"), floor}, {{"c", {0, 1}, {}}}, {0, -g, 0});
  for (const double speed : {1e-2, 1e-3, 1e-4, 3e-5}) {  // down to heights of 5e-11 m
    const double bounce = 2 * speed / g, duration = 50.5 * bounce;
    const Trajectory one = runMotion(exact, {0, VectorXd::Constant(1, radius), VectorXd::Constant(1, speed)},
                                     {.duration = duration});
    QCOMPARE(one.impacts.size(), std::size_t{50});
    const Trajectory other = runMotion(stepped, {0, Vector3d(0, radius, 0), Vector3d(0, speed, 0)},
                                       {.duration = duration, .step = 1e-3});
    QCOMPARE(other.impacts.size(), std::size_t{50});
    QVERIFY(std::abs(one.velocity(duration)[0]) < 1e-6 * speed + 1e-10);  // at the top
    // Gaps are located to 1e-15 m, here over the speed, at every bounce.
    const double drift = std::abs(other.impacts[49].time - 50 * bounce);
    QVERIFY2(drift < 1e-4 * bounce + 50 * 50 * 2e-15 / speed, qPrintable(QString::number(drift / bounce)));
  }
}

void TestCrowdedContacts::aBallThatSettlesRests_data() {
  QTest::addColumn<double>("e");
  QTest::addColumn<double>("friction");
  for (const double e : {0.0, 0.2, 0.5, 0.9})
    for (const double friction : {0.0, 0.3}) QTest::addRow("e %g, μ %g", e, friction) << e << friction;
}

/// A disc that is thrown along a floor bounces without friction, then slides: the time at which its bounces
/// end is known, and from there friction has the time that is left, whatever the step.
void TestCrowdedContacts::aBallThatSettlesRests() {
  QFETCH(double, e);
  QFETCH(double, friction);
  const Body floor{"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}};
  ContactPair pair{"c", {0, 1}, {}};
  pair.coefficients.restitution = e;
  pair.coefficients.friction = friction;
  const Mechanism mechanism({disc("a"), floor}, {pair}, {0, -g, 0});
  const double height = 0.05, impact = std::sqrt(2 * g * height), fall = impact / g;
  const double rest = fall + 2 * fall * e / (1 - e), duration = rest + 0.05;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    const Trajectory motion = runMotion(mechanism, {0, Vector3d(0, radius + height, 0), Vector3d(2, 0, 0)},
                                        {.duration = duration, .step = step});
    QVERIFY(motion.complete);
    const VectorXd v = motion.velocity(duration), q = motion.configuration(duration);
    QVERIFY(std::abs(v[1]) < 1e-9 && std::abs(q[1] - radius) < 1e-9);
    const double missing = std::abs(motion.flow(duration).impact - g * height);
    QVERIFY2(missing < 1e-9, qPrintable(QString::number(missing)));
    // The step in which it settles divides its impulse between two moments, with the friction of one of them.
    const double error = std::abs(v[0] - (2 - friction * g * 0.05));
    QVERIFY2(error < 0.3 * friction * g * step + 1e-10, qPrintable(QString::number(error)));
  }
}

void TestCrowdedContacts::droppedBoxesNeverPassThroughEachOther() {
  for (unsigned seed = 0; seed < 40; ++seed) {
    examples::Random random(seed);
    VectorXd q, v;
    const Mechanism mechanism = boxes(2, random, q, v);
    double deepest = 0, worst = 0, first = HUGE_VAL, scale = 0;
    MotionOptions options{.duration = 0.8, .step = 2e-3, .mostNodes = 2};
    options.observe = [&](const ObservedState& state) {
      deepest = std::max(deepest, coreOverlap(mechanism, mechanism.contacts()[0], state.q));
      const double kinetic = 0.5 * state.p.dot(mechanism.massMatrix(state.q).llt().solve(state.p));
      const double E = kinetic + mechanism.potentialEnergy(state.q);
      if (first == HUGE_VAL) first = E;
      scale = std::max(scale, kinetic);
      worst = std::max(worst, std::abs(E - first - state.flow.given()));
    };
    const Trajectory motion = runMotion(mechanism, {0, q, mechanism.massMatrix(q) * v}, options);
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    QVERIFY2(deepest < 1e-7, qPrintable(QString::number(deepest)));
    QVERIFY2(worst < 1e-4 * scale, qPrintable(QString::number(worst / scale)));
  }
}

CAROM_TEST(TestCrowdedContacts);
#include "tst_crowded_contacts.moc"
