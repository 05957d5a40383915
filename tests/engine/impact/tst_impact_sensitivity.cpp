// How much the order of a pair can matter: the worst momentum, and the first order near orthogonality.

#include <QtTest>

#include "impact/certificate/pair_sensitivity.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

using std::numbers::pi;

ImpactProblem pair(double gram, double angle) {
  // p of unit length at this angle from û_0 in the plane of the normals.
  const Eigen::MatrixXd L = Eigen::Matrix2d{{1, 0}, {gram, std::sqrt(1 - gram * gram)}};
  return ImpactProblem(Eigen::Matrix2d::Identity(), L, Eigen::Vector2d(std::cos(angle), std::sin(angle)),
                       labels(2));
}

Eigen::VectorXd reflected(const KineticMetric& metric, const Eigen::VectorXd& p, const Eigen::VectorXd& u) {
  return p - 2 * metric.inner(p, u) / metric.inner(u, u) * u;
}

/// û, v̂, w of a random metric: unit covectors, û ⟂ v̂, w ⟂ v̂.
struct Frame {
  KineticMetric metric;
  Eigen::VectorXd p, u, v, w;

  static Frame random(Random& random) {
    const Eigen::MatrixXd A = random.normalMatrix(4, 4);
    Frame frame{KineticMetric(A * A.transpose() + Eigen::Matrix4d::Identity()), random.normalVector(4),
                random.normalVector(4), random.normalVector(4), random.normalVector(4)};
    const KineticMetric& metric = frame.metric;
    frame.v /= metric.norm(frame.v);
    for (Eigen::VectorXd* a : {&frame.u, &frame.w}) {
      *a -= metric.inner(*a, frame.v) * frame.v;
      *a /= metric.norm(*a);
    }
    return frame;
  }
};

}  // namespace

class ImpactSensitivity : public QObject {
  Q_OBJECT

 private slots:
  void worstXiIsWhatASearchFinds_data() {
    QTest::addColumn<double>("gram");
    for (const double gram : {-0.98, -0.9, -0.75, -0.6, -0.55, -0.4, -0.3, -0.1, 0.1, 0.3, 0.5, 0.8, 0.95})
      QTest::newRow(qPrintable(QString::number(gram))) << gram;
  }
  void worstXiIsWhatASearchFinds() {
    QFETCH(double, gram);
    const double stated = pairSensitivity(pair(gram, 0)).worstXi;
    double found = 0;
    constexpr int directions = 4000;
    for (int i = 0; i < directions; ++i) {
      const ImpactReport report = resolveImpact(pair(gram, 2 * pi * (i + 0.5) / directions));
      found = std::max(found, report.indeterminacy.xi);
    }
    QVERIFY2(found <= stated + 1e-12, qPrintable(QStringLiteral("%1 > %2").arg(found).arg(stated)));
    QVERIFY2(found >= stated * (1 - 1e-3), qPrintable(QStringLiteral("%1 < %2").arg(found).arg(stated)));
  }

  void worstXiVanishesExactlyWhereThePairFits() {
    for (int m = 2; m <= 50; ++m) QVERIFY(pairSensitivity(pair(-std::cos(pi / m), 0)).worstXi < 1e-12);
    for (const double m : {1.5, 2.5, 3.5, 7.3}) {
      const double delta = pi / m;
      const double expected = 2 * std::abs(std::sin(std::round(m) * delta));
      QVERIFY(std::abs(pairSensitivity(pair(-std::cos(delta), 0)).worstXi - expected) < 1e-12);
    }
  }

  void worstXiHoldsForAnyMomentumAroundThePair() {
    Random random(1);
    for (int trial = 0; trial < 200; ++trial) {
      const ImpactReport report = resolveImpact(randomProblem(random, 5, 2, 0.2));
      QVERIFY(report.indeterminacy.xi <= report.sensitivity->worstXi + 1e-9);
    }
  }

  void oppositeNormalsHaveNone() {
    Eigen::MatrixXd normals(2, 1);
    normals << 1, -1;
    const ImpactProblem problem(Eigen::MatrixXd::Identity(1, 1), normals, Eigen::VectorXd::Constant(1, 0),
                                labels(2));
    const PairSensitivity sensitivity = pairSensitivity(problem);
    QCOMPARE(sensitivity.worstXi, 0.0);
    QCOMPARE(sensitivity.linearXi, 0.0);
  }

  void derivativeIsThatOfTheOutcome() {
    // 004 (18) with the sign mended, against differences of the outcomes themselves.
    Random random(2);
    for (int trial = 0; trial < 50; ++trial) {
      const Frame f = Frame::random(random);
      const auto outcome = [&](double epsilon) {
        return reflected(f.metric, reflected(f.metric, f.p, f.v + epsilon * f.w), f.u);
      };
      const double h = 1e-5;
      const Eigen::VectorXd difference = (outcome(h) - outcome(-h)) / (2 * h);
      const Eigen::VectorXd derivative = orthogonalityDerivative(f.metric, f.p, f.u, f.v, f.w);
      QVERIFY(f.metric.norm(derivative - difference) < 1e-8 * f.metric.norm(f.p));
    }
  }

  void derivativeHasTwiceTheLengthOfTheProjection() {
    // p* = the projection of p on span{v̂, w}, an orthonormal pair.
    Random random(3);
    for (int trial = 0; trial < 50; ++trial) {
      const Frame f = Frame::random(random);
      const double projection = std::hypot(f.metric.inner(f.p, f.v), f.metric.inner(f.p, f.w));
      const Eigen::VectorXd derivative = orthogonalityDerivative(f.metric, f.p, f.u, f.v, f.w);
      QVERIFY(std::abs(f.metric.norm(derivative) - 2 * projection) < 1e-12 * f.metric.norm(f.p));
    }
  }

  void ordersPartAtTheirRate() {
    // ‖d/dε (v̂+εw first − û first)‖ = 4|⟨û,w⟩| √(⟨p,û⟩² + ⟨p,v̂⟩²).
    Random random(4);
    for (int trial = 0; trial < 50; ++trial) {
      const Frame f = Frame::random(random);
      const auto gap = [&](double epsilon) -> Eigen::VectorXd {
        const Eigen::VectorXd v = f.v + epsilon * f.w;
        return reflected(f.metric, reflected(f.metric, f.p, v), f.u) -
               reflected(f.metric, reflected(f.metric, f.p, f.u), v);
      };
      const double h = 1e-5;
      const double rate = f.metric.norm((gap(h) - gap(-h)) / (2 * h));
      const double expected = 4 * std::abs(f.metric.inner(f.u, f.w)) *
                              std::hypot(f.metric.inner(f.p, f.u), f.metric.inner(f.p, f.v));
      QVERIFY(std::abs(rate - expected) < 1e-7 * f.metric.norm(f.p));
    }
  }

  void linearXiIsTheFirstOrder() {
    // Both contacts pressed, G → 0: ξ / linear ξ → 1, with an error of the order of ε.
    for (const double gram : {1e-2, -1e-2, 1e-4, -1e-4}) {
      Eigen::MatrixXd normals(2, 3);
      normals << 1, 0, 0, gram, std::sqrt(1 - gram * gram), 0;
      const ImpactReport report = resolveImpact(
          ImpactProblem(Eigen::Matrix3d::Identity(), normals, Eigen::Vector3d(-1, -0.7, 0.4), labels(2)));
      const PairSensitivity& pair = *report.sensitivity;
      QVERIFY(std::abs(pair.epsilon - gram / std::sqrt(1 - gram * gram)) < 1e-15);
      QVERIFY(std::abs(pair.projection - std::hypot(1, 0.7)) < 1e-14);
      QVERIFY2(std::abs(report.indeterminacy.xi / pair.linearXi - 1) < 3 * std::abs(gram),
               qPrintable(QString::number(report.indeterminacy.xi / pair.linearXi)));
    }
  }

  void projectionIsTheNormalPartOfTheMomentum() {
    Random random(5);
    for (int trial = 0; trial < 50; ++trial) {
      const ImpactProblem problem = randomProblem(random, 5, 2, 0.2);
      const Eigen::VectorXd& c = problem.contactCoordinates();
      const double expected = std::sqrt(c.dot(problem.gram().ldlt().solve(c)));
      QVERIFY(std::abs(pairSensitivity(problem).projection - expected) < 1e-11 * problem.momentumNorm());
    }
  }

  void onlyPairsHaveIt() {
    QVERIFY(!resolveImpact(convergingLine(4)).sensitivity);
    QVERIFY(resolveImpact(convergingLine(3)).sensitivity.has_value());
  }
};

CAROM_TEST(ImpactSensitivity);
#include "tst_impact_sensitivity.moc"
