// Runs: their settings, a second run beside the one in force, and the ledger of their energies.
#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <cmath>

#include "answer/compute_snapshot.h"
#include "answer/energy_balance.h"
#include "answer/run_distance.h"
#include "answer/run_quantity.h"
#include "common/run_names.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "timeline/run_bar.h"

using namespace carom;

namespace {

const double xiAt120 = std::sqrt(5) / 4;

/// The billiard break at 120°, but c has 0.05 m to go: the impact is on the way.
const char* approaching = R"json({
  "format": 1, "title": "Approach",
  "bodies": [
    {"name": "a", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "b", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "c", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]}],
  "contacts": [{"between": ["a", "c"], "name": "ac"}, {"between": ["b", "c"], "name": "bc"}],
  "initial": {
    "q": {"a.x": 0.1, "a.y": "0.2*sin(60deg)", "b.x": 0.1, "b.y": "-0.2*sin(60deg)", "c.x": -0.05},
    "velocity": {"c.x": 1}},
  "view": {"duration": 0.2}})json";

SnapshotPtr answer(std::shared_ptr<const Scene> scene, const ImpactSettings& settings = {},
                   const Assignments& assignments = {}) {
  SnapshotRequest request;
  request.scene = std::move(scene);
  request.assignments = assignments;
  request.settings = settings;
  return computeSnapshot(request);
}

SnapshotPtr onTheWay(const ImpactSettings& settings = {}) {
  return answer(Scene::parse(approaching, "approach"), settings);
}

RunBranch under(OrderingRule::Kind kind, std::vector<std::string> priority = {}) {
  RunBranch branch;
  branch.rule = OrderingRule{kind, std::move(priority), 1};
  return branch;
}

}  // namespace

class TestRuns : public QObject {
  Q_OBJECT
 private slots:
  void aRuleMayPartAtTheFirstImpact() {
    const auto snapshot =
        answer(Scene::open("billiard-break"), {.branch = under(OrderingRule::Kind::Priority, {"bc"})},
               {{"theta", "120deg"}});
    QVERIFY(snapshot->comparison);
    QCOMPARE(snapshot->comparison->word.front(), ContactIndex{1});
    QVERIFY(distanceBetweenRuns(*snapshot, -0.01) < 1e-15);
    QVERIFY(std::abs(distanceBetweenRuns(*snapshot, 0.01) - xiAt120) < 1e-14);
  }

  void aForkAtTheFirstImpactHasItsOwnOrdering() {
    const auto snapshot =
        answer(Scene::open("billiard-break"), {.branch = RunBranch{{}, 0, {1, 0}}}, {{"theta", "120deg"}});
    QCOMPARE(snapshot->ordering, (Word{0, 1}));
    QVERIFY(snapshot->comparison);
    QCOMPARE(snapshot->comparison->word, (Word{1, 0}));
    QVERIFY(snapshot->comparison->outcome >= 0 && snapshot->comparison->outcome != snapshot->outcome);
    QVERIFY(std::abs(distanceBetweenRuns(*snapshot, 0.01) - xiAt120) < 1e-14);
  }

  void aRuleIsFollowedAtLaterImpacts() {
    const auto snapshot = onTheWay({.branch = under(OrderingRule::Kind::Priority, {"bc"})});
    QVERIFY(!snapshot->report);
    const ImpactEvent& here = snapshot->trajectory->impacts.at(0);
    const ImpactEvent& there = snapshot->comparison->trajectory->impacts.at(0);
    QVERIFY(std::abs(here.time - 0.05) < 1e-9);
    QVERIFY(here.word.front() != there.word.front());
    QVERIFY(std::abs(distanceBetweenRuns(*snapshot, 0.1) - xiAt120) < 1e-6);
  }

  void theNearestOutcomeIsChosenAtLaterImpacts() {
    const auto snapshot = onTheWay({.rule = OrderingRule{OrderingRule::Kind::NearestOutcome, {}, 1}});
    const ImpactEvent& impact = snapshot->trajectory->impacts.at(0);
    QVERIFY(impact.alternatives);
    const int nearest = impact.alternatives->choice.nearest;
    QCOMPARE(impact.word, impact.alternatives->outcomes.at(nearest).example);
  }

  void anImpactForksIntoItsOtherOutcomes() {
    const auto snapshot = onTheWay();
    const auto forks = forksAt(*snapshot, 0);
    QCOMPARE(forks.size(), std::size_t{1});
    const auto forked = onTheWay({.branch = forks[0].branch});
    QVERIFY(std::abs(distanceBetweenRuns(*forked, 0.1) - xiAt120) < 1e-6);
    const RunDistance distance = distanceAlongTime(*forked);
    for (Eigen::Index i = 0; i < distance.time.size(); ++i) {
      const double time = forked->trajectory->impacts[0].time;
      QVERIFY(std::abs(distance.xi[i] - (distance.time[i] < time ? 0 : xiAt120)) < 1e-6);
    }
    const RunNames names = runNames(*forked, 4);
    QVERIFY(names.first != names.second);
    QVERIFY(names.second.startsWith("impact 1: "));
    QVERIFY(forksAt(*answer(Scene::open("billiard-break")), 0).empty());  // unique at 90°
    QVERIFY(forksAt(*snapshot, 7).empty());
  }

  void lengthAndStepAreAsAsked() {
    const auto snapshot = answer(Scene::open("double-pendulum"), {.run = {.duration = 0.5, .step = 0.01}});
    QCOMPARE(snapshot->trajectory->end(), 0.5);
    QCOMPARE(snapshot->trajectory->flights.at(0).nodes->time.size(), Eigen::Index{51});
  }

  void theLedgerOfASceneCloses_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<bool>("friction");
    QTest::newRow("ball") << "bouncing-ball" << false;  // it comes to rest upright: rounding only
    QTest::newRow("pen") << "pen" << true;
    QTest::newRow("wall") << "pendulum-wall" << false;
  }
  void theLedgerOfASceneCloses() {
    QFETCH(QString, scene);
    QFETCH(bool, friction);
    const auto snapshot = answer(Scene::open(scene.toStdString()));
    const Mechanism& mechanism = *snapshot->instance.mechanism;
    const RunValues run(snapshot->instance, snapshot->trajectory);
    const MotionSamples& motion = run.motion();
    EnergyBalance balance(mechanism, {motion.time[0], motion.q.col(0), motion.p.col(0)},
                          snapshot->settings.run.step);
    for (Eigen::Index i = 0; i < motion.time.size(); ++i)
      balance.add(0.5 * motion.p.col(i).dot(motion.v.col(i)), mechanism.potentialEnergy(motion.q.col(i)),
                  motion.flow[static_cast<std::size_t>(i)]);
    QVERIFY2(balance.relative() < 1e-9, qPrintable(QString::number(balance.relative())));
    const auto energy = [&](int which) { return run.of({RunQuantity::Kind::Energy, which}); };
    const Eigen::VectorXd total = energy(RunQuantity::Total);
    constexpr double rounding = 1e-12;
    const auto has = [&](int which) { return energy(which).maxCoeff() > rounding * total.maxCoeff(); };
    QVERIFY(has(RunQuantity::Impacts));
    QCOMPARE(has(RunQuantity::Friction), friction);
    QVERIFY(total.tail(1)[0] < total[0]);
  }

  void theBarAsksForAnotherRun() {
    Selection selection;
    RecordedEdits edits;
    RunBar bar(&selection, &edits, nullptr);
    bar.setSnapshot(onTheWay());
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    auto* button = bar.findChild<QToolButton*>("runSettings");
    QCOMPARE(button->text(), QString("0.2 s · h = 1 ms"));
    QTimer::singleShot(0, this, [&] {
      auto* duration = bar.findChild<QLineEdit*>("duration");
      duration->setText("soon");
      QTest::keyClick(duration, Qt::Key_Return);
      QCOMPARE(edits.changes.size(), 0);
      const QWidget* form = duration->parentWidget();  // it has room for the error
      const QSize wanted = form->sizeHint();
      QVERIFY(form->width() >= wanted.width() && form->height() >= wanted.height());
      QVERIFY(button->menu()->rect().contains(form->geometry()));
      duration->setText("20ms");
      QTest::keyClick(duration, Qt::Key_Return);
      button->menu()->hide();
    });
    button->showMenu();
    QCOMPARE(edits.changes.size(), 1);
    QCOMPARE(*edits.changes[0].after.settings.run.duration, 0.02);
  }

  void theRuleInForceIsNoSecondRun() {
    Selection selection;
    RecordedEdits edits;
    RunBar bar(&selection, &edits, nullptr);
    const auto offered = [&](const std::optional<OrderingRule>& rule) {
      SnapshotRequest request = requestFor("billiard-break", {{"theta", "120deg"}});
      request.settings.rule = rule;
      bar.setSnapshot(answerTo(request));
      emit bar.secondRunMenu()->aboutToShow();
      QStringList texts;
      for (const QAction* action : bar.secondRunMenu()->actions()) texts << action->text();
      return texts;
    };
    const auto rules = {OrderingRule::Kind::MostInfeasible, OrderingRule::Kind::ApproachSpeed};
    for (const OrderingRule::Kind kind : rules) {
      QVERIFY(offered({}).contains(ruleText(kind)));
      const QStringList others = offered(OrderingRule{kind, {}, 1});
      for (const OrderingRule::Kind other : rules) QCOMPARE(others.contains(ruleText(other)), other != kind);
    }
  }

  void theMenuListsTheForks() {
    Selection selection;
    RecordedEdits edits;
    RunBar bar(&selection, &edits, nullptr);
    bar.setSnapshot(onTheWay());
    emit bar.secondRunMenu()->aboutToShow();
    QAction* fork = nullptr;
    for (QAction* action : bar.secondRunMenu()->actions())
      if (action->text().startsWith("outcome ")) fork = action;
    QVERIFY(fork);
    fork->trigger();
    const auto branch = edits.changes.at(0).after.settings.branch;
    QVERIFY(branch && *branch == forksAt(*onTheWay(), 0)[0].branch);
  }
};

CAROM_DISPLAY_TEST(TestRuns);
#include "tst_runs.moc"
