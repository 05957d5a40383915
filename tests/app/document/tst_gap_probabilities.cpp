// Probabilities under random gaps: on outcomes and edges, coarse at once and refined later.
#include <QSignalSpy>
#include <numeric>

#include "answer/impact_of_run.h"
#include "answer/refine_probabilities.h"
#include "document/engine_thread.h"
#include "support/snapshot_factory.h"
#include "support/test_program.h"

using namespace carom;

namespace {

SnapshotRequest requestWithGaps(const std::string& scene, const Assignments& assignments = {}) {
  SnapshotRequest request = requestFor(scene, assignments);
  request.extras.probabilities = true;
  request.id = 1;
  return request;
}

}  // namespace

class TestGapProbabilities : public QObject {
  Q_OBJECT
 private slots:
  void sharesOfOutcomesAndEdgesAddUp_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<double>("R");
    QTest::newRow("break") << "billiard-break" << 1.0;
    QTest::newRow("line and wall") << "line-and-wall" << 1.0;
    QTest::newRow("inelastic") << "line-and-wall" << 0.5;  // outcomes move, orderings stay
  }
  void sharesOfOutcomesAndEdgesAddUp() {
    QFETCH(QString, scene);
    QFETCH(double, R);
    Assignments assignments{{"theta", "120deg"}};
    if (scene == "line-and-wall") assignments = {{"n", "3"}, {"first", "2"}};
    SnapshotRequest request = requestWithGaps(scene.toStdString(), assignments);
    if (R < 1) request.settings.restitution = R;
    const SnapshotPtr snapshot = computeSnapshot(request);
    QVERIFY(snapshot->report->gaps);
    double sum = 0;
    for (const Outcome& outcome : snapshot->report->outcomes) sum += outcome.probability->value;
    QVERIFY(std::abs(sum - 1) < 1e-12);
    double first = 0;
    for (const auto& [edge, probability] : *snapshot->edgeProbabilities)
      if (edge.first == 0) first += probability;
    QVERIFY(std::abs(first - 1) < 1e-12);
  }

  void refinedSharesMeetTheExactOnesOfAPair() {
    const SnapshotPtr coarse =
        computeSnapshot(requestWithGaps("billiard-break", {{"theta", "120deg"}, {"ra", "40mm"}}));
    const SnapshotPtr fine = computeProbabilities(coarse, {});
    QVERIFY(fine->report->gaps->samples > coarse->report->gaps->samples);
    const auto& exact = *fine->report->gaps->exactFirst;
    for (std::size_t i = 0; i < 2; ++i) {
      const auto found = fine->edgeProbabilities->find({0, static_cast<ContactIndex>(i)});
      QVERIFY(std::abs(found->second - exact[i]) < 0.02);
    }
  }

  /// Within a run contacts arrive, and both orders of a pair are as probable, whatever the masses and places.
  /// At the start of a run they touch, where that is a ratio of angles.
  void contactsWithinARunArrive() {
    for (const bool arrives : {false, true}) {
      SnapshotRequest request;
      request.scene = Scene::parse(
          R"({"format": 1, "title": "Three", "bodies": [
            {"name": "c", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.05}]},
            {"name": "a", "joints": ["x", "y"], "mass": 3, "shapes": [{"type": "ball", "radius": 0.05}]},
            {"name": "b", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.05}]}],
            "contacts": [{"between": ["c", "a"]}, {"between": ["c", "b"]}],
            "initial": {"q": {"c.x": )" +
              std::string(arrives ? "-0.2" : "0") +
              R"(, "a.x": 0.08, "a.y": 0.06, "b.x": 0.06, "b.y": -0.08}, "velocity": {"c.x": 1}}})",
          "three.carom.json");
      const SnapshotPtr run = computeSnapshot(request);
      QCOMPARE(run->trajectory->startsWithImpact, !arrives);
      const SnapshotPtr impact = computeProbabilities(arrives ? resolveImpactOfRun(*run, 0) : run, {});
      QVERIFY(impact->report && impact->report->gaps);
      QCOMPARE(impact->report->problem.contactCount(), 2);
      const double first = (*impact->report->gaps->exactFirst)[0];
      if (arrives)
        QCOMPARE(first, 0.5);
      else
        QVERIFY(std::abs(first - 0.5) > 0.01);
    }
  }

  void whereGapsSayNothingTheAnswerStaysAsItIs_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<bool>("inelastic");
    QTest::newRow("jammed") << "trapped-ball" << false;
    QTest::newRow("inelastic reflections") << "billiard-break" << true;
    QTest::newRow("a collision law") << "bouncing-ball" << false;
    QTest::newRow("an inelastic contact") << CAROM_TEST_DATA "/inelastic-contact.carom.json" << false;
  }
  void whereGapsSayNothingTheAnswerStaysAsItIs() {
    QFETCH(QString, scene);
    QFETCH(bool, inelastic);
    SnapshotRequest request = requestWithGaps(scene.toStdString());
    if (inelastic) request.settings.reflectionRestitution = 0.5;
    const SnapshotPtr snapshot = computeSnapshot(request);
    QVERIFY(!snapshot->report->gaps && !snapshot->edgeProbabilities);
    QCOMPARE(computeProbabilities(snapshot, {}), snapshot);
  }

  void previewsAreCoarseAndStopped() {
    const SnapshotPtr small = computeSnapshot(requestWithGaps("billiard-break"));
    QVERIFY(previewSamples(*small) <= 2000);
    SnapshotRequest large = requestWithGaps("rack-break");
    QCOMPARE(previewSamples(*computeSnapshot(large)), std::size_t{0});  // 9 contacts take longer than a frame
    std::stop_source stopped;
    stopped.request_stop();
    QCOMPARE(computeProbabilities(small, stopped.get_token()), small);
  }

  void engineAnswersFirstAndRefinesThen() {
    EngineThread engine;
    QSignalSpy answered(&engine, &EngineThread::answered), refined(&engine, &EngineThread::extrasReady);
    engine.submit(requestWithGaps("billiard-break", {{"theta", "120deg"}}), false);
    QTRY_COMPARE(refined.size(), 1);
    const auto first = answered[0][0].value<SnapshotPtr>(), second = refined[0][0].value<SnapshotPtr>();
    QCOMPARE(first->request, second->request);
    QVERIFY(second->report->gaps->samples > first->report->gaps->samples);

    SnapshotRequest preview = requestWithGaps("billiard-break", {{"theta", "100deg"}});
    preview.id = 2;
    QSignalSpy busy(&engine, &EngineThread::busyChanged);
    engine.submit(preview, true);
    QTRY_VERIFY(answered.size() == 2 && !busy.isEmpty() && !busy.last()[0].toBool());
    QVERIFY(answered[1][0].value<SnapshotPtr>()->report->gaps);
    QCOMPARE(refined.size(), 1);  // the engine has no more to do: a preview is not refined
  }
};

CAROM_TEST(TestGapProbabilities);
#include "tst_gap_probabilities.moc"
