#include <set>

#include "orderings/layered_layout.h"
#include "support/test_program.h"

using namespace carom;

using Edges = std::vector<LayoutEdge>;
Q_DECLARE_METATYPE(Edges)

namespace {

/// The graph of the orderings that sort n values by exchanging neighbours: bubble sort in every order.
struct Sorting {
  std::vector<std::vector<int>> states;
  Edges edges;

  explicit Sorting(int n) {
    std::vector<int> first(n);
    for (int i = 0; i < n; ++i) first[i] = n - i;
    states.push_back(first);
    for (std::size_t i = 0; i < states.size(); ++i)
      for (int k = 0; k + 1 < n; ++k) {
        auto next = states[i];
        if (next[k] < next[k + 1]) continue;
        std::swap(next[k], next[k + 1]);
        auto found = std::find(states.begin(), states.end(), next);
        if (found == states.end()) found = states.insert(states.end(), next);
        edges.push_back({static_cast<int>(i), static_cast<int>(found - states.begin())});
      }
  }
  int count() const { return static_cast<int>(states.size()); }
};

}  // namespace

class TestOrderingGraphLayout : public QObject {
  Q_OBJECT
 private slots:
  void edgesLeadDownwards_data() { graphs(); }
  void edgesLeadDownwards();
  void neighboursKeepTheirDistance_data() { graphs(); }
  void neighboursKeepTheirDistance();
  void sameGraphSamePlaces();
  void planarGraphsAreDrawnWithoutCrossings();
  void barycentresRemoveCrossings();
  void symmetricTreesAreDrawnSymmetrically();
  void longestWayDecidesTheLayer();
  void spansAreKept();
  void cyclesAreLaidOut();

 private:
  static void graphs();
};

void TestOrderingGraphLayout::graphs() {
  QTest::addColumn<int>("count");
  QTest::addColumn<Edges>("edges");
  QTest::newRow("single") << 1 << Edges{};
  QTest::newRow("two words") << 5 << Edges{{0, 1}, {0, 2}, {1, 3}, {2, 4}};
  QTest::newRow("hexagon") << 6 << Edges{{0, 1}, {0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 5}};
  QTest::newRow("short cut") << 4 << Edges{{0, 1}, {1, 2}, {2, 3}, {0, 3}};
  for (const int n : {4, 5}) {
    const Sorting sorting(n);
    QTest::addRow("sorting %d", n) << sorting.count() << sorting.edges;
  }
}

void TestOrderingGraphLayout::edgesLeadDownwards() {
  QFETCH(int, count);
  QFETCH(Edges, edges);
  const GraphLayout layout = layOutGraph(count, edges);
  QCOMPARE(static_cast<int>(layout.nodes.size()), count);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    double y = layout.nodes[edges[e].from].y();
    for (const QPointF& bend : layout.bends[e]) QCOMPARE(bend.y(), ++y);
    QCOMPARE(layout.nodes[edges[e].to].y(), y + 1);
  }
}

void TestOrderingGraphLayout::neighboursKeepTheirDistance() {
  QFETCH(int, count);
  QFETCH(Edges, edges);
  const GraphLayout layout = layOutGraph(count, edges);
  int seen = 0;
  for (const auto& layer : layout.byLayer) {
    seen += static_cast<int>(layer.size());
    for (std::size_t i = 1; i < layer.size(); ++i)
      QVERIFY(layout.nodes[layer[i]].x() - layout.nodes[layer[i - 1]].x() > 1 - 1e-9);
  }
  QCOMPARE(seen, count);
}

void TestOrderingGraphLayout::sameGraphSamePlaces() {
  const Sorting sorting(5);
  QCOMPARE(layOutGraph(sorting.count(), sorting.edges).nodes,
           layOutGraph(sorting.count(), sorting.edges).nodes);
}

void TestOrderingGraphLayout::planarGraphsAreDrawnWithoutCrossings() {
  const Sorting hexagon(3);
  QCOMPARE(hexagon.count(), 6);
  QCOMPARE(crossings(layOutGraph(hexagon.count(), hexagon.edges), hexagon.edges), 0);
  // A tree whose leaves arrive in an awkward order.
  const Edges tree{{0, 1}, {0, 2}, {0, 3}, {3, 4}, {1, 5}, {2, 6}, {3, 7}, {1, 8}};
  QCOMPARE(crossings(layOutGraph(9, tree), tree), 0);
}

void TestOrderingGraphLayout::barycentresRemoveCrossings() {
  const Edges ladder{{0, 1}, {0, 2}, {0, 3}, {1, 6}, {2, 5}, {3, 4}};
  QCOMPARE(crossings(layOutGraph(7, ladder), ladder), 0);
  const Sorting sorting(4);
  QVERIFY(crossings(layOutGraph(sorting.count(), sorting.edges), sorting.edges) <= 8);
}

void TestOrderingGraphLayout::symmetricTreesAreDrawnSymmetrically() {
  const GraphLayout layout = layOutGraph(5, {{0, 1}, {0, 2}, {1, 3}, {2, 4}});
  const double axis = layout.nodes[0].x();
  QVERIFY(qAbs(layout.nodes[1].x() + layout.nodes[2].x() - 2 * axis) < 1e-9);
  QVERIFY(qAbs(layout.nodes[1].x() - layout.nodes[3].x()) < 1e-6);
  const Sorting sorting(4);  // begins and ends in one node: upright
  const GraphLayout upright = layOutGraph(sorting.count(), sorting.edges);
  QVERIFY(qAbs(upright.nodes.front().x() - upright.nodes.back().x()) < 1e-9);
}

void TestOrderingGraphLayout::longestWayDecidesTheLayer() {
  const GraphLayout layout = layOutGraph(4, {{0, 3}, {0, 1}, {1, 2}, {2, 3}});
  QCOMPARE(layout.nodes[3].y(), 3.0);
  QCOMPARE(layout.bends[0].size(), std::size_t{2});
  QCOMPARE(layout.layers, 4);
}

void TestOrderingGraphLayout::spansAreKept() {
  const GraphLayout layout = layOutGraph(2, {{0, 1, 3}});
  QCOMPARE(layout.nodes[1].y() - layout.nodes[0].y(), 3.0);
}

void TestOrderingGraphLayout::cyclesAreLaidOut() {
  const GraphLayout layout = layOutGraph(3, {{0, 1}, {1, 2}, {2, 1}});
  QCOMPARE(layout.nodes.size(), std::size_t{3});
}

CAROM_TEST(TestOrderingGraphLayout);
#include "tst_ordering_graph_layout.moc"
