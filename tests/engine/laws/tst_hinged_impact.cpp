// A hinge as a second place of impact [CR98 6.5], beside the intact mechanism.
#include <QtTest>

#include "laws/hinged_impact.h"
#include "support/law_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// A rod of mass and length 1 at an angle from the normal, hinged at one end: the tip strikes at speed 1.
HingedImpact rod(double angle) {
  const double I = 1.0 / 12;
  const Eigen::Vector2d along(std::cos(angle), std::sin(angle)), across(-along[1], along[0]);
  // The tip and the hinge are at ±½ from the middle, whose inverse masses are 1 and 1/I.
  const Eigen::Matrix2d turn = 0.25 / I * (across * across.transpose());
  const Eigen::Matrix2d E = Eigen::Matrix2d::Identity();
  return {{E + turn, pendulum(angle, infinity).V}, E - turn, E + turn};
}

/// Any body: the rows of a random W of contact and hinge, V in the range that the hinge leaves.
HingedImpact anyBody(Impacts& random, int d, int h) {
  const auto matrix = [&](int rows, int columns) {
    return MatrixXd(MatrixXd::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 1); }));
  };
  const MatrixXd A = matrix(d + h, d + h + 1), W = A * A.transpose();
  HingedImpact impact{
      {W.topLeftCorner(d, d), LocalVector::Zero(d)}, W.bottomLeftCorner(h, d), W.bottomRightCorner(h, h)};
  impact.free.V = matrix(d, 1);
  impact.free.V[0] = -std::abs(impact.free.V[0]);
  return impact;
}

/// What the impulses leave of both velocities, by the whole W.
VectorXd velocities(const HingedImpact& impact, const HingeSequence& sequence) {
  const Eigen::Index d = impact.free.V.size(), h = impact.hinge.rows();
  MatrixXd W(d + h, d + h);
  W << MatrixXd(impact.free.W), impact.coupling.transpose(), impact.coupling, impact.hinge;
  VectorXd V = VectorXd::Zero(d + h), P(d + h);
  V.head(d) = impact.free.V;
  P << VectorXd(sequence.P), sequence.Q;
  return V + W * P;
}

}  // namespace

class TestHingedImpact : public QObject {
  Q_OBJECT
 private slots:
  void theIntactRodIsThePendulum();
  void theHingeIsAtRestAfterwards();
  void withoutFrictionAndReboundItIsTheIntactMechanism();
  void aRodThatSticksEndsInItsPseudoInversesImpulse();
  void aHeavyMassInPlaceOfTheHingeHasTheSameLimit();
  void energyIsNeverGained();
  void elasticContactsAreThoseByHand();
  void hingesThatHoldTheNormalAreRefused();
};

void TestHingedImpact::theIntactRodIsThePendulum() {
  for (const double angle : {0.1, 0.5, 1.2}) {
    const auto intact = intactMechanism(rod(angle));
    QVERIFY(intact && (intact->W - pendulum(angle, infinity).W).norm() < 1e-14);
  }
}

void TestHingedImpact::theHingeIsAtRestAfterwards() {
  Impacts random(3);
  for (int i = 0; i < tries; ++i) {
    const int d = 2 + i % 2;
    const HingedImpact impact = anyBody(random, d, 1 + i % 3);
    const LawCoefficients c{random.uniform(0, 1), random.uniform(0, 1), random.uniform(-1, 1)};
    const HingeSequence sequence = collideAtHinge(CollisionLaw::ChatterjeeRuina, impact, c);
    const VectorXd V = velocities(impact, sequence);
    QVERIFY(sequence.complete && sequence.collisions > 0);
    QVERIFY((V.head(d) - VectorXd(sequence.V)).norm() < 1e-10 * (1 + sequence.P.norm()));
    QVERIFY(V.tail(V.size() - d).norm() < 1e-10 * (1 + sequence.P.norm()));
    QVERIFY(sequence.V[0] > -1e-12 * impact.free.V.norm());
  }
}

/// Projections one after the other end in the projection on both.
void TestHingedImpact::withoutFrictionAndReboundItIsTheIntactMechanism() {
  Impacts random(3, 2);
  int complete = 0;
  for (int i = 0; i < tries; ++i) {
    const HingedImpact impact = anyBody(random, 2 + i % 2, 1 + i % 2);
    const HingeSequence sequence = collideAtHinge(CollisionLaw::Routh, impact, {0, 0});
    if (!sequence.complete) continue;
    ++complete;
    QVERIFY2(distance(sequence.P, intactMechanism(impact)->frictionless()) < 1e-9, QByteArray::number(i));
  }
  QVERIFY(complete > 0.9 * tries);
}

/// The tip ends at rest, and the sum of its impulses is P_II of the pendulum, the pseudo-inverse's, and a
/// part along the rod, which the hinge takes.
void TestHingedImpact::aRodThatSticksEndsInItsPseudoInversesImpulse() {
  for (const double angle : {0.2, 0.4, 0.7}) {
    const HingedImpact impact = rod(angle);
    const HingeSequence sequence = collideAtHinge(CollisionLaw::ChatterjeeRuina, impact, {10, 0, 0});
    QVERIFY(sequence.complete);
    QVERIFY(sequence.V.norm() < 1e-12);
    const LocalVector difference = sequence.P - pendulum(angle, infinity).sticking();
    const Eigen::Vector2d along(std::cos(angle), std::sin(angle));
    QVERIFY((VectorXd(difference) - along * along.dot(VectorXd(difference))).norm() < 1e-12);
  }
}

/// A body with a mass m at the hinge's point: W + the masses' constraint. As m grows, the intact mechanism's
/// W is the limit, by the whole mass matrix.
void TestHingedImpact::aHeavyMassInPlaceOfTheHingeHasTheSameLimit() {
  Impacts random(3, 4);
  for (int i = 0; i < tries; ++i) {
    const int d = 2 + i % 2, h = 1 + i % 2;
    const HingedImpact impact = anyBody(random, d, h);
    MatrixXd W(d + h, d + h);
    W << MatrixXd(impact.free.W), impact.coupling.transpose(), impact.coupling, impact.hinge;
    MatrixXd M = W.inverse();
    M.bottomRightCorner(h, h) += 1e9 * MatrixXd::Identity(h, h);
    const MatrixXd held = M.inverse().topLeftCorner(d, d);
    QVERIFY((held - MatrixXd(intactMechanism(impact)->W)).norm() < 1e-5 * held.norm());
  }
}

void TestHingedImpact::energyIsNeverGained() {
  Impacts random(3, 6);
  for (const CollisionLaw law : {CollisionLaw::Routh, CollisionLaw::Smith, CollisionLaw::PfeifferGlocker,
                                 CollisionLaw::ChatterjeeRuina, CollisionLaw::RouthWork})
    for (int i = 0; i < tries; ++i) {
      const HingedImpact impact = anyBody(random, 3, 1 + i % 3);
      const HingeSequence sequence =
          collideAtHinge(law, impact, {random.uniform(0, 1), random.uniform(0, 1)});
      const LocalImpact intact = *intactMechanism(impact);
      QVERIFY(intact.energy(sequence.V) <= intact.energy(intact.V) * (1 + 1e-9));
    }
}

/// One elastic collision of the free body and the hinge's plastic one: by hand.
void TestHingedImpact::elasticContactsAreThoseByHand() {
  for (const double angle : {0.3, 0.9}) {
    const HingedImpact impact = rod(angle);
    const HingeSequence sequence = collideAtHinge(CollisionLaw::Routh, impact, {0, 1});
    // Every collision adds 2 |V_n|/W_nn, and the intact W'_nn of it to V_n.
    const double share = intactMechanism(impact)->W(0, 0) / impact.free.W(0, 0);
    double V = impact.free.V[0], P = 0;
    int collisions = 0;
    for (; V < -1e-15; ++collisions) {
      P += -2 * V / impact.free.W(0, 0);
      V -= 2 * share * V;
    }
    QCOMPARE(sequence.collisions, collisions);
    QVERIFY(std::abs(sequence.P[0] - P) < 1e-12 * P);
    QVERIFY(std::abs(sequence.V[0] - V) < 1e-12);
  }
}

void TestHingedImpact::hingesThatHoldTheNormalAreRefused() {
  HingedImpact held = rod(0.5);
  held.coupling = held.free.W;
  held.hinge = held.free.W;  // the hinge is at the contact
  QVERIFY(!intactMechanism(held));
  QVERIFY_THROWS_EXCEPTION(LawError, collideAtHinge(CollisionLaw::Routh, held, {0, 1}));
  held.hinge = -held.hinge;
  QVERIFY(!intactMechanism(held));
}

CAROM_TEST(TestHingedImpact);
#include "tst_hinged_impact.moc"
