// A new user's first scenes, from nothing, with mouse and keys: the break of a billiard, to a file and back,
// and a pendulum with two balls, a wall and a handle.
#include <QAction>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <cmath>

#include "common/theme.h"
#include "document/scene_files.h"
#include "editor/scene_editor_panel.h"
#include "scene/format/write_scene.h"
#include "support/carom_process.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/picture/arc_shape.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/main_window.h"

using namespace carom;

namespace {

/// Ball c strikes a and b at once, 120° apart: what `carom resolve billiard-break --set theta=120deg` says.
const double xiOfTheBreak = std::sqrt(5) / 4;

/// A window, and the hands of the person in front of it.
struct Desk {
  MainWindow window;

  Desk() {
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) qFatal("no window");
    QApplication::setActiveWindow(&window);  // there is no window manager to do it
  }
  ViewportCanvas* canvas() const { return window.findChild<ViewportCanvas*>(); }
  QUndoStack* stack() { return window.document()->undoStack(); }
  std::string text() { return window.document()->sceneText(); }
  double xi() const { return window.snapshot()->report->indeterminacy.xi; }
  /// Whether the edits that the stack counts have gone through the engine and are what the views show.
  bool isShown() {
    const SnapshotPtr shown = window.snapshot();
    return shown && !shown->isPending && shown->scene->text() == text();
  }

  /// Presses a button of the palette by its accessible name.
  void tool(const QString& name) {
    for (auto* button : window.findChildren<QToolButton*>())
      if (button->accessibleName() == name && button->isVisible())
        return QTest::mouseClick(button, Qt::LeftButton);
    QFAIL(qPrintable("no tool " + name));
  }
  QPoint at(double x, double y) const { return canvas()->screenMap().toScreen({x, y, 0})->toPoint(); }
  void moveTo(QPoint point) {
    QTest::mouseMove(canvas(), point);
    QCoreApplication::processEvents();
  }
  void click(double x, double y) {
    moveTo(at(x, y));
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, at(x, y));
  }
  void drag(QPoint from, QPoint to) {
    moveTo(from);
    QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
    for (int i = 1; i <= 8; ++i) moveTo(from + (to - from) * i / 8);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(window.focusWidget() ? window.focusWidget() : &window, key, modifiers);
  }
  void type(const char* text) { QTest::keyClicks(canvas(), text); }
  void saveAs(const QString& file) {
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<QFileDialog*>());
    auto* dialog = window.findChild<QFileDialog*>();
    QTRY_VERIFY(dialog->isVisible());
    dialog->findChild<QLineEdit*>("fileNameEdit")->setText(file);  // keys would end up among the completions
    QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save), Qt::LeftButton);
    QTRY_VERIFY(!window.findChild<QFileDialog*>());
    QApplication::setActiveWindow(&window);
  }
};

}  // namespace

class TestBuildAScene : public QObject {
  Q_OBJECT

  QTemporaryDir folder;

  static void build(Desk& desk);

 private slots:
  void initTestCase() { prepareWindowTest(); }
  void theBreakIsBuiltSavedReopenedResolvedAndUndone();
  void aPendulumIsBuiltAndItsHandleDrawn();
  void everyControlHasANameAndTakesTheFocus();
  void lettersGoToAnOpenMenu();
};

/// The tools of the view have letters while it has the focus; the entries of an open menu come first.
void TestBuildAScene::lettersGoToAnOpenMenu() {
  Desk desk;
  desk.window.openScene("billiard-break");
  QTRY_VERIFY(!desk.text().empty() && desk.window.snapshot() && !desk.window.snapshot()->isPending);
  desk.canvas()->setFocus();
  QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget*>(desk.canvas()));
  auto* add = desk.window.findChild<SceneEditorPanel*>()->findChild<QToolButton*>("add");
  add->menu()->popup(desk.canvas()->mapToGlobal(QPoint(50, 50)));
  QTRY_VERIFY(add->menu()->isVisible());
  QTest::keyClick(add->menu(), Qt::Key_D);  // of "Derived quantity", and of the tool for rods
  QVERIFY(!add->menu()->isVisible());
  QTRY_VERIFY(edit::Json::parse(desk.text()).contains("derived"));
}

/// Three balls that touch at 60° on either side, one of them moving between the others.
void TestBuildAScene::build(Desk& desk) {
  desk.key(Qt::Key_N, Qt::ControlModifier);
  QTRY_VERIFY(desk.window.snapshot() && desk.text() == emptySceneText());
  desk.key(Qt::Key_T);
  waitForStillPicture(desk.canvas());

  desk.tool("Add a ball");
  desk.moveTo(desk.canvas()->rect().center());
  desk.type("0");  // the first by numbers
  desk.key(Qt::Key_Tab);
  desk.type("0");
  desk.key(Qt::Key_Return);
  QTRY_COMPARE(desk.stack()->count(), 1);
  QTRY_VERIFY(desk.isShown());
  const auto* ball = std::get_if<Ball>(&desk.window.snapshot()->instance.mechanism->bodies()[0].shapes[0]);
  QVERIFY(ball);
  const double d = 2 * ball->radius;
  for (const double side : {1.0, -1.0}) {  // the others by hand, nearly where they touch at 60°
    const int before = desk.stack()->count();
    desk.click(1.02 * d * std::cos(1.06), side * 1.02 * d * std::sin(1.06));
    QTRY_COMPARE(desk.stack()->count(), before + 1);
    QTRY_VERIFY(desk.isShown());
  }
  desk.tool("Edit");
  desk.click(0, 0);
  QTRY_COMPARE(desk.window.selection()->bodies(), QStringList{"ball1"});
}

void TestBuildAScene::theBreakIsBuiltSavedReopenedResolvedAndUndone() {
  Desk desk;
  build(desk);
  const auto handle = desk.window.findChild<ViewportPanel*>()->tool()->velocityHandle();
  QVERIFY(handle);
  desk.drag(handle->toPoint(), desk.at(0, 0) + QPoint(120, 4));
  QTRY_COMPARE(desk.stack()->count(), 4);
  QCOMPARE(desk.stack()->undoText(), QString("Set the velocity of ball1"));
  QTRY_VERIFY(desk.isShown() && desk.window.snapshot()->report);
  QVERIFY2(std::abs(desk.xi() - xiOfTheBreak) < 1e-12, qPrintable(QString::number(desk.xi(), 'g', 17)));

  QCOMPARE(desk.window.selection()->moment(), (Moment{0, 0, 0}));  // the new impact, before its reflections

  const QString file = folder.filePath("break.carom.json");
  desk.saveAs(file);
  QTRY_VERIFY(QFile::exists(file));
  QVERIFY(!desk.window.isWindowModified());
  const std::string built = desk.text();

  Desk other;
  other.window.openScene(file);
  QTRY_VERIFY(other.isShown() && other.window.snapshot()->report);
  QCOMPARE(other.text(), built);
  QCOMPARE(other.xi(), desk.xi());
  const auto run = process::runCarom(QStringList{"resolve", "--json", file});
  QCOMPARE(run.status, 0);
  const auto answer = run.json();
  QCOMPARE(answer["xi"].get<double>(), desk.xi());
  QCOMPARE(answer["contacts"].size(), std::size_t(2));
  for (const auto& contact : answer["contacts"]) QVERIFY(std::abs(contact["gap"].get<double>()) <= 1e-12);

  QApplication::setActiveWindow(&desk.window);
  for (int left = desk.stack()->index(); left > 0; --left) {
    desk.key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(desk.stack()->index(), left - 1);
  }
  QTRY_COMPARE(desk.window.snapshot()->scene->text(), emptySceneText());
  QCOMPARE(desk.text(), emptySceneText());
  for (int done = 1; done <= desk.stack()->count(); ++done) {
    desk.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(desk.stack()->index(), done);
  }
  QCOMPARE(desk.text(), built);
  QVERIFY(!desk.window.isWindowModified());
}

/// Seven gestures: two balls that touch, both hung, a wall, gravity, a handle. Then the first ball is drawn
/// aside, and swings against the other one, which strikes the wall.
void TestBuildAScene::aPendulumIsBuiltAndItsHandleDrawn() {
  Desk desk;
  desk.key(Qt::Key_N, Qt::ControlModifier);
  QTRY_VERIFY(desk.window.snapshot() && desk.text() == emptySceneText());
  desk.key(Qt::Key_T);
  waitForStillPicture(desk.canvas());
  const auto done = [&](int count) {
    QTRY_COMPARE(desk.stack()->count(), count);
    QTRY_VERIFY(desk.isShown());
  };
  desk.tool("Add a ball");
  desk.click(0, 0);
  done(1);
  const auto* ball = std::get_if<Ball>(&desk.window.snapshot()->instance.mechanism->bodies()[0].shapes[0]);
  QVERIFY(ball);
  const double r = ball->radius;
  desk.click(2.05 * r, 0);
  done(2);
  desk.tool("Add a joint");
  for (const int i : {0, 1}) {
    desk.drag(desk.at(2 * i * r, 0), desk.at(2 * i * r, 4 * r));
    done(3 + i);
  }
  desk.tool("Add a wall");
  desk.drag(desk.at(3.5 * r, -r), desk.at(3.5 * r, r));
  done(5);
  desk.window.findChild<SceneEditorPanel*>()->findChild<QAction*>("add-gravity")->trigger();
  done(6);
  desk.tool("Add a handle");
  desk.click(0, 0);
  done(7);
  desk.key(Qt::Key_Escape);
  // Its grip is dragged in the editor, too, where an empty place begins a band.
  QCOMPARE(desk.canvas()->frame().arcs.size(), std::size_t(1));
  const Eigen::Vector3d grip = ArcShape(desk.canvas()->frame().arcs[0]).at(1);
  desk.drag(desk.at(grip.x(), grip.y()), desk.at(grip.x() - r, grip.y() + 0.5 * r));
  done(8);
  const double angle = desk.window.snapshot()->instance.parameters.at(0).value;
  QVERIFY2(angle < -0.2, qPrintable(QString::number(angle)));
  desk.key(Qt::Key_Escape);
  const Eigen::Vector3d swung = desk.canvas()->frame().balls.at(0).centre;
  desk.drag(desk.at(swung.x(), swung.y()), desk.at(-1.5 * r, 0.4 * r));
  done(9);
  const SceneInstance& scene = desk.window.snapshot()->instance;
  QCOMPARE(scene.parameters.size(), std::size_t(1));
  QVERIFY(scene.parameters[0].value < -0.2);  // rad
  QCOMPARE(scene.mechanism->dof(), 2);
  QTRY_VERIFY(desk.window.snapshot()->trajectory);
  QStringList struck;
  for (const ImpactEvent& impact : desk.window.snapshot()->trajectory->impacts)
    for (const int contact : impact.contacts)
      struck << QString::fromStdString(scene.mechanism->contacts()[contact].name);
  QVERIFY2(struck.contains("ball1-ball2") && struck.contains("ball2-wall"), qPrintable(struck.join(", ")));
}

void TestBuildAScene::everyControlHasANameAndTakesTheFocus() {
  Desk desk;
  desk.key(Qt::Key_N, Qt::ControlModifier);
  QTRY_VERIFY(desk.window.snapshot());
  int controls = 0;
  for (QWidget* panel : {static_cast<QWidget*>(desk.window.findChild<SceneEditorPanel*>()),
                         desk.window.findChild<QWidget*>("palette")})
    for (auto* control : panel->findChildren<QWidget*>()) {
      if (!qobject_cast<QAbstractButton*>(control) && !qobject_cast<QTreeView*>(control)) continue;
      ++controls;
      const auto* button = qobject_cast<QAbstractButton*>(control);
      QVERIFY2(!control->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
               control->metaObject()->className());
      QVERIFY2(control->focusPolicy() & Qt::TabFocus, qPrintable(control->accessibleName()));
    }
  QVERIFY(controls >= 10);
}

CAROM_DISPLAY_TEST(TestBuildAScene);
#include "tst_build_a_scene.moc"
