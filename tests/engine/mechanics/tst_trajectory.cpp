#include <QtTest>
#include <cmath>
#include <random>

#include "base/number_text.h"
#include "impact/reflection.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

Joint along(const Vector3d& axis, const char* name) {
  return {Prismatic{axis}, name};
}
const Joint x = along(Vector3d::UnitX(), "x"), y = along(Vector3d::UnitY(), "y");

Body wall(const char* name, const Vector3d& normal, double offset) {
  return {name, -1, Vector3d::Zero(), {}, 0, {HalfSpace{normal, offset}}};
}

/// 16 balls in a square box of half-spaces, every pair a contact.
Mechanism box(const Vector3d& gravity = Vector3d::Zero()) {
  std::vector<Body> bodies;
  for (int i = 0; i < 16; ++i)
    bodies.push_back({"ball" + std::to_string(i),
                      -1,
                      Vector3d::Zero(),
                      {x, y},
                      1 + 0.1 * i,
                      {Ball{0.05 + 0.01 * (i % 5)}}});
  bodies.push_back(wall("left", Vector3d::UnitX(), 0));
  bodies.push_back(wall("right", -Vector3d::UnitX(), -1.2));
  bodies.push_back(wall("floor", Vector3d::UnitY(), 0));
  bodies.push_back(wall("ceiling", -Vector3d::UnitY(), -1.2));
  std::vector<ContactPair> contacts;
  for (int a = 0; a < 16; ++a)
    for (int b = a + 1; b < 20; ++b)
      contacts.push_back({std::to_string(a) + '-' + std::to_string(b), {a, b}, {}});
  return {std::move(bodies), std::move(contacts), gravity};
}

State boxState(const Mechanism& mechanism, unsigned seed) {
  std::mt19937 engine(seed);
  State state{0, VectorXd(32), VectorXd(32)};
  VectorXd v(32);
  for (int i = 0; i < 16; ++i) {
    state.q[2 * i] = 0.15 + 0.3 * (i % 4);
    state.q[2 * i + 1] = 0.15 + 0.3 * (i / 4);
  }
  for (double& speed : v) speed = 2.0 * (static_cast<double>(engine()) / 4294967295.0) - 1.0;
  state.p = mechanism.massMatrix(state.q) * v;
  return state;
}

/// A ball of radius 0.1 above a floor under gravity.
Mechanism bouncing() {
  return {{{"ball", -1, Vector3d::Zero(), {y}, 2, {Ball{0.1}}}, wall("floor", Vector3d::UnitY(), 0)},
          {{"ball-floor", {0, 1}, {}}},
          Vector3d(0, -9.81, 0)};
}

double energy(const Mechanism& mechanism, const VectorXd& q, const VectorXd& v) {
  return 0.5 * v.dot(mechanism.massMatrix(q) * v) + mechanism.potentialEnergy(q);
}

State at(double q, double p) {
  return {0, VectorXd::Constant(1, q), VectorXd::Constant(1, p)};
}

}  // namespace

class TestTrajectory : public QObject {
  Q_OBJECT
 private slots:
  void energyIsKeptOverAThousandImpacts_data();
  void energyIsKeptOverAThousandImpacts();
  void noBallEverOverlaps();
  void momentumAlongTheLineIsKept();
  void reversedMotionReturns();
  void galperinCountsDigitsWithGapsToo_data();
  void galperinCountsDigitsWithGapsToo();
  void bouncesComeAtTheTimesOfFreeFall();
  void nothingTunnelsAtAnySpeed();
  void simultaneousContactsMakeOneImpact();
  void openingContactsAreNotHitAgain();
  void aContactThatOpensUnderGravityClosesAgain();
  void firstWordDecidesTheInitialImpact();
  void leadInArrivesAtTheInitialState();
  void leadInStopsAtAnEarlierContact();
  void separatingContactsHaveNoLeadIn();
  void jammedImpactsEndTheRun();
  void lastingContactGoesOnInSteps();
  void limitsAndCancellingKeepWhatWasComputed();
  void aStepThatIsSearchedForLongIsCancelledInside();
  void flightsAndImpactsAlternate();
};

void TestTrajectory::energyIsKeptOverAThousandImpacts_data() {
  QTest::addColumn<double>("gravity");
  QTest::newRow("free") << 0.0;
  QTest::newRow("gravity") << -9.81;
}

void TestTrajectory::energyIsKeptOverAThousandImpacts() {
  QFETCH(double, gravity);
  const Mechanism mechanism = box(Vector3d(0, gravity, 0));
  const State initial = boxState(mechanism, 7);
  const Trajectory motion = runMotion(mechanism, initial, {.duration = 1e3, .maxImpacts = 1000});
  QCOMPARE(motion.impacts.size(), std::size_t{1000});
  const double before = energy(mechanism, initial.q, motion.flights[0].v);
  for (const FreeFlight& flight : motion.flights)
    QVERIFY(std::abs(energy(mechanism, flight.q, flight.v) - before) <= 1e-12 * std::abs(before));
}

void TestTrajectory::noBallEverOverlaps() {
  const Mechanism mechanism = box(Vector3d(0, -2, 0));
  const Trajectory motion = runMotion(mechanism, boxState(mechanism, 8), {.duration = 3});
  QVERIFY(motion.complete);
  QVERIFY(motion.impacts.size() > 50);
  for (int k = 0; k <= 3000; ++k) {
    const VectorXd q = motion.configuration(k * 1e-3);
    for (int i = 0; i < static_cast<int>(mechanism.contacts().size()); ++i)
      QVERIFY(mechanism.gap(i, q) > -closedGap);
  }
  for (const ImpactEvent& impact : motion.impacts)
    for (const ContactLabel& label : impact.labels) QVERIFY(std::abs(label.gap) <= closedGap);
}

void TestTrajectory::momentumAlongTheLineIsKept() {
  const auto scene = Scene::open("converging-line")->instantiate({{"growth", "0.7"}, {"n", "6"}});
  const Trajectory motion = runMotion(*scene.mechanism, scene.initial, {.duration = 5});
  QVERIFY(motion.complete);
  for (std::size_t i = 0; i < motion.impacts.size(); ++i) {
    const Eigen::MatrixXd momenta = wholeImpact(*scene.mechanism, motion, i).momenta;
    for (const auto& p : momenta.colwise())
      QVERIFY(std::abs(p.sum() - scene.initial.p.sum()) < 1e-13 * scene.initial.p.lpNorm<1>());
  }
}

void TestTrajectory::reversedMotionReturns() {
  const Mechanism mechanism = box(Vector3d(0, -1, 0));
  const State initial = boxState(mechanism, 9);
  const double T = 0.35;  // some 20 impacts; later the balls' chaos magnifies rounding
  const Trajectory there = runMotion(mechanism, initial, {.duration = T});
  QVERIFY(there.impacts.size() > 10);
  const State turned{0, there.configuration(T), -mechanism.massMatrix(initial.q) * there.velocity(T)};
  const Trajectory back = runMotion(mechanism, turned, {.duration = T});
  QCOMPARE(back.impacts.size(), there.impacts.size());
  QVERIFY((back.configuration(T) - initial.q).norm() < 1e-9);
  QVERIFY((mechanism.massMatrix(initial.q) * back.velocity(T) + initial.p).norm() < 1e-8);
}

void TestTrajectory::galperinCountsDigitsWithGapsToo_data() {
  QTest::addColumn<int>("digits");
  QTest::addColumn<int>("collisions");
  QTest::newRow("3") << 0 << 3;
  QTest::newRow("31") << 1 << 31;
  QTest::newRow("314") << 2 << 314;
}

void TestTrajectory::galperinCountsDigitsWithGapsToo() {
  QFETCH(int, digits);
  QFETCH(int, collisions);
  const auto scene = Scene::open("galperin")->instantiate({{"digits", std::to_string(digits)}});
  State open = scene.initial;
  open.q += Eigen::Vector2d(0.37, 1.13);
  const Trajectory motion = runMotion(*scene.mechanism, open, {.duration = 1e4});
  QVERIFY(motion.complete);
  QCOMPARE(motion.impacts.size(), static_cast<std::size_t>(collisions));
  for (const ImpactEvent& impact : motion.impacts) QCOMPARE(impact.word.size(), std::size_t{1});
}

void TestTrajectory::bouncesComeAtTheTimesOfFreeFall() {
  const double h = 1.7, g = 9.81;
  const Trajectory motion = runMotion(bouncing(), at(0.1 + h, 0), {.duration = 20});
  QVERIFY(motion.impacts.size() > 10);
  for (std::size_t n = 0; n < motion.impacts.size(); ++n) {
    const double expected = (2.0 * static_cast<double>(n) + 1) * std::sqrt(2 * h / g);
    QVERIFY(std::abs(motion.impacts[n].time - expected) < 1e-12 * (1 + expected));
  }
}

void TestTrajectory::nothingTunnelsAtAnySpeed() {
  const Mechanism mechanism({{"bullet", -1, Vector3d::Zero(), {x, y}, 1, {Ball{1e-3}}},
                             {"target", -1, Vector3d::Zero(), {x, y}, 1, {Ball{1e-3}}}},
                            {{"hit", {0, 1}, {}}}, Vector3d::Zero());
  for (const double speed : {1e-3, 1.0, 1e3, 1e6, 1e9}) {
    State state{0, Eigen::Vector4d(-10, 0, 0, 1e-3), Eigen::Vector4d(speed, 0, 0, 0)};
    const Trajectory motion = runMotion(mechanism, state, {.duration = 1e5});
    QCOMPARE(motion.impacts.size(), std::size_t{1});
    const double expected = (10 - std::sqrt(3.0) * 1e-3) / speed;
    QVERIFY(std::abs(motion.impacts[0].time - expected) < 1e-13 * (1 + expected));
  }
}

void TestTrajectory::simultaneousContactsMakeOneImpact() {
  const auto scene = Scene::open("billiard-break")->instantiate({{"theta", "100deg"}});
  State earlier = scene.initial;
  earlier.q[4] -= 0.5;  // c starts half a metre further back
  const Trajectory motion = runMotion(*scene.mechanism, earlier, {.duration = 1});
  QVERIFY(!motion.impacts.empty());
  QCOMPARE(motion.impacts[0].contacts, (std::vector<int>{0, 1}));
  QVERIFY(std::abs(motion.impacts[0].time - 0.5) < 1e-13);
}

void TestTrajectory::openingContactsAreNotHitAgain() {
  const auto scene = Scene::open("newtons-cradle")->instantiate();
  const Trajectory motion = runMotion(*scene.mechanism, scene.initial, {.duration = 100});
  QVERIFY(motion.complete);
  QCOMPARE(motion.impacts.size(), std::size_t{1});
  QVERIFY((motion.velocity(100) - VectorXd::Unit(5, 4)).norm() < 1e-14);
}

void TestTrajectory::aContactThatOpensUnderGravityClosesAgain() {
  const double speed = 3;
  const Trajectory motion = runMotion(bouncing(), at(0.1, 2 * speed), {.duration = 2.5});
  QCOMPARE(motion.impacts.size(), std::size_t{4});
  QVERIFY(std::abs(motion.impacts[0].time - 2 * speed / 9.81) < 1e-13);
}

void TestTrajectory::firstWordDecidesTheInitialImpact() {
  const auto scene = Scene::open("billiard-break")->instantiate({{"theta", "120deg"}});
  const auto run = [&](Word word) {
    return runMotion(*scene.mechanism, scene.initial, {.duration = 0.01, .firstWord = std::move(word)});
  };
  const Trajectory acFirst = run({0, 1}), bcFirst = run({1, 0});
  QCOMPARE(acFirst.impacts[0].word, (Word{0, 1}));
  QCOMPARE(bcFirst.impacts[0].word, (Word{1, 0}));
  // The two are mirror images: a ↔ b, y ↔ −y.
  const VectorXd v = acFirst.velocity(0.01), w = bcFirst.velocity(0.01);
  for (const auto& [i, j, sign] :
       {std::tuple{0, 2, 1}, {1, 3, -1}, {2, 0, 1}, {3, 1, -1}, {4, 4, 1}, {5, 5, -1}})
    QVERIFY(std::abs(v[i] - sign * w[j]) < 1e-14);
  QVERIFY((v - w).norm() > 0.1);
  // A word that stops early is completed by the policy.
  QCOMPARE(run({0}).impacts[0].word, (Word{0, 1}));
}

void TestTrajectory::leadInArrivesAtTheInitialState() {
  const auto scene = Scene::open("billiard-break")->instantiate();
  const Trajectory motion = runMotion(*scene.mechanism, scene.initial, {.duration = 0.1, .leadIn = 0.25});
  QCOMPARE(motion.start(), -0.25);
  QCOMPARE(motion.flights[0].end, 0.0);
  QCOMPARE(motion.impacts[0].time, 0.0);
  QVERIFY(std::abs(motion.configuration(-0.25)[4] + 0.25) < 1e-15);
  QVERIFY((motion.configuration(-1e-300) - scene.initial.q).norm() < 1e-15);
}

void TestTrajectory::leadInStopsAtAnEarlierContact() {
  // The ball left the floor √(2h/g)… before it reached this height at this speed.
  const double rise = 0.2, speed = 3, g = 9.81;
  const double before = std::sqrt(speed * speed + 2 * g * rise);
  const Trajectory motion = runMotion(bouncing(), at(0.1 + rise, 2 * speed), {.duration = 0.1, .leadIn = 10});
  QVERIFY(std::abs(motion.start() + (before - speed) / g) < 1e-13);
  QVERIFY(std::abs(motion.configuration(motion.start())[0] - 0.1) < 1e-14);
}

void TestTrajectory::separatingContactsHaveNoLeadIn() {
  QCOMPARE(runMotion(bouncing(), at(0.1, 1), {.duration = 0.1, .leadIn = 1}).start(), 0.0);
}

void TestTrajectory::jammedImpactsEndTheRun() {
  const auto scene = Scene::open("trapped-ball")->instantiate();
  const Trajectory motion = runMotion(*scene.mechanism, scene.initial, {.duration = 1, .leadIn = 1});
  QVERIFY(!motion.complete);
  QCOMPARE(motion.stoppedAt, 0.0);
  QCOMPARE(motion.stopReason, std::string("jammed: ball-left, ball-right"));
  QCOMPARE(motion.configuration(0.5), scene.initial.q);
}

void TestTrajectory::lastingContactGoesOnInSteps() {
  const Trajectory motion = runMotion(bouncing(), at(0.1, 0), {.duration = 1});
  QVERIFY(motion.complete && motion.impacts.empty());
  QCOMPARE(motion.flights.size(), std::size_t{1});
  for (int k = 0; k <= 100; ++k) QVERIFY(std::abs(motion.configuration(0.01 * k)[0] - 0.1) < 2e-9);
  QVERIFY(std::abs(motion.configuration(1)[0] - 0.1) < 1e-14);
}

void TestTrajectory::limitsAndCancellingKeepWhatWasComputed() {
  const Mechanism mechanism = box();
  const Trajectory limited =
      runMotion(mechanism, boxState(mechanism, 10), {.duration = 1e3, .maxImpacts = 5});
  QVERIFY(!limited.complete);
  QCOMPARE(limited.impacts.size(), std::size_t{5});
  QCOMPARE(limited.stopReason, std::string("more than 5 impacts"));
  QVERIFY(limited.stoppedAt > limited.impacts[4].time);

  // Of many the last ones are told: which contacts hit how often, and that nothing rests where none has a
  // loss.
  const Trajectory many = runMotion(bouncing(), at(0.2, 0), {.duration = 1e3, .maxImpacts = 40});
  QCOMPARE(many.impacts.size(), std::size_t{40});
  const std::string within = roundedText(many.impacts[39].time - many.impacts[36].time);
  QCOMPARE(many.stopReason, "more than 40 impacts, the last 4 of them within " + within +
                                " s: " + many.impacts[0].labels[0].name +
                                " 4; with a restitution of 1 they never come to rest");

  std::stop_source stop;
  stop.request_stop();
  const Trajectory cancelled =
      runMotion(mechanism, boxState(mechanism, 10), {.duration = 1e3}, stop.get_token());
  QCOMPARE(cancelled.stopReason, std::string("cancelled"));
  QCOMPARE(cancelled.end(), 0.0);
}

/// At 10⁹ rad/s the corners pass the floor millions of times in one step, any of which may be the first.
void TestTrajectory::aStepThatIsSearchedForLongIsCancelledInside() {
  const SceneInstance scene = Scene::open("tumbling-box")->instantiate({{"tilt", "1e9"}});
  std::stop_source stop;
  int reports = 0;
  double reached = -1;
  const auto report = [&](double share) {
    reached = share;
    if (++reports == 5) stop.request_stop();
  };
  const MotionOptions options{.duration = 4, .step = 0.08, .progress = report};
  const Trajectory motion = runMotion(*scene.mechanism, scene.initial, options, stop.get_token());
  QCOMPARE(motion.stopReason, std::string("cancelled"));
  QCOMPARE(reports, 5);
  QCOMPARE(reached, 0.0);
  QCOMPARE(motion.end(), 0.0);
}

void TestTrajectory::flightsAndImpactsAlternate() {
  const Mechanism mechanism = box();
  const Trajectory motion = runMotion(mechanism, boxState(mechanism, 11), {.duration = 2});
  QCOMPARE(motion.flights.size(), motion.impacts.size() + 1);
  for (std::size_t i = 0; i < motion.impacts.size(); ++i) {
    const ImpactEvent& impact = motion.impacts[i];
    QCOMPARE(motion.flights[i].end, impact.time);
    QCOMPARE(motion.flights[i + 1].start, impact.time);
    const WholeImpact whole = wholeImpact(mechanism, motion, i);
    QCOMPARE(whole.momenta.cols(), static_cast<Eigen::Index>(impact.word.size()) + 1);
    QVERIFY(!impact.word.empty());
    QCOMPARE(motion.flightAt(impact.time), static_cast<int>(i) + 1);
    QVERIFY((motion.configuration(impact.time) - whole.q).norm() < 1e-15);
  }
  QCOMPARE(motion.end(), 2.0);
}

CAROM_TEST(TestTrajectory);
#include "tst_trajectory.moc"
