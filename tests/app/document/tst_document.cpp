// Edits: every one is one undo step, refused values are never committed, undo is exact to the bit.
#include <QSignalSpy>

#include "document/document.h"
#include "scene/edit/edit.h"
#include "scene/format/write_scene.h"
#include "support/test_program.h"

using namespace carom;

namespace {

/// The text with one part of it replaced.
std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const auto at = text.find(part);
  return at == std::string::npos ? std::string() : text.replace(at, part.size(), by);
}

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
    } catch (const SceneError& error) {
      ++refused;
      m_document->refuse(request.id, refusalOf(error));
    }
  }

  SnapshotPtr last;
  SnapshotRequest held;
  bool hold = false;
  int refused = 0;

 private:
  Document* m_document;
};

/// Two balls whose places are numbers.
edit::Json numbered() {
  edit::Json scene{{"format", 1}, {"bodies", edit::Json::array()}};
  for (const char* name : {"a", "b"})
    scene["bodies"].push_back({{"name", name},
                               {"joints", {"x", "y"}},
                               {"mass", 1},
                               {"shapes", edit::Json::array({{{"type", "ball"}, {"radius", 0.1}}})}});
  return edit::setInitial(scene, "b.x", 2);
}

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
    QTest::newRow("overlap") << "theta"
                             << "30deg";
    QTest::newRow("syntax") << "theta"
                            << "12*";
    QTest::newRow("negative radius") << "ra"
                                     << "-1mm";
    QTest::newRow("undefined") << "theta"
                               << "phi/2";
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

  /// Keeping, renaming and removing runs are steps; the engine has nothing to compute for them.
  void keptRunsAreSteps() {
    const auto asked = [this] { return engine->last; };
    document->setAssignment("theta", "120deg");
    const SnapshotPtr answer = asked();
    document->keep(*answer, "wide");
    document->setAssignment("theta", "100deg");
    QCOMPARE(document->undoStack()->count(), 3);
    QCOMPARE(document->state().kept.size(), std::size_t{1});
    QCOMPARE(document->state().kept[0].name, std::string("wide"));
    QCOMPARE(document->state().kept[0].answer->trajectory, answer->trajectory);
    const SnapshotPtr before = asked();
    document->setKept("Remove wide", {});
    QCOMPARE(asked(), before);
    QVERIFY(!document->isEditing());
    document->undo();
    QCOMPARE(asked(), before);
    QCOMPARE(document->state().kept.size(), std::size_t{1});
    document->goTo(document->state().kept[0]);
    QCOMPARE(document->state().assignments.at("theta"), std::string("120deg"));
    QCOMPARE(document->state().kept.size(), std::size_t{1});
    for (int i = 0; i < 4; ++i) document->undo();
    QVERIFY(document->state() == initial);
    document->setSaved();
    document->keep(*openedBreak());
    QVERIFY(!document->isModified());  // the file has no kept runs
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
    QVERIFY2(std::abs(theta.value - 120 * M_PI / 180) < 1e-5,
             qPrintable(QString::number(theta.value * 180 / M_PI, 0x67, 15)));
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
    QCOMPARE(document->state().assignments.at("theta"), std::string("100deg"));
    document->undoStack()->undo();
    QVERIFY(document->state() == initial);
  }

  /// Values that are typed while a search goes on are a step each, whether its answer has come or not.
  void editsThatWaitAreStepsOfTheirOwn() {
    const auto set = [&](const char* name, const char* value) { document->setAssignment(name, value); };
    const auto has = [&](const char* name) {
      const auto found = document->state().assignments.find(name);
      return found == document->state().assignments.end() ? std::string() : found->second;
    };
    engine->hold = true;
    set("theta", "100deg");
    set("ra", "30mm");
    set("rb", "31mm");
    QCOMPARE(document->undoName(), QString("Set rb"));
    document->undo();  // the last one alone
    QCOMPARE(document->undoName(), QString("Set ra"));
    QCOMPARE(has("ra"), std::string("30mm"));
    QVERIFY(has("rb") != "31mm");
    set("rb", "32mm");
    engine->hold = false;
    engine->answer(engine->held);
    QCOMPARE(document->undoStack()->count(), 3);
    document->undo();
    QCOMPARE(has("theta"), std::string("100deg"));
    QCOMPARE(has("ra"), std::string("30mm"));
    QVERIFY(has("rb") != "32mm");
    document->undo();
    QCOMPARE(has("theta"), std::string("100deg"));
    QVERIFY(has("ra") != "30mm");
    document->undo();
    QVERIFY(document->state() == initial);
    for (int i = 0; i < 3; ++i) document->redo();
    QCOMPARE(has("rb"), std::string("32mm"));
    // What the engine refuses takes back that edit, not the one before.
    engine->hold = true;
    set("theta", "110deg");
    set("ra", "-1mm");
    engine->hold = false;
    engine->answer(engine->held);
    QCOMPARE(has("theta"), std::string("110deg"));
    QCOMPARE(has("ra"), std::string("30mm"));
    QCOMPARE(document->undoStack()->count(), 4);
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

  void editedTextBecomesTheScene() {
    document->setAssignment("theta", "120deg");
    const DocumentState before = document->state();
    document->editScene("Make c heavier", withMass("1"));
    QCOMPARE(document->undoStack()->undoText(), QString("Make c heavier"));
    QCOMPARE(document->state().scene->text(), withMass("1"));
    QCOMPARE(document->state().scene->name(), std::string("billiard-break"));
    QCOMPARE(engine->last->instance.mechanism->bodies()[2].mass, 1.0);
    QCOMPARE(document->state().assignments.at("theta"), std::string("120deg"));
    document->undo();
    QVERIFY(document->state() == before);
    QCOMPARE(engine->last->scene, before.scene);
    document->redo();
    QCOMPARE(document->state().scene->text(), withMass("1"));
  }

  void textThatIsRefusedChangesNothing_data() {
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("by");
    QTest::addColumn<QString>("place");
    QTest::addColumn<int>("line");
    QTest::newRow("syntax") << "\"format\": 1,"
                            << "\"format\": 1"
                            << "line 4, column 9" << 4;
    QTest::newRow("missing key") << "\"format\""
                                 << "\"formt\""
                                 << "" << 1;
    QTest::newRow("unknown key") << "\"bodies\""
                                 << "\"bodis\""
                                 << "bodis" << 20;
    QTest::newRow("mass 0") << "density*4/3*pi*rc^3"
                            << "0"
                            << "bodies[2].mass" << 23;
    QTest::newRow("overlap") << "\"90deg\""
                             << "\"30deg\""
                             << "initial" << 30;
  }
  void textThatIsRefusedChangesNothing() {
    QFETCH(QString, part);
    QFETCH(QString, by);
    QSignalSpy refused(document.get(), &Edits::refused);
    const std::string text = replaced(initial.scene->text(), part.toStdString(), by.toStdString());
    QVERIFY(!text.empty());
    document->editScene("Type", text);
    QCOMPARE(refused.count(), 1);
    const auto refusal = refused[0][0].value<EditRefusal>();
    QCOMPARE(refusal.of, EditRefusal::Of::Scene);
    QCOMPARE(refusal.text, text);
    QVERIFY(refusal.parameter.isEmpty());
    const SceneRefusal& why = refusal.why;
    QTEST(why.place, "place");
    QTEST(why.line, "line");
    QVERIFY(document->state() == initial);
    QVERIFY(!document->isEditing());
    QCOMPARE(document->undoStack()->count(), 0);
    QCOMPARE(document->sceneText(), initial.scene->text());
  }

  void previewsOfTheSceneAreOneStep() {
    QSignalSpy refused(document.get(), &Edits::refused);
    document->beginEdit("Drag a mass");
    for (const char* mass : {"1", "0", "2"}) document->previewScene(withMass(mass));
    QCOMPARE(refused.count(), 1);
    document->commitEdit();
    QCOMPARE(document->undoStack()->count(), 1);
    QCOMPARE(document->state().scene->text(), withMass("2"));
    document->undo();
    QVERIFY(document->state() == initial);
  }

  /// Coordinates of a drag are shown without a text, and leave nothing behind once the text has them.
  void coordinatesOfADragAreTakenOverByTheText() {
    document->editScene("Free", sceneText(numbered()));
    const DocumentState before = document->state();
    const auto xOfA = [this] { return engine->last->instance.initial.q[0]; };
    const double start = xOfA();
    document->beginEdit("Move a");
    for (const char* x : {"0.5", "0.6"}) document->previewInitial({{"a.x", x}});
    QCOMPARE(xOfA(), 0.6);
    QCOMPARE(document->state().scene, before.scene);
    document->cancelEdit();
    QCOMPARE(xOfA(), start);
    QVERIFY(document->state() == before);

    document->beginEdit("Move a");
    document->previewInitial({{"a.x", "0.6"}});
    document->previewScene(sceneText(edit::setInitial(numbered(), "a.x", 0.6)));
    document->commitEdit();
    QCOMPARE(xOfA(), 0.6);
    QVERIFY(document->state().assignments.empty());
    document->undo();
    QVERIFY(document->state() == before);
  }
  /// The next drag may begin before the text of the last one is answered.
  void aTextIsReadOnceThoughADragFollows() {
    engine->hold = true;
    document->editScene("Free", sceneText(numbered()));
    document->beginEdit("Move a");
    document->previewInitial({{"a.x", "0.6"}});
    QVERIFY(engine->held.text);
    engine->answer(engine->held);
    document->previewInitial({{"a.x", "0.7"}});
    QVERIFY(!engine->held.text);
    engine->hold = false;
    document->previewInitial({{"a.x", "0.8"}});
    QCOMPARE(engine->last->instance.initial.q[0], 0.8);
    document->cancelEdit();
    QVERIFY(document->state() == initial);
  }

  void anEditCanStopBeforeWhatIsRefused_data() {
    QTest::addColumn<bool>("late");
    QTest::newRow("answered") << false;
    QTest::newRow("not answered yet") << true;
  }
  void anEditCanStopBeforeWhatIsRefused() {
    QFETCH(bool, late);
    document->beginEdit("Turn", Edits::OnRefusal::StopBefore);
    document->previewScene(withMass("1"));
    engine->hold = late;
    document->previewScene(withMass("0"));
    document->commitEdit();
    engine->hold = false;
    if (late) engine->answer(engine->held);
    QVERIFY(!document->isEditing());
    QCOMPARE(document->undoStack()->count(), 1);
    QCOMPARE(document->state().scene->text(), withMass("1"));
    QCOMPARE(engine->last->scene->text(), withMass("1"));
    document->undo();
    QVERIFY(document->state() == initial);
  }

  void otherEditsStartFromNoTextThatIsNoScene_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("isStart");
    QTest::newRow("no JSON") << "y{" << false;
    QTest::newRow("nothing") << "" << false;
    QTest::newRow("a list") << "[]" << false;
    QTest::newRow("another form") << R"({"format": 1, "view": 3})" << true;
  }
  /// The engine has not read a typed text yet when a menu edits the scene.
  void otherEditsStartFromNoTextThatIsNoScene() {
    QFETCH(QString, typed);
    QFETCH(bool, isStart);
    engine->hold = true;
    document->editScene("made by a program", typed.toStdString());
    QCOMPARE(document->sceneText(), isStart ? typed.toStdString() : initial.scene->text());
    document->cancelEdit();
    document->editText(typed.toStdString());
    QCOMPARE(document->sceneText(), isStart ? typed.toStdString() : initial.scene->text());
    document->setSweep("ra");
    engine->hold = false;
    engine->answer(engine->held);
    QVERIFY(!document->isEditing());
    const std::string now = document->state().scene->text();
    QCOMPARE(now.find("\"sweep\": \"ra\"") == std::string::npos, isStart);
    if (isStart) QCOMPARE(now, initial.scene->text());
  }

  void whatIsRefusedIsNamed() {
    QSignalSpy refused(document.get(), &Edits::refused);
    const auto last = [&] { return refused.takeLast()[0].value<EditRefusal>(); };
    document->setAssignment("theta", "30deg");
    EditRefusal refusal = last();
    QCOMPARE(refusal.of, EditRefusal::Of::Parameter);
    QCOMPARE(refusal.parameter, QString("theta"));
    QVERIFY(!refusal.isPreview && refusal.text.empty());
    document->beginParameter("theta");
    document->previewAssignment("theta", "12*");
    QVERIFY(last().isPreview);
    document->cancelEdit();
    // Of two that wait the later one is taken back, and then the earlier one is refused.
    engine->hold = true;
    document->setAssignment("ra", "-1mm");
    document->setAssignment("rb", "31mm");
    document->undo();
    engine->hold = false;
    engine->answer(engine->held);
    refusal = last();
    QCOMPARE(refusal.of, EditRefusal::Of::Parameter);
    QCOMPARE(refusal.parameter, QString("ra"));
    const std::string text = replaced(initial.scene->text(), "\"90deg\"", "\"90dg\"");
    document->editText(text);
    refusal = last();
    QVERIFY(refusal.why.place.startsWith("parameters.theta"));
    QCOMPARE(refusal.of, EditRefusal::Of::Text);
    QVERIFY(refusal.parameter.isEmpty());
    QCOMPARE(refusal.text, text);
  }

  void assignmentsFollowTheScene() {
    document->setAssignment("theta", "100deg + ra/rb*1deg");
    document->setAssignment("speed", "2*ra/rc");
    document->setAssignment("density", "1000");
    // speed is gone, and a radius has another name.
    std::string text = replaced(initial.scene->text(), "\"speed\": {\"value\": 1, \"slider\": [0, 5]",
                                "\"fast\": {\"value\": 1, \"slider\": [0, 5]");
    text = replaced(text, "\"c.x\": \"speed\"", "\"c.x\": \"fast\"");
    for (std::size_t at = 0; (at = text.find("speed", at)) != std::string::npos; at += 4)
      text.replace(at, 5, "fast");
    for (std::size_t at = 0; (at = text.find("ra", at)) != std::string::npos; at += 2)
      if (!std::isalpha(text[at - 1]) && !std::isalpha(text[at + 2])) text.replace(at, 2, "rA");
    document->editScene("Rename", text, {{"ra", "rA"}});
    QCOMPARE(engine->refused, 0);
    const Assignments expected{{"theta", "100deg + rA/rb*1deg"}, {"density", "1000"}};
    QVERIFY(document->state().assignments == expected);
    document->undo();
    QCOMPARE(document->state().assignments.at("speed"), std::string("2*ra/rc"));
  }

  void editsWhileATextWaitsAreNotLost() {
    engine->hold = true;
    document->editScene("Make c heavier", withMass("1"));
    document->setAssignment("theta", "100deg");
    document->editScene("Make c lighter", replaced(document->sceneText(), "\"mass\": 1", "\"mass\": 0.1"));
    engine->hold = false;
    engine->answer(engine->held);
    QCOMPARE(document->state().scene->text(), withMass("0.1"));
    QCOMPARE(document->state().assignments.at("theta"), std::string("100deg"));
    document->undo();
    QVERIFY(document->state() == initial);
  }

  void undoTakesBackWhatStillWaits() {
    document->setAssignment("theta", "120deg");
    engine->hold = true;
    document->editScene("Make c heavier", withMass("1"));
    document->undo();
    QCOMPARE(document->state().scene, initial.scene);
    QCOMPARE(document->state().assignments.at("theta"), std::string("120deg"));
    QCOMPARE(document->undoStack()->count(), 1);
  }

 private:
  std::string withMass(const std::string& mass) const {
    return replaced(initial.scene->text(), "\"density*4/3*pi*rc^3\"", mass);
  }

  std::unique_ptr<Document> document;
  std::unique_ptr<PromptEngine> engine;
  DocumentState initial;
};

CAROM_TEST(TestDocument);
#include "tst_document.moc"
