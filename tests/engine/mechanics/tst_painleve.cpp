// Contacts that last at states at which Coulomb's law has no solution or several: a thin rod against closed
// forms, a rod between walls.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "mechanics/motion/coulomb_solutions.h"
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
  void aContactAtRestInSpaceBeginsToSlide();
  void solutionsOfThePlaneAreSolutionsInSpace();
  void aContactWithoutFrictionMayStayAtRest();
  void aRodInSpaceHasTheSolutionsOfThePlane();
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

/// One contact at rest: its solutions against a walk around the circle of directions. For each direction d
/// the forces that hold the normal are λ_n = −a_n / (W_nn − μ W_nt d), and d is right where the slip
/// acceleration is along it.
void TestPainleve::aContactAtRestInSpaceBeginsToSlide() {
  examples::Random random(17);
  int counts[8] = {};
  for (int trial = 0; trial < 2000; ++trial) {
    CoulombProblem problem{3, {}, random.vector(3), {std::pow(10, random())}, {VectorXd::Zero(2)}};
    const Eigen::MatrixXd L = Eigen::MatrixXd::NullaryExpr(3, 3, [&] { return random(); });
    problem.W = L * L.transpose() + 0.01 * Eigen::MatrixXd::Identity(3, 3);
    const auto& W = problem.W;
    const VectorXd& free = problem.free;
    const double mu = problem.friction[0];
    // Of a direction: λ_n, the acceleration, and its part across.
    struct Walk {
      double press;
      VectorXd a;
      double across;
    };
    const auto at = [&](double theta) {
      const Vector3d edge(1, -mu * std::cos(theta), -mu * std::sin(theta));
      const double press = -free[0] / W.row(0).dot(edge);
      const VectorXd a = free + press * (W * edge);
      return Walk{press, a, a[2] * std::cos(theta) - a[1] * std::sin(theta)};
    };
    std::vector<VectorXd> expected;
    const VectorXd held = W.ldlt().solve(-free);
    const double room = mu * held[0] - held.tail(2).norm();
    if (std::abs(free[0]) < 1e-3 || std::abs(room) < 1e-3) continue;
    if (free[0] > 0) expected.push_back(free);
    if (held[0] > 0 && room > 0) expected.push_back(VectorXd::Zero(3));
    bool isClear = true;
    constexpr int parts = 20000;
    constexpr double part = 2 * std::numbers::pi / parts;
    Walk last = at(0);
    for (int i = 1; i <= parts; ++i) {
      const Walk next = at(i * part);
      if (last.press > 0 && next.press > 0 && (last.across < 0) != (next.across < 0)) {
        double low = (i - 1) * part, high = i * part;
        for (int k = 0; k < 60; ++k)
          ((at(0.5 * (low + high)).across < 0) == (last.across < 0) ? low : high) = 0.5 * (low + high);
        const Walk found = at(low);
        const double along = found.a[1] * std::cos(low) + found.a[2] * std::sin(low);
        isClear = isClear && std::abs(along) > 1e-3 && found.press < 1e3;
        if (along > 0) expected.push_back(found.a);
      }
      // Two directions that nearly are one may lie between neighbours.
      isClear = isClear && (std::abs(next.across) > 1e-6 || std::abs(next.across - last.across) > 1e-7);
      last = next;
    }
    if (!isClear) continue;
    const CoulombSolutions found = coulombSolutions(problem);
    QVERIFY(found.isComplete);
    const QString what = QString("%1: %2 of %3").arg(trial).arg(found.all.size()).arg(expected.size());
    QVERIFY2(found.all.size() == expected.size(), qPrintable(what));
    for (const VectorXd& a : expected)
      QVERIFY2(std::ranges::any_of(found.all,
                                   [&](const CoulombSolution& one) {
                                     return (one.acceleration - a).norm() < 1e-6 * (1 + a.norm());
                                   }),
               qPrintable(what));
    ++counts[std::min<std::size_t>(expected.size(), 7)];
  }
  QVERIFY(counts[1] > 100 && counts[3] > 20);
  QCOMPARE(counts[0], 0);
}

/// One or two contacts of the plane, each turned about its normal into space, with a mass across that nothing
/// else moves.
void TestPainleve::solutionsOfThePlaneAreSolutionsInSpace() {
  examples::Random random(19);
  int several = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const int k = 1 + trial % 2;
    CoulombProblem plane{2, {}, random.vector(2 * k), {}, {}};
    const Eigen::MatrixXd L = Eigen::MatrixXd::NullaryExpr(2 * k, 2 * k, [&] { return random(); });
    plane.W = L * L.transpose() + 0.01 * Eigen::MatrixXd::Identity(2 * k, 2 * k);
    CoulombProblem space{3, Eigen::MatrixXd::Zero(3 * k, 3 * k), VectorXd::Zero(3 * k), {}, {}};
    Eigen::MatrixXd into = Eigen::MatrixXd::Zero(3 * k, 2 * k);
    for (int i = 0; i < k; ++i) {
      const double turn = std::numbers::pi * random(), slips = i == 0 && k == 2 ? 1 : 0;
      const Eigen::Vector2d along(std::cos(turn), std::sin(turn)), across(-along[1], along[0]);
      into(3 * i, 2 * i) = 1;
      into.block<2, 1>(3 * i + 1, 2 * i + 1) = along;
      space.W.block<2, 2>(3 * i + 1, 3 * i + 1) = 2 * across * across.transpose();
      plane.friction.push_back(std::pow(10, random()));
      plane.slip.push_back(VectorXd::Constant(1, slips));
      space.slip.push_back(slips * along);
    }
    space.friction = plane.friction;
    space.W += into * plane.W * into.transpose();
    space.free = into * plane.free;
    const CoulombSolutions flat = coulombSolutions(plane), found = coulombSolutions(space);
    QVERIFY(found.isComplete);
    several += flat.all.size() > 1;
    for (const CoulombSolution& one : flat.all) {
      const VectorXd a = into * one.acceleration;
      QVERIFY2(std::ranges::any_of(found.all,
                                   [&](const CoulombSolution& other) {
                                     return (other.acceleration - a).norm() < 1e-5 * (1 + a.norm());
                                   }),
               qPrintable(QString::number(trial)));
    }
  }
  QVERIFY(several > 50);
}

/// Two bodies at rest, one on a rough wall and one on a smooth one, in one group: in
/// space as in the plane the motion in which nothing moves is one of rest, which a run follows.
void TestPainleve::aContactWithoutFrictionMayStayAtRest() {
  for (const double smooth : {0.0, 0.4}) {
    CoulombProblem plane{2, Eigen::MatrixXd::Identity(4, 4), VectorXd::Zero(4), {0.7, smooth}, {}};
    plane.free << -1, 0.3, -2, 0;
    plane.slip.assign(2, VectorXd::Zero(1));
    CoulombProblem space{3, Eigen::MatrixXd::Identity(6, 6), VectorXd::Zero(6), {0.7, smooth}, {}};
    space.free << -1, 0.3, 0, -2, 0, 0;
    space.slip.assign(2, VectorXd::Zero(2));
    for (const CoulombProblem& problem : {plane, space}) {
      const CoulombSolutions found = coulombSolutions(problem);
      QCOMPARE(found.all.size(), std::size_t{1});
      QCOMPARE(found.isComplete, problem.block == 2 || smooth == 0);
      QCOMPARE(found.all[0].modes, std::vector(2, CoulombMode::Sticks));
      QVERIFY(found.all[0].acceleration.norm() < 1e-12);
    }
    space.free[4] = 0.5;  // along the smooth wall
    const CoulombSolutions slides = coulombSolutions(space);
    const auto moves = [](const CoulombSolution& one) { return one.acceleration.norm() > 0.1; };
    QCOMPARE(std::ranges::count_if(slides.all, moves), smooth == 0 ? 1 : 0);
  }
}

/// The rod with its end at rest, which it may leave, keep, or let slide, with gravity in any direction: as
/// many solutions at least where it may leave the plane of its motion.
void TestPainleve::aRodInSpaceHasTheSolutionsOfThePlane() {
  examples::Random random(23);
  int several = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const double theta = 0.8 + 0.6 * random(), omega = 8 * random(), mu = 1.6 + 1.5 * random();
    MotionOptions options{.duration = 1e-5};
    options.step = 1e-5;
    const Mechanism floor = rodOnFloor(mu, 0);
    const Vector3d pull(-20 + 20 * random() - 0.5 * omega * omega * std::cos(theta),
                        2 * random() - 0.5 * omega * omega * std::sin(theta), 0);
    std::vector<Body> bodies = floor.bodies();
    const Mechanism flat(bodies, floor.contacts(), pull);
    bodies[0].joints = space();
    const Mechanism solid(bodies, floor.contacts(), pull);
    const State start = sliding(theta, omega, 0);
    VectorXd q = VectorXd::Zero(6), v = VectorXd::Zero(6);
    q.head(2) = start.q.head(2);
    q[5] = theta;
    v.head(2) = flat.massMatrix(start.q).llt().solve(start.p).head(2);
    v[5] = omega;
    const Trajectory one = runMotion(flat, start, options);
    const Trajectory other = runMotion(solid, {0, q, solid.massMatrix(q) * v}, options);
    QVERIFY(one.complete && other.complete);
    const QString what = QStringLiteral("θ %1, ω %2, μ %3").arg(theta).arg(omega).arg(mu);
    QVERIFY2(one.choices.size() == other.choices.size(), qPrintable(what));
    for (std::size_t i = 0; i < one.choices.size(); ++i)
      QVERIFY2(other.choices[i].solutions >= one.choices[i].solutions, qPrintable(what));
    several += !one.choices.empty();
  }
  QVERIFY(several > 5);
}

CAROM_TEST(TestPainleve);
#include "tst_painleve.moc"
