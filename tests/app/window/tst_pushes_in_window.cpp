// Pushes and kept runs in the window: a drag at a later time pushes, all of it is undone, the command line
// agrees.
#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <cmath>

#include "common/pushes.h"
#include "runs/runs_model.h"
#include "runs/runs_panel.h"
#include "support/carom_process.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "timeline/push_dialog.h"
#include "timeline/push_menu.h"
#include "timeline/run_bar.h"
#include "viewport/viewport_canvas.h"
#include "window/command_line_text.h"
#include "window/main_window.h"
#include "window/panels.h"

using namespace carom;

class TestPushesInWindow : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> window;

  void open(const QString& scene, const Assignments& assignments = {}) {
    const auto before = window->snapshot() ? window->snapshot()->scene : nullptr;
    window->openScene(scene, assignments);
    QTRY_VERIFY(window->snapshot() && window->snapshot()->scene != before && !window->snapshot()->isPending);
  }
  ViewportCanvas* canvas() const { return window->findChild<ViewportCanvas*>(); }
  QPoint placeOf(const char* body) const {
    const int index = window->snapshot()->instance.mechanism->bodyIndex(body);
    const auto at =
        canvas()->screenMap().toScreen(canvas()->frame().positions[static_cast<std::size_t>(index)]);
    return at->toPoint();
  }
  /// Goes to another time, at which the bodies are elsewhere, and waits until the view shows them there,
  /// through a camera that has arrived.
  void goTo(double time) {
    waitForFrame(canvas());  // of the scene as it starts
    const auto before = canvas()->frame().positions;
    window->selection()->setMoment({time, -1, 0});
    QTRY_VERIFY(canvas()->frame().positions != before);
    waitForStillPicture(canvas());
  }
  void drag(const char* body, QPoint by, bool isEscaped = false) {
    const QPoint from = placeOf(body);
    QTest::mouseMove(canvas(), from);
    QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
    for (int i = 1; i <= 5; ++i) {
      QMouseEvent move(QEvent::MouseMove, from + by * i / 5, canvas()->mapToGlobal(from + by * i / 5),
                       Qt::NoButton, Qt::LeftButton, {});
      QApplication::sendEvent(canvas(), &move);
    }
    if (isEscaped) QTest::keyClick(canvas(), Qt::Key_Escape);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, from + by);
  }
  const std::vector<RunPush>& pushes() const { return window->document()->state().settings.pushes; }
  void waitForAnswer() { QTRY_VERIFY(!window->document()->isEditing()); }

 private slots:
  void init() {
    prepareWindowTest();
    window = std::make_unique<MainWindow>();
    window->resize(1200, 800);
    tests::showActive(window.get());
  }
  void cleanup() { window.reset(); }

  void aDragAtALaterTimePushes() {
    open("billiard-break", {{"theta", "120deg"}});
    const SnapshotPtr first = window->snapshot();
    goTo(0.01);
    drag("a", {60, 0});
    waitForAnswer();
    QCOMPARE(pushes().size(), std::size_t{1});
    QCOMPARE(pushes()[0].time, 0.01);
    QCOMPARE(pushes()[0].body, std::string("a"));
    QVERIFY(pushes()[0].impulse.norm() > 0);
    const Trajectory& run = *window->snapshot()->trajectory;
    QCOMPARE(run.pushes.size(), std::size_t{1});
    QVERIFY((run.velocity(0.009) - first->trajectory->velocity(0.009)).norm() == 0);
    QVERIFY((run.velocity(0.011) - first->trajectory->velocity(0.011)).norm() > 0);
    QCOMPARE(window->document()->undoStack()->undoText(), QString("Push a"));
    QVERIFY(window->document()->isModified() == false);  // of the scene nothing has changed
    window->document()->undo();
    QTRY_VERIFY(window->snapshot()->trajectory->pushes.empty());
    window->document()->redo();
    QTRY_COMPARE(window->snapshot()->trajectory->pushes.size(), std::size_t{1});
  }

  /// The velocity changes along the drag, by what an arrow of that length stands for.
  void theArrowIsTheChangeOfVelocity() {
    open("billiard-break", {{"theta", "120deg"}});
    goTo(0.01);
    const Eigen::VectorXd before = window->snapshot()->trajectory->velocity(0.02);
    const ScreenMap map = canvas()->screenMap();
    const double perMetre = map.scaleAt(canvas()->frame().positions[1]);
    const double arrowScale = canvas()->view().arrowScale;  // the pushed run may have shorter arrows
    drag("b", {50, 0});  // across the view, where no length is foreshortened
    waitForAnswer();
    const Eigen::VectorXd change = window->snapshot()->trajectory->velocity(0.02) - before;
    const double expected = 50 / perMetre / arrowScale;
    QVERIFY2(std::abs(change.norm() / expected - 1) < 0.15,
             qPrintable(QString::number(change.norm() / expected)));
  }

  void escapeAndTheInitialMomentDoNotPush() {
    open("billiard-break", {{"theta", "120deg"}});
    goTo(0.01);
    drag("a", {60, 0}, true);
    QVERIFY(pushes().empty());
    QCOMPARE(window->document()->undoStack()->count(), 0);
    goTo(window->snapshot()->trajectory->start());
    drag("c", {40, 0});  // before the initial state
    QVERIFY(pushes().empty());
  }

  void pushesAreListedChangedAndRemoved() {
    open("billiard-break");
    window->selection()->setMoment({0.01, -1, 0});
    auto* menu = window->findChild<PushMenu*>("pushMenu");
    emit menu->aboutToShow();
    menu->actions().front()->trigger();
    auto* dialog = window->findChild<PushDialog*>();
    QTRY_VERIFY(dialog && dialog->isVisible());
    dialog->accept();  // an impulse of 0
    QVERIFY(dialog->isVisible());
    dialog->findChild<QLineEdit*>("pushAlongY")->setText("1/50");
    dialog->findChild<QLineEdit*>("pushTime")->setText("15ms");
    dialog->accept();
    waitForAnswer();
    QTRY_COMPARE(window->snapshot()->trajectory->pushes.size(), std::size_t{1});
    QCOMPARE(window->snapshot()->trajectory->pushes[0].time, 0.015);
    QTRY_COMPARE(window->findChild<QToolButton*>("pushes")->text(), QString("1 push"));
    emit menu->aboutToShow();
    QVERIFY(menu->actions().front()->text().contains(" J"));
    menu->actions().front()->menu()->actions().last()->trigger();
    waitForAnswer();
    QTRY_VERIFY(window->snapshot()->trajectory->pushes.empty());
  }

  void pushesOfOneBodyAtOneTimeAddUp() {
    std::vector<RunPush> all = withPush({}, {0.2, "a", {1, 0, 0}});
    all = withPush(all, {0.1, "a", {1, 0, 0}});
    all = withPush(all, {0.2, "a", {0, 2, 0}});
    QCOMPARE(all.size(), std::size_t{2});
    QCOMPARE(all[0].time, 0.1);
    QVERIFY(all[1].impulse == Eigen::Vector3d(1, 2, 0));
    QCOMPARE(withPush(all, {0.1, "a", {-1, 0, 0}}).size(), std::size_t{1});
  }

  /// What is copied simulates the same run.
  void theCommandLineSimulatesThePushedRun_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("body");
    QTest::newRow("break") << "billiard-break"
                           << "a";
    QTest::newRow("pendulum") << "double-pendulum"
                              << "lower";
    QTest::newRow("cradle") << "newtons-cradle"
                            << "ball1";
  }
  void theCommandLineSimulatesThePushedRun() {
    QFETCH(QString, scene);
    QFETCH(QString, body);
    open(scene);
    const double end = window->snapshot()->trajectory->end();
    const RunPush push{end / 3, body.toStdString(), {0.02, -0.013, 0}};
    window->document()->setPushes("Push", {push});
    waitForAnswer();
    QTRY_COMPARE(window->snapshot()->trajectory->pushes.size(), std::size_t{1});
    const QString line = commandLineText(*window->snapshot(), {});
    QVERIFY2(line.startsWith("carom simulate " + scene + ' ') && line.contains("--push"), qPrintable(line));
    const auto run = process::runCarom((line.mid(6).remove('\'') + " --json").toUtf8().constData());
    QCOMPARE(run.status, 0);
    const auto json = run.json();
    const Eigen::VectorXd q = window->snapshot()->trajectory->configuration(end);
    for (Eigen::Index i = 0; i < q.size(); ++i)
      QVERIFY(std::abs(json["final"]["q"][static_cast<std::size_t>(i)].get<double>() - q[i]) <=
              1e-12 * (1 + q.norm()));
  }

  void runsAreKeptBesideTheNextOnes() {
    open("billiard-break");
    auto* panel = window->panels().find<RunsPanel>();
    window->findChild<QAction*>("keep-run")->trigger();
    QCOMPARE(window->document()->state().kept.size(), std::size_t{1});
    QCOMPARE(window->snapshot()->kept.size(), std::size_t{1});
    window->document()->setAssignment("theta", "120deg");
    QTRY_VERIFY(window->snapshot()->assignments.contains("theta"));
    QTRY_COMPARE(window->snapshot()->kept.size(), std::size_t{1});
    window->selection()->setMoment({0.02, -1, 0});
    QTRY_COMPARE(canvas()->frame().runs.size(), std::size_t{1});
    QVERIFY(!canvas()->frame().ghosts.empty());
    emit panel->showWanted();
    QTRY_VERIFY(panel->isVisible());
    QTRY_COMPARE(panel->model()->rowCount(), 2);
    QTRY_VERIFY(!panel->model()->index(1, RunsModel::Name).data(Qt::DecorationRole).isNull());  // its picture
    window->document()->undo();
    window->document()->undo();
    QTRY_VERIFY(window->snapshot()->kept.empty());
    QTRY_VERIFY(canvas()->frame().runs.empty());
    window->document()->redo();
    QTRY_COMPARE(window->snapshot()->kept.size(), std::size_t{1});
    open("newtons-cradle");
    QTRY_VERIFY(window->snapshot()->kept.empty());
  }
};

CAROM_DISPLAY_TEST(TestPushesInWindow);
#include "tst_pushes_in_window.moc"
