#include <Eigen/Dense>
#include <QtTest>
#include <array>
#include <functional>
#include <numbers>

#include "base/central_slope.h"
#include "base/rotation.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/loop_equations.h"
#include "mechanics/variation/run_variation.h"
#include "support/mechanism_examples.h"
#include "support/run_differences.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

namespace {

using examples::between, examples::difference, examples::endOf, examples::moved, examples::steps,
    examples::story;

MotionOptions options(double duration) {
  return examples::allNodes(duration);
}

/// A trunk with one or two legs on springs that bounces between a floor and a wall.
struct Bouncer {
  Mechanism mechanism;
  State start;
};

Bouncer bouncer(unsigned seed, bool inSpace, double restitution, bool hasLaws = false) {
  examples::Random random(seed);
  const auto within = [&](double a, double b) { return a + (b - a) * 0.5 * (random() + 1); };
  std::vector<Body> bodies;
  Body trunk{"trunk",        -1, Vector3d::Zero(), inSpace ? examples::space() : examples::plane(),
             within(0.5, 4), {}};
  trunk.inertia = Vector3d(within(0.02, 0.1), within(0.03, 0.1), within(0.04, 0.1)).asDiagonal();
  trunk.shapes = {Ball{within(0.05, 0.2)}, Point{{0.3, within(-0.1, 0.1), 0}}};
  bodies.push_back(trunk);
  JointForces forces;
  const int legs = 1 + static_cast<int>(within(0, 1.99));
  for (int leg = 0; leg < legs; ++leg) {
    Body link = examples::hangingRod(leg ? "b" : "a", 0, {leg ? 0.2 : -0.2, 0, 0}, within(0.2, 1), 0.4);
    link.inertia += 0.01 * Eigen::Matrix3d::Identity();
    link.shapes = {Point{{0, -0.4, 0}}};
    bodies.push_back(link);
  }
  bodies.push_back({"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}});
  bodies.push_back({"wall", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d(-1, 0.1, 0).normalized(), -1}}});
  const int floor = legs + 1;
  std::vector<ContactPair> contacts;
  for (int solid : {floor, floor + 1}) {
    for (int shape : {0, 1}) contacts.push_back(between(bodies, solid, 0, restitution, shape));
    for (int leg = 0; leg < legs; ++leg) contacts.push_back(between(bodies, solid, leg + 1, restitution));
  }
  if (hasLaws)
    for (ContactPair& contact : contacts) {
      contact.law = CollisionLaw::Whittaker;
      contact.coefficients.friction = 0.1;
    }
  const Mechanism bare(bodies, {}, Vector3d::Zero());
  for (int i = 0; i < legs; ++i) {
    const int joint = bare.dof() - legs + i;
    forces.springs.push_back({joint, within(1, 20), within(-0.2, 0.2)});
    forces.dampers.push_back({joint, restitution < 1 ? 0.05 : 0});
  }
  Bouncer made{{bodies, contacts, {0, -9.81, 0}, forces}, {}};
  made.start.q = VectorXd::Zero(made.mechanism.dof());
  made.start.q[1] = within(0.7, 1.0);
  for (int i = inSpace ? 3 : 2; i < made.mechanism.dof(); ++i) made.start.q[i] = within(-0.4, 0.4);
  const VectorXd v = random.vector(made.mechanism.dof());
  made.start.p = made.mechanism.massMatrix(made.start.q) * v;
  return made;
}

/// ∂x(T)/∂ε of the run from start + ε dx by differences of whole runs; empty where their impacts differ.
std::optional<VectorXd> byDifferences(const Mechanism& mechanism, const State& start, const VectorXd& dx,
                                      const MotionOptions& options, double epsilon = 2e-5) {
  const Trajectory run = runMotion(mechanism, start, options);
  const State end = endOf(mechanism, run);
  std::array<VectorXd, 4> at;
  constexpr double times[] = {1, -1, 2, -2};
  for (std::size_t i = 0; i < 4; ++i) {
    const Trajectory other = runMotion(mechanism, moved(mechanism, start, times[i] * epsilon * dx), options);
    if (!other.complete || story(other) != story(run)) return std::nullopt;
    if (steps(other, options.step) != steps(run, options.step)) return std::nullopt;
    at[i] = difference(mechanism, end, endOf(mechanism, other));
  }
  return (8 * (at[0] - at[1]) - (at[2] - at[3])) / (12 * epsilon);
}

/// How far a map is from keeping the symplectic form.
double defect(const MatrixXd& map) {
  const Eigen::Index n = map.rows() / 2;
  MatrixXd J = MatrixXd::Zero(2 * n, 2 * n);
  J.topRightCorner(n, n).setIdentity();
  J.bottomLeftCorner(n, n) = -MatrixXd::Identity(n, n);
  return (map.transpose() * J * map - J).norm() / map.squaredNorm();
}

}  // namespace

/// The derivative of a run by its initial state, against whole runs from states nearby, closed forms, and the
/// conservation of the symplectic form.
class TestVariation : public QObject {
  Q_OBJECT

 private slots:
  void bouncingBallHasItsSaltationMatrix();
  void stepsHaveTheirExactDerivative_data();
  void stepsHaveTheirExactDerivative();
  void agreesWithDifferencesOfRuns_data();
  void agreesWithDifferencesOfRuns();
  void elasticRunsAreSymplectic();
  void pushesAreFollowed();
  void everyOrderingOfATieHasItsCone();
  void impactsThatShareNoBodyHaveOneMap();
  void outcomesThatDifferAreAJump();
  void contactsThatLastAreFollowed_data();
  void contactsThatLastAreFollowed();
  void aRollingBallIsFollowed();
  void aSlidingTripodIsFollowed();
  void unitsDoNotMatter_data();
  void unitsDoNotMatter();
  void loopsAreFollowed_data();
  void loopsAreFollowed();
  void aRestingBallStaysInPlace();
  void saysWhereItEnds();
  void bouncesThatEndAreFollowed_data();
  void bouncesThatEndAreFollowed();
  void aMotorThatStartsLaterHasNoSlope();
};

void TestVariation::bouncingBallHasItsSaltationMatrix() {
  for (const double e : {1.0, 0.7, 0.5}) {
    Body ball{"ball", -1, Vector3d::Zero(), {examples::slide(Vector3d::UnitY(), "y")}, 2, {Ball{0.1}}};
    std::vector<Body> bodies{ball, {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}}};
    const Mechanism mechanism(bodies, {between(bodies, 1, 0, e)}, {0, -10, 0});
    // Falls 0.2 m from rest: v = 2 m/s after 0.2 s; then 0.1 s up.
    const Trajectory run =
        runMotion(mechanism, {0, VectorXd::Constant(1, 0.3), VectorXd::Zero(1)}, options(0.3));
    QCOMPARE(run.impacts.size(), std::size_t{1});
    const RunVariation variation = runVariation(mechanism, run);
    QVERIFY2(variation.stopped.empty(), variation.stopped.c_str());
    Eigen::Matrix2d fall, bounce, rise;
    fall << 1, 0.2 / 2, 0, 1;
    bounce << -e, 0, 2 * 10 * (1 + e) / 2, -e;
    rise << 1, 0.1 / 2, 0, 1;
    const MatrixXd expected = rise * bounce * fall;
    QVERIFY((variation.map - expected).norm() < 1e-11 * expected.norm());
    QCOMPARE(variation.impacts[0].words.words.size(), std::size_t{1});
    QVERIFY((variation.impacts[0].words.words[0].map - bounce).norm() < 1e-11 * bounce.norm());
  }
}

void TestVariation::stepsHaveTheirExactDerivative_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<double>("h");
  for (const double h : {1e-3, 0.02, -0.01}) {
    QTest::addRow("plane, %g s", h) << 0 << h;
    QTest::addRow("axes in space, %g s", h) << 1 << h;
    QTest::addRow("spherical joints, %g s", h) << 2 << h;
    QTest::addRow("a free body, %g s", h) << 3 << h;
  }
}

/// By state, time and length, against differences of sixth order of whole steps; with springs, dampers and a
/// motor whose aim moves.
void TestVariation::stepsHaveTheirExactDerivative() {
  QFETCH(int, kind);
  QFETCH(double, h);
  examples::Random random(static_cast<unsigned>(kind) + 5);
  double worst = 0;
  for (int trial = 0; trial < 4; ++trial) {
    JointForces forces;
    if (kind < 3) {
      forces.springs.push_back({kind == 2 ? 9 : 4, 7, 0.2});
      forces.dampers.push_back({kind == 2 ? 9 : 3, 0.3});
      forces.motors.push_back(
          {.coordinate = kind == 2 ? 9 : 3, .proportional = 3, .derivative = 0.2, .rate = 0.7});
      forces.pointSprings.push_back(
          {.ends = {BodyPoint{1, {0.1, 0.2, 0}}, BodyPoint{3, {0.3, 0, 0}}}, .stiffness = 4, .rest = 0.1});
    }
    Body top{"top", -1, Vector3d::Zero(), examples::space(), 2, {}};
    top.inertia = Vector3d(0.2, 0.3, 0.45).asDiagonal();
    const Mechanism mechanism = kind == 3   ? Mechanism({top}, {}, {0, -9.81, 0})
                                : kind == 2 ? examples::tumbler(random, forces)
                                            : examples::walker(random, kind == 0, forces);
    const Eigen::Index n = mechanism.dof();
    const VectorXd q = mechanism.moved(VectorXd::Zero(n), random.vector(static_cast<int>(n)), 1);
    const MatrixXd M = mechanism.massMatrix(q);
    const VectorXd p = M * random.vector(static_cast<int>(n));
    StepVariation variation(mechanism);
    FlowMap map;
    VectorXd q1 = q, p1 = p;
    QCOMPARE(variation.step(q1, p1, 0.1, h, map), StepStatus::Done);
    MidpointIntegrator integrator(mechanism);
    const auto ended = [&](VectorXd at, VectorXd with, double t, double length) {
      integrator.restart();
      VectorXd end(2 * n);
      [&] { QCOMPARE(integrator.step(at, with, t, length), StepStatus::Done); }();
      end << mechanism.difference(q1, at), with;
      return end;
    };
    const auto slope = [](const auto& f, double e) {
      return VectorXd((45 * (f(e) - f(-e)) - 9 * (f(2 * e) - f(-2 * e)) + f(3 * e) - f(-3 * e)) / (60 * e));
    };
    const auto compare = [&](const VectorXd& is, const VectorXd& expected) {
      worst = std::max(worst, (is - expected).norm() / (1 + expected.norm()));
    };
    for (Eigen::Index i = 0; i < n; ++i) {
      const VectorXd e = VectorXd::Unit(n, i);
      compare(map.state.col(i),
              slope([&](double s) { return ended(mechanism.moved(q, e, s), p, 0.1, h); }, 2e-3));
      compare(map.state.rightCols(n) * M.col(i),
              slope([&](double s) { return ended(q, p + s * M.col(i), 0.1, h); }, 2e-3));
    }
    compare(map.length, slope([&](double s) { return ended(q, p, 0.1, h + s); }, 0.05 * h));
    compare(map.start, slope([&](double s) { return ended(q, p, 0.1 + s, h); }, 0.05 * h));
  }
  QVERIFY2(worst < 1e-10, std::to_string(worst).c_str());
}

void TestVariation::agreesWithDifferencesOfRuns_data() {
  QTest::addColumn<bool>("inSpace");
  QTest::addColumn<double>("restitution");
  QTest::addColumn<bool>("hasLaws");
  QTest::newRow("plane, elastic") << false << 1.0 << false;
  QTest::newRow("plane, e = 0.7, dampers") << false << 0.7 << false;
  QTest::newRow("space, elastic") << true << 1.0 << false;
  QTest::newRow("space, e = 0.7, dampers") << true << 0.7 << false;
  QTest::newRow("plane, laws with friction") << false << 0.7 << true;
}

void TestVariation::agreesWithDifferencesOfRuns() {
  QFETCH(bool, inSpace);
  QFETCH(double, restitution);
  QFETCH(bool, hasLaws);
  int compared = 0, impacts = 0;
  double worst = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const auto [mechanism, start] = bouncer(seed, inSpace, restitution, hasLaws);
    const Trajectory run = runMotion(mechanism, start, options(0.5));
    if (!run.complete) continue;
    const RunVariation variation = runVariation(mechanism, run);
    if (!variation.stopped.empty()) continue;
    impacts += static_cast<int>(run.impacts.size());
    for (int i = 0; i < 2 * mechanism.dof(); ++i) {
      VectorXd dx = VectorXd::Unit(2 * mechanism.dof(), i);
      const auto expected = byDifferences(mechanism, start, dx, options(0.5));
      if (!expected) continue;
      ++compared;
      const double error = (variation.map.col(i) - *expected).norm() / variation.map.norm();
      if (error > 1e-8) qInfo("seed %u column %d: %.1e, %zu impacts", seed, i, error, run.impacts.size());
      worst = std::max(worst, error);
    }
  }
  qInfo("%d columns, %d impacts, largest relative difference %.1e", compared, impacts, worst);
  QVERIFY(compared > 60);
  QVERIFY(impacts > 10);
  QVERIFY(worst < 1e-7);
}

void TestVariation::elasticRunsAreSymplectic() {
  // The flow and the reflections are; the steps are, too, but not at a fixed energy, so that impacts within
  // them leave O(h²).
  double coarse = 0, fine = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const auto [mechanism, start] = bouncer(seed, false, 1);
    double defects[2];
    for (int i = 0; i < 2; ++i) {
      MotionOptions steps = options(0.5);
      steps.step = i == 0 ? 2e-3 : 5e-4;
      const RunVariation variation = runVariation(mechanism, runMotion(mechanism, start, steps));
      QVERIFY2(variation.stopped.empty(), variation.stopped.c_str());
      defects[i] = defect(variation.map);
    }
    QVERIFY(defects[0] < 1e-4);
    coarse += defects[0];
    fine += defects[1];
  }
  QVERIFY2(coarse > 8 * fine && coarse < 32 * fine, std::to_string(coarse / fine).c_str());
}

void TestVariation::pushesAreFollowed() {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const auto [mechanism, start] = bouncer(seed, false, 1);
    MotionOptions pushed = options(0.4);
    pushed.pushes = {{0.05, 1, {0.3, 0.2, 0}}, {0.2, 0, {-0.4, 0.1, 0}}};
    const Trajectory run = runMotion(mechanism, start, pushed);
    const RunVariation variation = runVariation(mechanism, run);
    QVERIFY2(variation.stopped.empty(), variation.stopped.c_str());
    for (int i = 0; i < 2 * mechanism.dof(); ++i) {
      const auto expected = byDifferences(mechanism, start, VectorXd::Unit(2 * mechanism.dof(), i), pushed);
      if (expected) QVERIFY((variation.map.col(i) - *expected).norm() < 1e-7 * variation.map.norm());
    }
  }
}

namespace {

/// Two discs that meet a third one at the same instant, 0.1 s after the start, at an angle θ between their
/// ways; mass of the struck disc: m.
Bouncer tie(double theta, double m, double restitution = 1) {
  std::vector<Body> bodies;
  const std::array<Vector3d, 2> from{Vector3d(std::sin(theta / 2), -std::cos(theta / 2), 0),
                                     Vector3d(-std::sin(theta / 2), -std::cos(theta / 2), 0)};
  for (int i = 0; i < 3; ++i) {
    Body disc{std::string(1, static_cast<char>('a' + i)),
              -1,
              Vector3d::Zero(),
              {examples::slide(Vector3d::UnitX(), "x"), examples::slide(Vector3d::UnitY(), "y")},
              i == 2 ? m : 1,
              {Ball{0.1}}};
    bodies.push_back(disc);
  }
  Bouncer made{{bodies, {between(bodies, 0, 2, restitution), between(bodies, 1, 2, restitution)}, {0, -1, 0}},
               {}};
  made.start.q = made.start.p = VectorXd::Zero(6);
  for (int i = 0; i < 2; ++i) {
    made.start.q.segment<2>(2 * i) = 0.3 * from[static_cast<std::size_t>(i)].head<2>();
    made.start.p.segment<2>(2 * i) = -from[static_cast<std::size_t>(i)].head<2>();
  }
  return made;
}

}  // namespace

void TestVariation::everyOrderingOfATieHasItsCone() {
  examples::Random random(5);
  // Normals of the two contacts at an angle of 90° + … in the kinetic metric: unique where G = −cos(π/m).
  // ⟨u_a, u_b⟩ = cos θ /m_c, ‖u‖² = 1 + 1/m_c: G = cos θ/(1 + m_c).
  const std::array<std::pair<double, double>, 3> unique{std::pair{std::numbers::pi / 2, 1.0},  // G = 0
                                                        std::pair{std::acos(-1.0), 1.0},  // G = −1/2, a line
                                                        std::pair{std::acos(-0.75), 0.5}};  // G = −1/2
  for (const auto& [theta, m] : unique) {
    const auto [mechanism, start] = tie(theta, m);
    const Trajectory run = runMotion(mechanism, start, options(0.3));
    QCOMPARE(run.impacts.size(), std::size_t{1});
    QCOMPARE(run.impacts[0].contacts.size(), std::size_t{2});
    const RunVariation variation = runVariation(mechanism, run);
    QVERIFY2(variation.stopped.empty(), variation.stopped.c_str());
    QVERIFY(variation.isContinuous() == true);
    const auto& words = variation.impacts[0].words.words;
    QCOMPARE(words.size(), std::size_t{2});
    for (const WordVariation& word : words) {
      MotionOptions along = options(0.3);
      for (const ContactIndex i : word.word) along.forced[0].push_back(run.impacts[0].contacts[i]);
      const RunVariation piece = runVariation(mechanism, runMotion(mechanism, start, along));
      QVERIFY(piece.impacts[0].words.words[static_cast<std::size_t>(piece.impacts[0].followed)].word ==
              word.word);
      int inside = 0;
      for (int trial = 0; trial < 20; ++trial) {
        VectorXd dx = random.vector(12);
        if ((word.cone * (variation.impacts[0].before * dx)).minCoeff() < 0.05)
          continue;  // closings 50 nm apart
        ++inside;
        constexpr double epsilon = 1e-6;
        const auto changed = [&](double by) {
          const Trajectory other = runMotion(mechanism, moved(mechanism, start, by * dx), options(0.3));
          return std::pair{difference(mechanism, endOf(mechanism, run), endOf(mechanism, other)),
                           story(other)};
        };
        const auto [once, letters] = changed(epsilon);
        const auto [twice, same] = changed(2 * epsilon);
        // The real run has the reflections of the word, one impact each.
        std::vector<int> expected;
        for (const ContactIndex i : word.word) expected.push_back(run.impacts[0].contacts[i]);
        QVERIFY(letters == expected && same == expected);
        const VectorXd change = (4 * once - twice) / (2 * epsilon);  // without the terms of ε²
        QVERIFY((change - piece.map * dx).norm() < 1e-7 * piece.map.norm());
      }
      QVERIFY(inside > 2);
    }
  }
}

void TestVariation::impactsThatShareNoBodyHaveOneMap() {
  std::vector<Body> bodies;
  for (const char* name : {"a", "b"})
    bodies.push_back({name, -1, Vector3d::Zero(), examples::plane(), 1, {Ball{0.1}}});
  for (Body& body : bodies) body.inertia = 0.005 * Eigen::Matrix3d::Identity();
  bodies.push_back({"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}});
  const Mechanism mechanism(bodies, {between(bodies, 2, 0, 0.8), between(bodies, 2, 1, 1)}, {0, -10, 0});
  State start{0, VectorXd::Zero(6), VectorXd::Zero(6)};
  start.q << 0, 0.3, 0, 1, 0.3, 0;
  const RunVariation variation = runVariation(mechanism, runMotion(mechanism, start, options(0.3)));
  QCOMPARE(variation.impacts.size(), std::size_t{1});
  const auto& words = variation.impacts[0].words.words;
  QCOMPARE(words.size(), std::size_t{2});
  QVERIFY(variation.isContinuous() == true);
  QVERIFY((words[0].map - words[1].map).norm() < 1e-11 * words[0].map.norm());
  QVERIFY(!variation.hasCorners());
}

void TestVariation::outcomesThatDifferAreAJump() {
  const auto [mechanism, start] = tie(std::acos(-0.5), 1);  // G = −1/4
  const Trajectory run = runMotion(mechanism, start, options(0.3));
  const RunVariation variation = runVariation(mechanism, run);
  QVERIFY(variation.hasCorners());
  QVERIFY(variation.isContinuous() == false);
}

namespace {

/// A uniform rod of 1 m whose lower end is on the floor, from its angle, rate, place and speed of that end;
/// it slides, or sticks where the friction holds it.
Bouncer leaning(double friction, const VectorXd& how) {
  Body rod{"rod", -1, Vector3d::Zero(), examples::plane(), 1.5, {}};
  rod.inertia = 1.5 / 12 * Eigen::Matrix3d::Identity();
  rod.shapes = {Point{{-0.5, 0, 0}}};
  std::vector<Body> bodies{rod, {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}}};
  ContactPair contact = between(bodies, 1, 0, 0);
  contact.coefficients.friction = friction;
  Bouncer made{{bodies, {contact}, {0.5, -9.81, 0}}, {}};
  const double angle = how[0], rate = how[1];
  made.start.q = Vector3d(how[2] + 0.5 * std::cos(angle), 0.5 * std::sin(angle), angle);
  const Vector3d v(how[3] - 0.5 * std::sin(angle) * rate, 0.5 * std::cos(angle) * rate, rate);
  made.start.p = made.mechanism.massMatrix(made.start.q) * v;
  return made;
}

/// Whether the variation of a motion that depends on `how` is the change of its end, for changes that keep
/// its contacts closed.
void compareWithChanges(const std::function<Bouncer(const VectorXd&)>& motionOf, const VectorXd& how,
                        double duration, double tolerance) {
  const auto [mechanism, start] = motionOf(how);
  const Trajectory run = runMotion(mechanism, start, options(duration));
  QCOMPARE(run.impacts.size(), std::size_t{0});
  const RunVariation variation = runVariation(mechanism, run);
  QVERIFY2(variation.stopped.empty(), variation.stopped.c_str());
  const State end = endOf(mechanism, run);
  for (Eigen::Index i = 0; i < how.size(); ++i) {
    constexpr double epsilon = 1e-3;
    std::array<VectorXd, 4> from, to;
    constexpr double times[] = {1, -1, 2, -2};
    for (std::size_t k = 0; k < 4; ++k) {
      const State other = motionOf(how + times[k] * epsilon * VectorXd::Unit(how.size(), i)).start;
      from[k] = difference(mechanism, start, other);
      to[k] = difference(mechanism, end, endOf(mechanism, runMotion(mechanism, other, options(duration))));
    }
    const auto slope = [&](const std::array<VectorXd, 4>& at) -> VectorXd {
      return (8 * (at[0] - at[1]) - (at[2] - at[3])) / (12 * epsilon);
    };
    const VectorXd expected = slope(to), found = variation.map * slope(from);
    QVERIFY2((expected - found).norm() < tolerance * (1 + expected.norm()),
             qPrintable(QString("%1: %2").arg(i).arg((expected - found).norm())));
  }
}

}  // namespace

void TestVariation::contactsThatLastAreFollowed_data() {
  QTest::addColumn<double>("friction");
  QTest::addColumn<double>("speed");
  QTest::newRow("smooth floor") << 0.0 << 0.4;
  QTest::newRow("slides") << 0.3 << 2.0;
  QTest::newRow("sticks") << 5.0 << 0.0;
}

/// Perturbations that keep the end on the floor, and where it sticks at rest.
void TestVariation::contactsThatLastAreFollowed() {
  QFETCH(double, friction);
  QFETCH(double, speed);
  const bool sticks = friction > 1;
  VectorXd how = Eigen::Vector4d(1.1, -0.4, 0.2, speed);
  how.conservativeResize(sticks ? 3 : 4);
  compareWithChanges(
      [&](const VectorXd& at) {
        VectorXd all = VectorXd::Zero(4);
        all.head(at.size()) = at;
        return leaning(friction, all);
      },
      how, 0.2, 1e-7);
}

/// A ball of radius 0.1 m rolls on a slope without slip: x, z, a turn, and the spin about three axes.
void TestVariation::aRollingBallIsFollowed() {
  const auto rolling = [](const VectorXd& how) {
    Body ball{"ball", -1, Vector3d::Zero(), examples::space(), 2, {Ball{0.1}}};
    ball.inertia = Vector3d(0.008, 0.008, 0.011).asDiagonal();
    std::vector<Body> bodies{ball, {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}}};
    ContactPair contact = between(bodies, 1, 0, 0);
    contact.coefficients.friction = 2;
    Bouncer made{{bodies, {contact}, {1, -9.81, 0.4}}, {}};
    VectorXd v(6);
    made.start.q = v = VectorXd::Zero(6);
    made.start.q.head<3>() = Vector3d(how[0], 0.1, how[1]);
    made.start.q.tail<3>() = Vector3d(how[2], 0.3, -0.2);
    const Eigen::Matrix3d R = rotationMatrix(made.start.q.tail<3>());
    const Vector3d spin = how.tail<3>();  // in the world; v = ω × (0, r, 0) keeps the lowest point at rest
    v.head<3>() = spin.cross(Vector3d(0, 0.1, 0));
    v.tail<3>() = R.transpose() * spin;
    made.start.p = made.mechanism.massMatrix(made.start.q) * v;
    return made;
  };
  VectorXd how(6);
  how << 0.1, -0.2, 0.4, 2, 1, -3;
  compareWithChanges(rolling, how, 0.2, 1e-6);
}

/// A tripod slides and turns on the floor: three contacts.
void TestVariation::aSlidingTripodIsFollowed() {
  const auto sliding = [](const VectorXd& how) {
    Body tripod{"tripod", -1, Vector3d::Zero(), examples::space(), 2, {}};
    tripod.inertia = Vector3d(0.05, 0.08, 0.06).asDiagonal();
    tripod.shapes = {Point{{0.3, -0.2, 0}}, Point{{-0.2, -0.2, 0.25}}, Point{{-0.15, -0.2, -0.3}}};
    std::vector<Body> bodies{tripod,
                             {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}}};
    std::vector<ContactPair> contacts;
    for (int foot = 0; foot < 3; ++foot) {
      contacts.push_back(between(bodies, 1, 0, 0, foot));
      contacts.back().coefficients.friction = 0.2;
    }
    Bouncer made{{bodies, contacts, {0.3, -9.81, 0}}, {}};
    VectorXd v = VectorXd::Zero(6);
    made.start.q = VectorXd::Zero(6);
    made.start.q.head<3>() = Vector3d(how[0], 0.2, how[1]);
    made.start.q[4] = how[2];
    v.head<3>() = Vector3d(how[3], 0, how[4]);
    v[4] = how[5];
    made.start.p = made.mechanism.massMatrix(made.start.q) * v;
    return made;
  };
  VectorXd how(6);
  how << 0.1, -0.2, 0.4, 2, 0.5, 3;
  compareWithChanges(sliding, how, 0.2, 1e-6);
}

namespace {

/// The same motion with other units: lengths times L, masses times m, times times √L under the same gravity.
/// units: of the state.
Bouncer scaled(const Bouncer& from, double L, double m, VectorXd& units) {
  std::vector<Body> bodies = from.mechanism.bodies();
  for (Body& body : bodies) {
    body.origin *= L;
    body.centreOfMass *= L;
    body.mass *= m;
    body.inertia *= m * L * L;
    for (Shape& shape : body.shapes) {
      if (auto* ball = std::get_if<Ball>(&shape)) *ball = Ball{L * ball->radius, L * ball->centre};
      if (auto* point = std::get_if<Point>(&shape)) point->at *= L;
      if (auto* floor = std::get_if<HalfSpace>(&shape)) floor->offset *= L;
    }
  }
  JointForces forces = from.mechanism.forces();
  for (JointSpring& spring : forces.springs) spring.stiffness *= m * L;
  for (JointDamper& damper : forces.dampers) damper.damping *= m * L * std::sqrt(L);
  Bouncer made{{bodies, from.mechanism.contacts(), from.mechanism.gravity(), forces}, from.start};
  const Eigen::Index n = made.mechanism.dof();
  units.resize(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const bool turns = made.mechanism.links()[static_cast<std::size_t>(i)].revolute;
    units[i] = turns ? 1 : L;
    units[n + i] = m * std::sqrt(L) * (turns ? L : 1);
  }
  made.start.q.array() *= units.head(n).array();
  made.start.p.array() *= units.tail(n).array();
  return made;
}

}  // namespace

void TestVariation::unitsDoNotMatter_data() {
  QTest::addColumn<double>("length");
  QTest::addColumn<double>("mass");
  for (const double length : {1e-3, 1e-2, 1e2, 1e4})
    for (const double mass : {1e-9, 1.0, 1e9}) QTest::addRow("%g m, %g kg", length, mass) << length << mass;
}

void TestVariation::unitsDoNotMatter() {
  QFETCH(double, length);
  QFETCH(double, mass);
  const VectorXd how = Eigen::Vector4d(1.1, -0.4, 0.2, 2);
  const std::array<std::pair<Bouncer, double>, 5> motions{
      std::pair{bouncer(1, false, 1), 0.5}, std::pair{bouncer(2, true, 0.7), 0.5},
      std::pair{bouncer(3, false, 0.7, true), 0.5}, std::pair{leaning(0.3, how), 0.2},
      std::pair{leaning(5, Eigen::Vector4d(1.1, -0.4, 0.2, 0)), 0.2}};
  for (const auto& [motion, duration] : motions) {
    VectorXd units;
    const Bouncer other = scaled(motion, length, mass, units);
    const double second = std::sqrt(length);
    MotionOptions inOtherUnits = options(duration * second);
    inOtherUnits.step *= second;
    const RunVariation one = runVariation(motion.mechanism,
                                          runMotion(motion.mechanism, motion.start, options(duration))),
                       two = runVariation(other.mechanism,
                                          runMotion(other.mechanism, other.start, inOtherUnits));
    QVERIFY2(one.stopped.empty(), one.stopped.c_str());
    QVERIFY2(two.stopped.empty(), two.stopped.c_str());
    const MatrixXd back = units.cwiseInverse().asDiagonal() * two.map * units.asDiagonal();
    const double error = (back - one.map).norm() / one.map.norm();
    QVERIFY2(error < 1e-6, std::to_string(error).c_str());
  }
}

void TestVariation::aRestingBallStaysInPlace() {
  // A ball that comes to rest on the floor: what is above it, and its speed, are lost.
  const Body ball{"ball", -1, Vector3d::Zero(), {examples::slide(Vector3d::UnitY(), "y")}, 2, {Ball{0.1}}};
  std::vector<Body> bodies{ball, {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}}};
  const Mechanism mechanism(bodies, {between(bodies, 1, 0, 0)}, {0, -10, 0});
  const RunVariation variation = runVariation(
      mechanism, runMotion(mechanism, {0, VectorXd::Constant(1, 0.3), VectorXd::Zero(1)}, options(0.3)));
  QVERIFY2(variation.stopped.empty(), variation.stopped.c_str());
  QVERIFY(variation.map.norm() < 1e-9);
}

void TestVariation::loopsAreFollowed_data() {
  QTest::addColumn<bool>("inSpace");
  QTest::addColumn<double>("restitution");
  QTest::newRow("plane, elastic") << false << 1.0;
  QTest::newRow("plane, e = 0.7, dampers") << false << 0.7;
  QTest::newRow("space, elastic") << true << 1.0;
}

/// A rod joins the legs. Starts nearby are put on the loop again, and the map has to give what their runs do;
/// across the loop it has nothing.
void TestVariation::loopsAreFollowed() {
  QFETCH(bool, inSpace);
  QFETCH(double, restitution);
  examples::Random random(3);
  int compared = 0, impacts = 0;
  double worst = 0;
  for (unsigned seed = 1; seed <= 7; ++seed) {
    const auto [tree, free] = bouncer(seed, inSpace, restitution);
    const int a = tree.bodyIndex("a"), b = tree.bodyIndex("b");
    if (b < 0) continue;
    const Vector3d tip(0, -0.4, 0);
    const Pose at = tree.pose(a, free.q), to = tree.pose(b, free.q);
    const RodLoop rod{{BodyPoint{a, tip}, BodyPoint{b, tip}}, (at * tip - to * tip).norm()};
    const Mechanism mechanism(tree.bodies(), tree.contacts(), tree.gravity(), tree.forces(), {{"rod", rod}});
    LoopEquations loops(mechanism);
    const auto closed = [&](State state) {
      for (int i = 0; i < 8; ++i) {
        loops.place(state.q);
        const MatrixXd A = loops.rows();
        state.q =
            mechanism.moved(state.q, -A.transpose() * (A * A.transpose()).inverse() * loops.values(), 1);
      }
      loops.place(state.q);
      const MatrixXd A = loops.rows(), Y = mechanism.massMatrix(state.q).llt().solve(A.transpose());
      state.p -= A.transpose() * (A * Y).inverse() * (Y.transpose() * state.p);
      return state;
    };
    const State start = closed(free);
    const Trajectory run = runMotion(mechanism, start, options(0.25));
    if (!run.complete) continue;
    const RunVariation variation = runVariation(mechanism, run);
    if (!variation.stopped.empty()) continue;
    impacts += static_cast<int>(run.impacts.size());
    const State end = endOf(mechanism, run);
    for (int trial = 0; trial < 2; ++trial) {
      const VectorXd dx = random.vector(2 * mechanism.dof());
      constexpr double epsilon = 1e-4, times[] = {1, -1, 2, -2};
      std::array<VectorXd, 4> before, after;
      bool isSame = true;
      for (std::size_t i = 0; i < 4; ++i) {
        const State there = closed(moved(mechanism, start, times[i] * epsilon * dx));
        const Trajectory other = runMotion(mechanism, there, options(0.25));
        isSame =
            isSame && other.complete && story(other) == story(run) && steps(other, 1e-3) == steps(run, 1e-3);
        before[i] = difference(mechanism, start, there);
        after[i] = difference(mechanism, end, endOf(mechanism, other));
      }
      if (!isSame) continue;
      const auto slope = [&](const std::array<VectorXd, 4>& x) {
        return VectorXd((8 * (x[0] - x[1]) - (x[2] - x[3])) / (12 * epsilon));
      };
      const double error = (variation.map * slope(before) - slope(after)).norm() / variation.map.norm();
      worst = std::max(worst, error);
      ++compared;
    }
    // One equation takes one direction of the coordinates and one of the momenta.
    Eigen::JacobiSVD<MatrixXd> svd(variation.map);
    const auto& sigma = svd.singularValues();
    QVERIFY(sigma[sigma.size() - 2] < 1e-9 * sigma[0]);
    QVERIFY(sigma[sigma.size() - 3] > 1e-9 * sigma[0]);
  }
  qInfo("%d directions, %d impacts, largest relative difference %.1e", compared, impacts, worst);
  QVERIFY(compared >= 3);
  QVERIFY(impacts >= 2);
  // Steps with loops are known to some 1e-12, which the differences divide by ε.
  QVERIFY(worst < 1e-6);
}

void TestVariation::saysWhereItEnds() {
  const Mechanism still(
      {{"floor", -1, Eigen::Vector3d::Zero(), {}, 0, {HalfSpace{Eigen::Vector3d::UnitY(), 0}}}}, {},
      Eigen::Vector3d::Zero());
  const RunVariation none =
      runVariation(still, runMotion(still, {0, VectorXd(0), VectorXd(0)}, options(0.1)));
  QVERIFY(none.stopped == "nothing moves" && none.along.empty());
}

void TestVariation::bouncesThatEndAreFollowed_data() {
  QTest::addColumn<bool>("inSpace");
  QTest::addColumn<double>("restitution");
  QTest::addColumn<double>("height");
  for (const bool inSpace : {false, true})
    for (const double restitution : {0.0, 0.1, 0.4, 0.7})
      for (const double height : {1e-6, 1e-4, 1e-2, 0.2})
        QTest::addRow("%s, e = %g, %g m", inSpace ? "space" : "plane", restitution, height)
            << inSpace << restitution << height;
}

/// A ball at rest after all its bounces keeps nothing of a change of its height, and one that slides along
/// the floor since then the way that it makes more or less until its bounces end; by its radius, its mass and
/// the coefficients, too.
void TestVariation::bouncesThatEndAreFollowed() {
  QFETCH(bool, inSpace);
  QFETCH(double, restitution);
  QFETCH(double, height);
  const double g = 10, mu = 0.1, across = 1, mass = 2, slides = 0.1;
  // Impacts have no friction, so that it acts from t = √(2H/g) (1 + e)/(1 − e) on.
  const double rests = std::sqrt(2 * height / g) * (1 + restitution) / (1 - restitution),
               byHeight = rests / (2 * height), until = rests + slides;
  Body ball{"ball", -1, Vector3d::Zero(), {}, mass, {Ball{0.1}}};
  const char* names[] = {"x", "y", "z"};
  const int n = inSpace ? 3 : 2;
  for (int i = 0; i < n; ++i) ball.joints.push_back(examples::slide(Vector3d::Unit(i), names[i]));
  std::vector<Body> bodies{ball, {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}}};
  ContactPair contact = between(bodies, 1, 0, restitution);
  contact.coefficients.friction = mu;
  const Mechanism mechanism(bodies, {contact}, {0, -g, 0});
  QCOMPARE(mechanism.isPlanar(), !inSpace);
  State start{0, VectorXd::Zero(n), VectorXd::Zero(n)};
  start.q[1] = 0.1 + height;
  start.p[0] = mass * across;
  struct Parameter {
    const char* name;
    double scale, ofMomentum;  // ∂p_x/∂θ at the end
    std::function<Mechanism(double)> at;
    double ofStart = 0;  // ∂p_x/∂θ at the start
  };
  const double left = across - mu * g * slides;
  std::vector<Parameter> parameters{{"radius", 0.1, -mass * mu * g * byHeight,
                                     [&](double s) {
                                       std::vector<Body> there = bodies;
                                       std::get<Ball>(there[0].shapes[0]).radius += s;
                                       return Mechanism(there, {contact}, {0, -g, 0});
                                     }},
                                    {"friction", mu, -mass * g * slides,
                                     [&](double s) {
                                       ContactPair there = contact;
                                       there.coefficients.friction += s;
                                       return Mechanism(bodies, {there}, {0, -g, 0});
                                     }},
                                    {"mass", mass, left,
                                     [&](double s) {
                                       std::vector<Body> there = bodies;
                                       there[0].mass += s;
                                       return Mechanism(there, {contact}, {0, -g, 0});
                                     },
                                     across},
                                    {"gravity", g, -mass * mu * (slides + 0.5 * rests), [&](double s) {
                                       return Mechanism(bodies, {contact}, {0, -g - s, 0});
                                     }}};
  if (restitution > 0)
    parameters.push_back({"restitution", restitution,
                          2 * mass * mu * g * std::sqrt(2 * height / g) / std::pow(1 - restitution, 2),
                          [&](double s) {
                            ContactPair there = contact;
                            there.coefficients.restitution += s;
                            return Mechanism(bodies, {there}, {0, -g, 0});
                          }});
  MatrixXd expected = MatrixXd::Zero(2 * n, 2 * n);
  expected(0, 0) = expected(n, n) = 1;
  expected(0, n) = until / mass;
  expected(0, 1) = mu * g * slides * byHeight;
  expected(n, 1) = mass * mu * g * byHeight;
  // By the speed upwards, of a ball that meets the floor with √(v² + 2gH): t = v/g + … (1 + e)/(1 − e).
  expected(0, n + 1) = mu * slides / mass;
  expected(n, n + 1) = mu;
  if (inSpace) {  // the slip keeps its direction
    expected(2, 2) = 1;
    expected(5, 5) = 1 - mu * g * slides / across;
    expected(2, 5) = (until - 0.5 * mu * g * slides * slides / across) / mass;
  }
  for (const double h : {3e-3, 1e-3, 3e-4}) {
    MotionOptions steps = options(until);
    steps.step = h;
    const Trajectory run = runMotion(mechanism, start, steps);
    const State end = endOf(mechanism, run);
    QVERIFY(std::abs(end.p[0] - mass * (across - mu * g * slides)) < 1e-12);
    const RunVariation variation = runVariation(mechanism, run);
    QVERIFY2(variation.stopped.empty(), variation.stopped.c_str());
    QCOMPARE(variation.until, run.end());
    // The momentum is exact; a step spreads the friction that begins within it, which moves x by O(h).
    const auto error = [&](Eigen::Index row) {
      return (variation.map - expected).middleRows(row, n).norm() / expected.norm();
    };
    QVERIFY2(error(n) < 1e-8, qPrintable(QString::number(error(n))));
    QVERIFY2(error(0) < 0.35 * h, qPrintable(QString::number(error(0))));
    for (const Parameter& one : parameters) {
      ParameterSlope slope([&](double s) { return std::make_shared<const Mechanism>(one.at(s)); },
                           slopeShare * one.scale);
      RunVariationOptions by;
      by.parameter = &slope;
      by.startByParameter = VectorXd::Zero(2 * n);
      by.startByParameter[n] = one.ofStart;
      const RunVariation along = runVariation(mechanism, run, by);
      QVERIFY2(along.stopped.empty(), along.stopped.c_str());
      const double found = along.map(n, 2 * n),
                   apart = std::abs(found - one.ofMomentum) / (mass + std::abs(one.ofMomentum));
      QVERIFY2(apart < 1e-8, qPrintable(QString("%1: %2 in place of %3, h = %4")
                                            .arg(one.name)
                                            .arg(found, 0, 'g', 12)
                                            .arg(one.ofMomentum, 0, 'g', 12)
                                            .arg(h)));
    }
  }
}

/// The force of a motor jumps at its start: no derivative by a parameter that moves it, and one by others.
void TestVariation::aMotorThatStartsLaterHasNoSlope() {
  const double torque = 3, starts = 0.0503, until = 0.2;
  const auto at = [&](double mass, double start) {
    Body ball{"ball", -1, Vector3d::Zero(), {examples::slide(Vector3d::UnitX(), "x")}, mass, {Ball{0.1}}};
    JointForces forces;
    Motor motor;
    motor.coordinate = 0;
    motor.start = start;
    motor.torque = [torque](double) { return OverTime{torque, 0}; };
    forces.motors.push_back(motor);
    return std::make_shared<const Mechanism>(std::vector<Body>{ball}, std::vector<ContactPair>{},
                                             Vector3d::Zero(), forces);
  };
  const std::shared_ptr<const Mechanism> mechanism = at(2, starts);
  const Trajectory run = runMotion(*mechanism, {0, VectorXd::Zero(1), VectorXd::Zero(1)}, options(until));
  const double acts = until - starts;
  QVERIFY(std::abs(run.velocity(until)[0] - torque * acts / 2) < 1e-12);
  RunVariationOptions by;
  by.startByParameter = VectorXd::Zero(2);
  ParameterSlope later([&](double s) { return at(2, starts + s); }, 1e-5);
  by.parameter = &later;
  QCOMPARE(runVariation(*mechanism, run, by).stopped,
           std::string("a motor that starts at a time which depends on the parameter"));
  ParameterSlope heavier([&](double s) { return at(2 + s, starts); }, 1e-3);
  by.parameter = &heavier;
  const RunVariation variation = runVariation(*mechanism, run, by);
  QVERIFY(variation.stopped.empty());
  // x = F t²/2m, p = F t
  QVERIFY(std::abs(variation.map(0, 2) + torque * acts * acts / 8) < 1e-10);
  QVERIFY(std::abs(variation.map(1, 2)) < 1e-10);
}

CAROM_TEST(TestVariation);
#include "tst_variation.moc"
