// Built-in scenes in motion: bounces that lose energy, chatter, rest, friction, and runs that part at an
// impact.
#include <QtTest>
#include <cmath>

#include "mechanics/contact/contacts.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "support/scene_runs.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::VectorXd;

namespace {

SceneInstance instance(const char* scene, const Assignments& assignments = {}) {
  return Scene::open(scene)->instantiate(assignments);
}

}  // namespace

class TestMotionOfScenes : public QObject {
  Q_OBJECT
 private slots:
  void theLedgerCloses_data();
  void theLedgerCloses();
  void aRunToTheTimeOfAnImpactHoldsIt_data();
  void aRunToTheTimeOfAnImpactHoldsIt();
  void bouncesShortenByTheRestitution();
  void slidingEndsInRolling();
  void slidingGivesItsEnergyToFriction();
  void thePenComesToRestFlat();
  void chatterSparesTheContactsThatBounce();
  void restitutionOfTheRunReplacesTheContacts();
  void alternativesAreThoseOfTheImpact();
  void aForcedOrderingLeadsElsewhere();
  void aChoiceSeesTheAlternatives();
};

void TestMotionOfScenes::theLedgerCloses_data() {
  QTest::addColumn<QString>("scene");
  for (const char* scene : {"bouncing-ball", "pendulum-wall", "falling-rod", "billiard-break", "pen"})
    QTest::newRow(scene) << scene;
}

/// Kinetic and potential energy and what friction and impacts took add up at every step; where a body turns
/// over its end, to O(h²).
void TestMotionOfScenes::theLedgerCloses() {
  QFETCH(QString, scene);
  const SceneInstance opened = instance(qPrintable(scene));
  const double first = mechanicalEnergy(*opened.mechanism, opened.initial.q, opened.initial.p);
  const auto worst = [&](double step) {
    double missing = 0, largest = std::abs(first);
    MotionOptions options{.duration = 2, .step = step};
    options.observe = [&](const ObservedState& state) {
      const double E = mechanicalEnergy(*opened.mechanism, state.q, state.p) - state.flow.given();
      missing = std::max(missing, std::abs(E - first));
      largest = std::max(largest, std::abs(E));
    };
    return run(opened, options).complete ? missing / largest : HUGE_VAL;
  };
  const double usual = worst(1e-3);
  QVERIFY2(usual <= 1e-11 || (usual <= 1e-9 && worst(5e-4) <= 0.3 * usual),
           qPrintable(QString::number(usual)));
}

void TestMotionOfScenes::aRunToTheTimeOfAnImpactHoldsIt_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<double>("duration");
  QTest::newRow("bouncing-ball") << "bouncing-ball" << 1.0;
  QTest::newRow("falling-rod") << "falling-rod" << 1.0;
  QTest::newRow("minitaur") << "minitaur" << 0.1;
  QTest::newRow("trex") << "trex" << 0.0027;
}

void TestMotionOfScenes::aRunToTheTimeOfAnImpactHoldsIt() {
  QFETCH(QString, scene);
  QFETCH(double, duration);
  const SceneInstance built = instance(qPrintable(scene));
  const Trajectory whole = run(built, {.duration = duration});
  QVERIFY(!whole.impacts.empty());
  for (std::size_t i = 0; i < std::min<std::size_t>(whole.impacts.size(), 30); ++i) {
    const double time = whole.impacts[i].time;
    const Trajectory part = run(built, {.duration = time - built.initial.time});
    QVERIFY2(part.impacts.size() > i, qPrintable(QStringLiteral("impact %1 at %2 s").arg(i).arg(time)));
    QVERIFY(std::abs(part.impacts[i].time - time) < 1e-12);
  }
}

void TestMotionOfScenes::bouncesShortenByTheRestitution() {
  const double fall = 9.81, h = 1e-3;
  for (const double e : {0.8, 0.5}) {
    const Trajectory motion =
        run(instance("bouncing-ball", {{"e", std::to_string(e)}, {"angle", "0"}}), {.duration = 2});
    double time = 0, speed = e;  // after the first bounce, at speed 1
    std::size_t i = 1;
    // Its bounces end within a step where 2 e v ≤ (1 − e) g h.
    for (; 2 * e * speed > (1 - e) * fall * h || speed > fall * h; ++i, speed *= e) {
      time += 2 * speed / fall;
      QVERIFY2(std::abs(motion.impacts[i].time - time) < 1e-12, qPrintable(QString::number(i)));
      QVERIFY(!motion.impacts[i].plastic);
    }
    QCOMPARE(motion.impacts.size(), i);
    QCOMPARE(motion.settlings.size(), std::size_t{1});
    const VectorXd v = motion.velocity(2), q = motion.configuration(2);
    QVERIFY(std::abs(v[1]) < 1e-12 && std::abs(q[1] - motion.configuration(0)[1]) < 1e-9);
    // All of it is gone, and the ledger knows where.
    const double taken = motion.flow(2).impact + motion.flow(2).friction;
    const double lost =
        motion.metric->energy(motion.initialMomentum) - motion.metric->energy(motion.metric->momentum(v));
    QVERIFY2(std::abs(taken - lost) < 1e-9, qPrintable(QString::number(taken - lost)));
    QVERIFY(motion.settledLoss > 0 && motion.settledLoss < 0.5 * std::pow(fall * h, 2));
  }
}

/// Friction has no moment about the line of contact: Iω − r m v is kept while it slides, and in the end it
/// rolls.
void TestMotionOfScenes::slidingEndsInRolling() {
  const SceneInstance scene = instance("bouncing-ball", {{"mu", "0.1"}});
  const Trajectory motion = run(scene, {.duration = 4});
  const double r = 0.1, m = 1, I = 0.4 * m * r * r;
  const auto moment = [&](const VectorXd& v) { return I * v[2] - r * m * v[0]; };
  const VectorXd end = motion.velocity(motion.end());
  const VectorXd start = scene.mechanism->massMatrix(scene.initial.q).llt().solve(scene.initial.p);
  QVERIFY(std::abs(moment(end) - moment(start)) < 1e-12);
  QVERIFY(std::abs(end[0] + r * end[2]) < 1e-12);
  const double rolling = -r * moment(start) / (I + m * r * r);
  QVERIFY(std::abs(end[0] - rolling) < 1e-12);
}

/// A ball that does not bounce slides until it rolls: friction takes the difference of the kinetic energies.
void TestMotionOfScenes::slidingGivesItsEnergyToFriction() {
  const SceneInstance scene = instance("bouncing-ball", {{"mu", "0.1"}, {"e", "0"}});
  const Trajectory motion = run(scene, {.duration = 4});
  const auto kinetic = [&](double t) {
    const VectorXd v = motion.velocity(t);
    return 0.5 * v.dot(scene.mechanism->massMatrix(motion.configuration(t)) * v);
  };
  const double landed = std::nextafter(motion.impacts.back().time, motion.end());
  const double taken = motion.flow(motion.end()).friction;
  QVERIFY2(taken > 0.01, qPrintable(QString::number(taken)));
  QVERIFY2(std::abs(taken - (kinetic(landed) - kinetic(motion.end()))) < 1e-9,
           qPrintable(QString::number(kinetic(landed) - kinetic(motion.end()) - taken)));
}

void TestMotionOfScenes::thePenComesToRestFlat() {
  for (const char* tilt : {"15deg", "-40deg", "3deg", "80deg"}) {
    const SceneInstance scene = instance("pen", {{"tilt", tilt}});
    const Trajectory motion = run(scene, {.duration = 3});
    QVERIFY(motion.complete);
    const VectorXd q = motion.configuration(motion.end()), v = motion.velocity(motion.end());
    QVERIFY2(v.norm() < 1e-9, tilt);
    QVERIFY(std::abs(q[1] - 0.004) < 1e-9);
    QVERIFY(std::abs(std::sin(q[2])) < 1e-7);
    const EnergyFlow flow = motion.flow(motion.end());
    QVERIFY(flow.impact > 0 && flow.friction > 0);
  }
}

/// A ball that rests on the floor by chatter is struck from above by one that bounces: the blow passes
/// through.
void TestMotionOfScenes::chatterSparesTheContactsThatBounce() {
  const Joint y{Prismatic{Eigen::Vector3d::UnitY()}, "y"};
  const auto ball = [&](const char* name) {
    return Body{name, -1, Eigen::Vector3d::Zero(), {y}, 1, {Ball{0.1}}};
  };
  const Body floor{"floor", -1, Eigen::Vector3d::Zero(), {}, 0, {HalfSpace{Eigen::Vector3d::UnitY(), 0}}};
  ContactPair low{"low-floor", {0, 2}, {}}, pair{"low-high", {0, 1}, {}};
  low.coefficients.restitution = 0.3;
  const Mechanism mechanism({ball("low"), ball("high"), floor}, {low, pair}, {0, -9.81, 0});
  State initial{0, Eigen::Vector2d(0.12, 1.5), Eigen::Vector2d::Zero()};
  const Trajectory motion = runMotion(mechanism, initial, {.duration = 0.7});
  QVERIFY(motion.complete);
  const auto strikes = [&](const WholeImpact& impact) {
    return impact.problem.contactCount() == 2 && impact.problem.contactCoordinates()[1] < -1;
  };
  std::optional<WholeImpact> struck;
  for (std::size_t i = 0; i < motion.impacts.size() && !struck; ++i)
    if (WholeImpact impact = wholeImpact(mechanism, motion, i); strikes(impact)) struck = std::move(impact);
  QVERIFY(struck);
  // Equal masses: high–low hands all to the low ball, the floor gives back 0.3 of it, low–high hands that up.
  const double before = struck->momenta(1, 0), after = struck->momenta.rightCols<1>()[1];
  QVERIFY2(std::abs(after + 0.3 * before) < 1e-9, qPrintable(QString::number(after / before)));
}

void TestMotionOfScenes::restitutionOfTheRunReplacesTheContacts() {
  const SceneInstance scene = instance("bouncing-ball", {{"angle", "0"}});
  const auto after = [&](const MotionOptions& options) {
    return wholeImpact(*scene.mechanism, run(scene, options), 0).momenta.rightCols<1>()[1];
  };
  QVERIFY(std::abs(after({.duration = 0.01}) - 0.8) < 1e-15);
  MotionOptions whole{.duration = 0.01}, each{.duration = 0.01};
  whole.restitution = 0.5;
  each.reflectionRestitution = 0.25;
  QVERIFY(std::abs(after(whole) - 0.5) < 1e-15);
  QVERIFY(std::abs(after(each) - 0.5) < 1e-15);
}

void TestMotionOfScenes::alternativesAreThoseOfTheImpact() {
  const SceneInstance scene = instance("billiard-break", {{"theta", "120deg"}});
  MotionOptions options{.duration = 0.05};
  QVERIFY(!run(scene, options).impacts.at(0).alternatives);
  options.alternatives.emplace();
  const ImpactEvent impact = run(scene, options).impacts.at(0);
  QVERIFY(impact.alternatives);
  QCOMPARE(impact.alternatives->outcomes.size(), std::size_t{2});
  QVERIFY(std::abs(impact.alternatives->indeterminacy.xi - std::sqrt(5) / 4) < 1e-14);
}

void TestMotionOfScenes::aForcedOrderingLeadsElsewhere() {
  const SceneInstance scene = instance("billiard-break", {{"theta", "120deg"}});
  const auto& contacts = scene.mechanism->contacts();
  const auto named = [&](const char* name) {
    return static_cast<int>(std::ranges::find(contacts, name, &ContactPair::name) - contacts.begin());
  };
  std::vector<VectorXd> ends;
  for (const bool acFirst : {true, false}) {
    MotionOptions options{.duration = 0.05};
    options.forced[0] = {acFirst ? named("ac") : named("bc")};
    const Trajectory motion = run(scene, options);
    const ImpactEvent& impact = motion.impacts.at(0);
    QCOMPARE(impact.contacts[impact.word[0]], options.forced[0][0]);
    ends.push_back(wholeImpact(*scene.mechanism, motion, 0).momenta.rightCols<1>());
  }
  const ImpactProblem problem = *impactAt(*scene.mechanism, scene.initial.q, scene.initial.p);
  const double xi = problem.metric().norm(ends[0] - ends[1]) / problem.momentumNorm();
  QVERIFY(std::abs(xi - std::sqrt(5) / 4) < 1e-14);
}

void TestMotionOfScenes::aChoiceSeesTheAlternatives() {
  const SceneInstance scene = instance("billiard-break", {{"theta", "120deg"}});
  for (const std::size_t wanted : {0, 1}) {
    MotionOptions options{.duration = 0.05};
    options.alternatives.emplace();
    options.choose = [&](const ImpactReport& report) { return report.outcomes[wanted].example; };
    const Trajectory motion = run(scene, options);
    QVERIFY(wholeImpact(*scene.mechanism, motion, 0).momenta.rightCols<1>() ==
            motion.impacts[0].alternatives->outcomes[wanted].momentum);
  }
}

CAROM_TEST(TestMotionOfScenes);
#include "tst_motion_of_scenes.moc"
