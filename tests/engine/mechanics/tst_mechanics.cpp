#include <QtTest>
#include <cmath>

#include "base/quartic.h"
#include "impact/kinetic_metric.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// A tree of every kind: a free ball, a carriage with a ball on a slanted rail, a moving wall, a fixed wall.
Mechanism tree(examples::Random& random) {
  const auto joint = [&](const char* name) { return Joint{Prismatic{random.vector().normalized()}, name}; };
  std::vector<Body> bodies{
      {"free", -1, random.vector(), {joint("x"), joint("y"), joint("z")}, 1.5, {Ball{0.3, random.vector()}}},
      {"carriage", -1, random.vector(), {joint("s")}, 2.0, {HalfSpace{random.vector().normalized(), -3}}},
      {"rider", 1, random.vector(), {joint("u"), joint("v")}, 0.7, {Ball{0.2, random.vector()}}},
      {"wall", -1, random.vector(), {}, 0, {HalfSpace{random.vector().normalized(), -4}}},
  };
  std::vector<ContactPair> contacts{{"free-carriage", {0, 1}, {}},
                                    {"free-rider", {0, 2}, {}},
                                    {"carriage-rider", {1, 2}, {}},
                                    {"free-wall", {0, 3}, {}},
                                    {"wall-rider", {3, 2}, {}}};
  return {std::move(bodies), std::move(contacts), Vector3d(0.3, -9.81, 0.2)};
}

/// An open chain with revolute joints about any axis that carries every shape, a second one, and a wall on
/// it.
Mechanism randomTree(examples::Random& random) {
  const auto slide = [&](const char* name) { return Joint{Prismatic{random.vector().normalized()}, name}; };
  const auto turn = [&](const char* name) { return Joint{Revolute{random.vector().normalized()}, name}; };
  const auto inertia = [&] {
    const Eigen::Matrix3d A =
        0.3 * (Eigen::Matrix3d() << random.vector(), random.vector(), random.vector()).finished();
    return Eigen::Matrix3d(A * A.transpose());
  };
  std::vector<Body> bodies{
      {"base",
       -1,
       random.vector(),
       {slide("x"), slide("y"), turn("angle")},
       1.5,
       {Ball{0.2, random.vector()}}},
      {"arm", 0, random.vector(), {turn("a"), turn("b")}, 0.7, {Segment{{random.vector(), random.vector()}}}},
      {"hand",
       1,
       random.vector(),
       {turn("c"), slide("s")},
       0.4,
       {Point{random.vector()}, boxHull({0.1, 0.2, 0.3})}},
      {"load", 2, random.vector(), {}, 0.3, {Ball{0.1, random.vector()}}},
      {"door",
       -1,
       random.vector(),
       {turn("hinge")},
       2,
       {HalfSpace{random.vector().normalized(), -5}, Ball{0.1}}}};
  for (Body& body : bodies) {
    body.centreOfMass = random.vector();
    body.inertia = inertia();
  }
  std::vector<ContactPair> contacts{{"base-door", {0, 4}, {0, 0}},
                                    {"arm-door", {1, 4}, {0, 1}},
                                    {"end-door", {1, 4}, {0, 0}, {2, 0}},
                                    {"door-hand", {4, 2}, {1, 0}},
                                    {"corner-door", {2, 4}, {1, 0}, {7, 0}},
                                    {"load-arm", {3, 1}, {0, 0}},
                                    {"door-load", {4, 3}, {0, 0}}};
  return {std::move(bodies), std::move(contacts), Vector3d(0.3, -9.81, 0.2)};
}

/// Dφ by central differences.
template <typename Function>
VectorXd gradient(const VectorXd& q, Function&& f) {
  const double h = 1e-6;
  VectorXd slope(q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    VectorXd up = q, down = q;
    up[i] += h;
    down[i] -= h;
    slope[i] = (f(up) - f(down)) / (2 * h);
  }
  return slope;
}

}  // namespace

class TestMechanics : public QObject {
  Q_OBJECT
 private slots:
  void normalsAreGradientsOfGaps();
  void gravityIsTheGradientOfPotentialEnergy();
  void massMatrixGivesTheKineticEnergyOfTheBodies();
  void manyTreesHaveTheMassMatrixOfTheirBlocks();
  void jacobianTimesVelocityIsTheBodysVelocity();
  void turningBodiesHaveTheSameProperties();
  void gapsAreDistances();
  void nearestPartsOfShapesTouch();
  void contactPointsLieOnBothShapesWhereTheyTouch();
  void closedContactsAreThoseWithinAToleranceOfZero();
  void everyClosedContactTakesPartInTheImpact();
  void wrongTreesAreRefused_data();
  void wrongTreesAreRefused();
  void rootsBetweenTurningPointsAreAllFound();
};

void TestMechanics::normalsAreGradientsOfGaps() {
  examples::Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const Mechanism mechanism = tree(random);
    const VectorXd q = random.vector(mechanism.dof());
    for (int i = 0; i < static_cast<int>(mechanism.contacts().size()); ++i) {
      const VectorXd expected = gradient(q, [&](const VectorXd& at) { return mechanism.gap(i, at); });
      QVERIFY((mechanism.normal(i, q) - expected).norm() < 1e-7);
    }
  }
}

void TestMechanics::gravityIsTheGradientOfPotentialEnergy() {
  examples::Random random(2);
  const Mechanism mechanism = tree(random);
  const VectorXd q = random.vector(mechanism.dof());
  const VectorXd slope = gradient(q, [&](const VectorXd& at) { return mechanism.potentialEnergy(at); });
  QVERIFY((mechanism.gravityForce(q) + slope).norm() < 1e-7);
}

void TestMechanics::massMatrixGivesTheKineticEnergyOfTheBodies() {
  examples::Random random(3);
  const Mechanism mechanism = tree(random);
  const VectorXd q = random.vector(mechanism.dof()), v = random.vector(mechanism.dof());
  double energy = 0;
  for (int b = 0; b < 4; ++b)
    energy += 0.5 * mechanism.bodies()[static_cast<std::size_t>(b)].mass *
              mechanism.bodyVelocity(b, q, v).squaredNorm();
  QVERIFY(std::abs(0.5 * v.dot(mechanism.massMatrix(q) * v) - energy) < 1e-14);
}

/// Of trees whose coordinates lie between each other: the energy is that of the bodies, and the metric by
/// blocks has the bits of the metric of the whole matrix.
void TestMechanics::manyTreesHaveTheMassMatrixOfTheirBlocks() {
  examples::Random random(77);
  for (const int trees : {1, 7, 40}) {
    std::vector<Body> bodies;
    for (int b = 0; b < 3 * trees; ++b) {
      const int parent = b < trees ? -1 : b - trees;  // a tree has every trees-th body
      std::vector<Joint> joints{{Revolute{random.vector().normalized()}, "a"},
                                {Prismatic{random.vector().normalized()}, "s"}};
      if (b % 3 == 0) joints.pop_back();
      bodies.push_back({"b" + std::to_string(b),
                        parent,
                        random.vector(),
                        std::move(joints),
                        1.0 + (b % 5),
                        {Ball{0.1, random.vector()}}});
      bodies.back().inertia = Vector3d(0.1, 0.2, 0.3).asDiagonal();
    }
    const Mechanism mechanism(std::move(bodies), {}, Vector3d::Zero());
    const VectorXd q = random.vector(mechanism.dof()), v = random.vector(mechanism.dof());
    const BlockMatrix M = mechanism.massBlocks(q);
    const Eigen::MatrixXd whole = mechanism.massMatrix(q);
    QCOMPARE(M.blocks.size(), mechanism.dof() > 64 ? static_cast<std::size_t>(trees) : std::size_t{1});
    double energy = 0;
    for (int b = 0; b < 3 * trees; ++b) energy += mechanism.kineticEnergy(b, q, v);
    QVERIFY(std::abs(0.5 * v.dot(M.times(v)) - energy) < 1e-12 * energy);
    QVERIFY((M.times(v) - whole * v).norm() < 1e-14 * (whole * v).norm());
    QCOMPARE(M.diagonal(), VectorXd(whole.diagonal()));

    const KineticMetric byBlocks(M), byMatrix(whole);
    QCOMPARE(byBlocks.velocity(v), byMatrix.velocity(v));
    QCOMPARE(byBlocks.inner(v, q), byMatrix.inner(v, q));
    QCOMPARE(byBlocks.mass(), byMatrix.mass());  // which are exactly symmetric
    const auto v1 = byBlocks.extendedFactor()->solve(v.cast<long double>());
    QVERIFY(v1 == byMatrix.extendedFactor()->solve(v.cast<long double>()));
    const Eigen::VectorXd round = byBlocks.momentum(byBlocks.velocity(v));
    QVERIFY((round - v).norm() < 1e-9 * v.norm());
  }
}

void TestMechanics::jacobianTimesVelocityIsTheBodysVelocity() {
  examples::Random random(4);
  const Mechanism mechanism = tree(random);
  const VectorXd q = random.vector(mechanism.dof()), v = random.vector(mechanism.dof());
  for (int b = 0; b < 4; ++b) {
    const Vector3d velocity = mechanism.bodyVelocity(b, q, v);
    QVERIFY((mechanism.positionJacobian(b, q) * v - velocity).norm() < 1e-15);
    const Vector3d moved = mechanism.position(b, q + 1e-3 * v) - mechanism.position(b, q);
    QVERIFY((moved / 1e-3 - velocity).norm() < 1e-12);
  }
  QVERIFY(mechanism.isFixed(3));
  QVERIFY(!mechanism.isFixed(2));
  QCOMPARE(mechanism.coordinates()[4].name, std::string("rider.u"));
}

void TestMechanics::turningBodiesHaveTheSameProperties() {
  examples::Random random(5);
  for (int trial = 0; trial < 20; ++trial) {
    const Mechanism mechanism = randomTree(random);
    const int n = mechanism.dof();
    QCOMPARE(n, 8);
    const VectorXd q = 3 * random.vector(n), v = random.vector(n);
    for (int i = 0; i < static_cast<int>(mechanism.contacts().size()); ++i) {
      const VectorXd expected = gradient(q, [&](const VectorXd& at) { return mechanism.gap(i, at); });
      QVERIFY((mechanism.normal(i, q) - expected).norm() < 1e-7);
    }
    const VectorXd slope = gradient(q, [&](const VectorXd& at) { return mechanism.potentialEnergy(at); });
    QVERIFY((mechanism.gravityForce(q) + slope).norm() < 1e-6);
    double energy = 0;
    for (int b = 0; b < 5; ++b) {
      energy += mechanism.kineticEnergy(b, q, v);
      const Vector3d moved = mechanism.position(b, q + 1e-6 * v) - mechanism.position(b, q - 1e-6 * v);
      QVERIFY((moved / 2e-6 - mechanism.bodyVelocity(b, q, v)).norm() < 1e-7);
      QVERIFY((mechanism.positionJacobian(b, q) * v - mechanism.bodyVelocity(b, q, v)).norm() < 1e-13);
    }
    const Eigen::MatrixXd M = mechanism.massMatrix(q);
    QVERIFY(std::abs(0.5 * v.dot(M * v) - energy) < 1e-12);
    QVERIFY((M - M.transpose()).norm() < 1e-13);
  }
}

void TestMechanics::nearestPartsOfShapesTouch() {
  const std::vector<Joint> plane{{Prismatic{Vector3d::UnitX()}, "x"},
                                 {Prismatic{Vector3d::UnitY()}, "y"},
                                 {Revolute{Vector3d::UnitZ()}, "angle"}};
  const Mechanism mechanism(
      {{"rod", -1, Vector3d::Zero(), plane, 1, {Segment{{Vector3d(-0.5, 0, 0), Vector3d(0.5, 0, 0)}, 0.1}}},
       {"crate", -1, Vector3d(5, 2, 0), plane, 1, {boxHull({0.3, 0.2, 0})}},
       {"floor",
        -1,
        Vector3d::Zero(),
        {},
        0,
        {HalfSpace{Vector3d::UnitY(), -1}, Ball{0.25, Vector3d(1.5, 0, 0)}}}},
      {{"left", {0, 2}, {}, {1, 0}},
       {"right", {0, 2}, {}, {2, 0}},
       {"side", {2, 0}, {1, 0}},
       {"corner", {2, 1}, {}, {0, 1}}},
      Vector3d::Zero());
  VectorXd q = VectorXd::Zero(6);
  q[2] = std::acos(-1) / 6;  // the right end up
  QVERIFY(std::abs(mechanism.gap(0, q) - (1 - 0.25 - 0.1)) < 1e-15);
  QVERIFY(std::abs(mechanism.gap(1, q) - (1 + 0.25 - 0.1)) < 1e-15);
  QVERIFY(std::abs(mechanism.gap(3, q) - (3 - 0.2)) < 1e-15);
  q << 1.5, -1, 0, 0, 0, 0;  // under the ball: the middle of the rod is nearest
  QVERIFY(std::abs(mechanism.gap(2, q) - (1 - 0.25 - 0.1)) < 1e-15);
  QVERIFY((mechanism.contactPoint(2, q) - Vector3d(1.5, -0.25, 0)).norm() < 1e-15);
  q << 0, 0, 0, 0, 0, 0;  // beside it: an end is
  QVERIFY(std::abs(mechanism.gap(2, q) - (1 - 0.25 - 0.1)) < 1e-15);
  QVERIFY((mechanism.contactPoint(2, q) - Vector3d(1.25, 0, 0)).norm() < 1e-15);
}

void TestMechanics::gapsAreDistances() {
  const std::vector<Joint> line{{Prismatic{Vector3d::UnitX()}, "x"}};
  const Mechanism mechanism({{"a", -1, Vector3d::Zero(), line, 1, {Ball{0.5, Vector3d(0, 3, 0)}}},
                             {"b", -1, Vector3d::Zero(), line, 1, {Ball{0.25, Vector3d(0, 3, 0)}}},
                             {"wall", -1, Vector3d(-1, 0, 0), {}, 0, {HalfSpace{Vector3d::UnitX(), -2}}}},
                            {{"ab", {0, 1}, {}}, {"a-wall", {0, 2}, {}}, {"wall-a", {2, 0}, {}}},
                            Vector3d::Zero());
  const VectorXd q = Eigen::Vector2d(1, 3);
  QCOMPARE(mechanism.gap(0, q), 2 - 0.75);
  QCOMPARE(mechanism.gap(1, q), 1 - (-3) - 0.5);  // the wall's face is at x = −1 − 2
  QCOMPARE(mechanism.gap(2, q), mechanism.gap(1, q));
  QCOMPARE(mechanism.normal(0, q), VectorXd(Eigen::Vector2d(-1, 1)));
  QCOMPARE(mechanism.normal(1, q), VectorXd(Eigen::Vector2d(1, 0)));
}

void TestMechanics::contactPointsLieOnBothShapesWhereTheyTouch() {
  const std::vector<Joint> space{{Prismatic{Vector3d::UnitX()}, "x"}, {Prismatic{Vector3d::UnitY()}, "y"}};
  const Mechanism mechanism({{"a", -1, Vector3d::Zero(), space, 1, {Ball{0.5}}},
                             {"b", -1, Vector3d::Zero(), space, 1, {Ball{0.3}}},
                             {"wall", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), -0.5}}}},
                            {{"ab", {0, 1}, {}}, {"a-wall", {0, 2}, {}}, {"wall-a", {2, 0}, {}}},
                            Vector3d::Zero());
  VectorXd q(4);
  q << 0, 0, 0.8 * std::cos(1.0), 0.8 * std::sin(1.0);
  QCOMPARE(closedContacts(mechanism, q), (std::vector<int>{0, 1, 2}));
  const Vector3d between = mechanism.contactPoint(0, q);
  QVERIFY(std::abs(between.norm() - 0.5) < 1e-15);
  QVERIFY(std::abs((between - mechanism.position(1, q)).norm() - 0.3) < 1e-15);
  for (const int wall : {1, 2})
    QVERIFY((mechanism.contactPoint(wall, q) - Vector3d(0, -0.5, 0)).norm() < 1e-15);
}

void TestMechanics::closedContactsAreThoseWithinAToleranceOfZero() {
  const std::vector<Joint> line{{Prismatic{Vector3d::UnitX()}, "x"}};
  const Mechanism mechanism({{"a", -1, Vector3d::Zero(), line, 1, {Ball{0.5}}},
                             {"wall", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitX(), -0.5}}}},
                            {{"a-wall", {0, 1}, {}}}, Vector3d::Zero());
  const auto closed = [&](double x) { return !closedContacts(mechanism, VectorXd::Constant(1, x)).empty(); };
  QVERIFY(closed(0) && closed(0.9e-9) && closed(-0.9e-9));
  QVERIFY(!closed(1.1e-9) && !closed(-1.1e-9));
  QVERIFY(!impactAt(mechanism, VectorXd::Constant(1, 1.0), VectorXd::Ones(1)));
}

void TestMechanics::everyClosedContactTakesPartInTheImpact() {
  const std::vector<Joint> line{{Prismatic{Vector3d::UnitX()}, "x"}};
  std::vector<Body> bodies;
  for (const char* name : {"a", "b", "c"})
    bodies.push_back({name, -1, Vector3d::Zero(), line, 1, {Ball{0.5}}});
  const Mechanism mechanism(bodies, {{"ab", {0, 1}, {}}, {"ac", {0, 2}, {}}, {"bc", {1, 2}, {}}},
                            Vector3d::Zero());
  // b and c rest against each other: feasible, and in the impact all the same.
  const auto problem = impactAt(mechanism, Vector3d(0, 1, 2), Vector3d(1, 0, 0));
  QVERIFY(problem);
  QCOMPARE(problem->contactCount(), 2);
  QCOMPARE(problem->labels()[1].name, std::string("bc"));
  QCOMPARE(problem->labels()[1].bodies[0], std::string("b"));
  QVERIFY(std::abs(problem->gram()(0, 1) + 0.5) < 1e-15);
  QVERIFY(std::abs(problem->approachSpeed(0) + 1) < 1e-15);
}

void TestMechanics::wrongTreesAreRefused_data() {
  QTest::addColumn<int>("fault");
  for (int fault = 0; fault < 6; ++fault) QTest::addRow("fault %d", fault) << fault;
}

void TestMechanics::wrongTreesAreRefused() {
  QFETCH(int, fault);
  const std::vector<Joint> line{{Prismatic{Vector3d::UnitX() * (fault == 0 ? 2.0 : 1.0)}, "x"}};
  const HalfSpace wall{Vector3d::UnitX() * (fault == 1 ? 0.0 : 1.0), 0};
  const std::vector<Body> bodies{
      {"wall", fault == 2 ? 1 : -1, Vector3d::Zero(), {}, 0, {wall}},
      {"a", -1, Vector3d::Zero(), line, fault == 3 ? 0.0 : 1.0, {Ball{fault == 4 ? 0 : 0.1}}}};
  const std::vector<ContactPair> contacts{{"a-wall", {1, fault == 5 ? 7 : 0}, {}}};
  QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Mechanism(bodies, contacts, Vector3d::Zero()));
}

void TestMechanics::rootsBetweenTurningPointsAreAllFound() {
  // (t−1)(t−2)(t−3)(t−4): every root lies in a monotone piece of its own.
  const Quartic f{{24, -50, 35, -10, 1}};
  const std::vector<double> cuts = monotonePieces(f, 10);
  QCOMPARE(cuts.size(), std::size_t{5});
  for (int i = 0; i < 4; ++i) {
    const double root =
        rootBetween(f, 0, cuts[static_cast<std::size_t>(i)], cuts[static_cast<std::size_t>(i) + 1]);
    QVERIFY(std::abs(root - (i + 1)) < 1e-13);
  }
  // Two roots 1e-7 apart, far away and passed at speed 1e7.
  const Quartic near{{(1 - 1e-14) * 1e14, -2e14, 1e14, 0, 0}};
  const auto pieces = monotonePieces(near, 1e3);
  QCOMPARE(pieces.size(), std::size_t{3});
  QVERIFY(near(pieces[1]) < 0);
}

CAROM_TEST(TestMechanics);
#include "tst_mechanics.moc"
