// Panels and snapshots: who gets which, and what an edit of the scene leaves as a person has set it.
#include <QComboBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QThread>
#include <QTreeView>

#include "common/math_label.h"
#include "editor/scene_editor.h"
#include "editor/scene_editor_panel.h"
#include "editor/scene_tree_model.h"
#include "motion/series_panel.h"
#include "motion/xi_curve_panel.h"
#include "outcomes/outcome_set_panel.h"
#include "scene/parameter_row.h"
#include "scene/scene_panel.h"
#include "support/file_window.h"
#include "support/recorded_edits.h"
#include "support/settle_window.h"
#include "support/widget_test.h"
#include "timeline/player.h"
#include "viewport/viewport_canvas.h"
#include "window/layout/dock_window.h"
#include "window/layout/workspaces.h"
#include "window/message_line.h"
#include "window/panel_dock.h"
#include "window/panels.h"
#include "window/snapshot_delivery.h"

using namespace carom;

namespace {

/// Three balls that touch, one of which moves, and a fourth one apart; no parameter.
constexpr const char* fourBalls = R"json({
  "format": 1, "title": "Four balls",
  "bodies": [
    {"name": "a", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "b", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "c", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "d", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]}],
  "initial": {"q": {"b.x": 0.2, "c.x": 0.4, "d.x": 0.2, "d.y": 0.6}, "velocity": {"a.x": 1}}})json";

/// Counts what it is given.
class CountingPanel : public Panel {
 public:
  using Panel::Panel;
  void setSnapshot(SnapshotPtr given) override {
    snapshot = std::move(given);
    ++snapshots;
    update();
  }
  void sceneOpened() override { openedAfter << snapshots; }
  void workCancelled() override { cancelledAfter << snapshots; }

  void paintEvent(QPaintEvent*) override {
    QThread::msleep(paintingMs);
    painted = snapshot;
  }

  SnapshotPtr snapshot, painted;
  unsigned long paintingMs = 0;
  int snapshots = 0;
  QList<int> openedAfter, cancelledAfter;  ///< numbers of snapshots before
};

/// A window with three panels, one in front, one behind its tab, and one that is closed, and a panel in the
/// centre.
struct Stand {
  Selection selection;
  RecordedEdits edits;
  QMainWindow window;
  PanelRow row{"", PanelRow::Place::Left, PanelRow::About::Run, 0, {nullptr, false}};
  PanelRow centreRow{"", PanelRow::Place::Centre, PanelRow::About::Run, 0, {nullptr, false}};
  CountingPanel* centre = new CountingPanel(&selection);
  std::vector<Panels::Entry> entries;
  std::vector<CountingPanel*> panels;
  std::unique_ptr<SnapshotDelivery> delivery;

  Stand() {
    window.setCentralWidget(centre);
    window.resize(600, 400);
    for (const char* name : {"front", "behind", "closed"}) {
      auto* panel = panels.emplace_back(new CountingPanel(&selection));
      panel->setWindowTitle(name);
      auto* dock = new PanelDock(panel, name, &window);
      window.addDockWidget(Qt::LeftDockWidgetArea, dock);
      if (!entries.empty()) window.tabifyDockWidget(entries.front().dock, dock);
      entries.push_back({&row, panel, dock});
    }
    entries[2].dock->hide();
    entries.push_back({&centreRow, centre, nullptr});
    delivery = std::make_unique<SnapshotDelivery>(entries, &edits, nullptr);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) qFatal("no window");
    entries[0].dock->raise();
    QCoreApplication::processEvents();
  }
};

}  // namespace

class TestPanels : public QObject, FileWindow {
  Q_OBJECT

  template <class T>
  T* find(const QString& name = {}) const {
    return window->findChild<T*>(name);
  }
  void show(const char* dock) const {
    auto* found = window->findChild<QDockWidget*>(dock);
    found->show();
    found->raise();
    QTRY_VERIFY(!found->widget()->visibleRegion().isEmpty());
  }

 private slots:
  void initTestCase() { prepare(); }
  void init() { start(); }
  void cleanup() { window.reset(); }

  /// The difference comes with a second ordering and goes with it, where no person has opened it.
  void theDifferenceGoesAsItCame_data() {
    QTest::addColumn<bool>("isOpened");
    QTest::newRow("by itself") << false;
    QTest::newRow("by a person") << true;
  }
  void theDifferenceGoesAsItCame() {
    QFETCH(bool, isOpened);
    auto* dock = window->findChild<QDockWidget*>("difference");
    QVERIFY(dock->isHidden());
    if (isOpened) dock->toggleViewAction()->trigger();
    Document* const edits = window->document();
    edits->setComparison(Word{1, 0});
    QTRY_VERIFY(!dock->isHidden() && window->snapshot()->comparison);
    QTRY_VERIFY(find<SeriesPanel>("difference")->isVisible());
    settle(*window);
    edits->setComparison(std::nullopt);
    QTRY_VERIFY(!window->snapshot()->comparison);
    settle(*window);
    QTRY_COMPARE(dock->isHidden(), !isOpened);
  }

  /// What comes by itself moves no other panel: it is a tab in front of one of them, and that one is in front
  /// again when it has gone.
  void whatComesByItselfMovesNothing() {
    window->resize(roomyWindow);
    window->workspaces()->go(0);  // Explore
    const auto* curve = find<XiCurvePanel>();
    QTRY_VERIFY(!curve->visibleRegion().isEmpty());
    settle(*window);
    const auto places = [this] {
      QList<QRect> all;
      for (const char* name : {"scene", "ordering-graph", "outcomes"})
        all += window->findChild<QDockWidget*>(name)->geometry();
      return all;
    };
    const QList<QRect> before = places();
    window->document()->setComparison(Word{1, 0});
    QTRY_VERIFY(!find<SeriesPanel>("difference")->visibleRegion().isEmpty());
    settle(*window);
    QCOMPARE(places(), before);
    window->document()->setComparison(std::nullopt);
    QTRY_VERIFY(window->findChild<QDockWidget*>("difference")->isHidden());
    QTRY_VERIFY(!curve->visibleRegion().isEmpty());
    QCOMPARE(places(), before);
  }

  /// "φ_R" in a title has a real subscript, where the title has room.
  void aTitleHasSubscripts() {
    open("trex");
    QTRY_VERIFY(window->snapshot() && window->snapshot()->scene->title().starts_with("TREX"));
    const auto* title = find<QDockWidget>("xi-curve")->titleBarWidget()->findChild<ElidedLabel*>();
    QTRY_COMPARE(title->fullText(), QString("ξ over φ_R — live"));
    QVERIFY2(title->text().contains("<sub><i>R</i></sub>"), qPrintable(title->text()));
  }

  /// A confirmation goes with what a person does next; the reason of a refusal stays until it is over.
  void aMessageGoes() {
    ElidedLabel label;
    label.resize(300, 20);
    constexpr int leastMs = 50;
    MessageLine line(&label, nullptr, leastMs);
    const auto act = [&] { QTest::mouseClick(window.get(), Qt::RightButton, {}, QPoint(2, 2)); };
    line.tell("Wrote a.csv");
    act();
    QCOMPARE(label.fullText(), QString("Wrote a.csv"));  // it was hardly read
    QTest::qWait(2 * leastMs);
    act();
    QCOMPARE(label.fullText(), QString());
    line.refuse("The balls overlap.");
    QTest::qWait(2 * leastMs);
    act();
    QCOMPARE(label.fullText(), QString("The balls overlap."));
    line.endRefusal();
    QCOMPARE(label.fullText(), QString());
  }

  /// A confirmation that nobody answers goes by itself; a refusal stays.
  void aMessageGoesByItself() {
    ElidedLabel label;
    label.resize(300, 20);
    constexpr int leastMs = 10, mostMs = 60;
    MessageLine line(&label, nullptr, leastMs, mostMs);
    line.tell("Wrote a.csv");
    QCOMPARE(label.fullText(), QString("Wrote a.csv"));
    QTRY_COMPARE(label.fullText(), QString());
    line.tell("Wrote b.csv");
    line.refuse("The balls overlap.");
    QTest::qWait(3 * mostMs);
    QCOMPARE(label.fullText(), QString("The balls overlap."));
  }

  void aHiddenPanelGetsTheNewestAnswerWhenItIsShown() {
    Stand stand;
    const auto counts = [&] {
      QList<int> all;
      for (const CountingPanel* panel : stand.panels) all << panel->snapshots;
      return all;
    };
    std::vector<SnapshotPtr> answers;
    for (int i = 0; i < 5; ++i) {
      answers.push_back(std::make_shared<Snapshot>());
      stand.delivery->deliverRun(answers.back());
      stand.delivery->deliverImpact(answers.front());  // no panel here is about one impact
    }
    QCOMPARE(counts(), (QList<int>{5, 0, 0}));
    stand.entries[1].dock->raise();
    QTRY_COMPARE(counts(), (QList<int>{5, 1, 0}));
    QCOMPARE(stand.panels[1]->snapshot, answers.back());
    QTRY_VERIFY(stand.panels[0]->visibleRegion().isEmpty());
    stand.delivery->deliverRun(answers.front());
    QCOMPARE(counts(), (QList<int>{5, 2, 0}));
    stand.entries[2].dock->show();
    stand.entries[2].dock->raise();
    QTRY_COMPARE(stand.panels[2]->snapshots, 1);
    QCOMPARE(stand.panels[2]->snapshot, answers.front());
    // Whose figure is awaited gets each answer, though it is hidden.
    stand.entries[2].dock->hide();
    stand.delivery->setFollowed(stand.panels[2]);
    stand.delivery->deliverRun(answers.back());
    QCOMPARE(stand.panels[2]->snapshot, answers.back());
  }

  void aHiddenPanelLearnsOfAnotherSceneBeforeItsFirstAnswer() {
    Stand stand;
    stand.delivery->deliverRun(std::make_shared<Snapshot>());
    for (int i = 0; i < 2; ++i) stand.delivery->sceneOpened();
    stand.delivery->deliverRun(std::make_shared<Snapshot>());
    stand.delivery->deliverRun(std::make_shared<Snapshot>());
    stand.delivery->workCancelled();
    QCOMPARE(stand.panels[0]->openedAfter, QList<int>{1});
    QCOMPARE(stand.panels[0]->cancelledAfter, QList<int>{3});
    QVERIFY(stand.panels[2]->openedAfter.isEmpty());
    stand.entries[2].dock->show();
    stand.entries[2].dock->raise();
    QTRY_COMPARE(stand.panels[2]->openedAfter, QList<int>{0});
    QCOMPARE(stand.panels[2]->cancelledAfter, QList<int>{1});
  }

  void anEditIsPaintedInTheCentreFirst() {
    Stand stand;
    CountingPanel* around = stand.panels[0];
    std::vector<SnapshotPtr> answers;
    for (int i = 0; i < 6; ++i) answers.push_back(std::make_shared<Snapshot>());
    stand.edits.beginEdit("Drag");
    stand.delivery->deliverRun(answers[0]);
    QCOMPARE(stand.centre->snapshot, answers[0]);
    QVERIFY(!around->snapshot);
    while (!around->snapshot) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCOMPARE(stand.centre->painted, answers[0]);
    QCOMPARE(around->snapshot, answers[0]);
    // It has its turn between two answers at the latest.
    stand.delivery->deliverRun(answers[1]);
    QCOMPARE(around->snapshot, answers[0]);
    stand.delivery->deliverRun(answers[2]);
    QCOMPARE(stand.centre->snapshot, answers[2]);
    QCOMPARE(around->snapshot, answers[2]);
    QTRY_COMPARE(around->painted, answers[2]);
    QCOMPARE(around->snapshots, 2);
    // Who needs the panel now gets it up to date.
    stand.delivery->deliverRun(answers[3]);
    stand.delivery->bringUpToDate(around);
    QCOMPARE(around->snapshot, answers[3]);
    stand.delivery->deliverRun(answers[4]);
    stand.edits.commitEdit();
    stand.delivery->deliverRun(answers[5]);
    QCOMPARE(around->snapshot, answers[5]);
    QTRY_COMPARE(around->painted, answers[5]);
  }

  void panelsAroundGetAnEditByTurns() {
    Stand stand;
    const CountingPanel *shown = stand.panels[0], *followed = stand.panels[2];
    stand.delivery->setFollowed(followed);
    stand.edits.beginEdit("Drag");
    for (int i = 0; i < 3; ++i) {
      stand.delivery->deliverRun(std::make_shared<Snapshot>());
      QCOMPARE(shown->snapshots + followed->snapshots, i);
    }
    QCOMPARE(shown->snapshots, 1);
    const SnapshotPtr newest = stand.centre->snapshot;
    QTRY_VERIFY(shown->snapshot == newest && followed->snapshot == newest);
  }

  /// Turns take a fifth of the time, with the painting that each causes: after one of 100 ms there is none
  /// for 400 ms.
  void aTurnThatIsPaintedSlowlyIsFollowedByARest() {
    Stand stand;
    CountingPanel* slow = stand.panels[0];
    const CountingPanel* other = stand.panels[2];
    stand.delivery->setFollowed(other);
    stand.edits.beginEdit("Drag");
    const auto given = std::make_shared<Snapshot>();
    stand.delivery->deliverRun(given);
    slow->paintingMs = 100;
    QTRY_COMPARE(slow->painted, given);
    slow->paintingMs = 0;
    QElapsedTimer since;
    since.start();
    for (int i = 0; i < 3; ++i) stand.delivery->deliverRun(std::make_shared<Snapshot>());
    const bool isTurn = slow->snapshots + other->snapshots > 1;
    QVERIFY(!isTurn || since.elapsed() > 300);
    QTRY_VERIFY(slow->snapshot == stand.centre->snapshot && other->snapshot == stand.centre->snapshot);
  }

  void theClosedPanelsOfTheWindowGetNoAnswers() {
    auto* difference = find<SeriesPanel>("difference");
    for (const char* theta : {"100deg", "110deg", "120deg"}) setTheta(theta);
    QVERIFY(!difference->view().snapshot);
    show("difference");
    QCOMPARE(difference->view().snapshot, window->snapshot());
  }

  void theTitleOfAHiddenTabIsAboutThePresentScene() {
    const auto* curve = window->findChild<QDockWidget*>("xi-curve");
    QTRY_VERIFY(curve->windowTitle().contains("θ"));
    window->panels().docks()->tabifyDockWidget(window->findChild<QDockWidget*>("xi-curve"),
                                               window->findChild<QDockWidget*>("impact-log"));
    show("impact-log");
    QTRY_VERIFY(curve->widget()->visibleRegion().isEmpty());
    open("line-and-wall");
    QTRY_VERIFY(curve->windowTitle().contains("m₁"));
    QVERIFY(curve->widget()->visibleRegion().isEmpty());
    open("tumbling-box");
    QTRY_COMPARE(curve->windowTitle(), find<XiCurvePanel>()->accessibleName());
  }

  /// A line of text takes Ctrl+Z for itself even where it has nothing to take back.
  void undoInAFieldTakesBackItsTextAndThenAnEdit() {
    auto* field = find<ScenePanel>()->row("theta")->findChild<QLineEdit*>();
    const double first = theta();
    setTheta("110deg");
    QApplication::setActiveWindow(window.get());
    field->setFocus();
    QTRY_VERIFY(field->hasSelectedText());
    const QString shown = field->text();
    QTest::keyClicks(field, "95");
    QTRY_VERIFY(std::abs(theta() - 95) < 1e-9);
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(field->text(), shown);
    QTRY_VERIFY(std::abs(theta() - 110) < 1e-9);
    QVERIFY(!window->document()->isEditing());
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(std::abs(theta() - first) < 1e-9);
    QVERIFY(field->hasFocus());
    QTest::keyClick(field, Qt::Key_Y, Qt::ControlModifier);
    QTRY_VERIFY(std::abs(theta() - 110) < 1e-9);
  }

  /// Each preview of such a drag is another text and another Scene object.
  void aDragThatEditsTheTextKeepsWhatIsSet() {
    put(path("four.carom.json"), fourBalls);
    open(path("four.carom.json"));
    show("outcome-set");
    show("scene-editor");
    auto* player = find<Player>();
    auto* axis = find<OutcomeSetPanel>()->findChild<QComboBox*>("axis-x");
    auto* tree = find<SceneEditorPanel>();
    player->setSpeed(0.02);
    axis->setCurrentIndex(axis->count() - 1);
    emit axis->activated(axis->currentIndex());
    const QString chosen = axis->currentText();
    const QModelIndex bodies = tree->model()->find("bodies");
    tree->tree()->expand(bodies);
    const SnapshotPtr before = window->snapshot();
    const int parsed = find<SceneEditor>()->parsedTexts();

    auto* canvas = find<ViewportCanvas>();
    const int d = before->instance.mechanism->bodyIndex("d");
    const auto centre = before->instance.mechanism->position(d, before->instance.initial.q);
    const QPoint from = canvas->screenMap().toScreen(centre)->toPoint();
    int previews = 0;
    connect(window.get(), &MainWindow::displayed, this, [&] { ++previews; });
    QTest::mousePress(canvas, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 10; ++i) {
      const int shown = previews;
      QTest::mouseMove(canvas, from + QPoint(4 * i, -2 * i));
      if (i > 3) QTRY_VERIFY(previews > shown);  // the first few are too short for a drag
    }
    QCOMPARE(window->document()->undoStack()->count(), 0);
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, from + QPoint(40, -20));
    QTRY_COMPARE(window->document()->undoStack()->count(), 1);
    QTRY_VERIFY(window->snapshot()->scene != before->scene);
    QVERIFY(window->snapshot()->instance.initial.q != before->instance.initial.q);
    QVERIFY(previews > 5);
    QCOMPARE(player->speed(), 0.02);
    QCOMPARE(axis->currentText(), chosen);
    QVERIFY(tree->tree()->isExpanded(tree->model()->find("bodies")));
    QCOMPARE(find<SceneEditor>()->parsedTexts(), parsed);  // none on the GUI thread

    window->document()->undo();
    QTRY_COMPARE(window->document()->sceneText(), std::string(fourBalls));
    window->openScene("billiard-break");
    QTRY_VERIFY(player->speed() != 0.02);
    QTRY_VERIFY(axis->currentText() != chosen);
  }

  void theCurveStaysWhileTheTextIsEdited() {
    QTRY_VERIFY(window->snapshot()->curve);
    auto* curve = find<XiCurvePanel>();
    int withoutCurve = 0, notices = 0;
    connect(window.get(), &MainWindow::displayed, this, [&](const SnapshotPtr& snapshot) {
      withoutCurve += !snapshot->curve;
      notices += curve->plot()->hasNotice();
    });
    std::string text = window->document()->sceneText();
    const std::string mass = "density*4/3*pi*rc^3";
    text.replace(text.find(mass), mass.size(), "2*" + mass);
    window->document()->editScene("Make c heavier", text);
    QTRY_COMPARE(window->document()->undoStack()->count(), 1);
    QTRY_VERIFY(window->snapshot()->curve);
    QVERIFY(withoutCurve > 0);
    QCOMPARE(notices, 0);
  }

  void aRefusedTextMarksNoParameter_data() {
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("by");
    QTest::newRow("overlap") << "\"90deg\""
                             << "\"30deg\"";
    QTest::newRow("the value of a parameter") << "\"90deg\""
                                              << "\"90dg\"";
  }
  void aRefusedTextMarksNoParameter() {
    QFETCH(QString, part);
    QFETCH(QString, by);
    auto* row = find<ScenePanel>()->row("theta");
    auto* field = row->findChild<QLineEdit*>("field");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "100deg");  // this parameter was edited last
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(window->document()->undoStack()->count(), 1);
    const std::string before = window->document()->sceneText();
    const QString text = QString::fromStdString(before).replace(part, by);
    QVERIFY(text.toStdString() != before);
    window->document()->resetAssignments();
    QTRY_COMPARE(window->document()->undoStack()->count(), 2);
    window->document()->editText(text.toStdString());
    QTRY_VERIFY(!window->findChild<ElidedLabel*>("message")->fullText().isEmpty());
    QVERIFY(!window->document()->isEditing());
    QCOMPARE(window->document()->sceneText(), before);
    for (const char* name : {"theta", "ra", "speed"})
      QVERIFY2(find<ScenePanel>()->row(name)->error().isEmpty(), name);
  }
};

CAROM_DISPLAY_TEST(TestPanels);
#include "tst_panels.moc"
