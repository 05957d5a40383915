// The search by several threads: the same graph, bit by bit, as node by node.

#include <QtTest>
#include <cstring>

#include "base/threads.h"
#include "impact/certificate/termination.h"
#include "impact/graph/search.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

using Graph = std::unique_ptr<const OrderingGraph>;

SearchRules elasticRules(const ImpactProblem& problem) {
  return {.rising = decideTermination(problem).rising};
}

Graph search(const ImpactProblem& problem, const SearchRules& rules, const GraphLimits& limits) {
  return std::make_unique<const OrderingGraph>(searchOrderings(problem, rules, limits, {}, {}).data);
}

/// A search with guarded contacts, of which there are none, expands node by node.
Graph nodeByNode(const ImpactProblem& problem, SearchRules rules, const GraphLimits& limits) {
  rules.guarded.assign(static_cast<std::size_t>(problem.contactCount()), false);
  return search(problem, rules, limits);
}

Graph byThreads(int threads, const ImpactProblem& problem, const SearchRules& rules,
                const GraphLimits& limits) {
  Graph graph;
  withThreads(threads, [&] { graph = search(problem, rules, limits); });
  return graph;
}

bool sameBits(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// The first difference of two graphs, or an empty text.
QString difference(const OrderingGraph& a, const OrderingGraph& b) {
  if (a.nodeCount() != b.nodeCount())
    return QStringLiteral("%1 and %2 nodes").arg(a.nodeCount()).arg(b.nodeCount());
  if (a.limit() != b.limit()) return QStringLiteral("limits");
  if (a.edgeCount() != b.edgeCount()) return QStringLiteral("numbers of edges");
  if (a.outcomes() != b.outcomes()) return QStringLiteral("outcomes");
  for (OrderingGraph::NodeId node = 0; node < a.nodeCount(); ++node) {
    const auto differs = [node](const char* what) {
      return QStringLiteral("%1 of node %2").arg(QString::fromLatin1(what)).arg(node);
    };
    if (!sameBits(a.contactCoordinates(node), b.contactCoordinates(node))) return differs("coordinates");
    if (a.isOpen(node) != b.isOpen(node)) return differs("openness");
    if (a.level(node) != b.level(node)) return differs("level");
    if (a.complete() && !(a.orderingsTo(node) == b.orderingsTo(node))) return differs("count");
    const auto mine = a.edges(node), other = b.edges(node);
    if (mine.size() != other.size()) return differs("edges");
    for (auto i = mine.begin(), j = other.begin(); i != mine.end(); ++i, ++j)
      if ((*i).target != (*j).target || (*i).contact != (*j).contact) return differs("targets");
  }
  return {};
}

}  // namespace

class ParallelSearch : public QObject {
  Q_OBJECT

 private slots:
  void threadsGiveTheGraphOfOneByOne_data() {
    QTest::addColumn<int>("balls");
    QTest::addColumn<double>("growth");
    QTest::addColumn<quint64>("most");
    QTest::newRow("8 equal balls") << 8 << 0.0 << quint64{4'000'000};
    QTest::newRow("9 equal balls") << 9 << 0.0 << quint64{4'000'000};
    QTest::newRow("9 equal balls, cut in a level") << 9 << 0.0 << quint64{123'457};
    QTest::newRow("7 unequal balls, cut") << 7 << 0.13 << quint64{150'000};
    QTest::newRow("16 balls, cut") << 16 << 0.0 << quint64{200'000};
    QTest::newRow("41 balls, cut") << 41 << 0.0 << quint64{40'000};
  }
  void threadsGiveTheGraphOfOneByOne() {
    QFETCH(int, balls);
    QFETCH(double, growth);
    QFETCH(quint64, most);
    const ImpactProblem problem = convergingLine(balls, growth);
    const SearchRules rules = elasticRules(problem);
    const GraphLimits limits{.maxStates = most};
    const Graph expected = nodeByNode(problem, rules, limits);
    for (const int threads : {1, 2, 3, 8})
      QCOMPARE(difference(*byThreads(threads, problem, rules, limits), *expected), QString());
  }

  void randomContactsGiveTheGraphOfOneByOne() {
    // Normals without relations, of which some lean on others: the search goes to extended precision.
    Random random(91);
    int large = 0;
    for (int i = 0; i < 60; ++i) {
      const ImpactProblem problem = randomProblem(random, 4 + i % 5, 4 + i % 4, i % 3 == 0 ? 0.02 : 0.3);
      if (!decideTermination(problem).terminates) continue;
      const SearchRules rules = elasticRules(problem);
      const GraphLimits limits{.maxStates = 30'000};
      const Graph expected = nodeByNode(problem, rules, limits);
      large += expected->nodeCount() > 10'000;
      QCOMPARE(difference(*byThreads(2, problem, rules, limits), *expected), QString());
    }
    QVERIFY2(large >= 5, qPrintable(QString::number(large)));
  }

  void extendedPrecisionGivesTheGraphOfOneByOne() {
    // A finer merging is searched in extended precision from p⁻ on.
    const ImpactProblem problem = convergingLine(8);
    SearchRules rules = elasticRules(problem);
    rules.merging = mergeTolerance / 100;
    const Graph expected = nodeByNode(problem, rules, {});
    QCOMPARE(expected->nodeCount(), std::size_t{40320});
    for (const int threads : {1, 2, 3})
      QCOMPARE(difference(*byThreads(threads, problem, rules, {}), *expected), QString());
  }

  void reflectionGroupIsSearchedAlike() {
    const ImpactProblem problem = lineAndWall(7);  // 2⁷ 7! momenta
    const SearchRules rules = elasticRules(problem);
    const Graph shared = byThreads(2, problem, rules, {});
    QCOMPARE(shared->nodeCount(), std::size_t{645'120});
    QCOMPARE(difference(*shared, *nodeByNode(problem, rules, {})), QString());
  }

  void reflectionsOverBordersOfBlocksGiveTheGraphOfOneByOne() {
    // With two cells in a block one reflection of sixteen may meet a state of another block.
    for (const ImpactProblem& problem : {convergingLine(8), lineAndWall(6)}) {
      SearchRules rules = elasticRules(problem);
      const Graph expected = nodeByNode(problem, rules, {});
      for (rules.blockBits = 0; rules.blockBits <= 3; ++rules.blockBits)
        for (const int threads : {1, 3})
          QCOMPARE(difference(*byThreads(threads, problem, rules, {}), *expected), QString());
    }
  }

  void nearProjectionsAreInOneCellOrInNeighbours() {
    Random random(7);
    int apart = 0;
    for (int i = 0; i < 20'000; ++i) {
      const double a = random.uniform(-1e4, 1e4), b = a + random.uniform(0, 0.999 * StateCell::perMargin);
      const StateCell one(a), other(b);
      QCOMPARE(one.number(), static_cast<std::int64_t>(std::floor(a)));
      if (one.number() == other.number()) continue;
      ++apart;
      QVERIFY(one.hasNeighbour() && other.hasNeighbour());
      QCOMPARE(one.neighbour().number(), other.number());
      QCOMPARE(other.neighbour().number(), one.number());
    }
    QVERIFY2(apart > 300, qPrintable(QString::number(apart)));
    // Projections beyond the numbers of cells share the outermost ones.
    QCOMPARE(StateCell(1e300).number(), StateCell(1e200).number());
    QCOMPARE(StateCell(-1e300).number(), -StateCell(1e300).number());
  }

  void memoryEndsEveryNumberOfThreadsAlike() {
    const ImpactProblem problem = convergingLine(9);
    const SearchRules rules = elasticRules(problem);
    for (const std::size_t bytes : {std::size_t{1} << 22, std::size_t{1} << 24, std::size_t{1} << 25}) {
      const GraphLimits limits{.maxBytes = bytes};
      const Graph one = byThreads(1, problem, rules, limits);
      QCOMPARE(toString(one->limit()), std::string_view("memory"));
      QVERIFY(one->memoryUsed() <= bytes);
      QCOMPARE(difference(*byThreads(3, problem, rules, limits), *one), QString());
    }
  }

  void workEndsEveryNumberOfThreadsAlike() {
    const ImpactProblem problem = convergingLine(9);
    const SearchRules rules = elasticRules(problem);
    for (const std::size_t comparisons : {std::size_t{200'000}, std::size_t{1'000'003}}) {
      const GraphLimits limits{.maxComparisons = comparisons};
      const Graph one = byThreads(1, problem, rules, limits);
      QCOMPARE(toString(one->limit()), std::string_view("work"));
      QVERIFY(one->nodeCount() < 362'880);
      QCOMPARE(difference(*byThreads(3, problem, rules, limits), *one), QString());
    }
  }
};

CAROM_TEST(ParallelSearch);
#include "tst_parallel_search.moc"
