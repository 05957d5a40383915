// What is decided about an impact beside its parameters: rule, comparison, restitution. Every choice is one
// undo step, and a rule follows the state.

#include "answer/choose_ordering.h"
#include "answer/impact_of_run.h"
#include "document/document.h"
#include "impact/reflection.h"
#include "support/test_program.h"

using namespace carom;
using Kind = OrderingRule::Kind;

namespace {

SnapshotPtr answerTo(const std::string& scene, const Assignments& assignments,
                     const ImpactSettings& settings) {
  SnapshotRequest request;
  request.scene = Scene::open(scene);
  request.assignments = assignments;
  request.settings = settings;
  return computeSnapshot(request);
}

WholeImpact firstImpact(const SnapshotPtr& snapshot) {
  return wholeImpactOf(*snapshot, 0);
}

}  // namespace

class TestImpactChoices : public QObject {
  Q_OBJECT

  std::unique_ptr<Document> document;
  SnapshotPtr last;

 private slots:
  void init() {
    document = std::make_unique<Document>();
    connect(document.get(), &Document::requested, this, [this](const SnapshotRequest& request) {
      last = computeSnapshot(request);
      document->accept(last);
    });
    SnapshotRequest open;
    open.scene = Scene::open("billiard-break");
    document->reset(computeSnapshot(open));
    document->setAssignment("theta", "120deg");
  }

  void ruleIsOneUndoStepAndFollowsADrag() {
    OrderingRule rule{Kind::Priority, {"bc"}, 1};
    document->setRule(rule);
    QCOMPARE(document->undoStack()->count(), 2);
    QCOMPARE(last->ordering, (Word{1, 0}));
    document->beginEdit("Change theta");
    for (const char* theta : {"125deg", "130deg", "150deg"}) {
      document->previewAssignment("theta", theta);
      QCOMPARE(last->ordering.front(), ContactIndex{1});
      QCOMPARE(last->ordering, followPolicy(last->report->problem, {Policy::Kind::Priority, {1}, 0}));
    }
    document->commitEdit();
    QCOMPARE(last->ordering.size(), std::size_t{3});  // beyond the kink a third reflection follows
    document->undoStack()->undo();
    QVERIFY(document->state().settings.rule == rule);
    document->undoStack()->undo();
    QVERIFY(!document->state().settings.rule);
    QCOMPARE(last->ordering, last->report->outcomes.front().example);
  }

  void choiceByHandEndsARule() {
    document->setRule(OrderingRule{});
    document->setOrdering({1, 0});
    QVERIFY(!document->state().settings.rule);
    QCOMPARE(last->ordering, (Word{1, 0}));
    document->undoStack()->undo();
    QVERIFY(document->state().settings.rule == OrderingRule{});
    QVERIFY(!document->state().ordering);
  }

  void everyRuleEndsInAnOutcome_data() {
    QTest::addColumn<int>("kind");
    for (const auto& [name, kind] :
         {std::pair("most", Kind::MostInfeasible), std::pair("least", Kind::LeastInfeasible),
          std::pair("speed", Kind::ApproachSpeed), std::pair("priority", Kind::Priority),
          std::pair("random", Kind::Random), std::pair("in turn", Kind::GaussSeidel),
          std::pair("nearest", Kind::NearestOutcome)})
      QTest::newRow(name) << static_cast<int>(kind);
  }
  void everyRuleEndsInAnOutcome() {
    QFETCH(int, kind);
    const OrderingRule rule{static_cast<Kind>(kind), {"no such contact", "ball2-ball3"}, 7};
    for (const bool inelastic : {false, true}) {
      ImpactSettings settings{.rule = rule};
      if (inelastic) settings.reflectionRestitution = 0.5;
      const auto snapshot = answerTo("line-and-wall", {{"n", "3"}, {"first", "2"}}, settings);
      QVERIFY(snapshot->outcome >= 0);
      if (rule.kind == Kind::NearestOutcome) QCOMPARE(snapshot->outcome, snapshot->report->choice.nearest);
      QCOMPARE(outcomeOf(*snapshot->report, snapshot->ordering), snapshot->outcome);
    }
  }

  void theFrictionLcpFollowsNoOrdering() {
    const OrderingRule rule{Kind::FrictionLcp, {}, 1};
    const auto answer = answerTo("rack-friction", {}, {.rule = rule});
    QVERIFY(answer->ordering.empty());
    QCOMPARE(answer->outcome, -1);
    QVERIFY(answer->trajectory->impacts.front().atOnce);
    // Two equal balls: at once or one after the other, the balls part at the same speeds.
    const auto alone = answerTo("newtons-cradle", {{"n", "2"}}, {.rule = rule});
    QCOMPARE(alone->outcome, 0);
  }

  void comparisonIsUndoableAndFollowsTheState() {
    document->setComparison(Word{1, 0});
    QVERIFY(last->comparison);
    QCOMPARE(last->comparison->outcome, 1);
    QCOMPARE(last->trajectory->impacts.front().word, (Word{0, 1}));
    QCOMPARE(last->comparison->trajectory->impacts.front().word, (Word{1, 0}));
    document->setAssignment("theta", "150deg");  // the pinned word goes on where it no longer ends
    QCOMPARE(last->comparison->word, (Word{1, 0, 1}));
    document->undoStack()->undo();
    document->undoStack()->undo();
    QVERIFY(!last->comparison);
  }

  void restitutionTakesItsShareOfTheEnergy_data() {
    QTest::addColumn<double>("R");
    for (const double R : {0.0, 0.3, 0.8, 1.0}) QTest::addRow("%g", R) << R;
  }
  void restitutionTakesItsShareOfTheEnergy() {
    QFETCH(double, R);
    document->setRestitution(R, std::nullopt);
    const ImpactProblem& problem = last->report->problem;
    const double before = problem.metric().energy(problem.momentum());
    const double plastic = before - plasticImpact(problem).energyLoss;
    const WholeImpact impact = firstImpact(last);
    const double after = problem.metric().energy(impact.momenta.col(impact.momenta.cols() - 1));
    QVERIFY(std::abs(after - (plastic + R * R * (before - plastic))) < 1e-12 * before);
    QVERIFY((impact.momenta.col(impact.momenta.cols() - 1) - last->report->outcomes[0].momentum).norm() <
            1e-12 * problem.momentum().norm());
    document->undoStack()->undo();
    QVERIFY(!last->settings.restitution);
  }

  void motionKeepsToInelasticReflections_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<double>("e");
    for (const char* scene :
         {"billiard-break", "newtons-cradle", "line-and-wall", "trapped-ball", "rack-break"})
      for (const double e : {0.0, 0.01, 0.5, 0.99}) QTest::addRow("%s e %g", scene, e) << scene << e;
  }
  void motionKeepsToInelasticReflections() {
    QFETCH(QString, scene);
    QFETCH(double, e);
    const auto snapshot = answerTo(scene.toStdString(), {}, {.reflectionRestitution = e});
    const WholeImpact impact = firstImpact(snapshot);
    const auto& end = impact.momenta.col(impact.momenta.cols() - 1);
    const ImpactProblem after = impact.problem.withMomentum(end);
    const double norm = impact.problem.momentumNorm();
    QVERIFY(after.contactCoordinates().minCoeff() > -1e-11 * norm);
    if (snapshot->outcome >= 0) {
      const auto& expected = snapshot->report->outcomes[snapshot->outcome].momentum;
      QVERIFY(impact.problem.metric().norm(end - expected) < 1e-7 * norm);
    }
    // Energy never rises along the motion.
    double energy = impact.problem.metric().energy(impact.momenta.col(0));
    for (const ImpactEvent& each : snapshot->trajectory->impacts) {
      QVERIFY(each.energyAfter <= energy * (1 + 1e-12));
      energy = each.energyAfter;
    }
  }
};

CAROM_TEST(TestImpactChoices);
#include "tst_impact_choices.moc"
