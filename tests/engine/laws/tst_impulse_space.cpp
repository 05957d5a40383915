// Routh's path and the impulses that a law reaches, in impulse space [CR98].
#include <QtTest>

#include "laws/impulse_space.h"
#include "laws/permissible_impulse.h"
#include "support/law_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

using Points = std::vector<LocalVector>;

constexpr CollisionLaw onRouthsPath[] = {CollisionLaw::Routh, CollisionLaw::RouthNewton,
                                         CollisionLaw::RouthWork};

QByteArray textOf(const Points& points) {
  QByteArray text;
  for (const LocalVector& P : points)
    for (const double x : P) text += QByteArray::number(x, 'g', 17) + ' ';
  return text;
}

}  // namespace

class TestImpulseSpace : public QObject {
  Q_OBJECT
 private slots:
  void pathsInThePlaneHaveTheirCorners_data();
  void pathsInThePlaneHaveTheirCorners();
  void aPathEndsInRouthsImpulse_data();
  void aPathEndsInRouthsImpulse();
  void aPathOfSlipStaysOnItsCone();
  void theNewLawReachesAParallelogramWithinTheCone();
  void oneCoefficientGivesACurve_data();
  void oneCoefficientGivesACurve();
  void brachsRatioEndsAtTheCone();
};

/// W = 1 along both axes, coupling w; V_i = (−1, v).
void TestImpulseSpace::pathsInThePlaneHaveTheirCorners_data() {
  QTest::addColumn<double>("w");
  QTest::addColumn<double>("v");
  QTest::addColumn<double>("mu");
  QTest::addColumn<double>("e");
  QTest::addColumn<QList<double>>("corners");  // P_n, P_t of each
  QTest::newRow("slips") << 0.0 << 1.0 << 0.25 << 0.5 << QList<double>{0, 0, 1, -0.25, 1.5, -0.375};
  QTest::newRow("slips, e = 0") << 0.0 << 1.0 << 0.25 << 0.0 << QList<double>{0, 0, 1, -0.25};
  QTest::newRow("sticks in expansion")
      << 0.0 << 1.0 << 0.8 << 0.5 << QList<double>{0, 0, 1, -0.8, 1.25, -1, 1.5, -1};
  QTest::newRow("sticks in compression")
      << 0.0 << 0.5 << 1.0 << 0.5 << QList<double>{0, 0, 0.5, -0.5, 1, -0.5, 1.5, -0.5};
  // V_t stops at P_n = 0.5 with V_n = −0.44, then dV_n = 0.88 dP_n with P_t rising
  QTest::newRow("reverses") << -0.6 << 0.4 << 0.2 << 0.5 << QList<double>{0, 0, 0.5, -0.1, 1, 0, 1.5, 0.1};
  QTest::newRow("stops at once") << 0.0 << 1.0 << infinity << 1.0 << QList<double>{0, 0, 0, -1, 1, -1, 2, -1};
  QTest::newRow("opens") << 0.0 << 1.0 << 0.5 << -2.0 << QList<double>{0, 0};
}

void TestImpulseSpace::pathsInThePlaneHaveTheirCorners() {
  QFETCH(double, w);
  QFETCH(double, v);
  QFETCH(double, mu);
  QFETCH(double, e);
  QFETCH(QList<double>, corners);
  const bool opens = e < 0;
  const Points path = routhPath(planar(1, w, 1, opens ? 1 : -1, v), {mu, opens ? 0 : e});
  QVERIFY2(path.size() == static_cast<std::size_t>(corners.size()) / 2, textOf(path));
  for (qsizetype i = 0; i < corners.size(); ++i)
    QVERIFY2(std::abs(path[static_cast<std::size_t>(i) / 2][i % 2] - corners[i]) < 1e-14, textOf(path));
}

void TestImpulseSpace::aPathEndsInRouthsImpulse_data() {
  QTest::addColumn<int>("dimension");
  for (const int d : {2, 3}) QTest::addRow("%dD", d) << d;
}

/// The path starts at 0, its P_n never falls, and it passes the plane of maximum compression.
void TestImpulseSpace::aPathEndsInRouthsImpulse() {
  QFETCH(int, dimension);
  Impacts impacts(dimension);
  for (int i = 0; i < tries; ++i) {
    const LocalImpact impact = impacts.next();
    const LawCoefficients coefficients{impacts.uniform(0, 3), impacts.uniform(0.1, 1)};
    const CollisionLaw law = onRouthsPath[i % 3];
    const Points path = routhPath(impact, coefficients, law);
    QCOMPARE(path.front().norm(), 0.0);
    QVERIFY(path.back() == impulse(law, impact, coefficients));
    double nearest = infinity;
    for (std::size_t k = 1; k < path.size(); ++k) QVERIFY(path[k][0] >= path[k - 1][0]);
    for (const LocalVector& P : path) nearest = std::min(nearest, std::abs(impact.after(P)[0]));
    QVERIFY2(nearest < 1e-12 * impact.V.norm(), QByteArray::number(i));
  }
}

/// Until the slip first ends, each piece of the path lies on the cone in the plane, and within it in space.
void TestImpulseSpace::aPathOfSlipStaysOnItsCone() {
  Impacts impacts(3);
  int points = 0;
  for (int i = 0; i < tries; ++i) {
    const LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0.1, 1);
    const Points path = routhPath(impact, {mu, 0.5});
    for (std::size_t k = 1; k < path.size(); ++k, ++points) {
      const LocalVector step = path[k] - path[k - 1];
      QVERIFY(tangents(step).norm() <= mu * step[0] + 1e-12 * path.back().norm());
    }
  }
  QVERIFY(points > 5 * tries);
}

/// Without a bound of friction the corners are P_I, 2P_I, 2P_II and 2P_II − P_I; with one, every point is
/// permissible and e of each side is that of its corners.
void TestImpulseSpace::theNewLawReachesAParallelogramWithinTheCone() {
  const LocalImpact impact = planar(1, 0.3, 2, -1, 0.4);
  const LocalVector first = impact.frictionless(), second = impact.sticking();
  const Points loose = accessibleBoundary(CollisionLaw::ChatterjeeRuina, impact, {1e6, 0.3, 0.2}, 10);
  QCOMPARE(loose.size(), 10U);
  const LocalVector corners[] = {first, 2 * first, 2 * second, 2 * second - first};
  const std::size_t places[] = {0, 2, 5, 7};
  for (std::size_t k = 0; k < 4; ++k) QVERIFY2(distance(loose[places[k]], corners[k]) < 1e-14, textOf(loose));
  const Points bound = accessibleBoundary(CollisionLaw::ChatterjeeRuina, impact, {0.1, 0.3, 0.2}, 40);
  for (const LocalVector& P : bound) QVERIFY(permissible(impact, P, 0.1).all());
  for (std::size_t i = 10; i <= 20; ++i) QVERIFY(std::abs(impact.after(bound[i])[0] - 1) < 1e-14);
  for (std::size_t i = 30; i < 40; ++i) QVERIFY(std::abs(impact.after(bound[i])[0]) < 1e-14);
}

void TestImpulseSpace::oneCoefficientGivesACurve_data() {
  QTest::addColumn<int>("number");
  QTest::addColumn<int>("dimension");
  for (const CollisionLaw law : {CollisionLaw::Routh, CollisionLaw::Whittaker, CollisionLaw::Smith})
    for (const int d : {2, 3})
      QTest::addRow("%s in %dD", std::string(nameOf(law)).c_str(), d) << static_cast<int>(law) << d;
  QTest::addRow("pfeiffer-glocker in 3D") << static_cast<int>(CollisionLaw::PfeifferGlocker) << 3;
}

void TestImpulseSpace::oneCoefficientGivesACurve() {
  QFETCH(int, number);
  QFETCH(int, dimension);
  const CollisionLaw law = static_cast<CollisionLaw>(number);
  Impacts impacts(dimension);
  for (int i = 0; i < 20; ++i) {
    const LocalImpact impact = impacts.next();
    const Points curve = accessibleBoundary(law, impact, {0.4, 0.7}, 5);
    QCOMPARE(curve.size(), 5U);
    for (std::size_t k = 0; k < 5; ++k)
      QVERIFY(curve[k] == impulse(law, impact, {0.4, 0.25 * static_cast<double>(k)}));
  }
}

/// Spheres: (P_n, −μ₂ P_n) with μ₂ up to μ.
void TestImpulseSpace::brachsRatioEndsAtTheCone() {
  const LocalImpact sphere = planar(1, 0, 1, -1, 0.5);
  const Points points = accessibleBoundary(CollisionLaw::Brach, sphere, {0.3, 0.5}, 4);
  const double expected[4][2] = {{1, 0}, {2, 0}, {2, -0.6}, {1, -0.3}};
  for (std::size_t k = 0; k < 4; ++k)
    for (int a = 0; a < 2; ++a) QVERIFY2(std::abs(points[k][a] - expected[k][a]) < 1e-15, textOf(points));
  QVERIFY_THROWS_EXCEPTION(LawError, accessibleBoundary(CollisionLaw::Brach, sphere, {infinity, 0.5}, 4));
}

CAROM_TEST(TestImpulseSpace);
#include "tst_impulse_space.moc"
