// Pushes: impulses that bodies get from outside during a run, and the energy that they bring.
#include <QtTest>
#include <cmath>

#include "base/random.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "support/scene_runs.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

Push pushOf(const SceneInstance& scene, const char* body, double time, const Vector3d& impulse) {
  return {time, scene.mechanism->bodyIndex(body), impulse};
}

/// j = Jᵀ·impulse from differences of the position of the centre of mass.
VectorXd generalized(const Mechanism& mechanism, const Push& push, const VectorXd& q) {
  constexpr double h = 1e-6;
  VectorXd j(q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const VectorXd step = h * VectorXd::Unit(q.size(), i);
    const Vector3d apart = mechanism.centreOfMass(push.body, mechanism.moved(q, step, 1)) -
                           mechanism.centreOfMass(push.body, mechanism.moved(q, step, -1));
    j[i] = push.impulse.dot(apart) / (2 * h);
  }
  return j;
}

}  // namespace

class TestPushes : public QObject {
  Q_OBJECT
 private slots:
  void thePushIsAnImpulse_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("body");
    QTest::newRow("exact flights") << "billiard-break"
                                   << "a";
    QTest::newRow("steps") << "double-pendulum"
                           << "lower";
    QTest::newRow("in space") << "tumbling-box"
                              << "box";
  }
  /// The velocity jumps by M⁻¹j, q does not, and the energy by v·j + ½ j·M⁻¹j.
  void thePushIsAnImpulse() {
    QFETCH(QString, scene);
    QFETCH(QString, body);
    const SceneInstance opened = Scene::open(scene.toStdString())->instantiate();
    const Mechanism& mechanism = *opened.mechanism;
    carom::Random random(4);
    for (int run = 0; run < 20; ++run) {
      const int which = mechanism.bodyIndex(body.toStdString()) >= 0
                            ? mechanism.bodyIndex(body.toStdString())
                            : static_cast<int>(mechanism.bodies().size()) - 1;
      const Push push{0.011 + 0.002 * run, which,
                      Vector3d(random.normal(), random.normal(), random.normal())};
      const Trajectory motion =
          runMotion(mechanism, opened.initial, {.duration = 0.1, .pushes = {push}, .step = 1e-3});
      QVERIFY(motion.complete);
      QCOMPARE(motion.pushes.size(), std::size_t{1});
      const PushEvent& event = motion.pushes[0];
      QCOMPARE(event.time, push.time);
      const std::size_t after = motion.flights.indexAt(push.time);
      const FreeFlight before = motion.flights[after - 1], next = motion.flights[after];
      const VectorXd q = before.configuration(push.time), v = before.velocity(push.time);
      QVERIFY((next.configuration(push.time) - q).norm() <= 1e-14 * (1 + q.norm()));
      const VectorXd j = generalized(mechanism, push, q), dv = mechanism.massMatrix(q).llt().solve(j);
      const VectorXd jump = next.velocity(push.time) - v;
      QVERIFY2((jump - dv).norm() <= 1e-7 * (1 + dv.norm()), qPrintable(QString::number((jump - dv).norm())));
      const double gained = v.dot(j) + 0.5 * j.dot(dv);
      QVERIFY(std::abs(event.work - gained) <= 1e-7 * (1 + std::abs(gained)));
      QCOMPARE(next.flow.push, event.work);
    }
  }

  void theLedgerClosesAcrossPushes_data() {
    QTest::addColumn<QString>("scene");
    for (const char* scene : {"billiard-break", "double-pendulum", "bouncing-ball", "pen", "newtons-cradle"})
      QTest::newRow(scene) << scene;
  }
  /// E − E₀ is what the pushes gave less what was taken, at each step, to what it is without pushes.
  void theLedgerClosesAcrossPushes() {
    QFETCH(QString, scene);
    const SceneInstance opened = Scene::open(scene.toStdString())->instantiate();
    const Mechanism& mechanism = *opened.mechanism;
    const double first = mechanicalEnergy(mechanism, opened.initial.q, opened.initial.p);
    const auto worstOf = [&](std::vector<Push> pushes) {
      double worst = 0, largest = 1;
      MotionOptions options{.duration = 1, .pushes = std::move(pushes), .step = 5e-4};
      options.observe = [&](const ObservedState& state) {
        const double E = mechanicalEnergy(mechanism, state.q, state.p);
        worst = std::max(worst, std::abs(E - state.flow.given() - first));
        largest = std::max(largest, std::abs(E));
      };
      const Trajectory motion = runMotion(mechanism, opened.initial, options);
      if (motion.pushes.size() != options.pushes.size()) qFatal("a push is missing");
      return worst / largest;
    };
    const int last = static_cast<int>(mechanism.bodies().size()) - 1;
    int body = last;
    while (mechanism.isFixed(body)) --body;
    const double mass = mechanism.bodies()[static_cast<std::size_t>(body)].mass;
    const double pushed =
        worstOf({{0.30001, body, mass * Vector3d(0.3, 0.5, 0)}, {0.1, body, mass * Vector3d(-0.6, 0.2, 0)}});
    QVERIFY2(pushed <= 2 * worstOf({}) + 1e-5, qPrintable(QString::number(pushed)));
  }

  /// A run that is pushed is the run from the pushed state.
  void theRestIsTheRunFromThere() {
    const SceneInstance opened = Scene::open("double-pendulum")->instantiate();
    const Mechanism& mechanism = *opened.mechanism;
    const int body = static_cast<int>(mechanism.bodies().size()) - 1;
    const Push push{0.25, body, Vector3d(0.7, -0.2, 0)};
    const Trajectory whole =
        runMotion(mechanism, opened.initial, {.duration = 0.5, .pushes = {push}, .step = 1.0 / 1024});
    State there;
    MotionOptions until{.duration = 0.25, .step = 1.0 / 1024};
    until.observe = [&](const ObservedState& state) { there = state; };
    runMotion(mechanism, opened.initial, until);
    there.p += mechanism.pointJacobian(body, there.q, mechanism.centreOfMass(body, there.q)).transpose() *
               push.impulse;
    const Trajectory rest = runMotion(mechanism, there, {.duration = 0.25, .step = 1.0 / 1024});
    for (const double t : {0.25, 0.3, 0.41, 0.5})
      QVERIFY((whole.configuration(t) - rest.configuration(t)).norm() < 1e-12);
  }

  /// A ball that is pushed into the wall that it touches reflects at once.
  void aPushIntoAContactIsAnImpact() {
    const auto scene = Scene::parse(R"json({"format": 1, "title": "Wall",
      "bodies": [{"name": "wall", "shapes": [{"type": "half-space", "normal": [1, 0, 0]}]},
                 {"name": "a", "joints": ["x", "y"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]}],
      "initial": {"q": {"a.x": 0.1}, "velocity": {"a.y": 1}}, "view": {"duration": 1}})json",
                                    "wall");
    const SceneInstance opened = scene->instantiate();
    const Trajectory motion =
        runMotion(*opened.mechanism, opened.initial,
                  {.duration = 1, .pushes = {pushOf(opened, "a", 0.5, {-3, 0, 0})}, .step = 1e-3});
    QCOMPARE(motion.pushes.size(), std::size_t{1});
    QCOMPARE(motion.impacts.size(), std::size_t{1});
    QCOMPARE(motion.impacts[0].time, 0.5);
    QCOMPARE(motion.flightBefore(0), std::size_t{1});
    QVERIFY(std::abs(motion.velocity(0.7).x() - 1.5) < 1e-12);
    const WholeImpact whole = wholeImpact(*opened.mechanism, motion, 0);
    QVERIFY(std::abs(whole.momenta(0, 0) + 3) < 1e-12 && std::abs(whole.momenta(0, 1) - 3) < 1e-12);
    QVERIFY(std::abs(motion.pushes[0].work - 9.0 / 4) < 1e-12);
  }

  /// Impacts after a push have the momenta of the flights around them.
  void laterImpactsKeepTheirMomenta() {
    const SceneInstance opened = Scene::open("line-and-wall")->instantiate({{"n", "3"}});
    const Mechanism& mechanism = *opened.mechanism;
    const int body = mechanism.bodyIndex("ball3");
    const Trajectory motion =
        runMotion(mechanism, opened.initial,
                  {.duration = 20, .pushes = {{1, body, {-9, 0, 0}}, {2, body, {-1, 0, 0}}}, .step = 1e-3});
    QCOMPARE(motion.pushes.size(), std::size_t{2});
    QVERIFY(motion.impacts.size() > 2);
    QCOMPARE(motion.flights.size(), motion.impacts.size() + motion.pushes.size() + 1);
    for (std::size_t i = 0; i < motion.impacts.size(); ++i) {
      const WholeImpact whole = wholeImpact(mechanism, motion, i);
      const FreeFlight before = motion.flights[motion.flightBefore(i)],
                       after = motion.flights[motion.flightBefore(i) + 1];
      QCOMPARE(before.end, motion.impacts[i].time);
      const Eigen::MatrixXd M = mechanism.massMatrix(whole.q);
      if (i > 0 || !motion.startsWithImpact)
        QVERIFY((whole.momenta.col(0) - M * before.velocity(before.end)).norm() < 1e-10);
      QVERIFY((whole.momenta.rightCols<1>() - M * after.v).norm() < 1e-10);
    }
  }

  void stepsAreReportedAtTheirTimesOnly_data() {
    QTest::addColumn<QString>("scene");
    QTest::newRow("exact flights") << "billiard-break";
    QTest::newRow("steps") << "double-pendulum";
  }
  void stepsAreReportedAtTheirTimesOnly() {
    QFETCH(QString, scene);
    const SceneInstance opened = Scene::open(scene.toStdString())->instantiate();
    const int body = static_cast<int>(opened.mechanism->bodies().size()) - 1;
    std::vector<double> times;
    MotionOptions options{
        .duration = 0.1, .pushes = {{0.0503, body, {0, 1, 0}}, {0.03, body, {1, 0, 0}}}, .step = 0.01};
    options.observe = [&](const ObservedState& state) { times.push_back(state.time); };
    runMotion(*opened.mechanism, opened.initial, options);
    QCOMPARE(times.size(), std::size_t{11});
    for (std::size_t i = 0; i < times.size(); ++i)
      QVERIFY(std::abs(times[i] - 0.01 * static_cast<double>(i)) < 1e-12);
  }

  void pushesBeforeAndAfterTheRunAreLeftOut() {
    const SceneInstance opened = Scene::open("billiard-break")->instantiate();
    const auto run = [&](std::vector<Push> pushes) {
      return runMotion(*opened.mechanism, opened.initial,
                       {.duration = 0.1, .pushes = std::move(pushes), .step = 1e-3});
    };
    QVERIFY(run({{-0.01, 0, {1, 0, 0}}, {0.1, 0, {1, 0, 0}}}).pushes.empty());
    QCOMPARE(run({{0, 0, {1, 0, 0}}}).pushes.size(), std::size_t{1});
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, run({{0, 99, {1, 0, 0}}}));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, run({{std::nan(""), 0, {1, 0, 0}}}));
  }
};

CAROM_TEST(TestPushes);
#include "tst_pushes.moc"
