// Runs whose impacts follow a law of collision of each contact [CR98], against closed forms and balances.
#include <QtTest>
#include <cmath>

#include "impact/impact_report.h"
#include "impact/reflection.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/run_motion.h"
#include "models/friction_lcp.h"
#include "scene/scene.h"
#include "support/scene_runs.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::VectorXd;

namespace {

constexpr double ballRadius = 0.1, ballInertia = 0.4 * ballRadius * ballRadius;

/// A scene whose text is given, but for what every scene has.
SceneInstance sceneOf(const std::string& parts) {
  return Scene::parse("{\"format\": 1, \"title\": \"test\", " + parts + "}", "test")->instantiate();
}

/// A ball of mass 1 above a floor, with this contact, velocity (vx, vy, ω) and gravity.
SceneInstance ball(const std::string& contact, const std::array<double, 3>& v, double height = 0,
                   double gravity = 9.81) {
  return sceneOf("\"gravity\": [0, " + std::to_string(-gravity) + R"j(, 0], "bodies": [
    {"name": "ball", "joints": ["planar"], "mass": 1, "inertia": "2/5*0.1^2",
     "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "contacts": [{"between": ["ball", "floor"], )j" +
                 contact + R"j(}],
    "initial": {"q": {"ball.y": )j" +
                 std::to_string(0.1 + height) + R"j(}, "velocity": {"ball.x": )j" + std::to_string(v[0]) +
                 R"j(, "ball.y": )j" + std::to_string(v[1]) + R"j(, "ball.angle": )j" + std::to_string(v[2]) +
                 "}}");
}

const char* const laws[] = {"routh",        "whittaker",        "smith",     "pfeiffer-glocker",
                            "bilinear",     "chatterjee-ruina", "composite", "brach",
                            "routh-newton", "routh-work",       "projected", "spherical"};

/// Three discs on a table that meet at once, with friction and spin; contacts by `law`.
SceneInstance discs(const std::string& law, double e) {
  const std::string contact = R"j("law": ")j" + law + R"j(", "friction": 0.3, "restitution": )j" +
                              std::to_string(e) + R"j(, "tangential": 0.2, "sigma": 0.5)j";
  return sceneOf(R"j("bodies": [
    {"name": "a", "joints": ["planar"], "mass": 1, "inertia": 0.5, "shapes": [{"type": "ball", "radius": 1}]},
    {"name": "b", "joints": ["planar"], "mass": 1.5, "inertia": 0.7, "shapes": [{"type": "ball", "radius": 1}]},
    {"name": "c", "joints": ["planar"], "mass": 0.8, "inertia": 0.3, "shapes": [{"type": "ball", "radius": 1}]}],
    "contacts": [{"between": ["a", "c"], )j" +
                 contact + R"j(}, {"between": ["b", "c"], )j" + contact + R"j(}],
    "initial": {"q": {"a.x": 2, "b.x": "2*cos(100deg)", "b.y": "2*sin(100deg)"},
                "velocity": {"c.x": 1, "c.y": 0.9, "c.angle": 2, "a.angle": -1, "b.angle": 3}})j");
}

}  // namespace

class TestCollisionRuns : public QObject {
  Q_OBJECT
 private slots:
  void aBallLeavesTheFloorAsTheLawSays_data();
  void aBallLeavesTheFloorAsTheLawSays();
  void aSuperballTurnsAroundAndKeepsItsEnergy();
  void theLedgerClosesUnderEveryLaw_data();
  void theLedgerClosesUnderEveryLaw();
  void anImpactFollowsTheContactsFromTheFastestApproach_data();
  void anImpactFollowsTheContactsFromTheFastestApproach();
  void contactsThatCollideAtOnceFollowTheModel_data();
  void contactsThatCollideAtOnceFollowTheModel();
  void anOrderingByHandPrecedesContactsAtOnce();
  void alternativesAreTheTreeOfTheLaw();
  void spaceAgreesWithThePlane();
  void chatterEndsInRolling();
  void aGrazingContactDoesNotCollide_data();
  void aGrazingContactDoesNotCollide();
  void aLawThatGainsEnergyIsSeenInTheLedger();
  void whatALawDoesNotCoverEndsTheRun();
  void coefficientsOutsideTheirRangeAreRefused_data();
  void coefficientsOutsideTheirRangeAreRefused();
};

void TestCollisionRuns::aBallLeavesTheFloorAsTheLawSays_data() {
  QTest::addColumn<QString>("law");
  QTest::addColumn<double>("e");
  QTest::addColumn<double>("et");
  QTest::addColumn<double>("mu");
  QTest::addColumn<double>("spin");
  QTest::newRow("sticks") << "chatterjee-ruina" << 0.8 << 0.5 << 0.9 << 3.0;
  QTest::newRow("slips") << "chatterjee-ruina" << 0.8 << 0.5 << 0.1 << 30.0;
  QTest::newRow("slips back") << "chatterjee-ruina" << 0.5 << -0.5 << 0.1 << -60.0;
  QTest::newRow("bilinear") << "bilinear" << 0.7 << 0.3 << 0.6 << 5.0;
  QTest::newRow("whittaker sticks") << "whittaker" << 0.6 << 0.0 << 0.9 << 3.0;
  QTest::newRow("routh slips") << "routh" << 0.6 << 0.0 << 0.1 << 40.0;
  QTest::newRow("routh sticks") << "routh" << 0.6 << 0.0 << 2.0 << 4.0;
}

/// Of a ball the normal and the slip are not coupled [CR98 eq. 9]: v_n turns to −e v_n, and the slip s = v_x
/// + ω r to −e_t s where friction suffices, by an impulse (1 + e_t) (2/7) m s, else by μ times the normal
/// one.
void TestCollisionRuns::aBallLeavesTheFloorAsTheLawSays() {
  QFETCH(QString, law);
  QFETCH(double, e);
  QFETCH(double, et);
  QFETCH(double, mu);
  QFETCH(double, spin);
  const double vx = 0.7, vy = -1.1, slip = vx + spin * ballRadius;
  const SceneInstance scene =
      ball(QStringLiteral(R"j("law": "%1", "restitution": %2, "tangential": %3, "friction": %4)j")
               .arg(law)
               .arg(e)
               .arg(et)
               .arg(mu)
               .toStdString(),
           {vx, vy, spin});
  const Trajectory motion = run(scene, {.duration = 0.05});
  QCOMPARE(motion.impacts.size(), std::size_t{1});
  const VectorXd p = wholeImpact(*scene.mechanism, motion, 0).momenta.rightCols<1>();
  const double most = mu * (1 + e) * -vy;
  const double Pt = -std::copysign(std::min(most, (1 + et) * 2 / 7 * std::abs(slip)), slip);
  QVERIFY(std::abs(p[0] - (vx + Pt)) < 1e-12);
  QVERIFY(std::abs(p[1] + e * vy) < 1e-12);
  QVERIFY(std::abs(p[2] - (ballInertia * spin + ballRadius * Pt)) < 1e-12);
}

/// e = e_t = 1: each bounce turns the slip round and keeps the energy; two bounces bring back the first
/// velocity [Garwin 1969].
void TestCollisionRuns::aSuperballTurnsAroundAndKeepsItsEnergy() {
  const SceneInstance scene =
      ball(R"j("law": "chatterjee-ruina", "tangential": 1, "friction": 1000)j", {0.7, -2, 15});
  const Trajectory motion = run(scene, {.duration = 400});
  QVERIFY(motion.complete);
  QVERIFY(motion.impacts.size() > 900);
  const double first = scene.initial.p.dot(motion.flights[0].v);
  const VectorXd last = motion.velocity(motion.end());
  const double energy = mechanicalEnergy(*scene.mechanism, motion.configuration(motion.end()),
                                         scene.mechanism->massMatrix(scene.initial.q) * last);
  QVERIFY(std::abs(energy - mechanicalEnergy(*scene.mechanism, scene.initial.q, scene.initial.p)) <
          1e-12 * first);
  for (std::size_t i = 0; i + 2 < motion.impacts.size(); i += 97) {
    const Eigen::MatrixXd momenta = wholeImpact(*scene.mechanism, motion, i).momenta;
    const VectorXd before = momenta.col(0), after = momenta.rightCols<1>();
    QVERIFY(std::abs(before[0] + before[2] / ballInertia * ballRadius + after[0] +
                     after[2] / ballInertia * ballRadius) < 1e-11);
    const VectorXd later = wholeImpact(*scene.mechanism, motion, i + 2).momenta.col(0);
    QVERIFY(std::abs(later[0] - before[0]) < 1e-11 && std::abs(later[2] - before[2]) < 1e-11);
  }
}

void TestCollisionRuns::theLedgerClosesUnderEveryLaw_data() {
  QTest::addColumn<QString>("law");
  for (const char* law : laws) QTest::newRow(law) << law;
}

void TestCollisionRuns::theLedgerClosesUnderEveryLaw() {
  QFETCH(QString, law);
  const SceneInstance scene =
      ball(QStringLiteral(R"j("law": "%1", "restitution": 0.8, "tangential": 0.2, "friction": 0.2,
                              "impulse": 1.8, "polar": 0.5, "sigma": 0.6)j")
               .arg(law)
               .toStdString(),
           {0.7, 0, 20}, 0.3);
  const double first = mechanicalEnergy(*scene.mechanism, scene.initial.q, scene.initial.p);
  double worst = 0, impact = 0;
  MotionOptions options{.duration = 2};
  options.observe = [&](const ObservedState& state) {
    const double E = mechanicalEnergy(*scene.mechanism, state.q, state.p) - state.flow.given();
    worst = std::max(worst, std::abs(E - first));
    impact = state.flow.impact;
  };
  const Trajectory motion = run(scene, options);
  QVERIFY2(motion.complete, qPrintable(QString::fromStdString(motion.stopReason)));
  QVERIFY(motion.impacts.size() > 3);
  QVERIFY2(worst <= 1e-11 * first, qPrintable(QString::number(worst)));
  QVERIFY(impact > 0.1);
}

void TestCollisionRuns::anImpactFollowsTheContactsFromTheFastestApproach_data() {
  QTest::addColumn<QString>("law");
  QTest::addColumn<double>("e");
  for (const char* law :
       {"routh", "whittaker", "smith", "pfeiffer-glocker", "bilinear", "chatterjee-ruina", "composite"})
    for (const double e : {0.0, 0.6, 1.0}) QTest::addRow("%s, e = %g", law, e) << law << e;
}

/// The sequence of 003 6.4: at each moment the contact that closes fastest collides, ignoring the others,
/// until none closes. Impulses between two bodies leave the momentum and the angular momentum of all as they
/// were.
void TestCollisionRuns::anImpactFollowsTheContactsFromTheFastestApproach() {
  QFETCH(QString, law);
  QFETCH(double, e);
  const SceneInstance scene = discs(law.toStdString(), e);
  const Mechanism& mechanism = *scene.mechanism;
  const VectorXd& q = scene.initial.q;
  const Trajectory motion =
      run(scene, {.duration = 0.1, .policy = {.kind = Policy::Kind::ApproachSpeed, .priority = {}}});
  QVERIFY2(motion.complete, qPrintable(QString::fromStdString(motion.stopReason)));
  const Word& word = motion.impacts.at(0).word;
  const WholeImpact impact = wholeImpact(mechanism, motion, 0);
  const Eigen::MatrixXd M = mechanism.massMatrix(q);
  for (std::size_t i = 0; i < word.size(); ++i) {
    const VectorXd v = M.llt().solve(impact.momenta.col(static_cast<Eigen::Index>(i)));
    const VectorXd approach = impact.problem.normals() * v;
    QVERIFY(approach[word[i]] < 0);
    QVERIFY(approach[word[i]] <= approach.minCoeff() + 1e-12);
  }
  const VectorXd p = impact.momenta.rightCols<1>();
  QVERIFY((impact.problem.normals() * M.llt().solve(p)).minCoeff() > -1e-9);
  const auto total = [&](const VectorXd& momentum) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int body = 0; body < 3; ++body) {
      const Eigen::Vector3d part = momentum.segment<3>(3 * body);
      const Eigen::Vector3d at = mechanism.position(body, q);
      sum += Eigen::Vector3d(part.x(), part.y(), part.z() + at.x() * part.y() - at.y() * part.x());
    }
    return sum;
  };
  QVERIFY((total(p) - total(scene.initial.p)).norm() < 1e-12);
  QVERIFY(impact.problem.metric().energy(p) <= impact.problem.metric().energy(scene.initial.p) * (1 + 1e-14));
}

void TestCollisionRuns::contactsThatCollideAtOnceFollowTheModel_data() {
  QTest::addColumn<double>("e");
  for (const double e : {0.0, 0.6, 1.0}) QTest::addRow("e = %g", e) << e;
}

/// Every impact of the run ends in the p⁺ of the model, and the ledger counts what it takes.
void TestCollisionRuns::contactsThatCollideAtOnceFollowTheModel() {
  QFETCH(double, e);
  const SceneInstance scene = discs("routh", e);
  MotionOptions options{.duration = 0.5};
  options.policy.kind = Policy::Kind::FrictionLcp;
  const Trajectory motion = run(scene, options);
  QVERIFY2(motion.complete, qPrintable(QString::fromStdString(motion.stopReason)));
  QVERIFY(!motion.impacts.empty());
  double taken = 0;
  for (std::size_t i = 0; i < motion.impacts.size(); ++i) {
    const ImpactEvent& event = motion.impacts[i];
    QVERIFY(event.atOnce && orderingOf(event).empty());
    const WholeImpact whole = wholeImpact(*scene.mechanism, motion, i);
    const ModelAnswer model = frictionLcp(whole.problem, {event.restitution});
    const VectorXd p = model.momentum.value();
    QVERIFY((whole.momenta.rightCols<1>() - p).norm() < 1e-12 * p.norm());
    const Eigen::MatrixXd M = scene.mechanism->massMatrix(whole.q);
    const VectorXd before = whole.problem.momentum();
    taken += 0.5 * (before.dot(M.llt().solve(before)) - p.dot(M.llt().solve(p)));
  }
  QVERIFY(std::abs(motion.flow(motion.end()).impact - taken) < 1e-12);
  QCOMPARE(motion.impacts.front().contacts.size(), std::size_t{2});
}

void TestCollisionRuns::anOrderingByHandPrecedesContactsAtOnce() {
  MotionOptions options{.duration = 0.1, .firstWord = Word{1, 0}};
  options.policy.kind = Policy::Kind::FrictionLcp;
  const Trajectory motion = run(discs("routh", 0.5), options);
  const ImpactEvent& first = motion.impacts.at(0);
  QVERIFY(!first.atOnce);
  QCOMPARE(first.word[0], ContactIndex{1});
}

void TestCollisionRuns::alternativesAreTheTreeOfTheLaw() {
  const SceneInstance scene = discs("chatterjee-ruina", 0.5);
  MotionOptions options{.duration = 0.1};
  options.alternatives = ResolveOptions{};
  const Trajectory motion = run(scene, options);
  const auto report = motion.impacts.at(0).alternatives;
  QVERIFY(report && report->complete());
  QVERIFY(report->outcomes.size() > 1);
  QVERIFY(report->indeterminacy.xi > 1e-3);
  const VectorXd followed = wholeImpact(*scene.mechanism, motion, 0).momenta.rightCols<1>();
  const bool found = std::ranges::any_of(report->outcomes, [&](const Outcome& outcome) {
    return (outcome.momentum - followed).norm() < 1e-7 * followed.norm();
  });
  QVERIFY(found);
}

/// A ball in space that spins about an axis across its plane of flight bounces as one in the plane.
void TestCollisionRuns::spaceAgreesWithThePlane() {
  for (const char* law : laws) {
    if (law == std::string("pfeiffer-glocker")) continue;  // no tangential restitution in space
    const std::string contact = std::string(R"j("law": ")j") + law +
                                R"j(", "restitution": 0.7, "tangential": 0.3, "friction": 0.25)j";
    const SceneInstance flat = ball(contact, {0.7, -1, 20});
    const Trajectory plane = run(flat, {.duration = 0.1});
    // The same turned about the vertical by the angle whose tangent is 3/4.
    const SceneInstance scene = sceneOf(R"j("gravity": [0, -9.81, 0], "bodies": [
      {"name": "ball", "joints": ["free"], "mass": 1, "inertia": "2/5*0.1^2",
       "shapes": [{"type": "ball", "radius": 0.1}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "contacts": [{"between": ["ball", "floor"], )j" +
                                        contact + R"j(}],
      "initial": {"q": {"ball.y": 0.1}, "velocity": {"ball.x": "0.8*0.7", "ball.z": "-0.6*0.7", "ball.y": -1,
                  "ball.rx": "0.6*20", "ball.rz": "0.8*20"}})j");
    const Trajectory space = run(scene, {.duration = 0.1});
    const VectorXd p = wholeImpact(*flat.mechanism, plane, 0).momenta.rightCols<1>(),
                   s = wholeImpact(*scene.mechanism, space, 0).momenta.rightCols<1>();
    const VectorXd expected{{0.8 * p[0], p[1], -0.6 * p[0], 0.6 * p[2], 0, 0.8 * p[2]}};
    QVERIFY2((s - expected).norm() < 1e-10, law);
  }
}

/// Bounces come closer than the step and end; what is left of the slip goes in lasting contact. The angular
/// momentum about a point of the floor is the first one: v = (5/7)(v_x − (2/5) r ω).
void TestCollisionRuns::chatterEndsInRolling() {
  const SceneInstance scene =
      ball(R"j("law": "chatterjee-ruina", "restitution": 0.5, "friction": 0.4)j", {1, -1, 6});
  const Trajectory motion = run(scene, {.duration = 3});
  QVERIFY(motion.complete);
  const VectorXd v = motion.velocity(motion.end());
  QVERIFY(std::abs(v[1]) < 1e-12);
  QVERIFY(std::abs(v[0] + ballRadius * v[2]) < 1e-9);
  QVERIFY(std::abs(v[0] - 5.0 / 7 * (1 - 0.4 * ballRadius * 6)) < 1e-6);
}

void TestCollisionRuns::aGrazingContactDoesNotCollide_data() {
  QTest::addColumn<QString>("law");
  QTest::addColumn<double>("speed");
  for (const char* law : {"routh", "whittaker", "smith", "pfeiffer-glocker", "chatterjee-ruina", "composite"})
    for (const double speed : {-1.0, 1.0}) QTest::addRow("%s, %g m/s", law, speed) << law << speed;
}

/// A slanting rod slides along the floor without pressing on it. In one direction μ exceeds W_nn/W_nt = 1.52,
/// so that a slow approach would have an impulse; without an approach, c = 0, the contact is feasible.
void TestCollisionRuns::aGrazingContactDoesNotCollide() {
  QFETCH(QString, law);
  QFETCH(double, speed);
  const SceneInstance scene = sceneOf(R"j("bodies": [
      {"name": "rod", "joints": ["planar"], "mass": 1, "inertia": "1/12",
       "shapes": [{"type": "segment", "from": [-0.5, 0, 0], "to": [0.5, 0, 0], "ends": ["tip", "top"]}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "contacts": [{"between": ["rod", "floor"], "restitution": 0.5, "friction": 2, "law": ")j" +
                                      law.toStdString() + R"j("}],
      "initial": {"q": {"rod.y": "0.5*sin(50deg)", "rod.angle": "50deg"}, "velocity": {"rod.x": )j" +
                                      std::to_string(speed) + R"j(}, "touching": ["rod.tip-floor"]})j");
  const Trajectory motion = run(scene, {.duration = 0.1});
  QVERIFY2(motion.complete, qPrintable(QString::fromStdString(motion.stopReason)));
  QCOMPARE(motion.impacts.size(), 0U);
  QVERIFY((motion.velocity(motion.end()) - Eigen::Vector3d(speed, 0, 0)).norm() < 1e-12);
}

/// Whittaker's law may gain energy where the local mass couples slip and normal: the ledger shows what it
/// gives.
void TestCollisionRuns::aLawThatGainsEnergyIsSeenInTheLedger() {
  const auto rod = [](const char* law) {
    return sceneOf(std::string(R"j("bodies": [
      {"name": "rod", "joints": ["planar"], "mass": 1, "inertia": "1/12",
       "shapes": [{"type": "segment", "from": [-0.5, 0, 0], "to": [0.5, 0, 0], "ends": ["tip", "top"]}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "contacts": [{"between": ["rod", "floor"], "restitution": 1, "friction": 1, "law": ")j") +
                   law + R"j("}],
      "initial": {"q": {"rod.y": "0.5*sin(50deg)", "rod.angle": "50deg"}, "velocity": {"rod.x": 0.5, "rod.y": -1},
                  "touching": ["rod.tip-floor"]})j");
  };
  const auto lost = [&](const char* law) {
    double impact = 0;
    MotionOptions options{.duration = 0.01};
    options.observe = [&](const ObservedState& state) { impact = state.flow.impact; };
    const SceneInstance scene = rod(law);
    const Trajectory motion = run(scene, options);
    const WholeImpact whole = wholeImpact(*scene.mechanism, motion, 0);
    const KineticMetric& metric = whole.problem.metric();
    const double gone = metric.energy(whole.momenta.col(0)) - metric.energy(whole.momenta.rightCols<1>());
    return std::abs(gone - impact) < 1e-12 ? impact : std::nan("");
  };
  QVERIFY2(lost("whittaker") < -0.04, qPrintable(QString::number(lost("whittaker"))));
  QVERIFY(lost("routh") >= 0 && lost("chatterjee-ruina") >= 0 && lost("pfeiffer-glocker") >= 0);
}

void TestCollisionRuns::whatALawDoesNotCoverEndsTheRun() {
  const SceneInstance scene = sceneOf(R"j("gravity": [0, -9.81, 0], "bodies": [
      {"name": "rod", "joints": ["planar"], "mass": 1, "inertia": "1/12",
       "shapes": [{"type": "segment", "from": [-0.5, 0, 0], "to": [0.5, 0, 0], "ends": ["tip", "top"]}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "contacts": [{"between": ["rod", "floor"], "friction": 1, "law": "bilinear"}],
      "initial": {"q": {"rod.y": "1 + 0.5*sin(50deg)", "rod.angle": "50deg"}})j");
  const Trajectory motion = run(scene, {.duration = 1});
  QVERIFY(!motion.complete);
  QCOMPARE(motion.stopKind, StopKind::NotConverged);
  QVERIFY(std::abs(motion.stoppedAt - std::sqrt(2 / 9.81)) < 1e-6);  // the fall of 1 m until then is kept
  QVERIFY2(QString::fromStdString(motion.stopReason).contains("law of contact 'rod.tip-floor'"),
           motion.stopReason.c_str());
}

void TestCollisionRuns::coefficientsOutsideTheirRangeAreRefused_data() {
  QTest::addColumn<QString>("contact");
  QTest::addColumn<QString>("place");
  QTest::newRow("law") << R"j("law": "newton")j"
                       << "contacts[0].law";
  QTest::newRow("e_t") << R"j("law": "bilinear", "tangential": 1.5)j"
                       << "contacts[0].tangential";
  QTest::newRow("e_t < 0") << R"j("law": "pfeiffer-glocker", "tangential": -0.5)j"
                           << "contacts[0].tangential";
  QTest::newRow("sigma") << R"j("law": "composite", "sigma": 2)j"
                         << "contacts[0].sigma";
}

void TestCollisionRuns::coefficientsOutsideTheirRangeAreRefused() {
  QFETCH(QString, contact);
  QFETCH(QString, place);
  try {
    ball(contact.toStdString(), {0, -1, 0});
    QFAIL("accepted");
  } catch (const SceneError& error) {
    QVERIFY2(QString::fromUtf8(error.what()).contains(place), error.what());
  }
}

CAROM_TEST(TestCollisionRuns);
#include "tst_collision_runs.moc"
