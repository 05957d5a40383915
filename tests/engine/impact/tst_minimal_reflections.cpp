// Which reflections of a graph lie on a minimal ordering.

#include "impact/certificate/minimal_word.h"
#include "impact/graph/minimal_reflections.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;
using Answer = MinimalReflections::Answer;

namespace {

ImpactReport reportOf(const std::string& scene, const Assignments& assignments,
                      std::size_t budget = 200'000) {
  const SceneInstance instance = Scene::open(scene)->instantiate(assignments);
  ResolveOptions options;
  options.minimalityChecks = budget;
  return resolveImpact(*impactAt(*instance.mechanism, instance.initial.q, instance.initial.p), options);
}

}  // namespace

class TestMinimalReflections : public QObject {
  Q_OBJECT
 private slots:
  void certificateMakesEveryReflectionMinimal() {
    const ImpactReport report = reportOf("newtons-cradle", {{"n", "4"}, {"moving", "2"}});
    const MinimalReflections minimal(report);
    for (OrderingGraph::NodeId node = 0; node < report.graph->nodeCount(); ++node)
      for (const auto& edge : report.graph->edges(node))
        QCOMPARE(minimal.edge(*report.graph, node, edge.contact), Answer::Yes);
  }

  void longerOrderingOfAPairIsNotMinimal() {
    const ImpactReport report = reportOf("line-and-wall", {{"n", "2"}, {"first", "5"}});
    QVERIFY(report.minLength < report.maxLength);
    const MinimalReflections minimal(report);
    for (const Outcome& outcome : report.outcomes) {
      const Answer expected = outcome.example.size() == report.minLength ? Answer::Yes : Answer::No;
      QCOMPARE(minimal.edge(*report.graph, 0, outcome.example.front()), expected);
    }
  }

  void everyReflectionOfAMinimalWordIsMarkedAndNoOther() {
    const ImpactReport report = reportOf("line-and-wall", {{"n", "3"}, {"first", "2"}});
    const MinimalReflections minimal(report);
    std::map<std::pair<OrderingGraph::NodeId, ContactIndex>, bool> onMinimal;
    Word word;
    const auto walk = [&](const auto& self, OrderingGraph::NodeId node) -> void {
      if (report.graph->isOutcome(node)) {
        std::size_t budget = 1'000'000;
        const bool isMinimal = isMinimalWord(report.problem, word, budget).value();
        OrderingGraph::NodeId at = 0;
        for (const ContactIndex contact : word) {
          onMinimal[{at, contact}] |= isMinimal;
          for (const auto& edge : report.graph->edges(at))
            if (edge.contact == contact) {
              at = edge.target;
              break;
            }
        }
        return;
      }
      for (const auto& edge : report.graph->edges(node)) {
        word.push_back(edge.contact);
        self(self, edge.target);
        word.pop_back();
      }
    };
    walk(walk, 0);
    int minimalEdges = 0;
    for (const auto& [edge, isMinimal] : onMinimal) {
      QCOMPARE(minimal.edge(*report.graph, edge.first, edge.second), isMinimal ? Answer::Yes : Answer::No);
      minimalEdges += isMinimal;
    }
    QVERIFY(minimalEdges > 0 && minimalEdges < static_cast<int>(onMinimal.size()));
  }

  void whatTheBudgetLeavesOutIsUndecided() {
    const ImpactReport report = reportOf("line-and-wall", {{"n", "3"}, {"first", "2"}});
    const MinimalReflections minimal(report, 0);
    QCOMPARE(minimal.edge(*report.graph, 0, report.outcomes.front().example.front()), Answer::Undecided);
  }
};

CAROM_TEST(TestMinimalReflections);
#include "tst_minimal_reflections.moc"
