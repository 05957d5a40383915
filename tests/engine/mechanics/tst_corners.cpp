// Impacts at corners, where the gap has several normals: each side against the impact of a scene that is
// moved to that side, and against reflections by hand.
#include <QtTest>
#include <cmath>

#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/contact/limit_normals.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

Mechanism overBox(const Shape& shape, bool planar) {
  Body moving{"moving", -1, Vector3d::Zero(), planar ? plane() : space(), 1, {shape}};
  moving.inertia = Eigen::Matrix3d::Identity() / 6;  // of a cube of edge 1
  std::vector<Body> bodies{moving, {"box", -1, Vector3d::Zero(), {}, 0, {boxHull({0.5, 0.5, 0.5})}}};
  const Mechanism tree(bodies, {}, Vector3d::Zero());
  std::vector<ContactPair> contacts;
  for (const auto& part : contactParts(shape, bodies[1].shapes[0], meetInPlane(tree, {0, 1}, {0, 0}))) {
    ContactPair pair{"c" + std::to_string(contacts.size()), {0, 1}, {0, 0}, part};
    pair.coefficients.restitution = 1;
    contacts.push_back(pair);
  }
  return {std::move(bodies), std::move(contacts), Vector3d::Zero()};
}

/// The outcome of one reflection at the normal u (covector) from p.
VectorXd reflected(const Mechanism& mechanism, const VectorXd& q, const VectorXd& p, const VectorXd& u) {
  const auto M = mechanism.massMatrix(q).llt();
  return p - 2 * u.dot(M.solve(p)) / u.dot(M.solve(u)) * u;
}

double distance(const Mechanism& mechanism, const VectorXd& q, const VectorXd& a, const VectorXd& b) {
  return std::sqrt((a - b).dot(mechanism.massMatrix(q).llt().solve(a - b)));
}

}  // namespace

class TestCorners : public QObject {
  Q_OBJECT
 private slots:
  void squaresCornerOnCornerHaveTwoOutcomes();
  void aPointAtACornerReflectsOnlyIfBothFacesClose_data();
  void aPointAtACornerReflectsOnlyIfBothFacesClose();
  void cubesCornerOnCornerHaveThree();
  void aCornerOnAnEdgeHasTwo();
  void lossesKeepTheIntervalOfXi();
  void facesHaveOneNormal();
  void aRunThatArrivesAtACornerGoesOn();
};

void TestCorners::squaresCornerOnCornerHaveTwoOutcomes() {
  const Mechanism mechanism = overBox(boxHull({0.5, 0.5, 0.5}), true);
  examples::Random random(4);
  for (int trial = 0; trial < 20; ++trial) {
    VectorXd q(3), v(3);
    q << 1, 1, 0;
    v << -1 + 0.3 * random(), -1 + 0.3 * random(), 0.2 * random();
    const VectorXd p = mechanism.massMatrix(q) * v;
    const auto problem = impactAt(mechanism, q, p);
    QVERIFY(problem.has_value());
    QCOMPARE(problem->contactCount(), 1);
    QCOMPARE(problem->sides(), 2.0);
    const ImpactReport report = resolveImpact(*problem);
    QVERIFY(report.corners && report.corners->complete);
    QCOMPARE(report.corners->outcomes, std::size_t{2});
    QCOMPARE(report.certificate.unique, std::optional(false));
    QCOMPARE(report.certificate.reason, Certificate::Reason::Corner);
    // The corner is at (−½, −½) from the centre: along x and along y its velocity is (v_x + ½ω, v_y − ½ω).
    const Vector3d x(1, 0, 0.5), y(0, 1, -0.5);
    const VectorXd one = reflected(mechanism, q, p, -x), other = reflected(mechanism, q, p, -y);
    const double xi = distance(mechanism, q, one, other) / problem->momentumNorm();
    QVERIFY2(std::abs(report.indeterminacy.xi - xi) < 1e-12, qPrintable(QString::number(xi)));
    QVERIFY(report.indeterminacy.isExact());
    // A scene moved by 1 µm to one side, or the other, has one of these outcomes.
    for (const bool isLeft : {true, false}) {
      VectorXd moved = q;
      moved[isLeft ? 0 : 1] -= 1e-6;
      const ImpactReport single = resolveImpact(impactAt(mechanism, moved, p).value());
      QVERIFY(!single.corners);
      for (const Outcome& outcome : single.outcomes)  // of two contacts 1 µm apart
        QVERIFY(distance(mechanism, q, outcome.momentum, isLeft ? other : one) < 1e-4);
    }
  }
}

void TestCorners::aPointAtACornerReflectsOnlyIfBothFacesClose_data() {
  QTest::addColumn<Vector3d>("velocity");
  QTest::addColumn<bool>("reflects");
  QTest::newRow("over the top") << Vector3d(-1, 0.3, 0) << false;
  QTest::newRow("down the side") << Vector3d(0.2, -1, 0) << false;
  QTest::newRow("along the top") << Vector3d(-1, 0, 0) << false;
  QTest::newRow("away") << Vector3d(1, 1, 0) << false;
  QTest::newRow("into the corner") << Vector3d(-1, -0.3, 0) << true;
}

void TestCorners::aPointAtACornerReflectsOnlyIfBothFacesClose() {
  QFETCH(Vector3d, velocity);
  QFETCH(bool, reflects);
  const Mechanism mechanism = overBox(Point{}, true);
  VectorXd q(3);
  q << 0.5, 0.5, 0;
  const VectorXd p = mechanism.massMatrix(q) * velocity;
  const auto problem = impactAt(mechanism, q, p);
  QVERIFY(problem.has_value());
  QCOMPARE(problem->isFeasible(), !reflects);
  MotionOptions options{.duration = 0.1};
  const Trajectory motion = runMotion(mechanism, {0, q, p}, options);
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  QCOMPARE(motion.impacts.size(), reflects ? std::size_t{1} : std::size_t{0});
  if (!reflects) {
    QVERIFY((motion.velocity(0.1) - velocity).norm() < 1e-12);
    return;
  }
  const ImpactReport report = resolveImpact(*problem);
  QVERIFY(report.corners);
  QCOMPARE(report.corners->outcomes, std::size_t{2});
  // (1, −0.3) and (−1, 0.3).
  QVERIFY(std::abs(report.indeterminacy.xi - 2) < 1e-12);
}

void TestCorners::cubesCornerOnCornerHaveThree() {
  const Mechanism mechanism = overBox(boxHull({0.5, 0.5, 0.5}), false);
  VectorXd q = VectorXd::Zero(6), v = q;
  q.head<3>() = Vector3d(1, 1, 1);
  v.head<3>() = Vector3d(-1, -0.8, -0.9);
  const VectorXd p = mechanism.massMatrix(q) * v;
  const auto problem = impactAt(mechanism, q, p);
  QVERIFY(problem.has_value());
  QCOMPARE(problem->contactCount(), 1);
  QCOMPARE(problem->sides(), 3.0);
  const ImpactReport report = resolveImpact(*problem);
  QCOMPARE(report.corners->outcomes, std::size_t{3});
  std::vector<VectorXd> ends;
  for (int k = 0; k < 3; ++k) {
    // The corner is at −(½, ½, ½) from the centre: the moment of the unit vector e_k there.
    VectorXd u(6);
    u << Vector3d::Unit(k), Vector3d::Constant(-0.5).cross(Vector3d::Unit(k));
    ends.push_back(reflected(mechanism, q, p, u));
  }
  double xi = 0;
  for (const VectorXd& a : ends)
    for (const VectorXd& b : ends) xi = std::max(xi, distance(mechanism, q, a, b));
  QVERIFY(std::abs(report.indeterminacy.xi - xi / problem->momentumNorm()) < 1e-12);
}

void TestCorners::aCornerOnAnEdgeHasTwo() {
  const Mechanism mechanism = overBox(Point{}, false);
  VectorXd q = VectorXd::Zero(6), v = q;
  q.head<3>() = Vector3d(0.5, 0.5, 0.1);
  v.head<3>() = Vector3d(-1, -1, 0.4);
  const auto problem = impactAt(mechanism, q, mechanism.massMatrix(q) * v);
  QVERIFY(problem.has_value());
  QCOMPARE(problem->sides(), 2.0);
}

/// A reflection with e changes p by (1 + e)⟨p,û⟩û. Of two orthogonal normals the outcomes differ by (1 +
/// e)‖p‖, however small one part of p is.
void TestCorners::lossesKeepTheIntervalOfXi() {
  const Mechanism mechanism = overBox(Point{}, true);
  VectorXd q(3), v(3);
  q << 0.5, 0.5, 0;
  for (const double across : {1.0, 1e-3, 1e-6, 1e-9, 0.0}) {
    v << -across, -1, 0;
    for (const double e : {1.0, 0.5, 0.0}) {
      const ImpactProblem problem = impactAt(mechanism, q, mechanism.massMatrix(q) * v)
                                        .value()
                                        .withRestitution(VectorXd::Constant(1, e));
      const ImpactReport report = resolveImpact(problem);
      const Indeterminacy& xi = report.indeterminacy;
      // Across a face that the point does not approach it does not reflect: it slides along the other.
      const double exact = across == 0 ? 0 : (1 + e);
      QVERIFY(xi.lower <= exact + 1e-12 && exact <= xi.upper + 1e-12);
      QVERIFY2(std::abs(xi.xi - exact) <= 1e-12 + 2 * report.tolerance, qPrintable(QString::number(xi.xi)));
    }
  }
}

void TestCorners::facesHaveOneNormal() {
  const Mechanism mechanism = overBox(boxHull({0.5, 0.5, 0.5}), true);
  examples::Random random(8);
  for (int trial = 0; trial < 50; ++trial) {
    VectorXd q(3);
    q << 0.9 * random(), 1, 0;  // on top, flush
    if (trial % 2) {            // or on a corner
      q[2] = 0.1 + 0.3 * std::abs(random());
      q[1] = 0.5 + std::sqrt(0.5) * std::cos(std::numbers::pi / 4 - q[2]);
      q[0] *= 0.1;
    }
    for (const int contact : closedContacts(mechanism, q))
      QCOMPARE(limitNormals(mechanism, contact, q).rows(), 0);
  }
}

void TestCorners::aRunThatArrivesAtACornerGoesOn() {
  const Mechanism mechanism = overBox(boxHull({0.5, 0.5, 0.5}), true);
  VectorXd q(3), v(3);
  q << 1.25, 1.25, 0;
  v << -1, -1, 0;
  const VectorXd p = mechanism.massMatrix(q) * v;
  const Trajectory motion = runMotion(mechanism, {0, q, p}, {.duration = 0.5});
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  QVERIFY(!motion.impacts.empty());
  QVERIFY(std::abs(motion.impacts[0].time - 0.25) < 1e-9);
  const VectorXd w = motion.velocity(0.5);
  QVERIFY(std::abs(w.dot(mechanism.massMatrix(q) * w) - 2) < 1e-9);
}

CAROM_TEST(TestCorners);
#include "tst_corners.moc"
