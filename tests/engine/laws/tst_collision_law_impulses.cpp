// The impulse that each law of one contact gives [CR98 4–5].
#include <QtTest>

#include "laws/permissible_impulse.h"
#include "laws/unit_impact.h"
#include "laws/whittaker.h"
#include "support/law_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;

namespace {

/// Whether an impulse is one of Whittaker's law, by its equations alone: V_fn = −e V_n, and within the cone
/// without slip, or on it against the final slip.
bool obeysWhittaker(const LocalImpact& impact, const LocalVector& P, double mu, double e) {
  const LocalVector after = impact.after(P), slip = tangents(after), friction = tangents(P);
  const double speed = impact.V.norm(), small = 1e-9 * speed, pressed = mu * P[0];
  if (std::abs(after[0] + e * impact.V[0]) > small + 1e-12 * (impact.W * P).norm()) return false;
  if (friction.norm() > pressed * (1 + 1e-9) + 1e-9 * P.norm()) return false;
  if (slip.norm() <= small) return true;
  return (friction + pressed * slip.normalized()).norm() <= 1e-6 * P.norm();
}

/// The number of directions of final slip that Whittaker's law allows, from a scan of all.
int slipsOfAScan(const LocalImpact& impact, double mu, double e) {
  constexpr int steps = 5000;
  struct Slip {
    double rate, along, across;  ///< the last two times the rate
  };
  const auto at = [&](double angle) -> Slip {
    const Eigen::Vector2d d(std::cos(angle), std::sin(angle)), coupling = tangents(impact.W.col(0));
    const double rate = impact.W(0, 0) - mu * coupling.dot(d);
    const Eigen::Vector2d V = rate * tangents(impact.V) -
                              (1 + e) * impact.V[0] * (coupling - mu * impact.W.bottomRightCorner(2, 2) * d);
    return {rate, V.dot(d), d[0] * V[1] - d[1] * V[0]};
  };
  int count = 0;
  for (int k = 0; k < steps; ++k) {
    double low = 2 * std::numbers::pi * k / steps, high = 2 * std::numbers::pi * (k + 1) / steps;
    const bool falls = at(low).across > 0;
    if (falls == (at(high).across > 0)) continue;
    for (int halving = 0; halving < 40; ++halving) {
      const double middle = 0.5 * (low + high);
      (falls == (at(middle).across > 0) ? low : high) = middle;
    }
    const Slip slip = at(low);
    count += slip.rate > 0 && slip.along > 0;
  }
  return count;
}

}  // namespace

class TestCollisionLawImpulses : public QObject {
  Q_OBJECT
 private slots:
  void routhsAndTwoPhasesFollowPoisson();
  void whittakersLawMayGainEnergyAndSaysSo();
  void whittakersLawHasNoAnswerForAJammedHinge();
  void whittakersImpulseOpposesTheFinalSlip();
  void whittakersSlipsAreThoseOfAScan();
  void whittakersLawAnswersSlowApproachesInSpace();
  void whittakersIsRouthsForCentralImpacts();
  void smithsImpulseSolvesItsEquation();
  void smithsSpheresReverseTheirSlip();
  void phasesOpposeTheirOwnSlip();
  void tangentialRestitutionTurnsTheSlip();
  void tangentialRestitutionOfPhasesIsForThePlane();
  void bilinearIsTheNewLawForCentralImpacts();
  void bilinearRefusesCoupling_data();
  void bilinearRefusesCoupling();
  void theNewLawHasTheVerticesOfItsParallelogram();
  void theNewLawProjectsOntoTheCone();
  void theCompositeLawIsBetweenItsParts();
  void brachsRatioIsKept();
  void brachsSecondRatioPushesAcrossTheSlip();
  void smithsSolutionsAreThoseOfAScan();
  void aRestitutionAboveOneIsAllowedWhereItIsPermissible_data();
  void aRestitutionAboveOneIsAllowedWhereItIsPermissible();
  void routhsContactMayCloseAgain();
};

void TestCollisionLawImpulses::routhsAndTwoPhasesFollowPoisson() {
  Impacts impacts(2);
  for (int i = 0; i < tries; ++i) {
    const LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0, 3), e = impacts.uniform(0, 1);
    for (const CollisionLaw law : {CollisionLaw::Routh, CollisionLaw::PfeifferGlocker}) {
      const LocalVector plastic = impulse(law, impact, {mu, 0, 0}), P = impulse(law, impact, {mu, e, 0});
      QVERIFY(std::abs(impact.after(plastic)[0]) < 1e-12);
      if (law == CollisionLaw::Routh) QVERIFY(std::abs(P[0] - (1 + e) * plastic[0]) < 1e-12 * P[0]);
      QVERIFY(P[0] >= (1 + e) * plastic[0] * (1 - 1e-12));
    }
  }
}

/// A skewed ellipse: the contact sticks above the line of e = 1, outside of the energy that there was.
void TestCollisionLawImpulses::whittakersLawMayGainEnergyAndSaysSo() {
  const LocalImpact impact = planar(1, 0.8, 1, -1, -1);
  const LawImpulse answer = collide(CollisionLaw::Whittaker, impact, {2, 1});
  QVERIFY(answer.mode == ContactMode::Stick);
  QVERIFY((impact.after(answer.P) - Eigen::Vector2d(1, 0)).norm() < 1e-14);
  QVERIFY(impact.energy(impact.after(answer.P)) > 2 * impact.energy(impact.V));
  const Permissibility holds = permissible(impact, answer.P, 2);
  QVERIFY(!holds.energy && holds.separation && holds.compression && holds.friction);
}

/// 003 4.2.2: it does not respect a hinge; no rebound at e > 0 leaves a jammed rod without slip.
void TestCollisionLawImpulses::whittakersLawHasNoAnswerForAJammedHinge() {
  const LocalImpact hinged = pendulum(0.5, infinity);
  QVERIFY_THROWS_EXCEPTION(LawError, impulse(CollisionLaw::Whittaker, hinged, {10, 0.5}));
  QVERIFY(hinged.after(impulse(CollisionLaw::Whittaker, hinged, {10, 0})).norm() < 1e-14);
  const double energy = hinged.energy(hinged.V);
  double gained = 1;
  for (const double h : {1e2, 1e4, 1e6}) {
    const LocalImpact heavy = pendulum(0.5, h);
    const double after = heavy.energy(heavy.after(impulse(CollisionLaw::Whittaker, heavy, {10, 0.5})));
    QVERIFY(after > 10 * gained * energy);
    gained = after / energy;
  }
}

void TestCollisionLawImpulses::whittakersImpulseOpposesTheFinalSlip() {
  for (const int d : {2, 3}) {
    Impacts impacts(d);
    int slips = 0;
    for (int i = 0; i < tries; ++i) {
      const LocalImpact impact = impacts.next();
      const double mu = impacts.uniform(0, 3);
      const LawImpulse answer = collide(CollisionLaw::Whittaker, impact, {mu, impacts.uniform(0, 1)});
      const LocalVector slip = tangents(impact.after(answer.P)), Pt = tangents(answer.P);
      if (answer.mode == ContactMode::Stick) {
        QVERIFY(slip.norm() < 1e-11 && Pt.norm() <= mu * answer.P[0]);
      } else {
        QVERIFY((Pt + mu * answer.P[0] * slip.normalized()).norm() < 1e-10 * answer.P.norm());
        ++slips;
      }
    }
    QVERIFY(slips > tries / 10 && slips < tries);
  }
}

/// In space a nearly grazing impact may have three answers: it sticks, slips, or slips little.
void TestCollisionLawImpulses::whittakersSlipsAreThoseOfAScan() {
  Impacts impacts(3, 7);
  int several = 0;
  for (int i = 0; i < tries; ++i) {
    LocalImpact impact = impacts.next();
    impact.V[0] *= std::pow(10, impacts.uniform(-3, 0));
    const double mu = impacts.uniform(0, 5), e = impacts.uniform(0, 1);
    const UnitImpact units(impact);
    const auto solutions = whittakerSolutions(units.split(), {mu, e});
    QVERIFY(units.whole(solutions.front().P) == impulse(CollisionLaw::Whittaker, impact, {mu, e}));
    int slips = 0;
    for (const LawImpulse& solution : solutions) {
      const LocalVector P = units.whole(solution.P), V = impact.after(P);
      QVERIFY(std::abs(V[0] + e * impact.V[0]) < 1e-10 * impact.V.norm());
      if (solution.mode == ContactMode::Stick) continue;
      QVERIFY((tangents(P) + mu * P[0] * tangents(V).normalized()).norm() < 1e-8 * P.norm());
      ++slips;
    }
    QCOMPARE(slips, slipsOfAScan(impact, mu, e));
    several += solutions.size() > 1;
  }
  QVERIFY(several > 5);
}

/// The slower the approach, the nearer the slip is to the direction in which an impulse along the cone leaves
/// V_n as it is.
void TestCollisionLawImpulses::whittakersLawAnswersSlowApproachesInSpace() {
  Impacts impacts(3, 8);
  int closing = 0;
  for (int i = 0; i < 30 * tries; ++i) {
    LocalImpact impact = impacts.next();
    impact.V[0] *= std::pow(10, impacts.uniform(-17, 0));
    const double mu = i % 2 ? 1 : std::pow(10, impacts.uniform(-1, 1)), e = i % 3 ? 0 : impacts.uniform(0, 1);
    const LocalVector P = impulse(CollisionLaw::Whittaker, impact, {mu, e, 0});
    QVERIFY2(obeysWhittaker(impact, P, mu, e), QByteArray::number(i));
    closing += impact.V[0] > -1e-9 && P[0] > 1e-3;
  }
  QVERIFY(closing > 100);
}

void TestCollisionLawImpulses::whittakersIsRouthsForCentralImpacts() {
  for (const int d : {2, 3}) {
    Impacts impacts(d);
    for (int i = 0; i < tries; ++i) {
      const LocalImpact impact = impacts.central();
      const LawCoefficients coefficients{impacts.uniform(0, 3), impacts.uniform(0, 1)};
      QVERIFY(distance(impulse(CollisionLaw::Whittaker, impact, coefficients),
                       impulse(CollisionLaw::Routh, impact, coefficients)) < 1e-11);
    }
  }
}

void TestCollisionLawImpulses::smithsImpulseSolvesItsEquation() {
  for (const int d : {2, 3}) {
    Impacts impacts(d);
    for (int i = 0; i < tries; ++i) {
      const LocalImpact impact = impacts.next();
      const double mu = impacts.uniform(0, 5), e = impacts.uniform(0, 1);
      const LocalVector P = impulse(CollisionLaw::Smith, impact, {mu, e}), V = impact.after(P);
      const LocalVector a = tangents(impact.V), b = tangents(V);
      const LocalVector mean = (a.norm() * a + b.norm() * b) / (a.squaredNorm() + b.squaredNorm());
      QVERIFY(P[0] > 0);
      QVERIFY((tangents(P) + mu * P[0] * mean).norm() < 1e-11 * P.norm());
      QVERIFY(std::abs(V[0] + e * impact.V[0]) < 1e-11);
      // connected with P = 0: a smaller rebound has a smaller impulse
      QVERIFY(impulse(CollisionLaw::Smith, impact, {mu, 0.5 * e})[0] <= P[0]);
    }
  }
}

void TestCollisionLawImpulses::smithsSpheresReverseTheirSlip() {
  const LocalImpact sphere = planar(1, 0, 3.5, -1, 0.2);
  const double after = sphere.after(impulse(CollisionLaw::Smith, sphere, {0.3, 1}))[1];
  QVERIFY(after < -0.01 && after > -0.2);
  // nothing slipped to begin with: it opposes the final slip
  QCOMPARE(impulse(CollisionLaw::Smith, planar(1, 0, 3.5, -1, 0), {0.3, 1})[1], 0.0);
  const LocalVector dragged = impulse(CollisionLaw::Smith, planar(1, -0.6, 1, -1, 0), {0.2, 1});
  QVERIFY(distance(dragged, Eigen::Vector2d(2 / 0.88, 0.4 / 0.88)) < 1e-14);
}

void TestCollisionLawImpulses::phasesOpposeTheirOwnSlip() {
  for (const int d : {2, 3}) {
    Impacts impacts(d);
    for (int i = 0; i < tries; ++i) {
      const LocalImpact impact = impacts.next();
      const double mu = impacts.uniform(0, 3);
      const LocalVector compression = impulse(CollisionLaw::PfeifferGlocker, impact, {mu, 0, 0});
      const LocalVector P = impulse(CollisionLaw::PfeifferGlocker, impact, {mu, impacts.uniform(0, 1), 0});
      for (const LocalVector& part : {compression, LocalVector(P - compression)}) {
        const LocalVector slip = tangents(impact.after(part == compression ? compression : P));
        QVERIFY(tangents(part).norm() <= mu * part[0] + 1e-11 * P.norm());
        if (slip.norm() > 1e-9)
          QVERIFY((tangents(part) + mu * part[0] * slip.normalized()).norm() < 1e-9 * P.norm());
      }
    }
  }
}

/// A sphere that sticks in compression: V_t of expansion is −e e_t V_it; the bounds of the cone hold.
void TestCollisionLawImpulses::tangentialRestitutionTurnsTheSlip() {
  const LocalImpact sphere = planar(1, 0, 3.5, -1, 0.2);
  for (const double et : {0.0, 0.25, 1.0}) {
    const LocalVector P = impulse(CollisionLaw::PfeifferGlocker, sphere, {1, 0.5, et});
    QVERIFY(std::abs(sphere.after(P)[1] + 0.5 * et * 0.2) < 1e-15);
  }
  const LocalVector slipping =
      impulse(CollisionLaw::PfeifferGlocker, planar(1, 0, 3.5, -1, 5), {0.3, 0.5, 1});
  QVERIFY(distance(slipping, Eigen::Vector2d(1.5, -0.45)) < 1e-14);
  // no jump where e_t begins
  Impacts impacts(2);
  for (int i = 0; i < tries; ++i) {
    const LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0, 3), e = impacts.uniform(0, 1);
    QVERIFY(distance(impulse(CollisionLaw::PfeifferGlocker, impact, {mu, e, 1e-9}),
                     impulse(CollisionLaw::PfeifferGlocker, impact, {mu, e, 0})) < 1e-5);
  }
}

void TestCollisionLawImpulses::tangentialRestitutionOfPhasesIsForThePlane() {
  const LocalImpact impact = Impacts(3).next();
  impulse(CollisionLaw::PfeifferGlocker, impact, {1, 0.5, 0});
  QVERIFY_THROWS_EXCEPTION(LawError, impulse(CollisionLaw::PfeifferGlocker, impact, {1, 0.5, 0.1}));
}

void TestCollisionLawImpulses::bilinearIsTheNewLawForCentralImpacts() {
  for (const int d : {2, 3}) {
    Impacts impacts(d);
    for (int i = 0; i < tries; ++i) {
      const LocalImpact impact = impacts.central();
      const LawCoefficients coefficients{impacts.uniform(0, 3), impacts.uniform(0, 1),
                                         impacts.uniform(-1, 1)};
      const LawImpulse bilinear = collide(CollisionLaw::Bilinear, impact, coefficients);
      const LawImpulse projected = collide(CollisionLaw::ChatterjeeRuina, impact, coefficients);
      QVERIFY(distance(bilinear.P, projected.P) < 1e-13);
      QVERIFY(bilinear.mode == projected.mode);
    }
  }
}

void TestCollisionLawImpulses::bilinearRefusesCoupling_data() {
  QTest::addColumn<double>("normal");
  QTest::addColumn<double>("across");
  QTest::addColumn<bool>("refused");
  QTest::newRow("none") << 0.0 << 0.0 << false;
  QTest::newRow("rounding") << 1e-12 << 1e-12 << false;
  QTest::newRow("of the normal") << 1e-6 << 0.0 << true;
  QTest::newRow("of the tangents") << 0.0 << 1e-6 << true;
}

void TestCollisionLawImpulses::bilinearRefusesCoupling() {
  QFETCH(double, normal);
  QFETCH(double, across);
  QFETCH(bool, refused);
  LocalImpact impact = inSpace(planar(1, normal, 2, -1, 1), 3);
  impact.W(1, 2) = impact.W(2, 1) = across;
  bool thrown = false;
  try {
    impulse(CollisionLaw::Bilinear, impact, {0.3, 0.5, 0.5});
  } catch (const LawError& error) {
    thrown = true;
    QVERIFY2(QByteArray(error.what()).startsWith("bilinear law: the masses couple"), error.what());
  }
  QCOMPARE(thrown, refused);
}

void TestCollisionLawImpulses::theNewLawHasTheVerticesOfItsParallelogram() {
  for (const int d : {2, 3}) {
    Impacts impacts(d);
    int pushing = 0;
    for (int i = 0; i < tries; ++i) {
      const LocalImpact impact = impacts.next();
      const LocalVector first = impact.frictionless(), second = impact.sticking();
      const auto P = [&](double e, double et) {
        return impulse(CollisionLaw::ChatterjeeRuina, impact, {infinity, e, et});
      };
      QVERIFY(distance(P(0, -1), first) < 1e-14);
      QVERIFY(distance(P(1, -1), 2 * first) < 1e-14);
      if (second[0] <= 0) continue;  // the others would pull
      QVERIFY(distance(P(1, 1), 2 * second) < 1e-12);
      if (2 * second[0] <= first[0]) continue;
      QVERIFY(distance(P(0, 1), 2 * second - first) < 1e-11);
      ++pushing;
    }
    QVERIFY(pushing > tries / 4);
  }
}

void TestCollisionLawImpulses::theNewLawProjectsOntoTheCone() {
  for (const int d : {2, 3}) {
    Impacts impacts(d);
    int projected = 0;
    for (int i = 0; i < tries; ++i) {
      const LocalImpact impact = impacts.next();
      const LawCoefficients c{impacts.uniform(0, 2), impacts.uniform(0, 1), impacts.uniform(-1, 1)};
      const LawImpulse answer = collide(CollisionLaw::ChatterjeeRuina, impact, c);
      const LocalVector candidate =
          (c.restitution - c.tangential) * impact.frictionless() + (1 + c.tangential) * impact.sticking();
      const double Pt = tangents(answer.P).norm();
      if (answer.mode == ContactMode::Stick) {
        QVERIFY(distance(answer.P, candidate) < 1e-12);
        QVERIFY(Pt <= c.friction * answer.P[0] * (1 + 1e-12));
      } else {
        QVERIFY(std::abs(Pt - c.friction * answer.P[0]) < 1e-13 * answer.P.norm());
        ++projected;
      }
    }
    QVERIFY(projected > tries / 10 && projected < tries);
  }
}

void TestCollisionLawImpulses::theCompositeLawIsBetweenItsParts() {
  Impacts impacts(3);
  for (int i = 0; i < tries; ++i) {
    const LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0, 2), e = impacts.uniform(0, 1), et = impacts.uniform(-1, 1);
    const LocalVector algebraic = impulse(CollisionLaw::ChatterjeeRuina, impact, {mu, e, et});
    const LocalVector incremental = impulse(CollisionLaw::Routh, impact, {mu, e, et});
    QCOMPARE(impulse(CollisionLaw::Composite, impact, {mu, e, et, 1}), algebraic);
    QCOMPARE(impulse(CollisionLaw::Composite, impact, {mu, e, et, 0}), incremental);
    QVERIFY(distance(impulse(CollisionLaw::Composite, impact, {mu, e, et, 0.25}),
                     0.25 * algebraic + 0.75 * incremental) < 1e-14);
  }
}

void TestCollisionLawImpulses::brachsRatioIsKept() {
  const LocalVector P = impulse(CollisionLaw::Brach, planar(1, 0.5, 2, -1, 3), {0.1, 0.5, 0.4});
  QVERIFY(distance(P, 1.5 / 0.8 * Eigen::Vector2d(1, -0.4)) < 1e-15);
  QVERIFY(!permissible(planar(1, 0.5, 2, -1, 3), P, 0.1).friction);
  QCOMPARE(impulse(CollisionLaw::Brach, planar(1, 0.5, 2, -1, 0), {0.1, 0.5, 0.4})[1], 0.0);
  QVERIFY_THROWS_EXCEPTION(LawError, impulse(CollisionLaw::Brach, planar(1, 0.5, 2, -1, 3), {0.1, 0.5, 2}));
}

void TestCollisionLawImpulses::brachsSecondRatioPushesAcrossTheSlip() {
  LawCoefficients c{0.1, 0.5, 0.4};
  c.transverse = 0.25;
  LocalImpact ball{LocalMatrix(Vector3d(1, 2, 2).asDiagonal()), Vector3d(-1, 0.3, 0.4)};
  const LocalVector P = impulse(CollisionLaw::Brach, ball, c);
  QVERIFY(distance(P, 1.5 * Vector3d(1, -0.4 * 0.6 - 0.25 * 0.8, -0.4 * 0.8 + 0.25 * 0.6)) < 1e-15);
  QVERIFY_THROWS_EXCEPTION(LawError, impulse(CollisionLaw::Brach, planar(1, 0, 1, -1, 1), c));
}

/// Every one solves eq. 8. In the plane a scan of V_ft, each of which has one P_n, finds no other; in space
/// nearly grazing impacts may have three.
void TestCollisionLawImpulses::smithsSolutionsAreThoseOfAScan() {
  for (const int d : {2, 3}) {
    Impacts impacts(d, 11);
    int several = 0;
    for (int i = 0; i < tries; ++i) {
      LocalImpact impact = impacts.next();
      impact.V[0] *= std::pow(10, impacts.uniform(-3, 0));
      const double mu = impacts.uniform(0, 5), e = impacts.uniform(0, 1);
      const auto solutions = collisions(CollisionLaw::Smith, impact, {mu, e});
      QVERIFY(solutions.front().P == impulse(CollisionLaw::Smith, impact, {mu, e}));
      for (const LawImpulse& solution : solutions) {
        const LocalVector V = impact.after(solution.P), a = tangents(impact.V), b = tangents(V);
        const LocalVector mean = (a.norm() * a + b.norm() * b) / (a.squaredNorm() + b.squaredNorm());
        QVERIFY(std::abs(V[0] + e * impact.V[0]) < 1e-10);
        QVERIFY((tangents(solution.P) + mu * solution.P[0] * mean).norm() < 1e-10 * (1 + solution.P.norm()));
      }
      several += solutions.size() > 1;
      if (d == 3) continue;
      const auto excess = [&](double b) {  // P_n by the second row of eq. 8, and the rebound above e
        const double a = impact.V[1], mean = (std::abs(a) * a + std::abs(b) * b) / (a * a + b * b);
        const double Pn = (b - a) / (impact.W(1, 0) - mu * mean * impact.W(1, 1));
        return std::pair(Pn, impact.V[0] * (1 + e) + Pn * (impact.W(0, 0) - mu * mean * impact.W(0, 1)));
      };
      int count = 0;
      constexpr int steps = 50'000;
      for (int k = 0; k < steps; ++k) {
        const auto at = [&](int j) { return excess(-20.0 + 40.0 * (j + 0.5) / steps); };
        const auto [Pn, low] = at(k);
        const auto [next, high] = at(k + 1);
        count += Pn > 0 && next > 0 && (low < 0) != (high < 0);
      }
      QVERIFY2(count <= 1, QByteArray::number(i));
    }
    QVERIFY2((several > 0) == (d == 3), QByteArray::number(several));
  }
}

void TestCollisionLawImpulses::aRestitutionAboveOneIsAllowedWhereItIsPermissible_data() {
  QTest::addColumn<int>("number");
  for (const CollisionLaw law : {CollisionLaw::Whittaker, CollisionLaw::Smith, CollisionLaw::Bilinear,
                                 CollisionLaw::ChatterjeeRuina, CollisionLaw::Routh})
    QTest::newRow(std::string(nameOf(law)).c_str()) << static_cast<int>(law);
}

/// 003 Fig. 9, diagonal M nearly grazing: slip at μ = 0.5 pays for e with ½ e² V_n² = ½ V_n² + the energy
/// that the slip of 1 loses.
void TestCollisionLawImpulses::aRestitutionAboveOneIsAllowedWhereItIsPermissible() {
  QFETCH(int, number);
  const CollisionLaw law = static_cast<CollisionLaw>(number);
  const LocalImpact impact = planar(1, 0, 1, -0.05, 1);
  const LawCoefficients c{0.5, 0.5, 0.5};
  const double largest = largestRestitution(law, impact, c);
  if (law != CollisionLaw::Smith) {  // (e² − 1) V_n² = 1 − (1 − x)², x = μ (1 + e) |V_n|
    const double x = 0.5 * (1 + largest) * 0.05;
    QVERIFY(std::abs((largest * largest - 1) * 0.0025 - (1 - (1 - x) * (1 - x))) < 1e-8);
  }
  LawCoefficients more = c;
  more.restitution = 0.999 * largest;
  QVERIFY(largest > 10 && permissible(impact, impulse(law, impact, more), 0.5).all());
  more.restitution = 1.001 * largest;
  QVERIFY_THROWS_EXCEPTION(LawError, impulse(law, impact, more));
}

/// In space slip may turn in expansion so that the contact closes again; the impulse ends at V_n = 0.
void TestCollisionLawImpulses::routhsContactMayCloseAgain() {
  Impacts impacts(3, 7);
  int again = 0;
  for (int i = 0; i < 5000; ++i) {
    const LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0, 6), e = impacts.uniform(0, 1);
    const LocalVector plastic = impulse(CollisionLaw::Routh, impact, {mu, 0}),
                      P = impulse(CollisionLaw::Routh, impact, {mu, e});
    if (P[0] <= (1 + e) * plastic[0] * (1 + 1e-9)) continue;
    ++again;
    QVERIFY(std::abs(impact.after(P)[0]) < 1e-12);
    QVERIFY(permissible(impact, P, mu).all());
  }
  QVERIFY(again > 0);
}

CAROM_TEST(TestCollisionLawImpulses);
#include "tst_collision_law_impulses.moc"
