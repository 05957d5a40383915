// Impacts that lose energy as a whole: plastic, and between plastic and elastic.

#include <QtTest>

#include "impact/reflection.h"
#include "impact/restitution.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

ImpactReport withImpactRestitution(const ImpactProblem& problem, double R) {
  ResolveOptions options;
  options.restitution = R;
  return resolveImpact(problem, options);
}

}  // namespace

class ImpactRestitution : public QObject {
  Q_OBJECT

 private slots:
  void plasticImpactMeetsItsConditions() {
    // Kuhn–Tucker of min ½‖p⁻ + Σλû‖², λ ≥ 0: c ≥ 0, λ ≥ 0, λ_i c_i = 0.
    int letGo = 0;
    for (const ImpactProblem& problem : randomProblems(1, 80)) {
      const PlasticImpact plastic = plasticImpact(problem);
      const double scale = problem.momentumNorm();
      QVERIFY((plastic.impulses.array() >= 0).all());
      const Eigen::VectorXd p = problem.momentum() + problem.normals().transpose() * plastic.impulses;
      QVERIFY(problem.metric().norm(p - plastic.momentum) < 1e-12 * scale);
      for (int i = 0; i < problem.contactCount(); ++i) {
        const double c = problem.metric().inner(plastic.momentum, problem.unitNormals().row(i));
        QVERIFY(std::abs(c - plastic.contactCoordinates[i]) < 1e-12 * scale);
        QVERIFY(c >= -1e-12 * scale);
        QVERIFY(std::abs(c * plastic.impulses[i]) < 1e-11 * scale * scale);
        letGo += c > 1e-6 * scale;
      }
      const double loss = problem.metric().energy(problem.momentum()) - problem.metric().energy(p);
      QVERIFY(std::abs(plastic.energyLoss - loss) < 1e-12 * scale * scale);
    }
    QVERIFY(letGo > 10);
  }

  void plasticImpactLeavesNoBetterFeasibleMomentum() {
    // p_p is the feasible projection: no outcome that impulses ≥ 0 can reach has less energy.
    Random random(3);
    for (const ImpactProblem& problem : randomProblems(2)) {
      const double best = problem.metric().norm(plasticImpact(problem).momentum);
      for (int trial = 0; trial < 50; ++trial) {
        const Eigen::VectorXd impulses = random.normalVector(problem.contactCount()).cwiseAbs();
        QVERIFY(problem.metric().norm(problem.momentum() + problem.normals().transpose() * impulses) >=
                best - 1e-12);
      }
    }
  }

  void ballsStickTogether() {
    // Three equal balls, the first arrives: all move at a third of its speed, and two thirds of the energy
    // go.
    const PlasticImpact plastic = plasticImpact(line(Eigen::Vector3d::Ones(), Eigen::Vector3d(1, 0, 0)));
    QVERIFY((plastic.velocity - Eigen::Vector3d::Constant(1.0 / 3)).norm() < 1e-15);
    QVERIFY(std::abs(plastic.energyLoss - 1.0 / 3) < 1e-15);
    QVERIFY((plastic.impulses - Eigen::Vector2d(2.0 / 3, 1.0 / 3)).norm() < 1e-15);
  }

  void jammedImpactHasAPlasticOne() {
    Eigen::MatrixXd normals(2, 2);
    normals << 1, 0, -1, 0;
    const ImpactReport report =
        resolveImpact(ImpactProblem(Eigen::Matrix2d::Identity(), normals, Eigen::Vector2d(-1, 2), labels(2)));
    QVERIFY(report.jammed());
    QVERIFY((report.plastic.momentum - Eigen::Vector2d(0, 2)).norm() < 1e-15);
    QVERIFY(std::abs(report.plastic.energyLoss - 0.5) < 1e-15);
  }

  void blendIsRWhereNoContactLetsGo() {
    // [SM14 eqs 16, 17] with the slip mended: α = R. Linearly independent normals, all pressed by one impulse
    // each: p_p is orthogonal to every p_e − p_p.
    Random random(5);
    int stays = 0;
    for (const ImpactProblem& problem : randomProblems(4, 60)) {
      const ImpactReport elastic = resolveImpact(problem);
      if ((elastic.plastic.contactCoordinates.array() > 1e-12 * problem.momentumNorm()).any()) continue;
      ++stays;
      for (const Outcome& outcome : elastic.outcomes) {
        const double R = random.uniform();
        QVERIFY(std::abs(restitutionBlend(problem.metric(), elastic.plastic.momentum, outcome.momentum, R) -
                         R) < 1e-9);
      }
    }
    QVERIFY(stays > 10);
  }

  void energyLossFollowsR() {
    // E⁻ − E⁺ = (1 − R²) of the plastic loss, for every outcome; each of them feasible.
    int letGo = 0;
    for (const ImpactProblem& problem : randomProblems(6)) {
      const double before = problem.metric().energy(problem.momentum());
      for (const double R : {0.0, 0.2, 0.5, 0.9, 1.0}) {
        const ImpactReport report = withImpactRestitution(problem, R);
        QCOMPARE(*report.restitution, R);
        const double plastic = report.plastic.energyLoss;
        for (const Outcome& outcome : report.outcomes) {
          const double loss = before - problem.metric().energy(outcome.momentum);
          QVERIFY2(std::abs(loss - (1 - R * R) * plastic) < 1e-12 * before,
                   qPrintable(QString::number(loss)));
          QVERIFY(std::abs(outcome.energyLoss - loss) < 1e-12 * before);
          QVERIFY(outcome.relativeEnergyError < 1e-12);
          QVERIFY(lowest(problem, outcome.momentum) >= -1e-11 * problem.momentumNorm());
          QVERIFY(outcome.impulses.minCoeff() >= -1e-14 * outcome.impulses.maxCoeff());
          const Eigen::VectorXd p = problem.momentum() + problem.normals().transpose() * outcome.impulses;
          QVERIFY(problem.metric().norm(p - outcome.momentum) < 1e-12 * problem.momentumNorm());
        }
        letGo += (report.plastic.contactCoordinates.array() > 1e-6).any();
      }
    }
    QVERIFY(letGo > 20);
  }

  void oneIsElasticAndZeroIsPlastic() {
    for (const ImpactProblem& problem : randomProblems(7)) {
      const ImpactReport elastic = resolveImpact(problem), one = withImpactRestitution(problem, 1),
                         zero = withImpactRestitution(problem, 0);
      const double scale = problem.momentumNorm();
      QVERIFY(hausdorff(problem.metric(), momenta(elastic), momenta(one)) < 1e-13 * scale);
      QVERIFY(std::abs(one.indeterminacy.xi - elastic.indeterminacy.xi) < 1e-12);
      for (const Outcome& outcome : zero.outcomes)
        QVERIFY(problem.metric().norm(outcome.momentum - zero.plastic.momentum) < 1e-13 * scale);
      QVERIFY(zero.indeterminacy.xi < 1e-12);
    }
  }

  void jamsSayTheirLaw() {
    const ImpactProblem trapped =
        problem(Eigen::MatrixXd::Identity(1, 1), Eigen::Vector2d(1, -1), Eigen::VectorXd::Constant(1, 1));
    for (const double R : {0.0, 0.4, 1.0}) QCOMPARE(withImpactRestitution(trapped, R).restitution, R);
  }

  void plasticIsTheLimitOfSmallR() {
    for (const ImpactProblem& problem : randomProblems(8)) {
      const PlasticImpact plastic = plasticImpact(problem);
      double last = std::numeric_limits<double>::infinity();
      for (const double R : {1e-1, 1e-2, 1e-3, 1e-6}) {
        double worst = 0;
        for (const Outcome& outcome : withImpactRestitution(problem, R).outcomes)
          worst = std::max(worst, problem.metric().norm(outcome.momentum - plastic.momentum));
        // Energy above the plastic one is R² of ½‖p⁻‖² at most: with s ≥ 0 the distance is at most R ‖p⁻‖.
        QVERIFY(worst <= R * problem.momentumNorm() * (1 + 1e-9));
        QVERIFY(worst <= last + 1e-12);
        last = worst;
      }
    }
  }

  void outcomesLieBetween() {
    // ξ shrinks with R: the blends of two outcomes are no farther apart than these.
    for (const ImpactProblem& problem : randomProblems(9)) {
      double last = 0;
      for (const double R : {0.0, 0.3, 0.6, 1.0}) {
        const double xi = withImpactRestitution(problem, R).indeterminacy.xi;
        QVERIFY(xi >= last - 1e-12);
        last = xi;
      }
    }
  }

  void feasibleMomentumLosesNothing() {
    const ImpactProblem problem = line(Eigen::Vector3d::Ones(), Eigen::Vector3d(0, 1, 2));
    for (const double x : {0.0, 0.5, 1.0}) {
      for (const ImpactReport& report :
           {withImpactRestitution(problem, x), withReflectionRestitution(problem, x)}) {
        QCOMPARE(report.outcomes.size(), std::size_t{1});
        QVERIFY((report.outcomes[0].momentum - problem.momentum()).norm() < 1e-15);
        QCOMPARE(report.outcomes[0].energyLoss, 0.0);
        QVERIFY(!report.outcomes[0].cut);
      }
    }
  }

  void coefficientsAreChecked() {
    const ImpactProblem problem = convergingLine(3);
    for (const double bad : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
      QVERIFY_THROWS_EXCEPTION(ImpactError, withImpactRestitution(problem, bad));
      QVERIFY_THROWS_EXCEPTION(ImpactError, withReflectionRestitution(problem, bad));
    }
    ResolveOptions both;
    both.restitution = both.reflectionRestitution = 0.5;
    QVERIFY_THROWS_EXCEPTION(ImpactError, resolveImpact(problem, both));
    ResolveOptions sampled;
    sampled.reflectionRestitution = 0.5;
    sampled.sample = SampleOptions{10, 1};
    QVERIFY_THROWS_EXCEPTION(ImpactError, resolveImpact(problem, sampled));
  }
};

CAROM_TEST(ImpactRestitution);
#include "tst_impact_restitution.moc"
