// The laws that reach every permissible impulse and no other: projected and spherical [CR98 4.1].
#include <QtTest>

#include "laws/impulse_diagram_laws.h"
#include "laws/impulse_space.h"
#include "laws/permissible_impulse.h"
#include "support/law_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

/// Whether the conditions of [CR98 3.2] hold, M by a general inverse; `slack` over the size of each.
bool isPermissible(const LocalImpact& impact, const LocalVector& P, double friction, double slack) {
  const Eigen::MatrixXd M = Eigen::MatrixXd(impact.W).inverse();
  const Eigen::VectorXd after = Eigen::VectorXd(impact.V) + M.inverse() * Eigen::VectorXd(P);
  const Eigen::VectorXd V = impact.V, still = Eigen::VectorXd(P) + M * V;  // P − P_II
  return still.dot(M.inverse() * still) <= (1 + slack) * V.dot(M * V) && after[0] >= -slack * V.norm() &&
         tangents(P).norm() <= friction * P[0] + slack * P.norm();
}

/// The axes n, −s and n × s, in columns; without the last in the plane.
Eigen::MatrixXd slipAxes(const LocalImpact& impact) {
  const int d = impact.dimension();
  Eigen::MatrixXd axes = Eigen::MatrixXd::Zero(d, d);
  axes(0, 0) = 1;
  axes.col(1).tail(d - 1) = -tangents(impact.V).normalized();
  if (d == 3) axes.col(2) << 0, axes(2, 1), -axes(1, 1);
  return axes;
}

void addDimensions() {
  QTest::addColumn<int>("dimension");
  for (const int d : {2, 3}) QTest::addRow("%dD", d) << d;
}

constexpr double slightly = 1e-3;

/// Whether the impulse slightly behind one on the border, seen from the centre, is not permissible. Near
/// grazing the energy that it gains, of order V_n², is lost in rounding; such an impact passes.
bool endsRegion(const LocalImpact& impact, const LocalVector& border, double friction) {
  if (-impact.V[0] < 1e-2 * impact.V.norm()) return true;
  const LocalVector centre = 1.5 * impact.frictionless();
  return !isPermissible(impact, border + slightly * (border - centre), friction, 1e-12);
}

}  // namespace

class TestRegionLaws : public QObject {
  Q_OBJECT
 private slots:
  void theThirdAxisIsTheNormalTimesTheSlip();
  void aPermissibleImpulseIsItsOwnProjection_data() { addDimensions(); }
  void aPermissibleImpulseIsItsOwnProjection();
  void otherImpulsesAreProjectedToTheBorder_data() { addDimensions(); }
  void otherImpulsesAreProjectedToTheBorder();
  void sphericalCoordinatesAreDistancesInTheRegion_data() { addDimensions(); }
  void sphericalCoordinatesAreDistancesInTheRegion();
  void everyPermissibleImpulseHasCoefficients_data() { addDimensions(); }
  void everyPermissibleImpulseHasCoefficients();
  void theBorderOfADiscHasItsFormulas();
  void accessibleImpulsesGoAroundTheRegion_data() { addDimensions(); }
  void accessibleImpulsesGoAroundTheRegion();
  void whatTheyRefuse();
};

void TestRegionLaws::theThirdAxisIsTheNormalTimesTheSlip() {
  const Eigen::Vector3d n(1, 0, 0), s(0, 0.6, 0.8);
  const LocalImpact impact{Eigen::Matrix3d::Identity(), 2 * s - n};
  LawCoefficients c{1, 0};
  c.impulse = 1.5 / std::sqrt(5.0);
  c.transverse = 0.1;
  const LocalVector P = impulse(CollisionLaw::Projected, impact, c);
  QVERIFY(distance(P, 1.5 * n + 0.1 * std::sqrt(5.0) * n.cross(s)) < 1e-14);
}

void TestRegionLaws::aPermissibleImpulseIsItsOwnProjection() {
  QFETCH(int, dimension);
  Impacts impacts(dimension);
  int found = 0;
  for (int i = 0; i < 100 * tries; ++i) {
    const LocalImpact impact = impacts.next();
    LawCoefficients c{impacts.uniform(0.1, 2), 0, impacts.uniform(-1, 1)};
    c.impulse = impacts.uniform(0, 2);
    if (dimension == 3) c.transverse = impacts.uniform(-1, 1);
    const Eigen::Vector3d parts(c.impulse, c.tangential, c.transverse);
    const LocalVector P = impact.V.norm() / impact.W(0, 0) * slipAxes(impact) * parts.head(dimension);
    if (!isPermissible(impact, P, c.friction, -1e-9)) continue;
    ++found;
    QVERIFY(distance(impulse(CollisionLaw::Projected, impact, c), P) < 1e-13);
  }
  QVERIFY(found > tries);
}

/// The answer lies between P_0 and the impulse, is permissible, and what lies slightly further is not.
void TestRegionLaws::otherImpulsesAreProjectedToTheBorder() {
  QFETCH(int, dimension);
  Impacts impacts(dimension, 3);
  for (int i = 0; i < 10 * tries; ++i) {
    const LocalImpact impact = impacts.next();
    LawCoefficients c{impacts.uniform(0.1, 2), 0, impacts.uniform(-9, 9)};
    c.impulse = impacts.uniform(-9, 9);
    if (dimension == 3) c.transverse = impacts.uniform(-9, 9);
    const Eigen::Vector3d parts(c.impulse, c.tangential, c.transverse);
    const LocalVector outside = impact.V.norm() / impact.W(0, 0) * slipAxes(impact) * parts.head(dimension);
    if (isPermissible(impact, outside, c.friction, slightly)) continue;
    const LocalVector centre = 1.5 * impact.frictionless();
    const LocalVector P = impulse(CollisionLaw::Projected, impact, c);
    const double share = (P - centre).norm() / (outside - centre).norm();
    QVERIFY(distance(P, centre + share * (outside - centre)) < 1e-12);
    QVERIFY(isPermissible(impact, P, c.friction, 1e-9));
    QVERIFY(endsRegion(impact, P, c.friction));
  }
}

void TestRegionLaws::sphericalCoordinatesAreDistancesInTheRegion() {
  QFETCH(int, dimension);
  Impacts impacts(dimension, 5);
  for (int i = 0; i < 10 * tries; ++i) {
    const LocalImpact impact = impacts.next();
    LawCoefficients c{impacts.uniform(0.1, 2), 0};
    c.polar = impacts.uniform(0, std::numbers::pi);
    c.azimuth = dimension == 3 ? impacts.uniform(0, 2 * std::numbers::pi) : i % 2 * std::numbers::pi;
    const double sine = std::sin(c.polar);
    const Eigen::Vector3d direction(std::cos(c.polar), sine * std::cos(c.azimuth),
                                    sine * std::sin(c.azimuth));
    const LocalVector D = slipAxes(impact) * direction.head(dimension), centre = 1.5 * impact.frictionless();
    const LocalVector border = impulse(CollisionLaw::Spherical, impact, c);
    const double way = (border - centre).norm();
    QVERIFY(distance(border, centre + way * D) < 1e-12);
    QVERIFY(isPermissible(impact, border, c.friction, 1e-9));
    QVERIFY(endsRegion(impact, border, c.friction));
    c.sigma = impacts.uniform(0, 1);
    QVERIFY(distance(impulse(CollisionLaw::Spherical, impact, c), centre + c.sigma * way * D) < 1e-12);
  }
}

void TestRegionLaws::everyPermissibleImpulseHasCoefficients() {
  QFETCH(int, dimension);
  Impacts impacts(dimension, 7);
  int found = 0;
  for (int i = 0; i < 100 * tries; ++i) {
    const LocalImpact impact = impacts.next();
    const double friction = impacts.uniform(0.1, 2), size = impact.V.norm() / impact.W(0, 0);
    LocalVector P(dimension);
    P[0] = impacts.uniform(0, 2) * size;
    for (double& part : P.tail(dimension - 1)) part = impacts.uniform(-1, 1) * size;
    if (!isPermissible(impact, P, friction, 0)) continue;
    ++found;
    for (const CollisionLaw law : {CollisionLaw::Projected, CollisionLaw::Spherical}) {
      const LawCoefficients c = nearestCoefficients(law, impact, {friction, 0}, P);
      QVERIFY(distance(impulse(law, impact, c), P) < 1e-11);
    }
  }
  QVERIFY(found > tries);
}

/// W = 1, V_i = (−1, 0.5), μ = 0.5: P_0 = 1.5. Up along n the energy ends at 2 P_I, down at P_I; against the
/// slip the cone ends at 0.75, the ellipse (P_n − 1)² + (P_t + 0.5)² = 1.25 at 0.5 + 1 = 1.5.
void TestRegionLaws::theBorderOfADiscHasItsFormulas() {
  const LocalImpact impact = planar(1, 0, 1, -1, 0.5);
  const auto at = [&](double friction, double polar, double azimuth) {
    LawCoefficients c{friction, 0};
    c.polar = polar;
    c.azimuth = azimuth;
    return impulse(CollisionLaw::Spherical, impact, c);
  };
  const double pi = std::numbers::pi;
  QVERIFY(distance(at(0.5, 0, 0), Eigen::Vector2d(2, 0)) < 1e-14);
  QVERIFY(distance(at(0.5, pi, 0), Eigen::Vector2d(1, 0)) < 1e-14);
  QVERIFY(distance(at(0.5, pi / 2, 0), Eigen::Vector2d(1.5, -0.75)) < 1e-14);
  QVERIFY(distance(at(infinity, pi / 2, 0), Eigen::Vector2d(1.5, -1.5)) < 1e-14);
  QVERIFY(distance(at(infinity, pi / 2, pi), Eigen::Vector2d(1.5, 0.5)) < 1e-14);
}

void TestRegionLaws::accessibleImpulsesGoAroundTheRegion() {
  QFETCH(int, dimension);
  Impacts impacts(dimension, 9);
  for (int i = 0; i < 30; ++i) {
    const LocalImpact impact = impacts.next();
    for (const CollisionLaw law : {CollisionLaw::Projected, CollisionLaw::Spherical}) {
      const std::vector<LocalVector> border = accessibleBoundary(law, impact, {0.4, 0}, 41);
      QCOMPARE(border.size(), 41U);
      QVERIFY(border.front() == border.back());
      for (const LocalVector& P : border)
        QVERIFY(isPermissible(impact, P, 0.4, 1e-9) && endsRegion(impact, P, 0.4));
    }
  }
}

void TestRegionLaws::whatTheyRefuse() {
  const LocalImpact plane = planar(1, 0, 1, -1, 0.5), jammed = pendulum(0.5, infinity);
  LawCoefficients c{1, 0};
  c.azimuth = 1;
  c.polar = 1;
  QVERIFY_THROWS_EXCEPTION(LawError, impulse(CollisionLaw::Spherical, plane, c));
  c.transverse = 0.1;
  QVERIFY_THROWS_EXCEPTION(LawError, impulse(CollisionLaw::Projected, plane, c));
  c.polar = 3.2;
  QVERIFY_THROWS_EXCEPTION(LawError, impulse(CollisionLaw::Spherical, plane, c));
  // Along the rod the region has no end; across it energy ends it.
  LawCoefficients along{10, 0};
  along.polar = 0.5;
  along.azimuth = jammed.V[1] < 0 ? 0 : std::numbers::pi;
  QVERIFY_THROWS_EXCEPTION(LawError, impulse(CollisionLaw::Spherical, jammed, along));
  along.polar = 0;
  QVERIFY(permissible(jammed, impulse(CollisionLaw::Spherical, jammed, along), 10).all());
}

CAROM_TEST(TestRegionLaws);
#include "tst_region_laws.moc"
