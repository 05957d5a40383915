// The construction of impulse space in the plane [CR98 3.1–3.3]: its points and lines against their formulas,
// its regions against the conditions that bound them.
#include <QtTest>
#include <sstream>

#include "laws/impulse_diagram.h"
#include "laws/impulse_diagram_drag.h"
#include "laws/impulse_diagram_laws.h"
#include "laws/permissible_impulse.h"
#include "support/law_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

constexpr double exact = 1e-12;

/// Rounding of P_II and of what is computed from it, relative: that of W times its condition number.
double roundingOf(const ImpulseDiagram& diagram) {
  if (diagram.isStrip()) return exact;
  return exact + 1e-14 * std::pow(diagram.semiAxisLength(0) / diagram.semiAxisLength(1), 2);
}

/// Whether P lies within a convex polygon, by the sides of its edges.
bool isWithin(const std::vector<PlanarImpulse>& polygon, const PlanarImpulse& P) {
  double least = 0, most = 0, size = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d a = polygon[i] - P, b = polygon[(i + 1) % polygon.size()] - P;
    const double side = a[0] * b[1] - a[1] * b[0];
    least = std::min(least, side);
    most = std::max(most, side);
    size = std::max(size, std::abs(side));
  }
  return !polygon.empty() && (least >= -1e-12 * size || most <= 1e-12 * size);
}

/// The size of what happens: that of 2 P_I and 2 P_II.
double sizeOf(const ImpulseDiagram& diagram) {
  return diagram.frictionless().norm() + diagram.sticking().norm();
}

ImpulseWindow windowOf(const ImpulseDiagram& diagram, double by) {
  const double half = by * sizeOf(diagram);
  return {diagram.sticking() - Vector2d(half, half), diagram.sticking() + Vector2d(half, 0.7 * half)};
}

/// The distance of P from a line over the size of the diagram.
double offLine(const ImpulseDiagram& diagram, const ImpulseLine& line, const PlanarImpulse& P) {
  const Vector2d way = P - line.at, along = line.along.normalized();
  return std::abs(way[0] * along[1] - way[1] * along[0]) / sizeOf(diagram);
}

QByteArray describe(const LocalImpact& impact, const PlanarImpulse& P, double friction,
                    const ImpulseRegion& region) {
  std::ostringstream text;
  text << "W " << impact.W.reshaped().transpose() << " V " << impact.V.transpose() << " at " << P.transpose()
       << " mu " << friction << " border of " << region.border.size();
  return QByteArray::fromStdString(text.str());
}

/// Generic ellipses, long ones, strips and grazing incidence.
std::vector<LocalImpact> impactsOfAllKinds() {
  std::vector<LocalImpact> all;
  Impacts impacts(2, 7);
  for (int i = 0; i < tries; ++i) {
    all.push_back(impacts.next());
    all.push_back(impacts.central());
    LocalImpact grazing = impacts.next();
    grazing.V[0] = 0;
    all.push_back(grazing);
    const LocalImpact strip = impacts.singular(1);
    if (strip.W.diagonal().minCoeff() > 1e-3 * strip.W.norm()) all.push_back(strip);
    all.push_back(pendulum(impacts.uniform(0.1, 1.4), std::pow(10, impacts.uniform(0, 4))));
  }
  return all;
}

}  // namespace

class TestImpulseDiagram : public QObject {
  Q_OBJECT
 private slots:
  void pointsLieOnTheirLines();
  void endsOfTheLinesAreWhereTheEllipseIsUpright();
  void arcsKeepTheEnergy();
  void thePermissibleRegionHoldsWhatIsPermissible();
  void theLargestRestitutionIsThatOfTheRegion();
  void nearGrazingADiscMayHaveALargeRestitution();
  void draggingTheOriginKeepsMassAndEnergy();
  void draggingASemiAxisPutsItsEndThere();
  void draggingAnImpulseFindsItsCoefficients();
  void frictionAndRestitutionFollowAPoint();
  void impactsInSpaceArePlanarWhereNothingCouplesThem();
  void refusalsKeepTheirReasons();
};

void TestImpulseDiagram::pointsLieOnTheirLines() {
  for (const LocalImpact& impact : impactsOfAllKinds()) {
    const ImpulseDiagram diagram(impact);
    const Vector2d PI = diagram.frictionless(), PII = diagram.sticking();
    const double rounding = roundingOf(diagram);
    QVERIFY(offLine(diagram, diagram.normalLine(0), PI) < rounding);
    QVERIFY(offLine(diagram, diagram.normalLine(0), PII) < rounding);
    QVERIFY(offLine(diagram, diagram.normalLine(1), 2 * PI) < rounding);
    QVERIFY(offLine(diagram, diagram.normalLine(1), 2 * PII) < rounding);
    QVERIFY(offLine(diagram, diagram.tangentialLine(0), PII) < rounding);
    QVERIFY(offLine(diagram, diagram.tangentialLine(1), 2 * PII) < rounding);
    // 2 P_I and 2 P_II keep the energy [CR98 3.1].
    QVERIFY(std::abs(diagram.energyGained(2 * PI)) <= rounding * diagram.energy());
    QVERIFY(std::abs(diagram.energyGained(2 * PII)) <= rounding * diagram.energy());
    QVERIFY(std::abs(diagram.energyGained(PII) + diagram.energy()) <= rounding * diagram.energy());
  }
}

void TestImpulseDiagram::endsOfTheLinesAreWhereTheEllipseIsUpright() {
  int seen = 0;
  for (const LocalImpact& impact : impactsOfAllKinds()) {
    const ImpulseDiagram diagram(impact);
    const auto compression = diagram.compressionEnds(), sticking = diagram.stickingEnds();
    QCOMPARE(compression.has_value(), !diagram.isStrip());
    if (!compression) continue;
    ++seen;
    for (int i = 0; i < 2; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const LocalVector a = impact.after((*compression)[k]), b = impact.after((*sticking)[k]);
      const double speed = std::max({a.norm(), b.norm(), impact.V.norm()});
      const double rounding = roundingOf(diagram);
      QVERIFY(std::abs(a[0]) <= rounding * speed);
      QVERIFY(std::abs(b[1]) <= rounding * speed);
      QVERIFY((a[1] > 0) == (i == 1));
      QVERIFY((b[0] > 0) == (i == 1));
      QVERIFY(std::abs(diagram.energyGained((*compression)[k])) <= rounding * diagram.energy());
      QVERIFY(std::abs(diagram.energyGained((*sticking)[k])) <= rounding * diagram.energy());
    }
  }
  QVERIFY(seen > tries);
}

void TestImpulseDiagram::arcsKeepTheEnergy() {
  int arcs = 0;
  for (const LocalImpact& impact : impactsOfAllKinds()) {
    const ImpulseDiagram diagram(impact);
    const ImpulseWindow window = windowOf(diagram, 1.5);
    const ImpulseRegion region = diagram.energyRegion(window);
    QVERIFY(region.border.size() >= 3);
    const double size = (window.most - window.least).norm();
    for (const auto& arc : region.arcs) {
      ++arcs;
      QVERIFY(arc.size() >= 2);
      for (std::size_t i = 0; i < arc.size(); ++i) {
        const PlanarImpulse& P = arc[i];
        QVERIFY((P - window.least).minCoeff() >= -1e-9 * size);
        QVERIFY((window.most - P).minCoeff() >= -1e-9 * size);
        const double steepness = impact.after(P).norm() * size;
        QVERIFY(std::abs(diagram.energyGained(P)) <=
                10 * roundingOf(diagram) * (diagram.energy() + steepness));
        if (i == 0) continue;
        // The chord's middle is near the arc: its lack of energy over the slope of the energy.
        const PlanarImpulse middle = 0.5 * (P + arc[i - 1]);
        QVERIFY(std::abs(diagram.energyGained(middle)) <= 2e-3 * size * impact.after(middle).norm());
      }
    }
  }
  QVERIFY(arcs > tries);
}

/// A point at random is in the polygon where the four conditions hold, but for a thin band along the border.
void TestImpulseDiagram::thePermissibleRegionHoldsWhatIsPermissible() {
  Impacts random(2, 3);
  int inside = 0;
  for (const LocalImpact& impact : impactsOfAllKinds()) {
    const ImpulseDiagram diagram(impact);
    const double friction = random.uniform(0, 1) < 0.2 ? infinity : random.uniform(0, 2);
    const ImpulseWindow window = windowOf(diagram, random.uniform(0.3, 3));
    const ImpulseRegion region = diagram.permissibleRegion(friction, window);
    const double size = (window.most - window.least).norm(), band = 5e-3 * size;
    for (int i = 0; i < 40; ++i) {
      PlanarImpulse P = window.least;
      for (int k = 0; k < 2; ++k) P[k] += random.uniform(0, 1) * (window.most[k] - window.least[k]);
      int holding = 0;
      for (const Vector2d& off : {Vector2d(band, band), Vector2d(band, -band), Vector2d(-band, band),
                                  Vector2d(-band, -band), Vector2d(0, 0)})
        holding += permissible(impact, LocalVector(P + off), friction).all();
      if (holding == 5) {
        ++inside;
        const bool inWindow = (P - window.least).minCoeff() > 0 && (window.most - P).minCoeff() > 0;
        QVERIFY2(!inWindow || isWithin(region.border, P), describe(impact, P, friction, region));
      } else if (holding == 0) {
        QVERIFY(!isWithin(region.border, P));
      }
    }
  }
  QVERIFY(inside > tries);
}

void TestImpulseDiagram::theLargestRestitutionIsThatOfTheRegion() {
  Impacts random(2, 5);
  for (const LocalImpact& impact : impactsOfAllKinds()) {
    const ImpulseDiagram diagram(impact);
    if (impact.V[0] == 0) {
      QCOMPARE(diagram.largestRestitution(1), infinity);
      continue;
    }
    if (std::abs(impact.V[0]) < 1e-3 * impact.V.norm()) continue;
    const double friction = random.uniform(0, 2), largest = diagram.largestRestitution(friction);
    // The frictionless elastic impulse is permissible.
    QVERIFY(largest >= 1 - 1e-9);
    const double size = diagram.isStrip() ? 10 * sizeOf(diagram) : 3 * diagram.semiAxisLength(0);
    const Vector2d half(size, size);
    const ImpulseRegion region =
        diagram.permissibleRegion(friction, {diagram.sticking() - half, diagram.sticking() + half});
    double found = 0;
    for (const PlanarImpulse& P : region.border) found = std::max(found, -impact.after(P)[0] / impact.V[0]);
    QVERIFY2(found <= largest * (1 + 1e-6) + 1e-9, describe(impact, {found, largest}, friction, region));
    QVERIFY(found >= largest * (1 - 1e-2));
  }
}

/// [CR98 Fig. 9]: M = diag(1, 1/3), e up to √(v² + 1/3)/v.
void TestImpulseDiagram::nearGrazingADiscMayHaveALargeRestitution() {
  const double v = 0.034;
  const ImpulseDiagram diagram(planar(1, 0, 3, -v, -1));
  const double top = std::sqrt(v * v + 1.0 / 3) / v;
  QVERIFY(top > 17 && top < 17.1);
  QVERIFY(std::abs(diagram.largestRestitution(0.6) - top) < exact * top);
  QVERIFY(std::abs(diagram.largestRestitution(infinity) - top) < exact * top);
  QVERIFY(diagram.largestRestitution(0.3) < 0.9 * top);
  QVERIFY(std::abs(diagram.largestRestitution(0) - 1) < exact);
}

void TestImpulseDiagram::draggingTheOriginKeepsMassAndEnergy() {
  Impacts random(2, 11);
  for (int i = 0; i < tries; ++i) {
    const LocalImpact impact = random.next();
    const ImpulseDiagram diagram(impact);
    const double angle = random.uniform(0, 6.3);
    const PlanarImpulse towards =
        diagram.sticking() + 0.1 * sizeOf(diagram) * Vector2d(std::cos(angle), std::sin(angle));
    const LocalImpact moved = withOrigin(diagram, towards);
    QVERIFY(moved.W == impact.W);
    QVERIFY(moved.V[0] <= 0);
    QVERIFY(std::abs(moved.energy(moved.V) - diagram.energy()) <= 1e-10 * diagram.energy());
    const Vector2d way = towards - diagram.sticking(), origin = -moved.sticking();
    if (moved.V[0] < 0)
      QVERIFY((way.normalized() - origin.normalized()).norm() < 1e-9);
    else
      QVERIFY(Vector2d(impact.W * way)[0] > 0);
  }
}

void TestImpulseDiagram::draggingASemiAxisPutsItsEndThere() {
  Impacts random(2, 13);
  for (int i = 0; i < tries; ++i) {
    const ImpulseDiagram diagram(random.next());
    const int k = i % 2;
    const double angle = random.uniform(0, 6.3), length = sizeOf(diagram) * random.uniform(0.1, 2);
    const Vector2d axis(length * std::cos(angle), length * std::sin(angle));
    const LocalImpact turned = withSemiAxis(diagram, k, diagram.sticking() + axis);
    const ImpulseDiagram now(turned);
    QVERIFY(std::abs(now.energy() - diagram.energy()) <= 1e-9 * diagram.energy());
    QVERIFY(turned.V[0] <= 0);
    // The end is on the new ellipse, as seen from its centre.
    QVERIFY(std::abs(now.energyGained(now.sticking() + axis)) <= 1e-9 * now.energy());
    const double other = diagram.semiAxisLength(1 - k);
    const double nearest =
        std::min(std::abs(now.semiAxisLength(0) - other), std::abs(now.semiAxisLength(1) - other));
    QVERIFY(nearest <= 1e-9 * other);
  }
  // The strip of a hinge turns, and stays a strip.
  const ImpulseDiagram strip(pendulum(0.6, infinity));
  const LocalImpact turned = withSemiAxis(strip, 1, strip.sticking() + Vector2d(0.3, 0.2));
  QVERIFY(ImpulseDiagram(turned).isStrip());
  QVERIFY(std::abs(ImpulseDiagram(turned).semiAxisLength(1) - std::hypot(0.3, 0.2)) < 1e-12);
}

void TestImpulseDiagram::draggingAnImpulseFindsItsCoefficients() {
  Impacts random(2, 17);
  for (const CollisionLaw law : allLaws)
    for (int i = 0; i < 40; ++i) {
      const LocalImpact impact = random.forLaw(law);
      const double friction = random.uniform(0.05, 2);
      LawCoefficients there = random.coefficients(law, friction), here = random.coefficients(law, friction);
      if (law == CollisionLaw::Brach) there.tangential = std::min(there.tangential, friction);
      here.sigma = there.sigma;
      const LocalVector target = impulse(law, impact, there);
      const LawCoefficients found = nearestCoefficients(law, impact, here, target);
      QCOMPARE(found.friction, friction);
      const double off = (impulse(law, impact, found) - target).norm() /
                         (impact.frictionless().norm() + impact.sticking().norm());
      QVERIFY2(off < 5e-3, QByteArray(nameOf(law).data()) + ' ' + QByteArray::number(off));
    }
}

void TestImpulseDiagram::frictionAndRestitutionFollowAPoint() {
  const ImpulseDiagram diagram(planar(1, 0.2, 2, -2, -1));
  QCOMPARE(frictionThrough({2, -1}), 0.5);
  QCOMPARE(frictionThrough({0, 1}), infinity);
  QCOMPARE(frictionThrough({-1, 1}), infinity);
  for (const double e : {0.0, 0.25, 1.0}) {
    const ImpulseLine line = diagram.normalLine(e);
    QVERIFY(std::abs(restitutionThrough(diagram, line.at + 0.7 * line.along) - e) < exact);
  }
  QCOMPARE(restitutionThrough(diagram, {100, 0}), 1.0);
  QCOMPARE(restitutionThrough(diagram, {0, 0}), 0.0);
}

void TestImpulseDiagram::impactsInSpaceArePlanarWhereNothingCouplesThem() {
  Impacts planes(2, 19), spaces(3, 19);
  for (int i = 0; i < tries; ++i) {
    LocalImpact plane = planes.next();
    if (plane.V[1] > 0) plane.V[1] *= -1, plane.W(0, 1) *= -1, plane.W(1, 0) *= -1;
    const LocalImpact space =
        turned(inSpace(plane, planes.uniform(0.1, 2)), aboutNormal(planes.uniform(0, 6)));
    const auto found = planarImpact(space);
    QVERIFY(found);
    QVERIFY((found->W - plane.W).norm() <= exact * plane.W.norm());
    QVERIFY((found->V - plane.V).norm() <= exact * plane.V.norm());
    QVERIFY(!planarImpact(spaces.next()));
  }
}

void TestImpulseDiagram::refusalsKeepTheirReasons() {
  const LocalImpact impact = planar(1, 0.2, 2, -2, -1);
  const LawCoefficients c{0.5, 0.5, -0.5, 1};
  const LawDiagram refused = lawDiagram(CollisionLaw::Bilinear, impact, c, 40);
  QVERIFY(!refused.refusal.empty());
  const LawDiagram negative = lawDiagram(CollisionLaw::PfeifferGlocker, impact, c, 40);
  QVERIFY(!negative.refusal.empty());
  QCOMPARE(negative.accessible.size(), std::size_t{40});
  const LawDiagram answered = lawDiagram(CollisionLaw::ChatterjeeRuina, impact, c, 40);
  QVERIFY(answered.refusal.empty());
  QVERIFY(answered.isLoop);
  QVERIFY(answered.permissible.all());
  QVERIFY(std::abs(answered.energy - impact.energy(impact.V) -
                   ImpulseDiagram(impact).energyGained(Vector2d(answered.impulse))) < exact);
  QVERIFY(!lawDiagram(CollisionLaw::Routh, impact, c, 40).isLoop);
  QCOMPARE(nearestCoefficients(CollisionLaw::Bilinear, impact, c, impact.frictionless()).restitution, 0.5);
}

CAROM_TEST(TestImpulseDiagram);
#include "tst_impulse_diagram.moc"
