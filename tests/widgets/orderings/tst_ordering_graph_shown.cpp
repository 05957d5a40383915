#include <set>

#include "orderings/graph_dot.h"
#include "orderings/ordering_graph_figure.h"
#include "orderings/visible_graph.h"
#include "support/snapshot_factory.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using NodeId = OrderingGraph::NodeId;

struct Shown {
  SnapshotPtr snapshot;
  const OrderingGraph& graph;
  SelectedPath path;
  explicit Shown(const std::string& scene, const Assignments& assignments = {})
      : snapshot(makeSnapshot(scene, assignments)),
        graph(*snapshot->report->graph),
        path(pathOf(graph, snapshot->ordering)) {}
};

int reflections(const ShownGraph& shown) {
  int count = 0;
  for (const auto& edge : shown.edges) count += edge.swallowed + 1;
  return count;
}

}  // namespace

/// What is drawn of a graph: all of a small one, a bounded part of a large one, chains folded.
class TestOrderingGraphShown : public QObject {
  Q_OBJECT
 private slots:
  void smallGraphsAreShownWhole_data();
  void smallGraphsAreShownWhole();
  void largeGraphsAreShownByWholeLevels();
  void selectedOrderingIsShownToItsEnd_data();
  void selectedOrderingIsShownToItsEnd();
  void nextLevelAddsAllItsNodes();
  void expandedNodeShowsAllItsReflections();
  void chainsWithoutAChoiceAreFolded();
  void currentNodeIsNeverFolded();
  void unfoldingShowsTheBeginning();
  void meetingPointsAreNotFolded();
  void millionsOfMomentaAreNotRead();
  void clickOnTheSelectedOrderingKeepsIt();
  void clickElsewhereGivesAnOrderingThroughThere_data();
  void clickElsewhereGivesAnOrderingThroughThere();
  void dotNamesEveryReflection();
};

void TestOrderingGraphShown::smallGraphsAreShownWhole_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<int>("n");
  QTest::newRow("break") << "billiard-break" << 0;
  QTest::newRow("3 balls") << "converging-line" << 3;
  QTest::newRow("5 balls") << "converging-line" << 5;
}

void TestOrderingGraphShown::smallGraphsAreShownWhole() {
  QFETCH(QString, scene);
  QFETCH(int, n);
  const Shown q(scene.toStdString(), n ? Assignments{{"n", std::to_string(n)}} : Assignments{});
  const ShownGraph shown = chooseShown(q.graph, q.path, -1);
  QCOMPARE(shown.nodes.size(), q.graph.nodeCount());
  QCOMPARE(shown.edges.size(), q.graph.edgeCount());
  QCOMPARE(shown.hiddenNodes, std::size_t{0});
  QCOMPARE(shown.levels, shown.allLevels);
  for (const auto& node : shown.nodes) QCOMPARE(node.hidden, 0);
}

void TestOrderingGraphShown::largeGraphsAreShownByWholeLevels() {
  const Shown q("converging-line", {{"n", "7"}});
  QCOMPARE(q.graph.nodeCount(), std::size_t{5040});
  const ShownGraph shown = chooseShown(q.graph, q.path, -1);
  QVERIFY(shown.nodes.size() < 200);
  QVERIFY(shown.levels > 0 && shown.levels < shown.allLevels);
  QCOMPARE(shown.allLevels, 21);
  std::set<NodeId> ids;
  for (const auto& node : shown.nodes) ids.insert(node.id);
  for (NodeId id = 0; q.graph.level(id) <= static_cast<std::uint32_t>(shown.levels); ++id)
    QVERIFY(ids.contains(id));
  // What is not shown is counted where it leaves.
  for (int i = 0; i < static_cast<int>(shown.nodes.size()); ++i) {
    const auto leaving =
        std::count_if(shown.edges.begin(), shown.edges.end(), [&](const auto& e) { return e.from == i; });
    QCOMPARE(static_cast<std::size_t>(leaving + shown.nodes[i].hidden),
             q.graph.edges(shown.nodes[i].id).size());
  }
}

void TestOrderingGraphShown::selectedOrderingIsShownToItsEnd_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QString>("parameter");
  QTest::addColumn<QString>("value");
  QTest::newRow("break") << "billiard-break"
                         << "theta"
                         << "120deg";
  QTest::newRow("7 balls") << "converging-line"
                           << "n"
                           << "7";
  QTest::newRow("rack") << "rack-break"
                        << "rows"
                        << "3";
  QTest::newRow("galperin") << "galperin"
                            << "digits"
                            << "3";
}

void TestOrderingGraphShown::selectedOrderingIsShownToItsEnd() {
  QFETCH(QString, scene);
  QFETCH(QString, parameter);
  QFETCH(QString, value);
  const Shown q(scene.toStdString(), {{parameter.toStdString(), value.toStdString()}});
  const ShownGraph shown = chooseShown(q.graph, q.path, -1);
  // Follow the marked edges from the root: they lead to the outcome, and their reflections make up the word.
  int at = ShownGraph::root, length = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (const auto& edge : shown.edges)
      if (edge.selected && edge.from == at && !moved) {
        QCOMPARE(shown.nodes[edge.from].step, length);
        QCOMPARE(edge.contact, q.snapshot->ordering[length]);
        length += edge.swallowed + 1;
        at = edge.to;
        moved = true;
      }
  }
  QCOMPARE(length, static_cast<int>(q.snapshot->ordering.size()));
  QVERIFY(q.graph.isOutcome(shown.nodes[at].id));
}

void TestOrderingGraphShown::nextLevelAddsAllItsNodes() {
  const Shown q("converging-line", {{"n", "7"}});
  const ShownGraph before = chooseShown(q.graph, q.path, -1);
  ShownWishes wishes;
  wishes.levels = before.levels + 1;
  const ShownGraph after = chooseShown(q.graph, q.path, -1, wishes);
  QCOMPARE(after.levels, before.levels + 1);
  const auto ofLevel = [&](const ShownGraph& shown, int level) {
    return std::count_if(shown.nodes.begin(), shown.nodes.end(), [&](const auto& node) {
      return q.graph.level(node.id) == static_cast<std::uint32_t>(level);
    });
  };
  int all = 0;
  for (NodeId id = 0; id < q.graph.nodeCount(); ++id)
    all += q.graph.level(id) == static_cast<std::uint32_t>(after.levels);
  QCOMPARE(static_cast<int>(ofLevel(after, after.levels)), all);
  QVERIFY(ofLevel(before, after.levels) < all);
}

void TestOrderingGraphShown::expandedNodeShowsAllItsReflections() {
  const Shown q("converging-line", {{"n", "7"}});
  const ShownGraph before = chooseShown(q.graph, q.path, -1);
  const auto closed = std::find_if(before.nodes.begin(), before.nodes.end(),
                                   [](const auto& node) { return node.hidden > 1; });
  QVERIFY(closed != before.nodes.end());
  ShownWishes wishes;
  wishes.expanded.insert(closed->id);
  const ShownGraph after = chooseShown(q.graph, q.path, -1, wishes);
  QCOMPARE(after.nodes[after.indexOf(closed->id)].hidden, 0);
  for (const auto& edge : q.graph.edges(closed->id)) QVERIFY(after.indexOf(edge.target) >= 0);
  QVERIFY(after.nodes.size() <= before.nodes.size() + closed->hidden + ShownBudget{}.shortestChain);
}

void TestOrderingGraphShown::chainsWithoutAChoiceAreFolded() {
  const Shown q("galperin", {{"digits", "2"}});
  const ShownGraph shown = chooseShown(q.graph, q.path, -1);
  QCOMPARE(shown.nodes.size(), std::size_t{2});
  QCOMPARE(reflections(shown), 314);
  QCOMPARE(shown.hiddenNodes, std::size_t{0});
}

void TestOrderingGraphShown::currentNodeIsNeverFolded() {
  const Shown q("galperin", {{"digits", "2"}});
  for (const int current : {0, 1, 100, 313, 314}) {
    const ShownGraph shown = chooseShown(q.graph, q.path, current);
    QVERIFY(shown.indexOf(q.path.nodes[current]) >= 0);
    QCOMPARE(reflections(shown), 314);
  }
}

void TestOrderingGraphShown::unfoldingShowsTheBeginning() {
  const Shown q("galperin", {{"digits", "2"}});
  const ShownGraph folded = chooseShown(q.graph, q.path, -1);
  const auto nodes = beginningOfChain(q.graph, folded, folded.edges.front(), q.path);
  QCOMPARE(static_cast<int>(nodes.size()), ShownBudget{}.unfoldStep);
  ShownWishes wishes;
  wishes.unfolded.insert(nodes.begin(), nodes.end());
  const ShownGraph shown = chooseShown(q.graph, q.path, -1, wishes);
  QCOMPARE(shown.nodes.size(), nodes.size() + 2);
  QCOMPARE(reflections(shown), 314);
}

void TestOrderingGraphShown::meetingPointsAreNotFolded() {
  // Two words of three reflections that end alike: six momenta, two runs of two nodes, one meeting point.
  const Shown q("converging-line", {{"n", "3"}});
  ShownBudget budget;
  budget.shortestChain = 1;
  const ShownGraph shown = chooseShown(q.graph, q.path, -1, {}, budget);
  QCOMPARE(shown.nodes.size(), std::size_t{2});
  QCOMPARE(shown.edges.size(), std::size_t{2});
  QCOMPARE(reflections(shown), 6);
  QCOMPARE(shown.edges[0].to, shown.edges[1].to);
}

void TestOrderingGraphShown::millionsOfMomentaAreNotRead() {
  const Shown q("galperin", {{"digits", "4"}});
  ShownBudget budget;
  budget.visits = 100;  // the chain is longer than what may be looked at
  const ShownGraph shown = chooseShown(q.graph, q.path, -1, {}, budget);
  QVERIFY(shown.nodes.size() < 10);
  QVERIFY(q.graph.isOutcome(shown.nodes.back().id));
}

void TestOrderingGraphShown::clickOnTheSelectedOrderingKeepsIt() {
  const Shown q("converging-line", {{"n", "4"}});
  const ImpactProblem& problem = q.snapshot->report->problem;
  for (int step = 0; step < static_cast<int>(q.path.nodes.size()); ++step) {
    const ChosenOrdering chosen = orderingThrough(q.graph, problem, q.path, q.path.nodes[step]);
    QCOMPARE(chosen.word, q.snapshot->ordering);
    QCOMPARE(chosen.step, step);
  }
  const ChosenOrdering edge = orderingThroughEdge(q.graph, problem, q.path, 0, q.snapshot->ordering.front());
  QCOMPARE(edge.word, q.snapshot->ordering);
  QCOMPARE(edge.step, 1);
}

void TestOrderingGraphShown::clickElsewhereGivesAnOrderingThroughThere_data() {
  QTest::addColumn<QString>("scene");
  QTest::newRow("converging-line") << "converging-line";
  QTest::newRow("rack-break") << "rack-break";
}

void TestOrderingGraphShown::clickElsewhereGivesAnOrderingThroughThere() {
  QFETCH(QString, scene);
  const Shown q(scene.toStdString());
  const ImpactProblem& problem = q.snapshot->report->problem;
  for (NodeId node = 0; node < q.graph.nodeCount(); ++node) {
    const ChosenOrdering chosen = orderingThrough(q.graph, problem, q.path, node);
    QVERIFY(q.graph.isOutcome(q.graph.follow(chosen.word)));
    QCOMPARE(q.graph.follow(std::span(chosen.word).first(chosen.step)), node);
    for (const auto& edge : q.graph.edges(node)) {
      const ChosenOrdering through = orderingThroughEdge(q.graph, problem, q.path, node, edge.contact);
      QVERIFY(q.graph.isOutcome(q.graph.follow(through.word)));
      QCOMPARE(through.word[through.step - 1], edge.contact);
      QCOMPARE(q.graph.follow(std::span(through.word).first(through.step)), edge.target);
    }
  }
}

void TestOrderingGraphShown::dotNamesEveryReflection() {
  const Shown q("billiard-break", {{"theta", "120deg"}});
  const QString dot = toDot(q.graph, q.snapshot->report->problem, q.path);
  QVERIFY(dot.startsWith(QStringLiteral("digraph")));
  QCOMPARE(dot.count(QStringLiteral(" -> ")), static_cast<int>(q.graph.edgeCount()));
  QCOMPARE(dot.count(QStringLiteral("label=\"ac\"")), 2);
  QCOMPARE(dot.count(QStringLiteral("penwidth")), 2);
  QCOMPARE(dot.count(QStringLiteral("doublecircle")), 2);
}

CAROM_TEST(TestOrderingGraphShown);
#include "tst_ordering_graph_shown.moc"
