// Contacts that are orthogonal to all others but their own group's: impacts side by side.

#include <QtTest>

#include "base/big_int.h"
#include "impact/certificate/contact_groups.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

BigInt binomial(unsigned n, unsigned k) {
  BigInt count = 1;
  for (unsigned i = 1; i <= k; ++i) count = count * (n - k + i) / i;
  return count;
}

/// Impacts side by side: every contact moves coordinates of its own group only. The groups' contacts are
/// dealt out in turn, so that none are neighbours.
ImpactProblem sideBySide(const std::vector<ImpactProblem>& parts) {
  Eigen::Index n = 0, k = 0;
  for (const ImpactProblem& part : parts) {
    n += part.dof();
    k += part.contactCount();
  }
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n), normals = Eigen::MatrixXd::Zero(k, n);
  Eigen::VectorXd p(n);
  std::vector<Eigen::Index> start;
  Eigen::Index at = 0;
  for (const ImpactProblem& part : parts) {
    M.block(at, at, part.dof(), part.dof()) = part.metric().mass();
    p.segment(at, part.dof()) = part.momentum();
    start.push_back(at);
    at += part.dof();
  }
  for (Eigen::Index row = 0, turn = 0; row < k; ++turn) {
    for (std::size_t g = 0; g < parts.size(); ++g) {
      if (turn >= parts[g].contactCount()) continue;
      normals.row(row++).segment(start[g], parts[g].dof()) = parts[g].normals().row(turn);
    }
  }
  return ImpactProblem(M, normals, p, labels(static_cast<int>(k)));
}

/// Separate groups are resolved one by one from so few momenta on.
ResolveOptions atMost(std::size_t states) {
  ResolveOptions options;
  options.limits.maxStates = states;
  options.minimalityChecks = 20'000'000;
  return options;
}

ImpactProblem d4() {
  return coxeter(4, {{0, 1, 3}, {0, 2, 3}, {0, 3, 3}});
}
ImpactProblem h3() {
  return coxeter(3, {{0, 1, 3}, {1, 2, 5}});
}
ImpactProblem f4() {
  return coxeter(4, {{0, 1, 3}, {1, 2, 4}, {2, 3, 3}});
}

}  // namespace

class ImpactGroups : public QObject {
  Q_OBJECT

 private slots:
  /// The mass matrix of 500 bodies is megabytes, and there may be as many groups.
  void groupsShareTheMetricOfTheirImpact() {
    const ImpactProblem whole = sideBySide({d4(), h3()});
    const ImpactProblem group = groupProblem(whole, {0, 2, 4});
    QCOMPARE(group.contactCount(), 3);
    QCOMPARE(&group.metric().blocks(), &whole.metric().blocks());
  }

  void groupsAreThoseThatNothingJoins() {
    const std::vector<std::vector<ContactIndex>> expected{{0, 2, 4}, {1, 3}};
    QCOMPARE(pressedGroups(sideBySide({convergingLine(4), convergingLine(3)})), expected);
    QCOMPARE(pressedGroups(convergingLine(6)).size(), std::size_t{1});
    QCOMPARE(pressedGroups(coxeter(5, {})).size(), std::size_t{5});
  }

  void groupsThatNothingPressesOnPlayNoPart() {
    const ImpactProblem resting = line(Eigen::Vector3d(1, 1, 1), Eigen::Vector3d(0, 0, 1));
    const std::vector<std::vector<ContactIndex>> expected{{0, 2}};
    QCOMPARE(pressedGroups(sideBySide({convergingLine(3), resting})), expected);
  }

  void aPairThatIsNotQuiteOrthogonalJoinsItsGroups() {
    Eigen::MatrixXd G = Eigen::MatrixXd::Identity(2, 2);
    G(0, 1) = G(1, 0) = 1e-9;
    QCOMPARE(pressedGroups(fromGram(G, pressed(2))).size(), std::size_t{1});
    G(0, 1) = G(1, 0) = 1e-15;
    QCOMPARE(pressedGroups(fromGram(G, pressed(2))).size(), std::size_t{2});
  }

  void separateGroupsAnswerLikeTheWhole_data() {
    QTest::addColumn<double>("growth");
    QTest::addColumn<int>("balls");
    QTest::newRow("one outcome") << 0.0 << 3;
    QTest::newRow("two by many") << 0.3 << 3;
    QTest::newRow("many by many") << 0.7 << 4;
  }

  void separateGroupsAnswerLikeTheWhole() {
    QFETCH(double, growth);
    QFETCH(int, balls);
    const ImpactProblem problem = sideBySide({convergingLine(balls, growth), convergingLine(3, 0.5)});
    const ImpactReport whole = resolveImpact(problem, atMost(100'000));
    const ImpactReport separate = resolveImpact(problem, atMost(whole.graph->nodeCount() - 1));
    QVERIFY(whole.complete() && whole.groups.empty());
    QVERIFY(separate.complete());
    QCOMPARE(separate.groups.size(), std::size_t{2});
    QVERIFY(!separate.graph->complete());
    QCOMPARE(toString(separate.limit()), std::string_view(""));
    QCOMPARE(text(separate.states), QString::number(whole.graph->nodeCount()));
    QCOMPARE(text(separate.orderings), text(whole.orderings));
    QCOMPARE(separate.minLength, whole.minLength);
    QCOMPARE(separate.maxLength, whole.maxLength);
    QCOMPARE(separate.outcomes.size(), whole.outcomes.size());
    QVERIFY(std::abs(separate.indeterminacy.xi - whole.indeterminacy.xi) <= 1e-12);
    for (const Outcome& outcome : separate.outcomes) {
      const auto same = std::ranges::find_if(whole.outcomes, [&](const Outcome& other) {
        return problem.metric().norm(other.momentum - outcome.momentum) < 1e-9 * problem.momentumNorm();
      });
      QVERIFY(same != whole.outcomes.end());
      QCOMPARE(text(outcome.orderings), text(same->orderings));
      QVERIFY((outcome.impulses - same->impulses).norm() < 1e-9);  // independent normals: impulses are p⁺'s
      QCOMPARE(outcome.node, Outcome::notInGraph);
    }
  }

  void anOrderingIsMinimalIffItsPartsAre() {
    const ImpactProblem problem = sideBySide({billiardBreak(2.6), convergingLine(3, 0.5)});
    const ImpactReport whole = resolveImpact(problem, atMost(1000));
    const ImpactReport separate = resolveImpact(problem, atMost(whole.graph->nodeCount() - 1));
    QVERIFY(!separate.groups.empty());
    for (const Outcome& outcome : separate.outcomes) {
      QVERIFY(outcome.minimal.has_value());
      QCOMPARE(*outcome.minimal, isMinimal(problem, outcome.example));
    }
    QVERIFY(separate.indeterminacy.xiMinimal.has_value());
    QVERIFY(whole.indeterminacy.xiMinimal.has_value());
    QVERIFY(std::abs(*separate.indeterminacy.xiMinimal - *whole.indeterminacy.xiMinimal) <= 1e-12);
  }

  void indeterminaciesAddUpLikeLegsOfATriangle() {
    const ImpactProblem problem = sideBySide({convergingLine(4, 0.7), billiardBreak(2.2)});
    const ImpactReport separate = resolveImpact(problem, atMost(200));
    QCOMPARE(separate.groups.size(), std::size_t{2});
    double square = 0;
    for (const auto& group : separate.groups)
      square += std::pow(resolveImpact(groupProblem(problem, group)).indeterminacy.xi, 2);
    QVERIFY(std::abs(separate.indeterminacy.xi - std::sqrt(square)) <= 1e-12);
  }

  void productsOfReflectionGroupsInterleave_data() {
    QTest::addColumn<QString>("orderings");
    QTest::addColumn<QString>("states");
    QTest::addColumn<unsigned>("length");
    const BigInt d4 = 2316, h3 = 286, f4 = 2144892;
    QTest::newRow("D4 x H3") << text(d4 * h3 * binomial(27, 12)) << QString::number(192 * 120) << 27u;
    QTest::newRow("D4 x F4") << text(d4 * f4 * binomial(36, 12)) << QString::number(192 * 1152) << 36u;
    QTest::newRow("D4 x H3 x F4") << text(d4 * h3 * f4 * binomial(27, 12) * binomial(51, 24))
                                  << QString::number(192 * 120 * 1152) << 51u;
  }

  void productsOfReflectionGroupsInterleave() {
    QFETCH(QString, orderings);
    QFETCH(QString, states);
    QFETCH(unsigned, length);
    std::vector<ImpactProblem> parts;
    for (const QString& name : QString::fromLatin1(QTest::currentDataTag()).split(QStringLiteral(" x ")))
      parts.push_back(name == QStringLiteral("D4") ? d4() : name == QStringLiteral("H3") ? h3() : f4());
    const ImpactReport report = resolveImpact(sideBySide(parts), atMost(2000));
    QVERIFY(report.complete());
    QCOMPARE(report.groups.size(), parts.size());
    QCOMPARE(text(report.orderings), orderings);
    QCOMPARE(text(report.states), states);
    QCOMPARE(report.minLength, length);
    QCOMPARE(report.maxLength, length);
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    QCOMPARE(report.indeterminacy.xi, 0.0);
  }

  void fourLinesOfBallsPassMoreMomentaThanAnyGraphHolds() {
    const ImpactProblem part = convergingLine(5);
    const ImpactReport report = resolveImpact(sideBySide({part, part, part, part}));
    QVERIFY(report.complete());
    QCOMPARE(text(report.states), QStringLiteral("207360000"));  // 5!⁴
    // 768 orderings of 10 reflections each: 768⁴ · 40!/(10!)⁴.
    const BigInt expected =
        boost::multiprecision::pow(BigInt(768), 4) * binomial(20, 10) * binomial(30, 10) * binomial(40, 10);
    QCOMPARE(text(report.orderings), text(expected));
    QVERIFY(report.graph->nodeCount() <= 100'000);
    QVERIFY(report.worstRelativeEnergyError() < 1e-14);
  }

  void orderingsByLengthAddUp() {
    for (const double growth : {0.0, 0.4}) {
      const ImpactReport report = resolveImpact(convergingLine(5, growth));
      const auto byLength = report.graph->orderingsByLength();
      QCOMPARE(byLength.size(), report.outcomes.size());
      for (std::size_t i = 0; i < byLength.size(); ++i) {
        Count sum;
        for (const auto& [length, count] : byLength[i]) sum += count;
        QCOMPARE(text(sum), text(report.outcomes[i].orderings));
        const OrderingGraph::NodeId node = report.graph->outcomes()[i];
        QCOMPARE(byLength[i].begin()->first, report.graph->minLength(node));
        QCOMPARE(byLength[i].rbegin()->first, report.graph->maxLength(node));
      }
    }
  }

  void aGroupBeyondTheLimitIsTheLimitOfTheWhole() {
    const ImpactReport report =
        resolveImpact(sideBySide({convergingLine(6), convergingLine(3)}), atMost(500));
    QVERIFY(!report.complete());
    QVERIFY(report.groups.empty());
    QCOMPARE(toString(report.limit()), std::string_view("max-states"));
    QVERIFY(report.graph->nodeCount() <= 500);
    QVERIFY(report.estimate.has_value());
  }
};

CAROM_TEST(ImpactGroups);
#include "tst_impact_groups.moc"
