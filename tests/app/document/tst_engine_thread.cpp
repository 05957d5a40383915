// The engine thread: newest wins, nothing freezes, everything can be cancelled.
#include <QSignalSpy>

#include "document/engine_thread.h"
#include "support/many_balls.h"
#include "support/test_program.h"

using namespace carom;

class TestEngineThread : public QObject {
  Q_OBJECT

  std::map<std::string, std::shared_ptr<const Scene>> m_scenes;

  SnapshotRequest request(const std::string& scene, quint64 id, Assignments assignments = {}) {
    SnapshotRequest request;
    request.id = id;
    if (!m_scenes.contains(scene)) m_scenes[scene] = Scene::open(scene);
    request.scene = m_scenes[scene];
    request.assignments = std::move(assignments);
    return request;
  }

  /// Asks for all orderings of 15 balls, millions of momenta, and returns while they are searched.
  void beginHugeSearch(EngineThread& engine) {
    QSignalSpy progressed(&engine, &EngineThread::progressed);
    engine.submit(request("rack-break", 1, {{"rows", "5"}}), false);
    QTRY_VERIFY(!progressed.isEmpty());
  }

  /// The answers that are whole: under load the bodies of a question come before its answer.
  static std::vector<SnapshotPtr> wholeOf(const QSignalSpy& answered) {
    std::vector<SnapshotPtr> whole;
    for (const auto& answer : answered)
      if (const auto snapshot = answer[0].value<SnapshotPtr>(); !snapshot->isPending)
        whole.push_back(snapshot);
    return whole;
  }

 private slots:
  void answersThenBringsTheCurve() {
    EngineThread engine;
    QSignalSpy answered(&engine, &EngineThread::answered);
    QSignalSpy curve(&engine, &EngineThread::curveReady);
    engine.submit(request("billiard-break", 7, {{"theta", "120deg"}}), false);
    QTRY_COMPARE(curve.count(), 1);
    QCOMPARE(answered.count(), 1);
    const auto snapshot = curve[0][0].value<SnapshotPtr>();
    QCOMPARE(snapshot->request, 7u);
    QVERIFY(std::abs(snapshot->report->indeterminacy.xi - std::sqrt(5) / 4) < 1e-12);
    QVERIFY(snapshot->curve && snapshot->curve->points.size() > 100);
  }

  void curveIsKeptWhileOnlyItsParameterMoves() {
    EngineThread engine;
    QSignalSpy answered(&engine, &EngineThread::answered);
    QSignalSpy curve(&engine, &EngineThread::curveReady);
    engine.submit(request("billiard-break", 1), false);
    QTRY_COMPARE(curve.count(), 1);
    engine.submit(request("billiard-break", 2, {{"theta", "120deg"}}), false);
    QTRY_COMPARE(answered.count(), 2);
    QCOMPARE(answered[1][0].value<SnapshotPtr>()->curve, curve[0][0].value<SnapshotPtr>()->curve);
    engine.submit(request("billiard-break", 3, {{"ra", "40mm"}}), false);
    QTRY_COMPARE(curve.count(), 2);
  }

  void newestQuestionWins() {
    EngineThread engine;
    QSignalSpy answered(&engine, &EngineThread::answered);
    for (quint64 id = 1; id <= 200; ++id)
      engine.submit(request("billiard-break", id, {{"theta", std::to_string(60 + id * 0.5) + "deg"}}), true);
    QTRY_VERIFY(!answered.isEmpty() && answered.last()[0].value<SnapshotPtr>()->request == 200);
    quint64 previous = 0;
    for (const auto& answer : answered) {
      const quint64 id = answer[0].value<SnapshotPtr>()->request;
      QVERIFY(id >= previous);  // a slow machine shows the bodies first
      previous = id;
    }
  }

  void hugeGraphGivesWayToTheNextQuestion() {
    EngineThread engine;
    QSignalSpy answered(&engine, &EngineThread::answered);
    beginHugeSearch(engine);
    engine.submit(request("billiard-break", 2), false);
    QTRY_COMPARE(wholeOf(answered).size(), std::size_t{2});
    const SnapshotPtr huge = wholeOf(answered)[0], next = wholeOf(answered)[1];
    QCOMPARE(huge->request, 1u);
    QCOMPARE(toString(huge->report->limit()),
             std::string_view("cancelled"));  // by the next question, not by a limit of its own
    QCOMPARE(next->request, 2u);
    QVERIFY(next->report->complete());
  }

  void cancelGivesWhatWasFoundSoFar() {
    EngineThread engine;
    QSignalSpy answered(&engine, &EngineThread::answered);
    beginHugeSearch(engine);
    engine.cancel();
    QTRY_COMPARE(wholeOf(answered).size(), std::size_t{1});
    const auto report = wholeOf(answered)[0]->report;
    QCOMPARE(toString(report->limit()), std::string_view("cancelled"));
    QVERIFY(!report->complete());
    QVERIFY(report->graph->nodeCount() > 1);
  }

  void badQuestionsAreAnsweredWithOneLine() {
    EngineThread engine;
    QSignalSpy failed(&engine, &EngineThread::failed);
    QSignalSpy openFailed(&engine, &EngineThread::openFailed);
    engine.submit(request("billiard-break", 5, {{"theta", "30deg"}}), false);
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed[0][0].toULongLong(), 5u);
    const SceneRefusal why = failed[0][1].value<SceneRefusal>();
    QVERIFY(!why.message.contains('\n'));
    QCOMPARE(why.place, QString("initial"));
    engine.open("no-such-scene", {}, 6);
    QTRY_COMPARE(openFailed.count(), 1);
    QVERIFY(openFailed[0][1].toString().contains("no-such-scene"));
  }

  void sceneStandsBeforeALongAnswer() {
    EngineThread engine;
    QSignalSpy opened(&engine, &EngineThread::opened), answered(&engine, &EngineThread::answered);
    QSignalSpy progressed(&engine, &EngineThread::progressed);
    engine.open("rack-break", {{"rows", "5"}}, 3);
    QTRY_COMPARE(opened.count(), 1);
    const auto pending = opened[0][0].value<SnapshotPtr>();
    QVERIFY(pending->isPending && !pending->report);
    QCOMPARE(pending->request, 3u);
    QCOMPARE(pending->trajectory->configuration(0), pending->instance.initial.q);
    QVERIFY(answered.isEmpty());
    QTRY_VERIFY(!progressed.isEmpty() && progressed.last()[0].value<WorkStage>() == WorkStage::Searching);
    QVERIFY(progressed[0][0].value<WorkStage>() == WorkStage::Loading);
    engine.cancel();
    QTRY_COMPARE(answered.count(), 1);
    const auto answer = answered[0][0].value<SnapshotPtr>();
    QCOMPARE(answer->request, 3u);
    QVERIFY(!answer->isPending && answer->report && !answer->trajectory->impacts.empty());
    QVERIFY(std::ranges::any_of(progressed, [](const auto& row) {
      return row[0].template value<WorkStage>() == WorkStage::Simulating;
    }));
    QCOMPARE(opened.count(), 1);
  }

  /// Bodies that follow from a typed value stand while its orderings are searched.
  void anEditStandsBeforeALongAnswer() {
    EngineThread engine;
    QSignalSpy answered(&engine, &EngineThread::answered);
    engine.submit(request("rack-break", 4, {{"rows", "5"}}), false);
    QTRY_COMPARE(answered.count(), 1);
    const auto pending = answered[0][0].value<SnapshotPtr>();
    QVERIFY(pending->isPending && !pending->report);
    QCOMPARE(pending->request, 4u);
    QCOMPARE(pending->instance.mechanism->bodies().size(), std::size_t{16});
    engine.cancel();
    QTRY_COMPARE(answered.count(), 2);
    QVERIFY(!answered[1][0].value<SnapshotPtr>()->isPending);
    QCOMPARE(answered[1][0].value<SnapshotPtr>()->request, 4u);
  }

  /// A run of 500 balls takes seconds. A drag shows where they are, and the next step does not wait for the
  /// run.
  void bodiesFollowTheMouseWhateverTheirRunCosts() {
    EngineThread engine;
    QSignalSpy answered(&engine, &EngineThread::answered);
    m_scenes["many"] = Scene::parse(tests::manyBallsText(), "many");
    engine.submit(request("many", 1), true);
    QTRY_COMPARE(answered.count(), 1);
    QVERIFY(answered[0][0].value<SnapshotPtr>()->isPending);
    engine.submit(request("many", 2), true);
    QTRY_COMPARE(answered.count(), 2);
    const auto second = answered[1][0].value<SnapshotPtr>();
    QVERIFY(second->isPending && second->request == 2);
    engine.submit(request("billiard-break", 3), true);
    QTRY_VERIFY(!answered.last()[0].value<SnapshotPtr>()->isPending);
    QCOMPARE(answered.last()[0].value<SnapshotPtr>()->request, 3u);
  }

  void quickAnswerOpensAtOnce() {
    EngineThread engine;
    QSignalSpy opened(&engine, &EngineThread::opened), curve(&engine, &EngineThread::curveReady);
    QSignalSpy answered(&engine, &EngineThread::answered);
    engine.open("billiard-break", {}, 4);
    QTRY_COMPARE(curve.count(), 1);
    QCOMPARE(opened.count(), 1);
    QVERIFY(!opened[0][0].value<SnapshotPtr>()->isPending);
    QVERIFY(answered.isEmpty());
  }

  void destructionStopsWorkInFlight() {
    auto engine = std::make_unique<EngineThread>();
    QSignalSpy answered(engine.get(), &EngineThread::answered);
    beginHugeSearch(*engine);
    QVERIFY(wholeOf(answered).empty());
    engine.reset();  // waits for the last answer
    QCOMPARE(wholeOf(answered).size(), std::size_t{1});
    QCOMPARE(toString(wholeOf(answered)[0]->report->limit()), std::string_view("cancelled"));
  }
};

CAROM_TEST(TestEngineThread);
#include "tst_engine_thread.moc"
