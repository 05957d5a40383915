// Motion of trees that turn, through impacts: steps of the integrator, located contacts, the rest of the
// step.
#include <QtTest>
#include <cmath>
#include <numbers>

#include "impact/impact_report.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

Body floorAt(double height) {
  return {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), height}}};
}

/// A rod of length 1 and mass 1 over a floor, both ends of which may touch.
Mechanism rodOverFloor(double rodInertia = 1.0 / 12, double gravity = g) {
  Body rod{"rod", -1, Vector3d::Zero(), plane(), 1, {Segment{{Vector3d(-0.5, 0, 0), Vector3d(0.5, 0, 0)}}}};
  rod.inertia = rodInertia * Eigen::Matrix3d::Identity();
  return {{rod, floorAt(0)}, {{"left", {0, 1}, {}, {1, 0}}, {"right", {0, 1}, {}, {2, 0}}}, {0, -gravity, 0}};
}

/// Two jointed rods and a box between floor and ceiling, with a ball in the way.
Mechanism linkage() {
  Body upper{"upper", -1, Vector3d::Zero(),
             plane(), 1,  {Segment{{Vector3d(-0.4, 0, 0), Vector3d(0.4, 0, 0)}}}};
  upper.inertia = 0.05 * Eigen::Matrix3d::Identity();
  Body lower{"lower", 0, {0.4, 0, 0}, {turn(Vector3d::UnitZ(), "knee")}, 0.5, {Point{{0.5, 0, 0}}}};
  lower.centreOfMass = {0.25, 0, 0};
  lower.inertia = 0.01 * Eigen::Matrix3d::Identity();
  Body crate{"crate", -1, {3, 0, 0}, plane(), 1.5, {boxHull({0.2, 0.1, 0})}};
  crate.inertia = 0.03 * Eigen::Matrix3d::Identity();
  Body ball{"ball", -1,         {0, -0.8, 0}, {slide(Vector3d::UnitX(), "x"), slide(Vector3d::UnitY(), "y")},
            0.7,    {Ball{0.1}}};
  Body ceiling{"ceiling", -1, {0, 1, 0}, {}, 0, {HalfSpace{-Vector3d::UnitY(), 0}}};
  std::vector<Body> bodies{upper, lower, crate, ball, floorAt(-1), ceiling};
  std::vector<ContactPair> contacts{{"tip-floor", {1, 4}, {}},
                                    {"tip-ceiling", {1, 5}, {}},
                                    {"ball-floor", {3, 4}, {}},
                                    {"ball-ceiling", {3, 5}, {}},
                                    {"ball-rod", {3, 0}, {}}};
  for (const int wall : {4, 5})
    for (const int end : {1, 2})
      contacts.push_back({"end" + std::to_string(end) + std::to_string(wall), {0, wall}, {}, {end, 0}});
  for (const int wall : {4, 5})
    for (int corner = 1; corner <= 4; ++corner)
      contacts.push_back(
          {"corner" + std::to_string(corner) + std::to_string(wall), {2, wall}, {}, {corner, 0}});
  return {std::move(bodies), std::move(contacts), {0, -3, 0}};
}

State linkageState(const Mechanism& mechanism) {
  VectorXd q(9), v(9);
  q << 0, 0, 0.3, -0.8, 0, 0, 0.4, 0.1, 0;
  v << 0.3, 1, 2, -3, 0.2, -1, 5, -0.2, 3;
  return {0, q, mechanism.massMatrix(q) * v};
}

double energyAt(const Mechanism& mechanism, const VectorXd& q, const VectorXd& p) {
  return KineticMetric(mechanism.massMatrix(q)).energy(p) + mechanism.potentialEnergy(q);
}

}  // namespace

class TestFlight : public QObject {
  Q_OBJECT
 private slots:
  void aFlatRodBouncesAtTheTimesOfFreeFall();
  void stepsThatAreTooLongAreNamed();
  void anEndThatFallsMeetsTheFloorAtItsRoot();
  void impactsKeepTheEnergyAndStepsNearlyDo();
  void nothingOverlaps();
  void fastAndSmallPartsDoNotTunnel_data();
  void fastAndSmallPartsDoNotTunnel();
  void aContactThatOpensCanCloseInTheSameStep();
  void elasticHopsWithinAStepGoOn();
  void reversedMotionReturns();
  void stepsAndExactFlightsAgree();
  void statesAreHandedOverAtTheEndsOfSteps();
  void flightsJoinAtImpactsAndNodesFit();
  void anImpactIsTheSameBitsWhenItIsAskedForLater_data();
  void anImpactIsTheSameBitsWhenItIsAskedForLater();
  void longFlightsAreThinned();
  void leadInArrivesAtTheInitialState();
  void restUnderLoadLasts();
  void thePolicyChoosesTheOutcome();
  void aRodsEndsAgreeWhereItsInertiaSaysSo_data();
  void aRodsEndsAgreeWhereItsInertiaSaysSo();
};

void TestFlight::aFlatRodBouncesAtTheTimesOfFreeFall() {
  const Mechanism mechanism = rodOverFloor();
  const Trajectory motion =
      runMotion(mechanism, {0, Vector3d(0, 1, 0), Vector3d::Zero()}, {.duration = 3, .step = 1e-2});
  QVERIFY(motion.complete);
  const double T = std::sqrt(2 / 9.81);
  QCOMPARE(motion.impacts.size(), std::size_t{3});
  for (std::size_t i = 0; i < 3; ++i) {
    QVERIFY(std::abs(motion.impacts[i].time - (2 * static_cast<double>(i) + 1) * T) < 1e-12);
    QCOMPARE(motion.impacts[i].contacts, (std::vector<int>{0, 1}));
    QCOMPARE(motion.impacts[i].word.size(), std::size_t{3});
  }
}

void TestFlight::anEndThatFallsMeetsTheFloorAtItsRoot() {
  // Free of gravity the end's height is y − ½ sin(α + ωt) − vt; the rotation is exact in the discrete motion.
  const Mechanism mechanism = rodOverFloor(1.0 / 12, 0);
  const double w = 2, v = 0.5;
  const Trajectory motion = runMotion(mechanism, {0, Vector3d(0, 0.6, 0.1), Vector3d(0, -v, w / 12)},
                                      {.duration = 1, .step = 0.05});
  double low = 0, high = 0.5;
  for (int i = 0; i < 100; ++i) {
    const double t = 0.5 * (low + high);
    (0.6 - v * t - 0.5 * std::sin(0.1 + w * t) > 0 ? low : high) = t;
  }
  QVERIFY(!motion.impacts.empty());
  QVERIFY(std::abs(motion.impacts[0].time - low) < 1e-12);
  QCOMPARE(motion.impacts[0].contacts, std::vector<int>{0});
}

void TestFlight::impactsKeepTheEnergyAndStepsNearlyDo() {
  const Mechanism mechanism = linkage();
  const State initial = linkageState(mechanism);
  const Trajectory motion = runMotion(mechanism, initial, {.duration = 5, .step = 1e-3});
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  QVERIFY(motion.impacts.size() > 5);
  for (std::size_t i = 0; i < motion.impacts.size(); ++i) {
    const WholeImpact impact = wholeImpact(mechanism, motion, i);
    const KineticMetric& metric = impact.problem.metric();
    const double before = metric.energy(impact.momenta.col(0)),
                 after = metric.energy(impact.momenta.rightCols<1>());
    QVERIFY(std::abs(after - before) <= 1e-13 * before);
  }
  const double E = energyAt(mechanism, initial.q, initial.p);
  for (const FreeFlight& flight : motion.flights) {
    const Eigen::Index last = flight.nodes->time.size() - 1;
    QVERIFY(std::abs(energyAt(mechanism, flight.nodes->q.col(last), flight.nodes->p.col(last)) - E) <
            1e-3 * E);
  }
}

void TestFlight::nothingOverlaps() {
  const Mechanism mechanism = linkage();
  const Trajectory motion = runMotion(mechanism, linkageState(mechanism), {.duration = 3, .step = 5e-3});
  for (const FreeFlight& flight : motion.flights)
    for (Eigen::Index i = 0; i < flight.nodes->time.size(); ++i)
      for (int c = 0; c < static_cast<int>(mechanism.contacts().size()); ++c)
        QVERIFY(mechanism.gap(c, flight.nodes->q.col(i)) > -closedGap);
}

void TestFlight::fastAndSmallPartsDoNotTunnel_data() {
  QTest::addColumn<double>("speed");
  QTest::newRow("1 m/s") << 1.0;
  QTest::newRow("1 km/s") << 1e3;
  QTest::newRow("1e7 m/s") << 1e7;
}

/// A ball meets a thin rod that hangs from a hinge; one step would carry it far beyond.
void TestFlight::fastAndSmallPartsDoNotTunnel() {
  QFETCH(double, speed);
  Body rod = hangingRod("rod", -1, Vector3d::Zero());
  rod.shapes = {Segment{{Vector3d::Zero(), Vector3d(0, -1, 0)}}};
  const Body ball{"ball", -1, Vector3d(-1, -0.7, 0), {slide(Vector3d::UnitX(), "x")}, 0.1, {Ball{1e-3}}};
  const Mechanism mechanism({rod, ball}, {{"hit", {0, 1}, {}}}, Vector3d::Zero());
  const Trajectory motion =
      runMotion(mechanism, {0, Eigen::Vector2d::Zero(), Eigen::Vector2d(0, 0.1 * speed)},
                {.duration = 2 / speed, .step = 1});
  QVERIFY(!motion.impacts.empty());
  QVERIFY(std::abs(motion.impacts[0].time * speed - 0.999) < 1e-9);
}

void TestFlight::aContactThatOpensCanCloseInTheSameStep() {
  // A light hop: up and down again within 4 ms, in a step of 5 ms.
  const Mechanism mechanism = rodOverFloor();
  const Trajectory motion =
      runMotion(mechanism, {0, Vector3d::Zero(), Vector3d(0, 0.02, 0)}, {.duration = 5e-3, .step = 5e-3});
  QCOMPARE(motion.impacts.size(), std::size_t{1});
  QVERIFY(std::abs(motion.impacts[0].time - 2 * 0.02 / 9.81) < 1e-12);
  QVERIFY(!motion.impacts[0].plastic);
}

void TestFlight::elasticHopsWithinAStepGoOn() {
  const Mechanism mechanism = rodOverFloor();
  const Trajectory motion =
      runMotion(mechanism, {0, Vector3d::Zero(), Vector3d(0.3, 0.02, 0)}, {.duration = 0.2, .step = 5e-3});
  const double hop = 2 * 0.02 / 9.81;
  QVERIFY(motion.complete);
  QCOMPARE(motion.impacts.size(), static_cast<std::size_t>(0.2 / hop));
  for (std::size_t i = 0; i < motion.impacts.size(); ++i) {
    QVERIFY(std::abs(motion.impacts[i].time - static_cast<double>(i + 1) * hop) < 1e-12);
    QVERIFY(!motion.impacts[i].plastic);
  }
  const double since = 0.2 - static_cast<double>(motion.impacts.size()) * hop;
  const double height = 0.02 * since - 0.5 * 9.81 * since * since;
  QVERIFY((motion.configuration(0.2) - Vector3d(0.06, height, 0)).norm() < 1e-11);
}

void TestFlight::reversedMotionReturns() {
  const Mechanism mechanism = linkage();
  const State initial = linkageState(mechanism);
  const MotionOptions options{.duration = 0.5, .step = 1e-3};
  State end;
  MotionOptions there = options;
  there.observe = [&](const State& state) { end = state; };
  const Trajectory motion = runMotion(mechanism, initial, there);
  QVERIFY(motion.impacts.size() > 1);
  QVERIFY(std::abs(end.time - 0.5) < 1e-12);
  State back{0, end.q, -end.p};
  MotionOptions again = options;
  again.observe = [&](const State& state) { end = state; };
  QCOMPARE(runMotion(mechanism, back, again).impacts.size(), motion.impacts.size());
  QVERIFY((end.q - initial.q).norm() < 1e-3);  // steps are cut elsewhere on the way back
  QVERIFY((end.p + initial.p).norm() < 1e-2);
}

void TestFlight::stepsAndExactFlightsAgree() {
  const SceneInstance scene = Scene::open("converging-line")->instantiate({{"growth", "0.3"}});
  std::vector<Body> bodies = scene.mechanism->bodies();
  // A free wheel beside the line makes the same motion run through steps.
  bodies.push_back({"wheel", -1, Vector3d(0, 9, 0), {turn(Vector3d::UnitZ(), "angle")}, 1, {}});
  bodies.back().inertia.setIdentity();
  const Mechanism stepped(bodies, scene.mechanism->contacts(), Vector3d::Zero());
  QVERIFY(scene.mechanism->isBallistic() && !stepped.isBallistic());
  State initial = scene.initial;
  initial.q.conservativeResizeLike(VectorXd::Zero(5));
  initial.p.conservativeResizeLike(VectorXd::Ones(5));
  const Trajectory exact = runMotion(*scene.mechanism, scene.initial, {.duration = 2});
  const Trajectory other = runMotion(stepped, initial, {.duration = 2, .step = 0.1});
  QCOMPARE(other.impacts.size(), exact.impacts.size());
  QVERIFY((other.configuration(2).head(4) - exact.configuration(2)).norm() < 1e-10);
  QVERIFY((other.velocity(2).head(4) - exact.velocity(2)).norm() < 1e-10);
}

void TestFlight::statesAreHandedOverAtTheEndsOfSteps() {
  for (const bool exact : {true, false}) {
    const Mechanism rod = rodOverFloor();
    const Body ball{"ball", -1, Vector3d::Zero(), {slide(Vector3d::UnitY(), "y")}, 1, {Ball{0.1}}};
    const Mechanism mechanism =
        exact ? Mechanism({ball, floorAt(0)}, {{"c", {0, 1}, {}}}, {0, -9.81, 0}) : rod;
    VectorXd q = VectorXd::Zero(mechanism.dof());
    q[exact ? 0 : 1] = 0.3;
    std::vector<double> times;
    MotionOptions options{.duration = 0.95, .step = 0.1};
    options.observe = [&](const State& state) { times.push_back(state.time); };
    QVERIFY(!runMotion(mechanism, {0, q, 0 * q}, options).impacts.empty());
    QCOMPARE(times.size(), std::size_t{11});
    for (std::size_t i = 0; i < 10; ++i) QVERIFY(std::abs(times[i] - 0.1 * static_cast<double>(i)) < 1e-12);
    QVERIFY(std::abs(times[10] - 0.95) < 1e-12);
  }
}

void TestFlight::flightsJoinAtImpactsAndNodesFit() {
  const Mechanism mechanism = linkage();
  const Trajectory motion = runMotion(mechanism, linkageState(mechanism), {.duration = 1, .step = 1e-3});
  QCOMPARE(motion.flights.size(), motion.impacts.size() + 1);
  for (std::size_t i = 0; i < motion.impacts.size(); ++i) {
    const ImpactEvent& impact = motion.impacts[i];
    QCOMPARE(motion.flights[i].end, impact.time);
    QCOMPARE(motion.flights[i + 1].start, impact.time);
    const VectorXd q = wholeImpact(mechanism, motion, i).q;
    QVERIFY((motion.flights[i].configuration(impact.time) - q).norm() == 0);
    QVERIFY((motion.flights[i + 1].configuration(impact.time) - q).norm() == 0);
  }
  // Between nodes: what half the step gives.
  const Trajectory fine = runMotion(mechanism, linkageState(mechanism), {.duration = 0.1, .step = 5e-4});
  QVERIFY(fine.impacts.empty());
  for (int k = 1; k < 100; ++k) {
    const double t = 1e-3 * k - 5e-4;
    QVERIFY((motion.configuration(t) - fine.configuration(t)).norm() < 1e-5);
    QVERIFY((motion.velocity(t) - fine.velocity(t)).norm() < 1e-3);
  }
}

void TestFlight::anImpactIsTheSameBitsWhenItIsAskedForLater_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<MotionOptions>("options");
  const MotionOptions usual{.duration = 2, .leadIn = 0.1};
  MotionOptions whole = usual, each = usual, thin = usual;
  whole.restitution = 0.6;
  each.reflectionRestitution = 0.3;
  thin.mostNodes = 4;
  for (const char* scene : {"newtons-cradle", "rack-break", "falling-rod", "bouncing-ball", "pen",
                            "pendulum-wall", "tumbling-box"})
    for (const auto& [name, options] :
         {std::pair{"elastic", usual}, {"R", whole}, {"e", each}, {"thinned", thin}})
      QTest::addRow("%s, %s", scene, name) << scene << options;
}

void TestFlight::anImpactIsTheSameBitsWhenItIsAskedForLater() {
  QFETCH(QString, scene);
  QFETCH(MotionOptions, options);
  const SceneInstance instance = Scene::open(scene.toStdString())->instantiate({});
  const Mechanism& mechanism = *instance.mechanism;
  const Trajectory motion = runMotion(mechanism, instance.initial, options);
  QVERIFY(!motion.impacts.empty());
  for (std::size_t i = 0; i < motion.impacts.size(); ++i) {
    const WholeImpact impact = wholeImpact(mechanism, motion, i);
    const KineticMetric& metric = impact.problem.metric();
    QCOMPARE(impact.momenta.cols(), static_cast<Eigen::Index>(motion.impacts[i].word.size()) + 1);
    const VectorXd v = motion.flights[i + 1].v;
    QVERIFY((metric.velocity(impact.momenta.rightCols<1>()) - v).norm() <= 1e-15 * v.norm());
    QCOMPARE(metric.energy(impact.momenta.col(0)), motion.impacts[i].energyBefore);
    QCOMPARE(metric.energy(impact.momenta.rightCols<1>()), motion.impacts[i].energyAfter);
  }
}

void TestFlight::longFlightsAreThinned() {
  const Mechanism mechanism = chain(2);
  const State initial{0, Eigen::Vector2d(1, 0), Eigen::Vector2d::Zero()};
  const Trajectory all = runMotion(mechanism, initial, {.duration = 1, .step = 1e-3});
  const Trajectory some = runMotion(mechanism, initial, {.duration = 1, .step = 1e-3, .mostNodes = 100});
  QCOMPARE(all.flights[0].nodes->time.size(), Eigen::Index{1001});
  QVERIFY(some.flights[0].nodes->time.size() <= 101);
  QCOMPARE(some.end(), 1.0);
  QCOMPARE(VectorXd(some.configuration(1)), VectorXd(all.configuration(1)));
  QVERIFY((some.configuration(0.512) - all.configuration(0.512)).norm() < 1e-4);
}

void TestFlight::leadInArrivesAtTheInitialState() {
  const SceneInstance scene = Scene::open("falling-rod")->instantiate({{"tilt", "20deg"}});
  const Trajectory motion = runMotion(*scene.mechanism, scene.initial, {.duration = 0.1, .leadIn = 0.2});
  QVERIFY2(std::abs(motion.start() + 0.2) < 1e-12, qPrintable(QString::number(motion.start())));
  QVERIFY((motion.configuration(0) - scene.initial.q).norm() < 1e-12);
  QCOMPARE(motion.impacts[0].time, 0.0);
  const double y = scene.initial.q[1] + 0.2 - 0.5 * 9.81 * 0.04;
  QVERIFY(std::abs(motion.configuration(-0.2)[1] - y) < 1e-12);
}

void TestFlight::restUnderLoadLasts() {
  const Mechanism mechanism = rodOverFloor();
  const Trajectory motion = runMotion(mechanism, {0, Vector3d::Zero(), Vector3d::Zero()}, {.duration = 1});
  QVERIFY(motion.complete && motion.impacts.empty());
  QVERIFY(motion.configuration(1).norm() < 1e-12);
}

void TestFlight::thePolicyChoosesTheOutcome() {
  const SceneInstance scene = Scene::open("falling-rod")->instantiate({{"inertia", "0.12"}});
  const auto end = [&](std::vector<ContactIndex> priority) {
    MotionOptions options{.duration = 1e-3};
    options.policy = {Policy::Kind::Priority, std::move(priority), 0};
    return runMotion(*scene.mechanism, scene.initial, options);
  };
  const Trajectory left = end({0, 1}), right = end({1, 0});
  QCOMPARE(left.impacts.at(0).word.front(), ContactIndex{0});
  QCOMPARE(right.impacts.at(0).word.front(), ContactIndex{1});
  QVERIFY((left.flights[1].v - right.flights[1].v).norm() > 1e-3);
}

void TestFlight::aRodsEndsAgreeWhereItsInertiaSaysSo_data() {
  QTest::addColumn<QString>("inertia");
  QTest::addColumn<double>("gram");
  QTest::addColumn<bool>("unique");
  QTest::newRow("uniform rod") << "1/12" << -0.5 << true;
  QTest::newRow("dumb-bell") << "1/4" << 0.0 << true;
  QTest::newRow("between") << "1/8" << -1.0 / 3 << false;
}

void TestFlight::aRodsEndsAgreeWhereItsInertiaSaysSo() {
  QFETCH(QString, inertia);
  QFETCH(double, gram);
  QFETCH(bool, unique);
  const SceneInstance scene = Scene::open("falling-rod")->instantiate({{"inertia", inertia.toStdString()}});
  const auto problem = impactAt(*scene.mechanism, scene.initial.q, scene.initial.p);
  QVERIFY(std::abs(problem->gram()(0, 1) - gram) < 1e-14);
  const ImpactReport report = resolveImpact(*problem);
  QCOMPARE(report.certificate.unique.value_or(false), unique);
  QCOMPARE(report.outcomes.size(), unique ? std::size_t{1} : std::size_t{2});
}

/// No halving that is tried gets near the period of the pendulum.
void TestFlight::stepsThatAreTooLongAreNamed() {
  const SceneInstance scene = Scene::open("double-pendulum")->instantiate({});
  const Trajectory motion = runMotion(*scene.mechanism, scene.initial, {.duration = 1e12, .step = 1e6});
  QVERIFY(!motion.complete && motion.stopKind == StopKind::NotConverged);
  const QString reason = QString::fromStdString(motion.stopReason);
  QVERIFY2(reason.contains("steps of 1e+06 s to 0.953674 s") && reason.contains("shorter step"),
           qPrintable(reason));
}

CAROM_TEST(TestFlight);
#include "tst_flight.moc"
