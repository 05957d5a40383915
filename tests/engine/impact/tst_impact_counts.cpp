// How many orderings there are, how long they are and how many momenta they pass: exact numbers.

#include <QtTest>
#include <numbers>

#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

struct Expected {
  const char* name;
  ImpactProblem problem;
  const char* orderings;
  std::size_t states;
  std::uint32_t length;
};

std::vector<Expected> expectedCounts() {
  // Balls on a line: C(n,2)! / ∏(2i−1)^(n−i) orderings, n! states. Against a wall: standard Young tableaux of
  // the n×n square, 2ⁿ n! states. Longest elements of the other groups: counted by several authors.
  return {
      {"2 balls", convergingLine(2), "1", 2, 1},
      {"3 balls", convergingLine(3), "2", 6, 3},
      {"4 balls", convergingLine(4), "16", 24, 6},
      {"5 balls", convergingLine(5), "768", 120, 10},
      {"6 balls", convergingLine(6), "292864", 720, 15},
      {"7 balls", convergingLine(7), "1100742656", 5040, 21},
      {"8 balls", convergingLine(8), "48608795688960", 40320, 28},
      {"9 balls, beyond 2^64", convergingLine(9), "29258366996258488320", 362880, 36},
      {"wall, 1 ball", lineAndWall(1), "1", 2, 1},
      {"wall, 2 balls", lineAndWall(2), "2", 8, 4},
      {"wall, 3 balls", lineAndWall(3), "42", 48, 9},
      {"wall, 4 balls", lineAndWall(4), "24024", 384, 16},
      {"wall, 5 balls", lineAndWall(5), "701149020", 3840, 25},
      {"D4", coxeter(4, {{0, 1, 3}, {0, 2, 3}, {0, 3, 3}}), "2316", 192, 12},
      {"D5", coxeter(5, {{0, 1, 3}, {1, 2, 3}, {2, 3, 3}, {2, 4, 3}}), "12985968", 1920, 20},
      {"H3", coxeter(3, {{0, 1, 3}, {1, 2, 5}}), "286", 120, 15},
      {"F4", coxeter(4, {{0, 1, 3}, {1, 2, 4}, {2, 3, 3}}), "2144892", 1152, 24},
      {"I2(7)", coxeter(2, {{0, 1, 7}}), "2", 14, 7},
      {"I2(1000)", coxeter(2, {{0, 1, 1000}}), "2", 2000, 1000},
      {"5 separate contacts", coxeter(5, {}), "120", 32, 5},
      {"A2 x A1: Σ of interleavings", coxeter(3, {{0, 1, 3}}), "8", 12, 4},
  };
}

}  // namespace

class ImpactCounts : public QObject {
  Q_OBJECT

 private slots:
  void reflectionGroupsAreCountedExactly_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Expected& expected : expectedCounts()) QTest::newRow(expected.name) << index++;
  }

  void reflectionGroupsAreCountedExactly() {
    QFETCH(int, index);
    const Expected expected = expectedCounts()[static_cast<std::size_t>(index)];
    const ImpactReport report = resolveImpact(expected.problem);
    QVERIFY(report.complete());
    QCOMPARE(text(report.orderings), QString(expected.orderings));
    QCOMPARE(report.graph->nodeCount(), expected.states);
    QCOMPARE(report.minLength, expected.length);
    QCOMPARE(report.maxLength, expected.length);
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    // G = −cos(π/m) in double knows π/m to 1.2e-16 m/π; ξ is twice as much for each of m ≤ length
    // reflections.
    const double length = expected.length;
    QVERIFY(report.indeterminacy.xi <= 2 * 1.2e-16 * length * length / std::numbers::pi);
  }

  void closedFormsAgreeWithTheCount_data() { reflectionGroupsAreCountedExactly_data(); }

  void closedFormsAgreeWithTheCount() {
    QFETCH(int, index);
    const Expected expected = expectedCounts()[static_cast<std::size_t>(index)];
    const Certificate certificate = certify(expected.problem, decideTermination(expected.problem));
    QVERIFY(certificate.closedFormStates.has_value());
    QCOMPARE(text(*certificate.closedFormStates), QString::number(expected.states));
    QCOMPARE(*certificate.closedFormLength, std::uint64_t{expected.length});
    if (certificate.closedFormOrderings) {
      QCOMPARE(text(*certificate.closedFormOrderings), QString(expected.orderings));
    }
  }

  void wallTurnsEveryVelocityRound() {
    const ImpactReport report = resolveImpact(lineAndWall(4));
    QVERIFY((report.outcomes[0].momentum + report.problem.momentum()).norm() < 1e-14);
  }

  void galperinCountsTheDigitsOfPi_data() {
    QTest::addColumn<int>("digits");
    QTest::addColumn<unsigned>("reflections");
    QTest::newRow("3") << 0 << 3u;
    QTest::newRow("31") << 1 << 31u;
    QTest::newRow("314") << 2 << 314u;
    QTest::newRow("3141") << 3 << 3141u;
    QTest::newRow("31415") << 4 << 31415u;
    QTest::newRow("314159") << 5 << 314159u;
    QTest::newRow("3141592") << 6 << 3141592u;
  }

  void galperinCountsTheDigitsOfPi() {
    QFETCH(int, digits);
    QFETCH(unsigned, reflections);
    const ImpactReport report = resolveImpact(galperin(digits));
    QVERIFY(report.complete());
    QCOMPARE(text(report.orderings), QString("1"));
    QCOMPARE(report.maxLength, reflections);
    QCOMPARE(report.graph->nodeCount(), std::size_t{reflections} + 1);
    QVERIFY2(report.worstRelativeEnergyError() <= 1e-13,
             qPrintable(QString::number(report.worstRelativeEnergyError())));
    QCOMPARE(followPolicy(report.problem, Policy{}).size(), std::size_t{reflections});
  }

  void countsOfTheGraphAddUpAlongItsEdges() {
    const ImpactReport report = resolveImpact(convergingLine(5, 0.1));
    const OrderingGraph& graph = *report.graph;
    std::vector<Count> arriving(graph.nodeCount(), 0);
    arriving[0] = 1;
    for (OrderingGraph::NodeId node = 0; node < graph.nodeCount(); ++node) {
      for (const auto& edge : graph.edges(node)) {
        arriving[edge.target] += graph.orderingsTo(node);
        QVERIFY(graph.level(edge.target) <= graph.level(node) + 1);
        QVERIFY(graph.maxLength(edge.target) >= graph.maxLength(node) + 1);
      }
    }
    Count atOutcomes = 0;
    for (OrderingGraph::NodeId node = 0; node < graph.nodeCount(); ++node) {
      QVERIFY(arriving[node] == graph.orderingsTo(node));
      QCOMPARE(graph.isOutcome(node), graph.edges(node).empty());
      if (graph.isOutcome(node)) atOutcomes += graph.orderingsTo(node);
    }
    QVERIFY(atOutcomes == report.orderings);
  }

  void wordsLeadWhereTheySay() {
    const ImpactReport report = resolveImpact(convergingLine(5, 0.3));
    const OrderingGraph& graph = *report.graph;
    for (OrderingGraph::NodeId node = 0; node < graph.nodeCount(); ++node) {
      const Word word = graph.wordTo(node);
      QCOMPARE(word.size(), std::size_t{graph.level(node)});
      QCOMPARE(graph.follow(word), node);
    }
    QVERIFY_THROWS_EXCEPTION(ImpactError, graph.follow(Word{0, 0}));
  }

  void limitsEndTheSearchHonestly() {
    GraphLimits limits;
    limits.maxStates = 100;
    const ImpactReport report = resolveImpact(convergingLine(7, 0.1), {limits, 0});
    QVERIFY(!report.complete());
    QCOMPARE(toString(report.limit()), std::string_view("max-states"));
    QVERIFY(report.graph->nodeCount() <= 100);
    QVERIFY(report.orderings == 0);
    std::size_t open = 0;
    for (OrderingGraph::NodeId node = 0; node < report.graph->nodeCount(); ++node) {
      open += report.graph->isOpen(node);
      QCOMPARE(report.graph->wordTo(node).size(), std::size_t{report.graph->level(node)});
      QVERIFY(report.graph->orderingsTo(node) == 0);
    }
    QVERIFY(open > 0);
    QVERIFY(report.indeterminacy.upper > report.indeterminacy.lower);
  }

  void oneStateIsEnoughOfALimitToAnswer() {
    ResolveOptions options;
    options.limits.maxStates = 1;
    options.samplePastLimit.samples = 0;
    const ImpactReport report = resolveImpact(convergingLine(3, 0.1), options);
    QCOMPARE(report.graph->nodeCount(), std::size_t{1});
    QVERIFY(report.graph->isOpen(0));
    QVERIFY(report.outcomes.empty());
    QCOMPARE(report.choice.nearest, -1);
    QCOMPARE(report.indeterminacy.lower, 0.0);
    QVERIFY(report.indeterminacy.upper > 0);
  }

  void memoryCeilingEndsTheSearch() {
    GraphLimits limits;
    limits.maxBytes = 1 << 20;
    const OrderingGraph graph = exploreOrderings(convergingLine(9), limits);
    QCOMPARE(toString(graph.limit()), std::string_view("memory"));
    QVERIFY(graph.memoryUsed() <= limits.maxBytes);
  }

  void statesStayWithinTheirBytes() {
    const OrderingGraph graph = exploreOrderings(convergingLine(8));
    const double bytes = static_cast<double>(graph.memoryUsed()) / static_cast<double>(graph.nodeCount());
    QVERIFY2(bytes <= 100 + 8 * graph.contactCount(), qPrintable(QString::number(bytes)));
  }

  void cancellingEndsTheSearch() {
    std::stop_source source;
    std::size_t calls = 0;
    const OrderingGraph graph =
        exploreOrderings(convergingLine(9), {}, source.get_token(), [&](double fraction) {
          QVERIFY(fraction <= 1);
          if (++calls == 3) source.request_stop();
        });
    QCOMPARE(toString(graph.limit()), std::string_view("cancelled"));
    QVERIFY(graph.nodeCount() < 362880);
  }

  void unequalMassesMultiplyTheStates() {
    // The same tree walked without merging is the reference.
    for (const double growth : {0.1, 0.5, 1.0}) {
      const ImpactProblem problem = convergingLine(4, growth);
      const Tree tree = wholeTree(problem);
      const ImpactReport report = resolveImpact(problem);
      QCOMPARE(text(report.orderings), QString::number(tree.words.size()));
      QVERIFY(report.outcomes.size() > 1);
    }
  }

  void equalMomentaJoinAfterThousandsOfReflections() {
    // A pair with π/δ = 900 and a second one beside it: the words of both pairs interleave, and the graph is
    // a grid only if the momenta are joined after each of up to 1800 reflections.
    Eigen::MatrixXd G = coxeterGram(4, {{0, 1, 900}, {2, 3, 900}});
    Eigen::VectorXd c(4);
    c << -0.3, 0.3 * std::cos(std::numbers::pi / 900) + 1e-3, -0.4,
        0.4 * std::cos(std::numbers::pi / 900) + 1e-3;
    const ImpactReport report = resolveImpact(fromGram(G, c));
    QVERIFY(report.complete());
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    const auto a = followPolicy(fromGram(G.topLeftCorner(2, 2), c.head(2)), Policy{}).size();
    const auto b = followPolicy(fromGram(G.bottomRightCorner(2, 2), c.tail(2)), Policy{}).size();
    QVERIFY(a + b > 500);
    QCOMPARE(std::size_t{report.maxLength}, a + b);
    QCOMPARE(report.graph->nodeCount(), (a + 1) * (b + 1));
  }
};

CAROM_TEST(ImpactCounts);
#include "tst_impact_counts.moc"
