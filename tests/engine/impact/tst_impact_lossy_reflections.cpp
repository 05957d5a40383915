// Impacts whose every reflection loses energy: they may never end, and have a limit.

#include <QtTest>

#include "impact/reflection.h"
#include "impact/restitution.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

/// e from r = √e.
double ofRoot(double r) {
  return r * r;
}

}  // namespace

class ImpactLossyReflections : public QObject {
  Q_OBJECT

 private slots:
  void singleContactKeepsItsShareOfEnergy() {
    // p ↦ p − (1 + √e)⟨p,û⟩û: c⁺ = −√e c⁻, and (1 − e) c²/2 is lost.
    for (const double e : {0.0, 0.25, 0.81, 1.0}) {
      const ImpactProblem problem(Eigen::MatrixXd::Constant(1, 1, 2), Eigen::MatrixXd::Constant(1, 1, 3),
                                  Eigen::VectorXd::Constant(1, -4), labels(1));
      const Outcome outcome = withReflectionRestitution(problem, e).outcomes.at(0);
      QVERIFY(std::abs(outcome.momentum[0] - 4 * std::sqrt(e)) < 1e-14);
      QVERIFY(std::abs(outcome.energyLoss - (1 - e) * 4) < 1e-14);
      QVERIFY(!outcome.cut);
    }
  }

  void oneIsElastic() {
    for (const ImpactProblem& problem : randomProblems(10)) {
      const ImpactReport a = resolveImpact(problem), b = withReflectionRestitution(problem, 1);
      QVERIFY(a.orderings == b.orderings);
      QCOMPARE(a.graph->nodeCount(), b.graph->nodeCount());
      QCOMPARE(a.indeterminacy.xi, b.indeterminacy.xi);
      for (std::size_t i = 0; i < a.outcomes.size(); ++i)
        QCOMPARE(a.outcomes[i].momentum, b.outcomes[i].momentum);
    }
  }

  void nearlyElasticIsNearTheElasticOutcome() {
    int compared = 0;
    for (const ImpactProblem& problem : randomProblems(11, 12)) {
      const ImpactReport elastic = resolveImpact(problem);
      ResolveOptions options;
      options.reflectionRestitution = 1 - 1e-7;
      options.limits.maxStates = 100'000;
      const ImpactReport nearly = resolveImpact(problem, options);
      if (!nearly.complete()) continue;
      QVERIFY(hausdorff(problem.metric(), momenta(elastic), momenta(nearly)) < 1e-5 * problem.momentumNorm());
      ++compared;
    }
    QVERIFY(compared > 8);
  }

  void pairCollapsesAtItsCurve_data() {
    QTest::addColumn<double>("r");
    for (const double r : {0.01, 7 - 4 * std::sqrt(3), 0.2, 0.5, 0.9})
      QTest::newRow(qPrintable(QString::number(r))) << r;
  }
  void pairCollapsesAtItsCurve() {
    // A pair never ends iff −G ≥ 2√r/(1+r), a hair beside the curve, too. Each reflection is linear in c:
    // what is left is made large again, and the next turn looked at.
    QFETCH(double, r);
    const double gram = collapseGram(ofRoot(r));
    QVERIFY(std::abs(gram + 2 * std::sqrt(r) / (1 + r)) < 1e-15);
    const auto reflections = [&](long double G) {
      long double a = -1, b = -1.3L;  // a reflects next
      for (int count = 1; count < 100'000; ++count) {
        b -= (1 + static_cast<long double>(r)) * a * G;
        a *= -static_cast<long double>(r);
        if (b >= 0) return count;
        const long double size = -b;
        a /= size;
        b = -1;
        std::swap(a, b);
      }
      return 0;  // never
    };
    for (const double beside : {1e-2, 1e-4, 1e-6}) {
      QVERIFY(reflections(gram + beside) > 0);
      if (gram - beside > -1) QCOMPARE(reflections(gram - beside), 0);
    }
  }

  void engineCutsWhatCollapses_data() {
    QTest::addColumn<double>("r");
    QTest::addColumn<double>("beside");
    for (const double r : {0.01, 7 - 4 * std::sqrt(3), 0.2})
      for (const double beside : {-0.1, -0.01, 0.1, 0.3})
        QTest::newRow(qPrintable(QStringLiteral("r %1, %2 beside").arg(r).arg(beside))) << r << beside;
  }
  void engineCutsWhatCollapses() {
    QFETCH(double, r);
    QFETCH(double, beside);
    const double G = collapseGram(ofRoot(r)) + beside;
    if (G <= -1) return;
    const ImpactReport report = withReflectionRestitution(
        fromGram(Eigen::Matrix2d{{1, G}, {G, 1}}, Eigen::Vector2d(-1, -1.3)), ofRoot(r));
    for (const Outcome& outcome : report.outcomes) QCOMPARE(outcome.cut, beside < 0);
  }

  void threeEqualBallsNeverComeApart_data() {
    QTest::addColumn<double>("r");
    QTest::addColumn<bool>("collapses");
    const double critical = 7 - 4 * std::sqrt(3);
    QTest::newRow("well below") << 0.5 * critical << true;
    QTest::newRow("just below") << critical - 1e-6 << true;
    QTest::newRow("well above") << 2 * critical << false;
  }
  void threeEqualBallsNeverComeApart() {
    QFETCH(double, r);
    QFETCH(bool, collapses);
    const ImpactProblem problem = line(Eigen::Vector3d::Ones(), Eigen::Vector3d(1, 0, 0));
    QCOMPARE(-0.5 <= collapseGram(ofRoot(r)), collapses);
    const ImpactReport report = withReflectionRestitution(problem, ofRoot(r));
    QVERIFY(report.complete());
    QCOMPARE(report.outcomes.at(0).cut, collapses);
    if (!collapses) return;
    // In the limit the three move together, at a third of the speed.
    QVERIFY((report.outcomes[0].velocity - Eigen::Vector3d::Constant(1.0 / 3)).norm() < 1e-14);
  }

  void limitIsConverged() {
    // More reflections of the same kind move the momentum no farther than the cut promises.
    Random random(12);
    int cuts = 0;
    for (int trial = 0; trial < 40; ++trial) {
      const ImpactProblem problem = randomProblem(random, 3, 2, 0.05);
      const double e = ofRoot(random.uniform(0.01, 0.3));
      const ImpactReport report = withReflectionRestitution(problem, e);
      for (const Outcome& outcome : report.outcomes) {
        QVERIFY(lowest(problem, outcome.momentum) >= -1e-11 * problem.momentumNorm());
        if (!outcome.cut) continue;
        ++cuts;
        Word longer = outcome.example;
        for (int i = 0; i < 2000; ++i) longer.push_back(static_cast<ContactIndex>(1 - longer.back()));
        const Eigen::VectorXd limit = replay(problem.reflecting(std::sqrt(e)), longer).momentum;
        QVERIFY2(problem.metric().norm(limit - outcome.momentum) < 1e-13 * problem.momentumNorm(),
                 qPrintable(QString::number(problem.metric().norm(limit - outcome.momentum))));
      }
    }
    QVERIFY(cuts > 3);
  }

  void energyBalanceHolds() {
    // What the reflections take, ½(1 − e)c² each, is what is missing at the end.
    for (const ImpactProblem& problem : randomProblems(13, 24)) {
      const double before = problem.metric().energy(problem.momentum());
      for (const double e : {0.0, 0.1, 0.5, 0.95}) {
        ResolveOptions options;
        options.reflectionRestitution = e;
        options.limits.maxStates = 20'000;
        const ImpactReport report = resolveImpact(problem, options);
        for (const Outcome& outcome : report.outcomes) {
          QVERIFY(outcome.energyLoss >= 0);
          const double loss = before - problem.metric().energy(outcome.momentum);
          QVERIFY(std::abs(loss - outcome.energyLoss) < 1e-12 * before);
          QVERIFY(outcome.relativeEnergyError < 1e-12);
          // No impact loses more than the plastic one, whose momentum is the shortest there is.
          QVERIFY(outcome.energyLoss <= report.plastic.energyLoss + 1e-12 * before);
          QVERIFY(lowest(problem, outcome.momentum) >= -1e-9 * problem.momentumNorm());
          QVERIFY(outcome.impulses.minCoeff() >= -1e-9 * outcome.impulses.maxCoeff());
        }
      }
    }
  }

  void orthogonalContactsCommuteWithAnyRestitution() {
    for (const double e : {0.0, 0.3, 0.9}) {
      const ImpactReport report =
          withReflectionRestitution(fromGram(Eigen::Matrix3d::Identity(), Eigen::Vector3d(-1, -2, -3)), e);
      QCOMPARE(report.outcomes.size(), std::size_t{1});
      QVERIFY(report.certificate.unique == true);
      QVERIFY((report.outcomes[0].momentum - std::sqrt(e) * Eigen::Vector3d(1, 2, 3)).norm() < 1e-14);
    }
  }

  void otherCertificatesDoNotHoldForLossyReflections() {
    const ImpactReport report = withReflectionRestitution(convergingLine(3), 0.5);
    QVERIFY(!report.certificate.unique.has_value());
    QVERIFY(report.outcomes.size() > 1 && report.indeterminacy.xi > 1e-3);
    QVERIFY(resolveImpact(convergingLine(3)).certificate.unique == true);
  }

  void jammedContactsComeToRest() {
    Eigen::MatrixXd normals(2, 2);
    normals << 1, 0, -1, 0;
    const ImpactProblem problem(Eigen::Matrix2d::Identity(), normals, Eigen::Vector2d(-1, 2), labels(2));
    const ImpactReport report = withReflectionRestitution(problem, 0.25);
    QVERIFY(!report.jammed());
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    QVERIFY(report.outcomes[0].cut);
    QVERIFY((report.outcomes[0].momentum - Eigen::Vector2d(0, 2)).norm() < 1e-8);
  }

  void longChainsThatCollapseHaveTheirLimit() {
    // Ten equal balls, e = 0: words without end, more than can be searched; random ones have their limit. No
    // ball lets go, so that it is the plastic impact: all at a tenth of the speed.
    ResolveOptions options;
    options.reflectionRestitution = 0;
    options.limits.maxStates = 2'000;
    options.samplePastLimit.samples = 64;
    const ImpactReport report =
        resolveImpact(line(Eigen::VectorXd::Ones(10), Eigen::VectorXd::Unit(10, 0)), options);
    QVERIFY(!report.complete() && !report.estimate);
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    QVERIFY(report.outcomes[0].cut);
    QVERIFY((report.outcomes[0].velocity - Eigen::VectorXd::Constant(10, 0.1)).norm() < 1e-12);
    QVERIFY(report.indeterminacy.lower < 1e-12 && report.indeterminacy.upper <= 2);
  }

  /// Long lines make more lossy orderings than can be told apart: a complete answer is near every ordering's
  /// end, and an answer that cannot be is not called complete.
  void longLinesAreNearEveryEndOrIncomplete() {
    int complete = 0, incomplete = 0;
    for (const int n : {20, 60, 90}) {
      for (const double e : {0.9, 0.99, 0.9999}) {
        const ImpactProblem balls = line(Eigen::VectorXd::Ones(n), Eigen::VectorXd::Unit(n, 0));
        ResolveOptions options;
        options.reflectionRestitution = e;
        options.limits.maxStates = 50'000;
        const ImpactReport report = resolveImpact(balls, options);
        QVERIFY(!report.complete() || report.tolerance <= 0.05);
        complete += report.complete();
        incomplete += !report.complete();
        if (!report.complete()) continue;
        const ImpactProblem lossy = balls.reflecting(std::sqrt(e));
        for (const Policy& policy :
             {Policy{}, Policy{Policy::Kind::LeastInfeasible, {}, 0}, Policy{Policy::Kind::Random, {}, 1},
              Policy{Policy::Kind::Random, {}, 2}}) {
          const Eigen::VectorXd end = replay(lossy, followPolicy(lossy, policy)).momentum;
          double nearest = HUGE_VAL;
          for (const Outcome& outcome : report.outcomes)
            nearest = std::min(nearest, balls.metric().norm(outcome.momentum - end));
          QVERIFY2(nearest <= (report.tolerance + 1e-8) * balls.momentumNorm(),
                   qPrintable(QString::number(nearest / balls.momentumNorm())));
        }
      }
    }
    QVERIFY2(complete > 0 && incomplete > 0, qPrintable(QString::number(complete)));
  }

  void aTrappedBallComesToRestInOneWay() {
    const ImpactProblem trapped =
        problem(Eigen::MatrixXd::Identity(1, 1), Eigen::Vector2d(1, -1), Eigen::VectorXd::Constant(1, 1));
    const ImpactReport report = withReflectionRestitution(trapped, 0);
    QVERIFY(report.complete() && report.ends == true);
    QVERIFY(report.orderings == 1 && report.outcomes.size() == 1);
    QVERIFY(report.outcomes[0].momentum.isZero() && !report.outcomes[0].cut);
  }

  void policiesEndAmongTheOutcomes() {
    int cuts = 0;
    for (const ImpactProblem& problem : randomProblems(15, 24)) {
      for (const double e : {0.01, 0.4}) {
        ResolveOptions options;
        options.reflectionRestitution = e;
        options.limits.maxStates = 20'000;
        const ImpactReport report = resolveImpact(problem, options);
        if (!report.complete()) continue;
        const ImpactProblem lossy = problem.reflecting(std::sqrt(e));
        for (const auto kind :
             {Policy::Kind::MostInfeasible, Policy::Kind::LeastInfeasible, Policy::Kind::Random}) {
          const Word word = followPolicy(lossy, {kind, {}, 5}, 100'000);
          const Eigen::VectorXd p = replay(lossy, word).momentum;
          const auto near = [&](const Outcome& outcome) {
            return problem.metric().norm(outcome.momentum - p) < 1e-7 * problem.momentumNorm();
          };
          QVERIFY(std::any_of(report.outcomes.begin(), report.outcomes.end(), near));
          QVERIFY(lowest(problem, p) >= -1.000001e-9 * problem.momentumNorm());
          cuts += lowest(problem, p) < -1e-12 * problem.momentumNorm();
        }
      }
    }
    QVERIFY(cuts > 0);
  }

  void plasticReflectionsNeedNotEndInThePlasticImpact() {
    // e → 0 keeps what is orthogonal to the contact that reflected last; p_p does better.
    int differ = 0;
    ResolveOptions options;
    options.reflectionRestitution = 0;
    options.limits.maxStates = 2'000;
    options.samplePastLimit.samples = 64;
    for (const ImpactProblem& problem : randomProblems(14, 30)) {
      const ImpactReport report = resolveImpact(problem, options);
      for (const Outcome& outcome : report.outcomes) {
        const double distance = problem.metric().norm(outcome.momentum - report.plastic.momentum);
        differ += distance > 1e-3 * problem.momentumNorm();
      }
    }
    QVERIFY(differ > 0);
  }
};

CAROM_TEST(ImpactLossyReflections);
#include "tst_impact_lossy_reflections.moc"
