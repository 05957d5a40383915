// Contacts that last at states at which Coulomb's law has no solution or several: a thin rod against closed
// forms, a rod between walls.
#include <QtTest>
#include <cmath>

#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/run_motion.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double gravity = 9.81;

Body rodOf(std::vector<Shape> shapes) {
  Body rod{"rod", -1, Vector3d::Zero(), plane(), 1, std::move(shapes)};
  rod.inertia = Eigen::Matrix3d::Identity() / 12;  // of length 1
  return rod;
}

/// A rod whose lower end is on a floor.
Mechanism rodOnFloor(double friction, double restitution) {
  ContactPair tip{"tip", {0, 1}, {}};
  tip.coefficients.friction = friction;
  tip.coefficients.restitution = restitution;
  return {{rodOf({Point{{-0.5, 0, 0}}}),
           {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}}},
          {tip},
          {0, -gravity, 0}};
}

/// The rod at the angle θ whose end slides at `slip`.
State sliding(double theta, double omega, double slip) {
  VectorXd q(3), p(3);
  q << 0, 0.5 * std::sin(theta), theta;
  p << slip - 0.5 * omega * std::sin(theta), 0.5 * omega * std::cos(theta), omega / 12;
  return {0, q, p};
}

/// Rods of rodOnFloor, 3 m apart, and discs that lie on the same floor: contacts that do not act on each
/// other.
Mechanism rodsAndDiscs(int rods, int discs, double friction) {
  std::vector<Body> bodies{{"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}}};
  std::vector<ContactPair> contacts;
  for (int i = 0; i < rods + discs; ++i) {
    bodies.push_back(rodOf({i < rods ? Shape(Point{{-0.5, 0, 0}}) : Shape(Ball{0.1})}));
    bodies.back().name += std::to_string(i);
    contacts.push_back({"contact" + std::to_string(i), {1 + i, 0}, {}});
    contacts.back().coefficients.friction = friction;
    contacts.back().coefficients.restitution = 0;
  }
  return {bodies, contacts, {0, -gravity, 0}};
}

State slidingAndLying(int rods, int discs, const State& rod) {
  State state{0, VectorXd::Zero(3 * (rods + discs)), VectorXd::Zero(3 * (rods + discs))};
  for (int i = 0; i < rods + discs; ++i) {
    if (i < rods) {
      state.q.segment<3>(3 * i) = rod.q;
      state.p.segment<3>(3 * i) = rod.p;
    } else {
      state.q[3 * i + 1] = 0.1;
    }
    state.q[3 * i] += 3 * i;
  }
  return state;
}

}  // namespace

class TestPainleve : public QObject {
  Q_OBJECT
 private slots:
  void aRodThatJamsSticks_data();
  void aRodThatJamsSticks();
  void everyRodIsOneOfThreeKinds();
  void everyJamOfARunHasNoSolution();
  void aJamIsComputedAgainFromItsRecord();
  void theRestitutionOfTheRunHoldsInAJam();
  void aWedgedRodStaysAndSaysSo();
  void rodsJamBesideOtherContacts_data();
  void rodsJamBesideOtherContacts();
  void rodsLiftOffBesideOtherContacts_data() { rodsJamBesideOtherContacts_data(); }
  void rodsLiftOffBesideOtherContacts();
  void anyRodsMoveAsAlone();
  void aCrowdSaysThatItIsNotExamined();
};

void TestPainleve::aRodThatJamsSticks_data() {
  QTest::addColumn<double>("step");
  for (const double step : {1e-2, 1e-3, 1e-4, 1e-6}) QTest::addRow("%g", step) << step;
}

/// With e = 0 the end comes to rest at once. The angular momentum about it, ½ sin θ, is kept: ω = 1.5 sin θ.
void TestPainleve::aRodThatJamsSticks() {
  QFETCH(double, step);
  const Mechanism mechanism = rodOnFloor(1.6, 0);
  MotionOptions options{.duration = 1e-9};
  options.step = step;
  const Trajectory motion = runMotion(mechanism, sliding(1, 0, -1), options);
  QVERIFY(motion.complete);
  QCOMPARE(motion.impacts.size(), std::size_t{1});
  QCOMPARE(motion.impacts[0].time, 0.0);
  QCOMPARE(motion.impacts[0].jammed, std::vector<int>{0});
  const double omega = 1.5 * std::sin(1.0), loss = 0.5 - omega * omega / 6;
  QVERIFY(std::abs(motion.velocity(0)[2] - omega) < 1e-12);
  QVERIFY(std::abs(motion.impacts[0].energyBefore - motion.impacts[0].energyAfter - loss) < 1e-12);
  QVERIFY(std::abs(motion.flow(1e-9).impact - loss) < 1e-12);
  QVERIFY(std::abs(motion.velocity(0)[0] + 0.5 * omega * std::sin(1.0)) < 1e-12);  // the end rests
}

/// A = W_nn − μ s W_nt, s the direction of the slip, and b, the acceleration without contact, decide: one
/// solution where A > 0; where A < 0, none with b < 0 and two with b > 0, of which the rod lifts off.
void TestPainleve::everyRodIsOneOfThreeKinds() {
  examples::Random random(11);
  int kinds[3] = {};
  for (int trial = 0; trial < 400; ++trial) {
    const double theta = 0.8 + 0.6 * random(), omega = 8 * random(), mu = 1.6 + 1.5 * random();
    const double slip = (random() > 0.3 ? 1 : -1) * std::pow(10, random());
    const double c = std::cos(theta), s = std::sin(theta), side = slip > 0 ? 1 : -1;
    const double A = 1 + 3 * c * c + 3 * mu * side * c * s, b = -gravity + 0.5 * omega * omega * s;
    if (std::abs(A) < 1e-3 || std::abs(b) < 1e-2) continue;
    MotionOptions options{.duration = 1e-5};
    options.step = 1e-5;
    const Trajectory motion = runMotion(rodOnFloor(mu, 0), sliding(theta, omega, slip), options);
    const QString what = QStringLiteral("θ %1, ω %2, μ %3, slip %4").arg(theta).arg(omega).arg(mu).arg(slip);
    QVERIFY2(motion.complete, qPrintable(what));
    const int kind = A > 0 ? 0 : b < 0 ? 1 : 2;
    ++kinds[kind];
    QVERIFY2(motion.impacts.size() == (kind == 1 ? 1u : 0u), qPrintable(what));
    QVERIFY2(motion.choices.size() == (kind == 2 ? 1u : 0u), qPrintable(what));
    if (kind == 1) {
      const double about = (-0.5 * s) * (slip - 0.5 * omega * s) + 0.5 * c * 0.5 * omega * c + omega / 12;
      QVERIFY2(std::abs(motion.velocity(0)[2] - 3 * about) < 1e-10 * (1 + std::abs(about)), qPrintable(what));
    } else if (kind == 2) {
      QCOMPARE(motion.choices[0].solutions, 2);
      QCOMPARE(motion.choices[0].rule, ForceChoice::Rule::LeastForces);
      const VectorXd v = motion.velocity(1e-5);
      QVERIFY2(std::abs(v[1] - 0.5 * omega * c + gravity * 1e-5) < 1e-12, qPrintable(what));  // free fall
    } else if (b < 0) {
      // λ = −b/A pushes the rod and turns it.
      const double lambda = -b / A, turn = 12 * lambda * (-0.5 * c - mu * side * 0.5 * s);
      const VectorXd v = motion.velocity(1e-5);
      QVERIFY2(std::abs(v[2] - omega - 1e-5 * turn) < 2e-2 * 1e-5 * (std::abs(turn) + 100), qPrintable(what));
    }
  }
  for (const int kind : kinds) QVERIFY(kind > 20);
}

/// Whatever happens before, a jam is at a state without a solution: closed, with A < 0 and b < 0.
void TestPainleve::everyJamOfARunHasNoSolution() {
  examples::Random random(5);
  int jams = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const double mu = 2 + 1.2 * random(), theta = 0.9 + 0.6 * random();
    const Mechanism mechanism = rodOnFloor(mu, 0.3);
    MotionOptions options{.duration = 0.4};
    options.step = std::pow(10, -3 + 0.5 * random());
    const Trajectory motion = runMotion(mechanism, sliding(theta, 6 * random(), 4 * random()), options);
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    for (std::size_t i = 0; i < motion.impacts.size(); ++i) {
      if (motion.impacts[i].jammed.empty()) continue;
      ++jams;
      const WholeImpact whole = wholeImpact(mechanism, motion, i);
      const VectorXd v = mechanism.massMatrix(whole.q).llt().solve(whole.momenta.col(0));
      const double c = std::cos(whole.q[2]), s = std::sin(whole.q[2]), slip = v[0] + 0.5 * s * v[2];
      const double A = 1 + 3 * c * c + 3 * mu * (slip > 0 ? 1 : -1) * c * s;
      QVERIFY(std::abs(mechanism.gaps(whole.q)[0]) <= 1e-9);
      QVERIFY2(A < 1e-9, qPrintable(QString::number(A)));
      QVERIFY2(-gravity + 0.5 * v[2] * v[2] * s < 0.05, qPrintable(QString::number(v[2])));
      QVERIFY(motion.impacts[i].energyAfter < motion.impacts[i].energyBefore);
    }
  }
  QVERIFY2(jams > 20, qPrintable(QString::number(jams)));
}

void TestPainleve::aJamIsComputedAgainFromItsRecord() {
  for (const double restitution : {0.0, 0.5}) {
    const Mechanism mechanism = rodOnFloor(1.6, restitution);
    const Trajectory motion = runMotion(mechanism, sliding(1, 0, -1), {.duration = 0.1});
    QVERIFY(motion.complete && !motion.impacts.empty());
    const WholeImpact whole = wholeImpact(mechanism, motion, 0);
    const VectorXd after = whole.momenta.rightCols<1>();
    QVERIFY((after - mechanism.massMatrix(whole.q) * motion.velocity(0)).norm() < 1e-14);
    if (restitution > 0) QVERIFY(mechanism.normal(0, whole.q).dot(motion.velocity(0)) > 0.01);
  }
}

/// R = 0 of a run leaves no bounce of a contact with e = 0.8, and √e = 0.8 is a contact's own 0.8.
void TestPainleve::theRestitutionOfTheRunHoldsInAJam() {
  const auto after = [](double own, std::optional<double> R, std::optional<double> e) {
    MotionOptions options{.duration = 1e-9};
    options.restitution = R;
    options.reflectionRestitution = e;
    const Mechanism mechanism = rodOnFloor(1.6, own);
    const Trajectory motion = runMotion(mechanism, sliding(1, 0, -1), options);
    const VectorXd v = motion.velocity(0);
    const WholeImpact whole = wholeImpact(mechanism, motion, 0);
    const VectorXd again = mechanism.massMatrix(whole.q).llt().solve(whole.momenta.rightCols<1>());
    return (again - v).norm() < 1e-13 ? v : VectorXd::Constant(3, std::nan("")).eval();
  };
  QVERIFY((after(0.8, 0, std::nullopt) - after(0, std::nullopt, std::nullopt)).norm() < 1e-13);
  QVERIFY((after(0, std::nullopt, 0.64) - after(0.8, std::nullopt, std::nullopt)).norm() < 1e-13);
  QVERIFY((after(0, std::nullopt, 0.64) - after(0, std::nullopt, std::nullopt)).norm() > 0.1);
}

/// A rod between two walls, whose line lies in both friction cones: it may stay, held by any pressure of the
/// walls, and it may fall.
void TestPainleve::aWedgedRodStaysAndSaysSo() {
  const double angle = 0.3, wall = 0.5 * std::cos(angle);
  for (const double mu : {0.2, 0.5}) {  // tan 0.3 = 0.309
    std::vector<ContactPair> contacts{{"left", {0, 1}, {0, 0}}, {"right", {0, 2}, {1, 0}}};
    for (ContactPair& pair : contacts) pair.coefficients.friction = mu;
    const Mechanism mechanism(
        {rodOf({Point{{-0.5, 0, 0}}, Point{{0.5, 0, 0}}}),
         {"left", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitX(), -wall}}},
         {"right", -1, Vector3d::Zero(), {}, 0, {HalfSpace{-Vector3d::UnitX(), -wall}}}},
        contacts, {0, -gravity, 0});
    VectorXd q(3);
    q << 0, 0, angle;
    for (const double step : {1e-2, 1e-3, 1e-4}) {
      const Trajectory motion =
          runMotion(mechanism, {0, q, VectorXd::Zero(3)}, {.duration = 0.05, .step = step});
      QVERIFY(motion.complete);
      const double speed = motion.velocity(0.05).norm();
      if (mu < std::tan(angle)) {
        QVERIFY(motion.choices.empty());
        QVERIFY(speed > 0.1);
        continue;
      }
      QCOMPARE(motion.choices.size(), std::size_t{1});  // told once, not at every step
      QVERIFY(motion.choices[0].solutions >= 2);
      QCOMPARE(motion.choices[0].rule, ForceChoice::Rule::StaysAtRest);
      QVERIFY2(speed < 1e-12, qPrintable(QString::number(speed)));
    }
  }
}

void TestPainleve::rodsJamBesideOtherContacts_data() {
  QTest::addColumn<int>("rods");
  QTest::addColumn<int>("discs");
  for (const int rods : {1, 2, 3})
    for (const int discs : {0, 2, 3, 4, 12}) QTest::addRow("%d rods, %d discs", rods, discs) << rods << discs;
}

/// What lies elsewhere on the floor changes nothing: all rods jam and stick.
void TestPainleve::rodsJamBesideOtherContacts() {
  QFETCH(int, rods);
  QFETCH(int, discs);
  MotionOptions options{.duration = 1e-9};
  options.step = 1e-3;
  const Trajectory motion =
      runMotion(rodsAndDiscs(rods, discs, 1.6), slidingAndLying(rods, discs, sliding(1, 0, -1)), options);
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  const double omega = 1.5 * std::sin(1.0), loss = 0.5 - omega * omega / 6;
  const VectorXd v = motion.velocity(1e-9);
  for (int i = 0; i < rods; ++i) {
    QVERIFY2(std::abs(v[3 * i + 2] - omega) < 1e-7, qPrintable(QString::number(v[3 * i + 2])));
    QVERIFY(std::abs(v[3 * i] + 0.5 * omega * std::sin(1.0)) < 1e-7);
  }
  QVERIFY(v.tail(3 * discs).isZero(1e-12));
  QVERIFY(std::abs(motion.flow(1e-9).impact - rods * loss) < 1e-12 * rods);
  std::vector<int> jammed;
  for (const ImpactEvent& impact : motion.impacts)
    jammed.insert(jammed.end(), impact.jammed.begin(), impact.jammed.end());
  QCOMPARE(jammed.size(), static_cast<std::size_t>(rods));
  QCOMPARE(motion.unexaminedSteps, std::size_t{0});
}

/// With ω = 5 the law has two solutions for each rod, of which it lifts off.
void TestPainleve::rodsLiftOffBesideOtherContacts() {
  QFETCH(int, rods);
  QFETCH(int, discs);
  MotionOptions options{.duration = 1e-5};
  options.step = 1e-5;
  const Trajectory motion =
      runMotion(rodsAndDiscs(rods, discs, 1.6), slidingAndLying(rods, discs, sliding(1, 5, -1)), options);
  QVERIFY(motion.complete && motion.impacts.empty());
  QCOMPARE(motion.choices.size(), static_cast<std::size_t>(rods));
  const VectorXd v = motion.velocity(1e-5);
  for (int i = 0; i < rods; ++i) {
    const ForceChoice& choice = motion.choices[static_cast<std::size_t>(i)];
    QCOMPARE(choice.contacts, std::vector<int>{i});
    QCOMPARE(choice.solutions, 2);
    QVERIFY(std::abs(v[3 * i + 1] - 2.5 * std::cos(1.0) + gravity * 1e-5) < 1e-12);  // free fall
  }
}

/// Two rods of any of the three kinds and five discs on one floor: each rod as in a run of its own.
void TestPainleve::anyRodsMoveAsAlone() {
  examples::Random random(13);
  std::size_t jams = 0, choices = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const double mu = 1.6 + 1.5 * random();
    MotionOptions options{.duration = 1e-5};
    options.step = 1e-5;
    State all = slidingAndLying(2, 5, sliding(1, 0, -1));
    std::vector<Trajectory> alone;
    for (int i = 0; i < 2; ++i) {
      const double slip = (random() > 0.3 ? 1 : -1) * std::pow(10, random());
      const State rod = sliding(0.8 + 0.6 * random(), 8 * random(), slip);
      all.q.segment<3>(3 * i) = rod.q + Vector3d(3 * i, 0, 0);
      all.p.segment<3>(3 * i) = rod.p;
      alone.push_back(runMotion(rodOnFloor(mu, 0), rod, options));
    }
    const Trajectory both = runMotion(rodsAndDiscs(2, 5, mu), all, options);
    QVERIFY(both.complete && alone[0].complete && alone[1].complete);
    QCOMPARE(both.impacts.size(), alone[0].impacts.size() + alone[1].impacts.size());
    QCOMPARE(both.choices.size(), alone[0].choices.size() + alone[1].choices.size());
    jams += both.impacts.size();
    choices += both.choices.size();
    for (int i = 0; i < 2; ++i) {
      const VectorXd own = alone[static_cast<std::size_t>(i)].velocity(1e-5);
      const double apart = (both.velocity(1e-5).segment<3>(3 * i) - own).norm();
      QVERIFY2(apart < 1e-9 * (1 + own.norm()), qPrintable(QString("%1: %2").arg(trial).arg(apart)));
    }
  }
  QVERIFY(jams > 20 && choices > 20);
}

/// A row of discs that touch on a floor: of n there are 2n − 1 contacts that act on each other.
void TestPainleve::aCrowdSaysThatItIsNotExamined() {
  for (const double friction : {0.0, 0.4})
    for (const int discs : {2, 3}) {
      Mechanism alone = rodsAndDiscs(0, discs, friction);
      std::vector<ContactPair> contacts = alone.contacts();
      for (int i = 1; i < discs; ++i) {
        contacts.push_back({"between" + std::to_string(i), {i, i + 1}, {}});
        contacts.back().coefficients.friction = friction;
      }
      const Mechanism row(alone.bodies(), contacts, {0.5, -gravity, 0});  // all roll alike
      State state{0, VectorXd::Zero(3 * discs), VectorXd::Zero(3 * discs)};
      for (int i = 0; i < discs; ++i) state.q.segment<2>(3 * i) << 0.2 * i, 0.1;
      const Trajectory motion = runMotion(row, state, {.duration = 0.1, .step = 1e-3});
      QVERIFY(motion.complete);
      QCOMPARE(motion.unexaminedSteps > 0, friction > 0 && discs == 3);
    }
}

CAROM_TEST(TestPainleve);
#include "tst_painleve.moc"
