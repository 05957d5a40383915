#include <QtTest>

#include "mechanics/contact/core_overlap.h"
#include "mechanics/contact/shape_distance.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// All contacts between the bodies that move and everything else.
Mechanism withContacts(std::vector<Body> bodies, double restitution, double friction,
                       const Vector3d& gravity) {
  const Mechanism tree(bodies, {}, gravity);
  std::vector<ContactPair> contacts;
  const int count = static_cast<int>(bodies.size());
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count; ++b) {
      if (tree.isFixed(a) && tree.isFixed(b)) continue;
      const auto parts = contactParts(tree.bodies()[static_cast<std::size_t>(a)].shapes[0],
                                      tree.bodies()[static_cast<std::size_t>(b)].shapes[0],
                                      meetInPlane(tree, {a, b}, {0, 0}));
      for (const auto& part : parts) {
        ContactPair pair{"c" + std::to_string(contacts.size()), {a, b}, {0, 0}, part};
        pair.coefficients.restitution = restitution;
        pair.coefficients.friction = friction;
        contacts.push_back(pair);
      }
    }
  return {std::move(bodies), contacts, gravity};
}

Body freeBody(const char* name, const Shape& shape, double mass = 1) {
  Body body{name, -1, Vector3d::Zero(), space(), mass, {shape}};
  body.inertia = mass * Vector3d(0.02, 0.025, 0.03).asDiagonal().toDenseMatrix();
  return body;
}
Body fixedBody(const char* name, const Shape& shape) {
  return {name, -1, Vector3d::Zero(), {}, 0, {shape}};
}

/// At rest.
State stateOf(const Mechanism& mechanism, const VectorXd& q, const VectorXd& v) {
  return {0, q, mechanism.massMatrix(q) * v};
}

/// The deepest overlap that the ends of the steps see (m): by the gaps, and by the cores.
struct Deepest {
  double depth = 0;
  void operator()(const Mechanism& mechanism, const VectorXd& q) {
    depth = std::max(depth, -mechanism.gaps(q).minCoeff());
    for (const ContactPair& pair : mechanism.contacts())
      depth = std::max(depth, coreOverlap(mechanism, pair, q));
  }
};

}  // namespace

class ShapesInMotion : public QObject {
  Q_OBJECT
 private slots:
  void aBallBouncesOnABox();
  void nothingTunnelsThroughABox_data();
  void nothingTunnelsThroughABox();
  void aRodHitsARodWhereTheyCross();
  void aBoxFallsFlatOnABox();
  void edgesThatCrossBounce();
  void aThinRodThatOverhangsBounces();
  void boxesThatFallOnAnEdgeGoOn_data();
  void boxesThatFallOnAnEdgeGoOn();
  void stacksOfBoxesSettle();
};

/// Closed form: from the height H over the box it arrives at √(2H/g) and comes back there after as long.
void ShapesInMotion::aBallBouncesOnABox() {
  const Mechanism mechanism = withContacts(
      {freeBody("ball", Ball{0.1}), fixedBody("box", boxHull({1, 0.5, 0.25}))}, 1, 0, {0, 0, -g});
  VectorXd q = VectorXd::Zero(6);
  q[2] = 0.25 + 0.1 + 0.5;
  MotionOptions options;
  options.duration = 1.2;
  const Trajectory motion = runMotion(mechanism, stateOf(mechanism, q, VectorXd::Zero(6)), options);
  QVERIFY(motion.complete);
  const double fall = std::sqrt(2 * 0.5 / g);
  QCOMPARE(motion.impacts.size(), 2u);
  QVERIFY(std::abs(motion.impacts[0].time - fall) < 1e-12);
  QVERIFY(std::abs(motion.impacts[1].time - 3 * fall) < 1e-11);
  QVERIFY(std::abs(motion.configuration(2 * fall)[2] - q[2]) < 1e-9);
}

void ShapesInMotion::nothingTunnelsThroughABox_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<double>("speed");
  for (const double speed : {1.0, 30.0, 1000.0})
    for (int kind = 0; kind < 6; ++kind) QTest::addRow("%d at %g m/s", kind, speed) << kind << speed;
}

/// Through a plate of 1 mm in a step of 1 ms: the first impact is where the bodies first touch.
void ShapesInMotion::nothingTunnelsThroughABox() {
  QFETCH(int, kind);
  QFETCH(double, speed);
  const std::vector<Vector3d> corners{
      {0.05, 0, 0}, {-0.02, 0.04, 0}, {-0.02, -0.04, 0}, {0, 0, 0.03}, {0, 0.01, -0.04}};
  const std::array<Shape, 6> shapes{Ball{0.001},
                                    Point{},
                                    Segment{{Vector3d(-0.1, 0, 0), Vector3d(0.1, 0, 0)}, 0.001},
                                    Segment{{Vector3d(-0.1, 0, 0), Vector3d(0.1, 0, 0)}},
                                    boxHull({0.05, 0.04, 0.03}),
                                    Hull{hullOf(corners)}};
  examples::Random random(static_cast<unsigned>(kind + 1));
  for (int trial = 0; trial < 10; ++trial) {
    const Mechanism mechanism = withContacts(
        {freeBody("a", shapes[static_cast<std::size_t>(kind)]), fixedBody("plate", boxHull({1, 1, 0.0005}))},
        1, 0, Vector3d::Zero());
    VectorXd q(6), v = VectorXd::Zero(6);
    q << 0.3 * random(), 0.3 * random(), 0.5, 3 * random.vector();
    v.head<3>() = Vector3d(0.2 * random(), 0.2 * random(), -1) * speed;
    MotionOptions options;
    options.duration = 1.5 * 0.5 / speed;
    options.step = std::min(1e-3, options.duration / 3);
    options.maxImpacts = 1000;
    Deepest deepest;
    options.observe = [&](const ObservedState& state) { deepest(mechanism, state.q); };
    const Trajectory motion = runMotion(mechanism, stateOf(mechanism, q, v), options);
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    QVERIFY(!motion.impacts.empty());
    QVERIFY(motion.configuration(motion.end())[2] > 0);
    QVERIFY2(deepest.depth < 1.1e-9, qPrintable(QString::number(deepest.depth)));
  }
}

void ShapesInMotion::aRodHitsARodWhereTheyCross() {
  const Mechanism mechanism =
      withContacts({freeBody("upper", Segment{{Vector3d(-0.5, 0, 0), Vector3d(0.5, 0, 0)}, 0.02}),
                    fixedBody("lower", Segment{{Vector3d(0, -0.5, 0), Vector3d(0, 0.5, 0)}, 0.03})},
                   1, 0, {0, 0, -g});
  VectorXd q = VectorXd::Zero(6);
  q.head<3>() = Vector3d(0.2, 0.1, 0.55);
  MotionOptions options;
  options.duration = 0.4;
  const Trajectory motion = runMotion(mechanism, stateOf(mechanism, q, VectorXd::Zero(6)), options);
  QVERIFY(!motion.impacts.empty());
  const ImpactEvent& impact = motion.impacts[0];
  QVERIFY(std::abs(impact.time - std::sqrt(2 * 0.5 / g)) < 1e-12);
  QCOMPARE(impact.contacts.size(), 1u);
  QVERIFY((mechanism.contactPoint(impact.contacts[0], motion.flights[1].q) - Vector3d(0, 0.1, 0.03)).norm() <
          1e-9);
}

void ShapesInMotion::aBoxFallsFlatOnABox() {
  for (const double size : {0.3, 1.0}) {
    const Mechanism mechanism = withContacts(
        {freeBody("upper", boxHull({0.3, 0.3, 0.1})), fixedBody("lower", boxHull({size, size, 0.2}))}, 1, 0,
        {0, 0, -g});
    VectorXd q = VectorXd::Zero(6);
    q[2] = 0.3 + 0.5;
    if (size == 1) q.head<2>() = Eigen::Vector2d(0.3, -0.2);
    MotionOptions options;
    options.duration = 0.35;
    const Trajectory motion = runMotion(mechanism, stateOf(mechanism, q, VectorXd::Zero(6)), options);
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    QVERIFY(!motion.impacts.empty());
    QCOMPARE(motion.impacts[0].contacts.size(), 4u);
    QVERIFY(std::abs(motion.impacts[0].time - std::sqrt(2 * 0.5 / g)) < 1e-12);
  }
}

/// Two boxes turned on their edges: an elastic head-on impact of equal masses at the crossing above both
/// centres exchanges their velocities.
void ShapesInMotion::edgesThatCrossBounce() {
  const Mechanism mechanism =
      withContacts({freeBody("lower", boxHull({0.5, 0.1, 0.1})), freeBody("upper", boxHull({0.1, 0.5, 0.1}))},
                   1, 0, Vector3d::Zero());
  VectorXd q = VectorXd::Zero(12), v = VectorXd::Zero(12);
  q[3] = M_PI / 4;
  q[8] = 0.2 * std::sqrt(2.0) + 0.1;
  q[10] = M_PI / 4;
  v[8] = -1;
  MotionOptions options;
  options.duration = 0.2;
  const Trajectory motion = runMotion(mechanism, stateOf(mechanism, q, v), options);
  QCOMPARE(motion.impacts.size(), 1u);
  QVERIFY(std::abs(motion.impacts[0].time - 0.1) < 1e-12);
  const VectorXd after = motion.velocity(0.15);
  QVERIFY((after - VectorXd::Unit(12, 2) * -1).norm() < 1e-12);
}

/// A rod without thickness that falls flat on a box meets it at two edges, tilts, and comes back at one of
/// them. Where it crosses an edge, its gaps to the others change their signs at once.
void ShapesInMotion::aThinRodThatOverhangsBounces() {
  const Vector3d gravity(0, 0, -9.81);
  int impacts = 0;
  for (const double restitution : {1.0, 0.3})
    for (const double half : {0.2, 0.25, 0.3})
      for (const double beside : {0.0, 0.03, -0.05})
        for (const double height : {0.08, 0.1, 0.17}) {
          Body rod = freeBody("rod", Segment{{Vector3d(-half, 0, 0), Vector3d(half, 0, 0)}, 0});
          rod.inertia = 0.01 * Eigen::Matrix3d::Identity();
          const Mechanism mechanism =
              withContacts({rod, fixedBody("box", boxHull({0.2, 0.15, 0.05}))}, restitution, 0, gravity);
          VectorXd q = VectorXd::Zero(6);
          q[0] = beside;
          q[2] = 0.05 + height;
          const State initial = stateOf(mechanism, q, VectorXd::Zero(6));
          const QString what = QStringLiteral("e %1, half %2, beside %3, height %4")
                                   .arg(restitution)
                                   .arg(half)
                                   .arg(beside)
                                   .arg(height);
          double before = HUGE_VAL;
          MotionOptions options{.duration = 0.3};
          options.observe = [&](const ObservedState& state) {
            const double E = 0.5 * state.p.dot(mechanism.massMatrix(state.q).llt().solve(state.p)) +
                             mechanism.potentialEnergy(state.q);
            QVERIFY2(E <= before + 1e-9, qPrintable(what));
            before = E;
          };
          const Trajectory motion = runMotion(mechanism, initial, options);
          QVERIFY2(motion.complete, qPrintable(what + ": " + QString::fromStdString(motion.stopReason)));
          impacts += static_cast<int>(motion.impacts.size());
          const double E0 = mechanism.potentialEnergy(q);
          if (restitution == 1) QVERIFY2(std::abs(before - E0) < 1e-9, qPrintable(what));
        }
  QVERIFY2(impacts > 100, qPrintable(QString::number(impacts)));
}

void ShapesInMotion::boxesThatFallOnAnEdgeGoOn_data() {
  QTest::addColumn<bool>("planar");
  QTest::newRow("in the plane") << true;
  QTest::newRow("in space") << false;
}

/// Boxes of any size that fall on the edge of another one, slide and turn over it until they fall off:
/// corners pass corners, and edges end at them. Nothing gets into the other by more than a tolerance, not
/// even where every gap is positive; all runs in the plane end, and of those in space all but a few that say
/// so.
void ShapesInMotion::boxesThatFallOnAnEdgeGoOn() {
  QFETCH(bool, planar);
  examples::Random random(planar ? 41 : 42);
  const auto between = [&](double low, double high) { return low + (high - low) * 0.5 * (1 + random()); };
  int stopped = 0, lasting = 0;
  constexpr int count = 60;
  for (int trial = 0; trial < count; ++trial) {
    const Vector3d half(between(0.03, 0.2), between(0.03, 0.2), between(0.03, 0.2)),
        under(between(0.05, 0.25), between(0.05, 0.25), between(0.05, 0.25));
    const double mass = std::pow(10, random());
    Body falling = freeBody("falling", boxHull(half), mass);
    if (planar) falling.joints = plane();
    const Vector3d squared = half.cwiseAbs2();
    falling.inertia =
        mass / 3 *
        Vector3d(squared.sum() - squared[0], squared.sum() - squared[1], squared.sum() - squared[2])
            .asDiagonal()
            .toDenseMatrix();
    const double e = std::array{0.0, 0.3, 0.8}[static_cast<std::size_t>(trial % 3)],
                 mu = std::array{0.0, 0.2, 0.5, 1.0}[static_cast<std::size_t>(trial % 4)];
    const Mechanism mechanism =
        withContacts({falling, fixedBody("under", boxHull(under))}, e, mu, {0, -9.81, 0});
    const double side = trial % 2 ? 1 : -1, height = under.y() + half.norm() + between(0, 0.3);
    VectorXd q(mechanism.dof()), v(mechanism.dof());
    for (double& x : v) x = random();
    v[1] = between(-3, 0);
    if (planar)
      q << side * under.x() + 0.6 * half.x() * random(), height, 3 * random();
    else
      q << side * under.x() + 0.6 * half.x() * random(), height, 0.6 * half.z() * random(), random(),
          random(), random();
    double before = HUGE_VAL, rise = 0, overlap = 0;
    MotionOptions options{.duration = 0.7};
    options.maxSteps = 100'000;
    options.observe = [&](const ObservedState& state) {
      overlap = std::max({overlap, -mechanism.gaps(state.q).minCoeff(),
                          coreOverlap(mechanism, mechanism.contacts()[0], state.q)});
      const double E = 0.5 * state.p.dot(mechanism.massMatrix(state.q).llt().solve(state.p)) +
                       mechanism.potentialEnergy(state.q);
      rise = std::max(rise, E - before);
      before = E;
      lasting += mechanism.gaps(state.q).cwiseAbs().minCoeff() <= closedGap;
    };
    const Trajectory motion = runMotion(mechanism, stateOf(mechanism, q, v), options);
    const QString what = QStringLiteral("%1: overlap %2 m, rise %3 J, %4")
                             .arg(trial)
                             .arg(overlap)
                             .arg(rise)
                             .arg(QString::fromStdString(motion.stopReason));
    stopped += !motion.complete;
    if (planar) QVERIFY2(motion.complete, qPrintable(what));
    QVERIFY2(overlap <= 1e-8, qPrintable(what));
    QVERIFY2(rise <= 1e-5 * mass, qPrintable(what));  // of 10 J/kg, by the error of a step in turning
  }
  QVERIFY2(stopped <= 2, qPrintable(QString::number(stopped)));
  QVERIFY2(lasting > 1000, qPrintable(QString::number(lasting)));
}

/// Stacks of three cubes and one of four, each turned about the vertical by up to 0.2 rad and tilted by up to
/// 0.05, fall by a centimetre: their faces become flush, with edges that cross each other at small angles.
/// Energies and gaps are computed from q and p here.
void ShapesInMotion::stacksOfBoxesSettle() {
  examples::Random random(41);
  for (int trial = 0; trial < 6; ++trial) {
    const int count = trial < 5 ? 3 : 4;
    std::vector<Body> bodies;
    for (int i = 0; i < count; ++i) {
      bodies.push_back(
          {"b" + std::to_string(i), -1, Vector3d::Zero(), space(), 1, {boxHull({0.15, 0.15, 0.15})}});
      bodies.back().inertia = 0.015 * Eigen::Matrix3d::Identity();
    }
    bodies.push_back(fixedBody("floor", HalfSpace{Vector3d::UnitZ(), 0}));
    const double e = std::array{0.0, 0.2, 0.5}[static_cast<std::size_t>(trial % 3)],
                 mu = std::array{0.3, 0.6, 1.0}[static_cast<std::size_t>(trial / 2)];
    const Mechanism mechanism = withContacts(std::move(bodies), e, mu, {0, 0, -g});
    VectorXd q = VectorXd::Zero(mechanism.dof());
    for (int i = 0; i < count; ++i) {
      q[6 * i + 2] = 0.165 + 0.33 * i;
      q.segment<3>(6 * i + 3) = Vector3d(0.05 * random(), 0.05 * random(), 0.2 * random());
    }
    const State start = stateOf(mechanism, q, VectorXd::Zero(mechanism.dof()));
    double before = HUGE_VAL, rise = 0, overlap = 0;
    MotionOptions options{.duration = 0.25, .step = 2e-3};
    options.observe = [&](const ObservedState& state) {
      overlap = std::max({overlap, -mechanism.gaps(state.q).minCoeff()});
      for (const ContactPair& pair : mechanism.contacts())
        overlap = std::max(overlap, coreOverlap(mechanism, pair, state.q));
      const double E = 0.5 * state.p.dot(mechanism.massMatrix(state.q).llt().solve(state.p)) +
                       mechanism.potentialEnergy(state.q);
      rise = std::max(rise, E - before);
      before = E;
    };
    const Trajectory motion = runMotion(mechanism, start, options);
    const QString what = QStringLiteral("%1: overlap %2 m, rise %3 J, %4")
                             .arg(trial)
                             .arg(overlap)
                             .arg(rise)
                             .arg(QString::fromStdString(motion.stopReason));
    QVERIFY2(motion.complete, qPrintable(what));
    QVERIFY2(overlap <= 1e-8, qPrintable(what));
    QVERIFY2(rise <= 1e-5 * count, qPrintable(what));
  }
}

CAROM_TEST(ShapesInMotion);
#include "tst_shapes_in_motion.moc"
