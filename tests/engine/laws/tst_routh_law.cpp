// Routh's law: slip, stick and reversed slip over the normal impulse [CR98 4.2.1].
#include <QtTest>

#include "laws/impulse_space.h"
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

/// ∫ V_n dP_n of a slip up to P_n, by Runge and Kutta's rule from eq. 7, and the least ‖V_t‖ on the way.
struct Slip {
  double work, slowest;
};
Slip slipUpTo(const LocalImpact& impact, double friction, double Pn) {
  constexpr int steps = 2000;
  const double h = Pn / steps;
  LocalVector V = impact.V;
  Slip slip{0, tangents(V).norm()};
  const auto rate = [&](const LocalVector& at) -> LocalVector {
    LocalVector direction(at.size());
    direction << 1, -friction * tangents(at).normalized();
    return impact.W * direction;
  };
  for (int i = 0; i < steps; ++i) {
    const LocalVector k1 = rate(V), k2 = rate(V + h / 2 * k1), k3 = rate(V + h / 2 * k2),
                      k4 = rate(V + h * k3);
    // The rule for the work, whose rate is V_n.
    slip.work += h * (V[0] + h / 6 * (k1 + k2 + k3)[0]);
    V += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    slip.slowest = std::min(slip.slowest, tangents(V).norm());
  }
  return slip;
}

/// ∫ V_n dP_n along straight lines between impulses.
double workAlong(const LocalImpact& impact, const std::vector<LocalVector>& path) {
  double work = 0;
  for (std::size_t i = 1; i < path.size(); ++i)
    work += 0.5 * (impact.after(path[i - 1]) + impact.after(path[i]))[0] * (path[i] - path[i - 1])[0];
  return work;
}

}  // namespace

class TestRouthLaw : public QObject {
  Q_OBJECT
 private slots:
  void pathsInThePlane_data();
  void pathsInThePlane();
  void slipInSpaceIsThatOfSmallSteps();
  void slipInSpacePassesOverIntoThePlane();
  void aSlipThatTurnsDoesNotLeaveTheContactClosing();
  void workOfARodThatSticksHasItsFormula();
  void workOfExpansionIsThatOfCompressionTimesTheSquareOfE();
  void workOfATurningSlipIsThatOfSmallSteps();
  void workOfAContactThatClosesAgainIsNotGained();
  void restitutionsOfCentralImpactsAreOne();
  void newtonsRestitutionMayGainEnergyAndStrongesDoesNot();
  void aHingeThatHoldsGivesNoWorkBack();
  void slowApproachesHaveExactImpulses();
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

/// W = 1 along both axes, coupling w; V_i = (−1, v). It slips to P_n = p, then V_n rises by 1 − w².
void TestRouthLaw::workOfARodThatSticksHasItsFormula() {
  Impacts impacts(2);
  for (int i = 0; i < tries; ++i) {
    const double w = impacts.uniform(-0.9, 0.9), mu = impacts.uniform(1, 3), e = impacts.uniform(0, 1);
    const double p = impacts.uniform(0, 0.25), v = (mu - w) * p, Vn = -1 + (1 - mu * w) * p;
    const double compression = 0.5 * p * (1 - Vn) + 0.5 * Vn * Vn / (1 - w * w);
    const double Pn = p - Vn / (1 - w * w) + e * std::sqrt(2 * compression / (1 - w * w));
    const LocalVector expected = Eigen::Vector2d(Pn, -mu * p - w * (Pn - p));
    const LawImpulse answer = collide(CollisionLaw::RouthWork, planar(1, w, 1, -1, v), {mu, e});
    QVERIFY(Vn < 0 && answer.mode == ContactMode::Stick);
    QVERIFY(distance(answer.P, expected) < 1e-12);
  }
}

/// In the plane Routh's path consists of straight lines. Poisson's restitution leads along it to any impulse.
void TestRouthLaw::workOfExpansionIsThatOfCompressionTimesTheSquareOfE() {
  Impacts impacts(2);
  for (int i = 0; i < 10 * tries; ++i) {
    const LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0, 5), e = impacts.uniform(0, 1);
    const LocalVector P = impulse(CollisionLaw::RouthWork, impact, {mu, e});
    const std::vector<LocalVector> compression = routhPath(impact, {mu, 0});
    const std::vector<LocalVector> whole = routhPath(impact, {mu, P[0] / compression.back()[0] - 1});
    QVERIFY(distance(P, whole.back()) < 1e-11);
    const double taken = workAlong(impact, compression);
    QVERIFY(taken < 0);
    QVERIFY(std::abs(workAlong(impact, whole) - (1 - e * e) * taken) < 1e-11 * -taken);
  }
}

void TestRouthLaw::workOfATurningSlipIsThatOfSmallSteps() {
  Impacts impacts(3);
  int turning = 0;
  for (int i = 0; i < 2 * tries; ++i) {
    const LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0, 1), e = impacts.uniform(0, 1);
    const LawImpulse answer = collide(CollisionLaw::RouthWork, impact, {mu, e});
    if (answer.mode == ContactMode::Stick) continue;
    const double plastic = impulse(CollisionLaw::Routh, impact, {mu, 0})[0];
    const Slip taken = slipUpTo(impact, mu, plastic), all = slipUpTo(impact, mu, answer.P[0]);
    if (all.slowest < 0.05) continue;  // steps too long for its turn
    // The impulse is integrated to 1e-13; nearly grazing impacts take as little work as 1e-8.
    const double off = std::abs(all.work - (1 - e * e) * taken.work);
    QVERIFY2(off < 1e-8 * std::abs(taken.work) + 1e-12, QByteArray::number(off));
    const LocalVector slip = tangents(impact.V), against = tangents(answer.P);
    turning += std::abs(slip.normalized().dot(against.normalized())) < 0.999;
  }
  QVERIFY(turning > 20);
}

/// The slip may turn so that V_n < 0 again: the impulse goes on until the work is there.
void TestRouthLaw::workOfAContactThatClosesAgainIsNotGained() {
  Impacts impacts(3, 5);
  int closing = 0;
  for (int i = 0; i < 20'000; ++i) {
    const LocalImpact impact = impacts.next();
    const LawCoefficients coefficients{impacts.uniform(1, 10), impacts.uniform(0, 1)};
    const LocalVector P = impulse(CollisionLaw::RouthWork, impact, coefficients);
    QVERIFY(permissible(impact, P, coefficients.friction).all());
    const double plastic = impulse(CollisionLaw::Routh, impact, {coefficients.friction, 0})[0];
    const double poisson = impulse(CollisionLaw::Routh, impact, coefficients)[0];
    if (poisson < (1 + coefficients.restitution) * plastic * (1 + 1e-9)) continue;
    ++closing;
    LawCoefficients now = coefficients;
    double last = plastic;
    for (int k = 1; k <= 100; ++k) {
      now.restitution = k / 100.0;
      const LocalVector more = impulse(CollisionLaw::RouthWork, impact, now);
      QVERIFY(more[0] >= last * (1 - 1e-12) && impact.after(more)[0] >= -1e-12);
      last = more[0];
    }
  }
  QVERIFY(closing > 0);
}

/// Without coupling V_n is linear in P_n, and Newton's, Poisson's and Stronge's e are the same.
void TestRouthLaw::restitutionsOfCentralImpactsAreOne() {
  for (const int d : {2, 3}) {
    Impacts impacts(d);
    for (int i = 0; i < tries; ++i) {
      const LocalImpact impact = impacts.central();
      const LawCoefficients coefficients{impacts.uniform(0, 3), impacts.uniform(0, 1)};
      const LocalVector P = impulse(CollisionLaw::Routh, impact, coefficients);
      for (const CollisionLaw law : {CollisionLaw::RouthNewton, CollisionLaw::RouthWork})
        QVERIFY(distance(impulse(law, impact, coefficients), P) < 1e-11);
    }
  }
}

void TestRouthLaw::newtonsRestitutionMayGainEnergyAndStrongesDoesNot() {
  for (const int d : {2, 3}) {
    Impacts impacts(d, 3);
    int gains = 0;
    for (int i = 0; i < 10 * tries; ++i) {
      const LocalImpact impact = impacts.next();
      const LawCoefficients coefficients{impacts.uniform(0, 3), impacts.uniform(0, 1)};
      const LocalVector newton = impulse(CollisionLaw::RouthNewton, impact, coefficients);
      QVERIFY(std::abs(impact.after(newton)[0] + coefficients.restitution * impact.V[0]) < 1e-11);
      gains += !permissible(impact, newton, coefficients.friction).energy;
      const LocalVector stronge = impulse(CollisionLaw::RouthWork, impact, coefficients);
      QVERIFY(permissible(impact, stronge, coefficients.friction).all());
    }
    QVERIFY(gains > 0);
  }
}

void TestRouthLaw::aHingeThatHoldsGivesNoWorkBack() {
  const LocalImpact hinged = pendulum(0.5, infinity);
  QVERIFY_THROWS_EXCEPTION(LawError, impulse(CollisionLaw::RouthNewton, hinged, {10, 0.5}));
  QVERIFY(distance(impulse(CollisionLaw::RouthWork, hinged, {10, 0.5}), hinged.sticking()) < 1e-12);
  // The heavier the hinge, the less the tip returns, and the larger the impulse.
  for (const double h : {1e6, 1e10}) {
    const LocalImpact heavy = pendulum(0.5, h);
    const LocalVector P = impulse(CollisionLaw::RouthWork, heavy, {10, 0.5});
    QVERIFY(heavy.after(P).norm() < 2 / std::sqrt(h) && P.norm() > 0.05 * std::sqrt(h));
  }
  for (const CollisionLaw law : {CollisionLaw::RouthNewton, CollisionLaw::RouthWork}) {
    QVERIFY(distance(impulse(law, hinged, {10, 0}), hinged.sticking()) < 1e-12);
    // it slips, as at a hinge that gives way little
    QVERIFY(distance(impulse(law, hinged, {0.2, 0.5}), impulse(law, pendulum(0.5, 1e9), {0.2, 0.5})) < 1e-6);
  }
}

/// Approaches of 1e-6 down to 1e-12 of the slip, which hardly turns: the impulse over the approach tends to
/// that of a straight slip.
void TestRouthLaw::slowApproachesHaveExactImpulses() {
  Impacts impacts(3);
  for (int i = 0; i < tries; ++i) {
    LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0, 1), e = impacts.uniform(0, 1);
    const LocalVector d = tangents(impact.V).normalized();
    const double rate = impact.W(0, 0) - mu * d.dot(tangents(impact.W.col(0)));
    if (rate < 0.1 * impact.W(0, 0)) continue;
    for (const double slow : {1e-6, 1e-9, 1e-12}) {
      impact.V[0] = -slow * tangents(impact.V).norm();
      // Without turning V_n rises by `rate`, where Newton's, Poisson's and Stronge's e are the same.
      LocalVector expected(3);
      expected << 1, -mu * d;
      expected *= -(1 + e) * impact.V[0] / rate;
      for (const CollisionLaw law : {CollisionLaw::Routh, CollisionLaw::RouthNewton, CollisionLaw::RouthWork})
        QVERIFY(distance(impulse(law, impact, {mu, e}), expected) < 1e3 * slow + 1e-12);
    }
  }
}

CAROM_TEST(TestRouthLaw);
#include "tst_routh_law.moc"
