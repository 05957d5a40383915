// Routh's law: slip, stick and reversed slip over the normal impulse [CR98 4.2.1].
#include <QtTest>

#include "laws/permissible_impulse.h"
#include "support/law_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

/// Routh's law by Runge and Kutta's rule in steps of P_n, straight from eq. 7.
class SteppedRouth {
 public:
  SteppedRouth(const LocalImpact& impact, double friction, double step)
      : m_impact(impact), m_friction(friction), m_step(step), m_V(impact.V), m_P(LocalVector::Zero(3)) {}

  LocalVector run(double restitution) {
    while (m_V[0] < 0) advance();
    const double end = (1 + restitution) * m_P[0];
    while (m_P[0] < end || m_V[0] < 0) advance();
    return m_P;
  }

 private:
  /// dP/dP_n of a slip.
  LocalVector ray(const LocalVector& V) const {
    LocalVector direction(3);
    direction << 1, -m_friction * V.tail(2).normalized();
    return direction;
  }
  void advance() {
    const double speed = m_V.tail(2).norm();
    LocalVector along;
    if (m_stuck) {
      along.resize(3);
      along << 1, -m_impact.W.bottomRightCorner(2, 2).inverse() * m_impact.W.col(0).tail(2);
    } else {
      const auto rate = [&](const LocalVector& P) { return ray(m_V + m_impact.W * P); };
      const LocalVector k1 = rate(LocalVector::Zero(3)), k2 = rate(m_step / 2 * k1),
                        k3 = rate(m_step / 2 * k2);
      along = (k1 + 2 * k2 + 2 * k3 + rate(m_step * k3)) / 6;
    }
    m_P += m_step * along;
    m_V += m_step * (m_impact.W * along);
    const LocalVector hold = m_impact.W.bottomRightCorner(2, 2).inverse() * m_impact.W.col(0).tail(2);
    m_stuck = m_stuck || (hold.norm() < m_friction && speed < 4 * m_step * (1 + m_friction));
  }

  const LocalImpact& m_impact;
  double m_friction, m_step;
  LocalVector m_V, m_P;
  bool m_stuck = false;
};

}  // namespace

class TestRouthLaw : public QObject {
  Q_OBJECT
 private slots:
  void pathsInThePlane_data();
  void pathsInThePlane();
  void slipInSpaceIsThatOfSmallSteps();
  void slipInSpacePassesOverIntoThePlane();
  void aSlipThatTurnsDoesNotLeaveTheContactClosing();
};

/// W = 1 along both axes, coupling w; V_i = (−1, v).
void TestRouthLaw::pathsInThePlane_data() {
  QTest::addColumn<double>("w");
  QTest::addColumn<double>("v");
  QTest::addColumn<double>("mu");
  QTest::addColumn<double>("e");
  QTest::addColumn<double>("Pn");
  QTest::addColumn<double>("Pt");
  QTest::addColumn<bool>("sticks");
  QTest::newRow("slips all along") << 0.0 << 1.0 << 0.25 << 0.5 << 1.5 << -0.375 << false;
  QTest::newRow("sticks in expansion") << 0.0 << 1.0 << 0.8 << 0.5 << 1.5 << -1.0 << true;
  QTest::newRow("sticks in compression") << 0.0 << 0.5 << 1.0 << 0.5 << 1.5 << -0.5 << true;
  // dV_t = (0.6 − 0.2) dP_n grows, dV_n = (1 − 0.12) dP_n
  QTest::newRow("slips faster") << 0.6 << 1.0 << 0.2 << 0.0 << 1 / 0.88 << -0.2 / 0.88 << false;
  // V_t stops at P_n = 0.5 with V_n = −1 + 0.56, is dragged along: dV_t = −0.4 dP_n, dV_n = 0.88 dP_n
  QTest::newRow("reverses") << -0.6 << 0.4 << 0.2 << 0.0 << 0.5 + 0.44 / 0.88 << -0.1 + 0.1 << false;
  QTest::newRow("is dragged from rest") << -0.6 << 0.0 << 0.2 << 1.0 << 2 / 0.88 << 0.4 / 0.88 << false;
  QTest::newRow("stops at once") << 0.0 << 1.0 << infinity << 1.0 << 2.0 << -1.0 << true;
}

void TestRouthLaw::pathsInThePlane() {
  QFETCH(double, w);
  QFETCH(double, v);
  QFETCH(double, mu);
  QFETCH(double, e);
  QFETCH(double, Pn);
  QFETCH(double, Pt);
  QFETCH(bool, sticks);
  const LawImpulse answer = collide(CollisionLaw::Routh, planar(1, w, 1, -1, v), {mu, e});
  QVERIFY2(std::abs(answer.P[0] - Pn) < 1e-14, QByteArray::number(answer.P[0], 'g', 17));
  QVERIFY2(std::abs(answer.P[1] - Pt) < 1e-14, QByteArray::number(answer.P[1], 'g', 17));
  QCOMPARE(answer.mode == ContactMode::Stick, sticks);
}

void TestRouthLaw::slipInSpaceIsThatOfSmallSteps() {
  Impacts impacts(3);
  constexpr double step = 2e-5;
  int turning = 0;
  for (int i = 0; i < 60; ++i) {
    const LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0, 1.5), e = impacts.uniform(0, 1);
    const LawImpulse answer = collide(CollisionLaw::Routh, impact, {mu, e});
    if (answer.P[0] > 20) continue;  // too many steps
    const LocalVector stepped = SteppedRouth(impact, mu, step).run(e);
    const double steps = (answer.P - stepped).norm() / (step * (1 + mu));
    QVERIFY2(steps < 70, QByteArray::number(i) + ": " + QByteArray::number(steps));
    const LocalVector slip = tangents(impact.V), against = tangents(answer.P);
    turning += std::abs(slip.normalized().dot(against.normalized())) < 0.99;
  }
  QVERIFY(turning > 20);
}

/// A little slip across the plane changes little.
void TestRouthLaw::slipInSpacePassesOverIntoThePlane() {
  Impacts impacts(2);
  for (int i = 0; i < tries; ++i) {
    LocalImpact impact = inSpace(impacts.next(), 0.7);
    const LawCoefficients coefficients{impacts.uniform(0, 3), impacts.uniform(0, 1)};
    const LocalVector P = impulse(CollisionLaw::Routh, impact, coefficients);
    impact.V[2] = 1e-9;
    QVERIFY(distance(impulse(CollisionLaw::Routh, impact, coefficients), P) < 1e-5);
  }
}

/// In one of some thousand impacts it turns so far in expansion that V_n < 0 again.
void TestRouthLaw::aSlipThatTurnsDoesNotLeaveTheContactClosing() {
  Impacts impacts(3, 5);
  int closing = 0;
  for (int i = 0; i < 20'000 && closing == 0; ++i) {
    const LocalImpact impact = impacts.next();
    const LawCoefficients coefficients{impacts.uniform(1, 10), impacts.uniform(0, 1)};
    const LocalVector plastic = impulse(CollisionLaw::Routh, impact, {coefficients.friction, 0});
    const LocalVector P = impulse(CollisionLaw::Routh, impact, coefficients);
    if (P[0] < (1 + coefficients.restitution) * plastic[0] * (1 + 1e-9)) continue;
    ++closing;
    QVERIFY(std::abs(impact.after(P)[0]) < 1e-12);
    QVERIFY(permissible(impact, P, coefficients.friction).all());
  }
  QVERIFY(closing > 0);
}

CAROM_TEST(TestRouthLaw);
#include "tst_routh_law.moc"
