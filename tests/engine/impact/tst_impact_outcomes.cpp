// Where impacts end: the papers' examples (with their slips corrected), ξ, minimality, the choice among
// outcomes.

#include <QtTest>
#include <chrono>
#include <random>
#include <thread>

#include "impact/outcomes/indeterminacy.h"
#include "impact/reflection.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

using std::numbers::pi;

Eigen::VectorXd vec(std::initializer_list<double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.begin(), static_cast<Eigen::Index>(values.size()));
}

double distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return (a - b).norm();
}

const Outcome& outcomeOf(const ImpactReport& report, const Word& word) {
  for (const Outcome& outcome : report.outcomes) {
    if (outcome.example == word) return outcome;
  }
  throw std::logic_error("no outcome with this example");
}

}  // namespace

class ImpactOutcomes : public QObject {
  Q_OBJECT

 private slots:
  /// ξ without examples has the same bits, and so have the counts.
  void xiNeedsNoExamples() {
    std::vector<ImpactProblem> problems = randomProblems(77, 200);
    for (const double growth : {0.0, 1e-9, 1e-7, 1e-5, 1e-3, 0.3, 2.0})
      problems.push_back(convergingLine(5, growth));
    for (const double theta : {1.1, 1.5, 1.6, 2.0, 3.0}) problems.push_back(billiardBreak(theta));
    problems.push_back(lineAndWall(4));
    problems.push_back(galperin(1));
    int several = 0;
    for (const ImpactProblem& problem : problems) {
      ResolveOptions options;
      options.minimalityChecks = 0;
      const ImpactReport whole = resolveImpact(problem, options);
      options.examples = false;
      const ImpactReport brief = resolveImpact(problem, options);
      QVERIFY(brief.indeterminacy.xi == whole.indeterminacy.xi);
      QVERIFY(brief.indeterminacy.lower == whole.indeterminacy.lower);
      QVERIFY(brief.indeterminacy.upper == whole.indeterminacy.upper);
      QCOMPARE(brief.outcomes.size(), whole.outcomes.size());
      QVERIFY(brief.orderings == whole.orderings);
      QCOMPARE(brief.minLength, whole.minLength);
      QCOMPARE(brief.maxLength, whole.maxLength);
      QVERIFY(brief.ends == whole.ends);
      const bool skipped = !brief.outcomes.empty() && brief.outcomes[0].momentum.size() == 0;
      several += skipped && whole.outcomes.size() > 4;
    }
    QVERIFY(several > 20);  // of ξ that was found without examples
  }

  // Seghete & Murphey 2010, III-B1
  void twoEqualBallsBounceBackFromTheWall() {
    const ImpactReport report = resolveImpact(wallLine(vec({1, 1}), vec({-1, -2})));
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    QVERIFY(distance(report.outcomes[0].velocity, vec({1, 2})) < 1e-15);
    QCOMPARE(report.maxLength, 4u);
    QCOMPARE(report.certificate.multiplicity(0, 1), 4);
  }

  // III-B2
  void newtonsCradleOfThree_data() {
    QTest::addColumn<QVector<double>>("before");
    QTest::addColumn<QVector<double>>("after");
    QTest::newRow("one ball") << QVector<double>{1, 0, 0} << QVector<double>{0, 0, 1};
    QTest::newRow("two balls") << QVector<double>{1, 1, 0} << QVector<double>{0, 1, 1};
    QTest::newRow("from both sides") << QVector<double>{1, 0, -1} << QVector<double>{-1, 0, 1};
  }
  void newtonsCradleOfThree() {
    QFETCH(QVector<double>, before);
    QFETCH(QVector<double>, after);
    const Eigen::VectorXd v = Eigen::Map<const Eigen::VectorXd>(before.data(), 3);
    const ImpactReport report = resolveImpact(line(Eigen::VectorXd::Ones(3), v));
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    QVERIFY(distance(report.outcomes[0].velocity, Eigen::Map<const Eigen::VectorXd>(after.data(), 3)) <
            1e-15);
  }

  // III-B3; G_u is diag(−1, 1), not −1 as printed
  void slightlyUnequalBallsHaveTwoOutcomes() {
    const Eigen::VectorXd v = vec({-1, -2});
    const ImpactReport report = resolveImpact(wallLine(vec({1.1, 1}), v));
    Eigen::Matrix2d a, b;
    a << -0.9955, -0.0907, 0.0998, -0.9955;
    b << -0.9955, 0.0907, -0.0998, -0.9955;
    QCOMPARE(report.outcomes.size(), std::size_t{2});
    QVERIFY(distance(outcomeOf(report, {0, 1, 0, 1}).velocity, a * v) < 2e-4);
    QVERIFY(distance(outcomeOf(report, {1, 0, 1, 0}).velocity, b * v) < 2e-4);
    QVERIFY(report.certificate.unique == false);
    QVERIFY(report.choice.conic.zero);
    QVERIFY(report.choice.conic.momentum.norm() < 1e-12);
    QVERIFY(std::abs(report.choice.conic.energyLoss -
                     report.problem.metric().energy(report.problem.momentum())) < 1e-12);
  }

  // MODEL of the billiard break: two words, and their difference in closed form
  void billiardBreakFollowsItsCurve_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("xi");
    QTest::newRow("60") << 60.0 << 0.75;
    QTest::newRow("90, orthogonal") << 90.0 << 0.0;
    QTest::newRow("kink, cos θ = (1−√5)/2")
        << std::acos((1 - std::sqrt(5.0)) / 2) * 180 / pi << (std::sqrt(5.0) - 1) / 2;
    QTest::newRow("180") << 180.0 << 0.0;
  }
  void billiardBreakFollowsItsCurve() {
    QFETCH(double, degrees);
    QFETCH(double, xi);
    const ImpactReport report = resolveImpact(billiardBreak(degrees * pi / 180));
    QVERIFY2(std::abs(report.indeterminacy.xi - xi) < 1e-12,
             qPrintable(QString::number(report.indeterminacy.xi, 'g', 17)));
  }

  void kinkIsSharp() {
    // A third reflection starts there: the slope jumps.
    const double kink = std::acos((1 - std::sqrt(5.0)) / 2), h = 1e-4;
    const auto xi = [](double theta) { return resolveImpact(billiardBreak(theta)).indeterminacy.xi; };
    const double left = (xi(kink) - xi(kink - h)) / h, right = (xi(kink + h) - xi(kink)) / h;
    QVERIFY(left > 0.1 && right < -0.1);
    QCOMPARE(resolveImpact(billiardBreak(kink - h)).maxLength, 2u);
    QCOMPARE(resolveImpact(billiardBreak(kink + h)).maxLength, 3u);
  }

  void outcomeDependsOnTheOrder() {
    const ImpactReport report = resolveImpact(billiardBreak(2 * pi / 3));
    QCOMPARE(report.outcomes.size(), std::size_t{2});
    QVERIFY(report.indeterminacy.xi > 0.1);
    QCOMPARE(report.indeterminacy.pair, (std::array<int, 2>{0, 1}));
    const double measured =
        report.problem.metric().norm(report.outcomes[0].momentum - report.outcomes[1].momentum) /
        report.problem.momentumNorm();
    QVERIFY(std::abs(report.indeterminacy.xi - measured) < 1e-14);
  }

  void impulsesMakeTheMomentum_data() {
    QTest::addColumn<double>("growth");
    QTest::newRow("certified") << 0.0;
    QTest::newRow("not") << 0.7;
  }
  void impulsesMakeTheMomentum() {
    QFETCH(double, growth);
    const ImpactReport report = resolveImpact(convergingLine(5, growth));
    for (const Outcome& outcome : report.outcomes) {
      QVERIFY((outcome.impulses.array() >= 0).all());
      const Eigen::VectorXd sum =
          report.problem.momentum() + report.problem.normals().transpose() * outcome.impulses;
      QVERIFY(distance(sum, outcome.momentum) < 1e-13);
      QVERIFY(distance(report.problem.metric().momentum(outcome.velocity), outcome.momentum) < 1e-13);
      const Replay again = replay(report.problem, outcome.example);
      QCOMPARE(again.momentum, outcome.momentum);
    }
  }

  void momentaAlongAWordStartAndEndRight() {
    const ImpactReport report = resolveImpact(convergingLine(4, 0.2));
    const Outcome& outcome = report.outcomes[0];
    const Eigen::MatrixXd momenta = momentaAlong(report.problem, outcome.example);
    QCOMPARE(momenta.cols(), static_cast<Eigen::Index>(outcome.example.size()) + 1);
    QCOMPARE(Eigen::VectorXd(momenta.col(0)), report.problem.momentum());
    QCOMPARE(Eigen::VectorXd(momenta.rightCols<1>()), outcome.momentum);
    for (std::size_t i = 0; i < outcome.example.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const Eigen::VectorXd expected = mirrored(report.problem, momenta.col(at), outcome.example[i]);
      QVERIFY(distance(momenta.col(at + 1), expected) < 1e-13);
    }
  }

  void feasibleMomentumHasTheEmptyOrdering_data() {
    QTest::addColumn<QVector<double>>("velocity");
    QTest::newRow("leaving") << QVector<double>{1, 2, 3};
    QTest::newRow("at rest") << QVector<double>{0, 0, 0};
    QTest::newRow("sliding along both walls: c = 0") << QVector<double>{1, 1, 1};
    QTest::newRow("below the tolerance") << QVector<double>{1 + 1e-13, 1, 1};
  }
  void feasibleMomentumHasTheEmptyOrdering() {
    QFETCH(QVector<double>, velocity);
    const ImpactReport report =
        resolveImpact(line(Eigen::VectorXd::Ones(3), Eigen::Map<const Eigen::VectorXd>(velocity.data(), 3)));
    QVERIFY(report.termination.terminates);
    QVERIFY(report.orderings == 1);
    QCOMPARE(report.graph->nodeCount(), std::size_t{1});
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    QVERIFY(report.outcomes[0].example.empty());
    QVERIFY(report.outcomes[0].minimal == true);
    QCOMPARE(report.outcomes[0].momentum, report.problem.momentum());
    QVERIFY(report.outcomes[0].impulses.isZero());
    QCOMPARE(report.maxLength, 0u);
    QCOMPARE(report.indeterminacy.xi, 0.0);
    QCOMPARE(report.choice.nearest, 0);
  }

  void longerWordOfAPairIsNotMinimal() {
    // Between the kink and 180° the pair's two words can differ in length.
    int seen = 0, checked = 0;
    Random random(5);
    for (int trial = 0; trial < 200; ++trial) {
      const ImpactProblem problem = randomProblem(random, 3, 2);
      const Tree tree = wholeTree(problem);
      if (tree.words.size() != 2) continue;
      const ImpactReport report = resolveImpact(problem);
      for (const Outcome& outcome : report.outcomes) {
        if (outcome.example.size() > 16) continue;
        QCOMPARE(*outcome.minimal, isMinimal(problem, outcome.example));
        ++checked;
      }
      if (report.minLength < report.maxLength) {
        ++seen;
        QCOMPARE(*report.indeterminacy.xiMinimal, 0.0);
        QVERIFY(report.indeterminacy.xi > 0);
      } else {
        QVERIFY(std::abs(*report.indeterminacy.xiMinimal - report.indeterminacy.xi) < 1e-15);
      }
    }
    QVERIFY(seen > 5 && checked > 50);
  }

  void minimalityAgreesWithTheDefinition() {
    Random random(11);
    int notMinimal = 0;
    for (int trial = 0; trial < 60; ++trial) {
      const ImpactProblem problem = randomProblem(random, 4, 3, 0.3);
      const Tree tree = wholeTree(problem);
      if (tree.words.size() > 40) continue;
      if (std::any_of(tree.words.begin(), tree.words.end(), [](const Word& w) { return w.size() > 12; }))
        continue;
      ResolveOptions options;
      options.minimalityChecks = 100'000'000;
      const ImpactReport report = resolveImpact(problem, options);
      for (const Outcome& outcome : report.outcomes) {
        bool any = false;
        for (std::size_t i = 0; i < tree.words.size(); ++i) {
          if (problem.metric().norm(tree.ends[i] - outcome.momentum) > 1e-9 * problem.momentumNorm())
            continue;
          any = any || isMinimal(problem, tree.words[i]);
        }
        QVERIFY(outcome.minimal.has_value() && outcome.reachedMinimally.has_value());
        QCOMPARE(*outcome.reachedMinimally, any);
        QCOMPARE(*outcome.minimal, any);  // the example is a minimal word where there is one
        if (any) QVERIFY(isMinimal(problem, outcome.example));
        notMinimal += !any;
      }
    }
    QVERIFY(notMinimal > 0);
  }

  void minimalityIsLeftOpenWithoutTheMeans() {
    ResolveOptions options;
    options.minimalityChecks = 10;
    // A light ball between heavy ones: words too long to try all that is left of them anyway.
    const ImpactReport report = resolveImpact(line(Eigen::Vector4d(1, 0.005, 1.3, 1.1), falling(4)), options);
    QVERIFY(report.minLength > 16);
    QVERIFY(std::any_of(report.outcomes.begin(), report.outcomes.end(),
                        [](const Outcome& outcome) { return !outcome.minimal; }));
    QVERIFY(!report.indeterminacy.xiMinimal);
  }

  void boundsHoldForAPair_data() {
    QTest::addColumn<double>("gram");
    QTest::addColumn<int>("seghete2014");
    QTest::addColumn<int>("seghete2010");
    QTest::newRow("orthogonal") << 0.0 << 4 << 2;
    QTest::newRow("cradle") << -0.5 << 6 << 3;
    QTest::newRow("wall") << -std::sqrt(0.5) << 8 << 4;
    QTest::newRow("G = 1/2") << 0.5 << 3 << 2;
    QTest::newRow("between 4 and 5") << -0.75 << 9 << 5;
  }
  void boundsHoldForAPair() {
    QFETCH(double, gram);
    QFETCH(int, seghete2014);
    QFETCH(int, seghete2010);
    const Eigen::Matrix2d G{{1, gram}, {gram, 1}};
    const ImpactReport report = resolveImpact(fromGram(G, vec({-1, -1.1})));
    QCOMPARE(report.bounds->seghete2014, seghete2014);
    QCOMPARE(report.bounds->seghete2010, seghete2010);
    QVERIFY(report.maxLength <= static_cast<unsigned>(seghete2010));
  }

  // 12,000 outcomes on a sphere have too many distances to measure each, so the upper end is the given bound.
  void indeterminacyOfTooManyOutcomesIsAnInterval() {
    const ImpactProblem problem = line(Eigen::VectorXd::Ones(3), vec({1, 0, 0}));
    std::mt19937 engine(4);
    std::normal_distribution<double> normal;
    std::vector<Outcome> outcomes(12'000);
    for (Outcome& outcome : outcomes) {
      Eigen::Vector3d direction(normal(engine), normal(engine), normal(engine));
      outcome.white = direction.normalized().cast<Extended>();
      outcome.reachedMinimally = true;
    }
    constexpr double given = 7;
    const Indeterminacy xi = measureIndeterminacy(problem, outcomes, true, [] { return given; });
    QVERIFY(!xi.isExact());
    QVERIFY(!xi.xiMinimal);
    QCOMPARE(xi.lower, xi.xi);
    QCOMPARE(xi.upper, given);
    outcomes.resize(100);
    QVERIFY(measureIndeterminacy(problem, outcomes, true, [] { return given; }).isExact());
  }
  void nearestOutcomeAndProjectionsAreOptimal() {
    Random random(3);
    for (int trial = 0; trial < 20; ++trial) {
      const ImpactReport report = resolveImpact(randomProblem(random, 4, 4));
      const KineticMetric& metric = report.problem.metric();
      const Eigen::VectorXd& p = report.problem.momentum();
      const Choice& choice = report.choice;
      const double best = metric.norm(report.outcomes[static_cast<std::size_t>(choice.nearest)].momentum - p);
      for (const Outcome& outcome : report.outcomes) {
        QVERIFY(metric.norm(outcome.momentum - p) >= best - 1e-12);
        // Variational inequalities of a projection on a convex cone, and on a convex set.
        const Eigen::VectorXd left = p - choice.conic.momentum;
        QVERIFY(metric.inner(left, outcome.momentum) <= 1e-9 * metric.inner(p, p));
        QVERIFY(metric.inner(p - choice.convex.momentum, outcome.momentum - choice.convex.momentum) <=
                1e-9 * metric.inner(p, p));
      }
      QVERIFY(std::abs(metric.inner(p - choice.conic.momentum, choice.conic.momentum)) <=
              1e-9 * metric.inner(p, p));
      QVERIFY(choice.conic.energyLoss >= 0 && choice.convex.energyLoss >= 0);
      QCOMPARE(choice.conic.zero, choice.conic.momentum.isZero());
    }
  }

  void policiesPickTheirContact() {
    // Contact coordinates −1, −3, −2 of orthogonal normals of lengths 4, 1, 2 (velocities of approach 4, 3,
    // 4).
    Eigen::MatrixXd normals = vec({4, 1, 2}).asDiagonal();
    const ImpactProblem problem(Eigen::MatrixXd::Identity(3, 3), normals, vec({-1, -3, -2}), labels(3));
    using Kind = Policy::Kind;
    QCOMPARE(followPolicy(problem, {Kind::MostInfeasible, {}, 0}), (Word{1, 2, 0}));
    QCOMPARE(followPolicy(problem, {Kind::LeastInfeasible, {}, 0}), (Word{0, 2, 1}));
    QCOMPARE(followPolicy(problem, {Kind::ApproachSpeed, {}, 0}),
             (Word{0, 2, 1}));  // a tie: the lowest first
    QCOMPARE(followPolicy(problem, {Kind::Priority, {2}, 0}), (Word{2, 0, 1}));
    QCOMPARE(followPolicy(problem, {Kind::GaussSeidel, {}, 0}), (Word{0, 1, 2}));
    const Word random = followPolicy(problem, {Kind::Random, {}, 7});
    QCOMPARE(followPolicy(problem, {Kind::Random, {}, 7}), random);
    QCOMPARE(random.size(), std::size_t{3});
    QVERIFY_THROWS_EXCEPTION(ImpactError, followPolicy(problem, {Kind::Priority, {3}, 0}));
  }

  void policiesEndInOutcomesOfTheGraph_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("most infeasible") << static_cast<int>(Policy::Kind::MostInfeasible);
    QTest::newRow("least infeasible") << static_cast<int>(Policy::Kind::LeastInfeasible);
    QTest::newRow("approach speed") << static_cast<int>(Policy::Kind::ApproachSpeed);
    QTest::newRow("priority") << static_cast<int>(Policy::Kind::Priority);
    QTest::newRow("random") << static_cast<int>(Policy::Kind::Random);
    QTest::newRow("Gauss–Seidel") << static_cast<int>(Policy::Kind::GaussSeidel);
  }
  void policiesEndInOutcomesOfTheGraph() {
    QFETCH(int, kind);
    Random random(17);
    for (int trial = 0; trial < 20; ++trial) {
      const ImpactReport report = resolveImpact(randomProblem(random, 5, 4));
      const Word word = followPolicy(report.problem, {static_cast<Policy::Kind>(kind), {3, 1}, 99});
      QVERIFY(report.graph->isOutcome(report.graph->follow(word)));
    }
  }

  /// Whenever a search is stopped: an answer that says it is complete has all outcomes.
  void stoppedSearchesSayThatTheyAreNotComplete() {
    Random random(21);
    const ImpactProblem problem = randomProblem(random, 8, 7);
    ResolveOptions options;
    options.minimalityChecks = 0;
    options.choice = false;
    const auto start = std::chrono::steady_clock::now();
    const ImpactReport whole = resolveImpact(problem, options);
    const auto all = std::chrono::steady_clock::now() - start;
    QVERIFY(whole.complete() && whole.outcomes.size() > 50);
    int stopped = 0;
    for (int i = 0; i < 60; ++i) {
      std::stop_source source;
      const auto end = std::chrono::steady_clock::now() + i * all / 50;
      std::jthread clock([&source, end] {
        std::this_thread::sleep_until(end);
        source.request_stop();
      });
      const ImpactReport report = resolveImpact(problem, options, source.get_token());
      if (report.complete())
        QCOMPARE(report.outcomes.size(), whole.outcomes.size());
      else
        ++stopped;
    }
    QVERIFY(stopped > 0);
  }

  /// What a stop leaves unknown is called undecided, whenever it comes: nothing of it is shown as an answer.
  void aStopEndsWhatNeedsNoSearch() {
    std::vector<Eigen::VectorXd> places;  // of balls of radius 1: a triangle, and one that strikes its apex
    constexpr int rows = 12;
    for (int row = 0; row < rows; ++row)
      for (int i = 0; i <= row; ++i) places.push_back(vec({2.0 * i - row, std::sqrt(3.0) * row}));
    places.push_back(vec({0, -2}));
    const auto dof = static_cast<Eigen::Index>(2 * places.size());
    std::vector<Eigen::VectorXd> normals;
    for (std::size_t a = 0; a < places.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const Eigen::VectorXd apart = places[a] - places[b];
        if (apart.norm() > 2.001) continue;
        Eigen::VectorXd normal = Eigen::VectorXd::Zero(dof);
        normal.segment(static_cast<Eigen::Index>(2 * a), 2) = apart / 2;
        normal.segment(static_cast<Eigen::Index>(2 * b), 2) = -apart / 2;
        normals.push_back(normal);
      }
    Eigen::MatrixXd all(static_cast<Eigen::Index>(normals.size()), dof);
    for (std::size_t i = 0; i < normals.size(); ++i) all.row(static_cast<Eigen::Index>(i)) = normals[i];
    const ImpactProblem rack(Eigen::MatrixXd::Identity(dof, dof), all, Eigen::VectorXd::Unit(dof, dof - 1),
                             labels(static_cast<int>(normals.size())));
    for (const int ms : {0, 5, 20, 50, 100}) {
      std::stop_source source;
      std::jthread clock([&source, ms] {
        std::this_thread::sleep_for(std::chrono::milliseconds(ms));
        source.request_stop();
      });
      if (ms == 0) clock.join();
      const ImpactReport report = resolveImpact(rack, {}, source.get_token());
      QVERIFY(!report.complete());
      QVERIFY(report.limit() == Limit::Cancelled);
      QVERIFY(!report.certificate.unique);
      QVERIFY(report.indeterminacy.upper > 0);
      if (report.termination.decided) continue;
      QCOMPARE(report.certificate.reason, Certificate::Reason::Cancelled);
      QVERIFY(report.outcomes.empty() && !report.jammed() && !report.ends);
    }
    std::stop_source source;
    source.request_stop();
    const ImpactReport none = resolveImpact(rack, {}, source.get_token());
    QCOMPARE(none.certificate.reason, Certificate::Reason::Cancelled);
    QVERIFY(!none.plastic.converged);
  }

  void policyStopsAtItsLimit() {
    QCOMPARE(followPolicy(galperin(4), Policy{}, 1000).size(), std::size_t{1000});
    std::stop_source source;
    source.request_stop();
    QVERIFY(followPolicy(galperin(5), Policy{}, 100'000'000, source.get_token()).size() < 314159);
  }
};

CAROM_TEST(ImpactOutcomes);
#include "tst_impact_outcomes.moc"
