// Edits: every one is one undo step, refused values are never committed, undo is exact to the bit.
#include <QTest>

#include "document.h"

using namespace carom;

namespace {

/// Answers a document's questions at once, on the same thread.
class PromptEngine : public QObject {
 public:
  explicit PromptEngine(Document* document) : m_document(document) {
    connect(document, &Document::requested, this, [this](const SnapshotRequest& request) {
      if (hold)
        held = request;
      else
        answer(request);
    });
  }

  void answer(const SnapshotRequest& request) {
    try {
      last = computeSnapshot(request);
      m_document->accept(last);
    } catch (const SceneError&) {
      ++refused;
      m_document->refuse(request.id);
    }
  }

  SnapshotPtr last;
  SnapshotRequest held;
  bool hold = false;
  int refused = 0;

 private:
  Document* m_document;
};

SnapshotPtr openedBreak() {
  SnapshotRequest request;
  request.scene = Scene::open("billiard-break");
  return computeSnapshot(request);
}

}  // namespace

class TestDocument : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    document = std::make_unique<Document>();
    engine = std::make_unique<PromptEngine>(document.get());
    document->reset(openedBreak());
    initial = document->state();
  }

  void oneDragIsOneUndoStep() {
    document->beginEdit("Change theta");
    for (int degrees = 90; degrees <= 120; ++degrees)
      document->previewAssignment("theta", QString("%1deg").arg(degrees));
    document->commitEdit();
    QCOMPARE(document->undoStack()->count(), 1);
    QCOMPARE(document->state().assignments.at("theta"), std::string("120deg"));
    QVERIFY(document->isModified());

    document->undoStack()->undo();
    QVERIFY(document->state() == initial);
    QVERIFY(!document->isModified());
    document->undoStack()->redo();
    QCOMPARE(document->state().assignments.at("theta"), std::string("120deg"));
    QVERIFY(engine->last->report->indeterminacy.xi > 0.5);
  }

  void cancelledEditLeavesNoTrace() {
    document->beginEdit("Change theta");
    document->previewAssignment("theta", "120deg");
    document->cancelEdit();
    QVERIFY(document->state() == initial);
    QCOMPARE(document->undoStack()->count(), 0);
    QVERIFY(engine->last->report->indeterminacy.xi < 1e-12);
  }

  void refusedValueIsNeverCommitted_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expression");
    QTest::newRow("overlap") << "theta" << "30deg";
    QTest::newRow("syntax") << "theta" << "12*";
    QTest::newRow("negative radius") << "ra" << "-1mm";
    QTest::newRow("undefined") << "theta" << "phi/2";
  }
  void refusedValueIsNeverCommitted() {
    QFETCH(QString, name);
    QFETCH(QString, expression);
    document->setAssignment(name, expression);
    QCOMPARE(engine->refused, 1);
    QVERIFY(document->state() == initial);
    QCOMPARE(document->undoStack()->count(), 0);
    QVERIFY(!document->isEditing());
  }

  void draggingABallMovesItsParameter() {
    const int a = document->state().scene->instantiate().mechanism->bodyIndex("a");
    const double r = 2 * 0.0286;
    document->beginEdit("Drag a");
    // Along the circle around c, up to half an angle of 60°; the distance to c is not followed.
    for (double half = 45; half <= 60; half += 1) {
      const double angle = half * M_PI / 180;
      document->previewDrag(a, 1.2 * r * Eigen::Vector3d(std::cos(angle), std::sin(angle), 0));
    }
    document->commitEdit();
    QCOMPARE(document->undoStack()->count(), 1);
    const auto theta = engine->last->instance.parameters.front();
    QCOMPARE(theta.name, std::string("theta"));
    QVERIFY2(std::abs(theta.value - 120 * M_PI / 180) < 1e-5, qPrintable(QString::number(theta.value * 180 / M_PI, 0x67, 15)));
    document->undoStack()->undo();
    QVERIFY(document->state() == initial);
  }

  void commitWaitsForTheAnswer() {
    engine->hold = true;
    document->setAssignment("theta", "120deg");
    QCOMPARE(document->undoStack()->count(), 0);
    engine->answer(engine->held);
    QCOMPARE(document->undoStack()->count(), 1);
  }

  void answersFromBeforeACancelAreStale() {
    engine->hold = true;
    document->beginEdit("Change theta");
    document->previewAssignment("theta", "120deg");
    const SnapshotRequest preview = engine->held;
    QVERIFY(document->isCurrent(preview.id));
    document->cancelEdit();
    QVERIFY(!document->isCurrent(preview.id));
    engine->answer(preview);
    QVERIFY(document->state() == initial);
  }

  void quickEditsAreNotLost() {
    engine->hold = true;
    document->setAssignment("theta", "100deg");
    document->setAssignment("ra", "30mm");
    engine->hold = false;
    engine->answer(engine->held);
    QCOMPARE(document->state().assignments.at("theta"), std::string("100deg"));
    QCOMPARE(document->state().assignments.at("ra"), std::string("30mm"));
    document->undoStack()->undo();
    QVERIFY(document->state() == initial);
  }

  void choosingAnOrderingIsAnEdit() {
    document->setAssignment("theta", "120deg");
    const Word other = engine->last->report->outcomes.at(1).example;
    document->setOrdering(other);
    QCOMPARE(document->undoStack()->count(), 2);
    QCOMPARE(engine->last->ordering, other);
    QCOMPARE(engine->last->outcome, 1);
    document->undoStack()->undo();
    QVERIFY(engine->last->ordering != other);
  }

  void resetForgetsEveryAssignment() {
    document->setAssignment("theta", "120deg");
    document->setAssignment("ra", "30mm");
    document->resetAssignment("theta");
    QVERIFY(!document->state().assignments.contains("theta"));
    document->resetAssignments();
    QVERIFY(document->state().assignments.empty());
    QCOMPARE(document->undoStack()->count(), 4);
  }

 private:
  std::unique_ptr<Document> document;
  std::unique_ptr<PromptEngine> engine;
  DocumentState initial;
};

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_document.moc"
